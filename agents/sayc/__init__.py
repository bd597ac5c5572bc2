"""SAYC-lite: a deterministic bidder that reads its calls from tables of rules.

``sayc-lite-v1``, first cut: openings, responses and rebids of the natural auctions, the notrump systems, strong 2♣,
weak twos and preempts, Blackwood and Gerber, overcalls, takeout and negative doubles with their answers, balancing,
and a default layer that keeps forces, reaches game on known values and competes. A call is the same for every
seat, and for a hand and an auction there is one call. What the table means by a call (``choose`` names its rule) is
read off the rows that can make it.
"""

from __future__ import annotations

import numpy as np

from agents.sayc.bidder import Choice, bid_batch, choose
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View

__all__ = ["VERSION", "Choice", "Sayc", "bid_batch", "choose"]

VERSION = "sayc-lite-v1"


class Sayc:
    """The bidder as an agent. It keeps no memory: every call follows from the view."""

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Sit down; the system is the same for every seat and uses no randomness."""

    def act(self, view: View) -> int:
        """The action number of the system's call.

        Raises:
            ValueError: the auction is over.
        """
        if view.phase is not Phase.AUCTION:
            raise ValueError("sayc only bids: compose it with a card player, for example sayc+heuristic")
        return choose(view.hand, view.calls, view.dealer, view.vulnerable).action
