"""The results of a tournament in one SQLite file, which is never torn.

=========  ========================================================================================================
table      a row is
=========  ========================================================================================================
``meta``   one value of the tournament: its plan, its settings, the digest of its boards
``boards`` a board that is finished: number, dealer, vulnerability (``None NS EW Both``), deal in PBN, double-dummy
           tricks as twenty hexadecimal digits (denominations C D H S NT, declarers N E S W in each) and par for NS
``tables`` one table of a finished board: the numbers of the teams, calls and cards as names from the dealer and the
           leader on, contract (``4Sx``) and declarer, declarer's tricks, raw score for NS, and the double-dummy trace
           (declarer's tricks before the lead and after each card, a hexadecimal digit each)
=========  ========================================================================================================

A share of the boards is written in one transaction with the file synchronised: after a crash it is there or it is not.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from bridge.actions import NAMES, index
from bridge.board import Board
from bridge.calls import Contract
from bridge.deal import Deal
from bridge.seats import Seat, Vulnerability
from evaluation.boards import MatchBoard
from evaluation.table import TableResult
from evaluation.worker import PlayedBoard, PlayedTable

FORMAT = "bridge-arena-tournament/1"

IN_MEMORY = ":memory:"

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE boards (
    board INTEGER PRIMARY KEY, number INTEGER, dealer TEXT NOT NULL, vulnerable TEXT NOT NULL, deal TEXT NOT NULL,
    double_dummy TEXT, par_ns INTEGER
);
CREATE TABLE tables (
    board INTEGER NOT NULL REFERENCES boards, ns INTEGER NOT NULL, ew INTEGER NOT NULL,
    calls TEXT NOT NULL, plays TEXT NOT NULL, contract TEXT, declarer TEXT, declarer_tricks INTEGER,
    score_ns INTEGER NOT NULL, trace TEXT,
    PRIMARY KEY (board, ns, ew)
) WITHOUT ROWID;
"""
_BOARDS = "SELECT board, number, dealer, vulnerable, deal, double_dummy, par_ns FROM boards ORDER BY board"
_TABLES = (
    "SELECT board, ns, ew, calls, plays, contract, declarer, declarer_tricks, score_ns, trace FROM tables "
    "ORDER BY board, ns, ew"
)
_HEX = "0123456789abcdef"


class StoreError(ValueError):
    """A file of results that cannot be used; the message names it."""


