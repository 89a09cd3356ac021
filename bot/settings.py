"""Settings, from the environment or a ``.env`` file beside it; each stands in ``.env.example`` with a line on it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dotenv import dotenv_values

DATABASE = Path("data/tricktable.sqlite3")
PRACTICE_DATABASE = Path("data/practice.sqlite3")
PRACTICE_PORT = 8900
PACE = 1.2
#: How much of a value that cannot be is said back.
_SAID = 40


class SettingsError(ValueError):
    """A setting that cannot be used; the message is one sentence that says which and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to run. ``token`` None: practice. ``pace``: seconds a computer player waits before it plays.

    ``api_url`` and ``gateway_url`` name another endpoint than Discord's own. ``port`` is where practice's page is or,
    with a token, where a host asks how it goes; None: the usual one, and nowhere.
    """

    token: str | None
    database: Path
    pace: float = PACE
    port: int | None = None
    api_url: str | None = None
    gateway_url: str | None = None
    wiped_disk: bool = False

    @property
    def practice_port(self) -> int:
        """Where practice's page is."""
        return PRACTICE_PORT if self.port is None else self.port


def hosted_database(environ: Mapping[str, str] | None = None, dotenv: Path | None = None) -> Path:
    """The database of a bot that has a token, wherever that is set: what the commands look after that are given no
    file. `SettingsError` for a ``.env`` that cannot be read.
    """
    values = _values(environ, dotenv)
    return Path(values.get("DATABASE_PATH", DATABASE))


def load(environ: Mapping[str, str] | None = None, dotenv: Path | None = None) -> Settings:
    """Read the settings; what the environment says goes before ``.env``. `SettingsError` for one that cannot be."""
    values = _values(environ, dotenv)
    token = _token(values)
    usual = DATABASE if token else PRACTICE_DATABASE
    return Settings(
        token=token,
        database=Path(values.get("DATABASE_PATH", usual)),
        pace=_seconds(values, "COMPUTER_PACE", PACE),
        port=_port(values, "PORT"),
        api_url=_url(values, "DISCORD_API_URL", ("http://", "https://")),
        gateway_url=_url(values, "DISCORD_GATEWAY_URL", ("ws://", "wss://")),
        # Heroku sets DYNO, and forgets every file at each restart.
        wiped_disk="DYNO" in values,
    )


def _values(environ: Mapping[str, str] | None, dotenv: Path | None) -> dict[str, str]:
    kept = _kept(dotenv or Path(".env"))
    given = os.environ if environ is None else environ
    return {name: value.strip() for name, value in {**kept, **given}.items() if value and value.strip()}


def _kept(path: Path) -> Mapping[str, str | None]:
    try:
        return dotenv_values(path)
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is not UTF-8 text: save it in that encoding.") from None


def _token(values: Mapping[str, str]) -> str | None:
    """What no request could even carry would look like a Discord that cannot be reached. Never said back."""
    text = values.get("DISCORD_TOKEN")
    if text is not None and (not text.isprintable() or " " in text):
        raise SettingsError("DISCORD_TOKEN takes the bot's token alone, without blanks or line breaks in it.")
    return text


def _seconds(values: Mapping[str, str], name: str, usual: float) -> float:
    text = values.get(name)
    if text is None:
        return usual
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise SettingsError(f"{name} takes seconds from 0 to 60, not {text[:_SAID]!r}.")
    return seconds


def _port(values: Mapping[str, str], name: str) -> int | None:
    text = values.get(name)
    if text is None:
        return None
    # Thousands of digits Python does not even take for a number.
    if not text.isdecimal() or len(text) > _SAID or int(text) > 65535:
        raise SettingsError(f"{name} takes a port from 0 to 65535, not {text[:_SAID]!r}.")
    return int(text)


def _url(values: Mapping[str, str], name: str, schemes: tuple[str, ...]) -> str | None:
    text = values.get(name)
    if text is not None and not text.startswith(schemes):
        raise SettingsError(f"{name} takes an address that begins with {' or '.join(schemes)}, not {text[:_SAID]!r}.")
    return text.rstrip("/") if text else None
