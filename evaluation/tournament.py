"""Playing a tournament.

Boards are handed out in shares, every share is kept as soon as it is there, and a run that was killed goes on where it
stopped. The results depend on plan and boards alone: not on the number of processes, the executor, or interruptions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np

from bridge.scoring import imps
from evaluation.auctions import CHUNK
from evaluation.boards import MatchBoard
from evaluation.executors import ExecutorName, spread
from evaluation.plan import Plan
from evaluation.results import compared
from evaluation.sequential import Until
from evaluation.statistics import Estimate, estimate
from evaluation.store import Store
from evaluation.worker import Numbered, PlayedBoard, play_chunk

_FEWEST_SHARES = 8
_TABLES_PLAYED_A_SHARE = 16


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is."""

    boards: int
    """Boards just finished."""
    played: int
    """Boards finished in all."""
    imps: Estimate
    """IMPs per board of the first contest so far."""


def play_tournament(
    plan: Plan,
    boards: Sequence[MatchBoard],
    store: Store,
    *,
    jobs: int = 1,
    executor: ExecutorName = "local",
    until: Until | None = None,
) -> Iterator[Progress]:
    """Play the boards that the store does not hold yet, and yield after each share of them.

    Args:
        plan: see ``evaluation.plan``.
        boards: the boards of the tournament, the most that may be played.
        store: where the results go.
        jobs: processes on this machine; 1 plays in this one.
        executor: see ``evaluation.executors``.
        until: when to stop before all boards are played. Boards beyond the stop that were played already are dropped.

    Raises:
        ValueError: there are no boards, an auction is not recorded, or an agent broke the rules (the message names
            board and seats).
    """
    check_boards(plan, boards)
    tally = _Tally(plan, len(boards), until or Until())
    for finished in store.boards():
        tally.add(finished)
    shares = [share for share in shares_of(plan, boards) if not tally.has(share[0][0])]
    if tally.stop() is None and shares:
        with closing(spread(partial(play_chunk, plan), shares, jobs=jobs, executor=executor)) as results:
            for played in results:
                store.add(played)
                for board in played:
                    tally.add(board)
                yield Progress(len(played), tally.played, tally.running())
                if tally.stop() is not None:
                    break
    if (stop := tally.stop()) is not None:
        store.keep_first(stop)


def check_boards(plan: Plan, boards: Sequence[MatchBoard]) -> None:
    """Refuse boards that a plan cannot be played on.

    Raises:
        ValueError: there are none, or one lacks the auction that the plan takes.
    """
    if not boards:
        raise ValueError("a match needs at least one board")
    if plan.recorded_auctions and any(item.calls is None for item in boards):
        raise ValueError("a board has no complete recorded auction")


def shares_of(plan: Plan, boards: Sequence[MatchBoard]) -> list[list[Numbered]]:
    """Numbered boards in shares of a power of two that do not depend on the number of processes.

    Bidding alone is fast in large shares. Cards take long, so there a share is small: little is lost when it is.
    """
    most = CHUNK if plan.play == "double_dummy" else max(1, _TABLES_PLAYED_A_SHARE // len(plan.sittings()))
    wanted = min(most, max(1, len(boards) // _FEWEST_SHARES))
    size = 1 << (wanted.bit_length() - 1)
    numbered = list(enumerate(boards))
    return [numbered[start : start + size] for start in range(0, len(boards), size)]


class _Tally:
    """The differences so far, in whatever order boards come, and when they are enough.

    Looks come after every ``CHUNK`` boards of the unbroken run from the first board on, so that where a tournament
    stops does not depend on which process was fast.
    """

    def __init__(self, plan: Plan, n: int, until: Until) -> None:
        self._plan = plan
        self._until = until
        self._differences = np.zeros((n, len(plan.contests)), dtype=np.int64)
        self._has = np.zeros(n + 1, dtype=np.bool_)
        self._looked = 0
        self._stop: int | None = None

    def stop(self) -> int | None:
        """Boards that count, once there are enough."""
        return self._stop

    @property
    def played(self) -> int:
        """Boards finished."""
        return int(self._has.sum())

    def has(self, number: int) -> bool:
        """Whether a board is finished."""
        return bool(self._has[number])

    def add(self, board: PlayedBoard) -> None:
        """Take in a finished board."""
        scores = {(table.ns, table.ew): table.result.score_ns for table in board.tables}
        self._differences[board.number] = [one - two for one, two in compared(self._plan, scores)]
        self._has[board.number] = True
        self._look()

    def _look(self) -> None:
        unbroken = int(np.argmin(self._has))
        while self._stop is None and self._looked + CHUNK <= unbroken:
            self._looked += CHUNK
            so_far = self._differences[: self._looked]
            values = imps(so_far) if self._until.unit == "imps" else so_far
            if self._until.reached(values.astype(np.float64)):
                self._stop = self._looked

    def running(self) -> Estimate:
        """IMPs per board of the first contest so far."""
        return estimate(imps(self._differences[:, 0][self._has[:-1]]).tolist())
