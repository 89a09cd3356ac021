"""``/leaderboard`` and ``/stats``: pages, one's own line, Show here, and what is asked for that is not there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.store import people
from bot.store import tables as rows
from bot.store.records import Counting, LedgerRow
from tests.bot.club import Club
from tests.bot.player import Player, members, play_out, started
from tests.bot.tongues import another_catalogue
from tests.store.making import committed, opened, won_by


async def new_season(club: Club) -> None:
    """The server's next season begins."""
    servers = club.client.service.servers
    await servers.change(club.guild.id, lambda row: (replace(row, season=row.season + 1), ()))


async def scored(club: Club, points: Mapping[int, int], *, days_ago: float = 0, counted: bool = True) -> None:
    """A finished match of Phat in this server of one deal, with these points by person; the first has won."""
    database, at = club.database, club.client.service.now() - days_ago * 86_400
    server = await people.server(database, club.guild.id)
    where = {"guild_id": club.guild.id, "game": "phat"}
    channel = 1000 + len(await rows.open_tables(database))
    table = await opened(database, (), channel_id=channel, host_id=None, **where)
    reach = Counting.STRICT if counted else Counting.EVERYTHING
    ledger = tuple(
        LedgerRow(
            **where,  # type: ignore[arg-type]
            season=server.season,
            table_id=table.id,
            deal_no=1,
            person_id=person,
            points=each,
            reach=reach,
            persons=len(points),
            at=at,
            won=not number,
            stats={"nines_caught": 2},
        )
        for number, (person, each) in enumerate(points.items())
    )
    winner, loser, *_ = points
    result = won_by(winner, loser, table.id, season=server.season, ended_at=at, **where)
    result = replace(result, persons=tuple(replace(one, reach=reach) for one in result.persons))
    names = {person: f"Player {person}" for person in points if person < 10**6}
    await committed(database, table, {"ledger": ledger, "result": result, "names": names})


def crowd(player: Player, place: int, count: int) -> dict[int, int]:
    """So many people with different points, this one at a place."""
    found = {1000 + number: 500 - 10 * number for number in range(1, count + 1)}
    points = found.pop(1000 + place)
    return {**found, player.id: points}


# --- Leaderboards -------------------------------------------------------------------------------------------------


async def test_an_empty_leaderboard_says_so_and_cannot_be_shown_to_all(club: Club) -> None:
    (ann,) = members(club, "Ann")
    answer = await ann.types("leaderboard", game="phat")
    assert answer.private
    assert "Nobody has finished a deal here yet" in answer.text
    assert answer.seen.labels == []


async def test_practice_stands_on_the_leaderboard_until_a_deal_counts_and_is_called_so(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann)
    await play_out(club, [ann])
    await ann.types("table end")
    board = await ann.types("leaderboard")
    assert "this is practice" in board.text
    assert "Ann (you)" in board.text
    await bo.opens()
    await ann.clicks("Join")
    await bo.clicks("Start")
    await play_out(club, [ann, bo], 2)
    counted = await bo.types("leaderboard")
    assert "this is practice" not in counted.text
    assert "Points of all deals that count" in counted.text
    recorded = await rows.record_rows(club.database, 2)
    assert recorded is not None
    table = await club.table(2)
    for player in (ann, bo):
        assert f"**{table.match.scores[table.held_by(player.id).seat]}** · one deal" in counted.text


