"""The one list of Discord's limits, and the functions that hold a payload against them.

The numbers are in `numbers`; `message_problems`, `modal_problems`, `choice_problems` and `command_problems` give back a
list of `Problem`, empty when Discord would take the payload.
"""

from __future__ import annotations

from bot.practice.limits.commands import choice_problems, command_list_problems, command_problems
from bot.practice.limits.messages import message_problems
from bot.practice.limits.modals import modal_problems
from bot.practice.limits.problems import Problem, form_errors

__all__ = [
    "Problem",
    "choice_problems",
    "command_list_problems",
    "command_problems",
    "form_errors",
    "message_problems",
    "modal_problems",
]
