"""The boards of a match: random, from the solved deals that training never sees, or from a PBN or LIN file."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bridge.board import Board
from bridge.deal import Deal
from bridge.game import auction
from bridge.notation import Record, read_records
from bridge.public import Phase
from bridge.solved import Part, shipped_deals

_log = logging.getLogger(__name__)

# Branches of a match's seed. Deals and agents never share one, so a change of players leaves the boards as they were.
DEALS_BRANCH = 0
AGENTS_BRANCH = 1
BIDDERS_BRANCH = 2

BENCHMARKS = {
    "test-100": "3802b87231e033368d15618a1eb5af57d46bae4232e4b47ca77b856e23335f58",
    "test-1000": "58adef279ec0dd8e607a9fefd086ff0b39dde0d2e48b19504d25418d2b5199aa",
    "test-10000": "1201667f074387ff6b44c4861cf66037f1875357297b2e815057413693e7bc12",
}
"""Fixed sets of boards by name, with the digest of their content (see :func:`digest_of`)."""


@dataclass(frozen=True, slots=True, eq=False)
class MatchBoard:
    """A board with what is known about it beforehand."""

    board: Board
    table: npt.NDArray[np.uint8] | None = None
    """Double-dummy tricks ``(5, 4)`` by denomination (C D H S NT) and declarer (N E S W), where solved already."""
    calls: tuple[int, ...] | None = None
    """The complete auction that was recorded with the board."""


def random_boards(n: int, seed: int) -> list[MatchBoard]:
    """Boards 1 to ``n`` with uniformly random deals. A longer match of the same seed begins with the same boards.

    Raises:
        ValueError: ``n`` is not positive.
    """
    _require_positive(n)
    rng = _deals_stream(seed)
    return [MatchBoard(Board.random(number, rng)) for number in range(1, n + 1)]


def solved_boards(n: int, seed: int, part: Part = "test") -> list[MatchBoard]:
    """Boards 1 to ``n`` with different deals drawn from a part of the shipped solved deals, with their tables.

    Raises:
        ValueError: ``n`` is not positive, or the part has fewer deals.
    """
    _require_positive(n)
    owners, tables = shipped_deals().part(part).draw_fixed(_deals_stream(seed), n)
    return _solved(owners, tables)


def _solved(owners: npt.NDArray[np.uint8], tables: npt.NDArray[np.uint8]) -> list[MatchBoard]:
    deals = (Deal.from_owners(row) for row in owners)
    return [
        MatchBoard(Board.numbered(number, deal), table)
        for number, (deal, table) in enumerate(zip(deals, tables, strict=True), start=1)
    ]


def benchmark_boards(name: str) -> list[MatchBoard]:
    """A fixed set of boards, for figures that others can compare with theirs.

    ``test-N`` is boards 1 to N with the first N deals of the test part of the shipped solved deals, in their order;
    dealer and vulnerability follow from the board's number.

    Raises:
        ValueError: there is no such set, or the boards are not the ones that its digest was made of.
    """
    if name not in BENCHMARKS:
        raise ValueError(f"benchmark {name!r} is unknown: use one of {', '.join(BENCHMARKS)}")
    n = int(name.removeprefix("test-"))
    owners, tables = shipped_deals().part("test").at(np.arange(n))
    boards = _solved(owners, tables)
    if digest_of(boards) != BENCHMARKS[name]:
        raise ValueError(f"benchmark {name}: the solved deals are not the ones it was made of; install them again")
    return boards


def digest_of(boards: Sequence[MatchBoard]) -> str:
    """SHA-256 of boards, their double-dummy tables and recorded auctions, in hexadecimal digits."""
    digest = hashlib.sha256()
    for item in boards:
        table = b"" if item.table is None else item.table.tobytes()
        calls = b"" if item.calls is None else bytes(item.calls)
        digest.update(str(item.board).encode() + b";" + table + b";" + calls + b"\n")
    return digest.hexdigest()


def file_boards(path: Path, n: int, *, with_auctions: bool = False) -> list[MatchBoard]:
    """The first ``n`` different boards of a PBN or LIN file, or all if there are fewer, with the auctions recorded.

    Boards that cannot be played, because a hand is not known, are left out; so are those without a complete auction
    where auctions are wanted, and records with errors, which a warning counts.

    A file of a team match holds every board as often as it was played. Only the first record counts: two results of one
    board are not independent, and the error of their mean would come out too small.

    Raises:
        ValueError: the file is neither PBN nor LIN, or no board is left.
        OSError: the file cannot be read.
    """
    _require_positive(n)
    file = read_records(path)
    if file.errors and file.records:
        _log.warning("%s: records left out: %d, the first for: %s", path, len(file.errors), file.errors[0])
    chosen: dict[object, MatchBoard] = {}
    for record in file.records:
        calls = _complete_auction(record)
        if record.board.deal.is_complete and (calls is not None or not with_auctions):
            frame = (record.board.deal, record.board.dealer, record.board.vulnerable)
            chosen.setdefault(frame, MatchBoard(record.board, calls=calls))
    if not chosen:
        fault = f": {file.errors[0]}" if file.errors else ""
        wanted = "complete deal and auction" if with_auctions else "complete deal"
        raise ValueError(f"{path} holds no board with a {wanted}{fault}")
    return list(chosen.values())[:n]


def _complete_auction(record: Record) -> tuple[int, ...] | None:
    """The recorded auction, if it ended."""
    if not record.calls:
        return None
    game = auction(record.board.dealer, record.board.vulnerable, record.calls)
    return None if game.phase is Phase.AUCTION else record.calls


def _deals_stream(seed: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(DEALS_BRANCH,)))


def _require_positive(n: int) -> None:
    if n < 1:
        raise ValueError(f"{n} boards: a match needs at least one")
