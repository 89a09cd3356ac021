"""Pictures in messages: the same text with and without, every card named, and nothing that is not public."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.drawing.trick import TablePicture
from bot.games import find_drawn
from bot.practice.limits import message_problems
from bot.screen import pictures, reading_pictures, rules, table_pictures
from bot.screen.discord import public_message
from bot.tables.views import PublicView, SummaryView, TableView
from engine.cards import LOW_JOKER, Card
from engine.game import AnyGame, State
from engine.games import find_game, games
from tests.bot.screen.positions import ENGLISH, HOSTILE, SEAL, Json, parts, payload, seats, table_view
from tests.engine.walking import TABLES, source, walk

CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]|J[+−]")


def called(number: int) -> tuple[str, ...]:
    return ("Ann", "Bo", "Cleo", "Dana", "Eve", "Finn", "Gun")[:number]


def without_pictures(shown: list[Json]) -> list[Json]:
    """All parts but pictures, without what is in them, in order."""
    return [{key: value for key, value in part.items() if key != "components"} for part in shown if part["type"] != 12]


def view_of(game: AnyGame, state: State, names: tuple[str, ...] = ()) -> PublicView:
    """The table's message in this state."""
    public, sat = game.view(state, None), seats(*(names or called(state.seats)))
    if state.needs_deal or state.over:
        return SummaryView(table=5, seats=sat, public=public, commitment=SEAL, final=state.over)
    return replace(table_view_of(public, sat), phase="playing")


def table_view_of(public: object, sat: object) -> TableView:
    return TableView(
        table=5,
        clock="live",
        phase="playing",
        seats=sat,  # type: ignore[arg-type]
        host=101,
        public=public,  # type: ignore[arg-type]
        due={},
        next_deal_at=None,
        commitment=SEAL,
        free=(),
    )


def states(key: str, number: int, deals: int = 2) -> Iterator[State]:
    game = find_game(key)
    for step in walk(game, number, source(number), deals=deals):
        yield step.after


def shown(card: Card) -> str:
    return ENGLISH.card(card)


def public_cards(state: State, game: AnyGame) -> set[str]:
    """All cards that have been laid open in this deal: played, turned up, called, announced."""
    public = game.view(state, None)
    tricks = [*public.tricks, *([public.trick] if public.trick is not None else [])]
    found = {card for trick in tricks for _, card in trick.plays}
    for name in ("turn_up", "called"):
        card = getattr(public, name, None)
        found |= set() if card is None else {card}
    return {shown(card) for card in found}


def in_picture(picture: TablePicture) -> set[str]:
    laid = [place.laid for place in picture.places] + list(picture.last.laid if picture.last else ())
    return {shown(each.card) for each in laid if each is not None}


@pytest.mark.parametrize(("key", "number"), TABLES)
async def test_a_description_names_every_card_and_only_what_lies_open(key: str, number: int) -> None:
    game, some = find_game(key), 0
    for state in states(key, number, deals=12):
        for each in table_pictures.of_table(view_of(game, state), "tricks", ENGLISH):
            named = set(CARD.findall(each.alt))
            assert named <= public_cards(state, game)
            assert all(name in each.alt for name in called(number))
            if isinstance(each.picture, TablePicture):
                some += 1
                assert in_picture(each.picture) <= named
    assert some > 8


@pytest.mark.parametrize(("key", "number"), TABLES)
async def test_text_alone_loses_nothing(key: str, number: int) -> None:
    """With its picture a message has the same texts and buttons, in the same order, and still fits."""
    game = find_game(key)
    for state in states(key, number, deals=1):
        view = view_of(game, state)
        wanted = table_pictures.of_table(view, "tricks", ENGLISH)
        bare, full = public_message(view, ENGLISH), public_message(view, ENGLISH)
        pictures.insert(full, wanted)
        before, after = payload(bare), payload(full)
        assert without_pictures(parts(after)) == without_pictures(parts(before))
        assert sum(part["type"] == 12 for part in parts(after)) == len(wanted)
        assert not message_problems(after, file_names={each.file for each in wanted})


@pytest.mark.parametrize("name", HOSTILE)
async def test_any_name_can_be_pictured_and_described(name: str) -> None:
    for key, number in TABLES:
        if number != max(find_game(key).seats_allowed):
            continue
        for state in states(key, number, deals=1):
            for each in table_pictures.of_table(view_of(find_game(key), state, (name,) * number), "tricks", ENGLISH):
                assert 0 < len(each.alt) <= pictures.LONGEST_ALT
                if isinstance(each.picture, TablePicture):
                    assert all(place.name for place in each.picture.places)


