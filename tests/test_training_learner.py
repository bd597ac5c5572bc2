"""Runs: the same seed learns the same, an interrupted run goes on as if nothing had happened, files come whole."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from two_processes import run_in_two_processes

import agents
from agents.batched import make_batched
from agents.learned import Memory, NetworkSettings, PolicyNetwork, load_network
from bridge.seats import Seat
from bridge.solved import shipped_deals
from bridge.view import View
from envs.random_agent import RandomBatchAgent
from training.learner import Learner
from training.lineup import lineup
from training.rollout import collect, draw_boards
from training.settings import (
    AlgorithmSettings,
    CriticSettings,
    EvalSettings,
    OpponentSettings,
    RewardSettings,
    TrainSettings,
)

REPOSITORY = Path(__file__).parents[1]

SETTINGS = TrainSettings(
    seed=5,
    checkpoint_every=1,
    network=NetworkSettings(encoder_size=16, memory_size=8),
    opponent=OpponentSettings(["random"], [1.0]),
    train=AlgorithmSettings(total_timesteps=2000, num_envs=64, num_minibatches=2, update_epochs=1),
    eval=EvalSettings(every=0),
)

PLAY_SETTINGS = replace(
    SETTINGS,
    network=replace(SETTINGS.network, phase="play"),
    opponent=OpponentSettings(["self", "heuristic"], [0.5, 0.5]),
    reward=RewardSettings("imps", "contract", 5.0),
    critic=CriticSettings("all", 16),
    train=replace(SETTINGS.train, num_envs=24, total_timesteps=4000),
)
FULL_SETTINGS = replace(
    PLAY_SETTINGS,
    network=replace(SETTINGS.network, phase="full"),
    opponent=OpponentSettings(["sayc"], [1.0]),
    reward=RewardSettings("imps", "par", 5.0),
)
ALL_SEEING = replace(SETTINGS, critic=CriticSettings("all", 8))
OF_PHASE = {"auction": SETTINGS, "play": PLAY_SETTINGS, "full": FULL_SETTINGS}


def learner(folder: Path, settings: TrainSettings = SETTINGS) -> Learner:
    return Learner(settings, folder, shipped_deals().part("train"))


def run_for(iterations: int, learner: Learner) -> None:
    for _, _ in zip(range(iterations), learner.train(), strict=False):
        pass


def weights(learner: Learner) -> dict[str, torch.Tensor]:
    return learner.network.state_dict()


def test_run_that_was_stopped_and_resumed_learns_what_one_without_a_stop_learns(tmp_path: Path) -> None:
    whole = learner(tmp_path / "whole")
    run_for(1000, whole)
    run_for(2, learner(tmp_path / "stopped"))
    resumed = learner(tmp_path / "stopped")
    resumed.load()
    assert 0 < resumed.iteration < whole.iteration
    run_for(1000, resumed)
    assert resumed.global_step == whole.global_step
    for name, value in weights(whole).items():
        assert torch.equal(weights(resumed)[name], value), name


@pytest.mark.parametrize("phase", OF_PHASE)
def test_same_seed_learns_the_same_and_another_seed_does_not(tmp_path: Path, phase: str) -> None:
    settings = OF_PHASE[phase]
    one, two = learner(tmp_path / "1", settings), learner(tmp_path / "2", settings)
    other = learner(tmp_path / "3", replace(settings, seed=6))
    losses = [[value for name, value in each.iterate().items() if "losses" in name] for each in (one, two, other)]
    assert losses[0] == losses[1] != losses[2]
    assert all(torch.equal(weights(one)[name], weights(two)[name]) for name in weights(one))
    assert any(not torch.equal(weights(one)[name], weights(other)[name]) for name in weights(one))


@pytest.mark.parametrize("algorithm", ["ppo", "reinforce"])
@pytest.mark.parametrize("kind", ["lstm", "mlp"])
def test_learner_scores_more_against_random_bidders_after_a_little_training(
    tmp_path: Path, algorithm: str, kind: str
) -> None:
    train = AlgorithmSettings(algorithm=algorithm, total_timesteps=25_000, num_envs=128, learning_rate=3e-3)
    network = NetworkSettings(kind=kind, encoder_size=32, memory_size=16)
    settings = replace(SETTINGS, train=train, network=network, checkpoint_every=1000)
    returns = [metrics["charts/episodic_return"] for metrics in learner(tmp_path, settings).train()]
    assert np.mean(returns[-5:]) > np.mean(returns[:5]) + 300


def test_imitation_agrees_with_its_teacher_more_and_more(tmp_path: Path) -> None:
    train = AlgorithmSettings(
        algorithm="imitation", total_timesteps=20_000, num_envs=128, learning_rate=3e-3, teacher_share=1.0
    )
    settings = replace(SETTINGS, train=train, opponent=OpponentSettings(["self"], [1.0]), checkpoint_every=1000)
    metrics = list(learner(tmp_path, settings).train())
    assert metrics[-1]["losses/policy_loss"] < 0.6 * metrics[0]["losses/policy_loss"]
    assert metrics[-1]["charts/agreement"] > metrics[0]["charts/agreement"]


@pytest.mark.slow
def test_card_player_agrees_with_its_teacher_more_and_more(tmp_path: Path) -> None:
    train = AlgorithmSettings(
        algorithm="imitation", total_timesteps=15_000, num_envs=8, learning_rate=6e-3, teacher="heuristic"
    )
    settings = replace(PLAY_SETTINGS, train=train, opponent=OpponentSettings(["self"], [1.0]), checkpoint_every=1000)
    metrics = list(learner(tmp_path, settings).train())
    first, last = ([each["losses/policy_loss"] for each in part] for part in (metrics[:5], metrics[-5:]))
    assert np.mean(last) < 0.95 * np.mean(first)


def test_learner_plays_its_past_selves_and_resumes_among_them(tmp_path: Path) -> None:
    league = OpponentSettings(["self", "past"], [0.5, 0.5], past_every=1, past_kept=2)
    settings = replace(SETTINGS, opponent=league)
    whole = learner(tmp_path / "whole", settings)
    run_for(1000, whole)
    assert 2 <= len(list((tmp_path / "whole" / "past").iterdir())) <= 5
    run_for(2, learner(tmp_path / "stopped", settings))
    resumed = learner(tmp_path / "stopped", settings)
    resumed.load()
    run_for(1000, resumed)
    assert all(torch.equal(weights(whole)[name], weights(resumed)[name]) for name in weights(whole))


@pytest.mark.parametrize("stopped_after", [1, 3])
def test_run_with_a_warm_start_resumes_in_either_stage(tmp_path: Path, stopped_after: int) -> None:
    train = replace(SETTINGS.train, imitation_timesteps=SETTINGS.train.total_timesteps // 2)
    settings = replace(SETTINGS, train=train)
    whole = learner(tmp_path / "whole", settings)
    imitated = ["charts/agreement" in metrics for metrics in whole.train()]
    assert imitated == sorted(imitated, reverse=True)
    assert imitated[0]
    assert not imitated[-1]
    run_for(stopped_after, learner(tmp_path / "stopped", settings))
    resumed = learner(tmp_path / "stopped", settings)
    resumed.load()
    run_for(1000, resumed)
    assert all(torch.equal(weights(whole)[name], weights(resumed)[name]) for name in weights(whole))


@pytest.mark.parametrize("against", ["par", "sayc"])
def test_learner_is_paid_in_imps_and_judged_by_a_critic_that_sees_all(tmp_path: Path, against: str) -> None:
    reward = RewardSettings("imps", against, 5.0)
    metrics = learner(tmp_path, replace(SETTINGS, reward=reward, critic=CriticSettings("all", 16))).iterate()
    assert np.isfinite(metrics["losses/value_loss"])


def test_policy_stays_while_only_the_critic_learns(tmp_path: Path) -> None:
    settings = replace(
        SETTINGS, train=replace(SETTINGS.train, critic_iterations=1, vf_coef=1.0), critic=CriticSettings("all", 16)
    )
    alone = learner(tmp_path, settings)
    before = {name: value.clone() for name, value in weights(alone).items()}
    critic_before = [value.clone() for value in alone.model.critic.parameters()]  # type: ignore[union-attr]
    alone.iterate()
    assert all(torch.equal(weights(alone)[name], before[name]) for name in before)
    assert alone.model.critic is not None
    assert any(not torch.equal(a, b) for a, b in zip(alone.model.critic.parameters(), critic_before, strict=True))
    alone.iterate()
    assert any(not torch.equal(weights(alone)[name], before[name]) for name in before)


def test_learner_starts_from_the_weights_that_init_names(tmp_path: Path) -> None:
    first = learner(tmp_path / "first")
    run_for(1, first)
    path = str(tmp_path / "first" / "agent.safetensors")
    second = learner(tmp_path / "second", replace(SETTINGS, init=path))
    assert all(torch.equal(weights(first)[name], weights(second)[name]) for name in weights(first))
    other = replace(SETTINGS, init=path, network=replace(SETTINGS.network, memory_size=9))
    with pytest.raises(ValueError, match=r"init: .* another shape: give network\.memory_size=8$"):
        learner(tmp_path / "third", other)


def test_learner_starts_from_a_shipped_bidder_by_its_name(tmp_path: Path) -> None:
    shape = replace(SETTINGS.network, encoder_size=512, encoder_layers=2, memory_size=128)
    started = learner(tmp_path, replace(SETTINGS, init="lstm_bidder", network=shape))
    shipped, _ = load_network(REPOSITORY / "checkpoints" / "lstm_bidder.safetensors")
    assert all(torch.equal(value, shipped.state_dict()[name]) for name, value in weights(started).items())


def test_learner_takes_over_the_critic_of_the_run_that_init_names(tmp_path: Path) -> None:
    first = learner(tmp_path / "first", ALL_SEEING)
    run_for(2, first)
    second = learner(tmp_path / "second", replace(ALL_SEEING, init=str(tmp_path / "first")))
    assert second.iteration == 0
    assert first.iteration > 0
    for name, value in first.model.state_dict().items():
        assert torch.equal(second.model.state_dict()[name], value), name
    assert second.optimizer.state_dict()["state"].keys() == first.optimizer.state_dict()["state"].keys()


def test_critic_of_another_kind_is_not_taken_over(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path / "first", ALL_SEEING))
    with pytest.raises(ValueError, match=r"init: .* another critic .* takes the network alone$"):
        learner(tmp_path / "second", replace(SETTINGS, init=str(tmp_path / "first")))


def test_damaged_run_is_not_taken_over(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path / "first", ALL_SEEING))
    resume = tmp_path / "first" / "resume.pt"
    resume.write_bytes(resume.read_bytes()[:1000])
    with pytest.raises(ValueError, match=r"init: .*resume\.pt is damaged; .* takes the network alone$"):
        learner(tmp_path / "second", replace(ALL_SEEING, init=str(tmp_path / "first")))


def test_init_must_name_a_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="init: 'sayc' is no checkpoint"):
        learner(tmp_path, replace(SETTINGS, init="sayc"))


@pytest.mark.parametrize(
    "named",
    [
        {"opponent": OpponentSettings(["lstm_bidder"], [1.0])},
        {"reward": RewardSettings("imps", "lstm_bidder", 5.0)},
        {"train": replace(SETTINGS.train, algorithm="imitation", teacher="lstm_bidder")},
    ],
    ids=["opponent", "reward", "teacher"],
)
def test_a_shipped_bidder_is_named_like_any_other_agent(tmp_path: Path, named: dict[str, Any]) -> None:
    one = learner(tmp_path, replace(SETTINGS, **named))
    assert one.iterate()["charts/learner_turns"] > 0


def test_shares_must_match_the_opponents() -> None:
    with pytest.raises(ValueError, match=r"opponent\.shares has 1 numbers for 2 names"):
        OpponentSettings(["self", "sayc"], [1.0])


def test_self_play_records_all_four_seats(tmp_path: Path) -> None:
    alone = learner(tmp_path, replace(SETTINGS, opponent=OpponentSettings(["self"], [1.0])))
    metrics = alone.iterate()
    assert metrics["charts/learner_turns"] == metrics["charts/calls_per_board"] * SETTINGS.train.num_envs


def test_resuming_with_other_settings_is_refused_by_name(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path))
    changed = replace(SETTINGS, train=replace(SETTINGS.train, learning_rate=0.5))
    with pytest.raises(ValueError, match=r"train\.learning_rate was 0\.001 when the run began and is 0\.5 now"):
        learner(tmp_path, changed).load()


def test_resuming_where_there_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no run"):
        learner(tmp_path / "nothing").load()


def test_damaged_resume_file_is_refused_in_one_line(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path))
    (tmp_path / "resume.pt").write_bytes(b"garbage")
    with pytest.raises(ValueError, match=r"resume\.pt cannot be read") as error:
        learner(tmp_path).load()
    assert "\n" not in str(error.value)


def test_resume_file_holds_tensors_and_plain_values_only(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path))
    state = torch.load(tmp_path / "resume.pt", map_location="cpu", weights_only=True)
    assert set(state) == {"model", "optimizer", "iteration", "global_step", "algorithm", "stage_began"}


def test_checkpoint_says_where_it_comes_from(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path))
    _, origin = load_network(tmp_path / "agent.safetensors")
    assert origin["settings"]["seed"] == 5
    assert origin["global_step"] > 0


def test_unknown_opponent_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"'saic' is unknown.*nearest is sayc"):
        learner(tmp_path / "run", replace(SETTINGS, opponent=OpponentSettings(["saic"], [1.0])))
    assert not (tmp_path / "run").exists()


class WatchedNetwork(PolicyNetwork):
    """A policy of a user's own, which forgets to reset its memory; it writes down what it is given."""

    def __init__(self) -> None:
        super().__init__(NetworkSettings(encoder_size=8, memory_size=4))
        self.first_memories: list[Memory] = []

    def forward(
        self, observations: torch.Tensor, masks: torch.Tensor, counts: Sequence[int], memory: Memory | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, Memory | None]:
        first = observations[:, 64:68].sum(dim=1) + observations[:, 640:675].sum(dim=1) == 0
        if bool(first.all()):
            assert memory is not None
            self.first_memories.append(memory)
        return super().forward(observations, masks, counts, memory)


