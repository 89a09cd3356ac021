"""A record as a card player reads it: the hands, the tricks as a table, points and scores.

It knows no game: tricks come from the facts of the contract, everything else from the codes of the actions.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.actions import Action, CardPlayed, TrickTaken
from engine.cards import CODES, LOW_JOKER, SUIT_LETTERS, Card, suit_of
from engine.game import AnyGame, State
from engine.record import DealRecord, Record, one_line
from engine.replay import Step, play_deal, start

SYMBOLS = "♠♥♦♣"
_WIDTH = 100


def transcript(record: Record, *, symbols: bool = True) -> Iterator[str]:
    """The lines of a record's transcript; `RecordError` if it cannot be played again.

    Points, scores and results that the record claims are not looked at: they are worked out. Deals and tricks are
    counted from 1. ``symbols``: suits as ♠♥♦♣, otherwise as the letters SHDC.
    """
    game, state = start(record)
    scribe = _Scribe(game, record, SYMBOLS if symbols else SUIT_LETTERS)
    yield from scribe.heading(state)
    for number, deal in enumerate(record.deals):
        steps = list(play_deal(game, state, deal, number))
        state = steps[-1].state
        yield ""
        yield from scribe.deal(number, deal, steps)
    yield ""
    yield scribe.ending(state)


@dataclass
class _Trick:
    """A row of the table: the cards by seat in the order played; nobody has taken a trick still on the table."""

    cards: dict[int, Card] = field(default_factory=dict)
    taken: TrickTaken | None = None


class _Scribe:
    def __init__(self, game: AnyGame, record: Record, suits: str) -> None:
        self.game = game
        self.record = record
        self.suits = suits

    def heading(self, state: State) -> Iterator[str]:
        house = [
            f"{name} {'on' if value is True else 'off' if value is False else value}"
            for name, value in self.game.differing(state.options).items()
        ]
        yield f"{self.game.title} for {self.record.seats}, {', '.join(house) or 'rules as on the sheet'}"
        for seat, name in enumerate(self.record.players):
            yield f"  seat {seat}  {one_line(name, 40)}"

    def deal(self, number: int, deal: DealRecord, steps: Sequence[Step]) -> Iterator[str]:
        yield f"Deal {number + 1}, dealer: seat {deal.dealer}"
        yield from self.hands(deal)
        if deal.rest:
            yield f"  rest    {' '.join(map(self.card, deal.rest))}"
        said = [f"{seat} {self.action(action)}" for seat, action in deal.actions if action.verb != "play"]
        if said:
            yield from self.wrapped("Said: ", said)
        stand_ins = [f"{one_line(each.who, 40)} for seat {each.seat}" for each in deal.stand_ins]
        if stand_ins:
            yield from self.wrapped("Stood in: ", stand_ins)
        yield from self.tricks(steps)
        state = steps[-1].state
        acting = self.game.to_act(state)
        if acting:
            yield f"  Not finished: seat {' or '.join(map(str, acting))} to act"
        else:
            yield f"  Points  {self.numbers(state.points)}"
            yield f"  Scores  {self.numbers(state.scores)}"

    def ending(self, state: State) -> str:
        if not state.over:
            return f"The match is not finished. Scores: {self.numbers(state.scores)}"
        names = [f"seat {seat}" for seat in state.winners]
        if self.record.players:
            names = [f"{one_line(self.record.players[seat], 40)} (seat {seat})" for seat in state.winners]
        verb = "wins" if len(names) == 1 else "win"
        return f"{' and '.join(names)} {verb} the match. Scores: {self.numbers(state.scores)}"

    def hands(self, deal: DealRecord) -> Iterator[str]:
        """A line a seat, the suits under one another, each from its highest card down."""
        rows = [[self.suit(suit, hand) for suit in range(5)] for hand in deal.hands]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for seat, row in enumerate(rows):
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            yield f"  seat {seat}  {'   '.join(cells)}".rstrip()

    def suit(self, suit: int, hand: Sequence[Card]) -> str:
        cards = sorted((each for each in hand if suit_of(each) == suit), reverse=True)
        if suit == suit_of(LOW_JOKER):
            return " ".join(CODES[each] for each in cards)
        return " ".join((self.suits[suit], *(_rank(each) for each in cards))) if cards else f"{self.suits[suit]} -"

    def tricks(self, steps: Sequence[Step]) -> Iterator[str]:
        """The table of tricks: a column a seat, with the leader, the seat that took it, and its points."""
        tricks = [_Trick()]
        for fact in (fact for step in steps for fact in step.facts):
            if isinstance(fact, CardPlayed):
                tricks[-1].cards[fact.seat] = fact.card
            elif isinstance(fact, TrickTaken):
                tricks[-1].taken = fact
                tricks.append(_Trick())
        seats = range(self.record.seats)
        if tricks[0].cards:
            yield f"  trick  leads  {'  '.join(f'{seat:>3}' for seat in seats)}  takes  points"
        for number, trick in enumerate(tricks, 1):
            if trick.cards:
                played = "  ".join(
                    f"{self.card(trick.cards[seat]) if seat in trick.cards else '':>3}" for seat in seats
                )
                takes, points = (trick.taken.seat, trick.taken.points) if trick.taken else ("-", "-")
                yield f"  {number:>5}  {next(iter(trick.cards)):>5}  {played}  {takes:>5}  {points:>6}"

    def wrapped(self, title: str, items: Sequence[str]) -> list[str]:
        indent = " " * (2 + len(title))
        return textwrap.wrap(f"  {title}{', '.join(items)}", _WIDTH, subsequent_indent=indent)

    def action(self, action: Action) -> str:
        return " ".join((action.verb, *map(self.card, action.cards))) if action.cards else action.code

    def card(self, card: Card) -> str:
        return CODES[card] if card >= LOW_JOKER else _rank(card) + self.suits[suit_of(card)]

    def numbers(self, by_seat: Sequence[int]) -> str:
        """Numbers by seat; partners, whose numbers are the same, together: ``0+2: 22, 1+3: 66``."""
        sides = [side for side in self.game.partnerships if len({by_seat[seat] for seat in side}) == 1]
        together = {seat for side in sides for seat in side}
        sides += [(seat,) for seat in range(self.record.seats) if seat not in together]
        return ", ".join(f"{'+'.join(map(str, side))}: {by_seat[side[0]]}" for side in sorted(sides))


def _rank(card: Card) -> str:
    return CODES[card][0].replace("T", "10")
