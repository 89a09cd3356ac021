"""Who sits at a table, in words: names by seat, and what is to be said about seats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot import names
from bot.tables.views import Pause, SeatView
from bot.texts import Listed, Texts


def seat_name(seat: SeatView, texts: Texts, *, label: bool = False) -> str:
    """Who holds a seat. ``label``: for a button or select, where nothing is markdown."""
    if seat.person is not None:
        given = seat.name or ""
        return (names.plain(given) if label else names.shown(given)) or texts.t("seat.someone")
    if seat.computer is not None:
        # Computers have names rather than numbers, which would run into the numbers of tricks and points.
        given_names = texts.t("seat.computer_names").split()
        return texts.t("seat.computer", name=given_names[seat.seat % len(given_names)])
    if seat.kept_for is not None:
        name = names.plain(seat.kept_for) if label else names.shown(seat.kept_for)
        return texts.t("seat.kept", name=name or texts.t("seat.someone"))
    return texts.t("seat.nobody")


def seat_with_level(seat: SeatView, texts: Texts, *, label: bool = False) -> str:
    """Who holds a seat, and of a computer's own seat how strong it plays."""
    name = seat_name(seat, texts, label=label)
    if seat.person is not None or seat.computer is None:
        return name
    level = f"level.{seat.computer}"
    # A table may be older than a level's name.
    return texts.t("seat.level", name=name, level=texts.t(level)) if texts.has(level) else name


def levels(seats: Sequence[SeatView], texts: Texts) -> str | None:
    """How strong the computers play that have seats of their own, if any."""
    shown = [seat_with_level(seat, texts) for seat in seats if seat.person is None and seat.computer is not None]
    return texts.t("seat.levels", names=texts.t("list.dot").join(shown)) if shown else None


def seat_names(seats: Sequence[SeatView], texts: Texts) -> tuple[str, ...]:
    """The names by seat, ready to stand in a text."""
    return tuple(seat_name(seat, texts) for seat in seats)


def listed(seats: Sequence[SeatView], chosen: Iterable[int], texts: Texts) -> Listed:
    """These seats' names as a list in words."""
    return texts.list([seat_name(seats[seat], texts) for seat in chosen])


def minded(seats: Sequence[SeatView], texts: Texts) -> str | None:
    """Which persons' seats a computer minds, if any."""
    away = [seat.seat for seat in seats if seat.away]
    return texts.t("seat.left", names=listed(seats, away, texts)) if away else None


def paused_line(pause: Pause, seats: Sequence[SeatView], texts: Texts) -> str:
    """Whose pause it is and until when."""
    if pause.by is None:
        return texts.t("table.paused")
    name = person_name(seats, pause.by, texts)
    if pause.until is None:
        return texts.t("table.paused_open", name=name)
    return texts.t("table.paused_by", name=name, until=texts.until(pause.until))


def person_name(seats: Sequence[SeatView], person: int, texts: Texts, seen: str | None = None) -> str:
    """A person's name if they sit here, else the one they were last ``seen`` with.

    Where there is neither it is a mention, which notifies nobody in an edit and shows as their name.
    """
    here = next((seat_name(seat, texts) for seat in seats if seat.person == person), None)
    return here or names.shown(seen or "") or f"<@{person}>"


def persons(seats: Sequence[SeatView]) -> list[SeatView]:
    """The seats that persons hold."""
    return [seat for seat in seats if seat.person is not None]


def waiting(seats: Sequence[SeatView], ready: Collection[int]) -> list[int]:
    """The seats of present persons who are not ready yet."""
    return [seat.seat for seat in seats if seat.person is not None and not seat.away and seat.seat not in ready]
