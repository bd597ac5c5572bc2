"""What is trained: the policy network, and beside it, in training only, a critic that may see all hands."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from agents.learned.network import PolicyNetwork
from bridge import observation
from training import losses
from training.hidden import HIDDEN_SIZE, HIGH, PARTNER, TRICKS, still_hidden
from training.precision import autocast
from training.sequences import PackedTurns, SequenceBatch
from training.settings import CriticSettings


class Output(NamedTuple):
    """What a minibatch is learnt from."""

    logits: Tensor
    """float ``(rows, n_logits)``"""
    values: Tensor
    """float ``(rows,)``"""
    foresight_loss: Tensor | None
    """Of the auxiliary heads, if there are any."""


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
        self.layers = nn.Sequential(nn.ReLU(), nn.Linear(hidden_size, hidden_size), nn.ReLU())
        self.value = nn.Linear(hidden_size, 1)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    def forward(self, observations: Tensor, hidden: Tensor, sequences: Tensor) -> Tensor:
        """Values ``(rows,)`` of observations ``(rows, size)``.

        What was hidden from a sequence's seat at first, ``(n, HIDDEN_SIZE)``, is read once for all its turns in the
        auction; in the play cards go with every trick. ``sequences`` ``(rows,)`` says whose turn each row is.
        """
        if self.n_inputs == observation.SIZE:
            unseen = self.unseen(still_hidden(hidden[sequences], observations) * self.hidden_scale)
        else:
            unseen = self.unseen(hidden * self.hidden_scale)[sequences]
        seen = self.seen(observations[:, : self.n_inputs] * self.observation_scale)
        features = self.layers(seen + unseen).float()
        with torch.autocast(features.device.type, enabled=False):
            values: Tensor = self.value(features).squeeze(-1)
        return values


class Foresight(nn.Module):
    """Auxiliary heads: the policy's features must also tell partner's hand and the tricks of every contract.

    What they learn shapes the features; they never act, and no checkpoint of an agent holds them.
    """

    def __init__(self, n_features: int) -> None:
        super().__init__()
        self.heads = nn.Linear(n_features, len(range(HIDDEN_SIZE)[PARTNER]) + len(range(HIDDEN_SIZE)[TRICKS]))

    def forward(self, features: Tensor, hidden: Tensor) -> Tensor:
        """The loss of what is foreseen from features ``(rows, n_features)``, given what was hidden at each row."""
        partner, tricks = hidden[:, PARTNER].float(), hidden[:, TRICKS].float() / HIGH[TRICKS].max()
        return losses.foresight_loss(self.heads(features).float(), partner, tricks)


class ActorCritic(nn.Module):
    """The policy network with the critic that the settings ask for, and auxiliary heads.

    Args:
        actor: the policy network.
        settings: which critic.
        foresight: whether to add the auxiliary heads.
        bf16: make the large products in bfloat16.
    """

    def __init__(
        self, actor: PolicyNetwork, settings: CriticSettings, *, foresight: bool = False, bf16: bool = False
    ) -> None:
        super().__init__()
        self.actor = actor
        self.critic = AllHandsCritic(actor, settings.hidden_size) if settings.sees == "all" else None
        self.foresight = Foresight(actor.n_features) if foresight else None
        self.bf16 = bf16

    def forward(self, turns: PackedTurns) -> Output:
        """Logits, values and the auxiliary loss of whole sequences."""
        with autocast(turns.observations.device, self.bf16):
            features, _ = self.actor.read(turns.observations, turns.counts)
            logits, values = self.actor.decide(features, turns.masks)
            if not turns.hidden.shape[1]:
                return Output(logits, values, None)  # a lesson, which teaches no critic and foresees nothing
            if self.critic is not None:
                values = self.critic(turns.observations, turns.hidden, turns.sequences)
            if self.foresight is None:
                return Output(logits, values, None)
            return Output(logits, values, self.foresight(features, turns.hidden[turns.sequences]))

    def valued(self, batch: SequenceBatch) -> SequenceBatch:
        """The batch with the values of the critic that is in use."""
        if self.critic is None:
            return batch
        turns, sequences = batch.valid.nonzero(as_tuple=True)
        values = torch.zeros_like(batch.values)
        with torch.no_grad(), autocast(batch.valid.device, self.bf16):
            values[batch.valid] = self.critic(batch.observations[turns, sequences], batch.hidden, sequences)
        return batch.with_values(values)
