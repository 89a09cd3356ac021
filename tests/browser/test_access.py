"""The practice page for everybody: what a screen reader is told, the keyboard alone, contrast, how large things are."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.page_server import ANN, PageServer, button, message, row, text
from tests.browser.table import OWN, PATIENCE, PLAYABLE
from tests.wire.process import BotProcess

pytestmark = pytest.mark.browser

CARD_NAME = re.compile(r"(?:\d+|jack|queen|king|ace) of (?:spades|hearts|diamonds|clubs)")
#: Key presses that lead from anywhere on the page to any control.
MANY = 120


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[BotProcess]:
    """`python -m bot` without a token: practice."""
    process = await BotProcess.start(tmp_path, program="tests.wire.patient", PORT="0")
    yield process
    assert await process.terminate() == 0, process.said


async def read_out(page: Page) -> list[tuple[str, str, dict[str, Any]]]:
    """What Chromium tells a screen reader, in reading order: role, name, and the properties that were given."""
    session = await page.context.new_cdp_session(page)
    nodes = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    found: list[tuple[str, str, dict[str, Any]]] = []

    def walk(node: dict[str, Any]) -> None:
        if not node.get("ignored"):
            properties = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
            properties["description"] = node.get("description", {}).get("value", "")
            found.append((node["role"]["value"], node.get("name", {}).get("value", ""), properties))
        for child in node.get("childIds", ()):
            if child in by_id:
                walk(by_id[child])

    walk(nodes[0])
    return found


def place(tree: list[tuple[str, str, dict[str, Any]]], role: str, name: str, after: int = 0) -> int:
    """Where the first node of this role stands whose name has these words."""
    for at, (its_role, its_name, _) in enumerate(tree[after:], after):
        if its_role == role and name in its_name:
            return at
    raise AssertionError(f"no {role} {name!r} after {after}: {[each[:2] for each in tree[after:]]}")


async def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until a control whose name matches has the focus."""
    name = "(n => n.getAttribute('aria-label') ?? n.textContent.trim())(document.activeElement)"
    heard = []
    for _ in range(MANY):
        await page.keyboard.press("Tab")
        heard.append(await page.evaluate(name))
        if re.fullmatch(wanted, heard[-1]):
            return
    raise AssertionError(f"Tab does not come to {wanted}: {heard}")


async def test_a_turn_is_read_out_in_its_order_and_played_by_keyboard_alone(
    bot: BotProcess, open_page: OpenPage
) -> None:
    page = await open_page(await bot.page_url())
    await page.get_by_test_id("welcome-open").first.wait_for(timeout=PATIENCE)
    tree = await read_out(page)
    for role, name in (("navigation", "Channels"), ("banner", ""), ("main", ""), ("region", "Messages")):
        place(tree, role, name)
    assert [name for role, name, _ in tree if role == "link"][:2] == [
        "Skip to the messages",
        "Skip to the command line",
    ]
    levels = [each["level"] for role, _, each in tree if role == "heading"]
    assert levels == [1, 2]

    await tab_to(page, "Open a table of Phat")
    await page.keyboard.press("Enter")
    await page.locator("button", has_text="Play now").wait_for(timeout=PATIENCE)
    assert await page.evaluate("document.getElementById('main').contains(document.activeElement)"), "focus is not lost"
    await tab_to(page, "Play now with computers")
    await page.keyboard.press("Enter")
    await page.locator(PLAYABLE).first.wait_for(timeout=PATIENCE)
    await page.get_by_role("heading", name="Phat · deal 1").wait_for(timeout=PATIENCE)

    # Whose turn it is, then in one's own message the cards, what is asked, and the cards as buttons in their order.
    tree = await read_out(page)
    table = place(tree, "heading", "Phat · deal 1")
    assert tree[table][2]["level"] == 3
    turn = place(tree, "StaticText", "to play", table)
    own = place(tree, "article", "Only you can see this", turn)
    heading = next(at for at, (_, _, each) in enumerate(tree) if at > own and each.get("level") == 3)
    asked = place(tree, "StaticText", "▶ ", heading)
    first = next(
        at for at, (role, name, _) in enumerate(tree) if at > asked and role == "button" and CARD_NAME.search(name)
    )
    named = [(name, each) for role, name, each in tree[first:] if role == "button" and CARD_NAME.fullmatch(name)]
    labels = await page.locator(f"{OWN} button.card").all_inner_texts()
    assert len(named) == len(labels) == 13
    words = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
    assert [name.split()[0] for name, _ in named] == [words.get(each[:-1], each[:-1]) for each in labels]
    why = tree[asked][1].strip().removeprefix("▶ ")
    for name, each in named:
        if each.get("disabled"):
            assert why[:12] in each["description"], f"{name} says why it cannot be played"

    await tab_to(page, CARD_NAME.pattern)
    played = await page.evaluate("document.activeElement.textContent")
    name = await page.evaluate("document.activeElement.getAttribute('aria-label')")
    await page.keyboard.press("Enter")
    await expect(page.locator(f"{OWN} button.card", has_text=played)).to_have_count(0, timeout=PATIENCE)
    assert await page.evaluate(f"document.activeElement.closest({OWN!r}) !== null"), "the focus stays in the hand"
    # What happened is told without being asked for, and stands in the table's message.
    await expect(page.locator("#announcer")).to_contain_text("only you: ", timeout=PATIENCE)
    at_table = page.locator(".message:not(.private)").last
    shown = at_table.get_by_text(played).or_(at_table.get_by_alt_text(name))
    await expect(shown.first).to_be_visible(timeout=PATIENCE)


