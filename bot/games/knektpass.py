"""Knektpass on the screens: the turn-up, in or pass, exchanges as promises, tricks won against tricks promised."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.face import Face, Look, Names, suit_groups
from bot.games.knektpass_words import (
    declared_line,
    exchange_prompt,
    exchanged_line,
    passed_line,
    play_prompt,
    private_lines,
    result_lines,
    tricks_line,
    turn_up_line,
)
from bot.texts import Texts
from engine.actions import Action
from engine.cards import ACE, Card, rank_of
from engine.games.knektpass import KnektpassView
from engine.games.knektpass_cards import ORDERS, TRUMPS
from engine.options import Options

_STEEL_BLUE = 0x3F6FA8
#: More weak cards than this are not proposed: each of them promises a trick.
_PROPOSED = 3


class KnektpassFace(Face[KnektpassView]):
    """What Knektpass's screens say."""

    accent = _STEEL_BLUE
    emoji = "🛡️"
    pages = ("short", "goal", "cards", "deal", "exchange", "play", "score", "words")
    in_lobby_line = ("start_score", "min_tricks")
    first_choice = "min_tricks"
    counters = ("written_off", "penalties", "tricks", "exchanged", "in", "passed", "lone")
    tricks_count = False

    def __init__(self) -> None:
        super().__init__("knektpass")

    def groups(self, view: KnektpassView) -> list[list[Card]]:
        """KN-R4, KN-R5: trumps from the top, the jacks among them, then the plain suits."""
        trump = view.trump
        if trump is None:
            return suit_groups(view.hand, None)
        trumps = [card for card in view.hand if TRUMPS[trump] >> card & 1]
        plain = suit_groups([card for card in view.hand if card not in trumps], trump)
        strength = ORDERS[trump].strength[trump]
        return [group for group in (sorted(trumps, key=lambda card: -strength[card]), *plain) if group]

    def label(self, action: Action, texts: Texts) -> str:
        """An exchange of no card is to stand."""
        if action.verb == "exchange" and not action.cards:
            return texts.t("knektpass.stand")
        return super().label(action, texts)

    def button(self, view: KnektpassView, action: Action, texts: Texts) -> str:
        """What an exchange promises; the card that goes for the turn-up by its name alone."""
        if action.verb == "rob":
            return texts.card(action.cards[0])
        if action.verb == "leave" and view.turn_up is not None:
            return texts.t("knektpass.leave", card=view.turn_up)
        if action.verb != "exchange":
            return self.label(action, texts)
        if not action.cards:
            return texts.t("knektpass.done" if _last_round(view) else "knektpass.ask_again")
        return self._promising(view, str(len(action.cards)), len(action.cards), texts)

    def look(self, action: Action) -> Look:
        """To pass, to leave the turn-up and to stand are quiet."""
        return "calm" if action.verb in ("pass", "leave") or action.code == "exchange" else "main"

    # --- Lobby and rules -----------------------------------------------------------------------

    def lobby(self, options: Options, seats: int, clock: str, texts: Texts) -> str:
        """Two to seven players without partners; from where the scores count down; the clock."""
        return texts.t("knektpass.lobby", start=int(options["start_score"]), clock=clock)

    def lobby_lines(self, options: Options, texts: Texts) -> tuple[str, ...]:
        """KN-R20 or the Rams rule: what staying in may cost."""
        return (_staying(options, texts),)

    def page_params(self, options: Options, texts: Texts) -> dict[str, int | str]:
        """The numbers in force, and what staying in may cost."""
        return {
            **super().page_params(options, texts),
            "start": int(options["start_score"]),
            "penalty": int(options["penalty_per_missing_trick"]),
            "lone": int(options["lone_player_bonus"]),
            "staying": _staying(options, texts),
        }

    # --- Table and hand ------------------------------------------------------------------------

    def asked(self, view: KnektpassView, names: str, texts: Texts) -> str:
        """Who is to rob, speak, exchange or play."""
        if view.phase == "rob":
            return texts.t("knektpass.asked.rob", names=names)
        if view.phase == "declare":
            return texts.t("knektpass.asked.declare", names=names)
        if view.phase == "exchange":
            rounds = int(view.options["exchange_rounds"])
            return texts.t("knektpass.asked.exchange", names=names, round=view.round, rounds=rounds)
        return texts.t("table.turn", names=names)

    def turn(self, view: KnektpassView, names: Names, texts: Texts) -> str | None:
        """KN-R17: who leads first, and why."""
        if view.trick is None or view.trick.plays:
            return None
        name = names[view.trick.leader]
        if view.tricks:
            return texts.t("game.leads", name=name, n=len(view.tricks) + 1)
        right = view.options["first_lead"] == "dealers_right"
        return texts.t("knektpass.turn.first" if right else "knektpass.turn.eldest", name=name)

    def prompt(self, view: KnektpassView, texts: Texts) -> str:
        """What is asked, and what binds."""
        if view.phase == "rob":
            return self._rob_prompt(view, texts)
        if view.phase == "declare":
            return self._declare_prompt(view, texts)
        return exchange_prompt(view, texts) if view.phase == "exchange" else play_prompt(view, texts)

    def _rob_prompt(self, view: KnektpassView, texts: Texts) -> str:
        asked = texts.t("knektpass.prompt.rob", card=view.turn_up or 0)
        if view.options["rob"] == "rob_counts":
            return f"{asked} {texts.t('knektpass.prompt.rob_counts')}"
        if view.options["rob"] == "rob_obliges":
            return f"{asked} {texts.t('knektpass.prompt.rob_obliges')}"
        return asked

    def _declare_prompt(self, view: KnektpassView, texts: Texts) -> str:
        silent = sum(said is None for said in view.declared)
        if silent == 1 and True not in view.declared:
            return texts.t("knektpass.prompt.lone", n=int(view.options["lone_player_bonus"]))
        return f"{texts.t('knektpass.prompt.declare')} {_staying(view.options, texts)}"

    def waiting(self, view: KnektpassView, names: str, texts: Texts) -> str:
        """What the others do, and why this player does nothing."""
        if view.seat is not None and view.declared[view.seat] is False:
            return texts.t("knektpass.waiting.passed", names=names)
        if view.phase == "rob":
            return texts.t("knektpass.waiting.rob", names=names)
        if view.phase == "declare":
            return texts.t("knektpass.waiting.declare", names=names)
        if view.phase == "exchange":
            return texts.t("knektpass.waiting.exchange", names=names)
        return texts.t("hand.waiting", names=names)

    def out(self, view: KnektpassView) -> Collection[int]:
        """KN-R10: whoever has passed."""
        return [seat for seat, said in enumerate(view.declared) if said is False]

    def status(self, view: KnektpassView, names: Names, texts: Texts) -> tuple[str, ...]:
        """The turn-up, who is in, what was exchanged, and tricks against promises."""
        if view.needs_deal or view.over:
            return ()
        lines: list[str | None] = [turn_up_line(view, names, texts)]
        if view.phase in ("rob", "declare"):
            lines.append(declared_line(view, names, texts) if view.phase == "declare" else None)
        else:
            told = exchanged_line if view.phase == "exchange" else tricks_line
            lines += [told(view, names, texts), passed_line(view, names, texts)]
        return tuple(line for line in (*lines, *private_lines(view, texts)) if line)

    # --- Ahead of the turn, exchange -----------------------------------------------------------

    def ahead(self, view: KnektpassView, texts: Texts) -> str:
        """In or pass ahead of the turn; or no more cards."""
        return texts.t("knektpass.ahead.exchange" if view.phase == "exchange" else "knektpass.ahead.declare")

    def early(self, view: KnektpassView, action: Action, texts: Texts) -> str:
        """As it will be said."""
        return self.label(action, texts)

    def promised(self, view: KnektpassView, action: Action, texts: Texts, *, stands: bool = False) -> str:
        """What will be said, or done, when the turn comes, and when all later ones do."""
        if action.verb == "in":
            return texts.t("knektpass.promised.in")
        if action.verb == "pass":
            return texts.t("knektpass.promised.pass")
        return texts.t("knektpass.promised.done" if stands else "knektpass.promised.stand")

    def standing(self, view: KnektpassView, action: Action, texts: Texts) -> str | None:
        """KN-R14: done exchanging, in this round and in all later ones."""
        if action.code != "exchange" or (_last_round(view) and action in view.legal.actions):
            return None
        return texts.t("knektpass.done")

    def small_print(self, view: KnektpassView, texts: Texts) -> str | None:
        """KN-R14: how the two ways to exchange nothing differ, where there are both."""
        return texts.t("knektpass.rounds") if view.phase == "exchange" and not _last_round(view) else None

    def proposal(self, view: KnektpassView) -> tuple[Card, ...] | None:
        """The weakest card."""
        return next(iter(self.proposals(view)), None)

    def proposals(self, view: KnektpassView) -> tuple[tuple[Card, ...], ...]:
        """One, two and three of the weakest plain cards; aces and trumps are not proposed."""
        choice, trump = view.legal.choice, view.trump
        if choice is None or trump is None:
            return ()
        plain = [card for card in choice.free if not TRUMPS[trump] >> card & 1 and rank_of(card) != ACE]
        weakest = sorted(plain, key=lambda card: (rank_of(card), card))[: min(choice.most, _PROPOSED)]
        return tuple(tuple(sorted(weakest[:count])) for count in range(1, len(weakest) + 1))

    def propose(self, view: KnektpassView, action: Action, texts: Texts) -> str:
        """Which cards go, and what that promises."""
        shown = texts.cards(card for group in self.groups(view) for card in group if card in action.cards)
        return self._promising(view, shown, len(action.cards), texts)

    def choosing(self, view: KnektpassView, cards: Collection[Card], texts: Texts) -> tuple[str, ...]:
        """KN-R19: what it costs not to keep the promise."""
        n, penalty = _promise(view, len(cards)), int(view.options["penalty_per_missing_trick"])
        return (texts.t("knektpass.exchange.meaning", n=n, penalty=penalty),)

    def card_note(self, view: KnektpassView, card: Card, texts: Texts) -> str | None:
        """Which of the cards are trumps."""
        trump = view.trump
        return texts.t("knektpass.exchange.trump") if trump is not None and TRUMPS[trump] >> card & 1 else None

    def _promising(self, view: KnektpassView, what: str, count: int, texts: Texts) -> str:
        more = view.seat is not None and view.exchanged[view.seat] > 0
        key = "knektpass.exchange.in_all" if more else "knektpass.exchange.promises"
        return texts.t(key, what=what, n=_promise(view, count))

    def change(self, view: KnektpassView, seat: int, texts: Texts) -> str:
        """What was written off or added, in words: where scores count down, a bare plus looks like a gain."""
        points, score = view.points[seat], view.scores[seat]
        if not points:
            return texts.t("knektpass.change.none", score=score)
        return texts.t("knektpass.change.off" if points < 0 else "knektpass.change.added", n=abs(points), score=score)

    # --- A deal's end --------------------------------------------------------------------------

    def summary(self, view: KnektpassView, names: Names, texts: Texts) -> tuple[str, ...]:
        """What each promised and took, or that all passed."""
        return tuple(result_lines(view, names, texts))


def _last_round(view: KnektpassView) -> bool:
    return view.round >= int(view.options["exchange_rounds"])


def _promise(view: KnektpassView, count: int) -> int:
    """The tricks promised in all once so many cards more are exchanged."""
    return view.exchanged[view.seat or 0] + count


def _staying(options: Options, texts: Texts) -> str:
    if not options["min_tricks"]:
        return texts.t("knektpass.staying.free")
    return texts.t("knektpass.staying.trick", penalty=int(options["penalty_per_missing_trick"]))


FACE = KnektpassFace()
