"""Knektpass's longer lines: what binds a player, who is in, exchanges, tricks against promises, how a deal ended."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.face import Names
from bot.texts import Texts
from engine.cards import Card, mask_of
from engine.games.knektpass import KnektpassView
from engine.games.knektpass_cards import BEATS, ORDERS, TRUMPS

# --- The turn-up and who is in ----------------------------------------------------------------------


def turn_up_line(view: KnektpassView, names: Names, texts: Texts) -> str:
    """KN-R7, KN-R8: the turn-up, whose deal it is, and what became of it."""
    name, card = names[view.dealer], view.turn_up or 0
    if view.options["rob"] == "off":
        return texts.t("knektpass.turn_up.deals", name=name, card=card)
    if view.phase == "rob":
        return texts.t("knektpass.turn_up.may", name=name, card=card)
    return texts.t("knektpass.turn_up.taken" if view.robbed else "knektpass.turn_up.left", name=name, card=card)


def declared_line(view: KnektpassView, names: Names, texts: Texts) -> str:
    """KN-R10: who is in, who has passed, who has still to speak."""
    said = [(_who(view, names, True), "knektpass.declared.in"), (_who(view, names, False), "knektpass.declared.passed")]
    told = [texts.t(key, names=texts.list(who)) for who, key in said if who]
    silent = _who(view, names, None)
    if silent:
        told.append(texts.t("knektpass.declared.silent", names=texts.list(silent)))
    return texts.t("list.dot").join(told)


def passed_line(view: KnektpassView, names: Names, texts: Texts) -> str | None:
    """Who is out of this deal."""
    passed = _who(view, names, False)
    return texts.t("knektpass.declared.passed", names=texts.list(passed)) if passed else None


def _who(view: KnektpassView, names: Names, said: bool | None) -> list[str]:
    return [names[seat] for seat in _from_forehand(view) if view.declared[seat] is said]


def _from_forehand(view: KnektpassView) -> list[int]:
    return [(view.dealer + 1 + place) % view.seats for place in range(view.seats)]


# --- Exchange ---------------------------------------------------------------------------------------


def exchanged_line(view: KnektpassView, names: Names, texts: Texts) -> str:
    """What each has exchanged so far; who has not been asked yet has a dash. And the talon."""
    asked = {each.seat for each in view.exchanges}
    told = texts.t("list.dot").join(
        texts.t("knektpass.exchanged.so_far", name=names[seat], n=view.exchanged[seat])
        if seat in asked or view.exchanged[seat]
        else texts.t("knektpass.exchanged.not_yet", name=names[seat])
        for seat in _from_forehand(view)
        if view.declared[seat]
    )
    return texts.t("knektpass.exchanged.line", told=told, n=view.talon)


def private_lines(view: KnektpassView, texts: Texts) -> list[str]:
    """What only this player knows: the card given up for the turn-up, and what the last exchange brought."""
    lines = []
    if view.given_up is not None and view.turn_up is not None:
        lines.append(
            texts.t("knektpass.own.robbed", taken=texts.card(view.turn_up), given=texts.card(view.given_up)),
        )
    own = [each for each in view.exchanges if each.seat == view.seat and each.count]
    if own and not view.tricks:
        lines.append(
            texts.t("knektpass.own.exchanged", laid=texts.cards(own[-1].laid), drawn=texts.cards(own[-1].drawn))
        )
    return lines


def exchange_prompt(view: KnektpassView, texts: Texts) -> str:
    """KN-R13 to KN-R15, KN-R19: how many cards may go, and what that promises."""
    choice = view.legal.choice
    rounds, promised = int(view.options["exchange_rounds"]), view.exchanged[view.seat or 0]
    most = choice.most if choice is not None else 0
    if promised:
        return texts.t("knektpass.prompt.exchange_more", n=most, promised=promised, round=view.round, rounds=rounds)
    penalty = int(view.options["penalty_per_missing_trick"])
    return texts.t("knektpass.prompt.exchange", n=most, round=view.round, rounds=rounds, penalty=penalty)


# --- Play -------------------------------------------------------------------------------------------


def winning(view: KnektpassView, plays: Sequence[tuple[int, Card]]) -> Card:
    """The card that wins the trick as it lies."""
    cards = [card for _, card in plays]
    return cards[ORDERS[view.trump or 0].winner(cards)]


def play_prompt(view: KnektpassView, texts: Texts) -> str:
    """KN-R18: follow, else trump, and beat if you can."""
    trick, trump = view.trick, view.trump
    if trick is None or trump is None or not trick.plays:
        return texts.t("knektpass.prompt.lead")
    led, best = trick.plays[0][1], winning(view, trick.plays)
    order, hand, legal = ORDERS[trump], mask_of(view.hand), mask_of(view.legal.cards)
    suit, beats = order.suit[led], BEATS[trump][order.suit[led]][best]
    follows = hand & order.same[led]
    if follows:
        must_beat = bool(view.options["must_beat"])
        if must_beat and follows & beats:
            key = "knektpass.prompt.beat_trumps" if suit == trump else "knektpass.prompt.beat"
        elif must_beat:
            key = "knektpass.prompt.trumps_low" if suit == trump else "knektpass.prompt.follow_low"
        else:
            key = "knektpass.prompt.trumps" if suit == trump else "knektpass.prompt.follow"
        return _binding(key, suit, best, texts)
    if legal == hand and hand & ~TRUMPS[trump]:
        # Nothing binds: there is no trump either, or by a house rule one need not be played.
        return _binding("knektpass.prompt.no_trumps" if suit == trump else "knektpass.prompt.free", suit, best, texts)
    trumped = bool(TRUMPS[trump] >> best & 1)
    if not trumped or not view.options["must_beat"]:
        return _binding("knektpass.prompt.trump", suit, best, texts)
    return _binding(
        "knektpass.prompt.overtrump" if hand & TRUMPS[trump] & beats else "knektpass.prompt.undertrump",
        suit,
        best,
        texts,
    )


#: Which of the sentences above name the suit that was led, and which the card to beat.
_WITH_SUIT = frozenset({"beat", "follow_low", "follow", "free", "trump", "overtrump", "undertrump"})
_WITH_CARD = frozenset({"beat_trumps", "beat", "trumps_low", "follow_low", "overtrump", "undertrump"})


def _binding(key: str, suit: int, best: Card, texts: Texts) -> str:
    name, params = key.rpartition(".")[2], {}
    if name in _WITH_SUIT:
        params["suit"] = suit
    if name in _WITH_CARD:
        params["card"] = best
    return texts.t(key, **params)


def tricks_line(view: KnektpassView, names: Names, texts: Texts) -> str:
    """Tricks won against tricks promised, for everybody who is in."""
    told = [
        texts.t("knektpass.tricks.of", name=names[seat], n=view.taken[seat], promised=view.promised[seat])
        if view.promised[seat]
        else texts.t("knektpass.tricks.free", name=names[seat], n=view.taken[seat])
        for seat in range(view.seats)
        if view.declared[seat]
    ]
    return texts.t("knektpass.tricks.line", told=texts.t("list.dot").join(told))


# --- A deal's end -----------------------------------------------------------------------------------


def result_lines(view: KnektpassView, names: Names, texts: Texts) -> list[str]:
    """KN-R11, KN-R12, KN-R19: what was promised, what was taken, and what that did to the score."""
    if view.passed_out:
        again = view.options["all_pass"] == "same_dealer"
        key = "knektpass.summary.all_passed" if again else "knektpass.summary.all_passed_next"
        return [texts.t(key, name=names[view.dealer])]
    return [_result(view, seat, names, texts) for seat in range(view.seats)]


def _result(view: KnektpassView, seat: int, names: Names, texts: Texts) -> str:
    name, score = names[seat], view.scores[seat]
    change = texts.number(view.points[seat], signed=True)
    if not view.declared[seat]:
        return texts.t("knektpass.summary.passed", name=name, score=score)
    if view.lone == seat:
        return texts.t("knektpass.summary.lone", name=name, change=change, score=score)
    taken, promised = view.taken[seat], view.promised[seat]
    if not promised:
        return texts.t("knektpass.summary.free", name=name, taken=taken, change=change, score=score)
    key = "knektpass.summary.kept" if taken >= promised else "knektpass.summary.missed"
    return texts.t(key, name=name, promised=promised, taken=taken, change=change, score=score)
