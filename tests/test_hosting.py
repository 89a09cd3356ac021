"""What docs/hosting.md gives hosts fits together, and names what is there. (No host is asked.)"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/hosting.md").read_text("utf-8")
DOCKERFILE = (ROOT / "docs/hosting/Dockerfile").read_text("utf-8")
IGNORED = (ROOT / "docs/hosting/Dockerfile.dockerignore").read_text("utf-8").splitlines()


def block(beginning: str) -> str:
    """The box of the page that begins so."""
    return next(text for text in PAGE.split("```")[1::2] if text.strip().startswith(beginning))


def copied() -> list[str]:
    return re.findall(r"^COPY (\S+) ", DOCKERFILE, re.M)


def test_the_image_holds_what_the_bot_needs_and_nothing_else() -> None:
    assert copied() == ["requirements.txt", "engine", "bot"]
    assert all((ROOT / each).exists() for each in copied())
    assert IGNORED[1] == "*", "nothing is sent that is not named"
    assert {line[1:] for line in IGNORED if line.startswith("!")} == {*copied(), "docs/hosting/Dockerfile"}


def test_every_host_runs_the_same_command() -> None:
    (procfile,) = (ROOT / "Procfile").read_text("utf-8").splitlines()
    command = procfile.removeprefix("worker: ")
    found = re.search(r"^CMD (.+)$", DOCKERFILE, re.M)
    assert found is not None
    assert " ".join(json.loads(found[1])) == command
    assert f"start command `{command}`" in PAGE
    assert f'-exec "{command}"' in block("worker:")
    assert f"bin/{command}\n" in block("[Unit]\nDescription=Tricktable\n")


def test_flys_settings_can_be_read_and_name_files_that_are_there() -> None:
    settings = tomllib.loads(block('app = "NAME"'))
    assert all((ROOT / settings["build"][each]).is_file() for each in ("dockerfile", "ignorefile"))
    assert settings["mounts"]["destination"] == "/app/data"
    assert "WORKDIR /app\n" in DOCKERFILE
    assert settings["kill_signal"] == "SIGTERM"
    # The bot ends within ten seconds.
    assert settings["kill_timeout"] > 10


def test_one_python_is_named_and_it_is_new_enough() -> None:
    versions = set(re.findall(r"`(3\.\d+)`", PAGE)) | set(re.findall(r"^FROM python:(3\.\d+)-slim$", DOCKERFILE, re.M))
    assert len(versions) == 1
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    assert int(versions.pop().partition(".")[2]) >= int(needed.removeprefix(">=3."))


def test_restoring_twice_a_day_does_not_meet_what_the_first_time_put_aside() -> None:
    restoring = block("old=")
    assert "%F-%H%M%S" in restoring
    assert "install -m 600 copy.sqlite3 data/tricktable.sqlite3" in restoring
