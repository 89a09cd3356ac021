"""Take back over Discord: set in the lobby, a button on the hand while it can be done, seen by everybody."""

from __future__ import annotations

from bot.tables.commands import Person, SetTakeBack
from tests.bot.club import Club
from tests.bot.player import Player, members, on_turn, started


async def allowed(club: Club, *players: Player) -> None:
    """A match of these people at which actions may be taken back."""
    host, *others = players
    await host.opens()
    await club.inside(club.client.service.submit(1, Person(host.id, host.name), 0, SetTakeBack(True)))
    for player in others:
        await player.clicks("Join")
    await host.clicks("Start")


def button(player: Player) -> str | None:
    return next((label for label in player.hand().able if label.startswith("Take back")), None)


async def test_the_host_allows_it_in_the_lobby_and_everybody_reads_it(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens()
    await bo.clicks("Join")
    panel = await ann.clicks("Options", on=(await ann.clicks("More", on=club.board())).seen)
    assert "**Take back:** off" in panel.text
    changed = await ann.clicks("Allow Take back", on=panel.seen)
    assert changed.kind == "update"
    assert "**Take back:** on" in changed.text
    assert "**Take back** is allowed" in club.board().text
    others = await bo.clicks("Options", on=(await bo.clicks("More", on=club.board())).seen)
    assert "**Take back:** on" in others.text
    assert "No Take back" not in others.seen.labels
    forged = await bo.sends("t:1:0:takingback:off", on=others.seen)
    assert "Only the host" in forged.text
    off = await ann.clicks("No Take back", on=changed.seen)
    assert "**Take back:** off" in off.text
    assert "Take back" not in club.board().text


async def test_a_card_is_taken_back_by_the_button_on_the_hand(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await allowed(club, *everybody)
    player = await on_turn(club, everybody)
    hand = player.hand()
    code = hand.cards[0]
    assert button(player) is None
    await player.plays(code)
    label = button(player)
    assert label is not None
    assert [button(other) for other in everybody if other is not player] == [None] * 3
    old = player.hand()
    back = await player.clicks(label, on=old)
    assert back.kind == "update"
    assert code in back.seen.cards
    assert f"{player.name} has taken back what they did last" in club.board().text
    twice = await player.sends(old.ids[label], on=player.hand())
    assert "The table has moved on" in twice.text
    assert (await club.table()).last_no == 2
    await player.plays(code)
    assert "has taken back" not in club.board().text
    assert (await on_turn(club, everybody)) is not player


async def test_it_goes_with_the_next_card_and_says_why_afterwards(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await allowed(club, *everybody)
    player = await on_turn(club, everybody)
    await player.plays()
    label = button(player)
    assert label is not None
    old = player.hand()
    await (await on_turn(club, everybody)).plays()
    assert button(player) is None
    late = await player.sends(old.ids[label], on=old)
    assert "while nobody has acted after it" in late.text
    assert (await club.table()).last_no == 2


async def test_a_restart_keeps_what_may_be_taken_back(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await allowed(club, *everybody)
    player = await on_turn(club, everybody)
    await player.plays()
    await club.restart()
    await player.clicks("My hand", on=club.board())
    label = button(player)
    assert label is not None
    await player.clicks(label, on=player.hand())
    await club.restart()
    assert f"{player.name} has taken back" in club.board().text
    assert (await on_turn(club, everybody)) is player


async def test_where_it_is_not_allowed_there_is_no_button_and_a_forged_one_is_refused(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    table = await started(club, *everybody)
    player = await on_turn(club, everybody)
    await player.plays()
    assert button(player) is None
    now = await club.table()
    decision = now.decision(table.held_by(player.id).seat)
    forged = await player.sends(f"t:1:{decision}:takeback:", on=player.hand())
    assert "At this table nothing is taken back" in forged.text
    assert (await club.table()).last_no == 1
