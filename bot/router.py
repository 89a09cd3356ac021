"""Every click, in one place: parse the id, ask the table, answer. No rule and no SQL in here.

Views carry no callbacks (docs: the library would drop them after 15 minutes), so `Client.on_interaction` brings all
clicks here. An id that is not ours, a table that is over, a decision that has passed: each meets a plain sentence.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import discord

from bot.answers import Answers
from bot.commands.reading import Reading
from bot.interaction import all_chosen, chosen, guild_id, on_own_message, person
from bot.logs import about
from bot.routes import Panel
from bot.screen import ids, lobby, plain, table
from bot.screen.ids import Click
from bot.store import deeds, on_call
from bot.tables import hints, show
from bot.tables.commands import (
    AddComputer,
    Again,
    Back,
    Command,
    End,
    Join,
    Leave,
    Mind,
    Next,
    Pause,
    Play,
    Refused,
    RemoveComputer,
    Resume,
    Shuffle,
    Start,
    TakeBack,
    TakeSeat,
    Why,
    Withdraw,
)
from bot.tables.deciding import Deciding
from bot.tables.model import Table
from bot.tables.seats import why_none_to_take
from bot.tables.service import TableService
from bot.tables.views import LobbyView, Note, TableView
from bot.wording import texts

LOG = logging.getLogger(__name__)

#: Verbs that stand on a hand: when refused there, the hand is drawn anew with the reason on its first line.
ON_HANDS = frozenset({"do", "stand", "draft", "hint", "withdraw", "next", "back", "hand", "resume", "takeback"})
#: Verbs that are answered by showing the table's own message anew, where they were clicked on it.
ON_TABLES = frozenset({"next", "rematch", "value"})


class Router:
    """Routes clicks to tables."""

    def __init__(
        self,
        service: TableService,
        answer: Answers,
        reading: Reading,
        deciding: Deciding,
        panels: Iterable[Panel],
    ) -> None:
        """``panels``: whatever else has buttons."""
        self._service = service
        self._deciding = deciding
        self._answer = answer
        self._reading = reading
        self._routes: dict[str, Callable[[discord.Interaction, Click], Awaitable[None]]] = {
            "join": self._join,
            "seat": self._join,
            "start": self._start,
            "playnow": self._start,
            "leave": self._leave,
            "hand": self._hand,
            "back": self._hand,
            "take": self._take,
            "do": self._do,
            "stand": self._do,
            "draft": self._draft,
            "hint": self._hint,
            "withdraw": self._withdraw,
            "takeback": self._take_back,
            "next": self._next,
            "rematch": self._rematch,
            "more": self._more,
            "addcomputer": self._in_panel,
            "removecomputer": self._in_panel,
            "shuffle": self._in_panel,
            "callme": self._call_me,
            "mind": self._mind,
            "pause": self._pause,
            "resume": self._resume,
            "end": self._end,
            "rules": self._rules,
            "page": self._rules,
        }
        for panel in panels:
            self._routes |= panel.routes

    async def click(self, interaction: discord.Interaction) -> None:
        """Answer a click, whatever it carries."""
        deeds.begin()
        data: Any = interaction.data or {}
        click = ids.parse(str(data.get("custom_id", "")))
        with about(interaction=interaction.id, table=click.table if click else None):
            await self._answer_to(interaction, click)

    async def _answer_to(self, interaction: discord.Interaction, click: Click | None) -> None:
        await self._answer.in_own_words(interaction)
        try:
            if click is None:
                raise Refused(Why.GONE)
            guild_id(interaction)
            with self._answer.answering(interaction, click.table, public=click.verb in ON_TABLES):
                await self._routes[click.verb](interaction, click)
        except Refused as refused:
            await self._refuse(interaction, click, refused)
        except Exception as error:
            await self._answer.broken(interaction, error)

    async def _refuse(self, interaction: discord.Interaction, click: Click | None, refused: Refused) -> None:
        try:
            redraw = click is not None and click.verb in ON_HANDS
            await self._answer.refusal(interaction, refused, click.table if click else None, redraw=redraw)
        except Exception as error:
            await self._answer.broken(interaction, error)

    async def _submit(self, interaction: discord.Interaction, click: Click, command: Command) -> Table:
        """Ask the table; other servers' tables are none of this person's business."""
        await self._answer.table(interaction, click.table)
        commit = await self._service.submit(click.table, person(interaction), click.decision, command)
        return commit.after

    # --- Lobby -----------------------------------------------------------------------------------

    async def _join(self, interaction: discord.Interaction, click: Click) -> None:
        found = await self._answer.table(interaction, click.table)
        if found.state is not None and found.row.phase != "over" and found.seat_of(interaction.user.id) is None:
            # An invitation outlives the lobby; in a match, computers' seats may be taken.
            raise Refused(why_none_to_take(found, interaction.user.id) or Why.NOT_SEATED)
        command = Join() if click.verb == "join" else Join(_chosen_number(interaction))
        await self._answer.hand(interaction, await self._submit(interaction, click, command))

    async def _start(self, interaction: discord.Interaction, click: Click) -> None:
        start = Start(join=click.verb == "playnow")
        await self._answer.hand(interaction, await self._submit(interaction, click, start))

    async def _in_panel(self, interaction: discord.Interaction, click: Click) -> None:
        commands: dict[str, Callable[[], Command]] = {
            "addcomputer": lambda: AddComputer(click.arg),
            "removecomputer": lambda: RemoveComputer(int(click.arg)),
            "shuffle": Shuffle,
        }
        await self._panel(interaction, await self._submit(interaction, click, commands[click.verb]()))

    async def _call_me(self, interaction: discord.Interaction, click: Click) -> None:
        """Whoever presses wants to be called for this table's game in this server, or no more."""
        found = await self._answer.table(interaction, click.table)
        await on_call.set_on_call(
            self._service.database, found.row.guild_id, found.game.key, interaction.user.id, click.arg == "on"
        )
        await self._panel(interaction, found)

    # --- Play ------------------------------------------------------------------------------------

    async def _do(self, interaction: discord.Interaction, click: Click) -> None:
        await self._answer.hand(
            interaction, await self._submit(interaction, click, Play(click.arg, click.verb == "stand"))
        )

    async def _draft(self, interaction: discord.Interaction, click: Click) -> None:
        """Something is being put together in several clicks: it travels in the ids, nothing is stored."""
        found = await self._answer.table(interaction, click.table)
        seat = found.held_by(interaction.user.id)
        if click.decision != found.decision(seat.seat):
            raise Refused(Why.STALE)
        draft = " ".join((click.arg, *all_chosen(interaction))).strip()
        if not ids.takes("draft", draft):
            # No list of ours has such values: what is put together has to fit the ids of the hand that shows it.
            raise Refused(Why.STALE)
        await self._answer.hand(interaction, found, draft=draft)

    async def _hint(self, interaction: discord.Interaction, click: Click) -> None:
        """What a strong player would do here, on the same hand."""
        found = await self._answer.table(interaction, click.table)
        hint = await hints.hint(found, interaction.user.id, click.decision, self._deciding)
        now = await self._answer.table(interaction, click.table)
        if now.decision(now.held_by(interaction.user.id).seat) != click.decision:
            # The clock has acted while the hint was worked out.
            raise Refused(Why.STALE)
        await self._answer.hand(interaction, now, draft=click.arg, hint=hint)

    async def _withdraw(self, interaction: discord.Interaction, click: Click) -> None:
        await self._answer.hand(interaction, await self._submit(interaction, click, Withdraw()))

    async def _take_back(self, interaction: discord.Interaction, click: Click) -> None:
        await self._answer.hand(interaction, await self._submit(interaction, click, TakeBack()))

    async def _hand(self, interaction: discord.Interaction, click: Click) -> None:
        found = await self._submit(interaction, click, Back())
        if found.row.phase == "over":
            raise Refused(Why.GONE)
        found.held_by(interaction.user.id)
        await self._answer.hand(interaction, found)

    async def _take(self, interaction: discord.Interaction, click: Click) -> None:
        if not click.arg:
            found = await self._answer.table(interaction, click.table)
            # The refusal of somebody without a seat comes with the seats that they may take.
            raise Refused(Why.NOT_SEATED if found.seat_of(interaction.user.id) is None else Why.ALREADY_SEATED)
        taken = await self._submit(interaction, click, TakeSeat(int(click.arg)))
        await self._answer.hand(interaction, taken)

    async def _next(self, interaction: discord.Interaction, click: Click) -> None:
        after = await self._submit(interaction, click, Next(int(click.arg)))
        if on_own_message(interaction):
            await self._answer.hand(interaction, after)
        else:
            await self._answer.public(interaction, after, Note("note.ready"))

    async def _rematch(self, interaction: discord.Interaction, click: Click) -> None:
        after = await self._submit(interaction, click, Again())
        begun = await self._answer.rematch_of(interaction, after)
        if begun is not None:
            # Who presses last has the cards at once; the old message is brought up to date behind it.
            await self._answer.hand(interaction, begun)
        else:
            await self._answer.public(interaction, after, Note("note.rematch"))

    async def _leave(self, interaction: discord.Interaction, click: Click) -> None:
        await self._submit(interaction, click, Leave())
        await self._say_in_panel(interaction, Note("note.left"))

    async def _mind(self, interaction: discord.Interaction, click: Click) -> None:
        await self._submit(interaction, click, Mind())
        await self._say_in_panel(interaction, Note("note.minded"))

    async def _pause(self, interaction: discord.Interaction, click: Click) -> None:
        after = await self._submit(interaction, click, Pause())
        await self._say_in_panel(
            interaction, Note("note.paused" if after.row.phase == "paused" else "note.wants_pause")
        )

    async def _resume(self, interaction: discord.Interaction, click: Click) -> None:
        await self._answer.hand(interaction, await self._submit(interaction, click, Resume()))

    async def _end(self, interaction: discord.Interaction, click: Click) -> None:
        after = await self._submit(interaction, click, End())
        await self._say_in_panel(interaction, Note("note.ended" if after.row.phase == "over" else "note.wants_end"))

    # --- Reading ---------------------------------------------------------------------------------

    async def _more(self, interaction: discord.Interaction, click: Click) -> None:
        await self._panel(interaction, await self._answer.table(interaction, click.table))

    async def _rules(self, interaction: discord.Interaction, click: Click) -> None:
        if click.verb == "page":
            game, number = click.arg.split(".")
            await self._reading.rules(interaction, game, int(number), click.table)
        else:
            found = await self._answer.table(interaction, click.table)
            await self._reading.rules(interaction, found.game.key, 1, found.id)

    async def _panel(self, interaction: discord.Interaction, found: Table) -> None:
        """The private panel behind More, as the table is now."""
        view = show.public(found, computers=await self._service.servers.computers_allowed(found))
        seat = found.seat_of(interaction.user.id)
        if isinstance(view, LobbyView) and view.closed is None:
            called = await on_call.is_on_call(
                self._service.database, found.row.guild_id, found.game.key, interaction.user.id
            )
            message = lobby.more(view, texts(interaction), on_call=called)
        elif isinstance(view, TableView):
            message = table.more(view, seat.seat if seat else None, texts(interaction))
        else:
            raise Refused(Why.GONE)
        await self._answer.panel(interaction, message, replace=True)

    async def _say_in_panel(self, interaction: discord.Interaction, note: Note) -> None:
        await self._answer.panel(interaction, plain(note, texts(interaction)), replace=True)


def _chosen_number(interaction: discord.Interaction) -> int:
    """The whole number a select was set to; -1 for anything else."""
    text = chosen(interaction)
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 4 else -1
