"""Choices kept until they can be played: ahead of the turn, and at the same time as others. The game is a toy."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import pytest

from bot.tables import show
from bot.tables.commands import Join, Leave, Opening, Person, Play, Refused, Start, Why, Withdraw
from bot.tables.model import Table
from bot.tables.views import HandView
from engine.actions import NOTHING, Action, Legal
from engine.games import games
from tests.engine.high_spade import HighSpade, HighSpadeState
from tests.tables.house import ANN, BO, CHANNEL, CLEO, GUILD, House, build

THREE = (ANN, BO, CLEO)


class Promising(HighSpade):
    """High Spade in which in and pass may be said ahead of the turn."""

    key = "promising"

    def ahead(self, state: HighSpadeState, seat: int) -> Legal:
        spoken = {(state.dealer + 1 + n) % state.seats for n in range(len(state.said))}
        if state.needs_deal or len(state.said) == state.seats or seat in spoken or seat == state.turn:
            return NOTHING
        return Legal((Action("in"), Action("pass")))

    def question(self, state: HighSpadeState, seat: int) -> Hashable:
        asked = seat in self.to_act(state)
        return (state.deal_no, state.tricks, len(state.said) == state.seats) if asked else None

    def deal_stats(self, state: HighSpadeState) -> tuple[dict[str, int], ...]:
        return ({},) * state.seats


@pytest.fixture(autouse=True)
def at_the_table() -> Iterator[None]:
    game = Promising()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.games.games", lambda: {**games(), game.key: game})
        yield


async def started(house: House) -> tuple[Table, list[Person]]:
    """A table of three, and its persons in the order in which they are asked."""
    table = await house.service.open(ANN, Opening(GUILD, CHANNEL, "promising"))
    for person in (BO, CLEO):
        await house.service.submit(table.id, person, 0, Join())
    table = (await house.service.submit(table.id, ANN, 0, Start())).after
    first = table.to_act()[0]
    order = [table.seats[(first + n) % 3].person_id for n in range(3)]
    return table, [next(person for person in THREE if person.id == who) for who in order]


async def plays(house: House, table: Table, person: Person, code: str, *, standing: bool = False) -> Table:
    seat = table.held_by(person.id).seat
    now = await house.service.table(table.id)
    return (await house.service.submit(table.id, person, now.decision(seat), Play(code, standing))).after


async def test_a_promise_is_private_and_comes_true_with_the_turn(house: House) -> None:
    table, (first, second, third) = await started(house)
    promised = await plays(house, table, third, "pass")
    seat = promised.held_by(third.id).seat
    assert promised.last_no == 0
    assert not any(each.chosen for each in show.seat_views(promised))
    assert show.public(promised) == show.public(table)
    own = show.hand(promised, third.id)
    assert isinstance(own, HandView)
    assert own.promise == "pass"
    await plays(house, table, first, "in")
    after = await plays(house, table, second, "in")
    assert after.last_no == 3
    assert after.seats[seat].promise is None
    assert after.to_act() == (0, 1, 2)


async def test_a_promise_may_be_changed_and_taken_back(house: House) -> None:
    table, (_, _, third) = await started(house)
    await plays(house, table, third, "pass")
    changed = await plays(house, table, third, "in")
    assert changed.held_by(third.id).promise == "in"
    back = (await house.service.submit(table.id, third, 0, Withdraw())).after
    assert back.held_by(third.id).promise is None
    nothing = await house.service.submit(table.id, third, 0, Withdraw())
    assert nothing.before is nothing.after


async def test_only_what_may_be_promised_is_kept(house: House) -> None:
    table, (_, second, _) = await started(house)
    with pytest.raises(Refused):
        await plays(house, table, second, "play AS")


async def test_five_choices_at_once_are_played_with_the_last_and_may_change_before(house: House) -> None:
    table, order = await started(house)
    for person in order:
        table = await plays(house, table, person, "in")
    said = table.last_no
    cards = {person.id: table.game.view(table.match, table.held_by(person.id).seat).hand for person in order}
    first, second, third = order
    discard = {who: [Action("discard", (card,)).code for card in held] for who, held in cards.items()}
    table = await plays(house, table, first, discard[first.id][0])
    table = await plays(house, table, first, discard[first.id][1])
    table = await plays(house, table, second, discard[second.id][0])
    assert table.last_no == said
    assert table.awaited() == (table.held_by(third.id).seat,)
    assert [each.chosen for each in show.seat_views(table)].count(True) == 2
    hidden = show.hand(table, third.id)
    assert isinstance(hidden, HandView)
    assert hidden.promise is None
    table = await plays(house, table, third, discard[third.id][0])
    assert table.last_no == said + 3
    assert all(seat.promise is None for seat in table.seats)
    assert cards[first.id][1] not in table.game.view(table.match, table.held_by(first.id).seat).hand
    assert cards[first.id][0] in table.game.view(table.match, table.held_by(first.id).seat).hand


async def test_a_choice_out_of_the_hand_is_refused_and_not_kept(house: House) -> None:
    table, order = await started(house)
    for person in order:
        table = await plays(house, table, person, "in")
    theirs = table.game.view(table.match, table.held_by(order[1].id).seat).hand[0]
    with pytest.raises(Refused):
        await plays(house, table, order[0], Action("discard", (theirs,)).code)
    now = await house.service.table(table.id)
    assert now.held_by(order[0].id).promise is None


async def test_choices_survive_a_restart(house: House) -> None:
    table, (_, _, third) = await started(house)
    promised = await plays(house, table, third, "pass")
    await house.settle()
    await house.publisher.stop()
    await house.database.close()
    again = await build(house.database.path, house.time, house.screen)
    assert (await again.service.table(table.id)).seats == promised.seats
    await again.close()


async def test_a_leavers_promise_goes_with_them(house: House) -> None:
    table, (_, _, third) = await started(house)
    await plays(house, table, third, "pass")
    left = (await house.service.submit(table.id, third, 0, Leave())).after
    assert all(seat.promise is None for seat in left.seats)


async def test_a_choice_made_for_an_old_question_is_stale(house: House) -> None:
    table, (first, _, _) = await started(house)
    seat = table.held_by(first.id).seat
    old = table.decision(seat)
    await plays(house, table, first, "in")
    with pytest.raises(Refused) as caught:
        await house.service.submit(table.id, first, old, Play("in"))
    assert caught.value.reason == Why.STALE


async def test_a_promise_that_comes_just_after_the_turn_is_taken(house: House) -> None:
    table, (first, second, _) = await started(house)
    seat = table.held_by(second.id).seat
    carried = table.decision(seat)
    table = await plays(house, table, first, "in")
    assert table.to_act() == (seat,)
    assert table.decision(seat) != carried
    after = (await house.service.submit(table.id, second, carried, Play("pass"))).after
    assert after.last_no == 2
    assert after.seats[seat].promise is None
    with pytest.raises(Refused) as again:
        await house.service.submit(table.id, second, carried, Play("pass"))
    assert again.value.reason == Why.STALE, "its second click is for no question any more"


async def test_what_was_no_promise_is_stale_when_the_turn_has_come(house: House) -> None:
    table, (first, second, third) = await started(house)
    seat = table.held_by(second.id).seat
    carried = table.decision(seat)
    table = await plays(house, table, first, "in")
    for number, code in ((carried, "play AS"), (carried + 7, "pass")):
        with pytest.raises(Refused) as caught:
            await house.service.submit(table.id, second, number, Play(code))
        assert caught.value.reason == Why.STALE
    # The same number as for somebody else is no promise of theirs.
    with pytest.raises(Refused):
        await house.service.submit(table.id, first, carried, Play("pass"))
    table = await plays(house, table, second, "in")
    table = await plays(house, table, third, "in")
    assert len(table.to_act()) == 3, "now all are asked for a discard"
    with pytest.raises(Refused) as later:
        await house.service.submit(table.id, second, carried, Play("pass"))
    assert later.value.reason == Why.STALE
