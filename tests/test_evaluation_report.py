"""What a match says, and that the program says it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bridge.calls import Contract
from evaluation import MatchResult, play_match
from evaluation.boards import solved_boards
from evaluation.contracts import contracts_of, kind, passed_out
from evaluation.report import as_json, report, write

_ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return play_match("random", "pass", solved_boards(12, 9), seed=9)


@pytest.mark.parametrize(
    ("contract", "expected"),
    [
        ("1NT by N", "partscore"),
        ("2NT by N", "partscore"),
        ("3NT by N", "game"),
        ("3S by N", "partscore"),
        ("4H by N", "game"),
        ("4D by N", "partscore"),
        ("5C by N", "game"),
        ("6C by N", "small slam"),
        ("7NTx by N", "grand slam"),
        ("2Sx by N", "partscore"),
    ],
)
def test_kinds_of_contracts(contract: str, expected: str) -> None:
    assert kind(Contract.parse(contract)) == expected


def test_contracts_are_counted_for_the_team_that_declared(match: MatchResult) -> None:
    assert contracts_of(match, 0).declared + passed_out(match) == 24
    assert contracts_of(match, 1).declared == 0
    assert contracts_of(match, 0).names.total() == contracts_of(match, 0).declared


def test_report_names_all_that_a_reader_needs(match: MatchResult) -> None:
    text = report(match, "solved deals, test part")
    for part in (
        "Duplicate match: random against pass",
        "12 boards (solved deals, test part), double-dummy play",
        f"raw score per board  {match.raw_score}",
        "random minus pass, both tables together",
        f"IMPs per board       {match.imps}",
        "comparison of two tables",
        "passed out",
        "grand slam",
        "most frequent, A: random: ",
        "seed 9; bridge-arena ",
        f"numpy {np.__version__}",
    ):
        assert part in text


def test_result_file_holds_every_table(match: MatchResult, tmp_path: Path) -> None:
    write(match, "solved deals, test part", tmp_path / "new")
    result = json.loads((tmp_path / "new" / "result.json").read_text(encoding="utf-8"))
    assert result["raw_score_per_board"]["mean"] == match.raw_score.mean
    assert [board["difference"] for board in result["boards"]] == [board.difference for board in match.boards]
    assert all(len(board["tables"]) == 2 for board in result["boards"])
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["report.txt", "result.json"]


def test_what_is_not_known_is_null_in_the_result_file(match: MatchResult) -> None:
    one = replace(match, boards=match.boards[:1])
    estimate = as_json(one, "")["raw_score_per_board"]
    assert (estimate["standard_error"], estimate["low"], estimate["n"]) == (None, None, 1)


# --- the program -----------------------------------------------------------------------------------------------------


def evaluate(folder: Path, *settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(_ROOT / "evaluate.py"), *settings], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    assert not list(tmp_path.rglob(".*")), "a temporary file was left behind"


def test_program_plays_two_boards_and_writes_its_files(folder: Path) -> None:
    done = evaluate(folder, "team_a=sayc", "team_b=random", "boards=2", "jobs=1", "output=out")
    assert done.returncode == 0, done.stderr
    assert "Duplicate match: sayc against random" in done.stdout
    assert "written to out" in done.stdout
    assert sorted(path.name for path in folder.rglob("*")) == ["out", "report.txt", "result.json"]


def test_program_compares_card_players_on_a_bidders_auctions(folder: Path) -> None:
    settings = ("team_a=heuristic", "team_b=random", "play=cards", "auctions=sayc", "boards=2", "jobs=1")
    done = evaluate(folder, *settings)
    assert done.returncode == 0, done.stderr
    assert "the same auctions at both tables, by sayc" in done.stdout
    assert len(list(folder.glob("runs/evaluate/*/result.json"))) == 1


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ("team_a=syac", "nearest is sayc"),
        ("team_b=gone.safetensors", "checkpoint gone.safetensors does not exist"),
        ("source=gone.pbn", "source 'gone.pbn' is unknown"),
        ("boards=0", "boards=0 is out of range"),
        ("bords=2", "the nearest valid one is 'boards'"),
        ("play=chess", "use one of double_dummy, cards"),
        ("auctions=sayc", "use play=cards"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing_behind(folder: Path, setting: str, fault: str) -> None:
    done = evaluate(folder, "team_a=pass", "team_b=pass", "jobs=1", setting)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert fault in done.stderr
    assert done.stdout == ""
    assert list(folder.iterdir()) == []
