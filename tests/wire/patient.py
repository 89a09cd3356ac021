"""How long the stand-in waits for a first answer: as a program, the bot in practice that may take its time.

Discord gives three seconds, which a busy machine may well spend on something else; so tests give more, but where an
answer is meant to stay away.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bot.__main__ import main
from bot.practice.limits import numbers
from tests.wire.process import PATIENCE

_DISCORDS = numbers.FIRST_ANSWER_SECONDS


@contextmanager
def first_answers_within(seconds: float) -> Iterator[None]:
    """What people do meanwhile is answered within so many seconds, or they are told that it was not."""
    before = numbers.FIRST_ANSWER_SECONDS
    numbers.FIRST_ANSWER_SECONDS = seconds
    try:
        yield
    finally:
        numbers.FIRST_ANSWER_SECONDS = before


@contextmanager
def as_impatient_as_discord() -> Iterator[None]:
    """Only three seconds, so that nobody waits long for what never comes."""
    with first_answers_within(_DISCORDS):
        yield


if __name__ == "__main__":
    with first_answers_within(PATIENCE):
        sys.exit(main())
