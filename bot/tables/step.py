"""One step of a table: what a command makes of it, before the store has taken it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.store.records import ActionRow, DealRow, LedgerRow, ResultRow
from bot.tables.model import Table
from engine.actions import Fact
from engine.game import Source
from engine.options import Options


@dataclass(frozen=True, slots=True)
class Moment:
    """What comes from outside: the time (UNIX seconds), secure chance, a fresh salt for a deal's commitment.

    ``house_rules``: the server's own rules for the game (for a start); None where it has none. ``computers``: whether
    they may be given seats in this server. ``by_hand``: the persons who play their forced cards themselves.
    """

    now: float
    source: Source
    salt: Callable[[], str]
    house_rules: Options | None = None
    computers: bool = True
    by_hand: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """The table after a command, and the rows that have to be written with it, all or none.

    ``warned``: the step is the warning that the table will be ended, so that is what comes next.
    """

    table: Table
    facts: tuple[Fact, ...] = ()
    deal: DealRow | None = None
    actions: tuple[ActionRow, ...] = ()
    ledger: tuple[LedgerRow, ...] = ()
    result: ResultRow | None = None
    warned: bool = False

    def on(self, table: Table) -> Step:
        """The same rows with another table."""
        return replace(self, table=table)

    def after(self, earlier: Step) -> Step:
        """Both steps as one: ``earlier`` first. At most one of them deals."""
        return replace(
            self,
            facts=earlier.facts + self.facts,
            deal=self.deal or earlier.deal,
            actions=earlier.actions + self.actions,
            ledger=earlier.ledger + self.ledger,
            result=self.result or earlier.result,
        )
