"""The memories of many seats, by board and seat."""

from __future__ import annotations

import torch
from torch import Tensor

from agents.learned.network import Memory, PolicyNetwork
from bridge.batch import Ints
from bridge.seats import N_SEATS


class SeatMemories:
    """The memory of every seat of many boards, read and written by board and seat."""

    def __init__(self, network: PolicyNetwork, n_boards: int) -> None:
        self._all = network.initial_memory(n_boards * N_SEATS)

    def read(self, rows: Ints, seats: Ints) -> Memory:
        """The memories of ``seats`` on ``rows``."""
        places = self._places(rows, seats)
        return Memory(*(part[places] for part in self._all))

    def write(self, rows: Ints, seats: Ints, memory: Memory) -> None:
        """Put memories back after a turn."""
        places = self._places(rows, seats)
        for part, new in zip(self._all, memory, strict=True):
            part[places] = new

    def _places(self, rows: Ints, seats: Ints) -> Tensor:
        return torch.from_numpy(rows * N_SEATS + seats).to(self._all.hidden.device)
