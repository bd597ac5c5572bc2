"""The updates: PPO, REINFORCE and imitation, in the order of the papers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from training import distributed, losses
from training.sequences import SequenceBatch
from training.settings import AlgorithmSettings

Metrics = dict[str, float]


@dataclass(frozen=True, slots=True)
class Update:
    """All that an iteration's gradient steps need besides the batch."""

    model: nn.Module
    """Maps a ``SequenceBatch`` to logits and values (``ActorCritic``, or its distributed wrapper)."""
    optimizer: torch.optim.Optimizer
    settings: AlgorithmSettings
    ent_coef: float
    """Weight of the entropy bonus in this iteration."""
    critic_only: bool
    """Whether the policy stays as it is."""
    generator: torch.Generator
    """Shuffles the sequences."""

    def run(self, batch: SequenceBatch) -> Metrics:
        """Take the gradient steps of one iteration; returns the losses under CleanRL's names."""
        algorithms = {"ppo": ppo_update, "reinforce": reinforce_update, "imitation": imitation_update}
        return algorithms[self.settings.algorithm](self, batch)

    def minibatches(self, n: int) -> Iterator[Tensor]:
        """The indices of ``n`` sequences in random order, in ``num_minibatches`` parts."""
        yield from torch.randperm(n, generator=self.generator).chunk(self.settings.num_minibatches)

    def step(self, loss: Tensor) -> None:
        """One step of the optimizer down the gradient of ``loss``."""
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.max_grad_norm)
        self.optimizer.step()


def ppo_update(update: Update, batch: SequenceBatch) -> Metrics:
    """Several passes over minibatches of whole sequences with PPO's clipped losses."""
    settings = update.settings
    advantages = losses.advantages(batch.rewards, batch.values, batch.valid, settings.gamma, settings.gae_lambda)
    returns = advantages + batch.values
    metrics: list[Metrics] = []
    for _ in range(settings.update_epochs):
        for sequences in update.minibatches(batch.valid.shape[1]):
            part = batch.select(sequences)
            turns = len(part.valid)
            loss, measured = _ppo_loss(update, part, advantages[:turns, sequences], returns[:turns, sequences])
            update.step(loss)
            metrics.append(measured)
        if distributed.mean(metrics[-1]["losses/approx_kl"]) > settings.target_kl:
            break
    return _summary(metrics, batch, returns)


def _ppo_loss(update: Update, part: SequenceBatch, advantages: Tensor, returns: Tensor) -> tuple[Tensor, Metrics]:
    settings = update.settings
    logits, values = update.model(part)
    choice = losses.choice_of(logits, part.actions)
    if settings.norm_adv:
        advantages = losses.normalised(advantages, part.valid)
    policy_loss = losses.ppo_policy_loss(choice.log_prob, part.log_probs, advantages, part.valid, settings.clip_coef)
    clip_value = settings.clip_coef if settings.clip_vloss else None
    value_loss = losses.value_loss(values, part.values, returns, part.valid, clip_value)
    entropy = losses.mean_over(choice.entropy, part.valid)
    actor_loss = policy_loss - update.ent_coef * entropy
    # Multiplied by zero rather than left out: every parameter keeps its place in a distributed gradient.
    loss = settings.vf_coef * value_loss + (0.0 if update.critic_only else 1.0) * actor_loss
    return loss, {
        "losses/policy_loss": policy_loss.item(),
        "losses/value_loss": value_loss.item(),
        "losses/entropy": entropy.item(),
        **_drift(choice.log_prob.detach() - part.log_probs, part.valid, settings.clip_coef),
    }


def _drift(log_ratio: Tensor, valid: Tensor, clip_coef: float) -> Metrics:
    """How far the policy has moved since the rollout."""
    moved = (log_ratio.exp() - 1).abs() > clip_coef
    return {
        # Schulman's low-variance estimate of the divergence, http://joschu.net/blog/kl-approx.html
        "losses/approx_kl": losses.mean_over(log_ratio.exp() - 1 - log_ratio, valid).item(),
        "losses/clipfrac": losses.mean_over(moved.float(), valid).item(),
    }


def reinforce_update(update: Update, batch: SequenceBatch) -> Metrics:
    """One gradient step on all turns: the whole return less the critic's value weighs each log-probability."""
    settings = update.settings
    returns = losses.advantages(batch.rewards, torch.zeros_like(batch.values), batch.valid, settings.gamma, 1.0)
    logits, values = update.model(batch)
    choice = losses.choice_of(logits, batch.actions)
    advantages = returns - values.detach()
    if settings.norm_adv:
        advantages = losses.normalised(advantages, batch.valid)
    policy_loss = losses.reinforce_policy_loss(choice.log_prob, advantages, batch.valid)
    value_loss = losses.value_loss(values, batch.values, returns, batch.valid, None)
    entropy = losses.mean_over(choice.entropy, batch.valid)
    actor_loss = policy_loss - update.ent_coef * entropy
    update.step(settings.vf_coef * value_loss + (0.0 if update.critic_only else 1.0) * actor_loss)
    measured = {
        "losses/policy_loss": policy_loss.item(),
        "losses/value_loss": value_loss.item(),
        "losses/entropy": entropy.item(),
    }
    return _summary([measured], batch, returns)


def imitation_update(update: Update, batch: SequenceBatch) -> Metrics:
    """Passes over minibatches with the cross-entropy of the teacher's actions; the critic learns the returns."""
    settings = update.settings
    returns = losses.advantages(batch.rewards, torch.zeros_like(batch.values), batch.valid, settings.gamma, 1.0)
    metrics: list[Metrics] = []
    for _ in range(settings.update_epochs):
        for sequences in update.minibatches(batch.valid.shape[1]):
            part = batch.select(sequences)
            logits, values = update.model(part)
            choice = losses.choice_of(logits, part.actions)
            policy_loss = losses.imitation_policy_loss(choice.log_prob, part.valid)
            value_loss = losses.value_loss(values, part.values, returns[: len(part.valid), sequences], part.valid, None)
            update.step(policy_loss + settings.vf_coef * value_loss)
            agrees = (logits.argmax(dim=-1) == part.actions).float()
            metrics.append(
                {
                    "losses/policy_loss": policy_loss.item(),
                    "losses/value_loss": value_loss.item(),
                    "losses/entropy": losses.mean_over(choice.entropy, part.valid).item(),
                    "charts/agreement": losses.mean_over(agrees, part.valid).item(),
                }
            )
    return _summary(metrics, batch, returns)


def _summary(metrics: list[Metrics], batch: SequenceBatch, returns: Tensor) -> Metrics:
    means = {name: sum(step[name] for step in metrics) / len(metrics) for name in metrics[0]}
    means["losses/explained_variance"] = losses.explained_variance(batch.values, returns, batch.valid)
    return means
