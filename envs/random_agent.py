"""The agent that plays any legal action."""

from __future__ import annotations

import numpy as np

from bridge.seats import Seat
from bridge.view import View


class RandomAgent:
    """Chooses every legal action with the same probability."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng()

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:  # noqa: ARG002 - it plays alike in every seat
        """Take the random stream of a new board."""
        self._rng = rng

    def act(self, view: View) -> int:
        """A random legal action of ``view``."""
        return int(self._rng.choice(np.flatnonzero(view.legal_actions())))