def test_trainer_empties_the_memory_of_any_policy_before_each_board() -> None:
    network = WatchedNetwork()
    for seed in (1, 2):
        boards, _ = draw_boards(shipped_deals().part("train"), 16, np.random.default_rng(seed))
        seating = lineup(16, [(RandomBatchAgent(np.random.default_rng(seed)), 1.0)])
        collect(network, boards, seating, torch.Generator().manual_seed(seed))
    assert len(network.first_memories) >= 2
    assert all(not memory.hidden.any() and not memory.cell.any() for memory in network.first_memories)


@pytest.mark.parametrize("name", ["pass", "sayc", "random"])
def test_opponents_of_every_kind_make_legal_calls(name: str) -> None:
    boards, _ = draw_boards(shipped_deals().part("train"), 8, np.random.default_rng(0))
    opponent = make_batched(name, 8, np.random.default_rng(1))
    rows = np.arange(8)
    while len(rows):
        boards.act(rows, opponent.act(boards, rows, boards.actors()[rows]))
        rows = np.flatnonzero(boards.in_auction())
    assert bool((boards.states["n_calls"] >= 4).all())


def test_checkpoint_as_opponent_bids_like_the_checkpoint_as_agent(tmp_path: Path) -> None:
    run_for(1, learner(tmp_path))
    path = str(tmp_path / "agent.safetensors")
    boards, _ = draw_boards(shipped_deals().part("train"), 4, np.random.default_rng(0))
    opponent = make_batched(path, 4, np.random.default_rng(1))
    players = [[agents.make(path) for _ in Seat] for _ in range(4)]
    rows = np.arange(4)
    while len(rows):
        seats = boards.actors()[rows]
        answers = [
            players[row][seat].act(View(boards.states[row], Seat(seat)))
            for row, seat in zip(rows.tolist(), seats.tolist(), strict=True)
        ]
        actions = opponent.act(boards, rows, seats)
        assert actions.tolist() == answers
        boards.act(rows, actions)
        rows = np.flatnonzero(boards.in_auction())


