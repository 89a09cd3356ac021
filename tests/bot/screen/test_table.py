"""What the public messages of a match say, and in which order."""

from dataclasses import replace
from typing import Any

from bot.screen import summary, table
from bot.tables.match_ids import match_id
from bot.tables.views import Pause, Running, SummaryView
from engine.game import State
from tests.bot.screen.positions import (
    ENGLISH,
    SEAL,
    controls,
    labels,
    phat,
    random_match,
    seats,
    table_view,
    text,
)

#: The buttons that stay on a match's last message.
LOOKING_BACK = ["Leaderboard", "Replay", "Record", "Fairness proof"]


def states(seed: int = 5, **options: object) -> list[State]:
    return list(random_match(seed, options))


def shown(state: State, **changes: Any) -> str:
    return text(table.table(table_view(state, **changes), ENGLISH))


async def test_the_order_of_a_table() -> None:
    state = states()[6]  # the deal and six cards: the second trick, three to come
    lines = shown(state).split("\n")
    public = phat().view(state, None)
    to_play = ("Ann", "Bo", "Cleo", "Dana")[public.to_act[0]]
    assert lines[0] == f"### 🍀 Phat · deal 1 · trumps {ENGLISH.suit(public.trump or 0)}"
    assert lines[1] == f"▶ **{to_play}** to play · time is up <t:1900000000:R>"
    assert lines[2].startswith("Trick 2: ")
    assert f"**{to_play} …**" in lines[2]
    assert lines[3].startswith("Trick 1: ")
    assert lines[4].startswith("Ann & Cleo\u00a0**")
    assert lines[5].startswith("This deal Phat ")
    assert lines[6] == f"-# deal `{SEAL[:16]}`"
    assert len(lines) == 7


async def test_the_first_lead_makes_trumps() -> None:
    lines = shown(states()[0]).split("\n")
    assert lines[0] == "### 🍀 Phat · deal 1"
    assert lines[2].endswith(" leads the first card; its suit becomes trumps.")


async def test_a_turn_without_a_limit_says_no_time() -> None:
    assert "time is up" not in shown(states()[3], due={})


async def test_buttons_of_a_turn() -> None:
    built = table.table(table_view(states()[3]), ENGLISH)
    assert labels(built) == ["My hand", "Rules", "More"]
    assert controls(built) == ["t:5:0:hand:", "t:5:0:rules:", "t:5:0:more:"]


async def test_between_deals_everybody_sees_who_is_ready() -> None:
    ended = next(state for state in states() if state.needs_deal)
    people = seats(computers=(3,))
    people = (replace(people[0], ready=True), *people[1:])
    built = table.table(table_view(ended, people, free=(3,)), ENGLISH)
    said = text(built)
    assert "### 🍀 Phat · deal 2" in said
    assert "The next deal comes <t:1900000015:R>, or when everybody has pressed Next deal." in said
    assert "Ready: Ann. Waiting for Bo and Cleo." in said
    assert labels(built) == ["Next deal", "My hand", "Rules", "More", "Take 🤖\u00a0Duke's seat"]
    assert controls(built)[0] == "t:5:0:next:1"
    assert controls(built)[-1] == "t:5:0:take:3"
    more = table.table(table_view(ended, seats(computers=(1, 3)), free=(1, 3)), ENGLISH)
    assert labels(more)[-1] == "Take a seat", "one button for them all"
    assert controls(more)[-1] == "t:5:0:take:"
    everybody = tuple(replace(seat, ready=True) for seat in people)
    assert "Everybody is ready." in text(table.table(table_view(ended, everybody), ENGLISH))


async def test_who_is_away_is_said() -> None:
    assert "A computer minds the seat of Bo and Dana." in shown(states()[3], people=seats(away=(1, 3)))


async def test_a_paused_table_waits_for_somebody() -> None:
    view = replace(table_view(states()[3], seats(away=(0, 1, 2, 3)), phase="paused"), pause=Pause())
    built = table.table(view, ENGLISH)
    assert "Paused" in text(built)
    assert labels(built)[0] == "I am back"
    assert "This table ends <t:90:R>" in text(table.table(replace(view, ends_at=90), ENGLISH))


async def test_a_pause_says_whose_it_is_and_until_when() -> None:
    view = replace(table_view(states()[3], seats(), phase="paused"), pause=Pause(102, 90))
    built = table.table(view, ENGLISH)
    assert "**Paused** by Bo. The game goes on <t:90:R>" in text(built)
    assert labels(built)[0] == "Resume"
    assert "**Paused** by Bo, until" in text(table.table(replace(view, pause=Pause(102)), ENGLISH))


async def test_more_for_a_player_and_for_somebody_else() -> None:
    view = table_view(states()[3], seats(away=(1,)))
    assert labels(table.more(view, 0, ENGLISH)) == [
        "Computer takes my seat",
        "Leave",
        "Pause",
        "End the table",
        "Fairness proof",
    ]
    assert labels(table.more(view, 1, ENGLISH))[0] == "I am back"
    assert labels(table.more(view, None, ENGLISH)) == ["Fairness proof"]
    assert SEAL in text(table.more(view, None, ENGLISH))
    wanting = replace(view, seats=tuple(replace(seat, wants_end=True) for seat in view.seats))
    assert "4 players want to end it." in text(table.more(wanting, 0, ENGLISH))


