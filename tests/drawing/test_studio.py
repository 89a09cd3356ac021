"""The thread that draws: never the event loop, each picture once, and no message kept waiting."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from bot.drawing import letters
from bot.drawing.studio import Picture, Studio
from tests.drawing.worst import WORST, chart, table

PICTURE = table(4, 2)
#: Seconds that a picture may take on a busy machine where its being slow is not what is tried.
PATIENCE = 60.0


class Easel:
    """Draws what it is told to, and counts. While ``held`` is clear it stands still."""

    def __init__(self) -> None:
        self.drawn: list[Picture] = []
        self.threads: set[str] = set()
        self.held = threading.Event()
        self.held.set()
        self.broken = False

    def __call__(self, picture: Picture) -> bytes:
        self.threads.add(threading.current_thread().name)
        assert self.held.wait(30)
        if self.broken:
            raise ValueError("no paint")
        self.drawn.append(picture)
        return b"%d" % len(self.drawn)


@contextmanager
def studio(easel: Callable[[Picture], bytes], **given: float) -> Iterator[tuple[Studio, list[str]]]:
    missed: list[str] = []
    made = Studio(missed.append, drawing=easel, **{"patience": PATIENCE, **given})  # type: ignore[arg-type]
    try:
        yield made, missed
    finally:
        if isinstance(easel, Easel):
            easel.held.set()
        made.close()


async def test_real_pictures_come_out() -> None:
    made = Studio(patience=PATIENCE)
    for picture in WORST.values():
        png = await made.png(picture)
        assert png is not None
        assert png.startswith(b"\x89PNG")
    made.close()


async def test_each_picture_is_drawn_once_and_elsewhere() -> None:
    easel = Easel()
    with studio(easel) as (made, missed):
        first = await asyncio.gather(*(made.png(PICTURE) for _ in range(5)))
        assert first == [b"1"] * 5
        # An equal value is the same picture.
        assert await made.png(table(4, 2)) == b"1"
        assert await made.png(table(4, 3)) == b"2"
    assert len(easel.threads) == 1
    assert threading.current_thread().name not in easel.threads
    assert missed == []


async def test_the_oldest_are_thrown_away_and_all_on_demand() -> None:
    easel = Easel()
    with studio(easel, kept=2) as (made, _):
        one, two, three = (chart(number) for number in (3, 4, 5))
        for picture in (one, two, one, three, one):
            await made.png(picture)
        assert easel.drawn == [one, two, three]
        await made.png(two)
        assert easel.drawn == [one, two, three, two]
        made.forget()
        await made.png(two)
        assert len(easel.drawn) == 5


async def test_what_is_being_drawn_when_all_is_thrown_away_is_not_kept() -> None:
    easel = Easel()
    easel.held.clear()
    with studio(easel) as (made, _):
        waiting = asyncio.ensure_future(made.png(PICTURE))
        await asyncio.sleep(0)
        made.forget()
        easel.held.set()
        assert await waiting == b"1"
        assert await made.png(PICTURE) == b"2"


async def test_no_name_is_left_among_the_measured_texts() -> None:
    made = Studio(patience=PATIENCE)
    await made.png(PICTURE)
    assert letters.width.cache_info().currsize
    assert letters.fitting.cache_info().currsize
    made.forget()
    assert not letters.width.cache_info().currsize
    assert not letters.fitting.cache_info().currsize
    made.close()


async def test_too_many_at_once_go_without() -> None:
    easel = Easel()
    easel.held.clear()
    with studio(easel, waiting=3) as (made, missed):
        waiting = [asyncio.ensure_future(made.png(chart(number))) for number in (3, 4, 5)]
        await asyncio.sleep(0)
        assert await made.png(chart(6)) is None
        assert missed == ["queue full"]
        easel.held.set()
        assert None not in await asyncio.gather(*waiting)
        assert await made.png(chart(6)) is not None


async def test_nobody_waits_for_long_but_the_next_one_has_it() -> None:
    easel = Easel()
    easel.held.clear()
    with studio(easel, patience=0.01) as (made, missed):
        assert await made.png(PICTURE) is None
        assert missed == ["too slow"]
        (drawing,) = made._in_hand.values()
        easel.held.set()
        assert await drawing == b"1"
        assert await made.png(PICTURE) == b"1"


async def test_a_failure_is_told_once_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    easel = Easel()
    easel.broken = True
    with studio(easel) as (made, missed), caplog.at_level(logging.ERROR):
        assert await made.png(PICTURE) is None
        assert await made.png(PICTURE) is None
        assert missed == ["failed", "failed"]
        assert len(caplog.records) == 1
        easel.broken = False
        assert await made.png(PICTURE) == b"1"


async def test_a_closed_studio_gives_nothing() -> None:
    with studio(Easel()) as (made, missed):
        made.close()
        assert await made.png(PICTURE) is None
        assert missed == ["failed"]
