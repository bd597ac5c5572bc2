"""A tournament at the terminal: a progress bar with the rate and the running result, and what to do when it stops."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, cast

import joblib
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bridge.double_dummy import SolverError
from evaluation.executors import ExecutorName
from evaluation.report import report
from evaluation.session import RESULTS_FILE, Session, open_session, write_files
from evaluation.settings import TournamentSettings
from evaluation.store import Store
from evaluation.tournament import play_tournament


def evaluate(settings: TournamentSettings) -> str:
    """Play the tournament that the settings describe, write its files, and return what to print.

    Raises:
        ValueError: the settings cannot be used, or an agent broke the rules; or contracts need the double-dummy solver,
            and it is missing.
        OSError: a file cannot be read or written.
    """
    session, store = open_session(settings)
    with store:
        try:
            _play(session, store)
            summary = write_files(session, store)
        except SolverError as error:
            _tidy(session, store)
            raise ValueError(str(error)) from error
        except BaseException:
            _tidy(session, store)
            raise
    return report(summary) + f"written to {session.folder}\n"


def _play(session: Session, store: Store) -> None:
    settings = session.settings
    finished = len(store.finished())
    with progress_bar(len(session.boards), "boards", finished) as advance:
        for progress in play_tournament(
            session.plan,
            session.boards,
            store,
            jobs=settings.jobs or joblib.cpu_count(),
            executor=cast("ExecutorName", settings.executor),
            until=session.until,
        ):
            value = progress.imps
            advance(progress.boards, f"{value.mean:+.2f} ± {value.standard_error:.2f} IMPs/board")


def _tidy(session: Session, store: Store) -> None:
    """After a fault: keep the boards that are finished and say how to go on, or leave nothing behind."""
    if finished := len(store.finished()):
        folder = session.folder
        sys.stderr.write(f"{finished} boards are kept: go on with python evaluate.py resume={folder}\n")
        return
    store.close()
    (session.folder / RESULTS_FILE).unlink()
    # The folder of a sweep's job holds more than the tournament.
    if not any(session.folder.iterdir()):
        session.folder.rmdir()


class Advance(Protocol):
    """Moves a bar on."""

    def __call__(self, n: int, news: str = "") -> None:
        """``n`` more are done."""
        ...


@contextmanager
def progress_bar(total: int, what: str, done: int = 0) -> Iterator[Advance]:
    """A bar on standard error; call what it gives with the number just done, and with news to show beside the rate.

    Off the terminal it prints nothing.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[news]}"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total, completed=done, rate="", news="")
        start, new = time.perf_counter(), 0

        def advance(n: int, news: str = "") -> None:
            nonlocal new
            new += n
            bar.update(task, advance=n, rate=f"{new / (time.perf_counter() - start):,.1f}/s", news=news)

        yield advance
