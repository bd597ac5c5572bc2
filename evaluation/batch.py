"""Duplicate matches over many boards at once, scored double dummy or by the cards played.

The match that ``evaluation.duplicate`` plays, for agents that answer for many seats at once: the same boards, the same
differences, in arrays instead of a record of every table. Made for a training run, in which a match must cost little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bridge import double_dummy
from bridge.batch import BatchAgent, Boards, Ints, UInt8s
from bridge.scoring import imps
from bridge.seats import N_SEATS
from evaluation.boards import MatchBoard
from evaluation.statistics import Estimate, estimate
from evaluation.table import Play

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class BoardArrays:
    """``n`` solved boards as arrays."""

    owners: UInt8s
    """``(n, 52)``, the seat that holds each card"""
    dealers: Ints
    """``(n,)``"""
    vulnerable: Ints
    """``(n,)``, bits 1 NS and 2 EW"""
    tables: UInt8s
    """``(n, 5, 4)``, double-dummy tricks by denomination and declarer"""

    @classmethod
    def of(cls, boards: Sequence[MatchBoard]) -> BoardArrays:
        """The boards of a match.

        Raises:
            ValueError: a board has no double-dummy table.
        """
        tables = [item.table for item in boards if item.table is not None]
        if len(tables) != len(boards):
            raise ValueError("a match in batches needs solved boards")
        return cls(
            np.stack([np.frombuffer(item.board.deal.owners, np.uint8) for item in boards]),
            np.array([int(item.board.dealer) for item in boards]),
            np.array([int(item.board.vulnerable) for item in boards]),
            np.stack(tables),
        )

    def __len__(self) -> int:
        return len(self.owners)

    def times(self, n: int) -> BoardArrays:
        """All boards ``n`` times over, one round after the other."""
        return BoardArrays(
            np.tile(self.owners, (n, 1)),
            np.tile(self.dealers, n),
            np.tile(self.vulnerable, n),
            np.tile(self.tables, (n, 1, 1)),
        )

    def start(self) -> Boards:
        """The boards at their first call."""
        return Boards(self.owners, self.dealers, self.vulnerable)


@dataclass(frozen=True, slots=True, eq=False)
class Auctions:
    """Boards whose auctions are over, with who sat where; their cards may have been played as well."""

    boards: Boards
    tables: UInt8s
    """Double-dummy tricks ``(n, 5, 4)``."""
    seated: Ints
    """``(n, 4)``, the number of the bidder in each seat."""

    @property
    def scores_ns(self) -> Ints:
        """Law 77 raw score for North-South, ``(n,)``: of the tricks won, or of double-dummy play."""
        if self.boards.are_over().all() and self.boards.states["n_plays"].any():
            return self.boards.won_scores_ns()
        return self.boards.double_dummy_scores_ns(self.tables)

    def declared_by(self, bidder: int) -> Bools:
        """Where a bidder became declarer, ``(n,)``; nowhere on a board that was passed out."""
        declarers = self.boards.states["declarer"].astype(np.int64)
        # A board without a declarer is looked up at seat -1, and taken out again.
        return np.asarray((self.seated[np.arange(len(declarers)), declarers] == bidder) & (declarers >= 0))


def bid_out(boards: Boards, bidders: Sequence[BatchAgent], seated: Ints | None = None) -> None:
    """Bid every board to its end.

    Args:
        boards: boards at their first call; afterwards their auctions are over.
        bidders: who bids; each was made for these boards.
        seated: int ``(n, 4)``, which of ``bidders`` has each seat; by default the first has all of them.
    """
    if seated is None:
        seated = np.zeros((len(boards), N_SEATS), dtype=np.int64)
    _act_while(Boards.in_auction, boards, bidders, seated)


def _act_while(goes_on: Callable[[Boards], Bools], boards: Boards, agents: Sequence[BatchAgent], seated: Ints) -> None:
    """Let the agents act in their seats on every board for as long as it goes on."""
    rows = np.flatnonzero(goes_on(boards))
    while len(rows):
        seats = boards.actors()[rows]
        acting = seated[rows, seats]
        actions = np.empty(len(rows), dtype=np.int64)
        for number, agent in enumerate(agents):
            own = acting == number
            if own.any():
                actions[own] = agent.act(boards, rows[own], seats[own])
        boards.act(rows, actions)
        rows = np.flatnonzero(goes_on(boards))


@dataclass(frozen=True, slots=True, eq=False)
class BatchMatch:
    """A duplicate match, told from team A's side as in ``evaluation.duplicate``."""

    auctions: Auctions
    """Table 1 of every board, then table 2 of every board; team A is bidder 0, team B bidder 1."""

    @property
    def differences(self) -> Ints:
        """Team A's raw score of each board, both tables together, ``(n,)``."""
        table_1, table_2 = self.auctions.scores_ns.reshape(2, -1)
        return np.asarray(table_1 - table_2)

    @property
    def raw_score(self) -> Estimate:
        """Team A's raw points per board, both tables together."""
        return estimate(self.differences.tolist())

    @property
    def imps(self) -> Estimate:
        """Team A's IMPs per board."""
        return estimate(imps(self.differences).tolist())


AgentMaker = Callable[[int], BatchAgent]
"""Makes an agent for so many boards."""


def play_batch(
    team_a: AgentMaker,
    team_b: AgentMaker,
    boards: BoardArrays,
    play: Play = "double_dummy",
    bidder: AgentMaker | None = None,
) -> BatchMatch:
    """Play every board at two tables, with the teams exchanged at the second.

    Args:
        team_a: acts in the seats of team A.
        team_b: its opponent.
        boards: the boards.
        play: whether the teams play the cards, or double-dummy tricks count.
        bidder: bids every auction in all four seats, so that both tables play the same contract.
    """
    twice = boards.times(2)
    started = twice.start()
    sides = np.arange(N_SEATS) % 2
    seated = np.repeat(np.stack([sides, 1 - sides]), len(boards), axis=0)
    if bidder is not None:
        bid_out(started, [bidder(len(twice))])
    teams = [team_a(len(twice)), team_b(len(twice))]
    _act_while(_not_over if play == "cards" else Boards.in_auction, started, teams, seated)
    return BatchMatch(Auctions(started, twice.tables, seated))


def _not_over(boards: Boards) -> Bools:
    return ~boards.are_over()


def bid_alone(bidder: AgentMaker, boards: BoardArrays) -> Auctions:
    """Let one bidder have all four seats of every board."""
    started = boards.start()
    bid_out(started, [bidder(len(boards))])
    return Auctions(started, boards.tables, np.zeros((len(boards), N_SEATS), dtype=np.int64))


def par_loss(alone: Auctions, par_ns: Ints) -> Estimate:
    """IMPs a board between par and what one bidder reaches in all four seats.

    What one side has above par its other side has lost, so the distance counts.
    """
    return estimate(np.abs(imps(alone.scores_ns - par_ns)).tolist())


def par_scores_ns(boards: Boards, tables: UInt8s) -> Ints:
    """North-South's par score of each board, ``(n,)``, from double-dummy tables ``(n, 5, 4)``.

    Raises:
        SolverError: the solver is missing.
    """
    frames = zip(tables, boards.states["dealer"].tolist(), boards.states["vulnerable"].tolist(), strict=True)
    return np.array([double_dummy.par(table, dealer, vulnerable) for table, dealer, vulnerable in frames])
