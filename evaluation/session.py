"""A tournament from settings to its folder of results, also when it goes on after an interruption."""

from __future__ import annotations

import dataclasses
import hashlib
import math
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from agents.disclosure import disclosure_file
from agents.registry import BUDGET, checkpoint_path, composition, has_clock
from bridge.files import written_whole
from bridge.solved import Part, shipped_deals
from evaluation.boards import (
    BENCHMARKS,
    MatchBoard,
    benchmark_boards,
    digest_of,
    file_boards,
    random_boards,
    solved_boards,
)
from evaluation.exports import json_text, plan_json, write_boards, write_csv, write_curves
from evaluation.formats import Format
from evaluation.page import page
from evaluation.plan import Comparison, Plan, plan_of
from evaluation.report import report
from evaluation.results import read_results
from evaluation.sequential import Unit, Until
from evaluation.settings import OF_LEVEL, OWN, RECORDED, TournamentSettings, UntilSettings
from evaluation.store import Store
from evaluation.summary import Summary, summarise
from evaluation.table import Play
from evaluation.teams import Team
from evaluation.tournament import check_boards
from settings import job_folder

_RANDOM = "random"
_OUTPUT = Path("runs/evaluate")
_PARTS: tuple[Part, ...] = get_args(Part)

RESULTS_FILE = "results.sqlite"
_TEXT_FILE, _PAGE_FILE, _JSON_FILE = "report.txt", "report.html", "result.json"
_CSV_FILE, _BOARDS_FILES, _CURVES_FOLDER = "tables.csv", ("tables.pbn", "tables.lin"), "tensorboard"


@dataclass(frozen=True, slots=True)
class Session:
    """A tournament that is ready to be played, or to go on."""

    settings: TournamentSettings
    plan: Plan
    boards: Sequence[MatchBoard]
    folder: Path

    @property
    def until(self) -> Until:
        """When it stops early."""
        until = self.settings.until
        return Until(until.ci_half_width, until.decided, cast("Unit", until.unit))

    @property
    def source(self) -> str:
        """Where the boards and the auctions come from, in words for the report."""
        return source_of(self.settings)


def open_session(settings: TournamentSettings) -> tuple[Session, Store]:
    """A new tournament with its folder, or the one that the settings resume.

    Raises:
        ValueError: the settings name an agent, boards or a folder that cannot be used, or do not fit each other; or the
            boards or checkpoints of a resumed tournament are not what they were.
        OSError: a file cannot be read or written.
    """
    if settings.resume is not None:
        return _resumed(settings, Path(settings.resume))
    folder = output_folder(settings)  # before anything else: a folder that is taken must not cost a tournament
    plan, boards = plan_from(settings), boards_of(settings)
    check_boards(plan, boards)
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(folder / RESULTS_FILE)
    store.put({"settings": dataclasses.asdict(settings), **_identity(plan, boards)})
    return Session(settings, plan, boards, folder), store


def _resumed(given: TournamentSettings, folder: Path) -> tuple[Session, Store]:
    path = folder / RESULTS_FILE
    if not path.is_file():
        raise ValueError(f"resume: {folder} holds no tournament, {RESULTS_FILE} is missing")
    store = Store(path)
    try:
        settings = _settings_from(store.get("settings"), given)
        plan, boards = plan_from(settings), boards_of(settings)
        for name, now in _identity(plan, boards).items():
            if store.get(name) != now:
                raise ValueError(f"resume: the {name} of {folder} are not what they were when it began: start anew")
    except BaseException:
        store.close()
        raise
    return Session(settings, plan, boards, folder), store


def _settings_from(stored: Any, given: TournamentSettings) -> TournamentSettings:
    """The settings that a tournament began with; where it is played is the matter of who resumes it."""
    if not isinstance(stored, dict):
        raise ValueError("resume: the tournament was killed before it began: start anew")
    try:
        until = UntilSettings(**stored.pop("until"))
        settings = TournamentSettings(**stored, until=until)
    except (KeyError, TypeError) as error:
        raise ValueError("resume: the tournament began with settings of another version: start anew") from error
    return dataclasses.replace(settings, jobs=given.jobs, executor=given.executor)


def _identity(plan: Plan, boards: Sequence[MatchBoard]) -> dict[str, Any]:
    """What must be the same when a tournament goes on."""
    return {"plan": plan_json(plan), "boards": digest_of(boards), "checkpoints": _checkpoints(plan)}


def _checkpoints(plan: Plan) -> dict[str, str]:
    """SHA-256 of the files of weights that the names of all who play lead to, and of what they tell of their calls."""
    teams = [team for team in (*plan.teams, plan.bidder, plan.opposition) if team is not None]
    names = {part for team in teams for part in (composition(team.name) or (team.name,))}
    found: dict[str, str] = {}
    for name in sorted(names):
        if (path := checkpoint_path(name)) is None:
            continue
        for file in sorted(path.glob("*.safetensors")) if path.is_dir() else [path]:
            found[str(file)] = hashlib.sha256(file.read_bytes()).hexdigest()
        if plan.tells and (told := disclosure_file(name)) is not None:
            found[str(told)] = hashlib.sha256(told.read_bytes()).hexdigest()
    return found


