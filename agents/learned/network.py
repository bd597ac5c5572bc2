"""Policy and value network over a seat's own sequence of turns.

Each turn's observation is encoded, an LSTM carries what the seat saw at its earlier turns of the board, and two heads
read both: the features of this turn and the memory. The feed-forward kind is the same network without the memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn

from bridge import observation
from bridge.actions import N_ACTIONS, N_CARDS, PASS
from settings import Settings, choice, integer


@dataclass
class NetworkSettings(Settings):
    """Shape of the network."""

    kind: str = choice("lstm", "memory over the seat's own turns, or none", ("lstm", "mlp"))
    phase: str = choice(
        "auction", "what it decides: calls only, cards only, or calls and cards", ("auction", "play", "full")
    )
    encoder_size: int = integer(256, "units of the layer that reads the observation", low=1, high=8192)
    memory_size: int = integer(128, "units of the LSTM (of a second layer for mlp)", low=1, high=8192)


_ACTIONS = {"auction": range(PASS, N_ACTIONS), "play": range(N_CARDS), "full": range(N_ACTIONS)}
"""What a network of each phase chooses among: calls, cards, or both."""


class Memory(NamedTuple):
    """What an LSTM remembers: one row per sequence, zero at the first turn of a board."""

    hidden: Tensor
    """float ``(n, memory_size)``"""
    cell: Tensor
    """float ``(n, memory_size)``"""


class PolicyNetwork(nn.Module):
    """Logits and value of each turn of sequences that begin with the board.

    Args:
        settings: the network's shape; ``phase`` decides how much of the observation is read and which actions have
            a logit.
    """

    scale: Tensor
    """One over the largest value of each input."""

    def __init__(self, settings: NetworkSettings) -> None:
        super().__init__()
        self.settings = settings
        self.first_action = _ACTIONS[settings.phase].start
        self.n_actions = len(_ACTIONS[settings.phase])
        self.n_inputs = observation.AUCTION_SIZE if settings.phase == "auction" else observation.SIZE
        self.register_buffer(
            "scale", 1.0 / torch.from_numpy(observation.HIGH[: self.n_inputs]).float(), persistent=False
        )
        self.encoder = nn.Sequential(nn.Linear(self.n_inputs, settings.encoder_size), nn.ReLU())
        self.lstm = nn.LSTM(settings.encoder_size, settings.memory_size) if settings.kind == "lstm" else None
        self.layer = nn.Linear(settings.encoder_size, settings.memory_size) if settings.kind == "mlp" else None
        self.policy = nn.Linear(settings.encoder_size + settings.memory_size, self.n_actions)
        self.value = nn.Linear(settings.encoder_size + settings.memory_size, 1)
        # A policy that starts near uniform and a value that starts near zero keep the first updates gentle.
        nn.init.normal_(self.policy.weight, std=0.01)
        nn.init.zeros_(self.policy.bias)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    def initial_memory(self, n: int) -> Memory:
        """The memory of ``n`` seats at the start of a board."""
        zeros = self.policy.weight.new_zeros(n, self.settings.memory_size)
        return Memory(zeros, zeros.clone())

    def forward(self, observations: Tensor, masks: Tensor, memory: Memory) -> tuple[Tensor, Tensor, Memory]:
        """Logits and values of consecutive turns.

        Args:
            observations: int8 ``(turns, n, >= n_inputs)``; entries past ``n_inputs`` are not read.
            masks: int8 or bool ``(turns, n, 90)``, the legal actions.
            memory: of the ``n`` seats before the first of these turns.

        Returns:
            logits ``(turns, n, n_logits)`` with the dtype's minimum at illegal actions, values ``(turns, n)``, and the
            memory after the last turn.
        """
        features = self.encoder(observations[..., : self.n_inputs].float() * self.scale)
        if self.lstm is not None:
            remembered, (hidden, cell) = self.lstm(features, (memory.hidden.unsqueeze(0), memory.cell.unsqueeze(0)))
            memory = Memory(hidden.squeeze(0), cell.squeeze(0))
        else:
            assert self.layer is not None
            remembered = torch.relu(self.layer(features))
        both = torch.cat((features, remembered), dim=-1)
        legal = masks[..., self.first_action : self.first_action + self.n_actions]
        logits = masked(self.policy(both), legal)
        return logits, self.value(both).squeeze(-1), memory


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Logits with the dtype's minimum where ``mask`` is 0, so that illegal actions get probability and gradient 0.

    A row without any legal action (padding) keeps its logits, so that nothing becomes NaN.
    """
    legal = mask.bool() | ~mask.bool().any(dim=-1, keepdim=True)
    return torch.where(legal, logits, torch.finfo(logits.dtype).min)
