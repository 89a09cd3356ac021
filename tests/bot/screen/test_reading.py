"""Rule pages and the help."""

import pytest

from bot.games import faces, find_face
from bot.screen import help as helps
from bot.screen import rules
from engine.games import games
from engine.options import Value
from tests.bot.screen.positions import ENGLISH, controls, labels, payload, phat, text


async def test_pages_of_every_game_turn() -> None:
    for key, face in faces().items():
        count = len(face.pages) + 1
        for number in range(1, count + 1):
            built = rules.page(key, number, ENGLISH, table=5)
            assert len(labels(built, off=True)) == 1
            assert controls(built) == [f"t:5:0:page:{key}.{each}" for each in range(1, count + 1)]
        assert text(rules.page(key, 99, ENGLISH)) == text(rules.page(key, count, ENGLISH))
        assert text(rules.page(key, -3, ENGLISH)) == text(rules.page(key, 1, ENGLISH))


async def test_the_house_rules_in_force_are_marked() -> None:
    options = phat().settle({"target": 91, "muck_tie": "none"})
    said = text(rules.page("phat", 7, ENGLISH, options))
    assert "- **First to 91 points.** This differs from the standard rules." in said
    assert "- **Muck 40–40: nobody scores.** This differs from the standard rules." in said
    assert "- Everybody sees their cards at once." in said
    assert "reach **91** wins" in text(rules.page("phat", 1, ENGLISH, options))
    assert "reach **181** wins" in text(rules.page("phat", 1, ENGLISH))


async def test_a_game_without_pages_says_so() -> None:
    assert "toy" not in games()
    assert text(rules.page("toy", 1, ENGLISH)) == "There are no rule pages for this game yet."
    assert find_face("toy").title(ENGLISH) == "Toy"


async def test_the_help_has_ten_lines_with_commands_to_click() -> None:
    said = text(helps.help({"table": 50, "hand": 51, "play": 52, "rules": 53, "leaderboard": 54, "stats": 55}, ENGLISH))
    assert [line.split(".")[0] for line in said.split("\n")[1:]] == [str(number) for number in range(1, 11)]
    for mention in ("</table open:50>", "</hand:51>", "</play:52>", "</rules:53>", "</leaderboard:54>", "</stats:55>"):
        assert mention in said
    assert "`/table open`" in text(helps.help({}, ENGLISH))
    payload(helps.help({}, ENGLISH))


@pytest.mark.parametrize("key", sorted(faces()))
def test_pages_come_in_the_order_of_the_game(key: str) -> None:
    """Goal, cards, deal, play, scores, what is in force; before them ten lines, after them the words."""
    pages = rules.contents(find_face(key), games()[key].settle({}))
    usual = ["short", "goal", "cards", "deal", "play", "score", "options", "words"]
    assert [each for each in pages if each in usual] == usual
    assert pages[0] == "short"
    assert pages[-1] == "words"
    assert set(pages) - set(usual) <= {"auction", "call", "exchange"}


@pytest.mark.parametrize("key", sorted(faces()))
def test_the_quick_start_has_ten_lines_and_the_glossary_eight_words_or_more(key: str) -> None:
    face, options = find_face(key), games()[key].settle({})
    short = face.page_text("short", options, ENGLISH).strip().splitlines()
    assert [line.split(".")[0] for line in short] == [str(number) for number in range(1, 11)]
    words = face.page_text("words", options, ENGLISH).strip().splitlines()
    assert 8 <= len(words) <= 14
    assert all(line.startswith("- **") and "**: " in line for line in words)


@pytest.mark.parametrize("key", sorted(faces()))
def test_rule_pages_follow_the_options_in_force(key: str) -> None:
    """What an option changes, pages tell as it is in force."""
    face, game = find_face(key), games()[key]

    def pages(**differing: Value) -> list[str]:
        options = game.settle(differing)
        return [face.page_text(page, options, ENGLISH) for page in face.pages]

    untold = {
        option.name
        for option in game.options
        for value in option.offered
        if value != option.default and pages(**{option.name: value}) == pages()
    }
    # These stand only on the page of the rules in force, since no other page speaks of them.
    assert untold <= {"undertrump", "max_deals"}
