"""Pitch on the screens: bids and the contract, the call, the discards, who is whose partner once that is known."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.games.face import Face, Look, Names, suit_groups
from bot.games.pitch_words import (
    announced_line,
    auction_prompt,
    bids_line,
    contract_line,
    high_and_low,
    moon_note,
    private_lines,
    result_line,
)
from bot.texts import Texts
from engine.actions import Action, SetChoice
from engine.cards import QUEEN, TWO, Card, Suit, mask_of, rank_of
from engine.games.pitch_cards import STRENGTH, TRUMPS
from engine.games.pitch_table import MOON, PitchView
from engine.options import Options

_COPPER = 0xB8692E
#: More cards than this are not called plain on their button: their names take all its room.
_SPELT_OUT = 5


class PitchFace(Face[PitchView]):
    """What Pitch's screens say."""

    accent = _COPPER
    emoji = "🌙"
    pages = ("short", "goal", "cards", "deal", "auction", "call", "play", "score", "words")
    in_lobby_line = ("target", "partner_on_set", "opponents_score", "end_rule")
    counters = ("bids_made", "sets", "moons_made", "moons_failed", "partner", "alone")

    def __init__(self) -> None:
        super().__init__("pitch")

    def groups(self, view: PitchView) -> list[list[Card]]:
        """PI-R5: trumps from the top, off-jack and jokers among them, then the plain suits."""
        if view.trump is None:
            return suit_groups(view.hand, None)
        strength = STRENGTH[view.trump]
        trumps = sorted([card for card in view.hand if strength[card]], key=lambda card: -strength[card])
        plain = suit_groups([card for card in view.hand if not strength[card]], view.trump)
        return [group for group in (trumps, *plain) if group]

    def button(self, view: PitchView, action: Action, texts: Texts) -> str:
        """Bids by their number alone, the moon explained; a called card by its name alone."""
        if action.number is not None:
            return texts.t("pitch.moon") if action.number == MOON else texts.number(action.number)
        if action.verb == "call":
            return texts.card(action.cards[0])
        return self.label(Action(action.verb, self._in_hand_order(view, action.cards)), texts)

    def look(self, action: Action) -> Look:
        """A pass is quiet; the moon stands out."""
        if action.verb == "pass":
            return "calm"
        return "grave" if action.number == MOON else "main"

    # --- Lobby and rules -----------------------------------------------------------------------

    def lobby(self, options: Options, seats: int, clock: str, texts: Texts) -> str:
        """Five players, each for oneself; the target; the clock."""
        return texts.t("pitch.lobby", target=int(options["target"]), clock=clock)

    def lobby_lines(self, options: Options, texts: Texts) -> tuple[str, ...]:
        """Who pays for a set bid, how the others score, and who wins if several are at the target."""
        said = [self.option(name, options[name], texts) for name in ("partner_on_set", "opponents_score", "end_rule")]
        return (" ".join(said),)

    def page_params(self, options: Options, texts: Texts) -> dict[str, int | str]:
        """Target and lowest bid as numbers; PI-R29 with its house rules, where one hangs on another."""
        said = super().page_params(options, texts)
        wins, twenty = options["moon"] == "wins", options["moon"] == "scores_20"
        fails = "minus_20" if twenty and options["moon_fail"] == "minus_10" else options["moon_fail"]
        return {
            **said,
            "target": int(options["target"]),
            "min_bid": int(options["min_bid"]),
            "moon_made": f"{said['moon']} {said['partner_wins_with_moon']}" if wins else said["moon"],
            "moon_fail": self.option("moon_fail", fails, texts),
        }

    # --- Table and hand ------------------------------------------------------------------------

    def asked(self, view: PitchView, names: str, texts: Texts) -> str:
        """Who is to bid, call, discard or play."""
        if view.phase == "auction":
            return texts.t("pitch.asked.auction", names=names)
        if view.phase == "call":
            return texts.t("pitch.asked.call", names=names)
        return texts.t("pitch.asked.discard" if view.phase == "discard" else "table.turn", names=names)

    def turn(self, view: PitchView, names: Names, texts: Texts) -> str | None:
        """What the turn is about."""
        if view.phase == "auction":
            return bids_line(view, names, texts)
        if view.phase == "discard":
            return texts.t("pitch.turn.discard", name=_bidder(view, names))
        if view.trick is None or view.trick.plays:
            return None
        name, number = names[view.trick.leader], len(view.tricks) + 1
        if number == 1 and view.called is not None and view.options["first_lead"] == "holder_leads_called_card":
            return texts.t("pitch.turn.called", name=name, card=view.called)
        return texts.t("game.leads", name=name, n=number)

    def prompt(self, view: PitchView, texts: Texts) -> str:
        """What is asked, and what binds."""
        if view.phase == "auction":
            return auction_prompt(view, texts)
        if view.phase == "call":
            return texts.t("pitch.prompt.call")
        choice = view.legal.choice
        if choice is not None:
            return texts.t("pitch.prompt.discard", n=choice.least)
        leads = view.trick is None or not view.trick.plays
        if view.called is not None and view.legal.cards == (view.called,) and not view.tricks:
            return texts.t("pitch.prompt.lead_called" if leads else "pitch.prompt.play_called", card=view.called)
        return texts.t("pitch.prompt.lead" if leads else "pitch.prompt.follow")

    def which_card(self, view: PitchView, suit: Suit, texts: Texts) -> str:
        """The second step of the call."""
        return texts.t("pitch.which_card", suit=suit)

    def waiting(self, view: PitchView, names: str, texts: Texts) -> str:
        """What the others do, and why this player does nothing."""
        if view.phase == "auction":
            passed = view.seat in view.passed
            return texts.t("pitch.waiting.passed" if passed else "pitch.waiting.auction", names=names)
        if view.phase == "call":
            return texts.t("pitch.waiting.call", names=names)
        if view.seat in view.folded:
            return texts.t("pitch.waiting.folded", names=names)
        if view.trump is not None and not mask_of(view.hand) & TRUMPS[view.trump]:
            return texts.t("pitch.waiting.no_trump", names=names)
        return texts.t("hand.waiting", names=names)

    def ahead(self, view: PitchView, texts: Texts) -> str:
        """A pass ahead of the turn."""
        return texts.t("pitch.ahead")

    def early(self, view: PitchView, action: Action, texts: Texts) -> str:
        """Nothing but a pass may be said early."""
        return texts.t("pitch.pass_now")

    def promised(self, view: PitchView, action: Action, texts: Texts, *, stands: bool = False) -> str:
        """The pass is promised."""
        return texts.t("pitch.promised")

    def out(self, view: PitchView) -> Collection[int]:
        """PI-R22: whoever has folded."""
        return view.folded

    def status(self, view: PitchView, names: Names, texts: Texts) -> tuple[str, ...]:
        """The contract, what was discarded, who is out, and the points of this deal so far."""
        if view.needs_deal or view.over:
            return ()
        if view.phase == "auction":
            # At the table the bids stand with the turn.
            said = [bids_line(view, names, texts) if view.bids else None, moon_note(view, texts)]
            return tuple(line for line in said if line) if view.seat is not None else ()
        lines = [contract_line(view, names, texts), *private_lines(view, names, texts)]
        if any(view.announced) or (view.announced and view.seat is None):
            lines.append(announced_line(view, names, texts))
        if view.folded:
            lines.append(texts.t("pitch.status.folded", names=texts.list([names[seat] for seat in view.folded])))
        if view.tricks:
            ours, theirs = view.taken
            lines.append(texts.t("pitch.status.taken", ours=ours, theirs=theirs, name=_bidder(view, names)))
        return tuple(lines)

    # --- Discards ------------------------------------------------------------------------------

    def proposal(self, view: PitchView) -> tuple[Card, ...] | None:
        """PI-R20: plain cards first, then trumps from the four up; in need the queen, then the two, king and ace."""
        choice = view.legal.choice
        if choice is None or view.trump is None:
            return None
        return tuple(sorted(_cheapest_first(choice, view.trump)[: choice.least]))

    def propose(self, view: PitchView, action: Action, texts: Texts) -> str:
        """All of them plain, or what they are."""
        if len(action.cards) > _SPELT_OUT or _trumps(view, action.cards):
            return self.button(view, action, texts)
        cards = texts.cards(self._in_hand_order(view, action.cards))
        return texts.t("pitch.discard.plain", n=len(action.cards), cards=cards)

    def choosing(self, view: PitchView, cards: Sequence[Card], texts: Texts) -> tuple[str, ...]:
        """PI-R21: what will be announced."""
        trumps = _trumps(view, cards)
        if not trumps:
            return (texts.t("pitch.discard.nothing_announced"),)
        return (texts.t("pitch.discard.announced", cards=texts.cards(self._in_hand_order(view, trumps))),)

    def card_note(self, view: PitchView, card: Card, texts: Texts) -> str | None:
        """Which of the cards are trumps."""
        return texts.t("pitch.discard.trump") if _trumps(view, (card,)) else None

    def chosen(self, view: PitchView, action: Action, texts: Texts) -> str:
        """What goes when the last one has discarded."""
        return texts.t("pitch.discard.chosen", cards=texts.cards(self._in_hand_order(view, action.cards)))

    def have_chosen(self, view: PitchView, names: str, texts: Texts) -> str:
        """Who has discarded."""
        return texts.t("pitch.discard.have", names=names)

    def _in_hand_order(self, view: PitchView, cards: Sequence[Card]) -> tuple[Card, ...]:
        in_hand = tuple(card for group in self.groups(view) for card in group if card in cards)
        return in_hand if len(in_hand) == len(cards) else tuple(cards)

    # --- A deal's end --------------------------------------------------------------------------

    def summary(self, view: PitchView, names: Names, texts: Texts) -> tuple[str, ...]:
        """How the bid went, who had High and Low, and a line for each player."""
        told = (
            [result_line(view, view.result, names, texts), high_and_low(view.result, names, texts)]
            if (view.result is not None)
            else []
        )
        return (*told, *super().summary(view, names, texts))


def _bidder(view: PitchView, names: Names) -> str:
    return names[view.bidder] if view.bidder is not None else ""


def _trumps(view: PitchView, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if view.trump is not None and STRENGTH[view.trump][card]]


def _cheapest_first(choice: SetChoice, trump: Suit) -> list[Card]:
    strength = STRENGTH[trump]
    free = sorted(choice.free, key=lambda card: (strength[card], rank_of(card), card))
    first = [13 * trump + QUEEN, 13 * trump + TWO]
    needed = sorted(choice.in_need, key=lambda card: (first.index(card) if card in first else 2, strength[card]))
    return [*free, *needed]


FACE = PitchFace()
