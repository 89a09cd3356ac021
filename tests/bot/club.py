"""A server with the real bot in it. With `tests/bot/player.py` this is all that knows SimCord.

The client runs in process against an in-memory Discord. Time is that Discord's clock, which only `Club.passes` moves;
chance comes from a seed. Each action returns once the bot has come to rest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import discord
import pytest
import simcord
import simcord.interactions
from simcord._runtime import _attach_bot
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import OverwriteType

from bot.client import Pacing, TricktableClient
from bot.emoji import Drawing
from bot.store import meta
from bot.store.database import Database
from bot.tables.model import Table
from bot.tables.service import TableService
from engine.game import Source
from tests.bot.messages import Seen, flattened
from tests.bot.patience import PatientEnv
from tests.store import fresh

T = TypeVar("T")

AT_ONCE = Pacing(computers=0, showing=0, rate=1e9)
_COMMAND, _COMPONENT, _EPHEMERAL = 2, 3, 1 << 6
#: The type of an answer that is a message.
_MESSAGE = 4


def source(seed: int) -> Source:
    """Chance from a seed."""
    random = Random(seed)
    return lambda below: int(random.random() * below)


class _Parked(asyncio.Event):
    """What the dispatcher of deadlines waits on; SimCord is told not to wait for it."""

    def __init__(self, env: simcord.Env) -> None:
        super().__init__()
        self._env = env

    async def wait(self) -> Any:
        return await self._env.external_wait(super().wait(), reason="the next deadline")


class _Log(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@dataclass(frozen=True)
class Answer:
    """How one click or command was answered. ``kind``: ``message`` (a new one), ``update`` (of the clicked one) …

    ``form``: what was opened, where it was a form.
    """

    kind: str | None
    message: Seen | None
    followups: tuple[Seen, ...] = ()
    form: dict[str, Any] | None = None

    @property
    def text(self) -> str:
        """All visible text of the answer."""
        return self._seen.text

    @property
    def private(self) -> bool:
        """Whether only its person sees it."""
        return self._seen.private

    @property
    def seen(self) -> Seen:
        """The answer's message."""
        return self._seen

    @property
    def _seen(self) -> Seen:
        assert self.message is not None, "the answer has no message"
        return self.message


@dataclass(frozen=True)
class Deed:
    """A click, or the sending of a form, that has not happened yet."""

    person: int
    guild: int
    channel: int
    message: int
    data: dict[str, Any]
    type: int = _COMPONENT


