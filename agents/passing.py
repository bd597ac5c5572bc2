"""A bidder that never bids."""

from __future__ import annotations

import numpy as np

from bridge.actions import PASS
from bridge.agent import OutOfRoleError
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View


class AlwaysPass:
    """Passes at every turn of the auction. The weakest baseline: it never fails a contract and never makes one."""

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Sit down; there is nothing to remember."""

    def act(self, view: View) -> int:
        """Pass.

        Raises:
            OutOfRoleError: the auction is over.
        """
        if view.phase is not Phase.AUCTION:
            raise OutOfRoleError("pass only bids: compose it with a card player, for example pass+heuristic")
        return PASS
