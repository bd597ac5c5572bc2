"""Making labelled boards: ``python -m training.labelling --boards 1000 --seed 1 --out labels.npy``.

Boards of the training part are bid by a bidder and played by card players, who now and then play any legal card
instead; at part of the decisions the cards are labelled with what they cost: over worlds that the seat could hold
(``training.labels``), or with ``--open`` on the board itself (``training.outcomes``). The file is what
``train.py lessons.names=[labels.npy]`` learns from. A run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

import agents
from agents.batched import make_batched
from bridge.actions import N_ACTIONS, N_CARDS
from bridge.batch import Boards, Ints, UInt8s
from bridge.cards import CARDS_PER_HAND
from bridge.double_dummy import SolverError
from bridge.engine import STATE
from bridge.growing import grow
from bridge.solved import shipped_deals
from training.labels import UNLABELLED, costs_of, effort_at
from training.outcomes import costs_by_double_dummy, open_shares
from training.phases import PLAY, act_while
from training.players import whole_player
from training.rollout import draw_boards

LABELLED = np.dtype([("board", STATE), ("costs", np.uint8, (N_CARDS, CARDS_PER_HAND))])
"""A board that is over, and what the legal cards, from low to high, cost at each of its turns."""

_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Labelling:
    """Which boards are labelled."""

    bidder: str
    """Bids all four seats."""
    players: tuple[str, ...]
    """Each side of each board has one of them."""
    slips: float
    """Share of the cards that are any legal card instead of the player's."""
    seed: int
    open_boards: bool = False
    """Label by what cards cost on the board itself, not on average over worlds that the seat could hold."""


def labelled_chunk(plan: Labelling, number: int, count: int) -> npt.NDArray[np.void]:
    """Chunk ``number`` of the boards of a plan: ``count`` records of ``LABELLED``."""
    rng = np.random.default_rng([plan.seed, number])
    boards, _ = draw_boards(shipped_deals().part("train"), count, rng)
    act_while(Boards.in_auction, boards, make_batched(plan.bidder, count, rng))
    players = [make_batched(name, count, rng) for name in plan.players]
    player_of = rng.integers(len(players), size=(count, 2))
    costs = np.full((count, N_CARDS, CARDS_PER_HAND), UNLABELLED, np.uint8)
    rows = np.flatnonzero(~boards.are_over())
    while len(rows):
        seats = boards.actors()[rows]
        (_label_openly if plan.open_boards else _label)(boards, rows, seats, costs, rng)
        cards = np.empty(len(rows), np.int64)
        for place, player in enumerate(players):
            own = player_of[rows, seats % 2] == place
            if own.any():
                cards[own] = player.act(boards, rows[own], seats[own])
        boards.act(rows, _with_slips(boards, rows, seats, cards, plan.slips, rng))
        rows = np.flatnonzero(~boards.are_over())
    records = np.zeros(count, LABELLED)
    records["board"], records["costs"] = boards.states, costs
    return records


def _label(boards: Boards, rows: Ints, seats: Ints, costs: UInt8s, rng: np.random.Generator) -> None:
    """Label the decisions of one turn that get a label."""
    turns = boards.states["n_plays"][rows].astype(np.int64)
    shares = np.array([effort_at(turn).share for turn in turns.tolist()])
    choice = boards.observe(rows, seats, 0)[1].sum(axis=1) > 1
    chosen = np.flatnonzero(choice & (rng.random(len(rows)) < shares))
    views = [boards.view(row, seat) for row, seat in zip(rows[chosen].tolist(), seats[chosen].tolist(), strict=True)]
    costs[rows[chosen], turns[chosen]] = costs_of(views, rng)


def _label_openly(boards: Boards, rows: Ints, seats: Ints, costs: UInt8s, rng: np.random.Generator) -> None:
    """Label the decisions of one turn that get a label by what the cards cost on the board itself."""
    turns = boards.states["n_plays"][rows].astype(np.int64)
    masks = boards.observe(rows, seats, 0)[1][:, :N_CARDS]
    chosen = (masks.sum(axis=1) > 1) & (rng.random(len(rows)) < open_shares(turns))
    by_card = costs_by_double_dummy(boards, rows[chosen])
    # Legal cards from low to high come first.
    order = np.argsort(masks[chosen] == 0, axis=1, kind="stable")[:, :CARDS_PER_HAND]
    costs[rows[chosen], turns[chosen]] = np.take_along_axis(by_card, order, axis=1)


def _with_slips(boards: Boards, rows: Ints, seats: Ints, cards: Ints, share: float, rng: np.random.Generator) -> Ints:
    """The cards, some of them replaced by any legal one."""
    masks = boards.observe(rows, seats, 0)[1]
    drawn = np.where(masks > 0, rng.random((len(rows), N_ACTIONS)), -1.0).argmax(axis=1)
    return np.where(rng.random(len(rows)) < share, drawn, cards)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.labelling",
        description="Play boards and label cards with what they cost on average over worlds that their seat could "
        "hold, or on the board itself. A board takes 0.2 s of one core, with --open 0.02 s. Call again with the same "
        "arguments to go on after an interruption.",
    )
    parser.add_argument("--boards", type=int, default=1000, help="number of boards (default: %(default)s)")
    parser.add_argument(
        "--players", nargs="+", default=["heuristic"], help="card players or checkpoints (default: heuristic)"
    )
    parser.add_argument("--bidder", default="sayc", help="bids all four seats (default: %(default)s)")
    parser.add_argument("--slips", type=float, default=0.05, help="share of random cards (default: %(default)s)")
    parser.add_argument(
        "--open",
        action="store_true",
        help="label by what cards cost on the board itself, not on average over worlds: ten times as fast, and noisier",
    )
    parser.add_argument("--seed", type=int, default=0, help="of deals and worlds (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="the .npy file to write")
    parser.add_argument("--jobs", type=int, default=1, help="processes; 0 is one a core (default: %(default)s)")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command ``python -m training.labelling``; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        _run(options)
    except (ValueError, OSError, SolverError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; call again with the same arguments to go on\n")
        return 130
    return 0


def _run(options: argparse.Namespace) -> None:
    if not (options.boards >= 1 and options.seed >= 0 and options.jobs >= 0 and 0 <= options.slips <= 1):
        raise ValueError("use --boards 1 or more, --seed 0 or more, --slips 0 to 1, --jobs 0 (one a core) or more")
    if options.out.suffix != ".npy":
        raise ValueError(f"--out {options.out}: give the file the suffix .npy")
    if not agents.can_bid(agents.make(options.bidder)):
        raise ValueError(f"--bidder {options.bidder} does not bid: name a bidder, for example sayc")
    players = tuple(whole_player(name, PLAY) for name in options.players)
    plan = Labelling(options.bidder, players, options.slips, options.seed, options.open)
    options.out.absolute().parent.mkdir(parents=True, exist_ok=True)
    if options.out.is_dir() or not os.access(options.out.absolute().parent, os.W_OK):
        raise ValueError(f"--out {options.out} cannot be written: name a file in a folder that can be")
    make = partial(labelled_chunk, plan)
    for done in grow(options.out, LABELLED, (options.boards, _CHUNK), str(plan), make, options.jobs or -1):
        sys.stderr.write(f"\r{done} of {options.boards} boards labelled")
        sys.stderr.flush()
    sys.stderr.write(f"; written to {options.out}\n")


if __name__ == "__main__":
    sys.exit(main())
