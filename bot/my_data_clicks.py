"""``/my-data export`` and ``delete``, and the clicks on their panels. Everybody's own data only: of who clicks."""

from __future__ import annotations

import asyncio
import gzip
import io
from collections.abc import Callable, Mapping
from pathlib import Path

import discord

from bot.answers import Answers
from bot.interaction import guild_id, on_own_message, person
from bot.routes import Routes
from bot.screen import my_data as screen
from bot.screen import plain
from bot.screen.ids import Click
from bot.store import erase as store
from bot.store.export import export_text
from bot.tables.commands import Refused, Why
from bot.tables.erasing import erase
from bot.tables.service import TableService
from bot.tables.views import Note
from bot.wording import texts

#: The file's name, to which ``.gz`` is added where it is packed.
NAME = "tricktable-my-data.json"
#: From this many bytes on a file is packed. Discord takes 10 MiB; somebody with 5,000 deals has about 11 MB.
PLAIN_UP_TO = 4 * 2**20
MOST_BYTES = 10 * 2**20 - 64 * 2**10


class MyDataClicks:
    """What people may ask about their own data. ``command_ids``: Discord's ids by command name, for links."""

    def __init__(self, service: TableService, answer: Answers, command_ids: Callable[[], Mapping[str, int]]) -> None:
        self._service = service
        self._answer = answer
        self._command_ids = command_ids
        # Reading everything about somebody takes a while: others' clicks come first, and one is read at a time.
        self._reading = asyncio.Lock()

    @property
    def routes(self) -> Routes:
        """The handlers by verb."""
        return {"erase": self._ask_again, "erasenow": self._erase, "keepdata": self._keep}

    async def export(self, interaction: discord.Interaction) -> None:
        """Everything stored about this person, as a file that only they see."""
        guild_id(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        database, who = self._service.database, interaction.user.id
        if not await store.knows(database, who):
            await self._answer.say(interaction, Note("my_data.nothing"))
            return
        async with self._reading:
            content = await asyncio.to_thread(_content, database.path, who, self._service.now())
        packed = len(content) > PLAIN_UP_TO
        if packed:
            content = await asyncio.to_thread(gzip.compress, content)
        if len(content) > MOST_BYTES:
            raise Refused(Why.TOO_LARGE)
        name = f"{NAME}.gz" if packed else NAME
        await interaction.edit_original_response(
            view=screen.export(name, texts(interaction), packed=packed),
            attachments=[discord.File(io.BytesIO(content), name)],
        )

    async def ask(self, interaction: discord.Interaction) -> None:
        """The first question: what an erasure does."""
        guild_id(interaction)
        if not await store.knows(self._service.database, interaction.user.id):
            await self._answer.say(interaction, Note("my_data.nothing"))
            return
        seats = await store.seats_held(self._service.database, interaction.user.id)
        await self._answer.panel(interaction, screen.ask(len(seats), self._command_ids(), texts(interaction)))

    async def _ask_again(self, interaction: discord.Interaction, click: Click) -> None:
        await self._answer.panel(interaction, screen.ask_again(texts(interaction)), replace=True)

    async def _erase(self, interaction: discord.Interaction, click: Click) -> None:
        # Leaving several tables may take longer than Discord waits for an answer.
        if on_own_message(interaction):
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
        erased = await erase(self._service, person(interaction))
        note = Note("my_data.erased" if erased else "my_data.nothing")
        await interaction.edit_original_response(view=plain(note, texts(interaction)))

    async def _keep(self, interaction: discord.Interaction, click: Click) -> None:
        await self._answer.panel(interaction, plain(Note("my_data.kept"), texts(interaction)), replace=True)


def _content(path: Path, person_id: int, now: float) -> bytes:
    return export_text(path, person_id, now).encode()
