"""The training loop: iterations, logs, checkpoints, and going on after an interruption.

All randomness of an iteration is branched from the run's seed and the iteration's number, so a run that was stopped
and resumed makes the same steps as one that was not.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter

from agents.learned import PolicyNetwork, save_network
from bridge.files import written_whole
from bridge.solved import SolvedDeals
from training.opponents import make_opponent
from training.rollout import collect, draw_boards, learner_seats
from training.settings import TrainSettings
from training.update import Metrics, update

# Labels of the random streams that an iteration branches off the run's seed.
_DEALS, _OPPONENT, _LEARNER = range(3)


@dataclass(frozen=True, slots=True)
class RunFiles:
    """Where a run keeps its files."""

    folder: Path

    @property
    def settings(self) -> Path:
        """The settings it was started with."""
        return self.folder / "settings.json"

    @property
    def untrained(self) -> Path:
        """The network before the first step, the baseline of every curve."""
        return self.folder / "untrained.safetensors"

    @property
    def agent(self) -> Path:
        """The network so far, and in the end the result."""
        return self.folder / "agent.safetensors"

    @property
    def resume(self) -> Path:
        """All that going on takes: tensors and numbers only."""
        return self.folder / "resume.pt"


class Learner:
    """A network being trained by policy gradient in boards that it bids against an opponent.

    Args:
        settings: the run's settings.
        folder: where its files go; it must be new, or hold a run to be resumed.
        deals: solved deals of the training part.

    Raises:
        ValueError: the opponent's name is unknown.
    """

    def __init__(self, settings: TrainSettings, folder: Path, deals: SolvedDeals) -> None:
        torch.set_num_threads(settings.threads)
        self.settings = settings
        self.files = RunFiles(folder)
        self._deals = deals
        make_opponent(settings.opponent.name, 1, np.random.default_rng(0))  # an unknown name must fail before the start
        torch.manual_seed(settings.seed)
        self.network = PolicyNetwork(settings.network)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=settings.train.learning_rate, eps=1e-5)
        self.iteration = 0
        self.global_step = 0

    # --- the loop ----------------------------------------------------------------------------------------------------

    def train(self) -> Iterator[Metrics]:
        """Run to ``total_timesteps``; yields each iteration's figures, and keeps logs and checkpoints."""
        writer = SummaryWriter(str(self.files.folder), purge_step=self.global_step or None)
        if self.iteration == 0:
            self._write_settings()
            self._save(self.files.untrained)
        try:
            while self.global_step < self.settings.train.total_timesteps:
                metrics = self.iterate()
                for name, value in metrics.items():
                    writer.add_scalar(name, value, self.global_step)
                if self.iteration % self.settings.checkpoint_every == 0:
                    self.save()
                yield metrics
            self.save()
        finally:
            writer.close()

    def iterate(self) -> Metrics:
        """Play one iteration's boards and learn from them."""
        started = time.perf_counter()
        train = self.settings.train
        if train.anneal_lr:
            left = max(0.0, 1.0 - self.global_step / train.total_timesteps)
            self.optimizer.param_groups[0]["lr"] = train.learning_rate * left
        boards, tables = draw_boards(self._deals, train.num_envs, self._stream(_DEALS))
        opponent = make_opponent(self.settings.opponent.name, train.num_envs, self._stream(_OPPONENT))
        learns = learner_seats(train.num_envs, self.settings.opponent.self_share)
        generator = torch.Generator().manual_seed(int(self._stream(_LEARNER).integers(2**63)))
        rollout = collect(self.network, boards, tables, learns, opponent, train.reward_scale, generator)
        metrics = update(self.network, self.optimizer, rollout.batch, train, generator)
        self.iteration += 1
        self.global_step += rollout.turns
        return {
            "charts/episodic_return": float(rollout.scores.mean()),
            "charts/learning_rate": float(self.optimizer.param_groups[0]["lr"]),
            "charts/SPS": rollout.turns / (time.perf_counter() - started),
            "charts/turns_per_board": rollout.turns / len(boards),
            **metrics,
        }

    def _stream(self, label: int) -> np.random.Generator:
        return np.random.default_rng([self.settings.seed, self.iteration, label])

    # --- files -------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the network and all that resuming takes."""
        self._save(self.files.agent)
        state = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "iteration": self.iteration,
            "global_step": self.global_step,
        }
        with written_whole(self.files.resume) as temporary:
            torch.save(state, temporary)

    def load(self) -> None:
        """Take up the run in the folder where it was last saved.

        Raises:
            ValueError: there is no run, its files are damaged, or it was started with other settings.
        """
        self._require_same_settings()
        path = self.files.resume
        if not path.is_file():
            raise ValueError(
                f"resume: {path} does not exist; the run stopped before its first checkpoint, start it anew"
            )
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
            self.network.load_state_dict(state["network"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.iteration, self.global_step = int(state["iteration"]), int(state["global_step"])
        except Exception as error:  # torch raises many kinds for a damaged file
            raise ValueError(f"resume: {path} cannot be read: {str(error).splitlines()[0]}") from error

    def _require_same_settings(self) -> None:
        if not self.files.settings.is_file():
            raise ValueError(f"resume: {self.files.folder} holds no run: {self.files.settings.name} is missing")
        stored = _flat(json.loads(self.files.settings.read_text(encoding="utf-8")))
        for key, value in _flat(_learning_settings(self.settings)).items():
            if stored.get(key) != value:
                raise ValueError(f"resume: {key} was {stored.get(key)} when the run began and is {value} now")

    def _write_settings(self) -> None:
        with written_whole(self.files.settings) as temporary:
            temporary.write_text(json.dumps(_learning_settings(self.settings), indent=2) + "\n", encoding="utf-8")

    def _save(self, path: Path) -> None:
        origin = {
            "settings": _learning_settings(self.settings),
            "global_step": self.global_step,
            "iteration": self.iteration,
            "bridge-arena": version("bridge-arena"),
            "torch": torch.__version__,
        }
        save_network(self.network, path, origin)


def _learning_settings(settings: TrainSettings) -> dict[str, Any]:
    """The settings that decide what is learnt; where files go and what follows the training may change on resuming."""
    free = ("output", "resume", "threads", "checkpoint_every", "match_boards", "jobs")
    return {key: value for key, value in asdict(settings).items() if key not in free}


def _flat(nested: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in nested.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat
