"""The learned agent at the table: a network, and the memory of the seat it sits in."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from agents.learned.checkpoint import SUFFIX, CheckpointError, load_network
from agents.learned.network import Memory, PolicyNetwork
from bridge.agent import OutOfRoleError
from bridge.engine import Int8s
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View

_OUT_OF_ROLE = {
    ("auction", Phase.PLAY): "this checkpoint only bids: compose it with a card player, for example PATH+heuristic",
    ("play", Phase.AUCTION): "this checkpoint only plays cards: compose it with a bidder, for example sayc+PATH",
}
"""By the phase that a network decides and the phase that it is asked in."""

_OF_A_RUN = f"agent{SUFFIX}"
"""The result of a training run in the run's folder."""


class LearnedAgent:
    """Acts by a policy network: its best legal action, or one drawn from the policy.

    Args:
        network: the policy; may be shared by several agents, since the memory is the agent's own.
        greedy: take the most probable action; otherwise draw from the probabilities with the agent's stream.
    """

    def __init__(self, network: PolicyNetwork, *, greedy: bool = True) -> None:
        self.network = network
        self.greedy = greedy
        self._memory = network.initial_memory(1)
        self._rng = np.random.default_rng(0)

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:  # noqa: ARG002 - views carry the seat
        """Sit down for a new board: the memory is empty again."""
        self._memory = self.network.initial_memory(1)
        self._rng = rng

    def act(self, view: View) -> int:
        """The network's action; legal, because the mask is applied to its logits.

        Raises:
            OutOfRoleError: a card is asked of a network that only bids, or a call of one that only plays cards.
        """
        if fault := _OUT_OF_ROLE.get((self.network.settings.phase, view.phase)):
            raise OutOfRoleError(fault)
        seen = view.observation()
        actions, self._memory = self.act_batch(
            seen["observation"][np.newaxis], seen["action_mask"][np.newaxis], self._memory
        )
        return int(actions[0])

    def act_batch(self, observations: Int8s, masks: Int8s, memory: Memory) -> tuple[npt.NDArray[np.int64], Memory]:
        """Actions of many seats at once.

        Args:
            observations: int8 ``(n, size)``.
            masks: int8 ``(n, 90)``.
            memory: of these ``n`` seats; ``network.initial_memory(n)`` at their first turn of a board.

        Returns:
            action numbers ``(n,)`` and the memory after this turn.
        """
        device = self.network.scale.device
        with torch.inference_mode():
            logits, _, memory = self.network(
                torch.from_numpy(observations).to(device),
                torch.from_numpy(masks).to(device),
                [len(observations)],
                memory,
            )
            scores = logits.cpu().numpy()
        if not self.greedy:
            # The Gumbel trick: the largest of logits plus Gumbel noise is a draw from the softmax.
            scores = np.where(scores > np.finfo(np.float32).min, scores + self._rng.gumbel(size=scores.shape), -np.inf)
        return scores.argmax(axis=1) + self.network.first_action, memory


def load_agent(path: Path, *, greedy: bool = True) -> LearnedAgent:
    """An agent from a checkpoint file, or from a folder: a run's, or one that holds exactly one checkpoint.

    Raises:
        CheckpointError: there is no such checkpoint, or it cannot be used.
    """
    return LearnedAgent(_cached_network(checkpoint_file(path).resolve()), greedy=greedy)


@lru_cache(maxsize=16)
def _cached_network(path: Path) -> PolicyNetwork:
    """Four seats and many boards share one copy of the weights."""
    return load_network(path)[0]


def checkpoint_file(path: Path) -> Path:
    """The file of weights that a path means: itself, or of a folder the run's result or the only checkpoint.

    Raises:
        CheckpointError: the folder holds none or several.
    """
    if not path.is_dir():
        return path
    if (path / _OF_A_RUN).is_file():
        return path / _OF_A_RUN
    files = sorted(path.glob(f"*{SUFFIX}"))
    if len(files) != 1:
        raise CheckpointError(f"folder {path} holds {len(files)} checkpoints: name one {SUFFIX} file")
    return files[0]
