"""Everything before the first deal: lobbies, the panels behind More, options, an invitation, a call, a closed table."""

from __future__ import annotations

from playwright.async_api import Page

from bot.practice import club
from bot.practice.club import SECOND_TABLE_ID
from engine.games import games
from tests.browser.tours.camera import Camera
from tests.browser.tours.hands import choose, find, has_table, press, table_of, verbs
from tests.wire.driver import Message, Person
from tests.wire.player import ROOM, as_message


async def tour(camera: Camera, ann: Person, bo: Person, cleo: Person) -> None:
    """A lobby of each game, from empty to closed."""
    for game in games():
        joined = as_message(await ann.command("table open", channel=ROOM, game=game))
        await ann.until(has_table)
        await camera.message(f"lobby-{game}-alone", ann, table_of(ann))
        await camera.message(f"lobby-{game}-joined", ann, joined)
        more = await press(ann, table_of(ann), "more")
        await camera.message(f"lobby-{game}-more", ann, more)
        options = await press(ann, more, "options")
        await camera.message(f"lobby-{game}-options", ann, options)
        await _a_rule(camera, ann, options, game)
        await press(bo, table_of(bo), "join")
        if game != "pitch":
            await press(ann, await press(ann, table_of(ann), "more"), "addcomputer", "normal")
        await camera.message(f"lobby-{game}-some", ann, table_of(ann))
        await press(cleo, table_of(cleo), "join")
        more = await press(ann, table_of(ann), "more")
        while game != "knektpass" and "addcomputer" in verbs(more):
            more = await press(ann, more, "addcomputer", "normal")
        await camera.message(f"lobby-{game}-full", ann, table_of(ann))
        await camera.message(f"lobby-{game}-more-full", ann, more)
        await press(ann, more, "end")
        await ann.until(lambda seer: not has_table(seer))
        closed = max((m for m in ann.messages.values() if m["ephemeral_for"] is None), key=lambda m: int(m["id"]))
        await camera.message(f"lobby-{game}-closed", ann, closed)
    await _calls(camera, ann, bo)


async def _a_rule(camera: Camera, ann: Person, options: Message, game: str) -> None:
    """One rule's values, and the form for another number."""
    rules = games()[game].options
    rule = next((each for each in rules if each.bounds is not None), rules[0])
    values = await choose(ann, options, "option", rule.name)
    await camera.message(f"lobby-{game}-rule", ann, values)
    if rule.bounds is None:
        return
    custom_id = find(values, "other")

    async def fill(page: Page, _: str) -> None:
        await page.locator(f"[data-custom-id='{custom_id}']").last.click()
        await page.get_by_test_id("modal").wait_for()

    async def close(page: Page, _: str) -> None:
        await page.keyboard.press("Escape")

    await camera.window(f"lobby-{game}-number", fill)
    await camera.each(close)
    await choose(ann, values, "value", _other(rule.offered, rule.default))
    await camera.message(f"lobby-{game}-house-rules", ann, table_of(ann))


def _other(offered: tuple[object, ...], usual: object) -> str:
    return next(str(value) for value in offered if value != usual)


async def _calls(camera: Camera, ann: Person, bo: Person) -> None:
    """An invitation, and a call for players, in the other channel."""
    await bo.command("table open", channel=SECOND_TABLE_ID, game="phat")
    await ann.see(lambda message: message["channel_id"] == SECOND_TABLE_ID)
    await press(ann, await press(ann, table_of(ann, SECOND_TABLE_ID), "more"), "callme", "on")
    await press(bo, await press(bo, table_of(bo, SECOND_TABLE_ID), "more"), "callplayers")
    called = await ann.see(lambda message: club.ANN_ID in message["content"])
    await camera.message("call-players", ann, called)
    await bo.command("table invite", channel=SECOND_TABLE_ID, person=club.ANN_ID)
    invited = await ann.see(lambda message: club.ANN_ID in message["content"] and message["id"] != called["id"])
    await camera.message("call-invitation", ann, invited)
    await camera.message("lobby-kept-seat", ann, table_of(ann, SECOND_TABLE_ID))
    refused = await press(ann, table_of(ann, SECOND_TABLE_ID), "leave")
    await camera.message("refusal-leave", ann, refused)
    await press(bo, table_of(bo, SECOND_TABLE_ID), "leave")
