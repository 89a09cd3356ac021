"""``/rules`` and ``/leaderboard``, and the buttons that lead there."""

from __future__ import annotations

from bot.store import tables as rows
from tests.bot.club import Club
from tests.bot.player import Player, members, play_out, started


async def test_rules_of_a_game_in_pages_that_replace_one_another(club: Club) -> None:
    (ann,) = members(club, "Ann")
    first = await ann.types("rules", game="phat")
    assert first.private
    assert "Phat · In short" in first.text
    assert "In short" not in first.seen.able
    turned = await ann.clicks("Points", on=first.seen)
    assert turned.kind == "update"
    assert turned.seen.id == first.seen.id
    assert "Phat · Points" in turned.text
    house_rules = await ann.clicks("House rules", on=turned.seen)
    assert "First to 181 points" in house_rules.text


async def test_without_a_game_the_rules_are_those_of_the_table_here_with_its_house_rules(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo, target=60)
    eve = members(club, "Eve")[0]
    opened = await eve.types("rules")
    house_rules = await eve.clicks("House rules", on=opened.seen)
    assert "First to 60 points" in house_rules.text
    assert "differs from the usual rules" in house_rules.text
    elsewhere = club.guild.create_text_channel("elsewhere")
    usual = await eve.types("rules", game="phat", channel=elsewhere)
    assert "First to 181 points" in (await eve.clicks("House rules", on=usual.seen)).text


async def test_the_pages_of_a_table_that_is_long_over_still_turn(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    opened = await bo.clicks("Rules", on=club.board())
    await ann.types("table end")
    assert "Phat · End" in (await bo.clicks("End", on=opened.seen)).text


async def test_rules_never_take_the_place_of_a_hand(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    hand = ann.hand()
    assert "New to Phat?" in hand.text
    rules = await ann.clicks("Rules", on=hand)
    assert rules.private
    assert rules.kind == "message"
    assert rules.seen.id != hand.id
    assert ann.again(hand).text == hand.text


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
