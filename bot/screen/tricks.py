"""Tricks as lines of text: the one on the table, and those that may still be looked at."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.games import find_face
from bot.texts import Texts
from engine.cards import Card
from engine.game import TakenTrick, Trick, View


def trick_on_table(view: View, names: Sequence[str], texts: Texts, out: Collection[int] = ()) -> str | None:
    """Who has played what to the present trick and who is still to play, from the leader on; None without a trick.

    ``out``: seats that take no more part in this deal.
    """
    if view.trick is None:
        return None
    plays = texts.t("list.dot").join(_places(view, view.trick, names, texts, out))
    return texts.t("table.trick", n=len(view.tricks) + 1, plays=plays)


def trick_in_hand(view: View, names: Sequence[str], texts: Texts) -> str | None:
    """The cards on the table with who played them; None while there are none."""
    if view.trick is None or not view.trick.plays:
        return None
    played = [texts.t("table.played", name=names[seat], card=texts.tile(card)) for seat, card in view.trick.plays]
    return texts.t("hand.trick", plays=texts.t("list.dot").join(played))


def tricks_to_look_at(view: View, names: Sequence[str], texts: Texts) -> list[str]:
    """Finished tricks as the table's option ``last_trick_view`` allows, the newest first."""
    allowed = view.options.get("last_trick_view", "last")
    if allowed == "none" or not view.tricks:
        return []
    count = len(view.tricks) if allowed == "all" else 1
    numbered = list(enumerate(view.tricks, 1))[-count:]
    count_points = find_face(view.game).tricks_count
    return [_taken(number, trick, names, texts, count_points) for number, trick in reversed(numbered)]


def trick_taken(view: View, names: Sequence[str], texts: Texts) -> str | None:
    """The last finished trick, whatever the table's option hides while a match goes on; None before the first."""
    if not view.tricks:
        return None
    return _taken(len(view.tricks), view.tricks[-1], names, texts, find_face(view.game).tricks_count)


def _taken(number: int, trick: TakenTrick, names: Sequence[str], texts: Texts, count_points: bool) -> str:
    cards = texts.tiles(card for _, card in trick.plays)
    if not count_points:
        return texts.t("table.last_trick", n=number, name=names[trick.winner], cards=cards)
    return texts.t("table.last_trick_points", n=number, name=names[trick.winner], cards=cards, points=trick.points)


def _places(view: View, trick: Trick, names: Sequence[str], texts: Texts, out: Collection[int]) -> list[str]:
    played: dict[int, Card] = dict(trick.plays)
    around = [(trick.leader + step) % view.seats for step in range(view.seats)]
    return [_place(seat, played, view.to_act, names, texts) for seat in around if _in_trick(view, seat, played, out)]


def _in_trick(view: View, seat: int, played: Collection[int], out: Collection[int]) -> bool:
    """A seat that is out, or without cards, and has not played has no place in the trick."""
    return seat in played or (view.hand_sizes[seat] > 0 and seat not in out)


def _place(seat: int, played: dict[int, Card], to_act: Sequence[int], names: Sequence[str], texts: Texts) -> str:
    if seat in played:
        return texts.t("table.played", name=names[seat], card=texts.tile(played[seat]))
    return texts.t("table.playing", name=names[seat]) if seat in to_act else names[seat]
