"""Which card is led from a suit: the usual table, top of a sequence, fourth best from an honour, top of a doubleton."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agents.heuristic.holdings import length, nth
from bridge.actions import RANK_LETTERS
from bridge.cards import CARDS_PER_SUIT
from bridge.compiled import compiled


class Row(NamedTuple):
    """A row of the card table: what the suit looks like and which card is led from it."""

    name: str
    top: str
    """The highest ranks of the suit, one alternative after another."""
    shortest: int
    longest: int
    against_suit: int
    """Place of the card led, counted from the top; where the suit has not as many, the lowest is led."""
    at_no_trump: int


_TOP, _SECOND, _FOURTH, _LOW = 0, 1, 3, 12
_ANY = CARDS_PER_SUIT

CARD_TABLE = (
    Row("singleton", "", 1, 1, _TOP, _TOP),
    Row("ace and king alone", "AK", 2, 2, _SECOND, _TOP),
    Row("doubleton", "", 2, 2, _TOP, _TOP),
    Row("three top honours", "AKQ AKJ", 3, _ANY, _TOP, _TOP),
    Row("ace and king", "AK", 3, _ANY, _TOP, _FOURTH),
    Row("sequence", "KQJ KQT QJT QJ9 JT9 JT8 T98 T97", 3, _ANY, _TOP, _TOP),
    Row("two touching honours", "KQ QJ JT", 3, 3, _TOP, _TOP),
    Row("two touching honours", "KQ QJ JT", 4, _ANY, _TOP, _FOURTH),
    Row("interior sequence under the ace", "AJT AT9", 3, _ANY, _TOP, _SECOND),
    Row("interior sequence", "KJT KT9 QT9", 3, _ANY, _SECOND, _SECOND),
    Row("ace", "A", 3, _ANY, _TOP, _FOURTH),
    Row("honour third", "K Q J T", 3, 3, _LOW, _LOW),
    Row("honour and length", "K Q J T", 4, _ANY, _FOURTH, _FOURTH),
    Row("three small", "", 3, 3, _LOW, _TOP),
    Row("length without an honour", "", 4, _ANY, _SECOND, _SECOND),
)
"""Rows in the order in which they are tried; every suit with a card in it fits one."""


def _alternatives() -> list[tuple[int, int, int]]:
    """Row number, bits of its top ranks, lowest rank that they speak of: one for each alternative of each row."""
    found = []
    for number, row in enumerate(CARD_TABLE):
        for top in row.top.split() or [""]:
            ranks = [RANK_LETTERS.index(letter) for letter in top]
            found.append((number, sum(1 << rank for rank in ranks), min(ranks, default=CARDS_PER_SUIT)))
    return found


_ALTERNATIVES = np.array(_alternatives(), dtype=np.int64)
_LENGTHS = np.array([(row.shortest, row.longest) for row in CARD_TABLE], dtype=np.int64)
_PLACES = np.array([(row.against_suit, row.at_no_trump) for row in CARD_TABLE], dtype=np.int64)

ACE_AND_KING = (1, 3, 4)
SEQUENCES = (3, 5)
TOUCHING = (*SEQUENCES, 6, 7)
"""Rows that the choice of the suit asks for: both top honours, three honours in sequence, two or more that touch."""


@compiled
def row_of(cards: int) -> int:
    """The row of the table that a suit falls under."""
    n = length(cards)
    for place in range(len(_ALTERNATIVES)):
        row, top, floor = _ALTERNATIVES[place, 0], _ALTERNATIVES[place, 1], _ALTERNATIVES[place, 2]
        if _LENGTHS[row, 0] <= n <= _LENGTHS[row, 1] and (cards >> floor) << floor == top:
            return int(row)
    return len(_LENGTHS) - 1


@compiled
def rank_led(cards: int, at_no_trump: bool) -> int:
    """The rank of the card that the table leads from a suit."""
    return nth(cards, int(_PLACES[row_of(cards), 1 if at_no_trump else 0]))
