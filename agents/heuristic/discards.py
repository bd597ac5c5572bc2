"""Discards: a card of another suit never wins, so the question is which card is needed least."""

from __future__ import annotations

from agents.heuristic.situation import ACE, JACK, KING, QUEEN, Situation
from bridge.cards import Card

# Cards that must stand beside an honour for it to win later: Kx, Qxx, Jxxx.
_GUARDS = {KING: 1, QUEEN: 2, JACK: 3}

_TRUMP = 200
_MASTER = 100
_HONOUR = 30
_GUARD = 25
_PARITY = 20


def discard(situation: Situation) -> Card:
    """The card whose loss costs least: low, from length, no guard of an honour, no match for dummy's long suit."""
    return min(situation.legal, key=lambda card: (cost(situation, card), card.suit))


def cost(situation: Situation, card: Card) -> int:
    """How much a card is worth keeping, in points that only compare."""
    held = situation.cards[card.suit]
    total = card.rank - 2 * len(held)
    if card.suit is situation.trump:
        total += _TRUMP
    if situation.is_master(card):
        total += _MASTER
    elif card.rank > JACK:
        total += _HONOUR
    if _breaks_a_guard(held):
        total += _GUARD
    if not situation.is_declaring and 4 <= len(situation.other[card.suit]) >= len(held):
        total += _PARITY
    return total


def _breaks_a_guard(held: tuple[Card, ...]) -> bool:
    """Whether one card less leaves the top honour bare."""
    top = held[0].rank
    return top != ACE and top in _GUARDS and len(held) == _GUARDS[top] + 1
