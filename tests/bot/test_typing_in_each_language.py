"""Moves as they are typed, in every language: what the list shows can be typed, and so can a verb with its cards."""

from __future__ import annotations

from random import Random

import pytest

from bot.games import faces
from bot.texts import languages
from tests.bot.clicking import open_table, press
from tests.bot.club import Club
from tests.bot.player import Player, members
from tests.bot.test_whole_matches_in_each_language import SHORT

DISCORDS = {"sv": "sv-SE", "en": "en-GB"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", sorted(faces()))
async def test_a_deal_by_typing_the_labels_of_the_list(club: Club, language: str, game: str) -> None:
    (ann,) = members(club, "Ann")
    club.locales[ann.id] = DISCORDS.get(language, language)
    await open_table(club, ann, game, SHORT[game])
    await press(ann, club.board(), ":playnow:")
    chance, typed = Random(11), 0
    while (table := await club.table()).row.phase == "playing" and typed < 40:
        seat = table.held_by(ann.id).seat
        label = chance.choice(await labels(ann))
        answer = await ann.types("play", move=label)
        after = await club.table()
        assert after.row.phase != "playing" or after.decision(seat) != table.decision(seat), (label, answer.text)
        typed += 1
    assert typed > 3


async def labels(player: Player) -> list[str]:
    """What the list offers that is a whole move, and plays on."""
    offered = await player.actor.autocomplete(player.club.channel, "play", "move", "")
    whole = [each for each in offered if not each["name"].endswith("…")]
    return [each["name"] for each in whole if each["value"] != "pass"] or [each["name"] for each in whole]
