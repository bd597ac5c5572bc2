"""Four ways of bidding when nobody knows a partner: defensive, attacking, bluff and defeat-seeking.

The source names them ("3 Players Auction Bridge - Statistical Algorithmic Strategies" and the paper before it); what
they do in detail is defined here, as their words suggest.

===================  ==================================================================================================
``Defensive``        counts on its own hand alone: bids no trump up to the level that the no-trump algorithm passes
``Attacking``        counts on the unseen partner's expected cards: bids what its hand takes on average with a random
                     partner, in the denomination where that is most
``Bluff``            bids as the attacking strategy does, and over an opponent's bid goes one level beyond that, to be
                     overbid in turn; when it is, it defends
``DefeatSeeking``    prefers to defend: bids only if the board would else be passed out, and then as the defensive
                     strategy does
===================  ==================================================================================================

Each makes the cheapest bid in its denomination and passes when that is beyond its limit. They bid and play no cards:
compose them with a card player, for example ``attacking+heuristic``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from agents.three_player.no_trump import BOOK, highest_level
from bridge.actions import FIRST_BID, N_BIDS, N_CARDS, PASS
from bridge.agent import OutOfRoleError
from bridge.cards import CARDS_PER_SUIT, N_SUITS, Denomination
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View

Floats = npt.NDArray[np.float64]

_DENOMINATIONS = len(Denomination)
_MAX_LEVEL = N_BIDS // _DENOMINATIONS

# Tricks that a declarer takes double dummy with a random partner, by least squares over 400,000 hands of the solved
# deals: a constant, per high card point, per trump. The residuals' standard deviation is 2.4 tricks.
_IN_A_SUIT = (1.355, 0.258, 0.726)
_AT_NO_TRUMP = (2.583, 0.342)

_HCP = np.zeros(N_CARDS)
for _suit in range(N_SUITS):
    _HCP[_suit * CARDS_PER_SUIT + 9 : (_suit + 1) * CARDS_PER_SUIT] = (1, 2, 3, 4)


class Strategy(ABC):
    """A bidder that names one denomination and has a limit in it."""

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:  # noqa: B027 - for all of them
        """Sit down; there is nothing to remember, since a view holds the whole auction."""

    def act(self, view: View) -> int:
        """The cheapest bid within the limit, or a pass.

        Raises:
            OutOfRoleError: the auction is over.
        """
        if view.phase is not Phase.AUCTION:
            name = type(self).__name__
            raise OutOfRoleError(f"{name} only bids: compose it with a card player, for example attacking+heuristic")
        denomination, limit = self.choose(view)
        last = int(view.record["bid"])
        bid = cheapest_bid(last, denomination)
        return bid if _level(bid) <= min(limit, _MAX_LEVEL) else PASS

    @abstractmethod
    def choose(self, view: View) -> tuple[int, int]:
        """A denomination (C D H S NT = 0-4) and the highest level to bid in it, below 1 for none."""


class Defensive(Strategy):
    """Bids no trump on its own hand, by the no-trump algorithm."""

    def choose(self, view: View) -> tuple[int, int]:
        """No trump, up to the highest level that the hand passes."""
        return int(Denomination.NT), int(highest_level(held_cards(view)[np.newaxis])[0])


class Attacking(Strategy):
    """Bids what its hand takes on average with a random partner."""

    def choose(self, view: View) -> tuple[int, int]:
        """The denomination with the most expected tricks, the higher one of equals, and the level that they make."""
        tricks = expected_tricks(held_cards(view))
        best = _DENOMINATIONS - 1 - int(tricks[::-1].argmax())
        return best, int(np.floor(tricks[best])) - BOOK


class Bluff(Attacking):
    """Raises opponents: over their bids it goes one level beyond what it expects to make."""

    def choose(self, view: View) -> tuple[int, int]:
        """The attacking choice, one level higher over an opponent's bid."""
        denomination, limit = super().choose(view)
        # Who is to act has been overbid: the last bid, if there is one, is an opponent's.
        return denomination, limit + (1 if view.record["bid"] >= FIRST_BID else 0)


class DefeatSeeking(Defensive):
    """Lets others bid, and bids itself only to keep a board from being passed out."""

    def choose(self, view: View) -> tuple[int, int]:
        """The defensive choice when a pass would end the board without a bid, else none."""
        is_last = view.record["bid"] < FIRST_BID and view.seat.lho is view.dealer
        return super().choose(view) if is_last else (int(Denomination.NT), 0)


def held_cards(view: View) -> npt.NDArray[np.uint8]:
    """The viewer's cards, 0 or 1 by card number: uint8 ``(52,)``."""
    record = view.record
    held = (record["owner"] == int(view.seat)) & (record["played_at"] == 0)
    return np.asarray(held, dtype=np.uint8)


def expected_tricks(held: npt.NDArray[np.uint8]) -> Floats:
    """Tricks that a hand ``(52,)`` takes on average as declarer with a random partner, by denomination ``(5,)``."""
    points = float(held @ _HCP)
    lengths = held.reshape(N_SUITS, CARDS_PER_SUIT).sum(axis=1)
    suits = _IN_A_SUIT[0] + _IN_A_SUIT[1] * points + _IN_A_SUIT[2] * lengths
    return np.append(suits, _AT_NO_TRUMP[0] + _AT_NO_TRUMP[1] * points)


def cheapest_bid(last: int, denomination: int) -> int:
    """The lowest bid in a denomination that outranks the last bid (an action, or below ``FIRST_BID`` for none).

    It may lie beyond the seven level; ask for its level before making it.
    """
    lowest = max(last + 1, FIRST_BID)
    return lowest + (denomination - (lowest - FIRST_BID)) % _DENOMINATIONS


def _level(bid: int) -> int:
    return (bid - FIRST_BID) // _DENOMINATIONS + 1
