"""Each learner seat's own sequence of turns: what it saw, did and earned, on its own clock.

A seat's clock advances when that seat acts, whoever acted in between; a declarer who plays from hand and then from
dummy takes two turns running. The reward of a board goes to the last turn of each sequence, whoever made the board's
last action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bridge.actions import N_ACTIONS, N_CARDS
from bridge.batch import Ints, UInt8s
from bridge.engine import Int8s
from training.labels import UNLABELLED

Floats = npt.NDArray[np.float32]

NOTHING_TO_COPY = -1
"""In the place of an action that a lesson does not teach."""


@dataclass(frozen=True, slots=True)
class PackedTurns:
    """The turns of whole sequences without padding, as a minibatch is learnt.

    Sequences are in order of falling length. Their first turns come first, then the second turns of those that have
    one, and so on: every tensor but ``hidden`` has ``sum(counts)`` rows.
    """

    observations: Tensor
    """int8 ``(rows, size)``"""
    masks: Tensor
    """int8 ``(rows, 90)``"""
    actions: Tensor
    """int64 ``(rows,)``, numbered as the network's logits"""
    log_probs: Tensor
    """float, of the actions when they were taken"""
    values: Tensor
    """float, the critic's when the actions were taken"""
    advantages: Tensor
    """float, of the actions that were taken"""
    returns: Tensor
    """float, what the critic learns"""
    costs: Tensor
    """uint8 ``(rows, 52)``, labels of the cards (``training.labels``); of lessons alone, else ``(rows, 0)``"""
    hidden: Tensor
    """int8 ``(counts[0], HIDDEN_SIZE)``, what the seat of each sequence could not see; ``(counts[0], 0)`` in lessons"""
    counts: tuple[int, ...]
    """Sequences that take each turn, never rising."""

    @property
    def sequences(self) -> Tensor:
        """int64 ``(rows,)``: the sequence of each turn, as ``hidden`` numbers them."""
        return torch.cat([torch.arange(count, device=self.hidden.device) for count in self.counts])


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
    costs: Tensor
    """uint8 ``(turns, n, 52)``, labels of the cards; of lessons alone, else ``(turns, n, 0)``"""
    hidden: Tensor
    """int8 ``(n, HIDDEN_SIZE)``, what the seat could not see; for a critic in training, never for the actor. Lessons
    teach no critic: ``(n, 0)``"""

    def acted(self) -> Tensor:
        """The sequences that took a turn; a dummy, for one, takes none in the play."""
        return self.valid.any(dim=0).nonzero().squeeze(1)

    def packed(self, sequences: Tensor, advantages: Tensor, returns: Tensor) -> PackedTurns:
        """Some of the sequences without their padding, with what the update aims at (each ``(turns, n)``)."""
        lengths, order = self.valid[:, sequences].sum(dim=0).sort(descending=True, stable=True)
        counts = [int((lengths > turn).sum()) for turn in range(int(lengths.max()))]
        ordered = sequences[order]
        n = self.valid.shape[1]
        rows = torch.cat([ordered[:count] + turn * n for turn, count in enumerate(counts)])

        def picked(tensor: Tensor) -> Tensor:
            return tensor.flatten(0, 1).index_select(0, rows)

        return PackedTurns(
            picked(self.observations),
            picked(self.masks),
            picked(self.actions),
            picked(self.log_probs),
            picked(self.values),
            picked(advantages),
            picked(returns),
            picked(self.costs),
            hidden=self.hidden[ordered],
            counts=tuple(counts),
        )

    def to(self, device: torch.device) -> SequenceBatch:
        """The same on a device."""
        return SequenceBatch(*(getattr(self, field.name).to(device) for field in fields(self)))

    @classmethod
    def of(cls, batches: Sequence[SequenceBatch]) -> SequenceBatch:
        """The sequences of several batches, in their order, padded to the longest of all."""
        longest = max(len(batch.valid) for batch in batches)

        def joined(name: str) -> Tensor:
            parts = [getattr(batch, name) for batch in batches]
            if name == "hidden":
                return torch.cat(parts)
            return torch.cat([_padded(part, longest) for part in parts], dim=1)

        return cls(*(joined(field.name) for field in fields(cls)))

    def with_values(self, values: Tensor) -> SequenceBatch:
        """The same with another critic's values."""
        return replace(self, values=values)


def _padded(tensor: Tensor, turns: int) -> Tensor:
    """A tensor ``(fewer, ...)`` with zeros up to ``(turns, ...)``."""
    return torch.cat((tensor, tensor.new_zeros(turns - len(tensor), *tensor.shape[1:])))


class SequenceRecorder:
    """Collects the turns of ``n`` sequences while boards are played.

    Args:
        n: sequences.
        observation_size: entries of an observation.
        costs: whether cards have labels.
    """

    def __init__(self, n: int, observation_size: int, *, costs: bool = False) -> None:
        self.lengths = np.zeros(n, dtype=np.int64)
        """Turns taken so far in each sequence: its clock."""
        self._observations = np.zeros((8, n, observation_size), dtype=np.int8)
        self._masks = np.zeros((8, n, N_ACTIONS), dtype=np.int8)
        self._actions = np.zeros((8, n), dtype=np.int64)
        self._log_probs = np.zeros((8, n), dtype=np.float32)
        self._values = np.zeros((8, n), dtype=np.float32)
        self._costs = np.full((8, n, N_CARDS if costs else 0), UNLABELLED, dtype=np.uint8)

    @property
    def observation_size(self) -> int:
        """Entries of an observation."""
        return self._observations.shape[-1]

    def add(
        self,
        sequences: Ints,
        observations: Int8s,
        masks: Int8s,
        actions: Ints,
        log_probs: Floats,
        values: Floats,
        costs: UInt8s | None = None,
    ) -> None:
        """Append one turn to each of ``sequences`` (all different); without ``costs`` its cards have no label."""
        turns = self.lengths[sequences]
        if len(turns) and turns.max() >= len(self._actions):
            self._grow()
        self._observations[turns, sequences] = observations
        self._masks[turns, sequences] = masks
        self._actions[turns, sequences] = actions
        self._log_probs[turns, sequences] = log_probs
        self._values[turns, sequences] = values
        if costs is not None:
            self._costs[turns, sequences] = costs
        self.lengths[sequences] += 1

    def _grow(self) -> None:
        for name in ("_observations", "_masks", "_actions", "_log_probs", "_values"):
            array = getattr(self, name)
            setattr(self, name, np.concatenate((array, np.zeros_like(array))))
        self._costs = np.concatenate((self._costs, np.full_like(self._costs, UNLABELLED)))

    def finish(self, rewards: Floats, hidden: Int8s) -> SequenceBatch:
        """The recorded sequences, with ``rewards`` ``(n,)`` at each one's last turn and ``hidden`` of their seats."""
        turns = int(self.lengths.max(initial=0))
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
            torch.from_numpy(self._costs[:turns]),
            torch.from_numpy(hidden),
        )
