"""The checks that components share, wherever they stand: kinds, custom ids, buttons, selects."""

from __future__ import annotations

from collections.abc import Collection

from bot.practice.limits import numbers
from bot.practice.limits.problems import NO_OBJECT, Findings, Json, Path

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(1, 9)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23

SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
LINK_STYLE, PREMIUM_STYLE = 5, 6
STYLES = frozenset(range(1, 7))


def children(component: Json) -> list[Json]:
    """The components directly inside one: a row's or container's parts, a section's texts and accessory."""
    inside = [part for part in component.get("components") or () if isinstance(part, dict)]
    for key in ("accessory", "component"):
        part = component.get(key)
        if isinstance(part, dict):
            inside.append(part)
    return inside


def walk(components: list[Json]) -> list[Json]:
    """All components with the nested ones, each before its parts."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        if component.get("type") != BUTTON:
            found += walk(children(component))
    return found


def check_emoji(found: Findings, holder: Json, path: Path, emoji_ids: Collection[str] | None) -> None:
    """Check a button's or option's emoji: a known one of the application, or a real Unicode one."""
    emoji = holder.get("emoji")
    if emoji is None:
        return
    where = (*path, "emoji")
    if not isinstance(emoji, dict):
        found.add(where, *NO_OBJECT)
        return
    if emoji.get("id"):
        if emoji_ids is not None and str(emoji["id"]) not in emoji_ids:
            found.add((*where, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        return
    found.text(emoji, "name", where, numbers.EMOJI_NAME, 1)
    name = emoji.get("name")
    if isinstance(name, str) and name and name.isascii():
        found.add((*where, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def check_button(found: Findings, button: Json, path: Path, emoji_ids: Collection[str] | None) -> None:
    """Check one button: style, label or emoji, and a custom id or a link, never both."""
    found.one_of(button.get("style"), STYLES, (*path, "style"))
    found.text(button, "label", path, numbers.BUTTON_LABEL)
    check_emoji(found, button, path, emoji_ids)
    style = button.get("style")
    if style == PREMIUM_STYLE:
        return
    if not button.get("label") and not button.get("emoji"):
        found.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")
    if style == LINK_STYLE:
        found.text(button, "url", path, numbers.BUTTON_URL, 1)
        if button.get("custom_id") is not None:
            sentence = "A custom id and url cannot both be specified"
            found.add((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", sentence)
        return
    if button.get("url") is not None:
        found.add((*path, "url"), "BUTTON_COMPONENT_URL_NOT_ALLOWED", "A url is only for link buttons")
    found.text(button, "custom_id", path, numbers.CUSTOM_ID, 1)


def check_select(found: Findings, select: Json, path: Path, emoji_ids: Collection[str] | None) -> None:
    """Check one select of any kind: custom id, placeholder, how many may be chosen, and its options."""
    found.text(select, "custom_id", path, numbers.CUSTOM_ID, 1)
    found.text(select, "placeholder", path, numbers.PLACEHOLDER)
    found.number(select, "min_values", path, 0, numbers.SELECT_VALUES)
    found.number(select, "max_values", path, 1, numbers.SELECT_VALUES)
    least, most = select.get("min_values"), select.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    comparable = isinstance(least, int) and isinstance(most, int)
    if comparable and least > most:
        sentence = "min_values must be less than or equal to max_values"
        found.add((*path, "min_values"), "SELECT_COMPONENT_INVALID_RANGE", sentence)
    if select.get("type") != STRING_SELECT:
        return
    options = found.listed(select, "options", path, numbers.SELECT_OPTIONS, 1)
    check_options(found, options, (*path, "options"), emoji_ids)
    if comparable and options and most > len(options):
        sentence = f"max_values must be less than or equal to the number of options ({len(options)})"
        found.add((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_EXCEED_OPTIONS", sentence)
    chosen = sum(1 for option in options if isinstance(option, dict) and option.get("default"))
    if comparable and chosen > most:
        sentence = "The number of default options exceeds max_values"
        found.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", sentence)


def check_options(found: Findings, options: list[Json], path: Path, emoji_ids: Collection[str] | None) -> None:
    """Check the options of a select, radio group or checkbox group: texts, and values that differ."""
    for index, option in enumerate(options):
        where = (*path, index)
        if not isinstance(option, dict):
            found.add(where, *NO_OBJECT)
            continue
        found.text(option, "label", where, numbers.OPTION_TEXT, 1)
        found.text(option, "value", where, numbers.OPTION_TEXT, 1)
        found.text(option, "description", where, numbers.OPTION_TEXT)
        check_emoji(found, option, where, emoji_ids)
    found.unique(
        (((*path, i, "value"), o.get("value")) for i, o in enumerate(options) if isinstance(o, dict)),
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        "The specified option value is already used",
    )


def check_ids(found: Findings, placed: list[tuple[Path, Json]]) -> None:
    """Check that custom ids, and numeric ids where given, differ over the whole message or modal."""
    found.unique(
        (((*path, "custom_id"), part.get("custom_id")) for path, part in placed),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
        "Component custom id cannot be duplicated",
    )
    for path, part in placed:
        found.number(part, "id", path, 0, numbers.COMPONENT_ID)
    found.unique(
        (((*path, "id"), part.get("id") or None) for path, part in placed),
        "COMPONENT_ID_DUPLICATED",
        "Component id cannot be duplicated",
    )
