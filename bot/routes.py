"""What clicks lead to: by the verb of an id (`bot.screen.ids`), who answers them.

`bot.router` answers the table's own verbs; every panel with buttons of its own brings its verbs along.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeAlias

import discord

from bot.screen.ids import Click

Routes: TypeAlias = Mapping[str, Callable[[discord.Interaction, Click], Awaitable[None]]]


class Panel(Protocol):
    """Something with buttons of its own."""

    @property
    def routes(self) -> Routes:
        """Who answers its clicks, by verb."""
