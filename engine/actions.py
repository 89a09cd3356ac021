"""What players do, what they may do, why they may not, and the facts that follow."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar, dataclass_transform

from engine.cards import CODES, Card, card

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(kind: type[T]) -> type[T]:
    """A dataclass that nobody changes: the type checker refuses it, as for a frozen one.

    For what is made in each deal a rollout plays: a truly frozen one takes three times as long to make.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)


class BadCode(ValueError):
    """A text that is no action code at all (as against one that is not allowed now)."""


@value
class Action:
    """What a player does: a verb with cards (``play AS``, ``discard 4H 7H``), a number (``bid 7``) or neither."""

    verb: str
    cards: tuple[Card, ...] = ()
    number: int | None = None

    @property
    def code(self) -> str:
        """The action as records write it: ``play AS``."""
        if self.number is not None:
            return f"{self.verb} {self.number}"
        return " ".join((self.verb, *(CODES[each] for each in self.cards)))

    @staticmethod
    def parse(text: str) -> Action:
        """The action of a code; `BadCode` or `engine.cards.UnknownCard` if there is none."""
        verb, *rest = text.split(" ")
        if not verb.isalpha() or not verb.isascii() or not verb.islower():
            raise BadCode(f"unknown action {text[:40]!r}")
        # Each number has one spelling: 07 is none.
        if len(rest) == 1 and len(rest[0]) < 4 and rest[0].isdecimal() and rest[0] == str(int(rest[0])):
            return Action(verb, number=int(rest[0]))
        return Action(verb, tuple(card(each) for each in rest))


#: ``PLAYS[card]`` is the action of playing that card; made once, because tricks are the hot path.
PLAYS: tuple[Action, ...] = tuple(Action("play", (each,)) for each in range(len(CODES)))


@dataclass(frozen=True, slots=True)
class SetChoice:
    """A choice of several cards at once (discard, exchange), described instead of listed.

    From ``least`` to ``most`` cards: any of ``free``; cards of ``in_need`` only when every free card goes too.
    """

    verb: str
    least: int
    most: int
    free: tuple[Card, ...]
    in_need: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Legal:
    """All that a seat may do now: single actions, and at most one choice of a set of cards. Empty: nothing."""

    actions: tuple[Action, ...] = ()
    choice: SetChoice | None = None

    def __bool__(self) -> bool:
        return bool(self.actions) or self.choice is not None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that may be played, ascending; empty where the question is another one."""
        return tuple(each.cards[0] for each in self.actions if each.verb == "play")


NOTHING = Legal()


class Reason(StrEnum):
    """Why an action is refused. The bot has a sentence for each, with the parameters named here.

    A reason that only one game knows may stand in that game's file, in a `StrEnum` of its own (`Game.own_reasons`).
    """

    MATCH_OVER = "match_over"
    NOT_DEALT = "not_dealt"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_VERB = "wrong_verb"  # verb
    ONE_CARD = "one_card"  # a play names exactly one card
    NOT_IN_HAND = "not_in_hand"  # card
    MUST_FOLLOW = "must_follow"  # suit: the suit that was led and is in hand
    TRUMPS_LED = "trumps_led"  # Knektpass: a trump was led, perhaps a jack, and there are trumps in hand
    MUST_TRUMP = "must_trump"  # Knektpass: none of the suit led, but trumps in hand
    MUST_BEAT = "must_beat"  # card: the card now winning, which a card in hand can beat
    GIVE_UP_ONE = "give_up_one"  # the turn-up is taken for exactly one card
    TRUMP_ACE_PLAYS = "trump_ace_plays"  # who holds the ace of trumps may not pass
    ROBBER_PLAYS = "robber_plays"  # who took the turn-up may not pass
    NO_MORE_CARDS = "no_more_cards"  # nothing may be exchanged any more
    TOO_MANY_CARDS = "too_many_cards"  # n: how many cards may be exchanged now
    CHOSEN_TWICE = "chosen_twice"  # card
    HAS_PASSED = "has_passed"  # Pitch: a pass holds for the whole auction
    BID_A_NUMBER = "bid_a_number"  # a bid is one number
    BID_TOO_LOW = "bid_too_low"  # number: the lowest bid that is allowed now
    BID_TOO_HIGH = "bid_too_high"  # number: the highest bid there is
    MOON_NEEDS_NONNEGATIVE = "moon_needs_nonnegative"  # number: the moon's; only with a score of 0 or more
    DEALER_MUST_BID = "dealer_must_bid"  # number: the lowest bid; the others have all passed
    CALL_ONE_CARD = "call_one_card"  # exactly one card is called
    JOKER_CALLED = "joker_called"
    OWN_CARD_CALLED = "own_card_called"  # card
    HAS_DISCARDED = "has_discarded"
    WRONG_DISCARDS = "wrong_discards"  # n: how many cards are to be discarded
    NEVER_DISCARD = "never_discard"  # card
    FREE_CARDS_FIRST = "free_cards_first"  # card: it goes only when no free card is left
    HAS_FOLDED = "has_folded"
    ONLY_TRUMPS = "only_trumps"  # Pitch: card, which is no trump
    MUST_LEAD_CALLED = "must_lead_called"  # card: the called card
    MUST_PLAY_CALLED = "must_play_called"  # card: the called card, in the first trick


class IllegalAction(Exception):
    """An action that the rules do not allow now; nothing has changed.

    ``reason`` (a `Reason`, or one of the game's own) and ``params`` are for the bot's sentences; the message is a plain
    English one for the command line.
    """

    def __init__(self, reason: StrEnum, message: str, **params: int | str) -> None:
        super().__init__(message)
        self.reason = reason
        self.params = params


class Fact:
    """Something that followed from an action, known to everybody at the table.

    Tables, records and transcripts need only those below; one that only its game knows may stand in that game's file.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CardPlayed(Fact):
    """A seat played a card to the trick on the table."""

    seat: int
    card: Card


@value
class TrickTaken(Fact):
    """A trick is complete: who took it, its cards in the order played, and the points it counted at once."""

    seat: int
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Robbed(Fact):
    """Knektpass: the dealer took the turn-up for a card of the hand, or left it."""

    seat: int
    taken: bool


@dataclass(frozen=True, slots=True)
class Declared(Fact):
    """Knektpass: a seat plays in this deal, or passes."""

    seat: int
    plays: bool


@dataclass(frozen=True, slots=True)
class Exchanged(Fact):
    """Knektpass: a seat exchanged so many cards with the talon; 0: it stands."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class BidMade(Fact):
    """A seat bid so many points."""

    seat: int
    bid: int


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A seat passed in the auction."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardCalled(Fact):
    """The bidder called a card: its suit is trump, its holder the partner."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Discarded(Fact):
    """A seat discarded so many cards, face down."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class TrumpsAnnounced(Fact):
    """All have discarded: the trumps among each seat's discards, by seat."""

    trumps: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Folded(Fact):
    """A seat whose turn came has no trump: it is out for the rest of the deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealEnded(Fact):
    """A deal is over: the change of each seat's score in it, and the scores after it."""

    points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded(Fact):
    """The match is over: all winning seats, ascending, and the final scores."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A computer player's answer: the action and, in words, why."""

    action: Action
    reason: str
