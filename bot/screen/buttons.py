"""Every button and select of the screens: its label, its look and its id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.games.face import Face, Look
from bot.screen import ids, layout
from bot.screen.layout import Button
from bot.screen.seats import seat_name
from bot.tables.views import HandView, SeatView
from bot.texts import Texts
from engine.actions import Action
from engine.game import View

MAIN, CALM, GOOD, GRAVE = ButtonStyle.primary, ButtonStyle.secondary, ButtonStyle.success, ButtonStyle.danger
_LABEL = 80
IN_SELECT, LONGEST_IN_SELECT = 25, 100
_LOOKS: Mapping[Look, ButtonStyle] = {"main": MAIN, "calm": CALM, "grave": GRAVE}


def button(
    label: str,
    table: int,
    verb: str,
    arg: str = "",
    *,
    decision: int = 0,
    style: ButtonStyle = CALM,
    off: bool = False,
    tile: str | None = None,
) -> Button:
    """A button with this verb; labels are plain text, not markdown. ``tile`` stands before the label."""
    custom_id = ids.make(table, decision, verb, arg)
    return ui.Button(label=layout.cut(label, _LABEL), custom_id=custom_id, style=style, disabled=off, emoji=tile)


def action_button(hand: HandView, own: View, face: Face[Any], action: Action, texts: Texts, *, legal: bool) -> Button:
    """One action of a hand, a card above all: coloured where it may be chosen, grey and off where not."""
    style = _LOOKS[face.look(action)] if legal else CALM
    label, tile = face.button(own, action, texts), tile_of(action, texts)
    return button(label, hand.table, "do", action.code, decision=hand.decision, style=style, off=not legal, tile=tile)


def tile_of(action: Action, texts: Texts) -> str | None:
    """What stands on the button of an action before its label: the tile of the one card that it is about."""
    return texts.beside(action.cards[0]) if len(action.cards) == 1 else None


def standing(hand: HandView, own: View, face: Face[Any], action: Action, texts: Texts) -> list[Button]:
    """The button that gives this answer now and whenever it is asked for again, where the game has one."""
    label = face.standing(own, action, texts)
    return [] if label is None else [button(label, hand.table, "stand", action.code, decision=hand.decision)]


def drafting(
    hand: HandView, label: str, draft: str = "", *, style: ButtonStyle = CALM, tile: str | None = None
) -> Button:
    """Goes on with what is being put together; without ``draft`` back to its beginning."""
    return button(label, hand.table, "draft", draft, decision=hand.decision, style=style, tile=tile)


def withdraw(hand: HandView, texts: Texts) -> Button:
    """[Change my mind]: what was chosen and is not played yet."""
    return button(texts.t("button.take_back"), hand.table, "withdraw", decision=hand.decision)


def take_back(hand: HandView, face: Face[Any], texts: Texts) -> list[Button]:
    """[Take back 9♠]: what was done last; none where that cannot be."""
    if hand.take_back is None:
        return []
    label = texts.t("button.take_back_last", move=face.label(Action.parse(hand.take_back), texts))
    return [button(label, hand.table, "takeback", decision=hand.decision)]


def hint(hand: HandView, texts: Texts) -> list[Button]:
    """[Hint], where one may be asked for; what is being put together stays."""
    if not hand.hints:
        return []
    return [button(texts.t("button.hint"), hand.table, "hint", hand.draft or "", decision=hand.decision)]


def several(
    hand: HandView, draft: str, placeholder: str, options: Sequence[discord.SelectOption], least: int, most: int
) -> ui.ActionRow[Any]:
    """A row with one select of which so many options are to be chosen; they are added to ``draft``."""
    return ui.ActionRow(
        ui.Select(
            custom_id=ids.make(hand.table, hand.decision, "draft", draft),
            placeholder=layout.cut(placeholder, 150),
            options=list(options[:IN_SELECT]),
            min_values=least,
            max_values=most,
        )
    )


def rules(table: int, texts: Texts) -> Button:
    """[Rules]."""
    return button(texts.t("button.rules"), table, "rules")


def more(table: int, texts: Texts) -> Button:
    """[More]."""
    return button(texts.t("button.more"), table, "more")


def hand(table: int, texts: Texts, *, style: ButtonStyle = MAIN) -> Button:
    """[My hand]."""
    return button(texts.t("button.hand"), table, "hand", style=style)


def back(table: int, texts: Texts) -> Button:
    """[I am back]."""
    return button(texts.t("button.back"), table, "back", style=MAIN)


def resume(table: int, texts: Texts) -> Button:
    """[Resume]."""
    return button(texts.t("button.resume"), table, "resume", style=MAIN)


def take(table: int, seat: SeatView, texts: Texts) -> Button:
    """[Take 🤖 Basil's seat]."""
    return button(texts.t("button.take", name=seat_name(seat, texts, label=True)), table, "take", str(seat.seat))


def take_any(table: int, texts: Texts) -> Button:
    """[Take a seat]: which one is asked then."""
    return button(texts.t("button.take_any"), table, "take")


def next_deal(table: int, ended: int, texts: Texts) -> Button:
    """[Next deal]; ``ended`` is the deal that is over, so that an old button does nothing."""
    return button(texts.t("button.next"), table, "next", str(ended), style=MAIN)


def menu(
    table: int, verb: str, placeholder: str, options: Sequence[discord.SelectOption], arg: str = ""
) -> ui.ActionRow[Any]:
    """A row with one select of options of any kind; what is too long or too many for Discord is cut."""
    for option in options:
        option.label = layout.cut(option.label, LONGEST_IN_SELECT)
        option.description = option.description and layout.cut(option.description, LONGEST_IN_SELECT)
    return ui.ActionRow(
        ui.Select(
            custom_id=ids.make(table, 0, verb, arg),
            placeholder=layout.cut(placeholder, 150),
            options=list(options[:IN_SELECT]),
        )
    )


def page(table: int, game: str, number: int, title: str, *, here: bool) -> Button:
    """Turns to a page of rules; the one that is open is off."""
    return button(title, table, "page", f"{game}.{number}", style=MAIN if here else CALM, off=here)


def record(table: int, texts: Texts) -> Button:
    """[Record]."""
    return button(texts.t("button.record"), table, "record")


def replay(table: int, texts: Texts) -> Button:
    """[Replay], from the first deal on."""
    return button(texts.t("button.replay"), table, "replay")


def proof(table: int, texts: Texts) -> Button:
    """[Fairness proof]."""
    return button(texts.t("button.proof"), table, "proof")


def board(table: int, game: str, texts: Texts) -> Button:
    """[Leaderboard]."""
    return button(texts.t("button.board"), table, "board", game)
