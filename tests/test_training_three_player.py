"""The learner in three-player auction bridge: who learns, what it is paid, and the run from settings to standings."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import agents
from agents.batched import make_batched
from agents.learned import LearnedAgent, PolicyNetwork
from agents.learned.network import NetworkSettings
from bridge.solved import random_owners, shipped_deals
from bridge.three_player_batch import ThreePlayerBoards
from evaluation.three_player.round_robin import declarer_tricks
from training.rollout import collect
from training.run import train_and_match
from training.settings import AlgorithmSettings, OpponentSettings, RewardSettings, TrainSettings
from training.three_player import ThreePlayerLearner, check, seated


def settings_of(**changes) -> TrainSettings:
    small = {
        "game": "three_player",
        "points": "revised",
        "match_boards": 0,
        "jobs": 1,
        "network": NetworkSettings(encoder_size=16, memory_size=8),
        "opponent": OpponentSettings(names=["self", "attacking"], shares=[0.5, 0.5]),
        "reward": RewardSettings(scale=50.0),
        "train": AlgorithmSettings(total_timesteps=1, num_envs=24, num_minibatches=1, update_epochs=1),
    }
    return TrainSettings(**(small | changes))


def learner_of(folder: Path, **changes) -> ThreePlayerLearner:
    return ThreePlayerLearner(settings_of(**changes), folder, shipped_deals())


def test_the_fourth_hand_never_learns():
    assert not seated([(None, 0.5), (make_batched("pass", 20, np.random.default_rng(0)), 0.5)], 20).learns[:, 3].any()


def test_three_seats_learn_in_self_play():
    assert (seated([(None, 1.0)], 6).learns.sum(axis=1) == 3).all()


def test_against_an_opponent_one_seat_learns_and_sits_everywhere_in_turn():
    learns = seated([(make_batched("pass", 6, np.random.default_rng(0)), 1.0)], 6).learns
    assert (learns.sum(axis=1) == 1).all()
    assert (learns[:, :3].sum(axis=0) == 2).all()


def test_every_player_is_paid_its_own_points(tmp_path, monkeypatch):
    learner = learner_of(tmp_path, opponent=OpponentSettings(names=["self"], shares=[1.0]))
    seen = {}

    def recorded(*arguments, **options):
        seen["boards"] = arguments[1]
        return collect(*arguments, **options)

    monkeypatch.setattr("training.three_player.collect", recorded)
    learned = []
    monkeypatch.setattr("training.update.Update.run", lambda self, batch: learned.append(batch) or {})
    learner.iterate()
    boards = seen["boards"]
    paid = boards.payoffs(declarer_tricks(boards.states, "heuristic")).ravel()
    assert learned[0].rewards.sum(dim=0).numpy() == pytest.approx(paid / 50, abs=1e-5)
    assert len(set(paid.tolist())) > 3


def test_an_iteration_is_the_same_for_the_same_seed(tmp_path):
    first, second = (learner_of(tmp_path / name).iterate() for name in ("one", "two"))
    timeless = {key for key in first if not key.startswith("time/") and key != "charts/SPS"}
    assert {key: first[key] for key in timeless} == {key: second[key] for key in timeless}


def test_a_batch_of_boards_asks_a_network_as_the_table_does():
    """What the learner sees in training is what its agent sees in a match."""
    network = PolicyNetwork(NetworkSettings(encoder_size=16, memory_size=8))
    rng = np.random.default_rng(5)
    boards = ThreePlayerBoards(random_owners(rng, 10), rng.integers(3, size=10))
    opponents = [LearnedAgent(network) for _ in range(3)]
    rows, players = np.arange(10), boards.actors()
    observations, masks = boards.observe(rows, players, network.n_inputs)
    together, _ = opponents[0].act_batch(observations, masks, network.initial_memory(10))
    alone = []
    for row, player in zip(rows, players, strict=True):
        opponents[player].reset(boards.view(row, player).seat, rng)
        alone.append(opponents[player].act(boards.view(row, player)))
    assert together.tolist() == alone


def test_a_run_trains_and_meets_the_strategies(tmp_path, capsys):
    train_and_match(settings_of(output=str(tmp_path / "run"), match_boards=2))
    assert "Round robin under the revised table" in capsys.readouterr().out
    result = json.loads((tmp_path / "run" / "matches.json").read_text(encoding="utf-8"))
    assert len(result["standings"]) == 5
    assert agents.can_bid(agents.make(tmp_path / "run" / "agent.safetensors"))


def test_a_few_iterations_learn_not_to_overbid(tmp_path):
    """A new network bids at random, mostly too high to be paid; when the others pass, low bids are to be learnt."""
    learner = learner_of(
        tmp_path,
        opponent=OpponentSettings(names=["pass"], shares=[1.0]),
        train=AlgorithmSettings(total_timesteps=10**6, num_envs=192, num_minibatches=2, learning_rate=3e-3),
    )
    scores = [learner.iterate()["charts/episodic_return"] for _ in range(15)]
    assert np.mean(scores[-3:]) > np.mean(scores[:3]) + 10


def test_a_teacher_without_a_partner_is_imitated(tmp_path):
    learner = learner_of(tmp_path, train=AlgorithmSettings(algorithm="imitation", teacher="attacking", num_envs=24))
    assert learner.iterate()["losses/policy_loss"] > 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"points": "old"}, "point table"),
        ({"reward": RewardSettings(kind="imps")}, "reward.kind=raw"),
        ({"opponent": OpponentSettings(names=["sayc"], shares=[1.0])}, "opponent.names: sayc bids with a partner"),
        ({"opponent": OpponentSettings(names=["sayc+heuristic"], shares=[1.0])}, "bids with a partner"),
        ({"train": AlgorithmSettings(algorithm="imitation")}, "train.teacher: sayc bids with a partner"),
        ({"train": AlgorithmSettings(imitation_timesteps=1000)}, "train.teacher: sayc bids with a partner"),
        ({"deals": "more.npy"}, "dealt at random"),
        ({"train": AlgorithmSettings(foresight_coef=1.0)}, "nobody has a partner"),
    ],
)
def test_settings_that_mean_nothing_here_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        check(settings_of(**changes))
