"""The updates: PPO, REINFORCE, imitation and lessons, in the order of the papers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from training import distributed, losses
from training.actor_critic import Output
from training.sequences import PackedTurns, SequenceBatch
from training.settings import AlgorithmSettings

Metrics = dict[str, float]


@dataclass(frozen=True, slots=True)
class Update:
    """All that an iteration's gradient steps need besides the batch."""

    model: nn.Module
    """Maps ``PackedTurns`` to an ``Output`` (``ActorCritic``, or its distributed wrapper)."""
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
        algorithms = {
            "ppo": ppo_update,
            "reinforce": reinforce_update,
            "imitation": imitation_update,
            "lessons": lesson_update,
        }
        return algorithms[self.settings.algorithm](self, batch)

    def minibatches(self, batch: SequenceBatch, advantages: Tensor, returns: Tensor) -> Iterator[PackedTurns]:
        """One pass: the sequences that took a turn in random order, in ``num_minibatches`` parts, with their aims."""
        acted = batch.acted()
        order = torch.randperm(len(acted), generator=self.generator).to(acted.device)
        # Every process of a distributed run must take as many steps: not ``chunk``, which may give fewer parts, and no
        # more parts than the process with the fewest sequences can make.
        parts = min(self.settings.num_minibatches, distributed.fewest(len(acted)))
        for sequences in acted[order].tensor_split(parts):
            yield batch.packed(sequences, advantages, returns)

    def step(self, loss: Tensor, turns: int) -> None:
        """One step of the optimizer down the gradient of ``loss``, a mean over this process's ``turns``."""
        self.optimizer.zero_grad()
        # Processes count by their turns, so that together they make the step of one process with all the boards.
        (loss * distributed.weight(turns)).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.max_grad_norm)
        self.optimizer.step()


def ppo_update(update: Update, batch: SequenceBatch) -> Metrics:
    """Several passes over minibatches of whole sequences with PPO's clipped losses."""
    settings = update.settings
    advantages = losses.advantages(batch.rewards, batch.values, batch.valid, settings.gamma, settings.gae_lambda)
    returns = advantages + batch.values
    metrics: list[Metrics] = []
    for _ in range(settings.update_epochs):
        for part in update.minibatches(batch, advantages, returns):
            loss, measured = _ppo_loss(update, part)
            update.step(loss, len(part.actions))
            metrics.append(measured)
        if distributed.mean(metrics[-1]["losses/approx_kl"]) > settings.target_kl:
            break
    return _summary(metrics, batch, returns)


def _ppo_loss(update: Update, part: PackedTurns) -> tuple[Tensor, Metrics]:
    settings = update.settings
    output: Output = update.model(part)
    choice = losses.choice_of(output.logits, part.actions)
    advantages = losses.normalised(part.advantages) if settings.norm_adv else part.advantages
    policy_loss = losses.ppo_policy_loss(choice.log_prob, part.log_probs, advantages, settings.clip_coef)
    value_loss = losses.value_loss(
        output.values, part.values, part.returns, settings.clip_coef if settings.clip_vloss else None
    )
    loss, measured = _whole_loss(update, policy_loss, value_loss, choice.entropy.mean(), output.foresight_loss)
    return loss, {**measured, **_drift(choice.log_prob.detach() - part.log_probs, settings.clip_coef)}


def _whole_loss(
    update: Update, policy_loss: Tensor, value_loss: Tensor, entropy: Tensor, foresight_loss: Tensor | None
) -> tuple[Tensor, Metrics]:
    """The weighted sum of an update's losses, and each of them for the log."""
    settings = update.settings
    measured = {"policy_loss": policy_loss, "value_loss": value_loss, "entropy": entropy}
    actor_loss = policy_loss - update.ent_coef * entropy
    if foresight_loss is not None:
        measured["foresight_loss"] = foresight_loss
        actor_loss = actor_loss + settings.foresight_coef * foresight_loss
    # Multiplied by zero rather than left out: every parameter keeps its place in a distributed gradient.
    loss = settings.vf_coef * value_loss + (0.0 if update.critic_only else 1.0) * actor_loss
    return loss, {f"losses/{name}": value.item() for name, value in measured.items()}


