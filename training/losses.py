"""Advantages and losses as pure functions over padded sequences ``(turns, n)``."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


def advantages(rewards: Tensor, values: Tensor, valid: Tensor, gamma: float, gae_lambda: float) -> Tensor:
    """Generalised advantage estimates, Schulman et al. 2016, eq. 16.

    Every sequence ends with its board, so nothing is bootstrapped after its last turn.

    Args:
        rewards: float ``(turns, n)``, earned by a turn before the same seat's next.
        values: float ``(turns, n)``, the critic's at each turn.
        valid: bool ``(turns, n)``, false on padding.
        gamma: discount from turn to turn.
        gae_lambda: 0 trusts the critic after one turn, 1 the whole return.

    Returns:
        float ``(turns, n)``, zero on padding; adding ``values`` gives the returns that the critic learns.
    """
    result = torch.zeros_like(rewards)
    following = torch.zeros_like(rewards[0])
    next_value = torch.zeros_like(rewards[0])
    for turn in range(len(rewards) - 1, -1, -1):
        delta = rewards[turn] + gamma * next_value - values[turn]
        following = torch.where(valid[turn], delta + gamma * gae_lambda * following, 0.0)
        next_value = torch.where(valid[turn], values[turn], 0.0)
        result[turn] = following
    return result


class Choice(NamedTuple):
    """The policy's view of the actions that were taken, each float ``(turns, n)``."""

    log_prob: Tensor
    entropy: Tensor


def choice_of(logits: Tensor, actions: Tensor) -> Choice:
    """Log-probability of the actions and entropy of the policy; illegal actions (logit at the minimum) add nothing."""
    log_probs = logits.log_softmax(dim=-1)
    probs = log_probs.exp()
    # An illegal action has probability exactly 0; its huge log-probability is replaced so that 0 times it is 0.
    entropy = -(probs * torch.where(probs > 0, log_probs, 0.0)).sum(dim=-1)
    return Choice(log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1), entropy)


def mean_over(values: Tensor, valid: Tensor) -> Tensor:
    """The mean over turns that are not padding."""
    return torch.where(valid, values, 0.0).sum() / valid.sum()


def normalised(values: Tensor, valid: Tensor) -> Tensor:
    """Values centred on 0 with standard deviation 1 over the turns that are not padding."""
    mean = mean_over(values, valid)
    deviation = mean_over((values - mean) ** 2, valid).sqrt()
    return (values - mean) / (deviation + 1e-8)


def ppo_policy_loss(
    log_prob: Tensor, old_log_prob: Tensor, advantage: Tensor, valid: Tensor, clip_coef: float
) -> Tensor:
    """PPO's clipped surrogate, Schulman et al. 2017, eq. 7, as a loss."""
    ratio = (log_prob - old_log_prob).exp()
    clipped = ratio.clamp(1 - clip_coef, 1 + clip_coef)
    return mean_over(torch.maximum(-advantage * ratio, -advantage * clipped), valid)


def reinforce_policy_loss(log_prob: Tensor, advantage: Tensor, valid: Tensor) -> Tensor:
    """REINFORCE with a baseline, Williams 1992: the advantage is the return less the baseline."""
    return -mean_over(log_prob * advantage, valid)


def imitation_policy_loss(log_prob: Tensor, valid: Tensor) -> Tensor:
    """Cross-entropy of the teacher's actions."""
    return -mean_over(log_prob, valid)


def value_loss(values: Tensor, old_values: Tensor, returns: Tensor, valid: Tensor, clip_coef: float | None) -> Tensor:
    """Half the squared error of the critic; with ``clip_coef``, the worse of it and the error of a clipped change."""
    loss = (values - returns) ** 2
    if clip_coef is not None:
        clipped = old_values + (values - old_values).clamp(-clip_coef, clip_coef)
        loss = torch.maximum(loss, (clipped - returns) ** 2)
    return 0.5 * mean_over(loss, valid)


def explained_variance(values: Tensor, returns: Tensor, valid: Tensor) -> float:
    """1 for a perfect critic, 0 for one no better than the mean; nan when the returns do not vary."""
    target = returns[valid]
    spread = float(target.var(unbiased=False))
    return float("nan") if spread == 0 else 1.0 - float((target - values[valid]).var(unbiased=False)) / spread
