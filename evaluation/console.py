"""A match at the terminal: from settings to boards, a progress bar, a report and a folder of results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import joblib
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bridge.double_dummy import SolverError
from bridge.solved import Part
from evaluation.boards import MatchBoard, pbn_boards, random_boards, solved_boards
from evaluation.duplicate import MatchResult, play_match
from evaluation.settings import OWN, RECORDED, MatchSettings
from settings import job_folder

_RANDOM = "random"
_OUTPUT = Path("runs/evaluate")


def boards_of(settings: MatchSettings) -> list[MatchBoard]:
    """The boards that the settings ask for.

    Raises:
        ValueError: there is no such source, or it holds no board that can be played.
        OSError: the file cannot be read.
    """
    if settings.source == _RANDOM:
        return random_boards(settings.boards, settings.seed)
    for part in get_args(Part):
        if settings.source == part:
            return solved_boards(settings.boards, settings.seed, part)
    path = Path(settings.source)
    if not path.is_file():
        parts = ", ".join(get_args(Part))
        raise ValueError(f"source {settings.source!r} is unknown: use {parts}, random or the path of a PBN file")
    return pbn_boards(path, settings.boards, with_auctions=settings.auctions == RECORDED)


def match_of(settings: MatchSettings) -> MatchResult:
    """Play the match that the settings describe, with a progress bar on standard error.

    Raises:
        ValueError: the settings name an agent or boards that do not exist, or do not fit each other; or contracts need
            the double-dummy solver, and it is missing.
    """
    boards = boards_of(settings)
    bidder = None if settings.auctions in (OWN, RECORDED) else settings.auctions
    try:
        with progress_bar(len(boards), "boards") as advance:
            return play_match(
                settings.team_a,
                settings.team_b,
                boards,
                play="cards" if settings.play == "cards" else "double_dummy",
                seed=settings.seed,
                jobs=settings.jobs or joblib.cpu_count(),
                bidder=bidder,
                recorded_auctions=settings.auctions == RECORDED,
                on_boards=advance,
            )
    except SolverError as error:
        raise ValueError(str(error)) from error


def source_of(settings: MatchSettings) -> str:
    """Where the boards and the auctions come from, in words for the report."""
    words: dict[str, str] = {"random": "random deals"} | {part: f"solved deals, {part} part" for part in get_args(Part)}
    boards = words.get(settings.source, settings.source)
    if settings.auctions == OWN:
        return boards
    auctions = "as recorded" if settings.auctions == RECORDED else f"by {settings.auctions}"
    return f"{boards}; the same auctions at both tables, {auctions}"


@contextmanager
def progress_bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar on standard error; call what it gives with the number just done. Off the terminal it prints nothing."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.advance(task, done)


def output_folder(settings: MatchSettings) -> Path:
    """The folder that the settings name, that of a sweep's job, or a new one named after the time.

    Raises:
        ValueError: the folder holds something already.
    """
    if settings.output is not None:
        folder = Path(settings.output or ".")
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ValueError(f"output: {folder} is taken; name a new or empty folder")
        return folder
    if folder_of_job := job_folder():
        return folder_of_job
    stamp = time.strftime("%Y-%m-%d_%H-%M-%S")
    folder, copies = _OUTPUT / stamp, 1
    while folder.exists():
        copies += 1
        folder = _OUTPUT / f"{stamp}_{copies}"
    return folder
