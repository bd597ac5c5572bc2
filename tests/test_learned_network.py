"""The LSTM is one: it remembers a seat's earlier turns, and its losses reach them."""

import pytest
import torch

from agents.learned import NetworkSettings, PolicyNetwork
from agents.learned.network import LongShortTermMemory, Memory
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
        logits, values, _ = network(observations.flatten(0, 1), masks.flatten(0, 1), [SEQUENCES] * TURNS)
        actions = torch.multinomial(logits.softmax(-1), 1, generator=generator).squeeze(1)
        log_probs = choice_of(logits, actions).log_prob.reshape(TURNS, SEQUENCES)
        actions, values = actions.reshape(TURNS, SEQUENCES), values.reshape(TURNS, SEQUENCES)
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
    masks = torch.ones(TURNS * 2, N_ACTIONS, dtype=torch.int8)
    logits, _, _ = network(observations.flatten(0, 1), masks, [2] * TURNS)
    choice_of(logits, torch.zeros(TURNS * 2, dtype=torch.int64)).log_prob[-2:].sum().backward()
    assert observations.grad is not None
    return observations.grad[0]


def test_loss_at_a_late_turn_has_a_gradient_into_an_earlier_turn() -> None:
    assert torch.any(gradient_into_first_turn("lstm") != 0)


def test_feed_forward_loss_has_no_gradient_into_an_earlier_turn() -> None:
    assert torch.all(gradient_into_first_turn("mlp") == 0)


@pytest.mark.parametrize("kind", ["lstm", "mlp"])
def test_turn_by_turn_equals_the_whole_sequences(kind: str) -> None:
    network = network_of(kind)
    counts = [4, 3, 3, 1]
    observations = torch.randint(2, (sum(counts), network.n_inputs), dtype=torch.int8)
    masks = torch.ones(sum(counts), N_ACTIONS, dtype=torch.int8)
    whole, values, _ = network(observations, masks, counts)
    memory = network.initial_memory(4)
    start = 0
    for n in counts:
        rows = slice(start, start + n)
        memory = Memory(memory.hidden[:n], memory.cell[:n])
        logits, value, memory = network(observations[rows], masks[rows], [n], memory)
        torch.testing.assert_close(logits, whole[rows])
        torch.testing.assert_close(value, values[rows])
        start += n


def test_lstm_agrees_with_torchs_own() -> None:
    torch.manual_seed(3)
    ours = LongShortTermMemory(5, 7)
    theirs = torch.nn.LSTM(5, 7)
    order = [0, 1, 3, 2]  # torch keeps what is proposed before what is let out
    with torch.no_grad():
        for weights, source in (
            (theirs.weight_ih_l0, ours.input.weight),
            (theirs.bias_ih_l0, ours.input.bias),
            (theirs.weight_hh_l0, ours.recurrent.weight),
        ):
            weights.copy_(torch.cat([source.chunk(4)[gate] for gate in order]))
        theirs.bias_hh_l0.zero_()
    features = torch.randn(3, 2, 5)
    remembered, memory = ours(features.flatten(0, 1), [2, 2, 2], None)
    expected, (hidden, cell) = theirs(features)
    torch.testing.assert_close(remembered.reshape(3, 2, 7), expected)
    torch.testing.assert_close(memory.hidden, hidden[0])
    torch.testing.assert_close(memory.cell, cell[0])


def test_auction_network_reads_nothing_but_the_auction_part_of_the_observation() -> None:
    network = network_of("lstm")
    assert network.n_inputs < network_of_full().n_inputs


def network_of_full() -> PolicyNetwork:
    return PolicyNetwork(NetworkSettings(phase="full", encoder_size=8, memory_size=8))


def test_full_network_has_a_logit_for_every_action() -> None:
    network = network_of_full()
    observations = torch.zeros(1, network.n_inputs, dtype=torch.int8)
    logits, _, _ = network(observations, torch.ones(1, N_ACTIONS, dtype=torch.int8), [1])
    assert logits.shape == (1, N_ACTIONS)
