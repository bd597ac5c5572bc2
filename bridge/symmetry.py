"""The 96 symmetric images of a deal.

Turning the table (every seat moves the same number of places clockwise) and renaming the suits change neither who
can take which trick nor how hard the deal is: they permute the double-dummy table. Four turns and 24 orders of the
suits make one solved deal ninety-six. All functions here work on many deals at once; turns and suit orders are
given one a deal, or once for all deals.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bridge.actions import N_CARDS
from bridge.cards import CARDS_PER_SUIT, N_SUITS, Denomination
from bridge.seats import N_SEATS

SUIT_ORDERS: NDArray[np.uint8] = np.array(list(permutations(range(N_SUITS))), dtype=np.uint8)
"""All 24 renamings of the suits, ``(24, 4)``; suit ``s`` becomes ``order[s]``. The first renames nothing."""


def permuted_owners(owners: ArrayLike, turns: ArrayLike, suits: ArrayLike) -> NDArray[np.uint8]:
    """Images of deals: every seat moves ``turns`` places clockwise and suit ``s`` becomes ``suits[..., s]``.

    Args:
        owners: ``(n, 52)`` seats by card number.
        turns: ``(n,)`` or one number, 0-3.
        suits: ``(n, 4)`` or one order ``(4,)``.

    Returns:
        Owners ``uint8 (n, 52)``.
    """
    deals = np.asarray(owners, dtype=np.uint8)
    source = _sources(suits, len(deals))
    by_suit = deals.reshape(-1, N_SUITS, CARDS_PER_SUIT)
    moved = by_suit[np.arange(len(deals))[:, np.newaxis], source]
    moved += np.broadcast_to(np.asarray(turns, dtype=np.uint8), len(deals))[:, np.newaxis, np.newaxis]
    moved %= N_SEATS
    return moved.reshape(-1, N_CARDS)


def permuted_tables(tables: ArrayLike, turns: ArrayLike, suits: ArrayLike) -> NDArray[np.uint8]:
    """The double-dummy tables ``(n, 5, 4)`` of the images that :func:`permuted_owners` makes.

    A declarer's row moves with the seats, a suit's row with the suits; no trump stays.
    """
    solved = np.asarray(tables, dtype=np.uint8)
    rows = np.arange(len(solved))[:, np.newaxis, np.newaxis]
    suit_rows = _sources(suits, len(solved))
    no_trump = np.full((len(solved), 1), Denomination.NT)
    denominations = np.concatenate([suit_rows, no_trump], axis=1)[:, :, np.newaxis]
    turned = np.broadcast_to(np.asarray(turns, dtype=np.int64), len(solved))[:, np.newaxis]
    declarers = ((np.arange(N_SEATS) - turned) % N_SEATS)[:, np.newaxis, :]
    image: NDArray[np.uint8] = solved[rows, denominations, declarers]
    return image


def random_images(rng: np.random.Generator, n: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Turns ``(n,)`` and suit orders ``(n, 4)``, each of the 96 images equally likely."""
    turns = rng.integers(N_SEATS, size=n, dtype=np.uint8)
    return turns, SUIT_ORDERS[rng.integers(len(SUIT_ORDERS), size=n)]


def symmetry_key(owners: ArrayLike) -> NDArray[np.uint64]:
    """A number for each deal ``(n,)`` that is the same for all its 96 images and otherwise as good as random.

    For each turn, the four suits' holdings are sorted, so their names do not matter, and hashed; the least of the
    four hashes does not depend on where North sat.
    """
    deals = np.asarray(owners, dtype=np.uint8)
    # Thirteen seats of two bits are 26 bits: sums in float64 are exact, and its matrix product is the fast one.
    weights = np.float64(N_SEATS) ** np.arange(CARDS_PER_SUIT)
    least = np.full(len(deals), np.iinfo(np.uint64).max, dtype=np.uint64)
    for turn in range(N_SEATS):
        by_suit = ((deals + np.uint8(turn)) % N_SEATS).reshape(-1, N_SUITS, CARDS_PER_SUIT)
        holdings = np.sort((by_suit @ weights).astype(np.uint64), axis=1)
        least = np.minimum(least, _hashed(holdings))
    return least


def _sources(suits: ArrayLike, n: int) -> NDArray[np.intp]:
    """For each deal and new suit, the old suit that becomes it: the inverse orders ``(n, 4)``."""
    orders = np.broadcast_to(np.asarray(suits, dtype=np.intp), (n, N_SUITS))
    return np.argsort(orders, axis=1)


def _hashed(holdings: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One well-mixed number ``(n,)`` for each row ``(n, 4)``; the steps are those of the SplitMix64 generator."""
    state = np.zeros(len(holdings), dtype=np.uint64)
    for column in holdings.T:
        state = (state ^ column) + np.uint64(0x9E3779B97F4A7C15)
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state ^= state >> np.uint64(31)
    return state
