"""What Knektpass's messages say, position by position."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.games import find_face
from engine.actions import Action
from engine.games.knektpass import GAME, KnektpassState
from tests.bot.games.knektpass_views import at_end, at_table, hand_view, in_hand
from tests.bot.screen.positions import ENGLISH, NAMES, controls, labels, text
from tests.engine.knektpass_positions import FOUR, dealt, last_trick, playing, position, run
from tests.engine.walking import source, walk

#: Ann deals; Bo speaks first.
MIXED = ("AS KD 7C 3S JD", "AD KC QD 3D 2D", "AC KS QC 3C 2C", "TS 9S TD 9D TC")


async def test_the_dealer_may_take_the_turn_up_for_a_card() -> None:
    state = dealt(*MIXED)
    table = text(at_table(state))
    assert "▶ **Ann** may take the turn-up" in table
    assert "Turn-up **8♥** · Ann deals and may take it" in table
    built = in_hand(state, 0)
    assert labels(built) == ["J♦", "7♣", "K♦", "A♠", "3♠", "Leave 8♥"]
    assert controls(built)[0] == "t:5:100007:do:rob JD"
    assert "you may take 8♥, the turn-up" in text(built)
    assert "Ann may take the turn-up first." in text(in_hand(state, 1))
    taken, _ = run(state, "rob 3S")
    assert "Turn-up **8♥**, taken by Ann, who deals" in text(at_table(taken))
    assert "You took 8♥ for 3♠." in text(in_hand(taken, 0))
    assert "3♠" not in text(in_hand(taken, 1)) + text(at_table(taken))
    left, _ = run(state, "leave")
    assert "Turn-up **8♥**, left by Ann, who deals" in text(at_table(left))
    assert "Turn-up **8♥** · Ann deals" in text(at_table(dealt(*MIXED, rob="off")))


@pytest.mark.parametrize(
    ("rob", "said"),
    [("rob_counts", "It counts as an exchange and promises a trick."), ("rob_obliges", "you must stay in.")],
)
async def test_what_robbing_means_by_a_house_rule(rob: str, said: str) -> None:
    assert said in text(in_hand(dealt(*MIXED, rob=rob), 0))


async def test_in_or_pass_with_who_has_spoken() -> None:
    state, _ = run(dealt(*MIXED), "leave", "in", "pass")
    table = text(at_table(state))
    assert "▶ **Dana**: in or pass?" in table
    assert "In: Bo · Passed: Cleo · Still to speak: Dana and Ann" in table
    asked = in_hand(state, 3)
    assert labels(asked) == ["I'm in", "Pass"]
    assert "Are you in? Staying in costs nothing as long as you exchange no card." in text(asked)
    assert "Are you in? Whoever stays in must take a trick, or 5 are added." in text(
        in_hand(run(dealt(*MIXED, min_tricks=1), "leave")[0], 1)
    )
    assert "You have passed and are out until the next deal. Dana to act." in text(in_hand(state, 2))
    assert not labels(in_hand(state, 1))


def test_every_line_of_how_a_deal_stands_begins_alike() -> None:
    begun = set()
    for seed in range(8):
        for step in walk(GAME, 4, source(seed), deals=3):
            assert isinstance(step.after, KnektpassState)
            for line in find_face("knektpass").status(GAME.view(step.after, 1), NAMES, ENGLISH):
                begun.add(re.split(r"[\s:]", line)[0])
    assert begun == {"Turn-up", "In", "Passed", "Still", "Exchanged", "Tricks", "You"}


async def test_in_and_pass_ahead_of_the_turn() -> None:
    state, _ = run(dealt(*MIXED), "leave")
    built = in_hand(state, 3)
    assert labels(built) == ["I'm in", "Pass"]
    assert controls(built) == ["t:5:100007:do:in", "t:5:100007:do:pass"]
    assert "ahead of your turn; nobody sees it until then" in text(built)
    for code, said in (("in", "You are **in** when"), ("pass", "You **pass** when")):
        promised = in_hand(state, 3, promise=code)
        assert labels(promised) == ["Change my mind"]
        assert said in text(promised)


async def test_the_last_to_speak_is_told_of_the_gift() -> None:
    state, _ = run(dealt(*MIXED), "leave", "pass", "pass", "pass")
    assert "Everybody else has passed: stay in, and 5 are written off at once." in text(in_hand(state, 0))


def exchanging(**options: Any) -> Any:
    return run(dealt(*MIXED, **options), "leave", "in", "in", "pass", "in")[0]


async def test_an_exchange_in_one_press_from_the_list_or_not_at_all() -> None:
    state, _ = run(exchanging(), "exchange", "exchange 2C 3C")
    table = text(at_table(state))
    assert "▶ **Ann** to exchange, round 1 of 3" in table
    assert "Exchanged: Bo\u00a0**0** · Cleo\u00a0**2** · Ann\u00a0– · 29 cards left in the talon" in table
    assert "Passed: Dana" in table
    built = in_hand(state, 0)
    assert labels(built) == [
        "Exchange 3♠ (promises 1 trick)",
        "Exchange 7♣ 3♠ (promises 2 tricks)",
        "Exchange 7♣ K♦ 3♠ (promises 3 tricks)",
        "Choose otherwise",
        "Done exchanging",
        "Stand, ask me again",
    ]
    assert controls(built) == [
        "t:5:100007:do:exchange 3S",
        "t:5:100007:do:exchange 3S 7C",
        "t:5:100007:do:exchange 3S KD 7C",
        "t:5:100007:draft:exchange",
        "t:5:100007:stand:exchange",
        "t:5:100007:do:exchange",
    ]
    assert "Round 1 of 3: exchange up to 5 cards, or none." in text(built)
    told = "-# **Done exchanging** stands in all later rounds too; **Stand, ask me again** only in this one."
    assert told in text(built)
    listed = in_hand(state, 0, draft="exchange AS 3S JD")
    assert labels(listed)[0] == "Exchange 3 (promises 3 tricks)"
    assert controls(listed)[1] == "t:5:100007:do:exchange 3S AS JD"
    assert "Then you must take 3 tricks; each one missing adds 5 to your score." in text(listed)


async def test_later_rounds_add_up() -> None:
    state, _ = run(exchanging(), "exchange 2D", "exchange", "exchange 3S 7C", "exchange 3D", "exchange")
    built = in_hand(state, 0)
    assert "Round 2 of 3: exchange up to 3 cards more, or none. Tricks promised so far: 2." in text(built)
    assert labels(built)[0] == "Exchange 4♠ (promises 3 in all)"
    assert "You laid away 3♠ 7♣ and drew **" in text(built)
    last, _ = run(state, "exchange 4S", "exchange", "exchange")
    shown = labels(in_hand(last, 0))
    assert shown[-1] == "Done exchanging"
    assert not any("Stand, ask me again" in each for each in (*shown, text(in_hand(last, 0))))
    assert controls(in_hand(last, 0))[-1] == "t:5:100007:do:exchange"


async def test_done_exchanging_ahead_of_the_turn() -> None:
    state = exchanging()
    built = in_hand(state, 0)
    assert controls(built) == ["t:5:100007:stand:exchange"]
    assert "You want no more cards?" in text(built)
    assert "You **stand** when your turn comes." in text(in_hand(state, 0, promise="exchange"))
    stands = text(in_hand(state, 0, promise="exchange", promise_stands=True))
    assert "You are **done exchanging**: you stand when your turn comes, and in all later rounds." in stands
    assert not labels(in_hand(state, 3))


async def test_a_hand_without_a_weak_card_goes_to_the_list() -> None:
    state, _ = run(dealt("KS KD 7C 9S JD", "AS AD AC JC JS"), "leave", "in", "in")
    built = in_hand(state, 1)
    assert labels(built) == ["Done exchanging", "Stand, ask me again"]
    assert controls(built)[0] == "t:5:100007:draft:exchange"


@pytest.mark.parametrize(
    ("hand", "table", "said"),
    [
        ("AS 9S JD", "KS", "Spades ♠ were led: you must play a spade that beats K♠."),
        ("9S 7S AH", "AS", "Spades ♠ were led, and no spade of yours beats A♠: play any spade."),
        ("7H JD 9C", "KS", "You have no spades ♠: you must trump."),
        ("9H AH JD 6D", "KS TH", "You have no spades ♠: you must trump higher than 10♥."),
        ("9H 6D 8C", "KS TH", "You have no spades ♠: you must play a trump, though none of yours beats 10♥."),
        ("JD 6H AS", "QH", "Trumps were led: you must beat Q♥."),
        ("AH JH 9C", "JS", "Trumps were led, and you cannot beat J♠: play any trump."),
        ("QS 8S AH", "KS 6H", "Spades ♠ were led, and no spade of yours beats 6♥: play any spade."),
        ("6D 8C", "KS", "You have no spades ♠, and nothing else binds you: play any card."),
        ("6D 8C", "JS", "Trumps were led and you have none: play any card."),
        ("6D 8C", "", "You lead: play any card."),
        ("9H JD", "KS", "You have no spades ♠: you must trump."),
    ],
)
async def test_what_binds_a_player(hand: str, table: str, said: str) -> None:
    played = table.split()
    state, _ = run(position([*played, hand]), *(f"play {each}" for each in played))
    assert said in text(in_hand(state, len(played)))


@pytest.mark.parametrize(
    ("hand", "table", "options", "said"),
    [
        ("AS 9S JD", "KS", {"must_beat": False}, "Spades ♠ were led: you must play a spade."),
        ("JD 6H AS", "QH", {"must_beat": False}, "Trumps were led: you must play a trump."),
        ("7H JD 9C", "KS", {"must_trump": False}, "nothing else binds you: play any card."),
        ("9H 6D 8C", "KS TH", {"undertrump": "free"}, "nothing else binds you: play any card."),
    ],
)
async def test_what_binds_by_house_rules(hand: str, table: str, options: dict[str, Any], said: str) -> None:
    played = table.split()
    state, _ = run(position([*played, hand], **options), *(f"play {each}" for each in played))
    assert said in text(in_hand(state, len(played)))


async def test_tricks_against_promises_and_who_leads_first() -> None:
    state = playing(0, (0, 1, 3))
    table = text(at_table(state))
    assert "Dana leads first: of those who are in, nearest to the dealer's right." in table
    assert "Tricks: Ann\u00a0**0** · Bo\u00a0**0** · Dana\u00a0**0**" in table
    trick = next(line for line in table.split("\n") if line.startswith("Trick 1:"))
    assert "Cleo" not in trick
    promising = position(["AS KS", "QS 3S"], exchanged=(2, 0), taken=(1, 0), tricks_done=3)
    assert "Tricks: Ann\u00a0**1** of 2 · Bo\u00a0**0**" in text(at_table(promising))
    after, _ = run(promising, "play AS", "play 3S")
    assert "Trick 4: Ann took A♠ 3♠\n" in text(at_table(after)) + "\n"


async def test_jacks_stand_with_the_trumps_highest_first() -> None:
    state = dealt("JD JC 9H 8S 8D", *FOUR[1:])
    groups = find_face("knektpass").groups(hand_view(state, 0).own)
    assert [ENGLISH.cards(group) for group in groups] == ["J♣ J♦ 9♥", "8♦", "8♠"]


async def test_how_a_deal_ended() -> None:
    said = text(at_end(last_trick((2, 0), (1, 4))))
    assert "**Ann** promised 2, took only 1: **+5**, now\u00a0**17**" in said
    assert "**Bo** promised none, took 4: **−4**, now\u00a0**8**" in said
    assert "**Ann** promised 1, took 3: **−3**, now\u00a0**9**" in text(at_end(last_trick((1, 1), (3, 2))))


async def test_one_player_in_and_nobody_in() -> None:
    alone, _ = run(dealt(*FOUR), "leave", "pass", "in", "pass", "pass")
    said = text(at_end(alone))
    assert "**Cleo** was the only one in: **−5**, now\u00a0**7**" in said
    assert "Bo passed, still **12**" in said
    nobody, _ = run(dealt(*FOUR), "leave", *["pass"] * 4)
    assert "Everybody passed: nothing is scored, and Ann deals again." in text(at_end(nobody))
    other, _ = run(dealt(*FOUR, all_pass="next_dealer"), "leave", *["pass"] * 4)
    assert "the next player clockwise deals now" in text(at_end(other))


async def test_the_end_of_a_match_shows_the_winner_at_zero() -> None:
    said = text(at_end(last_trick((0, 0), (2, 3), scores=(2, 9))))
    assert "🏆 **Ann** wins." in said
    assert "Ann\u00a0**0** · Bo\u00a0**6**" in said


def test_moves_as_they_are_called() -> None:
    face = find_face("knektpass")
    codes = ("in", "pass", "rob 6H", "leave", "exchange", "exchange 6H 7H")
    assert [face.label(Action.parse(code), ENGLISH) for code in codes] == [
        "I'm in",
        "Pass",
        "Take the turn-up for 6♥",
        "Leave the turn-up",
        "Stand",
        "Exchange 6♥ 7♥",
    ]


def test_the_short_page_has_ten_lines_and_the_rules_in_force() -> None:
    face = find_face("knektpass")
    page = face.page_text("short", GAME.settle({"start_score": 7, "min_tricks": 1}), ENGLISH)
    assert len(page.strip().split("\n")) == 10
    assert "Everybody starts at **7**" in page
    assert "9. Whoever stays in must take a trick, or 5 are added." in page
    assert "never the dealer" in face.page_text("play", GAME.settle({}), ENGLISH)
