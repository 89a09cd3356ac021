"""Settings that cannot be used are told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import SettingsError, load


def refused(environ: dict[str, str], dotenv: Path) -> str:
    """The one sentence, in one line."""
    with pytest.raises(SettingsError) as caught:
        load(environ, dotenv)
    text = str(caught.value)
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 200
    return text


def test_what_the_environment_says_goes_before_the_file(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text("PORT=8901\nCOMPUTER_PACE=0.5\n", "utf-8")
    settings = load({"PORT": "8902"}, dotenv)
    assert (settings.port, settings.pace, settings.token) == (8902, 0.5, None)


@pytest.mark.parametrize("text", ["DISCORD_TOKEN=gr\u00fc\u00df".encode("latin-1"), "PORT=1".encode("utf-16")])
def test_a_file_that_is_not_utf_8_is_named(tmp_path: Path, text: bytes) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_bytes(text)
    assert f"{dotenv} is not UTF-8" in refused({}, dotenv)


@pytest.mark.parametrize("text", ["secret token", "secret\ntoken", "secret\x00token"])
def test_a_token_that_is_none_is_not_said_back(tmp_path: Path, text: str) -> None:
    sentence = refused({"DISCORD_TOKEN": text}, tmp_path / ".env")
    assert sentence.startswith("DISCORD_TOKEN takes")
    assert "secret" not in sentence


def test_a_line_break_behind_a_token_does_no_harm(tmp_path: Path) -> None:
    assert load({"DISCORD_TOKEN": " secret.token\n"}, tmp_path / ".env").token == "secret.token"


@pytest.mark.parametrize("text", ["9" * 5000, "0" * 5000 + "80", "65536", "-1", "80.0", "http", "\u00b2"])
def test_a_port_that_is_none(tmp_path: Path, text: str) -> None:
    assert refused({"PORT": text}, tmp_path / ".env").startswith("PORT takes a port from 0 to 65535, not ")


@pytest.mark.parametrize("text", ["9" * 5000, "-1", "nan", "fast"])
def test_a_pace_that_is_none(tmp_path: Path, text: str) -> None:
    assert refused({"COMPUTER_PACE": text}, tmp_path / ".env").startswith("COMPUTER_PACE takes seconds")


def test_an_address_that_is_none(tmp_path: Path) -> None:
    assert refused({"DISCORD_API_URL": "x" * 5000}, tmp_path / ".env").startswith("DISCORD_API_URL takes an address")
