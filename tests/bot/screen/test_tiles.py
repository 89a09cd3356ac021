"""Cards as tiles: where they lie or are held, beside the labels of their buttons, and nowhere else."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from discord import ui

from bot.drawing.tiles import RANKS
from bot.games import find_face
from bot.screen import hand, layout, replay, table
from bot.tables.preferences import Preferences
from bot.tables.views import Note
from bot.texts import Texts, languages
from bot.wording import PUBLIC_STYLE, Wording, texts_of
from engine.actions import Legal, SetChoice
from engine.cards import CODES, PACK_54, cards
from tests.bot.screen.positions import (
    ENGLISH,
    labels,
    parts,
    payload,
    random_match,
    seats,
    table_view,
    text,
    toy_hand,
    toy_view,
)
from tests.bot.screen.test_hand import holding
from tests.bot.screen.test_replay import moments

#: An id as long as Discord's are.
FIRST = 10**18
#: What stands for each card; the number tells the card.
TILES = {card: f"<:t_{CODES[card].translate(str.maketrans('+-', 'hl'))}:{FIRST + card}>" for card in PACK_54}
TILED = Texts().with_tiles(TILES)


def tile(code: str) -> str:
    return TILES[cards(code)[0]]


def emoji_of(view: ui.LayoutView, kind: int = 2) -> dict[str, str | None]:
    """By label the number of the emoji beside it, of buttons or of a list's options."""
    found = [part for part in parts(payload(view)) if part["type"] == kind]
    holders: list[dict[str, Any]] = found if kind == 2 else [each for menu in found for each in menu["options"]]
    return {each["label"]: str(each["emoji"]["id"]) if each.get("emoji") else None for each in holders}


async def test_the_hand_and_the_trick_are_tiles_and_sentences_stay_text() -> None:
    plain, tiled = (hand.hand(holding("9S", "QS 8S"), texts) for texts in (ENGLISH, TILED))
    lines = text(tiled).split("\n")
    assert lines[0] == "### " + "\u2003".join(
        " ".join(map(tile, row.split())) for row in ("KD 9D 5D", "QS 8S", "AH 7H 2H", "JC TC")
    )
    assert lines[3] == f"On the table: Bo\u00a0**{tile('9S')}**"
    # All else is as it is without.
    assert [lines[1:3], lines[4:]] == [text(plain).split("\n")[1:3], text(plain).split("\n")[4:]]
    refused = holding("9S", "QS 8S", note=Note("refusal.not_in_hand", {"card": cards("KD")[0]}))
    assert tile("KD") not in text(hand.hand(refused, TILED)).split("\n")[0]


async def test_a_cards_button_has_its_tile_beside_the_same_label() -> None:
    view = holding("9S", "QS 8S")
    plain, tiled = (hand.hand(view, texts) for texts in (ENGLISH, TILED))
    assert labels(plain) == labels(tiled)
    assert set(emoji_of(plain).values()) == {None}
    shown = emoji_of(tiled)
    for card in cards("KD 9D 5D QS 8S AH 7H 2H JC TC"):
        assert shown[ENGLISH.card(card)] == str(FIRST + card)
    assert all(shown[label] is None for label in shown if label[-1] not in "♠♥♦♣")


async def test_with_two_taps_the_tile_stays_and_the_question_is_text() -> None:
    view = holding("9S", "QS 8S", preferences=Preferences(taps="two"), draft="play QS")
    built = hand.hand(view, TILED)
    assert emoji_of(built)["Q♠"] == str(FIRST + cards("QS")[0])
    assert emoji_of(built)["Play Q♠"] is None
    assert "Play **Q♠**?" in text(built)


async def test_a_list_of_cards_has_them_as_its_options_emoji() -> None:
    held = tuple(cards("AS KS 7H J+"))
    own = toy_view(4, hand=held, legal=Legal((), SetChoice("exchange", 1, 3, held)), trick=None, tricks=0, to_act=(0,))
    built = hand.hand(replace(toy_hand(own, seats()), newcomer=False), TILED)
    assert emoji_of(built, kind=3) == {ENGLISH.card(card): str(FIRST + card) for card in held}


async def test_the_tables_tricks_are_tiles() -> None:
    views = (table_view(state) for state in random_match(5))
    view = next(
        each for each in views if each.public.tricks and each.public.trick and len(each.public.trick.plays) == 2
    )
    said = text(table.table(view, TILED))
    assert view.public.trick is not None
    for _, card in (*view.public.trick.plays, *view.public.tricks[-1].plays):
        assert TILES[card] in said


async def test_a_replay_shows_open_hands_as_tiles() -> None:
    view = next(moments(holding_game := find_face("phat").game, seats()))  # type: ignore[arg-type]
    assert holding_game is not None
    said = text(replay.replay(view, TILED))
    assert all(TILES[card] in said for own in view.open for card in own.hand)


@pytest.mark.parametrize(("spare", "fits"), [(0, True), (1, False)])
async def test_where_tiles_would_take_too_much_room_all_cards_are_text(spare: int, fits: bool) -> None:
    @layout.with_tiles_that_fit
    def shown(view: str, texts: Texts) -> ui.LayoutView:
        return layout.message(None, layout.text(view), layout.text(texts.tiles([0, 1])))

    # The robot is two letters where Discord counts in UTF-16.
    room = 4000 - len(TILED.tiles([0, 1])) - 2
    built = shown("🤖" + "x" * (room + spare), TILED)
    assert (TILES[0] in text(built)) is fits
    assert ("2♠ 3♠" in text(built)) is not fits


def test_everybody_gets_texts_in_their_language_and_style() -> None:
    sets = {"two": {0: "<:two:1>"}, "four": {0: "<:four:2>"}}
    wording = Wording(lambda style: sets.get(style, {}))
    usual, four, plain = (
        wording.own("en-US", Preferences(**chosen)) for chosen in ({}, {"cards": "four"}, {"cards": "text"})
    )
    assert [texts.tile(0) for texts in (usual, four, plain)] == ["<:two:1>", "<:four:2>", "2♠"]
    assert [texts.beside(0) for texts in (usual, plain)] == ["<:two:1>", None]
    assert [usual.card(0), usual.tile(1)] == ["2♠", "3♠"]
    assert wording.public("en-US").tile(0) == "<:four:2>"
    assert PUBLIC_STYLE == "four"
    # The language's own texts stay as they were for whoever is shown none.
    assert texts_of("en-US").tile(0) == "2♠"
    assert texts_of("en-US").with_tiles({}).has_tiles is False


@pytest.mark.parametrize("language", languages())
def test_tiles_have_the_letters_of_every_language(language: str) -> None:
    assert Texts(language).t("cards.ranks").split() == list(RANKS)


def test_a_tile_never_changes_what_a_card_is_called() -> None:
    random.seed(1)
    for card in random.sample(PACK_54, 10):
        assert TILED.card(card) == ENGLISH.card(card)
        assert TILED.t("hand.sure", card=card) == ENGLISH.t("hand.sure", card=card)
