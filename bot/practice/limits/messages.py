"""Would Discord take this message?"""

from __future__ import annotations

from collections.abc import Collection

from bot.practice.limits import components as kinds
from bot.practice.limits import numbers
from bot.practice.limits.problems import NO_OBJECT, Findings, Json, Path, Problem

_TOP = {kinds.ROW, kinds.SECTION, kinds.TEXT, kinds.GALLERY, kinds.FILE, kinds.SEPARATOR, kinds.CONTAINER}
_IN_CONTAINER = _TOP - {kinds.CONTAINER}
_IN_ROW = {kinds.BUTTON} | kinds.SELECTS
_LEGACY_FIELDS = ("content", "embeds", "poll", "sticker_ids")


def message_problems(
    payload: Json,
    *,
    v2_before: bool = False,
    emoji_ids: Collection[str] | None = None,
    file_names: Collection[str] | None = None,
) -> list[Problem]:
    """What Discord would refuse in a message payload, to be sent or to edit with.

    `v2_before`: the message that is edited already has the Components V2 flag. `emoji_ids`: the application's emoji,
    None to take any. `file_names`: names that `attachment://` may point at, None to take any.
    """
    found = Findings()
    flags = payload.get("flags") or 0
    v2 = bool(flags & numbers.COMPONENTS_V2) or v2_before
    if v2_before and payload.get("flags") is not None and not flags & numbers.COMPONENTS_V2:
        sentence = "The IS_COMPONENTS_V2 flag cannot be removed from a message"
        found.add(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", sentence)
    found.text(payload, "content", (), numbers.CONTENT)
    found.listed(payload, "embeds", (), numbers.EMBEDS)
    attachments = found.listed(payload, "attachments", (), numbers.ATTACHMENTS)
    for index, attachment in enumerate(attachments):
        if not isinstance(attachment, dict):
            found.add(("attachments", index), *NO_OBJECT)
            continue
        found.text(attachment, "description", ("attachments", index), numbers.ATTACHMENT_DESCRIPTION)
        found.text(attachment, "filename", ("attachments", index), numbers.FILE_NAME)
    if v2:
        for field in _LEGACY_FIELDS:
            if payload.get(field):
                sentence = f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                found.add((field,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", sentence)
    if payload.get("components") is not None:
        _Layout(found, v2, emoji_ids, file_names).check(payload)
    return found.problems


class _Layout:
    """Walks the components of one message."""

    def __init__(
        self,
        found: Findings,
        v2: bool,
        emoji_ids: Collection[str] | None,
        file_names: Collection[str] | None,
    ) -> None:
        self.found = found
        self.v2 = v2
        self.emoji_ids = emoji_ids
        self.file_names = file_names
        self.placed: list[tuple[Path, Json]] = []

    def check(self, payload: Json) -> None:
        most = numbers.COMPONENTS if self.v2 else numbers.ROWS_WITHOUT_V2
        top = self.found.listed(payload, "components", (), most)
        allowed = _TOP if self.v2 else {kinds.ROW}
        for index, component in enumerate(top):
            self.component(component, ("components", index), allowed)
        kinds.check_ids(self.found, self.placed)
        if self.v2 and len(self.placed) > numbers.COMPONENTS:
            sentence = f"The total number of components cannot exceed {numbers.COMPONENTS}"
            self.found.add(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", sentence)
        texts = (part.get("content") for _, part in self.placed if part.get("type") == kinds.TEXT)
        if sum(len(text) for text in texts if isinstance(text, str)) > numbers.TEXT_IN_ALL:
            sentence = f"The total size of displayable text exceeded {numbers.TEXT_IN_ALL}"
            self.found.add(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", sentence)

    def component(self, part: object, path: Path, allowed: Collection[int]) -> None:
        found = self.found
        if not isinstance(part, dict):
            found.add(path, *NO_OBJECT)
            return
        self.placed.append((path, part))
        kind = part.get("type")
        if not found.one_of(kind, allowed, (*path, "type"), union=True):
            return
        if kind == kinds.ROW:
            self.row(part, path)
        elif kind == kinds.BUTTON:
            kinds.check_button(found, part, path, self.emoji_ids)
        elif kind in kinds.SELECTS:
            kinds.check_select(found, part, path, self.emoji_ids)
        elif kind == kinds.TEXT:
            found.text(part, "content", path, numbers.TEXT_IN_ALL, 1)
        elif kind == kinds.SECTION:
            self.inside(part, path, numbers.SECTION_TEXTS, {kinds.TEXT})
            if part.get("accessory") is None:
                found.required((*path, "accessory"))
            else:
                self.component(part["accessory"], (*path, "accessory"), {kinds.BUTTON, kinds.THUMBNAIL})
        elif kind == kinds.CONTAINER:
            found.number(part, "accent_color", path, 0, numbers.COLOUR)
            self.inside(part, path, numbers.COMPONENTS, _IN_CONTAINER)
        elif kind == kinds.GALLERY:
            items = found.listed(part, "items", path, numbers.GALLERY_ITEMS, 1)
            for index, item in enumerate(items):
                self.media(item, "media", (*path, "items", index))
        elif kind == kinds.THUMBNAIL:
            self.media(part, "media", path)
        elif kind == kinds.FILE:
            self.media(part, "file", path)
        elif kind == kinds.SEPARATOR and part.get("spacing") is not None:
            found.one_of(part["spacing"], (1, 2), (*path, "spacing"))

    def inside(self, part: Json, path: Path, most: int, allowed: Collection[int]) -> None:
        for index, child in enumerate(self.found.listed(part, "components", path, most, 1)):
            self.component(child, (*path, "components", index), allowed)

    def row(self, row: Json, path: Path) -> None:
        self.inside(row, path, numbers.BUTTONS_IN_ROW, _IN_ROW)
        inside = [p for p in row.get("components") or [] if isinstance(p, dict)]
        if any(p.get("type") in kinds.SELECTS for p in inside) and len(inside) > 1:
            sentence = "The specified component exceeds the maximum width"
            self.found.add((*path, "components", 1), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", sentence)

    def media(self, holder: object, key: str, path: Path) -> None:
        if not isinstance(holder, dict):
            self.found.add(path, *NO_OBJECT)
            return
        self.found.text(holder, "description", path, numbers.MEDIA_DESCRIPTION)
        media = holder.get(key)
        where = (*path, key)
        if not isinstance(media, dict):
            self.found.required(where)
            return
        self.found.text(media, "url", where, 2048, 1)
        url = media.get("url")
        if not isinstance(url, str):
            return
        name = url.removeprefix("attachment://")
        if name == url:
            if not url.startswith(("http://", "https://")):
                sentence = 'Scheme must be one of {"attachment", "http", "https"}.'
                self.found.add((*where, "url"), "URL_TYPE_INVALID_SCHEME", sentence)
        elif self.file_names is not None and name not in self.file_names:
            sentence = f"The referenced attachment {name!r} was not found in this message"
            self.found.add((*where, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", sentence)
