"""Policy and value network over a seat's own sequence of turns.

Each turn's observation is encoded, an LSTM carries what the seat saw at its earlier turns of the board, and two heads
read both: the features of this turn and the memory. The feed-forward kind is the same network without the memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import torch
from torch import Tensor, nn

from agents.learned.suits import N_SUMMARIES, SuitEncoder, SuitJoint, SuitPolicy
from bridge import observation
from bridge.actions import N_ACTIONS, N_CARDS, PASS
from bridge.cards import N_SUITS
from settings import Settings, choice, integer


@dataclass
class NetworkSettings(Settings):
    """Shape of the network."""

    kind: str = choice("lstm", "memory over the seat's own turns, or none", ("lstm", "mlp"))
    phase: str = choice(
        "auction", "what it decides: calls only, cards only, or calls and cards", ("auction", "play", "full")
    )
    encoder: str = choice(
        "flat", "reads the observation as one row of numbers, or suit by suit with the same weights", ("flat", "suits")
    )
    encoder_size: int = integer(
        256, "units of the layers that read the observation, for each suit if suit by suit", low=1, high=8192
    )
    encoder_layers: int = integer(1, "layers that read the observation", low=1, high=16)
    memory_size: int = integer(128, "units of the LSTM (of a second layer for mlp)", low=1, high=8192)


_ACTIONS = {"auction": range(PASS, N_ACTIONS), "play": range(N_CARDS), "full": range(N_ACTIONS)}
"""What a network of each phase chooses among: calls, cards, or both."""


class Memory(NamedTuple):
    """What an LSTM remembers: one row per sequence, zero at the first turn of a board."""

    hidden: Tensor
    """float ``(n, memory_size)``"""
    cell: Tensor
    """float ``(n, memory_size)``"""


class LongShortTermMemory(nn.Module):
    """An LSTM (Hochreiter and Schmidhuber 1997) over packed sequences.

    The sequences' turns lie one turn after the other, and the sequences are in order of falling length, so that the
    ones that go on are always the first: nothing is padded. What the input adds to the gates is one product for all
    turns; only the recurrent product goes turn by turn.
    """

    def __init__(self, n_inputs: int, memory_size: int) -> None:
        super().__init__()
        self.input = nn.Linear(n_inputs, 4 * memory_size)
        self.recurrent = nn.Linear(memory_size, 4 * memory_size, bias=False)
        for weights in self.parameters():
            nn.init.uniform_(weights, -(memory_size**-0.5), memory_size**-0.5)

    def forward(self, features: Tensor, counts: Sequence[int], memory: Memory | None) -> tuple[Tensor, Memory]:
        """What is remembered after each turn, float ``(sum(counts), memory_size)``, and after the last.

        ``counts`` are the sequences that take each turn; ``memory`` is theirs before it, None for an empty one.
        """
        remembered = []
        for n, gates in zip(counts, torch.split(self.input(features), list(counts)), strict=True):
            before = None if memory is None else Memory(memory.hidden[:n], memory.cell[:n])
            memory = self._turn(gates, before)
            remembered.append(memory.hidden)
        assert memory is not None, "there is no turn"
        return torch.cat(remembered), memory

    def _turn(self, gates: Tensor, before: Memory | None) -> Memory:
        if before is not None:
            gates = gates + self.recurrent(before.hidden)
        # The memory adds up over a board: it is kept in full precision whatever the products are made in.
        size = gates.shape[-1] // 4
        gates = gates.float()
        let_in, kept, let_out = gates[:, : 3 * size].sigmoid().chunk(3, dim=-1)
        cell = let_in * gates[:, 3 * size :].tanh()
        if before is not None:
            cell = cell + kept * before.cell
        return Memory(let_out * cell.tanh(), cell)


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
        size, memory_size, lstm = settings.encoder_size, settings.memory_size, settings.kind == "lstm"
        self._suits = settings.encoder == "suits"
        self._n_kept = (N_SUMMARIES if self._suits else 1) * size
        self.encoder = (SuitEncoder if self._suits else _layers)(self.n_inputs, size, settings.encoder_layers)
        self.lstm = LongShortTermMemory(self._n_kept, memory_size) if lstm else None
        self.layer = None if lstm else _layers(self._n_kept, memory_size, 1)
        self.joint = SuitJoint(size, memory_size) if self._suits else None
        self.policy = (
            SuitPolicy(size, memory_size, _ACTIONS[settings.phase])
            if self._suits
            else nn.Linear(self.n_features, self.n_actions)
        )
        self.value = nn.Linear(self.n_features, 1)
        # A policy that starts near uniform and a value that starts near zero keep the first updates gentle.
        for weights in self.policy.parameters():
            if weights.dim() > 1:
                nn.init.normal_(weights, std=0.01)
            else:
                nn.init.zeros_(weights)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    @property
    def n_features(self) -> int:
        """Features that the heads read: of this turn, and remembered."""
        return (N_SUITS if self._suits else 1) * self.settings.encoder_size + self.settings.memory_size

    def initial_memory(self, n: int) -> Memory:
        """The memory of ``n`` seats at the start of a board."""
        zeros = self.scale.new_zeros(n, self.settings.memory_size)
        return Memory(zeros, zeros.clone())

    @torch.no_grad()
    def sharpen_cards(self, factor: float) -> None:
        """Multiply the logits of the cards by a factor: above 1 the policy draws the best one more often."""
        cards = self.policy.cards if isinstance(self.policy, SuitPolicy) else self.policy
        if cards is not None and self.first_action < N_CARDS:
            for weights in cards.parameters():
                weights[:N_CARDS].mul_(factor)

    def read(
        self, observations: Tensor, counts: Sequence[int], memory: Memory | None = None
    ) -> tuple[Tensor, Memory | None]:
        """The features of turns, float32 ``(rows, n_features)``, and the memory after the last turn.

        Args:
            observations: int8 ``(rows, >= n_inputs)`` with ``sum(counts)`` rows: turn 0 of ``counts[0]`` sequences,
                then turn 1 of the first ``counts[1]`` of them, and so on; entries past ``n_inputs`` are not read.
            counts: sequences that take each turn, never rising; ``[n]`` for one turn of ``n`` seats.
            memory: of the ``counts[0]`` sequences before the first of these turns; None at the start of a board.
        """
        seen = self.encoder(observations[:, : self.n_inputs] * self.scale)
        kept = seen[:, -self._n_kept :]
        if self.lstm is not None:
            remembered, memory = self.lstm(kept, counts, memory)
        else:
            assert self.layer is not None
            remembered = self.layer(kept)
        if self.joint is not None:
            return self.joint(seen, remembered), memory
        return torch.cat((seen.float(), remembered.float()), dim=-1), memory

    def decide(self, features: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits ``(rows, n_logits)``, with the dtype's minimum at illegal actions, and values ``(rows,)``."""
        # Probabilities are compared from pass to pass: they are made in full precision.
        with torch.autocast(features.device.type, enabled=False):
            legal = masks[:, self.first_action : self.first_action + self.n_actions]
            logits = masked(self.policy(features), legal)
            return logits, self.value(features).squeeze(-1)

    def forward(
        self, observations: Tensor, masks: Tensor, counts: Sequence[int], memory: Memory | None = None
    ) -> tuple[Tensor, Tensor, Memory | None]:
        """Logits, values and memory after turns; ``masks`` is int8 or bool ``(rows, 90)``, the rest as in ``read``."""
        features, memory = self.read(observations, counts, memory)
        return *self.decide(features, masks), memory


def _layers(n_inputs: int, size: int, n_layers: int) -> nn.Sequential:
    sizes = [n_inputs] + [size] * n_layers
    return nn.Sequential(
        *(part for inputs, outputs in pairwise(sizes) for part in (nn.Linear(inputs, outputs), nn.ReLU()))
    )


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Logits with the dtype's minimum where ``mask`` is 0, so that illegal actions get probability and gradient 0."""
    return torch.where(mask.bool(), logits, torch.finfo(logits.dtype).min)
