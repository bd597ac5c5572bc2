"""Who sits where: the boards of an iteration, shared out among the opponents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bridge.batch import BatchAgent, Boards, Ints
from bridge.seats import N_SEATS

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Lineup:
    """For every board, which seats learn and who answers for the others."""

    learns: Bools
    """bool ``(n, 4)``"""
    opponents: tuple[BatchAgent, ...]
    by_board: Ints
    """int ``(n,)``, index into ``opponents``; -1 where all four seats learn"""

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """Legal actions for opponents' seats, which are to act on ``rows``."""
        actions = np.empty(len(rows), dtype=np.int64)
        for number, opponent in enumerate(self.opponents):
            own = self.by_board[rows] == number
            if own.any():
                actions[own] = opponent.act(boards, rows[own], seats[own])
        return actions


def lineup(n: int, shares: list[tuple[BatchAgent | None, float]], acting: Bools | None = None) -> Lineup:
    """Share out ``n`` boards.

    Args:
        n: boards.
        shares: each opponent's share of the boards; None for boards on which all four seats learn. On an opponent's
            boards the learner sits North-South and East-West in turn.
        acting: the seats that may come to act, bool ``(n, 4)``; the others learn nothing. All seats if absent.
    """
    ends = np.round(np.cumsum([share for _, share in shares]) / sum(share for _, share in shares) * n).astype(np.int64)
    member = np.searchsorted(ends, np.arange(n), side="right")
    opponents = tuple(opponent for opponent, _ in shares if opponent is not None)
    numbers = np.cumsum([opponent is not None for opponent, _ in shares]) - 1
    by_board = np.where([opponent is None for opponent, _ in shares], -1, numbers)[member]
    one_side = (np.arange(n)[:, np.newaxis] + np.arange(N_SEATS)) % 2 == 0
    learns = one_side | (by_board == -1)[:, np.newaxis]
    return Lineup(np.asarray(learns if acting is None else learns & acting), opponents, by_board)
