"""Runs the stand-in alone: `python -m bot.practice --port N`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys

from bot.practice.server import Practice


async def run(port: int, rate_limits: bool, more_people: int, servers: int, connections: int) -> int:
    """Serve until SIGTERM or SIGINT; exit code 2 when the port is taken."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stop.set)
    practice = Practice(port, rate_limits=rate_limits, connections=connections)
    for _ in range(servers - 1):
        practice.world.add_server()
    for number in range(1, more_people + 1):
        practice.world.add_person(f"Guest{number}")
    try:
        await practice.start()
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        print(f"Practice cannot listen on port {port}: {reason.lower()}.", file=sys.stderr)
        return 2
    print(f"Practice is open at {practice.page_url}")
    print(f"DISCORD_API_URL={practice.api_url}")
    print(f"DISCORD_GATEWAY_URL={practice.gateway_url}", flush=True)
    await stop.wait()
    await practice.stop()
    return 0


def main() -> int:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m bot.practice", description="A Discord of our own on 127.0.0.1.")
    parser.add_argument("--port", type=int, default=8900, help="the port to listen on (0: any free one; default 8900)")
    parser.add_argument("--no-rate-limits", action="store_true", help="answer without Discord's rate limits")
    parser.add_argument("--people", type=int, default=0, help="how many more people there are, for load")
    parser.add_argument("--servers", type=int, default=1, help="how many servers there are (default 1)")
    parser.add_argument("--connections", type=int, default=1, help="how many the bot is told to hold (default 1)")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    limits = not arguments.no_rate_limits
    return asyncio.run(run(arguments.port, limits, arguments.people, arguments.servers, arguments.connections))


if __name__ == "__main__":
    sys.exit(main())
