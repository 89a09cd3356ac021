"""What an interaction says: who asks, in which server, and what they chose or typed."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.commands import Person, Refused, Why

#: Letters that are kept of what somebody chose or typed.
_LONGEST = 40
#: Values a select of Discord's can be set to.
_MOST = 25


def person(interaction: discord.Interaction) -> Person:
    """Who clicked or typed, as the tables know them."""
    may = interaction.permissions
    return Person(
        interaction.user.id,
        interaction.user.display_name,
        moderator=may.manage_guild or may.manage_messages,
        manager=may.manage_guild,
    )


def guild_id(interaction: discord.Interaction) -> int:
    """The server this happens in; `Refused` outside of one."""
    if interaction.guild_id is None:
        raise Refused(Why.SERVER_NEEDED)
    return interaction.guild_id


def on_own_message(interaction: discord.Interaction) -> bool:
    """Whether the click was on a message that only this person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def all_chosen(interaction: discord.Interaction) -> list[str]:
    """What a select was set to. Anybody's client may send anything: whoever is given it checks it."""
    data: Any = interaction.data or {}
    return [str(value)[:_LONGEST] for value in (data.get("values") or [])[:_MOST]]


def chosen(interaction: discord.Interaction) -> str:
    """The first of what a select was set to; empty if it was set to nothing."""
    return next(iter(all_chosen(interaction)), "")


def typed(interaction: discord.Interaction, field: str) -> str:
    """What stood in this field of a form, without spaces around it; empty if there was no such field."""
    data: Any = interaction.data or {}
    parts = [part.get("component") or {} for part in data.get("components") or ()]
    return next((str(part.get("value", "")).strip()[:_LONGEST] for part in parts if part.get("custom_id") == field), "")
