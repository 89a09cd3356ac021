"""The house rules of Knektpass, as docs/rules/knektpass.md has them."""

from __future__ import annotations

import pytest

from engine.actions import NOTHING, Legal, Reason
from engine.cards import card, cards, code
from engine.games.knektpass import GAME, IN, PASS
from engine.options import BadOption
from tests.engine.knektpass_positions import FOUR, dealt, last_trick, legal_codes, playing, refused, run
from tests.engine.walking import source


def test_options_have_the_sheets_rules_as_defaults() -> None:
    assert dict(GAME.settle({})) == {
        "start_score": 12,
        "min_tricks": 0,
        "penalty_per_missing_trick": 5,
        "lone_player_bonus": 5,
        "exchange_rounds": 3,
        "exchange_cap_total": 5,
        "rob": "dealer_may",
        "first_lead": "dealers_right",
        "must_trump": True,
        "must_beat": True,
        "undertrump": "forced",
        "exact_zero": False,
        "all_pass": "same_dealer",
        "trump_ace_must_play": False,
        "pack": "by_players",
        "max_deals": "none",
    }


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("start_score", (1, 12, 50), (0, 51, "all")),
        ("min_tricks", (0, 1), (2, False)),
        ("penalty_per_missing_trick", (1, 10), (0, 11)),
        ("lone_player_bonus", (0, 5), (-1, 6)),
        ("exchange_rounds", (1, 3), (0, 4)),
        ("exchange_cap_total", (1, 15, "none"), (0, 16)),
        ("rob", ("off", "rob_counts"), (False, "on", "dealer")),
        ("first_lead", ("eldest",), ("left",)),
        ("must_trump", ("on", "off", True), (1,)),
        ("pack", ("by_players", 36, "52"), (54,)),
        ("max_deals", ("none", 1, 1000), (0, 1001)),
    ],
)
def test_options_take_what_is_allowed(name: str, good: tuple[object, ...], bad: tuple[object, ...]) -> None:
    for value in good:
        GAME.settle({name: value})
    for value in bad:
        with pytest.raises(BadOption):
            GAME.settle({name: value})


def test_options_start_score() -> None:
    assert GAME.start(GAME.settle({"start_score": 20}), 2).scores == [20, 20]


def test_options_min_tricks_1_who_stays_in_must_take_a_trick() -> None:
    for n, t, change in [(0, 0, 5), (0, 1, -1), (1, 0, 5), (2, 1, 5), (2, 0, 10), (0, 5, -5)]:
        state = last_trick((n, 0), (t, 5 - t), min_tricks=1)
        assert state.points[0] == change
    view = GAME.view(playing(0, (1, 2), min_tricks=1), None)
    assert view.promised == (0, 1, 1, 0)


def test_options_min_tricks_1_does_not_touch_a_lone_player() -> None:
    state, _ = run(dealt(*FOUR, min_tricks=1), "leave", "pass", "in", "pass", "pass")
    assert state.points == [0, 0, -5, 0]


def test_options_penalty_per_missing_trick() -> None:
    assert last_trick((3, 0), (1, 4), penalty_per_missing_trick=2).points == [4, -4]


def test_options_lone_player_bonus() -> None:
    state, _ = run(dealt(*FOUR, lone_player_bonus=0), "leave", "pass", "in", "pass", "pass")
    assert state.points == [0, 0, 0, 0]
    assert not state.passed_out
    state, _ = run(dealt(*FOUR, lone_player_bonus=3), "leave", "pass", "in", "pass", "pass")
    assert state.points == [0, 0, -3, 0]


@pytest.mark.parametrize("rounds", [1, 2])
def test_options_exchange_rounds(rounds: int) -> None:
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D", exchange_rounds=rounds), "leave", "in", "in")
    for _ in range(rounds):
        assert state.phase == "exchange"
        state, _ = run(state, f"exchange {code(GAME.view(state, 1).hand[0])}", "exchange")
    assert state.phase == "play"


def test_options_exchange_cap_total() -> None:
    state, _ = run(dealt(*FOUR, exchange_cap_total=2), "leave", "in", "in", "in", "in")
    assert refused(state, 1, "exchange AD KD QD").params == {"n": 2}
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D", exchange_cap_total="none"), "leave", "in", "in")
    for _ in range(3):
        state, _ = run(state, "exchange " + " ".join(map(code, GAME.view(state, 1).hand)), "exchange")
    assert state.exchanged == [0, 15]
    state, _ = run(dealt("AS KS QS TS 9S", "AD KD QD TD 9D", exchange_cap_total=7), "leave", "in", "in")
    state, _ = run(state, "exchange AD KD QD TD 9D", "exchange")
    choice = GAME.legal(state, 1).choice
    assert choice is not None
    assert choice.most == 2


def test_options_rob_off() -> None:
    state = dealt(*FOUR, rob="off")
    assert (GAME.view(state, None).phase, GAME.to_act(state)) == ("declare", (1,))


def test_options_rob_counts() -> None:
    state, _ = run(dealt(*FOUR, rob="rob_counts"), "rob 2S", "in", "in", "in", "in", *["exchange"] * 3)
    assert state.exchanged == [1, 0, 0, 0]
    choice = GAME.legal(state, 0).choice
    assert choice is not None
    assert choice.most == 4, "it counts under the cap too"
    state, _ = run(dealt(*FOUR, rob="rob_counts"), "leave", "in")
    assert state.exchanged == [0, 0, 0, 0]


