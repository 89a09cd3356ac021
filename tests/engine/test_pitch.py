"""Cards, trumps and play of Pitch rule by rule (docs/rules/pitch.md): PI-R1 to PI-R9, PI-R22 to PI-R24."""

from __future__ import annotations

import pytest

from engine.actions import Action, CardPlayed, DealEnded, Folded, Reason, TrickTaken
from engine.cards import CLUBS, DIAMONDS, HEARTS, PACK_54, SPADES, Suit, card, cards, code
from engine.game import Trick
from engine.games.pitch import GAME
from engine.games.pitch_cards import ORDERS, POINTS, STRENGTH, TRUMPS
from tests.engine.pitch_positions import called, dealt, do, in_play, play, refused
from tests.engine.walking import source, walk

#: PI-E1, spades: what each seat has left of trumps; seat 2 has bid and called the ace.
E1 = ("JC 8S 2S", "J+ 6S", "KS QS JS TS 7S 3S", "9S 4S", "AS J- 5S")


# Players, cards, deal


@pytest.mark.parametrize("seats", [0, 1, 4, 6])
def test_PI_R1_only_five_play_each_for_oneself(seats: int) -> None:
    assert GAME.seats_allowed == (5,)
    assert GAME.partnerships == ()
    with pytest.raises(ValueError, match="Pitch is for 5"):
        GAME.start(GAME.settle({}), seats)


def test_PI_R2_the_pack_has_52_cards_and_two_jokers() -> None:
    assert GAME.layout(GAME.settle({}), 5).pack == PACK_54
    assert (code(52), code(53)) == ("J-", "J+")


def test_PI_R3_the_deal_passes_to_the_left() -> None:
    dealers = [step.dealer for step in walk(GAME, 5, source(5)) if step.after.needs_deal or step.after.over]
    assert len(dealers) > 3
    assert dealers == [(dealers[0] + n) % 5 for n in range(len(dealers))]
    first = {GAME.dealt(GAME.start(GAME.settle({}), 5), source(seed))[0] for seed in range(40)}
    assert first == {0, 1, 2, 3, 4}


def test_PI_R3_another_dealer_is_refused() -> None:
    state = play(in_play(E1, "AS", 2), "AS 2S 6S 3S 4S J- JC J+ QS 9S KS 5S 8S JS TS 7S")
    _, hands, rest = GAME.dealt(state, source(1))
    with pytest.raises(ValueError, match="the dealer is seat 2, not seat 4"):
        GAME.deal(state, 4, hands, rest)


def test_PI_R4_ten_cards_each_and_four_in_the_widow() -> None:
    state = dealt({0: "AS"}, widow="J+ J- 2C 3C")
    assert [hand.bit_count() for hand in state.hands] == [10] * 5
    view = GAME.view(state, 0)
    assert view.hand_sizes == (10,) * 5
    assert (len(view.hand), view.widow, view.phase) == (10, (), "auction")
    short = [[*range(10 * seat, 10 * seat + 10)] for seat in range(5)]
    with pytest.raises(ValueError, match="not the 54 cards"):
        GAME.deal(GAME.start(GAME.settle({}), 5), 0, short, [50, 51, 52])


# Trump order and points


@pytest.mark.parametrize(
    ("trump", "order"),
    [
        (SPADES, "AS KS QS JS JC J+ J- TS 9S 8S 7S 6S 5S 4S 3S 2S"),
        (HEARTS, "AH KH QH JH JD J+ J- TH 9H 8H 7H 6H 5H 4H 3H 2H"),
        (DIAMONDS, "AD KD QD JD JH J+ J- TD 9D 8D 7D 6D 5D 4D 3D 2D"),
        (CLUBS, "AC KC QC JC JS J+ J- TC 9C 8C 7C 6C 5C 4C 3C 2C"),
    ],
)
def test_PI_R5_sixteen_trumps_in_their_order(trump: Suit, order: str) -> None:
    assert [code(each) for each in reversed(ORDERS[trump])] == order.split()
    strengths = [STRENGTH[trump][each] for each in cards(order)]
    assert strengths == sorted(strengths, reverse=True)
    assert sum(TRUMPS[trump] >> each & 1 for each in PACK_54) == 16


