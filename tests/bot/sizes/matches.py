"""The views of tables, in every moment of every game: the table's message, hands, summaries, replays, what is typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.commands.moves import suggestions_of
from bot.games import find_face
from bot.screen import hand, lobby, pictures, seatless, stats, summary, table, table_pictures
from bot.screen import replay as replaying
from bot.screen.discord import public_message
from bot.screen.stats import GameRecord, RecordView, Sums
from bot.tables.preferences import Preferences
from bot.tables.views import (
    HandView,
    Hint,
    LobbyView,
    Note,
    Pause,
    PublicView,
    ReplayView,
    Running,
    SeatView,
    SummaryView,
    TableView,
)
from bot.texts import PLACEHOLDER, Texts, catalogue
from engine.actions import Action, Legal, SetChoice
from engine.cards import CODES, SUIT_LETTERS, SUITS
from engine.game import Trick, View
from engine.games import games
from tests.bot.screen.positions import toy_hand, toy_view
from tests.bot.sizes.bodies import Body, message, suggestions
from tests.bot.sizes.notes import longest_note
from tests.bot.sizes.worst import DECISION, GREAT, PERSON, SEAL, SOON, TABLE, Moment, computers, moments, people


def tables(texts: Texts) -> Iterator[Body]:
    """What everybody sees of a match going on."""
    for moment in every_moment():
        if moment.state.over:
            continue
        view = _table(moment, people(moment.state.seats))
        yield message(table.table(view, texts))
        yield message(table.table(_busy(view), texts))
    for moment in one_of_each():
        seats = moment.state.seats
        view = _table(moment, people(seats))
        taken = computers(seats - 1, seats)
        free = tuple(range(seats - 1))
        yield message(table.table(replace(view, seats=taken, free=free), texts))
        yield message(table.table(replace(view, seats=people(seats, computer="normal")), texts))
        for pause in (Pause(), Pause(PERSON), Pause(PERSON + 99, SOON)):
            yield message(table.table(replace(view, phase="paused", pause=pause, seats=people(seats)), texts))
        for ready in (True, False):
            between = replace(view, phase="between", seats=people(seats, ready=ready))
            yield message(table.table(between, texts))
            yield message(table.table(replace(between, next_deal_at=SOON), texts))
        some = replace(view, phase="between", seats=(*people(seats, ready=True)[:1], *people(seats)[1:]))
        yield message(table.table(some, texts))
        yield message(seatless.seatless(TABLE, moment.game.key, taken, free, texts))


def behind_more(texts: Texts) -> Iterator[Body]:
    """The private panel behind a match's More."""
    for moment in one_of_each():
        view = _table(moment, people(moment.state.seats, wants_end=True))
        for phase in ("playing", "paused"):
            away = replace(view, phase=phase, seats=people(moment.state.seats, computer="normal"))
            for each in (replace(view, phase=phase), away, replace(view, commitment=None)):
                yield message(table.more(each, 0, texts))
                yield message(table.more(each, None, texts))


def hands(texts: Texts) -> Iterator[Body]:
    """Everybody's hand in every moment."""
    note = longest_note(texts)
    for moment in every_moment():
        if moment.state.over:
            yield message(hand.hand(_hand(moment, 0), texts))
            continue
        for seat in _different_seats(moment):
            view = _hand(moment, seat, note)
            yield message(hand.hand(view, texts))
            for each in _asked(view):
                yield message(hand.hand(each, texts))


def hands_at_rest(texts: Texts) -> Iterator[Body]:
    """Hands while nothing is played: in the lobby, between deals, in a pause, minded, gone."""
    for moment in one_of_each():
        count = moment.state.seats
        view = _hand(moment, 0)
        yield message(hand.hand(replace(view, own=None, phase="lobby"), texts))
        alone = (*people(1), *(SeatView(seat) for seat in range(1, count)))
        yield message(hand.hand(replace(view, own=None, phase="lobby", seats=alone), texts))
        for pause in (Pause(), Pause(PERSON, SOON), Pause(PERSON)):
            yield message(hand.hand(replace(view, phase="paused", pause=pause), texts))
        yield message(hand.hand(replace(view, seats=people(count, computer="normal")), texts))
        for seats in (people(count), people(count, ready=True), people(count, computer="normal")):
            for at, new in ((None, False), (SOON, False), (None, True), (SOON, True)):
                between = replace(view, phase="between", seats=seats, next_deal_at=at, new=new)
                yield message(hand.hand(between, texts))
        ready = (*people(1, ready=True), *people(count)[1:])
        yield message(hand.hand(replace(view, phase="between", seats=ready), texts))


