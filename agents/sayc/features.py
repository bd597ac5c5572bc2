"""What a hand is worth: high cards, shape, and the points that a fit adds.

Every feature of one suit is looked up by the suit's thirteen-bit holding (bit ``rank - 2``), so many
hands cost little more than one. A table of hands is one ``int16 (K, n)`` matrix with a row a feature;
``HandFeatures`` names those rows, for one hand (plain integers) or for many (arrays of shape ``(n,)``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridge.cards import CARDS_PER_SUIT, N_SUITS
from bridge.deal import Hand

Matrix = NDArray[np.int16]

_ACE, _KING, _QUEEN, _JACK, _TEN = 12, 11, 10, 9, 8
_HONOUR_POINTS = {_ACE: 4, _KING: 3, _QUEEN: 2, _JACK: 1}

_SUIT_COLUMNS = ("len", "high", "tops", "tops4", "honours", "stop", "fair", "good", "qt2", "pt2", "ace", "king")
_SUIT_BLOCKS = (*_SUIT_COLUMNS[:8], "key", "sp", "fp")
_NUMBERS = ("hcp", "lp", "qt2", "pt2", "r20", "aces", "kings", "maxlen", "short", "bal", "semi", "stopmask")
_MAX_COUNT = 10
_N_SUBSETS = 1 << N_SUITS


def _quick_tricks_doubled(held: set[int]) -> int:
    """Twice the quick tricks of a suit: AK 4, AQ 3, A 2, KQ 2, guarded king 1."""
    if _ACE in held:
        return 4 if _KING in held else 3 if _QUEEN in held else 2
    if _KING in held and len(held) > 1:
        return 2 if _QUEEN in held else 1
    return 0


def _suit_row(holding: int) -> list[int]:
    """The columns ``_SUIT_COLUMNS`` of one holding."""
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
def _suit_table() -> Matrix:
    """``int16 (8192, columns)``: the columns of every holding."""
    return np.array([_suit_row(holding) for holding in range(1 << CARDS_PER_SUIT)], dtype=np.int16)


def _short_points(lengths: Matrix, trump: int) -> tuple[Matrix, Matrix, Matrix]:
    """Voids, singletons and doubletons ``(n,)`` outside a trump suit."""
    side = np.delete(lengths, trump, axis=0)
    return tuple((side == count).sum(axis=0, dtype=np.int16) for count in range(3))


def _supporters_points(hcp: Matrix, lengths: Matrix, trump: int) -> Matrix:
    """HCP and void/singleton/doubleton 5/3/1 with four trumps, 3/2/1 with three, nothing with fewer."""
    voids, singles, doubles = _short_points(lengths, trump)
    trumps = lengths[trump]
    four = 5 * voids + 3 * singles + doubles
    three = 3 * voids + 2 * singles + doubles
    shape: Matrix = np.where(trumps >= 4, four, np.where(trumps == 3, three, 0)).astype(np.int16)
    return hcp + shape


def _fit_points(hcp: Matrix, lengths: Matrix, trump: int) -> Matrix:
    """HCP, void 3, singleton 2, at most one doubleton 1, and each trump past five 1."""
    voids, singles, doubles = _short_points(lengths, trump)
    extra = np.maximum(lengths[trump] - 5, 0)
    points: Matrix = hcp + 3 * voids + 2 * singles + np.minimum(doubles, 1) + extra
    return points


def _subset_maxima(key: Matrix) -> Matrix:
    """``(16, n)``: the greatest suit key in each set of suits, the sets as bits C D H S."""
    maxima = np.full((_N_SUBSETS, key.shape[1]), -1, dtype=np.int16)
    for subset in range(1, _N_SUBSETS):
        lowest = (subset & -subset).bit_length() - 1
        maxima[subset] = np.maximum(maxima[subset & (subset - 1)], key[lowest])
    return maxima


def feature_matrix(held: NDArray[np.integer[Any]]) -> Matrix:
    """Features of many hands.

    Args:
        held: ``(n, 52)`` of 0/1, the cards of each hand by card number.

    Returns:
        ``int16 (K, n)``; ``HandFeatures`` names its rows.
    """
    holdings = held.reshape(-1, N_SUITS, CARDS_PER_SUIT).astype(np.int32) @ (1 << np.arange(CARDS_PER_SUIT))
    suits: Matrix = _suit_table()[holdings].transpose(2, 1, 0)
    column = dict(zip(_SUIT_COLUMNS, suits, strict=True))
    length = column["len"]
    rank = np.arange(N_SUITS, dtype=np.int16)[:, None]
    # A longest suit is unique: ties go to the higher suit at five cards or more, to the lower one below.
    column["key"] = (4 * length + np.where(length >= 5, rank, 3 - rank)).astype(np.int16)
    hcp = column["high"].sum(axis=0, dtype=np.int16)
    column["sp"] = np.stack([_supporters_points(hcp, length, trump) for trump in range(N_SUITS)])
    column["fp"] = np.stack([_fit_points(hcp, length, trump) for trump in range(N_SUITS)])
    bits = (1 << rank).astype(np.int16)
    at_least = np.stack([(bits * (length >= count)).sum(axis=0) for count in range(_MAX_COUNT)])
    numbers = _whole_hand(hcp, column, bits)
    blocks = [column[name] for name in _SUIT_BLOCKS]
    return np.concatenate([numbers, *blocks, at_least, _subset_maxima(column["key"])]).astype(np.int16)


def _whole_hand(hcp: Matrix, column: dict[str, Matrix], bits: Matrix) -> Matrix:
    """The rows ``_NUMBERS``."""
    length = column["len"]
    ordered = np.sort(length, axis=0)
    doubletons = (length == 2).sum(axis=0)
    no_short = ordered[0] >= 2
    total = {name: column[name].sum(axis=0) for name in ("qt2", "pt2", "ace", "king")}
    rows = {
        "hcp": hcp,
        "lp": hcp + np.maximum(length - 4, 0).sum(axis=0),
        "qt2": total["qt2"],
        "pt2": total["pt2"],
        "r20": hcp + ordered[3] + ordered[2],
        "aces": total["ace"],
        "kings": total["king"],
        "maxlen": ordered[3],
        "short": ~no_short,
        "bal": no_short & (doubletons <= 1),
        "semi": no_short & (doubletons <= 2),
        "stopmask": (bits * column["stop"]).sum(axis=0),
    }
    return np.stack([rows[name] for name in _NUMBERS]).astype(np.int16)


class HandFeatures:
    """Named features of one hand (integers) or of many (arrays whose last axis is the hand).

    Numbers: ``hcp`` high card points; ``lp`` with a point for each card past four in each suit; ``qt2`` and
    ``pt2`` twice the quick and playing tricks; ``r20`` HCP and the two longest lengths; ``aces``, ``kings``;
    ``maxlen``. Flags: ``short`` (a singleton or void), ``bal``, ``semi``. By suit (C D H S): ``len``, ``high``
    (HCP), ``tops`` (of A K Q), ``tops4`` (of A K Q J), ``honours`` (of A K Q J T), ``stop``, ``fair``,
    ``good``, ``sp`` supporter's points, ``fp`` points of the hand with the long trumps. By set of suits as
    bits: ``keymax``, ``at_least[k]`` (the suits of k cards or more) and ``stopmask``.
    """

    __slots__ = (*_NUMBERS, *_SUIT_BLOCKS, "at_least", "keymax")

    def __init__(self, rows: Any) -> None:
        (self.hcp, self.lp, self.qt2, self.pt2, self.r20, self.aces) = rows[:6]
        (self.kings, self.maxlen, self.short, self.bal, self.semi, self.stopmask) = rows[6:12]
        (self.len, self.high, self.tops, self.tops4) = rows[12:16], rows[16:20], rows[20:24], rows[24:28]
        (self.honours, self.stop, self.fair, self.good) = rows[28:32], rows[32:36], rows[36:40], rows[40:44]
        (self.key, self.sp, self.fp) = rows[44:48], rows[48:52], rows[52:56]
        (self.at_least, self.keymax) = rows[56:66], rows[66:82]


def held_cards(hand: Hand) -> NDArray[np.uint8]:
    """``uint8 (1, 52)``: one where the hand holds the card."""
    held = np.zeros((1, CARDS_PER_SUIT * N_SUITS), dtype=np.uint8)
    held[0, [card.index for card in hand.cards]] = 1
    return held


def hand_features(hand: Hand) -> HandFeatures:
    """The features of one hand, as plain integers."""
    return HandFeatures(feature_matrix(held_cards(hand))[:, 0].tolist())