def _drift(log_ratio: Tensor, clip_coef: float) -> Metrics:
    """How far the policy has moved since the rollout."""
    moved = (log_ratio.exp() - 1).abs() > clip_coef
    return {
        # Schulman's low-variance estimate of the divergence, http://joschu.net/blog/kl-approx.html
        "losses/approx_kl": (log_ratio.exp() - 1 - log_ratio).mean().item(),
        "losses/clipfrac": moved.float().mean().item(),
    }


def reinforce_update(update: Update, batch: SequenceBatch) -> Metrics:
    """One gradient step on all turns: the whole return less the critic's value weighs each log-probability."""
    settings = update.settings
    returns = _whole_returns(batch, settings)
    part = batch.packed(batch.acted(), returns - batch.values, returns)
    output: Output = update.model(part)
    choice = losses.choice_of(output.logits, part.actions)
    advantages = losses.normalised(part.advantages) if settings.norm_adv else part.advantages
    policy_loss = losses.reinforce_policy_loss(choice.log_prob, advantages)
    value_loss = losses.value_loss(output.values, part.values, part.returns, None)
    loss, measured = _whole_loss(update, policy_loss, value_loss, choice.entropy.mean(), output.foresight_loss)
    update.step(loss, len(part.actions))
    return _summary([measured], batch, returns)


def imitation_update(update: Update, batch: SequenceBatch) -> Metrics:
    """Passes over minibatches with the cross-entropy of the teacher's actions; the critic learns the returns."""
    settings = update.settings
    returns = _whole_returns(batch, settings)
    metrics: list[Metrics] = []
    for _ in range(settings.update_epochs):
        for part in update.minibatches(batch, torch.zeros_like(returns), returns):
            output: Output = update.model(part)
            choice = losses.choice_of(output.logits, part.actions)
            policy_loss = losses.imitation_policy_loss(choice.log_prob)
            value_loss = losses.value_loss(output.values, part.values, part.returns, None)
            loss, measured = _whole_loss(update, policy_loss, value_loss, choice.entropy.mean(), output.foresight_loss)
            update.step(loss, len(part.actions))
            agrees = (output.logits.argmax(dim=-1) == part.actions).float()
            metrics.append({**measured, "charts/agreement": agrees.mean().item()})
    return _summary(metrics, batch, returns)


def lesson_update(update: Update, batch: SequenceBatch) -> Metrics:
    """Passes over minibatches of lessons: what is to be copied is copied, of labelled cards the costs are learnt.

    The critic learns nothing: nobody was paid.
    """
    unpaid = torch.zeros_like(batch.values)
    metrics: list[Metrics] = []
    for _ in range(update.settings.update_epochs):
        for part in update.minibatches(batch, unpaid, unpaid):
            output: Output = update.model(part)
            learnt = losses.lesson_loss(output.logits, part.actions, part.costs, update.settings.label_coef)
            # The values are multiplied by zero: every parameter keeps its place in a distributed gradient.
            update.step(learnt.loss + 0.0 * output.values.sum(), learnt.n_taught)
            measured = {"losses/policy_loss": learnt.loss.item()}
            metrics.append({**measured, "charts/agreement": learnt.agreement, "charts/imps_lost": learnt.imps_lost})
    return {name: _known_mean([step[name] for step in metrics]) for name in metrics[0]}


def _known_mean(figures: list[float]) -> float:
    """The mean of those that are known; nan if none is."""
    known = [figure for figure in figures if not math.isnan(figure)]
    return sum(known) / len(known) if known else math.nan


def _whole_returns(batch: SequenceBatch, settings: AlgorithmSettings) -> Tensor:
    """What each turn's sequence went on to earn, ``(turns, n)``."""
    return losses.advantages(batch.rewards, torch.zeros_like(batch.values), batch.valid, settings.gamma, 1.0)


def _summary(metrics: list[Metrics], batch: SequenceBatch, returns: Tensor) -> Metrics:
    means = {name: sum(step[name] for step in metrics) / len(metrics) for name in metrics[0]}
    means["losses/explained_variance"] = losses.explained_variance(batch.values[batch.valid], returns[batch.valid])
    return means
