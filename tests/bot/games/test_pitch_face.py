"""What Pitch's messages say, position by position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.games import find_face
from bot.screen import lobby
from bot.tables.views import LobbyView, SeatView
from engine.games.pitch import GAME
from engine.games.pitch_table import PitchState
from tests.bot.games.pitch_views import FIVE, at_end, at_table, hand_view, in_hand
from tests.bot.screen.positions import ENGLISH, controls, labels, text
from tests.engine.pitch_positions import auction, dealt, discarding, in_play, last_card, play

HELD = "KS QS JS 4S 9H 4H JC 7C 2D TD"
#: Ann bids and calls A♠, which Cleo holds; what Ann throws away besides is 4 plain cards.
TRUMPS = ("KS QS JS TS 9S 3S", "8S 2S", "AS J- 5S", "J+ 6S", "JC 7S 4S")


async def test_bids_in_order_the_standing_one_and_who_is_asked() -> None:
    state = auction(dealt(), "5 p 6")
    lines = text(at_table(state)).split("\n")
    assert lines[:4] == [
        "### 🌙 Pitch · deal 1",
        "▶ **Dana** to bid · time is up <t:1900000000:R>",
        "Bids: Ann **5** · Bo passes · Cleo **6**",
        "**Cleo** stands highest with **6**.",
    ]
    assert "Nobody has bid yet; 5 is the least." in text(at_table(dealt()))
    assert "Bids: Ann passes" in text(at_table(auction(dealt(), "p")))
    assert "Eve** to bid" not in text(at_table(state))


async def test_bids_are_buttons_and_the_moon_is_explained() -> None:
    built = in_hand(auction(dealt(), "5 p 6"), 3)
    assert labels(built) == ["Pass", "7", "8", "9", "10 · shoot the moon"]
    assert controls(built)[1] == "t:5:100007:do:bid 7"
    lines = text(built).split("\n")
    assert lines[-1] == "▶ Bid 7 or more, or pass; a pass is final."
    assert lines[-2].startswith("-# 10 shoots the moon: take all ten points, and you win the match at once.")
    assert lines[-2].endswith("If you miss one, you lose 10.")
    assert "moon" not in text(in_hand(auction(dealt(), "5 p 6"), 4))
    top = in_hand(auction(dealt(), "9"), 1)
    assert labels(top) == ["Pass", "10 · shoot the moon"]
    assert "Only the moon is higher" in text(top)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"moon": "scores_10"}, "you must take all ten points. If you miss one, you lose 10."),
        ({"moon": "scores_20"}, "they count 20. If you miss one, you lose 20."),
        ({"moon_fail": "minus_20"}, "win the match at once. If you miss one, you lose 20."),
        ({"moon_fail": "lose_game"}, "win the match at once. If you miss one, you lose the match."),
    ],
    ids=str,
)
async def test_the_moon_is_explained_as_it_is_played_here(options: dict[str, Any], said: str) -> None:
    assert said in text(in_hand(dealt(**options), 0))


async def test_below_zero_the_moon_is_not_offered() -> None:
    state = dealt(scores=(-1, 0, 0, 0, 0))
    built = in_hand(state, 0)
    assert labels(built) == ["Pass", "5", "6", "7", "8", "9"]
    assert "Your score is below zero, so you may not bid 10." in text(built)
    assert "moon" not in text(built)
    beaten = in_hand(auction(dealt(scores=(0, -4, 0, 0, 0)), "9"), 1)
    assert labels(beaten) == ["Pass"]
    assert "Your score is below zero" in text(beaten)
    assert "You cannot bid any higher, only pass." in text(beaten)


async def test_the_dealer_who_must_bid() -> None:
    built = in_hand(auction(dealt(), "p p p p"), 4)
    assert labels(built) == ["5", "6", "7", "8", "9", "10 · shoot the moon"]
    assert "Everybody else has passed, so you must bid; 5 is enough." in text(built)


async def test_a_pass_ahead_of_the_turn() -> None:
    state = auction(dealt(), "5 p")
    built = in_hand(state, 4)
    assert labels(built) == ["Pass now"]
    assert controls(built) == ["t:5:100007:do:pass"]
    assert "nobody sees it until then" in text(built)
    promised = in_hand(state, 4, promise="pass")
    assert labels(promised) == ["Change my mind"]
    assert controls(promised) == ["t:5:100007:withdraw:"]
    assert "You **pass** when your turn comes." in text(promised)
    passed = in_hand(state, 1)
    assert not labels(passed)
    assert "You have passed. Cleo to bid." in text(passed)


async def test_the_call_in_two_steps() -> None:
    state = auction(dealt({0: HELD}), "5 p p p p")
    first = in_hand(state, 0)
    assert labels(first) == ["♠ spades", "♥ hearts", "♦ diamonds", "♣ clubs"]
    assert controls(first) == [f"t:5:100007:draft:call {suit}" for suit in "SHDC"]
    assert "Choose its suit first." in text(first)
    second = in_hand(state, 0, draft="call S")
    assert labels(second) == ["A♠", "10♠", "9♠", "8♠", "7♠", "6♠", "5♠", "3♠", "2♠", "Another suit"]
    assert controls(second)[0] == "t:5:100007:do:call AS"
    assert controls(second)[-1] == "t:5:100007:draft:"
    assert "Spades ♠ become trumps. Which spade do you call?" in text(second)
    for nonsense in ("call X", "discard 4H", "call", "call S H", "draft", "call AS"):
        assert labels(in_hand(state, 0, draft=nonsense)) == labels(first)
    assert "Ann to call a card." in text(in_hand(state, 2))
    assert "▶ **Ann** to call a card" in text(at_table(state))
    assert "**Ann** plays for **5**." in text(at_table(state))


async def test_a_suit_held_whole_cannot_be_chosen_and_own_cards_may_be_where_the_house_allows_it() -> None:
    whole = auction(dealt({0: "AS KS QS JS TS 9S 8S 7S 6S 5S"}, widow="4S 3S 2S J+"), "5 p p p p")
    assert labels(in_hand(whole, 0, draft="call S")) == ["4♠", "3♠", "2♠", "Another suit"]
    own = auction(dealt({0: HELD}, call="own_card_allowed"), "5 p p p p")
    assert len(labels(in_hand(own, 0, draft="call S"))) == 14


def discards() -> PitchState:
    """Ann, the bidder, called A♠ of Cleo's; all are to discard."""
    return discarding({0: HELD, 2: "AS J- 5S 3H 6H 8H TH 2C 3C 4C"}, "AS", 0, "2S 5C QH KH")


