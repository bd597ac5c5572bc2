"""From a bidder's name to what it discloses of its calls.

SAYC-lite explains its calls by its rules. A learned agent's calls are explained by what they were measured to mean,
if the file of its system lies beside its checkpoint (``python evaluate.py mode=system`` makes it). Others disclose
nothing.
"""

from __future__ import annotations

import logging
from functools import lru_cache
from pathlib import Path

from agents.agreements import SAYC, Disclosure
from agents.registry import checkpoint_path, composition

_log = logging.getLogger(__name__)


def disclosure_of(name: str) -> Disclosure | None:
    """What an agent, or the bidder of a composition, discloses of its calls; None if nothing."""
    parts = composition(name)
    bidder = parts[0] if parts else name.strip()
    if bidder == "sayc":
        return SAYC
    file = disclosure_file(bidder)
    return None if file is None else _measured(file.resolve(), file.stat().st_mtime_ns)


def disclosure_file(bidder: str) -> Path | None:
    """The file that a bidder's disclosure is read from; None if there is none, or none is needed."""
    checkpoint = checkpoint_path(bidder)
    if checkpoint is None:
        return None
    # Learned agents bring in torch, which a match of rule players never needs.
    from agents.learned.agent import checkpoint_file
    from agents.learned.system import system_beside

    file = system_beside(checkpoint_file(checkpoint))
    return file if file.is_file() else None


@lru_cache(maxsize=16)
def _measured(file: Path, changed: int) -> Disclosure | None:  # noqa: ARG001 - a file that has changed is read again
    from agents.learned.system import read_system

    try:
        return read_system(file.read_text(encoding="utf-8"))
    except ValueError as error:
        # A damaged file must not cost a tournament or its report.
        _log.warning("%s is damaged, so nothing is known of these calls: %s", file, error)
        return None
