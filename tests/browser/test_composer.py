"""Typing commands on the practice page: by keyboard, with what is typed behind them, in each one's language."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.page_server import BO, ROOM, PageServer, message, text

pytestmark = pytest.mark.browser


async def test_what_is_typed_behind_a_command_is_its_first_field(server: PageServer, open_page: OpenPage) -> None:
    page = await open_page(server.url)
    await page.get_by_test_id("composer").fill("/play 9♠")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("command-name")).to_have_text("/play")
    await expect(page.get_by_test_id("option-move")).to_have_value("9♠")
    await page.keyboard.press("Escape")
    await page.get_by_test_id("composer").fill("/plays 9♠")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("notices")).to_contain_text("There is no command /plays.")


async def test_what_is_typed_by_name_stands_in_its_field(server: PageServer, open_page: OpenPage) -> None:
    page = await open_page(server.url)
    await page.get_by_test_id("composer").fill("/table open person:Bo game:phat")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("command-name")).to_have_text("/table open")
    await expect(page.get_by_test_id("option-game").locator("option:checked")).to_have_text("Phat")
    await expect(page.get_by_test_id("option-person").locator("option:checked")).to_have_text("Bo")
    await page.keyboard.press("Enter")
    sent = await server.next_frame()
    assert (sent["op"], sent["options"]) == ("command", {"game": "phat", "person": BO["id"]})
    await server.settle(sent["nonce"], "failed", "The app did not respond")
    # What is no choice of the list is left to be chosen.
    await page.get_by_test_id("composer").fill("/table open game:bridge")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("option-game")).to_have_value("")
    await expect(page.get_by_test_id("option-game")).to_be_focused()
    await page.keyboard.press("Escape")
    await page.get_by_test_id("composer").fill("/play move:9♠")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("option-move")).to_have_value("9♠")


async def test_slash_commands_by_keyboard(server: PageServer, open_page: OpenPage) -> None:
    server.messages = [message("301", text("Start with </table open:50>."))]
    page = await open_page(server.url)
    await page.locator(".message").first.wait_for()
    await page.keyboard.press("/")
    await expect(page.get_by_test_id("commands").get_by_role("option")).to_have_count(3)
    await page.keyboard.type("table op")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("command-name")).to_have_text("/table open")
    await page.get_by_test_id("option-game").select_option(label="Phat")
    await page.get_by_test_id("option-person").select_option(label="Bo")
    await page.keyboard.press("Enter")
    sent = await server.next_frame()
    await server.settle(sent.pop("nonce"), "failed", "The app did not respond")
    assert sent == {
        "op": "command",
        "channel_id": ROOM,
        "path": ["table", "open"],
        "options": {"game": "phat", "person": BO["id"]},
    }
    await expect(page.get_by_test_id("notices")).to_contain_text("/table open: The app did not respond")

    await page.get_by_test_id("composer").fill("/play")
    await page.keyboard.press("Enter")
    sent = await server.next_frame()
    assert (sent["op"], sent["path"], sent["focused"], sent["options"]) == (
        "autocomplete",
        ["play"],
        "move",
        {"move": ""},
    )
    await page.keyboard.type("9")
    while sent["options"] != {"move": "9"}:
        sent = await server.next_frame()
    await server.send("choices", {"nonce": sent["nonce"], "choices": [{"name": "9♠ (leads)", "value": "9S"}]})
    await expect(page.get_by_test_id("choices").get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    sent = await server.next_frame()
    assert (sent["op"], sent["options"]) == ("command", {"move": "9S"})

    await page.click("[data-command]")
    await expect(page.get_by_test_id("command-name")).to_have_text("/table open")
    await page.keyboard.press("Escape")
    await page.keyboard.type("Hello all")
    await page.keyboard.press("Enter")
    assert await server.next_frame() == {"op": "say", "channel_id": ROOM, "content": "Hello all"}


async def test_commands_in_the_language_of_ones_discord(server: PageServer, open_page: OpenPage) -> None:
    clock = {
        "type": 3,
        "name": "clock",
        "name_localizations": {"ru": "часы"},
        "description": "How long",
        "description_localizations": {"ru": "Сколько времени"},
        "choices": [{"name": "None", "name_localizations": {"ru": "Без часов"}, "value": "none"}],
    }
    inner = {
        "type": 1,
        "name": "open",
        "name_localizations": {"ru": "открыть"},
        "description": "Open",
        "options": [clock],
    }
    table = {"id": "50", "type": 1, "name": "table", "name_localizations": {"ru": "стол"}, "description": "Tables"}
    server.commands = [{**table, "options": [inner]}]
    page = await open_page(server.url)
    await page.get_by_test_id("person-switcher").click()
    await page.get_by_test_id("language").select_option(label="Русский")
    await expect(page.get_by_test_id("language")).to_have_value("ru")
    assert server.locale == "ru"
    assert "locale=ru" in page.url
    # The page around the bot's messages speaks it too.
    await expect(page.locator("html")).to_have_attribute("lang", "ru")
    await expect(page.get_by_test_id("send")).to_have_text("Отправить")
    await expect(page.get_by_role("heading", name="Тренировочная комната")).to_be_visible()
    await expect(page.get_by_role("navigation", name="Каналы")).to_be_visible()
    await page.get_by_test_id("composer").fill("/стол от")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("command-name")).to_have_text("/стол открыть")
    await page.get_by_label("часы").select_option(label="Без часов")
    await page.keyboard.press("Enter")
    sent = await server.next_frame()
    assert (sent["path"], sent["options"]) == (["table", "open"], {"clock": "none"})
