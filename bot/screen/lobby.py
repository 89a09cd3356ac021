"""The lobby: who sits where, what is played, who is missing."""

from __future__ import annotations

import discord
from discord import ui

from bot.games import find_face
from bot.screen import buttons, layout
from bot.screen.buttons import CALM, GRAVE, MAIN
from bot.screen.options import first_choice
from bot.screen.seats import persons, seat_name, seat_with_level
from bot.tables.views import LobbyView, SeatView
from bot.texts import Texts
from engine.players import LEVELS


def lobby(view: LobbyView, texts: Texts) -> ui.LayoutView:
    """The public message of a table before its first deal; without buttons once it is closed."""
    face = find_face(view.game)
    title = "lobby.closed_title" if view.closed else "lobby.title"
    clock = texts.t(f"clock.{view.clock}")
    head = layout.text(
        f"### {texts.t(title, emoji=face.emoji, game=face.title(texts))}",
        face.lobby(view.options, len(view.seats), clock, texts),
        *(f"-# {each}" for each in face.lobby_lines(view.options, texts)),
        _house_rules(view, texts),
        texts.t("lobby.take_back") if view.take_back else None,
        texts.t("lobby.hints") if view.hints else None,
    )
    if view.closed:
        return layout.message(face.accent, head, layout.text(ended(view.closed, texts)))
    return layout.message(
        face.accent,
        head,
        layout.line(),
        layout.text(*_sides(view, texts)),
        layout.text(_missing(view, texts)),
        first_choice(view, texts),
        _controls(view, texts),
    )


def more(view: LobbyView, texts: Texts, *, on_call: bool = False) -> ui.LayoutView:
    """The private panel behind More: computer players, shuffling, ending, calling players.

    ``on_call``: whether its reader is one of those who are called for this game.
    """
    face = find_face(view.game)
    free = any(seat.empty for seat in view.seats)
    add = [
        buttons.button(
            texts.t("button.add_computer", level=texts.t(f"level.{level}")), view.table, "addcomputer", level
        )
        for level in LEVELS
    ]
    remove = [
        buttons.button(
            texts.t("button.remove_computer", name=seat_with_level(seat, texts, label=True)),
            view.table,
            "removecomputer",
            str(seat.seat),
        )
        for seat in view.seats
        if seat.computer is not None and seat.person is None
    ]
    about = texts.t("lobby_more.computers" if free else "lobby_more.full")
    if not view.computers:
        about, free = texts.t("lobby_more.no_computers"), False
    others = [
        buttons.button(texts.t("button.options"), view.table, "options"),
        buttons.button(texts.t("button.shuffle"), view.table, "shuffle"),
        buttons.button(texts.t("button.end"), view.table, "end", style=GRAVE),
    ]
    return layout.message(
        face.accent,
        layout.text(f"### {texts.t('lobby_more.title')}", about),
        layout.rows(add) if free else [],
        layout.rows(remove),
        layout.line(),
        layout.rows(others),
        layout.small(texts.t("lobby_more.end")),
        layout.line(),
        *_calling(view, texts, on_call=on_call),
    )


def _calling(view: LobbyView, texts: Texts, *, on_call: bool) -> list[list[layout.Piece]]:
    game = find_face(view.game).title(texts)
    me = texts.t("button.call_me_no_more" if on_call else "button.call_me", game=game)
    said = texts.t("lobby_more.on_call" if on_call else "lobby_more.not_on_call")
    calling = [
        buttons.button(texts.t("button.call_players"), view.table, "callplayers"),
        buttons.button(me, view.table, "callme", "off" if on_call else "on"),
    ]
    return [layout.rows(calling), layout.small(texts.t("lobby_more.calling", game=game), said)]


def ended(reason: str, texts: Texts) -> str:
    """Why a table was ended, in a sentence."""
    key = f"ended.{reason}"
    return texts.t(key if texts.has(key) else "ended.other")


def _house_rules(view: LobbyView, texts: Texts) -> str | None:
    face = find_face(view.game)
    rules = [
        face.option(name, value, texts) for name, value in view.differing.items() if name not in face.in_lobby_line
    ]
    return texts.t("lobby.house_rules", rules=" ".join(rules)) if rules else None


