"""Each learner seat's own sequence of turns: what it saw, did and earned, on its own clock.

A seat's clock advances when that seat acts, whoever acted in between; a declarer who plays from hand and then from
dummy takes two turns running. The reward of a board goes to the last turn of each sequence, whoever made the board's
last action.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bridge.actions import N_ACTIONS
from bridge.batch import Ints
from bridge.engine import Int8s

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SequenceBatch:
    """``n`` whole sequences, padded to the longest; every tensor but ``hidden`` is ``(turns, n, ...)``."""

    observations: Tensor
    """int8 ``(turns, n, size)``"""
    masks: Tensor
    """int8 ``(turns, n, 90)``"""
    actions: Tensor
    """int64 ``(turns, n)``, numbered as the network's logits"""
    log_probs: Tensor
    """float, of the actions when they were taken"""
    values: Tensor
    """float, the critic's when the actions were taken"""
    rewards: Tensor
    """float"""
    valid: Tensor
    """bool, false on padding"""
    hidden: Tensor
    """int8 ``(n, HIDDEN_SIZE)``, what the seat could not see; for a critic in training, never for the actor"""

    def select(self, sequences: Tensor) -> SequenceBatch:
        """Some of the sequences, padded no longer than they need."""
        turns = int(self.valid[:, sequences].any(dim=1).sum())
        parts = {field.name: getattr(self, field.name) for field in fields(self)}
        hidden = parts.pop("hidden")[sequences]
        return SequenceBatch(**{name: part[:turns, sequences] for name, part in parts.items()}, hidden=hidden)

    def to(self, device: torch.device) -> SequenceBatch:
        """The same on a device."""
        return SequenceBatch(*(getattr(self, field.name).to(device) for field in fields(self)))

    def with_values(self, values: Tensor) -> SequenceBatch:
        """The same with another critic's values."""
        return replace(self, values=values)


class SequenceRecorder:
    """Collects the turns of ``n`` sequences while boards are played."""

    def __init__(self, n: int, observation_size: int) -> None:
        self.lengths = np.zeros(n, dtype=np.int64)
        """Turns taken so far in each sequence: its clock."""
        self._observations = np.zeros((8, n, observation_size), dtype=np.int8)
        self._masks = np.zeros((8, n, N_ACTIONS), dtype=np.int8)
        self._actions = np.zeros((8, n), dtype=np.int64)
        self._log_probs = np.zeros((8, n), dtype=np.float32)
        self._values = np.zeros((8, n), dtype=np.float32)

    def add(
        self,
        sequences: Ints,
        observations: Int8s,
        masks: Int8s,
        actions: Ints,
        log_probs: Floats,
        values: Floats,
    ) -> None:
        """Append one turn to each of ``sequences`` (all different)."""
        turns = self.lengths[sequences]
        if len(turns) and turns.max() >= len(self._actions):
            self._grow()
        self._observations[turns, sequences] = observations
        self._masks[turns, sequences] = masks
        self._actions[turns, sequences] = actions
        self._log_probs[turns, sequences] = log_probs
        self._values[turns, sequences] = values
        self.lengths[sequences] += 1

    def _grow(self) -> None:
        for name in ("_observations", "_masks", "_actions", "_log_probs", "_values"):
            array = getattr(self, name)
            setattr(self, name, np.concatenate((array, np.zeros_like(array))))

    def finish(self, rewards: Floats, hidden: Int8s) -> SequenceBatch:
        """The recorded sequences, with ``rewards`` ``(n,)`` at each one's last turn."""
        turns = int(self.lengths.max())
        valid = np.arange(turns)[:, np.newaxis] < self.lengths
        by_turn = np.zeros((turns, len(self.lengths)), dtype=np.float32)
        acted = np.flatnonzero(self.lengths)
        by_turn[self.lengths[acted] - 1, acted] = rewards[acted]
        return SequenceBatch(
            torch.from_numpy(self._observations[:turns]),
            torch.from_numpy(self._masks[:turns]),
            torch.from_numpy(self._actions[:turns]),
            torch.from_numpy(self._log_probs[:turns]),
            torch.from_numpy(self._values[:turns]),
            torch.from_numpy(by_turn),
            torch.from_numpy(valid),
            torch.from_numpy(hidden),
        )
