"""Advantages over padded sequences ``(turns, n)``, and losses over turns ``(rows,)`` without padding."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from training import distributed
from training.labels import STEPS_AN_IMP, UNLABELLED
from training.sequences import NOTHING_TO_COPY


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
    """The policy's view of the actions that were taken, each float ``(rows,)``."""

    log_prob: Tensor
    entropy: Tensor


def choice_of(logits: Tensor, actions: Tensor) -> Choice:
    """Log-probability of the actions and entropy of the policy; illegal actions (logit at the minimum) add nothing."""
    log_probs = logits.log_softmax(dim=-1)
    probs = log_probs.exp()
    # An illegal action has probability exactly 0; its huge log-probability is replaced so that 0 times it is 0.
    entropy = -(probs * torch.where(probs > 0, log_probs, 0.0)).sum(dim=-1)
    return Choice(log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1), entropy)


def normalised(values: Tensor) -> Tensor:
    """Values centred on 0 with standard deviation 1, over all processes of the run."""
    centred = values - distributed.mean_of_all(values)
    return centred / (distributed.mean_of_all(centred**2).sqrt() + 1e-8)


def ppo_policy_loss(log_prob: Tensor, old_log_prob: Tensor, advantage: Tensor, clip_coef: float) -> Tensor:
    """PPO's clipped surrogate, Schulman et al. 2017, eq. 7, as a loss."""
    ratio = (log_prob - old_log_prob).exp()
    clipped = ratio.clamp(1 - clip_coef, 1 + clip_coef)
    return torch.maximum(-advantage * ratio, -advantage * clipped).mean()


def reinforce_policy_loss(log_prob: Tensor, advantage: Tensor) -> Tensor:
    """REINFORCE with a baseline, Williams 1992: the advantage is the return less the baseline."""
    return -(log_prob * advantage).mean()


def imitation_policy_loss(log_prob: Tensor) -> Tensor:
    """Cross-entropy of the teacher's actions."""
    return -log_prob.mean()


class LessonLoss(NamedTuple):
    """What a minibatch of lessons is learnt from, and how well it is known."""

    loss: Tensor
    agreement: float
    """Share of the actions to be copied that the policy takes; nan without any."""
    imps_lost: float
    """IMPs that its cards lose to the labels' best on average; nan without labels."""
    n_taught: int
    """Turns that the loss is a mean of: those that teach something, or 1 if none does."""


LOGITS_AN_IMP = 1.5
"""How much more a card's logit is to be for each IMP that it costs less."""


def lesson_loss(logits: Tensor, actions: Tensor, costs: Tensor, label_coef: float) -> LessonLoss:
    """Cross-entropy of the actions to be copied, plus the squared error of what labelled cards are thought to cost.

    The logits of a turn's legal cards are read as their costs in IMPs (``LOGITS_AN_IMP``), up to a constant: both costs
    and logits are taken from their mean over the cards. A squared error averages labels of many worlds, as each
    decision has its own; were the expected cost of the policy made small instead, it would settle on a card early and
    learn nothing more of the others.

    Both are sums over their turns, divided by the number of turns that teach something.

    Args:
        logits: float ``(rows, n_logits)``; where there are labels the first 52 are of cards.
        actions: int64 ``(rows,)``, ``NOTHING_TO_COPY`` where there is none.
        costs: uint8 ``(rows, 52)``, in units of ``1 / STEPS_AN_IMP``; ``UNLABELLED`` where there is no label.
        label_coef: weight of a squared IMP, summed over a turn's cards.
    """
    copied, labelled = actions != NOTHING_TO_COPY, (costs != UNLABELLED).any(dim=-1)
    best = logits.argmax(dim=-1)
    copying = -logits[copied].log_softmax(dim=-1).gather(-1, actions[copied].unsqueeze(-1)).sum()
    legal = costs[labelled] != UNLABELLED
    lost = costs[labelled].float() / STEPS_AN_IMP
    thought = -logits[labelled, : lost.shape[-1]] / LOGITS_AN_IMP
    error = _centred(thought, legal) - _centred(lost, legal)
    own = lost.gather(-1, best[labelled].clamp(max=lost.shape[-1] - 1).unsqueeze(-1)).squeeze(-1)
    n_taught = max(1, int((copied | labelled).sum()))
    return LessonLoss(
        (copying + label_coef * error.square().sum()) / n_taught,
        (best == actions)[copied].float().mean().item(),
        (own - lost.amin(dim=-1)).mean().item() if len(lost) else float("nan"),
        n_taught,
    )


def _centred(values: Tensor, legal: Tensor) -> Tensor:
    """Values ``(rows, 52)`` less their mean over the legal cards, and 0 at the others."""
    kept = torch.where(legal, values, 0.0)
    return torch.where(legal, kept - kept.sum(dim=-1, keepdim=True) / legal.sum(dim=-1, keepdim=True), 0.0)


def value_loss(values: Tensor, old_values: Tensor, returns: Tensor, clip_coef: float | None) -> Tensor:
    """Half the squared error of the critic; with ``clip_coef``, the worse of it and the error of a clipped change."""
    loss = (values - returns) ** 2
    if clip_coef is not None:
        clipped = old_values + (values - old_values).clamp(-clip_coef, clip_coef)
        loss = torch.maximum(loss, (clipped - returns) ** 2)
    return 0.5 * loss.mean()


def foresight_loss(foreseen: Tensor, partner: Tensor, tricks: Tensor) -> Tensor:
    """How wrong the auxiliary heads are: cross-entropy of partner's cards plus the squared error of the tricks.

    Args:
        foreseen: float ``(rows, 72)``: 52 logits, then 20 shares of thirteen tricks.
        partner: float ``(rows, 52)``, 1 for the cards that partner held.
        tricks: float ``(rows, 20)``, double-dummy tricks by denomination and declarer as shares of thirteen.
    """
    n_cards = partner.shape[-1]
    partner_loss = functional.binary_cross_entropy_with_logits(foreseen[:, :n_cards], partner)
    return partner_loss + functional.mse_loss(foreseen[:, n_cards:], tricks)


def explained_variance(values: Tensor, returns: Tensor) -> float:
    """1 for a perfect critic, 0 for one no better than the mean; nan when the returns do not vary."""
    spread = float(returns.var(unbiased=False))
    return float("nan") if spread == 0 else 1.0 - float((returns - values).var(unbiased=False)) / spread
