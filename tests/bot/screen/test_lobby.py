"""The lobby and its panel."""

from bot.screen import lobby
from bot.tables.views import SeatView
from tests.bot.screen.positions import ENGLISH, controls, labels, lobby_view, parts, payload, seats, text

ALONE = (seats()[0], SeatView(1), SeatView(2), SeatView(3))
TWO = (seats()[0], SeatView(1), seats()[2], SeatView(3, computer="hard"))


async def test_alone_one_may_play_at_once() -> None:
    built = lobby.lobby(lobby_view(ALONE), ENGLISH)
    said = text(built).split("\n")
    assert said == [
        "### 🍀 Phat · lobby",
        "Four players in two sides · first to 181 · 60 seconds a turn",
        "**Side 1:** Ann (host) · free",
        "**Side 2:** free · free",
        "3 seats are free. Wait for others, or play now: computers take them.",
        "-# Start is for when others have joined; pressed now, it does the same.",
    ]
    assert labels(built) == ["Join", "Leave", "Start", "Rules", "More", "Play now with computers"]
    main = [part["label"] for part in parts(payload(built)) if part.get("style") == 1]
    assert main == ["Play now with computers"]


async def test_free_seats_are_chosen_beside_a_partner() -> None:
    built = lobby.lobby(lobby_view(TWO), ENGLISH)
    select = next(part for part in parts(payload(built)) if part["type"] == 3)
    assert [(option["label"], option["value"]) for option in select["options"]] == [
        ("Seat 2, partner of 🤖\u00a0Duke", "1")
    ]
    assert "t:5:0:seat:" in controls(built)
    assert "t:5:0:playnow:" not in controls(built)


async def test_a_full_lobby_waits_for_the_start() -> None:
    built = lobby.lobby(lobby_view(seats()), ENGLISH)
    assert "Everybody is here: press Start." in text(built)
    assert labels(built, off=True) == ["Join"]
    assert "t:5:0:seat:" not in controls(built)


async def test_only_differing_house_rules_are_named_and_none_twice() -> None:
    assert "House rules" not in text(lobby.lobby(lobby_view(TWO), ENGLISH))
    said = text(lobby.lobby(lobby_view(TWO, {"target": 121, "muck_tie": "split"}), ENGLISH))
    assert "first to 121" in said
    assert "**House rules:** Muck 40–40: 4 points for each side.\n" in said


async def test_a_closed_lobby_says_why() -> None:
    for reason, sentence in (
        ("expired", "Nobody started this table in time, so it was closed."),
        ("host", "The host ended this table."),
        ("odd", "This table was ended."),
    ):
        built = lobby.lobby(lobby_view(TWO, closed=reason), ENGLISH)
        assert text(built).endswith(sentence)
        assert not controls(built)


async def test_more_in_the_lobby() -> None:
    built = lobby.more(lobby_view(TWO), ENGLISH)
    assert controls(built) == [
        "t:5:0:addcomputer:easy",
        "t:5:0:addcomputer:normal",
        "t:5:0:addcomputer:hard",
        "t:5:0:removecomputer:3",
        "t:5:0:options:",
        "t:5:0:shuffle:",
        "t:5:0:end:",
        "t:5:0:callplayers:",
        "t:5:0:callme:on",
    ]
    assert controls(lobby.more(lobby_view(TWO), ENGLISH, on_call=True))[-1] == "t:5:0:callme:off"
    assert "No seat is free." in text(lobby.more(lobby_view(seats()), ENGLISH))
