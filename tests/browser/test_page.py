"""The practice page in a browser, against a server of the tests' own."""

import pytest
from playwright.async_api import Page, expect

from bot.drawing.tiles import tiles
from tests.browser.conftest import OpenPage
from tests.browser.page_server import ANN, BO, CORNER, ROOM, PageServer, button, message, row, text

pytestmark = pytest.mark.browser


def at(page: Page, custom_id: str) -> str:
    return f'[data-custom-id="{custom_id}"]'


def hand(*playable: str) -> list[dict[str, object]]:
    """Thirteen cards in four rows, of which some may be played."""
    suits = {"♠": "A K Q J 10", "♥": "9 8 7", "♦": "6 5 4", "♣": "3 2"}
    rows = [
        [button(f"{rank}{suit}", f"play:{rank}{suit}", 1, f"{rank}{suit}" not in playable) for rank in ranks.split()]
        for suit, ranks in suits.items()
    ]
    return [row(*cards) for cards in rows]


async def test_markdown_is_shown_and_nothing_in_it_can_run(server: PageServer, open_page: OpenPage) -> None:
    server.messages = [
        message(
            "301",
            text(
                "## Phat <img src=x onerror=alert(1)>\n**bold** *italic* __under__ ~~old~~ `<b>code</b>`\n"
                "- one\n- two\n> quoted\n-# small\n[fine](https://example.org/a) [bad](javascript:alert(1))\n"
                "<@101> <#202> </table open:50> <t:1700000000:D> ||hidden|| \\*plain\\* 2*3*4 snake_case_name A♥"
            ),
        ),
        message("302", text("```\n**not bold** <script>alert(1)</script>\n```\n<t:4102444800:R>")),
    ]
    page = await open_page(server.url)
    first = page.locator('[data-message-id="301"]')
    await expect(first.locator("h3")).to_have_text("Phat <img src=x onerror=alert(1)>")
    for selector, content in {
        "strong >> nth=1": "bold",
        "em >> nth=0": "italic",
        ".text u": "under",
        ".text s": "old",
        ".text code": "<b>code</b>",
        "blockquote": "quoted",
        ".text .subtext": "small",
        ".text a": "fine",
        ".mention.self": "@Ann",
        "[data-channel]": "#corner",
        "[data-command]": "/table open",
        ".red": "A♥",
    }.items():
        await expect(first.locator(selector)).to_have_text(content)
    await expect(first.locator("li")).to_have_text(["one", "two"])
    await expect(first.locator(".text")).to_contain_text("*plain* 2")
    await expect(first.locator(".text")).to_contain_text("snake_case_name")
    await expect(first.locator(".text")).to_contain_text("[bad](javascript:alert(1))")
    second = page.locator('[data-message-id="302"]')
    await expect(second.locator("pre")).to_have_text("**not bold** <script>alert(1)</script>")
    await expect(second.locator("time.stamp")).to_contain_text("in ")
    assert await page.locator("#messages :is(script, b, img)").count() == 0
    await first.locator(".spoiler").click()
    await expect(first.locator(".spoiler span")).to_be_visible()


async def test_five_cards_with_tiles_stand_in_one_row_on_a_phone(server: PageServer, open_page: OpenPage) -> None:
    ranks = ("A", "K", "Q", "J", "10")
    server.pictures = {str(card): tile.png for card, tile in enumerate(tiles("two")[:13])}
    cards = [
        {**button(f"{rank}♠", f"play:{rank}", 1), "emoji": {"id": str(12 - place), "name": "tile"}}
        for place, rank in enumerate(ranks)
    ]
    server.messages = [message("301", row(*cards), ephemeral_for=ANN["id"])]
    page = await open_page(server.url, width=390, height=844)
    boxes = []
    for rank in ranks:
        found = page.locator(at(page, f"play:{rank}"))
        await expect(found.locator("img.emoji")).to_have_js_property("complete", True)
        boxes.append(await found.bounding_box())
    assert len({box["y"] for box in boxes if box is not None}) == 1
    assert all(box is not None and box["height"] >= 44 and box["width"] >= 44 for box in boxes)


