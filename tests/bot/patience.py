"""SimCord that waits for a busy machine."""

from __future__ import annotations

import asyncio

import simcord

#: A last resort: how long the bot may take to come to rest, in seconds.
PATIENCE = 60.0


class PatientEnv(simcord.Env):
    """SimCord gives up when the bot has not come to rest in five seconds (`settle_timeout`), on the slowest machine.

    Whoever sleeps for longer than that is at rest to it. So the number stays, and is counted anew until `PATIENCE`.
    """

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                await super()._settle_internal(timeout=timeout, idle=idle, dispatch=dispatch)
            except TimeoutError:
                if asyncio.get_running_loop().time() >= until:
                    raise
            else:
                return

    async def _advance_to(self, target: float, deadline: float) -> None:
        await super()._advance_to(target, asyncio.get_running_loop().time() + PATIENCE)

    async def _detach_bot(self) -> None:
        usual, self.settle_timeout = self.settle_timeout, PATIENCE
        try:
            await super()._detach_bot()
        finally:
            self.settle_timeout = usual
