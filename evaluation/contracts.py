"""Which contracts a team reached over a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from bridge.actions import FIRST_BID, N_BIDS
from bridge.calls import Contract
from bridge.cards import Denomination
from bridge.scoring import contract_score
from bridge.seats import Seat, Side
from evaluation.batch import Auctions
from evaluation.results import Results

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
    """The contracts that one team declared."""

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


def any_declared(counts: Iterable[ContractCount]) -> bool:
    """Whether a team declared anything: in a comparison of defences the opposition declares every contract."""
    return any(count.declared for count in counts)


def contracts_of(results: Results, team: int) -> ContractCount:
    """The contracts that a team declared at all its tables."""
    declared = list(_declared_by(results, team))
    return ContractCount(
        kinds=Counter(kind(contract) for contract, _ in declared),
        names=Counter(str(contract).partition(" by ")[0] for contract, _ in declared),
        doubled=sum(contract.doubled > 0 for contract, _ in declared),
        made=sum(tricks >= contract.tricks_needed for contract, tricks in declared),
    )


def passed_out(results: Results) -> int:
    """Tables at which nobody bid."""
    return sum(contract is None for board in results.contracts for contract in board)


def _declared_by(results: Results, team: int) -> Iterator[tuple[Contract, int]]:
    """Contract and declarer's tricks of the tables that a team declared at."""
    sat = (results.sat(team, Side.NS), results.sat(team, Side.EW))
    for board, contracts in enumerate(results.contracts):
        for table, contract in enumerate(contracts):
            if contract is not None and sat[contract.declarer.side][board, table]:
                yield contract, int(results.declarer_tricks[board, table])


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
