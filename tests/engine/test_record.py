"""Records: written, read, played again, filled in, compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from engine.actions import Action
from engine.game import AnyGame, State
from engine.games import find_game, games
from engine.players import answer
from engine.reading import read
from engine.record import DealRecord, Record, RecordError, StandIn, write
from engine.replay import fill, fold, play_deal, start, verify
from engine.simulate import MOST_DEALS, play_match
from engine.source import seeded
from tests.engine.high_spade import GAME as HIGH_SPADE
from tests.engine.high_spade import at_the_table

KEYS = (*games(), HIGH_SPADE.key)


@pytest.fixture(scope="module", autouse=True)
def _high_spade() -> Iterator[None]:
    with at_the_table(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.simulate.MOST_DEALS", 30)  # some games do not end among random players
        yield


def random_match(key: str, seed: int, seats: int | None = None, **options: object) -> Record:
    """A match of this game between random players."""
    game = find_game(key)
    seats = seats or game.seats_allowed[0]
    return play_match(game, game.settle(options), seats, ["random"] * seats, seed)


def cut(record: Record, deals: int, actions: int) -> Record:
    """The record as it stood after so many deals and so many actions of the next one."""
    last = replace(record.deals[deals], actions=record.deals[deals].actions[:actions])
    return replace(record, deals=(*record.deals[:deals], last), result=None)


def bare(record: Record) -> Record:
    """The record without what the rules can fill in."""
    return replace(record, deals=tuple(replace(deal, points=None, scores=None) for deal in record.deals), result=None)


def same(game: AnyGame, one: State, other: State) -> bool:
    views = (None, *range(one.seats))
    return all(game.view(one, seat) == game.view(other, seat) for seat in views) and all(
        getattr(one, name) == getattr(other, name)
        for kind in type(one).__mro__
        for name in getattr(kind, "__slots__", ())
    )


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(5))
def test_a_match_played_again_stands_as_it_stood_after_every_action(key: str, seed: int) -> None:
    game = find_game(key)
    seats = game.seats_allowed[seed % len(game.seats_allowed)]
    chance = seeded("live", seed)
    state = game.start(game.settle({}), seats)
    states: list[State] = []
    deals: list[DealRecord] = []
    while not state.over and len(deals) < 50:
        dealer, hands, rest = game.dealt(state, chance)
        state = game.deal(state, dealer, hands, rest)
        states.append(state)
        actions = []
        while acting := game.to_act(state):
            seat = acting[chance(len(acting))]
            action = answer(game, game.view(state, seat), "random", chance).action
            state, _ = game.apply(state, seat, action)
            states.append(state)
            actions.append((seat, action))
        deals.append(DealRecord(dealer, tuple(map(tuple, hands)), tuple(rest), tuple(actions)))
    record = read(write(Record(key, game.rules_version, {}, seats, tuple(deals))))
    steps = list(fold(record))
    assert len(steps) == len(states)
    assert all(same(game, live, step.state) for live, step in zip(states, steps, strict=True))
    assert steps[-1].state.over is state.over
    assert fill(record).deals[-1].scores == tuple(state.scores)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_written_reads_the_same(key: str) -> None:
    for seed in range(3):
        record = random_match(key, seed)
        text = write(record)
        assert text.isascii()
        assert "\n" not in text
        assert ": " not in text
        assert ", " not in text
        assert read(text) == record == read(text.encode())
        assert write(read(text)) == text


@pytest.mark.parametrize("key", KEYS)
def test_a_record_is_filled_in_as_it_was_played(key: str) -> None:
    record = random_match(key, 7)
    verify(record)
    assert fill(bare(record)) == record
    assert fill(record) == record
    lies = replace(record, deals=tuple(replace(deal, points=(99,) * record.seats) for deal in record.deals))
    assert fill(lies) == record


@pytest.mark.parametrize("key", KEYS)
def test_an_unfinished_match_stays_unfinished(key: str) -> None:
    record = random_match(key, 3)
    filled = fill(cut(record, len(record.deals) - 1, 1))
    assert filled.result is None
    assert filled.deals[-1].points is None
    assert filled.deals[-1].scores is None
    assert filled.deals[:-1] == record.deals[:-1]
    verify(filled)
    assert json.loads(write(filled))["result"] == {"finished": False}
    between = replace(record, deals=record.deals[:1], result=None)
    if len(record.deals) > 1:
        assert fill(bare(between)) == between
    verify(replace(record, deals=(), result=None))


def test_a_match_may_go_on_from_a_deal_of_its_own() -> None:
    record = random_match("phat", 5)
    game, state = start(record)
    for number, deal in enumerate(record.deals):
        *_, last = play_deal(game, state, deal, number)
        state = last.state
        assert (last.deal, last.action) == (number, len(deal.actions) - 1)
    assert state.winners == record.result.winners if record.result else False


def test_a_passed_out_deal_keeps_its_place_and_its_dealer() -> None:
    game = HIGH_SPADE
    hands = ((0, 1, 2, 3), (4, 5, 6, 7))
    passes = ((1, Action("pass")), (0, Action("pass")))
    deal = DealRecord(0, hands, (8, 9, 10, 11, 12), passes)
    record = fill(Record(game.key, game.rules_version, {}, 2, (deal, replace(deal, actions=passes[:1]))))
    assert record.deals[0].points == record.deals[0].scores == (0, 0)
    assert record.deals[1].points is None
    with pytest.raises(RecordError, match="the dealer must be seat 0, not seat 1") as error:
        fill(replace(record, deals=(deal, replace(deal, dealer=1))))
    assert (error.value.deal, error.value.action) == (1, None)


def test_points_of_a_deal_that_the_end_cuts_short_are_those_up_to_then() -> None:
    record = random_match("phat", 1, target=40)
    last = record.deals[-1]
    assert record.result is not None
    assert len(last.actions) < 52
    assert max(last.scores or ()) >= 40
    verify(record)


def test_players_stand_ins_and_unknown_keys_are_carried_through() -> None:
    record = random_match("phat", 2)
    whole = json.loads(write(record))
    whole["players"] = ["Åsa", "Bo\u202e", "computer normal", ""]
    whole["played_at"] = {"room": [1, 2.5, None, "♠"], "id": 123456789012345678901}
    whole["note"] = None
    whole["deals"][0]["stand_ins"] = [[0, 2, "computer normal"], [52, 1, "computer easy"]]
    whole["deals"][0]["seconds"] = 71
    read_in = read(json.dumps(whole))
    assert read_in.players == ("Åsa", "Bo\u202e", "computer normal", "")
    assert read_in.deals[0].stand_ins == (StandIn(0, 2, "computer normal"), StandIn(52, 1, "computer easy"))
    assert json.loads(write(fill(read_in))) == whole


def test_options_are_those_that_differ_or_all_of_them() -> None:
    game = find_game("phat")
    record = random_match("phat", 4, target=91)
    assert record.options == {"target": 91}
    everything = dict(game.settle({"target": 91}))
    assert replace(record, options=everything) == fill(replace(record, options=everything))
    assert read(write(replace(record, options=everything))).options == everything


def test_keys_stand_in_the_order_of_the_format() -> None:
    record = random_match("phat", 2)
    record = replace(record, deals=(replace(record.deals[0], stand_ins=(StandIn(0, 0, "x"),)), *record.deals[1:]))
    whole = json.loads(write(record))
    assert list(whole) == ["format", "game", "rules_version", "options", "seats", "players", "deals", "result"]
    assert list(whole["deals"][0]) == [
        "dealer", "hands", "rest", "salt", "commitment", "actions", "stand_ins", "points", "scores"
    ]  # fmt: skip


@pytest.mark.parametrize("left_out", ["salt", "commitment"])
def test_salt_and_commitment_may_each_stand_alone(left_out: str) -> None:
    record = random_match("phat", 2)
    last = replace(record.deals[-1], **{left_out: None})  # type: ignore[arg-type]
    record = cut(replace(record, deals=(*record.deals[:-1], last)), len(record.deals) - 1, 3)
    again = read(write(record))
    assert again == record
    assert (again.deals[-1].salt is None) != (again.deals[-1].commitment is None)
    assert left_out not in json.loads(write(again))["deals"][-1]
    verify(fill(again))


def claims(whole: dict[str, Any], **result: object) -> dict[str, Any]:
    return {**whole, "result": {**whole["result"], **result}}


def test_verify_finds_every_claim_that_is_not_so() -> None:
    record = random_match("phat", 6)
    assert record.result is not None
    last = len(record.deals) - 1

    def refused(tampered: Record) -> tuple[int | None, str]:
        with pytest.raises(RecordError) as error:
            verify(tampered)
        return error.value.deal, error.value.message

    def with_deal(number: int, **changes: Any) -> Record:
        deals = list(record.deals)
        deals[number] = replace(deals[number], **changes)
        return replace(record, deals=tuple(deals))

    points = record.deals[1].points
    assert points is not None
    assert refused(with_deal(1, points=(points[0] + 1, *points[1:])))[0] == 1
    assert refused(with_deal(last, scores=(0, 0, 0, 0)))[0] == last
    assert refused(with_deal(0, points=None)) == (0, f"lacks points: they are {list(record.deals[0].points or ())}")
    assert "lacks scores" in refused(with_deal(0, scores=None))[1]
    winners = tuple(seat for seat in range(4) if seat not in record.result.winners)
    assert refused(replace(record, result=replace(record.result, winners=winners)))[0] is None
    assert "winners" in refused(replace(record, result=replace(record.result, winners=winners)))[1]
    assert "scores of the result" in refused(replace(record, result=replace(record.result, scores=(1, 2, 1, 2))))[1]
    assert "no result that says so" in refused(replace(record, result=None))[1]
    going = cut(record, last, 3)
    assert "still going on" in refused(going)[1]
    going = fill(going)
    assert "goes on" in refused(replace(going, result=record.result))[1]


def test_players_who_never_end_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.simulate.MOST_DEALS", 2)
    record = random_match("phat", 1, target=1000)
    assert len(record.deals) == 2
    assert record.result is None
    verify(record)
    assert MOST_DEALS >= 500


def test_the_deals_of_a_seed_are_the_same_whoever_plays() -> None:
    game = find_game("phat")
    one, other = (play_match(game, game.settle({}), 4, [level] * 4, 9) for level in ("random", "normal"))
    common = min(len(one.deals), len(other.deals))
    assert common >= 3
    for a, b in zip(one.deals[:common], other.deals[:common], strict=True):
        assert (a.dealer, a.hands, a.salt, a.commitment) == (b.dealer, b.hands, b.salt, b.commitment)
    assert one.deals[0].actions != other.deals[0].actions


def test_every_match_of_a_run_has_its_own_deals() -> None:
    game = find_game("phat")
    matches = [play_match(game, game.settle({}), 4, ["random"] * 4, 9, match) for match in range(20)]
    assert len({match.deals[0].hands for match in matches}) == 20
    assert len({match.deals[0].salt for match in matches}) == 20
    assert {match.deals[0].dealer for match in matches} == {0, 1, 2, 3}


def test_the_source_is_even_for_small_and_for_huge_numbers() -> None:
    source = seeded(1, "even")
    counts = [0] * 6
    for _ in range(6000):
        counts[source(6)] += 1
    assert all(850 < count < 1150 for count in counts)
    for n in (1, 2**32, 2**32 + 1, 2**53 + 1, 10**30, 2**2000):
        drawn = [source(n) for _ in range(200)]
        assert min(drawn) >= 0
        assert max(drawn) < n
        assert n == 1 or min(drawn) < n // 8 < 7 * n // 8 < max(drawn)
        assert n < 2**60 or any(each % 2 for each in drawn)
    for n in (0, -1):
        with pytest.raises(ValueError, match="no whole number"):
            source(n)
    assert [seeded(1, "a")(1000) for _ in range(3)] == [seeded(1, "a")(1000)] * 3
    assert seeded(1, 11)(2**64) != seeded(11, 1)(2**64)


def test_a_record_is_never_changed() -> None:
    record = random_match("phat", 1)
    with pytest.raises(FrozenInstanceError):
        record.seats = 5  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        record.deals[0].dealer = 1  # type: ignore[misc]
