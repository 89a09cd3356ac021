"""Whole matches of Pitch by chance: every message fits, none shows what its reader may not know, and all is offered."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from discord import ui

from bot.games.pitch_words import is_public
from engine.actions import Action
from engine.cards import CODES
from engine.games.pitch import GAME
from engine.games.pitch_table import NO_CARD, NOBODY, PitchState
from tests.bot.games.pitch_views import FIVE, LABELS, at_end, at_table, in_hand, match
from tests.bot.screen.positions import HOSTILE, controls, labels, parts, payload, seats, text

HOUSES: tuple[dict[str, object], ...] = (
    {"target": 21},
    {"target": 21, "first_lead": "bidder_leads", "call": "own_card_allowed", "moon": "scores_20", "min_bid": 4},
    {"target": 31, "auction": "single_round", "dealer_may_match": True, "opponents_score": "own"},
)
_CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]|J[+−]")
_CODE = re.compile(r"(?<![0-9A-Z])(?:[2-9TJQKA][SHDC]|J[+-])(?![0-9A-Z])")


def shown(view: ui.LayoutView) -> set[str]:
    """The codes of all cards a message names: in texts, labels, lists and ids."""
    sent = parts(payload(view))
    options = [option for part in sent for option in part.get("options", ())]
    said = "\n".join([text(view), *labels(view), *(option["label"] for option in options)])
    found = {LABELS[label] for label in _CARD.findall(said)}
    for coded in (*controls(view), *(option["value"] for option in options)):
        found.update(_CODE.findall(coded))
    return found


def public(state: PitchState) -> set[str]:
    """What everybody has seen in this deal."""
    view = GAME.view(state, None)
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    cards = [card for trick in tricks for _, card in trick.plays] + [card for each in view.announced for card in each]
    return {CODES[card] for card in (*cards, *([view.called] if view.called is not None else []))}


@pytest.mark.parametrize("given", HOUSES, ids=str)
async def test_messages_show_public_and_own_cards_only(given: dict[str, object]) -> None:
    for state in match(5, given):
        everybody = public(state)
        assert shown(at_table(state)) <= everybody
        if state.needs_deal or state.over:
            assert shown(at_end(state)) <= everybody
        for seat in range(5):
            view = GAME.view(state, seat)
            own = {CODES[card] for card in (*view.hand, *view.laid_away, *view.widow)}
            if state.phase == "call" and seat == state.bidder:
                for suit in "SHDC":
                    named = shown(in_hand(state, seat, draft=f"call {suit}"))
                    assert {each for each in named - own if each[1] != suit} <= everybody
                continue
            for draft in (None, "discard"):
                assert shown(in_hand(state, seat, draft=draft)) <= everybody | own


@pytest.mark.parametrize("given", HOUSES, ids=str)
async def test_only_the_partner_is_told_before_everybody_is(given: dict[str, object]) -> None:
    told = alone = 0
    for state in (state for seed in range(10) for state in match(seed, given)):
        if state.called == NO_CARD or is_public(GAME.view(state, None)) or state.needs_deal or state.over:
            continue
        for seat in range(5):
            said = text(in_hand(state, seat))
            assert ("partner**. Nobody else knows it yet" in said) == (seat == state.partner)
            assert ("you play alone" in said) == (state.partner == NOBODY and seat == state.bidder)
            assert "with **" not in said
            told += seat == state.partner
            alone += "you play alone" in said
        said = text(at_table(state))
        assert "with **" not in said
        assert "alone" not in said
    assert told > 20
    assert alone


async def test_a_hand_does_not_tell_what_others_chose() -> None:
    for state in match(8, HOUSES[0]):
        if state.phase != "discard" or len(GAME.to_act(state)) < 5:
            continue
        for seat in range(5):
            chosen = GAME.view(state, seat).legal.choice
            assert chosen is not None
            people = tuple(replace(each, chosen=each.seat == seat) for each in FIVE)
            told = public(state)
            assert shown(at_table(state, people)) <= told
            for other in range(5):
                if other != seat:
                    own = GAME.view(state, other)
                    assert shown(in_hand(state, other, people)) <= told | {
                        CODES[card] for card in (*own.hand, *own.widow)
                    }


@pytest.mark.parametrize("given", HOUSES, ids=str)
async def test_what_is_offered_is_what_is_legal(given: dict[str, object]) -> None:
    for state in match(9, given):
        for seat in range(5):
            legal = GAME.legal(state, seat)
            offered = [each.partition(":do:")[2] for each in controls(in_hand(state, seat)) if ":do:" in each]
            if state.phase == "call" and legal:
                steps = [each.partition(":draft:")[2] for each in controls(in_hand(state, seat))]
                pages = [controls(in_hand(state, seat, draft=step)) for step in steps]
                offered = [each.partition(":do:")[2] for page in pages for each in page if ":do:" in each]
            if state.phase == "auction" and not legal:
                assert offered == [action.code for action in GAME.ahead(state, seat).actions]
            elif legal.choice is not None:
                (code,) = offered
                assert GAME.refusal(state, seat, Action.parse(code)) is None
            elif state.phase == "play":
                on = labels(in_hand(state, seat), off=False)
                assert len(on) == len(legal.actions)
            else:
                assert sorted(offered) == sorted(action.code for action in legal.actions)
            if state.scores[seat] < 0 and given.get("moon_needs_nonnegative", True):
                assert not any("moon" in label for label in labels(in_hand(state, seat)))


@pytest.mark.parametrize("name", HOSTILE)
async def test_such_names_fit(name: str) -> None:
    people = seats(*[name] * 5)
    for number, state in enumerate(match(11, {"target": 21})):
        if number % 3 and not state.needs_deal and state.phase == "play":
            continue
        payload(at_table(state, people))
        if state.needs_deal or state.over:
            payload(at_end(state, people))
        for seat in range(5):
            for draft in (None, "discard", "call H"):
                payload(in_hand(state, seat, people, draft=draft, newcomer=True, due_at=1_900_000_000.0))
