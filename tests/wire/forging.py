"""Interactions as no client would send them, put into the gateway by the stand-in; and what became of each."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from bot.practice.interactions import COMPONENT, MODAL_SUBMIT, Deed
from bot.practice.server import Practice
from tests.wire.process import PATIENCE

Json = dict[str, Any]


@dataclass(frozen=True)
class Fate:
    """``failed``: why there was no answer, None where there was one; ``seconds`` until it came."""

    failed: str | None
    seconds: float


async def forge(
    practice: Practice, kind: int, person: int, channel: str, data: Json, message: str | None, changes: Json
) -> Fate:
    """Send one and wait for its fate."""
    told: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    def report(op: str, what: Json) -> None:
        if op == "interaction" and what["state"] != "pending" and not told.done():
            told.set_result(what["reason"])

    begun = time.monotonic()
    world = practice.world
    # Nothing of it is held against what the message offers.
    clicked_on = None if message is None else world.messages.find_anywhere(message)
    deed = Deed(
        kind=kind,
        user_id=str(person),
        channel_id=channel,
        data=data,
        report=report,
        message=clicked_on,
        name=data.get("name") if kind != COMPONENT else None,
        changes=changes,
    )
    world.interactions.open(deed)
    async with asyncio.timeout(PATIENCE):
        failed = await told
    return Fate(failed, time.monotonic() - begun)


def form(custom_id: str, fields: list[tuple[str, str]]) -> tuple[int, Json]:
    """A form that is sent off: its kind and data."""
    parts = [{"type": 18, "component": {"type": 4, "custom_id": name, "value": value}} for name, value in fields]
    return MODAL_SUBMIT, {"custom_id": custom_id, "components": parts}
