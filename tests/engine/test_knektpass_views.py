"""What Knektpass refuses, promises, shows and hides."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.actions import (
    NOTHING,
    Action,
    Exchanged,
    Legal,
    Reason,
)
from engine.cards import HEARTS, PACK_52, SPADES, card, cards, code, mask_of
from engine.game import Trick
from engine.games.knektpass import GAME, IN, PASS, STAND
from engine.games.knektpass_cards import trumps
from tests.engine.knektpass_positions import (
    FOUR,
    dealt,
    last_trick,
    position,
    refused,
    run,
)
from tests.engine.walking import snapshot, source

SETTLED = GAME.settle({})


# Refusals


@pytest.mark.parametrize(
    ("said", "texts"),
    [
        ((), ["pass", "in", "exchange", "play AS", "leave AS", "discard AS"]),
        (("leave",), ["leave", "rob AS", "exchange AS", "play AS", "in AS", "pass 3", "bid 5"]),
        (("leave", "in", "in", "in", "in"), ["in", "pass", "leave", "play AS", "exchange 3", "discard AS"]),
        (("leave", "in", "in", "in", "in", *["exchange"] * 4), ["in", "pass", "leave", "exchange", "rob AS"]),
    ],
)
def test_what_belongs_to_another_phase_is_refused(said: Sequence[str], texts: Sequence[str]) -> None:
    state, _ = run(dealt(*FOUR), *said)
    (seat,) = GAME.to_act(state)
    for text in texts:
        refusal = refused(state, seat, text)
        assert (refusal.reason, refusal.params) == (Reason.WRONG_VERB, {"verb": text.split()[0]})


def test_refusals_of_turn_cards_and_numbers() -> None:
    state = dealt(*FOUR)
    assert refused(state, 1, "leave").reason == Reason.NOT_YOUR_TURN
    assert refused(state, -1, "leave").reason == Reason.NOT_YOUR_TURN
    for text in ("rob", "rob 2S 3S", "rob 3"):
        assert refused(state, 0, text).reason == Reason.GIVE_UP_ONE
    assert refused(GAME.start(SETTLED, 4), 0, "leave").reason == Reason.NOT_DEALT
    state, _ = run(state, "leave", "in", "in", "in", "in")
    one, two = FOUR[1].split()[:2]
    assert refused(state, 1, f"exchange {FOUR[0].split()[0]}").reason == Reason.NOT_IN_HAND
    refusal = refused(state, 1, f"exchange {one} {two} {one}")
    assert (refusal.reason, refusal.params) == (Reason.CHOSEN_TWICE, {"card": card(one)})
    state, _ = run(state, *["exchange"] * 4)
    for text in ("play", "play 2S 3S", "play 3"):
        assert refused(state, 3, text).reason == Reason.ONE_CARD


@pytest.mark.parametrize(
    ("table", "hand", "played", "reason", "params"),
    [
        ("KS", "AS 9H", "9H", Reason.MUST_FOLLOW, {"suit": SPADES}),
        ("KS", "AS JS", "JS", Reason.MUST_FOLLOW, {"suit": SPADES}),
        ("JS", "AS 9H", "AS", Reason.TRUMPS_LED, {}),
        ("9H", "AS JD", "AS", Reason.TRUMPS_LED, {}),
        ("KS", "AD 9H", "AD", Reason.MUST_TRUMP, {}),
        ("KS", "AS 9S", "9S", Reason.MUST_BEAT, {"card": card("KS")}),
        ("KS 9H", "TH 8H", "8H", Reason.MUST_BEAT, {"card": card("9H")}),
        ("8H", "TH 7H", "7H", Reason.MUST_BEAT, {"card": card("8H")}),
    ],
)
def test_refusals_say_which_duty(table: str, hand: str, played: str, reason: Reason, params: dict[str, int]) -> None:
    state, _ = run(position([*table.split(), hand, "2C"]), *(f"play {each}" for each in table.split()))
    refusal = refused(state, len(table.split()), f"play {played}")
    assert (refusal.reason, refusal.params) == (reason, params)


# Promises, views, questions


def test_in_and_pass_may_be_promised_before_the_turn_to_declare() -> None:
    state = dealt(*FOUR)
    assert [GAME.ahead(state, seat) for seat in range(4)] == [NOTHING] * 4
    state, _ = run(state, "leave", "in")
    assert [GAME.ahead(state, seat) for seat in range(4)] == [Legal((IN, PASS)), NOTHING, NOTHING, Legal((IN, PASS))]
    assert GAME.view(state, 3).ahead == Legal((IN, PASS))
    assert GAME.view(state, None).ahead == NOTHING


def test_to_stand_may_be_promised_while_one_is_still_asked() -> None:
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D", "AC KC QC TC 9C"), "leave", "in", "pass", "in")
    stand = Legal((STAND,))
    assert [GAME.ahead(state, seat) for seat in range(3)] == [stand, NOTHING, NOTHING]
    state, _ = run(state, "exchange AD")
    assert [GAME.ahead(state, seat) for seat in range(3)] == [NOTHING, stand, NOTHING], "in the next round"
    state, _ = run(state, "exchange", "exchange KD", "exchange", "exchange QD")
    assert GAME.to_act(state) == (0,)
    assert [GAME.ahead(state, seat) for seat in range(3)] == [NOTHING] * 3, "the last round: asked no more"


def test_the_view_has_what_the_screens_show() -> None:
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D", "AC KC QC TC 9C", dealer=2), "rob 9C", "in", "in")
    view = GAME.view(state, 0)
    assert (view.phase, view.dealer, view.declared, view.to_act) == ("declare", 2, (True, True, None), (2,))
    state, _ = run(state, "in", "exchange 9S TS", "exchange", "exchange AC", *["exchange"] * 3)
    view = GAME.view(state, 0)
    assert (view.phase, view.exchanged, view.promised, view.taken) == ("play", (2, 0, 1), (2, 0, 1), (0, 0, 0))
    assert (view.trick, view.talon, view.lone, view.result) == (Trick(1), 17, None, None)
    assert view.laid_away == tuple(cards("9S TS"))
    assert GAME.view(state, 2).laid_away == tuple(cards("9C AC"))
    assert GAME.view(state, None).laid_away == ()


def test_views_hold_own_cards_only() -> None:
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D", "AC KC QC TC 9C", dealer=2), "rob 9C", *["in"] * 3)
    state, facts = run(state, "exchange 9S TS")
    assert facts == [Exchanged(0, 2)]
    for viewer in (None, 1, 2):
        text = str(snapshot(GAME.view(state, viewer).exchanges))
        assert str(card("9S")) not in text


def test_a_question_is_the_phase_the_round_or_the_trick() -> None:
    state, asked = dealt("AS KS QS TS 9S", "AD KD QD TD 9D"), []
    while GAME.to_act(state) and len(state.tricks) < 2:
        (seat,) = GAME.to_act(state)
        assert GAME.question(state, 1 - seat) is None
        asked.append((seat, GAME.question(state, seat)))
        pick = "exchange AD" if state.phase == "exchange" and not state.swaps else None
        action = Action.parse(pick) if pick else GAME.legal(state, seat).actions[-1 if state.phase == "rob" else 0]
        state, _ = GAME.apply(state, seat, action)
    assert len(set(asked)) == len(asked)
    assert [question for seat, question in asked if seat == 1][:3] == [
        (1, "declare", 0),
        (1, "exchange", 0),
        (1, "exchange", 1),
    ]


def test_ledger_points_turn_the_score_round_and_stats_count() -> None:
    state = last_trick((2, 0), (1, 4))
    assert state.points == [5, -4]
    assert GAME.ledger_points(state) == (-5, 4)
    assert GAME.deal_stats(state) == (
        {"tricks": 1, "exchanged": 2, "in": 1, "passed": 0, "lone": 0, "penalties": 5, "written_off": 0},
        {"tricks": 4, "exchanged": 0, "in": 1, "passed": 0, "lone": 0, "penalties": 0, "written_off": 4},
    )
    state, _ = run(dealt(*FOUR), "leave", "pass", "in", "pass", "pass")
    assert GAME.deal_stats(state)[2] == {
        "tricks": 0,
        "exchanged": 0,
        "in": 1,
        "passed": 0,
        "lone": 1,
        "penalties": 0,
        "written_off": 5,
    }
    assert GAME.deal_stats(state)[1]["passed"] == 1


# Dealing again


def test_deal_again_heeds_duties_not_met() -> None:
    # Seat 1 (void of spades, without trumps), seat 2 (no spade above the nine, which was to be beaten).
    state = position(["9S 2D", "3C 4D", "7S 5D", "2S 6D"], HEARTS, seats=4)
    state, _ = run(state, "play 9S", "play 3C", "play 7S")
    over_nine = mask_of(cards("TS QS KS AS"))
    for seed in range(30):
        again = GAME.deal_again(GAME.view(state, 3), source(seed))
        assert not again.hands[1] & (mask_of(trumps(HEARTS)) | mask_of(each for each in PACK_52 if each < 13))
        assert not again.hands[2] & over_nine
        assert GAME.view(again, 3) == GAME.view(state, 3)


def test_deal_again_leaves_a_robbed_turn_up_with_the_dealer() -> None:
    state, _ = run(dealt(*FOUR, turn_up="8H"), "rob " + FOUR[0].split()[0], *["in"] * 4, *["exchange"] * 3)
    for seed in range(10):
        again = GAME.deal_again(GAME.view(state, 2), source(seed))
        assert again.hands[0] >> card("8H") & 1
    state, _ = run(state, "exchange " + " ".join(code(each) for each in GAME.view(state, 0).hand))
    for seed in range(10):
        again = GAME.deal_again(GAME.view(state, 2), source(seed))
        assert not again.hands[0] >> card("8H") & 1, "the whole hand was laid away, and it with it"
        assert again.swaps[3][1] >> card("8H") & 1
        assert GAME.view(again, 2) == GAME.view(state, 2)


def test_deal_again_gives_no_trump_ace_to_who_was_free_to_pass() -> None:
    state, _ = run(dealt(*FOUR, turn_up="8H", trump_ace_must_play=True), "leave", "pass", "pass")
    for seed in range(40):
        again = GAME.deal_again(GAME.view(state, 3), source(seed))
        assert not (again.hands[1] | again.hands[2]) >> card("AH") & 1