def output_folder(settings: TournamentSettings) -> Path:
    """The folder that the settings name, that of a sweep's job, or a new one named after the time.

    Raises:
        ValueError: the folder holds something already.
    """
    if settings.output is not None:
        folder = Path(settings.output or ".")
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            more = f", or go on with resume={folder}" if (folder / RESULTS_FILE).is_file() else ""
            raise ValueError(f"output: {folder} is taken; name a new or empty folder{more}")
        return folder
    if folder_of_job := job_folder():
        return folder_of_job
    stamp = time.strftime("%Y-%m-%d_%H-%M-%S")
    folder, copies = _OUTPUT / stamp, 1
    while folder.exists():
        copies += 1
        folder = _OUTPUT / f"{stamp}_{copies}"
    return folder


def plan_from(settings: TournamentSettings) -> Plan:
    """The plan that the settings describe.

    Raises:
        ValueError: they name an agent that does not exist, or do not fit each other.
    """
    names = settings.teams or [settings.team_a, settings.team_b]
    options = _card_player_options(settings.budget)
    return plan_of(
        [_team(name, options) for name in names],
        form=cast("Format", settings.format),
        play=cast("Play", settings.play),
        seed=settings.seed,
        bidder=None if settings.auctions in (OWN, RECORDED) else settings.auctions,
        recorded_auctions=settings.auctions == RECORDED,
        compare=cast("Comparison", settings.compare),
        opposition=_team(settings.opposition, options),
        analysis=settings.analysis,
        disclosure=settings.disclosure,
    )


def _team(name: str, options: dict[str, float | None]) -> Team:
    return Team(name, dict(options) if has_clock(name) else {})


def _card_player_options(budget: str | None) -> dict[str, float | None]:
    if budget == OF_LEVEL:
        return {}
    if budget is None:
        return {BUDGET: None}
    try:
        milliseconds = float(budget)
    except ValueError:
        milliseconds = math.nan
    if not math.isfinite(milliseconds):
        raise ValueError(f"budget={budget!r} is no time: use milliseconds, {OF_LEVEL} or null")
    return {BUDGET: milliseconds}


def boards_of(settings: TournamentSettings) -> list[MatchBoard]:
    """The boards that the settings ask for.

    Raises:
        ValueError: there is no such source, or it holds no board that can be played.
        OSError: the file cannot be read.
    """
    source = settings.source
    most = settings.until.max_boards if settings.until.is_on else settings.boards
    if settings.auctions == RECORDED and source in (_RANDOM, *BENCHMARKS, *_PARTS):
        raise ValueError(
            f"auctions=recorded takes them from a file, and source={source!r} is none: give a PBN or LIN file"
        )
    if source == _RANDOM:
        return random_boards(most, settings.seed)
    if source in BENCHMARKS:
        return benchmark_boards(source)
    for part in _PARTS:
        if source == part:
            there = len(shipped_deals().part(part))
            return solved_boards(min(most, there) if settings.until.is_on else most, settings.seed, part)
    path = Path(source)
    if not path.is_file():
        known = ", ".join((*_PARTS, *BENCHMARKS))
        raise ValueError(f"source {source!r} is unknown: use {known}, random or the path of a PBN or LIN file")
    return file_boards(path, most, with_auctions=settings.auctions == RECORDED)


def source_of(settings: TournamentSettings) -> str:
    """Where the boards and the auctions come from, in words for the report."""
    words: dict[str, str] = {_RANDOM: "random deals"} | {part: f"solved deals, {part} part" for part in _PARTS}
    words |= {name: f"benchmark {name}" for name in BENCHMARKS}
    boards = words.get(settings.source, settings.source)
    if settings.auctions == OWN:
        return boards
    auctions = "as recorded" if settings.auctions == RECORDED else f"by {settings.auctions}"
    return f"{boards}; the same auctions at both tables, {auctions}"


def write_files(session: Session, store: Store) -> Summary:
    """Write every report of a tournament into its folder, each whole or not at all.

    Raises:
        ValueError: no board is finished.
        OSError: a file cannot be written.
    """
    results = read_results(session.plan, store)
    summary = summarise(results, store.boards(), session.source)
    folder = session.folder
    settings = session.settings
    shown = page(summary, results, store.boards(), shown=settings.page_boards, solve=settings.analysis)
    for name, content in ((_TEXT_FILE, report(summary)), (_PAGE_FILE, shown), (_JSON_FILE, json_text(summary))):
        with written_whole(folder / name) as temporary:
            temporary.write_text(content, encoding="utf-8")
    write_csv(session.plan, store.boards(), folder / _CSV_FILE)
    for name in _BOARDS_FILES:
        write_boards(session.plan, store.boards(), folder / name)
    shutil.rmtree(folder / _CURVES_FOLDER, ignore_errors=True)
    write_curves(results, folder / _CURVES_FOLDER)
    return summary
