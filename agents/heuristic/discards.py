"""Discards: a card of another suit never wins, so the question is which card is needed least."""

from __future__ import annotations

from agents.heuristic.combinations import promise
from agents.heuristic.holdings import ACE, JACK, highest, length, lowest
from agents.heuristic.sight import NONE, Sight, card_of, masters, other_masters
from bridge.cards import N_SUITS
from bridge.compiled import compiled

_TRUMP = 200
_MASTER = 100
_HONOUR = 30
_GUARD = 25
_PARITY = 20
_TO_SET_UP = 15
_COVERED = 10
_LONG = 4
_LENGTH = 2
_MORE_THAN_ANY = 1000


@compiled
def discard(sight: Sight) -> int:
    """The card whose loss costs least: low, from length, no guard of an honour, no match for dummy's long suit."""
    best, least = NONE, _MORE_THAN_ANY
    for suit in range(N_SUITS):
        if sight["mine"][suit] != 0:
            price = cost(sight, suit)
            if price < least:
                best, least = card_of(suit, lowest(int(sight["mine"][suit]))), price
    return best


@compiled
def cost(sight: Sight, suit: int) -> int:
    """How much the lowest card of a suit is worth keeping, in points that only compare."""
    held = int(sight["mine"][suit])
    rank, cards = lowest(held), length(held)
    total = rank - _LENGTH * cards
    if suit == sight["trump"]:
        total += _TRUMP
    if masters(sight, suit) >> rank & 1:
        total += _MASTER
    elif rank > JACK:
        total += _HONOUR
    if breaks_a_guard(held):
        total += _GUARD
    return total + (_for_declarer(sight, suit) if sight["declaring"] else _for_a_defender(sight, suit))


@compiled
def _for_declarer(sight: Sight, suit: int) -> int:
    """Keep the length that is to be set up; spare cards under masters opposite can go."""
    if suit == sight["trump"]:
        return 0
    if promise(sight, suit) > 0 and length(int(sight["mine"][suit])) >= length(int(sight["other"][suit])):
        return _TO_SET_UP
    return -_COVERED if other_masters(sight, suit) != 0 else 0


@compiled
def _for_a_defender(sight: Sight, suit: int) -> int:
    """Keep as many cards as dummy has in his long suit."""
    dummys = length(int(sight["other"][suit]))
    return _PARITY if dummys >= _LONG and dummys >= length(int(sight["mine"][suit])) else 0


@compiled
def breaks_a_guard(held: int) -> bool:
    """Whether one card less leaves Kx, Qxx or Jxxx without the cards it needs beside it to win later."""
    top, cards = highest(held), length(held)
    return JACK <= top < ACE and cards == ACE - top + 1
