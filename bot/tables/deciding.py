"""What is decided for a seat, for its computer or as a hint: by a worker where a search may help, else here."""

from __future__ import annotations

import logging

from bot.tables.model import Table
from bot.tables.thinking import Question, decide
from bot.tables.workers import Workers
from engine.actions import Choice
from engine.game import by_chance
from engine.source import fingerprint, seeded

LOG = logging.getLogger(__name__)


class Deciding:
    """Decides for seats. Without ``workers`` hard players answer by their game's policy alone."""

    def __init__(self, workers: Workers | None = None) -> None:
        self._workers = workers

    async def choice(self, table: Table, seat: int, level: str) -> Choice:
        """What this level does at the seat, from the seat's own view, and why; always something legal."""
        question = asked(table, seat, level)
        if self._workers is not None and question.wants_search:
            thought = await self._workers.think(question)
            if thought is not None:
                return thought
        try:
            # The policy answers in well under a millisecond, in every phase of every game.
            return decide(question)
        except Exception:
            # A player that fails must not hang the table: any legal action is better than none.
            LOG.exception("the %s computer at table %d failed; it plays by chance", level, table.id)
            return by_chance(question.view.legal, seeded(question.seed))


def asked(table: Table, seat: int, level: str) -> Question:
    """What is asked of a seat now.

    The seed comes from the deal's secret salt and what is asked: nobody can know it before the deal is over, and then
    its record gives the same answers again.
    """
    salt = "" if table.deal is None else table.deal.salt
    return Question(table.game.view(table.match, seat), level, fingerprint(salt, seat, table.decision(seat)))
