"""Clicks on the panel of a lobby's rules and clock, and the form for another number."""

from __future__ import annotations

import discord

from bot.answers import Answers
from bot.commands.places import has_threads
from bot.interaction import chosen, on_own_message, person, typed
from bot.routes import Routes
from bot.screen import options as screen
from bot.screen import rule_choice
from bot.screen.ids import Click
from bot.store.records import Counting
from bot.tables import show
from bot.tables.commands import Command, Refused, SetClock, SetHints, SetOption, SetOptions, SetTakeBack, Why
from bot.tables.due import CLOCKS, LASTING
from bot.tables.lobby import still_lobby
from bot.tables.model import Table
from bot.tables.options import house_rules
from bot.tables.rights import host_only
from bot.tables.service import TableService
from bot.tables.views import LobbyView, Note
from bot.wording import texts

#: Refusals that are about the value: the next one is chosen at the same place.
IN_PANEL = frozenset({Why.BAD_NUMBER, Why.NOT_ENOUGH_CARDS})


class OptionClicks:
    """What the panel's buttons, selects and form do. Whoever sits at the table may look, its host may change."""

    def __init__(self, service: TableService, answer: Answers) -> None:
        self._service = service
        self._answer = answer

    @property
    def routes(self) -> Routes:
        """The handlers by verb."""
        return {
            "options": self._look,
            "option": self._rule,
            "value": self._value,
            "other": self._ask,
            "number": self._number,
            "sheet": self._all,
            "house": self._all,
            "clock": self._clock,
            "takingback": self._taking_back,
            "hints": self._hints,
        }

    async def _look(self, interaction: discord.Interaction, click: Click) -> None:
        await self._rules(interaction, await self._lobby(interaction, click))

    async def _rule(self, interaction: discord.Interaction, click: Click) -> None:
        """A rule was chosen from the list: show what it may be."""
        table = await self._lobby(interaction, click, for_host=True)
        await self._values(interaction, table, chosen(interaction))

    async def _value(self, interaction: discord.Interaction, click: Click) -> None:
        """A value was chosen, in the panel or, where the game asks for one rule at once, on the lobby's message."""
        if on_own_message(interaction):
            await self._set(interaction, click, chosen(interaction))
        else:
            after = await self._submit(interaction, click, SetOption(click.arg, chosen(interaction)))
            await self._answer.public(interaction, after, Note("note.rule_set"))

    async def _ask(self, interaction: discord.Interaction, click: Click) -> None:
        table = await self._lobby(interaction, click, for_host=True)
        try:
            form = screen.number(_view(table), click.arg, texts(interaction))
        except LookupError as error:
            raise Refused(Why.BAD_OPTION) from error
        await interaction.response.send_modal(form)

    async def _number(self, interaction: discord.Interaction, click: Click) -> None:
        await self._set(interaction, click, typed(interaction, rule_choice.FIELD))

    async def _set(self, interaction: discord.Interaction, click: Click, value: str) -> None:
        """Set one rule and show them all; what cannot be is refused above the values of that rule."""
        try:
            after = await self._submit(interaction, click, SetOption(click.arg, value))
        except Refused as refused:
            if refused.reason not in IN_PANEL:
                raise
            table = await self._lobby(interaction, click)
            await self._values(interaction, table, click.arg, Note(refused.text, refused.params))
        else:
            await self._rules(interaction, after)

    async def _all(self, interaction: discord.Interaction, click: Click) -> None:
        table = await self._lobby(interaction, click, for_host=True)
        house = await self._service.servers.house_rules(table) if click.verb == "house" else {}
        if house is None:
            raise Refused(Why.BAD_OPTION)
        await self._rules(interaction, await self._submit(interaction, click, SetOptions(house)))

    async def _clock(self, interaction: discord.Interaction, click: Click) -> None:
        clock = chosen(interaction)
        if clock in LASTING and has_threads(interaction):
            raise Refused(Why.NEEDS_THREAD)
        await self._rules(interaction, await self._submit(interaction, click, SetClock(clock)))

    async def _taking_back(self, interaction: discord.Interaction, click: Click) -> None:
        await self._rules(interaction, await self._submit(interaction, click, SetTakeBack(click.arg == "on")))

    async def _hints(self, interaction: discord.Interaction, click: Click) -> None:
        await self._rules(interaction, await self._submit(interaction, click, SetHints(click.arg == "on")))

    # --- Inside ----------------------------------------------------------------------------------

    async def _lobby(self, interaction: discord.Interaction, click: Click, *, for_host: bool = False) -> Table:
        """The table, while it has not started and for those who sit there."""
        table = await self._answer.table(interaction, click.table)
        still_lobby(table)
        table.held_by(interaction.user.id)
        if for_host:
            host_only(table, person(interaction))
        return table

    async def _submit(self, interaction: discord.Interaction, click: Click, command: Command) -> Table:
        await self._answer.table(interaction, click.table)
        return (await self._service.submit(click.table, person(interaction), click.decision, command)).after

    async def _rules(self, interaction: discord.Interaction, table: Table) -> None:
        lasting = not has_threads(interaction)
        server = await self._service.servers.of(table.row.guild_id)
        message = screen.rules(
            _view(table),
            texts(interaction),
            host=table.row.host_id == interaction.user.id,
            house=house_rules(table.game, server.settings),
            strict=server.counting == Counting.STRICT,
            clocks=[clock for clock in CLOCKS if lasting or clock not in LASTING],
            lasting=lasting,
        )
        await self._answer.panel(interaction, message, replace=True)

    async def _values(
        self, interaction: discord.Interaction, table: Table, name: str, note: Note | None = None
    ) -> None:
        house = await self._service.servers.house_rules(table)
        try:
            message = screen.values(_view(table), name, texts(interaction), house=house, note=note)
        except LookupError as error:
            raise Refused(Why.BAD_OPTION) from error
        await self._answer.panel(interaction, message, replace=True)


def _view(table: Table) -> LobbyView:
    view = show.public(table)
    if not isinstance(view, LobbyView):
        raise Refused(Why.ALREADY_STARTED)
    return view
