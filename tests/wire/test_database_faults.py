"""A database that fails the bot: at the start one sentence and its exit code; while it runs the tables wait.

Afterwards nothing is lost: the file is sound, and its matches come to what its books say.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

import pytest

from bot.practice import club
from bot.practice.server import Practice
from bot.store.database import Database
from tests.wire.conftest import Join
from tests.wire.driver import Message, Person
from tests.wire.player import (
    ROOM,
    as_message,
    cards_in,
    hand_of,
    held,
    is_asked,
    is_over,
    open_table,
    play_a_card,
    play_deal,
    press,
    says,
)
from tests.wire.process import BotProcess, at, command, environment, rows
from tests.wire.test_process import sentences

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of a running process are Linux's")

STORAGE = "The scores cannot be written just now; nothing was changed."
PEOPLE = (club.ANN_ID, club.BO_ID, club.CLEO_ID, club.DANA_ID)


# --- At the start -----------------------------------------------------------------------------------


def garbage(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)


def a_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 9999")


def anothers(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:6000])


def content(path: Path) -> bytes | None:
    return None if path.is_dir() else path.read_bytes()


@pytest.mark.parametrize("spoil", [garbage, a_directory, newer, anothers, cut_off])
async def test_a_file_that_is_no_database_of_ours_is_named_in_a_sentence_and_left_alone(
    spoil: Callable[[Path], None], practice: Practice, tmp_path: Path
) -> None:
    path = tmp_path / "tables.sqlite3"
    await (await Database.open(path)).close()
    spoil(path)
    before = content(path)
    bot = await BotProcess.start(tmp_path, **at(practice))
    assert await bot.end() == 2
    (sentence,) = sentences(bot)
    assert str(path) in sentence
    assert sentence.endswith((".", ")."))
    assert practice.gateway.identifies == 0
    for words in (("bot", "check"), ("bot.store", "check")):
        code, out, err = await command(tmp_path, *words)
        assert code in (1, 2)
        assert "Traceback" not in out + err
        assert str(path) in out + err
    assert content(path) == before


async def test_a_file_that_another_program_keeps_locked_at_the_start(practice: Practice, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    await (await Database.open(path)).close()
    async with locked(path):
        bot = await BotProcess.start(tmp_path, **at(practice))
        # That passes: a host may start the bot again.
        assert await bot.end() == 1
    (sentence,) = sentences(bot)
    assert sentence == f"Another program keeps the database {path} locked."


async def test_no_room_for_anything_at_the_start(practice: Practice, tmp_path: Path) -> None:
    program = "import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "
    program += "os.execv(sys.executable, [sys.executable, '-m', 'bot'])"
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        cwd=tmp_path,
        env=environment(DATABASE_PATH=str(tmp_path / "tables.sqlite3"), **at(practice)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await process.communicate()
    (sentence,) = out.decode().splitlines()
    assert process.returncode == 2
    assert sentence.endswith("cannot be written: File too large.")


# --- While it runs ----------------------------------------------------------------------------------


async def test_a_full_disk_refuses_a_card_in_a_sentence_and_play_goes_on_when_there_is_room(
    practice: Practice, join: Join, tmp_path: Path
) -> None:
    small_pages(tmp_path / "tables.sqlite3")
    bot = await BotProcess.joining(practice, tmp_path, program="tests.wire.small_disk")
    people = await four_who_play(join)
    full(tmp_path)
    refused = await play_until_refused(people)
    again = await press(refused, "My hand")
    assert is_asked(again), "whoever was refused is still asked"
    await refuses_a_card(refused, again, tmp_path)
    room(tmp_path)
    await play_deal(people, Random(3))
    assert rows(tmp_path, "SELECT COUNT(*) FROM actions WHERE deal_no = 1") == [(52,)]
    await in_peace(bot, tmp_path)


async def test_computers_wait_for_room_and_do_not_spin(practice: Practice, join: Join, tmp_path: Path) -> None:
    small_pages(tmp_path / "tables.sqlite3")
    bot = await BotProcess.joining(practice, tmp_path, program="tests.wire.small_disk")
    (ann,) = await join(club.ANN_ID)
    await open_table(ann)
    await press(ann, "Play now with computers")
    full(tmp_path)
    begun = time.monotonic()
    waits = "the computer at seat"
    while waits not in bot.said:
        hand = await hand_of(ann)
        if is_over(hand):
            # Each time the cards of a trick were quicker than the disk was full.
            room(tmp_path)
            await ann.click(hand, label="Next deal")
            full(tmp_path)
        elif is_asked(hand):
            answer = as_message(await ann.click(hand, label=cards_in(hand)[0]))
            if STORAGE in says(answer):
                # One row of room for the card, so that it is a computer's that finds none.
                room(tmp_path)
                await play_a_card(ann, answer, Random(1))
                full(tmp_path)
    await bot.until(waits)
    # It tries again after 0.3 s.
    assert len([line for line in bot.lines if waits in line]) < 10 * (time.monotonic() - begun + 1)
    room(tmp_path)
    await ann.until(lambda seer: is_asked(newest_hand(seer)) or is_over(newest_hand(seer)))
    await play_deal([ann], Random(4))
    assert rows(tmp_path, "SELECT COUNT(*) FROM actions WHERE deal_no = 1") == [(52,)]
    await in_peace(bot, tmp_path)


async def test_a_disk_that_fails_at_a_commit_is_told_in_a_sentence_and_loses_nothing(
    practice: Practice, join: Join, tmp_path: Path
) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    people = await four_who_play(join)
    asked, hand = await on_turn(people)
    with no_file_may_grow(bot):
        await refuses_a_card(asked, hand, tmp_path)
    await play_deal(people, Random(5))
    await bot.until("The disk failed")
    await in_peace(bot, tmp_path)


async def test_another_programs_lock_is_waited_for_and_a_long_one_is_told(
    practice: Practice, join: Join, tmp_path: Path
) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    people = await four_who_play(join)
    path = tmp_path / "tables.sqlite3"
    asked, hand = await on_turn(people)
    while True:
        async with locked(path) as lock:
            begun = time.monotonic()
            click = asyncio.create_task(asked.click(hand, label=cards_in(hand)[0]))
            await asyncio.sleep(0.3)
            lock.rollback()
            kept = time.monotonic() - begun
            after = as_message(await click)
        if STORAGE not in says(after):
            break
        assert kept > 1.0, "that was not long"
    assert cards_in(hand)[0] not in held(after)
    asked, hand = await on_turn(people)
    async with locked(path):
        await refuses_a_card(asked, hand, tmp_path)
    await play_deal(people, Random(6))
    await bot.until("keeps the database")
    await in_peace(bot, tmp_path)


async def test_a_damaged_page_met_while_playing_is_told_and_the_rest_goes_on(
    practice: Practice, join: Join, tmp_path: Path
) -> None:
    bot = await BotProcess.joining(practice, tmp_path)
    people = await four_who_play(join)
    path = tmp_path / "tables.sqlite3"
    damage(path, "ratings", "totals")
    said = says(as_message(await people[0].command("leaderboard", channel=ROOM)))
    assert said == STORAGE
    told = await bot.until("is damaged")
    assert "put a backup in its place" in json.loads(told)["message"]
    assert "Traceback" not in bot.said
    asked, hand = await on_turn(people)
    await play_a_card(asked, hand, Random(1))
    assert await bot.terminate() == 0
    code, out, err = await command(tmp_path, "bot", "check")
    assert code == 1
    assert "Traceback" not in out + err


# --- What is done to it -----------------------------------------------------------------------------


@asynccontextmanager
async def locked(path: Path) -> AsyncIterator[sqlite3.Connection]:
    """Another program writes to the file, and does not come to an end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def small_pages(path: Path) -> None:
    """A file that is full after few rows."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA page_size = 512")
        connection.execute("VACUUM")


def full(home: Path) -> None:
    """From now on the database does not grow."""
    (home / "room").write_text("0")


def room(home: Path) -> None:
    """There is room again."""
    (home / "room").unlink()


class no_file_may_grow:
    """No file of the bot's may be written to beyond its first byte, as on a disk that fails."""

    def __init__(self, bot: BotProcess) -> None:
        self._pid = bot.pid

    def __enter__(self) -> None:
        self._before = resource.prlimit(self._pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (1, self._before[1]))

    def __exit__(self, *_: object) -> None:
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, self._before)


