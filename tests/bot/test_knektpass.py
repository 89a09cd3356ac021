"""Knektpass by clicks and by typing: four people with exchanges, a pass and a penalty; two people; seven."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.tables.commands import Opening, Person
from engine.cards import CODES, Card, cards
from engine.games.knektpass import GAME, KnektpassState
from tests.bot.club import Club
from tests.bot.player import Player, members, on_turn, started

NAMES = ("Ann", "Bo", "Cleo", "Dana", "Eve", "Finn", "Gus")


async def seated(club: Club, count: int) -> list[Player]:
    """So many people at a table of Knektpass, the cards dealt, everybody's hand open."""
    players = members(club, *NAMES[:count])
    await started(club, *players, game="knektpass")
    for player in players[1:]:
        await player.clicks("My hand", on=club.board())
    return players


async def state_of(club: Club) -> KnektpassState:
    found = (await club.table()).match
    assert isinstance(found, KnektpassState)
    return found


async def click(club: Club, players: Sequence[Player], label: str) -> Player:
    """Whoever is asked presses the first button that begins like this."""
    player = await on_turn(club, players)
    hand = player.hand()
    await player.clicks(next(each for each in hand.able if each.startswith(label)), on=hand)
    return player


async def play_on(club: Club, players: Sequence[Player]) -> None:
    """Click cards until the deal is over."""
    while (await club.table()).row.phase == "playing":
        player = await on_turn(club, players)
        await player.plays()


