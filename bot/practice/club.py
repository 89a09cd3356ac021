"""The server of practice: its fixed ids, its channels, its people and the bot's own account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

GUILD_ID = "1180000000000000001"
GUILD_NAME = "Card club"
CARD_ROOM_ID = "1180000000000000101"
SECOND_TABLE_ID = "1180000000000000102"
APPLICATION_ID = "1170000000000000001"
BOT_ID = APPLICATION_ID
BOT_ROLE_ID = "1180000000000000201"
ANN_ID = "1160000000000000001"
BO_ID = "1160000000000000002"
CLEO_ID = "1160000000000000003"
DANA_ID = "1160000000000000004"
EVE_ID = "1160000000000000005"
OWNER_ID = ANN_ID

MANAGE_CHANNELS = 1 << 4
MANAGE_GUILD = 1 << 5
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_HISTORY = 1 << 16
USE_COMMANDS = 1 << 31
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_IN_THREADS = 1 << 38

#: What the bot's invitation asks for: View Channel, Send Messages, Embed Links, Attach Files, Read Message History,
#: Create Public Threads, Send Messages in Threads.
BOT_PERMISSIONS = 309237763072
EVERYONE = BOT_PERMISSIONS | USE_COMMANDS

JOINED = "2024-01-01T12:00:00.000000+00:00"


@dataclass
class Person:
    """A user and, at once, a member of the server. `locale` is the language of their Discord."""

    id: str
    username: str
    global_name: str | None
    permissions: int = EVERYONE
    locale: str = "en-US"
    bot: bool = False

    def user(self) -> Json:
        """Discord's user object."""
        return {
            "id": self.id,
            "username": self.username,
            "global_name": self.global_name,
            "discriminator": "0000" if self.bot else "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }

    def member(self) -> Json:
        """Discord's member object, without the user."""
        return {
            "roles": [BOT_ROLE_ID] if self.bot else [],
            "nick": None,
            "avatar": None,
            "joined_at": JOINED,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }


def people() -> dict[str, Person]:
    """The people of the club by id; Ann owns the server."""
    everybody = [
        Person(ANN_ID, "ann", "Ann", permissions=EVERYONE | MANAGE_GUILD | MANAGE_MESSAGES),
        Person(BO_ID, "bo", "Bo"),
        Person(CLEO_ID, "cleo", "Cleo"),
        Person(DANA_ID, "dana", "Dana"),
        Person(EVE_ID, "eve", "Eve"),
    ]
    return {person.id: person for person in everybody}


def bot() -> Person:
    """The bot's own account."""
    return Person(BOT_ID, "tricktable", "Tricktable", permissions=BOT_PERMISSIONS, bot=True)


def text_channel(channel_id: str, name: str, position: int, guild_id: str = GUILD_ID) -> Json:
    """Discord's object for a text channel."""
    return {
        "id": channel_id,
        "type": 0,
        "guild_id": guild_id,
        "name": name,
        "position": position,
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": [],
        "last_message_id": None,
        "flags": 0,
    }


def channels() -> dict[str, Json]:
    """The club's channels by id."""
    rooms = [text_channel(CARD_ROOM_ID, "card-room", 0), text_channel(SECOND_TABLE_ID, "second-table", 1)]
    return {room["id"]: room for room in rooms}


def roles(guild_id: str = GUILD_ID) -> list[Json]:
    """A server's roles: everyone's (with the server's id) and the bot's."""

    def role(role_id: str, name: str, permissions: int, position: int) -> Json:
        return {
            "id": role_id,
            "name": name,
            "permissions": str(permissions),
            "position": position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": position > 0,
            "mentionable": False,
            "flags": 0,
        }

    return [role(guild_id, "@everyone", EVERYONE, 0), role(BOT_ROLE_ID, "Tricktable", BOT_PERMISSIONS, 1)]


def guild(member_count: int, locale: str = "en-US", guild_id: str = GUILD_ID, name: str = GUILD_NAME) -> Json:
    """Discord's guild object, without channels and members; ``locale`` is the server's language."""
    return {
        "id": guild_id,
        "name": name,
        "icon": None,
        "splash": None,
        "banner": None,
        "description": None,
        "owner_id": OWNER_ID,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 1,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": roles(guild_id),
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": locale,
        "nsfw_level": 0,
        "member_count": member_count,
        "approximate_member_count": member_count,
    }


def application() -> Json:
    """Discord's application object."""
    return {
        "id": APPLICATION_ID,
        "name": "Tricktable",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "flags": 0,
        "verify_key": "0" * 64,
        "owner": people()[ANN_ID].user(),
        "team": None,
        "rpc_origins": [],
        "summary": "",
        "interactions_endpoint_url": None,
        "approximate_guild_count": 1,
        "integration_types_config": {"0": {}},
    }
