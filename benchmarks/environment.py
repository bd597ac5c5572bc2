"""Environment steps per second, beside OpenSpiel's bridge from Python and through Shimmy.

One step is one call or card, together with what a player needs for the next: its observation and its legal actions.
All players choose among the legal actions at random. Cases are measured in turn, round after round, and the table
gives medians::

    python benchmarks/environment.py --seconds 0.5 --rounds 5

An auction ends a board here with its double-dummy result. OpenSpiel would solve every deal at that point, which takes
most of its time, so its auctions stop before; that is to its advantage.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

import numpy as np
import pyspiel
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

from envs.bridge_v0 import env, raw_env

_FIRST_CALL = 52  # OpenSpiel numbers calls as we do
_OPEN_SPIEL = {"use_double_dummy_result": False}

Board = Callable[[np.random.Generator], int]
"""Plays one board with a random stream; returns how many steps it took."""


def _choose(legal: Any, rng: np.random.Generator) -> int:
    return int(legal[int(rng.random() * len(legal))])


def aec_board(table: Any) -> Board:
    """A board of our environment through PettingZoo's interface."""

    def play(rng: np.random.Generator) -> int:
        table.reset()
        steps = 0
        while True:
            observation, _, over, _, _ = table.last()
            if over:
                return steps
            table.step(_choose(np.flatnonzero(observation["action_mask"]), rng))
            steps += 1

    table.reset(seed=0)
    return play


def open_spiel_board(*, auction_only: bool) -> Board:
    """A board of OpenSpiel from Python."""
    game = pyspiel.load_game("bridge", _OPEN_SPIEL)

    def play(rng: np.random.Generator) -> int:
        state = game.new_initial_state()
        for card in rng.permutation(52).tolist():
            state.apply_action(card)
        steps = 0
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            legal = state.legal_actions()
            if auction_only and legal[0] < _FIRST_CALL:
                break
            state.apply_action(_choose(legal, rng))
            steps += 1
        return steps

    return play


def shimmy_board(*, auction_only: bool) -> Board:
    """A board of OpenSpiel as PettingZoo's users get it."""
    table = OpenSpielCompatibilityV0(game_name="bridge", config=_OPEN_SPIEL)

    def play(rng: np.random.Generator) -> int:
        table.reset(seed=int(rng.integers(2**31)))
        steps = 0
        while True:
            _, _, over, cut, info = table.last()
            if over or cut:
                return steps
            legal = np.flatnonzero(info["action_mask"])
            if auction_only and legal[0] < _FIRST_CALL:
                return steps
            table.step(_choose(legal, rng))
            steps += 1

    return play


def steps_per_second(play: Board, seconds: float, seed: int) -> float:
    """Play whole boards for about so long."""
    rng = np.random.default_rng(seed)
    steps, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        steps += play(rng)
    return steps / elapsed


def cases() -> dict[str, tuple[Board, Board]]:
    """What is measured: a whole board and an auction of each."""
    return {
        "AEC raw": (aec_board(raw_env()), aec_board(raw_env("double_dummy"))),
        "AEC wrapped": (aec_board(env()), aec_board(env(play="double_dummy"))),
        "OpenSpiel": (open_spiel_board(auction_only=False), open_spiel_board(auction_only=True)),
        "Shimmy": (shimmy_board(auction_only=False), shimmy_board(auction_only=True)),
    }


def measure(seconds: float, rounds: int, seed: int) -> dict[str, list[float]]:
    """Median steps per second of each case: whole boards, auctions."""
    plays = cases()
    for boards in plays.values():  # compile, load and warm up
        for play in boards:
            play(np.random.default_rng(seed))
    speeds: dict[str, list[list[float]]] = {name: [[], []] for name in plays}
    for turn in range(rounds):
        for name, boards in plays.items():
            for kind, play in enumerate(boards):
                speeds[name][kind].append(steps_per_second(play, seconds, seed + turn))
    return {name: [statistics.median(run) for run in runs] for name, runs in speeds.items()}


def report(speeds: dict[str, list[float]]) -> str:
    """The table: steps per second, and how many times Shimmy's and OpenSpiel's that is."""
    title = f"{'':12}{'whole boards':>30}{'auctions':>30}\n"
    units = f"{'':12}" + f"{'steps/s':>10}{'x Shimmy':>10}{'x OpenSp.':>10}" * 2 + "\n"
    rows = ""
    for name, both in speeds.items():
        rows += f"{name:12}"
        for kind, speed in enumerate(both):
            shimmy, open_spiel = speeds["Shimmy"][kind], speeds["OpenSpiel"][kind]
            rows += f"{speed:>10,.0f}{speed / shimmy:>10.1f}{speed / open_spiel:>10.1f}"
        rows += "\n"
    return title + units + rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each case (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the players (default: %(default)s)")
    options = parser.parse_args(arguments)
    packages = ("numpy", "numba", "pettingzoo", "open_spiel", "shimmy")
    print(f"Python {platform.python_version()}, " + ", ".join(f"{name} {version(name)}" for name in packages))
    print(f"{os.cpu_count()} processors; medians of {options.rounds} x {options.seconds} s, seed {options.seed}\n")
    print(report(measure(options.seconds, options.rounds, options.seed)))


if __name__ == "__main__":
    main()