@pytest.fixture
def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal has these cards, and Ann deals the first: hearts are trumps, Dana holds little."""
    hands = [cards(hand) for hand in ("AS KD 7C 3S 2H", "AD KC QD 3D 2D", "JC KS QC 3C 2C", "TS 9S TD 9D TC")]
    turn_up = cards("8H")
    used = {*turn_up, *(each for hand in hands for each in hand)}
    talon = [each for each in range(52) if each not in used]

    def dealt(state: KnektpassState, source: object) -> tuple[int, list[list[Card]], list[Card]]:
        dealer = GAME.next_dealer(state)
        return dealer or 0, [sorted(hand) for hand in hands], [*turn_up, *talon]

    monkeypatch.setattr(GAME, "dealt", dealt)


async def test_four_people_play_a_deal_by_clicks_only(club: Club, stacked: None) -> None:
    ann, bo, cleo, dana = players = await seated(club, 4)
    assert "▶ **Ann** may take the turn-up" in club.board().text
    answer = await ann.clicks("3♠", on=ann.hand())
    assert "You took 8♥ for 3♠." in answer.text
    assert "Turn-up **8♥**, taken by Ann, who deals" in club.board().text
    await dana.clicks("Pass", on=dana.hand())  # ahead of her turn
    assert "passed" not in club.board().text
    for player in (bo, cleo):
        await player.clicks("I'm in", on=player.hand())
    assert "In: Bo and Cleo · Passed: Dana · Still to speak: Ann" in club.board().text
    await ann.clicks("I'm in", on=ann.hand())

    # Three rounds: Bo one card each time, Cleo done at once, Ann two from the list and then no more.
    assert "▶ **Bo** to exchange, round 1 of 3" in club.board().text
    first = next(each for each in bo.hand().able if each.endswith("(promises 1 trick)"))
    await bo.clicks(first, on=bo.hand())
    done = await cleo.clicks("Done exchanging", on=cleo.hand())
    assert "You are **done exchanging**: you stand when your turn comes, and in all later rounds." in done.text
    listed = await ann.clicks("Choose otherwise", on=ann.hand())
    chosen = await ann.picks("7C", "KD", on=listed.seen)
    assert "Exchange 2 (promises 2 tricks)" in chosen.seen.able
    await ann.clicks("Exchange 2 (promises 2 tricks)", on=chosen.seen)
    assert "You laid away K♦ 7♣ and drew" in ann.hand().text
    second = next(each for each in bo.hand().able if each.endswith("(promises 2 in all)"))
    await bo.clicks(second, on=bo.hand())
    await ann.clicks("Stand, ask me again", on=ann.hand())
    assert "round 3 of 3" in club.board().text
    assert "Exchanged: Bo\u00a0**2** · Cleo\u00a0**0** · Ann\u00a0**2** · " in club.board().text
    third = next(each for each in bo.hand().able if each.endswith("(promises 3 in all)"))
    await bo.clicks(third, on=bo.hand())
    assert "Stand, ask me again" not in ann.hand().able
    await ann.clicks("Done exchanging", on=ann.hand())

    state = await state_of(club)
    assert state.phase == "play"
    assert state.exchanged == [2, 3, 0, 0]
    assert "Tricks: Ann\u00a0**0** of 2 · Bo\u00a0**0** of 3 · Cleo\u00a0**0**" in club.board().text
    assert "Cleo leads first: of those who are in, nearest to the dealer's right." in club.board().text
    assert "You have passed and are out until the next deal." in dana.hand().text
    assert "Dana" not in next(line for line in club.board().text.split("\n") if line.startswith("Trick 1:"))
    await play_on(club, players)
    table = await club.table()
    summary = next(each for each in club.messages() if "deal 1 is over" in each.text)
    assert "Dana passed, still **12**" in summary.text
    assert max(table.match.points) >= 5, "somebody missed a promise"
    promised = (2, 3, 0)
    state = await state_of(club)
    for seat, name in enumerate(("Ann", "Bo", "Cleo")):
        missing = promised[seat] - state.taken[seat]
        change = 5 * missing if missing > 0 else -state.taken[seat]
        assert table.match.points[seat] == change
        word = f"{change:+d}".replace("-", "−") if change else "0"
        assert f": **{word}**, now\u00a0**{12 + change}**" in summary.text
        assert f"**{name}** promised {promised[seat] or 'none'}, took" in summary.text
    told = (await ann.types("leaderboard", game="knektpass")).text
    best = min(range(4), key=lambda seat: table.match.points[seat])
    assert told.index(NAMES[best]) == min(told.index(name) for name in NAMES[:4])
    for player in players:
        await player.clicks("Next deal", on=player.hand())
    assert (await state_of(club)).dealer == 1


async def test_a_promise_is_private_and_a_stale_answer_is_redrawn(club: Club, stacked: None) -> None:
    ann, bo, cleo, dana = await seated(club, 4)
    await ann.clicks("Leave 8♥", on=ann.hand())
    board, others = club.board().text, [player.hand().text for player in (ann, bo, cleo)]
    edits = len(club.requests("PATCH"))
    for label in ("I'm in", "Change my mind", "Pass"):
        await dana.clicks(label, on=dana.hand())
    assert club.board().text == board
    assert [player.hand().text for player in (ann, bo, cleo)] == others
    assert len(club.requests("PATCH")) == edits
    old = bo.hand()
    await bo.clicks("Pass", on=old)
    late = await bo.sends(old.ids["I'm in"], on=bo.hand())
    assert "The table has moved on" in late.text.split("\n")[0]
    assert "You have passed" in late.text


async def test_the_only_one_who_is_in_writes_off_five_at_once(club: Club, stacked: None) -> None:
    players = await seated(club, 4)
    await click(club, players, "Leave")
    for _ in range(3):
        await click(club, players, "Pass")
    (ann,) = [player for player in players if player.name == "Ann"]
    assert "Everybody else has passed: stay in, and 5 are written off at once." in ann.hand().text
    await ann.clicks("I'm in", on=ann.hand())
    summary = next(each for each in club.messages() if "deal 1 is over" in each.text)
    assert "**Ann** was the only one in: **−5**, now\u00a0**7**" in summary.text


async def test_everything_can_be_typed(club: Club, stacked: None) -> None:
    ann, bo, cleo, dana = await seated(club, 4)
    assert await ann.suggestions("rob") == [f"rob {code}" for code in ("3S", "AS", "2H", "KD", "7C")]
    assert "You do not hold" in (await ann.types("play", move="rob 6h")).text
    assert "exactly one card" in (await ann.types("play", move="rob")).text
    await ann.types("play", move="rob 3♠")
    assert await dana.suggestions() == ["in", "pass"]
    assert "You **pass** when" in (await dana.types("play", move="pass")).text
    await bo.types("play", move="in")
    await cleo.types("play", move="I'm in")
    await ann.types("play", move="in")
    assert (await bo.suggestions())[-1] == "exchange"
    assert "exchange 2D 3D" in await bo.suggestions("exchange 3d 2")
    answer = await bo.types("play", move="exchange 3d 2d")
    assert "You laid away" in answer.text
    await cleo.types("play", move="exchange")
    await ann.types("play", move="7c")
    state = await state_of(club)
    assert state.exchanged == [1, 2, 0, 0]
    for _ in range(5):
        await (await on_turn(club, (ann, bo, cleo))).types("play", move="stand")
        if (await state_of(club)).phase == "play":
            break
    assert (await state_of(club)).phase == "play"
    leader = await on_turn(club, (ann, bo, cleo))
    assert leader is cleo
    assert "You do not hold" in (await cleo.types("play", move="as")).text
    await cleo.types("play", move="j♣")
    assert (await state_of(club)).table == tuple(cards("JC"))


async def test_a_forged_exchange_is_refused_with_the_reason(club: Club, stacked: None) -> None:
    _, bo, _, dana = players = await seated(club, 4)
    await click(club, players, "Leave")
    for _ in range(4):
        await click(club, players, "I'm in")
    table = await club.table()
    start = f"t:1:{table.decision(1)}:do:exchange"
    for codes, said in (("AS", "You do not hold A♠"), ("AD AD", "can be chosen only once")):
        answer = await bo.sends(f"{start} {codes}", on=bo.hand())
        assert said in answer.text.split("\n")[0]
    assert (await club.table()).last_no == table.last_no
    early = await dana.sends(f"t:1:{table.decision(3)}:do:exchange TS", on=dana.hand())
    assert "It is not your turn." in early.text


async def test_seven_people_play_a_deal(club: Club) -> None:
    players = members(club, *NAMES)
    await players[0].opens("knektpass")
    for number, player in enumerate(players[1:], 2):
        answer = await player.clicks("Join")
        assert f"You sit at Knektpass, seat {number}." in answer.text
    eighth = members(club, "Hal")[0]
    assert "Join" not in club.board().able
    await players[3].clicks("Start")
    for player in players:
        if player is not players[3]:
            await player.clicks("My hand", on=club.board())
    table = await club.table()
    assert [seat.person_id for seat in table.seats] == [player.id for player in players]
    await click(club, players, "Leave")
    for _ in range(7):
        await click(club, players, "I'm in")
    while (await state_of(club)).phase == "exchange":
        await click(club, players, "Done exchanging")
    assert len((await state_of(club)).swaps) == 7
    assert "Take seat" not in "".join(club.board().able)
    assert "You have no seat here." in (await eighth.clicks("My hand", on=club.board())).text
    await play_on(club, players)
    summary = next(each for each in club.messages() if "deal 1 is over" in each.text)
    assert all(name in summary.text for name in NAMES)


async def test_two_people_play_a_match_with_the_small_pack(club: Club) -> None:
    ann, bo = players = members(club, "Ann", "Bo")
    opening = Opening(club.guild.id, club.channel.id, "knektpass", options={"max_deals": 1})
    await club.inside(club.client.service.open(Person(ann.id, ann.name), opening))
    await bo.clicks("Join")
    assert "Start begins with the 2 who sit here. 5 seats more are free." in club.board().text
    await ann.clicks("Start")
    await bo.clicks("My hand", on=club.board())
    state = await state_of(club)
    assert state.seats == 2
    assert all(CODES[card][0] in "6789TJQKA" for hand in range(2) for card in GAME.view(state, hand).hand)
    await click(club, players, "Leave")
    for _ in range(2):
        await click(club, players, "I'm in")
    while (await state_of(club)).phase == "exchange":
        await click(club, players, "Done exchanging")
    await play_on(club, players)
    end = club.board()
    assert "the match is over" in end.text
    assert "**Ann** promised none, took" in end.text
    table = await club.table()
    for seat, player in enumerate(players):
        change = -table.match.points[seat]
        if table.match.points[seat]:
            assert f"{player.name} 0 → **{change}** (+{change})" in end.text


async def test_the_host_chooses_the_rams_rule_in_the_lobby(club: Club) -> None:
    ann, bo = members(club, "Ann", "Bo")
    await ann.opens("knektpass")
    assert "Staying in costs nothing" in club.board().text
    await ann.chooses("1", on=club.board(), verb="value")
    assert "Whoever stays in must take a trick, or 5 are added." in club.board().text
    refused = await bo.chooses("0", on=club.board(), verb="value")
    assert refused.private
    assert (await club.table()).options["min_tricks"] == 1


async def test_play_now_alone_makes_a_table_of_four_and_a_newcomer_replaces_a_computer(club: Club) -> None:
    ann, eve = members(club, "Ann", "Eve")
    await ann.opens("knektpass")
    await ann.clicks("Play now with computers")
    table = await club.table()
    assert [seat.computer for seat in table.seats] == [None, "normal", "normal", "normal"]
    while (await club.table()).row.phase == "playing":
        hand = ann.hand()
        wanted = ("Leave", "I'm in", "Done exchanging")
        label = next((each for each in hand.able if each.startswith(wanted)), None)
        if label is not None:
            await ann.clicks(label, on=hand)
        else:
            await ann.plays()
    offer = (await eve.clicks("Take a seat", on=club.board())).seen
    await eve.clicks(offer.able[0], on=offer)
    assert eve.id in [seat.person_id for seat in (await club.table()).seats]
    for player in (ann, eve):
        await player.clicks("Next deal", on=player.hand())
    assert (await club.table()).row.deal_no == 2
