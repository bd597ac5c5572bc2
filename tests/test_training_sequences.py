"""A seat's turns, rewards and memory on its own clock."""

import numpy as np
import pytest
import torch

from agents.learned import NetworkSettings, PolicyNetwork
from agents.learned.memories import SeatMemories
from bridge.actions import N_ACTIONS, PASS, index
from bridge.batch import Boards
from bridge.solved import shipped_deals
from envs.random_agent import RandomBatchAgent
from training import losses
from training.hidden import HIDDEN_SIZE
from training.lineup import Lineup, lineup
from training.rollout import collect, draw_boards
from training.sequences import SequenceBatch, SequenceRecorder


def finished(recorder: SequenceRecorder, rewards: list[float]) -> SequenceBatch:
    hidden = np.zeros((len(rewards), HIDDEN_SIZE), dtype=np.int8)
    return recorder.finish(np.array(rewards, dtype=np.float32), hidden)


def record(recorder: SequenceRecorder, sequences: list[int], action: int) -> None:
    n = len(sequences)
    recorder.add(
        np.array(sequences),
        np.full((n, 3), action, dtype=np.int8),
        np.ones((n, N_ACTIONS), dtype=np.int8),
        np.full(n, action),
        np.zeros(n, dtype=np.float32),
        np.zeros(n, dtype=np.float32),
    )


def test_declarer_who_plays_twice_running_takes_two_turns_of_his_own() -> None:
    recorder = SequenceRecorder(4, 3)
    for action, seat in enumerate([1, 0, 2, 0, 0, 3], start=1):
        record(recorder, [seat], action)
    batch = finished(recorder, [5, -5, 5, -5])
    assert batch.valid.sum(dim=0).tolist() == [3, 1, 1, 1]
    assert batch.actions[:, 0].tolist() == [2, 4, 5]
    assert batch.rewards[:, 0].tolist() == [0, 0, 5]


def test_final_reward_reaches_the_three_seats_that_did_not_act_last() -> None:
    recorder = SequenceRecorder(4, 3)
    for seat in (0, 1, 2, 3, 0):
        record(recorder, [seat], PASS)
    batch = finished(recorder, [1, 2, 3, 4])
    last = batch.valid.sum(dim=0) - 1
    assert batch.rewards[last, torch.arange(4)].tolist() == [1, 2, 3, 4]
    assert float(batch.rewards.sum()) == 10


def test_advantages_of_two_turns_running_follow_the_seats_own_clock() -> None:
    recorder = SequenceRecorder(1, 3)
    record(recorder, [0], 1)
    record(recorder, [0], 2)
    batch = finished(recorder, [1])
    values = torch.tensor([[0.25], [0.5]])
    result = losses.advantages(batch.rewards, values, batch.valid, 1.0, 1.0)
    assert result.squeeze(1).tolist() == [0.75, 0.5]


def test_long_sequences_are_kept_whole() -> None:
    recorder = SequenceRecorder(2, 3)
    for turn in range(40):
        record(recorder, [1], turn)
    batch = finished(recorder, [0.0] * 2)
    assert batch.actions[:, 1].tolist() == list(range(40))


def test_packed_sequences_lie_turn_after_turn_the_longest_first() -> None:
    recorder = SequenceRecorder(3, 3)
    for seat, turns in enumerate((1, 2, 5)):
        for turn in range(turns):
            record(recorder, [seat], 10 * seat + turn)
    batch = finished(recorder, [0.0] * 3)
    part = batch.packed(torch.tensor([0, 2, 1]), batch.rewards, batch.rewards)
    assert part.counts == (3, 2, 1, 1, 1)
    assert part.actions.tolist() == [20, 10, 0, 21, 11, 22, 23, 24]
    assert part.sequences.tolist() == [0, 1, 2, 0, 1, 0, 0, 0]


def test_dummy_who_never_plays_has_no_sequence_to_learn_from() -> None:
    recorder = SequenceRecorder(4, 3)
    for seat in (0, 1, 3):
        record(recorder, [seat], seat)
    assert finished(recorder, [0.0] * 4).acted().tolist() == [0, 1, 3]


def small_network(kind: str = "lstm") -> PolicyNetwork:
    torch.manual_seed(0)
    return PolicyNetwork(NetworkSettings(kind=kind, encoder_size=16, memory_size=8))