class Club:
    """The server, its channel, the bot and the database under it."""

    def __init__(self, path: Path, seed: int, drawing: Drawing | None = None) -> None:
        self.path = path
        self.seed = seed
        self.drawing = drawing
        self.log = _Log()
        #: Languages by person or server, as Discord has them; English where nothing stands.
        self.locales: dict[int, str] = {}
        #: Pieces of log lines that are errors a test provokes on purpose.
        self.expected: list[str] = []
        #: Whether a test lets interactions go unanswered on purpose.
        self.unanswered = False
        self.database: Database
        self.client: TricktableClient
        self.env: simcord.Env
        self.guild: GuildHandle
        self.channel: ChannelHandle

    async def build(self) -> TricktableClient:
        """The database and a client over it, as a fresh process would have them."""
        self.database = await fresh.database(self.path)
        self.seed += 100
        chance = source(self.seed)
        service = TableService(
            # Rounded, so that a deadline's own timer never finds it a microsecond away.
            self.database,
            now=lambda: round(self.env.now().timestamp(), 2),
            source=chance,
            salt=lambda: f"{chance(10**9):032x}",
        )
        return TricktableClient(self.database, AT_ONCE, shard_count=1, service=service, drawing=self.drawing)

    def use(self, client: TricktableClient) -> None:
        """Have this client in the server from now on."""
        self.client = client
        # However busy the machine is: tests look at pictures, not at how fast they came.
        client.studio.patience = 60.0
        client.deadlines._sooner = _Parked(self.env)

    async def restart(self, *, away: float = 0.0) -> None:
        """The process ends and is started again: a new client over the same file, which remembers nothing else."""
        await self.leave()
        self.env.backend.clock.advance(away)
        await self.come_back()

    async def leave(self) -> None:
        """The process ends."""
        # As `env.restart_bot` does it, but for what may happen between the end and the new start.
        await self.env.settle()
        await meta.beat(self.database, self.env.now().timestamp())
        await self.env._detach_bot()
        await self.database.close()

    async def come_back(self) -> None:
        """The process is started again."""
        self.use(await self.build())
        await _attach_bot(self.env, self.client)
        await self.env.settle()

    # --- Messages ---------------------------------------------------------------------------------

    def place(self, channel: int) -> ChannelHandle:
        """A channel or thread by its id."""
        found = self.env.backend.get_channel(channel)
        guild = next(each for each in self.env._guilds if each.id == found.guild_id)
        return ChannelHandle(self.env, guild, found)

    def messages(self, channel: ChannelHandle | None = None, *, viewer: int | None = None) -> list[Seen]:
        """The messages of a channel that everybody sees (and those that ``viewer`` alone sees), oldest first."""
        stored = self.env.backend.messages.get((channel or self.channel).id, {})
        return [_seen(each) for _, each in sorted(stored.items()) if each.visible_to(viewer)]

    def board(self, channel: ChannelHandle | None = None) -> Seen:
        """The table's public message: the newest public one, but for those that call people, which are plain text."""
        public = [each for each in self.messages(channel) if not each.private and not each.content]
        assert public, "nothing stands in the channel"
        return public[-1]

    def calls(self, channel: ChannelHandle | None = None) -> list[Seen]:
        """The messages that call people, oldest first."""
        return [each for each in self.messages(channel) if not each.private and each.content]

    def delete(self, message: Seen) -> None:
        """A moderator deletes a message; the bot is not told."""
        self.env.backend.messages[message.channel].pop(message.id)

    def fail(self, method: str, path: str, code: int, *, status: int = 400, times: int | None = 1) -> None:
        """Have Discord refuse the next requests of this kind."""
        self.env.inject_error(method, path, status=status, code=code, message="as the test wants it", times=times)

    def forbid(self, *permissions: str) -> None:
        """Take these permissions from the bot in the channel."""
        me = self.env.backend.bot_user.id
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        self.channel._channel.overwrites.append(Overwrite(me, OverwriteType.MEMBER, deny=denied))

    def commands(self) -> list[dict[str, Any]]:
        """The commands as Discord has them."""
        return list(self.env.backend.commands[None].values())

    async def table(self, number: int = 1) -> Table:
        """A table as the service has it."""
        return await self.client.service.table(number)

    async def inside(self, work: Coroutine[Any, Any, T]) -> T:
        """Have the bot itself do something, and wait until it has come to rest."""
        with self.env._bot_scope():
            task = asyncio.create_task(work)
        result = await task
        await self.env.settle()
        return result

    # --- Events and time --------------------------------------------------------------------------

    async def at_once(self, *deeds: Deed) -> list[Answer]:
        """All these clicks reach the bot before it has answered any."""
        records = [self._emit(deed) for deed in deeds]
        await self.env.settle()
        return [self.answer_of(record) for record in records]

    def _emit(self, deed: Deed) -> Any:
        backend = self.env.backend
        record, payload = simcord.interactions.base_payload(
            backend,
            type=deed.type,
            channel_id=deed.channel,
            guild_id=deed.guild,
            user_id=deed.person,
            data=deed.data,
        )
        stored = backend.messages[deed.channel][deed.message]
        payload["message"] = dict(serializers.message_payload(backend, stored))
        record.source_message_id = deed.message
        backend.emit("INTERACTION_CREATE", payload)
        return record

    async def forged_command(self, person: int, guild: int | None, channel: int, data: dict[str, Any]) -> Answer:
        """A command that no honest client would send."""
        record, payload = simcord.interactions.base_payload(
            self.env.backend, type=_COMMAND, channel_id=channel, guild_id=guild, user_id=person, data=data
        )
        self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        return self.answer_of(record)

    def answer_of(self, record: Any) -> Answer:
        """What came back for an interaction, and that something did."""
        assert record.responded or self.unanswered, "nobody answered"
        stored = self.env.backend.messages.get(record.channel_id, {})
        message = stored.get(record.message_id)
        return Answer(
            None if record.response_kind is None else str(record.response_kind.value),
            None if message is None else _seen(message),
            tuple(_seen(stored[each]) for each in record.followup_ids if each in stored),
            record.modal,
        )

    async def passes(self, seconds: float) -> None:
        """Time goes by, and what is due happens."""
        await self.env.advance_time(seconds)

    # --- What went over the wire, and what was logged ---------------------------------------------

    def requests(self, method: str = "", path: str = "") -> list[Any]:
        """The requests so far of this method whose path holds this piece."""
        return [each for each in self.env.http_requests if each.method.startswith(method) and path in each.path]

    def reader_of(self, path: str) -> int | None:
        """Whom a request reaches: the person of the interaction if its answer is private, else everybody (None)."""
        for record in self.env.backend.interactions.values():
            if record.token in path:
                message = self.env.backend.messages.get(record.channel_id, {}).get(record.message_id or 0)
                if message is None:
                    return None if self._answered_all(record.token) else record.user_id
                return record.user_id if record.ephemeral or message.flags & _EPHEMERAL else None
        return None

    def _answered_all(self, token: str) -> bool:
        """Whether an interaction was answered with a public message, which may be gone since."""
        answers = [each.json or {} for each in self.requests("POST", "/callback") if token in each.path]
        return any(each.get("type") == _MESSAGE and not each["data"].get("flags", 0) & _EPHEMERAL for each in answers)

    def logged(self, level: int = logging.WARNING) -> list[str]:
        """What was logged at this level or above."""
        return [each.getMessage() for each in self.log.records if each.levelno >= level]

    def check(self) -> None:
        """At the end of every test: each interaction had exactly one first answer, and nothing failed unseen."""
        answers = [each.path for each in self.requests("POST", "/callback")]
        assert self.unanswered or len(answers) == len(set(answers)), "an interaction was answered twice"
        for record in self.env.backend.interactions.values():
            assert self.unanswered or record.responded, f"an interaction of {record.user_id} was never answered"
        errors = [each for each in self.logged(logging.ERROR) if not any(piece in each for piece in self.expected)]
        assert not errors, f"errors were logged: {errors}"


