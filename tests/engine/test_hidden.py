from __future__ import annotations

from collections import Counter
from itertools import product
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import cards_in, mask_of
from engine.hidden import deal_hidden
from tests.engine.walking import source


def all_deals(hidden: list[int], sizes: list[int], may_hold: list[int]) -> set[tuple[int, ...]]:
    """Every deal that fits, found by trying all."""
    found = set()
    for owners in product(range(len(sizes)), repeat=len(hidden)):
        if all(owners.count(each) == size for each, size in enumerate(sizes)) and all(
            may_hold[owner] >> card & 1 for owner, card in zip(owners, hidden, strict=True)
        ):
            masks = [0] * len(sizes)
            for owner, card in zip(owners, hidden, strict=True):
                masks[owner] |= 1 << card
            found.add(tuple(masks))
    return found


@pytest.mark.parametrize(
    "banned",
    [
        [[], [], []],
        [[0, 1], [], []],
        [[0, 1, 2], [3, 4], []],
        [[0, 1], [2, 3], [4, 5]],
        [[0], [0, 1, 2, 3], [6]],
    ],
)
@pytest.mark.parametrize("counted", [10_000, 0])
def test_every_deal_that_fits_is_equally_likely(
    banned: list[list[int]], counted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.hidden.MOST_COUNTED", counted)  # 0: by mixing instead
    hidden, sizes = list(range(7)), [2, 2, 3]
    may_hold = [mask_of(hidden) & ~mask_of(each) for each in banned]
    fitting = all_deals(hidden, sizes, may_hold)
    chance, each_about = source(7), 200
    drawn = Counter(
        tuple(deal_hidden(mask_of(hidden), sizes, may_hold, chance)) for _ in range(each_about * len(fitting))
    )
    assert set(drawn) == fitting
    # Chi-square with its mean at the number of deals less one; five standard deviations are allowed.
    freedom = len(fitting) - 1
    chi_square = sum((count - each_about) ** 2 / each_about for count in drawn.values())
    assert abs(chi_square - freedom) <= 5 * (2 * freedom) ** 0.5 + 1


@pytest.mark.parametrize("counted", [10_000, 0])
@given(data=st.data())
def test_a_deal_is_found_wherever_there_is_one(counted: int, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.hidden.MOST_COUNTED", counted)
        check_that_a_deal_is_found(data)


def check_that_a_deal_is_found(data: st.DataObject) -> None:
    hidden = list(range(data.draw(st.integers(0, 6))))
    owners = data.draw(st.lists(st.integers(0, 2), min_size=len(hidden), max_size=len(hidden)))
    sizes = [owners.count(each) for each in range(3)]
    may_hold = [data.draw(st.integers(0, 63)) for _ in range(3)]
    fitting = all_deals(hidden, sizes, may_hold)
    if fitting:
        assert tuple(deal_hidden(mask_of(hidden), sizes, may_hold, source(1))) in fitting
    else:
        with pytest.raises(ValueError, match="cannot be dealt"):
            deal_hidden(mask_of(hidden), sizes, may_hold, source(1))


def test_the_places_have_to_fit_the_cards() -> None:
    with pytest.raises(ValueError, match="3 hidden cards do not fill 2 places"):
        deal_hidden(0b111, [1, 1], [7, 7], source(1))


def test_a_whole_pack_is_dealt() -> None:
    pack = mask_of(range(52))
    masks = deal_hidden(pack, [13] * 4, [pack] * 4, source(1))
    assert [len(list(cards_in(mask))) for mask in masks] == [13] * 4
    assert masks[0] | masks[1] | masks[2] | masks[3] == pack


def test_many_bound_holders_are_dealt_quickly() -> None:
    pack, chance = mask_of(range(52)), source(3)
    may_hold = [pack & ~mask_of(range(7 * seat, 7 * seat + 9)) for seat in range(7)]
    started = process_time()
    for _ in range(20):
        masks = deal_hidden(pack, [5] * 7 + [17], [*may_hold, pack], chance)
        assert [mask.bit_count() for mask in masks] == [5] * 7 + [17]
        assert all(not mask & ~may for mask, may in zip(masks, may_hold, strict=False))
    assert process_time() - started < 2
