"""The Discord client: what it listens to, and how the parts of the bot are put together around it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
import yarl

from bot import health, names
from bot.answers import Answers
from bot.commands.words import Translator
from bot.drawing.studio import Studio
from bot.emoji import CardEmoji, Drawing
from bot.lost import LostPlaces
from bot.restraint import Restraint
from bot.screen.discord import DiscordScreen
from bot.screen.illustrating import Illustrator
from bot.settings import Settings
from bot.store import meta
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.sync import CommandSync
from bot.tables import publisher as publishing
from bot.tables.call_lines import CallLines
from bot.tables.clock import Deadlines
from bot.tables.computers import Computers
from bot.tables.deciding import Deciding
from bot.tables.outages import Outages
from bot.tables.pacing import LONGEST, RETRY
from bot.tables.publisher import Publisher
from bot.tables.service import TableService
from bot.tables.standstill import Standstill
from bot.tables.workers import Workers
from bot.tally import Tally
from bot.unheard import Unheard
from bot.upkeep import Upkeep
from bot.wiring import clicks_and_commands
from bot.wording import Wording

LOG = logging.getLogger(__name__)

#: Seconds that a start waits for Discord to take the commands, before it goes on without.
PATIENCE = 10.0
#: Seconds between two notes that we are alive: the time away is known to this precision.
HEARTBEAT = 10.0

# The library warns at every start that its voice extras are missing; a card table has no use for them.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class _NotYet(Exception):
    """A connection did not come about: it is to be tried again."""


@dataclass(frozen=True, slots=True)
class Pacing:
    """How fast the bot may be seen to act; tests set all to nothing."""

    computers: float
    showing: float = publishing.INTERVAL
    rate: float = publishing.RATE


class TricktableClient(discord.AutoShardedClient):
    """The bot in Discord, over an open database. Closing it leaves database and workers to whoever opened them.

    ``workers`` think for hard computer players; without them these answer by their policy alone. ``drawing`` gives the
    pictures of cards; without it cards are letters and symbols. ``service`` (over the same database) is for tests,
    which bring their own time and luck.
    """

    def __init__(
        self,
        database: Database,
        pacing: Pacing,
        *,
        shard_count: int | None = None,
        service: TableService | None = None,
        workers: Workers | None = None,
        drawing: Drawing | None = None,
    ) -> None:
        self.restraint = Restraint()
        trace = self.restraint.trace()
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_count=shard_count,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=trace,
        )
        self.database = database
        self.tally = Tally()
        self.service = service or TableService(database)
        self.card_emoji = CardEmoji(self, self.tally, drawing)
        wording = Wording(self.card_emoji.tiles)
        self.studio = Studio(self.tally.without_picture)
        self.service.listen_for_erasures(lambda person: self.studio.forget())
        self.service.listen_for_erasures(lambda person: names.forget())
        illustrator = Illustrator(self.studio, self.service.servers.pictures_in)
        screen = DiscordScreen(self, self.tally, self.restraint, self.service.servers.language_of, wording, illustrator)
        self._knows = screen.knows
        self.publisher = Publisher(self.service, screen, interval=pacing.showing, rate=pacing.rate)
        self.call_lines = CallLines(
            self.service, self.publisher, screen, interval=pacing.showing, reachable=self._reachable
        )
        self.deciding = Deciding(workers)
        self.computers = Computers(self.service, self.deciding, pacing.computers)
        self.outages = Outages(self.service, self._connection_of)
        self._standstill = Standstill(self.outages)
        self._unheard = Unheard(
            lambda: self.http.request(discord.http.Route("GET", "/users/@me")),
            self.outages.lost_answers,
            self.outages.back_answers,
        )
        # Nothing is asked of Discord before the login: until then there is nothing to hear.
        self._unheard.listen(trace)
        self.deadlines = Deadlines(self.service, self._reachable)
        self.upkeep = Upkeep(self.service)
        self.lost = LostPlaces(self, self.service)
        self.answer = Answers(self.service, self.publisher, self.tally, wording, illustrator)
        self._sync = CommandSync(database, self.tally)
        self.router, self.tree = clicks_and_commands(
            self, self.service, self.publisher, self.answer, self.deciding, self.tally, lambda: self.command_ids
        )
        #: The servers as their connections brought them last, and those that the newest one has not brought again.
        self._servers: dict[int, discord.Guild] = {}
        self._not_brought: set[int] = set()
        #: The connections that are being made for the first time.
        self._launching: set[int] = set()
        self._telling: asyncio.Task[None] | None = None
        self._taking_up: asyncio.Task[None] | None = None
        self._heart: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """After login: take up the tables, and tell Discord the commands if they changed. Safe to run again."""
        assert self.application_id is not None
        await self.tree.set_translator(Translator())
        self.card_emoji.start()
        if self._heart is None:
            await self.service.wake()
            self.outages.start()
            self._unheard.start()
            self._standstill.start()
            self.deadlines.start()
            # Aside: the more tables there are the longer it takes, and a click that comes first reads its own table.
            self._taking_up = asyncio.create_task(self._take_up(), name="taking up")
            self._heart = asyncio.create_task(self._beat(), name="heartbeat")
            self._counting = asyncio.create_task(self.tally.write_regularly(), name="tally")
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._sync.tell(self.tree, self.application_id), name="commands")
        # No table waits for Discord to take the commands, and nobody for long: those it has from before do as well.
        await asyncio.wait((self._telling,), timeout=PATIENCE)
        if self._telling.done():
            self._telling.result()

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Make a connection for the first time, however often it has to be tried.

        The library tries again, after five seconds, by calling this from within itself: after an hour and a half of
        that Python allows no deeper call. So we come back from there each time.
        """
        if shard_id in self._launching:
            raise _NotYet
        self._launching.add(shard_id)
        try:
            while True:
                try:
                    await super().launch_shard(gateway, shard_id, initial=initial)
                except _NotYet:
                    initial = False
                else:
                    return
        finally:
            self._launching.discard(shard_id)

    @property
    def command_ids(self) -> dict[str, int]:
        """Discord's ids of the commands by name, as far as it has said them."""
        return self._sync.ids

    def _connection_of(self, guild: int) -> int:
        """By which of our connections a server's people reach us, as Discord shares servers out."""
        return (guild >> 22) % (self.shard_count or 1)

    def _reachable(self, guild: int) -> bool:
        """Whether people of a server and we reach each other: its connection stands, as it does; answers are taken."""
        return self._standstill.reachable(guild) and self._knows(guild)

    async def close(self) -> None:
        """Stop acting, then leave Discord. Whoever has to act, and by when, stands in the database."""
        for task in (self._taking_up, self._heart, self._counting, self._telling):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        self._taking_up = self._heart = self._counting = self._telling = None
        await self.card_emoji.stop()
        await self.deadlines.stop()
        await self._standstill.stop()
        await self._unheard.stop()
        if not self.outages.cut_off:
            await self._note_alive()
        await self.computers.stop()
        await self.call_lines.stop()
        await self.publisher.stop()
        self.studio.close()
        await super().close()

    async def _take_up(self) -> None:
        wait, calling = RETRY, False
        while True:
            whole = await self.service.take_up()
            try:
                if not calling:
                    await self.call_lines.start()
                calling = True
            except StoreError as error:
                LOG.error("nobody can be called yet: %s", error)
            if whole and calling:
                return
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                if not self.outages.cut_off:
                    await self._note_alive()
                    await self.upkeep.run_due()
                if self._taking_up is None or self._taking_up.done():
                    # A table that came into being while the database failed: a rematch.
                    await self.service.take_up()
            except Exception:
                # A heart that stops is noticed only at the next start: by deadlines that come hours late.
                LOG.exception("the heartbeat failed")

    async def _note_alive(self) -> None:
        """Whoever cannot reach us although we are, by another connection or in a server's outage, is noted too."""
        try:
            waiting = {} if self.outages.whole(self.shard_count or 1) else await self.outages.waiting()
            await meta.beat(self.database, self.service.now(), waiting)
        except StoreError as error:
            LOG.error("the heartbeat could not be written: %s", error)

    # --- What Discord tells us -------------------------------------------------------------------

    async def on_ready(self) -> None:
        """All connections stand, and each has told of its servers."""
        LOG.info("connected as %s; servers: %d", self.user, len(self.guilds))
        await self._look_around(self.guilds)

    async def on_shard_ready(self, shard: int) -> None:
        """A connection stands, from the beginning, and has told of its servers.

        Where there are several, and one of them begins anew, this is all we hear: `on_ready` waits for the others.
        """
        if self.is_ready() and (self.shard_count or 1) > 1:
            await self._look_around([guild for guild in self.guilds if guild.shard_id == shard])

    async def _look_around(self, servers: Sequence[discord.Guild]) -> None:
        """These servers have just been told of: see what of them, and in them, went while we were away."""
        for guild in servers:
            if guild.id in self._not_brought:
                self.outages.removed_from(guild.id)
            elif guild.unavailable:
                # It had an outage when its connection began: of those that come later we are told.
                self.outages.lost_server(guild.id)
        present = {guild.id for guild in self.guilds} - self._not_brought
        for gone in await self.upkeep.connected(self.application_id or 0, present):
            await self.lost.close_in_server(gone)
        await self.lost.close_unseen()

    async def on_shard_disconnect(self, shard: int) -> None:
        """A connection is gone; the library makes it anew."""
        self.outages.lost(shard)

    async def on_shard_connect(self, shard: int) -> None:
        """A connection stands, from the beginning: Discord has named all its servers, and the library made each anew.

        One that is still as it was has removed the bot while this connection was away, of which nobody else tells.
        """
        here = [guild for guild in self.guilds if guild.shard_id == shard]
        self._not_brought.difference_update(guild.id for guild in here)
        self._not_brought.update(guild.id for guild in here if self._servers.get(guild.id) is guild)
        self._servers.update((guild.id, guild) for guild in here)
        await self.outages.back(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """A connection stands again, and what happened meanwhile has been told."""
        await self.outages.back(shard)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord cannot reach a server."""
        self.outages.lost_server(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server that Discord could not reach is back."""
        await self.outages.back_server(guild.id)
        if self.is_ready():
            await self.lost.close_unseen(guild.id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Clicks go to the router; commands to the tree, which the library does by itself."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            begun = time.monotonic()
            await self.router.click(interaction)
            self.tally.answered(time.monotonic() - begun)

    async def on_app_command_completion(
        self, interaction: discord.Interaction, command: discord.app_commands.Command[Any, ..., Any]
    ) -> None:
        """A command was answered."""
        self.tally.answered(time.monotonic() - interaction.extras["begun"])

    @property
    def checks(self) -> health.Checks:
        """What a host may ask: whether we are in Discord, and whether the database answers."""
        return {"discord": self._in_discord, "database": self._database_answers}

    async def _in_discord(self) -> bool:
        # One of several connections comes back by itself: a host that started us anew for it would cut everybody off.
        return self.is_ready() and not self.is_closed() and not self.outages.cut_off

    async def _database_answers(self) -> bool:
        try:
            await meta.last_beat(self.database)
        except StoreError as error:
            LOG.error("the database does not answer: %s", error)
            return False
        return True

    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Where a server has set nothing here, its messages speak its Discord's language."""
        if before.preferred_locale != after.preferred_locale:
            await self.service.show_anew(after.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table whose channel is gone is over, and those in its threads: of archived ones nobody tells."""
        await self.lost.close_in_channel(channel.id)
        await self.lost.close_unseen(channel.guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        await self.lost.close_in_channel(payload.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is in a server, again or for the first time."""
        self._not_brought.discard(guild.id)
        self._servers[guild.id] = guild
        await self.outages.back_server(guild.id)
        await self.upkeep.arrived(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: its tables are over. (An outage is another event.)"""
        self.outages.removed_from(guild.id)
        self._servers.pop(guild.id, None)
        await self.lost.close_in_server(guild.id)
        await self.upkeep.removed(guild.id)


def point_at(settings: Settings) -> None:
    """Have the library talk to another endpoint, where the settings name one."""
    if settings.api_url is not None:
        discord.http.Route.BASE = settings.api_url
    if settings.gateway_url is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway_url)
