"""Ways of playing boards that several tests need."""

from __future__ import annotations

from typing import Any

import numpy as np

from bridge.actions import index
from envs.bridge_v0 import raw_env


def legal(mask: np.ndarray) -> list[int]:
    """The actions that a mask allows."""
    return np.flatnonzero(mask).tolist()


def names_to_actions(names: str) -> list[int]:
    return [index(name) for name in names.split()]


def step_all(env: Any, names: str) -> None:
    for action in names_to_actions(names):
        env.step(action)


def is_over(env: Any) -> bool:
    return env.terminations[env.agent_selection]


def random_steps(env: raw_env, rng: np.random.Generator, steps: int = 10_000) -> list[int]:
    """Take random legal actions until the board is over or so many are taken; returns them."""
    taken: list[int] = []
    while len(taken) < steps and not is_over(env):
        actions = legal(env.observe(env.agent_selection)["action_mask"])
        taken.append(actions[int(rng.integers(len(actions)))])
        env.step(taken[-1])
    return taken


def random_auction_ending(env: raw_env, rng: np.random.Generator) -> None:
    """Bid at random, mostly low and short, until cards are to be played or the board is over."""
    while not is_over(env) and env.game.state["phase"] == 0:
        actions = legal(env.observe(env.agent_selection)["action_mask"])
        env.step(actions[min(int(rng.geometric(0.4)) - 1, len(actions) - 1)])


def random_table(table: Any, seed: int, plays: int, most_calls: int) -> Any:
    """A board after its auction and so many cards, or within its first ``most_calls`` if ``plays`` is negative."""
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    if plays < 0:
        random_steps(table, rng, int(rng.integers(most_calls)))
        return table
    while True:
        random_auction_ending(table, rng)
        if not is_over(table):
            random_steps(table, rng, plays)
            return table
        table.reset()
