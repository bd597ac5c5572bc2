"""The agent that plays any legal action, at one table or at many."""

from __future__ import annotations

import numpy as np

from bridge.batch import Boards, Ints
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


class RandomBatchAgent:
    """The same at many tables at once.

    Args:
        rng: its random stream.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """A random legal action for each row."""
        _, masks = boards.observe(rows, seats, size=0)
        return np.asarray((masks * self._rng.random(masks.shape)).argmax(axis=1))
