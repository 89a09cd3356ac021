"""Bad records: each gets one line with the place and the reason, whatever was done to it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.games import find_game
from engine.reading import read
from engine.record import RecordError, write
from engine.replay import fill, verify
from engine.simulate import play_match
from engine.transcript import transcript
from tests.engine.high_spade import at_the_table

Json = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def _high_spade() -> Iterator[None]:
    with at_the_table():
        yield


def valid(key: str = "phat", **options: object) -> Json:
    game = find_game(key)
    seats = game.seats_allowed[0]
    whole: Json = json.loads(write(play_match(game, game.settle(options), seats, ["random"] * seats, 1)))
    return whole


def refused(text: str | bytes) -> RecordError:
    """The error of this text, after a look at its form."""
    with pytest.raises(RecordError) as caught:
        verify(read(text))
    error = caught.value
    assert str(error).isprintable()
    assert len(str(error)) < 400
    return error


def setter(*path: str | int, value: Any) -> Callable[[Json], None]:
    def change(whole: Json) -> None:
        place: Any = whole
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def without(*path: str | int) -> Callable[[Json], None]:
    def change(whole: Json) -> None:
        place: Any = whole
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return change


def swap_cards(whole: Json) -> None:
    hands = whole["deals"][1]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def swap_actions(whole: Json) -> None:
    actions = whole["deals"][1]["actions"]
    actions[5], actions[6] = actions[6], actions[5]


def without_proof(change: Callable[[Json], None]) -> Callable[[Json], None]:
    def both(whole: Json) -> None:
        for deal in whole["deals"]:
            del deal["salt"], deal["commitment"]
        change(whole)

    return both


def alone(name: str, value: object) -> Callable[[Json], None]:
    return without_proof(lambda whole: whole["deals"][0].update({name: value}))


def revoke(whole: Json) -> None:
    """The first action of deal 1 that has to follow suit, and for which another suit is in hand, breaks the rule."""
    deal = whole["deals"][1]
    deal["actions"][1:] = [[(deal["dealer"] + 2) % 4, ""]]
    led = deal["actions"][0][1][-1]
    hand = deal["hands"][(deal["dealer"] + 2) % 4]
    assert any(card[1] == led for card in hand)
    deal["actions"][1][1] = "play " + next(card for card in hand if card[1] != led)


def one_more_deal(whole: Json) -> None:
    extra = copy.deepcopy(whole["deals"][-1])
    extra["dealer"] = (extra["dealer"] + 1) % 4
    whole["deals"].append(extra)


def one_more_action(whole: Json) -> None:
    whole["deals"][0]["actions"].append([0, "play AS"])


def missing_action(whole: Json) -> None:
    whole["deals"][0]["actions"].pop()


def double(whole: Json) -> None:
    whole["deals"][0]["hands"][2][4] = whole["deals"][0]["hands"][0][0]


def short_hand(whole: Json) -> None:
    whole["deals"][0]["hands"][2].pop()


def long_rest(whole: Json) -> None:
    whole["deals"][0]["rest"].append(whole["deals"][0]["hands"][2].pop())
    whole["deals"][0]["hands"][2].append(whole["deals"][0]["hands"][2][0])


BAD: list[tuple[str, Callable[[Json], None], int | None, int | None, str]] = [
    ("no format", without("format"), None, None, "lacks the key 'format'"),
    ("other format", setter("format", value="tricktable-record/2"), None, None, "'tricktable-record/2'"),
    ("format no text", setter("format", value=1), None, None, "format must be a text, not a whole number"),
    ("no game", without("game"), None, None, "lacks the key 'game'"),
    ("unknown game", setter("game", value="whist"), None, None, "unknown game 'whist'"),
    ("no rules version", without("rules_version"), None, None, "lacks the key 'rules_version'"),
    ("other rules", setter("rules_version", value=9), None, None, "rules_version 9"),
    ("rules true", setter("rules_version", value=True), None, None, "not true or false"),
    ("rules 1.0", setter("rules_version", value=1.0), None, None, "fraction"),
    ("no options", without("options"), None, None, "lacks the key 'options'"),
    ("options a list", setter("options", value=[]), None, None, "options must be an object, not a list"),
    ("unknown option", setter("options", "jokers", value=2), None, None, "no option 'jokers'"),
    ("unknown value", setter("options", "muck_tie", value="x\ny"), None, None, r"not x\ny"),
    ("value out of bounds", setter("options", "target", value=0), None, None, "not 0"),
    ("value a text", setter("options", "target", value="181"), None, None, "option target must be a whole number"),
    ("value a fraction", setter("options", "target", value=181.0), None, None, "option target"),
    ("value true", setter("options", "target", value=True), None, None, "option target"),
    ("value a list", setter("options", "target", value=[[]]), None, None, "option target"),
    ("value on", setter("options", "partner_blind", value="on"), None, None, "must be true or false"),
    ("no seats", without("seats"), None, None, "lacks the key 'seats'"),
    ("seats not allowed", setter("seats", value=5), None, None, "played by 4, not by 5"),
    ("seats huge", setter("seats", value=10**29), None, None, "not by 1"),
    ("seats a text", setter("seats", value="4"), None, None, "seats must be a whole number, not a text"),
    ("players too few", setter("players", value=["a"]), None, None, "players must have 4 entries"),
    ("players null", setter("players", value=None), None, None, "players must be a list, not null"),
    ("players numbers", setter("players", value=[1, 2, 3, 4]), None, None, "players must be a text"),
    ("no deals", without("deals"), None, None, "lacks the key 'deals'"),
    ("deals an object", setter("deals", value={}), None, None, "deals must be a list"),
    ("a deal null", setter("deals", 1, value=None), 1, None, "a deal must be an object, not null"),
    ("no dealer", without("deals", 2, "dealer"), 2, None, "lacks the key 'dealer'"),
    ("dealer no seat", setter("deals", 0, "dealer", value=4), 0, None, "dealer must be 0 to 3, not 4"),
    ("dealer negative", setter("deals", 0, "dealer", value=-1), 0, None, "dealer must be 0 to 3, not -1"),
    ("dealer false", setter("deals", 0, "dealer", value=False), 0, None, "not true or false"),
    ("no hands", without("deals", 0, "hands"), 0, None, "lacks the key 'hands'"),
    ("a hand too few", without("deals", 0, "hands", 1), 0, None, "hands must have 4 entries"),
    ("a hand no list", setter("deals", 0, "hands", 1, value="AS"), 0, None, "hands must be a list, not a text"),
    ("unknown card", setter("deals", 1, "hands", 2, 3, value="1S"), 1, None, "unknown card '1S'"),
    ("card no text", setter("deals", 1, "hands", 2, 3, value=7), 1, None, "the hand of seat 2 must be a text"),
    ("card long", setter("deals", 1, "hands", 2, 3, value="A" * 9999), 1, None, "unknown card 'AAA"),
    ("card half a pair", setter("deals", 1, "hands", 2, 3, value="\ud83c"), 1, None, "unknown card"),
    ("joker", setter("deals", 1, "hands", 2, 3, value="J+"), 1, None, "J+ is not in the pack"),
    ("card twice", double, 0, None, "is dealt twice"),
    ("hand short", short_hand, 0, None, "the hand of seat 2 has 12 cards, not 13"),
    ("rest and hand", long_rest, 0, None, "is dealt twice"),
    ("no rest", without("deals", 0, "rest"), 0, None, "lacks the key 'rest'"),
    ("rest null", setter("deals", 0, "rest", value=None), 0, None, "rest must be a list, not null"),
    ("no actions", without("deals", 0, "actions"), 0, None, "lacks the key 'actions'"),
    ("action a text", setter("deals", 0, "actions", 4, value="play AS"), 0, 4, "an action must be a list"),
    ("action of three", setter("deals", 0, "actions", 4, value=[0, "play AS", 1]), 0, 4, "not 3 entries"),
    ("action of nobody", setter("deals", 0, "actions", 4, 0, value=4), 0, 4, "the seat must be 0 to 3, not 4"),
    ("action seat true", setter("deals", 0, "actions", 4, 0, value=True), 0, 4, "the seat must be a whole number"),
    ("code a number", setter("deals", 0, "actions", 4, 1, value=5), 0, 4, "the code must be a text"),
    ("code empty", setter("deals", 0, "actions", 4, 1, value=""), 0, 4, "unknown action ''"),
    ("code unknown", setter("deals", 0, "actions", 4, 1, value="Play AS"), 0, 4, "unknown action 'Play AS'"),
    ("code two spaces", setter("deals", 0, "actions", 4, 1, value="play  AS"), 0, 4, "unknown card ''"),
    ("code 05", setter("deals", 0, "actions", 4, 1, value="play 05"), 0, 4, "unknown card '05'"),
    ("code bad card", setter("deals", 0, "actions", 4, 1, value="play 1S"), 0, 4, "unknown card '1S'"),
    ("code newline", setter("deals", 0, "actions", 4, 1, value="play\nAS"), 0, 4, "unknown action"),
    ("wrong verb", setter("deals", 0, "actions", 4, 1, value="bid 7"), 0, 4, "unknown action 'bid 7'; the actions"),
    ("wrong verb, no card", setter("deals", 0, "actions", 4, 1, value="bid 07"), 0, 4, "unknown action 'bid 07'"),
    ("wrong verb, long", setter("deals", 0, "actions", 4, 1, value="b" * 999), 0, 4, "b'; the actions of Phat: play"),
    ("two cards", setter("deals", 0, "actions", 0, 1, value="play AS KS"), 0, 0, "'play AS KS' by seat"),
    ("no card", setter("deals", 0, "actions", 0, 1, value="play"), 0, 0, "'play' by seat"),
    ("not in hand", setter("deals", 1, "actions", 0, 1, value="play J+"), 1, 0, "'play J+' by seat"),
    ("out of turn", swap_actions, 1, 5, "but it is the turn of seat"),
    ("revoke", revoke, 1, 1, "by seat"),
    ("wrong dealer", setter("deals", 1, "dealer", value=0), 1, None, "the dealer must be seat 3, not seat 0"),
    ("action too many", one_more_action, 0, 52, "comes after the end of the deal"),
    ("action missing", missing_action, 0, None, "the deal is not finished, yet another one follows"),
    ("deal too many", one_more_deal, 4, None, "the match is over before this deal"),
    ("salt no hex", setter("deals", 0, "salt", value="xyz"), 0, None, "salt must be hexadecimal digits"),
    ("salt a number", setter("deals", 0, "salt", value=12), 0, None, "salt must be a text"),
    ("other salt", setter("deals", 0, "salt", value="00"), 0, None, "does not fit the salt and the cards"),
    ("other commitment", setter("deals", 0, "commitment", value="0" * 64), 0, None, "does not fit"),
    ("other cards", swap_cards, 1, None, "does not fit the salt and the cards"),
    ("other cards, no proof", without_proof(swap_cards), 1, 29, "not in the hand"),
    ("salt null", setter("deals", 0, "salt", value=None), 0, None, "salt must be a text, not null"),
    ("commitment no hex", setter("deals", 0, "commitment", value="0x"), 0, None, "commitment must be hexadecimal"),
    ("commitment alone, no hex", alone("commitment", "0x"), 0, None, "commitment must be hexadecimal digits"),
    ("salt alone, a number", alone("salt", 12), 0, None, "salt must be a text, not a whole number"),
    ("stand-in no list", setter("deals", 0, "stand_ins", value={}), 0, None, "stand_ins must be a list"),
    ("stand-in of two", setter("deals", 0, "stand_ins", value=[[0, 1]]), 0, None, "not 2 entries"),
    ("stand-in of nobody", setter("deals", 0, "stand_ins", value=[[0, 9, "x"]]), 0, None, "0 to 3, not 9"),
    ("stand-in too late", setter("deals", 0, "stand_ins", value=[[53, 1, "x"]]), 0, None, "0 to 52, not 53"),
    ("points a text", setter("deals", 0, "points", value="9"), 0, None, "points must be a list"),
    ("points too few", setter("deals", 0, "points", value=[9]), 0, None, "points must have 4 entries"),
    ("points fraction", setter("deals", 0, "points", value=[1.5] * 4), 0, None, "not a number with a fraction"),
    ("points true", setter("deals", 0, "points", value=[True] * 4), 0, None, "not true or false"),
    ("points other", setter("deals", 0, "points", value=[10**28] * 4), 0, None, "the record has [1000"),
    ("points null", setter("deals", 0, "points", value=None), 0, None, "points must be a list, not null"),
    ("points missing", without("deals", 2, "points"), 2, None, "lacks points"),
    ("scores other", setter("deals", 2, "scores", value=[0, 0, 0, 0]), 2, None, "the record has [0, 0, 0, 0]"),
    ("result missing", without("result"), None, None, "no result that says so"),
    ("result a text", setter("result", value="won"), None, None, "result must be an object"),
    ("result without finished", without("result", "finished"), None, None, "lacks the key 'finished'"),
    ("result 1", setter("result", "finished", value=1), None, None, "finished must be true or false"),
    ("result unfinished", setter("result", "finished", value=False), None, None, "no result that says so"),
    ("winners missing", without("result", "winners"), None, None, "lacks the key 'winners'"),
    ("winners other", setter("result", "winners", value=[1]), None, None, "the record has [1]"),
    ("winner nobody", setter("result", "winners", value=[7]), None, None, "a winner must be 0 to 3, not 7"),
    ("result's scores missing", without("result", "scores"), None, None, "lacks the key 'scores'"),
    ("result's scores other", setter("result", "scores", value=[1, 2, 3, 4]), None, None, "has [1, 2, 3, 4]"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "deal", "action", "reason"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_record_gets_its_place_and_reason(
    change: Callable[[Json], None], deal: int | None, action: int | None, reason: str
) -> None:
    whole = valid()
    verify(read(json.dumps(whole)))
    change(whole)
    error = refused(json.dumps(whole))
    assert reason in error.message
    assert (error.deal, error.action) == (deal, action)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"hello", "not JSON"),
        (b"{", "not JSON"),
        (b'{"format": "tricktable-record/1",}', "column 34"),
        (b"[1, 2]", "a record must be an object, not a list"),
        (b"null", "not null"),
        (b'"x"', "not a text"),
        (b"true", "not true or false"),
        (b"7", "not a whole number"),
        (b"NaN", "NaN is no number"),
        (b'{"a": -Infinity}', "-Infinity is no number"),
        (b'{"a": 1e999}', "a number too large"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "more than 30 digits"),
        (b'{"a": 1, "a": 2}', "the key 'a' stands twice"),
        (b'{"x": {"\\n": 1, "\\n": 2}}', "stands twice"),
        (b"[" * 100_000, "nested more than 32 levels"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, "nested more than 32 levels"),
        (b'{"game": "\xff"}', "not UTF-8 (byte 10)"),
        (b'{"game": "\x00"}', "not JSON"),
        (b'{"format": "tricktable-record/1", "game": "\\ud800"}', "unknown game"),
    ],
)  # fmt: skip
def test_what_is_no_record_at_all_is_told_in_a_line(text: bytes, reason: str) -> None:
    error = refused(text)
    assert reason in error.message
    assert (error.deal, error.action) == (None, None)


def test_rest_is_checked_where_a_game_has_one() -> None:
    whole = valid("high_spade")
    whole["deals"][0]["rest"].pop()
    for deal in whole["deals"]:
        del deal["salt"], deal["commitment"]
    assert refused(json.dumps(whole)).message == "rest has 0 cards, not 1"


def test_claims_do_not_matter_where_they_are_worked_out() -> None:
    whole = valid()
    expected = fill(read(json.dumps(whole)))
    whole["result"] = "won"
    whole["deals"][0]["points"] = [[]]
    whole["deals"][1]["scores"] = None
    assert fill(read(json.dumps(whole), outcome=False)) == expected


# --- whatever is done to a record --------------------------------------------------------------------------------

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.integers(),
    st.floats(allow_nan=False),
    st.sampled_from(
        ["", "AS", "J+", "play AS", "play 2C", "pass", "discard AS 2S", "bid 7", "phat", "\ud800", "0" * 64]
    ),
    st.text(max_size=5),
    st.builds(list),
    st.builds(dict),
    st.builds(lambda: [0, "play AS"]),
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(each, (*path, key))


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A record to which something was done: values replaced, dropped, doubled or moved, or the text itself spoilt."""
    key = draw(st.sampled_from(["phat", "high_spade"]))
    whole = valid(key, target=9) if key == "phat" else valid(key)
    if draw(st.booleans()):
        for deal in whole["deals"]:
            del deal["salt"], deal["commitment"]
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(sorted(places(whole), key=str)))
        where: Any = whole
        for each in path[:-1]:
            where = where[each]
        step: Any = path[-1]
        match draw(st.sampled_from(["replace", "drop", "double", "swap"])):
            case "replace":
                where[step] = draw(JUNK)
            case "drop":
                del where[step]
            case "double" if isinstance(where, list):
                where.insert(step, where[step])
            case _:
                other = draw(st.sampled_from(sorted(where, key=str) if isinstance(where, dict) else range(len(where))))
                where[step], where[other] = where[other], where[step]
    text = json.dumps(whole).encode()
    if draw(st.integers(0, 3)) == 0:
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.binary(max_size=3)) + text[at + draw(st.integers(0, 3)) :]
    return text


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(text=spoilt())
def test_whatever_is_done_to_a_record_costs_a_line_and_no_more(
    text: bytes, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.getbasetemp() / "spoilt.jsonl"
    file.write_bytes(text)
    capsys.readouterr()
    code = main(["verify", str(file)])
    out, errors = capsys.readouterr()
    assert code in (0, 1)
    if b"\n" not in text and text.strip():
        assert out.count("\n") == 1
        assert (out == "ok\n") is (code == 0)
        assert out == "ok\n" or out.startswith("line 1")
        assert not errors
    if code == 0:
        record = read(text.removeprefix(b"\xef\xbb\xbf"))
        assert read(write(record)) == record
        assert list(transcript(record))
    for command in ("replay", "show"):
        again = main([command, str(file)])
        out, errors = capsys.readouterr()
        assert again in (0, code)
        assert "Traceback" not in out + errors
