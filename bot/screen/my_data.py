"""A person's own data: the file with all of it, and the two questions before it is erased."""

from __future__ import annotations

from collections.abc import Mapping

from discord import ui

from bot.screen import buttons, layout
from bot.screen.buttons import GRAVE
from bot.screen.help import mention
from bot.texts import Texts


def export(file_name: str, texts: Texts, *, packed: bool) -> ui.LayoutView:
    """What is in the file that comes with this message."""
    return layout.message(
        None,
        layout.text(
            f"### {texts.t('my_data.export_title')}",
            texts.t("my_data.export"),
            texts.t("my_data.packed") if packed else None,
        ),
        [ui.File(f"attachment://{file_name}")],
        layout.text(texts.t("my_data.privacy")),
    )


def ask(seats: int, command_ids: Mapping[str, int], texts: Texts) -> ui.LayoutView:
    """What an erasure does. ``seats``: how many the person holds at open tables."""
    return layout.message(
        None,
        layout.text(
            f"### {texts.t('my_data.title')}",
            texts.t("my_data.seats", n=seats) if seats else None,
            texts.t("my_data.what").strip(),
            texts.t("my_data.copy_first", export=mention("my-data export", command_ids)),
        ),
        layout.rows([_grave(texts.t("button.delete"), "erase"), _keep(texts)]),
    )


def ask_again(texts: Texts) -> ui.LayoutView:
    """The second question."""
    return layout.message(
        None,
        layout.text(f"### {texts.t('my_data.title')}", texts.t("my_data.sure")),
        layout.rows([_grave(texts.t("button.delete_now"), "erasenow"), _keep(texts)]),
    )


def _grave(label: str, verb: str) -> layout.Button:
    return buttons.button(label, 0, verb, style=GRAVE)


def _keep(texts: Texts) -> layout.Button:
    return buttons.button(texts.t("button.keep_data"), 0, "keepdata")
