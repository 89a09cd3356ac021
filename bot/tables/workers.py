"""The worker processes that think for hard computer players, so that the event loop never waits for a search.

Whoever asks always has something to fall back on, the game's policy: an answer of None says that nobody here has the
time. That is so while no worker is up, when too many questions wait already, when the answer takes too long, and when
the worker dies over it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from bot.tables.thinking import LENGTH, Failed, Question, Ready, packed
from engine.actions import Choice

LOG = logging.getLogger(__name__)

NUMBER: Final = 2
#: Rollouts a decision has, and what it has while others wait behind it.
ROLLOUTS: Final = 1500
HURRIED: Final = 300
#: From so many waiting questions on a decision is hurried.
CROWDED: Final = 2
#: No more than so many wait; whoever comes then is not taken.
WAITING: Final = 12
#: Seconds of wall time after which nobody waits for an answer any more: a search takes a second at most.
PATIENCE: Final = 1.5
#: A worker that has said nothing for so long will not say anything any more.
HUNG: Final = 30.0
#: Seconds before a worker that has ended is replaced; doubled each time one ends without having answered anything.
REPLACED: Final = 0.1
REPLACED_AT_LAST: Final = 60.0
#: Seconds that a dead worker's pipe may take to close; it takes none unless somebody else holds its other end.
CLOSED: Final = 1.0

_ROOT: Final = Path(__file__).parents[2]
#: How a worker is started. ``-P``: what lies in the present directory is none of its modules.
COMMAND: Final = (sys.executable, "-P", "-m", "bot.tables.worker")


@dataclass(frozen=True, slots=True)
class _Asked:
    question: Question
    answer: asyncio.Future[Choice | None]

    def settle(self, choice: Choice | None) -> None:
        """Tell whoever asked, if they still wait."""
        if not self.answer.done():
            self.answer.set_result(choice)


class WorkerLost(Exception):
    """A worker process has ended, says nothing any more, or says nonsense."""


class Workers:
    """A number of worker processes and the questions that wait for them: ``async with Workers() as workers``.

    A worker that dies is replaced. The limits are those above, and ``timed`` says whether a search has a limit of
    time as well; ``command`` starts a worker (tests have others).
    """

    def __init__(
        self,
        number: int = NUMBER,
        *,
        rollouts: int = ROLLOUTS,
        timed: bool = True,
        patience: float = PATIENCE,
        hung: float = HUNG,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._number = number
        self._rollouts = rollouts
        self._timed = timed
        self._patience = patience
        self._hung = hung
        self._command = command
        self._questions: asyncio.Queue[_Asked] = asyncio.Queue(WAITING)
        self._keepers: list[asyncio.Task[None]] = []
        self._up: set[int] = set()
        self._changed = asyncio.Condition()

    async def __aenter__(self) -> Workers:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def pids(self) -> frozenset[int]:
        """The processes that are up and warm."""
        return frozenset(self._up)

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return self._questions.qsize()

    def start(self) -> None:
        """Start the processes; they are used as soon as they are warm."""
        self._keepers = [asyncio.create_task(self._keep(), name=f"worker {n}") for n in range(self._number)]

    async def stop(self) -> None:
        """End the processes at once. Who still waits for an answer is told that there is none."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        self._keepers = []
        self._turn_away()

    async def until_up(self, number: int, without: frozenset[int] = frozenset()) -> frozenset[int]:
        """Wait until so many workers are warm, those of ``without`` not counted (tests and measurements)."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self._up - without) >= number)
        return self.pids - without

    async def think(self, question: Question) -> Choice | None:
        """A worker's answer; None at once, or when time is up, if there is none to be had."""
        if not self._up:
            return None
        asked = _Asked(question, asyncio.get_running_loop().create_future())
        try:
            self._questions.put_nowait(asked)
        except asyncio.QueueFull:
            return None
        try:
            async with asyncio.timeout(self._patience):
                return await asked.answer
        except TimeoutError:
            return None

    # --- One worker --------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Have one worker, and another one when it ends."""
        wait = REPLACED
        while True:
            worker = _Worker(self._hung)
            try:
                await worker.start(self._command)
                await self._notice(up=worker.pid)
                await self._serve(worker)
            except (WorkerLost, OSError) as lost:
                LOG.warning("a computer players' worker process is lost (%s); another is started", lost)
            except Exception:
                LOG.exception("a computer players' worker process could not be served; another is started")
            finally:
                self._up.discard(worker.pid)
                if not self._up:
                    self._turn_away()
                await worker.end()
            wait = REPLACED if worker.answered else min(2 * wait, REPLACED_AT_LAST)
            await asyncio.sleep(wait)

    async def _serve(self, worker: _Worker) -> None:
        """Bring it questions until it ends, which `WorkerLost` says."""
        asking = asyncio.create_task(self._ask(worker))
        try:
            await asyncio.wait((asking, worker.ending), return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                raise WorkerLost(f"exit code {worker.ending.result()}")
            await asking
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    async def _ask(self, worker: _Worker) -> None:
        while True:
            asked = await self._questions.get()
            if asked.answer.done():
                # Whoever asked does not wait any more.
                continue
            hurried = self._questions.qsize() >= CROWDED
            rollouts = min(HURRIED, self._rollouts) if hurried else self._rollouts
            try:
                answer = await worker.ask((asked.question, rollouts, self._timed))
            except BaseException:
                asked.settle(None)
                raise
            if isinstance(answer, Failed):
                LOG.error("a computer player failed in its worker process:\n%s", answer.why)
            asked.settle(answer if isinstance(answer, Choice) else None)

    async def _notice(self, up: int) -> None:
        async with self._changed:
            self._up.add(up)
            self._changed.notify_all()

    def _turn_away(self) -> None:
        """Nobody is left to answer: whoever waits is told so."""
        while not self._questions.empty():
            self._questions.get_nowait().settle(None)


class _Worker:
    """One process and its pipes."""

    def __init__(self, hung: float) -> None:
        self._hung = hung
        self._process: asyncio.subprocess.Process | None = None
        self.pid = 0
        self.answered = False
        self.ending: asyncio.Task[int]

    async def start(self, command: Sequence[str]) -> None:
        """Start it and wait until it is warm."""
        self._process = await asyncio.create_subprocess_exec(
            *command,
            env=_environment(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            # Ctrl+C in a terminal is for the bot; its worker ends with it.
            start_new_session=True,
        )
        self.pid = self._process.pid
        self.ending = asyncio.create_task(self._process.wait())
        if not isinstance(await self._read(), Ready):
            raise WorkerLost("it does not say that it is ready")

    async def ask(self, question: object) -> Any:
        """Send a question and wait for its answer; `WorkerLost` if there will be none."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(packed(question))
            await self._process.stdin.drain()
        except ConnectionError as error:
            raise WorkerLost("its pipe is closed") from error
        answer = await self._read()
        self.answered = True
        return answer

    async def end(self) -> None:
        """Kill it, if it lives, and wait until it is gone: there is nothing in it to be kept."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self.ending
        assert self._process.stdin is not None
        self._process.stdin.close()
        # What could not be written any more belongs to a question that has been settled. Debian's Python 3.11.2 logs it
        # as an error of its own where nobody asks for it.
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(CLOSED):
                await self._process.stdin.wait_closed()

    async def _read(self) -> Any:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(self._hung):
                (size,) = LENGTH.unpack(await self._process.stdout.readexactly(LENGTH.size))
                return pickle.loads(await self._process.stdout.readexactly(size))
        except asyncio.IncompleteReadError as error:
            raise WorkerLost(f"exit code {await self.ending}") from error
        except TimeoutError as error:
            raise WorkerLost("it says nothing any more") from error


def _environment() -> dict[str, str]:
    """The worker's environment: it finds our packages wherever the bot was started, and knows no token."""
    path = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
    return {**{name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}, "PYTHONPATH": path}
