"""What goes over each person's wire, in every game: never a card of a hand that they may not know of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.practice import club
from bot.practice.server import Practice
from bot.store.database import Database
from bot.tables.options import HOUSE_RULES
from engine.games import find_game, games
from tests.engine.walking import invariants
from tests.store.making import change_settings
from tests.wire.cards import in_letters, named
from tests.wire.conftest import Join
from tests.wire.driver import Person
from tests.wire.knowing import Knowing, Moment
from tests.wire.player import (
    answers_in,
    as_message,
    hand_unless_over,
    offers,
    open_table,
    press,
    says,
    table_with,
)
from tests.wire.process import bot_in, rows

PLAYERS = (club.ANN_ID, club.BO_ID, club.CLEO_ID, club.DANA_ID)
ONLOOKER = club.EVE_ID
_DECISION = re.compile(r"\bt:\d+:([1-9]\d*):")
_NOW = (
    "SELECT deal, (SELECT COUNT(*) FROM actions WHERE deal_no = deal)"
    " FROM (SELECT COALESCE(MAX(no), 0) AS deal FROM deals)"
)


def tells_of(frame: str, deal: int, now: int) -> bool:
    """Whether this tells, while a later deal goes on, how this one went: by its number, or unnumbered of the last."""
    if any(words in frame for words in (f" deal {deal} ", f" deal {deal}\\n", f' deal {deal}"')):
        return True
    return deal == now - 1 and (" is over" in frame or "Next deal" in frame)


def asked_at(frame: str) -> set[Moment]:
    """When what its buttons ask was asked: their ids tell."""
    return {divmod(int(decision), 100_000) for decision in _DECISION.findall(frame)}


class Ears:
    """Listens to a person's wire, and notes with each frame how far the match was when it came."""

    def __init__(self, home: Path, person: Person) -> None:
        self._home = home
        self.person = person
        self.heard: list[tuple[Moment, str]] = []
        person.overhear = self.overhear

    def overhear(self, frame: str) -> None:
        """Take in one frame."""
        ((deal_no, count),) = rows(self._home, _NOW)
        self.heard.append(((deal_no, count), frame))

    def told_too_much(self, knowing: Knowing, seat: int | None) -> list[str]:
        """Each frame that names a card which this seat, or an onlooker, could not know of, with these cards."""
        found = []
        for moment, frame in self.heard:
            secret = named(frame) - knowing.may_be_told(moment, seat)
            for deal, end in knowing.ends.items():
                # A later deal has been dealt, and perhaps played, while this was still on its way.
                if secret and deal < moment[0] and tells_of(frame, deal, moment[0]):
                    secret -= knowing.may_be_told((deal, end), seat)
            for asked in asked_at(frame):
                # Others have acted since, while this question was still on its way.
                if secret and asked < moment:
                    secret -= knowing.may_be_told(asked, seat)
            if secret:
                found.append(f"{sorted(secret)} at {moment}: {frame}")
        return found


async def seat_down(people: Sequence[Person], key: str) -> None:
    """A table of this game, by the server's house rules if there are any, up to its start."""
    await open_table(*people, game=key)
    panel = as_message(await people[0].click(await press(people[0], "More"), label="Options"))
    if offers(panel, "This server's house rules"):
        await people[0].click(panel, label="This server's house rules")
    await press(people[0], "Start")


async def play(people: Sequence[Person], *, deals: int) -> None:
    """Answer whatever is asked, by chance, until so many deals or the match are over."""
    chance, done = Random(4), 0
    while True:
        for person in people:
            hand = await hand_unless_over(person)
            if hand is None:
                return
            if answers := answers_in(hand):
                chosen = chance.choice(answers)["custom_id"]
                after = as_message(await person.click(hand, chosen))
                if ":do:" not in chosen:  # the first of two steps
                    await person.click(after, chance.choice(answers_in(after))["custom_id"])
            elif offers(hand, "Next deal"):
                if not (done := done + (person is people[0])) < deals:
                    return
                await person.click(hand, label="Next deal")
            elif "This table has ended." in says(hand):
                return


