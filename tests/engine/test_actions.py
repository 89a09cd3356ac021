from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import NOTHING, PLAYS, Action, BadCode, IllegalAction, Legal, Reason, SetChoice
from engine.cards import CODES, PACK_54, UnknownCard, cards, code
from engine.game import by_chance
from tests.engine.walking import allows, source

VERBS = st.sampled_from(["play", "bid", "pass", "call", "discard", "rob", "leave", "in", "exchange"])


@given(VERBS, st.lists(st.sampled_from(PACK_54), max_size=8))
def test_codes_with_cards_read_back(verb: str, chosen: list[int]) -> None:
    action = Action(verb, tuple(chosen))
    assert Action.parse(action.code) == action


@given(VERBS, st.integers(0, 999))
def test_codes_with_a_number_read_back(verb: str, number: int) -> None:
    assert Action.parse(f"{verb} {number}") == Action(verb, number=number)
    assert Action(verb, number=number).code == f"{verb} {number}"


@pytest.mark.parametrize("text", ["play AS", "bid 7", "pass", "discard 4H 7H 8D 2C", "exchange", "rob 6H"])
def test_the_records_codes_read_back(text: str) -> None:
    assert Action.parse(text).code == text


@pytest.mark.parametrize("text", ["", " ", "Play AS", "play!", "PLAY", "7", " play AS", "bïd 7", "play\nAS", "-"])
def test_what_is_no_code_at_all(text: str) -> None:
    with pytest.raises(BadCode, match="unknown action"):
        Action.parse(text)


@pytest.mark.parametrize(
    "text", ["play XX", "play  AS", "play AS ", "bid 7 8", "bid 1000", "bid 07", "bid -1", "bid ٧", "play as"]
)
def test_what_names_no_card(text: str) -> None:
    with pytest.raises(UnknownCard):
        Action.parse(text)


@given(st.text(max_size=300))
def test_any_text_is_an_action_or_one_of_two_short_errors(text: str) -> None:
    try:
        action = Action.parse(text)
    except (BadCode, UnknownCard) as caught:
        error = str(caught)
    else:
        assert action.code == text
        error = ""
    assert len(error) < 500  # a strange sign may take ten in the message


def test_plays_are_ready_made() -> None:
    assert [each.code for each in PLAYS] == [f"play {each}" for each in CODES]


def test_legal_tells_whether_there_is_anything_and_which_cards() -> None:
    choice = SetChoice("discard", 1, 2, tuple(cards("2C 3C")))
    assert not NOTHING
    assert Legal((Action("pass"),))
    assert Legal(choice=choice)
    assert Legal((Action("call", (3,)), PLAYS[5], PLAYS[9])).cards == (5, 9)


def test_refusals_carry_reason_and_parameters() -> None:
    refusal = IllegalAction(Reason.MUST_FOLLOW, "follow suit", suit=2)
    assert (refusal.reason, refusal.params, str(refusal)) == (Reason.MUST_FOLLOW, {"suit": 2}, "follow suit")


@given(
    st.sets(st.integers(0, 11), max_size=6),
    st.sets(st.integers(12, 20), max_size=4),
    st.integers(0, 10),
    st.integers(0, 10),
    st.integers(0, 99),
    st.booleans(),
)
def test_by_chance_stays_within_a_choice(
    free: set[int], in_need: set[int], one: int, other: int, seed: int, also_pass: bool
) -> None:
    least, most = sorted(min(each, len(free) + len(in_need)) for each in (one, other))
    choice = SetChoice("discard", least, most, tuple(sorted(free)), tuple(sorted(in_need)))
    legal = Legal((Action("pass"),) if also_pass else (), choice)
    assert allows(legal, by_chance(legal, source(seed)).action)


def test_by_chance_needs_something_to_choose_from() -> None:
    with pytest.raises(ValueError, match="nothing is legal"):
        by_chance(NOTHING, source(1))


def test_by_chance_is_even_handed() -> None:
    chance, legal = source(1), Legal(PLAYS[:4])
    drawn = [by_chance(legal, chance).action.code for _ in range(4000)]
    assert all(900 < drawn.count(f"play {code(each)}") < 1100 for each in range(4))
