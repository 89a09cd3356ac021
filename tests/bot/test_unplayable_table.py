"""A table that cannot be played again, as people meet it in a channel."""

from __future__ import annotations

from tests.bot.club import Club
from tests.bot.player import Player, members, started

CANNOT = "This table cannot go on"
WRONG = "INSERT INTO actions VALUES (1, 1, 1, 0, 'call AS', 'normal', 1)"


async def spoilt(club: Club) -> tuple[Player, ...]:
    """Four at a table that cannot be played again; the first of them its host."""
    club.expected += ["cannot be played again", "unplayable"]
    four = tuple(members(club, "Ann", "Bo", "Cleo", "Dana"))
    await started(club, *four)
    await club.database.write(lambda connection: connection.execute(WRONG))
    club.client.service.forget(None, [await club.table()])
    return four


async def test_every_button_and_command_says_it_in_one_sentence(club: Club) -> None:
    ann, bo, *_ = await spoilt(club)
    for answer in (
        await bo.clicks("My hand", on=club.board()),
        await bo.clicks("More", on=club.board()),
        await bo.types("hand"),
        await bo.types("play", move="9s"),
        await bo.types("table leave"),
        await bo.types("table open", game="phat"),
        await bo.types("table end"),
    ):
        assert answer.private
        assert CANNOT in answer.text
        assert "/table end" in answer.text
    assert await bo.suggestions("9") == []
    assert "Phat" in (await ann.types("rules")).text, "rules can be read anywhere"


async def test_the_host_ends_it_and_another_can_be_opened(club: Club) -> None:
    ann, bo, *_ = await spoilt(club)
    assert "ended" in (await ann.types("table end")).text
    assert "The host ended this table" in club.board().text
    assert (await bo.types("table open", game="phat")).private
    assert "Phat · lobby" in club.board().text


async def test_another_table_of_ones_own_is_played_at_from_anywhere(club: Club) -> None:
    _, bo, *_ = await spoilt(club)
    elsewhere, third = club.guild.create_text_channel("more cards"), club.guild.create_text_channel("talk")
    await bo.opens(channel=elsewhere)
    assert "Your cards come here" in (await bo.types("hand", channel=third)).text