# --- The end of a deal and of a match --------------------------------------------------------------


def ended(state: State, **changes: object) -> SummaryView:
    view = SummaryView(table=5, seats=seats(), public=phat().view(state, None), commitment=SEAL, final=state.over)
    return replace(view, **changes)  # type: ignore[arg-type]


async def test_a_deals_end_adds_up() -> None:
    for state in states(12):
        if not state.needs_deal:
            continue
        built = summary.summary(ended(state), ENGLISH)
        said = text(built)
        assert not labels(built)
        assert said.startswith(f"### 🍀 Phat · deal {state.deal_no} is over\n**Ann & Cleo** Phat ")
        for seat in (0, 1):
            assert f"= **+{state.points[seat]}**, now\u00a0**{state.scores[seat]}**" in said
        assert "Big Phat 9" in said
        assert "Little Phat 5" in said


async def test_the_muck_is_told_as_it_went() -> None:
    base = next(state for state in states() if state.needs_deal)
    view = phat().view(base, None)
    cases = {
        ((8, 0), 0): "8 for Ann & Cleo.",
        ((0, 24), 0): "24 for Bo & Dana.",
        ((0, 0), 16): "Muck 40–40: nobody scores it, and 16 are carried over",
        ((4, 4), 0): "Muck 40–40: 4 for each side.",
        ((0, 0), 0): "Muck 40–40: nobody scores it.",
    }
    for (bonus, carry), sentence in cases.items():
        public = replace(view, result=replace(view.result, bonus=bonus, carry=carry))
        assert sentence in text(summary.summary(ended(base, public=public), ENGLISH))


async def test_a_matchs_end_names_winners_and_running_scores() -> None:
    last = states()[-1]
    running = tuple(Running(101 + seat, 100, 100 + last.scores[seat], True) for seat in (0, 1, 2))
    running = (*running, Running(998, 0, 7, True, "**Eve**"), Running(999, 0, -5, True))
    built = summary.summary(ended(last, running=running, rematch=()), ENGLISH)
    said = text(built)
    winners = "Ann & Cleo" if last.winners == (0, 2) else "Bo & Dana"
    assert f"🏆 **{winners}** win." in said
    standing = f"Ann & Cleo\u00a0**{last.scores[0]}** · Bo & Dana\u00a0**{last.scores[1]}**"
    assert f"After {last.deal_no} deals: {standing}" in said
    assert f"Ann 100 → **{100 + last.scores[0]}** (+{last.scores[0]})" in said
    assert "\\*\\*Eve\\*\\* 0 → **7** (+7)" in said, "who left is named too, as last seen"
    assert "<@999> 0 → **−5** (−5)" in said
    assert "practice" not in said
    assert "does not count, because the match ended before the last trick was over." in said
    assert labels(built) == ["Rematch", *LOOKING_BACK]
    wanted = text(summary.summary(ended(last, rematch=(102, 104)), ENGLISH))
    assert "Rematch wanted by Bo and Dana." in wanted
    practice = replace(ended(last), running=(Running(101, 0, 9, False),))
    assert "This match was practice" in text(summary.summary(practice, ENGLISH))


async def test_deals_of_practice_in_a_match_that_counts_stand_apart() -> None:
    running = (Running(101, 100, 148, True), Running(102, 0, 108, True), Running(101, 0, 49, False))
    said = text(summary.summary(ended(states()[-1], running=running, rematch=()), ENGLISH))
    assert "**Running scores in this server**\nAnn 100 → **148** (+48)\nBo 0 → **108** (+108)\n" in said
    assert "-# Deals of practice, which do not count: Ann 0 → **49** (+49)\n" in said
    assert "This match was practice" not in said


async def test_once_the_rematch_has_lapsed_there_is_still_what_to_look_back_at() -> None:
    built = summary.summary(ended(states()[-1]), ENGLISH)
    assert labels(built) == LOOKING_BACK
    assert f"match {match_id(5)}" in text(built)


async def test_a_match_that_was_ended_says_why_and_that_nobody_won() -> None:
    built = summary.summary(ended(states()[20], final=True, ended="vote"), ENGLISH)
    said = text(built)
    assert "### 🍀 Phat · the table was ended\nThe players agreed to end this table." in said
    assert "🏆" not in said
    assert "When it ended: Ann & Cleo" in said
    assert labels(built) == LOOKING_BACK
    assert "This table was ended." in text(summary.summary(ended(states()[20], final=True, ended="odd"), ENGLISH))


async def test_everybody_reads_how_strong_the_computers_play() -> None:
    people = seats(computers=(1, 3))
    people = (*people[:3], replace(people[3], computer="hard"))
    said = text(table.table(table_view(next(iter(states())), people), ENGLISH))
    assert "-# Computers: 🤖\u00a0Basil (normal) · 🤖\u00a0Duke (hard)" in said
    # A seat that a computer minds is its person's, and says so.
    minded = text(table.table(table_view(next(iter(states())), seats(away=(1,))), ENGLISH))
    assert "Computers:" not in minded
    assert "A computer minds the seat of Bo." in minded