async def test_show_here_posts_the_leaderboard_for_everybody_without_marking_anybody(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await play_out(club, [ann, bo])
    private = await ann.types("leaderboard")
    shown = await ann.clicks("Show here", on=private.seen)
    assert not shown.private
    assert "(you)" not in shown.text
    assert shown.seen.labels == []
    assert shown.seen.id in [each.id for each in club.messages()]
    assert ann.again(private.seen).text == private.text


async def test_a_leaderboard_knows_only_its_own_server(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await play_out(club, [ann, bo])
    elsewhere = club.env.create_guild("Another club")
    channel = elsewhere.create_text_channel("cards")
    guest = Player(club, elsewhere.add_member(ann.actor.user))
    assert "Nobody has finished a deal here yet" in (await guest.types("leaderboard", channel=channel)).text


async def test_pages_turn_in_place_and_ones_own_line_is_always_there(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await scored(club, crowd(ann, 15, 23))
    first = await ann.types("leaderboard", game="phat")
    assert "**1.** Player 1001 **490** · one deal" in first.text
    assert "**15.** Somebody (you) **350** · one deal" in first.text
    assert "Page 1 of 3 · 23 players" in first.text
    assert "◀ Back" not in first.seen.able
    second = await ann.clicks("Next ▶", on=first.seen)
    assert second.kind == "update"
    assert second.seen.id == first.seen.id
    assert second.text.count("(you)") == 1
    assert "**16.** Player 1016 **340**" in second.text
    third = await ann.clicks("Next ▶", on=second.seen)
    assert "**23.** Player 1023 **270**" in third.text
    assert "**15.** Somebody (you) **350**" in third.text
    assert "Next ▶" not in third.seen.able
    assert "Page 2 of 3" in (await ann.clicks("◀ Back", on=third.seen)).text


async def test_show_here_posts_the_page_that_is_open(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await scored(club, crowd(ann, 2, 14))
    first = await ann.types("leaderboard")
    second = await ann.clicks("Next ▶", on=first.seen)
    shown = await ann.clicks("Show here", on=second.seen)
    assert not shown.private
    assert "**11.** Player 1011" in shown.text
    assert "Page 2 of 2" in shown.text
    assert "(you)" not in shown.text
    assert "**2.**" not in shown.text


async def test_equals_share_a_place_and_negative_points_stand_last(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await scored(club, {1001: 5, 1002: 5, ann.id: -7})
    told = (await ann.types("leaderboard")).text
    assert "**1.** Player 1001 **5**" in told
    assert "**1.** Player 1002 **5**" in told
    assert "**3.** Somebody (you) **−7**" in told


async def test_by_average_and_wins_a_place_takes_ten_matches(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    for _ in range(9):
        await scored(club, {ann.id: 3, bo.id: 1})
    for by in ("average", "wins"):
        assert "**–** Somebody (you) · 9 of 10 matches" in (await ann.types("leaderboard", by=by)).text
    await scored(club, {bo.id: 4, ann.id: 2})
    assert "**1.** Somebody (you) **2.9** · 10 deals" in (await ann.types("leaderboard", by="average")).text
    assert "**2.** Somebody (you) **10%** · 1 of 10 matches" in (await bo.types("leaderboard", by="wins")).text


async def test_ratings_are_made_of_real_matches_and_never_of_computers(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo, target=31)
    await people.change_server(club.database, club.guild.id, lambda row: (replace(row, counting=Counting.TWO), ()))
    assert "Nobody has a rating here yet" in (await ann.types("leaderboard", by="rating")).text
    while (table := await club.table()).row.phase != "over":
        if table.row.phase == "between":
            for player in (ann, bo):
                await player.clicks("Next deal", on=club.board())
        await play_out(club, [ann, bo])
    told = (await ann.types("leaderboard", by="rating", period="days")).text
    assert "Rating · all time" in told
    assert told.count("?** · one match") == 2
    for name in ("Ann", "Bo"):
        assert f" {name} " in told
    winner = next(player for player in (ann, bo) if table.held_by(player.id).seat in table.match.winners)
    assert f"**1.** {winner.name}" in told


async def test_periods(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await scored(club, {ann.id: 100, 1001: 1}, days_ago=60)
    await scored(club, {ann.id: 10, 1001: 1}, days_ago=10)
    assert "all time" in (await ann.types("leaderboard")).text
    await club.inside(new_season(club))
    await scored(club, {ann.id: 1, 1001: 1})
    for period, points in (("all", 111), ("season", 1), ("days", 11)):
        assert f"(you) **{points}**" in (await ann.types("leaderboard", period=period)).text
    assert "(you) **1**" in (await ann.types("leaderboard")).text, "the season, once there have been two"
    await club.inside(new_season(club))
    assert "Nobody has finished a deal here this season" in (await ann.types("leaderboard")).text


async def test_the_select_leads_to_every_other_leaderboard(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await scored(club, crowd(ann, 2, 3))
    answer = await ann.types("leaderboard")
    for value, said in {
        "wins.season": "Share of matches won · this season",
        "rating.all": "Rating · all time",
        "score.days": "Running score · last 30 days",
    }.items():
        answer = await ann.chooses(value, on=answer.seen, verb="order")
        assert answer.kind == "update"
        assert said in answer.text


async def test_practice_of_this_season_is_called_so(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await scored(club, {ann.id: 5, 1001: 1})
    await club.inside(new_season(club))
    await scored(club, {ann.id: 7, 1001: 1}, counted=False)
    told = (await ann.types("leaderboard")).text
    assert "No deal has counted this season, so this is practice" in told
    assert "(you) **7**" in told


@pytest.mark.parametrize(
    "options", [{"by": "luck"}, {"period": "tomorrow"}, {"by": "rating", "game": "bridge"}, {"game": "phat "}]
)
async def test_a_leaderboard_that_is_not_there_is_one_sentence(club: Club, options: dict[str, Any]) -> None:
    (ann,) = members(club, "Ann")
    answer = await ann.forges("leaderboard", **options)
    assert answer.private
    assert "There is no " in answer.text
    assert "\n" not in answer.text


async def test_forged_buttons_are_answered_in_a_sentence_or_with_the_nearest_page(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await scored(club, crowd(ann, 2, 14))
    board = (await ann.types("leaderboard")).seen
    assert "Page 2 of 2" in (await ann.sends("t:0:0:board:phat.score.all.9999", on=board)).text
    assert "Page 1 of 2" in (await ann.sends("t:0:0:board:phat.score.all.0", on=board)).text
    for forged in ("t:0:0:board:phat.rating.days.1", "t:0:0:board:phat.luck.all.1"):
        answer = await ann.sends(forged, on=board)
        assert "Rating · all time" in answer.text or "There is no such leaderboard" in answer.text
    assert "no game called" in (await ann.sends("t:0:0:showboard:bridge", on=board)).text
    assert (
        "There is no such leaderboard"
        in (await ann.sends("t:0:0:order:phat", on=board, kind=3, values=["score.never"])).text
    )


# --- Records ------------------------------------------------------------------------------------------------------


async def test_ones_own_record_and_a_strangers(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    eve = members(club, "Eve")[0]
    await scored(club, {ann.id: 10, bo.id: -4})
    await scored(club, {bo.id: 8, ann.id: 6})
    await scored(club, {ann.id: 1, bo.id: 0}, counted=False)
    own = await ann.types("stats")
    assert own.private
    for said in (
        "### Ann in this server",
        "**🍀 Phat**",
        "Running score **16** · place 1",
        "2 matches · 1 won (50%)",
        "2 deals · 1 won (50%) · average 8.0",
        "Best deal +10 · worst +6",
        "Nines caught **4**",
        "?** · from 2 matches",
        "-# Practice **1**",
    ):
        assert said in own.text
    stranger = await eve.types("stats", person=bo.actor, game="phat")
    assert stranger.private
    assert "### Bo in this server" in stranger.text
    assert "Running score **4** · place 2" in stranger.text
    assert "Best deal +8 · worst −4" in stranger.text


async def test_a_record_shown_here_is_public_and_names_as_last_seen(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await scored(club, {ann.id: 10, 1001: -4})
    private = await ann.types("stats")
    shown = await ann.clicks("Show here", on=private.seen)
    assert not shown.private
    assert shown.seen.labels == []
    assert "Running score **10**" in shown.text
    assert "Somebody in this server" in shown.text, "nobody had seen Ann at a table"


async def test_who_has_no_record_is_told_so(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await scored(club, {ann.id: 10, 1001: -4})
    assert (await bo.types("stats")).text == "### Bo in this server\nBo has not finished a deal here yet."
    other = await ann.types("stats", game="pitch")
    assert "Ann has not finished a deal of Pitch here yet." in other.text
    assert other.seen.labels == []
    assert "no game called" in (await ann.forges("stats", game="bridge")).text


async def test_a_record_knows_only_its_own_server(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await scored(club, {ann.id: 10, 1001: -4})
    elsewhere = club.env.create_guild("Another club")
    channel = elsewhere.create_text_channel("cards")
    guest = Player(club, elsewhere.add_member(ann.actor.user))
    assert "has not finished a deal here yet" in (await guest.types("stats", channel=channel)).text


async def test_a_record_tells_this_season_apart_once_there_have_been_two(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await scored(club, {ann.id: 10, 1001: -4})
    assert "This season" not in (await ann.types("stats")).text
    await club.inside(new_season(club))
    await scored(club, {1001: 50, ann.id: 1})
    told = (await ann.types("stats")).text
    assert "Running score **11** · place 2" in told
    assert "This season **1** · place 2" in told


async def test_scores_are_not_read_in_direct_messages(club: Club) -> None:
    (ann,) = members(club, "Ann")
    for command in ("leaderboard", "stats"):
        assert "server" in (await ann.forges(command, private=True)).text


async def test_what_is_shown_here_speaks_the_servers_language(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    another_catalogue(monkeypatch, {"board.score_all": "[sv]", "stats.title": "[sv] {name}"})
    (ann,) = members(club, "Ann")
    await scored(club, {ann.id: 10, 1001: -4})
    club.locales[ann.id] = "sv-SE"
    for command in ("leaderboard", "stats"):
        private = await ann.types(command)
        assert "[sv]" in private.text
        assert "[sv]" not in (await ann.clicks("Show here", on=private.seen)).text
    club.locales.clear()
    club.locales[club.guild.id] = "sv-SE"
    for command in ("leaderboard", "stats"):
        private = await ann.types(command)
        assert "[sv]" not in private.text
        assert "[sv]" in (await ann.clicks("Show here", on=private.seen)).text
