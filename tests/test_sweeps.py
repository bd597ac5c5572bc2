"""Sweeps: every job has a folder of its own, and a comparison finds them."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from test_training_learner import ARGUMENTS, REPOSITORY, SETTINGS, learner, run_for

from settings import job_folder
from training.compare import comparison

JOBLIB = pytest.mark.skipif(
    importlib.util.find_spec("hydra_plugins.hydra_joblib_launcher") is None, reason="the extra joblib is not installed"
)


def sweep(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(REPOSITORY / "train.py"), *ARGUMENTS, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("launcher", ["basic", pytest.param("joblib", marks=JOBLIB)])
def test_jobs_of_a_sweep_have_folders_of_their_own(tmp_path: Path, launcher: str) -> None:
    done = sweep(tmp_path, "-m", "seed=1,2", f"hydra/launcher={launcher}")
    assert done.returncode == 0, done.stderr
    (folder,) = (tmp_path / "runs").iterdir()
    assert {path.name for path in folder.iterdir()} == {"0", "1", "multirun.yaml"}
    seeds = [json.loads((folder / job / "settings.json").read_text())["seed"] for job in ("0", "1")]
    assert seeds == [1, 2]
    assert all((folder / job / "matches.json").is_file() for job in ("0", "1"))


@pytest.mark.slow
@pytest.mark.parametrize("launcher", ["basic", pytest.param("joblib", marks=JOBLIB)])
def test_bad_setting_of_a_job_is_refused_in_one_line(tmp_path: Path, launcher: str) -> None:
    done = sweep(tmp_path, "train.num_envs=0,32", "-m", f"hydra/launcher={launcher}")
    assert done.returncode == 2
    assert done.stderr == "error: train.num_envs=0 is out of range: use 1 to 1000000 boards\n"


def test_there_is_no_job_folder_without_a_sweep() -> None:
    assert job_folder() is None


def shown(folder: Path) -> str:
    console = Console(width=200)
    with console.capture() as captured:
        console.print(comparison(folder))
    return captured.get()


def test_comparison_shows_the_settings_that_differ_and_the_matches(tmp_path: Path) -> None:
    for number in (10, 9):
        run_for(1, learner(tmp_path / str(number), SETTINGS))
    path = tmp_path / "9" / "settings.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"seed": 6}))
    row = {"first": "trained", "second": "sayc", "imps_per_board": -1.25, "imps_standard_error": 0.5}
    (tmp_path / "10" / "matches.json").write_text(json.dumps([row]))
    lines = [line.split() for line in shown(tmp_path).splitlines()]
    assert ["run", "seed", "trained", "-", "sayc"] in lines
    assert lines.index(["9", "6"]) < lines.index(["10", "5", "-1.25", "±", "0.50"])


def test_folder_without_runs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no folders of runs"):
        comparison(tmp_path)
