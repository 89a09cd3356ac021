"""Every sentence, label and command name that people read, in their language.

The catalogues are TOML files: ``locales/<language>.toml``, and ``locales/<language>/<group>.toml`` for what is one
game's own and for the larger groups of keys (these begin with the file's name). A value is a sentence with named
placeholders, or a table of forms of one sentence: by number (``one``, ``few``, ``many``, ``other``; chosen by the
parameter ``n`` or, in a sentence without one, by how many ``names`` it names) or by suit (``spades``, ``hearts``,
``diamonds``, ``clubs``; chosen by the parameter ``suit``). A language may have forms by number where others need none.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import ClassVar, Self, TypeAlias

from engine.cards import HIGH_JOKER, LOW_JOKER, Card, Suit, rank_of, suit_of

ENGLISH = "en"
SUIT_FORMS = ("spades", "hearts", "diamonds", "clubs")
NUMBER_FORMS = ("one", "few", "many", "other")
PLACEHOLDER = re.compile(r"\{(\w+)\}")

Forms: TypeAlias = Mapping[str, str]
#: What stands for a card in Discord's markdown where its picture may: ``<:9_of_spades_4f1a:1234567890>``.
Tiles: TypeAlias = Mapping[Card, str]
Catalogue: TypeAlias = Mapping[str, str | Forms]

#: Where catalogues lie, as a package's ``__path__`` tells where its modules lie: a language's own file in one of these
#: folders, files of one game or group in any of them.
LOCALES: list[Path] = [Path(__file__).with_name("locales")]
_SUIT_SYMBOLS = "♠♥♦♣"
_log = logging.getLogger(__name__)


class TextMissing(LookupError):
    """A key, a form or a placeholder is missing (raised only where `Texts.strict` is set, as in tests)."""


def _one_other(n: int) -> str:
    return "one" if abs(n) == 1 else "other"


def _one_few_many(n: int) -> str:
    n = abs(n)
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


#: Which form of a sentence a number takes, by language; every other language has one and other.
PLURALS: Mapping[str, Callable[[int], str]] = {"ru": _one_few_many}


def is_forms(value: Mapping[str, object]) -> bool:
    """Whether a table of the catalogue holds the forms of one sentence (and is not a group of keys).

    The forms of a number are those with ``other``, or the three of a language that has ``one``, ``few`` and ``many``.
    """
    numbers = set(value) <= set(NUMBER_FORMS) and ("other" in value or {"few", "many"} <= set(value))
    return numbers or set(value) == set(SUIT_FORMS)


def languages() -> tuple[str, ...]:
    """The languages there are catalogues for, English first."""
    return (ENGLISH, *sorted({language for folder in LOCALES for language in _languages_in(folder)} - {ENGLISH}))


@cache
def _languages_in(folder: Path) -> frozenset[str]:
    """The languages of a folder, looked up once: each `Texts` asks for them."""
    return frozenset([path.stem for path in folder.glob("*.toml")])


@cache
def catalogue(language: str) -> Catalogue:
    """All texts of a language by key, read once; `FileNotFoundError` if there is no such catalogue."""
    found: dict[str, str | Forms] = {}
    own = next(filter(Path.is_file, (folder / f"{language}.toml" for folder in LOCALES)), None)
    if own is None:
        raise FileNotFoundError(f"{language}.toml")
    _gather(tomllib.loads(own.read_text("utf-8")), "", found)
    for path in (path for folder in LOCALES for path in sorted((folder / language).glob("*.toml"))):
        _gather(tomllib.loads(path.read_text("utf-8")), f"{path.stem}.", found)
    return found


def _gather(table: Mapping[str, object], prefix: str, found: dict[str, str | Forms]) -> None:
    for name, value in table.items():
        if isinstance(value, str) or (isinstance(value, dict) and is_forms(value)):
            found[prefix + name] = value
        elif isinstance(value, dict):
            _gather(value, f"{prefix}{name}.", found)
        else:
            raise TypeError(f"the text {prefix}{name} is neither a sentence nor a table")


class Listed(str):
    """Names as a list in words, with how many they are: in many languages what they do has another form for several."""

    __slots__ = ("count_of",)
    count_of: int

    def __new__(cls, words: str, count_of: int) -> Self:
        """The names in ``words``, ``count_of`` of them."""
        listed = super().__new__(cls, words)
        listed.count_of = count_of
        return listed


def _count(params: Mapping[str, int | str]) -> int | None:
    """By what a sentence is in the singular or plural: its ``n``, or how many ``names`` it names."""
    n, names = params.get("n"), params.get("names")
    if isinstance(n, int):
        return n
    return names.count_of if isinstance(names, Listed) else 1 if isinstance(names, str) else None


@lru_cache(4096)
def _parted(template: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A template's words around its placeholders, and the names of these: a hand has some forty sentences a click."""
    found = PLACEHOLDER.split(template)
    return tuple(found[::2]), tuple(found[1::2])


