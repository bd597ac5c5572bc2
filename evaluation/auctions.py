"""The auctions of many boards at once, for bidders that have a form for it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.passing import AlwaysPass
from agents.random_agent import RandomAgent
from agents.sayc import Sayc, SaycBatchAgent
from bridge.actions import PASS
from bridge.agent import Agent, spawn_streams
from bridge.batch import BatchAgent, Boards, Ints
from bridge.board import Board
from bridge.seats import N_SEATS, Seat
from evaluation import batch
from evaluation.table import Play
from evaluation.teams import Team

CHUNK = 64
"""Rows of a learned bidder's batch, and the most boards that are bid together.

A board's row follows from its number in the tournament alone; a share of the boards is a part of a batch.
"""


class _PassBatch:
    """:class:`agents.passing.AlwaysPass` at many tables."""

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:  # noqa: ARG002 - it does not look
        return np.full(len(rows), PASS, dtype=np.int64)


class _ViewBatch:
    """An agent of its own for every seat of every board, for agents that cost nothing to make."""

    def __init__(self, team: Team, streams: Sequence[Sequence[np.random.Generator]]) -> None:
        self._team = team
        self._streams = streams
        self._agents: dict[tuple[int, int], Agent] = {}

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        answers = [
            self._agent(row, seat).act(boards.view(row, seat))
            for row, seat in zip(rows.tolist(), seats.tolist(), strict=True)
        ]
        return np.array(answers, dtype=np.int64)

    def _agent(self, row: int, seat: int) -> Agent:
        if (row, seat) not in self._agents:
            agent = self._team.make()
            agent.reset(Seat(seat), self._streams[row][seat])
            self._agents[row, seat] = agent
        return self._agents[row, seat]


def batch_bidder(team: Team, play: Play, seeds: Sequence[np.random.SeedSequence], first: int = 0) -> BatchAgent | None:
    """A team's bidder for boards that start together, or None if it has no form for many boards.

    An agent that bids and plays has none where cards are played: in the play it may remember the auction.

    Args:
        team: who bids.
        play: what follows the auction.
        seeds: each board's root of the four seats' random streams.
        first: number of the first board in the tournament.
    """
    bidder = team.bidder
    if bidder is None and play == "cards":
        return None
    agent = (bidder or team).make()
    if type(agent) is AlwaysPass:
        return _PassBatch()
    if type(agent) is Sayc:
        return SaycBatchAgent()
    if type(agent) is RandomAgent:
        return _ViewBatch(bidder or team, [_bidders_streams(seed, bidder is not None) for seed in seeds])
    return _learned(agent, first % CHUNK)


def _learned(agent: Agent, first: int) -> BatchAgent | None:
    if not type(agent).__module__.startswith("agents.learned"):
        return None
    # Only a learned agent needs torch, and it has brought it.
    from agents.learned.agent import LearnedAgent
    from agents.learned.fixed_batch import FixedBatchBidder

    return FixedBatchBidder(agent, CHUNK, first) if type(agent) is LearnedAgent and agent.greedy else None


def _bidders_streams(seed: np.random.SeedSequence, composed: bool) -> list[np.random.Generator]:
    """The streams that the bidders of the four seats get when the whole team sits down (see ``agents.pair``)."""
    fresh = np.random.SeedSequence(seed.entropy, spawn_key=seed.spawn_key, pool_size=seed.pool_size)
    streams = spawn_streams(fresh, N_SEATS)
    if not composed:
        return streams
    return [np.random.default_rng(int(stream.integers(2**63, size=2)[0])) for stream in streams]


def auctions_of(boards: Sequence[Board], north_south: BatchAgent, east_west: BatchAgent) -> list[tuple[int, ...]]:
    """The auctions of boards, as action numbers from the dealer on.

    Raises:
        IllegalActionError: a bidder broke the rules.
    """
    started = Boards(
        np.stack([board.deal.array() for board in boards]),
        [int(board.dealer) for board in boards],
        [int(board.vulnerable) for board in boards],
    )
    sides = np.broadcast_to(np.arange(N_SEATS) % 2, (len(boards), N_SEATS))
    batch.bid_out(started, (north_south, east_west), sides)
    return started.auctions(np.arange(len(boards)))