async def test_discards_are_proposed_in_one_press() -> None:
    built = in_hand(discards(), 2, due_at=1_900_000_000.0)
    assert labels(built) == ["Discard 4 plain cards: 3♥ 4♣ 3♣ 2♣", "Choose otherwise"]
    assert controls(built) == ["t:5:100007:do:discard 3H 2C 3C 4C", "t:5:100007:draft:discard"]
    assert "Discard 4 cards and keep 6. Time is up <t:1900000000:R>." in text(built)
    assert "No trump among your discards: nothing is announced." in text(built)
    bidder = in_hand(discards(), 0)
    assert labels(bidder)[0].startswith("Discard ")
    assert len(controls(bidder)[0].partition("discard ")[2].split()) == 8
    assert "From the widow: 2♠ Q♥ K♥ 5♣" in text(bidder)


async def test_discards_chosen_from_the_list() -> None:
    state = discards()
    built = in_hand(state, 2, draft="discard")
    assert controls(built) == ["t:5:100007:draft:discard", "t:5:100007:do:discard 3H 2C 3C 4C", "t:5:100007:draft:"]
    assert "These stay in your hand: A♠ J−" in text(built)
    chosen = in_hand(state, 2, draft="discard 5S 3H 2C 3C")
    assert "do:discard 5S 3H 2C 3C" in controls(chosen)[1]
    assert labels(chosen) == ["Discard 5♠ 3♥ 3♣ 2♣", "Back"]
    assert "Everybody will be told that you discard 5♠." in text(chosen)
    for few in ("discard 5S", "discard 5S 5S 3H 2C", "discard AS J- 5S 3H", "discard XX ¤ 5S"):
        wrong = in_hand(state, 2, draft=few)
        assert labels(wrong) == ["Back"]
        assert "**Choose exactly 4 cards.**" in text(wrong)


