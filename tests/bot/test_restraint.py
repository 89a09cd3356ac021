"""Before Discord shuts us out we are quiet; without a token we stop."""

from __future__ import annotations

import pytest

from bot.restraint import COUNTED_FOR, MOST_REFUSALS, Restraint
from bot.tables.screen import ScreenBusy
from tests.bot.club import Club
from tests.bot.player import members, on_turn, started

CHANNEL = "/api/v10/channels/1/messages"
TOKEN = "/api/v10/webhooks/1/secret/messages/@original"


def test_from_a_thousand_invalid_requests_in_ten_minutes_on_it_is_quiet() -> None:
    time = [0.0]
    restraint = Restraint(lambda: time[0])
    for number in range(MOST_REFUSALS):
        restraint.check()
        assert restraint.quiet_for() == 0
        restraint.heard((403, 429)[number % 2], CHANNEL)
    with pytest.raises(ScreenBusy) as busy:
        restraint.check()
    assert busy.value.after == COUNTED_FOR
    time[0] += COUNTED_FOR - 1
    assert restraint.quiet_for() == 1
    time[0] += 1
    restraint.check()


def test_what_is_not_held_against_us() -> None:
    restraint = Restraint(lambda: 0.0)
    for _ in range(MOST_REFUSALS):
        restraint.heard(404, CHANNEL)
        restraint.heard(200, CHANNEL)
        restraint.heard(503, CHANNEL)
        restraint.heard(429, CHANNEL, "shared")
    restraint.check()


def test_only_a_request_by_the_bots_own_token_says_that_it_is_dead() -> None:
    restraint = Restraint(lambda: 0.0)
    restraint.heard(401, TOKEN)
    restraint.heard(401, "/api/v10/interactions/1/secret/callback")
    restraint.check()
    restraint.heard(401, CHANNEL)
    assert restraint.turned_away.is_set()
    with pytest.raises(ScreenBusy):
        restraint.check()


async def test_a_quiet_bot_answers_clicks_and_sends_nothing_else(club: Club) -> None:
    everybody = members(club, "Ann", "Bo", "Cleo", "Dana")
    await started(club, *everybody)
    for _ in range(MOST_REFUSALS):
        club.client.restraint.heard(403, CHANNEL)
    before = club.requests()
    player = await on_turn(club, everybody)
    await player.plays()
    sent = club.requests()[len(before) :]
    assert sent
    assert all(each.path.endswith("/callback") for each in sent)
