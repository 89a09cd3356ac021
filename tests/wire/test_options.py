"""The rules of a lobby over the wire: selects, the form, and a short match by them."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bot.practice import club
from tests.wire.conftest import Join
from tests.wire.driver import Message, Modal, Person, selects
from tests.wire.player import as_message, offers, open_table, play_match, press, says, table_with
from tests.wire.process import BotProcess, rows


async def panel(host: Person) -> Message:
    """The panel of the rules, opened by way of More."""
    return as_message(await host.click(await press(host, "More"), label="Options"))


async def test_a_match_to_a_number_from_the_form(bot: BotProcess, join: Join, tmp_path: Path) -> None:
    people = await join(club.ANN_ID, club.BO_ID, club.CLEO_ID, club.DANA_ID)
    ann, bo = people[:2]
    await open_table(*people)
    shown = await panel(ann)
    values = as_message(await ann.choose(shown, "t:1:0:option:", "target"))
    form = await ann.click(values, label="Another number")
    assert isinstance(form, Modal)
    refused = as_message(await ann.submit(form, number="no end"))
    assert refused["id"] == shown["id"]
    assert "That takes a whole number from 1 to 1000" in says(refused)
    form = await ann.click(refused, label="Another number")
    assert isinstance(form, Modal)
    changed = as_message(await ann.submit(form, number="20"))
    assert changed["id"] == shown["id"]
    assert "First to 20 points." in says(changed)
    own = await panel(bo)
    assert "First to 20 points." in says(own)
    assert not selects(own)
    await press(bo, "Start")
    await play_match(people, Random(5))
    assert offers(await table_with(ann, "Rematch"), "Rematch")
    (row,) = rows(tmp_path, "SELECT options, house_rules FROM tables")
    assert tuple(row) == ('{"target":20}', 0)
    # By rules that are neither the sheet's nor the server's, nothing counts where a server has set nothing else.
    assert {row[0] for row in rows(tmp_path, "SELECT reach FROM totals")} == {1}
