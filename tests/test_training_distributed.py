"""Processes of one run learn together what one process with all their boards would learn."""

from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn.parallel import DistributedDataParallel
from two_processes import run_in_two_processes

from agents.learned import NetworkSettings, PolicyNetwork
from bridge.solved import shipped_deals
from training import distributed
from training.actor_critic import ActorCritic
from training.hidden import HIDDEN_SIZE
from training.lineup import Lineup
from training.rollout import collect, draw_boards
from training.sequences import SequenceBatch
from training.settings import AlgorithmSettings, CriticSettings
from training.update import Update

TESTS = Path(__file__).parent
BOARDS = 32
ALGORITHMS = ("ppo", "reinforce", "imitation")


def model() -> ActorCritic:
    torch.manual_seed(0)
    return ActorCritic(PolicyNetwork(NetworkSettings(encoder_size=16, memory_size=8)), CriticSettings())


def recorded(boards: slice) -> SequenceBatch:
    """The turns of all seats on some of the same boards; later boards have shorter auctions and are paid more."""
    drawn, _ = draw_boards(shipped_deals().part("train"), BOARDS, np.random.default_rng(0))
    network = model().actor
    with torch.no_grad():
        network.policy.bias[0] = 3.0  # passes often, so that the lengths of the auctions differ
    learns = np.ones((BOARDS, 4), dtype=bool)
    generator = torch.Generator().manual_seed(0)
    recorder = collect(network, drawn, Lineup(learns, (), np.full(BOARDS, -1)), generator)
    order = np.argsort(-drawn.states["n_calls"], kind="stable")[boards]
    sequences = (order[:, np.newaxis] * 4 + np.arange(4)).reshape(-1)
    paid = np.zeros(BOARDS * 4, dtype=np.float32)
    paid[sequences] = np.repeat(np.arange(BOARDS)[boards], 4) / 8.0
    batch = recorder.finish(paid, np.zeros((BOARDS * 4, HIDDEN_SIZE), dtype=np.int8))
    chosen = torch.from_numpy(sequences)
    by_turn = ("observations", "masks", "actions", "log_probs", "values", "rewards", "valid", "costs")
    return SequenceBatch(*(getattr(batch, name)[:, chosen] for name in by_turn), hidden=batch.hidden[chosen])


def weights_after_an_update(algorithm: str, boards: slice, minibatches: int = 1) -> torch.Tensor:
    """All weights, in one row, after an update with plain gradient steps, by default on the whole batch."""
    learner = model()
    trained = DistributedDataParallel(learner) if distributed.is_one_of_many() else learner
    settings = AlgorithmSettings(algorithm, num_minibatches=minibatches, update_epochs=2, target_kl=100.0)
    optimizer = torch.optim.SGD(learner.parameters(), lr=0.5)
    Update(trained, optimizer, settings, 0.02, False, torch.Generator().manual_seed(0)).run(recorded(boards))
    return torch.cat([value.detach().reshape(-1) for value in learner.parameters()])


ONE_OF_TWO = """
import sys
import torch
from test_training_distributed import ALGORITHMS, BOARDS, weights_after_an_update
from training import distributed

with distributed.process_group("cpu"):
    half = BOARDS // 2
    rank = distributed.rank()
    boards = slice(rank * half, (rank + 1) * half)
    weights = {name: weights_after_an_update(name, boards) for name in ALGORITHMS}
    if rank == 0:
        torch.save(weights, sys.argv[1])
    # Four boards have sixteen sequences, fewer than the minibatches that are asked for.
    boards = slice(0, 4) if rank == 0 else slice(4, BOARDS)
    torch.save(weights_after_an_update("ppo", boards, minibatches=20), f"few_and_many{rank}.pt")
"""


@pytest.fixture(scope="module")
def folder_of_two_processes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("two")
    (folder / "one_of_two.py").write_text(
        f"import sys\nsys.path[:0] = [{str(TESTS.parent)!r}, {str(TESTS)!r}]\n{ONE_OF_TWO}", encoding="utf-8"
    )
    run_in_two_processes(["one_of_two.py", "weights.pt"], folder)
    return folder


def test_halves_of_the_boards_differ_in_turns_and_rewards() -> None:
    halves = [recorded(slice(start, start + BOARDS // 2)) for start in (0, BOARDS // 2)]
    turns = [int(half.valid.sum()) for half in halves]
    assert turns[0] > 1.3 * turns[1]
    assert float(halves[1].rewards.sum()) > 2 * float(halves[0].rewards.sum())


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_two_processes_with_half_the_boards_each_make_the_steps_of_one_with_all(
    folder_of_two_processes: Path, algorithm: str
) -> None:
    whole = weights_after_an_update(algorithm, slice(0, BOARDS))
    half = weights_after_an_update(algorithm, slice(0, BOARDS // 2))
    together = torch.load(folder_of_two_processes / "weights.pt", weights_only=True)[algorithm]
    torch.testing.assert_close(together, whole, atol=1e-5, rtol=1e-4)
    assert float((half - whole).abs().max()) > 1e-3


@pytest.mark.slow
def test_a_process_with_fewer_sequences_than_minibatches_takes_as_many_steps_as_the_other(
    folder_of_two_processes: Path,
) -> None:
    few, many = (torch.load(folder_of_two_processes / f"few_and_many{rank}.pt", weights_only=True) for rank in (0, 1))
    torch.testing.assert_close(few, many, atol=0.0, rtol=0.0)


@pytest.mark.slow
def test_a_failure_of_two_processes_shows_what_they_wrote(tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text(
        "import os, sys\nsys.exit(f'process {os.environ[\"RANK\"]} revoked')\n", encoding="utf-8"
    )
    with pytest.raises(pytest.fail.Exception, match=r"process [01] revoked") as failure:
        run_in_two_processes(["failing.py"], tmp_path)
    assert str(failure.value).count("standard error") == 1, "a fault of the script's own gets no second chance"


LOST_ONCE = """
import os
import sys
from pathlib import Path

met = Path(f"met{os.environ['RANK']}")
if not met.exists():
    met.touch()
    sys.exit("torch.distributed.DistNetworkError: the other process did not come")
print("together")
"""


@pytest.mark.slow
def test_two_processes_that_missed_each_other_get_a_second_chance(tmp_path: Path) -> None:
    (tmp_path / "lost_once.py").write_text(LOST_ONCE, encoding="utf-8")
    (tmp_path / "met1").touch()
    assert run_in_two_processes(["lost_once.py"], tmp_path).count("together") == 2
