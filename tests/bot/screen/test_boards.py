"""Leaderboards and records as messages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.games import find_face
from bot.screen import boards, stats
from bot.screen.boards import KINDS, BoardLine, BoardView, percent
from bot.screen.stats import GameRecord, RecordView, Sums
from engine.games import games
from tests.bot.screen.positions import ENGLISH, HOSTILE, controls, labels, parts, payload, text

MENU = 3


def lines() -> list[BoardLine]:
    return [
        BoardLine(place=1, name="Ann", points=301, deals=12),
        BoardLine(place=2, name="**Bo**", points=-4, deals=1, own=True),
        BoardLine(place=2, name=None, points=-4, deals=2),
    ]


def view(shown: list[BoardLine], **values: Any) -> BoardView:
    given: dict[str, Any] = {
        "game": "phat",
        "by": "score",
        "period": "all",
        "number": 1,
        "pages": 1,
        "persons": len(shown),
        "lines": shown,
        "own": next((line for line in shown if line.own), None),
        "counted": True,
        "needed": 10,
    }
    return BoardView(**{**given, **values})


async def test_the_leaderboard() -> None:
    built = boards.board(view(lines()), ENGLISH, shared=False)
    assert text(built).split("\n") == [
        "### 🍀 Phat · leaderboard of this server",
        "Running score · all time",
        "**1.** Ann **301** · 12 deals",
        "**2.** \\*\\*Bo\\*\\* (you) **−4** · one deal",
        "**2.** Somebody **−4** · 2 deals",
        "-# Points of all deals that count here, added up.",
    ]
    assert controls(built) == ["t:0:0:showboard:phat.score.all.1", "t:0:0:order:phat"]


async def test_pages_turn_and_the_reader_stands_below_when_not_on_this_one() -> None:
    own = BoardLine(place=31, name="Cleo", points=-90, deals=4, own=True)
    built = boards.board(view(lines()[:1], number=2, pages=4, persons=38, own=own), ENGLISH, shared=False)
    assert "**31.** Cleo (you) **−90** · 4 deals" in text(built)
    assert "Page 2 of 4 · 38 players" in text(built)
    assert controls(built)[:3] == [
        "t:0:0:board:phat.score.all.1",
        "t:0:0:board:phat.score.all.3",
        "t:0:0:showboard:phat.score.all.2",
    ]
    for number, off in ((1, ["◀ Back"]), (4, ["Next ▶"])):
        at_an_end = boards.board(view(lines()[:1], number=number, pages=4), ENGLISH, shared=False)
        assert labels(at_an_end, off=True) == off
    assert "You are not on this leaderboard yet." in text(
        boards.board(view(lines()[:1], pages=2, own=None), ENGLISH, shared=False)
    )


async def test_a_shared_leaderboard_marks_nobody_and_has_no_controls() -> None:
    built = boards.board(view(lines(), counted=False, pages=3), ENGLISH, shared=True)
    assert "(you)" not in text(built)
    assert "practice" in text(built)
    assert not controls(built)
    alone = boards.board(view(lines()[:1], own=lines()[1]), ENGLISH, shared=True)
    assert "Bo" not in text(alone)


async def test_earlier_seasons_stand_last_in_the_list_the_newest_of_them_first() -> None:
    def offered(season: int, period: str = "season") -> list[tuple[str, bool]]:
        built = boards.board(view(lines(), season=season, period=period), ENGLISH, shared=False)
        (menu,) = (part for part in parts(payload(built)) if part["type"] == MENU)
        return [(each["value"], bool(each.get("default"))) for each in menu["options"]]

    assert len(offered(1)) == len(KINDS)
    assert offered(3)[len(KINDS) :] == [("score.season2", False), ("score.season1", False)]
    assert ("score.season1", True) in offered(3, "season1")
    many = offered(10**6)
    assert len(many) == 25
    assert many[-1] == (f"score.season{10**6 - boards.EARLIER}", False)
    built = boards.board(view(lines(), season=3, period="season2", counted=False), ENGLISH, shared=False)
    assert text(built).split("\n")[1] == "Running score · season 2"
    assert "No deal counted in that season" in text(built)
    assert controls(built)[0] == "t:0:0:showboard:phat.score.season2.1"
    nothing = boards.board(view([], season=3, period="season2"), ENGLISH, shared=False)
    assert "Nobody finished a deal here in that season." in text(nothing)


def test_which_periods_are_earlier_seasons() -> None:
    assert boards.earlier_season("season12") == 12
    for period in ("season", "all", "days", "season-1", "season٣", "season1234567", "", "12"):
        assert boards.earlier_season(period) is None


async def test_an_empty_leaderboard_still_leads_to_the_others() -> None:
    for (by, period), said in {
        ("score", "all"): "Nobody has finished a deal here yet.",
        ("wins", "season"): "Nobody has finished a deal here this season.",
        ("average", "days"): "Nobody has finished a deal here in the last 30 days.",
        ("rating", "all"): "Nobody has a rating here yet.",
    }.items():
        built = boards.board(view([], by=by, period=period), ENGLISH, shared=False)
        assert said in text(built)
        assert controls(built) == ["t:0:0:order:phat"]


async def test_averages_and_shares_and_who_has_no_place_yet() -> None:
    placed = BoardLine(place=1, name="Ann", points=-25, deals=10, matches=12, wins=8)
    near = BoardLine(place=None, name="Bo", points=50, deals=1, matches=9, wins=9, own=True)
    by_average = text(boards.board(view([placed, near], by="average"), ENGLISH, shared=False))
    assert "**1.** Ann **−2.5** · 10 deals" in by_average
    assert "**–** Bo (you) · 9 of 10 matches" in by_average
    by_wins = text(boards.board(view([placed, near], by="wins"), ENGLISH, shared=False))
    assert "**1.** Ann **67%** · 8 of 12 matches" in by_wins
    assert "A place takes 10 of them" in by_wins


async def test_a_rating_made_from_few_matches_has_a_question_mark() -> None:
    sure = BoardLine(place=1, name="Ann", rating=1432, matches=12)
    unsure = BoardLine(place=2, name="Bo", rating=980, matches=1, provisional=True)
    said = text(boards.board(view([sure, unsure], by="rating"), ENGLISH, shared=False))
    assert "**1.** Ann **1432** · 12 matches" in said
    assert "**2.** Bo **980?** · one match" in said
    assert "Everybody begins with 1000" in said


async def test_the_select_offers_every_leaderboard_and_marks_the_one_shown() -> None:
    for by, period in KINDS:
        sent = payload(boards.board(view(lines(), by=by, period=period), ENGLISH, shared=False))
        (menu,) = (part for part in parts(sent) if part["type"] == MENU)
        assert [option["value"] for option in menu["options"] if option.get("default")] == [f"{by}.{period}"]
        assert [tuple(option["value"].split(".")) for option in menu["options"]] == list(KINDS)


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("kind", KINDS, ids=".".join)
async def test_the_longest_and_the_most_hostile_names_fit(kind: tuple[str, str], shared: bool) -> None:
    by, period = kind
    for name in (*HOSTILE, "🧑‍🤝‍🧑👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇸🇪"[:32]):
        line = BoardLine(
            place=10**6, name=name, points=-(10**9), deals=10**6, matches=10**6, wins=10**6, rating=-(10**4)
        )
        unranked = replace(line, place=None)
        shown = [line, unranked] * (boards.PAGE // 2)
        own = replace(line, own=True)
        full = view(shown, by=by, period=period, pages=99999, number=5, persons=10**6, own=own, counted=False)
        said = text(boards.board(full, ENGLISH, shared=shared))
        assert "<@" not in said.replace("\\<", "")
        assert len(payload(boards.board(full, ENGLISH, shared=shared))["components"]) == 1


def test_shares_are_whole_hundredths_and_halves_go_up() -> None:
    assert [percent(*each) for each in ((0, 0), (0, 3), (1, 3), (2, 3), (1, 8), (3, 3))] == [0, 0, 33, 67, 13, 100]


# --- Records --------------------------------------------------------------------------------------------------------

FULL = Sums(
    points=301,
    deals=120,
    deals_won=63,
    best=60,
    worst=-12,
    matches=14,
    wins=8,
    counters={"nines_caught": 40, "fives_caught": 31, "big_phat": 12, "tricks": 400},
)


def record(game: str = "phat", **values: Any) -> GameRecord:
    given: dict[str, Any] = {"game": game, "counted": FULL, "place": 2, "practice": None}
    return GameRecord(**{**given, **values})


def record_view(*records: GameRecord, **values: Any) -> RecordView:
    return RecordView(**{"person": 700_000_000_000_000_001, "name": "Ann", "records": records, "needed": 10, **values})


async def test_a_record() -> None:
    practice = Sums(points=-5, deals=2, deals_won=1, best=3, worst=-8)
    shown = record(practice=practice, season=(45, 3), rating=(1432, 12, False))
    built = stats.stats(record_view(shown), ENGLISH, shared=False)
    assert text(built).split("\n") == [
        "### Ann in this server",
        "**🍀 Phat**",
        "Running score **301** · place 2",
        "This season **45** · place 3",
        "14 matches · 8 won (57%)",
        "120 deals · 63 won (53%) · average 2.5",
        "Best deal +60 · worst −12",
        "Rating **1432** · from 12 matches",
        "Nines caught **40** · Fives caught **31** · Big Phat taken **12** · Little Phat taken **0** · Muck won **0**",
        "-# Practice **−5** · No match played to its end · 2 deals · 1 won (50%) · average −2.5"
        " · Best deal +3 · worst −8",
    ]
    assert controls(built) == ["t:0:0:showstats:700000000000000001"]
    of_one = stats.stats(record_view(shown, game="phat"), ENGLISH, shared=False)
    assert controls(of_one) == ["t:0:0:showstats:700000000000000001.phat"]
    assert not controls(stats.stats(record_view(shown), ENGLISH, shared=True))


async def test_only_practice_says_that_nothing_has_counted() -> None:
    said = text(stats.stats(record_view(record(counted=None, place=None, practice=FULL)), ENGLISH, shared=False))
    assert "No deal has counted yet." in said
    assert "-# Practice **301**" in said


async def test_a_provisional_rating_says_when_it_is_sure() -> None:
    said = text(stats.stats(record_view(record(rating=(1077, 1, True))), ENGLISH, shared=False))
    assert "Rating **1077?** · from one match; sure after 10" in said


async def test_no_record_is_a_sentence_without_buttons() -> None:
    for values, said in (({}, "Ann has not finished a deal here yet."), ({"game": "phat"}, "a deal of Phat here yet.")):
        built = stats.stats(record_view(**values), ENGLISH, shared=False)
        assert said in text(built)
        assert not controls(built)


async def test_every_games_record_fits_with_hostile_names_and_many_games() -> None:
    most = 10**9
    big = Sums(points=most, deals=most, deals_won=most, best=most, worst=-most, matches=most, wins=most)
    many = [
        record(key, counted=big, practice=big, season=(10**9, 10**6), rating=(10**5, 10**6, True)) for key in games()
    ]
    for name in HOSTILE:
        payload(stats.stats(record_view(*many, name=name), ENGLISH, shared=False))
    built = stats.stats(record_view(*many * 5), ENGLISH, shared=False)
    payload(built)
    assert "games more: choose one with the command." in text(built)


@pytest.mark.parametrize("key", sorted(games()))
async def test_the_counters_a_record_shows_are_counted_by_the_game_and_have_words(key: str) -> None:
    game, face = games()[key], find_face(key)
    seats = game.seats_allowed[0]
    counted = set(game.deal_stats(game.start(game.settle({}), seats))[0])
    assert face.counters is None or set(face.counters) <= counted
    said = face.record(dict.fromkeys(counted, 3), ENGLISH)
    assert said.count("**3**") == len(face.counters or counted)
    if face.counters is not None:
        assert all(ENGLISH.has(f"{key}.counter.{name}") for name in face.counters)
