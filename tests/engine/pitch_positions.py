"""Positions of Pitch for its tests, in card codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.actions import Action, Fact, IllegalAction
from engine.cards import PACK_54, SPADES, card, cards, cards_in, mask_of, suit_of
from engine.games.pitch import GAME
from engine.games.pitch_cards import TRUMPS
from engine.games.pitch_table import NOBODY, PitchState
from engine.options import Value
from tests.engine.walking import snapshot

ZEROS = (0, 0, 0, 0, 0)


def do(state: PitchState, *codes: str) -> tuple[PitchState, list[Fact]]:
    """Do these things, each by the first seat that is to act; the facts of the last one."""
    facts: list[Fact] = []
    for each in codes:
        state, facts = GAME.apply(state, GAME.to_act(state)[0], Action.parse(each))
    return state, facts


def play(state: PitchState, codes: str) -> PitchState:
    """Play these cards, each by the seat whose turn it is."""
    return do(state, *(f"play {each}" for each in codes.split()))[0]


def refused(state: PitchState, seat: int, text: str) -> IllegalAction:
    """The refusal of an action, with nothing changed by it."""
    before = snapshot(state)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, seat, Action.parse(text))
    assert snapshot(state) == before
    assert str(caught.value)
    return caught.value


def dealt(
    hands: Mapping[int, str] | None = None,
    widow: str = "",
    dealer: int = 4,
    scores: Sequence[int] = ZEROS,
    **options: Value,
) -> PitchState:
    """A deal in which these seats have these cards, as far as they are named; all others by their order."""
    start = GAME.start(GAME.settle(options), 5)
    start.scores = list(scores)
    given = [cards((hands or {}).get(seat, "")) for seat in range(5)]
    rest = cards(widow)
    left = [each for each in PACK_54 if each not in {*rest, *(each for hand in given for each in hand)}]
    for pile, size in (*((hand, 10) for hand in given), (rest, 4)):
        while len(pile) < size:
            pile.append(left.pop(0))
    return GAME.deal(start, dealer, given, rest)


def auction(state: PitchState, said: str) -> PitchState:
    """The state after ``5 p 6 p``: bids and passes, each by the seat whose turn it is."""
    return do(state, *("pass" if each == "p" else f"bid {each}" for each in said.split()))[0]


def called(state: PitchState, code: str, bidder: int, bid: int = 5) -> PitchState:
    """The state after an auction that this seat wins at once, and its call; all are to discard."""
    while GAME.to_act(state) != (bidder,):
        state, _ = do(state, "pass")
    state, _ = do(state, f"bid {bid}")
    while state.phase == "auction":
        state, _ = do(state, "pass")
    return do(state, f"call {code}")[0]


def discarding(hands: Mapping[int, str], code: str, bidder: int, widow: str = "") -> PitchState:
    """All are to discard: the bidder's fourteen cards are named as ten of ``hands`` and the widow.

    The called card, where it is not named, is with the second seat on the bidder's left.
    """
    if all(code not in each.split() for each in (*hands.values(), widow)):
        other = (bidder + 2) % 5
        hands = {**hands, other: f"{hands.get(other, '')} {code}".strip()}
    return called(dealt(hands, widow), code, bidder)


def in_play(
    kept: Sequence[str],
    code: str,
    bidder: int,
    bid: int = 5,
    trumps_gone: Mapping[int, str] | None = None,
    scores: Sequence[int] = ZEROS,
    **options: Value,
) -> PitchState:
    """A deal at the first lead, when all have these trumps left and plain cards besides.

    ``trumps_gone``: the trumps discarded, by seat; those named nowhere were the bidder's.
    """
    call = card(code)
    trumps = TRUMPS[suit_of(call)]
    hands = [cards(each) for each in kept]
    gone = [cards((trumps_gone or {}).get(seat, "")) for seat in range(5)]
    named = mask_of([each for pile in (*hands, *gone) for each in pile])
    gone[bidder] += list(cards_in(trumps & ~named))
    plain = [each for each in PACK_54 if not trumps >> each & 1]
    for seat in range(5):
        hands[seat] += [plain.pop(0) for _ in range(6 - len(hands[seat]))]
        gone[seat] += [plain.pop(0) for _ in range((8 if seat == bidder else 4) - len(gone[seat]))]
    whole = [[*hand, *pile] for hand, pile in zip(hands, gone, strict=True)]
    widow = ([call] if call in whole[bidder] else []) + [each for each in whole[bidder] if each != call]
    whole[bidder], widow = widow[4:], widow[:4]
    start = GAME.start(GAME.settle(options), 5)
    start.scores = list(scores)
    state = called(GAME.deal(start, (bidder - 1) % 5, whole, widow), code, bidder, bid)
    for seat in range(5):
        state, _ = GAME.apply(state, seat, Action("discard", tuple(gone[seat])))
    return state


def last_card(
    ours: int,
    bid: int,
    scores: Sequence[int] = ZEROS,
    bidder: int = 2,
    partner: int = 4,
    lost: int = 0,
    low: int | None = None,
    **options: Value,
) -> PitchState:
    """The state after the last card of a deal in which the bidder's side has so many points (B).

    The partner has High with the ace of spades, or a bidder alone, who is given as partner too; Low is with ``low``,
    in general the player on the bidder's left, or the bidder where all ten points are to be the side's.
    """
    if low is None:
        low = bidder if ours == 10 else (bidder + 1) % 5
    state = GAME.start(GAME.settle(options), 5)
    state.needs_deal, state.deal_no, state.dealer, state.phase = False, 1, 3, "play"
    state.scores = list(scores)
    state.bid, state.bidder, state.called, state.trump = bid, bidder, card("AS"), SPADES
    state.partner = NOBODY if partner == bidder else partner
    state.discards = [mask_of(cards("JS" if lost else "2H"))] * 5
    state.tricks = ((partner, ((partner, card("AS")), (low, card("2S"))), partner, 0),)
    won = 1 + (low in (bidder, partner))
    state.taken = (ours - won, 10 - lost - ours - (2 - won))
    state.leader = state.turn = bidder
    state.hands[bidder] = mask_of(cards("KS"))
    return play(state, "KS")
