"""Measuring what an agent's calls mean, from boards that it bids with itself.

Every call of the first rounds is put down under the auction before it (without the passes in front of the opening
bid), with the hand that made it. What the hands of one call have in common is its meaning. The passes in front of the
opening bid are one call, whoever made it: not to open.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from agents.learned.system import CallMeaning, System
from bridge.actions import PASS
from bridge.batch import BatchAgent, Boards, Ints
from bridge.cards import CARDS_PER_SUIT, N_SUITS
from bridge.seats import N_SEATS
from bridge.solved import random_owners
from evaluation.batch import bid_out

ROUNDS = 2
"""Rounds of calls from the opening bid on."""
FEWEST = 50
"""A call made less often says too little."""

_POINTS = np.array([max(0, rank - 8) for rank in range(CARDS_PER_SUIT)] * N_SUITS)
_SPAN = (5, 50, 95)
_NO_CALL = -1

Floats = npt.NDArray[np.float64]


def measure(
    name: str,
    make_bidder: Callable[[int, np.random.Generator], BatchAgent],
    n_boards: int,
    rng: np.random.Generator,
    *,
    batch: int = 4096,
    rounds: int = ROUNDS,
    fewest: int = FEWEST,
) -> System:
    """The system of a bidder.

    Args:
        name: the agent's.
        make_bidder: a bidder for so many boards, with a stream of its own.
        n_boards: boards to bid, dealt at random with random dealer and vulnerability.
        rng: random stream.
        batch: boards bid at once.
        rounds: rounds of calls that are told, from the opening bid on.
        fewest: a call made less often is left out.
    """
    parts = []
    for start in range(0, n_boards, batch):
        n = min(batch, n_boards - start)
        boards = Boards(random_owners(rng, n), rng.integers(N_SEATS, size=n), rng.integers(4, size=n))
        bid_out(boards, [make_bidder(n, rng)])
        parts.append(_calls_made(boards, rounds * N_SEATS))
    calls, hcp, lengths = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return System(name, n_boards, tuple(_meanings(calls, hcp, lengths, fewest)))


def _calls_made(boards: Boards, depth: int) -> tuple[Ints, Ints, Ints]:
    """The auctions from the opening bid on, and the hands of those who called.

    Each pass in front of the opening bid is an auction of its own, and so is each pass of a board that is passed out.

    Returns:
        calls ``(m, depth)`` with -1 after the end, high card points ``(m, depth)``, lengths ``(m, depth, 4)``.
    """
    states = boards.states
    calls, n_calls = states["calls"].astype(np.int64), states["n_calls"].astype(np.int64)
    bids = (calls != PASS) & (np.arange(calls.shape[1]) < n_calls[:, np.newaxis])
    opened = np.where(bids.any(axis=1), np.argmax(bids, axis=1), n_calls)
    passed, place = np.nonzero(np.arange(N_SEATS) < opened[:, np.newaxis])
    board = np.concatenate([np.arange(len(boards)), passed])[:, np.newaxis]
    at = np.concatenate([opened, place])[:, np.newaxis] + np.arange(depth)
    told = np.concatenate([np.full(len(boards), depth), np.ones_like(passed)])[:, np.newaxis]
    is_made = (at < n_calls[board]) & (np.arange(depth) < told)
    made = np.where(is_made, calls[board, np.minimum(at, calls.shape[1] - 1)], _NO_CALL)
    held = states["owner"][:, np.newaxis, :] == np.arange(N_SEATS)[:, np.newaxis]
    seats = (states["dealer"].astype(np.int64)[board] + at) % N_SEATS
    hcp = (held @ _POINTS)[board, seats]
    lengths = held.reshape(len(boards), N_SEATS, N_SUITS, CARDS_PER_SUIT).sum(axis=-1)[board, seats]
    return made, hcp, lengths


def _meanings(calls: Ints, hcp: Ints, lengths: Ints, fewest: int) -> list[CallMeaning]:
    found = []
    for place in range(calls.shape[1]):
        rows = np.flatnonzero(calls[:, place] != _NO_CALL)
        if not len(rows):
            break
        _, situation = np.unique(calls[rows, :place], axis=0, return_inverse=True)
        auctions, group = np.unique(calls[rows, : place + 1], axis=0, return_inverse=True)
        came_up = np.bincount(situation.reshape(-1))
        group = group.reshape(-1)
        order = np.argsort(group, kind="stable")
        ends = np.cumsum(np.bincount(group))
        for auction, members in zip(auctions, np.split(order, ends[:-1]), strict=True):
            if len(members) >= fewest:
                chosen = rows[members]
                share = len(members) / came_up[situation.reshape(-1)[members[0]]]
                hands = hcp[chosen, place], lengths[chosen, place]
                found.append(_meaning(auction, share, *hands, _share_passed(calls[chosen], place)))
    return sorted(found, key=lambda meaning: (*meaning.before, meaning.action))


def _meaning(auction: Ints, share: float, hcp: Ints, lengths: Ints, passed: float | None) -> CallMeaning:
    ordered = np.sort(lengths, axis=1)
    balanced = (ordered[:, 0] >= 2) & (ordered[:, 1] >= 3)
    return CallMeaning(
        before=tuple(map(int, auction[:-1])),
        action=int(auction[-1]),
        times=len(hcp),
        share=round(float(share), 4),
        hcp=_span(hcp),
        lengths=tuple(_span(lengths[:, suit]) for suit in range(N_SUITS)),
        balanced=round(float(balanced.mean()), 3),
        passed=None if passed is None else round(passed, 3),
    )


def _span(values: Ints) -> tuple[int, int, int]:
    low, median, high = np.percentile(values, _SPAN, method="nearest").astype(int).tolist()
    return low, median, high


def _share_passed(calls: Ints, place: int) -> float | None:
    """How often partner passed the call at ``place`` after the next opponent's pass."""
    if place + 2 >= calls.shape[1]:
        return None
    answers = calls[(calls[:, place + 1] == PASS) & (calls[:, place + 2] != _NO_CALL), place + 2]
    return float((answers == PASS).mean()) if len(answers) else None
