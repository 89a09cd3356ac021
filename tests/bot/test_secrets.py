"""Nobody's cards ever go to anybody else, in anything that is sent."""

from __future__ import annotations

import json
import re

from bot.store import tables as rows
from engine.cards import CODES
from tests.bot.club import Club
from tests.bot.player import members, on_turn, started

_ACTION = re.compile(r"t:\d+:\d+:do:play ([2-9TJQKA][SHDC])")


async def test_through_a_whole_deal_no_request_holds_a_card_its_reader_may_not_know(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    eve = members(club, "Eve")[0]
    await started(club, *everybody)
    recorded = await rows.record_rows(club.database, 1)
    assert recorded is not None
    dealt = [set(hand.split()) for hand in recorded.deals[0].hands.split("/")]
    table = await club.table()
    seat_of = {player.id: table.held_by(player.id).seat for player in everybody}
    played: set[str] = set()
    seen = 0
    while (await club.table()).row.phase == "playing":
        seen = _check(club, seen, dealt, played, seat_of)
        player = await on_turn(club, everybody)
        code = player.hand().cards[0]
        # From here on this card lies on the table.
        played.add(code)
        await player.plays(code)
        if len(played) % 10 == 0:
            await eve.clicks("More", on=club.board())
            await eve.clicks("My hand", on=club.board())
            proof = await eve.sends("t:1:0:proof:", on=club.board())
            assert "No deal of this match is over yet" in proof.text
            for forged in ("record:", "replay:", "replay:1.0.next", "replay:1.1.back"):
                refused = await player.sends(f"t:1:0:{forged}", on=club.board())
                assert "No deal of this match is over yet" in refused.text
            await player.types("play", move="2")
        table = await club.table()
        played |= {CODES[each] for trick in table.game.view(table.match, None).tricks for _, each in trick.plays}
    assert seen > 150


def _check(club: Club, since: int, dealt: list[set[str]], played: set[str], seat_of: dict[int, int]) -> int:
    """Every request since then, as far as the one who reads it goes: none but their own cards and played ones."""
    requests = club.requests()
    for each in requests[since:]:
        if not isinstance(each.json, dict):
            continue
        reader = club.reader_of(each.path)
        own = dealt[seat_of[reader]] if reader in seat_of else set()
        for shown in _cards(json.dumps(each.json, ensure_ascii=False)):
            assert shown in own | played, f"{each.method} {each.path} shows {shown} to {reader or 'everybody'}"
    return len(requests)


def _cards(text: str) -> set[str]:
    """The cards in a request body, by code: as symbols in texts and labels, as codes in ids."""
    symbols = dict(zip("♠♥♦♣", "SHDC", strict=True))
    found = {(rank.replace("10", "T")) + symbols[suit] for rank, suit in re.findall(r"(10|[2-9JQKA])([♠♥♦♣])", text)}
    return found | set(_ACTION.findall(text))
