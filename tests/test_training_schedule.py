"""What a run does when: the warm start, and rates that fall."""

from dataclasses import replace

import pytest

from training.schedule import stage_at
from training.settings import AlgorithmSettings, TrainSettings

WARM = TrainSettings(
    train=AlgorithmSettings(
        total_timesteps=3000,
        imitation_timesteps=1000,
        imitation_learning_rate=0.01,
        learning_rate=0.004,
        ent_coef=0.02,
        anneal_ent=True,
    )
)


@pytest.mark.parametrize(("step", "algorithm"), [(0, "imitation"), (999, "imitation"), (1000, "ppo"), (3500, "ppo")])
def test_first_turns_imitate_the_teacher_and_the_rest_is_the_algorithms(step: int, algorithm: str) -> None:
    assert stage_at(WARM, step).settings.algorithm == algorithm


@pytest.mark.parametrize(
    ("step", "rate"), [(0, 0.01), (500, 0.005), (1000, 0.004), (2000, 0.002), (3000, 0.0), (3500, 0.0)]
)
def test_learning_rate_falls_to_zero_over_each_stage(step: int, rate: float) -> None:
    assert stage_at(WARM, step).learning_rate == pytest.approx(rate)


def test_entropy_bonus_falls_over_the_algorithms_stage_and_is_none_while_imitating() -> None:
    assert [stage_at(WARM, step).ent_coef for step in (500, 1000, 2000)] == pytest.approx([0.0, 0.02, 0.01])


def test_run_without_a_warm_start_is_the_algorithms_from_the_first_turn() -> None:
    stage = stage_at(TrainSettings(train=AlgorithmSettings(total_timesteps=100)), 0)
    assert (stage.settings.algorithm, stage.left) == ("ppo", 1.0)


def test_run_that_starts_from_a_checkpoint_needs_no_warm_start() -> None:
    assert stage_at(replace(WARM, init="agent.safetensors"), 0).settings.algorithm == "ppo"
