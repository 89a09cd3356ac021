"""What is read beside the game: help, rules, leaderboard, records, replay, proof, settings, one's own data."""

from __future__ import annotations

from bot.practice import club
from engine.games import games
from tests.browser.tours.camera import Camera
from tests.browser.tours.hands import choose, press, table_of
from tests.wire.driver import ActionFailed, Message, Person, buttons
from tests.wire.player import ROOM, as_message


async def before_anything(camera: Camera, ann: Person) -> None:
    """What an empty server answers."""
    for name, path, options in (
        ("read-help", "table help", {}),
        ("read-board-empty", "leaderboard", {}),
        ("read-stats-empty", "stats", {}),
        ("read-setup", "table-setup", {}),
        ("read-data-delete", "my-data delete", {}),
        ("read-data-export", "my-data export", {}),
        ("refusal-no-table", "hand", {}),
        ("refusal-show", "table show", {}),
        ("refusal-bad-record", "table record", {"match": "nothing"}),
    ):
        await camera.message(name, ann, as_message(await ann.command(path, channel=ROOM, **options)))
    await _setup(camera, ann)
    for game in games():
        page = as_message(await ann.command("rules", channel=ROOM, game=game))
        turning = [button for button in buttons(page) if ":page:" in button["custom_id"]]
        for n, button in enumerate(turning, 1):
            if n > 1:
                page = as_message(await ann.press(page, button["custom_id"]))
            await camera.message(f"read-rules-{game}-{n}", ann, page)


async def _setup(camera: Camera, ann: Person) -> None:
    panel = as_message(await ann.command("table-setup", channel=ROOM))
    rules = await choose(ann, panel, "houserules", "phat")
    await camera.message("read-setup-rules", ann, rules)
    value = await choose(ann, rules, "houserule", "target")
    await camera.message("read-setup-value", ann, value)
    panel = as_message(await ann.command("table-setup", channel=ROOM))
    await camera.message("read-setup-season", ann, await press(ann, panel, "season"))


async def after_matches(camera: Camera, ann: Person) -> None:
    """What there is to look back at."""
    for by in ("score", "wins", "rating", "average"):
        board = as_message(await ann.command("leaderboard", channel=ROOM, game="phat", by=by))
        await camera.message(f"read-board-{by}", ann, board)
    board = as_message(await ann.command("leaderboard", channel=ROOM, game="phat"))
    await press(ann, board, "showboard")
    shared = max((m for m in ann.messages.values() if m["ephemeral_for"] is None), key=lambda m: int(m["id"]))
    await camera.message("read-board-shared", ann, shared)
    for game in ("knektpass", "pitch"):
        board = as_message(await ann.command("leaderboard", channel=ROOM, game=game))
        await camera.message(f"read-board-{game}", ann, board)
    await camera.message("read-stats", ann, as_message(await ann.command("stats", channel=ROOM)))
    other = as_message(await ann.command("stats", channel=ROOM, person=club.BO_ID, game="phat"))
    await camera.message("read-stats-other", ann, other)
    await camera.message("read-record", ann, as_message(await ann.command("table record", channel=ROOM)))
    replay = as_message(await ann.command("replay", channel=ROOM))
    await camera.message("read-replay-start", ann, replay)
    for _ in range(9):
        replay = as_message(await ann.press(replay, _step(replay, "next")))
    await camera.message("read-replay", ann, replay)
    await camera.message("read-replay-end", ann, as_message(await ann.press(replay, _step(replay, "last"))))
    try:
        await camera.message("read-proof", ann, await press(ann, table_of(ann), "proof"))
    except (LookupError, ActionFailed):
        print("no proof to be had")


def _step(message: Message, move: str) -> str:
    return next(str(b["custom_id"]) for b in buttons(message) if b["custom_id"].endswith(f".{move}"))
