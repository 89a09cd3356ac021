"""Old buttons: a quarter of an hour later, after a restart, stale and doubled."""

from __future__ import annotations

from tests.bot.club import Club
from tests.bot.player import members, on_turn, started


async def test_buttons_are_still_answered_sixteen_minutes_later(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens(clock="relaxed")
    lobby = club.board()
    await club.passes(16 * 60)
    assert "Your cards come here" in (await bo.clicks("Join", on=lobby)).text
    await ann.clicks("Start", on=lobby)
    board = club.board()
    panel = (await bo.clicks("More", on=board)).seen
    rules = (await bo.clicks("Rules", on=board)).seen
    player = await on_turn(club, (ann, bo))
    if player is bo:
        await player.clicks("My hand", on=board)
    hand = player.hand()
    await club.passes(16 * 60)
    # Every token is dead by now; each click brings one of its own.
    assert (await bo.clicks("Scores", on=rules)).kind == "update"
    assert (await bo.clicks("Fairness proof", on=panel)).kind == "update"
    assert (await bo.clicks("More", on=board)).private
    card = next(custom_id for label, custom_id in hand.ids.items() if label in hand.able)
    answer = await player.sends(card, on=hand)
    assert answer.kind == "update"
    assert answer.seen.id == hand.id
    assert (await player.clicks("My hand", on=board)).private
    assert club.logged() == []


async def test_a_hand_is_not_edited_over_a_token_that_has_died(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    await club.passes(20 * 60)
    before = len(club.requests())
    await ann.clicks("My hand", on=club.board())
    await bo.clicks("My hand", on=club.board())
    late = [each for each in club.requests()[before:] if each.path.startswith("/webhooks")]
    assert all(each.method == "PATCH" for each in late), "an old hand was to be taken away over its dead token"


async def test_a_stale_card_redraws_the_hand_with_the_reason_on_its_first_line(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    player = await on_turn(club, everybody)
    hand = player.hand()
    stale = next(custom_id for label, custom_id in hand.ids.items() if label in hand.able)
    await player.plays(hand.cards[1])
    version = (await club.table()).row.version
    answer = await player.sends(stale, on=hand)
    assert answer.kind == "update"
    assert "The table has moved on" in answer.text.splitlines()[0]
    assert (await club.table()).row.version == version
    # The reason goes with the next change.
    await (await on_turn(club, everybody)).plays()
    assert "moved on" not in player.again(hand).text


async def test_a_doubled_click_counts_once_and_both_are_answered(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    for _ in range(4):
        player = await on_turn(club, everybody)
        hand = player.hand()
        card = next(custom_id for label, custom_id in hand.ids.items() if label in hand.able)
        before = (await club.table()).last_no
        answers = await club.at_once(player.send(card, on=hand), player.send(card, on=hand))
        assert [each.kind for each in answers] == ["update", "update"]
        table = await club.table()
        assert table.last_no == before + 1
    assert await on_turn(club, everybody)


async def test_two_people_who_click_at_once_are_both_answered_and_one_plays(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    player = await on_turn(club, everybody)
    other = next(each for each in everybody if each is not player)
    hand = player.hand()
    card = next(custom_id for label, custom_id in hand.ids.items() if label in hand.able)
    answers = await club.at_once(other.send(card, on=other.hand()), player.send(card, on=hand))
    assert [each.kind for each in answers] == ["update", "update"]
    assert (await club.table()).last_no == 1
    table = await club.table()
    (mine,) = (seat.seat for seat in table.seats if seat.person_id == player.id)
    trick = table.game.view(table.match, None).trick
    assert trick is not None
    assert [seat for seat, _ in trick.plays] == [mine]


async def test_after_a_restart_in_the_middle_of_a_trick_everything_goes_on(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    for _ in range(6):
        await (await on_turn(club, everybody)).plays()
    before = await club.table()
    board = club.board()
    hands = {player: player.hand() for player in everybody}
    await club.restart()
    after = await club.table()
    for seat in (None, 0, 1, 2, 3):
        assert after.game.view(after.match, seat) == before.game.view(before.match, seat)
    assert (after.seats, after.asked) == (before.seats, before.asked)
    assert after.to_act() == before.to_act()
    assert club.board().id == board.id
    # The old hand's own buttons, first click after the restart.
    player = await on_turn(club, everybody)
    hand = player.again(hands[player])
    card = next(custom_id for label, custom_id in hand.ids.items() if label in hand.able)
    answer = await player.sends(card, on=hand)
    assert answer.kind == "update"
    assert answer.seen.id == hand.id
    assert (await club.table()).last_no == before.last_no + 1
    # The others' hands are opened from the old public message.
    other = await on_turn(club, everybody)
    await other.clicks("My hand", on=board)
    await other.plays()
    assert len([each for each in club.messages() if not each.private]) == 1


async def test_a_restart_while_a_computer_is_to_act_does_not_hang_the_table(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await started(club, ann)
    club.client.computers._pace = 3600.0
    await ann.plays()
    table = await club.table()
    assert table.seats[table.to_act()[0]].computer is not None
    await club.restart()
    assert await on_turn(club, [ann]) is ann
    assert (await club.table()).last_no > table.last_no


async def test_deadlines_are_lengthened_by_the_time_away(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    player = await on_turn(club, (ann, bo))
    (due,) = (row.due_at for row in (await club.table()).deadlines if row.kind == "turn")
    await club.restart(away=600)
    (later,) = (row.due_at for row in (await club.table()).deadlines if row.kind == "turn")
    assert later == due + 600
    assert await on_turn(club, (ann, bo)) is player