async def test_a_hand_of_ten_cards_with_tiles_stands_in_one_line_on_a_phone(
    server: PageServer, open_page: OpenPage
) -> None:
    server.pictures = {str(card): tile.png for card, tile in enumerate(tiles("two")[:13])}
    suits = (range(2), range(2, 4), range(4, 6), range(6, 9), range(9, 10))
    held = "\u2003".join(" ".join(f"<:tile{card}:{card}>" for card in suit) for suit in suits)
    server.messages = [message("301", text(f"### {held}"), ephemeral_for=ANN["id"])]
    page = await open_page(server.url, width=390, height=844)
    drawn = page.locator("h3 img.emoji")
    await expect(drawn).to_have_count(10)
    await expect(drawn.last).to_have_js_property("complete", True)
    assert len({box["y"] for each in await drawn.all() if (box := await each.bounding_box()) is not None}) == 1


async def test_emoji_are_pictures_in_texts_buttons_and_lists(server: PageServer, open_page: OpenPage) -> None:
    nine, two = tiles("two")[7], tiles("two")[0]
    # Numbers that a page cannot hold exactly, so they are ids only as strings.
    server.pictures = {"1234567890123456789": nine.png}
    shown, gone = (
        {"id": emoji_id, "name": tile.name}
        for emoji_id, tile in (("1234567890123456789", nine), ("1234567890123456788", two))
    )
    options = [
        {"label": "9♠", "value": "9S", "emoji": shown, "default": True},
        {"label": "2♠", "value": "2S", "emoji": gone},
        {"label": "3♠", "value": "3S"},
    ]
    menu = {"type": 3, "custom_id": "menu", "options": options, "min_values": 1, "max_values": 2}
    card, missing = {**button("9♠", "play", 1), "emoji": shown}, {**button("2♠", "none", 1), "emoji": gone}
    line = " ".join(f"<:{each['name']}:{each['id']}>" for each in (shown, gone))
    server.messages = [message("301", text(f"### {line}"), row(card, missing), row(menu))]
    page = await open_page(server.url)
    # In a text the picture is all there is, and says its name; where it cannot be had, the name stands there.
    tile = page.locator("#messages h3 img.emoji")
    await expect(page.locator("#messages h3")).to_have_text(f":{two.name}:")
    await expect(tile).to_have_attribute("alt", "9 of spades")
    assert await tile.evaluate("image => image.naturalWidth") == 128
    # Beside a label that says all it is silent, and gone where there is none.
    for label, pictures in (("9♠", 1), ("2♠", 0)):
        found = page.get_by_role("button", name=f"{label[0]} of spades", exact=True)
        await expect(found).to_have_text(label)
        await expect(found.locator("img.emoji")).to_have_count(pictures)
    await page.locator("details.several summary").click()
    for label, pictures in (("9♠", 1), ("2♠", 0), ("3♠", 0)):
        choice = page.locator("label.choice", has_text=label)
        await expect(choice.locator("img.emoji")).to_have_count(pictures)
        await expect(choice).to_have_text(label)


