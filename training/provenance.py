"""Where a run's result comes from: for every time that it was started, when, by which code and on what machine."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bridge.files import written_whole
from evaluation.provenance import machine, versions


def record_start(path: Path, seed: int, global_step: int, processes: int) -> None:
    """Add a start to the list in a JSON file: the run's first one, or a resumption.

    Args:
        path: the file; made if it is missing.
        seed: the run's seed.
        global_step: the turns that the run had behind it.
        processes: how many share the run.

    Raises:
        ValueError: the file is there and cannot be read.
    """
    start = {
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "global_step": global_step,
        "seed": seed,
        "processes": processes,
        "versions": versions(),
        **machine(),
    }
    starts = [*_recorded(path), start]
    with written_whole(path) as temporary:
        temporary.write_text(json.dumps(starts, indent=2) + "\n", encoding="utf-8")


def _recorded(path: Path) -> list[Any]:
    if not path.is_file():
        return []
    try:
        return list(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise ValueError(f"resume: {path} cannot be read: {error}") from error
