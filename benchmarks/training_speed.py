"""Training speed: steps per second, where the time goes, and how near the learner comes to plain matrix products.

    python benchmarks/training_speed.py

*End to end*: iterations of the default run with the default network. *Peer*: a feed-forward network of 0.6 million
parameters, ten epochs over minibatches of 1,024 turns, in self-play; the published PPO bridge trainer ``brl`` was
measured elsewhere at 4.7 thousand environment steps per second with that, on two cores of this kind. *Learner*: the
floating-point rate of the update, beside products of matrices of the same sizes in the same process.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from agents.learned import NetworkSettings, PolicyNetwork
from bridge.actions import N_CALLS
from bridge.solved import shipped_deals
from training.learner import Learner
from training.settings import AlgorithmSettings, OpponentSettings, TrainSettings

_PEER = TrainSettings(
    network=NetworkSettings(kind="mlp", encoder_size=550, memory_size=300),
    opponent=OpponentSettings(["self"], [1.0]),
    train=AlgorithmSettings(num_envs=1024, update_epochs=10, num_minibatches=10, target_kl=100.0),
)


def iterations(settings: TrainSettings, n: int) -> tuple[Learner, list[dict[str, float]]]:
    """A learner and the figures of ``n`` iterations, the first of which (compilation, warm-up) does not count."""
    with tempfile.TemporaryDirectory() as folder:
        learner = Learner(settings, Path(folder) / "run", shipped_deals().part("train"))
        learner.iterate()
        return learner, [learner.iterate() for _ in range(n)]


def report(name: str, settings: TrainSettings, n: int) -> None:
    """Print steps per second and the shares of an iteration's time."""
    learner, figures = iterations(settings, n)
    parameters = sum(weights.numel() for weights in learner.network.parameters())
    speed = np.median([figure["charts/SPS"] for figure in figures])
    shares = {key: np.median([figure[key] for figure in figures]) for key in figures[0] if key.startswith("time/")}
    split = ", ".join(f"{key.removeprefix('time/')} {share:.0%}" for key, share in shares.items())
    print(f"{name:<10} {parameters / 1e6:.2f} M parameters, {speed:>8,.0f} learner turns/s: {split}")


def layer_sizes(network: PolicyNetwork) -> Iterator[tuple[int, int]]:
    """Inputs and outputs of every matrix that a turn is multiplied by."""
    encoder, memory = network.settings.encoder_size, network.settings.memory_size
    yield network.n_inputs, encoder
    if network.lstm is None:
        yield encoder, memory
    else:
        yield encoder, 4 * memory
        yield memory, 4 * memory
    yield encoder + memory, N_CALLS + 1


def learner_rate(settings: TrainSettings) -> tuple[float, int]:
    """GFLOP/s of the update's matrix products over its whole time, and the turns of a minibatch."""
    learner, figures = iterations(settings, 5)
    flop_a_turn = 3 * sum(2 * inputs * outputs for inputs, outputs in layer_sizes(learner.network))
    seconds = sum(figure["time/learning"] * figure["charts/learner_turns"] / figure["charts/SPS"] for figure in figures)
    turns = sum(figure["charts/learner_turns"] for figure in figures) * settings.train.update_epochs
    return flop_a_turn * turns / seconds / 1e9, int(figures[0]["charts/learner_turns"] / settings.train.num_minibatches)


def product_rate(network: PolicyNetwork, turns: int) -> float:
    """GFLOP/s of plain products of the same sizes: forward, and the two of the gradient."""
    shapes = list(layer_sizes(network))
    matrices = [(torch.rand(turns, inputs), torch.rand(inputs, outputs)) for inputs, outputs in shapes]
    flop = 3 * sum(2 * turns * inputs * outputs for inputs, outputs in shapes)
    best = float("inf")
    for _ in range(5):
        started = time.perf_counter()
        for inputs, weights in matrices:
            outputs = inputs @ weights
            _ = outputs @ weights.T
            _ = inputs.T @ outputs
        best = min(best, time.perf_counter() - started)
    return flop / best / 1e9


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=10, help="iterations of each case (default: %(default)s)")
    options = parser.parse_args()
    default = TrainSettings(train=AlgorithmSettings(target_kl=100.0))
    report("default", default, options.iterations)
    report("peer", _PEER, max(2, options.iterations // 3))
    rate, turns = learner_rate(default)
    plain = product_rate(PolicyNetwork(default.network), turns)
    print(f"learner    {rate:.0f} GFLOP/s, plain products of the same sizes {plain:.0f} GFLOP/s: {rate / plain:.0%}")


if __name__ == "__main__":
    main()
