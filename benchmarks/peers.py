"""Batched simulation beside its peers: auctions beside pgx's ``bridge_bidding``, whole boards beside OpenSpiel.

    python benchmarks/peers.py
    taskset -c 0 python benchmarks/peers.py

The second line (Linux) holds both sides to one processor.

One step is one call or card, together with the observation and the legal actions of whoever is to decide next; boards
that are over are replaced by fresh ones, and all of that is on the clock. The choice among the legal actions, always at
random, is not: it is the player's work and no environment's. The sides of a comparison are measured in turn, round
after round; figures are medians, and ratios are taken within a round and given with their least and greatest.

*Auctions*: ``bridge.batch.Boards``, scored by the double-dummy table when they end, beside pgx's step function,
vectorised, compiled, and wrapped in its own automatic reset. pgx reads its deals from a table of its own format, which
is written here from the solved deals of this project, so that both deal from the same hundred thousand. It may use
every processor that the process may; ``Boards`` runs on one.

*Whole boards*: auction and play by ``Boards`` and by the vector environment, whose other three seats are given their
observations too, beside OpenSpiel's bridge driven from Python. Its observation is asked for as a list, and as a numpy
array through its observer.

pgx and OpenSpiel are optional: ``python -m pip install --group peers``. What is not installed is left out.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from bridge.batch import Boards, Ints, UInt8s
from bridge.engine import Int8s
from bridge.observation import AUCTION_SIZE, SIZE
from bridge.solved import SolvedDeals, random_owners, shipped_deals
from envs.vector import VectorBridgeEnv

_AUCTION_BATCHES = (64, 1024, 4096)
_BOARD_BATCH = 1024
_WARM_UP = 80  # rounds; boards of a batch start together and need about that long to drift apart
_PGX_WARM_UP = 10

Round = Callable[[], tuple[int, float]]
"""Takes one step on every board of a batch, or plays one board out; returns the steps and the seconds on the clock."""


def _choose(masks: Int8s, rng: np.random.Generator) -> Ints:
    return np.asarray((masks * rng.random(masks.shape, dtype=np.float32)).argmax(axis=1))


# --- ours ------------------------------------------------------------------------------------------------------------


def boards_round(n: int, deals: SolvedDeals | None, rng: np.random.Generator) -> Round:
    """Steps of ``n`` boards by the array face: auctions of solved deals, or whole boards of random ones."""
    size = AUCTION_SIZE if deals else SIZE
    rows = np.arange(n)
    seen, masks = np.empty((n, size), dtype=np.int8), np.empty((n, 90), dtype=np.int8)
    tables = np.zeros((n, 5, 4), dtype=np.uint8)

    def draw(places: Ints) -> tuple[UInt8s, Ints, Ints]:
        k = len(places)
        dealers, vulnerable = rng.integers(4, size=(2, k))
        if deals is None:
            return random_owners(rng, k), dealers, vulnerable
        owners, tables[places] = deals.draw(rng, k)
        return owners, dealers, vulnerable

    boards = Boards(*draw(rows))

    def step() -> tuple[int, float]:
        actions = _choose(masks, rng)
        started = time.perf_counter()
        boards.act(rows, actions)
        over = np.flatnonzero(~boards.in_auction() if deals else boards.are_over())
        if len(over):
            _ = boards.double_dummy_scores_ns(tables) if deals else boards.won_scores_ns()
            boards.restart(over, *draw(over))
        boards.observe_into(rows, boards.actors(), seen, masks)
        return n, time.perf_counter() - started

    boards.observe_into(rows, boards.actors(), seen, masks)
    return _warm(step, _WARM_UP)


class _ObservingOthers:
    """The other seats of the vector environment: they observe on the clock, choose off it, and count their turns."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self.turns = 0
        self.choosing = 0.0

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        _, masks = boards.observe(rows, seats)
        started = time.perf_counter()
        actions = _choose(masks, self._rng)
        self.turns += len(rows)
        self.choosing += time.perf_counter() - started
        return actions


def make_vec_round(n: int, rng: np.random.Generator) -> Round:
    """Whole boards by the vector environment: one decision of every learner, and what the other seats do until then."""
    others = _ObservingOthers(rng)
    env = VectorBridgeEnv(n, others=others, copy=False)
    seen, _ = env.reset(seed=int(rng.integers(2**31)))

    def step() -> tuple[int, float]:
        others.turns, others.choosing = 0, 0.0
        actions = _choose(seen["action_mask"], rng)
        deciding = int(seen["action_mask"].any(axis=1).sum())
        started = time.perf_counter()
        env.step(actions)
        return deciding + others.turns, time.perf_counter() - started - others.choosing

    return _warm(step, _WARM_UP)


# --- peers -----------------------------------------------------------------------------------------------------------


def write_pgx_table(deals: SolvedDeals, path: Path) -> None:
    """The deals in pgx's format, int32 ``(2, n, 4)``.

    Keys are four suits (S H D C) of thirteen base-4 digits, the holders of A 2 3 .. K; values are four declarers of
    five base-16 digits, their tricks in C D H S NT.
    """
    pgx_order = [13 * suit + rank for suit in (3, 2, 1, 0) for rank in (12, *range(12))]
    keys = deals.owners[:, pgx_order].reshape(-1, 4, 13) @ 4 ** np.arange(12, -1, -1)
    values = deals.tricks.transpose(0, 2, 1) @ 16 ** np.arange(4, -1, -1)
    np.save(path, np.stack([keys, values]).astype(np.int32))


