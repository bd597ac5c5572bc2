"""What came out of a tournament: the scores of every table in arrays, and the differences of every contest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from bridge.calls import Contract
from bridge.scoring import imps
from bridge.seats import Side
from evaluation.plan import Plan, Sitting
from evaluation.statistics import Estimate, estimate
from evaluation.store import Store, contract_of

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def compared(plan: Plan, scores_ns: Mapping[Sitting, int]) -> list[tuple[int, int]]:
    """For every contest of a plan the two raw scores of one board that it compares, the first team's first.

    Both are of the same side: North-South where both sides' play is compared, else the side that the teams sat at.

    Args:
        plan: the plan.
        scores_ns: the raw score for North-South of each of the board's tables.
    """
    sign = 1 if plan.compare == "both" or (0, len(plan.teams)) in scores_ns else -1
    return [(sign * scores_ns[one], sign * scores_ns[two]) for one, two in plan.sittings_compared(scores_ns.keys())]


@dataclass(frozen=True, eq=False)
class Results:
    """All tables of a tournament, ``t`` a board, board by board and within a board by the teams' numbers.

    Calls, cards and deals stay in the store.
    """

    plan: Plan
    ns: Ints
    """Number of the team that sat North-South, ``(boards, t)``."""
    ew: Ints
    """Number of the team that sat East-West, ``(boards, t)``."""
    scores_ns: Ints
    """Raw scores for North-South, ``(boards, t)``."""
    declarer_tricks: Ints
    """``(boards, t)``, -1 where the board was passed out."""
    contracts: tuple[tuple[Contract | None, ...], ...]
    """By board and table."""
    compared: Ints
    """The two scores of every contest, ``(boards, contests, 2)``, see :func:`compared`."""
    pars_ns: Floats
    """Par scores for North-South, ``(boards,)``; not a number where not known."""

    def __len__(self) -> int:
        return len(self.scores_ns)

    def differences(self, contest: int) -> Ints:
        """The raw score of a contest's first team against the second, ``(boards,)``, see ``evaluation.plan``."""
        return np.asarray(self.compared[:, contest, 0] - self.compared[:, contest, 1])

    def imps(self, contest: int) -> Ints:
        """The differences in IMPs, ``(boards,)``."""
        return imps(self.differences(contest))

    def raw_score(self, contest: int) -> Estimate:
        """Points per board of a contest's first team."""
        return estimate(self.differences(contest).tolist())

    def imps_per_board(self, contest: int) -> Estimate:
        """IMPs per board of a contest's first team."""
        return estimate(self.imps(contest).tolist())

    def signed_contests(self, team: int) -> list[tuple[int, int]]:
        """The contests of a team, each with 1 if it is the first of the two and -1 if it is the second."""
        return [
            (number, 1 if pair[0] == team else -1) for number, pair in enumerate(self.plan.contests) if team in pair
        ]

    def against_all(self, team: int) -> Floats:
        """A team's IMPs on each board, the mean over its contests, ``(boards,)``."""
        own = [sign * self.imps(contest) for contest, sign in self.signed_contests(team)]
        return np.asarray(np.mean(own, axis=0), dtype=np.float64)

    def sat(self, team: int, side: Side) -> npt.NDArray[np.bool_]:
        """At which tables a team sat at a side, ``(boards, t)``."""
        return np.asarray((self.ns if side is Side.NS else self.ew) == team)


def read_results(plan: Plan, store: Store) -> Results:
    """The results of the boards that a store holds.

    Raises:
        ValueError: it holds none.
    """
    pars = store.pars()
    if not pars:
        raise ValueError("no board is finished: there is nothing to report")
    boards = [list(rows) for _, rows in groupby(store.scores(), key=itemgetter(0))]
    shape = (len(boards), -1)
    rows = [row for board in boards for row in board]
    scores = [{(row[1], row[2]): row[3] for row in board} for board in boards]
    return Results(
        plan=plan,
        ns=np.array([row[1] for row in rows]).reshape(shape),
        ew=np.array([row[2] for row in rows]).reshape(shape),
        scores_ns=np.array([row[3] for row in rows]).reshape(shape),
        declarer_tricks=np.array([-1 if row[6] is None else row[6] for row in rows]).reshape(shape),
        contracts=tuple(tuple(contract_of(row[4], row[5]) for row in board) for board in boards),
        compared=np.array([compared(plan, board) for board in scores]).reshape(len(boards), len(plan.contests), 2),
        pars_ns=np.array([np.nan if par is None else par for par in pars], dtype=np.float64),
    )