async def test_an_update_keeps_focus_and_nodes(server: PageServer, open_page: OpenPage) -> None:
    server.messages = [message("301", text("Your turn"), *hand("A♠", "K♠", "Q♠"), ephemeral_for=ANN["id"])]
    page = await open_page(server.url)
    await page.focus(at(page, "play:K♠"))
    await page.evaluate("window.kept = document.activeElement")
    # The same control is still there, in another place: the focus goes with it.
    moved = row(button("Undo", "undo"), button("A♠", "play:A♠", 1), button("K♠", "play:K♠", 1))
    await server.send("message", message("301", text("Your turn again"), moved, ephemeral_for=ANN["id"]))
    await expect(page.locator(".text")).to_have_text("Your turn again")
    assert await page.evaluate("document.activeElement.dataset.customId") == "play:K♠"
    # It is gone: what stands in its place has the focus.
    replaced = row(button("Undo", "undo"), button("A♠", "play:A♠", 1), button("Q♠", "play:Q♠", 1))
    await server.send("message", message("301", text("And again"), replaced, ephemeral_for=ANN["id"]))
    await expect(page.locator(".text")).to_have_text("And again")
    assert await page.evaluate("document.activeElement.dataset.customId") == "play:Q♠"
    # Nothing to press any more: the message itself, so that Tab goes on from here.
    await server.send("message", message("301", text("Wait"), ephemeral_for=ANN["id"]))
    await expect(page.locator(".text")).to_have_text("Wait")
    assert await page.evaluate("document.activeElement.closest('[data-message-id]').dataset.messageId") == "301"
    # Somebody who is writing is not disturbed by any of it.
    await page.get_by_test_id("composer").fill("half a sen")
    await server.send("message", message("301", text("Your turn"), moved, ephemeral_for=ANN["id"]))
    await expect(page.locator(".text")).to_have_text("Your turn")
    await page.keyboard.type("tence")
    await expect(page.get_by_test_id("composer")).to_have_value("half a sentence")


async def test_it_stays_at_the_bottom_unless_one_reads_above(server: PageServer, open_page: OpenPage) -> None:
    server.messages = [message(str(300 + n), text(f"Line {n}\n" * 4)) for n in range(20)]
    page = await open_page(server.url)
    at_end = "(s => s.scrollHeight - s.scrollTop - s.clientHeight < 2)(document.getElementById('scroller'))"
    await expect(page.locator('[data-message-id="319"]')).to_be_in_viewport()
    await server.send("message", message("330", text("A new one")))
    await expect(page.locator('[data-message-id="330"]')).to_be_in_viewport()
    assert await page.evaluate(at_end)
    await page.evaluate("document.getElementById('scroller').scrollTop = 200")
    await expect(page.locator('[data-message-id="330"]')).not_to_be_in_viewport()
    await server.send("message", message("331", text("Another")))
    await expect(page.locator("#newer")).to_be_visible()
    assert await page.evaluate("document.getElementById('scroller').scrollTop") == 200
    await page.click("#newer")
    await expect(page.locator('[data-message-id="331"]')).to_be_in_viewport()


async def test_private_messages_are_marked_and_dismissed(server: PageServer, open_page: OpenPage) -> None:
    server.messages = [
        message("301", text("For all")),
        message("302", text("For Ann"), ephemeral_for=ANN["id"]),
        message("303", text("For Bo"), ephemeral_for=BO["id"]),
    ]
    page = await open_page(server.url)
    private = page.locator("[data-ephemeral]")
    await expect(private).to_have_count(1)
    await expect(private).to_contain_text("For Ann")
    await expect(private).to_contain_text("Only you can see this")
    await expect(page.locator("#messages")).not_to_contain_text("For Bo")
    await private.get_by_role("button", name="Dismiss").click()
    assert await server.next_frame() == {"op": "dismiss", "message_id": "302"}
    await expect(private).to_have_count(0)
    # As somebody else in the same page.
    await page.get_by_test_id("person-switcher").click()
    await page.locator(f'[data-testid="person-item"][data-user-id="{BO["id"]}"]').click()
    await expect(private).to_contain_text("For Bo")
    await expect(page.get_by_test_id("person-switcher")).to_contain_text("Bo")
    assert page.url.endswith(f"/?as={BO['id']}")


