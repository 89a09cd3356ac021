"""The policy for Knektpass: what it promises, and how it plays, as positions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.actions import Action
from engine.cards import HEARTS
from engine.games.knektpass import GAME, KnektpassState
from engine.players import answer
from engine.players.knektpass import choose, worth
from engine.players.knektpass_match import CERTAIN, chance_to_win
from engine.players.policies import policy_of
from tests.engine.knektpass_positions import FOUR, dealt, last_trick, position, run
from tests.engine.walking import source

STRONG = "JC JS JH AH 2D"
WEAK = "2S 3S 2D 3D 2C"


def chosen(state: KnektpassState) -> str:
    """What the policy does for the seat that is to act."""
    return choose(GAME.view(state, state.turn), source(1)).action.code


def hand_of_dealer(hand: str, turn_up: str = "TH", **options: Any) -> KnektpassState:
    """Four seats, the dealer (seat 0) with this hand, the others with the same middling cards."""
    others = ("TS 9S 8D 7C 6C", "TD 9D 8C 7S 4S", "TC 9C 8S 7D 4C")
    return dealt(hand, *others, turn_up=turn_up, **options)


def test_the_turn_up_is_taken_for_the_worst_card() -> None:
    assert chosen(hand_of_dealer("JC JS AH KH 2D")) == "rob 2D"
    assert chosen(hand_of_dealer("JC JS AH KH QH", turn_up="2H")) == "leave"


def test_staying_in_costs_nothing_so_nobody_passes() -> None:
    state, _ = run(hand_of_dealer(WEAK), "leave")
    view = GAME.view(state, state.turn)
    choice = choose(view, source(1))
    assert (choice.action.code, choice.reason) == ("in", "staying in costs nothing")


def test_with_min_tricks_a_weak_hand_passes_and_a_strong_one_plays() -> None:
    state, _ = run(hand_of_dealer(WEAK, min_tricks=1), "leave", "in", "in", "in")
    assert chosen(state) == "pass"
    state, _ = run(hand_of_dealer(STRONG, min_tricks=1), "leave", "in", "in", "in")
    assert chosen(state) == "in"


def test_alone_it_takes_the_5_points_with_any_hand() -> None:
    state, _ = run(hand_of_dealer(WEAK, min_tricks=1), "leave", "pass", "pass", "pass")
    assert chosen(state) == "in"


def test_it_promises_what_the_hand_is_sure_to_take_and_no_more() -> None:
    state, _ = run(hand_of_dealer(STRONG), "leave", *["in"] * 4, *["exchange"] * 3)
    assert chosen(state) == "exchange 2D"
    state, _ = run(hand_of_dealer(WEAK), "leave", *["in"] * 4, *["exchange"] * 3)
    assert chosen(state) == "exchange", "every card would be a promise it cannot keep"


def test_with_min_tricks_the_first_card_promises_nothing_new() -> None:
    state, _ = run(hand_of_dealer("2S 3S 2D 3D AH", min_tricks=1), "leave", *["in"] * 4, *["exchange"] * 3)
    assert chosen(state).startswith("exchange ")


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        ("", "JC 2S 3D", "JC"),  # nobody can beat it
        ("KS 9H", "TH JD", "TH"),  # last to play: the cheapest that takes it
        ("KS AS", "QS 8S", "8S"),  # lost: the cheapest
        ("KS JC", "TH 2H", "2H"),
    ],
)
def test_in_play(table: str, hand: str, expected: str) -> None:
    state = position([*table.split(), hand, *(["9C 8C"] if not table else [])], HEARTS)
    state, _ = run(state, *(f"play {each}" for each in table.split()))
    assert chosen(state) == f"play {expected}"


@pytest.mark.parametrize(
    ("hands", "table", "expected"),
    [
        # Second of three: with what has the best chance, but no king where the queen does the same.
        (["5S 2C", "AS QS 6S", "KS 2H 3C"], "5S", "AS"),
        (["5S 2C", "KS QS 6S", "AS 2H 3C"], "5S", "QS"),
        (["5S 2C", "KS TS 6S", "QS 2H 3C"], "5S", "KS"),
        # A trump no higher than it needs; no trump is thrown on a lost trick as long as it may be kept.
        (["KS 2S", "3S 2C", "JC 3H 9H"], "KS 3S", "3H"),
        (["AS 2C", "KS QS 6S", "9S 2H 3C"], "AS", "6S"),
        (["JS 2C", "TH 4H 6S", "9S 2D 3C"], "JS", "4H"),
        # On lead: what nobody can beat, then the top of a side suit; never a king into the ace.
        (["JC 9S 5D", "2C 3C 9H", "4C 5C 8H"], "", "JC"),
        (["AS 3S 5D", "2C 3C 9H", "4C 5C 8H"], "", "AS"),
        (["KS 3D 5D", "2C 3C 9H", "4C 5C 8H"], "", "3D"),
        # One or two trumps are not bled; from three they are led to draw the others'.
        (["JD AS 5D", "2C 3C 9H", "4C 5C 8H"], "", "AS"),
        (["KH 9H AS", "2C 3C 9D", "4C 5C 8D"], "", "AS"),
        (["AH KH 9H 3D", "2C 3C 9D", "4C 5C 8D"], "", "AH"),
    ],
)
def test_no_high_card_is_wasted(hands: list[str], table: str, expected: str) -> None:
    state = position(hands, HEARTS)
    if table:
        state, _ = run(state, *(f"play {each}" for each in table.split()))
    assert chosen(state) == f"play {expected}"


def test_under_exact_zero_tricks_too_many_are_left_to_others() -> None:
    state = position(["9S 2C", "AS 8S TD"], HEARTS, scores=(9, 1), taken=(0, 1), exact_zero=True, must_beat=False)
    state, _ = run(state, "play 9S")
    assert chosen(state) == "play 8S"


@pytest.mark.parametrize(("scores", "tried"), [((12, 12, 12, 12), [0]), ((12, 12, 5, 12), [0, 1])])
def test_other_exchanges_than_the_policys_are_tried_where_the_match_may_end(
    scores: tuple[int, ...], tried: list[int]
) -> None:
    policy = policy_of(GAME)
    assert policy.candidates is not None
    state = dealt(*FOUR, scores=scores)
    assert len(policy.candidates(GAME.view(state, 0))) == len(tried)
    state, _ = run(state, "leave", "in", "in", "in", "in")
    found = policy.candidates(GAME.view(state, 1))
    assert [len(action.cards) for action in found] == tried
    assert choose(GAME.view(state, 1), source(1)).action in found


def test_a_deal_is_worth_its_points_until_it_may_decide_the_match() -> None:
    two_off, none = last_trick((0, 0), (2, 3)), last_trick((0, 0), (0, 5))
    assert worth(two_off, 0) - worth(none, 0) == CERTAIN * (2 - 0 + 5 - 3), "a lead of as many points more"
    # The last deal: two tricks that win count for more than three that leave the match to the other.
    wins, more = last_trick((0, 0), (2, 3), scores=(2, 9)), last_trick((0, 0), (3, 2), scores=(4, 2))
    assert (wins.winners, more.winners) == ((0,), (1,))
    assert worth(wins, 0) > worth(more, 0)
    assert worth(wins, 1) < worth(more, 1)


def test_a_promise_too_many_is_worth_it_only_where_the_match_hangs_on_it() -> None:
    """Three cards exchanged instead of two certain tricks: the promise is kept three times in ten."""

    def gamble(scores: tuple[int, int]) -> int:
        kept, missed = (last_trick((3, 0), (tricks, 5 - tricks), scores) for tricks in (3, 2))
        return 3 * worth(kept, 0) + 7 * worth(missed, 0) - 10 * worth(last_trick((0, 0), (2, 3), scores), 0)

    assert gamble((12, 12)) < 0
    assert gamble((3, 4)) > gamble((3, 12))


def test_the_chance_to_win_a_match() -> None:
    state = last_trick((0, 0), (2, 3), scores=(9, 10))
    assert [chance_to_win(state, seat) for seat in range(2)] == [500, 500]
    state = last_trick((0, 0), (2, 3), scores=(12, 6))
    assert chance_to_win(state, 0) < 100 < 900 < chance_to_win(state, 1)
    state = last_trick((0, 0), (2, 3), scores=(2, 3))
    assert [chance_to_win(state, seat) for seat in range(2)] == [500, 500], "both there: they share"
    high = last_trick((5, 0), (0, 5), scores=(12, 12))
    assert high.scores[0] == 37
    assert chance_to_win(high, 0) > 0


def test_normal_loses_fewer_points_than_random() -> None:
    change = {"normal": 0, "random": 0}
    for seed in range(60):
        for hero in range(3):
            chance = source(seed)
            state = GAME.deal(GAME.start(GAME.settle({}), 3), *GAME.dealt(GAME.start(GAME.settle({}), 3), chance))
            while GAME.to_act(state):
                level = "normal" if state.turn == hero else "random"
                action: Action = answer(GAME, GAME.view(state, state.turn), level, chance).action
                state, _ = GAME.apply(state, state.turn, action)
            for seat in range(3):
                change["normal" if seat == hero else "random"] += state.points[seat]
    assert change["normal"] / 180 < -1
    assert change["random"] / 360 > change["normal"] / 180 + 2
