"""Maria's rules, example and options by number, as every game's tests have them."""

from __future__ import annotations

from engine.actions import Action, Reason
from engine.cards import cards
from engine.game import AnyGame, State

#: Four hands in which seat 0 leads spades and seat 3 has nothing but hearts; and a whole deal with them.
HANDS = ("JS AD KD JC", "KS AC QD JD", "QS AS KC QC", "AH KH QH JH")
DEAL = "JS KS AS AH KC KH JC AC QD QC QH AD KD JD QS JH"


def dealt(game: AnyGame, *hands: str, seats: int = 4, **options: object) -> State:
    """A first deal in which seat 0 leads; what is not named is aside."""
    chosen = [sorted(cards(hand)) for hand in hands]
    rest = [card for card in game.layout(game.settle(options), seats).pack if not any(card in hand for hand in chosen)]
    state: State = game.deal(game.start(game.settle(options), seats), seats - 1, chosen, rest)
    return state


def after(game: AnyGame, state: State, codes: str) -> State:
    """The state after these cards, each played by whose turn it is."""
    for code in codes.split():
        state, _ = game.apply(state, game.to_act(state)[0], Action.parse(f"play {code}"))
    return state


def test_MA_R1_three_or_four_each_for_oneself(game: AnyGame) -> None:
    assert sorted(game.seats_allowed) == [3, 4]
    assert game.partnerships == ()


def test_MA_R2_sixteen_cards_shared_evenly(game: AnyGame) -> None:
    assert [game.layout({}, seats).hand for seats in (4, 3)] == [4, 5]
    assert len(game.layout({}, 3).pack) == 16


def test_MA_R3_the_deal_passes_on_and_the_dealers_left_leads(game: AnyGame) -> None:
    state = dealt(game, *HANDS, limit=50)
    assert game.to_act(state) == (0,)
    state = after(game, state, DEAL)
    assert state.needs_deal
    assert game.next_dealer(state) == 0


def test_MA_R4_follow_and_the_highest_of_the_suit_takes(game: AnyGame) -> None:
    state = after(game, dealt(game, *HANDS), "JS")
    refused = game.refusal(state, 1, Action.parse("play AC"))
    assert refused is not None
    assert refused.reason == Reason.MUST_FOLLOW
    assert game.to_act(after(game, state, "KS AS AH")) == (2,)


def test_MA_R5_hearts_are_closed_until_one_is_played_or_nothing_else_is_held(game: AnyGame) -> None:
    mixed = dealt(game, "AH AD KD JC", "KS AC QD JD", "QS AS KC QC", "JS KH QH JH")
    refused = game.refusal(mixed, 0, Action.parse("play AH"))
    assert refused is not None
    assert refused.reason in game.own_reasons
    opened = after(game, mixed, "JC AC QC KH QD KC QH AD")
    assert game.refusal(opened, 0, Action.parse("play AH")) is None
    assert game.refusal(dealt(game, "AH KH QH JH", *HANDS[:3]), 0, Action.parse("play AH")) is None


def test_MA_R6_hearts_and_maria_cost_points(game: AnyGame) -> None:
    assert after(game, dealt(game, *HANDS), "JS KS AS AH").points == [0, 0, 1, 0]
    assert after(game, dealt(game, *HANDS), "JS KS QS AH").points == [0, 4, 0, 0]


def test_MA_R7_the_match_ends_with_the_deal_at_the_limit_by_option_limit(game: AnyGame) -> None:
    assert after(game, dealt(game, *HANDS), DEAL).needs_deal
    over = after(game, dealt(game, *HANDS, limit=5), DEAL)
    assert over.over
    assert over.scores == [5, 1, 1, 0]
    assert over.winners == (3,)


def test_MA_E1_a_trick_with_a_heart_and_maria(game: AnyGame) -> None:
    assert after(game, dealt(game, *HANDS), "JS KS QS AH").points[1] == 4


def test_option_queen_0_lets_maria_go_free(game: AnyGame) -> None:
    assert after(game, dealt(game, *HANDS, queen=0), "JS KS QS AH").points == [0, 1, 0, 0]
