"""Rule pages, the leaderboard and the help."""

from bot.games import faces, find_face
from bot.screen import boards, rules
from bot.screen import help as helps
from bot.screen.boards import BoardLine
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


def lines() -> list[BoardLine]:
    return [
        BoardLine(place=1, name="Ann", points=301, deals=12),
        BoardLine(place=2, name="**Bo**", points=-4, deals=1, own=True),
        BoardLine(place=None, name=None, points=0, deals=2),
    ]


async def test_the_leaderboard() -> None:
    built = boards.board("phat", lines(), ENGLISH, counted=True, shared=False)
    assert text(built).split("\n") == [
        "### 🍀 Phat · leaderboard of this server",
        "**1.** Ann **301** · 12 deals",
        "**2.** \\*\\*Bo\\*\\* (you) **−4** · one deal",
        "**–** Somebody **0** · 2 deals",
        "Points of all deals that count: two people or more through the whole deal.",
    ]
    assert controls(built) == ["t:0:0:showboard:phat"]


async def test_a_shared_leaderboard_marks_nobody() -> None:
    built = boards.board("phat", lines(), ENGLISH, counted=False, shared=True)
    assert "(you)" not in text(built)
    assert "practice" in text(built)
    assert not controls(built)


async def test_an_empty_leaderboard() -> None:
    built = boards.board("phat", [], ENGLISH, counted=True, shared=False)
    assert text(built).endswith("Nobody has finished a deal here yet.")
    assert not controls(built)


async def test_the_help_has_ten_lines_with_commands_to_click() -> None:
    said = text(helps.help({"table": 50, "hand": 51, "play": 52, "rules": 53, "leaderboard": 54}, ENGLISH))
    assert [line.split(".")[0] for line in said.split("\n")[1:]] == [str(number) for number in range(1, 11)]
    for mention in ("</table open:50>", "</hand:51>", "</play:52>", "</rules:53>", "</leaderboard:54>"):
        assert mention in said
    assert "`/table open`" in text(helps.help({}, ENGLISH))
    payload(helps.help({}, ENGLISH))
