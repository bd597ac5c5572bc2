"""A training run from settings to the result of the matches that follow it."""

from __future__ import annotations

import json
import multiprocessing
import time
from dataclasses import dataclass
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bridge.double_dummy import SolverError
from bridge.files import written_whole
from bridge.solved import SolvedDeals, shipped_deals
from evaluation.boards import solved_boards
from evaluation.duplicate import MatchResult, play_match
from evaluation.statistics import Estimate
from evaluation.three_player import round_robin
from evaluation.three_player.round_robin import STRATEGIES, play_round_robin
from settings import job_folder
from training import distributed
from training.learner import Learner
from training.phases import AUCTION, FULL, PHASES, PLAY
from training.run_files import RunFiles
from training.settings import THREE_PLAYER, TrainSettings
from training.three_player import EVALUATION_SEED, ThreePlayerLearner, check

_FILE_WIDTH = 110
"""Columns of the output where it does not go to a terminal."""

_TRAINED, _UNTRAINED = "trained", "untrained"


@dataclass(frozen=True, slots=True)
class _Finale:
    """The matches that follow a run, by what it trained."""

    baselines: tuple[str, ...]
    """Whom the trained network meets; the first also meets the untrained one."""
    scored: str
    """How the boards are scored, in words."""
    next: str
    """The rest of a command line for a match of one's own; ``{bidder}`` stands for the settings'."""

    def matches(self) -> list[tuple[str, str]]:
        """Who meets whom."""
        first, *others = self.baselines
        matches = [(_TRAINED, first), (_UNTRAINED, first), (_TRAINED, _UNTRAINED)]
        return matches + [(_TRAINED, other) for other in others]


_FINALES = {
    AUCTION: _Finale(("sayc", "random", "pass"), "scored double dummy", "team_b=sayc"),
    PLAY: _Finale(("heuristic", "random"), "same contracts", "team_b=heuristic play=cards auctions={bidder}"),
    FULL: _Finale(("sayc+heuristic", "random"), "bid and played", "team_b=sayc+heuristic play=cards"),
}


def train_and_match(settings: TrainSettings) -> None:
    """Train, then play duplicate matches on test deals and print them.

    Raises:
        ValueError: the output folder is taken, the run to resume is not there, a name is unknown, or the double-dummy
            solver is needed and missing.
    """
    try:
        _run(settings)
    except SolverError as error:
        raise ValueError(str(error)) from error


def _run(settings: TrainSettings) -> None:
    _check_match(settings)
    with distributed.process_group(settings.device):
        console = _console()
        learner = _learner(settings)
        console.print(f"run: {learner.files.folder}")
        _train(learner, console)
        speaks = distributed.rank() == 0
    if speaks:
        _match(settings, learner, console)


def _console() -> Console:
    """Standard output of the process that speaks for the run."""
    speaks = distributed.rank() == 0
    # Runs that a sweep starts side by side would draw their bars over each other.
    drawn = None if multiprocessing.parent_process() is None else False
    return Console(quiet=not speaks, force_terminal=drawn, width=None if Console().is_terminal else _FILE_WIDTH)


def _match(settings: TrainSettings, learner: Learner, console: Console) -> None:
    if settings.game == THREE_PLAYER:
        _round_robin(settings, learner.files, console)
        return
    finale = _FINALES[PHASES[settings.network.phase]]
    if settings.match_boards:
        results = _play_matches(settings, learner.files, console)
        console.print(_table(results, finale.scored))
        _write(results, learner.files.matches)
    console.print(f"agent: {learner.files.agent}")
    console.print(f"next: python evaluate.py team_a={learner.files.agent} {finale.next.format(bidder=settings.bidder)}")


def _round_robin(settings: TrainSettings, files: RunFiles, console: Console) -> None:
    """The trained network meets the strategies on deals of another seed than the training's."""
    if settings.match_boards:
        players = [str(files.agent), *STRATEGIES]
        with Progress(TextColumn("matches "), BarColumn(), TimeRemainingColumn(), console=console) as progress:
            task = progress.add_task("", total=settings.match_boards)
            result = play_round_robin(
                players,
                settings.match_boards,
                settings.seed + EVALUATION_SEED,
                points=settings.points,
                jobs=settings.jobs,
                on_deals=lambda n: progress.advance(task, n),
            )
        console.print(round_robin.report(result), markup=False, highlight=False, soft_wrap=True)
        with written_whole(files.matches) as temporary:
            temporary.write_text(json.dumps(round_robin.as_json(result), indent=2) + "\n", encoding="utf-8")
    console.print(f"agent: {files.agent}")


