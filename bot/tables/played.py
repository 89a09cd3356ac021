"""What was done last in a deal, and whether it could be taken back for all that it did."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bot.tables.commands import Why
from engine.actions import Action
from engine.game import AnyGame, State
from engine.source import seeded


@dataclass(frozen=True, eq=False, kw_only=True)
class Played:
    """The action row ``no`` of the deal, by ``actor`` for ``seat``, in the state ``before``.

    ``together``: others were asked at the same time. ``origin``: that of the question it answered
    (`bot.tables.model.Asked`).
    """

    no: int
    seat: int
    actor: str
    action: Action
    game: AnyGame
    before: State
    together: bool
    origin: int

    @cached_property
    def stands(self) -> Why | None:
        """Why it stays, whoever wants it back: it ended a trick or the deal, or showed its player something new."""
        after, _ = self.game.apply(self.before, self.seat, self.action)
        tricks = [len(self.game.view(state, None).tricks) for state in (self.before, after)]
        if after.needs_deal or after.over or tricks[0] != tricks[1]:
            return Why.ENDED_TRICK
        # Always the same deals are tried, so that the answer stays the same for as long as the question is asked.
        source = seeded("take back", self.before.deal_no, self.no)
        return Why.SHOWED_NEWS if self.game.reveals(self.before, self.seat, self.action, source) else None
