"""A learned bidder at many tables at once, with the same bits whatever happens at the other tables.

A matrix product may round a row differently in a batch of another size, or in another place of the batch, and a policy
near a tie then makes another call. So the batch always has one row for every board, and a board keeps its row: what
is decided on it depends on its own observations alone, on any number of processes and after any interruption.
"""

from __future__ import annotations

import numpy as np

from agents.learned.agent import LearnedAgent
from agents.learned.memories import SeatMemories
from agents.learned.network import Memory
from bridge.actions import N_ACTIONS
from bridge.batch import Boards, Ints


class FixedBatchBidder:
    """A greedy learned agent, for the auctions of up to ``size`` boards.

    Args:
        agent: the agent; it takes its best call.
        size: rows of every batch.
        first: the row of the first board; the others follow.

    Raises:
        ValueError: the agent draws its calls at random: every seat needs its own random stream then.
    """

    def __init__(self, agent: LearnedAgent, size: int, first: int = 0) -> None:
        if not agent.greedy:
            raise ValueError("an agent that draws its calls cannot bid in batches: make it with greedy=True")
        self._agent = agent
        self._memories = SeatMemories(agent.network, size)
        self._observations = np.zeros((size, agent.network.n_inputs), dtype=np.int8)
        self._masks = np.ones((size, N_ACTIONS), dtype=np.int8)
        self._rows = np.arange(size)
        self._seats = np.zeros(size, dtype=np.int64)
        self._first = first

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """Its calls for ``seats``, which are to act on ``rows``."""
        places = rows + self._first
        width = self._observations.shape[1]
        self._observations[places], self._masks[places] = boards.observe(rows, seats, width)
        self._seats[places] = seats
        memory = self._memories.read(self._rows, self._seats)
        actions, after = self._agent.act_batch(self._observations, self._masks, memory)
        self._memories.write(places, seats, Memory(*(part[places] for part in after)))
        return actions[places]
