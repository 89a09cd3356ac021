"""Pitch's longer lines: the auction, the contract and the partner, announced discards, how a deal ended."""

from __future__ import annotations

from bot.games.face import Names
from bot.texts import Texts
from engine.games.pitch_table import MOON, PitchResult, PitchView

# --- Auction ----------------------------------------------------------------------------------------


def bids_line(view: PitchView, names: Names, texts: Texts) -> str:
    """All that was said, in order, and which bid stands."""
    if not view.bids:
        return texts.t("pitch.bids.none", n=int(view.options["min_bid"]))
    said = texts.t("list.dot").join(
        texts.t("pitch.bids.pass", name=names[seat])
        if number is None
        else texts.t("pitch.bids.bid", name=names[seat], bid=number)
        for seat, number in view.bids
    )
    if view.bidder is None or view.bid is None:
        return texts.t("pitch.bids.no_bid", said=said)
    return texts.t("pitch.bids.standing", said=said, name=names[view.bidder], bid=view.bid)


def auction_prompt(view: PitchView, texts: Texts) -> str:
    """PI-R10 to PI-R15: what may be said."""
    numbers = _numbers(view)
    if not numbers:
        return texts.t("pitch.prompt.only_pass")
    if len(numbers) == len(view.legal.actions):
        return texts.t("pitch.prompt.must_bid", bid=numbers[0])
    if numbers[0] == MOON:
        return texts.t("pitch.prompt.moon_only")
    return texts.t("pitch.prompt.bid", bid=numbers[0])


def moon_note(view: PitchView, texts: Texts) -> str | None:
    """PI-R15: for whoever is to speak, what the moon is, or why it is not offered."""
    if not view.legal:
        return None
    told = " ".join(_moon(view, texts) if MOON in _numbers(view) else _no_moon(view, texts))
    return texts.t("pitch.prompt.note", note=told) if told else None


def _numbers(view: PitchView) -> list[int]:
    return [action.number for action in view.legal.actions if action.number is not None]


_MOON = {"wins": "pitch.prompt.moon_wins", "scores_10": "pitch.prompt.moon_10", "scores_20": "pitch.prompt.moon_20"}


def _moon(view: PitchView, texts: Texts) -> list[str]:
    """PI-R15, PI-R29 with their house rules."""
    moon, fail = view.options["moon"], view.options["moon_fail"]
    if fail == "lose_game":
        lost = texts.t("pitch.prompt.moon_loses_game")
    else:
        lost = texts.t("pitch.prompt.moon_fails", points=20 if "20" in f"{moon} {fail}" else MOON)
    return [texts.t(_MOON[str(moon)]), lost]


def _no_moon(view: PitchView, texts: Texts) -> list[str]:
    below = view.seat is not None and view.scores[view.seat] < 0 and view.options["moon_needs_nonnegative"]
    return [texts.t("pitch.prompt.no_moon", bid=MOON)] if below else []


# --- Contract and partner ---------------------------------------------------------------------------


def is_public(view: PitchView) -> bool:
    """PI-R18: whether everybody knows by now who the partner is, or that there is none."""
    if not view.announced:
        return False
    if view.options["first_lead"] == "holder_leads_called_card":
        return True
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    return any(card == view.called for trick in tricks[:1] for _, card in trick.plays)


def contract_line(view: PitchView, names: Names, texts: Texts) -> str:
    """Who plays for how much, with whom, and the called card, as far as everybody knows."""
    name, bid = names[view.bidder or 0], view.bid or 0
    if view.called is None:
        return texts.t("pitch.status.bidder", name=name, bid=bid)
    if not is_public(view):
        return texts.t("pitch.status.partner_unknown", name=name, bid=bid, card=view.called)
    if view.partner is None:
        return texts.t("pitch.status.alone", name=name, bid=bid, card=view.called)
    return texts.t("pitch.status.partner", name=name, bid=bid, card=view.called, partner=names[view.partner])


def private_lines(view: PitchView, names: Names, texts: Texts) -> list[str]:
    """What only this player knows: to be the partner, or alone; and what the widow brought."""
    if view.seat is None or view.called is None:
        return []
    lines = []
    if view.seat == view.bidder and view.phase == "discard":
        lines.append(texts.t("pitch.status.widow", cards=texts.cards(view.widow)))
    if not is_public(view):
        if view.is_partner:
            lines.append(texts.t("pitch.status.you_are_partner", name=names[view.bidder or 0], card=view.called))
        elif view.alone and view.seat == view.bidder:
            lines.append(texts.t("pitch.status.you_are_alone", card=view.called))
    return lines


def announced_line(view: PitchView, names: Names, texts: Texts) -> str:
    """PI-R21: the trumps among the discards, player by player."""
    told = [
        texts.t("pitch.status.discarded", name=names[seat], cards=texts.cards(cards))
        for seat, cards in enumerate(view.announced)
        if cards
    ]
    if not told:
        return texts.t("pitch.status.none_announced")
    return texts.t("pitch.status.announced", told=texts.t("list.dot").join(told))


# --- A deal's end -----------------------------------------------------------------------------------


def result_line(view: PitchView, result: PitchResult, names: Names, texts: Texts) -> str:
    """Who bid what with whom, and how it went."""
    ours, theirs = result.points
    name = names[result.bidder]
    if result.partner is None:
        key = _ALONE[result.made, result.moon]
        return texts.t(key, name=name, bid=result.bid, ours=ours, theirs=theirs)
    return texts.t(
        _TOGETHER[result.made, result.moon],
        name=name,
        partner=names[result.partner],
        bid=result.bid,
        ours=ours,
        theirs=theirs,
    )


#: By (made, moon).
_TOGETHER = {
    (True, False): "pitch.summary.made",
    (False, False): "pitch.summary.set",
    (True, True): "pitch.summary.moon_made",
    (False, True): "pitch.summary.moon_failed",
}
_ALONE = {
    (True, False): "pitch.summary.made_alone",
    (False, False): "pitch.summary.set_alone",
    (True, True): "pitch.summary.moon_made_alone",
    (False, True): "pitch.summary.moon_failed_alone",
}


def high_and_low(result: PitchResult, names: Names, texts: Texts) -> str:
    """PI-R8, PI-R9: the two points that go to a holder."""
    (high, high_card), (low, low_card) = result.high, result.low
    return texts.t(
        "pitch.summary.high_low",
        high=names[high],
        high_card=texts.card(high_card),
        low=names[low],
        low_card=texts.card(low_card),
    )
