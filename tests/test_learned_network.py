"""The LSTM is one: it remembers a seat's earlier turns, and its losses reach them."""

import pytest
import torch

from agents.learned import NetworkSettings, PolicyNetwork
from bridge.actions import DOUBLE, N_ACTIONS, PASS
from training.actor_critic import ActorCritic
from training.hidden import HIDDEN_SIZE
from training.losses import choice_of
from training.sequences import SequenceBatch
from training.settings import AlgorithmSettings, CriticSettings
from training.update import Update

TURNS, SEQUENCES = 3, 64


def network_of(kind: str) -> PolicyNetwork:
    torch.manual_seed(1)
    return PolicyNetwork(NetworkSettings(kind=kind, encoder_size=32, memory_size=16))


def recall_task(network: PolicyNetwork, generator: torch.Generator) -> tuple[SequenceBatch, float]:
    """Boards of three turns: the first shows a card or does not, the last is paid for doubling exactly if it did."""
    observations = torch.zeros(TURNS, SEQUENCES, network.n_inputs, dtype=torch.int8)
    hidden = torch.zeros(SEQUENCES, HIDDEN_SIZE, dtype=torch.int8)
    shown = torch.randint(2, (SEQUENCES,), generator=generator)
    observations[0, :, 0] = shown.to(torch.int8)
    masks = torch.zeros(TURNS, SEQUENCES, N_ACTIONS, dtype=torch.int8)
    masks[:, :, [PASS, DOUBLE]] = 1
    with torch.no_grad():
        logits, values, _ = network(observations, masks, network.initial_memory(SEQUENCES))
        probabilities = logits.softmax(-1).reshape(TURNS * SEQUENCES, -1)
        actions = torch.multinomial(probabilities, 1, generator=generator).reshape(TURNS, SEQUENCES)
        log_probs = choice_of(logits, actions).log_prob
    rewards = torch.zeros(TURNS, SEQUENCES)
    rewards[-1] = (actions[-1] == shown).float() * 2 - 1
    valid = torch.ones(TURNS, SEQUENCES, dtype=torch.bool)
    batch = SequenceBatch(observations, masks, actions, log_probs, values, rewards, valid, hidden)
    return batch, float((actions[-1] == shown).float().mean())


def share_recalled(kind: str) -> float:
    network = network_of(kind)
    generator = torch.Generator().manual_seed(2)
    settings = AlgorithmSettings(num_minibatches=2, update_epochs=4, target_kl=1.0)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    shares = []
    update = Update(ActorCritic(network, CriticSettings()), optimizer, settings, 0.0, False, generator)
    for _ in range(120):
        batch, share = recall_task(network, generator)
        update.run(batch)
        shares.append(share)
    return sum(shares[-10:]) / 10


def test_lstm_learns_to_recall_an_earlier_turn() -> None:
    assert share_recalled("lstm") > 0.95


def test_feed_forward_network_cannot_recall_an_earlier_turn() -> None:
    assert share_recalled("mlp") < 0.65


def gradient_into_first_turn(kind: str) -> torch.Tensor:
    network = network_of(kind)
    torch.nn.init.normal_(network.policy.weight)
    observations = torch.rand(TURNS, 2, network.n_inputs, requires_grad=True)
    masks = torch.ones(TURNS, 2, N_ACTIONS, dtype=torch.int8)
    logits, _, _ = network(observations, masks, network.initial_memory(2))
    choice_of(logits, torch.zeros(TURNS, 2, dtype=torch.int64)).log_prob[-1].sum().backward()
    assert observations.grad is not None
    return observations.grad[0]


def test_loss_at_a_late_turn_has_a_gradient_into_an_earlier_turn() -> None:
    assert torch.any(gradient_into_first_turn("lstm") != 0)


def test_feed_forward_loss_has_no_gradient_into_an_earlier_turn() -> None:
    assert torch.all(gradient_into_first_turn("mlp") == 0)


@pytest.mark.parametrize("kind", ["lstm", "mlp"])
def test_turn_by_turn_equals_the_whole_sequence(kind: str) -> None:
    network = network_of(kind)
    observations = torch.randint(2, (TURNS, 4, network.n_inputs), dtype=torch.int8)
    masks = torch.ones(TURNS, 4, N_ACTIONS, dtype=torch.int8)
    whole, values, _ = network(observations, masks, network.initial_memory(4))
    memory = network.initial_memory(4)
    for turn in range(TURNS):
        logits, value, memory = network(observations[turn : turn + 1], masks[turn : turn + 1], memory)
        torch.testing.assert_close(logits[0], whole[turn])
        torch.testing.assert_close(value[0], values[turn])


def test_auction_network_reads_nothing_but_the_auction_part_of_the_observation() -> None:
    network = network_of("lstm")
    assert network.n_inputs < network_of_full().n_inputs


def network_of_full() -> PolicyNetwork:
    return PolicyNetwork(NetworkSettings(phase="full", encoder_size=8, memory_size=8))


def test_full_network_has_a_logit_for_every_action() -> None:
    network = network_of_full()
    observations = torch.zeros(1, 1, network.n_inputs, dtype=torch.int8)
    logits, _, _ = network(observations, torch.ones(1, 1, N_ACTIONS, dtype=torch.int8), network.initial_memory(1))
    assert logits.shape == (1, 1, N_ACTIONS)
