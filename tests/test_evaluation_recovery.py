"""Tournaments that are killed, and workers that die: what is finished stays, and the result is the undisturbed one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evaluation.boards import solved_boards
from evaluation.executors import WorkerDiedError
from evaluation.plan import Plan, plan_of
from evaluation.store import IN_MEMORY, Store
from evaluation.teams import Team
from evaluation.tournament import play_tournament

_ROOT = Path(__file__).parent.parent
_FILES = ("report.txt", "report.html", "result.json", "tables.csv", "tables.pbn", "tables.lin")


def evaluate(folder: Path, *settings: str, log: str = "log", seconds: float = 0.0) -> subprocess.Popen[bytes]:
    environment = os.environ | {
        "COUNTING_LOG": str(folder / log),
        "COUNTING_SECONDS": str(seconds),
        "PYTHONPATH": os.pathsep.join([str(_ROOT), str(_ROOT / "tests")]),
    }
    command = [sys.executable, str(_ROOT / "evaluate.py"), *settings]
    # Into a file: the workers of a killed coordinator hold a pipe open until they notice.
    with (folder / "output").open("w", encoding="utf-8") as output:
        return subprocess.Popen(command, cwd=folder, env=environment, stderr=output, stdout=output)


def lines(path: Path) -> int:
    return len(path.read_text(encoding="ascii").splitlines()) if path.exists() else 0


def test_a_killed_tournament_goes_on_and_ends_like_an_undisturbed_one(tmp_path: Path) -> None:
    settings = ("team_a=fragile_agents:Counting", "team_b=pass", "boards=32", "jobs=2")
    first = evaluate(tmp_path, *settings, "output=killed", seconds=0.1)
    deadline = time.monotonic() + 120
    # Table 1 of a share of four boards comes before table 2: with three shares begun one at least is finished.
    while lines(tmp_path / "log") < 16 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    with Store(tmp_path / "killed" / "results.sqlite") as store:
        kept = len(store.finished())
    assert 0 < kept < 32

    # A log of its own: the workers of the killed run end what they had begun.
    resumed = evaluate(tmp_path, "resume=killed", "jobs=2", log="second")
    assert resumed.wait() == 0, (tmp_path / "output").read_text(encoding="utf-8")
    # North of the counting team sits down once a board, and once when it is asked whether it bids.
    assert lines(tmp_path / "second") == 32 - kept + 1

    undisturbed = evaluate(tmp_path, *settings[:-1], "jobs=1", "output=whole")
    assert undisturbed.wait() == 0, (tmp_path / "output").read_text(encoding="utf-8")
    for name in _FILES:
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name


def dying(tmp_path: Path, agent: str, **options: str) -> Plan:
    team = Team(f"fragile_agents:{agent}", {"log": str(tmp_path / "log"), **options})
    return plan_of([Team("pass"), team])


def test_a_worker_that_dies_costs_a_retry_and_not_the_run(tmp_path: Path) -> None:
    plan = dying(tmp_path, "DiesOnce", flag=str(tmp_path / "died"))
    results = []
    for jobs in (2, 1):  # the flag that the first run leaves keeps the second undisturbed
        with Store(IN_MEMORY) as store:
            list(play_tournament(plan, solved_boards(32, 1), store, jobs=jobs))
            results.append([board.tables for board in store.boards()])
        assert (tmp_path / "died").exists()
    assert results[0] == results[1]


def test_workers_that_die_again_and_again_end_the_run_with_a_reason(tmp_path: Path) -> None:
    # Not by plan_of, which has every team sit down once.
    teams = (Team("pass"), Team("fragile_agents:AlwaysDies", {"log": str(tmp_path / "log")}))
    plan = Plan(teams, "match", "double_dummy", seed=0)
    with Store(IN_MEMORY) as store, pytest.raises(WorkerDiedError, match="3 worker processes died in a row"):
        list(play_tournament(plan, solved_boards(32, 1), store, jobs=2))


def test_a_finished_tournament_resumes_without_a_board(tmp_path: Path) -> None:
    done = evaluate(tmp_path, "team_a=fragile_agents:Counting", "team_b=pass", "boards=4", "jobs=1", "output=out")
    assert done.wait() == 0
    again = evaluate(tmp_path, "resume=out", "jobs=1", log="second")
    assert again.wait() == 0
    assert "Duplicate match" in (tmp_path / "output").read_text(encoding="utf-8")
    assert lines(tmp_path / "second") == 1  # it is asked whether it bids
