"""Studies of three-player auction bridge from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from agents.three_player.no_trump import Reading
from bridge.double_dummy import SolverError
from bridge.files import written_whole
from bridge.point_table import POINT_TABLES
from bridge.solved import shipped_deals
from evaluation.console import progress_bar
from evaluation.three_player import figures, no_trump_tables, round_robin, success

_MOST_DEALS = 1_000_000
_MOST_REPETITIONS = 1000
_MOST_JOBS = 1024
_EXIT_BAD_INPUT = 2
_EXIT_STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the studies; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        options.study(options)
    except (ValueError, OSError, SolverError) as error:
        sys.stderr.write(f"error: {error}\n")
        return _EXIT_BAD_INPUT
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        return _EXIT_STOPPED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m evaluation.three_player", description="Studies of three-player auction bridge."
    )
    studies = parser.add_subparsers(required=True, metavar="STUDY")
    _add_tables(studies)
    _add_success(studies)
    _add_round_robin(studies)
    return parser


def _add_tables(studies: Any) -> None:
    tables = studies.add_parser(
        "tables", help="repeat the printed tables of the no-trump algorithm", formatter_class=_WithDefaults
    )
    tables.add_argument("--deals", type=_number(1, _MOST_DEALS), default=100_000, help="deals of each simulation")
    tables.add_argument("--repetitions", type=_number(1, _MOST_REPETITIONS), default=3, help="simulations")
    tables.add_argument("--seed", type=_number(0, None), default=0, help="of the deals")
    tables.add_argument("--no-figures", action="store_true", help="write no images, which need matplotlib")
    _add_reading(tables)
    _add_out(tables, "runs/three_player/tables")
    tables.set_defaults(study=_tables)


def _add_success(studies: Any) -> None:
    study = studies.add_parser(
        "success",
        help="how often hands that pass the algorithm take their tricks, double dummy",
        formatter_class=_WithDefaults,
    )
    _add_reading(study)
    _add_out(study, "runs/three_player/success")
    study.set_defaults(study=_success)


def _add_round_robin(studies: Any) -> None:
    match = studies.add_parser(
        "match", help="a round robin of three or more players on the same deals", formatter_class=_WithDefaults
    )
    match.add_argument(
        "--players", nargs="+", default=list(round_robin.STRATEGIES), help="names of agents, as in agents.make"
    )
    match.add_argument("--deals", type=_number(2, _MOST_DEALS), default=500, help="random deals")
    match.add_argument("--seed", type=_number(0, None), default=0, help="of the deals and the agents")
    match.add_argument(
        "--points", nargs="+", choices=list(POINT_TABLES), default=list(POINT_TABLES), help="point tables, one by one"
    )
    match.add_argument(
        "--play",
        choices=get_args(round_robin.Play),
        default="heuristic",
        help="who plays the cards: rules of thumb in all hands, the solver, or the players (NAME+CARD_PLAYER)",
    )
    match.add_argument("--jobs", type=_number(1, _MOST_JOBS), default=1, help="processes")
    _add_out(match, "runs/three_player/match")
    match.set_defaults(study=_round_robin)


def _add_reading(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reading", choices=get_args(Reading), default="listing", help="of condition B: greater, or greater or equal"
    )


def _add_out(parser: argparse.ArgumentParser, out: str) -> None:
    parser.add_argument("--out", type=Path, default=Path(out), help="folder of the results; files in it are replaced")


class _WithDefaults(argparse.ArgumentDefaultsHelpFormatter):
    """Help that names every default."""


def _number(low: int, high: int | None) -> Any:
    def read(text: str) -> int:
        value = int(text)
        if value < low or (high is not None and value > high):
            limits = f"{low} or more" if high is None else f"{low} to {high}"
            raise argparse.ArgumentTypeError(f"{value} is out of range: use {limits}")
        return value

    read.__name__ = "whole number"  # argparse names it when the text is no number
    return read


def _tables(options: argparse.Namespace) -> None:
    if not options.no_figures:
        figures.require_matplotlib()
    tables = no_trump_tables.simulate(options.deals, options.repetitions, options.seed, options.reading)
    _write(options.out, "tables", no_trump_tables.report(tables), no_trump_tables.as_json(tables))
    if not options.no_figures:
        for path in figures.write_figures(tables, options.out):
            sys.stdout.write(f"figure: {path}\n")


def _success(options: argparse.Namespace) -> None:
    deals = shipped_deals()
    results = success.measure(deals, options.reading)
    _write(options.out, "success", success.report(results, len(deals)), success.as_json(results))


def _round_robin(options: argparse.Namespace) -> None:
    results = []
    for points in options.points:
        with progress_bar(options.deals, f"deals, {points}") as advance:
            results.append(
                round_robin.play_round_robin(
                    options.players,
                    options.deals,
                    options.seed,
                    points=points,
                    play=options.play,
                    jobs=options.jobs,
                    on_deals=advance,
                )
            )
    text = "\n".join(round_robin.report(result) for result in results)
    _write(options.out, "match", text, [round_robin.as_json(result) for result in results])


def _write(folder: Path, name: str, text: str, data: object) -> None:
    """Print a report, and keep it with its figures as JSON."""
    sys.stdout.write(text + "\n")
    with written_whole(folder / f"{name}.txt") as temporary:
        temporary.write_text(text, encoding="utf-8")
    with written_whole(folder / f"{name}.json") as temporary:
        temporary.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"result: {folder / name}.txt, {folder / name}.json\n")
