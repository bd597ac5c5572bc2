"""What a critic may see in training, and that no actor ever does."""

import numpy as np
import pytest
import torch

from agents.learned import NetworkSettings, PolicyNetwork
from bridge import observation
from bridge.actions import N_CARDS
from bridge.solved import shipped_deals
from training.actor_critic import ActorCritic
from training.hidden import HIDDEN_SIZE, REFERENCE, hidden_from, still_hidden
from training.lineup import lineup
from training.rollout import collect, draw_boards
from training.sequences import PackedTurns, SequenceBatch
from training.settings import CriticSettings

OWNERS, TABLES = shipped_deals().part("train").at(np.arange(4))
SCORES_NS = np.array([420, -50, 1430, -7600])


def hidden(board: int, seat: int) -> np.ndarray:
    return hidden_from(OWNERS.astype(np.int8), TABLES, SCORES_NS, np.array([board]), np.array([seat]))[0]


@pytest.mark.parametrize("seat", range(4))
def test_hidden_hands_are_those_of_lho_partner_and_rho(seat: int) -> None:
    for step in (1, 2, 3):
        held = hidden(1, seat)[(step - 1) * 52 : step * 52]
        assert np.array_equal(held == 1, OWNERS[1] == (seat + step) % 4)


@pytest.mark.parametrize("seat", range(4))
def test_hidden_tricks_are_counted_from_the_viewer(seat: int) -> None:
    tricks = hidden(2, seat)[156:176].reshape(5, 4)
    for step in range(4):
        assert np.array_equal(tricks[:, step], TABLES[2][:, (seat + step) % 4])


@pytest.mark.parametrize(("board", "seat", "units"), [(0, 0, 21), (0, 3, -21), (2, 1, -72), (3, 2, -127), (3, 1, 127)])
def test_score_to_beat_is_the_sides_own_in_units_of_twenty_points_up_to_127(board: int, seat: int, units: int) -> None:
    assert hidden(board, seat)[REFERENCE] == units


def model(sees: str) -> ActorCritic:
    torch.manual_seed(0)
    actor = PolicyNetwork(NetworkSettings(encoder_size=16, memory_size=8))
    wrapped = ActorCritic(actor, CriticSettings(sees, 16))
    if wrapped.critic is not None:
        torch.nn.init.normal_(wrapped.critic.value.weight)
    return wrapped


def all_turns(batch: SequenceBatch) -> PackedTurns:
    return batch.packed(batch.acted(), batch.rewards, batch.rewards)


def test_exchanged_hidden_cards_change_the_critic_and_never_the_actor() -> None:
    wrapped = model("all")
    boards, _ = draw_boards(shipped_deals().part("train"), 16, np.random.default_rng(0))
    recorder = collect(wrapped.actor, boards, lineup(16, [(None, 1.0)]), torch.Generator().manual_seed(0))
    rewards, cards = np.zeros(64, dtype=np.float32), np.zeros((64, HIDDEN_SIZE), dtype=np.int8)
    others = cards.copy()
    others[:, ::2] = 1
    logits, values, _ = wrapped(all_turns(recorder.finish(rewards, cards)))
    same_logits, other_values, _ = wrapped(all_turns(recorder.finish(rewards, others)))
    assert torch.equal(logits, same_logits)
    assert not torch.equal(values, other_values)


def test_policy_network_has_no_input_for_hidden_cards() -> None:
    names = dict(model("all").actor.named_parameters())
    assert not any("critic" in name or "unseen" in name for name in names)
    assert names["encoder.0.weight"].shape[1] == model("seat").actor.n_inputs


def test_played_cards_leave_the_hidden_hands_and_the_tricks_stay() -> None:
    cards = torch.from_numpy(hidden(1, 0)).expand(2, -1)
    gone = torch.zeros(2, observation.SIZE, dtype=torch.int8)
    partners = int(np.flatnonzero(OWNERS[1] == 2)[0])
    gone[1, observation.SLICES["played_in"].start + partners] = 3
    left = still_hidden(cards, gone)
    assert torch.equal(left[0], cards[0])
    assert (cards[1] - left[1]).nonzero().flatten().tolist() == [N_CARDS + partners]


def test_critic_of_card_play_sees_the_cards_that_are_left() -> None:
    torch.manual_seed(0)
    actor = PolicyNetwork(NetworkSettings(phase="play", encoder_size=16, memory_size=8))
    critic = ActorCritic(actor, CriticSettings("all", 16)).critic
    assert critic is not None
    torch.nn.init.normal_(critic.value.weight)
    seen, only = torch.zeros(1, observation.SIZE, dtype=torch.int8), torch.zeros(1, dtype=torch.int64)
    seen[0, observation.SLICES["played_in"].start] = 1
    cards = torch.zeros(1, HIDDEN_SIZE, dtype=torch.int8)
    with_the_card = cards.clone()
    with_the_card[0, 0] = 1
    assert torch.equal(critic(seen, cards, only), critic(seen, with_the_card, only))
    assert not torch.equal(critic(0 * seen, cards, only), critic(0 * seen, with_the_card, only))