class Store:
    """The results of one tournament, open for one process.

    Args:
        path: the file, made if it is missing; ``IN_MEMORY`` keeps the results for as long as the store is open.

    Raises:
        StoreError: another process has the file open, or it holds no results; from every method, the file is damaged or
            cannot be written (the disk is full).
    """

    def __init__(self, path: Path | str) -> None:
        self._path = str(path)
        try:
            self._db = sqlite3.connect(self._path, isolation_level=None, timeout=1.0)
        except sqlite3.Error as error:
            raise StoreError(f"results {self._path} cannot be opened: {error}") from error
        try:
            # One writer for the whole run: two processes that resume one tournament would write over each other.
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("BEGIN EXCLUSIVE")
            if not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in _SCHEMA.split(";"):
                    self._db.execute(statement)
                self._set("format", FORMAT)
            self._db.execute("COMMIT")
            row = self._db.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
            found = None if row is None else json.loads(row[0])
        except sqlite3.Error as error:
            self._db.close()
            reason = "another process plays it" if "locked" in str(error) else f"it holds no results ({error})"
            raise StoreError(f"results {self._path} cannot be opened: {reason}") from error
        if found != FORMAT:
            self._db.close()
            raise StoreError(f"results {self._path} have the format {found!r}, not {FORMAT!r}")

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; nothing can be read or written any more."""
        self._db.close()

    def get(self, key: str) -> Any:
        """A value of ``meta``; None if it was never set."""
        row = next(self._rows("SELECT value FROM meta WHERE key = ?", (key,)), None)
        return None if row is None else json.loads(row[0])

    def put(self, values: dict[str, Any]) -> None:
        """Set values of ``meta``, all or none."""
        with self._transaction():
            for key, value in values.items():
                self._set(key, value)

    def _set(self, key: str, value: Any) -> None:
        text = json.dumps(value, ensure_ascii=False, default=str)
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, text))

    def finished(self) -> set[int]:
        """Numbers of the boards that are finished."""
        return {row[0] for row in self._rows("SELECT board FROM boards")}

    def add(self, boards: Iterable[PlayedBoard]) -> None:
        """Write finished boards, all or none."""
        with self._transaction():
            for board in boards:
                self._db.execute("INSERT INTO boards VALUES (?, ?, ?, ?, ?, ?, ?)", _board_row(board))
                rows = (_table_row(table) for table in board.tables)
                self._db.executemany("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def keep_first(self, n: int) -> None:
        """Forget all boards from number ``n`` on."""
        with self._transaction():
            self._db.execute("DELETE FROM tables WHERE board >= ?", (n,))
            self._db.execute("DELETE FROM boards WHERE board >= ?", (n,))

    def scores(self) -> Iterator[tuple[int, int, int, int, str | None, str | None, int | None]]:
        """Board, teams, raw score for NS, contract, declarer and declarer's tricks of every table, in order."""
        yield from self._rows(
            "SELECT board, ns, ew, score_ns, contract, declarer, declarer_tricks FROM tables ORDER BY board, ns, ew"
        )

    def pars(self) -> list[int | None]:
        """The par score for NS of every board, in order; None where it is not known."""
        return [row[0] for row in self._rows("SELECT par_ns FROM boards ORDER BY board")]

    def boards(self) -> Iterator[PlayedBoard]:
        """Every finished board with all its tables, in order, one at a time in memory."""
        tables = groupby(self._rows(_TABLES), key=lambda row: row[0])
        for row, (_, rows) in zip(self._rows(_BOARDS), tables, strict=True):
            item = _match_board(row)
            yield PlayedBoard(row[0], item, row[6], tuple(_played_table(item.board, table) for table in rows))

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[Any]:
        """The rows of a query, one at a time in memory."""
        with self._faults_named():
            # Not the cursor itself: "yield from" would close it, which fails once the file is closed.
            yield from (row for row in self._db.execute(query, values))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All that is written in the block, or nothing."""
        with self._faults_named():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                # A full disk makes SQLite roll back by itself.
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _faults_named(self) -> Iterator[None]:
        """What SQLite has to say, with the name of the file."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"results {self._path} cannot be read or written: {error}") from error


def _board_row(played: PlayedBoard) -> tuple[Any, ...]:
    board, table = played.item.board, played.item.table
    solved = None if table is None else _digits(table.reshape(-1).tolist())
    frame = (board.number, str(board.dealer), str(board.vulnerable), str(board.deal))
    return (played.number, *frame, solved, played.par_ns)


def _table_row(table: PlayedTable) -> tuple[Any, ...]:
    result = table.result
    contract = result.contract
    names = (None, None) if contract is None else (contract.bid.name + "x" * contract.doubled, str(contract.declarer))
    trace = None if table.trace is None else _digits(table.trace)
    texts = (names_of(result.calls), names_of(result.plays))
    return (table.board, table.ns, table.ew, *texts, *names, result.declarer_tricks, result.score_ns, trace)


def _match_board(row: tuple[Any, ...]) -> MatchBoard:
    _, number, dealer, vulnerable, deal, solved, _ = row
    board = Board(Deal.parse(deal), Seat.parse(dealer), Vulnerability.parse(vulnerable), number)
    return MatchBoard(board, None if solved is None else table_of(solved))


def table_of(digits: str) -> npt.NDArray[np.uint8]:
    """Double-dummy tricks ``(5, 4)`` from twenty hexadecimal digits."""
    return np.array([_HEX.index(digit) for digit in digits], dtype=np.uint8).reshape(5, 4)


def _played_table(board: Board, row: tuple[Any, ...]) -> PlayedTable:
    number, ns, ew, calls, plays, contract, declarer, tricks, score_ns, trace = row
    result = TableResult(board, _actions(calls), _actions(plays), contract_of(contract, declarer), tricks, score_ns)
    return PlayedTable(number, ns, ew, result, None if trace is None else tuple(map(_HEX.index, trace)))


def contract_of(contract: str | None, declarer: str | None) -> Contract | None:
    """The contract of a row of ``tables``."""
    return None if contract is None else Contract.parse(f"{contract} by {declarer}")


def names_of(actions: Sequence[int]) -> str:
    """Action numbers as a text of names: ``"P 1C P"``."""
    return " ".join(NAMES[action] for action in actions)


def _actions(text: str) -> tuple[int, ...]:
    return tuple(index(name) for name in text.split())


def _digits(numbers: Iterable[int]) -> str:
    return "".join(_HEX[number] for number in numbers)
