"""SAYC-lite: a deterministic bidder that reads its calls from tables of rules, and tells what calls mean.

Three readers of the one set of tables: ``choose`` (and ``bid_batch``, for many hands at once) makes a call and names
its rule; ``explain`` says what every call of an auction shows; ``constraints`` gives the ranges of each hidden hand.
A call is the same for every seat, and for a hand and an auction there is one call.

Where to find it: a rule of the profile in the tables (``openings``, ``responses``, ... , ``defaults``; as a page in
``docs/sayc-lite.md``); the words of its tests in ``expressions`` and ``situation``; how an auction is replayed in
``auction``; how a call is chosen in ``kernel.decide``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.sayc.batch import SaycBatchAgent
from agents.sayc.bidder import Choice, bid_batch, choose
from agents.sayc.explain import Meaning, SeatRanges, constraints, explain
from bridge.agent import OutOfRoleError
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View

__all__ = [
    "VERSION",
    "Choice",
    "Meaning",
    "Sayc",
    "SaycBatchAgent",
    "SeatRanges",
    "bid_batch",
    "choose",
    "constraints",
    "explain",
]

VERSION = "sayc-lite-v1.2"


class Sayc:
    """The bidder as an agent. It keeps no memory: every call follows from the view.

    Args:
        part_scores: points below the line of North-South and East-West at rubber bridge, which a view does not show;
            see ``agents.sayc.part_score``. At duplicate there are none.

    Raises:
        ValueError: a part-score is not in 0..99.
    """

    def __init__(self, part_scores: Sequence[int] = (0, 0)) -> None:
        if len(part_scores) != 2 or not all(0 <= points < 100 for points in part_scores):
            raise ValueError(f"part-scores {part_scores}: give the points of North-South and East-West, each 0..99")
        self.part_scores = tuple(part_scores)

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Sit down; the system is the same for every seat and uses no randomness."""

    def act(self, view: View) -> int:
        """The action number of the system's call.

        Raises:
            OutOfRoleError: the auction is over.
        """
        return self.choose(view).action

    def choose(self, view: View) -> Choice:
        """The system's call and the row that made it.

        Raises:
            OutOfRoleError: the auction is over.
        """
        if view.phase is not Phase.AUCTION:
            raise OutOfRoleError("sayc only bids: compose it with a card player, for example sayc+heuristic")
        part_score = self.part_scores[view.seat.side]
        return choose(view.hand, view.calls, view.dealer, view.vulnerable, part_score)
