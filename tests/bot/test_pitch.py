"""Pitch by clicks and by typing: five people through whole deals, and what goes wrong between them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import pytest

from bot.tables.commands import Person, Play
from bot.tables.model import Table
from engine.cards import CODES
from engine.games.pitch import GAME
from engine.games.pitch_table import PitchState
from tests.bot.club import Club
from tests.bot.player import Player, members, on_turn, started

NAMES = ("Ann", "Bo", "Cleo", "Dana", "Eve")
MOON = "10 · shoot the moon"


async def five(club: Club) -> list[Player]:
    """Five people at a table of Pitch, the cards dealt, everybody's hand open."""
    players = members(club, *NAMES)
    await started(club, *players, game="pitch")
    for player in players[1:]:
        await player.clicks("My hand", on=club.board())
    return players


async def state_of(club: Club) -> PitchState:
    found = (await club.table()).match
    assert isinstance(found, PitchState)
    return found


def of_seat(players: Sequence[Player], table: Table, seat: int) -> Player:
    return next(player for player in players if player.id == table.seats[seat].person_id)


async def bid_and_call(club: Club, players: Sequence[Player]) -> Player:
    """The first to speak bids 5, all others pass, and the first card that can be called is called; the bidder."""
    bidder = await on_turn(club, players)
    await bidder.clicks("5", on=bidder.hand())
    while (await state_of(club)).phase == "auction":
        player = await on_turn(club, players)
        await player.clicks("Pass", on=player.hand())
    suit = next(label for label in bidder.hand().able if label[0] in "♠♥♦♣")
    step = await bidder.clicks(suit, on=bidder.hand())
    assert step.kind == "update"
    await bidder.clicks(step.seen.able[0], on=step.seen)
    assert (await state_of(club)).phase == "discard"
    return bidder


def proposal(hand_labels: Sequence[str]) -> str:
    return next(label for label in hand_labels if label.startswith("Discard"))


async def discard_all(club: Club, players: Sequence[Player]) -> None:
    for player in players:
        if "Choose otherwise" in player.hand().able and proposal(player.hand().able):
            await player.clicks(proposal(player.hand().able), on=player.hand())


async def play_on(club: Club, players: Sequence[Player]) -> None:
    """Click cards until the deal is over."""
    while (await club.table()).row.phase == "playing":
        player = await on_turn(club, players)
        await player.clicks(player.hand().able[0], on=player.hand())


async def test_five_people_play_a_whole_deal_by_clicks_only(club: Club) -> None:
    players = await five(club)
    bidder = await bid_and_call(club, players)
    assert f"**{bidder.name}** plays for **5**" in club.board().text
    assert "in secret" in club.board().text
    first, *others = players
    await first.clicks(proposal(first.hand().able), on=first.hand())
    assert f"Discarded: {first.name}" in club.board().text
    assert "▶ **Bo, Cleo, Dana and Eve** to discard" in club.board().text
    assert "You may change that until everybody has discarded." in first.hand().text
    await discard_all(club, others)
    state = await state_of(club)
    assert state.phase == "play"
    assert "holds the called card and leads" in club.board().text
    await play_on(club, players)
    table = await club.table()
    assert (table.row.phase, table.row.deal_no) == ("between", 1)
    summary = next(each for each in club.messages() if "deal 1 is over" in each.text)
    result = table.match.result  # type: ignore[attr-defined]
    assert f"**{bidder.name}** bid 5" in summary.text
    for seat, points in enumerate(table.match.points):
        name, change = of_seat(players, table, seat).name, f"{points:+d}" if points else "0"
        assert f"{name} **{change.replace('-', '−')}**, now" in summary.text
    assert result.points[0] + result.points[1] in (9, 10)
    for player in players:
        await player.clicks("Next deal", on=player.hand())
    assert (await club.table()).row.deal_no == 2


