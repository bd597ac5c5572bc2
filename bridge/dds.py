"""The DDS library: where its file is, what its records look like in memory, and how it is called.

``endplay`` carries it. Only the library's file is used: importing ``endplay`` itself costs a second and 100 MB, so the
file is found without the import and called through :mod:`ctypes` over numpy arrays.

DDS is not safe for two Python threads at once: one lock guards every call. It runs with one thread a process, so work
spreads over processes, and a call cannot be interrupted.

============  ========================  ==========================
what          in this project           in DDS
============  ========================  ==========================
denomination  C D H S NT = 0-4          S H D C NT = 0-4
vulnerable    none NS EW both = 0-3     none both NS EW = 0-3
card          ``13 * suit + rank - 2``  bit ``1 << rank`` of a suit
============  ========================  ==========================

Only ``bridge.double_dummy`` uses this module.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import sys
import threading
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bridge.actions import N_CARDS
from bridge.cards import CARDS_PER_HAND, CARDS_PER_SUIT, N_SUITS, Denomination
from bridge.seats import N_SEATS

_LIBRARY_NAMES = {"win32": "dds.dll", "darwin": "libdds.dylib"}

# DDS takes at most 40 tables a call; eight keep the wait for Ctrl-C near three seconds at the same speed.
TABLES_A_CALL = 8
MAX_TABLES = 40
MAX_BOARDS = 200

# Enough for the transposition tables of one thread. A cap too small leaves no thread, and DDS then ends the process.
_MEMORY_MB = 160
_THREADS = 1

_SUCCESS = 1
NO_PAR = -1
ANY_TARGET = -1
ONE_SOLUTION, ALL_THAT_REACH, ALL_CARDS = 1, 2, 3
ALWAYS_SEARCH = 1
ONE_CHUNK = 1

DDS_DENOMINATION = np.array([3, 2, 1, 0, 4])
DDS_VULNERABILITY = (0, 2, 3, 1)
RANK_BITS = (1 << np.arange(2, CARDS_PER_SUIT + 2)).astype(np.uint32)

HANDS = np.dtype((np.uint32, (N_SEATS, N_SUITS)))
TABLE = np.dtype((np.int32, (len(Denomination), N_SEATS)))

TABLE_DEALS = np.dtype([("count", np.int32), ("hands", HANDS, 5 * MAX_TABLES)])
TABLE_RESULTS = np.dtype([("count", np.int32), ("tables", TABLE, 5 * MAX_TABLES)])

POSITION = np.dtype(
    [
        ("trump", np.int32),
        ("leader", np.int32),
        ("trick_suits", np.int32, 3),
        ("trick_ranks", np.int32, 3),
        ("hands", HANDS),
    ]
)
POSITIONS = np.dtype(
    [
        ("count", np.int32),
        ("positions", POSITION, MAX_BOARDS),
        ("target", np.int32, MAX_BOARDS),
        ("solutions", np.int32, MAX_BOARDS),
        ("mode", np.int32, MAX_BOARDS),
    ]
)
SCORED_CARDS = np.dtype(
    [
        ("nodes", np.int32),
        ("cards", np.int32),
        ("suit", np.int32, CARDS_PER_HAND),
        ("rank", np.int32, CARDS_PER_HAND),
        ("equals", np.int32, CARDS_PER_HAND),
        ("score", np.int32, CARDS_PER_HAND),
    ]
)
SOLVED_POSITIONS = np.dtype([("count", np.int32), ("solved", SCORED_CARDS, MAX_BOARDS)])

PLAY = np.dtype([("count", np.int32), ("suits", np.int32, N_CARDS), ("ranks", np.int32, N_CARDS)])
PLAYS = np.dtype([("count", np.int32), ("plays", PLAY, MAX_BOARDS)])
TRACE = np.dtype([("count", np.int32), ("tricks", np.int32, N_CARDS + 1)])
TRACES = np.dtype([("count", np.int32), ("traces", TRACE, MAX_BOARDS)])

CONTRACT = np.dtype([(name, np.int32) for name in ("undertricks", "overtricks", "level", "denomination", "seats")])
PAR = np.dtype([("score", np.int32), ("count", np.int32), ("contracts", CONTRACT, 10)])

_lock = threading.Lock()


class SolverError(RuntimeError):
    """The double-dummy solver is missing, or it refused the position; the message says which."""


def hands(owners: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Holdings as DDS wants them: bit masks ``uint32 (n, seat, suit)`` with suits S H D C."""
    by_suit = owners.reshape(-1, N_SUITS, CARDS_PER_SUIT)[:, ::-1]
    held = by_suit[:, np.newaxis] == np.arange(N_SEATS).reshape(1, N_SEATS, 1, 1)
    return np.asarray(held @ RANK_BITS, dtype=np.uint32)


def call(function: str, *arguments: np.ndarray[tuple[int, ...], np.dtype[np.generic]] | int | None) -> None:
    """Call DDS with arrays passed as pointers; a code other than success becomes a :class:`SolverError`."""
    # The arrays stay alive in `arguments` until DDS returns.
    values = [
        argument.ctypes.data_as(ctypes.c_void_p) if isinstance(argument, np.ndarray) else argument
        for argument in arguments
    ]
    with _lock:
        solver = library()
        code = getattr(solver, function)(*values)
        if code != _SUCCESS:
            message = ctypes.create_string_buffer(80)
            solver.ErrorMessage(code, message)
            raise SolverError(
                f"double-dummy solver refused the position: {message.value.decode('ascii', 'replace')} (code {code})"
            )


@functools.cache
def library() -> ctypes.CDLL:
    """The solver, loaded once a process.

    Raises:
        SolverError: it is missing or cannot be loaded.
    """
    path = library_path()
    try:
        loaded = ctypes.CDLL(str(path))
    except OSError as error:
        raise SolverError(f"double-dummy solver cannot be loaded from {path}: {error}; reinstall endplay") from error
    loaded.SetResources(_MEMORY_MB, _THREADS)
    return loaded


def library_path() -> Path:
    """Where ``endplay`` keeps the solver, found without importing it.

    Raises:
        SolverError: it is not installed.
    """
    # find_spec of a top-level name looks for the package without running it.
    spec = importlib.util.find_spec("endplay")
    folders = [] if spec is None else spec.submodule_search_locations or []
    name = _LIBRARY_NAMES.get(sys.platform, "libdds.so")
    for folder in folders:
        path = Path(folder) / "_dds" / name
        if path.is_file():
            return path
    raise SolverError(f"double-dummy solver not found: {name} comes with endplay; run pip install 'endplay>=0.5.12'")
