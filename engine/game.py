"""The contract every game fulfils: what a state, an action, a view and a refusal are.

A game is one object. ``start`` makes a state without cards, ``begin_deal`` gives it cards, and from then on one
function, ``play``, holds the rules: it changes the state it is given. ``deal`` and ``apply`` are the checked ways in:
``deal`` looks at the cards first; ``apply`` asks ``refusal``, copies, plays, and hands out the new state with the facts
that follow. Tables use these and get values that nobody changes behind their back; rollouts use ``play`` and get speed;
the rules stand once.

Seats are numbered clockwise from 0; "left" is the next higher seat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from engine.actions import NOTHING, Action, Choice, Fact, IllegalAction, Legal
from engine.cards import Card, Mask, Suit, dealt_masks, mask_of, shuffled
from engine.options import BadOption, Option, Options, Settled, Value

#: ``below(n)`` gives a whole number in 0 .. n-1: the only form in which chance enters the engine.
Source: TypeAlias = Callable[[int], int]


#: A trick stands in every view of its deal from then on, and is the same in all. So each game makes it once, and keeps
#: so many for the next views: that takes less memory, and less time.
TRICKS_KEPT = 2_048
#: In how many other deals `Game.reveals` tries an action.
DEALS_TRIED = 12


class State:
    """What every game's state carries. The truth, hidden cards included: it never leaves engine and service.

    ``needs_deal``: cards have to be dealt before anybody can act. ``deal_no`` counts the deals begun, from 1.
    ``points``: the change of each seat's score in the current or, between deals, the last deal. ``scores``: each seat's
    score. ``over`` and ``winners``: the match's end.
    """

    __slots__ = ("deal_no", "dealer", "needs_deal", "options", "over", "points", "scores", "seats", "winners")

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.dealer = -1
        self.deal_no = 0
        self.needs_deal = True
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.points: list[int] = [0] * seats
        self.scores: list[int] = [0] * seats

    def share_with(self, new: State) -> None:
        """Give a copy in the making what all games' states carry. The lists are shared: a game replaces them."""
        # Field by field: the quickest way in plain Python, and every table and rollout comes through here.
        new.options = self.options
        new.seats = self.seats
        new.dealer = self.dealer
        new.deal_no = self.deal_no
        new.needs_deal = self.needs_deal
        new.over = self.over
        new.winners = self.winners
        new.points = self.points
        new.scores = self.scores

    def take_up(self, view: View) -> None:
        """Take over what every view shows of what all games' states carry (options and seats are there already)."""
        self.dealer = view.dealer
        self.deal_no = view.deal_no
        self.needs_deal = view.needs_deal
        self.over = view.over
        self.winners = view.winners
        self.points = list(view.points)
        self.scores = list(view.scores)


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards on the table: who led, and the cards in the order played as (seat, card)."""

    leader: int
    plays: tuple[tuple[int, Card], ...] = ()


@dataclass(frozen=True, slots=True)
class TakenTrick(Trick):
    """A finished trick: who took it and what it counted at once."""

    winner: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat may know (``seat``), or the public (``seat`` None). A game adds fields of its own.

    Everything in it is public or the seat's own; other hands appear only as their sizes. ``hand`` is empty for the
    public and where a rule withholds it (``withheld``). ``ahead``: what the seat may promise before its turn.
    ``tricks`` is the public history of the deal: what a table shows of it is the table's option.
    """

    game: str
    options: Options
    seats: int
    seat: int | None
    phase: str
    deal_no: int
    dealer: int
    needs_deal: bool
    over: bool
    winners: tuple[int, ...]
    to_act: tuple[int, ...]
    legal: Legal
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    withheld: bool = False
    ahead: Legal = NOTHING
    trump: Suit | None
    trick: Trick | None
    tricks: tuple[TakenTrick, ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a deal is laid out: the pack, and how many cards each seat gets; what remains is the deal's ``rest``.

    ``mask``: the pack as a set.
    """

    pack: tuple[Card, ...]
    hand: int
    mask: Mask = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", mask_of(self.pack))


@dataclass(frozen=True, slots=True)
class Standing:
    """A match between two deals: deals played, each seat's score, and what else passes on (`Game.carried`)."""

    deals: int
    scores: tuple[int, ...]
    carried: Mapping[str, int]


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, V]):
    """One game's rules. Stateless: everything that changes is in the states it makes."""

    key: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    #: Where the game stands in every list of games: the lowest first, equals by key.
    order: ClassVar[int] = 100
    #: Numbers of seats a match may have, the usual one first.
    seats_allowed: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]]
    #: The verbs of all its actions.
    verbs: ClassVar[tuple[str, ...]] = ("play",)
    #: The seats that win and lose together, as in Phat (0, 2) and (1, 3); empty where everybody plays for themselves.
    partnerships: ClassVar[tuple[tuple[int, ...], ...]] = ()
    #: Whole-number attributes of the state that pass from deal to deal beside scores and dealer (Phat: the carry).
    carried: ClassVar[tuple[str, ...]] = ()
    #: Whether the lower score is the better one (Knektpass).
    counts_down: ClassVar[bool] = False
    #: Why only this game refuses an action, beside `engine.actions.Reason`; the class of a `StrEnum` will do. Its
    #: sentences are ``<key>.refusal.<reason>``.
    own_reasons: ClassVar[Iterable[StrEnum]] = ()

    def settle(self, given: Mapping[str, object]) -> Options:
        """All options with their values, defaults filled in, read-only; `BadOption` for a name or value unknown."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadOption(f"{self.title} has no option {str(name)[:40]!r}", str(name), given[name])
        return Settled(
            {name: option.take(given[name]) if name in given else option.default for name, option in known.items()}
        )

    def differing(self, options: Options) -> dict[str, Value]:
        """The options that are not as on the sheet."""
        return {each.name: options[each.name] for each in self.options if options[each.name] != each.default}

    @abstractmethod
    def start(self, options: Options, seats: int) -> S:
        """A match before its first deal. ``options`` come from `settle`."""

    def standing(self, state: S) -> Standing:
        """What a match between two deals amounts to: enough for `resume`. Taken before a deal is dealt."""
        carried = {name: getattr(state, name) for name in ("dealer", *self.carried)}
        return Standing(state.deal_no, tuple(state.scores), carried)

    def resume(self, options: Options, seats: int, standing: Standing) -> S:
        """A match as it stood between two deals."""
        state = self.start(options, seats)
        state.deal_no = standing.deals
        state.scores = list(standing.scores)
        for name, value in standing.carried.items():
            setattr(state, name, value)
        return state

    @abstractmethod
    def layout(self, options: Options, seats: int) -> Layout:
        """Which pack is dealt, and how."""

    @abstractmethod
    def next_dealer(self, state: S) -> int | None:
        """Who deals next; None for the first deal, whose dealer is drawn by chance."""

    @abstractmethod
    def begin_deal(self, state: S, dealer: int, hands: list[Mask], rest: Sequence[Card]) -> S:
        """A new state with these cards dealt, the first player to act; they are due, and fit the layout.

        ``hands`` are the new state's own.
        """

    def deal(self, state: S, dealer: int, hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> S:
        """The checked way to a new state with these cards dealt.

        `ValueError` with a sentence if cards are not due, another seat deals, or they do not fit the layout.
        """
        if state.over:
            raise ValueError("the match is over")
        if not state.needs_deal:
            raise ValueError("the deal is not over yet")
        expected = self.next_dealer(state)
        if not 0 <= dealer < state.seats:
            raise ValueError(f"there is no seat {dealer} to deal")
        if expected is not None and dealer != expected:
            raise ValueError(f"the dealer is seat {expected}, not seat {dealer}")
        layout = self.layout(state.options, state.seats)
        if list(map(len, hands)) != [layout.hand] * state.seats:
            raise ValueError(f"a deal of {self.title} is {layout.hand} cards for each of {state.seats} seats")
        *masks, _ = dealt_masks(layout.mask, (*hands, rest))
        return self.begin_deal(state, dealer, masks, rest)

    @abstractmethod
    def copy(self, state: S) -> S:
        """A state that can be changed without touching the given one."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that may act now; empty between deals and at the end."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> Legal:
        """All that this seat may do now. Checks, buttons and computer players all come from here."""

    def ahead(self, state: S, seat: int) -> Legal:
        """What this seat may promise before it is asked (a pass to come); the table plays it when the turn comes.

        A promise stays private until then. Most games have none.
        """
        return NOTHING

    @abstractmethod
    def refusal(self, state: S, seat: int, action: Action) -> IllegalAction | None:
        """Why this action is not allowed now, or None if it is."""

    @abstractmethod
    def play(self, state: S, seat: int, action: Action, facts: list[Fact] | None = None) -> None:
        """The rules: change ``state`` by a legal action, and append what follows to ``facts`` if given."""

    def apply(self, state: S, seat: int, action: Action) -> tuple[S, list[Fact]]:
        """The checked way in: a new state and its facts; `IllegalAction`, and nothing changed, if refused."""
        refused = self.refusal(state, seat, action)
        if refused is not None:
            raise refused
        after = self.copy(state)
        facts: list[Fact] = []
        self.play(after, seat, action, facts)
        return after, facts

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What this seat, or for None the public, may know."""

    @abstractmethod
    def deal_again(self, view: V, source: Source) -> S:
        """One full state that fits the view: what is hidden is dealt anew, as chance would have it."""

    def reveals(self, state: S, seat: int, action: Action, source: Source) -> bool:
        """Whether this legal action shows its player anything that they could not have foreseen, such as cards drawn.

        It is tried in other deals that look the same to them: where one of these looks otherwise afterwards, they have
        learned something. What comes out otherwise in hardly any deal may be missed, and is hardly news.
        """
        view = self.view(state, seat)
        seen = self.view(self.apply(state, seat, action)[0], seat)
        for _ in range(DEALS_TRIED):
            other, _ = self.apply(self.deal_again(view, source), seat, action)
            if self.view(other, seat) != seen:
                return True
        return False

    @abstractmethod
    def question(self, state: S, seat: int) -> Hashable:
        """What this seat is asked now, None if nothing: a click stays good for as long as this does not change."""

    @abstractmethod
    def deal_stats(self, state: S) -> tuple[dict[str, int], ...]:
        """Counters of the deal that has just ended, one mapping a seat (Phat: nines and fives caught)."""

    def ledger_points(self, state: S) -> tuple[int, ...]:
        """What the deal that has just ended is worth in running scores, a number a seat: more is better."""
        return tuple(state.points)

    def dealt(self, state: S, source: Source) -> tuple[int, list[list[Card]], list[Card]]:
        """Dealer, hands and rest of a next deal drawn from ``source``; the state is not changed."""
        dealer, pack, size = self._drawn(state, source)
        dealt = state.seats * size
        return dealer, [sorted(pack[place : place + size]) for place in range(0, dealt, size)], pack[dealt:]

    def deal_by_chance(self, state: S, source: Source) -> S:
        """`deal` of what is `dealt`, where no record needs the cards: they fit, so nothing is checked or sorted."""
        dealer, pack, size = self._drawn(state, source)
        dealt = state.seats * size
        hands = [mask_of(pack[place : place + size]) for place in range(0, dealt, size)]
        return self.begin_deal(state, dealer, hands, pack[dealt:])

    def _drawn(self, state: S, source: Source) -> tuple[int, list[Card], int]:
        """Who deals, the pack shuffled, and how many of its cards in a row are a hand."""
        dealer = self.next_dealer(state)
        if dealer is None:
            dealer = source(state.seats)
        layout = self.layout(state.options, state.seats)
        return dealer, shuffled(layout.pack, source), layout.hand


AnyGame: TypeAlias = Game[Any, Any]


def by_chance(legal: Legal, source: Source) -> Choice:
    """A legal action drawn by chance; a set choice takes free cards first (`ValueError` if nothing is legal)."""
    singles = len(legal.actions)
    if not legal:
        raise ValueError("nothing is legal here")
    pick = source(singles + (legal.choice is not None))
    if pick < singles:
        return Choice(legal.actions[pick], "by chance")
    choice = legal.choice
    assert choice is not None
    count = choice.least + source(choice.most - choice.least + 1)
    taken = (shuffled(choice.free, source) + shuffled(choice.in_need, source))[:count]
    return Choice(Action(choice.verb, tuple(sorted(taken))), "by chance")
