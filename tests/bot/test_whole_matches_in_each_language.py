"""A whole match of each game by clicks, and every panel beside it, leaves no word that its language's catalogue lacks.

What is looked at is everything that was sent: the texts of all request bodies. The language that nobody speaks
(`tests.bot.tongues`) finds sentences of the code's own; in the others whatever was not translated is found too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from random import Random

import pytest

from bot.games import faces
from bot.tables.match_ids import match_id
from bot.texts import Texts, languages
from engine.games import games
from tests.bot import tongues
from tests.bot.clicking import click_through, control, open_table, press
from tests.bot.club import Club
from tests.bot.player import Player, member, members
from tests.bot.setup_panel import panel

#: Rules that make a match short, for the quick tests.
SHORT = {"phat": {"target": 60}, "pitch": {"target": 10}, "knektpass": {"start_score": 3}}
GAMES = sorted(faces())
#: What stands in texts and is nobody's language: people, channels, the words of the first matches.
NAMES = ("Ann", "Bo", "Eve", *(match_id(number) for number in range(1, 9)))


@pytest.fixture
def greek(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The language that nobody speaks."""
    with tongues.made_up_language(tmp_path_factory.mktemp("el")) as language:
        yield language


async def in_languages(club: Club, anns: str, servers: str, bos: str) -> tuple[Player, Player]:
    """Ann, who manages the server, and Bo, each of the three with a language."""
    ann, (bo,) = member(club, "Ann", manager=True), members(club, "Bo")
    club.locales.update({ann.id: anns, bo.id: bos, club.guild.id: servers})
    await ann.chooses(Texts(servers).language, on=await panel(ann), verb="setting:language")
    return ann, bo


async def before_the_match(club: Club, ann: Player, bo: Player, game: str) -> None:
    """The lobby and what stands behind it; Bo has a seat in the end, and computers have the rest."""
    board = club.board()
    more = (await press(ann, board, ":more:")).seen
    await press(ann, more, ":callme:")
    await press(ann, more, ":callplayers:")
    options = (await press(ann, more, ":options:")).seen
    for option in games()[game].options:
        rule = (await ann.chooses(option.name, on=options, verb="option")).seen
        if option.bounds is not None:
            await ann.sends(f"t:1:0:other:{option.name}", on=rule)
            await ann.submits(f"t:1:0:number:{option.name}", {"number": "many"}, on=rule)
    for piece in (":takingback:", ":house:", ":sheet:"):
        if control(ann.again(options), piece):
            await press(ann, ann.again(options), piece)
    assert (await press(bo, board, ":start:")).private
    await bo.types("play", move="9")
    await press(bo, board, ":join:")
    await press(bo, board, ":join:")
    panel_of_bo = (await press(bo, board, ":more:")).seen
    await press(bo, panel_of_bo, ":options:")
    await press(ann, ann.again(more), ":addcomputer:hard") if control(ann.again(more), ":addcomputer:hard") else None
    await press(ann, board, ":start:")


async def beside_the_match(club: Club, ann: Player, bo: Player, game: str) -> None:
    """Help, rules, More, the panels, refusals and suggestions while a match goes on."""
    eve = members(club, "Eve")[0]
    club.locales[eve.id] = club.locales[bo.id]
    await bo.types("table help")
    opened = await bo.types("rules", game=game)
    for number in range(1, len(faces()[game].pages) + 2):
        await bo.sends(f"t:0:0:page:{game}.{number}", on=opened.seen)
    await bo.types("table preferences")
    for player in (bo, eve):
        await press(player, club.board(), ":more:")
        await press(player, club.board(), ":hand:")
    for verb in ("mind", "pause", "resume", "end", "proof", "replay", "record"):
        await bo.sends(f"t:1:0:{verb}:", on=club.board())
    await bo.types("hand")
    await bo.types("play", move="99")
    await bo.types("table pause")
    await ann.types("table pause")
    await ann.types("table resume")
    await ann.types("table kick", person=eve.actor)
    await ann.types("table invite", person=eve.actor)
    await eve.types("table leave")
    await bo.types("table show")
    await bo.types("table open", game=game)
    await bo.forges("table-setup")
    setup = (await ann.types("table-setup")).seen
    await ann.chooses(game, on=setup, verb="houserules")
    await ann.types("table-setup")
    season = (await ann.sends("t:0:0:season:", on=setup)).seen
    await ann.sends("t:0:0:setup:", on=season)
    for person in (ann, bo):
        offered = await person.actor.autocomplete(club.channel, "play", "move", "")
        assert_known([each["name"] for each in offered], Texts(club.locales[person.id]).language)


async def after_the_match(club: Club, ann: Player, bo: Player, game: str) -> None:
    """Looking back: standings, the record, the replay, one's own data, a rematch."""
    board = club.board()
    for verb in ("board", "replay", "record", "proof", "rematch"):
        await press(ann, board, f":{verb}:")
    await bo.types("leaderboard", game=game)
    for by in ("wins", "rating", "average"):
        await bo.types("leaderboard", game=game, by=by)
    for move in ("next", "trick", "last", "after"):
        await ann.sends(f"t:1:0:replay:1.1.{move}", on=board)
    shown = await bo.types("stats")
    await press(bo, shown.seen, ":showstats:")
    offered = await ann.actor.autocomplete(club.channel, "replay", "match", "")
    assert_known([each["name"] for each in offered], Texts(club.locales[ann.id]).language)
    await ann.types("replay", match="zz")
    await ann.types("my-data export")
    asked = await bo.types("my-data delete")
    sure = await press(bo, asked.seen, ":erase:")
    await press(bo, sure.seen, ":erasenow:")