def test_options_rob_obliges() -> None:
    state, _ = run(dealt(*FOUR, rob="rob_obliges"), "rob 2S", "in", "in", "in")
    assert GAME.legal(state, 0) == Legal((IN,))
    assert refused(state, 0, "pass").reason == Reason.ROBBER_PLAYS
    state, _ = run(dealt(*FOUR, rob="rob_obliges"), "leave", "in", "in", "in")
    assert GAME.legal(state, 0) == Legal((IN, PASS))
    state, _ = run(dealt(*FOUR, rob="rob_obliges"), "rob 2S", "in")
    assert GAME.ahead(state, 0) == Legal((IN,))
    assert GAME.ahead(state, 1) == NOTHING


@pytest.mark.parametrize(("dealer", "plays", "leader"), [(0, (1, 2, 3), 1), (0, (0, 2, 3), 2), (2, (1, 2), 1)])
def test_options_first_lead_eldest(dealer: int, plays: tuple[int, ...], leader: int) -> None:
    assert GAME.to_act(playing(dealer, plays, first_lead="eldest")) == (leader,)


def test_options_must_trump_off() -> None:
    assert legal_codes("7H JD 9C", "KS", must_trump=False) == {"7H", "JD", "9C"}
    assert legal_codes("7H JD 9C", "KS TH", must_trump=False) == {"7H", "JD", "9C"}
    assert legal_codes("AS 9S JD", "KS", must_trump=False) == {"AS"}


def test_options_must_beat_off() -> None:
    assert legal_codes("AS 9S JD", "KS", must_beat=False) == {"AS", "9S"}
    assert legal_codes("9H AH JD 6D", "KS TH", must_beat=False) == {"9H", "AH", "JD"}


def test_options_undertrump_free() -> None:
    assert legal_codes("9H 6D 8C", "KS TH", undertrump="free") == {"9H", "6D", "8C"}
    assert legal_codes("9H AH 6D", "KS TH", undertrump="free") == {"AH"}
    assert legal_codes("9H AH 6D", "KS TH", undertrump="free", must_beat=False) == {"9H", "AH"}
    assert legal_codes("9H 6D", "TH", undertrump="free") == {"9H"}, "trumps were led: follow"


def test_options_exact_zero_on() -> None:
    state = last_trick((0, 0), (3, 2), scores=(2, 3), exact_zero=True)
    assert (state.points, state.scores, state.over) == ([0, -2], [2, 1], False)
    state = last_trick((0, 0), (3, 2), scores=(3, 1), exact_zero=True)
    assert (state.points, state.scores, state.winners) == ([-3, 0], [0, 1], (0,))
    state, _ = run(dealt(*FOUR, scores=(9, 9, 4, 9), exact_zero=True), "leave", "pass", "in", "pass", "pass")
    assert (state.points, state.over) == ([0, 0, 0, 0], False)
    assert not state.passed_out, "somebody played: the deal moves on"


def test_options_all_pass_next_dealer() -> None:
    state, _ = run(dealt(*FOUR, dealer=2, all_pass="next_dealer"), "leave", "pass", "pass", "pass", "pass")
    assert GAME.next_dealer(state) == 3
    assert GAME.deal(state, *GAME.dealt(state, source(1))).dealer == 3


def test_options_trump_ace_must_play_on() -> None:
    hands = ("AH KS QS 3S 2S", *FOUR[1:])
    state, _ = run(dealt(*hands, dealer=3, trump_ace_must_play=True), "leave")
    assert GAME.legal(state, 0) == Legal((IN,))
    assert refused(state, 0, "pass").reason == Reason.TRUMP_ACE_PLAYS
    state, _ = run(state, "in")
    assert GAME.legal(state, 1) == Legal((IN, PASS))
    assert GAME.legal(run(dealt(*hands, dealer=3), "leave")[0], 0) == Legal((IN, PASS))


def test_options_pack() -> None:
    for seats, asked, size in [(2, 52, 52), (3, "by_players", 36), (4, 36, 36), (7, 36, 36), (7, "by_players", 52)]:
        assert len(GAME.layout(GAME.settle({"pack": asked}), seats).pack) == size
    with pytest.raises(BadOption, match="36 cards are too few for 8 players"):
        GAME.layout(GAME.settle({"pack": 36}), 8)


def test_options_pack_36_for_seven_leaves_nothing_to_exchange() -> None:
    state = GAME.start(GAME.settle({"pack": 36}), 7)
    state = GAME.deal(state, *GAME.dealt(state, source(1)))
    state, _ = run(state, "leave", *["in"] * 7)
    assert (state.phase, state.talon) == ("play", ())


def test_options_max_deals() -> None:
    state = last_trick((0, 0), (3, 2), max_deals=1)
    assert (state.over, state.winners, state.scores) == (True, (0,), [9, 10])
    assert not last_trick((0, 0), (3, 2), max_deals=2).over
    state, _ = run(dealt(*FOUR, max_deals=1, scores=(9, 7, 8, 7)), "leave", "pass", "pass", "pass", "pass")
    assert (state.over, state.needs_deal, state.winners) == (True, False, (1, 3)), "a deal that all passed counts"


def test_a_turned_up_jack_may_be_robbed() -> None:
    state, _ = run(dealt(*FOUR, turn_up="JD"), "rob AS")
    assert GAME.view(state, 0).hand == tuple(sorted([card("JD"), *cards("KS QS 3S 2S")]))
