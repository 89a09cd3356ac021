"""The pictures of a table's message: the trick while it is played, the scores when a deal has ended."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing import letters
from bot.drawing.standing import Bar, StandingPicture
from bot.drawing.trick import SEATS, Laid, PastTrick, Place, TablePicture
from bot.games import find_drawn, find_face
from bot.screen.pictures import Illustration, described, drawable, ranks
from bot.screen.seats import seat_name
from bot.tables.views import PublicView, SummaryView, TableView
from bot.texts import Texts
from engine.cards import Card
from engine.game import View


def kind_of(view: PublicView) -> str | None:
    """Which of the server's choices is the first with a picture of this: ``tricks`` or ``results``; None if none is."""
    if isinstance(view, TableView):
        there = view.phase == "playing" and view.public.trick is not None and view.public.seats in SEATS
        return "tricks" if there else None
    return "results" if isinstance(view, SummaryView) and view.public.deal_no else None


def of_table(view: PublicView, wanted: str, texts: Texts) -> tuple[Illustration, ...]:
    """What goes with a table's message. ``wanted``: the server's setting; whoever wants tricks wants results too."""
    kind = kind_of(view)
    if kind is None or wanted not in (kind, "tricks"):
        return ()
    if isinstance(view, TableView):
        return (_trick(view, texts),)
    return (_standing(view, texts),) if isinstance(view, SummaryView) else ()


def _trick(view: TableView, texts: Texts) -> Illustration:
    public = view.public
    face, drawn = find_face(public.game), find_drawn(public.game)
    trick, out = public.trick, face.out(public)
    assert trick is not None
    played = dict(trick.plays)
    best = drawn.best(public)
    called = [seat_name(seat, texts, label=True) for seat in view.seats[: public.seats]]
    notes = [_note(public, seat, texts) for seat in range(public.seats)]
    tags = {
        seat: texts.t(_TAGS[seat == trick.plays[0][0], seat == best])
        for seat in played
        if seat in (trick.plays[0][0], best)
    }

    def laid(card: Card) -> Laid:
        return Laid(card=card, raised=drawn.raised(card, public.trump))

    past, looked_at = None, public.options.get("last_trick_view", "last") != "none"
    if public.tricks and looked_at:
        last = public.tricks[-1]
        past = PastTrick(
            said=(texts.t("picture.trick", n=len(public.tricks)), drawable(called[last.winner], last.winner)),
            laid=tuple(laid(card) for _, card in last.plays),
            best=next(n for n, (seat, _) in enumerate(last.plays) if seat == last.winner),
        )
    picture = TablePicture(
        accent=face.accent,
        ranks=ranks(texts),
        title=texts.t("picture.trick", n=len(public.tricks) + 1),
        trump=public.trump,
        trump_word="" if public.trump is None else texts.t("picture.suit", suit=public.trump),
        contract=letters.writable(drawn.contract(public, called, texts)),
        places=tuple(
            Place(
                name=drawable(called[seat], seat),
                note=notes[seat],
                laid=laid(played[seat]) if seat in played else None,
                turn=seat in public.to_act,
                out=seat not in played and (seat in out or not public.hand_sizes[seat]),
                best=seat == best,
                tag=tags.get(seat, ""),
            )
            for seat in range(public.seats)
        ),
        last=past,
    )
    return Illustration(picture, _trick_alt(picture, public, called, tags, texts), "table.png")


#: By whether the card was led, and whether it takes the trick so far.
_TAGS = {
    (True, False): "picture.led",
    (False, True): "picture.best",
    (True, True): "picture.led_best",
}


def _note(public: View, seat: int, texts: Texts) -> str:
    """A player's score, and what their game says of them."""
    score, more = texts.number(public.scores[seat]), find_drawn(public.game).note(public, seat, texts)
    return score if more is None else texts.t("picture.note", score=score, note=more)


def _trick_alt(picture: TablePicture, public: View, called: Sequence[str], tags: dict[int, str], texts: Texts) -> str:
    assert public.trick is not None
    comma = texts.t("list.comma")
    plays = [
        texts.t("picture.alt.tagged", name=called[seat], card=card, tag=tags[seat])
        if seat in tags
        else texts.t("picture.alt.card", name=called[seat], card=card)
        for seat, card in public.trick.plays
    ]
    said = [texts.t("picture.alt.table", game=find_face(public.game).title(texts), n=public.deal_no)]
    if public.trump is not None:
        said.append(texts.t("picture.alt.trumps", suit=texts.suit(public.trump)))
    if picture.contract:
        said.append(texts.t("picture.alt.contract", contract=picture.contract))
    if plays:
        said.append(texts.t("picture.alt.trick", n=len(public.tricks) + 1, plays=comma.join(plays)))
    if public.to_act:
        said.append(texts.t("picture.alt.turn", names=texts.list([called[seat] for seat in public.to_act])))
    if picture.last is not None:
        last = public.tricks[-1]
        said.append(
            texts.t(
                "picture.alt.last",
                n=len(public.tricks),
                name=called[last.winner],
                cards=texts.cards(card for _, card in last.plays),
            )
        )
    notes = [
        texts.t("picture.alt.seat", name=name, note=place.note)
        for name, place in zip(called, picture.places, strict=True)
    ]
    said.append(texts.t("picture.alt.seats", seats=comma.join(notes)))
    return described(said)


def _standing(view: SummaryView, texts: Texts) -> Illustration:
    public = view.public
    face = find_face(public.game)
    called = [seat_name(seat, texts, label=True) for seat in view.seats[: public.seats]]
    goal = find_drawn(public.game).goal(public.options, texts)
    game = face.title(texts)
    title = texts.t("picture.final", game=game) if view.final else texts.t("picture.deal", game=game, n=public.deal_no)
    sides = face.sides(public.seats)
    said_of = [texts.pair([called[seat] for seat in side]) for side in sides]
    bars = tuple(
        Bar(
            name=texts.pair([drawable(called[seat], seat) for seat in side]),
            before=public.scores[side[0]] - public.points[side[0]],
            after=public.scores[side[0]],
            change=texts.number(public.points[side[0]], signed=True),
            score=texts.number(public.scores[side[0]]),
            best=side[0] in public.winners,
        )
        for side in sides
    )
    picture = StandingPicture(
        accent=face.accent,
        title=letters.writable(title),
        bars=bars,
        goal=None if goal is None else goal[0],
        goal_word="" if goal is None else goal[1],
    )
    told = [
        texts.t("picture.alt.score", name=name, change=bar.change, score=bar.score)
        for name, bar in zip(said_of, bars, strict=True)
    ]
    return Illustration(
        picture,
        described([texts.t("picture.alt.standing", title=title, scores=texts.t("list.comma").join(told))]),
        "scores.png",
    )
