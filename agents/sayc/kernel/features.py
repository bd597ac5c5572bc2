"""What a hand is worth: high cards, shape, and the points that a fit adds, as one row of numbers a hand.

Features of one suit are looked up by the suit's thirteen-bit holding (bit ``rank - 2``).

Numbers: ``hcp`` high card points; ``lp`` with a point for each card past four in each suit; ``qt2`` and ``pt2`` twice
the quick and playing tricks; ``r20`` HCP and the two longest lengths; ``aces``, ``kings``; ``maxlen``. Flags:
``short`` (a singleton or void), ``bal``, ``semi``. By suit (C D H S): ``len``, ``high`` (HCP), ``tops`` (of A K Q),
``tops4`` (of A K Q J), ``honours`` (of A K Q J T), ``stop``, ``fair``, ``good``, ``sp`` supporter's points, ``fp``
points of the hand with the long trumps, ``key`` the order of suits by length. By number of cards: ``at_least`` (the
suits of so many cards or more, as bits). By set of suits as bits: ``keymax``. ``stopmask`` has the stopped suits.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bridge.cards import CARDS_PER_SUIT, N_SUITS
from bridge.compiled import compiled

Rows = NDArray[np.int16]

_ACE, _KING, _QUEEN, _JACK, _TEN = 12, 11, 10, 9, 8
_HONOUR_POINTS = {_ACE: 4, _KING: 3, _QUEEN: 2, _JACK: 1}

_NUMBERS = ("hcp", "lp", "qt2", "pt2", "r20", "aces", "kings", "maxlen", "short", "bal", "semi", "stopmask")
_HCP, _LP, _QT2, _PT2, _R20, _ACES, _KINGS, _MAXLEN, _SHORT, _BAL, _SEMI, _STOPMASK = range(len(_NUMBERS))
_BY_SUIT = ("len", "high", "tops", "tops4", "honours", "stop", "fair", "good", "key", "sp", "fp")
_N_LOOKED_UP = 8
_HIGH, _STOP, _QUICK, _PLAYING, _HAS_ACE, _HAS_KING = 1, 5, 8, 9, 10, 11
_MAX_COUNT = 10
_N_SETS = 1 << N_SUITS

_LEN = len(_NUMBERS)
_KEY = _LEN + N_SUITS * _BY_SUIT.index("key")
_SP = _LEN + N_SUITS * _BY_SUIT.index("sp")
_FP = _LEN + N_SUITS * _BY_SUIT.index("fp")
_AT_LEAST = _LEN + N_SUITS * len(_BY_SUIT)
_KEYMAX = _AT_LEAST + _MAX_COUNT
N_FEATURES = _KEYMAX + _N_SETS

PLACES: dict[str, int] = {
    **{name: place for place, name in enumerate(_NUMBERS)},
    **{name: _LEN + N_SUITS * block for block, name in enumerate(_BY_SUIT)},
    "at_least": _AT_LEAST,
    "keymax": _KEYMAX,
}
"""Where each feature stands in a row; for one by suit, number or set, where the first of them stands."""


def _quick_tricks_doubled(held: set[int]) -> int:
    """Twice the quick tricks of a suit: AK 4, AQ 3, A 2, KQ 2, guarded king 1."""
    if _ACE in held:
        return 4 if _KING in held else 3 if _QUEEN in held else 2
    if _KING in held and len(held) > 1:
        return 2 if _QUEEN in held else 1
    return 0


def _suit_row(holding: int) -> list[int]:
    """The looked-up features of one holding: the first eight by suit, then quick and playing tricks, ace, king."""
    held = {bit for bit in range(CARDS_PER_SUIT) if holding >> bit & 1}
    length = len(held)
    tops = len(held & {_ACE, _KING, _QUEEN})
    tops4 = tops + (_JACK in held)
    honours = tops4 + (_TEN in held)
    guards = {_ACE: 1, _KING: 2, _QUEEN: 3, _JACK: 4}
    stop = any(rank in held and length >= guard for rank, guard in guards.items())
    quick = _quick_tricks_doubled(held)
    playing = 2 * (length - 3 + tops) if length >= 5 else quick
    high = sum(_HONOUR_POINTS.get(rank, 0) for rank in held)
    fair, good = tops >= 1 and honours >= 2, tops >= 2 or honours >= 3
    return [length, high, tops, tops4, honours, stop, fair, good, quick, playing, _ACE in held, _KING in held]


@lru_cache(maxsize=1)
def suit_table() -> Rows:
    """``int16 (8192, 12)``: the looked-up features of every holding of one suit."""
    return np.array([_suit_row(holding) for holding in range(1 << CARDS_PER_SUIT)], dtype=np.int16)


@compiled
def measure(held: NDArray[np.uint8], table: Rows, rows: Rows) -> None:
    """Write the features of many hands.

    Args:
        held: ``(n, 52)`` of 0/1, the cards of each hand by card number.
        table: ``suit_table()``.
        rows: ``(n, N_FEATURES)``, written.
    """
    for index in range(len(held)):
        row = rows[index]
        row[:] = 0
        _suits(held[index], table, row)
        _shape(row)
        _points_with_a_fit(row)
        _orders(row)


@compiled
def _suits(held: NDArray[np.uint8], table: Rows, row: Rows) -> None:
    """The looked-up features of every suit, and their sums."""
    for suit in range(4):
        holding = 0
        for bit in range(13):
            holding |= int(held[13 * suit + bit]) << bit
        looked_up = table[holding]
        for block in range(_N_LOOKED_UP):
            row[_LEN + 4 * block + suit] = looked_up[block]
        row[_HCP] += looked_up[_HIGH]
        row[_LP] += looked_up[_HIGH] + max(int(looked_up[0]) - 4, 0)
        row[_QT2] += looked_up[_QUICK]
        row[_PT2] += looked_up[_PLAYING]
        row[_ACES] += looked_up[_HAS_ACE]
        row[_KINGS] += looked_up[_HAS_KING]
        row[_STOPMASK] |= looked_up[_STOP] << suit


@compiled
def _shape(row: Rows) -> None:
    """The two longest lengths and the kinds of shape."""
    longest, next_longest, shortest, doubletons = 0, 0, 13, 0
    for suit in range(4):
        length = int(row[_LEN + suit])
        if length > longest:
            longest, next_longest = length, longest
        elif length > next_longest:
            next_longest = length
        shortest = min(shortest, length)
        doubletons += length == 2
    row[_R20] = row[_HCP] + longest + next_longest
    row[_MAXLEN] = longest
    row[_SHORT] = shortest <= 1
    row[_BAL] = shortest >= 2 and doubletons <= 1
    row[_SEMI] = shortest >= 2 and doubletons <= 2


@compiled
def _points_with_a_fit(row: Rows) -> None:
    """Supporter's points and points of the hand with the long trumps, for every trump suit.

    The supporter counts 5/3/1 for a void, singleton, doubleton with four trumps, 3/2/1 with three, nothing with fewer;
    the hand with the long trumps a void 3, a singleton 2, one doubleton 1, and each trump past five 1.
    """
    for trump in range(4):
        voids, singles, doubles = 0, 0, 0
        for suit in range(4):
            if suit != trump:
                length = row[_LEN + suit]
                voids += length == 0
                singles += length == 1
                doubles += length == 2
        trumps = int(row[_LEN + trump])
        if trumps >= 4:
            shape = 5 * voids + 3 * singles + doubles
        else:
            shape = 3 * voids + 2 * singles + doubles if trumps == 3 else 0
        row[_SP + trump] = row[_HCP] + shape
        row[_FP + trump] = row[_HCP] + 3 * voids + 2 * singles + min(doubles, 1) + max(trumps - 5, 0)


@compiled
def _orders(row: Rows) -> None:
    """The suits by length: a tie goes to the higher suit at five cards or more, to the lower one below."""
    for suit in range(4):
        length = int(row[_LEN + suit])
        row[_KEY + suit] = 4 * length + (suit if length >= 5 else 3 - suit)
        for count in range(min(length, _MAX_COUNT - 1) + 1):
            row[_AT_LEAST + count] |= 1 << suit
    row[_KEYMAX] = -1
    for among in range(1, _N_SETS):
        best = -1
        for suit in range(4):
            if among >> suit & 1:
                best = max(best, int(row[_KEY + suit]))
        row[_KEYMAX + among] = best
