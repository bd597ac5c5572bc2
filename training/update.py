"""The policy-gradient updates: PPO and REINFORCE, in the order of the papers."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from agents.learned.network import PolicyNetwork
from training import losses
from training.sequences import SequenceBatch
from training.settings import AlgorithmSettings

Metrics = dict[str, float]


def update(
    network: PolicyNetwork,
    optimizer: torch.optim.Optimizer,
    batch: SequenceBatch,
    settings: AlgorithmSettings,
    generator: torch.Generator,
) -> Metrics:
    """One iteration's gradient steps; returns the losses under CleanRL's names."""
    if settings.algorithm == "ppo":
        return ppo_update(network, optimizer, batch, settings, generator)
    return reinforce_update(network, optimizer, batch, settings)


def ppo_update(
    network: PolicyNetwork,
    optimizer: torch.optim.Optimizer,
    batch: SequenceBatch,
    settings: AlgorithmSettings,
    generator: torch.Generator,
) -> Metrics:
    """Several passes over minibatches of whole sequences with PPO's clipped losses."""
    advantages = losses.advantages(batch.rewards, batch.values, batch.valid, settings.gamma, settings.gae_lambda)
    returns = advantages + batch.values
    metrics: list[Metrics] = []
    for _ in range(settings.update_epochs):
        order = torch.randperm(batch.valid.shape[1], generator=generator)
        for sequences in order.chunk(settings.num_minibatches):
            part = batch.select(sequences)
            turns = len(part.valid)
            loss, measured = _ppo_loss(
                network, part, advantages[:turns, sequences], returns[:turns, sequences], settings
            )
            _step(network, optimizer, loss, settings.max_grad_norm)
            metrics.append(measured)
        if metrics[-1]["losses/approx_kl"] > settings.target_kl:
            break
    return _summary(metrics, batch, returns)


def _ppo_loss(
    network: PolicyNetwork, part: SequenceBatch, advantages: Tensor, returns: Tensor, settings: AlgorithmSettings
) -> tuple[Tensor, Metrics]:
    logits, values, _ = network(part.observations, part.masks, network.initial_memory(part.valid.shape[1]))
    choice = losses.choice_of(logits, part.actions)
    if settings.norm_adv:
        advantages = losses.normalised(advantages, part.valid)
    policy_loss = losses.ppo_policy_loss(choice.log_prob, part.log_probs, advantages, part.valid, settings.clip_coef)
    clip_value = settings.clip_coef if settings.clip_vloss else None
    value_loss = losses.value_loss(values, part.values, returns, part.valid, clip_value)
    entropy = losses.mean_over(choice.entropy, part.valid)
    loss = policy_loss - settings.ent_coef * entropy + settings.vf_coef * value_loss
    with torch.no_grad():
        log_ratio = choice.log_prob - part.log_probs
        moved = (log_ratio.exp() - 1).abs() > settings.clip_coef
        measured = {
            "losses/policy_loss": policy_loss.item(),
            "losses/value_loss": value_loss.item(),
            "losses/entropy": entropy.item(),
            # Schulman's low-variance estimate of the divergence, http://joschu.net/blog/kl-approx.html
            "losses/approx_kl": losses.mean_over(log_ratio.exp() - 1 - log_ratio, part.valid).item(),
            "losses/clipfrac": losses.mean_over(moved.float(), part.valid).item(),
        }
    return loss, measured


def reinforce_update(
    network: PolicyNetwork, optimizer: torch.optim.Optimizer, batch: SequenceBatch, settings: AlgorithmSettings
) -> Metrics:
    """One gradient step on all turns: the whole return less the critic's value weighs each log-probability."""
    returns = losses.advantages(batch.rewards, torch.zeros_like(batch.values), batch.valid, settings.gamma, 1.0)
    logits, values, _ = network(batch.observations, batch.masks, network.initial_memory(batch.valid.shape[1]))
    choice = losses.choice_of(logits, batch.actions)
    advantages = returns - values.detach()
    if settings.norm_adv:
        advantages = losses.normalised(advantages, batch.valid)
    policy_loss = losses.reinforce_policy_loss(choice.log_prob, advantages, batch.valid)
    value_loss = losses.value_loss(values, batch.values, returns, batch.valid, None)
    entropy = losses.mean_over(choice.entropy, batch.valid)
    _step(
        network,
        optimizer,
        policy_loss - settings.ent_coef * entropy + settings.vf_coef * value_loss,
        settings.max_grad_norm,
    )
    measured = {
        "losses/policy_loss": policy_loss.item(),
        "losses/value_loss": value_loss.item(),
        "losses/entropy": entropy.item(),
    }
    return _summary([measured], batch, returns)


def _step(network: nn.Module, optimizer: torch.optim.Optimizer, loss: Tensor, max_grad_norm: float) -> None:
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(network.parameters(), max_grad_norm)
    optimizer.step()


def _summary(metrics: list[Metrics], batch: SequenceBatch, returns: Tensor) -> Metrics:
    means = {name: sum(step[name] for step in metrics) / len(metrics) for name in metrics[0]}
    means["losses/explained_variance"] = losses.explained_variance(batch.values, returns, batch.valid)
    return means
