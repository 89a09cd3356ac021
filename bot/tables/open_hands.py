"""The hand messages that are open now: the way to each person's newest one, by table. In memory only."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Self

from bot.tables import show
from bot.tables.model import Table
from bot.tables.preferences import Preferences
from bot.tables.screen import Handle
from bot.tables.views import HandView, Hint, Note, OwnView


@dataclass(slots=True)
class OpenHand:
    """The way to a hand message, what it shows, and when its person last clicked on it.

    Not the view that it shows is kept but what that was made of: all hands of a table share the table, and a view is
    made anew in less time than it takes to send one.

    ``unsure``: something older may have come after what it shows, and stand there instead.
    """

    handle: Handle
    table: Table
    clicked: float
    note: Note | None
    newcomer: bool
    draft: str | None
    hint: Hint | None
    preferences: Preferences
    unsure: bool = False

    @classmethod
    def of(cls, handle: Handle, table: Table, view: HandView, clicked: float) -> Self:
        """A message that shows this view of the table, and was last clicked on then."""
        return cls(handle, table, clicked, view.note, view.newcomer, view.draft, view.hint, view.preferences)

    def shown(self, person: int) -> OwnView:
        """What it shows its person."""
        return show.hand(
            self.table,
            person,
            self.note,
            newcomer=self.newcomer,
            draft=self.draft,
            preferences=self.preferences,
            hint=self.hint,
        )


class OpenHands:
    """At most one a table and person. What happens at one table never looks at the hands of others."""

    def __init__(self) -> None:
        self._tables: dict[int, dict[int, OpenHand]] = {}

    def get(self, table_id: int, person: int) -> OpenHand | None:
        """A person's open hand at a table, if there is one."""
        return self._tables.get(table_id, {}).get(person)

    def at(self, table_id: int) -> Collection[int]:
        """Who has a hand open at a table."""
        return self._tables.get(table_id, {}).keys()

    def of(self, person: int) -> Iterator[OpenHand]:
        """All open hands of a person (tests)."""
        return (hands[person] for hands in self._tables.values() if person in hands)

    def put(self, table_id: int, person: int, hand: OpenHand) -> None:
        """This is the person's newest one from now on."""
        self._tables.setdefault(table_id, {})[person] = hand

    def drop(self, table_id: int, person: int) -> None:
        """It is open no more."""
        hands = self._tables.get(table_id, {})
        hands.pop(person, None)
        if not hands:
            self._tables.pop(table_id, None)


def going_on(shown: OwnView, view: OwnView) -> OwnView:
    """The view with what its person is putting together, and their hint, as long as they are asked the same; and with
    the note on its first line, as long as nothing else on it has changed.
    """
    if not isinstance(shown, HandView) or not isinstance(view, HandView):
        return view
    same = (shown.decision, shown.promise, shown.phase) == (view.decision, view.promise, view.phase)
    going_on = replace(view, draft=shown.draft, hint=shown.hint if view.hints else None) if same else view
    noted = replace(going_on, note=shown.note)
    return noted if noted == shown else going_on