async def test_buttons_and_selects_send_their_frames(server: PageServer, open_page: OpenPage) -> None:
    options = [{"label": name, "value": name.lower()} for name in ("One", "Two", "Three")]
    server.messages = [
        message(
            "301",
            row(button("Join", "join", 3), button("Not now", "later", 2, disabled=True)),
            row({"type": 3, "custom_id": "seat", "placeholder": "Sit elsewhere", "options": options}),
            row({"type": 3, "custom_id": "discard", "min_values": 2, "max_values": 2, "options": options}),
            row({"type": 5, "custom_id": "who", "placeholder": "Whom?"}),
        )
    ]
    page = await open_page(server.url)
    join = page.locator(at(page, "join"))
    await expect(page.locator(at(page, "later"))).to_be_disabled()
    await join.dblclick()
    sent = await server.next_frame()
    nonce = sent.pop("nonce")
    assert sent == {"op": "component", "message_id": "301", "channel_id": ROOM, "custom_id": "join"}
    await server.settle(nonce, "pending")
    await expect(join).to_have_attribute("aria-busy", "true")
    await server.settle(nonce, "failed", "The app did not respond")
    await expect(page.locator(".failure")).to_contain_text("The app did not respond")
    await expect(join).not_to_have_attribute("aria-busy", "true")
    await page.locator(".failure").get_by_role("button").click()
    await expect(page.locator(".failure")).to_have_count(0)

    seat = page.locator(at(page, "seat"))
    await seat.select_option("two")
    sent = await server.next_frame()
    assert (sent["custom_id"], sent["values"]) == ("seat", ["two"])
    await server.settle(sent["nonce"], "done")
    await expect(seat).to_have_value("")  # so that the same can be chosen again

    # By keyboard an arrow opens the list; only Enter chooses.
    await seat.focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    sent = await server.next_frame()
    assert (sent["custom_id"], len(sent["values"])) == ("seat", 1)
    assert server.received.empty()

    discard = page.locator(at(page, "discard"))
    await discard.locator("summary").click()
    choose = discard.get_by_role("button", name="Choose")
    await discard.get_by_label("One").check()
    await expect(choose).to_be_disabled()
    await discard.get_by_label("Three").check()
    await expect(discard.get_by_label("Two")).to_be_disabled()
    await choose.click()
    sent = await server.next_frame()
    assert (sent["custom_id"], sent["values"]) == ("discard", ["one", "three"])

    await page.locator(at(page, "who")).select_option(label="Bo — @bo")
    sent = await server.next_frame()
    assert (sent["custom_id"], sent["values"]) == ("who", [BO["id"]])


async def test_modals_stay_open_until_answered(server: PageServer, open_page: OpenPage) -> None:
    server.messages = [message("301", row(button("Rename", "rename")))]
    page = await open_page(server.url)
    await page.click(at(page, "rename"))
    opened = {
        "nonce": (await server.next_frame())["nonce"],
        "interaction_id": "900",
        "title": "Rename the season",
        "custom_id": "season",
        "components": [
            row({"type": 4, "custom_id": "name", "label": "Name", "style": 1, "required": True}),
            {
                "type": 18,
                "label": "Notes",
                "description": "For all to read",
                "component": {"type": 4, "custom_id": "notes", "style": 2, "required": False},
            },
            {
                "type": 18,
                "label": "Game",
                "component": {"type": 3, "custom_id": "game", "options": [{"label": "Phat", "value": "phat"}]},
            },
            {
                "type": 18,
                "label": "Level",
                "component": {"type": 21, "custom_id": "level", "options": [{"label": "Hard", "value": "hard"}]},
            },
        ],
    }
    await server.send("modal", opened)
    modal = page.get_by_test_id("modal")
    await expect(modal).to_contain_text("Rename the season")
    await page.keyboard.type("Winter")
    await modal.get_by_label("Notes").fill("Snow")
    await modal.get_by_label("Game").select_option("phat")
    await modal.get_by_label("Hard").check()
    await modal.get_by_role("button", name="Submit").click()
    sent = await server.next_frame()
    nonce = sent.pop("nonce")
    fields = {"name": "Winter", "notes": "Snow", "game": ["phat"], "level": "hard"}
    assert sent == {"op": "modal_submit", "interaction_id": "900", "custom_id": "season", "fields": fields}
    await server.settle(nonce, "failed", "The app did not respond")
    await expect(modal).to_contain_text("The app did not respond")
    await modal.get_by_role("button", name="Submit").click()
    await server.settle((await server.next_frame())["nonce"], "done")
    await expect(modal).to_have_count(0)
    await expect(page.locator(at(page, "rename"))).to_be_focused()


