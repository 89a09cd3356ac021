"""What a server weighs in the bot's memory, and what one process carries beside what Discord allows one bot.

``python -m tests.bench.growth [--servers N]``. The servers are put into a client of the bot's kind as Discord tells of
them at the start: each with its channels and roles.
"""

from __future__ import annotations

import argparse
import gc
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import discord

from bot.practice import club
from bot.tables.publisher import INTERVAL, RATE
from tests.bench.report import Row, print_table

#: Requests a second that Discord allows a bot; answers to clicks are not among them.
ALLOWED = 50
#: Servers that Discord wants at most on one of a bot's connections.
A_CONNECTION = 2_500


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def one_server(number: int, channels: int) -> Any:
    """What Discord tells of a server."""
    guild = club.guild(100)
    first = 10**18 + number * 1000
    guild["id"] = str(first)
    guild["channels"] = [club.text_channel(str(first + each), f"room-{each}", each) for each in range(1, channels + 1)]
    guild["roles"] = club.roles()
    return guild


def a_server_weighs(servers: int, channels: int = 30) -> float:
    """Kilobytes of resident memory a server."""
    client = discord.AutoShardedClient(
        intents=discord.Intents(guilds=True),
        max_messages=None,
        chunk_guilds_at_startup=False,
        member_cache_flags=discord.MemberCacheFlags.none(),
    )
    gc.collect()
    before = resident()
    for number in range(servers):
        client._connection._add_guild_from_data(one_server(number, channels))
    gc.collect()
    assert len(client.guilds) == servers
    return (resident() - before) / servers / 1000


def rows(servers: int, climbed: Sequence[Row] = ()) -> list[Row]:
    """The figures; ``climbed``: how many clicks a second are answered."""
    # In a process of its own: one that has measured other things has room left, which servers would fill first.
    with ProcessPoolExecutor(1, get_context("spawn")) as alone:
        weight = alone.submit(a_server_weighs, servers).result()
    told = [Row(f"Growth: a server of 30 channels ({servers:,} of them)", f"{weight:.1f} kB", "")]
    told += climbed
    bound = f"Discord: {ALLOWED}, without answers"
    told.append(Row("  messages edited or posted a second, all tables together", f"{RATE:.0f}", bound, RATE <= ALLOWED))
    told.append(Row("  tables whose message is edited as often as can be", f"{RATE * INTERVAL:.0f}", ""))
    return told


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description="How far one process goes.")
    parser.add_argument("--servers", type=int, default=A_CONNECTION)
    print_table(rows(parser.parse_args().servers))


if __name__ == "__main__":
    main()