def hints(texts: Texts) -> Iterator[Body]:
    """A hand with each reason that a hint can have."""
    for moment in one_of_each():
        key = moment.game.key
        seat = moment.game.to_act(moment.state)[0]
        view = _hand(moment, seat)
        legal = moment.game.legal(moment.state, seat)
        codes = [_whole(legal.choice)] if legal.choice is not None else [*legal.actions[:1]]
        for code in {*(each.code for each in codes), "play TD", "pass"}:
            yield message(hand.hand(replace(view, hints=True, hint=Hint(code, "no such reason")), texts))
            for prefix in ("reason.", f"{key}.reason."):
                for each in (each for each in catalogue("en") if each.startswith(prefix)):
                    reason = PLACEHOLDER.sub(lambda found: _FILLED.get(found[1], "99"), each.removeprefix(prefix))
                    yield message(hand.hand(replace(view, hints=True, hint=Hint(code, reason)), texts))


_FILLED = {"card": "TD", "worst": "TD", "suit": "D", "rank": "T"}


def ends(texts: Texts) -> Iterator[Body]:
    """The end of deals and of matches, played out or not."""
    for moment in every_moment():
        state = moment.state
        if not (state.needs_deal or state.over) or moment.did is None:
            continue
        view = _summary(moment, people(state.seats))
        yield message(summary.summary(view, texts))
        public = replace(view.public, over=True, winners=view.public.winners or tuple(range(state.seats)))
        yield message(summary.summary(replace(view, final=True, public=public, rematch=()), texts))
    reasons = [key.removeprefix("ended.") for key in catalogue("en") if key.startswith("ended.")]
    for moment in one_of_each():
        view = replace(_summary(moment, computers(1, moment.state.seats)), final=True)
        running = tuple(Running(PERSON + seat, -GREAT, GREAT, seat == 9) for seat in range(moment.state.seats))
        for reason in (*reasons, "no such reason"):
            yield message(summary.summary(replace(view, ended=reason, running=running, rematch=()), texts))
        everybody = tuple(PERSON + seat for seat in range(moment.state.seats))
        yield message(summary.summary(replace(view, running=running, rematch=everybody), texts))
        both = (*running, *(replace(row, counted=True) for row in running))
        yield message(summary.summary(replace(view, running=both, rematch=everybody), texts))


def with_pictures(texts: Texts) -> Iterator[Body]:
    """Tables' messages with all the pictures that a server can have there."""
    for moment in every_moment():
        state = moment.state
        if state.over or (state.needs_deal and moment.did is not None):
            shown: PublicView = replace(_summary(moment, people(state.seats)), final=state.over)
        else:
            shown = _table(moment, people(state.seats))
        wanted = table_pictures.of_table(shown, "tricks", texts)
        built = public_message(shown, texts)
        pictures.insert(built, wanted)
        yield message(built, *(each.file for each in wanted))


def replays(texts: Texts) -> Iterator[Body]:
    """Moments of a match that is looked back at, every hand open."""
    for moment in every_moment():
        game, state = moment.game, moment.state
        view = ReplayView(
            table=TABLE,
            deal=99,
            deals=999,
            step=0 if moment.did is None else 99,
            steps=120,
            seats=people(state.seats),
            did=moment.did,
            public=game.view(state, None),
            open=tuple(game.view(state, seat) for seat in range(state.seats)),
            rest=tuple(range(24)),
        )
        yield message(replaying.replay(view, texts))


def typed(texts: Texts) -> Iterator[Body]:
    """What `/play move` suggests, before anything is typed."""
    for moment in every_moment():
        for seat in _different_seats(moment):
            view = moment.game.view(moment.state, seat)
            yield suggestions(suggestions_of(view, find_face(moment.game.key), "", texts))


def without_a_face(texts: Texts) -> Iterator[Body]:
    """A game that has no words of its own yet: seven seats, thirteen cards, bids beside cards, every card to name."""
    every = toy_view()
    seats = people(every.seats)
    moment = TableView(
        table=TABLE,
        clock="none",
        phase="playing",
        seats=seats,
        host=PERSON,
        public=every,
        due=dict.fromkeys(every.to_act, SOON),
        next_deal_at=None,
        commitment=SEAL,
        free=tuple(range(every.seats)),
    )
    yield message(table.table(moment, texts))
    yield message(table.table(replace(moment, public=replace(every, trick=Trick(0, ((0, 34),)))), texts))
    yield message(table.table(replace(moment, public=replace(every, trick=Trick(0))), texts))
    ended = replace(every, needs_deal=True, to_act=(), points=(GREAT,) * every.seats)
    yield message(
        summary.summary(SummaryView(table=TABLE, seats=seats, public=ended, commitment=SEAL, final=False), texts)
    )
    own = toy_hand(every, seats, longest_note(texts))
    cards = tuple(range(34))
    calls = Legal(tuple(Action("call", (card,)) for card in cards))
    few, many = SetChoice("discard", 1, 6, cards[:13]), SetChoice("discard", 9, 9, cards[:6], cards[6:13])
    ahead = Legal((Action("pass"), Action("bid", number=9)))
    for view in (
        every,
        replace(every, legal=calls),
        replace(every, legal=Legal((), few)),
        replace(every, legal=Legal((), many)),
        replace(every, legal=Legal(), ahead=ahead),
        replace(every, withheld=True, legal=Legal(), hand=()),
    ):
        hand_view = replace(own, own=view, hints=True)
        yield message(hand.hand(hand_view, texts))
        for each in _asked(hand_view):
            yield message(hand.hand(each, texts))
    lobby_view = LobbyView(
        table=TABLE,
        game="toy",
        options={"odd_rule": True},
        differing={"odd_rule": True},
        clock="none",
        seats=seats,
        host=PERSON,
    )
    yield message(lobby.lobby(lobby_view, texts))
    counters = Sums(points=GREAT, deals=GREAT, counters={"odd_thing": GREAT})
    record = GameRecord(game="toy", counted=counters, place=GREAT, practice=None)
    yield message(stats.stats(RecordView(person=PERSON, name="", records=[record], needed=10), texts, shared=False))


