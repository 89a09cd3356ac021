"""Files that came with messages, and where they may be fetched."""

from __future__ import annotations

import mimetypes
import secrets
import struct
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from bot.practice.clock import Snowflakes
from bot.practice.limits import numbers
from bot.practice.refusals import too_large

Json = dict[str, Any]


@dataclass(frozen=True)
class Upload:
    """A file as it came in with a request."""

    filename: str
    content: bytes


@dataclass(frozen=True)
class StoredFile:
    """A file that is served back. `secret` must stand in the address: a private file is not found by counting ids."""

    filename: str
    content: bytes
    content_type: str
    secret: str


class Attachments:
    """All files of a world, by attachment id. `base_url` is where the stand-in listens."""

    def __init__(self, snowflakes: Snowflakes) -> None:
        self.base_url = ""
        self._snowflakes = snowflakes
        self._files: dict[str, StoredFile] = {}

    def store(self, channel_id: str, upload: Upload, description: str | None, ephemeral: bool) -> Json:
        """Keep a file and give back Discord's attachment object. Raises 40005 when it is too large."""
        if len(upload.content) > numbers.ATTACHMENT_BYTES:
            raise too_large()
        attachment_id = self._snowflakes.new()
        content_type = mimetypes.guess_type(upload.filename)[0] or "application/octet-stream"
        secret = secrets.token_hex(16)
        self._files[attachment_id] = StoredFile(upload.filename, upload.content, content_type, secret)
        path = f"/attachments/{channel_id}/{attachment_id}/{quote(upload.filename)}"
        url = f"{self.base_url}{path}?hm={secret}"
        attachment: Json = {
            "id": attachment_id,
            "filename": upload.filename,
            "size": len(upload.content),
            "url": url,
            "proxy_url": url,
            "content_type": content_type,
            "flags": 0,
        }
        if description is not None:
            attachment["description"] = description
        if ephemeral:
            attachment["ephemeral"] = True
        size = _png_size(upload.content)
        if size is not None:
            attachment["width"], attachment["height"] = size
        return attachment

    def fetch(self, attachment_id: str, secret: str) -> StoredFile | None:
        """The file behind an address, or None when there is none or the secret is wrong."""
        stored = self._files.get(attachment_id)
        if stored is None or not secrets.compare_digest(stored.secret.encode(), secret.encode()):
            return None
        return stored

    def forget(self, attachment_id: str) -> None:
        """Drop the file of a deleted message."""
        self._files.pop(attachment_id, None)


def _png_size(content: bytes) -> tuple[int, int] | None:
    if content[:8] != b"\x89PNG\r\n\x1a\n" or len(content) < 24:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height
