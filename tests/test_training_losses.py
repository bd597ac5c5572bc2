"""Advantages and losses against hand calculations, and the mask's effect on gradients."""

import math

import pytest
import torch

from agents.learned.network import masked
from training import losses

# Five turns of one seat, reward 1 at the end, gamma 0.9, lambda 0.8, by hand:
VALUES = [0.2, 0.4, 0.1, 0.5, 0.6]
#   delta_4 = 1 - 0.6                = 0.4
#   delta_3 = 0 + 0.9 * 0.6 - 0.5    = 0.04
#   delta_2 = 0 + 0.9 * 0.5 - 0.1    = 0.35
#   delta_1 = 0 + 0.9 * 0.1 - 0.4    = -0.31
#   delta_0 = 0 + 0.9 * 0.4 - 0.2    = 0.16
#   A_4 = 0.4
#   A_3 = 0.04 + 0.72 * 0.4          = 0.328
#   A_2 = 0.35 + 0.72 * 0.328        = 0.58616
#   A_1 = -0.31 + 0.72 * 0.58616     = 0.1120352
#   A_0 = 0.16 + 0.72 * 0.1120352    = 0.240665344
ADVANTAGES = [0.240665344, 0.1120352, 0.58616, 0.328, 0.4]


def column(values: list[float]) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64).unsqueeze(1)


def test_gae_of_five_turns_agrees_with_the_hand_calculation() -> None:
    rewards = column([0, 0, 0, 0, 1])
    result = losses.advantages(rewards, column(VALUES), torch.ones(5, 1, dtype=torch.bool), 0.9, 0.8)
    torch.testing.assert_close(result, column(ADVANTAGES))


def test_gae_does_not_look_past_a_sequences_own_end() -> None:
    rewards = torch.cat((column([0, 0, 0, 0, 1]), column([0, 2, 0, 0, 0])), dim=1)
    values = torch.cat((column(VALUES), column([0.5, 1.5, 9, 9, 9])), dim=1)
    valid = torch.tensor([[True, True]] * 2 + [[True, False]] * 3)
    result = losses.advantages(rewards, values, valid, 0.9, 0.8)
    # delta_1 = 2 - 1.5 = 0.5; delta_0 = 0.9 * 1.5 - 0.5 = 0.85; A_0 = 0.85 + 0.72 * 0.5 = 1.21
    torch.testing.assert_close(result[:, 1], torch.tensor([1.21, 0.5, 0, 0, 0], dtype=torch.float64))
    torch.testing.assert_close(result[:, :1], column(ADVANTAGES))


def test_ppo_policy_loss_of_five_turns_agrees_with_the_hand_calculation() -> None:
    # Ratios 1.5, 0.5, 1.1, 1, 0.9 against advantages 1, 1, -1, 2, -2 with clip 0.2:
    #   min(1.5, 1.2) = 1.2; min(0.5, 0.8) = 0.5; min(-1.1, -1.1) = -1.1; 2; min(-1.8, -1.8) = -1.8
    #   loss = -(1.2 + 0.5 - 1.1 + 2 - 1.8) / 5 = -0.16
    ratios = column([1.5, 0.5, 1.1, 1.0, 0.9])
    loss = losses.ppo_policy_loss(ratios.log(), column([0] * 5), column([1, 1, -1, 2, -2]), 0.2)
    assert float(loss) == pytest.approx(-0.16)


def test_ppo_gives_no_gradient_to_a_ratio_clipped_for_a_good_action() -> None:
    log_prob = torch.tensor([[math.log(1.5)]], requires_grad=True)
    losses.ppo_policy_loss(log_prob, torch.zeros(1, 1), torch.ones(1, 1), 0.2).backward()
    assert log_prob.grad is not None
    assert float(log_prob.grad) == 0.0


def test_value_loss_of_five_turns_agrees_with_the_hand_calculation() -> None:
    # Errors of 1, 2, 0, 1, 3 without clipping: (1 + 4 + 0 + 1 + 9) / 5 / 2 = 1.5
    values, returns = column([1, 2, 3, 4, 5]), column([2, 4, 3, 3, 2])
    assert float(losses.value_loss(values, values, returns, None)) == pytest.approx(1.5)


def test_clipped_value_loss_takes_the_worse_error() -> None:
    # The value moved from 0 to 1 towards the return 1; clipped at 0.2 its error is 0.8.
    loss = losses.value_loss(column([1]), column([0]), column([1]), 0.2)
    assert float(loss) == pytest.approx(0.5 * 0.8**2)


def test_reinforce_loss_weighs_log_probabilities_by_advantages() -> None:
    loss = losses.reinforce_policy_loss(column([-1, -2]), column([3, -1]))
    assert float(loss) == pytest.approx(-(-3 + 2) / 2)


def test_illegal_actions_get_probability_zero_and_no_gradient() -> None:
    logits = torch.randn(4, 38, generator=torch.Generator().manual_seed(0), requires_grad=True)
    mask = torch.zeros(4, 38, dtype=torch.int8)
    mask[:, [0, 5, 9]] = 1
    choice = losses.choice_of(masked(logits, mask), torch.tensor([0, 5, 9, 0]))
    (choice.log_prob.sum() + choice.entropy.sum()).backward()
    assert logits.grad is not None
    assert torch.all(logits.grad[mask == 0] == 0)
    assert torch.all(masked(logits, mask).softmax(-1)[mask == 0] == 0)
    assert torch.all(logits.grad[mask == 1] != 0)


def test_entropy_with_one_legal_action_is_zero_with_finite_gradients() -> None:
    logits = torch.randn(2, 38, generator=torch.Generator().manual_seed(0), requires_grad=True)
    mask = torch.zeros(2, 38, dtype=torch.int8)
    mask[:, 7] = 1
    choice = losses.choice_of(masked(logits, mask), torch.tensor([7, 7]))
    choice.entropy.sum().backward()
    assert torch.all(choice.entropy == 0)
    assert logits.grad is not None
    assert torch.all(torch.isfinite(logits.grad))


def test_entropy_of_a_uniform_choice_is_its_logarithm() -> None:
    mask = torch.ones(1, 38, dtype=torch.int8)
    mask[0, 3:] = 0
    choice = losses.choice_of(masked(torch.zeros(1, 38), mask), torch.tensor([0]))
    assert float(choice.entropy) == pytest.approx(math.log(3))


def test_normalised_advantages_have_mean_zero_and_deviation_one() -> None:
    torch.testing.assert_close(losses.normalised(column([1, 3])), column([-1, 1]))


def test_foresight_of_all_that_was_hidden_costs_nothing() -> None:
    partner, tricks = torch.zeros(1, 52), torch.full((1, 20), 0.5)
    partner[0, :13] = 1
    certain = torch.cat((partner * 200 - 100, tricks), dim=1)
    assert float(losses.foresight_loss(certain, partner, tricks)) == pytest.approx(0)


def test_foresight_that_knows_nothing_costs_the_entropy_of_a_coin_and_the_squared_error() -> None:
    partner, tricks = torch.zeros(1, 52), torch.full((1, 20), 0.5)
    assert float(losses.foresight_loss(torch.zeros(1, 72), partner, tricks)) == pytest.approx(math.log(2) + 0.25)


def test_explained_variance_is_one_for_a_perfect_critic_and_undefined_without_variance() -> None:
    returns = column([1, 2, 3])
    assert losses.explained_variance(returns, returns) == pytest.approx(1.0)
    assert math.isnan(losses.explained_variance(returns, column([2, 2, 2])))
