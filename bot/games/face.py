"""The face of a game: what its screens say that no other game's do, with plain answers for a game that adds nothing.

A face is given the engine's views and the names by seat, ready to be shown, and gives back lines of text. It decides
nothing about rules: legal cards, scores and who is asked come from the view.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from bot.texts import Texts
from engine.actions import Action
from engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, Suit, suit_of
from engine.game import AnyGame, View
from engine.games import games
from engine.options import Options, Value, text_of

V = TypeVar("V", bound=View)
Names = Sequence[str]
#: How a button looks: one of the usual choices, one that gives something up, one that stakes everything.
Look: TypeAlias = Literal["main", "calm", "grave"]

#: Suits in the order of a hand: red and black by turns.
_ROUND: tuple[Suit, ...] = (SPADES, HEARTS, CLUBS, DIAMONDS)
_GREY_GREEN = 0x5C8A7A


def suit_groups(hand: Sequence[Card], trump: Suit | None) -> list[list[Card]]:
    """A hand by suit, trumps first, red and black by turns, high cards first; suits without a card are left out."""
    first = _ROUND.index(trump) if trump is not None else 0
    order = (*_ROUND[first:], *_ROUND[:first])
    groups = [[card for card in sorted(hand, reverse=True) if suit_of(card) == suit] for suit in order]
    groups.append([card for card in sorted(hand, reverse=True) if suit_of(card) not in _ROUND])
    return [group for group in groups if group]


class Face(Generic[V]):
    """The plain face. A game's own one sets ``key`` and overrides what it says better."""

    #: The colour of the bar beside every message of this game.
    accent: int = _GREY_GREEN
    emoji: str = "🃏"
    #: The rule pages, in order: `<game>.page.<name>.title` and `.text` in the catalogue. The usual ones are short (ten
    #: lines), goal, cards, deal, play, score and words, the glossary, which comes after the rules in force.
    pages: tuple[str, ...] = ()
    #: Options that the lobby's line names in any case, so that they are not named again as house rules.
    in_lobby_line: tuple[str, ...] = ()
    #: Whether each trick counts points, so that who looks back at one is told how many.
    tricks_count: bool = True
    #: The option that the lobby asks for at once, with a select of its own on the lobby's message; None for none.
    first_choice: str | None = None
    #: The counters of `Game.deal_stats` that a player's record shows, in this order; None for all there are.
    counters: tuple[str, ...] | None = None

    def __init__(self, key: str) -> None:
        self.key = key

    @property
    def game(self) -> AnyGame | None:
        """The game in the engine, if it is there."""
        return games().get(self.key)

    def title(self, texts: Texts) -> str:
        """The game's name."""
        if texts.has(f"{self.key}.title"):
            return texts.t(f"{self.key}.title")
        return self.game.title if self.game else self.key.title()

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """Seats that score as one: the partnerships, or every seat for itself."""
        partners = self.game.partnerships if self.game else ()
        return partners or tuple((seat,) for seat in range(seats))

    def partner(self, seat: int, seats: int) -> int | None:
        """The one partner of a seat, if it has exactly one."""
        others = [each for side in self.sides(seats) if seat in side for each in side if each != seat]
        return others[0] if len(others) == 1 else None

    def groups(self, view: V) -> list[list[Card]]:
        """The own hand in rows, as it is shown and as its buttons stand."""
        return suit_groups(view.hand, view.trump)

    def label(self, action: Action, texts: Texts) -> str:
        """This action in words: on its button, and in the list of those that type.

        ``<game>.action.<verb>``, with its cards or its number as ``{what}``.
        """
        if action.verb == "play" and action.cards:
            return texts.card(action.cards[0])
        what = texts.cards(action.cards) if action.number is None else texts.number(action.number)
        return self.doing(action.verb, what, texts)

    def doing(self, verb: str, what: str, texts: Texts) -> str:
        """This verb with ``what`` it is done to, which may be nothing."""
        key = f"{self.key}.action.{verb}"
        if texts.has(key):
            return texts.t(key, what=what).strip()
        return f"{verb.capitalize()} {what}".strip()

    def button(self, view: V, action: Action, texts: Texts) -> str:
        """What the button for this action says, where its hand makes clear what it is about; in general its label."""
        return self.label(action, texts)

    def look(self, action: Action) -> Look:
        """How the button for this action stands out among the others that may be pressed."""
        return "main"

    # --- Lobby and rules -----------------------------------------------------------------------

    def lobby(self, options: Options, seats: int, clock: str, texts: Texts) -> str:
        """One line: for how many, how long."""
        return texts.t("game.lobby", n=seats, clock=clock)

    def lobby_lines(self, options: Options, texts: Texts) -> tuple[str, ...]:
        """Lines below that one: what players should know of the rules in force before they sit down."""
        return ()

    def option_name(self, name: str, texts: Texts) -> str:
        """What an option is about, in a few words: ``<game>.option_name.<name>``."""
        key = f"{self.key}.option_name.{name}"
        return texts.t(key) if texts.has(key) else name.replace("_", " ").capitalize()

    def choice(self, name: str, value: Value, texts: Texts) -> str:
        """A value of the option that the lobby asks for at once: ``<game>.first_choice.<value>``."""
        key = f"{self.key}.first_choice.{text_of(value)}"
        return texts.t(key) if texts.has(key) else self.option(name, value, texts)

    def option(self, name: str, value: Value, texts: Texts) -> str:
        """A house rule in words: ``<game>.option.<name>.<value>``, or ``<game>.option.<name>`` with the value in it."""
        word = texts.t("rules.on" if value else "rules.off") if isinstance(value, bool) else value
        exact, general = f"{self.key}.option.{name}.{text_of(value)}", f"{self.key}.option.{name}"
        if texts.has(exact):
            return texts.t(exact)
        if texts.has(general):
            return texts.t(general, value=word)
        return texts.t("rules.house_rule", name=name.replace("_", " "), value=word)

    def page_title(self, name: str, texts: Texts) -> str:
        """What a rule page is called."""
        return texts.t(f"{self.key}.page.{name}.title")

    def page_text(self, name: str, options: Options, texts: Texts) -> str:
        """A rule page, with what is in force."""
        return texts.t(f"{self.key}.page.{name}.text", **self.page_params(options, texts))

    def page_params(self, options: Options, texts: Texts) -> dict[str, int | str]:
        """What stands in rule pages for their placeholders: under an option's name its sentence."""
        return {name: self.option(name, value, texts) for name, value in options.items()}

    # --- Table and hand ------------------------------------------------------------------------

    def asked(self, view: V, names: str, texts: Texts) -> str:
        """Who (``names``, in words) is asked for what, for everybody."""
        return texts.t("table.turn", names=names)

    def turn(self, view: V, names: Names, texts: Texts) -> str | None:
        """What the turn is, for everybody; None where the trick as it lies tells that."""
        trick = view.trick
        if trick is None or trick.plays:
            return None
        return texts.t("game.leads", name=names[trick.leader], n=len(view.tricks) + 1)

    def prompt(self, view: V, texts: Texts) -> str:
        """What this player is asked, and what binds them."""
        return texts.t("game.prompt")

    def withheld(self, view: V, names: Names, texts: Texts) -> str:
        """Why this player does not see their cards yet."""
        return texts.t("game.withheld")

    def waiting(self, view: V, names: str, texts: Texts) -> str:
        """What a player reads who is not asked, while others (``names``, in words) are."""
        return texts.t("hand.waiting", names=names)

    def out(self, view: V) -> Collection[int]:
        """Seats that take no more part in this deal, though they may still have cards."""
        return ()

    def scores(self, view: View, names: Names, texts: Texts) -> str:
        """The match's score, side by side."""
        return texts.t("list.dot").join(
            texts.t("table.score", name=texts.pair([names[seat] for seat in side]), points=view.scores[side[0]])
            for side in self.sides(view.seats)
        )

    def status(self, view: V, names: Names, texts: Texts) -> tuple[str, ...]:
        """How this deal stands, beside the score."""
        return ()

    # --- Choices beside playing a card -----------------------------------------------------------

    def which_card(self, view: V, suit: Suit, texts: Texts) -> str:
        """What is asked when a card is named in two steps and its suit has been chosen."""
        return texts.t("game.which_card", suit=suit)

    def standing(self, view: V, action: Action, texts: Texts) -> str | None:
        """What the button says that gives this answer now and whenever it is asked for again; None for no such button.

        It stands beside the action's own button; ahead of the turn it takes its place.
        """
        return None

    def small_print(self, view: V, texts: Texts) -> str | None:
        """What has to be said under the buttons of a turn, where they do not say it themselves; None for nothing."""
        return None

    def ahead(self, view: V, texts: Texts) -> str:
        """What may be chosen ahead of the turn."""
        return texts.t("game.ahead")

    def early(self, view: V, action: Action, texts: Texts) -> str:
        """What the button says that chooses this action ahead of the turn."""
        return texts.t("button.ahead", move=self.label(action, texts))

    def promised(self, view: V, action: Action, texts: Texts, *, stands: bool = False) -> str:
        """What has been chosen ahead of the turn; ``stands``: for all turns to come."""
        return texts.t("game.promised", move=self.label(action, texts))

    def proposal(self, view: V) -> tuple[Card, ...] | None:
        """The cards that a choice of several starts with, and that one press of a button chooses; None for none."""
        return None

    def proposals(self, view: V) -> tuple[tuple[Card, ...], ...]:
        """All choices of several that one press of a button makes; the first is the one that the list starts with."""
        proposal = self.proposal(view)
        return () if proposal is None else (proposal,)

    def propose(self, view: V, action: Action, texts: Texts) -> str:
        """What the button that chooses a proposal says."""
        return self.label(action, texts)

    def choosing(self, view: V, cards: Sequence[Card], texts: Texts) -> tuple[str, ...]:
        """What it would mean to choose these cards, one line each."""
        return ()

    def card_note(self, view: V, card: Card, texts: Texts) -> str | None:
        """What the list of cards to choose from says beside this one."""
        return None

    def chosen(self, view: V, action: Action, texts: Texts) -> str:
        """What this player has chosen, while others who choose at the same time still may."""
        return texts.t("game.chosen", move=self.label(action, texts))

    def have_chosen(self, view: V, names: str, texts: Texts) -> str:
        """Who of those who choose at the same time has, for everybody."""
        return texts.t("game.have_chosen", names=names)

    def change(self, view: V, seat: int, texts: Texts) -> str:
        """What the deal that is over did to a seat's score: ``hand.between`` has it in a sentence."""
        return texts.number(view.points[seat], signed=True)

    # --- A player's record ---------------------------------------------------------------------

    def record(self, counters: Mapping[str, int], texts: Texts) -> str:
        """What the game counts beside points, summed over deals: a player's record has it as one line."""
        names = sorted(counters) if self.counters is None else self.counters
        return texts.t("list.dot").join(self.counter(name, counters.get(name, 0), texts) for name in names)

    def counter(self, name: str, n: int, texts: Texts) -> str:
        """One of these counters: ``<game>.counter.<name>``."""
        key = f"{self.key}.counter.{name}"
        if texts.has(key):
            return texts.t(key, n=n)
        return texts.t("stats.counter", name=name.replace("_", " ").capitalize(), n=n)

    # --- A deal's end --------------------------------------------------------------------------

    def summary(self, view: V, names: Names, texts: Texts) -> tuple[str, ...]:
        """What happened in a deal that has ended, one line each."""
        lines = [
            texts.t(
                "summary.points",
                name=texts.pair([names[seat] for seat in side]),
                change=texts.number(view.points[side[0]], signed=True),
                score=view.scores[side[0]],
            )
            for side in self.sides(view.seats)
        ]
        tricks = self.tricks_taken(view, names, texts)
        return (*lines, tricks) if tricks else tuple(lines)

    def tricks_taken(self, view: View, names: Names, texts: Texts) -> str | None:
        """How many tricks each took; None where the deal had none."""
        if not view.tricks:
            return None
        counts = [sum(trick.winner == seat for trick in view.tricks) for seat in range(view.seats)]
        taken = [texts.t("summary.taken", name=names[seat], n=counts[seat]) for seat in range(view.seats)]
        return texts.t("summary.tricks", tricks=texts.t("list.dot").join(taken))
