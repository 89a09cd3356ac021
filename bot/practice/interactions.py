"""Interactions and their tokens: the first answer within 3 s, then 15 minutes of edits and follow-ups."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.practice import club
from bot.practice.attachments import Upload
from bot.practice.clock import Clock, Snowflakes, Timer
from bot.practice.club import Json
from bot.practice.limits import choice_problems, modal_problems, numbers
from bot.practice.limits.problems import Problem
from bot.practice.messages import Message, Messages
from bot.practice.refusals import (
    already_acknowledged,
    invalid_form,
    invalid_token,
    refuse_problems,
    unknown_interaction,
    unknown_message,
    unknown_webhook,
)

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
SEND, DEFER_SEND, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

NO_ANSWER = "The app did not respond."
_KEPT_SECONDS = numbers.TOKEN_SECONDS + 60

Report = Callable[[str, Json], None]


@dataclass(kw_only=True)
class Deed:
    """What a person does: a click, a command, a keystroke (autocomplete) or a sent modal, with the event's `data`.

    `report` tells the page what becomes of it. `message`: the one that was clicked on. `name`: the command's. `opener`:
    the interaction that opened the modal. `changes`: what the event says otherwise, where no client would send it so.
    """

    kind: int
    user_id: str
    channel_id: str
    data: Json
    report: Report
    message: Message | None = None
    name: str | None = None
    opener: Interaction | None = None
    changes: Json = field(default_factory=dict)


@dataclass(kw_only=True)
class Interaction(Deed):
    """A deed on its way to the bot, and what has become of it."""

    id: str
    token: str
    created: float
    answered: int | None = None
    expired: bool = False
    dead: bool = False
    original: Message | None = None
    followups: dict[str, Message] = field(default_factory=dict)
    modal: Json | None = None
    timer: Timer | None = None

    def done(self, message_id: str | None = None) -> None:
        """Tell the page that the first answer is there."""
        self.report("interaction", {"state": "done", "reason": None, "message_id": message_id})

    def failed(self, reason: str) -> None:
        """Tell the page that there was no answer."""
        self.report("interaction", {"state": "failed", "reason": reason, "message_id": None})


class Interactions:
    """The interactions of the last quarter of an hour, by id and by token."""

    def __init__(
        self,
        clock: Clock,
        snowflakes: Snowflakes,
        messages: Messages,
        users: Callable[[str], Json],
        bot: Json,
        server_of: Callable[[str], str],
        dispatch: Callable[[Interaction], None],
    ) -> None:
        self._clock = clock
        self._snowflakes = snowflakes
        self._messages = messages
        self._users = users
        self._bot = bot
        self._server_of = server_of
        self._dispatch = dispatch
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def open(self, deed: Deed) -> Interaction:
        """Send an interaction to the bot and start its three seconds."""
        self._forget_old()
        made = Interaction(
            **vars(deed), id=self._snowflakes.new(), token=secrets.token_urlsafe(48), created=self._clock.now()
        )
        self._by_id[made.id] = self._by_token[made.token] = made
        made.timer = self._clock.call_later(numbers.FIRST_ANSWER_SECONDS, lambda: self._time_up(made))
        made.report("interaction", {"state": "pending", "reason": None, "message_id": None})
        self._dispatch(made)
        return made

    def refuse(self, interaction: Interaction, reason: str) -> None:
        """Fail an interaction at once: there is no bot to send it to."""
        self._close(interaction)
        interaction.expired = True
        interaction.failed(reason)

    def kill_tokens(self, user_id: str | None = None) -> None:
        """Let tokens die before their time, as some do: one person's, or all."""
        for interaction in self._by_id.values():
            interaction.dead = interaction.dead or user_id in (None, interaction.user_id)

    def get(self, interaction_id: str) -> Interaction | None:
        """An interaction by its id, while it is kept."""
        return self._by_id.get(interaction_id)

    def answer(self, interaction_id: str, token: str, body: Json, files: Mapping[int, Upload]) -> Interaction:
        """Take the first answer. Raises 10062, 40060, 50035 and what sending or editing a message raises."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.expired:
            raise unknown_interaction()
        if interaction.answered is not None:
            raise already_acknowledged()
        kind = body.get("type")
        if kind not in self._allowed(interaction):
            raise invalid_form([Problem(("type",), "BASE_TYPE_CHOICES", "Not an answer to this interaction.")])
        data = body.get("data") or {}
        if kind in (SEND, DEFER_SEND):
            self._send(interaction, data, files, loading=kind == DEFER_SEND)
        elif kind in (UPDATE, DEFER_UPDATE):
            assert interaction.message is not None
            if kind == UPDATE:
                self._messages.edit(interaction.message, data, files)
            interaction.original = interaction.message
        elif kind == CHOICES:
            refuse_problems(choice_problems(data))
        elif kind == MODAL:
            refuse_problems(modal_problems(data))
            interaction.modal = data
        interaction.answered = kind
        self._close(interaction)
        if interaction.opener is not None:
            interaction.opener.modal = None  # until now the form could be sent off once more
        if kind == CHOICES:
            interaction.report("choices", {"choices": data.get("choices") or []})
        if kind == MODAL:
            shown = {key: data[key] for key in ("title", "custom_id", "components")}
            interaction.report("modal", {"interaction_id": interaction.id, **shown})
        interaction.done(interaction.original.id if interaction.original else None)
        return interaction

    def by_token(self, application_id: str, token: str) -> Interaction:
        """The interaction that a follow-up belongs to. Raises 10015 and 50027."""
        if application_id != club.APPLICATION_ID:
            raise unknown_webhook()
        interaction = self._by_token.get(token)
        if interaction is None or interaction.dead:
            raise invalid_token()
        if self._clock.now() - interaction.created >= numbers.TOKEN_SECONDS:
            raise invalid_token()
        if interaction.answered is None or interaction.kind == AUTOCOMPLETE:
            raise unknown_webhook()
        return interaction

    def follow_up(self, interaction: Interaction, data: Json, files: Mapping[int, Upload]) -> Message:
        """Send a further message; the first after a deferred answer takes that answer's place."""
        if interaction.original is not None and interaction.original.flags & numbers.LOADING:
            self._messages.edit(interaction.original, data, files)
            return interaction.original
        message = self._create(interaction, data, files)
        interaction.followups[message.id] = message
        return message

    def message_of(self, interaction: Interaction, message_id: str) -> Message:
        """A message that this token may read and change: `@original` or a follow-up's id. Raises 10008."""
        known = dict(interaction.followups)
        if interaction.original is not None:
            known["@original"] = known[interaction.original.id] = interaction.original
        if message_id not in known:
            raise unknown_message()
        message = known[message_id]
        return self._messages.find(message.channel_id, message.id)

    def _allowed(self, interaction: Interaction) -> set[int]:
        if interaction.kind == AUTOCOMPLETE:
            return {CHOICES}
        allowed = {SEND, DEFER_SEND}
        if interaction.message is not None:
            allowed |= {UPDATE, DEFER_UPDATE}
        if interaction.kind != MODAL_SUBMIT:
            allowed.add(MODAL)
        return allowed

    def _send(self, interaction: Interaction, data: Json, files: Mapping[int, Upload], loading: bool = False) -> None:
        if loading:
            # A deferred answer fixes whether it is private, nothing else.
            data = {"flags": (data.get("flags") or 0) & numbers.EPHEMERAL}
        interaction.original = self._create(interaction, data, files, loading)

    def _create(
        self, interaction: Interaction, data: Json, files: Mapping[int, Upload], loading: bool = False
    ) -> Message:
        ephemeral = bool((data.get("flags") or 0) & numbers.EPHEMERAL)
        return self._messages.create(
            interaction.channel_id,
            self._bot,
            data,
            files,
            ephemeral_for=interaction.user_id if ephemeral else None,
            metadata=self._metadata(interaction),
            loading=loading,
        )

    def _metadata(self, interaction: Interaction) -> Json:
        server = self._server_of(interaction.channel_id)
        metadata: Json = {
            "id": interaction.id,
            "type": interaction.kind,
            "user": self._users(interaction.user_id),
            "authorizing_integration_owners": {"0": server},
            "name": interaction.name,
        }
        if interaction.original is not None:
            metadata["original_response_message_id"] = interaction.original.id
        if interaction.kind == COMPONENT and interaction.message is not None:
            metadata["interacted_message_id"] = interaction.message.id
        if interaction.kind == MODAL_SUBMIT:
            metadata["triggering_interaction_metadata"] = {
                "id": interaction.id,
                "type": COMMAND,
                "user": self._users(interaction.user_id),
                "authorizing_integration_owners": {"0": server},
            }
        return metadata

    def _time_up(self, interaction: Interaction) -> None:
        interaction.expired = True
        interaction.failed(NO_ANSWER)

    def _close(self, interaction: Interaction) -> None:
        if interaction.timer is not None:
            interaction.timer.cancel()

    def _forget_old(self) -> None:
        """Drop what is past all use; the oldest stand first."""
        oldest = self._clock.now() - _KEPT_SECONDS
        for interaction_id, interaction in list(self._by_id.items()):
            if interaction.created > oldest:
                break
            del self._by_id[interaction_id]
            del self._by_token[interaction.token]