async def test_the_focus_stays_on_a_card_whose_control_is_another_one(open_page: OpenPage) -> None:
    async with PageServer() as server:
        cards = [row(button("K♠", "7:K", 1), button("Q♠", "7:Q", 1))]
        server.messages = [message("301", text("Your turn"), *cards, ephemeral_for=ANN["id"])]
        page = await open_page(server.url)
        await page.focus("[data-custom-id='7:Q']")
        again = row(button("Hint", "8:hint"), button("K♠", "8:K", 1), button("Q♠", "8:Q", 1))
        await server.send("message", message("301", text("Hurry"), again, ephemeral_for=ANN["id"]))
        await expect(page.locator(".text")).to_have_text("Hurry")
        assert await page.evaluate("document.activeElement.dataset.customId") == "8:Q"
        await expect(page.locator("#announcer")).to_have_text("only you: Hurry")


async def test_ones_own_open_message_is_never_out_of_reach(open_page: OpenPage) -> None:
    async with PageServer() as server:
        server.messages = [
            message("301", text("Your turn"), row(button("Q♠", "q", 1)), ephemeral_for=ANN["id"]),
            *(message(str(310 + n), text("A line\n" * 9)) for n in range(9)),
        ]
        page = await open_page(server.url, width=390, height=844)
        await expect(page.locator("[data-custom-id=q]")).not_to_be_in_viewport()
        await page.get_by_role("button", name="Your cards").click()
        await expect(page.locator("[data-custom-id=q]")).to_be_in_viewport()
        await expect(page.locator("[data-custom-id=q]")).to_be_focused()
        await expect(page.locator("#own")).to_be_hidden()


async def test_a_form_keeps_the_focus_and_gives_it_back(open_page: OpenPage) -> None:
    async with PageServer() as server:
        server.messages = [message("301", text("Rules"), row(button("Another number", "other")))]
        page = await open_page(server.url)
        await page.focus("[data-custom-id=other]")
        await page.keyboard.press("Enter")
        nonce = (await server.next_frame())["nonce"]
        field = {"type": 18, "label": "A number", "component": {"type": 4, "custom_id": "n", "style": 1}}
        form = {"nonce": nonce, "interaction_id": "9", "custom_id": "f", "title": "Target", "components": [field]}
        await server.send("modal", form)
        await expect(page.get_by_role("dialog", name="Target").get_by_label("A number")).to_be_focused()
        for _ in range(9):
            await page.keyboard.press("Tab")
            outside = "!document.activeElement.closest('dialog') && document.activeElement !== document.body"
            assert not await page.evaluate(outside), "the focus is in the form, or with the browser itself"
        await page.keyboard.press("Escape")
        await expect(page.locator("[data-custom-id=other]")).to_be_focused()


async def test_whoever_wants_no_motion_has_none(open_page: OpenPage) -> None:
    async with PageServer() as server:
        page = await open_page(server.url, width=390, height=844)
        moves = "getComputedStyle(document.getElementById('sidebar')).transitionDuration"
        assert await page.evaluate(moves) != "0s"
        await page.emulate_media(reduced_motion="reduce")
        assert await page.evaluate(moves) == "0s"


