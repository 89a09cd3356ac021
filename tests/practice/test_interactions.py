"""Answers to interactions, their tokens, and every refusal on the way."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from discord import ui

from bot.practice.club import CARD_ROOM_ID, SECOND_TABLE_ID
from bot.practice.server import Practice
from tests.practice.small_bot import Client, Panel, Question
from tests.wire.driver import ActionFailed, Modal, Person, buttons, labels, parts, selects, texts
from tests.wire.process import PATIENCE

ROOM = CARD_ROOM_ID
Caught = list[discord.HTTPException]


def catching(caught: Caught, *calls: Callable[[Any], Awaitable[object]]) -> Callable[[Any], Awaitable[None]]:
    """A handler that makes calls and keeps what Discord refuses."""

    async def handle(interaction: Any) -> None:
        for call in calls:
            try:
                await call(interaction)
            except discord.HTTPException as refused:
                caught.append(refused)

    return handle


async def until_texts(person: Person, message: Any, *expected: str) -> None:
    await person.until(lambda _: texts(person.now(message)) == list(expected))


async def table(ann: Person) -> Any:
    return await ann.command("table open", channel=ROOM, game="phat")


async def test_update_message_keeps_the_message(client: Client, ann: Person) -> None:
    answers: list[Any] = []

    async def update(interaction: Any) -> None:
        answers.append(await interaction.response.edit_message(view=Panel("Changed")))

    client.handlers["p:update"] = update
    opened = await table(ann)
    changed: Any = await ann.click(opened, label="Update")
    assert changed["id"] == opened["id"]
    assert changed["edited_timestamp"] is not None
    assert texts(changed) == ["Changed"]
    assert answers[0].message_id == int(opened["id"])
    assert client.seen[-1].message is not None
    assert client.seen[-1].message.id == int(opened["id"])


async def test_a_click_answered_with_a_private_message(client: Client, ann: Person, bo: Person) -> None:
    async def private(interaction: Any) -> None:
        await interaction.response.send_message(view=Panel("For you"), ephemeral=True)

    client.handlers["p:private"] = private
    opened = await table(ann)
    mine: Any = await bo.click(opened, "p:private")
    assert mine["ephemeral_for"] == bo.id
    assert mine["interaction_metadata"]["interacted_message_id"] == opened["id"]
    assert mine["interaction_metadata"]["user"]["id"] == bo.id
    assert opened["interaction_metadata"]["name"] == "table open"


async def test_deferred_answer_then_edit(client: Client, ann: Person) -> None:
    for private in (False, True):
        waiting: Any = await ann.command("later", channel=ROOM, private=private)
        assert waiting["flags"] & 128
        assert bool(waiting["flags"] & 64) is private
        await client.seen[-1].edit_original_response(view=Panel("Here"))
        await until_texts(ann, waiting, "Here")
        assert not ann.now(waiting)["flags"] & 128
        original = await client.seen[-1].original_response()
        assert original.id == int(waiting["id"])
        assert original.flags.ephemeral is private


async def test_first_follow_up_takes_a_deferred_answers_place(client: Client, ann: Person) -> None:
    waiting: Any = await ann.command("later", channel=ROOM, private=True)
    sent: Any = await client.seen[-1].followup.send("done", wait=True)
    assert str(sent.id) == waiting["id"]
    second: Any = await client.seen[-1].followup.send("more", wait=True)
    assert second.id != sent.id
    assert second.flags.ephemeral is False


async def test_deferred_update_then_edit_of_the_message(client: Client, ann: Person) -> None:
    async def defer(interaction: Any) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=Panel("Later"))

    client.handlers["p:defer"] = defer
    opened = await table(ann)
    await ann.click(opened, label="Defer")
    await ann.until(lambda person: texts(person.now(opened)) == ["Later"])


async def test_follow_ups_are_edited_and_deleted_by_token(client: Client, ann: Person) -> None:
    await ann.command("hand", channel=ROOM)
    followup = client.seen[-1].followup
    first: Any = await followup.send("one", ephemeral=True, wait=True)
    await followup.edit_message(first.id, content="two")
    assert (await followup.fetch_message(first.id)).content == "two"
    await ann.until(lambda person: person.messages[str(first.id)]["content"] == "two")
    await followup.delete_message(first.id)
    with pytest.raises(discord.NotFound) as gone:
        await followup.edit_message(first.id, content="three")
    assert gone.value.code == 10008
    await client.seen[-1].delete_original_response()
    with pytest.raises(discord.NotFound) as gone:
        await client.seen[-1].edit_original_response(content="four")
    assert gone.value.code == 10008
    await ann.until(lambda person: person.private() == [])


async def test_no_answer_in_three_seconds(client: Client, practice: Practice, ann: Person) -> None:
    asked = asyncio.create_task(ann.command("silent", channel=ROOM))
    await client.until_seen(1)
    practice.world.clock.advance(2.9)
    assert not asked.done()
    practice.world.clock.advance(0.1)
    with pytest.raises(ActionFailed, match="did not respond"):
        await asked
    with pytest.raises(discord.NotFound) as late:
        await client.seen[-1].response.send_message("late")
    assert late.value.code == 10062
    with pytest.raises(discord.NotFound) as unanswered:
        await client.seen[-1].followup.send("late")
    assert unanswered.value.code == 10015


async def test_the_second_answer_is_refused(client: Client, ann: Person) -> None:
    caught: Caught = []
    done = asyncio.Event()

    async def answer(interaction: Any) -> None:
        await interaction.response.defer()

    async def again(interaction: Any) -> None:
        interaction.response._response_type = None  # the library would stop it itself
        try:
            await interaction.response.send_message("twice")
        finally:
            done.set()

    client.handlers["p:update"] = catching(caught, answer, again)
    opened = await table(ann)
    await ann.click(opened, "p:update")
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    assert [refused.code for refused in caught] == [40060]


async def test_a_token_lives_a_quarter_of_an_hour(client: Client, practice: Practice, ann: Person) -> None:
    await ann.command("hand", channel=ROOM)
    practice.world.clock.advance(15 * 60 - 1)
    await client.seen[-1].edit_original_response(view=Panel("Still"))
    practice.world.clock.advance(1)
    with pytest.raises(discord.HTTPException) as dead:
        await client.seen[-1].edit_original_response(view=Panel("Dead"))
    assert (dead.value.status, dead.value.code) == (401, 50027)
    with pytest.raises(discord.HTTPException) as dead:
        await client.seen[-1].followup.send("dead")
    assert dead.value.code == 50027


async def test_some_tokens_die_early(client: Client, practice: Practice, ann: Person, bo: Person) -> None:
    await ann.command("hand", channel=ROOM)
    await bo.command("hand", channel=ROOM)
    practice.world.interactions.kill_tokens(ann.id)
    with pytest.raises(discord.HTTPException) as dead:
        await client.seen[0].edit_original_response(view=Panel("Dead"))
    assert dead.value.code == 50027
    await client.seen[1].edit_original_response(view=Panel("Alive"))


async def test_an_old_private_message_gets_a_fresh_token_by_a_click(
    client: Client, practice: Practice, ann: Person
) -> None:
    async def update(interaction: Any) -> None:
        await interaction.response.edit_message(view=Panel("Fresh"))

    client.handlers["p:update"] = update
    hand: Any = await ann.command("hand", channel=ROOM)
    practice.world.clock.advance(16 * 60)
    changed: Any = await ann.click(hand, "p:update")
    assert (changed["id"], texts(changed)) == (hand["id"], ["Fresh"])
    assert changed["ephemeral_for"] == ann.id
    await client.seen[-1].edit_original_response(view=Panel("By token"))
    await ann.until(lambda person: texts(person.now(hand)) == ["By token"])


async def test_a_foreign_application_has_no_webhook(client: Client, ann: Person) -> None:
    await ann.command("hand", channel=ROOM)
    hook = discord.Webhook.partial(123, client.seen[-1].token, client=client)
    with pytest.raises(discord.NotFound) as refused:
        await hook.send("x")
    assert refused.value.code == 10015


async def test_an_answer_that_does_not_fit_can_be_given_again(client: Client, ann: Person) -> None:
    caught: Caught = []
    client.handlers["p:update"] = catching(
        caught,
        lambda interaction: interaction.response.send_message("x" * 2001),
        lambda interaction: interaction.response.edit_message(view=Panel("Fine")),
    )
    changed: Any = await ann.click(await table(ann), "p:update")
    assert texts(changed) == ["Fine"]
    assert caught[0].code == 50035
    assert "content: Must be 2000 or fewer in length." in str(caught[0])


async def test_an_empty_answer_is_refused(client: Client, ann: Person) -> None:
    caught: Caught = []
    client.handlers["p:update"] = catching(
        caught,
        lambda interaction: interaction.response.send_message(""),
        lambda interaction: interaction.response.defer(),
    )
    await ann.click(await table(ann), "p:update")
    assert [refused.code for refused in caught] == [50006]


async def test_content_beside_components_v2_is_refused(client: Client, ann: Person) -> None:
    await ann.command("later", channel=ROOM)
    original = await client.seen[-1].edit_original_response(view=Panel("One way"))
    with pytest.raises(discord.HTTPException) as refused:
        await original.edit(content="back", view=None)
    assert refused.value.code == 50035
    await original.edit(view=Panel("Again"))


async def test_the_answer_must_fit_the_interaction(client: Client, ann: Person) -> None:
    await ann.command("later", channel=ROOM)
    params = {"with_response": "1"}
    command = client.seen[-1]
    url = f"{discord.http.Route.BASE}/interactions/{{}}/{{}}/callback"
    session = command._session
    asked = asyncio.create_task(ann.command("silent", channel=ROOM))
    await client.until_seen(2)
    silent = client.seen[-1]
    for kind in (1, 6, 7, 8, 99, None):
        address = url.format(silent.id, silent.token)
        async with session.post(address, json={"type": kind}, params=params) as answer:
            body = await answer.json()
            assert (answer.status, body["code"]) == (400, 50035)
            assert body["errors"]["type"]["_errors"][0]["code"] == "BASE_TYPE_CHOICES"
    async with session.post(url.format(silent.id, "wrong"), json={"type": 5}) as answer:
        assert (answer.status, (await answer.json())["code"]) == (404, 10062)
    async with session.post(url.format(silent.id, silent.token), json={"type": 5}) as answer:
        assert answer.status == 204
    await asked


async def test_choosing_in_selects(client: Client, ann: Person, bo: Person) -> None:
    async def answer(interaction: Any) -> None:
        await interaction.response.defer()

    client.handlers["p:suit"] = client.handlers["p:who"] = answer
    opened = await table(ann)
    assert [part["custom_id"] for part in selects(opened)] == ["p:suit", "p:who"]
    await ann.choose(opened, "p:suit", "hearts", "clubs")
    assert dict(client.seen[-1].data or {})["values"] == ["hearts", "clubs"]
    await ann.choose(opened, "p:who", bo.id)
    data: Any = client.seen[-1].data
    assert data["resolved"]["users"][bo.id]["username"] == "bo"
    for values in ([], ["hearts", "clubs", "spades"], ["diamonds"], ["hearts", "hearts"]):
        with pytest.raises(ActionFailed):
            await ann.choose(opened, "p:suit", *values)
    with pytest.raises(ActionFailed, match="among the options"):
        await ann.choose(opened, "p:who", "42")


async def test_a_form_is_opened_filled_in_and_answered(client: Client, ann: Person, bo: Person) -> None:
    async def ask(interaction: Any) -> None:
        await interaction.response.send_modal(Question())

    async def take(interaction: Any) -> None:
        await interaction.response.edit_message(view=Panel("Thank you"))

    client.handlers["p:modal"], client.handlers["q:1"] = ask, take
    opened = await table(ann)
    form: Any = await ann.click(opened, label="Modal")
    assert isinstance(form, Modal)
    assert (form.title, form.custom_id) == ("A question", "q:1")
    for fields, reason in (
        ({"name": "x" * 11, "suit": "clubs"}, "10 characters"),
        ({"name": "", "suit": "clubs"}, "1 to 10"),
        ({"name": "x", "suit": "spades"}, "no such choice"),
        ({"name": "x"}, "choices"),
        ({"name": "x", "suit": ["clubs"], "more": "1"}, "no field"),
    ):
        with pytest.raises(ActionFailed, match=reason):
            await ann.submit_fields(form, fields)
    with pytest.raises(ActionFailed, match="not open"):
        await bo.submit(form, name="Bo", suit="clubs")
    changed: Any = await ann.submit(form, name="Ann", suit=["clubs"])
    assert (changed["id"], texts(changed)) == (opened["id"], ["Thank you"])
    data: Any = client.seen[-1].data
    assert [part["type"] for part in data["components"]] == [10, 18, 18]
    assert data["components"][1]["component"]["value"] == "Ann"
    assert data["components"][2]["component"]["values"] == ["clubs"]
    with pytest.raises(ActionFailed, match="not open"):
        await ann.submit(form, name="Ann", suit=["clubs"])


async def test_a_form_may_be_sent_again_when_nobody_answered(client: Client, practice: Practice, ann: Person) -> None:
    async def ask(interaction: Any) -> None:
        await interaction.response.send_modal(Question())

    client.handlers["p:modal"] = ask
    form: Any = await ann.click(await table(ann), label="Modal")
    before = len(client.seen)
    sent = asyncio.create_task(ann.submit(form, name="Ann", suit="clubs"))
    await client.until_seen(before + 1)
    practice.world.clock.advance(3)
    with pytest.raises(ActionFailed, match="did not respond"):
        await sent

    async def take(interaction: Any) -> None:
        await interaction.response.send_message("Thanks", ephemeral=True)

    client.handlers["q:1"] = take
    assert texts(await _message(ann.submit(form, name="Ann", suit="clubs"))) == ["Thanks"]


async def _message(answer: Awaitable[Any]) -> Any:
    return await answer


async def test_a_form_that_does_not_fit(client: Client, ann: Person) -> None:
    caught: Caught = []

    class Long(ui.Modal):
        def __init__(self) -> None:
            super().__init__(title="t" * 46, custom_id="q:2")
            self.add_item(ui.Label(text="Name", component=ui.TextInput(custom_id="name")))

    client.handlers["p:modal"] = catching(
        caught,
        lambda interaction: interaction.response.send_modal(Long()),
        lambda interaction: interaction.response.defer(),
    )
    await ann.click(await table(ann), label="Modal")
    assert caught[0].code == 50035
    assert "title: Must be between 1 and 45 in length." in str(caught[0])


async def test_forged_and_stale_presses(client: Client, practice: Practice, ann: Person, bo: Person) -> None:
    async def answer(interaction: Any) -> None:
        await interaction.response.edit_message(view=Panel("x", disabled=True))

    client.handlers["p:update"] = answer
    opened = await table(ann)
    with pytest.raises(ActionFailed, match="no such component"):
        await ann.press(opened, "p:forged")
    with pytest.raises(ActionFailed, match="no such message"):
        await ann.press({**opened, "channel_id": SECOND_TABLE_ID}, "p:update")
    closed: Any = await ann.click(opened, "p:update")
    assert labels(closed) == []
    assert all(button["disabled"] for button in buttons(closed))
    # A modified client can press a disabled button: Discord passes it on.
    await ann.press(closed, "p:update")
    practice.world.disabled_pressable = False
    with pytest.raises(ActionFailed, match="disabled"):
        await ann.press(closed, "p:update")


async def test_components_get_numbers_in_reading_order(ann: Person) -> None:
    opened = await table(ann)
    numbers = [part["id"] for part in parts(opened)]
    assert numbers == list(range(1, len(numbers) + 1))
