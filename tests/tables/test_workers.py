"""Worker processes: what they answer, and that nobody ever waits for one in vain."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.commands import AddComputer, Start
from bot.tables.deciding import Deciding
from bot.tables.thinking import Question, Ready, decide, packed
from bot.tables.workers import COMMAND, HURRIED, WAITING, Workers
from engine.actions import Choice
from engine.game import View, by_chance
from engine.games import find_game, games
from engine.players import Budget
from engine.source import seeded
from tests.tables.house import ANN, House, build, source
from tests.tables.recorder import Recorder

ROLLOUTS = 400
#: A worker that says it is ready and then nothing more.
SILENT = f"import sys; sys.stdout.buffer.write({packed(Ready())!r}); sys.stdout.flush(); sys.stdin.read()"
SILENT_WORKER = (sys.executable, "-S", "-c", SILENT)
#: A worker that ends at once.
NO_WORKER = (sys.executable, "-c", "")


def views(key: str, seed: int = 1) -> Iterator[View]:
    """The views of everybody who is asked in one deal, played by chance."""
    game, chance = find_game(key), seeded("views", key, seed)
    state = game.start(game.settle({}), game.seats_allowed[0])
    state = game.deal(state, *game.dealt(state, chance))
    while seats := game.to_act(state):
        view = game.view(state, seats[0])
        yield view
        state, _ = game.apply(state, seats[0], by_chance(view.legal, chance).action)


def question(seed: int = 1) -> Question:
    """Four cards to choose from, late in a deal of Phat."""
    view = next(view for view in views("phat", seed) if len(view.tricks) == 8 and len(view.legal.cards) > 3)
    return Question(view, "hard", "a seed")


async def until(is_so: Callable[[], bool]) -> None:
    """Let everybody go on until this is so."""
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110 - plain values, nobody tells of their change
            await asyncio.sleep(0)


def alive(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    async with Workers(2, patience=60, rollouts=ROLLOUTS, timed=False) as made:
        await made.until_up(2)
        yield made


@pytest.mark.parametrize("key", sorted(games()))
def test_questions_are_small_values(key: str) -> None:
    for view in views(key):
        asked = Question(view, "hard", "x")
        written = pickle.dumps(asked)
        assert pickle.loads(written) == asked
        assert len(written) < 3000


def test_only_a_choice_at_a_level_that_searches_is_worth_a_search() -> None:
    asked = question()
    assert asked.wants_search
    assert not replace(asked, level="normal").wants_search
    forced = next(view for view in views("phat") if len(view.legal.actions) == 1)
    assert not replace(asked, view=forced).wants_search


async def test_an_answer_follows_from_the_question_wherever_it_is_worked_out(workers: Workers) -> None:
    asked = question()
    expected = decide(asked, Budget(ROLLOUTS))
    assert await asyncio.gather(*(workers.think(asked) for _ in range(2))) == [expected] * 2


async def test_many_questions_waiting_make_each_a_hurried_one(workers: Workers) -> None:
    asked = question()
    whole, hurried = decide(asked, Budget(ROLLOUTS)), decide(asked, Budget(HURRIED))
    assert whole != hurried
    answers = await asyncio.gather(*(workers.think(asked) for _ in range(WAITING)))
    assert (answers[0], answers[-1]) == (hurried, whole)
    assert set(answers) == {hurried, whole}


async def test_who_comes_when_too_many_wait_is_not_taken() -> None:
    async with Workers(1, patience=60, command=SILENT_WORKER) as workers:
        await workers.until_up(1)
        waiting = [asyncio.create_task(workers.think(question())) for _ in range(WAITING)]
        await until(lambda: workers.waiting == WAITING - 1)
        waiting.append(asyncio.create_task(workers.think(question())))
        await until(lambda: workers.waiting == WAITING)
        assert await workers.think(question()) is None
        assert not any(each.done() for each in waiting)
    assert await asyncio.gather(*waiting) == [None] * len(waiting), "stopping tells all of them"


async def test_nobody_waits_longer_than_their_patience() -> None:
    async with Workers(1, patience=0.01, command=SILENT_WORKER) as workers:
        await workers.until_up(1)
        assert await asyncio.gather(*(workers.think(question()) for _ in range(3))) == [None] * 3


async def test_without_a_worker_nobody_waits_at_all(caplog: pytest.LogCaptureFixture) -> None:
    async with Workers(1, patience=60, command=NO_WORKER) as workers:
        assert await workers.think(question()) is None
        await until(lambda: "is lost" in caplog.text)
        assert await workers.think(question()) is None
    async with Workers(1, patience=60, command=("/there/is/no/such/program",)) as workers:
        assert await workers.think(question()) is None


async def test_a_killed_worker_answers_nothing_and_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    async with Workers(1, patience=60, command=SILENT_WORKER) as silent:
        (killed,) = await silent.until_up(1)
        waiting = [asyncio.create_task(silent.think(question())) for _ in range(3)]
        await until(lambda: silent.waiting == 2)
        os.kill(killed, signal.SIGKILL)
        assert await asyncio.gather(*waiting) == [None] * 3, "also those that waited for it"
        assert await silent.until_up(1, frozenset({killed}))
    assert "exit code -9" in caplog.text


async def test_a_question_to_a_worker_that_has_just_died_leaves_nothing_behind(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Python 3.11.2, which Debian has, logs an error of a pipe's that nobody has asked for."""
    # What is logged is kept here, and the pipe with it.
    caplog.set_level(logging.CRITICAL, "bot.tables.workers")
    unasked_for: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: unasked_for.append(what))
    async with Workers(1, patience=60, command=SILENT_WORKER) as silent:
        (killed,) = await silent.until_up(1)
        os.kill(killed, signal.SIGKILL)
        # Dead, and its pipe closed, before the loop has looked at any of it.
        while alive(killed):
            time.sleep(0.001)  # noqa: ASYNC251 - the loop is not to turn
        assert await silent.think(question()) is None
        assert await silent.until_up(1, frozenset({killed}))
    gc.collect()
    assert not unasked_for


