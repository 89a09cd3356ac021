"""What a table's message has to show, worked out from the file alone; and what stands there."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.practice.server import Practice
from bot.screen.discord import public_message
from bot.store import scores
from bot.store.database import Database
from bot.tables import show
from bot.tables.model import Table
from bot.tables.service import TableService
from bot.wording import texts_of
from tests.wire.cards import in_letters
from tests.wire.driver import Message, buttons, texts
from tests.wire.process import PATIENCE

#: A table's message is right within so many seconds after a fault: the longest wait between two tries, and more than
#: a busy machine takes.
SOON = 120.0

Shown = tuple[list[str], list[tuple[str, str, bool]]]


async def written(home: Path, table_id: int) -> tuple[Table, Shown]:
    """A table as its file tells it, and what its message has to show."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite3"
        source = sqlite3.connect(f"file:{home / 'tables.sqlite3'}?mode=ro", uri=True, timeout=PATIENCE)
        with closing(source), closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        async with await Database.open(copy) as database:
            service = TableService(database)
            table = await service.table(table_id)
            running = await scores.running(database, table_id) if table.row.phase == "over" else ()
            view = show.public(table, running, computers=await service.servers.computers_allowed(table))
            message: Any = public_message(view, texts_of("en-US"))
            components = message.to_components()
            return table, _shown({"content": "", "components": components})


def standing(practice: Practice, channel: int) -> list[Message]:
    """The public messages of a channel that are tables' own, the oldest first."""
    seen = practice.world.messages.visible(str(channel), None)
    return [message.body for message in seen if message.ephemeral_for is None and not message.body["content"]]


async def wrong(practice: Practice, home: Path, table_id: int) -> str:
    """Why what stands is not what has to stand, which is one message a deal; empty if all is well."""
    table, expected = await written(home, table_id)
    bodies = {int(body["id"]): body for body in standing(practice, table.row.channel_id)}
    # What ended between two deals says so in the message of the next one, if that was there already.
    if table.row.message_deal not in (show.shown_deal(table), table.row.deal_no + (table.row.phase == "over")):
        return f"the message noted is of deal {table.row.message_deal}, not {show.shown_deal(table)}"
    if table.row.message_id not in bodies:
        return f"the message noted does not stand: {bodies}"
    if (seen := _shown(bodies[table.row.message_id])) != expected:
        return f"it shows {seen}, not {expected}"
    earlier = [body for number, body in bodies.items() if number != table.row.message_id]
    if open_ones := [_shown(body)[0] for body in earlier if buttons(body)]:
        return f"earlier messages are no summaries: {open_ones}"
    # A match that is ended or paused between two deals says so in the message that was posted for the next one.
    messages = {max(1, table.row.deal_no), table.row.deal_no + (table.row.phase in ("between", "paused", "over"))}
    if len(bodies) not in messages:
        return f"{len(bodies)} messages instead of {messages}: {[_shown(each)[0] for each in bodies.values()]}"
    return ""


async def right(practice: Practice, home: Path, table_id: int = 1) -> None:
    """Wait until the table's message is as it has to be, and no other one of any deal stands."""
    found = "not looked at"
    try:
        async with asyncio.timeout(SOON):
            while found := await wrong(practice, home, table_id):  # noqa: ASYNC110 - looks at a file
                await asyncio.sleep(0.1)
    except TimeoutError:
        raise AssertionError(found) from None


def _shown(message: Message) -> Shown:
    return (
        [in_letters(text) for text in texts(message)],
        [(each.get("label") or "", each["custom_id"], bool(each.get("disabled"))) for each in buttons(message)],
    )
