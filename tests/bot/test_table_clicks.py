"""The buttons of a match: the table's message, its panel, the hand."""

from __future__ import annotations

from bot.screen.ids import VERBS
from tests.bot.club import Club
from tests.bot.player import members, on_turn, play_out, started


async def test_a_card_is_answered_on_the_hand_itself_and_everybody_sees_it(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    player = await on_turn(club, (ann, bo))
    hand = player.hand()
    (code, *_) = hand.cards
    before = len(club.requests())
    answer = await player.plays(code)
    assert answer.kind == "update"
    assert answer.seen.id == hand.id
    assert code not in answer.seen.cards
    requests = club.requests()[before:]
    # The answer shows the new hand; the token of the click before is not used for it a second time.
    assert sum(each.path.endswith("/callback") for each in requests) == 1


async def test_grey_cards_stand_on_the_hand_but_cannot_be_pressed(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    for _ in range(12):
        player = await on_turn(club, everybody)
        hand = player.hand()
        if len(hand.able) < len(hand.labels):
            assert "were led: you must play a" in hand.text
            assert hand.labels.index(hand.able[0]) == 0
            return
        await player.plays()
    raise AssertionError("nobody ever had to follow; choose another seed")


async def test_my_hand_is_answered_privately_to_everybody_seated(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await started(club, ann, bo)
    opened = await bo.clicks("My hand")
    assert opened.private
    assert opened.text == bo.hand().text
    assert opened.text != ann.hand().text
    answer = await eve.clicks("My hand")
    assert answer.private
    assert answer.text == "You have no seat here."


async def test_a_second_hand_message_takes_the_first_away(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    first = ann.hand()
    second = (await ann.clicks("My hand")).seen
    assert second.id != first.id
    assert first.id not in [each.id for each in ann.sees()]


async def test_the_panel_of_a_match_has_seat_end_and_proof_and_for_strangers_only_the_proof(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await started(club, ann, bo)
    panel = await ann.clicks("More")
    assert panel.private
    assert panel.seen.able == ["Computer takes my seat", "Leave", "Pause", "End the table", "Fairness proof"]
    assert (await eve.clicks("More", on=club.board())).seen.able == ["Fairness proof"]


async def test_a_computer_minds_the_seat_until_its_person_is_back(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    ann = everybody[0]
    await started(club, *everybody)
    hand = ann.hand()
    panel = (await ann.clicks("More", on=club.board())).seen
    answer = await ann.clicks("Computer takes my seat", on=panel)
    assert answer.kind == "update"
    assert "A computer minds your seat" in answer.text
    assert "A computer minds the seat of Ann." in club.board().text
    assert "I am back" in ann.again(hand).able
    assert ann.again(hand).cards == []
    for _ in range(4):
        player = await on_turn(club, everybody)
        assert player is not ann
        await player.plays()
    back = await ann.clicks("I am back", on=ann.again(hand))
    assert back.kind == "update"
    assert "A computer minds" not in back.text
    assert "A computer minds" not in club.board().text
    assert (await club.table()).held_by(ann.id).computer is None


async def test_opening_the_hand_by_whatever_way_is_coming_back(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    for way in ("panel", "My hand", "/hand"):
        panel = (await ann.clicks("More", on=club.board())).seen
        await ann.clicks("Computer takes my seat", on=panel)
        assert (await club.table()).held_by(ann.id).computer is not None
        if way == "panel":
            panel = (await ann.clicks("More", on=club.board())).seen
            assert panel.able[0] == "I am back"
            await ann.clicks("I am back", on=panel)
        elif way == "/hand":
            await ann.types("hand")
        else:
            await ann.clicks("My hand", on=club.board())
        assert (await club.table()).held_by(ann.id).computer is None


async def test_a_table_without_any_person_present_pauses_and_i_am_back_wakes_it(club: Club) -> None:
    ann, eve = members(club, "Ann", "Eve")
    await started(club, ann)
    panel = (await ann.clicks("More", on=club.board())).seen
    await ann.clicks("Computer takes my seat", on=panel)
    paused = club.board()
    assert "Paused" in paused.text
    assert "You have no seat here" in (await eve.clicks("I am back", on=paused)).text
    assert "Paused" in club.board().text
    answer = await ann.clicks("I am back", on=paused)
    assert answer.private
    assert "paused" not in answer.text.lower()
    assert "Paused" not in club.board().text
    assert (await club.table()).row.phase == "playing"


async def test_a_leaver_gets_the_seat_back_through_my_hand(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await started(club, ann, bo)
    hand = bo.hand()
    panel = (await bo.clicks("More", on=club.board())).seen
    left = await bo.clicks("Leave", on=panel)
    assert "You have left the table" in left.text
    assert "You have no seat here" in bo.again(hand).text
    assert (await eve.clicks("My hand", on=club.board())).seen.able == []
    for offer in (await bo.clicks("My hand", on=club.board()), await bo.types("hand")):
        assert offer.private
        assert "You have no seat here" in offer.text
        assert len(offer.seen.able) == 1
        assert offer.seen.able[0] == "Take 🤖\u00a0Basil's seat"
    back = await bo.clicks(offer.seen.able[0], on=offer.seen)
    assert sum(back.text.count(suit) for suit in "♠♥♦♣") > 10
    assert (await club.table()).held_by(bo.id).seat == 1


async def test_newcomers_take_a_computers_seat_between_deals_only(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await started(club, ann, bo)
    board = club.board()
    forged = await eve.sends("t:1:0:take:2", on=board)
    assert "between two deals" in forged.text
    assert "Somebody" not in forged.text
    await play_out(club, [ann, bo])
    between = club.board()
    assert "You have a seat here already" in (await ann.clicks("Take a seat", on=between)).text
    offer = await eve.clicks("Take a seat", on=between)
    assert "You have no seat here" in offer.text
    assert offer.seen.able == ["Take 🤖\u00a0Clara's seat", "Take 🤖\u00a0Duke's seat"]
    answer = await eve.clicks(offer.seen.able[0], on=offer.seen)
    assert answer.private
    assert (await club.table()).held_by(eve.id).seat == 2
    assert "Eve" in club.board().text
    assert club.board().able[-1] == "Take 🤖\u00a0Duke's seat"
    late = members(club, "Fay")[0]
    assert "No computer sits there" in (await late.sends("t:1:0:take:2", on=club.board())).text
    assert "No computer sits there" in (await late.sends("t:1:0:take:9", on=club.board())).text


async def test_two_who_want_one_seat_at_once_get_it_once(club: Club) -> None:
    ann, bo, eve, fay = members(club, "Ann", "Bo", "Eve", "Fay")
    await started(club, ann, bo)
    await play_out(club, [ann, bo])
    between = club.board()
    answers = await club.at_once(eve.send("t:1:0:take:2", on=between), fay.send("t:1:0:take:2", on=between))
    table = await club.table()
    seated = [player for player in (eve, fay) if table.seat_of(player.id) is not None]
    assert len(seated) == 1
    assert sum("No computer sits there" in each.text for each in answers) == 1


async def test_ending_after_the_first_deal_takes_more_than_half_and_no_double_click(club: Club) -> None:
    ann, bo, cleo = members(club, "Ann", "Bo", "Cleo")
    await started(club, ann, bo, cleo)
    await play_out(club, [ann, bo, cleo])
    panel = (await ann.clicks("More", on=club.board())).seen
    answers = await club.at_once(ann.click("End the table", on=panel), ann.click("End the table", on=panel))
    assert all("more than half" in each.text for each in answers)
    assert (await club.table()).row.phase == "between"
    assert "One player wants to end it" in (await bo.clicks("More", on=club.board())).text
    assert "The table is ended" in (await bo.types("table end")).text
    assert "The players agreed to end this table" in club.board().text


async def test_the_turn_passes_to_a_computer_when_time_is_up_and_twice_minds_the_seat(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    slow = await on_turn(club, everybody)
    await club.passes(121)
    assert (await club.table()).held_by(slow.id).computer is None
    assert "A computer minds" not in club.board().text
    for _ in range(8):
        player = await on_turn(club, everybody)
        if player is slow:
            break
        await player.plays()
    assert player is slow
    await club.passes(61)
    assert await on_turn(club, everybody) is not slow
    assert "A computer minds" in slow.hand().text
    await slow.clicks("I am back", on=slow.hand())
    assert (await club.table()).held_by(slow.id).computer is None


async def test_a_stranger_changes_nothing_by_any_button_of_a_match(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await started(club, ann, bo)
    for moment in ("playing", "between"):
        before = await club.table()
        assert before.row.phase == moment
        board = club.board()
        hand = ann.hand()
        ids = [*board.ids.values(), *hand.ids.values()]
        ids += [f"t:1:0:{verb}:" for verb in ("join", "leave", "start", "playnow", "shuffle", "mind", "end", "back")]
        ids += ["t:1:0:next:1", "t:1:0:rematch:", "t:1:0:addcomputer:easy", "t:1:0:removecomputer:2"]
        for custom_id in ids:
            if ":take:" in custom_id:
                continue
            answer = await eve.sends(custom_id, on=board)
            assert answer.private, custom_id
            assert answer.text, custom_id
            assert not any(label in answer.seen.labels for label in hand.able), custom_id
        after = await club.table()
        assert after.row.version == before.row.version
        if moment == "playing":
            await play_out(club, [ann, bo])


def test_every_verb_of_an_id_leads_to_one_place(club: Club) -> None:
    """Whoever adds a button and forgets who answers it would show its person that something broke."""
    assert sorted(club.client.router._routes) == sorted(VERBS)