def _check_match(settings: TrainSettings) -> None:
    """A match that cannot be played must fail before the training, not after it."""
    if settings.game == THREE_PLAYER:
        check(settings)
        if settings.match_boards == 1:
            raise ValueError("match_boards=1: a round robin needs two deals or more for an interval")
        return
    deals = len(shipped_deals().part("test"))
    if settings.match_boards > deals:
        raise ValueError(f"match_boards={settings.match_boards}: there are {deals} test deals")


def _learner(settings: TrainSettings) -> Learner:
    deals = (shipped_deals() if settings.deals is None else SolvedDeals.load(settings.deals)).part("train")
    kind = ThreePlayerLearner if settings.game == THREE_PLAYER else Learner
    if settings.resume is not None:
        if settings.output is not None:
            raise ValueError("output and resume are both given: a resumed run stays in its folder, leave output out")
        learner = kind(settings, Path(settings.resume), deals)
        learner.load()
        return learner
    folder = _new_folder(settings)
    distributed.wait_for_all()
    return kind(settings, folder, deals)


def _new_folder(settings: TrainSettings) -> Path:
    if settings.output is None and distributed.is_one_of_many():
        raise ValueError("output: processes of one run need one folder, give output=")
    folder = Path(settings.output or job_folder() or f"runs/train-{time.strftime('%Y%m%d-%H%M%S')}")
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"output: {folder} is a file; name a folder")
    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"output: folder {folder} is not empty; choose another one, or go on with resume={folder}")
    return folder


def _train(learner: Learner, console: Console) -> None:
    columns = (
        TextColumn("training"),
        BarColumn(),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f} turns"),
        TextColumn("{task.fields[news]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, speed_estimate_period=60) as progress:
        total = learner.settings.train.total_timesteps
        task = progress.add_task("", total=total, completed=learner.global_step, news="")
        for metrics in learner.train(on_evaluation=progress.console.print):
            news = f"{metrics['charts/episodic_return']:+.0f} points/board, {metrics['charts/SPS']:,.0f} turns/s"
            progress.update(task, completed=min(learner.global_step, total), news=news)


@dataclass(frozen=True, slots=True)
class _Contest:
    """A match with the names to print it under."""

    first: str
    second: str
    result: MatchResult


def _play_matches(settings: TrainSettings, files: RunFiles, console: Console) -> list[_Contest]:
    phase = PHASES[settings.network.phase]
    boards = solved_boards(settings.match_boards, settings.seed)
    players = {_TRAINED: str(files.agent), _UNTRAINED: str(files.untrained)}
    matches = _FINALES[phase].matches()
    contests = []
    with Progress(TextColumn("matches "), BarColumn(), TimeRemainingColumn(), console=console) as progress:
        task = progress.add_task("", total=len(matches) * len(boards))
        for first, second in matches:
            result = play_match(
                players.get(first, first),
                players.get(second, second),
                boards,
                play="cards" if phase.plays else "double_dummy",
                bidder=None if phase.bids else settings.bidder,
                seed=settings.seed,
                jobs=settings.jobs,
                on_boards=lambda n: progress.advance(task, n),
            )
            contests.append(_Contest(first, second, result))
    return contests


def _table(contests: list[_Contest], scored: str) -> Table:
    n = len(contests[0].result.boards)
    table = Table(
        title=f"Duplicate matches, {n} test boards never trained on, {scored}",
        caption="the first team's raw score at both tables of a board (95 % interval), and the same in IMPs",
        box=SIMPLE_HEAD,
    )
    table.add_column("match", no_wrap=True)
    for column in ("points per board", "IMPs per board"):
        table.add_column(column, justify="right", no_wrap=True)
    for contest in contests:
        points, imps = _cell(contest.result.raw_score, 0), _cell(contest.result.imps, 2)
        table.add_row(f"{contest.first} against {contest.second}", points, imps)
    return table


def _cell(estimate: Estimate, digits: int) -> str:
    return f"{estimate.mean:+.{digits}f} ({estimate.low:+.{digits}f} to {estimate.high:+.{digits}f})"


def _write(contests: list[_Contest], path: Path) -> None:
    rows = [
        {
            "first": contest.first,
            "second": contest.second,
            "boards": len(contest.result.boards),
            "seed": contest.result.seed,
            "raw_score_per_board": contest.result.raw_score.mean,
            "raw_score_standard_error": contest.result.raw_score.standard_error,
            "imps_per_board": contest.result.imps.mean,
            "imps_standard_error": contest.result.imps.standard_error,
        }
        for contest in contests
    ]
    with written_whole(path) as temporary:
        temporary.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
