"""Payloads held against Discord's limits, without any socket."""

from typing import Any

import pytest

from bot.practice.limits import (
    choice_problems,
    command_list_problems,
    command_problems,
    form_errors,
    message_problems,
    modal_problems,
)
from bot.practice.limits import numbers as n

Json = dict[str, Any]
V2 = n.COMPONENTS_V2


def text(content: str = "words") -> Json:
    return {"type": 10, "content": content}


def button(custom_id: str = "b", **more: Any) -> Json:
    return {"type": 2, "style": 2, "label": "Press", "custom_id": custom_id, **more}


def row(*inside: Json) -> Json:
    return {"type": 1, "components": list(inside)}


def container(*inside: Json) -> Json:
    return {"type": 17, "components": list(inside)}


def select(options: int = 2, **more: Any) -> Json:
    listed = [{"label": f"o{i}", "value": str(i)} for i in range(options)]
    return {"type": 3, "custom_id": "s", "options": listed, **more}


def v2(*components: Json, **more: Any) -> Json:
    return {"flags": V2, "components": list(components), **more}


def found(payload: Json, **more: Any) -> set[tuple[str, str]]:
    return {(".".join(map(str, p.path)), p.code) for p in message_problems(payload, **more)}


def codes(payload: Json, **more: Any) -> set[str]:
    return {problem.code for problem in message_problems(payload, **more)}


def buttons(count: int) -> list[Json]:
    return [row(*(button(f"b{i}") for i in range(start, min(start + 5, count)))) for start in range(0, count, 5)]


def test_a_full_table_fits() -> None:
    # 31 buttons in seven rows, a container and its title: 40 components.
    assert message_problems(v2(container(text(), *buttons(31)))) == []
    assert codes(v2(container(text(), *buttons(32)))) == {"COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"}


def test_text_in_all_counts_over_nested_texts() -> None:
    assert message_problems(v2(text("x" * 2000), container(text("y" * 2000)))) == []
    assert codes(v2(text("x" * 2000), container(text("y" * 2001)))) == {"COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"}
    assert ("components.0.content", "BASE_TYPE_BAD_LENGTH") in found(v2(text("")))


