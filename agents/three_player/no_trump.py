"""The no-trump algorithm: does a set of cards, by its high cards and its gaps, promise ``P`` tricks at no trump?

Source: "3 Players Auction Bridge - Statistical Algorithmic Strategies", Algorithm 1. Each suit is a row of thirteen
places from the ace down, 1 where the card is held. With ``P`` the tricks to be won and ``K = 13 - P`` those that may be
lost, the cards pass when

* A: the places missing above the highest card of each suit, summed over the suits, are at most ``K`` (a void misses
  thirteen);
* B: every suit holds more cards than it misses above its highest one;
* C: starting from four cards, clubs to spades and downwards in each, a card counts if the gap above it is covered by
  what is left of ``K``, which the gap then uses up; the count reaches ``P``.

In condition B the source's listing says "greater" and its prose "greater or equal". The listing reproduces the source's
printed tables and is the reading used unless another is asked for.

A second, earlier rule counts only cards in unbroken runs from the ace down; ``sure_tricks_shares`` enumerates it.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from bridge.actions import N_CARDS
from bridge.cards import CARDS_PER_HAND, CARDS_PER_SUIT, N_SUITS
from bridge.compiled import compiled

Reading: TypeAlias = Literal["listing", "prose"]
"""Condition B: ``"listing"`` asks for more cards than are missing, ``"prose"`` for at least as many."""

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

BOOK = 6
"""Tricks that a bid adds its level to."""

MAX_LEVEL = 7

# Every suit's highest card counts from the start.
_HIGHEST_CARDS = N_SUITS


def passes(cards: npt.ArrayLike, tricks: int, reading: Reading = "listing") -> Bools:
    """Whether each set of cards promises ``tricks`` tricks at no trump.

    Args:
        cards: 0 or 1 by card number, ``(n, 52)``: hands, or hands with their partners', or any other sets.
        tricks: ``P``, 1..13; a bid of level ``b`` needs ``6 + b``.
        reading: of condition B.

    Returns:
        bool ``(n,)``.

    Raises:
        ValueError: the cards have another shape, or ``tricks`` or ``reading`` is none of these.
    """
    held = np.ascontiguousarray(cards, dtype=np.uint8)
    if held.ndim != 2 or held.shape[1] != N_CARDS:
        raise ValueError(f"cards have shape {held.shape}: give (n, {N_CARDS}), 1 for every card held")
    if not 1 <= tricks <= CARDS_PER_HAND:
        raise ValueError(f"{tricks} tricks: a board has 1..{CARDS_PER_HAND}")
    if reading not in ("listing", "prose"):
        raise ValueError(f"reading {reading!r} is unknown: use listing or prose")
    passed = np.empty(len(held), dtype=np.bool_)
    _passes_many(held, tricks, reading == "listing", passed)
    return passed


def highest_level(cards: npt.ArrayLike) -> Ints:
    """The highest level 1..7 for which each set of cards passes, 0 if none: int ``(n,)``. Cards as for ``passes``."""
    levels = [np.where(passes(cards, BOOK + level), level, 0) for level in range(1, MAX_LEVEL + 1)]
    return np.asarray(np.max(levels, axis=0), dtype=np.int64)


@compiled
def promises(held: npt.NDArray[np.uint8], tricks: int, strict: bool) -> bool:
    """The three conditions for one set of cards ``(52,)``; ``strict`` is the listing's condition B."""
    spare = CARDS_PER_HAND - tricks
    for suit in range(N_SUITS):
        length, missing = 0, 0
        for place in range(CARDS_PER_SUIT):
            if held[_card(suit, place)]:
                length += 1
            elif length == 0:
                missing += 1
        spare -= missing
        if length < missing or (strict and length == missing):
            return False
    return spare >= 0 and _count(held, spare) >= tricks


@compiled
def _count(held: npt.NDArray[np.uint8], spare: int) -> int:
    """Condition C's count, ``spare`` being what condition A leaves of ``K``."""
    counted = _HIGHEST_CARDS
    for suit in range(N_SUITS):
        last = -1
        for place in range(CARDS_PER_SUIT):
            if not held[_card(suit, place)]:
                continue
            gap = place - last - 1
            if last >= 0 and gap <= spare:
                counted += 1
                spare -= gap
            last = place
    return counted


@compiled
def _card(suit: int, place: int) -> int:
    """The card number of a place 0..12 counted from the ace down."""
    return suit * CARDS_PER_SUIT + CARDS_PER_SUIT - 1 - place


@compiled
def _passes_many(cards: npt.NDArray[np.uint8], tricks: int, strict: bool, passed: Bools) -> None:
    for row in range(len(cards)):
        passed[row] = promises(cards[row], tricks, strict)


def sure_tricks_shares() -> tuple[Fraction, ...]:
    """The shares of all hands that hold the four aces and exactly 0, 1, .. 13 cards in unbroken runs from the ace down.

    This is the reading of the earlier rule, which asked for exact cards, that comes closest to its printed
    probabilities. The shares are enumerated: the ways to hold a suit with a run of ``r`` cards and ``l`` cards in all,
    combined over the four suits.
    """
    ways = {(0, 0): 1}
    for _ in range(N_SUITS):
        combined: dict[tuple[int, int], int] = {}
        for (length, run), count in ways.items():
            for (more, longer), suits in _SUIT_WAYS.items():
                key = (length + more, run + longer)
                combined[key] = combined.get(key, 0) + count * suits
        ways = combined
    hands = comb(N_CARDS, CARDS_PER_HAND)
    return tuple(Fraction(ways.get((CARDS_PER_HAND, run), 0), hands) for run in range(CARDS_PER_HAND + 1))


def _ways_to_hold(length: int, run: int) -> int:
    """Suits of ``length`` cards with exactly ``run`` from the ace down: the next card lacks, the rest are any."""
    if run == CARDS_PER_SUIT:
        return 1
    return comb(CARDS_PER_SUIT - 1 - run, length - run)


_SUIT_WAYS = {
    (length, run): ways
    for run in range(1, CARDS_PER_SUIT + 1)
    for length in range(run, CARDS_PER_SUIT + 1)
    if (ways := _ways_to_hold(length, run))
}
