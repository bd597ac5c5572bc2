"""Holdings as bits: the cards of one suit in one hand are a number of thirteen bits, the deuce the lowest.

Rules of thumb ask for the top of a holding, its lowest card, its length, the cards above another; on bits each is one
step, so that the rules can play out thousands of boards a second.
"""

from __future__ import annotations

import numpy as np

from bridge.cards import CARDS_PER_SUIT
from bridge.compiled import compiled

EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(6, CARDS_PER_SUIT)
"""Ranks as places of bits: the deuce is 0."""

NO_RANK = -1
WHOLE_SUIT = (1 << CARDS_PER_SUIT) - 1

_BITS = (np.arange(1 << CARDS_PER_SUIT)[:, np.newaxis] >> np.arange(CARDS_PER_SUIT) & 1).astype(np.bool_)
_LENGTH = _BITS.sum(axis=1).astype(np.int8)
_HIGHEST = np.where(_LENGTH > 0, CARDS_PER_SUIT - 1 - _BITS[:, ::-1].argmax(axis=1), NO_RANK).astype(np.int8)
_LOWEST = np.where(_LENGTH > 0, _BITS.argmax(axis=1), NO_RANK).astype(np.int8)


@compiled
def length(cards: int) -> int:
    """How many cards a holding has."""
    return int(_LENGTH[cards])


@compiled
def highest(cards: int) -> int:
    """The rank of the highest card; NO_RANK of a void."""
    return int(_HIGHEST[cards])


@compiled
def lowest(cards: int) -> int:
    """The rank of the lowest card; NO_RANK of a void."""
    return int(_LOWEST[cards])


@compiled
def holds(cards: int, rank: int) -> bool:
    """Whether a holding has the card of a rank; false for NO_RANK."""
    return rank >= 0 and cards >> rank & 1 == 1


@compiled
def above(rank: int) -> int:
    """All cards higher than a rank; the whole suit for NO_RANK."""
    return WHOLE_SUIT & ~((1 << (rank + 1)) - 1)


@compiled
def below(rank: int) -> int:
    """All cards lower than a rank; none for NO_RANK."""
    return (1 << rank) - 1 if rank > 0 else 0


@compiled
def nth(cards: int, place: int) -> int:
    """The rank of the card at a place from the top, counted from 0; of the lowest card where there are not as many."""
    for _ in range(place):
        rest = cards & below(highest(cards))
        if rest == 0:
            break
        cards = rest
    return highest(cards)


@compiled
def lowest_equal(cards: int, rank: int, between: int) -> int:
    """The lowest card of a holding that is as good as the one of ``rank``: no card of ``between`` lies in between."""
    return lowest(cards & above(highest(between & below(rank))))
