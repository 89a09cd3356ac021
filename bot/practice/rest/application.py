"""Routes of the application: who it is, its gateway, its commands and emoji."""

from __future__ import annotations

from collections.abc import Callable

from bot.practice import club
from bot.practice.limits import numbers
from bot.practice.refusals import missing_access, unknown_application
from bot.practice.rest.calls import Call, Reply, Route


def _me(call: Call) -> Reply:
    me = call.world.bot.user()
    return 200, {**me, "verified": True, "mfa_enabled": False, "email": None, "flags": 0, "locale": "en-US"}


def _application(call: Call) -> Reply:
    return 200, club.application()


def _own(call: Call) -> None:
    """Raises 10002 when the path names another application."""
    if call.part("application") != club.APPLICATION_ID:
        raise unknown_application()


def _scope(call: Call) -> str | None:
    """None for global commands, else the server's id. Raises 10002 and 50001."""
    _own(call)
    guild_id = call.request.match_info.get("guild")
    if guild_id is not None and not call.world.bot_in(guild_id):
        raise missing_access()
    return guild_id


def _commands(call: Call) -> Reply:
    return 200, call.world.commands.listed(_scope(call))


def _replace_commands(call: Call) -> Reply:
    return 200, call.world.commands.replace(_scope(call), call.listed)


def _put_command(call: Call) -> Reply:
    return 201, call.world.commands.put(_scope(call), call.data)


def _command(call: Call) -> Reply:
    return 200, call.world.commands.get(_scope(call), call.part("command"))


def _edit_command(call: Call) -> Reply:
    return 200, call.world.commands.edit(_scope(call), call.part("command"), call.data)


def _delete_command(call: Call) -> Reply:
    call.world.commands.delete(_scope(call), call.part("command"))
    return 204, None


def _emojis(call: Call) -> Reply:
    _own(call)
    return 200, {"items": list(call.world.emojis.all.values())}


def _emoji(call: Call) -> Reply:
    _own(call)
    return 200, call.world.emojis.get(call.part("emoji"))


def _create_emoji(call: Call) -> Reply:
    _own(call)
    return 201, call.world.emojis.create(call.data)


def _rename_emoji(call: Call) -> Reply:
    _own(call)
    return 200, call.world.emojis.rename(call.part("emoji"), call.data)


def _delete_emoji(call: Call) -> Reply:
    _own(call)
    call.world.emojis.delete(call.part("emoji"))
    return 204, None


def gateway_routes(
    gateway_url: Callable[[], str], identifies: Callable[[], int], connections: int, at_once: int
) -> list[Route]:
    """The routes that say where the gateway is, how many connections a bot is to hold, how often it may begin."""

    def gateway_bot(call: Call) -> Reply:
        limit = {
            "total": numbers.IDENTIFIES_A_DAY,
            "remaining": max(numbers.IDENTIFIES_A_DAY - identifies(), 0),
            "reset_after": 86_400_000,
            "max_concurrency": at_once,
        }
        return 200, {"url": gateway_url(), "shards": connections, "session_start_limit": limit}

    def gateway(call: Call) -> Reply:
        return 200, {"url": gateway_url()}

    return [Route("GET", "/gateway/bot", gateway_bot), Route("GET", "/gateway", gateway, open=True)]


def _command_routes(base: str) -> list[Route]:
    return [
        Route("GET", base, _commands),
        Route("PUT", base, _replace_commands),
        Route("POST", base, _put_command),
        Route("GET", base + "/{command}", _command),
        Route("PATCH", base + "/{command}", _edit_command),
        Route("DELETE", base + "/{command}", _delete_command),
    ]


_APPLICATION = "/applications/{application}"
_EMOJIS = _APPLICATION + "/emojis"

ROUTES = [
    Route("GET", "/users/@me", _me),
    Route("GET", "/oauth2/applications/@me", _application),
    Route("GET", "/applications/@me", _application),
    *_command_routes(_APPLICATION + "/commands"),
    *_command_routes(_APPLICATION + "/guilds/{guild}/commands"),
    Route("GET", _EMOJIS, _emojis),
    Route("POST", _EMOJIS, _create_emoji),
    Route("GET", _EMOJIS + "/{emoji}", _emoji),
    Route("PATCH", _EMOJIS + "/{emoji}", _rename_emoji),
    Route("DELETE", _EMOJIS + "/{emoji}", _delete_emoji),
]
