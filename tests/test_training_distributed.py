"""Processes of one run learn together what one process with all their boards would learn."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn.parallel import DistributedDataParallel

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
    by_turn = ("observations", "masks", "actions", "log_probs", "values", "rewards", "valid")
    return SequenceBatch(*(getattr(batch, name)[:, chosen] for name in by_turn), hidden=batch.hidden[chosen])


def weights_after_an_update(algorithm: str, boards: slice) -> torch.Tensor:
    """All weights, in one row, after an update with plain gradient steps on the whole batch."""
    learner = model()
    trained = DistributedDataParallel(learner) if distributed.is_one_of_many() else learner
    settings = AlgorithmSettings(algorithm, num_minibatches=1, update_epochs=2, target_kl=100.0)
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
"""


@pytest.fixture(scope="module")
def weights_of_two_processes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, torch.Tensor]:
    folder = tmp_path_factory.mktemp("two")
    (folder / "one_of_two.py").write_text(
        f"import sys\nsys.path[:0] = [{str(TESTS.parent)!r}, {str(TESTS)!r}]\n{ONE_OF_TWO}", encoding="utf-8"
    )
    torchrun = str(Path(sys.executable).with_name("torchrun"))
    command = [torchrun, "--standalone", "--nproc-per-node=2", "one_of_two.py", "weights.pt"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    weights: dict[str, torch.Tensor] = torch.load(folder / "weights.pt", weights_only=True)
    return weights


def test_halves_of_the_boards_differ_in_turns_and_rewards() -> None:
    halves = [recorded(slice(start, start + BOARDS // 2)) for start in (0, BOARDS // 2)]
    turns = [int(half.valid.sum()) for half in halves]
    assert turns[0] > 1.3 * turns[1]
    assert float(halves[1].rewards.sum()) > 2 * float(halves[0].rewards.sum())


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_two_processes_with_half_the_boards_each_make_the_steps_of_one_with_all(
    weights_of_two_processes: dict[str, torch.Tensor], algorithm: str
) -> None:
    whole = weights_after_an_update(algorithm, slice(0, BOARDS))
    half = weights_after_an_update(algorithm, slice(0, BOARDS // 2))
    together = weights_of_two_processes[algorithm]
    torch.testing.assert_close(together, whole, atol=1e-5, rtol=1e-4)
    assert float((half - whole).abs().max()) > 1e-3
