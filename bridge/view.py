"""A seat's view of the board: all that it may know, and nothing more.

A view is made from a redacted copy of the board, in which the cards that the seat may not see have no place.
Nothing that an agent can reach from it leads back to the deal.
"""

from __future__ import annotations

import numpy as np

from bridge import engine, observation
from bridge.actions import N_ACTIONS
from bridge.cards import Card
from bridge.deal import Hand
from bridge.public import PublicRecord
from bridge.seats import Seat, Side


class View(PublicRecord):
    """What ``seat`` may know now: its hand, everything public, and dummy once faced."""

    __slots__ = ("seat",)

    partners_bid = True
    """Whether partners bid with each other, so that calls may follow a system."""

    def __init__(self, state: engine.State, seat: Seat) -> None:
        super().__init__(np.zeros(1, dtype=engine.STATE)[0])
        engine.redact(state, int(seat), self._state)  # compiled code is slow to accept an enum
        self.seat = seat

    @property
    def hand(self) -> Hand:
        """The cards that the seat holds now."""
        return self._held_by(self.seat)

    @property
    def dummy_hand(self) -> Hand | None:
        """The cards that dummy holds now; None until the opening lead is faced."""
        return self._held_by(Seat(engine.dummy(self._state))) if self.dummy_is_faced else None

    def _held_by(self, seat: Seat) -> Hand:
        held = (self._state["owner"] == seat) & (self._state["played_at"] == 0)
        return Hand(frozenset(Card(int(index)) for index in np.flatnonzero(held)))

    @property
    def is_turn(self) -> bool:
        """Whether the seat is to act."""
        return engine.actor(self._state) == self.seat

    def legal_actions(self) -> engine.Int8s:
        """1 for every action that the seat may take now, int8 ``(90,)``; all zero when it is not to act."""
        mask = np.zeros(N_ACTIONS, dtype=np.int8)
        if self.is_turn:
            engine.legal_actions(self._state, mask)
        return mask

    def score(self, declarer_tricks: int) -> float:
        """What the board pays the seat if declarer's side wins so many tricks: Law 77 points of its side."""
        score_ns = engine.score_ns(self._state, declarer_tricks)
        return float(score_ns if self.seat.side is Side.NS else -score_ns)

    def observation(self) -> dict[str, engine.Int8s]:
        """The view as arrays: ``observation`` int8 ``(SIZE,)`` (see ``bridge.observation``) and ``action_mask``."""
        vector = np.empty(observation.SIZE, dtype=np.int8)
        observation.encode(self._state, int(self.seat), vector)
        return {"observation": vector, "action_mask": self.legal_actions()}