async def test_what_goes_in_need_only_is_said_and_refused() -> None:
    # PI-E2: seven cards are free, the eighth is the ace, king, queen or two.
    state = discarding({1: "AS KS QS JS TS 9S 5S 3S 2S 4H"}, "4S", 1, "7H 8D 2C 9C")
    proposed = in_hand(state, 1)
    assert "do:discard" in controls(proposed)[0]
    assert "QS" in controls(proposed)[0]
    assert "Everybody will be told that you discard Q♠ 9♠ 5♠." in text(proposed)
    listed = in_hand(state, 1, draft="discard")
    assert "Only when all others that may go do go: A♠ K♠ Q♠ 2♠" in text(listed)
    assert "These stay in your hand: J♠ 10♠ 3♠" in text(listed)
    wrong = in_hand(state, 1, draft="discard AS KS 9S 4H 7H 8D 2C 9C")
    assert labels(wrong) == ["Back"]
    assert "may go only when you have no other card left that may." in text(wrong)
    good = in_hand(state, 1, draft="discard AS 5S 9S 4H 7H 8D 2C 9C")
    assert labels(good) == ["Discard A♠ 9♠ 5♠ 7♥ 4♥ 9♣ 2♣ 8♦", "Back"]


async def test_a_confirmed_discard_is_shown_and_may_be_changed() -> None:
    state = discards()
    people = tuple(replace(seat, chosen=seat.seat in (2, 3)) for seat in FIVE)
    built = in_hand(state, 2, people, promise="discard 5S 3H 2C 3C")
    assert "You discard 5♠ 3♥ 3♣ 2♣. You may change that until everybody has discarded." in text(built)
    assert "Everybody will be told that you discard 5♠." in text(built)
    assert "Waiting for Ann, Bo and Eve." in text(built)
    assert labels(built) == ["Choose otherwise"]
    listed = in_hand(state, 2, people, promise="discard 5S 3H 2C 3C", draft="discard")
    assert controls(listed)[1] == "t:5:100007:do:discard 5S 3H 2C 3C"
    table = text(at_table(state, people))
    assert "▶ **Ann, Bo and Eve** to discard" in table
    assert "Discarded: Cleo and Dana" in table
    assert "5♠" not in table


async def test_the_partner_is_secret_until_the_last_discard() -> None:
    state = discards()
    secret = "**Ann** plays for **5** and called **A♠**: whoever holds it is the partner, in secret."
    for seat in range(5):
        said = text(in_hand(state, seat))
        assert secret in said
        assert ("you are Ann's partner" in said) == (seat == 2)
    assert secret in text(at_table(state))
    begun = in_play(TRUMPS, "AS", 0)
    named = "**Ann** plays for **5** with **Cleo**; the called card was A♠."
    assert named in text(at_table(begun))
    assert all(named in text(in_hand(begun, seat)) for seat in range(5))
    assert "Cleo holds the called card and leads A♠." in text(at_table(begun))
    assert "You hold the called card, so you lead: play A♠." in text(in_hand(begun, 2))
    assert "you are Ann's partner" not in text(in_hand(begun, 2))


async def test_where_the_bidder_leads_the_partner_is_secret_until_the_card_falls() -> None:
    begun = in_play(TRUMPS, "AS", 0, first_lead="bidder_leads")
    for built in (at_table(begun), *(in_hand(begun, seat) for seat in range(5))):
        assert "with **Cleo**" not in text(built)
    assert "you are Ann's partner" in text(in_hand(begun, 2))
    led = play(begun, "KS 2S")
    assert "with **Cleo**" not in text(at_table(led))
    assert "You hold the called card: play A♠ to this trick." in text(in_hand(led, 2))
    assert "with **Cleo**" in text(at_table(play(led, "AS")))


async def test_alone_the_bidder_knows_first() -> None:
    state = discarding({0: HELD}, "AS", 0, "AS 3H 5C 6C")
    assert "A♠ lay in the widow: **you play alone against four**." in text(in_hand(state, 0))
    for built in (at_table(state), *(in_hand(state, seat) for seat in range(1, 5))):
        assert "alone" not in text(built)
    begun = in_play(("KH 9H 8H", "AH QH JH TH 7H 3H", "J+ 4H", "JD 6H", "J- 5H 2H"), "AH", 1)
    assert "**Bo** plays for **5** alone against four: A♥ lay in the widow." in text(at_table(begun))


