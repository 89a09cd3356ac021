"""Choosing several cards at once, for any game: from a list, between a least and a most number, and changed again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.screen import hand
from bot.screen.choosing_cards import drafted_cards, problem
from bot.tables.views import HandView, Note
from engine.actions import Action, Legal, SetChoice
from engine.cards import Card, cards
from engine.game import View
from tests.bot.screen.positions import ENGLISH, controls, labels, parts, payload, seats, text, toy_hand, toy_view

HELD = tuple(cards("AS KS 7S 4H 7H 8D 2C"))
EXCHANGE = SetChoice("exchange", 1, 3, HELD)
IN_NEED = SetChoice("discard", 3, 3, tuple(cards("4H 7H")), tuple(cards("AS KS")))


def asked(choice: SetChoice, *others: Action, **changes: Any) -> HandView:
    """A hand of a game without a face of its own that asks for this choice."""
    own: View = toy_view(4, hand=HELD, legal=Legal(others, choice), trick=None, tricks=0, to_act=(0, 2))
    return replace(toy_hand(own, seats()), newcomer=False, **changes)


def menu(view: HandView) -> dict[str, Any]:
    (found,) = (part for part in parts(payload(hand.hand(view, ENGLISH))) if part["type"] == 3)
    return found


def chosen(found: dict[str, Any]) -> list[str]:
    return [option["value"] for option in found["options"] if option.get("default")]


async def test_without_a_proposal_the_list_comes_at_once() -> None:
    view = asked(EXCHANGE, Action("stand"))
    found = menu(view)
    assert (found["min_values"], found["max_values"]) == (1, 3)
    assert [option["label"] for option in found["options"]] == ["A♠", "K♠", "7♠", "7♥", "4♥", "2♣", "8♦"]
    assert chosen(found) == []
    assert found["custom_id"] == "t:5:9100000:draft:exchange"
    assert labels(hand.hand(view, ENGLISH)) == ["Stand"]


async def test_what_was_chosen_stands_in_the_list_and_in_confirm() -> None:
    view = asked(EXCHANGE, Action("stand"), draft="exchange 7H AS")
    assert chosen(menu(view)) == ["AS", "7H"]
    built = hand.hand(view, ENGLISH)
    assert labels(built) == ["Exchange A♠ 7♥", "Stand"]
    assert controls(built)[1] == "t:5:9100000:do:exchange AS 7H"


async def test_what_is_kept_is_shown_with_who_is_waited_for() -> None:
    people = tuple(replace(seat, chosen=seat.seat == 0) for seat in seats())
    view = replace(asked(EXCHANGE, promise="exchange AS 7H"), seats=people)
    built = hand.hand(view, ENGLISH)
    assert "You have chosen: **Exchange A♠ 7♥**. You may change that until everybody has chosen." in text(built)
    assert "Waiting for Cleo." in text(built)
    assert controls(built) == ["t:5:9100000:draft:exchange"]
    again = replace(view, draft="exchange")
    assert chosen(menu(again)) == ["AS", "7H"]
    assert labels(hand.hand(again, ENGLISH)) == ["Exchange A♠ 7♥", "Back"]


@pytest.mark.parametrize(
    ("choice", "codes", "said"),
    [
        (EXCHANGE, "AS", None),
        (EXCHANGE, "AS KS 7S", None),
        (EXCHANGE, "AS KS 7S 4H", "Choose from 1 to 3 cards."),
        (IN_NEED, "4H 7H AS", None),
        (IN_NEED, "4H AS KS", "A♠ may go only when you have no other card left that may."),
        (IN_NEED, "4H 7H", "Choose exactly 3 cards."),
        (SetChoice("give", 1, 1, HELD), "AS KS", "Choose exactly one card."),
    ],
)
def test_what_cannot_be_chosen_is_said(choice: SetChoice, codes: str, said: str | None) -> None:
    assert problem(choice, cards(codes), ENGLISH) == said


@pytest.mark.parametrize(
    ("draft", "taken"),
    [
        (None, None),
        ("", None),
        ("stand", None),
        ("exchange", ()),
        ("exchange AS AS", ("AS",)),
        ("exchange QD J+ AS", ("AS",)),
        ("exchange <@1> **x** 4H ", ("4H",)),
        ("Exchange AS", None),
        ("exchange " + "AS " * 99, ("AS",)),
    ],
)
def test_of_a_forged_choice_only_what_was_offered_is_taken(draft: str | None, taken: Sequence[str] | None) -> None:
    expected: tuple[Card, ...] | None = None if taken is None else tuple(cards(" ".join(taken)))
    assert drafted_cards(draft, EXCHANGE) == expected


async def test_fourteen_cards_fit_with_everything_else() -> None:
    held = tuple(cards("AS KS QS JS TS 9S 5S 3S 2S 4H 7H 8D 2C 9C"))
    choice = SetChoice("discard", 8, 8, held[:10], held[10:])
    own = toy_view(7, hand=held, legal=Legal((Action("pass"), Action("stand")), choice))
    view = replace(
        toy_hand(own, seats(*["*" * 32] * 7), Note("refusal.not_your_turn")),
        draft="discard AS KS QS JS TS 9S 5S 3S",
    )
    built = hand.hand(view, ENGLISH)
    sent = parts(payload(built))
    assert len(sent) <= 40
    assert sum(part["type"] == 1 for part in sent) <= 5
    assert "You may choose" not in text(built)
