"""Agents that sit at many boards at once, each in its fastest form: for training and for matches of bidders.

``make_batched`` reads the same names as ``agents.make``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np

import agents
from agents.heuristic import playout
from agents.learned.agent import LearnedAgent
from agents.learned.memories import SeatMemories
from agents.pimc.batched import choose_many
from agents.registry import composition
from agents.sayc import SaycBatchAgent
from bridge.agent import Agent
from bridge.batch import BatchAgent, Boards, Ints
from bridge.seats import N_SEATS, Seat
from envs.random_agent import RandomBatchAgent


class HeuristicBatchAgent:
    """The card player that goes by rules of thumb."""

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """Its cards; they follow from what the seats see."""
        return playout.cards(boards.views(rows, seats))


class PimcBatchAgent:
    """The PIMC card player of the level ``train``, the worlds of all boards solved together."""

    def __init__(self, n_boards: int, rng: np.random.Generator) -> None:
        self._seeds = rng.integers(2**63, size=(n_boards, N_SEATS))

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """Its cards, best on average over worlds that each seat draws for itself."""
        views = [boards.view(row, seat) for row, seat in zip(rows.tolist(), seats.tolist(), strict=True)]
        return np.array(choose_many(views, self._seeds[rows, seats].tolist()), dtype=np.int64)


class PairBatchAgent:
    """A bidder for the auction and a card player for the play."""

    def __init__(self, bidder: BatchAgent, card_player: BatchAgent) -> None:
        self._bidder = bidder
        self._card_player = card_player

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """The bidder's calls and the card player's cards."""
        actions = np.empty(len(rows), dtype=np.int64)
        calling = boards.in_auction()[rows]
        for own, agent in ((calling, self._bidder), (~calling, self._card_player)):
            if own.any():
                actions[own] = agent.act(boards, rows[own], seats[own])
        return actions


class NetworkBatchAgent:
    """A frozen network."""

    def __init__(self, agent: LearnedAgent, n_boards: int, rng: np.random.Generator) -> None:
        self._agent = agent
        self._agent.reset(Seat.N, rng)
        self._memories = SeatMemories(agent.network, n_boards)

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """The network's actions, each seat with its own memory."""
        observations, masks = boards.observe(rows, seats, self._agent.network.n_inputs)
        actions, memory = self._agent.act_batch(observations, masks, self._memories.read(rows, seats))
        self._memories.write(rows, seats, memory)
        return actions


class OneByOne:
    """Any agent, asked one view at a time: right for every agent, and slow."""

    def __init__(self, name: str, n_boards: int, rng: np.random.Generator) -> None:
        self._name = name
        self._seeds = rng.integers(2**63, size=(n_boards, N_SEATS))
        self._players: dict[tuple[int, int], Agent] = {}

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """Each agent's answer to its seat's view."""
        answers = [
            operator.index(self._player(row, seat).act(boards.view(row, seat)))
            for row, seat in zip(rows.tolist(), seats.tolist(), strict=True)
        ]
        return np.array(answers, dtype=np.int64)

    def _player(self, row: int, seat: int) -> Agent:
        """The agent of a seat of a board, who sits down when it is first asked."""
        if (row, seat) not in self._players:
            player = agents.make(self._name)
            player.reset(Seat(seat), np.random.default_rng(int(self._seeds[row, seat])))
            self._players[row, seat] = player
        return self._players[row, seat]


_BATCHED: dict[str, Callable[[int, np.random.Generator], BatchAgent]] = {
    "random": lambda _, rng: RandomBatchAgent(rng),
    "sayc": lambda _, __: SaycBatchAgent(),
    "heuristic": lambda _, __: HeuristicBatchAgent(),
    "pimc_train": PimcBatchAgent,
}
"""Those that have a form of their own for many boards at once."""


def always_alike(name: str) -> Callable[[int], BatchAgent]:
    """Makes the agent of a name for so many boards; whatever it draws, it draws alike in every match."""
    return lambda n_boards: make_batched(name, n_boards, np.random.default_rng(0))


def make_batched(name: str, n_boards: int, rng: np.random.Generator) -> BatchAgent:
    """The agent of a name at every seat of one set of boards, in its fastest form.

    Raises:
        ValueError: no agent has this name.
    """
    if name in _BATCHED:
        return _BATCHED[name](n_boards, rng)
    if parts := composition(name):
        return PairBatchAgent(*(make_batched(part, n_boards, rng) for part in parts))
    agent = agents.make(name)
    if isinstance(agent, LearnedAgent):
        return NetworkBatchAgent(agent, n_boards, rng)
    return OneByOne(name, n_boards, rng)