async def test_it_says_when_the_connection_is_lost_and_comes_back(server: PageServer, open_page: OpenPage) -> None:
    server.messages = [message("301", text("Before"), row(button("Join", "join")))]
    page = await open_page(f"{server.url}?as={BO['id']}")
    await page.click(at(page, "join"))
    await server.next_frame()
    server.open = False
    await server.drop()
    await expect(page.get_by_test_id("connection")).to_contain_text("The connection was lost")
    await expect(page.locator(".failure")).to_contain_text("The connection was lost")
    server.messages = [message("301", text("After")), message("302", text("Meanwhile"))]
    server.open = True
    await expect(page.locator("#messages")).to_contain_text("Meanwhile")
    await expect(page.get_by_test_id("connection")).to_be_hidden()
    await expect(page.locator('[data-message-id="301"]')).to_contain_text("After")
    assert set(server.asked_as) == {BO["id"]}


async def test_an_empty_channel_says_what_to_do(server: PageServer, open_page: OpenPage) -> None:
    server.commands = []
    page = await open_page(server.url)
    await expect(page.get_by_test_id("welcome")).to_contain_text("The bot is starting…")
    await server.send("bot", {"online": True})
    await server.send("commands", PageServer().commands)
    await expect(page.get_by_test_id("welcome-open")).to_have_text(["Open a table of Pitch", "Open a table of Phat"])
    await page.get_by_role("button", name="Open a table of Phat").click()
    sent = await server.next_frame()
    assert (sent["path"], sent["options"]) == (["table", "open"], {"game": "phat"})
    await server.settle(sent["nonce"], "done")
    await server.send("message", message("301", text("A lobby")))
    await expect(page.get_by_test_id("welcome")).to_be_hidden()
    await page.click(f'[data-testid="channel-item"][data-channel-id="{CORNER}"]')
    await page.get_by_test_id("welcome-help").click()
    sent = await server.next_frame()
    assert (sent["channel_id"], sent["path"], sent["options"]) == (CORNER, ["table", "help"], {})


async def test_a_phone_of_360_pixels(server: PageServer, open_page: OpenPage) -> None:
    five = [button(label, f"lobby:{label}") for label in ("Join", "Leave", "Start", "Rules", "More")]
    server.messages = [
        message("301", text("**" + "W" * 32 + "**\n" + "https://example.org/" + "a" * 120), row(*five)),
        message("302", text("### ♠ A K Q J 10   ♥ 9 8 7   ♦ 6 5 4   ♣ 3 2"), *hand("A♠"), ephemeral_for=ANN["id"]),
    ]
    page = await open_page(server.url, width=360, height=740)
    await page.locator(at(page, "play:A♠")).wait_for()
    assert await page.evaluate("document.documentElement.scrollWidth") <= 360
    assert await page.evaluate("document.getElementById('scroller').scrollWidth") <= 360
    tops = "ids => ids.map(id => document.querySelector(`[data-custom-id='${id}']`).getBoundingClientRect().top)"
    for ids in (["lobby:Join", "lobby:More"], ["play:A♠", "play:10♠"]):
        first, last = await page.evaluate(tops, ids)
        assert first == last
    box = await page.locator(at(page, "play:A♠")).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    # The channels are behind a menu; a thread stands below its channel.
    item = page.get_by_test_id("channel-item")
    await expect(item.first).to_be_hidden()
    await page.get_by_test_id("menu").click()
    await expect(item.first).to_be_focused()
    await item.filter(has_text="Slow table").click()
    await expect(item.first).to_be_hidden()
    await expect(page.get_by_test_id("channel-name")).to_have_text("#card-room › Slow table")
