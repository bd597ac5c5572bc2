"""The LSTM is one: it remembers a seat's earlier turns, and its losses reach them."""

import pytest
import torch

from agents.learned import NetworkSettings, PolicyNetwork
from agents.learned.network import LongShortTermMemory, Memory
from bridge.actions import N_ACTIONS
from training.losses import choice_of

TURNS, SEQUENCES = 3, 64


def network_of(kind: str) -> PolicyNetwork:
    torch.manual_seed(1)
    return PolicyNetwork(NetworkSettings(kind=kind, encoder_size=32, memory_size=16))


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


@pytest.mark.parametrize("encoder", ["flat", "suits"])
@pytest.mark.parametrize("kind", ["lstm", "mlp"])
def test_turn_by_turn_equals_the_whole_sequences(kind: str, encoder: str) -> None:
    torch.manual_seed(1)
    network = PolicyNetwork(
        NetworkSettings(kind=kind, phase="full", encoder=encoder, encoder_size=32, encoder_layers=2, memory_size=16)
    )
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
