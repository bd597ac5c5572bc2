"""What is trained: the policy network, and in training a critic that may see all hands."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from agents.learned.network import PolicyNetwork
from training.hidden import HIDDEN_SIZE, HIGH
from training.sequences import SequenceBatch
from training.settings import CriticSettings


class AllHandsCritic(nn.Module):
    """Values from the observation together with what the seat could not see. It never acts."""

    observation_scale: Tensor
    hidden_scale: Tensor

    def __init__(self, actor: PolicyNetwork, hidden_size: int) -> None:
        super().__init__()
        self.n_inputs = actor.n_inputs
        self.register_buffer("observation_scale", actor.scale.clone(), persistent=False)
        self.register_buffer("hidden_scale", 1.0 / torch.from_numpy(HIGH).float(), persistent=False)
        self.seen = nn.Linear(actor.n_inputs, hidden_size)
        self.unseen = nn.Linear(HIDDEN_SIZE, hidden_size)
        self.value = nn.Linear(hidden_size, 1)
        self.layers = nn.Sequential(nn.ReLU(), nn.Linear(hidden_size, hidden_size), nn.ReLU(), self.value)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    def forward(self, observations: Tensor, hidden: Tensor) -> Tensor:
        """Values ``(turns, n)`` of observations ``(turns, n, size)`` and hidden cards ``(n, HIDDEN_SIZE)``."""
        seen = self.seen(observations[..., : self.n_inputs].float() * self.observation_scale)
        values: Tensor = self.layers(seen + self.unseen(hidden.float() * self.hidden_scale)).squeeze(-1)
        return values


class ActorCritic(nn.Module):
    """The policy network with the critic that the settings ask for."""

    def __init__(self, actor: PolicyNetwork, settings: CriticSettings) -> None:
        super().__init__()
        self.actor = actor
        self.critic = AllHandsCritic(actor, settings.hidden_size) if settings.sees == "all" else None

    def forward(self, part: SequenceBatch) -> tuple[Tensor, Tensor]:
        """Logits ``(turns, n, n_logits)`` and values ``(turns, n)`` of whole sequences."""
        logits, values, _ = self.actor(part.observations, part.masks, self.actor.initial_memory(part.valid.shape[1]))
        return logits, values if self.critic is None else self.critic(part.observations, part.hidden)

    def valued(self, batch: SequenceBatch) -> SequenceBatch:
        """The batch with the values of the critic that is in use."""
        if self.critic is None:
            return batch
        with torch.no_grad():
            return batch.with_values(self.critic(batch.observations, batch.hidden))
