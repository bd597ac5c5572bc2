"""Every algorithm reaches the optimum of games that are small enough to know it."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
import torch
from toy_games import MOST_TAKEN, PILES, Nim, SecretCard, ToyBoards

from agents.batched import NetworkBatchAgent
from agents.learned import NetworkSettings, PolicyNetwork
from agents.learned.agent import LearnedAgent
from bridge.actions import PASS
from bridge.batch import BatchAgent, Ints
from training.actor_critic import ActorCritic
from training.lineup import lineup
from training.rollout import Teacher, collect
from training.settings import AlgorithmSettings, CriticSettings
from training.update import Update

BOARDS = 64

PPO = AlgorithmSettings("ppo", learning_rate=5e-3, num_minibatches=2, update_epochs=3, ent_coef=0.1)
REINFORCE = AlgorithmSettings("reinforce", learning_rate=1e-2, ent_coef=0.1)
IMITATION = AlgorithmSettings("imitation", learning_rate=5e-3, num_minibatches=2, update_epochs=2, ent_coef=0.0)


ITERATIONS = {"ppo": 150, "reinforce": 300, "imitation": 100}
"""An iteration of REINFORCE is a single step."""


class BestCaller:
    """The optimal policy of a game that knows it, as a teacher."""

    def act(self, boards: SecretCard | Nim, rows: Ints, seats: Ints) -> Ints:
        return boards.best_calls(rows, seats) + PASS


def learnt(
    draw: Callable[[np.random.Generator], ToyBoards],
    settings: AlgorithmSettings,
    iterations: int,
    kind: str = "lstm",
    sees: str = "seat",
    seed: int = 1,
) -> tuple[PolicyNetwork, dict[str, float]]:
    """The network after some iterations with all four seats learning, and the last iteration's figures."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    generator = torch.Generator().manual_seed(seed)
    network = PolicyNetwork(NetworkSettings(kind=kind, encoder_size=32, memory_size=16))
    model = ActorCritic(network, CriticSettings(sees, 32))
    optimizer = torch.optim.Adam(model.parameters(), lr=settings.learning_rate, eps=1e-5)
    teacher = Teacher(BestCaller(), 0.5) if settings.algorithm == "imitation" else None
    metrics: dict[str, float] = {}
    for iteration in range(iterations):
        boards = draw(rng)
        recorder = collect(network, boards, lineup(len(boards), [(None, 1.0)]), generator, teacher)
        batch = model.valued(recorder.finish(boards.paid().reshape(-1), boards.hidden()))
        ent_coef = settings.ent_coef * (1 - iteration / iterations)
        metrics = Update(model, optimizer, settings, ent_coef, False, generator).run(batch)
    return network, metrics


def greedy(network: PolicyNetwork, boards: ToyBoards) -> BatchAgent:
    return NetworkBatchAgent(LearnedAgent(network), len(boards), np.random.default_rng(0))


def play(boards: ToyBoards, north_south: BatchAgent, east_west: BatchAgent) -> None:
    while boards.in_auction().any():
        for side, agent in enumerate((north_south, east_west)):
            rows = np.flatnonzero(boards.in_auction() & (boards.actors() % 2 == side))
            if len(rows):
                boards.act(rows, agent.act(boards, rows, boards.actors()[rows]))


# --- a secret card and two chances to stop ----------------------------------------------------------------------------


def secret_cards(rng: np.random.Generator) -> SecretCard:
    return SecretCard.drawn(2 * BOARDS, rng)


def reward(network: PolicyNetwork) -> float:
    """The exact mean reward of the greedy policy."""
    boards = SecretCard.every()
    agent = greedy(network, boards)
    play(boards, agent, agent)
    return float(boards.paid()[:, 0].mean())


def test_best_caller_of_the_secret_card_earns_its_optimum() -> None:
    boards = SecretCard.every()
    play(boards, BestCaller(), BestCaller())
    assert boards.paid()[:, 0].mean() == pytest.approx(SecretCard.optimum())
    assert SecretCard.optimum_without_memory() < 0.8 * SecretCard.optimum()


@pytest.mark.parametrize("settings", [PPO, REINFORCE, IMITATION], ids=lambda each: each.algorithm)
def test_lstm_learns_the_best_policy_with_a_memory_of_the_card(settings: AlgorithmSettings) -> None:
    untrained, _ = learnt(secret_cards, settings, 0)
    network, _ = learnt(secret_cards, settings, ITERATIONS[settings.algorithm])
    assert reward(untrained) < 0.8 * SecretCard.optimum()
    assert reward(network) >= 0.97 * SecretCard.optimum()


@pytest.mark.parametrize("settings", [PPO, REINFORCE], ids=lambda each: each.algorithm)
def test_feed_forward_network_learns_the_best_policy_without_a_memory(settings: AlgorithmSettings) -> None:
    network, _ = learnt(secret_cards, settings, ITERATIONS[settings.algorithm], "mlp")
    earned = reward(network)
    assert 0.97 * SecretCard.optimum_without_memory() <= earned <= SecretCard.optimum_without_memory() + 1e-6


def test_critic_that_sees_all_takes_the_luck_out_of_the_reward() -> None:
    def lucky(rng: np.random.Generator) -> SecretCard:
        return SecretCard.drawn(2 * BOARDS, rng, luck=1.0)

    network, metrics = learnt(lucky, REINFORCE, ITERATIONS["reinforce"], sees="all")
    _, blind = learnt(lucky, REINFORCE, 30, sees="seat")
    assert metrics["losses/explained_variance"] > 0.95
    assert blind["losses/explained_variance"] < 0.3
    assert reward(network) >= 0.97 * SecretCard.optimum()


# --- both sides against each other: Nim -------------------------------------------------------------------------------


class Scripted:
    """Takes what its script for the board says, as far as the pile goes."""

    def __init__(self, scripts: Ints) -> None:
        self._scripts = scripts
        self._turns = np.zeros(len(scripts), dtype=np.int64)

    def act(self, boards: Nim, rows: Ints, seats: Ints) -> Ints:
        taken = np.minimum(self._scripts[rows, self._turns[rows]], boards.piles[rows])
        self._turns[rows] += 1
        return taken - 1 + PASS


def worst_results(network: PolicyNetwork) -> list[int]:
    """What the greedy policy wins from each pile when it begins, against the replies that are worst for it."""
    replies = np.array(list(product(range(1, MOST_TAKEN + 1), repeat=len(PILES) // 2)))
    piles = np.repeat(PILES, len(replies))
    boards = Nim(piles, np.zeros(len(piles), dtype=np.int64))
    play(boards, greedy(network, boards), Scripted(np.tile(replies, (len(PILES), 1))))
    won: list[int] = boards.paid()[:, 0].reshape(len(PILES), -1).min(axis=1).astype(int).tolist()
    return won


@pytest.mark.parametrize("kind", ["lstm", "mlp"])
@pytest.mark.parametrize("settings", [PPO, REINFORCE, IMITATION], ids=lambda each: each.algorithm)
def test_self_play_learns_to_win_every_pile_that_can_be_won(settings: AlgorithmSettings, kind: str) -> None:
    def nim(rng: np.random.Generator) -> Nim:
        return Nim.drawn(BOARDS, rng)

    values = [Nim.value(pile) for pile in PILES.tolist()]
    untrained, _ = learnt(nim, settings, 0, kind)
    network, _ = learnt(nim, settings, ITERATIONS[settings.algorithm], kind)
    assert worst_results(untrained) != values
    assert worst_results(network) == values
