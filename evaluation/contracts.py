"""Which contracts a team reached over a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bridge.actions import FIRST_BID, N_BIDS
from bridge.calls import Contract
from bridge.cards import Denomination
from bridge.scoring import contract_score
from bridge.seats import Seat, Side
from evaluation.batch import Auctions
from evaluation.duplicate import BoardResult, MatchResult
from evaluation.table import TableResult

KINDS = ("partscore", "game", "small slam", "grand slam")
"""What a contract is bid for, by level and denomination alone: a partscore stays one when it is doubled."""

# Game bid and made, without overtricks and vulnerability, scores at least its 100 trick points and the bonus of 300.
_CHEAPEST_GAME = 400


def kind(contract: Contract) -> str:
    """One of ``KINDS``."""
    if contract.level >= 6:
        return KINDS[contract.level - 4]
    made_score = contract_score(contract.level, int(contract.denomination), 0, False, contract.tricks_needed)
    return KINDS[1] if made_score >= _CHEAPEST_GAME else KINDS[0]


@dataclass(frozen=True, slots=True)
class ContractCount:
    """The contracts that one team declared, over both tables of every board."""

    kinds: Counter[str]
    """By kind, see ``KINDS``."""
    names: Counter[str]
    """By level, denomination and doubling: ``"3NT"``, ``"4♠x"``."""
    doubled: int
    """How many were doubled or redoubled."""
    made: int
    """How many took their tricks."""

    @property
    def declared(self) -> int:
        """All contracts of the team."""
        return self.kinds.total()


def contracts_of(match: MatchResult, team: int) -> ContractCount:
    """The contracts that team A (0) or B (1) declared."""
    declared = [(result.contract, result) for result in _tables_declared_by(match, team)]
    contracts = [contract for contract, _ in declared if contract is not None]
    return ContractCount(
        kinds=Counter(kind(contract) for contract in contracts),
        names=Counter(str(contract).partition(" by ")[0] for contract in contracts),
        doubled=sum(contract.doubled > 0 for contract in contracts),
        made=sum(_is_made(result) for _, result in declared),
    )


def passed_out(match: MatchResult) -> int:
    """Tables at which nobody bid, two at most a board."""
    return sum(table.contract is None for board in match.boards for table in (board.table_1, board.table_2))


def _tables_declared_by(match: MatchResult, team: int) -> Iterator[TableResult]:
    for board in match.boards:
        for result, side in _tables(board, team):
            if result.contract is not None and result.contract.declarer.side is side:
                yield result


def _tables(board: BoardResult, team: int) -> Iterator[tuple[TableResult, Side]]:
    """Both tables, with the side that the team sits at."""
    yield board.table_1, Side(team)
    yield board.table_2, Side(team).opponents


def _is_made(result: TableResult) -> bool:
    if result.contract is None or result.declarer_tricks is None:
        return False
    return result.declarer_tricks >= result.contract.tricks_needed


def _kind_of_bid(bid: int) -> int:
    level, denomination = divmod(bid, len(Denomination))
    return KINDS.index(kind(Contract(level + 1, Denomination(denomination), 0, Seat.N)))


_KIND_OF_BID = np.array([_kind_of_bid(bid) for bid in range(N_BIDS)])
"""The place in ``KINDS`` of every bid that became the contract, 1C to 7NT."""


def contract_shares(auctions: Auctions, bidder: int) -> dict[str, float]:
    """What contracts one bidder of many boards declared.

    Returns:
        ``passed_out``, the share of the boards on which nobody bid, and ``calls_per_board``; and of the contracts that
        the bidder declared, if there are any, the shares ``partscore``, ``game`` and ``slam`` (see ``kind``),
        ``doubled`` (or redoubled) and ``made``, and the mean ``level``.
    """
    states = auctions.boards.states
    shares = {
        "passed_out": float((states["declarer"] < 0).mean()),
        "calls_per_board": float(states["n_calls"].mean()),
    }
    declared = auctions.declared_by(bidder)
    if not declared.any():
        return shares
    levels, denominations = np.divmod(states["bid"][declared].astype(np.int64) - FIRST_BID, len(Denomination))
    kinds = _KIND_OF_BID[levels * len(Denomination) + denominations]
    tricks = auctions.tables[declared, denominations, states["declarer"][declared]]
    return shares | {
        "partscore": float((kinds == KINDS.index("partscore")).mean()),
        "game": float((kinds == KINDS.index("game")).mean()),
        "slam": float((kinds > KINDS.index("game")).mean()),
        "doubled": float((states["doubled"][declared] > 0).mean()),
        "made": float((tricks >= levels + 7).mean()),
        "level": float(levels.mean() + 1),
    }
