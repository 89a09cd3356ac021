"""Computer players: levels, and complaints about computer players at Phat as positions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import SPADES, Suit, cards, code, mask_of
from engine.game import Trick
from engine.games.phat import GAME, PhatState, PhatView
from engine.players import LEVELS, RANDOM, UnknownLevel, answer
from engine.players.phat import choose
from tests.engine.walking import source


def seen(hand: str, table: str, trump: Suit = SPADES, leader: int = 0, gone: str = "") -> PhatView:
    """What a seat sees with this hand after these cards; ``gone`` are played in earlier tricks, by all in turn."""
    played = cards(table)
    seat = (leader + len(played)) % 4
    state = PhatState(GAME.settle({}), 4)
    state.needs_deal, state.deal_no, state.dealer = False, 1, 3
    state.trump, state.leader, state.turn, state.table = trump, leader, seat, tuple(played)
    earlier = cards(gone)
    state.tricks = tuple((0, tuple(earlier[n : n + 4]), 0, 0) for n in range(0, len(earlier), 4))
    state.hands[seat] = mask_of(cards(hand))
    view = GAME.view(state, seat)
    sizes = [len(cards(hand))] * 4
    return replace(view, hand_sizes=tuple(sizes), trick=Trick(leader, view.trick.plays if view.trick else ()))


def chosen(view: PhatView) -> str:
    return code(choose(view).action.cards[0])


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        # Points for the partner's sure trick: seat 1 has played the ace of trumps, seat 3 is last.
        ("9S 5S KS 2S", "3S AS 4S", "9S"),
        ("9H TH 2H", "3H AS 4H", "9H"),
        ("TH 8H 2H", "3H AS 4H", "TH"),
        # Last to play, points on the table: take them, with no more than it needs.
        ("KH QH 3H", "TH 2H 9H", "QH"),
        # The partner has it: kings are kept.
        ("KH 3H", "2H TH 7H", "3H"),
        # Last to play: bring home the nine of trumps itself.
        ("9S AS 2S", "3S 4S 5S", "9S"),
        # The other side has it: give away as little as possible.
        ("9H TH 2H", "3H 4H AH", "2H"),
        ("9H TH 4D 3C", "3S 4S AS", "3C"),
        # Do not trump a worthless trick that the partner has.
        ("2S 3D", "3H AH 4H", "3D"),
    ],
)
def test_last_to_play(hand: str, table: str, expected: str) -> None:
    assert chosen(seen(hand, table)) == expected


def test_points_only_where_nobody_can_still_take_the_trick() -> None:
    # Seat 3 may still hold a trump, so the partner's ace of hearts is not sure for seat 2.
    assert chosen(seen("9H 2H", "AH 3H")) == "2H"


def test_lead_sure_trumps_towards_the_nine_and_five() -> None:
    assert chosen(seen("AS 3S KD 2D", "")) == "AS"
    assert chosen(seen("KS 3S KD 2D", "")) != "KS"
    assert chosen(seen("KS 3S KD 2D", "", gone="AS 2S 4S 6S")) == "KS"


def test_the_first_lead_is_from_the_strongest_suit() -> None:
    view = seen("AS KS QS 9S 5S 2S 2H 3H 4H 2D 3D 2C 3C", "")
    assert chosen(replace(view, trump=None)) == "AS"


def test_every_answer_has_words() -> None:
    assert choose(seen("AS", "")).reason == "the only card allowed"
    assert choose(seen("9S 5S", "3S AS 4S")).reason == "points for the partner's sure trick"


def test_levels_are_as_the_table_offers_them() -> None:
    assert LEVELS == ("easy", "normal", "hard")
    view = seen("AS 3S KD 2D", "")
    for level in (*LEVELS, RANDOM):
        assert answer(GAME, view, level, source(1)).action in view.legal.actions
    with pytest.raises(UnknownLevel, match="unknown level 'perfect'; the levels are easy, normal, hard, random"):
        answer(GAME, view, "perfect", source(1))


def test_easy_players_are_careless_three_times_in_ten() -> None:
    view, chance = seen("AS 3S KD 2D", ""), source(1)
    reasons = [answer(GAME, view, "easy", chance).reason for _ in range(1000)]
    assert 240 < reasons.count("without thinking") < 360


def test_nobody_answers_out_of_turn() -> None:
    view = GAME.view(GAME.start(GAME.settle({}), 4), 0)
    for level in (*LEVELS, RANDOM):
        with pytest.raises(ValueError, match="nothing is legal"):
            answer(GAME, view, level, source(1))


def test_normal_beats_random_by_far() -> None:
    lead = 0
    for seed in range(20):
        for side in (0, 1):
            chance = source(seed)
            state = GAME.start(GAME.settle({}), 4)
            state = GAME.deal(state, *GAME.dealt(state, chance))
            while seats := GAME.to_act(state):
                level = "normal" if seats[0] % 2 == side else RANDOM
                state, _ = GAME.apply(state, seats[0], answer(GAME, GAME.view(state, seats[0]), level, chance).action)
            lead += state.phat[side] - state.phat[1 - side]
    assert lead / 40 > 20