async def test_five_confirms_at_once_all_count(club: Club) -> None:
    players = await five(club)
    await bid_and_call(club, players)
    deeds = [player.click(proposal(player.hand().able), on=player.hand()) for player in players]
    answers = await club.at_once(*deeds)
    assert [each.kind for each in answers] == ["update"] * 5
    assert not any("moved on" in each.text for each in answers)
    state = await state_of(club)
    assert state.phase == "play"
    assert all(hand.bit_count() == 6 for hand in state.hands)


async def test_a_discard_may_be_changed_until_the_last_is_in(club: Club) -> None:
    players = await five(club)
    bidder = await bid_and_call(club, players)
    player = next(each for each in players if each is not bidder)
    table = await club.table()
    seat = table.held_by(player.id).seat
    free = [CODES[card] for card in GAME.legal(table.match, seat).choice.free]  # type: ignore[union-attr,arg-type]
    assert len(free) > 4, "choose another seed"
    await player.clicks(proposal(player.hand().able), on=player.hand())
    opened = await player.clicks("Choose otherwise", on=player.hand())
    before = {
        option["value"] for part in opened.seen.parts for option in part.get("options", ()) if option.get("default")
    }
    assert len(before) == 4
    other = [*[code for code in free if code not in before], *free][:4]
    chosen = await player.picks(*other, on=opened.seen)
    assert chosen.kind == "update"
    # Somebody else discards meanwhile: what is being chosen stays as it is.
    third = next(each for each in players if each not in (bidder, player))
    await third.clicks(proposal(third.hand().able), on=third.hand())
    assert player.hand().able == chosen.seen.able
    await player.clicks(proposal(chosen.seen.able), on=chosen.seen)
    assert (await club.table()).seats[seat].promise == " ".join(("discard", *sorted(other, key=CODES.index)))
    assert "Choose otherwise" in player.hand().able
    await discard_all(club, [each for each in players if each not in (player, third)])
    state = await state_of(club)
    assert state.phase == "play"
    assert {CODES[card] for card in GAME.view(state, seat).laid_away} == set(other)
    late = await player.sends(next(iter(chosen.seen.ids.values())), on=player.hand())
    assert "The table has moved on" in late.text


async def test_a_discard_that_the_rules_forbid_is_refused_with_the_reason(club: Club) -> None:
    players = await five(club)
    bidder = await bid_and_call(club, players)
    player = next(each for each in players if each is not bidder)
    table = await club.table()
    seat = table.held_by(player.id).seat
    view = GAME.view(state_in(table), seat)
    held = [CODES[card] for card in view.hand]
    free = [CODES[card] for card in (view.legal.choice.free if view.legal.choice else ())]
    start = f"t:1:{table.decision(seat)}:do:discard"
    for code, said in (
        (f"{start} {' '.join(free[:3])}", "You must discard exactly 4 cards."),
        (f"{start} {free[0]} {free[0]} {free[1]} {free[2]}", "can be chosen only once"),
        (f"{start} {_foreign(held)} {' '.join(free[:3])}", "You do not hold"),
    ):
        answer = await player.sends(code, on=player.hand())
        assert said in answer.text
        assert (await club.table()).seats[seat].promise is None
    drafting = f"t:1:{table.decision(seat)}:draft:discard"
    for values in (["x"] * 30, [CODES[card] for card in range(25)], ["a:b"], held):
        drafted = await player.sends(drafting, on=player.hand(), kind=3, values=values)
        assert drafted.kind == "update"
        assert "wrong on our side" not in drafted.text
    assert "Choose exactly 4 cards" in drafted.text
    assert (await club.table()).row.version == table.row.version


def state_in(table: Table) -> PitchState:
    assert isinstance(table.match, PitchState)
    return table.match


def _foreign(held: Sequence[str]) -> str:
    return next(code for code in CODES if code not in held)


async def test_a_stale_bid_redraws_the_buttons_with_the_reason(club: Club) -> None:
    players = await five(club)
    first = await on_turn(club, players)
    old = first.hand()
    await first.clicks("5", on=old)
    second = await on_turn(club, players)
    await second.clicks("7", on=second.hand())
    for _ in range(3):
        player = await on_turn(club, players)
        await player.clicks("Pass", on=player.hand())
    version = (await club.table()).row.version
    answer = await first.sends(old.ids["6"], on=first.hand())
    assert answer.kind == "update"
    assert "The table has moved on" in answer.text.split("\n")[0]
    assert "Bid 8 or more, or pass" in answer.text
    assert answer.seen.able[:4] == ["Pass", "8", "9", MOON]
    assert (await club.table()).row.version == version


