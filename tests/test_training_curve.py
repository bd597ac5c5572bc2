"""The evaluation curve: what it says, when it has a point, and that it leaves the run as it was."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from test_training_learner import OF_PHASE, SETTINGS, learner, run_for, weights

from evaluation import play_match
from evaluation.boards import solved_boards
from training.curve import Curve
from training.phases import PHASES
from training.settings import EvalSettings, TrainSettings

EVERY_2 = EvalSettings(every=2, boards=8, baselines=["sayc", "pass"])


def evaluated(settings: EvalSettings) -> TrainSettings:
    return replace(SETTINGS, eval=settings)


def logged(folder: Path, tag: str) -> dict[int, float]:
    """A curve of a run's TensorBoard, by turn; every turn once."""
    events = EventAccumulator(str(folder)).Reload().Scalars(tag)
    curve = {event.step: event.value for event in events}
    assert len(curve) == len(events)
    return curve


def test_run_learns_the_same_with_and_without_evaluation(tmp_path: Path) -> None:
    without = learner(tmp_path / "without")
    watched = learner(
        tmp_path / "watched", evaluated(EvalSettings(1, 8, ["sayc", "random", "agents.passing:AlwaysPass"]))
    )
    names = ("losses/policy_loss", "losses/value_loss", "charts/episodic_return")
    plain, seen = [[[m[name] for name in names] for m in each.train()] for each in (without, watched)]
    assert plain == seen
    assert all(torch.equal(weights(without)[name], weights(watched)[name]) for name in weights(without))


def test_point_is_the_match_of_the_checkpoint_on_validation_boards(tmp_path: Path) -> None:
    trained = learner(tmp_path)
    run_for(2, trained)
    settings = EvalSettings(1, 16, ["sayc"])
    scalars = Curve(settings).point(trained.network).scalars()
    match = play_match(str(tmp_path / "agent.safetensors"), "sayc", solved_boards(16, 0, "validation"))
    assert scalars["eval/sayc/imps"] == match.imps.mean
    assert scalars["eval/sayc/imps_stderr"] == match.imps.standard_error
    assert scalars["eval/sayc/points"] == match.raw_score.mean


@pytest.mark.parametrize(("phase", "bidder"), [("play", "sayc"), ("full", None)])
def test_point_of_a_card_player_is_the_match_with_the_cards_played(
    tmp_path: Path, phase: str, bidder: str | None
) -> None:
    trained = learner(tmp_path, OF_PHASE[phase])
    trained.save()
    scalars = Curve(EvalSettings(1, 12, ["heuristic"]), PHASES[phase]).point(trained.network).scalars()
    other = "heuristic" if bidder else "sayc+heuristic"
    boards = solved_boards(12, 0, "validation")
    match = play_match(str(tmp_path / "agent.safetensors"), other, boards, play="cards", bidder=bidder)
    assert scalars["eval/heuristic/imps"] == match.imps.mean
    assert ("eval/self/par_loss" in scalars) == (phase == "full")


def test_point_tells_par_loss_and_contracts_of_boards_bid_alone(tmp_path: Path) -> None:
    scalars = Curve(EVERY_2).point(learner(tmp_path).network).scalars()
    names = {"par_loss", "par_loss_stderr", "passed_out", "calls_per_board"}
    names |= {"partscore", "game", "slam", "doubled", "made", "level"}
    assert {name.removeprefix("eval/self/") for name in scalars if name.startswith("eval/self/")} == names
    assert scalars["eval/self/par_loss"] > 0
    assert all(math.isfinite(value) for value in scalars.values())


def test_curve_has_points_at_the_start_every_so_often_and_at_the_end(tmp_path: Path) -> None:
    run = learner(tmp_path, evaluated(replace(EVERY_2, every=4)))
    steps: list[int] = [0]
    lines: list[str] = []
    for _ in run.train(on_evaluation=lines.append):
        steps.append(run.global_step)
    assert 4 < run.iteration < 8
    assert list(logged(tmp_path, "eval/sayc/imps")) == [0, steps[4], steps[-1]]
    assert len(lines) == 3
    assert lines[0].startswith("turn 0: sayc ")


def test_resumed_run_continues_the_curve(tmp_path: Path) -> None:
    settings = evaluated(EVERY_2)
    run_for(1000, learner(tmp_path / "whole", settings))
    run_for(3, learner(tmp_path / "stopped", settings))
    resumed = learner(tmp_path / "stopped", settings)
    resumed.load()
    run_for(1000, resumed)
    for tag in ("eval/sayc/imps", "eval/self/par_loss", "losses/policy_loss"):
        assert logged(tmp_path / "stopped", tag) == logged(tmp_path / "whole", tag)


def test_curve_may_change_when_a_run_is_resumed(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path, evaluated(EVERY_2)))
    resumed = learner(tmp_path, evaluated(replace(EVERY_2, every=1)))
    resumed.load()
    assert resumed.iteration == 1


def test_run_without_evaluation_has_no_curve(tmp_path: Path) -> None:
    lines: list[str] = []
    list(learner(tmp_path).train(on_evaluation=lines.append))
    assert lines == []
    assert not [tag for tag in EventAccumulator(str(tmp_path)).Reload().Tags()["scalars"] if tag.startswith("eval/")]


def test_unknown_baseline_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"'saic' is unknown.*nearest is sayc"):
        learner(tmp_path / "run", evaluated(replace(EVERY_2, baselines=["saic"])))


def test_more_boards_than_validation_deals_are_refused() -> None:
    with pytest.raises(ValueError, match=r"eval\.boards=100000: there are \d+ validation deals"):
        Curve(EvalSettings(1, 100_000))