ARGUMENTS = [
    "opponent=random",
    "train.total_timesteps=300",
    "train.num_envs=32",
    "network.encoder_size=16",
    "network.memory_size=8",
    "match_boards=2",
    "eval.boards=8",
    "jobs=1",
]


def train(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(REPOSITORY / "train.py"), *ARGUMENTS, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.slow
def test_train_runs_writes_its_files_and_prints_the_matches(tmp_path: Path) -> None:
    done = train(tmp_path, "output=run")
    assert done.returncode == 0, done.stderr
    assert "trained against sayc" in done.stdout
    assert "untrained against sayc" in done.stdout
    names = {path.name.split(".")[0] for path in (tmp_path / "run").iterdir()}
    assert names == {"agent", "events", "matches", "provenance", "resume", "settings", "untrained"}
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    matches = json.loads((tmp_path / "run" / "matches.json").read_text())
    assert {(row["first"], row["second"]) for row in matches} >= {("trained", "sayc"), ("untrained", "sayc")}
    again = train(tmp_path, "output=run")
    assert again.returncode == 2
    assert again.stderr.startswith("error: output: folder run is not empty")
    assert again.stderr.count("\n") == 1
    resumed = train(tmp_path, "resume=run", "match_boards=0")
    assert resumed.returncode == 0, resumed.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moment", "phase"), [("rollout", "auction"), ("update", "auction"), ("save", "auction"), ("rollout", "play")]
)
def test_killed_run_goes_on_as_if_nothing_had_happened(tmp_path: Path, moment: str, phase: str) -> None:
    """SIGKILL while boards are played, while the network learns, and while a checkpoint is being written."""
    code = """
import os, signal, sys
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/tests"]
from pathlib import Path
import training.learner as module
from test_training_learner import OF_PHASE, learner

target = {"rollout": "collect", "update": "_own_score", "save": "torch"}[sys.argv[3]]
calls = 0

def dying(function):
    def wrapped(*args, **kwargs):
        global calls
        calls += 1
        if calls == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **kwargs)
    return wrapped

if target == "torch":
    def half(state, path, function=module.torch.save):
        global calls
        calls += 1
        if calls == 3:
            Path(path).write_bytes(b"half of a checkpoint")
            os.kill(os.getpid(), signal.SIGKILL)
        function(state, path)
    module.torch.save = half
else:
    setattr(module, target, dying(getattr(module, target)))
for _ in learner(Path(sys.argv[2]), OF_PHASE[sys.argv[4]]).train():
    pass
"""
    folder = tmp_path / "killed"
    command = [sys.executable, "-c", code, str(REPOSITORY), str(folder), moment, phase]
    done = subprocess.run(command, check=False, timeout=300)
    assert done.returncode == -9
    whole, resumed = learner(tmp_path / "whole", OF_PHASE[phase]), learner(folder, OF_PHASE[phase])
    run_for(1000, whole)
    resumed.load()
    assert 0 < resumed.iteration < whole.iteration
    run_for(1000, resumed)
    assert all(torch.equal(weights(whole)[name], weights(resumed)[name]) for name in weights(whole))