async def test_what_was_discarded_who_is_out_and_the_points_so_far() -> None:
    assert "Nobody discarded a trump." in text(at_table(in_play(TRUMPS, "AS", 0)))
    begun = in_play(("KS QS JS TS 3S", *TRUMPS[1:]), "AS", 0, trumps_gone={0: "9S"})
    assert "Trumps discarded: Ann 9♠" in text(at_table(begun))
    state = play(begun, "AS 6S 4S 3S 2S")
    said = text(at_table(state))
    assert "Points in tricks: Ann's side **3** · the others **0**" in said
    assert "Out of trumps" not in said
    # Bo and Dana have no trump left for the third trick.
    folded = play(state, "J- J+ JC KS 8S TS 5S 7S")
    assert folded.folded == 0b01010
    told = text(at_table(folded))
    assert "Out of trumps: Bo and Dana" in told
    trick = next(line for line in told.split("\n") if line.startswith("Trick 4:"))
    assert "Bo" not in trick
    assert "Dana" not in trick
    assert "You have no trumps left, so you are out until the next deal." in text(in_hand(folded, 1))


async def test_trumps_stand_first_in_their_own_order() -> None:
    state = discarding({0: HELD}, "AS", 0, "J+ J- 2S 3S")
    groups = find_face("pitch").groups(hand_view(state, 0).own)
    assert [ENGLISH.cards(group) for group in groups] == [
        "K♠ Q♠ J♠ J♣ J+ J− 4♠ 3♠ 2♠",
        "9♥ 4♥",
        "7♣",
        "10♦ 2♦",
    ]


@pytest.mark.parametrize(
    ("state", "first"),
    [
        (
            last_card(7, 6, (10, 5, 20, 7, -3)),
            "**Cleo** bid 6 with Eve: they took **7** and made it; the others took 3.",
        ),
        (last_card(6, 8, (10, 5, 20, 7, -3)), "**Cleo** bid 8 with Eve: they took only **6** and were set"),
        (last_card(6, 5, bidder=1, partner=1), "**Bo** bid 5, alone against four: took **6** and made it"),
        (last_card(6, 7, bidder=1, partner=1), "**Bo** bid 7, alone against four: took only **6** and was set"),
        (last_card(10, 10), "**Cleo** shot the moon with Eve and took all ten points."),
        (last_card(9, 10), "**Cleo** shot the moon with Eve and missed: **9** of 10"),
    ],
    ids=("made", "set", "alone", "set alone", "moon", "moon missed"),
)
async def test_how_a_deal_ended(state: PitchState, first: str) -> None:
    said = text(at_end(state))
    assert first in said
    assert "High A♠: " in said
    assert "Low 2♠: " in said


async def test_the_change_of_each_player_with_a_true_minus() -> None:
    said = text(at_end(last_card(6, 8, (10, 5, 20, 7, -3))))
    for line in (
        "Ann **+4**, now **14**",
        "Bo **+4**, now **9**",
        "Cleo **−8**, now **12**",
        "Dana **+4**, now **11**",
        "Eve **0**, now **−3**",
    ):
        assert line in said


async def test_the_lobby_tells_how_it_is_scored_and_that_start_fills_the_fifth_seat() -> None:
    people = (*FIVE[:4], SeatView(4))
    options = GAME.settle({})
    view = LobbyView(table=5, game="pitch", options=options, differing={}, clock="live", seats=people, host=101)
    said = text(lobby.lobby(view, ENGLISH))
    assert "Five players, a partner called in every deal · first to 42 · 60 seconds a turn" in said
    assert "A bid that is set costs only the bidder. The others each score all the points of their side." in said
    assert "One seat is free. Start gives it to a computer." in said
    assert "House rules" not in said
    changed = GAME.settle({"partner_on_set": "loses", "moon": "scores_20"})
    said = text(lobby.lobby(replace(view, options=changed, differing=GAME.differing(changed)), ENGLISH))
    assert said.count("A bid that is set costs the partner too.") == 1
    assert "**House rules:** A moon that is made scores 20 for the bidder.\n" in said


def test_the_short_page_has_ten_lines() -> None:
    face = find_face("pitch")
    assert len(face.page_text("short", GAME.settle({"target": 21}), ENGLISH).strip().split("\n")) == 10
    assert "first to **21** wins" in face.page_text("short", GAME.settle({"target": 21}), ENGLISH)