async def test_a_server_gets_what_it_has_chosen() -> None:
    game = find_game("phat")
    seen = {"off": 0, "results": 0, "tricks": 0, "anything": 0}
    for state in states("phat", 4):
        view = view_of(game, state)
        for wanted in seen:
            seen[wanted] += len(table_pictures.of_table(view, wanted, ENGLISH))
    assert seen["off"] == seen["anything"] == 0
    assert seen["results"] == 2
    assert seen["tricks"] == 2 * 51 + 2, "a trick is on the table after each card but a deal's last"


async def test_the_last_trick_is_shown_where_it_may_be_looked_at() -> None:
    game = find_game("phat")
    for step in walk(game, 4, source(3), {"last_trick_view": "none"}, deals=1):
        for each in table_pictures.of_table(view_of(game, step.after), "tricks", ENGLISH):
            assert not isinstance(each.picture, TablePicture) or each.picture.last is None


@pytest.mark.parametrize(("key", "number"), TABLES)
async def test_whoever_is_marked_as_taking_the_trick_takes_it(key: str, number: int) -> None:
    """The card marked when all have played is that of the seat which then took the trick."""
    game, some = find_game(key), 0
    for step in walk(game, number, source(number), deals=12):
        before, after = game.view(step.before, None), game.view(step.after, None)
        if len(after.tricks) != len(before.tricks) + 1 or before.trick is None:
            continue
        last = after.tricks[-1]
        # The trick as it lay whole, which no view shows.
        whole = replace(before, trick=replace(before.trick, plays=last.plays), to_act=())
        assert find_drawn(key).best(whole) in (last.winner, None)
        some += 1
    assert some > 4


async def test_jacks_that_are_always_trumps_and_the_off_jack_look_different() -> None:
    knektpass, pitch = find_drawn("knektpass"), find_drawn("pitch")
    jacks = [13 * suit + 9 for suit in range(4)]
    assert [card for card in range(54) if knektpass.raised(card, 2)] == jacks
    assert [card for card in range(54) if pitch.raised(card, 0)] == [jacks[3]]
    assert not any(pitch.raised(card, None) for card in range(54))
    assert not any(find_drawn("phat").raised(card, 1) for card in range(LOW_JOKER))


@pytest.mark.parametrize("key", games())
async def test_pictures_of_rule_pages(key: str) -> None:
    """Every card of a page's picture is named; each game has some; turning beyond the ends is no error."""
    options = find_game(key).settle({})
    found = [each for n in range(14) for each in rules.illustrations(key, n, ENGLISH, options)]
    assert found
    for each in found:
        assert len(CARD.findall(each.alt)) >= 4
        message = rules.page(key, 1, ENGLISH, options)
        pictures.insert(message, [each])
        assert not message_problems(payload(message), file_names={each.file})


async def test_a_rule_page_shows_no_example_that_the_house_rules_forbid() -> None:
    options = find_game("knektpass").settle({"must_beat": False})
    assert reading_pictures.of_page("knektpass", "play", options, ENGLISH) == ()


async def test_a_running_score() -> None:
    course = [("2026-01-31", 22), ("2026-02-01", -6), ("2026-02-03", 30)]
    each = reading_pictures.of_course("phat", "Ann", course, True, ENGLISH)[0]
    assert each.alt == (
        "Phat · running score of Ann, 3 deals from 2026-01-31 to 2026-02-03: lowest 0, highest 46, now 46."
    )
    assert getattr(each.picture, "scores", None) == (0, 22, 16, 46)
    assert reading_pictures.of_course("phat", "Ann", course[:1], True, ENGLISH) == ()
    long = reading_pictures.of_course("phat", "Ann", course * 1000, False, ENGLISH)[0]
    scores: tuple[int, ...] = getattr(long.picture, "scores", ())
    assert (len(scores), scores[0], scores[-1]) == (reading_pictures.POINTS_DRAWN + 1, 0, 46_000)
    assert "practice" in long.alt


async def test_more_seats_than_can_be_drawn_are_words_alone() -> None:
    view = view_of(find_game("phat"), next(state for state in states("phat", 4) if not state.needs_deal))
    assert isinstance(view, TableView)
    assert table_pictures.of_table(view, "tricks", ENGLISH)
    many = replace(view, public=replace(view.public, seats=8))
    assert table_pictures.of_table(many, "tricks", ENGLISH) == ()


async def test_between_deals_there_is_no_trick_to_picture() -> None:
    state = next(iter(state for state in states("phat", 4) if state.needs_deal))
    assert table_pictures.of_table(table_view(state), "tricks", ENGLISH) == ()
