"""What holds in every match of Knektpass, whatever is played: looked up by the game's key from test_every_game."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Action, CardPlayed, DealEnded, Declared, Exchanged, Fact, MatchEnded, Robbed, TrickTaken
from engine.cards import Card, cards_in, code, mask_of
from engine.game import State
from engine.games.knektpass import GAME, KnektpassState
from engine.options import Value
from tests.engine.walking import Step

#: Random players drift upwards and need not end: their matches stop after some deals.
ENDS = True
OPTIONS_FOR_RANDOM = {"max_deals": 4}
#: A golden match in which more happens.
OPTIONS_FOR_GOLDEN = {"rob": "rob_obliges"}
#: Few points, so that a whole match is short.
OPTIONS_FOR_SHORT = {"start_score": 7, "max_deals": 4}


def check_step(step: Step) -> None:
    """After every action."""
    before, after = step.before, step.after
    assert isinstance(before, KnektpassState)
    assert isinstance(after, KnektpassState)
    check_cards(after)
    check_facts(step, before, after)
    if step.action.verb == "play":
        hand = [code(card) for card in cards_in(before.hands[step.seat])]
        allowed = may_be_played(hand, [code(card) for card in before.table], "SHDC"[before.trump], before.options)
        assert code(step.action.cards[0]) in allowed  # KN-R18
    options = after.options
    for seat in range(after.seats):
        swapped = sum(len(drawn) for who, _, drawn in after.swaps if who == seat)
        counted = after.given_up >= 0 and seat == after.dealer and options["rob"] == "rob_counts"
        assert after.exchanged[seat] == swapped + counted
        assert options["exchange_cap_total"] == "none" or after.exchanged[seat] <= int(options["exchange_cap_total"])
        assert seat in after.active or not swapped
    if after.phase != "play" and not after.tricks:
        assert [hand.bit_count() for hand in after.hands] == [5] * after.seats
    if after.phase == "play" and not after.tricks and not after.table:
        assert after.turn != after.dealer  # KN-R17
    assert after.trump == after.turn_up // 13  # KN-R7
    assert all(order[0] in after.active and set(order) == set(after.active) for order, _, _ in after.tricks)
    if after.needs_deal or after.over:
        check_end(step.undealt, after)


def may_be_played(hand: list[str], table: list[str], trump: str, options: Mapping[str, Value]) -> set[str]:
    """KN-R18 from its words, by trying every card: follow, else trump, and beat if you can."""
    if not table:
        return set(hand)
    ranking = ["JC", "JS", "JH", "JD", *(rank + trump for rank in "AKQT98765432")]

    def suit(card: str) -> str:
        return trump if card in ranking else card[1]

    def beats(card: str, other: str) -> bool:
        if card in ranking and other in ranking:
            return ranking.index(card) < ranking.index(other)
        if suit(card) == suit(other):
            return "AKQT98765432".index(card[0]) < "AKQT98765432".index(other[0])
        return card in ranking

    best = table[0]
    for card in table[1:]:
        best = card if beats(card, best) else best
    of_suit = {card for card in hand if suit(card) == suit(table[0])}
    of_trumps = {card for card in hand if suit(card) == trump}
    duty = of_suit
    if not of_suit:
        if not of_trumps or not options["must_trump"]:
            return set(hand)
        if options["undertrump"] == "free" and not any(beats(card, best) for card in of_trumps):
            return set(hand)
        duty = of_trumps
    beating = {card for card in duty if beats(card, best)}
    return beating if beating and options["must_beat"] else duty


def check_cards(after: KnektpassState) -> None:
    """The pack, once each: in hands, played, laid away (never to come back), talon, turn-up."""
    played = [card for _, cards, _ in after.tricks for card in cards] + list(after.table)
    held = [card for hand in after.hands for card in cards_in(hand)]
    laid = [card for _, mask, _ in after.swaps for card in cards_in(mask)]
    aside = after.given_up if after.given_up >= 0 else after.turn_up
    pack = GAME.layout(after.options, after.seats).pack
    assert sorted([*played, *held, *laid, *after.talon, aside]) == list(pack)
    drawn = [card for _, _, cards in after.swaps for card in cards]
    assert len({*drawn, *after.talon}) == len(drawn) + len(after.talon) == len(pack) - 5 * after.seats - 1  # KN-R16


def check_facts(step: Step, before: KnektpassState, after: KnektpassState) -> None:
    """One fact for the action, then the trick, the deal, the match, as far as they end; none names a hidden card."""
    seat, action = step.seat, step.action
    verb = action.verb
    first: Fact = CardPlayed(seat, action.cards[0]) if verb == "play" else Declared(seat, verb == "in")
    if verb in ("rob", "leave"):
        first = Robbed(seat, verb == "rob")
    elif verb == "exchange":
        first = Exchanged(seat, len(action.cards))
    expected = [first]
    if len(after.tricks) > len(before.tricks):
        _, cards, winner = after.tricks[-1]
        expected.append(TrickTaken(winner, cards, 0))
    if after.needs_deal or after.over:
        expected.append(DealEnded(tuple(after.points), tuple(after.scores)))
    if after.over:
        expected.append(MatchEnded(after.winners, tuple(after.scores)))
    assert step.facts == expected


def check_end(undealt: State, after: KnektpassState) -> None:
    """A deal's end: the tricks, the changes (KN-R12, KN-R19), the floor, and whether the match ends (KN-R21)."""
    options = after.options
    assert sum(after.taken) == len(after.tricks) == (5 if len(after.active) > 1 else 0)
    penalty, bonus = int(options["penalty_per_missing_trick"]), int(options["lone_player_bonus"])
    for seat in range(after.seats):
        change, taken = after.points[seat], after.taken[seat]
        if seat not in after.active:
            assert change == 0
        elif len(after.active) == 1:
            assert change == -bonus or (change == 0 and options["exact_zero"])
        else:
            missing = max(after.exchanged[seat], int(options["min_tricks"])) - taken
            written_off = -taken if undealt.scores[seat] >= taken or not options["exact_zero"] else 0
            assert change == (penalty * missing if missing > 0 else written_off)
    totals = [old + change for old, change in zip(undealt.scores, after.points, strict=True)]
    assert after.scores == [max(0, total) for total in totals]
    assert not options["exact_zero"] or min(totals) >= 0
    assert after.over == (min(totals) <= 0 or after.deal_no == options["max_deals"])
    assert not after.over or after.winners == tuple(n for n, total in enumerate(totals) if total == min(totals))


