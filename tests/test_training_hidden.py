"""What a critic may see in training, and that no actor ever does."""

import numpy as np
import pytest
import torch

from agents.learned import NetworkSettings, PolicyNetwork
from bridge.actions import index
from bridge.batch import Boards
from bridge.scoring import imps
from bridge.solved import shipped_deals
from evaluation.batch import bid_out
from training.actor_critic import ActorCritic
from training.hidden import HIDDEN_SIZE, REFERENCE, hidden_from
from training.lineup import lineup
from training.opponents import SaycOpponent
from training.rewards import references_ns, rewards_ns
from training.rollout import collect, draw_boards
from training.sequences import PackedTurns, SequenceBatch
from training.settings import CriticSettings, RewardSettings

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


def played(calls: str) -> Boards:
    boards = Boards(OWNERS[:1], [0], [0])
    for call in calls.split():
        boards.act(np.array([0]), np.array([index(call)]))
    return boards


def paid_ns(settings: RewardSettings, boards: Boards, tables: np.ndarray) -> list[float]:
    references = references_ns(settings, boards, tables, np.random.default_rng(0))
    paid: list[float] = rewards_ns(settings, boards.double_dummy_scores_ns(tables), references).tolist()
    return paid


def test_raw_reward_is_the_scaled_score() -> None:
    boards = played("1N P P P")
    paid = paid_ns(RewardSettings("raw", scale=100.0), boards, TABLES[:1])
    assert paid[0] * 100 == boards.double_dummy_scores_ns(TABLES[:1])[0]


def test_imps_against_an_agent_compare_with_its_result_on_the_same_board() -> None:
    boards, again = played("7N P P P"), played("")
    bid_out(again, [SaycOpponent()])
    paid = paid_ns(RewardSettings("imps", "sayc", 1.0), boards, TABLES[:1])
    scores = [each.double_dummy_scores_ns(TABLES[:1])[0] for each in (boards, again)]
    assert paid[0] == imps(scores[0] - scores[1])


def test_reference_against_itself_is_paid_nothing() -> None:
    boards = Boards(OWNERS, [0, 1, 2, 3], [0, 1, 2, 3])
    bid_out(boards, [SaycOpponent()])
    paid = paid_ns(RewardSettings("imps", "sayc", 1.0), boards, TABLES)
    assert paid == [0, 0, 0, 0]


def test_par_pays_nothing_to_a_side_that_reaches_it() -> None:
    from bridge import double_dummy

    boards = played("P P P P")
    par = double_dummy.par(TABLES[0], 0, 0)
    paid = paid_ns(RewardSettings("imps", "par", 1.0), boards, TABLES[:1])
    assert paid[0] == imps(-par)
