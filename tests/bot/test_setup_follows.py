"""What follows from a server's settings: its leaderboards, lobbies and new tables."""

from __future__ import annotations

from bot.store import scores
from tests.bot.club import Club
from tests.bot.player import member, members, play_out, started
from tests.bot.setup_panel import changes, panel, row


async def test_a_new_season_takes_two_steps_and_loses_nothing(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    (bo,) = members(club, "Bo")
    await started(club, ann, bo)
    await play_out(club, [ann, bo])
    shown = await panel(ann)
    asked = (await ann.clicks("New season", on=shown)).seen
    assert "Begin season 2?" in asked.text
    assert "Those of season 1 stay as they are" in asked.text
    assert "season 1" not in str((await bo.types("leaderboard")).seen.parts)
    assert (await row(club)).season == 1
    back = (await ann.clicks("Back to the settings", on=asked)).seen
    asked = (await ann.clicks("New season", on=back)).seen
    begun = await club.at_once(
        ann.click("Begin season 2", on=asked),
        ann.click("Begin season 2", on=asked),
    )
    # Pressed twice, it is begun once.
    assert sorted("ended already" in answer.text for answer in begun) == [False, True]
    assert "Season 2" in ann.again(shown).text
    assert (await row(club)).season == 2
    assert await changes(club) == [("season", "1", "2")]
    assert "Nobody has finished a deal here this season" in (await bo.types("leaderboard", game="phat")).text
    # What was scored before is one choice away.
    board = (await bo.types("leaderboard", game="phat")).seen
    earlier = await bo.chooses("score.season1", on=board)
    assert earlier.kind == "update"
    assert "Running score · season 1" in earlier.text
    for name in ("Ann", "Bo (you)"):
        assert f" {name} **" in earlier.text
    for forged in ("score.season2", "score.season0", "wins.season1", "score.season999999", "score.season"):
        answer = await bo.sends("t:0:0:order:phat", on=board, kind=3, values=[forged])
        assert ("no such leaderboard" in answer.text.lower()) is (forged != "score.season"), (forged, answer.text)
    # The table that is open belongs to the season it was opened in; the next one to the new one.
    await ann.types("table end")
    await bo.types("table end")
    await started(club, ann, bo)
    assert [(await club.table(number)).row.season for number in (1, 2)] == [1, 2]


async def test_what_is_counted_judges_old_and_new_deals(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    (bo,) = members(club, "Bo")
    await started(club, ann, bo, target=40)
    await play_out(club, [ann, bo])
    assert "this is practice" in (await bo.types("leaderboard")).text
    shown = await panel(ann)
    answer = await ann.chooses("two", on=shown, verb="setting:counting")
    assert "What counts: Strict → Two people" in ann.again(shown).text
    assert answer.private
    assert "this is practice" not in (await bo.types("leaderboard")).text
    await ann.chooses("strict", on=ann.again(shown), verb="setting:counting")
    assert "this is practice" in (await bo.types("leaderboard")).text
    await ann.chooses("everything", on=ann.again(shown), verb="setting:counting")
    assert {each.counted for each in await scores.standing(club.database, club.guild.id, ann.id)} == {True}


async def test_the_lobbys_panel_says_practice_only_where_it_is(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    await ann.opens()
    for counting, said in (("strict", True), ("two", False)):
        await ann.chooses(counting, on=await panel(ann), verb="setting:counting")
        more = (await ann.clicks("More", on=club.board())).seen
        options = (await ann.clicks("Options", on=more)).seen
        values = (await ann.chooses("muck_tie", on=options, verb="option:")).seen
        shown = (await ann.chooses("none" if said else "split", on=values)).seen
        assert ("are practice" in shown.text) is said


async def test_without_computers_a_table_waits_for_people(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    bo, cleo, dana = members(club, "Bo", "Cleo", "Dana")
    await ann.opens()
    lobby = club.board()
    assert "Play now with computers" in lobby.labels
    more = (await ann.clicks("More", on=lobby)).seen
    await ann.clicks("🤖 normal", on=more)
    shown = await panel(ann)
    assert "minded by a computer all the same" in shown.text
    await ann.chooses("off", on=shown, verb="setting:computers")
    # The lobby that stands follows at once.
    lobby = club.board()
    assert "Play now with computers" not in lobby.labels
    assert "3 more people have to join: this server plays without computers." in lobby.text
    for custom_id in ("t:1:0:playnow:", "t:1:0:start:"):
        refused = await ann.sends(custom_id, on=lobby)
        assert refused.private
        assert "3 more people have to take a seat first" in refused.text
    assert "plays without computer players" in (await ann.sends("t:1:0:addcomputer:hard", on=lobby)).text
    more = (await ann.clicks("More", on=lobby)).seen
    assert not [label for label in more.labels if label.startswith("🤖")]
    (remove,) = [label for label in more.labels if label.startswith("Remove")]
    await ann.clicks(remove, on=more)
    for player in (bo, cleo, dana):
        assert "more p" in (await ann.clicks("Start")).text
        await player.clicks("Join")
    assert "Everybody is here: press Start." in club.board().text
    await ann.clicks("Start")
    table = await club.table()
    assert table.row.phase == "playing"
    assert not any(seat.computer for seat in table.seats)
    # Who leaves is stood in for, or the match would hang.
    await bo.types("table leave")
    assert [seat.computer for seat in (await club.table()).seats].count("normal") == 1


async def test_a_game_for_fewer_starts_with_the_people_there_are(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    (bo,) = members(club, "Bo")
    await ann.chooses("off", on=await panel(ann), verb="setting:computers")
    await ann.opens("knektpass")
    assert "One more person has to join" in club.board().text
    assert "one more person has to take a seat" in (await ann.clicks("Start")).text
    await bo.clicks("Join")
    assert "Start begins with the 2 who sit here" in club.board().text
    await ann.clicks("Start")
    assert [seat.person_id for seat in (await club.table()).seats] == [ann.id, bo.id]


async def test_a_table_is_opened_as_the_server_has_set_where_nothing_is_said(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    shown = await panel(ann)
    await ann.chooses("relaxed", on=shown, verb="setting:clock")
    await ann.chooses("thread", on=ann.again(shown), verb="setting:place")
    await ann.opens()
    first = (await club.table(1)).row
    assert first.clock == "relaxed"
    assert first.channel_id != club.channel.id
    await ann.opens(clock="live", place="here")
    second = (await club.table(2)).row
    assert (second.clock, second.channel_id) == ("live", club.channel.id)
    await ann.chooses("none", on=ann.again(shown), verb="setting:clock")
    await ann.chooses("here", on=ann.again(shown), verb="setting:place")
    await ann.opens()
    # A table that lasts for days gets its thread all the same.
    third = (await club.table(3)).row
    assert third.clock == "none"
    assert third.channel_id not in (club.channel.id, first.channel_id)


async def test_open_tables_are_shown_in_the_language_that_is_set_now(club: Club) -> None:
    ann = member(club, "Ann", manager=True)
    (bo,) = members(club, "Bo")
    await started(club, ann, bo)
    other = club.guild.create_text_channel("other")
    await ann.opens(channel=other)
    before = [club.board(channel).text for channel in (None, other)]
    shown = await panel(ann)
    await ann.chooses("sv", on=shown, verb="setting:language")
    assert "Fyra spelare" in club.board(other).text
    assert club.board().text != before[0]
    await ann.chooses("discord", on=ann.again(shown), verb="setting:language")
    assert [club.board(channel).text for channel in (None, other)] == before
