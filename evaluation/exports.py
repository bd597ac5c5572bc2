"""A tournament's files for programs: a summary in JSON, every table in CSV and PBN, curves for TensorBoard."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bridge.files import written_whole
from bridge.notation import Record, with_double_dummy, write_records
from bridge.seats import Seat
from evaluation.contracts import KINDS, ContractCount
from evaluation.plan import Plan
from evaluation.provenance import versions
from evaluation.results import Results
from evaluation.statistics import Estimate, estimate
from evaluation.store import names_of
from evaluation.summary import Contest, Standing, Summary
from evaluation.worker import PlayedBoard, PlayedTable

FORMAT = "bridge-arena-tournament/1"

_CSV_COLUMNS = (
    *("board", "number", "dealer", "vulnerable", "deal", "north_south", "east_west", "contract", "declarer"),
    *("declarer_tricks", "double_dummy_tricks", "score_ns", "par_ns", "calls", "plays", "trace"),
)
_CURVE_POINTS = 200


def as_json(summary: Summary) -> dict[str, Any]:
    """A summary as JSON values. What is not known is null."""
    plan = summary.plan
    return {
        "format": FORMAT,
        "plan": plan_json(plan),
        "source": summary.source,
        "boards": summary.boards,
        "tables": summary.tables,
        "passed_out": summary.passed_out,
        "contests": [_contest_json(plan, contest) for contest in summary.contests],
        "standings": [_standing_json(standing) for standing in summary.standings],
        "versions": versions(),
    }


def plan_json(plan: Plan) -> dict[str, Any]:
    """A plan as JSON values."""
    return {
        "format": plan.format,
        "teams": [
            {"label": label, "name": team.name, "options": team.options}
            for label, team in zip(plan.labels, plan.teams, strict=True)
        ],
        "play": plan.play,
        "seed": plan.seed,
        "bidder": None if plan.bidder is None else plan.bidder.name,
        "recorded_auctions": plan.recorded_auctions,
        "compare": plan.compare,
        "opposition": None if plan.opposition is None else plan.opposition.name,
        "analysis": plan.analysis,
        "disclosure": plan.disclosure,
    }


def _contest_json(plan: Plan, contest: Contest) -> dict[str, Any]:
    return {
        "first": plan.labels[contest.first],
        "second": plan.labels[contest.second],
        "raw_score_per_board": _estimate_json(contest.points),
        "imps_per_board": _estimate_json(contest.imps),
        "imps_bootstrap_interval": contest.imps_bootstrap,
        "imps_confidence_sequence": [_finite(end) for end in contest.imps_sequence],
        "boards_needed": contest.boards_needed,
        "boards_won": contest.won,
        "boards_lost": contest.lost,
        "swings": [
            {"kind": swing.kind, "boards": swing.boards, "imps_won": swing.won, "imps_lost": swing.lost}
            for swing in contest.swings
        ],
        "points_by_part": {name: _estimate_json(value) for name, value in contest.parts.items()},
    }


def _standing_json(standing: Standing) -> dict[str, Any]:
    optional = {
        "matchpoints_percent": standing.matchpoints,
        "cross_imps": standing.cross_imps,
        "butler_imps": standing.butler,
        "imps_below_par": standing.par_loss,
    }
    return {
        "team": standing.label,
        "imps_per_board": _estimate_json(standing.imps),
        "rating": {"mean": standing.rating.mean, "standard_deviation": standing.rating.deviation},
        **{name: None if value is None else _estimate_json(value) for name, value in optional.items()},
        "tricks_lost_per_table": standing.tricks_lost,
        "contracts": _count_json(standing.contracts),
    }


def _estimate_json(value: Estimate) -> dict[str, float | int | None]:
    numbers = {"mean": value.mean, "standard_error": value.standard_error, "low": value.low, "high": value.high}
    return {name: _finite(number) for name, number in numbers.items()} | {"n": value.n}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _count_json(count: ContractCount) -> dict[str, Any]:
    return {
        "declared": count.declared,
        "doubled": count.doubled,
        "made": count.made,
        "kinds": {kind: count.kinds[kind] for kind in KINDS},
        "names": dict(count.names.most_common()),
    }


def json_text(summary: Summary) -> str:
    """The file ``result.json``."""
    return json.dumps(as_json(summary), ensure_ascii=False, allow_nan=False, indent=1, default=str) + "\n"


def write_csv(plan: Plan, boards: Iterable[PlayedBoard], path: Path) -> None:
    """One row a table, for ``pandas.read_csv``; what is not known is empty."""
    with written_whole(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_CSV_COLUMNS)
        for board in boards:
            writer.writerows(_csv_row(plan, board, table) for table in board.tables)


def _csv_row(plan: Plan, board: PlayedBoard, table: PlayedTable) -> tuple[object, ...]:
    frame, result = table.result.board, table.result
    contract = result.contract
    trace = table.trace
    return (
        *(board.number, frame.number, frame.dealer, frame.vulnerable, frame.deal),
        *(plan.label(table.ns), plan.label(table.ew)),
        None if contract is None else contract.bid.name + "x" * contract.doubled,
        None if contract is None else contract.declarer,
        result.declarer_tricks,
        _double_dummy_tricks(board, table),
        *(result.score_ns, board.par_ns, names_of(result.calls), names_of(result.plays)),
        None if trace is None else " ".join(map(str, trace)),
    )


def _double_dummy_tricks(board: PlayedBoard, table: PlayedTable) -> int | None:
    contract, solved = table.result.contract, board.item.table
    if contract is None:
        return None
    if table.trace is not None:
        return table.trace[0]
    return None if solved is None else int(solved[contract.denomination, contract.declarer])


def write_boards(plan: Plan, boards: Iterable[PlayedBoard], path: Path) -> None:
    """Every table as a record of a PBN or LIN file, by its suffix, with the teams and of a match the room."""
    write_records(path, records(plan, boards))


def records(plan: Plan, boards: Iterable[PlayedBoard]) -> Iterator[Record]:
    """Every table as a record, board by board, with the double-dummy table where it is known."""
    for board in boards:
        for table in board.tables:
            told = record(plan, table)
            yield told if board.item.table is None else with_double_dummy(told, board.item.table)


def record(plan: Plan, table: PlayedTable) -> Record:
    """One table as a record, with the teams and of a match the room."""
    result = table.result
    seated = (plan.label(table.ns), plan.label(table.ew))
    tags = {seat.word: seated[seat.side] for seat in Seat}
    if plan.format == "match" and plan.compare == "both":
        tags["Room"] = "Open" if table.ns == 0 else "Closed"
        tags |= {"HomeTeam": plan.labels[0], "VisitTeam": plan.labels[1], "Scoring": "IMP"}
    return Record(
        board=result.board,
        calls=result.calls,
        plays=result.plays,
        contract=result.contract,
        passed_out=result.contract is None,
        tricks=result.declarer_tricks,
        score_ns=result.score_ns,
        tags=tags,
    )


def write_curves(results: Results, folder: Path) -> None:
    """TensorBoard curves of every contest: IMPs per board with the 95 % interval, by boards played.

    The events carry the number of boards as their time, so that the same tournament writes the same curves.
    """
    from tensorboard.compat.proto.event_pb2 import Event
    from tensorboard.compat.proto.summary_pb2 import Summary as Scalars
    from tensorboard.summary.writer.event_file_writer import EventFileWriter

    writer = EventFileWriter(str(folder))
    for number, (first, second) in enumerate(results.plan.contests):
        name = f"{results.plan.labels[first]} against {results.plan.labels[second]}"
        for boards, value in _curve(results, number):
            scalars = {"imps": value.mean, "imps_low": value.low, "imps_high": value.high}
            values = [Scalars.Value(tag=f"{name}/{tag}", simple_value=scalar) for tag, scalar in scalars.items()]
            writer.add_event(Event(wall_time=boards, step=boards, summary=Scalars(value=values)))
    writer.close()


def _curve(results: Results, contest: int) -> Iterator[tuple[int, Estimate]]:
    imps = results.imps(contest).tolist()
    for boards in sorted(set(np.linspace(2, len(imps), _CURVE_POINTS, dtype=int).tolist())) if len(imps) > 1 else []:
        yield boards, estimate(imps[:boards])
