"""What a match says: a text for people and a JSON file for programs."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from bridge.actions import NAMES
from bridge.files import written_whole
from evaluation.contracts import KINDS, ContractCount, contracts_of, passed_out
from evaluation.duplicate import BoardResult, MatchResult
from evaluation.provenance import versions
from evaluation.statistics import Estimate
from evaluation.table import TableResult

FORMAT = "bridge-arena-match/1"
RESULT_FILE = "result.json"
REPORT_FILE = "report.txt"

_PLAY_IN_WORDS = {"cards": "cards played", "double_dummy": "double-dummy play"}
_MOST_FREQUENT = 8


def report(match: MatchResult, source: str) -> str:
    """The match as text: differences with their intervals, contracts, seed and versions.

    Args:
        match: the result.
        source: where the boards come from, in words.
    """
    team_a, team_b = match.team_a.name, match.team_b.name
    title = f"Duplicate match: {team_a} against {team_b}"
    lines = [
        title,
        "=" * len(title),
        f"{len(match.boards)} boards ({source}), {_PLAY_IN_WORDS[match.play]}.",
        "Each board is played at two tables with the teams exchanged.",
        "",
        f"raw score per board  {match.raw_score}",
        f"                     {team_a} minus {team_b}, both tables together",
        f"IMPs per board       {match.imps}",
        "                     comparison of two tables",
        "",
        *_contract_lines(match),
        "",
        f"seed {match.seed}; " + ", ".join(f"{name} {version}" for name, version in versions().items()),
    ]
    return "\n".join(lines) + "\n"


def _contract_lines(match: MatchResult) -> list[str]:
    names = (match.team_a.name, match.team_b.name)
    counts = (contracts_of(match, 0), contracts_of(match, 1))
    # Column headings give the place as well: a team may play against itself.
    headings = [f"A: {names[0]}", f"B: {names[1]}"]
    widths = [max(len(heading), 6) for heading in headings]
    rows = [("contracts declared by", headings)]
    rows += [(kind, [str(count.kinds[kind]) for count in counts]) for kind in KINDS]
    rows += [(title, [str(getattr(count, title)) for count in counts]) for title in ("declared", "doubled", "made")]
    lines = [
        f"{title:<22}" + "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        for title, cells in rows
    ]
    lines.append(f"passed out            {passed_out(match)} of {2 * len(match.boards)} tables")
    for heading, count in zip(headings, counts, strict=True):
        lines.append(f"most frequent, {heading}: {_frequent(count) or 'none'}")
    return lines


def _frequent(count: ContractCount) -> str:
    return ", ".join(f"{name} ({times})" for name, times in count.names.most_common(_MOST_FREQUENT))


def as_json(match: MatchResult, source: str) -> dict[str, Any]:
    """The match as JSON values, every board with both tables included. What is not known is null."""
    return {
        "format": FORMAT,
        "team_a": {"name": match.team_a.name, "options": match.team_a.options},
        "team_b": {"name": match.team_b.name, "options": match.team_b.options},
        "play": match.play,
        "seed": match.seed,
        "source": source,
        "versions": versions(),
        "raw_score_per_board": _estimate_json(match.raw_score),
        "imps_per_board": _estimate_json(match.imps),
        "contracts": {
            "team_a": _count_json(contracts_of(match, 0)),
            "team_b": _count_json(contracts_of(match, 1)),
            "passed_out": passed_out(match),
        },
        "boards": [_board_json(board) for board in match.boards],
    }


def _estimate_json(value: Estimate) -> dict[str, float | int | None]:
    numbers = {"mean": value.mean, "standard_error": value.standard_error, "low": value.low, "high": value.high}
    return {name: number if math.isfinite(number) else None for name, number in numbers.items()} | {"n": value.n}


def _count_json(count: ContractCount) -> dict[str, Any]:
    return {
        "declared": count.declared,
        "doubled": count.doubled,
        "made": count.made,
        "kinds": {kind: count.kinds[kind] for kind in KINDS},
        "names": dict(count.names.most_common()),
    }


def _board_json(result: BoardResult) -> dict[str, Any]:
    return {
        "board": str(result.board),
        "difference": result.difference,
        "imps": result.imps,
        "tables": [_table_json(table) for table in (result.table_1, result.table_2)],
    }


def _table_json(result: TableResult) -> dict[str, Any]:
    return {
        "calls": " ".join(NAMES[call] for call in result.calls),
        "plays": " ".join(NAMES[card] for card in result.plays),
        "contract": None if result.contract is None else str(result.contract),
        "declarer_tricks": result.declarer_tricks,
        "score_ns": result.score_ns,
    }


def write(match: MatchResult, source: str, folder: Path) -> None:
    """Write ``report.txt`` and ``result.json`` into ``folder``, each whole or not at all."""
    content = json.dumps(as_json(match, source), ensure_ascii=False, allow_nan=False, indent=1, default=str) + "\n"
    for name, lines in ((RESULT_FILE, content), (REPORT_FILE, report(match, source))):
        with written_whole(folder / name) as temporary:
            temporary.write_text(lines, encoding="utf-8")