def deal_behind(state: State, step: Step) -> tuple[list[list[Card]], list[Card]]:
    """The cards dealt that led to ``state``."""
    assert isinstance(state, KnektpassState)
    hands = state.hands[:]
    for seat, action in step.actions:
        if action.verb == "play":
            hands[seat] |= mask_of(action.cards)
    rest = [state.turn_up]
    for seat, laid, drawn in reversed(state.swaps):
        hands[seat] = hands[seat] & ~mask_of(drawn) | laid
    rest += [card for _, _, drawn in state.swaps for card in drawn]
    if state.given_up >= 0:
        hands[state.dealer] = hands[state.dealer] & ~mask_of([state.turn_up]) | mask_of([state.given_up])
    return [list(cards_in(hand)) for hand in hands], [*rest, *state.talon]


def actions_behind(state: State, step: Step) -> tuple[tuple[int, Action], ...]:
    """What was done in ``state``, which looks like the step's: other cards may have been laid away."""
    assert isinstance(state, KnektpassState)
    swaps = iter(state.swaps)
    actions = []
    for seat, action in step.actions:
        if action.verb == "exchange":
            who, laid, _ = next(swaps)
            assert who == seat
            action = Action("exchange", tuple(cards_in(laid)))
        elif action.verb == "rob":
            action = Action("rob", (state.given_up,))
        actions.append((seat, action))
    return tuple(actions)


assert GAME.key == "knektpass"
