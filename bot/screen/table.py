"""The public message of a match: whose turn, the trick, the scores, the seats."""

from __future__ import annotations

from discord import ui

from bot.games import find_face
from bot.screen import buttons, layout
from bot.screen.buttons import CALM, GRAVE, MAIN
from bot.screen.seats import levels, listed, minded, paused_line, seat_names, waiting
from bot.screen.tricks import trick_on_table, tricks_to_look_at
from bot.tables.match_ids import match_id
from bot.tables.views import TableView
from bot.texts import Texts

COMMITMENT_SHOWN = 16


@layout.with_tiles_that_fit
def table(view: TableView, texts: Texts) -> ui.LayoutView:
    """What everybody sees of a match going on."""
    face = find_face(view.public.game)
    names = seat_names(view.seats, texts)
    now = _playing(view, texts) if view.phase == "playing" else [_paused_or_between(view, texts)]
    if view.took_back is not None:
        now.append(texts.t("table.took_back", name=names[view.took_back]))
    now += [_wants_pause(view, texts), _ends_at(view, texts)]
    standing = [
        face.scores(view.public, names, texts),
        *face.status(view.public, names, texts),
        minded(view.seats, texts),
    ]
    return layout.message(
        face.accent,
        layout.text(f"### {_title(view, texts)}", *now),
        layout.line(),
        layout.text(*standing),
        layout.rows(_buttons(view, texts)),
        layout.rows(_free_seats(view, texts)),
        layout.text(levels(view.seats, texts), commitment_line(view.commitment, texts)),
    )


def more(view: TableView, seat: int | None, texts: Texts) -> ui.LayoutView:
    """The private panel behind More, for the person on ``seat`` or, with None, for somebody without one."""
    face = find_face(view.public.game)
    title = layout.text(f"### {texts.t('table_more.title')}")
    proof = layout.small(
        texts.t("table_more.proof", seal=view.commitment) if view.commitment else texts.t("table_more.no_proof")
    )
    reading = [buttons.proof(view.table, texts)]
    if seat is None:
        return layout.message(face.accent, title, layout.rows(reading), proof)
    if view.public.deal_no > 1 or view.public.needs_deal:
        reading += [buttons.replay(view.table, texts), buttons.record(view.table, texts)]
    mine = view.seats[seat]
    going = [
        buttons.back(view.table, texts)
        if mine.away
        else buttons.button(texts.t("button.mind"), view.table, "mind", style=CALM),
        buttons.button(texts.t("button.leave"), view.table, "leave"),
        buttons.resume(view.table, texts)
        if view.phase == "paused"
        else buttons.button(texts.t("button.pause"), view.table, "pause"),
    ]
    wanting = sum(each.wants_end for each in view.seats)
    end = buttons.button(texts.t("button.end"), view.table, "end", style=GRAVE)
    return layout.message(
        face.accent,
        title,
        layout.rows(going),
        layout.small(
            texts.t("table_more.seat"), texts.t("table_more.resume" if view.phase == "paused" else "table_more.pause")
        ),
        layout.line(),
        layout.text(texts.t("table_more.wants_end", n=wanting) if wanting else None),
        layout.rows([end]),
        layout.small(texts.t("table_more.end")),
        layout.line(),
        layout.rows(reading),
        [*proof, *layout.small(texts.t("match.line", match=match_id(view.table)))],
    )


def commitment_line(commitment: str | None, texts: Texts) -> str | None:
    """The small print under a deal: the start of its commitment."""
    return texts.t("table.commitment", start=commitment[:COMMITMENT_SHOWN]) if commitment else None


def ready_line(view: TableView, texts: Texts) -> str:
    """Between deals: who has pressed Next deal, and who has not."""
    ready = [seat.seat for seat in view.seats if seat.ready]
    missing = waiting(view.seats, ready)
    if not missing:
        return texts.t("table.ready_all")
    names = listed(view.seats, missing, texts)
    if not ready:
        return texts.t("table.ready_none", waiting=names)
    return texts.t("table.ready", names=listed(view.seats, ready, texts), waiting=names)


def _title(view: TableView, texts: Texts) -> str:
    public = view.public
    face = find_face(public.game)
    deal_no = public.deal_no + (view.phase == "between")
    if public.trump is None or view.phase == "between":
        return texts.t("table.title", emoji=face.emoji, game=face.title(texts), n=deal_no)
    suit = texts.suit(public.trump)
    return texts.t("table.title_trump", emoji=face.emoji, game=face.title(texts), n=deal_no, suit=suit)


def _playing(view: TableView, texts: Texts) -> list[str | None]:
    """Whose turn and until when, what the turn is, the trick, and the tricks before it."""
    public = view.public
    face = find_face(public.game)
    names = seat_names(view.seats, texts)
    awaited = [seat for seat in public.to_act if not view.seats[seat].chosen]
    chosen = [seat for seat in public.to_act if view.seats[seat].chosen]
    turn = [face.asked(public, listed(view.seats, awaited, texts), texts)] if awaited else []
    times = [view.due[seat] for seat in awaited if seat in view.due]
    if times:
        turn.append(texts.t("table.until", until=texts.until(min(times))))
    return [
        texts.t("list.dot").join(turn),
        face.turn(public, names, texts),
        face.have_chosen(public, listed(view.seats, chosen, texts), texts) if chosen else None,
        trick_on_table(public, names, texts, face.out(public)),
        *tricks_to_look_at(public, names, texts),
    ]


def _paused_or_between(view: TableView, texts: Texts) -> str:
    if view.pause is not None:
        return paused_line(view.pause, view.seats, texts)
    if view.next_deal_at is None:
        return f"{texts.t('table.between')}\n{ready_line(view, texts)}"
    return f"{texts.t('table.between_at', until=texts.until(view.next_deal_at))}\n{ready_line(view, texts)}"


def _wants_pause(view: TableView, texts: Texts) -> str | None:
    """Who asks for a pause while there is none."""
    asking = [seat.seat for seat in view.seats if seat.wants_pause]
    if not asking or view.phase == "paused":
        return None
    return texts.t("table.wants_pause", names=listed(view.seats, asking, texts))


def _ends_at(view: TableView, texts: Texts) -> str | None:
    """The warning that the table will be ended, since nobody has been there."""
    return None if view.ends_at is None else texts.t("table.ends_at", until=texts.until(view.ends_at))


def _buttons(view: TableView, texts: Texts) -> list[layout.Button]:
    found = []
    if view.phase == "between":
        found.append(buttons.next_deal(view.table, view.public.deal_no, texts))
    if view.pause is not None:
        nobody = view.pause.by is None
        found.append(buttons.back(view.table, texts) if nobody else buttons.resume(view.table, texts))
    found += [
        buttons.hand(view.table, texts, style=MAIN if view.phase == "playing" else CALM),
        buttons.rules(view.table, texts),
        buttons.more(view.table, texts),
    ]
    return found


def _free_seats(view: TableView, texts: Texts) -> list[layout.Button]:
    """The button by which a newcomer may take a computer's seat: the one there is, or one of several."""
    if len(view.free) == 1:
        return [buttons.take(view.table, view.seats[view.free[0]], texts)]
    return [buttons.take_any(view.table, texts)] if view.free else []
