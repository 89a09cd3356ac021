"""Ids go out and come back the same; whatever else comes back is nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screen.ids import LONGEST, VERBS, Click, make, parse
from engine.actions import PLAYS
from engine.games import games

tables = st.integers(0, 2**53)
decisions = st.integers(0, 10**14)
actions = st.one_of(
    st.sampled_from([action.code for action in PLAYS]),
    st.integers(0, 10).map("bid {}".format),
    st.just("pass"),
    st.lists(st.sampled_from([action.code[5:] for action in PLAYS]), max_size=13).map(
        lambda codes: " ".join(("discard", *codes))
    ),
)
options = st.sampled_from(
    sorted({option.name for game in games().values() for option in game.options} | {"a", "x" * 41})
)
rules = st.builds("phat.{}".format, options)
leaderboards = st.sampled_from(
    ("phat", "pitch", "knektpass", "pitch.score.all.1", "phat.average.days.99999", "phat.score.season12.1")
)
drafts = st.one_of(st.just(""), st.sampled_from("SHDC").map("call {}".format), actions)
arguments = {
    "setting": st.sampled_from(("counting", "computers")),
    "preference": st.sampled_from(("order", "autoplay")),
    "houserule": st.sampled_from(("phat", "pitch")),
    "backtohouse": st.sampled_from(("phat", "pitch")),
    "housesheet": st.sampled_from(("phat", "pitch")),
    "housevalue": rules,
    "houseother": rules,
    "housenumber": rules,
    "newseason": st.integers(1, 99_999_999).map(str),
    "take": st.just("") | st.integers(0, 6).map(str),
    "removecomputer": st.integers(0, 6).map(str),
    "next": st.integers(0, 99_999).map(str),
    "addcomputer": st.sampled_from(("easy", "normal", "hard")),
    "page": st.integers(0, 99).map("knektpass.{}".format),
    "board": leaderboards,
    "showboard": leaderboards,
    "order": st.sampled_from(("phat", "pitch", "knektpass")),
    "showstats": st.integers(1, 10**20 - 1).flatmap(lambda who: st.sampled_from((f"{who}", f"{who}.knektpass"))),
    "callme": st.sampled_from(("on", "off")),
    "takingback": st.sampled_from(("on", "off")),
    "value": options,
    "other": options,
    "number": options,
    "do": actions,
    "stand": actions,
    "draft": drafts,
    "hint": drafts,
    "hints": st.sampled_from(("on", "off")),
}
clicks = st.sampled_from(sorted(VERBS)).flatmap(
    lambda verb: st.builds(Click, tables, decisions, st.just(verb), arguments.get(verb, st.just("")))
)


@given(clicks)
def test_what_is_made_is_read_again(click: Click) -> None:
    custom_id = make(click.table, click.decision, click.verb, click.arg)
    assert len(custom_id) <= LONGEST
    assert parse(custom_id) == click


@given(st.one_of(st.text(max_size=200), st.text(alphabet="t:0129joindoplayASe+-. \n٣", max_size=60)))
def test_reading_never_raises_and_takes_only_our_own_form(text: str) -> None:
    click = parse(text)
    if click is not None:
        assert make(click.table, click.decision, click.verb, click.arg) == text


@given(clicks, st.integers(0, 99), st.characters())
def test_a_changed_id_is_read_exactly_or_not_at_all(click: Click, place: int, letter: str) -> None:
    custom_id = make(click.table, click.decision, click.verb, click.arg)
    changed = custom_id[: place % len(custom_id)] + letter + custom_id[place % len(custom_id) + 1 :]
    read = parse(changed)
    if read is not None:
        assert make(read.table, read.decision, read.verb, read.arg) == changed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "t:1:0:join",
        "t:1:0:fly:",
        "t:01:0:join:",
        "t:-1:0:join:",
        "t:1:0:join:now",
        "t:٣:0:join:",
        "t:1:0:join:\n",
        "\nt:1:0:join:",
        "t:1:0:do:play as",
        "t:1:0:do:play",
        "t:1:0:take:x",
        "t:1:0:page:phat",
        "t:1:0:value:",
        "t:1:0:value:Target",
        "t:1:0:number:target.1",
        "t:1:0:other:" + "x" * 42,
        "t:1:0:option:target",
        "t:99999999999999999999:0:join:",
        "t:1:0:do:play " + "AS " * 40,
    ],
)
def test_what_is_not_ours_is_nothing(text: str) -> None:
    assert parse(text) is None or text == "t:1:0:do:play"


def test_nothing_wrong_is_ever_made() -> None:
    for table, decision, verb, arg in (
        (1, 0, "fly", ""),
        (-1, 0, "join", ""),
        (1, 0, "do", "Play AS"),
        (1, 0, "page", "x"),
    ):
        with pytest.raises(ValueError, match="no such control"):
            make(table, decision, verb, arg)


@given(
    st.integers(-1, 10**19),
    st.integers(-1, 10**16),
    st.sampled_from([*VERBS, "", "nothing", "DO"]),
    st.sampled_from(["", "on", "05", "7", "play 9S", "play 9S:", "discard" + " 9S" * 13, "x" * 90])
    | st.text(max_size=9),
)
def test_an_id_is_made_exactly_where_it_can_be_read(table: int, decision: int, verb: str, arg: str) -> None:
    click = Click(table, decision, verb, arg)
    if parse(f"t:{table}:{decision}:{verb}:{arg}") == click:
        assert parse(make(table, decision, verb, arg)) == click
    else:
        with pytest.raises(ValueError, match="no such control"):
            make(table, decision, verb, arg)
