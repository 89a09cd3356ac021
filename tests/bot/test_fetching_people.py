"""`/table invite`, and a lobby's call for players: who is mentioned, and who is asked first."""

from __future__ import annotations

import pytest

from bot.store.leftovers import Leftover
from bot.tables.commands import End, Person
from bot.tables.leftovers import Leftovers
from tests.bot.club import Answer, Club
from tests.bot.player import Player, member, members, play_out, started
from tests.bot.test_being_called import mentioned


async def invites(club: Club, who: Player, whom: Player) -> Answer:
    return await who.types("table invite", person=whom.actor)


async def test_an_invitation_mentions_one_person_and_keeps_a_seat(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await ann.opens()
    answer = await invites(club, ann, eve)
    assert not answer.private
    assert answer.text.startswith(f"<@{eve.id}>: Ann invites you to a table of Phat. A seat is kept for you")
    assert mentioned(club.requests("POST", "/callback")[-1]) == {eve.id}
    assert "**Side 2:** kept for Eve · free" in club.board().text
    joined = await eve.clicks("Join", on=answer.seen)
    assert joined.private
    assert "You sit at Phat, seat 2" in joined.text
    assert "kept for" not in club.board().text
    await bo.clicks("Join", on=answer.seen)
    assert "**Side 1:** Ann (host) · Bo" in club.board().text


async def test_opening_inviting_and_ending_again_and_again_rings_once_in_ten_minutes(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    for passes, host, rings in ((0, ann, True), (300, ann, False), (0, bo, True), (299, ann, False), (2, ann, True)):
        await club.passes(passes)
        await host.opens()
        answer = await invites(club, host, eve)
        assert answer.text.startswith(f"<@{eve.id}>: {host.name} invites you")
        assert mentioned(club.requests("POST", "/callback")[-1]) == ({eve.id} if rings else set())
        assert "kept for Eve" in club.board().text
        await host.types("table end")


async def test_the_last_seat_stays_kept_for_ten_minutes(club: Club) -> None:
    ann, bo, cleo, dana, eve = members(club, "Ann", "Bo", "Cleo", "Dana", "Eve")
    await ann.opens()
    for player in (bo, cleo):
        await player.clicks("Join")
    await invites(club, ann, eve)
    assert "kept for somebody who was invited" in (await dana.clicks("Join", on=club.board())).text
    await club.passes(601)
    assert "You sit at Phat" in (await dana.clicks("Join", on=club.board())).text


async def test_each_refusal_is_one_private_sentence(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    assert "There is no table in this channel" in (await invites(club, ann, eve)).text
    await ann.opens()
    await bo.clicks("Join")
    assert "Bo has a seat here already" in (await invites(club, ann, bo)).text
    assert "You have no seat here" in (await invites(club, eve, eve)).text
    robot = Player(club, club.guild.add_member(club.env.create_user("robot", bot=True)))
    answer = await invites(club, ann, robot)
    assert answer.private
    assert "Bots cannot be invited" in answer.text
    await invites(club, ann, eve)
    assert "Eve has been invited to this table already" in (await invites(club, bo, eve)).text


async def test_in_a_match_the_invited_may_take_a_computers_seat_between_two_deals(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await started(club, ann, bo)
    answer = await invites(club, ann, eve)
    assert "Between two deals you may take a computer's seat" in answer.text
    assert "between two deals" in (await eve.clicks("Join", on=answer.seen)).text
    await play_out(club, [ann, bo])
    offered = (await eve.clicks("Join", on=answer.seen)).seen
    assert "You have no seat here" in offered.text
    await eve.clicks(offered.able[0], on=offered)
    assert (await club.table()).seat_of(eve.id)


async def test_who_was_sent_away_or_finds_no_computer_reads_that(club: Club) -> None:
    ann, bo, cleo, dana, eve = members(club, "Ann", "Bo", "Cleo", "Dana", "Eve")
    await ann.opens()
    asked = (await invites(club, ann, eve)).seen
    await club.passes(601)
    for player in (bo, cleo, dana):
        await player.clicks("Join", on=club.board())
    club.fail("DELETE", f"/channels/{club.channel.id}/messages/{asked.id}", 50001, status=403)
    await ann.clicks("Start", on=club.board())
    assert (await eve.clicks("Join", on=asked)).text == "This table has started already."
    await ann.types("table kick", person=dana.actor.user)
    assert (await dana.clicks("Join", on=asked)).text.startswith("You were sent away")
    assert "between two deals" in (await eve.clicks("Join", on=asked)).text


@pytest.mark.parametrize("how", ["Start", "table end"])
async def test_an_invitation_goes_with_its_lobby_and_until_then_its_button_answers(club: Club, how: str) -> None:
    ann, eve, zoe = members(club, "Ann", "Eve", "Zoe")
    await ann.opens()
    asked = (await invites(club, ann, eve)).seen
    club.fail("DELETE", f"/channels/{club.channel.id}/messages/{asked.id}", 50001, status=403)
    await (ann.clicks("Start", on=club.board()) if how == "Start" else ann.types(how))
    # This one cannot be deleted, and stays.
    answer = await eve.clicks("Join", on=asked)
    assert answer.private
    assert answer.text in ("Newcomers may take a computer's seat between two deals.", "This table has ended.")
    if how == "Start":
        await ann.types("table end")
    await ann.opens()
    other = (await invites(club, ann, zoe)).seen
    await (ann.clicks("Start", on=club.board()) if how == "Start" else ann.types(how))
    assert other.id not in {each.id for each in club.messages()}


async def test_an_invitation_goes_too_whose_lobby_closes_while_it_is_sent(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, eve = members(club, "Ann", "Eve")
    await ann.opens()
    original = Leftovers.leave

    async def late(leftovers: Leftovers, table_id: int, leftover: Leftover) -> None:
        await club.client.service.submit(table_id, Person(ann.id, "Ann"), None, End())
        await club.client.publisher.idle()
        await original(leftovers, table_id, leftover)

    monkeypatch.setattr(Leftovers, "leave", late)
    await invites(club, ann, eve)
    assert club.requests("POST", "/callback")[-1].json["data"]["content"].startswith(f"<@{eve.id}>: Ann invites")
    assert club.calls() == []


async def opts(player: Player) -> Answer:
    panel = (await player.clicks("More")).seen
    return await player.clicks("Call me for Phat", on=panel)


async def test_a_call_for_players_mentions_those_who_asked_for_it_once(club: Club) -> None:
    ann, bo, cleo, dana = members(club, "Ann", "Bo", "Cleo", "Dana")
    await ann.opens()
    panel = (await opts(bo)).seen
    assert "You are on that list." in panel.text
    assert "Do not call me for Phat" in panel.able
    for player in (ann, cleo):
        await opts(player)
    panel = (await opts(dana)).seen
    await dana.clicks("Do not call me for Phat", on=panel)
    more = (await ann.clicks("More", on=club.board())).seen
    answer = await ann.clicks("Call players", on=more)
    assert not answer.private
    assert answer.text == f"Ann wants players for Phat: <@{bo.id}> and <@{cleo.id}>"
    assert mentioned(club.requests("POST", "/callback")[-1]) == {bo.id, cleo.id}
    assert "You sit at Phat" in (await bo.clicks("Join", on=answer.seen)).text
    again = await ann.clicks("Call players", on=more)
    assert "have been called to this table already" in again.text


async def test_nobody_on_the_list_uses_up_nothing_and_strangers_call_nobody(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    more = (await ann.clicks("More")).seen
    assert "Nobody else wants to be called for Phat" in (await ann.clicks("Call players", on=more)).text
    theirs = (await bo.clicks("More", on=club.board())).seen
    assert "You have no seat here" in (await bo.clicks("Call players", on=theirs)).text
    await opts(bo)
    assert not (await ann.clicks("Call players", on=more)).private


@pytest.mark.parametrize("label", ["Call players"])
async def test_a_match_calls_no_players(club: Club, label: str) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    more = (await ann.clicks("More")).seen
    await opts(bo)
    await ann.clicks("Start", on=club.board())
    assert "has started already" in (await ann.clicks(label, on=more)).text


async def test_on_a_list_in_one_server_only(club: Club) -> None:
    (ann,) = members(club, "Ann")
    await ann.opens()
    await opts(ann)
    elsewhere = club.env.create_guild("Another club")
    there = elsewhere.create_text_channel("there")
    guest = Player(club, elsewhere.add_member(ann.actor.user))
    other = member(club, "Eve", guild=elsewhere)
    await other.opens(channel=there)
    panel = (await guest.clicks("More", channel=there)).seen
    assert "You are not on that list." in panel.text
