"""Hints as people click them."""

from __future__ import annotations

from bot.tables import hints
from bot.tables.commands import Person, Play
from bot.tables.model import Table
from engine.actions import Choice
from tests.bot.club import Club
from tests.bot.messages import Seen
from tests.bot.player import Player, members


async def panel(player: Player) -> Seen:
    more = (await player.clicks("More", on=player.club.board())).seen
    return (await player.clicks("Options", on=more)).seen


async def with_hints(club: Club, player: Player) -> Seen:
    """The player's hand, at a table alone with computers and hints, when they are asked."""
    await player.opens()
    await player.clicks("Give me hints", on=await panel(player))
    await player.clicks("Play now with computers", on=club.board())
    table = await club.table()
    assert hints.are_given(table)
    return player.hand()


async def test_the_host_turns_them_on_in_the_panel(club: Club) -> None:
    (ann, bo) = members(club, "Ann", "Bo")
    await ann.opens()
    shown = await panel(ann)
    assert "**Hints:** off" in shown.text
    shown = (await ann.clicks("Give me hints", on=shown)).seen
    assert "**Hints:** on" in shown.text
    assert "Hints** are on" in club.board().text
    shown = (await ann.clicks("No hints", on=shown)).seen
    assert "**Hints:** off" in shown.text
    assert "Hints**" not in club.board().text
    await bo.clicks("Join")
    assert "Hints:" not in (await panel(ann)).text
    refused = await ann.clicks("Give me hints", on=shown)
    assert "one person who plays alone" in refused.text


async def test_a_press_shows_the_same_hand_with_a_hint(club: Club) -> None:
    (ann,) = members(club, "Ann")
    hand = await with_hints(club, ann)
    assert "Hint" in hand.able
    assert "💡" not in hand.text
    answer = await ann.clicks("Hint", on=hand)
    assert answer.kind == "update"
    assert answer.seen.id == hand.id
    assert answer.seen.cards == hand.cards
    (line,) = [line for line in answer.text.splitlines() if "💡" in line]
    assert line.startswith("💡 **Play ")
    table = await club.table()
    hint = await hints.hint(table, ann.id, table.decision(0), club.client.deciding)
    assert (await ann.plays(hint.code.removeprefix("play "))).kind == "update"
    assert "💡" not in ann.hand().text, "what was said about that card is gone with it"


async def test_an_old_hint_button_shows_the_hand_as_it_is_now(club: Club) -> None:
    (ann,) = members(club, "Ann")
    hand = await with_hints(club, ann)
    await ann.plays()
    answer = await ann.sends(next(each for each in hand.ids.values() if ":hint:" in each), on=hand)
    assert "has moved on" in answer.text
    assert "💡" not in answer.text


async def test_nobody_else_gets_one(club: Club) -> None:
    (ann, bo) = members(club, "Ann", "Bo")
    hand = await with_hints(club, ann)
    answer = await bo.sends(next(each for each in hand.ids.values() if ":hint:" in each), on=club.board())
    assert answer.private
    assert "no seat" in answer.text


async def test_a_hint_for_a_turn_that_passes_meanwhile_is_not_shown(club: Club) -> None:
    (ann,) = members(club, "Ann")
    hand = await with_hints(club, ann)
    usual, asked = club.client.deciding.choice, []

    async def slowly(table: Table, seat: int, level: str) -> Choice:
        """As usual; but while a hint is worked out, its person plays."""
        choice = await usual(table, seat, level)
        if level == hints.LEVEL:
            asked.append(seat)
            await club.client.service.submit(table.id, Person(ann.id, ann.name), None, Play(choice.action.code))
        return choice

    club.client.deciding.choice = slowly  # type: ignore[method-assign]
    answer = await ann.clicks("Hint", on=hand)
    assert asked == [0]
    assert answer.kind == "update"
    assert "💡" not in answer.text


async def test_what_is_being_put_together_outlives_a_hint(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens("pitch")
    await ann.clicks("Give me hints", on=await panel(ann))
    await ann.clicks("Play now with computers", on=club.board())
    for _ in range(3):
        table = await club.table()
        if table.game.view(table.match, 0).phase == "discard":
            break
        if 0 in table.awaited():
            await ann.clicks("Pass" if "Pass" in ann.hand().able else ann.hand().able[0], on=ann.hand())
    hand = ann.hand()
    chosen = (await ann.clicks("Choose otherwise", on=hand)).seen
    helped = (await ann.clicks("Hint", on=chosen)).seen
    assert "💡 **Discard" in helped.text
    assert "Choose otherwise" not in helped.labels, "the list is still open"