@pytest.mark.parametrize(
    ("part", "path", "code"),
    [
        (button(""), "custom_id", "BASE_TYPE_BAD_LENGTH"),
        (button("c" * 101), "custom_id", "BASE_TYPE_BAD_LENGTH"),
        (button(label="l" * 81), "label", "BASE_TYPE_MAX_LENGTH"),
        (button(label=None), "", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
        (button(style=7), "style", "BASE_TYPE_CHOICES"),
        (button(style=5), "url", "BASE_TYPE_REQUIRED"),
        (button(style=5, url="https://x.org"), "custom_id", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL"),
        (button(url="https://x.org"), "url", "BUTTON_COMPONENT_URL_NOT_ALLOWED"),
        (button(emoji={"name": "heart"}), "emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
        (button(emoji={"id": "5", "name": "phat"}), "emoji.id", "BUTTON_COMPONENT_INVALID_EMOJI"),
        (select(26), "options", "BASE_TYPE_BAD_LENGTH"),
        (select(0), "options", "BASE_TYPE_BAD_LENGTH"),
        (select(placeholder="p" * 151), "placeholder", "BASE_TYPE_MAX_LENGTH"),
        (select(min_values=2), "min_values", "SELECT_COMPONENT_INVALID_RANGE"),
        (select(max_values=3), "max_values", "SELECT_COMPONENT_MAX_VALUES_EXCEED_OPTIONS"),
        (select(min_values=-1), "min_values", "NUMBER_TYPE_MIN"),
        (select(30, max_values=26), "max_values", "NUMBER_TYPE_MAX"),
        (select(options=2, custom_id="c" * 101), "custom_id", "BASE_TYPE_BAD_LENGTH"),
        (text(), "type", "UNION_TYPE_CHOICES"),
    ],
)
def test_what_stands_in_a_row(part: Json, path: str, code: str) -> None:
    where = ".".join(filter(None, ("components.0.components.0", path)))
    assert (where, code) in found(v2(row(part)), emoji_ids=["7"])


def test_select_options() -> None:
    long = {"label": "l" * 101, "value": "v" * 101, "description": "d" * 101}
    base = "components.0.components.0.options.0."
    assert {
        (base + key, code) for key, code in (("label", "BASE_TYPE_BAD_LENGTH"), ("value", "BASE_TYPE_BAD_LENGTH"))
    } | {(base + "description", "BASE_TYPE_MAX_LENGTH")} == found(
        v2(row({"type": 3, "custom_id": "s", "options": [long]}))
    )
    twice = [{"label": "a", "value": "1"}, {"label": "b", "value": "1"}]
    assert codes(v2(row({"type": 3, "custom_id": "s", "options": twice}))) == {
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
    }
    chosen = [{"label": str(i), "value": str(i), "default": True} for i in range(2)]
    assert codes(v2(row({"type": 3, "custom_id": "s", "options": chosen}))) == {"SELECT_COMPONENT_TOO_MANY_DEFAULTS"}


def test_rows() -> None:
    assert codes(v2(row())) == {"BASE_TYPE_BAD_LENGTH"}
    assert codes(v2(row(*(button(f"b{i}") for i in range(6))))) == {"BASE_TYPE_BAD_LENGTH"}
    assert codes(v2(row(button(), select()))) == {"COMPONENT_LAYOUT_WIDTH_EXCEEDED"}


def test_custom_ids_differ_over_the_whole_message() -> None:
    twice = v2(container(row(button("same"))), row(button("same", disabled=True)))
    assert found(twice) == {("components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED")}


def test_numeric_ids_differ() -> None:
    assert codes(v2({**text(), "id": 3}, {**text(), "id": 3})) == {"COMPONENT_ID_DUPLICATED"}
    assert codes(v2({**text(), "id": 0}, {**text(), "id": 0})) == set()


def test_no_content_beside_the_flag_and_no_way_back() -> None:
    assert found(v2(text(), content="words")) == {("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")}
    assert found(v2(text(), embeds=[{"title": "t"}])) == {
        ("embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
    }
    assert found({"content": "back"}, v2_before=True) == {
        ("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
    }
    assert found({"flags": 0}, v2_before=True) == {("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG")}
    assert found({"components": [text()]}, v2_before=True) == set()


def test_without_the_flag_only_rows() -> None:
    assert found({"components": [text()]}) == {("components.0.type", "UNION_TYPE_CHOICES")}
    six = [row(button(str(i))) for i in range(6)]
    assert codes({"components": six}) == {"BASE_TYPE_BAD_LENGTH"}
    assert codes({"content": "x" * 2001}) == {"BASE_TYPE_MAX_LENGTH"}
    assert codes({"content": "x" * 2000, "components": six[:5]}) == set()


def test_sections_galleries_files_and_separators() -> None:
    picture = {"media": {"url": "attachment://hand.png"}}
    thumbnail = {"type": 11, **picture}
    section = {"type": 9, "components": [text()], "accessory": thumbnail}
    gallery = {"type": 12, "items": [picture]}
    file = {"type": 13, "file": {"url": "attachment://hand.png"}}
    whole = v2(section, gallery, file, {"type": 14, "spacing": 2})
    assert message_problems(whole, file_names=["hand.png"]) == []
    assert codes(whole, file_names=[]) == {"UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"}
    assert codes(v2({"type": 9, "components": [text()]})) == {"BASE_TYPE_REQUIRED"}
    assert codes(v2({"type": 9, "components": [text()] * 4, "accessory": button()})) == {"BASE_TYPE_BAD_LENGTH"}
    assert codes(v2({"type": 12, "items": []})) == {"BASE_TYPE_BAD_LENGTH"}
    assert codes(v2({"type": 12, "items": [{"media": {"url": "https://x.org/a"}}] * 11})) == {"BASE_TYPE_BAD_LENGTH"}
    assert codes(v2({"type": 12, "items": [{"media": {"url": "file:///etc/a"}}]})) == {"URL_TYPE_INVALID_SCHEME"}
    assert codes(v2({"type": 14, "spacing": 3})) == {"BASE_TYPE_CHOICES"}
    assert codes(v2(container(container(text())))) == {"UNION_TYPE_CHOICES"}
    assert codes(v2({**container(text()), "accent_color": 0x1000000})) == {"NUMBER_TYPE_MAX"}


def label(component: Json, **more: Any) -> Json:
    return {"type": 18, "label": "A label", "component": component, **more}


def field(**more: Any) -> Json:
    return {"type": 4, "custom_id": "t", "style": 1, **more}


def modal(*parts: Json, **more: Any) -> Json:
    return {"title": "A form", "custom_id": "m", "components": list(parts), **more}


def modal_codes(payload: Json) -> set[tuple[str, str]]:
    return {(".".join(map(str, p.path)), p.code) for p in modal_problems(payload)}


def test_modals() -> None:
    radio: Json = {"type": 21, "custom_id": "r", "options": [{"label": s, "value": s} for s in "ab"]}
    assert modal_problems(modal(text(), label(field()), label(select()), label(radio))) == []
    assert modal_codes(modal(label(field()), title="t" * 46)) == {("title", "BASE_TYPE_BAD_LENGTH")}
    assert modal_codes(modal()) == {("components", "BASE_TYPE_BAD_LENGTH")}
    assert ("components", "BASE_TYPE_BAD_LENGTH") in modal_codes(modal(*[text()] * 6))
    assert modal_codes(modal(label(field(), label="l" * 46))) == {("components.0.label", "BASE_TYPE_BAD_LENGTH")}
    assert modal_codes(modal(label(field(max_length=4001)))) == {
        ("components.0.component.max_length", "NUMBER_TYPE_MAX")
    }
    assert modal_codes(modal(label(field(min_length=5, max_length=4)))) == {
        ("components.0.component.min_length", "TEXT_INPUT_INVALID_RANGE")
    }
    assert modal_codes(modal(label(field(value="long", max_length=2)))) == {
        ("components.0.component.value", "BASE_TYPE_BAD_LENGTH")
    }
    assert modal_codes(modal(label(field()), label(field()))) == {
        ("components.1.component.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED")
    }
    assert modal_codes(modal(label({**radio, "options": radio["options"][:1]}))) == {
        ("components.0.component.options", "BASE_TYPE_BAD_LENGTH")
    }
    assert modal_codes(modal(row(button()))) == {("components.0.components.0.type", "UNION_TYPE_CHOICES")}
    assert modal_codes(modal({"type": 18, "label": "l"})) == {("components.0.component", "BASE_TYPE_REQUIRED")}


def command(**more: Any) -> Json:
    return {"name": "table", "description": "Tables", **more}


def option(name: str = "game", kind: int = 3, **more: Any) -> Json:
    return {"name": name, "description": "d", "type": kind, **more}


def command_codes(payload: Json) -> set[str]:
    return {problem.code for problem in command_problems(payload)}


def test_commands() -> None:
    assert command_problems(command(name="my-data", options=[option(required=True), option("clock")])) == []
    assert command_problems(command(name="bord", name_localizations={"bg": "маса", "ru": "стол"})) == []
    for name in ("Table", "two words", "a/b"):
        assert command_codes(command(name=name)) == {"APPLICATION_COMMAND_INVALID_NAME"}
    assert command_codes(command(name_localizations={"bg": "Маса"})) == {"APPLICATION_COMMAND_INVALID_NAME"}
    same = [option("a", name_localizations={"ru": "б"}), option("b", name_localizations={"ru": "б"})]
    assert command_codes(command(options=same)) == {"APPLICATION_COMMAND_OPTIONS_NAME_INVALID"}
    taken = [option("a", name_localizations={"sv-SE": "b"}), option("b")]
    assert command_codes(command(options=taken)) == {"APPLICATION_COMMAND_OPTIONS_NAME_INVALID"}
    long = [{"name": "a", "value": "a", "name_localizations": {"bg": "а" * 101}}]
    assert command_codes(command(options=[option("a", choices=long)])) == {"BASE_TYPE_BAD_LENGTH"}
    assert command_codes(command(description="d" * 101)) == {"BASE_TYPE_BAD_LENGTH"}
    assert command_codes(command(description_localizations={"ru": "d" * 101})) == {"BASE_TYPE_BAD_LENGTH"}
    assert command_codes(command(options=[option(f"o{i}") for i in range(26)])) == {"BASE_TYPE_BAD_LENGTH"}
    assert command_codes(command(options=[option("a"), option("b", required=True)])) == {
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
    }
    assert command_codes(command(options=[option("a"), option("a")])) == {"APPLICATION_COMMAND_OPTIONS_NAME_INVALID"}
    choices = [{"name": str(i), "value": str(i)} for i in range(26)]
    assert command_codes(command(options=[option(choices=choices)])) == {"BASE_TYPE_BAD_LENGTH"}
    both = option(choices=choices[:2], autocomplete=True)
    assert command_codes(command(options=[both])) == {"APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID"}
    mixed = [option("open", 1), option("game")]
    assert command_codes(command(options=mixed)) == {"APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"}
    large = [
        option(f"o{i}", choices=[{"name": "n" * 90, "value": "v" * 90 + str(j)} for j in range(10)]) for i in range(5)
    ]
    assert command_codes(command(options=large)) == {"APPLICATION_COMMAND_TOO_LARGE"}


def test_command_lists() -> None:
    assert {p.code for p in command_list_problems([command(), command()])} == {"APPLICATION_COMMANDS_DUPLICATE_NAME"}
    many = [command(name=f"c{i}") for i in range(101)]
    assert {p.code for p in command_list_problems(many)} == {"BASE_TYPE_MAX_LENGTH"}
    assert {p.path[0] for p in command_list_problems([command(), command(name="No")])} == {1}


def test_choices() -> None:
    choices = [{"name": "n", "value": str(i)} for i in range(26)]
    assert choice_problems({"choices": choices[:25]}) == []
    assert {p.code for p in choice_problems({"choices": choices})} == {"BASE_TYPE_BAD_LENGTH"}
    assert {p.code for p in choice_problems({"choices": [{"name": "n" * 101, "value": "v"}]})} == {
        "BASE_TYPE_BAD_LENGTH"
    }


def test_the_nested_shape_of_errors() -> None:
    problems = message_problems(v2(row(button("c" * 101))))
    sentence = "Must be between 1 and 100 in length."
    leaf = {"_errors": [{"code": "BASE_TYPE_BAD_LENGTH", "message": sentence}]}
    assert form_errors(problems) == {"components": {"0": {"components": {"0": {"custom_id": leaf}}}}}
