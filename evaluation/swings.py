"""Where the points of a contest came from: what kind of board, and which part of the game.

By kind of board, from the two contracts that the contest compares; the first that fits counts:

===============  ======================================================
kind             boards
===============  ======================================================
``doubled``      a contract was doubled or redoubled
``slam``         a contract was at the level of six or seven
``game``         a contract was a game
``partscore``    a contract was a partscore
``passed out``   nobody bid at either table
===============  ======================================================

By part of the game, where every card was valued double dummy: a table's score is what its contract is worth double
dummy (``bidding``), plus what the opening lead changed (``lead``), plus what declarer's and dummy's cards changed
(``declarer``), plus what the defenders' other cards changed (``defence``). The parts add up to the score exactly, and
so do their differences between two tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from bridge.calls import Contract
from bridge.scoring import raw_score_ns
from bridge.seats import Seat
from evaluation.contracts import KINDS, kind
from evaluation.results import Results, compared
from evaluation.statistics import Estimate, estimate
from evaluation.worker import PlayedBoard, PlayedTable

Floats = npt.NDArray[np.float64]

BOARD_KINDS = ("doubled", "slam", "game", "partscore", "passed out")
PARTS = ("bidding", "lead", "declarer", "defence")

_BIDDING, _LEAD, _DECLARER, _DEFENCE = range(len(PARTS))


@dataclass(frozen=True, slots=True)
class Swing:
    """What a contest's first team won and lost on boards of one kind."""

    kind: str
    boards: int
    won: int
    """IMPs, over all boards."""
    lost: int
    """IMPs, over all boards."""

    @property
    def net(self) -> int:
        """IMPs won less those lost."""
        return self.won - self.lost


def board_kind(one: Contract | None, two: Contract | None) -> str:
    """One of ``BOARD_KINDS``."""
    contracts = [contract for contract in (one, two) if contract is not None]
    if not contracts:
        return "passed out"
    if any(contract.doubled for contract in contracts):
        return "doubled"
    highest = max(KINDS.index(kind(contract)) for contract in contracts)
    return ("partscore", "game", "slam", "slam")[highest]


def swings(results: Results, contest: int) -> tuple[Swing, ...]:
    """The swings of a contest by kind of board, in the order of ``BOARD_KINDS``."""
    kinds = np.array([board_kind(*contracts_compared(results, contest, board)) for board in range(len(results))])
    imps = results.imps(contest)
    found = []
    for name in BOARD_KINDS:
        own = imps[kinds == name]
        found.append(Swing(name, len(own), int(own[own > 0].sum()), int(-own[own < 0].sum())))
    return tuple(found)


def contracts_compared(results: Results, contest: int, board: int) -> tuple[Contract | None, Contract | None]:
    """The contracts at the two tables of a board that a contest compares."""
    tables = {
        (ns, ew): contract
        for ns, ew, contract in zip(
            results.ns[board].tolist(), results.ew[board].tolist(), results.contracts[board], strict=True
        )
    }
    one, two = results.plan.sittings_compared(tables.keys())[contest]
    return tables[one], tables[two]


def parts_ns(table: PlayedTable) -> list[int]:
    """The parts of a table's score for North-South, in the order of ``PARTS``; without a trace all is bidding."""
    result = table.result
    parts = [0] * len(PARTS)
    if result.contract is None or table.trace is None:
        parts[_BIDDING] = result.score_ns
        return parts
    side, owners = result.contract.declarer.side, result.board.deal.owners
    vulnerable = result.board.vulnerable
    parts[_BIDDING] = raw_score_ns(result.contract, vulnerable, table.trace[0])
    for place, (before, after) in enumerate(pairwise(table.trace)):
        if before != after:
            change = raw_score_ns(result.contract, vulnerable, after) - raw_score_ns(
                result.contract, vulnerable, before
            )
            declares = Seat(owners[result.plays[place]]).side is side
            parts[_DECLARER if declares else _LEAD if place == 0 else _DEFENCE] += change
    return parts


@dataclass(frozen=True, eq=False)
class CardPlay:
    """What the cards of a tournament cost double dummy."""

    parts: Floats
    """The parts of the difference of every contest and board, ``(boards, contests, 4)`` by ``PARTS``."""
    lost: Floats
    """Tricks lost by lead, declarer and defence, ``(teams, 3)``: the sum over all tables."""
    tables: npt.NDArray[np.int64]
    """Tables at which a team led or defended, and declared, ``(teams, 2)``."""

    def source(self, contest: int, part: int) -> Estimate:
        """Points per board that a contest's first team gained by one of ``PARTS``."""
        return estimate(self.parts[:, contest, part].tolist())

    def tricks_lost(self, team: int) -> dict[str, float | None]:
        """Tricks that a team lost double dummy, per table at which it led, declared, defended; None without any."""
        tables = self.tables[team, [0, 1, 0]]
        return {
            name: float(lost / n) if n else None
            for name, lost, n in zip(PARTS[1:], self.lost[team], tables, strict=True)
        }


def card_play(results: Results, boards: Iterable[PlayedBoard]) -> CardPlay:
    """Go through the traces of all tables."""
    plan = results.plan
    parts = np.zeros((len(results), len(plan.contests), len(PARTS)))
    # The opposition has a row of its own at the end, which nobody reads.
    lost = np.zeros((len(plan.teams) + 1, len(PARTS) - 1))
    tables = np.zeros((len(plan.teams) + 1, 2), dtype=np.int64)
    for place, board in enumerate(boards):
        by_table = {(table.ns, table.ew): parts_ns(table) for table in board.tables}
        for part in range(len(PARTS)):
            scores = {sitting: values[part] for sitting, values in by_table.items()}
            parts[place, :, part] = [one - two for one, two in compared(plan, scores)]
        for table in board.tables:
            _count_losses(table, lost, tables)
    return CardPlay(parts, lost[:-1], tables[:-1])


def _count_losses(table: PlayedTable, lost: Floats, tables: npt.NDArray[np.int64]) -> None:
    contract = table.result.contract
    if contract is None or table.trace is None:
        return
    seated = (table.ns, table.ew)
    declaring = seated[contract.declarer.side]
    defending = seated[contract.declarer.side.opponents]
    tables[declaring, 1] += 1
    tables[defending, 0] += 1
    for place, (before, after) in enumerate(pairwise(table.trace)):
        if after < before:
            lost[declaring, _DECLARER - 1] += before - after
        elif after > before:
            lost[defending, (_LEAD if place == 0 else _DEFENCE) - 1] += after - before