def pgx_rounds(deals: SolvedDeals, seed: int) -> dict[int, Round]:
    """Steps of pgx's auctions for every size of batch."""
    import jax
    from pgx.bridge_bidding import BridgeBidding
    from pgx.experimental import act_randomly, auto_reset

    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "dds_results.npy"
        write_pgx_table(deals, table)
        env = BridgeBidding(str(table))
    start = jax.jit(jax.vmap(env.init))
    advance = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(act_randomly)
    split = jax.jit(jax.random.split, static_argnums=1)

    def stepping(n: int) -> Round:
        key = jax.random.key(seed)
        state: Any = start(split(key, n))

        def step() -> tuple[int, float]:
            nonlocal key, state
            key, choice = split(key, 2)
            actions, keys = jax.block_until_ready((choose(choice, state.legal_action_mask), split(choice, n)))
            started = time.perf_counter()
            state = jax.block_until_ready(advance(state, actions, keys))
            return n, time.perf_counter() - started

        return _warm(step, _PGX_WARM_UP)

    return {n: stepping(n) for n in _AUCTION_BATCHES}


def open_spiel_round(rng: np.random.Generator, *, as_array: bool) -> Round:
    """Whole boards of OpenSpiel, one after another. The choice is but an index here, and stays on the clock."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    # With its double-dummy results it would solve every deal, which takes most of its time.
    game = pyspiel.load_game("bridge", {"use_double_dummy_result": False})
    observer = make_observation(game)

    def play() -> tuple[int, float]:
        cards, numbers = rng.permutation(52).tolist(), rng.random(400).tolist()
        steps, started = 0, time.perf_counter()
        state = game.new_initial_state()
        for card in cards:
            state.apply_action(card)
        while not state.is_terminal():
            if as_array:
                observer.set_from(state, state.current_player())
            else:
                state.observation_tensor(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(numbers[steps] * len(legal))])
            steps += 1
        return steps, time.perf_counter() - started

    return _warm(play, _WARM_UP)


# --- measuring -------------------------------------------------------------------------------------------------------


def _warm(play: Round, rounds: int) -> Round:
    for _ in range(rounds):
        play()
    return play


def steps_per_second(play: Round, seconds: float) -> float:
    """Go on for about so long, what is off the clock included."""
    steps, clocked, until = 0, 0.0, time.perf_counter() + seconds
    while not steps or time.perf_counter() < until:
        taken, elapsed = play()
        steps, clocked = steps + taken, clocked + elapsed
    return steps / clocked


def measure(cases: dict[str, Round], seconds: float, rounds: int) -> dict[str, list[float]]:
    """Steps per second of every case in every round."""
    speeds: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, play in cases.items():
            speeds[name].append(steps_per_second(play, seconds))
    return speeds


def compare(title: str, ours: dict[str, Round], peers: dict[str, Round], options: argparse.Namespace) -> None:
    """Measure in turn and print medians, and the ratios to each peer."""
    speeds = measure(ours | peers, options.seconds, options.rounds)
    print(f"{title:<26}{'steps/s':>12}" + "".join(f"  {'x ' + peer:>24}" for peer in peers))
    for name, figures in speeds.items():
        line = f"  {name:<24}{statistics.median(figures):>12,.0f}"
        if name in ours:
            for peer in peers:
                ratios = [ours_then / theirs for ours_then, theirs in zip(figures, speeds[peer], strict=True)]
                spread = f"{statistics.median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f})"
                line += f"  {spread:>24}"
        print(line)
    print(flush=True)


def processors() -> int | None:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def installed(package: str) -> bool:
    """Whether a peer is there; if not, one line says that it is left out."""
    try:
        print(f"{package} {version(package)}")
    except PackageNotFoundError:
        print(f"{package} is not installed and is left out: python -m pip install --group peers")
        return False
    return True


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=7, help="measurements of each case (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of deals and players (default: %(default)s)")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, numpy {version('numpy')}, numba {version('numba')}")
    print(f"{processors()} processors; medians of {options.rounds} x {options.seconds} s, seed {options.seed}")
    with_pgx, with_open_spiel = installed("pgx"), installed("open_spiel")
    print()
    rng, deals = np.random.default_rng(options.seed), shipped_deals()
    pgx = pgx_rounds(deals, options.seed) if with_pgx else {}
    for n in _AUCTION_BATCHES:
        ours = {"Boards": boards_round(n, deals, rng)}
        compare(f"auctions, {n:,} boards", ours, {"pgx": pgx[n]} if with_pgx else {}, options)
    ours = {"Boards": boards_round(_BOARD_BATCH, None, rng), "make_vec": make_vec_round(_BOARD_BATCH, rng)}
    peers = {}
    if with_open_spiel:
        peers["OpenSpiel, list"] = open_spiel_round(rng, as_array=False)
        peers["OpenSpiel, array"] = open_spiel_round(rng, as_array=True)
    compare(f"whole boards, {_BOARD_BATCH:,}", ours, peers, options)


if __name__ == "__main__":
    main()