# --- From moments to views --------------------------------------------------------------------------


def every_moment() -> Iterator[Moment]:
    """All moments of all games."""
    for key in games():
        yield from moments(key)


def one_of_each() -> Iterator[Moment]:
    """Of each game a moment at its largest table at which somebody is asked and a deal has been played before."""
    for key, game in games().items():
        found = [each for each in moments(key) if each.state.seats == max(game.seats_allowed)]
        yield max(found, key=lambda each: (bool(game.to_act(each.state)), len(game.view(each.state, None).tricks)))


def _public(moment: Moment) -> View:
    """What everybody may know, with great scores."""
    view: View = moment.game.view(moment.state, None)
    every = (-GREAT,) * moment.state.seats
    return replace(view, deal_no=999, scores=every, points=every)


def _table(moment: Moment, seats: tuple[SeatView, ...]) -> TableView:
    public = _public(moment)
    return TableView(
        table=TABLE,
        clock="slow",
        phase="between" if moment.state.needs_deal else "playing",
        seats=seats,
        host=PERSON,
        public=public,
        due=dict.fromkeys(public.to_act, SOON),
        next_deal_at=None,
        commitment=SEAL,
        free=(),
    )


def _busy(view: TableView) -> TableView:
    """All that can be said besides, at once: computers, people who want a pause, who have chosen, a warning."""
    seats = tuple(
        replace(seat, wants_pause=True, wants_end=True, chosen=True, computer=None if seat.seat % 2 else "normal")
        for seat in view.seats
    )
    return replace(view, seats=seats, ends_at=SOON, took_back=view.public.seats - 1)


def _different_seats(moment: Moment) -> Iterator[int]:
    """The seats that are asked, and of the others those for whom a hand may say something else."""
    game, state = moment.game, moment.state
    asked = game.to_act(state)
    seen: set[object] = set()
    for seat in range(state.seats):
        view = game.view(state, seat)
        look = seat in asked, bool(view.hand), view.withheld, bool(view.ahead), find_face(game.key).partner(seat, 4)
        if seat == state.dealer or look not in seen:
            seen.add(look)
            yield seat


def _hand(moment: Moment, seat: int, note: Note | None = None) -> HandView:
    state = moment.state
    own = replace(moment.game.view(state, seat), deal_no=999, scores=(-GREAT,) * state.seats)
    return HandView(
        table=TABLE,
        game=moment.game.key,
        clock="slow",
        phase="between" if state.needs_deal else "playing",
        seat=seat,
        seats=people(state.seats),
        own=own,
        decision=DECISION,
        due_at=SOON,
        note=note,
        newcomer=True,
        hints=True,
        take_back=moment.did[1].code if moment.did is not None else None,
    )


def _asked(view: HandView) -> Iterator[HandView]:
    """The same hand while its player puts something together, and as it is when they have chosen ahead."""
    own = view.own
    assert own is not None
    legal, choice = own.legal, own.legal.choice
    for each in [*own.ahead.actions[:2]]:
        yield replace(view, promise=each.code)
        yield replace(view, promise=each.code, promise_stands=True)
    if choice is not None:
        whole = _whole(choice)
        yield replace(view, draft=choice.verb)
        yield replace(view, draft=whole.code)
        yield replace(view, draft=Action(choice.verb, (*choice.free, *choice.in_need)[:1]).code)
        yield replace(view, draft=Action(choice.verb, tuple(sorted((*choice.free, *choice.in_need)))).code)
        yield replace(view, promise=whole.code)
    if legal.cards:
        two = Preferences(order="suits", ranks="low", taps="two")
        yield replace(view, preferences=two)
        yield replace(view, preferences=two, draft=f"play {CODES[legal.cards[-1]]}")
    for verb in {each.verb for each in legal.actions if each.verb != "play" and len(each.cards) == 1}:
        for suit in SUITS:
            yield replace(view, draft=f"{verb} {SUIT_LETTERS[suit]}")


def _whole(choice: SetChoice) -> Action:
    """As many cards as may be chosen."""
    return Action(choice.verb, tuple(sorted((*choice.free, *choice.in_need)[: choice.most])))


def _summary(moment: Moment, seats: tuple[SeatView, ...]) -> SummaryView:
    public = moment.game.view(moment.state, None)
    return SummaryView(table=TABLE, seats=seats, public=public, commitment=SEAL, final=moment.state.over)
