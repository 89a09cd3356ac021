"""Phat on the screens: nines, fives and muck, told as its players tell them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.face import Face, Names
from bot.texts import Texts
from engine.cards import FIVE, NINE, suit_of
from engine.game import View
from engine.games.phat import PHAT, PhatView
from engine.options import Options

_HUNTER_GREEN = 0x2F7D4F


class PhatFace(Face[PhatView]):
    """What Phat's screens say. Its sides: seats 0 and 2 (``ours`` in the texts), seats 1 and 3 (``theirs``)."""

    accent = _HUNTER_GREEN
    emoji = "🍀"
    pages = ("short", "goal", "cards", "deal", "play", "score", "words")
    in_lobby_line = ("target",)
    counters = ("nines_caught", "fives_caught", "big_phat", "little_phat", "muck_won")

    def __init__(self) -> None:
        super().__init__("phat")

    def lobby(self, options: Options, seats: int, clock: str, texts: Texts) -> str:
        """Four players, two sides, the target, the clock."""
        return texts.t("phat.lobby", target=int(options["target"]), clock=clock)

    def page_params(self, options: Options, texts: Texts) -> dict[str, int | str]:
        """The target as a number."""
        return {**super().page_params(options, texts), "target": int(options["target"])}

    def turn(self, view: View, names: Names, texts: Texts) -> str | None:
        """Who leads, and what the first card does."""
        trick = view.trick
        if trick is None or trick.plays:
            return None
        if view.trump is None:
            return texts.t("phat.turn.first", name=names[trick.leader])
        return texts.t("phat.turn.lead", name=names[trick.leader], n=len(view.tricks) + 1)

    def prompt(self, view: PhatView, texts: Texts) -> str:
        """PH-R5, PH-R6: lead anything; follow suit, or play anything without it."""
        trick = view.trick
        if trick is None or not trick.plays:
            return texts.t("phat.prompt.lead" if view.trump is not None else "phat.prompt.first")
        led = suit_of(trick.plays[0][1])
        follows = any(suit_of(card) == led for card in view.hand)
        return texts.t("phat.prompt.follow" if follows else "phat.prompt.free", suit=led)

    def withheld(self, view: PhatView, names: Names, texts: Texts) -> str:
        """PH-A8: the pitcher's partner waits for the first card."""
        pitcher = view.pitcher if view.pitcher is not None else 0
        return texts.t("phat.withheld", name=names[pitcher])

    def status(self, view: PhatView, names: Names, texts: Texts) -> tuple[str, ...]:
        """Phat and muck of this deal, and the carry where there is one."""
        if view.needs_deal or view.over:
            return (texts.t("phat.status.carry", carry=view.carry),) if view.carry else ()
        key = "phat.status.deal_carry" if view.carry else "phat.status.deal"
        ours, theirs = view.phat
        our_muck, their_muck = view.muck
        return (texts.t(key, ours=ours, theirs=theirs, our_muck=our_muck, their_muck=their_muck, carry=view.carry),)

    def summary(self, view: PhatView, names: Names, texts: Texts) -> tuple[str, ...]:
        """A line a side, the muck, and who took the two big cards."""
        sides = [texts.pair([names[seat] for seat in side]) for side in self.sides(view.seats)]
        result = view.result
        lines = []
        for side, name in enumerate(sides):
            bonus = result.bonus[side] if result else 0
            lines.append(
                texts.t(
                    "phat.summary.side_bonus" if bonus else "phat.summary.side",
                    name=name,
                    phat=view.phat[side],
                    bonus=bonus,
                    change=texts.number(view.points[side], signed=True),
                    score=view.side_scores[side],
                )
            )
        lines.append(self._muck(view, sides, texts))
        lines.extend(self._big_cards(view, names, texts))
        tricks = self.tricks_taken(view, names, texts)
        return (*lines, tricks) if tricks else tuple(lines)

    def _muck(self, view: PhatView, sides: Sequence[str], texts: Texts) -> str:
        ours, theirs = view.muck
        result = view.result
        if result is None or not result.counted:
            return texts.t("phat.summary.muck_uncounted", ours=ours, theirs=theirs)
        winners = [side for side in (0, 1) if result.bonus[side]]
        if len(winners) == 1:
            side = winners[0]
            return texts.t(
                "phat.summary.muck_won", ours=ours, theirs=theirs, name=sides[side], bonus=result.bonus[side]
            )
        if winners:
            return texts.t("phat.summary.muck_split", bonus=result.bonus[0])
        if result.carry:
            return texts.t("phat.summary.muck_carried", carry=result.carry)
        return texts.t("phat.summary.muck_none")

    def _big_cards(self, view: PhatView, names: Names, texts: Texts) -> list[str]:
        """PH-R8: who took Big Phat and Little Phat, and from whom."""
        if view.trump is None:
            return []
        lines = []
        for card, own, caught in (
            (view.trump * 13 + NINE, "phat.summary.big", "phat.summary.big_caught"),
            (view.trump * 13 + FIVE, "phat.summary.little", "phat.summary.little_caught"),
        ):
            for trick in view.tricks:
                seat = next((seat for seat, played in trick.plays if played == card), None)
                if seat is not None:
                    lines.append(
                        texts.t(
                            caught if (seat - trick.winner) % 2 else own,
                            card=card,
                            points=PHAT[view.trump][card],
                            name=names[trick.winner],
                            other=names[seat],
                        )
                    )
        return lines


FACE = PhatFace()
