"""A network that reads suit by suit: what it knows of one suit it knows of all."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.learned import NetworkSettings, PolicyNetwork
from bridge.actions import FIRST_BID, N_ACTIONS, N_CARDS, PASS
from bridge.batch import Boards
from bridge.symmetry import SUIT_ORDERS, permuted_owners

N_BOARDS = 24
CARDS_OF_A_SUIT = 13


def network_of(phase: str) -> PolicyNetwork:
    torch.manual_seed(4)
    network = PolicyNetwork(
        NetworkSettings(phase=phase, encoder="suits", encoder_size=16, encoder_layers=2, memory_size=8)
    )
    for weights in network.parameters():
        torch.nn.init.normal_(weights, std=0.3)
    torch.nn.init.zeros_(network.encoder.name)  # nothing tells the suits apart
    return network


def renamed(actions: np.ndarray, suits: np.ndarray) -> np.ndarray:
    """Actions with their suits renamed; the level of a bid stays."""
    denominations = np.append(suits, 4)
    cards = suits[np.minimum(actions // CARDS_OF_A_SUIT, 3)] * CARDS_OF_A_SUIT + actions % CARDS_OF_A_SUIT
    bids = actions - FIRST_BID
    bids = FIRST_BID + bids // 5 * 5 + denominations[bids % 5]
    return np.where(actions < N_CARDS, cards, np.where(actions < FIRST_BID, actions, bids))


def boards_and_images(suits: np.ndarray) -> tuple[Boards, Boards]:
    """Boards where one bid was made, and the same boards with their suits renamed."""
    rng = np.random.default_rng(8)
    owners = rng.permuted(np.tile(np.repeat(np.arange(4, dtype=np.uint8), CARDS_OF_A_SUIT), (N_BOARDS, 1)), axis=1)
    dealers, vulnerable = rng.integers(4, size=N_BOARDS), rng.integers(4, size=N_BOARDS)
    boards = Boards(owners, dealers, vulnerable)
    images = Boards(permuted_owners(owners, 0, suits), dealers, vulnerable)
    both_act(boards, images, FIRST_BID + rng.integers(35, size=N_BOARDS), suits)
    return boards, images


def both_act(boards: Boards, images: Boards, actions: np.ndarray, suits: np.ndarray) -> None:
    rows = np.arange(len(boards))
    boards.act(rows, actions)
    images.act(rows, renamed(actions, suits))


def logits_of(network: PolicyNetwork, boards: Boards) -> torch.Tensor:
    observations, masks = boards.observe(np.arange(len(boards)), boards.actors(), network.n_inputs)
    return network(torch.from_numpy(observations), torch.from_numpy(masks), [len(boards)])[0].detach()


@pytest.mark.parametrize("suits", [SUIT_ORDERS[5], SUIT_ORDERS[17]])
@pytest.mark.parametrize("phase", ["auction", "full"])
def test_bids_in_renamed_suits_are_judged_alike(phase: str, suits: np.ndarray) -> None:
    network = network_of(phase)
    boards, images = boards_and_images(suits)
    bids = np.arange(FIRST_BID, N_ACTIONS)
    bids = bids[(bids - FIRST_BID) % 5 < 4]
    ours, theirs = logits_of(network, boards), logits_of(network, images)
    first = network.first_action
    # Only where both may make it: the ranks of the suits say which bids are high enough.
    expected = ours[:, bids - first]
    found = theirs[:, renamed(bids, suits) - first]
    both = (expected > torch.finfo().min) & (found > torch.finfo().min)
    assert both.float().mean() > 0.2
    torch.testing.assert_close(found[both], expected[both])


@pytest.mark.parametrize("suits", [SUIT_ORDERS[5], SUIT_ORDERS[17]])
@pytest.mark.parametrize("phase", ["play", "full"])
def test_cards_of_renamed_suits_are_judged_alike_at_every_turn(phase: str, suits: np.ndarray) -> None:
    network = network_of(phase)
    boards, images = boards_and_images(suits)
    for _ in range(3):
        both_act(boards, images, np.full(N_BOARDS, PASS), suits)
    cards = np.arange(N_CARDS)
    for _ in range(30):
        expected = logits_of(network, boards)
        torch.testing.assert_close(logits_of(network, images)[:, renamed(cards, suits)], expected[:, cards])
        both_act(boards, images, expected.argmax(dim=1).numpy(), suits)


def test_names_of_the_suits_tell_them_apart() -> None:
    network = network_of("play")
    suits = SUIT_ORDERS[17]
    boards, images = boards_and_images(suits)
    torch.nn.init.normal_(network.encoder.name)
    for _ in range(3):
        both_act(boards, images, np.full(N_BOARDS, PASS), suits)
    cards = np.arange(N_CARDS)
    assert not torch.allclose(logits_of(network, images)[:, renamed(cards, suits)], logits_of(network, boards))
