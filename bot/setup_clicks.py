"""``/table-setup`` and the clicks on its panel: every change is saved at once, and everything is checked again here."""

from __future__ import annotations

import discord

from bot.answers import Answers
from bot.interaction import chosen, guild_id, person, typed
from bot.option_clicks import IN_PANEL
from bot.routes import Routes
from bot.screen import rule_choice
from bot.screen import setup as screen
from bot.screen.ids import Click
from bot.tables import setup
from bot.tables.commands import Refused, Why
from bot.tables.service import TableService
from bot.tables.setup import Change, Setup
from bot.tables.setup_view import SetupView
from bot.tables.views import Note
from bot.texts import languages
from bot.wording import texts


class SetupClicks:
    """What the panel's selects, buttons and form do, for those who may manage the server."""

    def __init__(self, service: TableService, answer: Answers) -> None:
        self._setup = Setup(service)
        self._answer = answer

    @property
    def routes(self) -> Routes:
        """The handlers by verb."""
        return {
            "setup": self._back,
            "setting": self._set,
            "houserules": self._rules,
            "backtohouse": self._rules,
            "houserule": self._rule,
            "housevalue": self._value,
            "houseother": self._ask,
            "housenumber": self._value,
            "housesheet": self._sheet,
            "season": self._season,
            "newseason": self._new_season,
        }

    async def open(self, interaction: discord.Interaction) -> None:
        """The panel, as a new private message."""
        view = await self._view(interaction)
        await self._answer.panel(interaction, screen.setup(view, texts(interaction)))

    async def _back(self, interaction: discord.Interaction, click: Click) -> None:
        await self._show(interaction, await self._view(interaction))

    async def _set(self, interaction: discord.Interaction, click: Click) -> None:
        change = setup.setting(click.arg, chosen(interaction), languages())
        await self._show(interaction, await self._change(interaction, change))

    async def _rules(self, interaction: discord.Interaction, click: Click) -> None:
        """A game's house rules: chosen from the list, or come back to."""
        key = click.arg or chosen(interaction)
        setup.check_game(key)
        await self._show_rules(interaction, await self._view(interaction), key)

    async def _rule(self, interaction: discord.Interaction, click: Click) -> None:
        """A rule was chosen from the list: show what it may be."""
        setup.check_game(click.arg)
        await self._show_values(interaction, await self._view(interaction), click.arg, chosen(interaction))

    async def _value(self, interaction: discord.Interaction, click: Click) -> None:
        """A value was chosen, or another number typed; what cannot be is refused above the values of that rule."""
        key, name = click.arg.split(".")
        value = chosen(interaction) if click.verb == "housevalue" else typed(interaction, rule_choice.FIELD)
        try:
            view = await self._change(interaction, setup.house_rule(key, name, value))
        except Refused as refused:
            if refused.reason not in IN_PANEL:
                raise
            note = Note(refused.text, refused.params)
            await self._show_values(interaction, await self._view(interaction), key, name, note)
        else:
            await self._show_rules(interaction, view, key)

    async def _ask(self, interaction: discord.Interaction, click: Click) -> None:
        key, name = click.arg.split(".")
        setup.check_game(key)
        try:
            form = screen.number(await self._view(interaction), key, name, texts(interaction))
        except LookupError as error:
            raise Refused(Why.BAD_OPTION) from error
        await interaction.response.send_modal(form)

    async def _sheet(self, interaction: discord.Interaction, click: Click) -> None:
        view = await self._change(interaction, setup.as_on_the_sheet(click.arg))
        await self._show_rules(interaction, view, click.arg)

    async def _season(self, interaction: discord.Interaction, click: Click) -> None:
        """The first of two steps: what a new season means."""
        view = await self._view(interaction)
        await self._answer.panel(interaction, screen.new_season(view, texts(interaction)), replace=True)

    async def _new_season(self, interaction: discord.Interaction, click: Click) -> None:
        await self._show(interaction, await self._change(interaction, setup.next_season(int(click.arg))))

    # --- Inside ----------------------------------------------------------------------------------

    async def _view(self, interaction: discord.Interaction) -> SetupView:
        return await self._setup.view(guild_id(interaction), person(interaction))

    async def _change(self, interaction: discord.Interaction, change: Change) -> SetupView:
        return await self._setup.change(guild_id(interaction), person(interaction), change)

    async def _show(self, interaction: discord.Interaction, view: SetupView) -> None:
        await self._answer.panel(interaction, screen.setup(view, texts(interaction)), replace=True)

    async def _show_rules(self, interaction: discord.Interaction, view: SetupView, key: str) -> None:
        await self._answer.panel(interaction, screen.rules(view, key, texts(interaction)), replace=True)

    async def _show_values(
        self, interaction: discord.Interaction, view: SetupView, key: str, name: str, note: Note | None = None
    ) -> None:
        try:
            message = screen.values(view, key, name, texts(interaction), note)
        except LookupError as error:
            raise Refused(Why.BAD_OPTION) from error
        await self._answer.panel(interaction, message, replace=True)
