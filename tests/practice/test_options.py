"""Options of every kind, nested groups and further parts of forms, without a bot: what would be sent to it."""

from typing import Any

import pytest

from bot.practice import club
from bot.practice.actions import Actions
from bot.practice.options import BadInput, command_data
from bot.practice.submissions import modal_data
from bot.practice.world import World

Json = dict[str, Any]


def option(name: str, kind: int, **more: Any) -> Json:
    return {"name": name, "description": "d", "type": kind, **more}


COMMAND: Json = {
    "id": "1",
    "type": 1,
    "name": "admin",
    "guild_id": club.GUILD_ID,
    "options": [
        option(
            "season",
            2,
            options=[
                option(
                    "new",
                    1,
                    options=[
                        option("count", 4, min_value=1, max_value=9),
                        option("share", 10),
                        option("fast", 5),
                        option("room", 7),
                        option("role", 8),
                        option("whom", 9),
                        option("name", 3, min_length=2, max_length=4),
                        option("file", 11),
                    ],
                )
            ],
        )
    ],
}
PATH = ["admin", "season", "new"]


def sent(**values: Any) -> Json:
    return command_data(World(), COMMAND, PATH, values)


def test_groups_nest() -> None:
    data = sent(count="3")
    assert data["guild_id"] == club.GUILD_ID
    group = data["options"][0]
    assert (group["name"], group["type"]) == ("season", 2)
    leaf = group["options"][0]
    assert (leaf["name"], leaf["type"]) == ("new", 1)
    assert leaf["options"] == [{"name": "count", "type": 4, "value": 3}]


def test_every_kind() -> None:
    data = sent(
        count=3, share="1.5", fast="true", room=club.CARD_ROOM_ID, role=club.GUILD_ID, whom=club.BO_ID, name="abc"
    )
    values = {o["name"]: o["value"] for o in data["options"][0]["options"][0]["options"]}
    assert values["share"] == 1.5
    assert values["fast"] is True
    assert set(data["resolved"]) == {"channels", "roles", "users", "members"}


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"count": "many"}, "cannot be"),
        ({"count": 0}, "least"),
        ({"count": 10}, "most"),
        ({"name": "a"}, "least"),
        ({"name": "abcde"}, "most"),
        ({"room": "5"}, "cannot be"),
        ({"file": "5"}, "cannot fill in"),
    ],
)
def test_what_is_refused(values: Json, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        sent(**values)


FORM: Json = {
    "title": "t",
    "custom_id": "f",
    "components": [
        {"type": 1, "components": [{"type": 4, "custom_id": "old", "style": 1, "label": "l", "required": False}]},
        {"type": 18, "label": "l", "component": {"type": 23, "custom_id": "tick"}},
        {
            "type": 18,
            "label": "l",
            "component": {
                "type": 21,
                "custom_id": "one",
                "required": False,
                "options": [{"label": v, "value": v} for v in "ab"],
            },
        },
        {
            "type": 18,
            "label": "l",
            "component": {"type": 22, "custom_id": "some", "options": [{"label": v, "value": v} for v in "abc"]},
        },
        {"type": 18, "label": "l", "component": {"type": 5, "custom_id": "who"}},
    ],
}


def test_parts_of_forms() -> None:
    data = modal_data(FORM, {"tick": True, "one": "a", "some": ["b", "c"], "who": [club.BO_ID]})
    old, tick, one, some, who = data["components"]
    assert old["components"][0]["value"] == ""
    assert tick["component"]["value"] is True
    assert one["component"]["value"] == "a"
    assert some["component"]["values"] == ["b", "c"]
    assert who["component"]["values"] == [club.BO_ID]
    assert modal_data(FORM, {"some": ["a"], "who": [club.BO_ID]})["components"][2]["component"]["value"] is None
    for fields in ({"who": [club.BO_ID]}, {"some": ["d"], "who": [club.BO_ID]}, {"some": ["a"], "who": []}):
        with pytest.raises(BadInput):
            modal_data(FORM, fields)
    upload = {**FORM, "components": [{"type": 18, "label": "l", "component": {"type": 19, "custom_id": "u"}}]}
    with pytest.raises(BadInput, match="upload"):
        modal_data(upload, {})


def world_with(*components: Json) -> tuple[World, str]:
    world = World()
    data = {"components": [{"type": 1, "components": [part]} for part in components]}
    message = world.messages.create(club.CARD_ROOM_ID, world.bot.user(), data)
    return world, message.id


@pytest.mark.parametrize(
    ("kind", "good", "resolved"),
    [
        (5, club.BO_ID, {"users", "members"}),
        (6, club.BOT_ROLE_ID, {"roles"}),
        (7, club.BO_ID, {"users", "members"}),
        (8, club.CARD_ROOM_ID, {"channels"}),
    ],
)
async def test_selects_of_every_kind(kind: int, good: str, resolved: set[str]) -> None:
    world, message_id = world_with({"type": kind, "custom_id": "s"})
    told: list[Json] = []
    world.bot_reachable = lambda server: True
    world.listen(lambda event, data, only_for: told.append(data) if event == "INTERACTION_CREATE" else None)
    actions = Actions(world, club.ANN_ID, lambda op, data: None)
    actions.component(club.CARD_ROOM_ID, message_id, "s", [good])
    assert told[0]["data"]["values"] == [good]
    assert set(told[0]["data"]["resolved"]) == resolved
    with pytest.raises(BadInput, match="among"):
        actions.component(club.CARD_ROOM_ID, message_id, "s", ["5"])
    world.clock.stop()


async def test_people_chosen_in_forms_are_resolved() -> None:
    world = World()
    world.bot_reachable = lambda server: True
    told: list[Json] = []
    world.listen(lambda event, data, only_for: told.append(data) if event == "INTERACTION_CREATE" else None)
    button = {"type": 1, "components": [{"type": 2, "style": 1, "label": "l", "custom_id": "b"}]}
    message = world.messages.create(club.CARD_ROOM_ID, world.bot.user(), {"components": [button]})
    actions = Actions(world, club.ANN_ID, lambda op, data: None)
    actions.component(club.CARD_ROOM_ID, message.id, "b", None)
    form = {**FORM, "components": FORM["components"][4:]}
    opened = world.interactions.answer(told[0]["id"], told[0]["token"], {"type": 9, "data": form}, {})
    with pytest.raises(BadInput, match="among"):
        actions.modal_submit(opened.id, "f", {"who": ["5"]})
    with pytest.raises(BadInput, match="another custom id"):
        actions.modal_submit(opened.id, "g", {"who": ["5"]})
    actions.modal_submit(opened.id, "f", {"who": [club.BO_ID]})
    assert set(told[1]["data"]["resolved"]["users"]) == {club.BO_ID}
    assert told[1]["message"]["id"] == message.id
    world.clock.stop()
