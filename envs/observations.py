"""Spaces of what the environments give out; ``bridge.observation`` holds the table of pieces."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from bridge.actions import N_ACTIONS, N_CARDS
from bridge.engine import Int8s
from bridge.observation import AUCTION_SIZE, HIGH, PIECES, SIZE, SLICES
from bridge.seats import N_SEATS

__all__ = [
    "PIECES",
    "SLICES",
    "SIZE",
    "AUCTION_SIZE",
    "HIGH",
    "N_HANDS",
    "STATE_SIZE",
    "Observation",
    "action_space",
    "observation_space",
    "state_space",
]

Observation = dict[str, Int8s]
"""``observation``, int8 ``(SIZE,)``, and ``action_mask``, int8 ``(90,)``."""

N_HANDS = N_SEATS
"""Hands that the cards are dealt to."""

_DEAL_SIZE = N_HANDS * N_CARDS

STATE_SIZE = _DEAL_SIZE + SIZE
"""Length of the state: the cards dealt to each hand (4 x 52), then what the first agent observes."""


def action_space() -> spaces.Discrete:
    """The ninety actions of ``envs.actions``."""
    return spaces.Discrete(N_ACTIONS)


def observation_space() -> spaces.Dict:
    """What one seat gets: the vector within its bounds, and a mask with 1 for every legal action."""
    return spaces.Dict({"observation": _counts(HIGH), "action_mask": _counts(np.ones(N_ACTIONS, dtype=np.int8))})


def state_space() -> spaces.Box:
    """The whole board, for a critic that sees all hands. It never belongs in an agent's hands."""
    return _counts(np.concatenate([np.ones(_DEAL_SIZE, dtype=np.int8), HIGH]))


def _counts(high: np.ndarray[Any, np.dtype[np.int8]]) -> spaces.Box:
    return spaces.Box(np.zeros_like(high), high, dtype=np.int8)
