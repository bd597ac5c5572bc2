"""The SAYC-lite bidder at many tables at once."""

from __future__ import annotations

from agents.sayc.bidder import bid_batch
from bridge.batch import Boards, Ints


class SaycBatchAgent:
    """The calls of :class:`agents.sayc.Sayc`; they depend on the hand and the public auction alone."""

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """Its calls for ``seats``, which are to act on ``rows``."""
        states = boards.states[rows]
        hands = boards.hands(rows, seats)
        return bid_batch(hands, boards.auctions(rows), states["dealer"], states["vulnerable"])