def _seen(stored: Any) -> Seen:
    private = bool(stored.flags & _EPHEMERAL)
    return Seen(stored.id, stored.channel_id, private, tuple(flattened(stored.components)), stored.content or "")


@asynccontextmanager
async def running(
    directory: Path, patching: pytest.MonkeyPatch, *, seed: int = 7, drawing: Drawing | None = None
) -> AsyncIterator[Club]:
    """A club over a new database in this directory, and all its promises checked at the end.

    Without ``drawing`` cards are letters and symbols.
    """
    club = Club(directory / "club.sqlite3", seed, drawing)
    client = await club.build()
    # SimCord takes a refused command for an error of the bot; what counts here is what is logged.
    env = club.env = PatientEnv(client, check_errors=False)
    club.use(client)
    original = simcord.interactions.base_payload

    def with_language(*given: Any, **named: Any) -> Any:
        record, payload = original(*given, **named)
        payload["locale"] = club.locales.get(record.user_id, "en-US")
        if record.guild_id is not None:
            payload["guild_locale"] = club.locales.get(record.guild_id, "en-US")
        return record, payload

    patching.setattr(simcord.interactions, "base_payload", with_language)
    # A beat of the heart, or a look at the clock, costs a settlement: a quarter of an hour would take long to pass.
    patching.setattr("bot.client.HEARTBEAT", 300.0)
    patching.setattr("bot.tables.standstill.TICK", 300.0)
    # And a machine that is busy with other tests has not stood still.
    patching.setattr("bot.tables.standstill.GAP", float("inf"))
    logging.getLogger().addHandler(club.log)
    try:
        await env.start()
        club.guild = env.create_guild("The card club")
        club.channel = club.guild.create_text_channel("cards")
        await env.settle()
        yield club
        await env.settle()
        club.check()
    finally:
        logging.getLogger().removeHandler(club.log)
        await env.shutdown()
        await club.database.close()
