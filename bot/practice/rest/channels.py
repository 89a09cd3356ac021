"""Routes of channels: their messages and threads."""

from __future__ import annotations

from bot.practice import club
from bot.practice.limits import numbers
from bot.practice.messages import Message
from bot.practice.refusals import missing_permissions, not_the_author, thread_exists
from bot.practice.rest.calls import Call, Reply, Route


def _get_channel(call: Call) -> Reply:
    return 200, call.world.channels.require(call.part("channel"))


def _edit_channel(call: Call) -> Reply:
    return 200, call.world.channels.edit(call.part("channel"), call.data)


def _delete_channel(call: Call) -> Reply:
    channel_id = call.part("channel")
    manage = club.MANAGE_THREADS if call.world.channels.is_thread(channel_id) else club.MANAGE_CHANNELS
    channel = call.world.channels.require(channel_id, manage)
    call.world.delete_channel(channel_id)
    return 200, channel


def _list(call: Call) -> Reply:
    channel_id = call.part("channel")
    held = call.world.channels.bot_may(channel_id)
    call.world.channels.require(channel_id)
    # Without Read Message History Discord answers, but with nothing.
    if not held & club.READ_HISTORY:
        return 200, []
    messages = [message.body for message in call.world.messages.visible(channel_id, None, call.world.messages.ALL)]
    query = call.request.query
    if query.get("before", "").isdigit():
        messages = [message for message in messages if int(message["id"]) < int(query["before"])]
    if query.get("after", "").isdigit():
        messages = [message for message in messages if int(message["id"]) > int(query["after"])]
        return 200, messages[: _asked_for(call)][::-1]
    return 200, messages[-_asked_for(call) :][::-1]


def _asked_for(call: Call) -> int:
    """How many messages a listing asks for: 1 to 100, 50 unless told."""
    asked = call.request.query.get("limit", "50")
    return max(1, min(int(asked) if asked.isdigit() else 50, 100))


def _message(call: Call, permissions: int = 0) -> Message:
    call.world.channels.require(call.part("channel"), permissions)
    return call.world.messages.find_public(call.part("channel"), call.part("message"))


def _get(call: Call) -> Reply:
    return 200, _message(call, club.READ_HISTORY).body


def _send(call: Call) -> Reply:
    world, channel_id, data = call.world, call.part("channel"), call.data
    needed = world.channels.sending_permission(channel_id)
    needed |= club.ATTACH_FILES if call.files else 0
    needed |= club.EMBED_LINKS if data.get("embeds") else 0
    needed |= club.READ_HISTORY if data.get("message_reference") else 0
    world.channels.require(channel_id, needed)
    same = world.messages.with_nonce(channel_id, data["nonce"]) if data.get("enforce_nonce") else None
    if same is not None:
        return 200, same.body
    world.channels.wake_thread(channel_id)
    # A channel message cannot be private: Discord drops the flag.
    data = data | {"flags": (data.get("flags") or 0) & ~numbers.EPHEMERAL}
    return 200, world.messages.create(channel_id, world.bot.user(), data, call.files).body


def _edit(call: Call) -> Reply:
    world = call.world
    message = _message(call, club.ATTACH_FILES if call.files else 0)
    if message.body["author"]["id"] != world.bot.id:
        raise not_the_author()
    world.channels.require_open(message.channel_id)
    if world.clock.now() - message.created > numbers.OLD_MESSAGE_SECONDS:
        world.rate_limits.take_old_edit(message.channel_id)
    world.messages.edit(message, call.data, call.files)
    return 200, message.body


def _delete(call: Call) -> Reply:
    world = call.world
    message = _message(call)
    if message.body["author"]["id"] != world.bot.id:
        world.channels.require(message.channel_id, club.MANAGE_MESSAGES)
    world.channels.require_open(message.channel_id)
    world.messages.delete(message)
    return 204, None


def _thread(call: Call) -> Reply:
    return 201, call.world.channels.create_thread(call.part("channel"), call.data)


def _thread_from_message(call: Call) -> Reply:
    world = call.world
    message = _message(call)
    if message.id in world.channels.all:
        raise thread_exists()
    thread = world.channels.create_thread(message.channel_id, call.data, message.id)
    message.body["thread"] = thread
    world.emit("MESSAGE_UPDATE", world.messages.page_body(message))
    return 201, thread


def _join(call: Call) -> Reply:
    call.world.channels.require(call.part("channel"))
    return 204, None


def _typing(call: Call) -> Reply:
    channel_id = call.part("channel")
    call.world.channels.require(channel_id, call.world.channels.sending_permission(channel_id))
    return 204, None


def _add_reaction(call: Call) -> Reply:
    _message(call)
    # The bot is not invited with Add Reactions.
    raise missing_permissions()


_CHANNEL = "/channels/{channel}"
_MESSAGES = _CHANNEL + "/messages"
_ONE = _MESSAGES + "/{message}"

ROUTES = [
    Route("GET", _CHANNEL, _get_channel),
    Route("PATCH", _CHANNEL, _edit_channel),
    Route("DELETE", _CHANNEL, _delete_channel),
    Route("GET", _MESSAGES, _list),
    Route("POST", _MESSAGES, _send, ("sends", "channel", numbers.CHANNEL_SENDS)),
    Route("GET", _ONE, _get),
    Route("PATCH", _ONE, _edit, ("edits", "channel", numbers.CHANNEL_EDITS)),
    Route("DELETE", _ONE, _delete, ("deletes", "channel", numbers.CHANNEL_DELETES)),
    Route("PUT", _ONE + "/reactions/{emoji}/@me", _add_reaction),
    Route("POST", _ONE + "/threads", _thread_from_message),
    Route("POST", _CHANNEL + "/threads", _thread),
    Route("PUT", _CHANNEL + "/thread-members/@me", _join),
    Route("POST", _CHANNEL + "/typing", _typing),
]