async def test_a_pass_ahead_of_the_turn_is_private_and_comes_true(club: Club) -> None:
    players = await five(club)
    first = await on_turn(club, players)
    table = await club.table()
    place = table.held_by(first.id).seat
    order = [of_seat(players, table, (place + step) % 5) for step in range(5)]
    third = order[2]
    board, others = club.board().text, {each.name: each.hand().text for each in order if each is not third}
    edits = len(club.requests("PATCH"))
    answer = await third.clicks("Pass now", on=third.hand())
    assert "You **pass** when your turn comes." in answer.text
    back = await third.clicks("Change my mind", on=third.hand())
    assert "Pass now" in back.seen.able
    await third.clicks("Pass now", on=third.hand())
    assert club.board().text == board
    assert {each.name: each.hand().text for each in order if each is not third} == others
    assert len(club.requests("PATCH")) == edits
    await first.clicks("5", on=first.hand())
    assert f"{third.name} passes" not in club.board().text
    await order[1].clicks("6", on=order[1].hand())
    assert f"{order[1].name} **6** · {third.name} passes" in club.board().text
    assert await on_turn(club, players) is order[3]
    assert "You have passed." in third.hand().text


async def test_below_zero_the_moon_is_not_offered_and_is_refused(club: Club) -> None:
    players = await five(club)
    below = await _somebody_below_zero(club, players)
    await _leaderboard_is_in_order(club, below)
    for _ in range(12):
        table = await club.table()
        if table.match.scores[table.held_by(below.id).seat] >= 0 or state_in(table).phase != "auction":
            await _play_a_deal(club, players)
            continue
        player = await on_turn(club, players)
        if player is not below:
            await _do(club, player, "pass")
            continue
        await below.clicks("My hand", on=club.board())
        assert MOON not in below.hand().labels
        assert "Your score is below zero, so you may not bid 10." in below.hand().text
        seat = table.held_by(below.id).seat
        answer = await below.sends(f"t:1:{table.decision(seat)}:do:bid 10", on=below.hand())
        assert "Your score is below zero" in answer.text.split("\n")[0]
        assert "so you may not bid 10 and shoot the moon" in (await below.types("play", move="bid 10")).text
        assert (await club.table()).last_no == table.last_no
        return
    pytest.fail("nobody below zero was asked")


async def _leaderboard_is_in_order(club: Club, below: Player) -> None:
    """Negative totals stand last, with a true minus."""
    told = (await below.types("leaderboard", game="pitch")).text
    found = re.findall(r"^\*\*\d\.\*\* (\w+)(?: \(you\))? \*\*(−?\d+)\*\*", told, re.MULTILINE)
    points = [int(each.replace("−", "-")) for _, each in found]
    assert [name for name, _ in found][-1] == below.name
    assert points == sorted(points, reverse=True)
    assert points[-1] < 0
    assert "-" not in told.replace("-#", "")


async def _do(club: Club, player: Player, code: str) -> None:
    await club.inside(club.client.service.submit(1, Person(player.id, player.name), None, Play(code)))


async def _somebody_below_zero(club: Club, players: Sequence[Player]) -> Player:
    """Deals with bids of 9 until one is set and its bidder is below zero, at the next deal's auction."""
    while True:
        await _play_a_deal(club, players, bid="bid 9")
        table = await club.table()
        below = [seat for seat, score in enumerate(table.match.scores) if score < 0]
        if below:
            return of_seat(players, table, below[0])


