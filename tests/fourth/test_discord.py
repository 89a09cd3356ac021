"""The fourth game in Discord: words and pages, offered by the commands, lobby, hand, summary, leaderboard, options."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.games import find_face
from bot.texts import Texts, catalogue, languages
from engine.cards import HEARTS, Card, code, suit_of
from engine.games import find_game, games
from tests.bot import test_catalogue, test_translations
from tests.bot.club import Club
from tests.bot.games import test_faces
from tests.bot.player import Player, members, on_turn, play_out
from tests.bot.screen import test_options, test_reading, test_replay
from tests.fourth.adding import KEY
from tests.store.making import change_settings
from tests.wire.player import CARD

pytestmark = pytest.mark.usefixtures("game")


async def test_words_and_pages_are_held_to_the_checks_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (test_options, test_reading, test_replay):  # their texts are from before the game came
        monkeypatch.setattr(module, "ENGLISH", Texts())
    english = catalogue("en")
    test_catalogue.test_every_key_in_the_code_exists(english)
    test_catalogue.test_every_key_in_the_catalogue_is_used(english)
    test_catalogue.test_every_placeholder_is_filled_and_nothing_is_given_in_vain(english)
    for language in languages():
        test_translations.test_the_same_keys_and_placeholders(language)
        test_translations.test_exactly_the_forms_that_the_language_has(language)
        test_translations.test_every_form_has_every_placeholder(language)
        test_translations.test_every_sentence_ends_as_one(language)
    test_catalogue.test_no_programmers_words(english)
    test_catalogue.test_every_option_of_a_game_has_its_words(KEY)
    test_catalogue.test_every_page_of_a_game_is_there(KEY)
    test_catalogue.test_a_games_own_refusals_have_sentences(KEY)
    test_faces.test_every_face_is_a_games()
    test_faces.test_accents_tell_games_apart()
    test_faces.test_the_screens_know_no_game_by_name(KEY)
    await test_options.test_every_rule_of_every_game_fits(KEY)
    await test_reading.test_pages_of_every_game_turn()
    await test_replay.test_every_moment_says_what_was_done_and_shows_every_hand(KEY)
    await test_replay.test_what_was_not_dealt_is_shown_at_the_start(KEY)


def labels(cards: Sequence[Card]) -> list[str]:
    """What cards are called on their buttons."""
    return [Texts().card(card) for card in cards]


async def opened(club: Club, *names: str) -> list[Player]:
    """A table of the game with these people, still a lobby."""
    host, *others = players = members(club, *names)
    await host.opens(KEY)
    for each in others:
        await each.clicks("Join")
    return players


async def test_every_command_that_asks_for_a_game_offers_it(club: Club) -> None:
    commands = {each["name"]: each for each in club.commands()}
    (open_table,) = (each for each in commands["table"]["options"] if each["name"] == "open")
    for command in (open_table, commands["rules"], commands["leaderboard"], commands["stats"]):
        (option,) = (each for each in command["options"] if each["name"] == "game")
        assert [(each["value"], each["name"]) for each in option["choices"]] == [
            (key, find_face(key).title(Texts())) for key in games()
        ]
    assert list(games())[-1] == KEY, "it names no place of its own"
    assert find_game(KEY).title == "Maria"


async def test_a_match_from_the_lobby_to_the_leaderboard(club: Club) -> None:
    ann, bo, cleo = players = await opened(club, "Ann", "Bo", "Cleo")
    lobby = club.board()
    assert "🌹 Maria · lobby" in lobby.text
    assert "each for oneself · until somebody has 10" in lobby.text
    answer = await ann.chooses("0", on=lobby, verb="value")
    assert "Maria costs nothing." in answer.text
    await ann.chooses("3", on=club.board(), verb="value")
    assert "costs nothing" not in club.board().text

    await ann.clicks("Start")
    table = await club.table()
    assert table.row.seats == 3
    for player in players:
        held = table.game.view(table.match, table.held_by(player.id).seat).hand
        shown = player.hand()
        assert sorted(label for label in shown.labels if CARD.fullmatch(label)) == (
            sorted(labels(held)) if table.held_by(player.id).seat in table.to_act() else []
        )
        assert all(label in shown.text for label in labels(held))
        assert "New to Maria?" in shown.text
    assert "Maria · deal 1" in club.board().text

    asked = await on_turn(club, players)
    assert "You lead" in asked.hand().text
    before = asked.hand().cards
    played = await asked.plays()
    assert before[0] not in played.seen.cards
    suggested = await (await on_turn(club, players)).suggestions()
    assert all(each.startswith("play ") for each in suggested)
    typed = await (await on_turn(club, players)).types("play", move=suggested[0])
    assert typed.private
    await play_out(club, players)
    summary = next(each for each in reversed(club.messages()) if "deal 1 is over" in each.text)
    assert "Tricks: " in summary.text

    while (table := await club.table()).row.phase != "over":
        for player in players:
            await player.clicks("Next deal", on=club.board())
        await play_out(club, players)
    final = club.board()
    assert "🌹 Maria · the match is over" in final.text
    assert "🏆" in final.text
    assert "Running scores" in final.text
    board = await bo.clicks("Leaderboard", on=final)
    assert board.text.startswith("### 🌹 Maria · leaderboard of this server")
    worst = max(table.match.scores)
    assert f"**−{worst}**" in board.text, "what is paid counts down"
    assert (await cleo.types("leaderboard")).text.startswith("### 🌹 Maria"), "the game last played here"
    record = (await cleo.types("stats")).text
    assert "**🌹 Maria**" in record
    assert "Hearts **" in record, "what it counts stands in records without a word of its own"
    assert "Marias **" in record
    assert "Rating **" in record


async def test_its_own_refusal_is_said_in_its_own_words(club: Club) -> None:
    players = await opened(club, "Ann", "Bo", "Cleo", "Dana")
    await players[0].clicks("Start")
    while True:
        table = await club.table()
        player = await on_turn(club, players)
        view = table.game.view(table.match, table.held_by(player.id).seat)
        hearts = [card for card in view.hand if suit_of(card) == HEARTS]
        if not view.open and not view.trick.plays and hearts and len(hearts) < len(view.hand):
            break
        await player.plays()
    refused = await player.types("play", move=code(hearts[0]))
    (label,) = labels(hearts[:1])
    assert f"{label} is a heart, and none has been played yet: lead another suit." in refused.text
    assert "no heart yet" in player.hand().text


async def test_the_rules_pages_turn_and_the_panel_sets_its_rules(club: Club) -> None:
    ann, bo = await opened(club, "Ann", "Bo")
    more = (await ann.clicks("More", on=club.board())).seen
    panel = (await ann.clicks("Options", on=more)).seen
    assert "### Maria: the rules of this table" in panel.text
    values = (await ann.chooses("limit", on=panel, verb="option:")).seen
    changed = await ann.fills("Another number", "33", on=values)
    assert "reaches 33" in changed.text
    assert "until somebody has 33" in club.board().text
    assert dict((await club.table()).row.options) == {"limit": 33}
    page = await bo.types("rules", game=KEY)
    assert page.text.startswith("### 🌹 Maria · In short")
    assert "somebody has **33**" in page.text
    turned = await bo.clicks("Points", on=page.seen)
    assert "Every heart taken: 1." in turned.text
    house = await bo.clicks("House rules", on=turned.seen)
    assert "- **The match ends with the deal in which somebody reaches 33.**" in house.text


async def test_a_server_may_have_house_rules_for_it(club: Club) -> None:
    await club.inside(change_settings(club.database, club.guild.id, {"house_rules": {KEY: {"queen": 0}}}))
    (ann,) = await opened(club, "Ann")
    more = (await ann.clicks("More", on=club.board())).seen
    panel = (await ann.clicks("Options", on=more)).seen
    await ann.clicks("This server's house rules", on=panel)
    assert "Maria costs nothing." in club.board().text
    await ann.clicks("Play now with computers")
    assert (await club.table()).row.house_rules
