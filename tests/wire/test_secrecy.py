"""What goes over each person's wire in a whole deal: never a card of somebody else's that has not been played."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

from bot.practice import club
from tests.wire.conftest import Join
from tests.wire.driver import Person
from tests.wire.player import cards_in, hand_of, is_asked, is_over, open_table, play_a_card, press, table_with
from tests.wire.process import BotProcess, rows

#: A card as people read it, and as ids and typed moves carry it.
READ = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])")
CODED = re.compile(r"\bplay ([2-9TJQKA])([SHDC])")
SYMBOLS = dict(zip("♠♥♦♣", "SHDC", strict=True))


def cards(frame: str) -> set[str]:
    """The codes of all cards that a frame names, however it names them."""
    text = frame.encode().decode("unicode_escape") if "\\u" in frame else frame
    read = {("T" if rank == "10" else rank) + SYMBOLS[suit] for rank, suit in READ.findall(text)}
    return read | {rank + suit for rank, suit in CODED.findall(text)}


class Ears:
    """Listens to a person's wire: what it names has to be their own, or already on its way to the table."""

    def __init__(self, own: set[str], played: set[str]) -> None:
        self._own, self._played = own, played
        self.frames = 0
        self.secrets: list[str] = []

    def overhear(self, frame: str) -> None:
        """Take in one frame."""
        self.frames += 1
        self.secrets += sorted(cards(frame) - self._own - self._played)


async def test_no_wire_ever_names_a_hidden_card_of_somebody_else(bot: BotProcess, join: Join, tmp_path: Path) -> None:
    people = await join(club.ANN_ID, club.BO_ID, club.CLEO_ID, club.DANA_ID, club.EVE_ID)
    players = people[:4]
    await open_table(*players)
    # Until the deal is written nobody knows the cards, so that frames may be judged from the first on.
    waiting: list[tuple[Person, str]] = []
    for person in people:
        person.overhear = _keep(waiting, person)
    await press(players[0], "Start")
    dealt = rows(tmp_path, "SELECT hands FROM deals")[0][0].split("/")
    seats = {str(who): seat for seat, who in rows(tmp_path, "SELECT seat, person_id FROM seats")}
    played: set[str] = set()
    ears = {}
    for person in people:
        own = set(dealt[seats[person.id]].split()) if person.id in seats else set()
        ears[person] = Ears(own, played)
        person.overhear = ears[person].overhear
    for person, frame in waiting:
        ears[person].overhear(frame)

    chance, over = Random(4), False
    while not over:
        for person in players:
            hand = await hand_of(person)
            over = over or is_over(hand)
            if not is_asked(hand):
                continue
            if len(played) == 47:  # the last click: the table plays the last trick by itself
                played.update(*(each.split() for each in dealt))
            card = chance.choice(cards_in(hand))
            played |= cards(card)
            await play_a_card(person, hand, chance, card)
    await table_with(people[4], "Next deal")
    assert {person.name: each.secrets for person, each in ears.items()} == {person.name: [] for person in people}
    assert all(each.frames > 50 for person, each in ears.items() if person in players)
    assert ears[people[4]].frames > 1


def _keep(kept: list[tuple[Person, str]], person: Person) -> Callable[[str], None]:
    return lambda frame: kept.append((person, frame))


def test_the_ears_hear_cards_in_every_form() -> None:
    assert cards('{"label": "10\\u2660"}') == {"TS"}
    assert cards('{"custom_id": "t:1:2:do:play 9H"}') == {"9H"}
    assert cards("K♦ 2♣") == {"KD", "2C"}
