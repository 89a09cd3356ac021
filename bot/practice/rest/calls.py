"""One request to the REST side: its parts, and the way from a handler to an answer."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from bot.practice.attachments import Upload
from bot.practice.club import Json
from bot.practice.limits import numbers
from bot.practice.limits.problems import Problem
from bot.practice.refusals import Refusal, invalid_form, malformed_json, not_found_route, unauthorized
from bot.practice.world import World

LOG = logging.getLogger(__name__)

#: Discord's 429 is told apart from one of its proxies' by this header; the library gives up without it.
_HEADERS = {"Via": "1.1 practice"}


@dataclass
class Call:
    """A request as handlers see it: the world, the parts of the path, the JSON and the files."""

    world: World
    request: web.Request
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)

    def part(self, name: str) -> str:
        """A named part of the path."""
        return self.request.match_info[name]

    @property
    def data(self) -> Json:
        """The body as an object. Raises 50035 when it is something else."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise invalid_form([Problem((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")])
        return self.body

    @property
    def listed(self) -> list[Json]:
        """The body as a list of objects. Raises 50035 when it is something else."""
        if not isinstance(self.body, list) or not all(isinstance(part, dict) for part in self.body):
            raise invalid_form([Problem((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")])
        return self.body


#: Status and JSON of the answer; None as JSON for an answer without a body.
Reply = tuple[int, Any]
Handler = Callable[[Call], Reply]


@dataclass(frozen=True)
class Route:
    """A route: method, path below /api/v10, handler, and what is asked of the caller.

    `bucket`: name of the rate limit and its numbers, with the part of the path it is kept by. `open`: no bot's token is
    needed, and the global limit does not count it (interactions and webhooks).
    """

    method: str
    path: str
    handler: Handler
    bucket: tuple[str, str, tuple[int, float]] | None = None
    open: bool = False


class Api:
    """Turns routes into aiohttp handlers: token, faults, rate limits, body, errors."""

    def __init__(self, world: World, accepts: Callable[[str], bool]) -> None:
        self._world = world
        self._accepts = accepts

    def add(self, app: web.Application, routes: Collection[Route]) -> None:
        """Register routes, under any version of the API's address."""
        for route in routes:
            app.router.add_route(route.method, "/api/{version:v\\d+}" + route.path, self._endpoint(route))
        app.router.add_route("*", "/api/{rest:.*}", self._unknown)

    def _endpoint(self, route: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            headers: dict[str, str] = {}
            try:
                trouble = self._world.faults.meet(request.method, request.path)
                await trouble.before()
                headers = self._admit(route, request)
                call = Call(self._world, request)
                await _read_body(call)
                status, body = route.handler(call)
            except Refusal as refusal:
                LOG.debug("%s %s refused: %s", request.method, request.path, refusal)
                self._world.record(request.method, request.path, refusal.status, refusal.code)
                return _answer(refusal.status, refusal.body(), headers | refusal.headers)
            except Exception:
                # A mistake of the stand-in's own, or a body of a shape it does not know: said aloud, and told apart.
                LOG.exception("Practice failed at %s %s", request.method, request.path)
                self._world.record(request.method, request.path, 500, 0)
                return _answer(500, {"message": "500: Internal Server Error", "code": 0}, headers)
            self._world.record(request.method, request.path, status)
            await trouble.after()
            if trouble.lost and request.transport is not None:
                request.transport.abort()
            return _answer(status, body, headers)

        return handle

    def _admit(self, route: Route, request: web.Request) -> dict[str, str]:
        if not route.open:
            scheme, _, token = request.headers.get("Authorization", "").partition(" ")
            if scheme != "Bot" or not self._accepts(token):
                raise unauthorized()
            self._world.rate_limits.take_global()
        if route.bucket is None:
            return {}
        name, part, limit = route.bucket
        return self._world.rate_limits.take(name, request.match_info[part], limit)

    async def _unknown(self, request: web.Request) -> web.Response:
        LOG.warning("No such route in practice: %s %s", request.method, request.path)
        refusal = not_found_route()
        return _answer(refusal.status, refusal.body(), {})


def _answer(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    headers = _HEADERS | headers
    if body is None:
        return web.Response(status=status, headers=headers)
    # The library compares the whole header, so it must not say a charset.
    headers["Content-Type"] = "application/json"
    return web.Response(status=status, body=json.dumps(body).encode(), headers=headers)


async def _read_body(call: Call) -> None:
    """Read JSON, or a form with `payload_json` and `files[n]`."""
    request = call.request
    if not request.can_read_body:
        return
    try:
        if request.content_type == "application/json":
            call.body = json.loads(await request.read())
        elif request.content_type.startswith("multipart/"):
            await _read_form(call)
    except ValueError:
        raise malformed_json() from None


async def _read_form(call: Call) -> None:
    async for part in await call.request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        name = part.name or ""
        content = bytes(await part.read())
        if name == "payload_json":
            call.body = json.loads(content)
        elif name.startswith("files[") and name.endswith("]"):
            index = int(name.removeprefix("files[").removesuffix("]"))
            call.files[index] = Upload(part.filename or f"file{index}", content)
    if len(call.files) > numbers.ATTACHMENTS:
        sentence = f"Must be between 0 and {numbers.ATTACHMENTS} in length."
        raise invalid_form([Problem(("attachments",), "BASE_TYPE_BAD_LENGTH", sentence)])
