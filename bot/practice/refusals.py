"""What Discord answers when it will not do something: HTTP status, code and sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.practice.limits import Problem, form_errors


class Refusal(Exception):
    """A request that Discord would answer with an error."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        problems: Sequence[Problem] = (),
        headers: dict[str, str] | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.problems = tuple(problems)
        self.headers = headers or {}
        self.extra = extra or {}

    def body(self) -> dict[str, Any]:
        """The JSON of the answer."""
        body: dict[str, Any] = {"message": self.message, "code": self.code, **self.extra}
        if self.problems:
            body["errors"] = form_errors(self.problems)
        return body


def not_found_route() -> Refusal:
    """No such route."""
    return Refusal(404, 0, "404: Not Found")


def unauthorized() -> Refusal:
    """The bot's token is missing or wrong."""
    return Refusal(401, 0, "401: Unauthorized")


def unknown_application() -> Refusal:
    """10002."""
    return Refusal(404, 10002, "Unknown Application")


def unknown_channel() -> Refusal:
    """10003."""
    return Refusal(404, 10003, "Unknown Channel")


def unknown_guild() -> Refusal:
    """10004."""
    return Refusal(404, 10004, "Unknown Guild")


def unknown_member() -> Refusal:
    """10007."""
    return Refusal(404, 10007, "Unknown Member")


def unknown_message() -> Refusal:
    """10008."""
    return Refusal(404, 10008, "Unknown Message")


def unknown_user() -> Refusal:
    """10013."""
    return Refusal(404, 10013, "Unknown User")


def unknown_emoji() -> Refusal:
    """10014."""
    return Refusal(404, 10014, "Unknown Emoji")


def unknown_webhook() -> Refusal:
    """10015: no such webhook, or an interaction that has not been answered yet."""
    return Refusal(404, 10015, "Unknown Webhook")


def unknown_interaction() -> Refusal:
    """10062: no such interaction, or its three seconds are over."""
    return Refusal(404, 10062, "Unknown interaction")


def unknown_command() -> Refusal:
    """10063."""
    return Refusal(404, 10063, "Unknown application command")


def too_many_commands() -> Refusal:
    """30032."""
    return Refusal(400, 30032, "Maximum number of application commands reached (100)")


def too_many_created() -> Refusal:
    """30034."""
    return Refusal(400, 30034, "Max number of daily application command creates has been reached (200)")


def too_many_emojis() -> Refusal:
    """30008."""
    return Refusal(400, 30008, "Maximum number of emojis reached (2000)")


def too_large() -> Refusal:
    """40005: an attachment is larger than allowed."""
    return Refusal(413, 40005, "Request entity too large")


def already_acknowledged() -> Refusal:
    """40060: the interaction has had its first answer."""
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> Refusal:
    """50001: the bot cannot see the channel."""
    return Refusal(403, 50001, "Missing Access")


def not_the_author() -> Refusal:
    """50005."""
    return Refusal(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> Refusal:
    """50006."""
    return Refusal(400, 50006, "Cannot send an empty message")


def missing_permissions() -> Refusal:
    """50013."""
    return Refusal(403, 50013, "Missing Permissions")


def invalid_token() -> Refusal:
    """50027: an interaction's token that is wrong or older than 15 minutes."""
    return Refusal(401, 50027, "Invalid Webhook Token")


def invalid_form(problems: Sequence[Problem]) -> Refusal:
    """50035 with the nested `errors`."""
    return Refusal(400, 50035, "Invalid Form Body", problems)


def thread_archived() -> Refusal:
    """50083."""
    return Refusal(400, 50083, "Thread is archived")


def malformed_json() -> Refusal:
    """50109."""
    return Refusal(400, 50109, "The request body contains invalid JSON.")


def thread_exists() -> Refusal:
    """160004."""
    return Refusal(400, 160004, "A thread has already been created for this message")


def refuse_problems(problems: Sequence[Problem]) -> None:
    """Raise 50035 when there are problems."""
    if problems:
        raise invalid_form(problems)
