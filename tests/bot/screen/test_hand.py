"""What a player's own message says: the cards, what is asked, what binds."""

from dataclasses import replace

from bot.games.face import suit_groups
from bot.screen import hand, plain
from bot.tables.views import GoneView, HandView, Note
from engine.actions import PLAYS, Legal
from engine.cards import cards
from engine.game import Trick
from tests.bot.screen.positions import (
    ENGLISH,
    controls,
    hand_view,
    labels,
    phat,
    random_match,
    seats,
    text,
)

HELD = "KD 9D 5D QS 8S AH 7H 2H JC TC"


def holding(led: str | None, legal: str, **changes: object) -> HandView:
    """A hand in the middle of a deal with diamonds as trumps."""
    state = list(random_match(5))[14]
    view = hand_view(state, 2, due_at=1_900_000_000.0)
    assert view.own is not None
    own = replace(
        view.own,
        hand=tuple(cards(HELD)),
        legal=Legal(tuple(PLAYS[card] for card in cards(legal))),
        trump=2,
        trick=Trick(1, ((1, cards(led)[0]),)) if led else Trick(2),
        to_act=(2,),
    )
    return replace(view, own=own, **changes)  # type: ignore[arg-type]


def test_trumps_come_first_and_colours_alternate() -> None:
    groups = [ENGLISH.cards(group) for group in suit_groups(cards(HELD), 2)]
    assert groups == ["K♦ 9♦ 5♦", "Q♠ 8♠", "A♥ 7♥ 2♥", "J♣ 10♣"]
    before = [ENGLISH.cards(group) for group in suit_groups(cards(HELD), None)]
    assert before == ["Q♠ 8♠", "A♥ 7♥ 2♥", "J♣ 10♣", "K♦ 9♦ 5♦"]


async def test_following_suit() -> None:
    built = hand.hand(holding("9S", "QS 8S"), ENGLISH)
    lines = text(built).split("\n")
    assert lines[0] == "### K♦ 9♦ 5♦\u2003Q♠ 8♠\u2003A♥ 7♥ 2♥\u2003J♣ 10♣"
    assert lines[2].startswith("Trumps ♦ diamonds · This deal Phat ")
    assert lines[1].startswith("-# Ann & Cleo\u00a0**")
    assert lines[3] == "On the table: Bo\u00a0**9♠**"
    assert lines[4] == "▶ Spades ♠ were led: you must play a spade. Time is up <t:1900000000:R>."
    assert len(lines) == 5
    assert labels(built, off=False) == ["Q♠", "8♠"]
    assert labels(built, off=True) == ["K♦", "9♦", "5♦", "A♥", "7♥", "2♥", "J♣", "10♣"]
    assert labels(built)[:2] == ["Q♠", "8♠"]
    assert controls(built)[0] == "t:5:100007:do:play QS"


async def test_without_the_suit_anything_goes() -> None:
    view = holding("9S", HELD)
    assert view.own is not None
    bare = replace(view, own=replace(view.own, hand=tuple(cards("KD AH 7H"))))
    assert "Spades ♠ were led and you have none: play any card." in text(hand.hand(bare, ENGLISH))


async def test_leading() -> None:
    assert "You lead: play any card." in text(hand.hand(holding(None, HELD), ENGLISH))
    first = next(iter(random_match(5)))
    view = hand_view(first, phat().to_act(first)[0])
    said = text(hand.hand(view, ENGLISH))
    assert "You lead the first card: its suit becomes trumps." in said
    assert "Time is up" not in said


async def test_before_the_first_card_the_trick_before_is_shown_if_one_may_look() -> None:
    for option, said in (("last", True), ("none", False), ("all", True)):
        view = holding(None, HELD)
        assert view.own is not None
        options = {**view.own.options, "last_trick_view": option}
        shown = text(hand.hand(replace(view, own=replace(view.own, options=options)), ENGLISH))
        assert (" took " in shown) is said
        assert "On the table" not in shown


async def test_a_note_stands_on_the_first_line() -> None:
    view = holding("9S", "QS 8S", note=Note("refusal.must_follow", {"suit": 0}))
    assert text(hand.hand(view, ENGLISH)).split("\n")[0] == "**Spades ♠ were led: you must play a spade.**"


async def test_while_others_play_there_are_no_buttons() -> None:
    state = list(random_match(5))[14]
    waiting = next(seat for seat in range(4) if seat not in phat().to_act(state))
    built = hand.hand(hand_view(state, waiting), ENGLISH)
    assert not labels(built)
    assert " to play. Your buttons come with your turn." in text(built)


async def test_between_deals() -> None:
    ended = next(state for state in random_match(5) if state.needs_deal)
    built = hand.hand(hand_view(ended, 1, next_deal_at=1_900_000_015.0), ENGLISH)
    said = text(built)
    assert f"This deal is over. For you: **+{ended.points[1]}**. The next one comes <t:1900000015:R>." in said
    assert "###" not in said
    assert controls(built) == ["t:5:0:next:1"]
    new = text(hand.hand(replace(hand_view(ended, 1), new=True), ENGLISH))
    assert f"This deal is over. For this seat: **+{ended.points[1]}**; it was not yours" in new
    people = tuple(replace(seat, ready=seat.seat < 2) for seat in seats())
    built = hand.hand(hand_view(ended, 1, people), ENGLISH)
    assert not labels(built)
    assert "You are ready for the next deal. Waiting for Cleo and Dana." in text(built)


async def test_in_the_lobby_the_cards_are_announced() -> None:
    said = text(hand.hand(hand_view(None, 2), ENGLISH))
    assert said == "You sit at Phat, seat 3; your partner is Ann. Your cards come here when the table starts."


async def test_a_withheld_hand_is_explained() -> None:
    first = next(iter(random_match(5, {"partner_blind": True})))
    pitcher = phat().to_act(first)[0]
    built = hand.hand(hand_view(first, (pitcher + 2) % 4), ENGLISH)
    name = ("Ann", "Bo", "Cleo", "Dana")[pitcher]
    assert text(built).startswith(f"{name}, your partner, leads first. By this table's house rule you see your cards")
    assert not labels(built)


async def test_a_minded_seat_may_be_taken_back() -> None:
    state = list(random_match(5))[14]
    for phase in ("playing", "paused"):
        built = hand.hand(hand_view(state, 0, seats(away=(0,)), phase=phase), ENGLISH)
        assert controls(built) == ["t:5:0:back:"]
        assert "“I am back”" in text(built)


async def test_newcomers_are_shown_to_the_rules() -> None:
    built = hand.hand(holding("9S", "QS 8S", newcomer=True), ENGLISH)
    assert "New to Phat? Its rules fit in ten lines: press Rules." in text(built)
    assert labels(built)[-1] == "Rules"


async def test_a_hand_that_is_gone_says_why() -> None:
    note = Note("refusal.gone")
    for built in (hand.gone(GoneView(5, note), ENGLISH), plain(note, ENGLISH)):
        assert text(built) == "This table has ended."
        assert not labels(built)


async def test_after_the_match() -> None:
    last = list(random_match(5))[-1]
    built = hand.hand(hand_view(last, 0, phase="playing"), ENGLISH)
    assert "The match is over." in text(built)
    assert not labels(built)