def damage(path: Path, *tables: str) -> None:
    """Overwrite the pages of these tables while the bot has the file open, and have it read them again."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        marks = ",".join("?" * len(tables))
        found = connection.execute(f"SELECT rootpage FROM sqlite_master WHERE tbl_name IN ({marks})", tables).fetchall()
        with path.open("r+b") as file:
            for (page,) in found:
                file.seek((page - 1) * size)
                file.write(b"\xff" * size)
        connection.execute("UPDATE meta SET value = value")


# --- What is done at the table ----------------------------------------------------------------------


async def four_who_play(join: Join) -> list[Person]:
    """Four people at a table that has started."""
    people = await join(*PEOPLE)
    await open_table(*people)
    await press(people[0], "Start")
    return people


async def on_turn(people: list[Person]) -> tuple[Person, Message]:
    """Who is asked for a card, with their hand."""
    while True:
        for person in people:
            hand = await hand_of(person)
            if is_asked(hand):
                return person, hand


async def play_until_refused(people: list[Person]) -> Person:
    """Cards are played until one finds no room: whose that was."""
    while True:
        person, hand = await on_turn(people)
        if STORAGE in says(as_message(await person.click(hand, label=cards_in(hand)[0]))):
            return person


async def refuses_a_card(person: Person, hand: Message, home: Path) -> None:
    """A card is refused for want of the database, in its sentence, and nothing is written of it."""
    before = rows(home, "SELECT * FROM actions")
    assert STORAGE in says(as_message(await person.click(hand, label=cards_in(hand)[0])))
    assert rows(home, "SELECT * FROM actions") == before


def newest_hand(person: Person) -> Message:
    return max((each for each in person.private() if held(each) or is_over(each)), key=lambda each: int(each["id"]))


async def in_peace(bot: BotProcess, home: Path) -> None:
    """The bot ends as it should, and nothing was lost."""
    assert "Traceback" not in bot.said
    assert await bot.terminate() == 0
    assert (await command(home, "bot.store", "check"))[0] == 0
    code, out, err = await command(home, "bot", "check")
    assert code == 0, out + err