async def judged(home: Path, people: Sequence[Person], key: str, deals: int) -> Knowing:
    """Play, and hold every frame that anybody got against what they could know."""
    ears = [Ears(home, person) for person in people]
    await seat_down(people[:-1], key)
    await play(people[:-1], deals=deals)
    seats = {str(who): seat for seat, who in rows(home, "SELECT seat, person_id FROM seats")}
    knowing = Knowing(home)
    for owner, hand in enumerate(knowing.dealt[1]):
        others = set.union(*knowing.dealt[1]) - hand
        assert hand <= knowing.may_be_told((1, 0), owner)
        assert not others & knowing.may_be_told((1, 0), owner)
    assert not set.union(*knowing.dealt[1]) & knowing.may_be_told((1, 0), None)
    for each in ears:
        seat: int | None = seats.get(each.person.id)
        assert each.told_too_much(knowing, seat) == [], each.person.name
        assert len(each.heard) > (10 if seat is not None else 1)
        # That is no deafness: a card of the next seat's would be heard.
        each.heard.append(((1, 0), min(knowing.dealt[1][((seat or 0) + 1) % knowing.seats])))
        assert len(each.told_too_much(knowing, seat)) == 1
    return knowing


@pytest.mark.parametrize("key", sorted(games()))
async def test_in_a_deal_no_wire_names_a_hidden_card(key: str, practice: Practice, join: Join, tmp_path: Path) -> None:
    async with bot_in(practice, tmp_path):
        knowing = await judged(tmp_path, await join(*PLAYERS, ONLOOKER), key, 1)
        assert 1 in knowing.ends


@pytest.mark.soak
@pytest.mark.parametrize("key", sorted(games()))
async def test_in_a_match_no_wire_names_a_hidden_card(key: str, practice: Practice, join: Join, tmp_path: Path) -> None:
    own = invariants(find_game(key))
    short = getattr(own, "OPTIONS_FOR_SHORT", getattr(own, "OPTIONS_FOR_GOLDEN", {}))
    async with await Database.open(tmp_path / "tables.sqlite3") as database:
        await change_settings(database, int(club.GUILD_ID), {HOUSE_RULES: {key: short}})
    async with bot_in(practice, tmp_path):
        people = await join(*PLAYERS, ONLOOKER)
        knowing = await judged(tmp_path, people, key, 100)
        await table_with(people[0], "Rematch")
        assert rows(tmp_path, "SELECT phase FROM tables") == [("over",)]
        assert len(knowing.ends) > 1


def test_cards_are_heard_in_every_form() -> None:
    assert named('{"label": "10\\u2660"}') == {"TS"}
    assert named('{"custom_id": "t:1:2:do:play 9H"}') == {"9H"}
    assert named("K♦ 2♣ J+ J−") == {"KD", "2C", "J+", "J-"}
    assert named("discard 4H J-") == {"4H", "J-"}
    assert named("Ann <:10_of_spades_4f1a:12> · Bo <:queen_of_hearts_00ff:3>") == {"TS", "QH"}
    assert named('{"emoji": {"id": "12", "name": "low_joker_4f1a"}, "label": "x"}') == {"J-"}
    assert named('<img alt=":2_of_clubs_4f1a:">') == {"2C"}
    # That there are emoji of all cards tells nobody anything.
    assert named('{"emojis": [{"id": "12", "name": "9_of_spades_4f1a"}]}') == set()
    assert in_letters("<:jack_of_diamonds_4f1a:1> <:high_joker_4f1a:2> <t:1:R>") == "J♦ J+ <t:1:R>"


def test_a_late_word_of_a_finished_deal_is_known_by_its_number() -> None:
    assert tells_of("### Pitch · deal 1 is over\\nHigh A♣", 1, 3)
    assert tells_of("This deal is over. For you: **+3**.", 2, 3)
    assert not tells_of("This deal is over. For you: **+3**.", 1, 3)
    assert not tells_of("### Pitch · deal 12 is over", 1, 3)
    assert not tells_of("### Pitch · deal 3\\nBo leads", 1, 3)


def test_a_late_question_is_known_by_its_buttons() -> None:
    assert asked_at('{"custom_id": "t:1:200017:do:play 9H"}, {"custom_id": "t:1:200017:draft:call S"}') == {(2, 17)}
    assert asked_at('{"custom_id": "t:1:0:hand:"}') == set()
