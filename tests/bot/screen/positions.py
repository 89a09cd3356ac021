"""Positions of real matches as the values that tables hand to the screens, and the payloads read back."""

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from discord import ui

from bot.practice.limits import message_problems
from bot.tables.views import HandView, LobbyView, Note, SeatView, TableView
from bot.texts import Texts
from engine.actions import PLAYS, Action, Legal
from engine.cards import CODES
from engine.game import AnyGame, State, TakenTrick, Trick, View
from engine.games import find_game
from engine.options import Options

Json = dict[str, Any]

NAMES = ("Ann", "Bo", "Cleo", "Dana")
#: Names that would break a message if it let them: the longest, and each kind of mark-up.
HOSTILE = (
    "*" * 32,
    "_~|`" * 8,
    "\\" * 32,
    "🧑‍🤝‍🧑" * 6 + "🃏🃏",
    "שלום עולם " * 3,
    "\u202eevil\u202c\u2066",
    "@everyone @here <@123456789>"[:32],
    "<#12345678901234567> <t:1:R>",
    "[free](https://evil.example/a_b)",
    "# heading\n- list\n> quote",
    "1. one",
    "</table open:1> {name} {0}",
    "\u200b\u200b",
)
SEAL = "7c1f9a02b3d4e5f6" * 4
CARD_LABEL = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")
CARD_CODE = re.compile(r"(?<![0-9A-Z])[2-9TJQKA][SHDC](?![0-9A-Z])")
ENGLISH = Texts()


def seats(*names: str, away: tuple[int, ...] = (), computers: tuple[int, ...] = ()) -> tuple[SeatView, ...]:
    """Persons 101, 102 … by these names, some of them away, some seats a computer's."""
    return tuple(
        SeatView(seat, computer="normal")
        if seat in computers
        else SeatView(seat, 101 + seat, name, "normal" if seat in away else None)
        for seat, name in enumerate(names or NAMES)
    )


def phat() -> AnyGame:
    """The game most tests play."""
    return find_game("phat")


def random_match(seed: int, options: Mapping[str, object] | None = None) -> Iterator[State]:
    """Every state of a match of Phat in which everybody plays by chance."""
    game, chance = phat(), random.Random(seed)
    state = game.start(game.settle(options or {}), 4)
    while not state.over:
        state = game.deal(state, *game.dealt(state, chance.randrange))
        yield state
        while not state.needs_deal and not state.over:
            seat = game.to_act(state)[0]
            state, _ = game.apply(state, seat, chance.choice(game.legal(state, seat).actions))
            yield state


def table_view(state: State, people: tuple[SeatView, ...] | None = None, **changes: Any) -> TableView:
    """The table as it stands in this state."""
    public = phat().view(state, None)
    return replace(
        TableView(
            table=5,
            clock="live",
            phase="between" if state.needs_deal else "playing",
            seats=people or seats(),
            host=101,
            public=public,
            due=dict.fromkeys(public.to_act, 1_900_000_000.0),
            next_deal_at=1_900_000_015.0 if state.needs_deal else None,
            commitment=None if state.needs_deal else SEAL,
            free=(),
        ),
        **changes,
    )


def hand_view(state: State | None, seat: int, people: tuple[SeatView, ...] | None = None, **changes: Any) -> HandView:
    """One seat's hand in this state; None for the lobby."""
    own = None if state is None else phat().view(state, seat)
    phase = "lobby" if state is None else "between" if state.needs_deal else "playing"
    view = HandView(
        table=5, game="phat", clock="live", phase=phase, seat=seat, seats=people or seats(), own=own, decision=100_007
    )
    return replace(view, **changes)


def lobby_view(people: tuple[SeatView, ...], given: Mapping[str, object] | None = None, **changes: Any) -> LobbyView:
    """A lobby of Phat with these house rules."""
    game = phat()
    options = game.settle(given or {})
    view = LobbyView(
        table=5,
        game="phat",
        options=options,
        differing=game.differing(options),
        clock="live",
        seats=people,
        host=101,
    )
    return replace(view, **changes)


def toy_view(count: int = 7, *, tricks: int = 13, options: Options | None = None, **changes: Any) -> View:
    """A position of a game without a face of its own: many seats, long hands, bids beside cards."""
    played = tuple((seat, seat) for seat in range(count))
    actions = (Action("pass"), *(Action("bid", number=number) for number in range(5, 11)), *PLAYS[:13])
    view = View(
        game="toy",
        options=options or {"last_trick_view": "all"},
        seats=count,
        seat=0,
        phase="play",
        deal_no=12,
        dealer=0,
        needs_deal=False,
        over=False,
        winners=(),
        to_act=tuple(range(count)),
        legal=Legal(actions),
        hand=tuple(range(13)),
        hand_sizes=(13,) * count,
        trump=0,
        trick=Trick(0, played[:-1]),
        tricks=tuple(TakenTrick(0, played, 1, 123) for _ in range(tricks)),
        points=(-10,) * count,
        scores=(-123,) * count,
    )
    return replace(view, **changes)


def toy_hand(own: View, people: tuple[SeatView, ...], note: Note | None = None) -> HandView:
    """The toy position as its first seat sees it."""
    return HandView(
        table=5,
        game="toy",
        clock="slow",
        phase="playing",
        seat=0,
        seats=people,
        own=own,
        decision=9_100_000,
        due_at=1_900_000_000.0,
        note=note,
        newcomer=True,
    )


# --- Payloads, read back ---------------------------------------------------------------------------


def payload(view: ui.LayoutView) -> Json:
    """The message as it is sent; checked for what every message has to keep."""
    assert view.is_finished()
    components = view.to_components()  # type: ignore[no-untyped-call]
    sent = {"flags": 1 << 15, "components": components}
    problems = message_problems(sent)
    assert not problems, [str(problem) for problem in problems]
    return sent


def parts(sent: Json) -> list[Json]:
    """All components with the nested ones."""
    found, left = [], list(sent["components"])
    while left:
        part = left.pop(0)
        found.append(part)
        beside = [part["accessory"]] if "accessory" in part else []
        left = [*part.get("components", ()), *beside, *left]
    return found


def text(view: ui.LayoutView) -> str:
    """All text of a message, line by line."""
    return "\n".join(part["content"] for part in parts(payload(view)) if part["type"] == 10)


def labels(view: ui.LayoutView, *, off: bool | None = None) -> list[str]:
    """The labels of its buttons; only those that are, or are not, ``off``."""
    buttons = [part for part in parts(payload(view)) if part["type"] == 2]
    return [part["label"] for part in buttons if off is None or bool(part.get("disabled")) == off]


def controls(view: ui.LayoutView) -> list[str]:
    """The ids of its buttons and selects."""
    return [part["custom_id"] for part in parts(payload(view)) if "custom_id" in part]


def cards_in(view: ui.LayoutView) -> set[str]:
    """The codes of all cards that a message gives away, in its texts, labels or ids."""
    shown = text(view) + "\n" + "\n".join(labels(view))
    by_label = {ENGLISH.card(card): CODES[card] for card in range(52)}
    found = {by_label[label] for label in CARD_LABEL.findall(shown)}
    for custom_id in controls(view):
        found.update(CARD_CODE.findall(custom_id))
    return found


def played(view: View) -> set[str]:
    """The codes of the cards that everybody has seen in this deal."""
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    return {CODES[card] for trick in tricks for _, card in trick.plays}
