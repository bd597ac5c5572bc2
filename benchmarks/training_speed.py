"""Training speed: steps per second, where the time goes, and how near the learner comes to plain matrix products.

    python benchmarks/training_speed.py [--threads N]

*End to end*: iterations of the default run with the default network. *Peer*: feed-forward networks of 0.6 and 3.7
million parameters, ten epochs over minibatches of 1,024 turns, in self-play; the published PPO bridge trainer ``brl``
was measured elsewhere at 4.7 and 1.9 thousand environment steps per second with that, on two cores of this kind.
*Learner*: the floating-point rate of the update, beside products of matrices of the same sizes and precision in the
same process. Everything is measured in float32 and, where the processor is made for it, in bfloat16.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import nn

from agents.learned import NetworkSettings, PolicyNetwork
from bridge.solved import shipped_deals
from training.learner import Learner
from training.precision import products_in_bf16
from training.settings import AlgorithmSettings, OpponentSettings, TrainSettings

_PEERS = {
    "peer 0.6 M": NetworkSettings(kind="mlp", encoder_size=550, memory_size=300),
    "peer 3.7 M": NetworkSettings(kind="mlp", encoder_size=1000, encoder_layers=3, memory_size=1000),
}


def peer(network: NetworkSettings, n_boards: int = 1024) -> TrainSettings:
    """Self-play with ten epochs over minibatches of about 1,024 turns."""
    train = AlgorithmSettings(
        num_envs=n_boards, update_epochs=10, num_minibatches=11 * n_boards // 1024, target_kl=100.0
    )
    return TrainSettings(network=network, opponent=OpponentSettings(["self"], [1.0]), train=train)


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
    turns = np.median([figure["charts/learner_turns"] for figure in figures]) / settings.train.num_minibatches
    speed = np.median([figure["charts/SPS"] for figure in figures])
    shares = {key: np.median([figure[key] for figure in figures]) for key in figures[0] if key.startswith("time/")}
    split = ", ".join(f"{key.removeprefix('time/')} {share:.0%}" for key, share in shares.items())
    print(
        f"{settings.precision} {name:<10} {parameters / 1e6:.2f} M parameters, minibatches of {turns:,.0f} turns: "
        f"{speed:>8,.0f} learner turns/s: {split}"
    )


def layer_sizes(network: PolicyNetwork) -> Iterator[tuple[int, int]]:
    """Inputs and outputs of every matrix that a turn is multiplied by, in order."""
    for part in network.modules():
        if isinstance(part, nn.Linear):
            yield part.in_features, part.out_features


def products(network: PolicyNetwork) -> list[tuple[int, int]]:
    """The products of an update by their matrix: forward, gradient of the weights, and of all inputs but the first."""
    first, *others = layer_sizes(network)
    return [first] * 2 + others * 3


def learner_rate(settings: TrainSettings) -> tuple[float, int]:
    """GFLOP/s of the update's matrix products over its whole time, and the turns of a minibatch."""
    learner, figures = iterations(settings, 5)
    flop_a_turn = sum(2 * inputs * outputs for inputs, outputs in products(learner.network))
    seconds = sum(figure["time/learning"] * figure["charts/learner_turns"] / figure["charts/SPS"] for figure in figures)
    turns = sum(figure["charts/learner_turns"] for figure in figures) * settings.train.update_epochs
    return flop_a_turn * turns / seconds / 1e9, int(figures[0]["charts/learner_turns"] / settings.train.num_minibatches)


def product_rate(network: PolicyNetwork, turns: int, dtype: torch.dtype) -> float:
    """GFLOP/s of plain products of the same sizes."""
    shapes = products(network)
    matrices = [
        (torch.rand(turns, inputs, dtype=dtype), torch.rand(inputs, outputs, dtype=dtype)) for inputs, outputs in shapes
    ]
    flop = sum(2 * turns * inputs * outputs for inputs, outputs in shapes)
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for left, right in matrices:
            torch.mm(left, right)
        best = min(best, time.perf_counter() - start)
    return flop / best / 1e9


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=5, help="iterations of each kind (default %(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="processor threads of the network (default 1)")
    arguments = parser.parse_args()

    precisions = ["fp32", "bf16"] if products_in_bf16("auto", torch.device("cpu")) else ["fp32"]
    for precision in precisions:
        default = TrainSettings(threads=arguments.threads, precision=precision)
        report("default", default, arguments.iterations)
        for name, network in _PEERS.items():
            settings = replace(peer(network), threads=arguments.threads, precision=precision)
            report(name, settings, max(2, arguments.iterations // 2))
        learner, turns = learner_rate(default)
        dtype = torch.bfloat16 if precision == "bf16" else torch.float32
        plain = product_rate(PolicyNetwork(default.network), turns, dtype)
        print(
            f"{precision} learner: {learner:.0f} GFLOP/s in minibatches of {turns:,} turns, {learner / plain:.0%} of "
            f"plain products of the same sizes ({plain:.0f} GFLOP/s)"
        )


if __name__ == "__main__":
    main()
