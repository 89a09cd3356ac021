"""``/hand`` and ``/play move``."""

from __future__ import annotations

import gc

import discord

from bot.texts import Texts
from engine.cards import card
from tests.bot.club import Club
from tests.bot.player import members, on_turn, started


async def test_hand_shows_the_own_cards_from_any_channel_and_the_older_message_goes(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    first = ann.hand()
    elsewhere = club.guild.create_text_channel("chatter")
    answer = await ann.types("hand", channel=elsewhere)
    assert answer.private
    assert answer.text == first.text
    assert first.id not in [each.id for each in ann.sees()]
    player = await on_turn(club, (ann, bo))
    await player.plays() if player is bo else await bo.types("hand")
    assert ann.hand(elsewhere).id == answer.seen.id


async def test_open_hands_keep_no_interaction(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    await everybody[0].types("hand")
    for _ in range(2):
        await (await on_turn(club, everybody)).plays()
    assert all(player.hand() for player in everybody)
    gc.collect()
    kept = [each for each in gc.get_objects() if isinstance(each, discord.Interaction)]
    assert [each.type for each in kept if each.client is club.client] == []


async def test_hand_without_a_seat_says_so(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    assert "You have no seat here" in (await bo.types("hand")).text
    await ann.opens()
    assert "You have no seat here" in (await bo.types("hand")).text


async def test_hand_asks_which_of_two_tables_unless_one_is_here(club: Club) -> None:
    (ann,) = members(club, "Ann")
    other, third = (club.guild.create_text_channel(name) for name in ("other", "third"))
    await ann.opens()
    await ann.opens(channel=other)
    assert "Your cards come here" in (await ann.types("hand")).text
    asked = await ann.types("hand", channel=third)
    assert asked.private
    assert "Which hand do you want to see?" in asked.text
    assert asked.seen.able == ["Table 1", "Table 2"]
    chosen = await ann.clicks("Table 2", on=asked.seen)
    assert chosen.kind == "update"
    assert "Your cards come here" in chosen.text


async def test_the_list_under_move_is_exactly_what_may_be_played(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    assert await ann.suggestions() == []
    table = await started(club, ann, bo)
    player = await on_turn(club, (ann, bo))
    other = bo if player is ann else ann
    table = await club.table()
    seat = table.held_by(player.id).seat
    legal = [action.code for action in table.game.legal(table.match, seat).actions]
    assert await player.suggestions() == legal
    assert await other.suggestions() == []
    assert await eve.suggestions() == []
    rank = legal[0].removeprefix("play ")[0]
    narrowed = await player.suggestions(rank)
    assert narrowed
    assert set(narrowed) <= set(legal)
    assert await player.suggestions("no such card") == []


async def test_a_card_is_typed_by_symbol_by_letter_or_by_its_code(club: Club) -> None:
    ann, bo, cleo, dana = everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, ann, bo, cleo, dana)
    ways = (lambda code: Texts().card(card(code)), lambda code: code.lower(), lambda code: f"play {code}")
    for way in ways:
        player = await on_turn(club, everybody)
        code = (await player.suggestions())[0].removeprefix("play ")
        answer = await player.types("play", move=way(code))
        assert answer.private
        assert Texts().card(card(code)) in club.board().text


async def test_typing_something_that_is_no_move_changes_nothing_and_says_where_the_list_is(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    player = await on_turn(club, (ann, bo))
    before = await club.table()
    answer = await player.types("play", move="the @everyone ace of **swords**")
    assert "You cannot do that now" in answer.text
    assert "@everyone" not in answer.text
    assert (await club.table()).row.version == before.row.version


async def test_typing_out_of_turn_a_card_one_lacks_or_one_that_does_not_follow(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    leader = await on_turn(club, everybody)
    waiting = next(each for each in everybody if each is not leader)
    assert "It is not your turn" in (await waiting.types("play", move="9♠")).text
    table = await club.table()
    held = set(table.game.view(table.match, table.held_by(leader.id).seat).hand)
    foreign = next(code for code in ("AS", "KS", "QS", "JS", "TS", "9S", "8S") if card(code) not in held)
    assert "You do not hold" in (await leader.types("play", move=foreign)).text
    for _ in range(12):
        player = await on_turn(club, everybody)
        table = await club.table()
        view = table.game.view(table.match, table.held_by(player.id).seat)
        barred = [each for each in view.hand if each not in view.legal.cards]
        if barred:
            answer = await player.types("play", move=Texts().card(barred[0]))
            assert "were led: you must play a" in answer.text
            break
        await player.plays()
    else:
        raise AssertionError("everybody could always play anything; choose another seed")


async def test_typing_away_from_the_tables_plays_where_one_is_asked(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    other, third = (club.guild.create_text_channel(name) for name in ("other", "third"))
    await ann.opens(channel=other)
    await started(club, ann, bo)
    for _ in range(4):
        player = await on_turn(club, (ann, bo), 2)
        if player is ann:
            break
        await player.plays()
    (code, *_) = await ann.suggestions(channel=third)
    await ann.types("play", move=code, channel=third)
    assert Texts().card(card(code.removeprefix("play "))) in club.board().text