class Texts:
    """The texts of one language; what that lacks is English, and logged."""

    #: Raise `TextMissing` instead of making do. Tests set it.
    strict: ClassVar[bool] = False

    def __init__(self, language: str = ENGLISH) -> None:
        known = languages()
        self.language = next((each for each in (language, language.split("-")[0]) if each in known), ENGLISH)
        self._texts = catalogue(self.language)
        self._tiles: Tiles = {}
        #: Cards as they read, each written out once: a hand names some twenty.
        self._cards: dict[Card, str] = {}

    def with_tiles(self, tiles: Tiles) -> Texts:
        """The same texts for a reader who is shown these tiles; with none, in letters and symbols alone."""
        other = copy(self)
        other._tiles = tiles
        return other

    @property
    def has_tiles(self) -> bool:
        """Whether `tile` gives anything but `card`."""
        return bool(self._tiles)

    def has(self, key: str) -> bool:
        """Whether there is a text of this key."""
        return key in self._texts or key in catalogue(ENGLISH)

    def t(self, key: str, **params: int | str) -> str:
        """The sentence of this key. Numbers are written out; ``card`` and ``suit`` are the engine's numbers."""
        value = self._texts.get(key)
        if value is None:
            self._complain(f"{self.language} has no text {key}")
            value = catalogue(ENGLISH).get(key, "…")
        template = value if isinstance(value, str) else self._form(key, value, params)
        words, names = _parted(template)
        if not names:
            return words[0]
        said: list[str] = []
        for word, name in zip(words, names, strict=False):
            param = params.get(name)
            said += (word, param if isinstance(param, str) else self._filled(key, name, param))
        return "".join(said) + words[-1]

    def _form(self, key: str, forms: Forms, params: Mapping[str, int | str]) -> str:
        if "spades" in forms:
            suit = params.get("suit")
            name = SUIT_FORMS[suit] if isinstance(suit, int) and 0 <= suit < 4 else ""
        else:
            n = _count(params)
            name = PLURALS.get(self.language, _one_other)(n) if isinstance(n, int) else ""
        if name not in forms:
            self._complain(f"{key} has no form {name!r}; it was given {', '.join(params)}")
            name = list(forms)[-1]
        return forms[name]

    def _filled(self, key: str, name: str, value: int | None) -> str:
        if value is None:
            self._complain(f"{key} was given nothing for its {name}")
            return "…"
        if name == "card":
            return self.card(value)
        return _SUIT_SYMBOLS[value] if name == "suit" and 0 <= value < 4 else self.number(value)

    def _complain(self, message: str) -> None:
        if self.strict:
            raise TextMissing(message)
        _log.error("%s", message)

    # --- Cards, numbers, lists, times ----------------------------------------------------------

    def card(self, card: Card) -> str:
        """A card as players read it: ``9♠``, ``10♦``."""
        known = self._cards.get(card)
        if known is None:
            known = self._cards[card] = self._card(card)
        return known

    def _card(self, card: Card) -> str:
        if card in (LOW_JOKER, HIGH_JOKER):
            return self.t("cards.high_joker") if card == HIGH_JOKER else self.t("cards.low_joker")
        if not 0 <= card < LOW_JOKER:
            self._complain(f"there is no card {card}")
            return "…"
        return self.t("cards.ranks").split()[rank_of(card)] + _SUIT_SYMBOLS[suit_of(card)]

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in their order, parted by spaces that do not break within a card."""
        return " ".join(self.card(each) for each in cards)

    def tile(self, card: Card) -> str:
        """A card that lies or is held: as its tile, which shows rank over suit, or as `card` where there is none.

        For the cards of a hand and of tricks. Sentences, labels, whatever is typed, logged or kept: these name a card
        by `card`.
        """
        return self._tiles.get(card) or self.card(card)

    def tiles(self, cards: Iterable[Card]) -> str:
        """Such cards in their order, as `cards`."""
        return " ".join(self.tile(each) for each in cards)

    def beside(self, card: Card) -> str | None:
        """The tile that stands beside the label of a button or option about this card; None where there is none."""
        return self._tiles.get(card)

    def suit(self, suit: Suit) -> str:
        """A suit by symbol and name: ``♦ diamonds``."""
        return self.t("cards.suit", suit=suit)

    def number(self, number: int, *, signed: bool = False) -> str:
        """A whole number with a true minus sign, and where ``signed`` with a plus unless it is nothing."""
        return f"{number:{'+' if signed and number else ''}d}".replace("-", "−")

    def decimal(self, number: float) -> str:
        """A number with one decimal place, as the language writes it: ``−2.5``."""
        rounded = f"{number:.1f}"
        rounded = "0.0" if rounded == "-0.0" else rounded
        return rounded.replace("-", "−").replace(".", self.t("list.point"))

    def list(self, items: Sequence[str]) -> Listed:
        """``Ann``, ``Ann and Bo``, ``Ann, Bo and Cleo``; nothing for an empty list."""
        if len(items) < 2:
            return Listed("".join(items), len(items))
        return Listed(self.t("list.and", most=self.t("list.comma").join(items[:-1]), last=items[-1]), len(items))

    def pair(self, items: Sequence[str]) -> Listed:
        """Partners as one name: ``Ann & Cleo``."""
        return Listed(self.t("list.partners").join(items), len(items))

    def day(self, day: date) -> str:
        """A date as the language writes it, where Discord does not: in lists that are typed into."""
        return self.t("list.day", year=f"{day.year:04}", month=f"{day.month:02}", day=f"{day.day:02}")

    def until(self, moment: float) -> str:
        """A moment as Discord counts down to it, in the reader's own language: ``in 42 seconds``."""
        return f"<t:{int(moment)}:R>"
