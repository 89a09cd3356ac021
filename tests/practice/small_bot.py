"""A small real discord.py client for the practice tests, and the means to run it in a practice world."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import discord
import yarl
from discord import app_commands, ui

from bot.practice.server import Practice
from tests.wire.process import PATIENCE


class Panel(ui.LayoutView):
    """A table with a text and a row of buttons; the client routes the clicks itself."""

    def __init__(self, text: str, *, disabled: bool = False) -> None:
        super().__init__(timeout=None)
        row: ui.ActionRow[Panel] = ui.ActionRow()
        names = ("update", "private", "defer", "modal", "count", "thinking", "silence", "file")
        for name in names[:5]:
            row.add_item(ui.Button(label=name.title(), custom_id=f"p:{name}", disabled=disabled))
        second: ui.ActionRow[Panel] = ui.ActionRow()
        for name in names[5:]:
            second.add_item(ui.Button(label=name.title(), custom_id=f"p:{name}", disabled=disabled))
        third: ui.ActionRow[Panel] = ui.ActionRow()
        options = [discord.SelectOption(label=word, value=word) for word in ("hearts", "spades", "clubs")]
        third.add_item(ui.Select(custom_id="p:suit", options=options, min_values=1, max_values=2))
        fourth: ui.ActionRow[Panel] = ui.ActionRow()
        fourth.add_item(ui.UserSelect(custom_id="p:who"))
        self.add_item(ui.Container(ui.TextDisplay(text), row, second, third, fourth))
        self.stop()


class Question(ui.Modal):
    """A form with a text, a select and a word of explanation."""

    def __init__(self) -> None:
        super().__init__(title="A question", custom_id="q:1")
        self.add_item(ui.TextDisplay("Think first."))
        self.add_item(ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=10)))
        choice: ui.Select[Question] = ui.Select(
            custom_id="suit",
            required=True,
            options=[discord.SelectOption(label=s, value=s) for s in ("hearts", "clubs")],
        )
        self.add_item(ui.Label(text="Suit", component=choice))
        self.stop()


class Client(discord.AutoShardedClient):
    """A small bot that does one of everything. `seen` holds the interactions, `events` the names of gateway events."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            guild_ready_timeout=0.05,
        )
        self.tree = app_commands.CommandTree(self)
        self.seen: list[discord.Interaction[Client]] = []
        self.handlers: dict[str, Callable[[discord.Interaction[Client]], Awaitable[object]]] = {}
        self.events: list[str] = []
        self._arrived = asyncio.Condition()
        self._add_commands()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The library would wait 5 s before it identifies again."""

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_socket_event_type(self, event: str) -> None:
        async with self._arrived:
            self.events.append(event)
            self._arrived.notify_all()

    async def until_seen(self, number: int) -> None:
        """Wait until so many interactions have come in."""
        async with asyncio.timeout(PATIENCE), self._arrived:
            await self._arrived.wait_for(lambda: len(self.seen) >= number)

    async def until_event(self, event: str) -> None:
        """Wait until a gateway event has come in."""
        async with asyncio.timeout(PATIENCE), self._arrived:
            await self._arrived.wait_for(lambda: event in self.events)

    async def on_interaction(self, interaction: discord.Interaction["Client"]) -> None:
        async with self._arrived:
            self.seen.append(interaction)
            self._arrived.notify_all()
        if interaction.type is discord.InteractionType.application_command:
            return
        data = dict(interaction.data or {})
        handler = self.handlers.get(str(data.get("custom_id")))
        if handler is not None:
            await handler(interaction)

    def _add_commands(self) -> None:
        table = app_commands.Group(name="table", description="Tables")

        @table.command(name="open", description="Open a table")
        @app_commands.choices(game=[app_commands.Choice(name="Phat", value="phat")])
        async def open_table(
            interaction: discord.Interaction[Client],
            game: app_commands.Choice[str],
            person: discord.Member | None = None,
        ) -> None:
            beside = f" with {person.display_name}" if person else ""
            await interaction.response.send_message(view=Panel(f"A table of {game.name}{beside}"))

        @app_commands.command(name="hand", description="Your hand")
        async def hand(interaction: discord.Interaction[Client]) -> None:
            await interaction.response.send_message(view=Panel("Your cards: 9♠"), ephemeral=True)

        @app_commands.command(name="play", description="Play a card")
        async def play(interaction: discord.Interaction[Client], move: str) -> None:
            await interaction.response.send_message(f"You played {move}", ephemeral=True)

        @play.autocomplete("move")
        async def moves(interaction: discord.Interaction[Client], current: str) -> list[app_commands.Choice[str]]:
            cards = ["9♠", "10♦", "A♥"]
            return [app_commands.Choice(name=card, value=card) for card in cards if current in card]

        @app_commands.command(name="later", description="Thinks first")
        async def later(interaction: discord.Interaction[Client], private: bool = False) -> None:
            await interaction.response.defer(ephemeral=private, thinking=True)

        @app_commands.command(name="silent", description="Never answers")
        async def silent(interaction: discord.Interaction[Client]) -> None:
            return

        @app_commands.command(name="house", description="House rules")
        @app_commands.default_permissions(manage_guild=True)
        async def house(interaction: discord.Interaction[Client]) -> None:
            await interaction.response.send_message("As on the sheet", ephemeral=True)

        commands: list[Any] = [table, hand, play, later, silent, house]
        for command in commands:
            self.tree.add_command(command)


@contextlib.contextmanager
def pointed_at(practice: Practice) -> Iterator[None]:
    """Point the library at a world, and back at the end."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = practice.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(practice.gateway_url)
    try:
        yield
    finally:
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


@contextlib.asynccontextmanager
async def running() -> AsyncIterator[Client]:
    """Run the small bot until the end of the block."""
    made = Client()
    task = asyncio.create_task(made.start("practice-token"))
    ready = asyncio.create_task(made.wait_until_ready())
    try:
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
        if task.done():
            await task
        assert ready.done(), "the client did not become ready"
        yield made
    finally:
        ready.cancel()
        await made.close()
        await asyncio.gather(task, return_exceptions=True)
