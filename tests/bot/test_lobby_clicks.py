"""The buttons of a lobby and of its panel."""

from __future__ import annotations

import pytest

from tests.bot.club import Club
from tests.bot.player import member, members, started


async def test_join_answers_with_the_hand_and_the_lobby_shows_who_sits_where(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    answer = await bo.clicks("Join")
    assert answer.private
    assert answer.kind == "message"
    assert "seat 2" in answer.text
    assert "**Side 2:** Bo · free" in club.board().text
    again = await bo.clicks("Join")
    assert again.private
    assert "You have a seat here already" in again.text


async def test_the_seat_list_lets_partners_sit_together_and_move(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    answer = await bo.chooses("2", on=club.board())
    assert "your partner is Ann" in answer.text
    assert "partner is Bo" in ann.hand().text
    await bo.chooses("1", on=club.board())
    assert "partner is Bo" not in ann.hand().text
    table = await club.table()
    assert [seat.person_id for seat in table.seats] == [ann.id, bo.id, None, None]


@pytest.mark.parametrize("value", ["0", "9", "-1", "x", "²", "", "10000000000000000000000"])
async def test_a_seat_that_is_not_on_the_list_is_refused(club: Club, value: str) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    menu = next(part["custom_id"] for part in club.board().parts if part["type"] == 3)
    answer = await bo.sends(menu, on=club.board(), kind=3, values=[value])
    assert "Somebody sits there already" in answer.text
    assert (await club.table()).seat_of(bo.id) is None


async def test_leave_frees_the_seat_and_the_open_hand_says_so(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await ann.opens()
    hand = (await bo.clicks("Join")).seen
    answer = await bo.clicks("Leave")
    assert answer.private
    assert "You have left the table" in answer.text
    assert "You have no seat here" in bo.again(hand).text
    assert bo.again(hand).labels == []
    assert "Bo" not in club.board().text
    assert "You have no seat here" in (await eve.clicks("Leave")).text


async def test_leave_on_somebody_elses_table_leaves_ones_own_alone(club: Club) -> None:
    ann, bo, eve, finn = members(club, "Ann", "Bo", "Eve", "Finn")
    await ann.opens()
    await bo.clicks("Join")
    other = club.guild.create_text_channel("other")
    await eve.opens(channel=other)
    assert "You have no seat here" in (await bo.clicks("Leave", channel=other)).text
    assert "You have no seat here" in (await bo.types("table leave", channel=other)).text
    assert [seat.person_id for seat in (await club.table(1)).persons] == [ann.id, bo.id]
    # Nor does a table whose channel is gone hold anybody: they sit elsewhere, and are asked about that one alone.
    await finn.clicks("Join", channel=other)
    club.env.backend.delete_channel(other.id)
    await club.env.settle()
    assert "You have no seat here" in (await finn.types("hand")).text
    await finn.clicks("Join")
    assert "Your cards come here" in (await finn.types("hand")).text


async def test_start_is_the_hosts_until_everybody_is_there(club: Club) -> None:
    ann, bo, cleo, dana, eve = members(club, "Ann", "Bo", "Cleo", "Dana", "Eve")
    await ann.opens()
    await bo.clicks("Join")
    refused = await bo.clicks("Start")
    assert refused.private
    assert "Only the host of this table may do that" in refused.text
    assert "You have no seat here" in (await eve.clicks("Start")).text
    for player in (cleo, dana):
        await player.clicks("Join")
    assert "Join" not in club.board().able
    answer = await dana.clicks("Start")
    assert answer.private
    assert "seat 4" not in answer.text
    assert "deal 1" in club.board().text


async def test_a_match_that_starts_deals_into_every_open_hand(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo)
    for player in (ann, bo):
        assert sum(player.hand().text.count(suit) for suit in "♠♥♦♣") >= 13
    assert len([each for each in club.messages() if not each.private]) == 1


async def test_play_now_fills_starts_and_opens_the_hand_in_one_click(club: Club) -> None:
    ann, eve = members(club, "Ann", "Eve")
    await ann.opens()
    lobby = club.board()
    assert "Only the host" in (await eve.clicks("Play now with computers")).text
    answer = await ann.clicks("Play now with computers", on=lobby)
    assert answer.private
    assert answer.text.count("♠") + answer.text.count("♥") + answer.text.count("♦") + answer.text.count("♣") >= 13
    table = await club.table()
    assert [seat.computer for seat in table.seats] == [None, "normal", "normal", "normal"]


async def test_the_panel_adds_computers_of_each_level_and_takes_them_off(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    panel = (await ann.clicks("More")).seen
    assert panel.private
    for level in ("easy", "normal", "hard"):
        answer = await ann.clicks(f"🤖 {level}", on=panel)
        assert answer.kind == "update"
        assert answer.seen.id == panel.id
    table = await club.table()
    assert [seat.computer for seat in table.seats] == [None, "easy", "normal", "hard"]
    assert "Join" not in club.board().able
    full = ann.again(panel)
    assert not any(label.startswith("🤖") for label in full.labels)
    remove = next(label for label in full.labels if label.startswith("Remove"))
    await ann.clicks(remove, on=full)
    assert [seat.computer for seat in (await club.table()).seats] == [None, None, "normal", "hard"]
    assert remove not in ann.again(panel).labels


async def test_the_panel_shuffles_for_the_host_alone(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    await bo.clicks("Join")
    panel = (await bo.clicks("More")).seen
    refused = await bo.clicks("Shuffle seats", on=panel)
    assert "Only the host" in refused.text
    hosts = (await ann.clicks("More", on=club.board())).seen
    before = [seat.person_id for seat in (await club.table()).seats]
    for _ in range(5):
        answer = await ann.clicks("Shuffle seats", on=hosts)
        assert answer.kind == "update"
        if [seat.person_id for seat in (await club.table()).seats] != before:
            break
    else:
        raise AssertionError("chance never moved anybody")


async def test_a_stranger_may_look_into_the_panel_and_change_nothing(club: Club) -> None:
    ann, eve = members(club, "Ann", "Eve")
    await ann.opens()
    panel = (await eve.clicks("More")).seen
    for label in panel.able:
        if label == "Call me for Phat":
            continue  # which changes nothing at the table
        answer = await eve.clicks(label, on=panel)
        assert answer.private
        assert "You have no seat here" in answer.text or "Only the host" in answer.text
    assert (await club.table()).row.phase == "lobby"
    assert [seat.person_id for seat in (await club.table()).seats] == [ann.id, None, None, None]


async def test_the_panel_ends_the_table_for_its_host(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    await bo.clicks("Join")
    panel = (await ann.clicks("More", on=club.board())).seen
    answer = await ann.clicks("End the table", on=panel)
    assert "The table is ended" in answer.text
    assert "The host ended this table" in club.board().text
    assert "This table has ended" in bo.newest(private=True).text


async def test_two_who_start_at_once_start_one_match(club: Club) -> None:
    ann, bo, cleo, dana = everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await ann.opens()
    for player in everybody[1:]:
        await player.clicks("Join")
    lobby = club.board()
    answers = await club.at_once(*(player.click("Start", on=lobby) for player in (ann, bo, ann, dana)))
    assert sum("This table has started already" in each.text for each in answers) == 3
    table = await club.table()
    assert table.row.deal_no == 1
    assert len([each for each in club.messages() if not each.private]) == 1
    assert cleo.hand()


async def test_five_who_want_the_last_three_seats_at_once(club: Club) -> None:
    ann = member(club, "Ann")
    await ann.opens()
    others = members(club, *"BCDEF")
    lobby = club.board()
    answers = await club.at_once(*(each.click("Join", on=lobby) for each in others))
    assert sum("Every seat is taken" in each.text for each in answers) == 2
    assert sum("Your cards come here" in each.text for each in answers) == 3
    assert len({seat.person_id for seat in (await club.table()).seats}) == 4


async def test_a_join_on_a_lobby_that_has_started_is_refused_in_a_sentence(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    join = club.board().ids["Join"]
    await ann.clicks("Play now with computers")
    answer = await bo.sends(join, on=club.board())
    assert answer.private
    assert "Newcomers may take a computer's seat between two deals" in answer.text


async def test_an_untouched_lobby_closes_by_an_edit(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    lobby = club.board()
    await club.passes(30 * 60 + 1)
    assert club.board().id == lobby.id
    assert "Nobody started this table in time" in club.board().text
    assert club.board().labels == []
    await ann.opens()
    assert "Phat · lobby" in club.board().text
