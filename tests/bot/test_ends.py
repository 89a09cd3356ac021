"""The end of a deal, the end of a match, what comes after, and the proof that nobody touched the cards."""

from __future__ import annotations

import hashlib
import re

from bot.store import scores
from bot.tables import due
from tests.bot.club import Club
from tests.bot.player import members, on_turn, play_out, started

#: The buttons that stay on a match's last message.
LOOKING_BACK = ["Leaderboard", "Replay", "Record", "Fairness proof"]


async def test_a_deals_message_becomes_its_summary_and_the_next_deal_gets_its_own(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    deal = club.board()
    await play_out(club, everybody)
    summary, following = (each for each in club.messages() if not each.private)
    assert summary.id == deal.id
    assert "deal 1 is over" in summary.text
    assert summary.labels == []
    assert "deal 2" in following.text
    assert "Next deal" in following.able
    for player in everybody:
        assert "Next deal" in player.hand().able


async def test_the_next_deal_comes_when_all_have_pressed_on_the_hand_or_on_the_table(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    ann, bo, cleo, dana = everybody
    (eve,) = members(club, "Eve")
    await started(club, *everybody)
    await play_out(club, everybody)
    board = club.board()
    hand = ann.hand()
    stranger = await eve.clicks("Next deal", on=board)
    assert stranger.private
    assert "You have no seat here" in stranger.text
    on_hand = await ann.clicks("Next deal", on=hand)
    assert on_hand.kind == "update"
    assert "You are ready" in on_hand.text
    before = len(club.requests("PATCH", f"/messages/{board.id}"))
    on_table = await bo.clicks("Next deal", on=board)
    assert on_table.kind == "update"
    assert on_table.seen.id == board.id
    assert "Ready: Ann and Bo" in on_table.text
    # Answering by the message itself is the cheapest way: no edit of the channel beside it.
    assert len(club.requests("PATCH", f"/messages/{board.id}")) == before
    twice = await bo.clicks("Next deal", on=board)
    assert "Ready: Ann and Bo" in twice.text
    await club.at_once(cleo.click("Next deal", on=board), dana.click("Next deal", on=board))
    table = await club.table()
    assert (table.row.phase, table.row.deal_no) == ("playing", 2)
    assert club.board().id == board.id
    assert "to play" in club.board().text
    stale = await ann.sends("t:1:0:next:1", on=board)
    assert stale.private
    assert (await club.table()).row.deal_no == 2


async def test_the_next_deal_comes_by_itself_after_fifteen_seconds(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    await play_out(club, everybody)
    await club.passes(due.NEXT_DEAL - 1)
    assert (await club.table()).row.phase == "between"
    await club.passes(2)
    assert (await club.table()).row.deal_no == 2
    assert await on_turn(club, everybody)
    for player in everybody:
        assert sum(player.hand().text.count(suit) for suit in "♠♥♦♣") >= 13


async def test_a_finished_match_names_its_winners_and_the_running_scores_are_those_of_the_books(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody, target=30)
    hand = everybody[0].hand()
    await play_out(club, everybody)
    table = await club.table()
    assert table.row.phase == "over"
    summary = club.board()
    assert "the match is over" in summary.text
    winners = " & ".join(player.name for player in everybody if table.held_by(player.id).seat in table.match.winners)
    assert f"**{winners}** win" in summary.text
    running = {row.person_id: row for row in await scores.running(club.database, 1)}
    for player in everybody:
        row = running[player.id]
        assert row.after == table.match.scores[table.held_by(player.id).seat]
        assert f"{player.name} {row.before} → **{row.after}**" in summary.text
    # House rules make it practice, and it says so.
    assert "This match was practice" in summary.text
    assert summary.able == ["Rematch", *LOOKING_BACK]
    assert "The match is over" in everybody[0].again(hand).text
    board = await everybody[1].clicks("Leaderboard", on=summary)
    assert board.private
    assert "leaderboard of this server" in board.text


async def test_a_rematch_starts_when_all_persons_have_pressed_and_nobody_elses_press_counts(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await started(club, ann, bo, target=30)
    await play_out(club, [ann, bo])
    summary = club.board()
    assert "You have no seat here" in (await eve.clicks("Rematch", on=summary)).text
    pressed = await ann.clicks("Rematch", on=summary)
    assert pressed.kind == "update"
    assert "Rematch wanted by Ann" in pressed.text
    await bo.clicks("Rematch", on=summary)
    again = await club.table(2)
    assert again.row.phase == "playing"
    assert [seat.person_id for seat in again.seats] == [ann.id, bo.id, None, None]
    assert "deal 1" in club.board().text
    assert club.board().id != summary.id
    assert ann.again(summary).labels == LOOKING_BACK
    late = await ann.sends("t:1:0:rematch:", on=ann.again(summary))
    assert "This table has ended" in late.text
    assert (await club.client.service.open_tables()) == [2]


async def test_a_rematch_pressed_by_all_at_once_opens_one_table(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody, target=30)
    await play_out(club, everybody)
    summary = club.board()
    presses = [player.click("Rematch", on=summary) for player in everybody for _ in range(2)]
    answers = await club.at_once(*presses)
    assert sum(each.kind == "update" for each in answers) >= 4
    assert await club.client.service.open_tables() == [2]
    assert (await club.table(2)).row.phase == "playing"


async def test_a_rematch_has_to_wait_while_another_table_stands_in_the_channel(club: Club) -> None:
    ann, bo, eve = members(club, "Ann", "Bo", "Eve")
    await started(club, ann, bo, target=30)
    await play_out(club, [ann, bo])
    summary = club.board()
    await eve.opens()
    refused = await ann.clicks("Rematch", on=summary)
    assert refused.private
    assert "There is a table in this channel already" in refused.text


async def test_the_offer_of_a_rematch_lapses_by_an_edit(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo, target=30)
    await play_out(club, [ann, bo])
    summary = club.board()
    await club.passes(due.REMATCH_OFFER + 1)
    assert ann.again(summary).labels == LOOKING_BACK
    assert "the match is over" in ann.again(summary).text
    assert "This table has ended" in (await ann.sends("t:1:0:rematch:", on=summary)).text


async def test_the_proofs_text_has_the_seal_that_was_shown_before_the_deal(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    ann = everybody[0]
    await started(club, *everybody)
    shown = re.search(r"deal `([0-9a-f]{16})`", club.board().text)
    assert shown is not None
    panel = await ann.clicks("More", on=club.board())
    whole = re.search(r"Its seal `([0-9a-f]{64})` begins with what stands under the table", panel.text)
    assert whole is not None
    assert whole[1].startswith(shown[1])
    await play_out(club, everybody)
    for player in everybody:
        await player.clicks("Next deal", on=club.board())
    panel = await ann.clicks("More", on=club.board())
    proof = await ann.clicks("Fairness proof", on=panel.seen)
    assert proof.kind == "update"
    # The first deal is over and is shown; the second goes on and is not.
    ((number, seal, text),) = re.findall(
        r"\*\*Deal (\d+)\*\* · seal `([0-9a-f]{64})`\n```\n(.+?)\n```", proof.text, re.S
    )
    assert number == "1"
    assert seal == whole[1]
    assert hashlib.sha256(text.encode()).hexdigest() == seal
    running = (await club.table()).deal
    assert running is not None
    assert running.salt not in proof.text


async def test_a_restart_after_a_match_keeps_the_offer_of_a_rematch(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await started(club, ann, bo, target=30)
    await play_out(club, [ann, bo])
    summary = club.board()
    await ann.clicks("Rematch", on=summary)
    await club.restart()
    await bo.clicks("Rematch", on=summary)
    assert (await club.table(2)).row.phase == "playing"
