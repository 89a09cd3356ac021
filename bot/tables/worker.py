"""A worker process: it reads questions, thinks, and writes answers, one at a time, until nobody asks any more.

``python -m bot.tables.worker``, started by `bot.tables.workers` only. It is a program of its own rather than a fork of
the bot: nothing is in it but this and the engine, no token, no database, no Discord. When the bot ends, however it
ends, its end of the pipe closes and the worker ends too.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import BinaryIO, Final

from bot.tables.thinking import LENGTH, Failed, Question, Ready, decide, packed, warm
from engine.actions import Choice
from engine.players import Budget

#: Seconds of CPU after which a search takes the best it has found; and of wall time, where the machine has little CPU
#: left for us: an answer that comes too late is thrown away.
SECONDS: Final = 0.3
WALL: Final = 1.0
#: How far the event loop and everybody's clicks go before thinking.
NICE: Final = 10


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer each (question, rollouts, whether time limits it too) that comes, until the questions end."""
    warm()
    answers.write(packed(Ready()))
    answers.flush()
    while len(length := questions.read(LENGTH.size)) == LENGTH.size:
        (size,) = LENGTH.unpack(length)
        if len(written := questions.read(size)) < size:
            return
        answers.write(packed(_answered(written)))
        answers.flush()


def _answered(written: bytes) -> Choice | Failed:
    try:
        question: Question
        question, rollouts, timed = pickle.loads(written)
        return decide(question, Budget(rollouts, SECONDS, _clock()) if timed else Budget(rollouts))
    except Exception:
        return Failed(traceback.format_exc())


def _clock() -> Callable[[], float]:
    """Seconds of CPU from now on, or the part of `SECONDS` that the same part of `WALL` is, where that is more."""
    cpu, wall = time.process_time(), time.monotonic()
    return lambda: max(time.process_time() - cpu, (time.monotonic() - wall) * SECONDS / WALL)


def main() -> None:
    """Serve the pipes on standard input and output."""
    # A host that stops us signals every process it finds; the bot says goodbye first, and with it the pipe closes.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever may be printed in here must not end up among the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        serve(sys.stdin.buffer, answers)
        answers.close()
    except BrokenPipeError:
        # Nobody waits for the answer any more. Closing would try to write it once more.
        os._exit(0)


if __name__ == "__main__":
    main()