async def _play_a_deal(club: Club, players: Sequence[Player], bid: str = "bid 5") -> None:
    """A whole deal not by clicks, which take longer, and the next one dealt."""
    names = {player.id: player.name for player in players}
    service = club.client.service

    async def play() -> None:
        while (table := await service.table(1)).row.phase == "playing":
            for seat in table.awaited():
                legal = GAME.legal(state_in(table), seat)
                codes = [action.code for action in legal.actions]
                code = bid if bid in codes else codes[0] if codes else ""
                if legal.choice is not None:
                    chosen = (*legal.choice.free, *legal.choice.in_need)[: legal.choice.least]
                    code = " ".join(("discard", *(CODES[card] for card in chosen)))
                who = table.seats[seat].person_id
                assert who is not None
                await service.submit(1, Person(who, names[who]), None, Play(code))
                break
            await asyncio.sleep(0)

    await club.inside(play())
    for player in players:
        await player.clicks("Next deal", on=player.hand())


async def test_everything_can_be_typed(club: Club) -> None:
    players = await five(club)
    bidder = await on_turn(club, players)
    assert await bidder.suggestions() == ["pass", *(f"bid {number}" for number in range(5, 11))]
    other = next(each for each in players if each is not bidder)
    assert await other.suggestions() == ["pass"]
    assert "That is too low" in (await bidder.types("play", move="bid 4")).text
    assert "You cannot do that now" in (await bidder.types("play", move="bid high")).text
    assert "You **pass** when your turn comes." in (await other.types("play", move="Pass")).text
    await bidder.types("play", move="Bid 5")
    while (await state_of(club)).phase == "auction":
        await (await on_turn(club, players)).types("play", move="pass")
    table = await club.table()
    held = [CODES[card] for card in GAME.view(state_in(table), table.held_by(bidder.id).seat).hand]
    callable_ = [code for code in ("AH", "KH", "QH", "AS", "KS", "AC") if code not in held]
    offered = await bidder.suggestions("call")
    assert len(offered) == 25
    assert all(code.startswith("call ") for code in offered)
    assert offered[0][5] == "A"
    own = next(code for code in held if code[0] != "J")
    assert "You hold" in (await bidder.types("play", move=f"call {own.lower()}")).text
    assert "A joker names no trump suit" in (await bidder.types("play", move="call J+")).text
    symbol = dict(zip("SHDC", "♠♥♦♣", strict=True))[callable_[0][1]]
    await bidder.types("play", move=f"call {callable_[0][0]}{symbol}")
    assert (await state_of(club)).phase == "discard"
    await _type_discards(club, other)


async def _type_discards(club: Club, player: Player) -> None:
    table = await club.table()
    seat = table.held_by(player.id).seat
    choice = GAME.legal(state_in(table), seat).choice
    assert choice is not None
    free = [CODES[card] for card in choice.free]
    first, *_ = await player.suggestions()
    assert first.startswith("discard ")
    assert len(first.split()) == 5
    begun = await player.suggestions(f"discard {free[-1].lower()}")
    assert len(begun[0].split()) == 5
    assert all(free[-1] in code for code in begun)
    assert await player.suggestions("no such card") == []
    typed = " ".join(reversed(free[:4])).lower().replace("t", "10")
    assert "exactly 4 cards" in (await player.types("play", move=f"discard {free[0]}")).text
    answer = await player.types("play", move=f"discard {typed}")
    assert "You discard" in answer.text
    assert (await club.table()).seats[seat].promise == " ".join(("discard", *free[:4]))
    again = await player.types("play", move=" ".join(free[-4:]))
    assert "You discard" in again.text
    assert (await club.table()).seats[seat].promise == " ".join(("discard", *free[-4:]))


async def test_four_people_start_with_a_computer_on_the_fifth_seat(club: Club) -> None:
    players = members(club, *NAMES[:4])
    await players[0].opens("pitch")
    for player in players[1:]:
        await player.clicks("Join")
    lobby = club.board()
    assert "One seat is free. Start gives it to a computer." in lobby.text
    await players[0].clicks("Start", on=lobby)
    table = await club.table()
    assert [seat.computer for seat in table.seats] == [None, None, None, None, "normal"]
    assert table.row.phase == "playing"
