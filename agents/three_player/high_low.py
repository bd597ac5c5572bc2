"""High card first, low card first: the simplest card play with a plan.

A hand that leads plays high when it holds the top cards of a suit that are left, and low otherwise. Following suit it
does the same. When it cannot follow it throws its lowest card, but ruffs when the other side is winning.
"""

from __future__ import annotations

import numpy as np

from bridge import engine
from bridge.agent import OutOfRoleError
from bridge.cards import CARDS_PER_SUIT, N_SUITS, Denomination
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View


class HighLow:
    """Plays its top cards, whether or not they might be ruffed, and else its low cards; the same for dummy."""

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Sit down; there is nothing to remember, since a view holds the whole play."""

    def act(self, view: View) -> int:
        """The card to play.

        Raises:
            OutOfRoleError: a call is asked for.
        """
        contract = view.contract
        if view.phase is not Phase.PLAY or contract is None:
            raise OutOfRoleError("high_low only plays cards: compose it with a bidder, for example attacking+high_low")
        legal = np.flatnonzero(view.legal_actions()).tolist()
        if not view.trick:
            return _lead(view, legal)
        if legal[0] // CARDS_PER_SUIT == view.trick[0] // CARDS_PER_SUIT:
            return _follow(view, legal, contract.denomination)
        return _discard(view, legal, contract.denomination)


def _lead(view: View, legal: list[int]) -> int:
    """The top card of the longest suit of which it is the highest left, else the lowest of the longest suit."""
    by_suit = _by_suit(legal)
    headed = [cards for cards in by_suit if _is_top(view, cards[-1])]
    return max(headed, key=len)[-1] if headed else max(by_suit, key=len)[0]


def _follow(view: View, legal: list[int], trumps: Denomination) -> int:
    """The top card if it is the highest left and no trump has been played on the trick, else the lowest."""
    led = view.trick[0] // CARDS_PER_SUIT
    best = _best(view, trumps)
    wins = _is_top(view, legal[-1]) and best // CARDS_PER_SUIT == led and best < legal[-1]
    return legal[-1] if wins else legal[0]


def _discard(view: View, legal: list[int], trumps: Denomination) -> int:
    """The lowest trump that wins when the other side is winning, else the lowest card of the longest other suit."""
    best = _best(view, trumps)
    turn = view.turn
    theirs = turn is None or view.owner_of_played(best).side is not turn.side
    ruffs = [card for card in legal if card // CARDS_PER_SUIT == trumps and engine.beats(card, best, int(trumps))]
    if theirs and ruffs:
        return ruffs[0]
    others = [card for card in legal if card // CARDS_PER_SUIT != trumps]
    return max(_by_suit(others or legal), key=len)[0]


def _best(view: View, trumps: Denomination) -> int:
    best = view.trick[0]
    for card in view.trick[1:]:
        if engine.beats(card, best, int(trumps)):
            best = card
    return best


def _is_top(view: View, card: int) -> bool:
    """Whether all higher cards of its suit have been played, some perhaps to this trick."""
    higher = slice(card + 1, (card // CARDS_PER_SUIT + 1) * CARDS_PER_SUIT)
    return bool((view.record["played_at"][higher] != 0).all())


def _by_suit(cards: list[int]) -> list[list[int]]:
    """The suits held, clubs first, each from low to high."""
    suits = [[card for card in cards if card // CARDS_PER_SUIT == suit] for suit in range(N_SUITS)]
    return [suit for suit in suits if suit]
