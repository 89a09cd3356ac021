"""Views of a table as Discord messages. Builders only: nothing in here listens, decides or sends."""

from bot.screen.notes import plain, sentence

__all__ = ["plain", "sentence"]
