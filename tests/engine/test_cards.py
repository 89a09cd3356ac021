from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    CODES,
    HIGH_JOKER,
    LOW_JOKER,
    PACK_52,
    PACK_54,
    SUIT_MASKS,
    UnknownCard,
    card,
    cards,
    cards_in,
    code,
    commitment,
    dealt_masks,
    mask_of,
    rank_of,
    shuffled,
    suit_of,
)
from tests.engine.walking import source


@pytest.mark.parametrize("each", PACK_54)
def test_codes_and_cards_are_one_to_one(each: int) -> None:
    assert card(code(each)) == each
    assert len(code(each)) == 2


def test_codes_are_rank_and_suit() -> None:
    assert [code(each) for each in (0, 8, 12, 13, 51, LOW_JOKER, HIGH_JOKER)] == "2S TS AS 2H AC J- J+".split()  # noqa: SIM905
    assert cards("AS TD J+") == [12, 34, 53]
    assert (suit_of(card("TD")), rank_of(card("TD")), suit_of(HIGH_JOKER)) == (2, 8, 4)


@given(st.text(max_size=4))
def test_any_other_text_is_no_card(text: str) -> None:
    if text not in CODES:
        with pytest.raises(UnknownCard, match="unknown card"):
            card(text)


@pytest.mark.parametrize("text", ["", "10S", "as", "AS ", "1S", "HJ", "J*", "SA", "A♠"])
def test_lookalikes_are_no_cards(text: str) -> None:
    with pytest.raises(UnknownCard):
        card(text)


@given(st.sets(st.sampled_from(PACK_54)))
def test_masks_are_sets(chosen: set[int]) -> None:
    mask = mask_of(chosen)
    assert list(cards_in(mask)) == sorted(chosen)
    assert mask.bit_count() == len(chosen)


def test_suit_masks_part_the_pack() -> None:
    assert sum(SUIT_MASKS) == mask_of(PACK_52)
    for suit, mask in enumerate(SUIT_MASKS):
        assert {suit_of(each) for each in cards_in(mask)} == {suit}


@given(st.lists(st.integers(), max_size=60), st.integers(0, 1000))
def test_shuffling_keeps_the_cards_and_the_given_pack(pack: list[int], seed: int) -> None:
    before = list(pack)
    assert sorted(shuffled(pack, source(seed))) == sorted(pack)
    assert pack == before


def test_a_pack_dealt_in_parts_is_told_from_anything_else() -> None:
    pack = mask_of(PACK_54)
    hands, rest = [list(PACK_54[:30]), list(PACK_54[30:50])], list(PACK_54[50:])
    assert dealt_masks(pack, (*hands, rest)) == [mask_of(hands[0]), mask_of(hands[1]), mask_of(rest)]
    for wrong in (
        [50, 51, 52],
        [50, 51, 52, 53, 53],
        [50, 51, 52, 52],
        [50, 51, 52, 0],
        [50, 51, 52, 54],
        [-1, 51, 52, 53],
    ):
        with pytest.raises(ValueError, match="not the 54 cards of the pack, once each"):
            dealt_masks(pack, (*hands, wrong))


def test_shuffling_is_even_handed() -> None:
    chance = source(1)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        order = tuple(shuffled((1, 2, 3), chance))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


def test_a_seed_shuffles_alike_everywhere() -> None:
    draws = iter([2, 0, 1])
    assert shuffled("ABCD", lambda n: next(draws)) == ["D", "B", "A", "C"]


def test_commitment_is_the_sha256_of_salt_and_cards() -> None:
    expected = hashlib.sha256(b"00ff:AS TD J+ 2C").hexdigest()
    assert commitment("00ff", [cards("AS TD"), cards("J+")], cards("2C")) == expected
