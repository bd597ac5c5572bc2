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

from bridge.cards import CARDS_PER_SUIT, N_SUITS, Denomination
from bridge.compiled import compiled
from bridge.seats import N_SEATS

_N_DENOMINATIONS = len(Denomination)
UInt8s = NDArray[np.uint8]

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
    deals = np.ascontiguousarray(owners, dtype=np.uint8)
    images = np.empty_like(deals)
    _permute_owners(deals, *_image_numbers(turns, suits, len(deals)), images)
    return images


def permuted_tables(tables: ArrayLike, turns: ArrayLike, suits: ArrayLike) -> NDArray[np.uint8]:
    """The double-dummy tables ``(n, 5, 4)`` of the images that :func:`permuted_owners` makes.

    A declarer's row moves with the seats, a suit's row with the suits; no trump stays.
    """
    solved = np.ascontiguousarray(tables, dtype=np.uint8)
    images = np.empty_like(solved)
    _permute_tables(solved, *_image_numbers(turns, suits, len(solved)), images)
    return images


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


def _image_numbers(turns: ArrayLike, suits: ArrayLike, n: int) -> tuple[UInt8s, UInt8s]:
    """Turns ``(n,)`` and suit orders ``(n, 4)`` of all deals, held to their range so that no image leaves its deal."""
    all_turns, all_suits = np.empty(n, dtype=np.uint8), np.empty((n, N_SUITS), dtype=np.uint8)
    all_turns[...], all_suits[...] = turns, suits
    return all_turns % N_SEATS, all_suits % N_SUITS


@compiled
def _permute_owners(owners: UInt8s, turns: UInt8s, suits: UInt8s, images: UInt8s) -> None:
    for deal in range(len(owners)):
        for suit in range(N_SUITS):
            old, new = suit * CARDS_PER_SUIT, int(suits[deal, suit]) * CARDS_PER_SUIT
            for rank in range(CARDS_PER_SUIT):
                images[deal, new + rank] = (owners[deal, old + rank] + turns[deal]) % N_SEATS


@compiled
def _permute_tables(tables: UInt8s, turns: UInt8s, suits: UInt8s, images: UInt8s) -> None:
    for deal in range(len(tables)):
        for old in range(_N_DENOMINATIONS):
            new = int(suits[deal, old]) if old < N_SUITS else old
            for declarer in range(N_SEATS):
                images[deal, new, (declarer + turns[deal]) % N_SEATS] = tables[deal, old, declarer]


def _hashed(holdings: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One well-mixed number ``(n,)`` for each row ``(n, 4)``; the steps are those of the SplitMix64 generator."""
    state = np.zeros(len(holdings), dtype=np.uint64)
    for column in holdings.T:
        state = (state ^ column) + np.uint64(0x9E3779B97F4A7C15)
        state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state ^= state >> np.uint64(31)
    return state
