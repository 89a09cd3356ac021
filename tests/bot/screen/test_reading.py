"""Rule pages and the help."""

from bot.games import faces, find_face
from bot.screen import help as helps
from bot.screen import rules
from engine.games import games
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
    said = text(rules.page("phat", 6, ENGLISH, options))
    assert "- **First to 91 points.** This differs from the usual rules." in said
    assert "- **Muck 40–40: nobody scores.** This differs from the usual rules." in said
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
