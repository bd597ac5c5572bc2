"""What a match says, and that the program says it."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from agents.learned.checkpoint import save_network
from agents.learned.network import NetworkSettings, PolicyNetwork
from agents.learned.system import read_system, system_beside
from agents.passing import AlwaysPass
from bridge.calls import Contract
from bridge.notation import double_dummy_table, read_records
from evaluation import Team, play_match
from evaluation.boards import solved_boards
from evaluation.contracts import contracts_of, kind, passed_out
from evaluation.exports import as_json, write_boards, write_csv, write_curves
from evaluation.plan import Plan, plan_of
from evaluation.report import report
from evaluation.results import Results, read_results
from evaluation.store import IN_MEMORY, Store
from evaluation.summary import Summary, summarise
from evaluation.tournament import play_tournament

_ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    plan = plan_of(["random", "pass"], seed=9)
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, solved_boards(12, 9), store))
        yield store


@pytest.fixture(scope="module")
def results(store: Store) -> Results:
    return read_results(plan_of(["random", "pass"], seed=9), store)


@pytest.fixture(scope="module")
def summary(results: Results) -> Summary:
    return summarise(results, [], "solved deals, test part")


def played(plan: Plan, boards: int) -> Summary:
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, solved_boards(boards, 9), store))
        return summarise(read_results(plan, store), [], "")


def test_checkpoints_are_called_by_their_runs_and_their_paths_stand_once(tmp_path: Path) -> None:
    paths = [tmp_path / "runs" / name / "agent.safetensors" for name in ("first", "second")]
    for path in paths:
        path.parent.mkdir(parents=True)
        save_network(PolicyNetwork(NetworkSettings(encoder_size=8, memory_size=4)), path, {})
    text = report(played(plan_of([str(path) for path in paths]), 2))
    assert text.startswith("Duplicate match: first against second\n")
    assert "raw score per board" in text
    for name, path in zip(("first", "second"), paths, strict=True):
        assert text.count(str(path)) == 1
        assert f"{name} is {path}\n" in text


def test_defences_have_no_table_of_contracts() -> None:
    plan = plan_of(["heuristic", "random"], play="cards", bidder="sayc", compare="defence")
    text = report(played(plan, 2))
    assert "declared by" not in text
    assert "most frequent" not in text
    assert "passed out" in text


@pytest.fixture(scope="module")
def field() -> Summary:
    return played(plan_of(["sayc", "pass", "random"], form="round_robin"), 8)


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


def test_contracts_are_counted_for_the_team_that_declared(results: Results) -> None:
    assert contracts_of(results, 0).declared + passed_out(results) == 24
    assert contracts_of(results, 1).declared == 0
    assert contracts_of(results, 0).names.total() == contracts_of(results, 0).declared


def test_report_names_all_that_a_reader_needs(summary: Summary) -> None:
    text = report(summary)
    contest = summary.contests[0]
    for part in (
        "Duplicate match: random against pass",
        "12 boards (solved deals, test part), double-dummy play",
        f"raw score per board  {contest.points}",
        "random minus pass, both tables together",
        f"IMPs per board       {contest.imps}",
        "comparison of two tables",
        "net IMPs by kind",
        "passed out",
        "grand slam",
        "most frequent, A: random: ",
        "seed 9; bridge-arena ",
        f"numpy {np.__version__}",
    ):
        assert part in text


def test_report_of_a_round_robin_has_a_line_for_every_team(field: Summary) -> None:
    lines = report(field).splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("team"))
    assert {line.split("  ")[0] for line in lines[head + 1 : head + 4]} == {"sayc", "pass", "random"}


def test_few_boards_of_random_bidders_warn_that_nothing_can_be_concluded() -> None:
    """The same agents in short matches come out very differently: the report says so instead of naming a winner."""
    plan = plan_of(["pass", Team("also pass", maker=AlwaysPass)])
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, solved_boards(20, 0), store))
        summary = summarise(read_results(plan, store), [], "")
    assert "no better team can be named" in report(summary)
    assert "all boards came out alike" in report(summary)
    assert "boards give" not in report(summary)


def test_short_matches_agree_with_a_long_one_within_their_intervals() -> None:
    """Random against SAYC-lite, five times 20 boards: each says how far it can be trusted."""
    whole = play_match("random", "sayc", solved_boards(400, 1), seed=1).raw_score
    short = [play_match("random", "sayc", solved_boards(20, seed), seed=seed).raw_score for seed in range(5)]
    # Twenty times fewer boards, an error about 4.5 times as large.
    assert np.median([value.standard_error for value in short]) > 3 * whole.standard_error
    assert sum(value.low < whole.mean < value.high for value in short) >= 4


def test_result_file_says_what_is_not_known_by_null(results: Results) -> None:
    one = replace(
        results,
        ns=results.ns[:1],
        ew=results.ew[:1],
        scores_ns=results.scores_ns[:1],
        declarer_tricks=results.declarer_tricks[:1],
        contracts=results.contracts[:1],
        compared=results.compared[:1],
        pars_ns=np.array([np.nan]),
    )
    values = as_json(summarise(one, [], ""))
    estimate = values["contests"][0]["raw_score_per_board"]
    assert (estimate["standard_error"], estimate["low"], estimate["n"]) == (None, None, 1)
    assert values["standings"][0]["imps_below_par"] is None


def test_the_table_of_all_tables_reads_with_csv(store: Store, results: Results, tmp_path: Path) -> None:
    write_csv(results.plan, store.boards(), tmp_path / "tables.csv")
    with (tmp_path / "tables.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["score_ns"]) for row in rows] == results.scores_ns.reshape(-1).tolist()
    assert {row["north_south"] for row in rows} == {"random", "pass"}
    assert all(row["double_dummy_tricks"] == row["declarer_tricks"] for row in rows)


@pytest.mark.parametrize("suffix", ["pbn", "lin"])
def test_every_table_is_a_record_that_reads_back(store: Store, results: Results, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"tables.{suffix}"
    write_boards(results.plan, store.boards(), path)
    file = read_records(path)
    assert file.errors == ()
    assert [record.score_ns for record in file.records] == results.scores_ns.reshape(-1).tolist()
    assert [record.tags["Room"] for record in file.records] == ["Open", "Closed"] * 12
    assert {record.tags["North"] for record in file.records} == {"random", "pass"}
    solved = [board.item.table for board in store.boards() for _ in board.tables]
    assert all(
        np.array_equal(double_dummy_table(each), table) for each, table in zip(file.records, solved, strict=True)
    )


def test_curves_are_events_of_tensorboard(results: Results, tmp_path: Path) -> None:
    write_curves(results, tmp_path)
    events = EventAccumulator(str(tmp_path)).Reload()
    assert events.Tags()["scalars"] == [f"random against pass/{name}" for name in ("imps", "imps_low", "imps_high")]
    last = events.Scalars("random against pass/imps")[-1]
    assert (last.step, last.value) == (12, pytest.approx(results.imps_per_board(0).mean))


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
    files = {path.name for path in (folder / "out").iterdir()}
    assert files == {
        *(
            "report.html",
            "report.txt",
            "result.json",
            "results.sqlite",
            "tables.csv",
            "tables.lin",
            "tables.pbn",
            "tensorboard",
        )
    }
    assert json.loads((folder / "out" / "result.json").read_text(encoding="utf-8"))["boards"] == 2


def test_program_compares_card_players_on_a_bidders_auctions(folder: Path) -> None:
    settings = ("team_a=heuristic", "team_b=random", "play=cards", "auctions=sayc", "boards=2", "jobs=1")
    done = evaluate(folder, *settings)
    assert done.returncode == 0, done.stderr
    assert "the same auctions at both tables, by sayc" in done.stdout
    assert len(list(folder.glob("runs/evaluate/*/result.json"))) == 1


def test_program_measures_what_an_agents_calls_mean(folder: Path) -> None:
    done = evaluate(folder, "mode=system", "agent=sayc", "boards=500", "output=out")
    assert done.returncode == 0, done.stderr
    assert "What the calls of sayc mean" in done.stdout
    assert {path.name for path in (folder / "out").iterdir()} == {"system.html", "system.json", "system.txt"}
    assert read_system((folder / "out" / "system.json").read_text(encoding="utf-8")).boards == 500


def test_program_keeps_the_system_beside_a_checkpoint(folder: Path) -> None:
    path = folder / "bidder.safetensors"
    save_network(PolicyNetwork(NetworkSettings(kind="mlp", encoder_size=8, memory_size=8)), path, {})
    done = evaluate(folder, "mode=system", "agent=bidder.safetensors", "boards=300", "beside=true", "output=out")
    assert done.returncode == 0, done.stderr
    kept = system_beside(path).read_text(encoding="utf-8")
    assert kept == (folder / "out" / "system.json").read_text(encoding="utf-8")
    assert Team(str(path)).disclosure is not None


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ((), "give agent=PATH"),
        (("agent=syac",), "nearest is sayc"),
        (("agent=heuristic",), "only plays cards"),
        (("agent=sayc", "beside=true"), "sayc is no checkpoint"),
        (("agent=sayc", "boards=1"), "boards=1 are too few"),
    ],
)
def test_bad_input_to_a_measurement_is_one_line_and_leaves_nothing_behind(
    folder: Path, setting: tuple[str, ...], fault: str
) -> None:
    done = evaluate(folder, "mode=system", *setting)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.strip().splitlines()) == 1
    assert fault in done.stderr
    assert list(folder.iterdir()) == []


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
        ("format=pairs", "format=pairs needs at least 3 teams"),
        ("compare=declarer", "needs the same auction"),
        ("mode=sistem", "use one of tournament, system"),
        ("page_boards=0", "page_boards=0 is out of range"),
        ("budget=soon", "use milliseconds, level or null"),
        ("budget=inf", "use milliseconds, level or null"),
        ("resume=gone", "gone holds no tournament"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing_behind(folder: Path, setting: str, fault: str) -> None:
    done = evaluate(folder, "team_a=pass", "team_b=pass", "jobs=1", setting)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert fault in done.stderr
    assert done.stdout == ""
    assert list(folder.iterdir()) == []
