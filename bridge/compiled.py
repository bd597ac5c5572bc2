"""The one wrapper of Numba's ``njit``: typed, cached where it can be, announced when it must compile.

*Cache.* Compiled code is kept under the user's cache folder (``$XDG_CACHE_HOME`` or ``~/.cache``, or
``$NUMBA_CACHE_DIR``), in a folder named after the sources. Numba inlines one function into another but notices
changes only in a function's own file; a folder per state of the sources makes a stale mixture impossible.
Where no folder can be written the code is compiled in memory and still runs. A new state of the sources removes folders
that nobody has used for a week, but for the newest ones.

*Cold start.* The first compilation in a process logs one line to the logger ``bridge``.

*Off switch.* With ``NUMBA_DISABLE_JIT=1`` in the environment the functions stay plain Python, so a debugger
can step through the rules.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core import event

P = ParamSpec("P")
R = TypeVar("R")

_PACKAGE = Path(__file__).parent
_CACHE = "bridge-arena"
_STATE = re.compile(r"[0-9a-f]{16}")

KEPT = 8
"""Folders of compiled code that are kept however old they are."""

KEPT_SECONDS = 7 * 24 * 3600
"""How long a folder of compiled code is kept after its last use."""

_settings: Any = numba.config


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of the Numba subset of Python on its first call; see the module's text."""
    if _settings.DISABLE_JIT:
        return function
    with _cache_folder(Path(function.__code__.co_filename).parent):
        try:
            return cast("Callable[P, R]", numba.njit(cache=True)(function))
        except RuntimeError:  # Numba's word for "no folder to cache in": a read-only installation
            return cast("Callable[P, R]", numba.njit(function))


@contextmanager
def _cache_folder(package: Path) -> Iterator[None]:
    """Point Numba at this project's cache while a function is being wrapped, and at the user's choice afterwards."""
    chosen = _settings.CACHE_DIR
    root = Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    _settings.CACHE_DIR = str(_folder_in_use(root / _CACHE, package))
    try:
        yield
    finally:
        _settings.CACHE_DIR = chosen


@lru_cache
def _folder_in_use(cache: Path, package: Path) -> Path:
    """The folder for the state of the sources, marked as used now; before a new one is made, the cache is pruned."""
    folder = cache / _fingerprint(package)
    try:
        if folder.is_dir():
            os.utime(folder)
        else:
            prune(cache)
    except OSError:  # a cache that others own, or none: it is no worse for being full
        pass
    return folder


def prune(cache: Path) -> None:
    """Remove folders of compiled code that were not used for ``KEPT_SECONDS``, but for the newest ``KEPT``.

    Several processes may do so at once, and a process that runs longer than that loses nothing: what it has loaded it
    keeps, what it still needs it compiles.

    Raises:
        OSError: the cache cannot be read.
    """
    if not cache.is_dir():
        return
    folders = [path for path in cache.iterdir() if _STATE.fullmatch(path.name)]
    for folder in sorted(folders, key=_age)[KEPT:]:
        if _age(folder) > KEPT_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _age(folder: Path) -> float:
    """Seconds since a folder was last used; 0 if another process has just removed it."""
    try:
        return time.time() - folder.stat().st_mtime
    except FileNotFoundError:
        return 0.0


@lru_cache
def _fingerprint(package: Path) -> str:
    """A name for the state of the sources of the rules and of ``package``."""
    digest = hashlib.sha256()
    for folder in sorted({_PACKAGE, package}):
        for source in sorted(folder.glob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


class _Announcement(event.Listener):
    """Says once per process that compilation takes a moment."""

    def __init__(self) -> None:
        self.made = False

    def on_start(self, event: Any) -> None:  # noqa: ARG002 - the signature is Numba's
        if not self.made:
            self.made = True
            logging.getLogger("bridge").warning("compiling the rules (once after an installation, under a minute) ...")

    def on_end(self, event: Any) -> None:
        """Nothing to say when a compilation ends."""


if not _settings.DISABLE_JIT:
    event.register("numba:compile", _Announcement())  # type: ignore[no-untyped-call]