def assert_known(said: Iterable[str], language: str) -> None:
    """That every word is one of this language's, a person's name or the word of a match."""
    names = (*NAMES, *(Texts(each).t("language.name") for each in languages()))
    strange = {text: words for text in dict.fromkeys(said) if (words := tongues.strays(text, [language], names))}
    assert not strange, language


def check(club: Club, since: int = 0, preferred: Mapping[int, str] | None = None) -> Counter[str]:
    """That every word sent since then is one of its reader's language's; how many texts each language had.

    ``preferred``: languages of persons whose Discord has another one.
    """
    said: dict[str, list[str]] = defaultdict(list)
    languages_of = {**club.locales, **(preferred or {})}
    for request in club.requests()[since:]:
        if not request.path.endswith("/commands"):
            reader = club.reader_of(request.path) or club.guild.id
            said[Texts(languages_of[reader]).language] += tongues.texts_in(request.json)
    for language, texts in said.items():
        assert_known(texts, language)
    return Counter({language: len(texts) for language, texts in said.items()})


@pytest.mark.parametrize("game", GAMES)
async def test_a_short_match_and_every_panel(club: Club, greek: str, game: str) -> None:
    """In the language that nobody speaks, with pictures, and with other rules, so that they are named."""
    ann, bo = await in_languages(club, greek, greek, greek)
    await ann.chooses("tricks", on=await panel(ann), verb="setting:pictures")
    before = len(club.requests())
    number = await open_table(club, ann, game, SHORT[game])
    await before_the_match(club, ann, bo, game)
    await beside_the_match(club, ann, bo, game)
    await click_through(club, [ann, bo], number, Random(5))
    await after_the_match(club, ann, bo, game)
    assert len(club.requests()) > before + 50
    assert check(club)[greek] > 500


@pytest.mark.parametrize("game", GAMES)
async def test_hints_at_every_turn_of_one_person_alone(club: Club, greek: str, game: str) -> None:
    ann, _ = await in_languages(club, greek, greek, greek)
    number = await open_table(club, ann, game, SHORT[game])
    await ann.sends(f"t:{number}:0:hints:on", on=club.board())
    await press(ann, club.board(), ":playnow:")
    await click_through(club, [ann], number, Random(3), hints=True)
    assert check(club)[greek] > 300


@pytest.mark.parametrize(("language", "game"), [*zip(languages()[1:], cycle(GAMES), strict=False)])
async def test_a_whole_match(club: Club, language: str, game: str) -> None:
    """By the sheet, in a language that is spoken; the other games of each are among the many below."""
    await _whole_match(club, await in_languages(club, language, language, language), game, 7)
    assert check(club)[language] > 500


@pytest.mark.parametrize("game", GAMES)
async def test_private_answers_are_in_another_language_than_public_ones(club: Club, greek: str, game: str) -> None:
    """In one that nobody speaks, Greek letters, are the public messages alone."""
    await _whole_match(club, await in_languages(club, "ru", greek, "en-GB"), game, 9, SHORT[game])
    assert check(club)[greek] > 100


async def test_who_prefers_a_language_has_it_in_everything_private(club: Club, greek: str) -> None:
    """Whatever their Discord speaks: panels, the hand as others act, refusals, suggestions."""
    ann, bo = await in_languages(club, "en-US", "en-US", "sv-SE")
    await bo.chooses(greek, on=(await bo.types("table preferences")).seen, verb="preference:language")
    since = len(club.requests())
    number = await open_table(club, ann, "pitch", SHORT["pitch"])
    await before_the_match(club, ann, bo, "pitch")
    for command in ("table help", "rules", "hand", "stats", "table resume"):
        await bo.types(command)
    offered = await bo.actor.autocomplete(club.channel, "play", "move", "")
    assert_known([each["name"] for each in offered], greek)
    await click_through(club, [ann, bo], number, Random(6))
    texts = check(club, since, {bo.id: greek})
    assert texts[greek] > 200
    assert not texts["sv"]


async def test_calls_and_invitations_are_public_and_the_absent_are_told_in_the_servers_language(
    club: Club, greek: str
) -> None:
    """The line that calls, an invitation in the lobby, computers that mind seats."""
    ann, bo = await in_languages(club, "ru", greek, "en-US")
    (eve,) = members(club, "Eve")
    club.locales[eve.id] = "ru"
    await ann.opens(clock="relaxed")
    await ann.types("table invite", person=eve.actor)
    await press(bo, club.board(), ":join:")
    await press(ann, club.board(), ":start:")
    await click_through(club, [ann, bo], 1, Random(4), most=1)
    await club.passes(130)
    assert club.calls(), "nobody was called"
    for _ in range(6):
        await club.passes(1_300)
    assert check(club)[greek] > 20


@pytest.mark.parametrize("game", GAMES)
async def test_each_reads_their_own_language_and_everybody_the_servers(club: Club, game: str) -> None:
    """A Russian in a Swedish server beside a Bulgarian: private answers are each one's own, public ones Swedish."""
    await _whole_match(club, await in_languages(club, "ru", "sv-SE", "bg"), game, 8, SHORT[game])
    texts = check(club)
    assert all(texts[language] > 100 for language in ("ru", "sv", "bg"))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
async def test_many_whole_matches(club: Club, language: str, game: str, seed: int) -> None:
    await _whole_match(club, await in_languages(club, language, language, language), game, 100 + seed)
    assert check(club)[language] > 500


async def _whole_match(
    club: Club, players: tuple[Player, Player], game: str, seed: int, options: Mapping[str, int] | None = None
) -> None:
    number = await open_table(club, players[0], game, options)
    await before_the_match(club, *players, game)
    await beside_the_match(club, *players, game)
    assert await click_through(club, players, number, Random(seed)) > 10
    await after_the_match(club, *players, game)