def _sides(view: LobbyView, texts: Texts) -> list[str]:
    """A line a side where there are partners, else all seats in one, the free ones only where each has to be taken."""
    face = find_face(view.game)
    sides = face.sides(len(view.seats))
    dot = texts.t("list.dot")
    if all(len(side) == 1 for side in sides):
        taken = [seat for seat in view.seats if not seat.empty or seat.kept_for is not None]
        shown = view.seats if len(taken) == len(view.seats) or len(_sizes(view)) == 1 else taken
        return [dot.join(_seat(view, seat, texts) for seat in shown)]
    return [
        texts.t("lobby.side", n=number, seats=dot.join(_seat(view, view.seats[seat], texts) for seat in side))
        for number, side in enumerate(sides, 1)
    ]


def _seat(view: LobbyView, seat: SeatView, texts: Texts) -> str:
    name = seat_with_level(seat, texts)
    if seat.person is not None and seat.person == view.host:
        name = texts.t("seat.host", name=name)
    return name


def _missing(view: LobbyView, texts: Texts) -> str:
    free = sum(seat.empty for seat in view.seats)
    if not view.computers and (n := _persons_missing(view)):
        return texts.t("lobby.persons", n=n)
    if not free:
        return texts.t("lobby.full")
    sizes = _sizes(view)
    if len(sizes) == 1:
        return texts.t("lobby.alone" if len(persons(view.seats)) < 2 else "lobby.missing", n=free)
    taken = len(view.seats) - free
    if taken < min(sizes):
        return texts.t("lobby.too_few", n=sizes[0] - taken, free=free)
    return texts.t("lobby.enough", n=free, taken=taken)


def _persons_missing(view: LobbyView) -> int:
    """How many people more a table without computers needs."""
    here = len(persons(view.seats))
    return min(size for size in _sizes(view) if size >= here) - here


def _sizes(view: LobbyView) -> tuple[int, ...]:
    """For how many players the game is, the usual number first."""
    game = find_face(view.game).game
    return game.seats_allowed if game else (len(view.seats),)


def _controls(view: LobbyView, texts: Texts) -> list[layout.Piece]:
    """The rows of buttons; exactly one of them is the obvious one."""
    table, free = view.table, [seat for seat in view.seats if seat.empty]
    taken = len(view.seats) - len(free)
    # Alone at a table that computers still have to make up to the usual number.
    alone = len(persons(view.seats)) < 2 and taken < _sizes(view)[0]
    waits = (bool(free) and alone) if view.computers else _persons_missing(view) > 0
    alone_now = waits and view.computers
    ready = not waits and (not free or taken >= _sizes(view)[0])
    join, start = MAIN if free and not ready and not alone_now else CALM, MAIN if ready else CALM
    pieces = layout.rows(
        [
            buttons.button(texts.t("button.join"), table, "join", style=join, off=not free),
            buttons.button(texts.t("button.leave"), table, "leave"),
            buttons.button(texts.t("button.start"), table, "start", style=start),
            buttons.rules(table, texts),
            buttons.more(table, texts),
        ]
    )
    if alone_now:
        pieces += layout.rows([buttons.button(texts.t("button.play_now"), table, "playnow", style=MAIN)])
        # Both buttons begin the game: what sets Start apart is said where both stand.
        pieces += layout.small(texts.t("lobby.start_same" if len(_sizes(view)) == 1 else "lobby.start_few"))
    to_choose = [seat for seat in free if seat.kept_for is None]
    if to_choose:
        options = [
            discord.SelectOption(label=_seat_option(view, seat, texts), value=str(seat.seat)) for seat in to_choose
        ]
        pieces.append(buttons.menu(table, "seat", texts.t("lobby.choose_seat"), options))
    return pieces


def _seat_option(view: LobbyView, seat: SeatView, texts: Texts) -> str:
    partner = find_face(view.game).partner(seat.seat, len(view.seats))
    if partner is None or view.seats[partner].empty:
        return texts.t("lobby.seat_option", n=seat.seat + 1)
    name = seat_name(view.seats[partner], texts, label=True)
    return texts.t("lobby.seat_option_partner", n=seat.seat + 1, name=name)