def test_PI_R6_other_suits_never_matter() -> None:
    assert all(STRENGTH[SPADES][each] == 0 for each in PACK_54 if not TRUMPS[SPADES] >> each & 1)
    state = play(in_play(E1, "AS", 2), "AS")
    plain = next(each for each in GAME.view(state, 0).hand if not TRUMPS[SPADES] >> each & 1)
    refusal = refused(state, 0, f"play {code(plain)}")
    assert (refusal.reason, refusal.params) == (Reason.ONLY_TRUMPS, {"card": plain})


def test_PI_R7_eight_points_lie_in_the_cards() -> None:
    worth = {code(each): POINTS[SPADES][each] for each in PACK_54 if POINTS[SPADES][each]}
    assert worth == {"JS": 1, "JC": 1, "J+": 1, "J-": 1, "TS": 1, "3S": 3}
    assert all(sum(POINTS[trump]) == 8 for trump in (SPADES, HEARTS, DIAMONDS, CLUBS))


def test_PI_R8_high_is_for_the_highest_trump_in_play() -> None:
    state = play(in_play(E1, "AS", 2), "AS 2S 6S 3S 4S J- JC J+ QS 9S KS 5S 8S JS TS 7S")
    assert state.result is not None
    assert state.result.high == (4, card("AS"))
    # The ace was discarded in need: then the king is High.
    hands = ("2S", "J+ 6S", "KS QS JS TS JC 3S", "9S 4S", "5S J-")
    state = in_play(hands, "KS", 2, trumps_gone={2: "AS 8S 7S"})
    while acting := GAME.to_act(state):
        state, _ = GAME.apply(state, acting[0], GAME.legal(state, acting[0]).actions[0])
    assert state.result is not None
    assert state.result.high == (2, card("KS"))


def test_PI_R9_low_is_for_who_held_the_lowest_trump_whoever_won_it() -> None:
    state = play(in_play(E1, "AS", 2), "AS 2S 6S 3S 4S J- JC J+ QS 9S KS 5S 8S JS TS 7S")
    assert state.result is not None
    assert state.result.low == (0, card("2S")), "seat 4 won it"


# Play


def test_PI_R22_the_holder_of_the_called_card_leads_it() -> None:
    state = in_play(E1, "AS", 2)
    assert GAME.to_act(state) == (4,)
    assert GAME.legal(state, 4).cards == (card("AS"),)
    for text in ("play 5S", "play J-"):
        refusal = refused(state, 4, text)
        assert (refusal.reason, refusal.params) == (Reason.MUST_LEAD_CALLED, {"card": card("AS")})


def test_PI_R22_any_trump_and_nothing_but_a_trump() -> None:
    state = play(in_play(E1, "AS", 2), "AS")
    assert GAME.to_act(state) == (0,)
    assert set(GAME.legal(state, 0).cards) == set(cards("JC 8S 2S"))


def test_PI_R22_who_has_no_trump_when_the_turn_comes_folds() -> None:
    state = play(in_play(E1, "AS", 2), "AS 2S 6S 3S 4S J- JC J+ QS")
    state, facts = do(state, "play 9S")
    assert [type(each) for each in facts] == [CardPlayed, TrickTaken]
    assert GAME.view(state, None).folded == (), "seats 1 and 3 have no trump, but it is not yet their turn"
    state, facts = do(state, "play KS")
    assert facts == [CardPlayed(2, card("KS")), Folded(3)]
    state, facts = do(state, "play 5S", "play 8S")
    assert facts[:2] == [CardPlayed(0, card("8S")), Folded(1)]
    view = GAME.view(state, None)
    assert view.folded == (1, 3)
    assert view.hand_sizes == (3, 4, 3, 4, 3)
    assert view.hand == ()
    for seat in (1, 3):
        assert refused(state, seat, f"play {code(GAME.view(state, seat).hand[0])}").reason == Reason.HAS_FOLDED
        assert GAME.question(state, seat) is None