def rolled_out(
    kind: str = "lstm", self_play: bool = False, seed: int = 0
) -> tuple[PolicyNetwork, Boards, Lineup, SequenceRecorder]:
    rng = np.random.default_rng(seed)
    network = small_network(kind)
    boards, _ = draw_boards(shipped_deals().part("train"), 64, rng)
    seating = lineup(64, [(None if self_play else RandomBatchAgent(rng), 1.0)])
    recorder = collect(network, boards, seating, torch.Generator().manual_seed(seed))
    return network, boards, seating, recorder


@pytest.mark.parametrize("kind", ["lstm", "mlp"])
def test_ratio_is_one_before_the_first_gradient_step(kind: str) -> None:
    network, _, _, recorder = rolled_out(kind)
    batch = finished(recorder, [0.0] * len(recorder.lengths))
    turns = batch.packed(batch.acted(), batch.rewards, batch.rewards)
    logits, values, _ = network(turns.observations, turns.masks, turns.counts)
    ratio = (losses.choice_of(logits, turns.actions).log_prob - turns.log_probs).exp()
    torch.testing.assert_close(ratio, torch.ones_like(ratio), atol=1e-5, rtol=0)
    torch.testing.assert_close(values, turns.values, atol=1e-5, rtol=0)


def test_every_learner_turn_of_the_auctions_is_recorded_once() -> None:
    _, boards, _, recorder = rolled_out(self_play=True)
    assert int(recorder.lengths.sum()) == int(boards.states["n_calls"].sum())


def test_every_recorded_turn_had_a_legal_action_to_the_last() -> None:
    _, _, _, recorder = rolled_out(self_play=True)
    batch = finished(recorder, [0.0] * len(recorder.lengths))
    assert bool(batch.masks.any(dim=-1)[batch.valid].all())
    assert bool(batch.masks.gather(-1, batch.actions.unsqueeze(-1) + PASS).squeeze(-1)[batch.valid].all())


def test_learner_sits_north_south_and_east_west_in_turn() -> None:
    learns = lineup(4, [(RandomBatchAgent(np.random.default_rng(0)), 1.0)]).learns
    assert learns.tolist() == [[True, False, True, False], [False, True, False, True]] * 2


def test_boards_are_shared_out_as_asked() -> None:
    opponents = [RandomBatchAgent(np.random.default_rng(seed)) for seed in range(2)]
    seating = lineup(8, [(opponents[0], 1.0), (None, 2.0), (opponents[1], 1.0)])
    assert seating.by_board.tolist() == [0, 0, -1, -1, -1, -1, 1, 1]
    assert seating.learns.sum(axis=1).tolist() == [2, 2, 4, 4, 4, 4, 2, 2]


def test_same_seed_gives_the_same_rollout() -> None:
    first, second, other = (rolled_out(seed=seed)[1].states["calls"] for seed in (3, 3, 4))
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)


def test_memory_of_a_seat_is_untouched_by_the_turns_of_others() -> None:
    network = small_network()
    memories = SeatMemories(network, 2)
    rows, seats = np.array([1]), np.array([2])
    fresh = memories.read(rows, seats)
    observations = torch.ones(1, network.n_inputs, dtype=torch.int8)
    _, _, later = network(observations, torch.ones(1, N_ACTIONS, dtype=torch.int8), [1], fresh)
    memories.write(rows, seats, later)
    assert torch.equal(memories.read(rows, seats).hidden, later.hidden)
    others = memories.read(np.array([0, 0, 0, 0, 1, 1, 1]), np.array([0, 1, 2, 3, 0, 1, 3]))
    assert torch.all(others.hidden == 0)


def test_illegal_action_in_a_batch_names_seat_and_reason_and_changes_nothing() -> None:
    owners, _ = shipped_deals().part("train").at(np.arange(2))
    boards = Boards(owners, [0, 1], [0, 0])
    with pytest.raises(ValueError, match="East cannot do X: there is no bid to double"):
        boards.act(np.array([0, 1]), np.array([PASS, index("X")]))
    assert boards.states["n_calls"].tolist() == [0, 0]


@pytest.mark.parametrize(("row", "action"), [(0, 999), (0, -1), (5, PASS), (-1, PASS)])
def test_action_or_board_that_does_not_exist_is_refused_in_a_batch(row: int, action: int) -> None:
    owners, _ = shipped_deals().part("train").at(np.arange(2))
    boards = Boards(owners, [0, 1], [0, 0])
    with pytest.raises(ValueError, match="numbered"):
        boards.act(np.array([row]), np.array([action]))
