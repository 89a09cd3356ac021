"""Routes of the servers and their people."""

from __future__ import annotations

from bot.practice import club
from bot.practice.channels import THREADS
from bot.practice.club import Json
from bot.practice.refusals import missing_access, unknown_guild, unknown_member, unknown_user
from bot.practice.rest.calls import Call, Reply, Route


def _present(call: Call) -> str:
    """The server's id. Raises 10004 for one that there is not, 50001 when the bot has been removed."""
    server = call.part("guild")
    if server not in call.world.servers:
        raise unknown_guild()
    if not call.world.bot_in(server):
        raise missing_access()
    return server


def _channels_in(call: Call) -> list[Json]:
    server = _present(call)
    return [channel for channel in call.world.channels.all.values() if channel["guild_id"] == server]


def _guild(call: Call) -> Reply:
    return 200, call.world.guild(_present(call))


def _channels(call: Call) -> Reply:
    return 200, [c for c in _channels_in(call) if c["type"] not in THREADS]


def _active_threads(call: Call) -> Reply:
    threads = [c for c in _channels_in(call) if c["type"] in THREADS]
    threads = [thread for thread in threads if not thread["thread_metadata"]["archived"]]
    return 200, {"threads": threads, "members": [call.world.channels.bot_in(thread) for thread in threads]}


def _member(call: Call) -> Reply:
    _present(call)
    person = call.world.members.get(call.part("user"))
    if person is None:
        raise unknown_member()
    return 200, {**person.member(), "user": person.user()}


def _roles(call: Call) -> Reply:
    return 200, club.roles(_present(call))


def _user(call: Call) -> Reply:
    person = call.world.members.get(call.part("user"))
    if person is None:
        raise unknown_user()
    return 200, person.user()


def _leave(call: Call) -> Reply:
    call.world.remove_bot(_present(call))
    return 204, None


ROUTES = [
    Route("GET", "/guilds/{guild}", _guild),
    Route("GET", "/guilds/{guild}/channels", _channels),
    Route("GET", "/guilds/{guild}/threads/active", _active_threads),
    Route("GET", "/guilds/{guild}/members/{user}", _member),
    Route("GET", "/guilds/{guild}/roles", _roles),
    Route("GET", "/users/{user}", _user),
    Route("DELETE", "/users/@me/guilds/{guild}", _leave),
]
