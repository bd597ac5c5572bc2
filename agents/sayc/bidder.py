"""Choosing a call: the first row in force whose test the hand passes, for one hand or for many at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.sayc.auction import memory
from agents.sayc.kernel.decide import decide
from agents.sayc.kernel.features import N_FEATURES, measure, suit_table
from agents.sayc.part_score import with_part_score
from agents.sayc.rules import Rule
from agents.sayc.system import system
from bridge.actions import N_CARDS
from bridge.deal import Hand
from bridge.seats import Seat, Vulnerability


class Choice(NamedTuple):
    """A call (action number) and the row that made it; None where no row did."""

    action: int
    rule: Rule | None


def choose(hand: Hand, calls: Sequence[int], dealer: Seat, vulnerable: Vulnerability, part_score: int = 0) -> Choice:
    """The call that the system makes.

    Args:
        hand: thirteen cards of the seat that is to call.
        calls: action numbers so far, from the dealer on.
        dealer: who made the first call.
        vulnerable: which sides are vulnerable.
        part_score: points below the line of the seat's side at rubber bridge, see ``agents.sayc.part_score``.

    Raises:
        IllegalActionError: ``calls`` is no legal auction.
        ValueError: the auction is over.
    """
    held = np.zeros((1, N_CARDS), dtype=np.uint8)
    held[0, [card.index for card in hand.cards]] = 1
    action, row = _decide(held, [tuple(calls)], np.array([dealer]), np.array([vulnerable]))[0].tolist()
    rule = system().rows[row].rule if row >= 0 else None
    return Choice(*with_part_score(action, rule, hand, calls, part_score))


def bid_batch(
    hands: NDArray[np.integer[Any]],
    calls: Sequence[tuple[int, ...]],
    dealers: NDArray[np.integer[Any]],
    vulnerable: NDArray[np.integer[Any]],
) -> NDArray[np.int64]:
    """The calls of many hands, each in its own auction; equal to ``choose`` for each.

    Args:
        hands: ``(n, 52)`` of 0/1, cards of the seat to call by card number.
        calls: ``n`` auctions, action numbers from the dealer on.
        dealers: ``(n,)`` seats 0-3.
        vulnerable: ``(n,)`` 0 None, 1 NS, 2 EW, 3 both.

    Returns:
        Action numbers ``(n,)``.

    Raises:
        IllegalActionError: one of the auctions is not legal.
        ValueError: one of the auctions is over.
    """
    return _decide(hands, calls, dealers, vulnerable)[:, 0].astype(np.int64)


def _decide(
    hands: NDArray[np.integer[Any]],
    calls: Sequence[tuple[int, ...]],
    dealers: NDArray[np.integer[Any]],
    vulnerable: NDArray[np.integer[Any]],
) -> NDArray[np.int32]:
    """Action and number of the row for each hand: ``(n, 2)``."""
    n_hands = len(hands)
    known = memory()
    with no_collection():
        slots = np.fromiter(map(known.slots.__getitem__, calls), dtype=np.int32, count=n_hands)
    sides = (dealers + np.fromiter(map(len, calls), dtype=np.int64, count=n_hands)) % 2
    own_side_vulnerable = (vulnerable >> sides & 1).astype(np.uint8)
    features = np.empty((n_hands, N_FEATURES), dtype=np.int16)
    measure(np.ascontiguousarray(hands, dtype=np.uint8), suit_table(), features)
    chosen = np.empty((n_hands, 2), dtype=np.int32)
    decide(features, slots, own_side_vulnerable, known.arrays(), system().book, chosen)
    return chosen


@contextmanager
def no_collection() -> Iterator[None]:
    """Hold the garbage collector back, for a loop that bids many boards.

    New auctions make many small objects that last, none in a cycle: looking through them takes half of the time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
