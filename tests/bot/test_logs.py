"""What is written about the bot's doings: for people and for hosts, with ids and without anything private."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
from collections.abc import Iterator

import pytest

from bot import logs

TOKEN = "aW50ZXJhY3Rpb246MTIz.secret-token"
ADDRESS = "We are being rate limited. PATCH https://discord.com/api/v10/webhooks/123/{}/messages/@original responded"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """What a test sets up is taken down again."""
    root, library = logging.getLogger(), logging.getLogger("discord")
    handlers, level, librarys_level = root.handlers[:], root.level, library.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    library.setLevel(librarys_level)


def test_a_host_gets_one_json_object_a_line_with_the_ids_of_what_it_is_about() -> None:
    stream = io.StringIO()
    logs.set_up(stream)
    with logs.about(interaction=1160000000000000003, table=7):
        try:
            raise ValueError("two\nlines")
        except ValueError:
            logging.getLogger("bot.somewhere").exception("it did not work for %d", 4)
    logging.getLogger("bot.somewhere").warning("afterwards")
    first, second = (json.loads(line) for line in stream.getvalue().splitlines())
    assert (first["level"], first["logger"], first["message"]) == ("error", "bot.somewhere", "it did not work for 4")
    assert (first["interaction"], first["table"]) == ("1160000000000000003", "7")
    assert first["error"].endswith("ValueError: two\nlines")
    assert first["time"].endswith("+00:00")
    assert set(second) == {"time", "level", "logger", "message"}


def test_people_get_a_readable_line_with_the_ids_at_its_end() -> None:
    stream = Terminal()
    logs.set_up(stream)
    with logs.about(table=7, interaction=None):
        logging.getLogger("bot.somewhere").info("dealt")
    assert stream.getvalue().endswith(" INFO bot.somewhere: dealt [table 7]\n")


@pytest.mark.parametrize("kind", [io.StringIO, Terminal])
def test_a_token_in_an_address_is_never_written(kind: type[io.StringIO]) -> None:
    stream = kind()
    logs.set_up(stream)
    logging.getLogger("discord.http").warning(ADDRESS.format(TOKEN))
    assert "secret-token" not in stream.getvalue()
    assert "/webhooks/123/…/messages/@original" in stream.getvalue()


async def test_ids_go_with_the_task_and_those_it_starts_and_with_no_other() -> None:
    stream = io.StringIO()
    logs.set_up(stream)
    log = logging.getLogger("bot.somewhere")

    async def click(number: int) -> None:
        with logs.about(table=number):
            await asyncio.sleep(0)
            await asyncio.gather(asyncio.create_task(asyncio.sleep(0)))
            log.info("click %d", number)
            log.info("afterwards %d", number)

    async def command() -> None:
        logs.from_now_on(interaction=9)
        await asyncio.sleep(0)
        log.info("command")

    await asyncio.gather(click(1), click(2), asyncio.create_task(command()))
    said = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert all(line["table"] == line["message"][-1] for line in said if "table" in line)
    assert [line.get("interaction") for line in said if line["message"] == "command"] == ["9"]
    assert len(said) == 5
    log.info("nothing")
    assert "table" not in json.loads(stream.getvalue().splitlines()[-1])


def test_the_librarys_chatter_stays_out() -> None:
    stream = io.StringIO()
    logs.set_up(stream)
    logging.getLogger("discord.gateway").info("Shard ID None has connected")
    assert stream.getvalue() == ""
    assert sys.stderr is not stream