def test_PI_R23_the_highest_trump_wins_and_leads_next() -> None:
    state = in_play(E1, "AS", 2)
    state, facts = do(state, *(f"play {each}" for each in ["AS", "2S", "6S", "3S", "4S"]))
    assert facts == [CardPlayed(3, card("4S")), TrickTaken(4, tuple(cards("AS 2S 6S 3S 4S")), 3)]
    view = GAME.view(state, None)
    assert (view.trick, view.taken, view.to_act) == (Trick(4), (3, 0), (4,))
    assert (view.tricks[0].leader, view.tricks[0].winner, view.tricks[0].points) == (4, 4, 3)


def test_PI_R23_without_a_trump_the_next_one_that_has_leads() -> None:
    hands = ("AS", "KS QS JS TS 9S", "4S 3S", "J+ J-", "JC 5S 2S")
    state, facts = do(in_play(hands, "AS", 1), *(f"play {each}" for each in ["AS", "JS", "3S", "J-", "2S"]))
    assert facts[-1] == Folded(0)
    assert GAME.to_act(state) == (1,)
    # Seats 0 and 1 have nothing left either.
    hands = ("AS", "JS", "KS QS TS 9S", "J+ J- 4S", "JC 5S 2S 3S")
    state, facts = do(in_play(hands, "AS", 2), *(f"play {each}" for each in ["AS", "JS", "QS", "4S", "2S"]))
    assert facts[-2:] == [Folded(0), Folded(1)]
    assert GAME.to_act(state) == (2,)


def test_PI_R24_the_deal_ends_with_the_last_trump() -> None:
    state = play(in_play(E1, "AS", 2), "AS 2S 6S 3S 4S J- JC J+ QS 9S KS 5S 8S JS TS")
    assert GAME.to_act(state) == (2,), "alone with trumps, and they are played out"
    state, facts = do(state, "play 7S")
    assert [type(each) for each in facts] == [CardPlayed, TrickTaken, DealEnded]
    assert (state.needs_deal, GAME.to_act(state), len(state.tricks)) == (True, (), 6)
    view = GAME.view(state, 3)
    assert (view.phase, view.trick, view.trump) == ("deal", None, SPADES)
    assert len(view.hand) == 4, "plain cards are never played"
    assert refused(state, 2, "play 7S").reason == Reason.NOT_DEALT


# The option about the first lead


#: Seat 2 has bid and called the queen, which seat 4 has.
LED = ("JC 8S 2S", "J+ 6S", "KS AS JS TS 7S 3S", "9S 4S", "QS J- 5S")


def test_options_first_lead_bidder_leads_any_trump_and_the_called_card_follows() -> None:
    state = in_play(LED, "QS", 2, first_lead="bidder_leads")
    assert GAME.to_act(state) == (2,)
    assert len(GAME.legal(state, 2).cards) == 6
    state = play(state, "7S 4S")
    assert GAME.legal(state, 4).cards == (card("QS"),)
    refusal = refused(state, 4, "play 5S")
    assert (refusal.reason, refusal.params) == (Reason.MUST_PLAY_CALLED, {"card": card("QS")})
    assert [GAME.view(state, seat).partner for seat in (None, 0, 1, 2, 3, 4)] == [None] * 5 + [4]
    assert [GAME.view(state, seat).alone for seat in (None, 0, 1, 2, 3, 4)] == [None, None, None, False, None, False]
    state = play(state, "QS")
    assert [GAME.view(state, seat).partner for seat in (None, 0, 1, 2, 3, 4)] == [4] * 6
    assert set(GAME.legal(state, 0).cards) == set(cards("JC 8S 2S")), "all others play any trump"


def test_options_first_lead_bidder_leads_the_called_card_when_alone() -> None:
    hands = ("JC 8S 2S", "J+ 6S", "KS AS JS TS 7S 3S", "9S 4S", "QS J- 5S")
    state = in_play(hands, "AS", 2, first_lead="bidder_leads")
    assert (GAME.to_act(state), GAME.legal(state, 2).cards) == ((2,), (card("AS"),))
    assert GAME.view(state, 0).alone is None
    assert GAME.view(play(state, "AS"), 0).alone is True


