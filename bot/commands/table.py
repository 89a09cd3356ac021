"""The commands of ``/table``, but ``record``, which looks back (bot/commands/looking_back.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal, cast

import discord
from discord import app_commands

from bot.answers import Answers
from bot.commands.places import give_up, has_threads, missing_permissions, thread_for
from bot.commands.words import choices, game_choices, named, word
from bot.games import find_face
from bot.interaction import guild_id
from bot.interaction import person as asking
from bot.player_calls import PlayerCalls
from bot.preference_clicks import PreferenceClicks
from bot.screen.help import help as help_message
from bot.store.records import Clock as Pace
from bot.tables import unplayable
from bot.tables.commands import End, Kick, Leave, Opening, Pause, Refused, Resume, Unplayable, Why
from bot.tables.due import CLOCKS, LASTING
from bot.tables.publisher import Publisher
from bot.tables.service import TableService
from bot.tables.setup import check_game, values
from bot.tables.views import Note
from bot.tally import Tally
from bot.wording import texts


def build(
    service: TableService,
    publisher: Publisher,
    answer: Answers,
    preferring: PreferenceClicks,
    calling: PlayerCalls,
    tally: Tally,
    command_ids: Callable[[], Mapping[str, int]],
) -> app_commands.Group:
    """The group of commands. ``command_ids``: Discord's ids by command name, for the help's links."""
    group = app_commands.Group(**named("table"), guild_only=True)

    @group.command(**named("table_open"))
    @app_commands.rename(
        game=word("command.table_open.game.name"),
        clock=word("command.table_open.clock.name"),
        place=word("command.table_open.place.name"),
    )
    @app_commands.describe(
        game=word("command.table_open.game.description"),
        clock=word("command.table_open.clock.description"),
        place=word("command.table_open.place.description"),
    )
    @app_commands.choices(
        game=game_choices(),
        clock=choices("table_open.clock", CLOCKS),
        place=choices("table_open.place", ("here", "thread")),
    )
    async def open_table(
        interaction: discord.Interaction,
        game: str,
        clock: str | None = None,
        place: Literal["here", "thread"] | None = None,
    ) -> None:
        guild = guild_id(interaction)
        check_game(game)
        usual = values(await service.servers.of(guild))
        clock = clock or usual["clock"]
        thread_wanted = ((place or usual["place"]) == "thread" or clock in LASTING) and has_threads(interaction)
        _check_permissions(interaction, thread=thread_wanted)
        opening = Opening(guild, interaction.channel_id or 0, game, cast(Pace, clock))
        if not thread_wanted:
            await answer.hand(interaction, await service.open(asking(interaction), opening))
            return
        # Making the thread is a request of its own; the answer must not wait for it.
        await interaction.response.defer(ephemeral=True, thinking=True)
        title = find_face(game).title(await answer.public_texts(interaction))
        thread = await thread_for(interaction, title, tally)
        try:
            table = await service.open(asking(interaction), replace(opening, channel=thread.id))
        except BaseException:
            await give_up(thread, tally)
            raise
        await answer.hand(interaction, table, Note("note.opened", {"channel": f"<#{thread.id}>"}))

    @group.command(**named("table_show"))
    async def show_table(interaction: discord.Interaction) -> None:
        table = await answer.table_here(interaction)
        _check_permissions(interaction)
        publisher.repost(table.id)
        await answer.say(interaction, Note("note.shown"))

    @group.command(**named("table_leave"))
    async def leave_table(interaction: discord.Interaction) -> None:
        table = await answer.table_here(interaction)
        await service.submit(table.id, asking(interaction), None, Leave())
        await answer.say(interaction, Note("note.left"))

    @group.command(**named("table_invite"))
    @app_commands.rename(person=word("command.table_invite.person.name"))
    @app_commands.describe(person=word("command.table_invite.person.description"))
    async def invite(interaction: discord.Interaction, person: discord.User) -> None:
        await calling.invite(interaction, person)

    @group.command(**named("table_kick"))
    @app_commands.rename(person=word("command.table_kick.person.name"))
    @app_commands.describe(person=word("command.table_kick.person.description"))
    async def kick(interaction: discord.Interaction, person: discord.User) -> None:
        table = await answer.table_here(interaction)
        await service.submit(table.id, asking(interaction), None, Kick(person.id))
        await answer.say(interaction, Note("note.sent_away", {"name": person.display_name}))

    @group.command(**named("table_pause"))
    async def pause(interaction: discord.Interaction) -> None:
        table = await answer.table_here(interaction)
        after = (await service.submit(table.id, asking(interaction), None, Pause())).after
        await answer.say(interaction, Note("note.paused" if after.row.phase == "paused" else "note.wants_pause"))

    @group.command(**named("table_resume"))
    async def resume(interaction: discord.Interaction) -> None:
        table = await answer.table_here(interaction)
        await service.submit(table.id, asking(interaction), None, Resume())
        await answer.say(interaction, Note("note.resumed"))

    @group.command(**named("table_end"))
    async def end_table(interaction: discord.Interaction) -> None:
        try:
            table = await answer.table_here(interaction)
        except Unplayable as stuck:
            await unplayable.end(service, stuck.table_id, asking(interaction))
            await answer.say(interaction, Note("note.ended"))
            return
        after = (await service.submit(table.id, asking(interaction), None, End())).after
        await answer.say(interaction, Note("note.ended" if after.row.phase == "over" else "note.wants_end"))

    @group.command(**named("table_preferences"))
    async def preferences(interaction: discord.Interaction) -> None:
        await preferring.open(interaction)

    @group.command(**named("table_help"))
    async def help_table(interaction: discord.Interaction) -> None:
        await answer.panel(interaction, help_message(command_ids(), texts(interaction)))

    return group


def _check_permissions(interaction: discord.Interaction, *, thread: bool = False) -> None:
    missing = missing_permissions(interaction, thread=thread)
    if missing:
        raise Refused(Why.MISSING_PERMISSIONS, {"permissions": missing})