# --- What is to be seen ------------------------------------------------------------------------------

#: Everything a message may have.
FULL = [
    message(
        "301",
        text(
            "### Title ♥ 9♥\nPlain **bold** `code` <@101> <@102> <#202> </table open:50>\n"
            "[link](https://example.org/)\n> quoted"
        ),
        text("-# small <t:4102444800:R> 9♦"),
        row(button("Main", "m1", 1), button("Calm", "m2"), button("Good", "m3", 3), button("Grave", "m4", 4)),
        row(button("Off", "o1", 1, True), button("Off 2", "o2", 2, True), button("9♥", "o3", 1, True)),
        row({"type": 3, "custom_id": "s1", "placeholder": "Choose", "options": [{"label": "One", "value": "1"}]}),
    ),
    message(
        "302", text("### ♠ A K\n-# small"), row(button("A♠", "c1", 1), button("9♥", "c2", 1)), ephemeral_for=ANN["id"]
    ),
]

_CONTRAST = """() => {
  const parse = (said) => (said.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const over = (top, under) => {
    const alpha = top[3] ?? 1;
    return [0, 1, 2].map((i) => top[i] * alpha + under[i] * (1 - alpha));
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= .03928 ? c / 255 / 12.92 : ((c / 255 + .055) / 1.055) ** 2.4));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const said = walker.currentNode.nodeValue.trim();
    const box = node.getBoundingClientRect();
    if (!said || !box.width || node.closest(".unseen, script, .avatar, option, [hidden], .skip")) continue;
    if (getComputedStyle(node).visibility === "hidden") continue;
    const layers = [];
    for (let at = node; at; at = at.parentElement) layers.unshift(parse(getComputedStyle(at).backgroundColor));
    const ground = layers.reduce((under, top) => over(top, under), [255, 255, 255]);
    const ink = over(parse(getComputedStyle(node).color), ground);
    const [one, two] = [light(ink), light(ground)].sort((a, b) => b - a);
    found.push([said.slice(0, 30), (one + .05) / (two + .05)]);
  }
  return found;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_text_stands_out_from_its_ground(open_page: OpenPage, scheme: Any) -> None:
    async with PageServer() as server:
        server.messages = FULL
        page = await open_page(server.url)
        await page.emulate_media(color_scheme=scheme)
        page_shown: list[Callable[[], Any]] = [
            lambda: page.get_by_test_id("person-switcher").click(),
            lambda: page.keyboard.press("Escape"),
            lambda: page.get_by_test_id("composer").fill("/"),
            lambda: page.keyboard.press("Enter"),
        ]
        await page.locator("[data-custom-id=c2]").wait_for()
        for show in page_shown:
            await show()
            measured = await page.evaluate(_CONTRAST)
            assert len(measured) > 30
            assert [each for each in measured if each[1] < 4.5] == []
        server.messages = []
        await page.reload()
        await page.get_by_test_id("welcome-open").first.wait_for()
        assert [each for each in await page.evaluate(_CONTRAST) if each[1] < 4.5] == []


async def test_a_thumb_hits_everything_on_a_phone(open_page: OpenPage) -> None:
    small = """() => [...document.querySelectorAll("button, a, select, summary, input")]
      .filter((n) => n.checkVisibility() && !n.closest(".text, .skip, .unseen, [hidden]"))
      .map((n) => [n.textContent.trim() || n.id, n.getBoundingClientRect()])
      .filter(([, box]) => box.width && box.right > 0 && (box.height < 40 || box.width < 40))
      .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
    async with PageServer() as server:
        server.messages = FULL
        page = await open_page(server.url, width=390, height=844)
        await page.locator("[data-custom-id=c2]").wait_for()
        assert await page.evaluate(small) == []
        await page.get_by_test_id("person-switcher").click()
        assert await page.evaluate(small) == []
        await page.keyboard.press("Escape")
        await page.get_by_test_id("menu").click()
        assert await page.evaluate(small) == []
        assert await page.evaluate("document.documentElement.scrollWidth") <= 390
        server.messages = []
        await page.reload()
        await page.get_by_test_id("welcome-open").first.wait_for()
        assert await page.evaluate(small) == []
