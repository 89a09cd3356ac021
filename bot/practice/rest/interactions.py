"""Routes of interactions: the first answer, and what their tokens allow afterwards."""

from __future__ import annotations

from bot.practice.club import Json
from bot.practice.interactions import Interaction
from bot.practice.limits import numbers
from bot.practice.messages import Message
from bot.practice.rest.calls import Call, Reply, Route


def _answer(call: Call) -> Reply:
    interaction = call.world.interactions.answer(call.part("id"), call.part("token"), call.data, call.files)
    if call.request.query.get("with_response", "").lower() not in ("1", "true"):
        return 204, None
    original = interaction.original
    told: Json = {"id": interaction.id, "type": interaction.kind}
    body: Json = {"interaction": told}
    if original is not None:
        told["response_message_id"] = original.id
        told["response_message_loading"] = bool(original.flags & numbers.LOADING)
        told["response_message_ephemeral"] = original.ephemeral_for is not None
        body["resource"] = {"type": interaction.answered, "message": original.body}
    return 200, body


def _by_token(call: Call) -> Interaction:
    return call.world.interactions.by_token(call.part("application"), call.part("token"))


def _message(call: Call) -> Message:
    return call.world.interactions.message_of(_by_token(call), call.part("message"))


def _follow_up(call: Call) -> Reply:
    message = call.world.interactions.follow_up(_by_token(call), call.data, call.files)
    return 200, message.body


def _get(call: Call) -> Reply:
    return 200, _message(call).body


def _edit(call: Call) -> Reply:
    message = _message(call)
    call.world.messages.edit(message, call.data, call.files)
    return 200, message.body


def _delete(call: Call) -> Reply:
    call.world.messages.delete(_message(call))
    return 204, None


_WEBHOOK = "/webhooks/{application}/{token}"
_MESSAGE = _WEBHOOK + "/messages/{message}"
_WRITES = ("webhook", "token", numbers.WEBHOOK_WRITES)

ROUTES = [
    Route("POST", "/interactions/{id}/{token}/callback", _answer, open=True),
    Route("POST", _WEBHOOK, _follow_up, _WRITES, open=True),
    Route("GET", _MESSAGE, _get, open=True),
    Route("PATCH", _MESSAGE, _edit, _WRITES, open=True),
    Route("DELETE", _MESSAGE, _delete, _WRITES, open=True),
]