@pytest.mark.slow
def test_train_plays_cards_from_the_command_line_and_matches_the_result(tmp_path: Path) -> None:
    done = train(tmp_path, "phase=play", "opponent=heuristic", "output=run")
    assert done.returncode == 0, done.stderr
    assert "trained against heuristic" in done.stdout
    assert "same contracts" in done.stdout
    _, origin = load_network(tmp_path / "run" / "agent.safetensors")
    assert origin["settings"]["reward"]["against"] == "contract"


@pytest.mark.slow
def test_two_processes_share_one_run(tmp_path: Path) -> None:
    printed = run_in_two_processes([str(REPOSITORY / "train.py"), *ARGUMENTS, "output=run"], tmp_path)
    assert printed.count("turn 0: ") == 1, "one process evaluates"
    state = torch.load(tmp_path / "run" / "resume.pt", weights_only=True)
    assert state["global_step"] >= 300
    assert {path.name.split(".")[0] for path in (tmp_path / "run").iterdir()} >= {"agent", "resume", "settings"}


def logged_losses(folder: Path) -> list[float]:
    events = EventAccumulator(str(folder)).Reload()
    return [event.value for event in events.Scalars("losses/policy_loss")]


@pytest.mark.slow
def test_two_processes_have_the_learning_curve_of_one_with_twice_the_boards(tmp_path: Path) -> None:
    script = (
        str(REPOSITORY / "train.py"),
        "train=imitation",
        "train.total_timesteps=20000",
        "train.learning_rate=3e-3",
        "network.encoder_size=32",
        "network.memory_size=16",
        "match_boards=0",
        "eval.every=0",
    )
    alone = [sys.executable, *script, "train.num_envs=128", "output=one"]
    done = subprocess.run(alone, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    run_in_two_processes([*script, "train.num_envs=64", "output=two"], tmp_path)
    one, two = (np.array(logged_losses(tmp_path / name)) for name in ("one", "two"))
    assert abs(len(one) - len(two)) <= 1
    late = len(one) // 2
    # Between seeds the mean of these losses varies by a few hundredths; the curve falls by more than a third.
    assert abs(one[late:].mean() - two[late:].mean()) < 0.15
    assert one[late:].mean() < 0.8 * one[0]
