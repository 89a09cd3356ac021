"""``/rules``, and the buttons that lead there."""

from __future__ import annotations

from tests.bot.club import Club
from tests.bot.player import members, started


async def test_rules_of_a_game_in_pages_that_replace_one_another(club: Club) -> None:
    (ann,) = members(club, "Ann")
    first = await ann.types("rules", game="phat")
    assert first.private
    assert "Phat · In short" in first.text
    assert "In short" not in first.seen.able
    turned = await ann.clicks("Scores", on=first.seen)
    assert turned.kind == "update"
    assert turned.seen.id == first.seen.id
    assert "Phat · Scores" in turned.text
    house_rules = await ann.clicks("House rules", on=turned.seen)
    assert "First to 181 points" in house_rules.text


async def test_without_a_game_the_rules_are_those_of_the_table_here_with_its_house_rules(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo, target=60)
    eve = members(club, "Eve")[0]
    opened = await eve.types("rules")
    house_rules = await eve.clicks("House rules", on=opened.seen)
    assert "First to 60 points" in house_rules.text
    assert "differs from the standard rules" in house_rules.text
    elsewhere = club.guild.create_text_channel("elsewhere")
    usual = await eve.types("rules", game="phat", channel=elsewhere)
    assert "First to 181 points" in (await eve.clicks("House rules", on=usual.seen)).text


async def test_the_pages_of_a_table_that_is_long_over_still_turn(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    opened = await bo.clicks("Rules", on=club.board())
    await ann.types("table end")
    assert "Phat · Goal" in (await bo.clicks("Goal", on=opened.seen)).text


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
