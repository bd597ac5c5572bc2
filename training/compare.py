"""Runs side by side: the settings in which they differ, and what their matches came to.

``python -m training.compare runs/sweep-20261130-093000`` compares the runs inside a folder, such as a sweep's.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from training.run_files import RunFiles
from training.settings import flat

# Settings that name a place or a manner of working; they say nothing of the result.
_PLACES = frozenset({"output", "resume", "jobs", "threads"})


def comparison(folder: Path) -> Table:
    """A table of the runs in a folder, one a row.

    Raises:
        ValueError: there is no run, or a file cannot be read.
    """
    runs = [RunFiles(path.parent) for path in sorted(folder.glob("*/settings.json"), key=_by_number)]
    if not runs:
        raise ValueError(f"{folder} holds no folders of runs; name a folder such as runs/sweep-...")
    settings = [flat(_read(files.settings)) for files in runs]
    keys = [key for key in _all_keys(settings) if key not in _PLACES and len({repr(s.get(key)) for s in settings}) > 1]
    matches = [_results(files.matches) for files in runs]
    contests = _all_keys(matches)
    table = Table(caption="matches in IMPs per board, ± standard error", box=SIMPLE_HEAD)
    for column in ("run", *keys, *contests):
        table.add_column(column, overflow="fold")
    for files, values, results in zip(runs, settings, matches, strict=True):
        cells = [str(values.get(key, "")) for key in keys] + [results.get(contest, "") for contest in contests]
        table.add_row(files.folder.name, *cells)
    return table


def _by_number(path: Path) -> tuple[int, str]:
    """Job 10 of a sweep after job 9."""
    name = path.parent.name
    return (int(name) if name.isdecimal() else sys.maxsize, name)


def _all_keys(dicts: Sequence[dict[str, Any]]) -> list[str]:
    """Every key of any of them, in their order."""
    return list(dict.fromkeys(key for each in dicts for key in each))


def _results(path: Path) -> dict[str, str]:
    """A run's matches; none where it has not come so far."""
    if not path.is_file():
        return {}
    return {
        f"{row['first']} - {row['second']}": f"{row['imps_per_board']:+.2f} ± {row['imps_standard_error']:.2f}"
        for row in _read(path)
    }


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} cannot be read: {error}") from error


def main() -> None:
    """Compare the runs in the folder that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m training.compare", description="Compare the runs in a folder.")
    parser.add_argument("folder", type=Path, help="a folder that holds folders of runs, such as a sweep's")
    console = Console()
    try:
        table = comparison(parser.parse_args().folder)
    except (ValueError, KeyError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(2)
    # A file or a pipe has no width of its own: every column gets what it needs.
    console.print(table, width=None if console.is_terminal else 1000, crop=console.is_terminal)


if __name__ == "__main__":
    main()
