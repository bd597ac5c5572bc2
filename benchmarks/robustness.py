"""How a bidder copes with odd calls: its results when partner or opponents mix in random legal calls.

    python benchmarks/robustness.py lstm_bidder --boards 12110

On test boards (never trained on, scored double dummy) a side of two of the bidder meets two of the bidder, and one in
twenty of the calls of *nobody*, of *one partner* or of *the opponents* is drawn from all legal calls. Told are the loss
against par in IMPs a board, its worst boards, and the contracts that the sound player himself bid last and that went
down by four or more: those he can be blamed for.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from agents.batched import make_batched
from bridge.actions import FIRST_BID
from bridge.actions import name as name_of
from bridge.batch import BatchAgent, Boards, Ints
from bridge.board import dealer_of, vulnerability_of
from bridge.scoring import imps
from bridge.solved import shipped_deals
from evaluation.batch import par_scores_ns

SHARE = 0.05
_WORST = (0.1, 1, 5, 25, 50)
_FAR_DOWN = 4


class OddCalls:
    """A bidder some of whose calls are drawn from all legal ones instead."""

    def __init__(self, bidder: BatchAgent, odd_seats: Callable[[Ints], np.ndarray], rng: np.random.Generator) -> None:
        self._bidder = bidder
        self._odd_seats = odd_seats
        self._rng = rng

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """The bidder's calls, with odd ones mixed in at the seats that make them."""
        calls = self._bidder.act(boards, rows, seats)
        _, masks = boards.observe(rows, seats)
        drawn = np.where(masks == 1, self._rng.random(masks.shape), -1.0).argmax(axis=1)
        odd = self._odd_seats(seats) & (self._rng.random(len(rows)) < SHARE)
        return np.where(odd, drawn, calls)


CASES: dict[str, tuple[Callable[[Ints], np.ndarray], tuple[int, ...]]] = {
    "nobody": (lambda seats: np.zeros(len(seats), dtype=bool), (0, 2)),
    "one partner": (lambda seats: seats == 2, (0,)),
    "the opponents": (lambda seats: seats % 2 == 1, (0, 2)),
}
"""Who makes odd calls, and the sound seats of North-South."""


def played(name: str, n: int, case: str, seed: int) -> tuple[Boards, np.ndarray]:
    """Test boards bid to their end, and their double-dummy tables."""
    owners, tables = shipped_deals().part("test").at(np.arange(n))
    numbers = np.arange(1, n + 1)
    boards = Boards(owners, [dealer_of(number) for number in numbers], [vulnerability_of(number) for number in numbers])
    rng = np.random.default_rng(seed)
    bidder = OddCalls(make_batched(name, n, rng), CASES[case][0], rng)
    while len(rows := np.flatnonzero(boards.in_auction())):
        boards.act(rows, bidder.act(boards, rows, boards.actors()[rows]))
    return boards, tables


def undertricks(boards: Boards, tables: np.ndarray) -> Ints:
    """By how many tricks each contract goes down, negative if it makes; 0 where the board was passed out."""
    states = boards.states
    played = states["bid"] >= FIRST_BID
    bids = np.maximum(states["bid"].astype(np.int64) - FIRST_BID, 0)
    taken = tables[np.arange(len(boards)), bids % 5, np.maximum(states["declarer"], 0)]
    return np.where(played, bids // 5 + 7 - taken, 0)


def last_bidders(boards: Boards) -> Ints:
    """The seat that made each board's last bid; -1 where there is none."""
    calls, n_calls = boards.states["calls"], boards.states["n_calls"]
    is_bid = (calls >= FIRST_BID) & (np.arange(calls.shape[1]) < n_calls[:, np.newaxis])
    last = calls.shape[1] - 1 - is_bid[:, ::-1].argmax(axis=1)
    return np.where(is_bid.any(axis=1), (boards.states["dealer"] + last) % 4, -1)


def report(name: str, n: int, case: str, seed: int) -> None:
    """Print one case."""
    boards, tables = played(name, n, case, seed)
    lost = imps(boards.double_dummy_scores_ns(tables) - par_scores_ns(boards, tables))
    error = lost.std() / np.sqrt(n)
    percentiles = ", ".join(f"{part:g} %: {np.percentile(lost, part):+.0f}" for part in _WORST)
    own = np.isin(last_bidders(boards), CASES[case][1])
    down = undertricks(boards, tables)
    blamed = own & (down >= _FAR_DOWN)
    print(
        f"odd calls by {case}: {lost.mean():+.2f} ± {error:.2f} IMP a board against par; worst {percentiles}; "
        f"{own.sum():,} contracts of sound players, {blamed.sum():,} down {_FAR_DOWN} or more "
        f"({blamed.sum() / own.sum():.2%}), the farthest:"
    )
    for row in np.argsort(np.where(own, -down, 0), kind="stable")[:3]:
        auction = " ".join(map(name_of, boards.auctions(np.array([row]))[0]))
        print(f"    board {row + 1}: {lost[row]:+d} IMP, down {down[row]}: {auction}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bidders", nargs="+", help="agents that bid: names or checkpoints")
    parser.add_argument("--boards", type=int, default=4000, help="test boards of each case (default %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()

    torch.set_num_threads(1)
    for bidder in arguments.bidders:
        print(f"{Path(bidder).name}, {arguments.boards:,} boards")
        for case in CASES:
            report(bidder, arguments.boards, case, arguments.seed)


if __name__ == "__main__":
    main()