def test_options_first_lead_bidder_leads_without_a_trump_lets_the_next_one_lead() -> None:
    hands = ("JC AS 2S", "J+ KS 3S", "", "9S 4S TS JS", "QS J- 5S")
    state = in_play(hands, "QS", 2, first_lead="bidder_leads")
    assert GAME.view(state, None).folded == (2,)
    assert GAME.to_act(state) == (3,)
    assert len(GAME.legal(state, 3).cards) == 4
    for seed in range(20):
        for seat in (None, 0, 1, 2, 3, 4):
            view = GAME.view(state, seat)
            assert GAME.view(GAME.deal_again(view, source(seed)), seat) == view


# Refusals, facts, views


def test_one_card_of_the_own_hand_in_turn() -> None:
    state = play(in_play(E1, "AS", 2), "AS")
    for text in ("play", "play 2S 8S", "play 7"):
        assert refused(state, 0, text).reason == Reason.ONE_CARD
    for text in ("play KS", "play AS", "play AH"):
        assert refused(state, 0, text).reason == Reason.NOT_IN_HAND
    for text in ("bid 7", "pass", "discard 2S", "call AH"):
        assert refused(state, 0, text).reason == Reason.WRONG_VERB
    for seat in (1, 2, 3, 4, 5, -1):
        assert refused(state, seat, "play 6S").reason == Reason.NOT_YOUR_TURN
    refusal = GAME.refusal(state, 0, Action("play", (99,)))
    assert refusal is not None
    assert "99" in str(refusal)
    assert refused(GAME.start(GAME.settle({}), 5), 0, "bid 5").reason == Reason.NOT_DEALT


def test_the_next_deal_begins_afresh() -> None:
    state = play(in_play(E1, "AS", 2), "AS 2S 6S 3S 4S J- JC J+ QS 9S KS 5S 8S JS TS 7S")
    state = GAME.deal(state, *GAME.dealt(state, source(1)))
    assert state.scores == [1, 1, 9, 1, 9]
    view = GAME.view(state, None)
    assert (view.phase, view.bids, view.bid, view.bidder, view.passed) == ("auction", (), None, None, ())
    assert (view.called, view.trump, view.announced, view.discarded, view.folded) == (None, None, (), (), ())
    assert (view.points, view.taken, view.tricks, view.result) == ((0,) * 5, (0, 0), (), None)


def test_deal_again_keeps_trumps_from_who_folded_and_gives_one_to_who_is_on_turn() -> None:
    state = play(in_play(E1, "AS", 2), "AS 2S 6S 3S 4S J- JC J+ QS 9S KS")
    seen = set()
    for seed in range(40):
        for seat in (None, 0, 1, 2):
            view = GAME.view(state, seat)
            again = GAME.deal_again(view, source(seed))
            assert GAME.view(again, seat) == view
            assert not again.hands[3] & TRUMPS[SPADES]
            assert again.hands[4] & TRUMPS[SPADES]
            seen.add(tuple(again.hands))
    assert len(seen) > 40, "chance has its way with the rest"


def test_deal_again_knows_who_must_have_the_called_card() -> None:
    state = in_play(E1, "AS", 2)
    assert all(GAME.deal_again(GAME.view(state, 0), source(seed)).hands[4] >> card("AS") & 1 for seed in range(20))
    state = called(dealt({0: "KS", 3: "AS"}), "AS", 0)
    holders = set()
    for seed in range(60):
        again = GAME.deal_again(GAME.view(state, 1), source(seed))
        holders.add(again.holder)
        assert (again.widow >> card("AS") & 1) == (again.holder == 0), "the bidder has it only from the widow"
    assert holders == {0, 2, 3, 4}
    assert {GAME.deal_again(GAME.view(state, 0), source(seed)).holder for seed in range(60)} == {1, 2, 3, 4}


def test_deal_again_after_discards_in_need() -> None:
    # Seat 2 has discarded the two in need, so it has nothing but trumps of rank.
    hands = ("JC 5S", "AS 4S", "KS QS JS TS J+ 3S", "9S 6S", "J- 7S")
    state = in_play(hands, "AS", 2, trumps_gone={2: "8S 2S"})
    for seed in range(30):
        again = GAME.deal_again(GAME.view(state, 0), source(seed))
        assert not again.hands[2] & ~TRUMPS[SPADES]
        assert not any(again.hands[2] >> each & 1 for each in cards("9S 6S 7S 4S"))
