"""Signals sent: the small card with which a defender need not win tells partner something.

Low is the lowest card, high the highest below the eight, since a higher one may take a trick yet.

* *Attitude* on partner's lead: high encourages.
* *Count* when declarer or dummy leads a side suit: high from an even number, low from an odd one, so that the next card
  goes the other way by itself.
* *Suit preference* on partner's lead when dummy cannot follow again: high asks for the higher of the other side suits.
"""

from __future__ import annotations

from agents.heuristic.hands import ATTITUDE, COUNT, NO_SIGNAL, NO_TRUMP, PREFERENCE, signal_for
from agents.heuristic.holdings import EIGHT, QUEEN, above, below, highest, length, lowest
from agents.heuristic.sight import Sight, card_of, preferred
from bridge.cards import CARDS_PER_SUIT
from bridge.compiled import compiled


@compiled
def signal_asked(sight: Sight) -> int:
    """Which signal a small card of the suit led would be."""
    suit, trump = int(sight["led"]), int(sight["trump"])
    if sight["declaring"] or suit == trump or length(int(sight["mine"][suit])) < 2:
        return NO_SIGNAL
    dummy_plays_yet = sight["dummy_follows"] and sight["other"][suit] != 0
    dummys_rest = length(int(sight["other"][suit])) - (1 if dummy_plays_yet else 0)
    return signal_for(sight["place"] == 2, trump, dummys_rest)


@compiled
def send(sight: Sight, card: int) -> int:
    """The card to play instead of the lowest one, to tell partner something; any other card is left alone."""
    suit = int(sight["led"])
    mine = int(sight["mine"][suit])
    if card != card_of(suit, lowest(mine)) or sight["beaters"] >> card % CARDS_PER_SUIT & 1:
        return card
    spare = highest(mine & below(EIGHT) & ~int(sight["beaters"]))
    return card_of(suit, spare) if spare >= 0 and says_high(sight, suit) else card


@compiled
def says_high(sight: Sight, suit: int) -> bool:
    """Whether the signal asked for is the high one."""
    asked = signal_asked(sight)
    if asked == ATTITUDE:
        return encourages(sight, suit)
    if asked == COUNT:
        return length(int(sight["mine"][suit])) % 2 == 0
    return asked == PREFERENCE and prefers_the_higher(sight, suit)


@compiled
def encourages(sight: Sight, suit: int) -> bool:
    """An honour in partner's suit, or a doubleton and a trump to ruff with."""
    mine, trump = int(sight["mine"][suit]), int(sight["trump"])
    can_ruff = trump != NO_TRUMP and length(mine) == 2 and sight["mine"][trump] != 0
    return mine & above(QUEEN - 1) != 0 or can_ruff


@compiled
def prefers_the_higher(sight: Sight, suit: int) -> bool:
    """Whether the better top card is in the higher of the other side suits."""
    low, high = preferred(suit, int(sight["trump"]), False), preferred(suit, int(sight["trump"]), True)
    return highest(int(sight["mine"][high])) > highest(int(sight["mine"][low]))
