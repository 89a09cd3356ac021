"""What a client of somebody's own making may send: each meets one sentence, and changes nothing."""

from __future__ import annotations

import pytest

from bot.screen import ids
from tests.bot.club import Club
from tests.bot.player import Player, member, members, on_turn, play_out, started


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "x",
        "t:1:0:nonsense:",
        "t:1:0:do:play",
        "t:1:0:do:play XX",
        "t:x:0:hand:",
        "t:1:0:page:phat",
        "t:1:0:hand:\n",
        "t:99999999999999999999:0:hand:",
        "a" * 100,
        "t:1:0:do:" + "x" * 90,
    ],
)
async def test_an_id_that_was_not_made_here_is_answered_in_a_sentence(club: Club, custom_id: str) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    before = await club.table()
    answer = await ann.sends(custom_id, on=club.board())
    assert answer.private
    assert answer.text
    assert "went wrong" not in answer.text
    assert (await club.table()).row.version == before.row.version


@pytest.mark.parametrize(
    "custom_id",
    ["t:1:0:page:poker.1", "t:1:0:board:poker", "t:1:0:showboard:poker", "t:0:0:rules:", "t:1:0:page:phat.99"],
)
async def test_a_forged_page_or_board_is_answered_in_a_sentence(club: Club, custom_id: str) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    answer = await ann.sends(custom_id, on=club.board())
    assert answer.private
    assert "went wrong" not in answer.text


async def test_another_decision_another_table_another_hand_and_a_grey_card(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    for _ in range(12):
        player = await on_turn(club, everybody)
        hand = player.hand()
        grey = [hand.ids[label] for label in hand.labels if label not in hand.able]
        if grey:
            break
        await player.plays()
    before = await club.table()
    good = next(hand.ids[label] for label in hand.able if ":do:" in hand.ids[label])
    table, decision, card = good.split(":")[1], good.split(":")[2], good.rpartition(":")[2]
    other = next(each for each in everybody if each is not player)
    tries: list[tuple[Player, str, str]] = [
        (player, f"t:{table}:{int(decision) + 1}:do:{card}", "The table has moved on"),
        (player, f"t:{table}:0:do:{card}", "The table has moved on"),
        (player, f"t:77:{decision}:do:{card}", "There is no such table"),
        (player, grey[0], "were led: you must play"),
        (player, f"t:{table}:{decision}:do:play {_not_held(player)}", "You do not hold"),
        (player, f"t:{table}:{decision}:do:bid 7", "That cannot be done now"),
        (player, f"t:{table}:{decision}:do:play J+", ""),
        (other, good, "moved on"),
        (other, f"t:{table}:{before.decision(before.held_by(other.id).seat)}:do:{card}", "It is not your turn"),
    ]
    for who, custom_id, sentence in tries:
        answer = await who.sends(custom_id, on=who.hand())
        assert answer.private
        assert sentence in answer.text, custom_id
        assert (await club.table()).row.version == before.row.version, custom_id
        await who.clicks("My hand", on=club.board())


def _not_held(player: Player) -> str:
    held = {custom_id.rpartition("play ")[2] for custom_id in player.hand().ids.values()}
    return next(code for code in ("AS", "AH", "AD", "AC") if code not in held)


async def test_a_tables_buttons_clicked_in_another_server_are_refused(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    before = await club.table()
    elsewhere = club.env.create_guild("Another club")
    channel = elsewhere.create_text_channel("cards")
    # Ann sits at the table and is a member there too, and even a moderator.
    guest = Player(club, elsewhere.add_member(ann.actor.user))
    moderator = member(club, "Mo", guild=elsewhere, moderator=True)
    await guest.opens(channel=channel)
    message = club.board(channel)
    for custom_id in (
        *club.board().ids.values(),
        *ann.hand().ids.values(),
        "t:1:0:end:",
        "t:1:0:leave:",
        "t:1:0:proof:",
    ):
        for who in (guest, moderator):
            answer = await who.sends(custom_id, on=message)
            assert answer.private
            if ":rules:" not in custom_id:
                assert "There is no such table" in answer.text, custom_id
    assert (await club.table()).row.version == before.row.version


async def test_the_buttons_of_a_table_that_is_over_say_so(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    board = club.board()
    ids = [
        *board.ids.values(),
        *ann.hand().ids.values(),
        "t:1:0:next:1",
        "t:1:0:rematch:",
        "t:1:0:take:2",
        "t:1:0:mind:",
    ]
    await ann.types("table end")
    for custom_id in ids:
        answer = await ann.sends(custom_id, on=board)
        assert answer.private
        if ":rules:" not in custom_id:
            assert "ended" in answer.text, custom_id


async def test_a_name_full_of_markup_formats_and_mentions_nothing(club: Club) -> None:
    ann = member(club, "**@everyone** [x](https://a.b)")
    await ann.opens()
    text = club.board().text
    assert "@everyone" not in text.replace("@\u200beveryone", "")
    assert "](https://" not in text


async def test_a_level_that_no_computer_plays_at_is_refused(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    answer = await ann.sends("t:1:0:addcomputer:oracle", on=club.board())
    assert answer.private
    assert "That cannot be done now" in answer.text
    assert [seat.computer for seat in (await club.table()).seats] == [None] * 4
    await ann.clicks("Play now with computers")
    assert {seat.computer for seat in (await club.table()).seats} == {None, "normal"}


_ARGUMENTS = (
    "",
    "0",
    "9",
    "99999",
    "phat.1",
    "phat.99",
    "poker.0",
    "phat",
    "poker",
    "easy",
    "oracle",
    "target",
    "end",
    "x",
)
_ACTIONS = ("play AS", "play J+", "bid 999", "pass", "call S", "discard" + " AS" * 13, "zzz")
_NUMBERS = ("0", "2", "9" * 18, "9223372036854775808", "9" * 19)


@pytest.mark.parametrize("phase", ["lobby", "playing", "between", "over"])
async def test_every_verb_with_every_argument_meets_a_sentence(club: Club, phase: str) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await _brought_to(club, phase, ann, bo)
    made = (f"t:1:0:{verb}:{argument}" for verb in ids.VERBS for argument in (*_ARGUMENTS, *_ACTIONS))
    forged = [each for each in made if ids.parse(each) is not None]
    forged += [f"t:{number}:{number[:14]}:{verb}:" for verb in ("hand", "rematch", "join") for number in _NUMBERS]
    board = club.board()
    for who, left_out in ((eve, ()), (bo, ("leave", "end", "next", "mind", "rematch"))):
        sent = [each for each in forged if each.split(":")[3] not in left_out]
        for first in range(0, len(sent), 10):
            some = sent[first : first + 10]
            # A select's answer comes with its values, a button's without: the same ids as both.
            deeds = [who.send(each, on=board, kind=2 + n % 2, values=("0",)) for n, each in enumerate(some)]
            answers = await club.at_once(*deeds)
            # That each was answered is checked wherever answers are read; an older hand is gone by then.
            told = [(each, answer.text) for each, answer in zip(some, answers, strict=True) if answer.message]
            assert [each for each, text in told if "went wrong" in text or not text] == []


async def _brought_to(club: Club, phase: str, ann: Player, bo: Player) -> None:
    """A table of these two in this phase."""
    if phase == "lobby":
        await ann.opens()
        await bo.clicks("Join")
    else:
        await started(club, ann, bo, target=30 if phase == "over" else None)
    if phase in ("between", "over"):
        await play_out(club, [ann, bo])
    assert (await club.table()).row.phase == phase