async def test_an_idle_worker_that_dies_is_replaced_too(workers: Workers) -> None:
    before = workers.pids
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    await workers.until_up(2, before)
    assert isinstance(await workers.think(question()), Choice)


async def test_a_worker_that_hangs_is_replaced() -> None:
    # In that time a worker has to be up as well, which this one is at once.
    async with Workers(1, patience=0.01, command=SILENT_WORKER, hung=3.0) as workers:
        first = await workers.until_up(1)
        assert await workers.think(question()) is None
        await workers.until_up(1, first)


async def test_a_player_that_fails_is_logged_and_its_worker_lives_on(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    before = workers.pids
    asked = question()
    assert await workers.think(replace(asked, level="cunning")) is None
    assert "UnknownLevel" in caplog.text
    assert isinstance(await workers.think(asked), Choice)
    assert workers.pids == before


async def test_stopping_leaves_no_process_behind() -> None:
    workers = Workers(2)
    workers.start()
    pids = await workers.until_up(2)
    waiting = [asyncio.create_task(workers.think(question(seed))) for seed in range(1, 6)]
    await until(lambda: workers.waiting > 0)
    await workers.stop()
    assert all(each is None or isinstance(each, Choice) for each in await asyncio.gather(*waiting))
    assert [pid for pid in pids if alive(pid)] == []
    assert await workers.think(question()) is None


async def test_stopping_before_they_are_up_leaves_none_behind_either() -> None:
    workers = Workers(2)
    workers.start()
    await asyncio.sleep(0)
    await workers.stop()
    assert workers.pids == frozenset()


def test_a_worker_ends_when_nobody_asks_any_more() -> None:
    asking = packed((question(), 50, False))
    done = subprocess.run(
        COMMAND,
        input=asking,
        capture_output=True,
        check=True,
        timeout=300,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": "."},
    )
    assert packed(decide(question(), Budget(50))) in done.stdout
    assert done.stderr == b""


async def test_nothing_but_the_engine_is_in_a_worker(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONVERBOSE", "1")
    async with Workers(1, patience=60) as workers:
        await workers.until_up(1)
        await workers.think(question())
    found = set(re.findall(r"^import '(\S+)' #", capfd.readouterr().err, re.MULTILINE))
    assert {"bot.tables.thinking", "engine.players.phat", "engine.games.pitch"} <= found
    packages = {name.split(".")[0] for name in found}
    assert packages.isdisjoint({"discord", "aiohttp", "aiosqlite", "sqlite3", "asyncio", "dotenv", "yarl"})
    assert {name for name in found if name.startswith("bot")} == {"bot", "bot.tables", "bot.tables.thinking"}


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no niceness here")
async def test_workers_are_nicer_than_the_bot(workers: Workers) -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for pid in workers.pids:
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(own + 10, 19)


# --- At a table -----------------------------------------------------------------------------------


async def play_a_deal(house: House, *, kill: Workers | None = None) -> None:
    """Ann among hard computers, until the deal is over; the workers of ``kill`` are killed several times."""
    table = await house.open(ANN)
    for _ in range(3):
        await house.service.submit(table.id, ANN, 0, AddComputer("hard"))
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    chance = source(3)
    while True:
        await house.settle()
        table = await house.service.table(table.id)
        if table.row.phase != "playing":
            break
        assert table.to_act() == (0,), "all others have played"
        if kill is not None and len(table.game.view(table.match, None).tricks) % 6 == 0:
            for pid in await kill.until_up(1):
                os.kill(pid, signal.SIGKILL)
        await house.play_one(table.id, (ANN,), chance)
    assert len(table.game.view(table.match, None).tricks) == 13


async def test_workers_that_die_stop_no_table(tmp_path: Path) -> None:
    async with Workers(2, patience=60, rollouts=50) as workers:
        house = await build(tmp_path / "tables.sqlite3", [1_000_000.0], Recorder(), deciding=Deciding(workers))
        await play_a_deal(house, kill=workers)
        await house.close()


async def test_a_table_closes_while_its_computers_think(tmp_path: Path) -> None:
    async with Workers(1, patience=60, command=SILENT_WORKER) as workers:
        await workers.until_up(1)
        house = await build(tmp_path / "tables.sqlite3", [1_000_000.0], Recorder(), deciding=Deciding(workers))
        table = await house.open(ANN)
        for _ in range(3):
            await house.service.submit(table.id, ANN, 0, AddComputer("hard"))
        await house.service.submit(table.id, ANN, 0, Start())
        assert house.computers.busy
        async with asyncio.timeout(60):
            await house.close()


@pytest.mark.parametrize("crowded", [True, False])
async def test_workers_without_time_stop_no_table(crowded: bool, tmp_path: Path) -> None:
    """Nobody is taken any more, or everybody waits in vain: the policy plays."""
    async with Workers(1, patience=60 if crowded else 0.001, command=SILENT_WORKER) as workers:
        await workers.until_up(1)
        others = [asyncio.create_task(workers.think(question())) for _ in range(WAITING if crowded else 0)]
        if crowded:
            await until(lambda: workers.waiting == WAITING - 1)
            others.append(asyncio.create_task(workers.think(question())))
            await until(lambda: workers.waiting == WAITING)
        house = await build(tmp_path / "tables.sqlite3", [1_000_000.0], Recorder(), deciding=Deciding(workers))
        await play_a_deal(house)
        await house.close()
    await asyncio.gather(*others)
