"""Where a result comes from: versions, the commit, the machine, and every start of a run."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
import torch
from test_training_learner import SETTINGS, learner, run_for

from agents.learned import load_network
from evaluation import provenance
from evaluation.provenance import machine, versions


def commit_of(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str | None:
    """The commit that code in a folder of this checkout would tell."""
    monkeypatch.setattr(provenance, "__file__", str(folder / "evaluation" / "provenance.py"))
    provenance._commit.cache_clear()
    try:
        return provenance._commit()
    finally:
        provenance._commit.cache_clear()


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=N", "-c", "user.email=n@example.org")
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_versions_name_what_a_result_depends_on() -> None:
    found = versions()
    assert set(found) - {"commit"} == {"bridge-arena", "python", "numpy", "numba", "torch"}
    assert (found["numpy"], found["torch"]) == (np.__version__, torch.__version__)


def test_machine_names_system_and_processor() -> None:
    assert set(machine()) == {"platform", "processor"}
    assert all(machine().values())


def test_commit_of_a_checkout_is_its_revision_and_says_when_sources_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "--quiet")
    (tmp_path / "source.py").write_text("one")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "one")
    revision = git(tmp_path, "rev-parse", "HEAD")[:12]
    assert commit_of(tmp_path, monkeypatch) == revision
    (tmp_path / "source.py").write_text("two")
    assert commit_of(tmp_path, monkeypatch) == f"{revision}-dirty"


def test_there_is_no_commit_outside_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert commit_of(tmp_path, monkeypatch) is None


def test_run_records_its_start_and_every_resumption(tmp_path: Path) -> None:
    run_for(2, learner(tmp_path))
    resumed = learner(tmp_path)
    resumed.load()
    step = resumed.global_step
    run_for(1, resumed)
    starts = json.loads((tmp_path / "provenance.json").read_text())
    assert [start["global_step"] for start in starts] == [0, step]
    for start in starts:
        assert start["seed"] == SETTINGS.seed
        assert start["versions"] == versions()
        assert (start["platform"], start["processor"]) == (machine()["platform"], machine()["processor"])


def test_run_records_all_its_settings(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path))
    recorded = json.loads((tmp_path / "settings.json").read_text())
    assert recorded["seed"] == SETTINGS.seed
    assert recorded["threads"] == SETTINGS.threads
    assert recorded["train"]["num_envs"] == SETTINGS.train.num_envs
    assert recorded["eval"] == {"every": 0, "boards": 500, "baselines": ["sayc", "pass"]}


def test_checkpoint_carries_the_versions(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path))
    _, origin = load_network(tmp_path / "agent.safetensors")
    assert origin["versions"] == versions()


def test_damaged_list_of_starts_is_refused_in_one_line(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path))
    (tmp_path / "provenance.json").write_text("{")
    resumed = learner(tmp_path)
    resumed.load()
    with pytest.raises(ValueError, match=r"provenance\.json cannot be read"):
        run_for(1, resumed)
