"""Records fetched and checked as people do it, and the books checked and copied beside the running bot."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import shutil
from pathlib import Path
from random import Random

import pytest

from bot.practice import club
from tests.wire.conftest import Join
from tests.wire.driver import Message, Modal, Person
from tests.wire.player import (
    ROOM,
    as_message,
    hand_of,
    is_over,
    open_table,
    play_deal,
    play_match,
    press,
    says,
    table_with,
)
from tests.wire.process import ROOT, BotProcess, command, rows

THREE = (club.ANN_ID, club.BO_ID, club.CLEO_ID)


async def begin(people: list[Person], target: str) -> None:
    """A table of these people and computers, to so many points, begun."""
    host = people[0]
    await open_table(*people)
    panel = as_message(await host.click(await press(host, "More"), label="Options"))
    values = as_message(await host.choose(panel, "t:1:0:option:", "target"))
    form = await host.click(values, label="Another number")
    assert isinstance(form, Modal)
    await host.submit(form, number=target)
    await press(host, "Start")


async def verified(person: Person, answer: Message, home: Path) -> dict[str, object]:
    """The record that came with an answer, downloaded and checked on the command line."""
    assert answer["ephemeral_for"] == person.id
    name, content = await person.download(answer)
    (home / name).write_bytes(content)
    assert await command(home, "engine", "verify", name) == (0, "ok\n", "")
    whole: dict[str, object] = json.loads(content)
    return whole


async def test_a_record_fetched_by_its_player_verifies_while_the_match_goes_on_and_after_it(
    bot: BotProcess, join: Join, tmp_path: Path
) -> None:
    people = await join(*THREE)
    ann, bo, cleo = people
    await begin(people, "121")
    await play_deal(people, Random(3))
    for person in people:
        hand = await hand_of(person)
        assert is_over(hand)
        await person.click(hand, label="Next deal")
    await table_with(ann, "My hand")
    whole = await verified(ann, as_message(await ann.command("table record", channel=ROOM)), tmp_path)
    assert whole["result"] == {"finished": False}
    (salt, cards), *_ = rows(tmp_path, "SELECT salt, hands FROM deals WHERE no = 2")
    text = json.dumps(whole)
    assert salt not in text
    assert json.dumps(cards.split("/")[0].split()) not in text

    await play_match(people, Random(5))
    summary = await table_with(bo, "Rematch")
    found = re.search(r"-# match (\w+)", says(summary))
    assert found is not None
    for answer, person in (
        (await bo.click(summary, label="Record"), bo),
        (await cleo.command("table record", channel=ROOM, match=found[1]), cleo),
    ):
        whole = await verified(person, as_message(answer), tmp_path)
        assert (tmp_path / f"phat-{found[1]}.json").exists()
        (winners,) = [json.loads(row[0]) for row in rows(tmp_path, "SELECT winners FROM results")]
        assert whole["result"]["winners"] == winners  # type: ignore[index]
        assert whole["players"] == ["Ann", "Bo", "Cleo", "computer normal"]
    (offered, *_) = await cleo.complete("replay", "match", channel=ROOM, match="")
    assert offered["value"] == found[1]
    replay = as_message(await cleo.command("replay", channel=ROOM, match=offered["value"]))
    for step in range(1, 20):
        replay = as_message(await cleo.click(replay, label="Next"))
        assert f"{step} of 52" in says(replay)


async def test_the_proof_that_more_shows_holds_by_hand(bot: BotProcess, join: Join) -> None:
    """As the README has it: the text copied out of the message, a SHA-256 tool, and the seal noted before the deal."""
    (ann,) = people = await join(club.ANN_ID)
    await begin(people, "181")
    noted = re.search(r"deal `([0-9a-f]{16})`", says(await table_with(ann, "My hand")))
    assert noted is not None
    await play_deal(people, Random(3))
    proof = as_message(await ann.click(await press(ann, "More"), label="Fairness proof"))
    found = re.search(r"seal `([0-9a-f]{64})`\n```\n(.+)\n```", says(proof))
    assert found is not None
    assert found[1].startswith(noted[1])
    assert found[1] == hashlib.sha256(found[2].encode()).hexdigest()
    by_hand = re.findall(r"`(printf [^`]*\| (\w+)[^`]*)`", (ROOT / "README.md").read_text("utf-8"))
    assert [tool for _, tool in by_hand] == ["sha256sum", "shasum"]
    for line, tool in by_hand:
        if shutil.which(tool) is None:
            continue
        process = await asyncio.create_subprocess_exec(
            "sh", "-c", line.replace("THE LINE", found[2]), stdout=asyncio.subprocess.PIPE
        )
        out, _ = await process.communicate()
        assert out.decode().split()[0] == found[1], line


@pytest.mark.soak
async def test_the_books_are_checked_and_copied_while_the_bot_plays(
    bot: BotProcess, join: Join, tmp_path: Path
) -> None:
    people = await join(club.ANN_ID)
    await begin(people, "300")
    playing = asyncio.create_task(play_match(people, Random(1)))
    for copy in ("first.sqlite3", "second.sqlite3"):
        code, out, err = await command(tmp_path, "bot.store", "backup", copy)
        assert (code, out, err) == (0, f"{copy}: a copy of {tmp_path / 'tables.sqlite3'}\n", "")
        for of in ((), (copy,)):
            code, out, err = await command(tmp_path, "bot", "check", *of)
            assert (code, err) == (0, ""), out
            assert "ok; matches: 1, deals: " in out
        assert (await command(tmp_path, "bot.store", "check", copy))[0] == 0
    await playing
    code, out, _ = await command(tmp_path, "bot", "check")
    deals = len(rows(tmp_path, "SELECT no FROM deals"))
    assert (code, out) == (0, f"{tmp_path / 'tables.sqlite3'}: ok; matches: 1, deals: {deals}\n")
    assert bot.running
