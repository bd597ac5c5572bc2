"""The choice of a call: the first row in force whose test the hand passes, for many hands in their own auctions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.sayc.kernel.machine import DEPTH, Code, passes
from bridge import engine
from bridge.actions import FIRST_BID, N_ACTIONS, PASS
from bridge.compiled import compiled

Int32s = NDArray[np.int32]

FIXED, LEVEL, GAME, CHEAPEST = range(4)
"""How a row says its call: an action, a bid of a suit at a level, a bid of game, or steps above the cheapest bid."""

COLUMNS = ("start", "end", "form", "number", "suit", "running", "letters", "stands")
"""A row to the machine: its program's lines, its call, the suit it runs over (-1: none), the suit letters that the
auction must bind, and whether its pass or double is meant. ``suit`` is a denomination, or ``-1 - place`` of a letter
among the auction's numbers."""
_START, _END, _FORM, _NUMBER, _SUIT, _RUNNING, _LETTERS, _STANDS = range(len(COLUMNS))

FIRST, TABLES, DEFAULT, COMPETE = LAYERS = range(4)
"""The layers of rows as they are asked; ``COMPETE`` is for a hand about to pass."""
_N_ASKED = 3
_HIGHEST_RESORT = 5


class Auctions(NamedTuple):
    """What a decision needs of many auctions, by slot, and where it stands.

    ``numbers (slots, k)`` what each means to the seat to call; ``legal (slots, 90)``; ``layers (slots, 4, 2)`` where
    each layer's rows begin and end in the sequence of rows. The places are those of the numbers that the decision
    itself asks for; ``cheapest`` is the first of five.
    """

    numbers: NDArray[np.float32]
    legal: NDArray[np.int8]
    layers: Int32s
    cheapest: int
    unbound: int
    mine: int
    forced: int
    level: int


class Book(NamedTuple):
    """Every row of the system: the order of rows by layer, ``(rows, COLUMNS)``, and their programs."""

    sequence: Int32s
    rows: Int32s
    code: Code


@compiled
def decide(
    hands: NDArray[np.int16],
    slots: Int32s,
    vulnerable: NDArray[np.uint8],
    auctions: Auctions,
    book: Book,
    chosen: Int32s,
) -> None:
    """Choose a call for every hand.

    Args:
        hands: ``(n, N_FEATURES)``.
        slots: ``(n,)`` which auction each hand is in.
        vulnerable: ``(n,)`` whether its side is.
        auctions: by slot.
        book: the rows.
        chosen: ``(n, 2)``, written: action, and number of the row that made it or -1.
    """
    stack = np.empty(DEPTH, dtype=np.float64)
    for index in range(len(hands)):
        slot = int(slots[index])
        action, row = _ask(hands[index], slot, int(vulnerable[index]), auctions, book, stack)
        chosen[index, 0] = action if row >= 0 else _last_resort(slot, auctions)
        chosen[index, 1] = row


@compiled
def _ask(
    hand: NDArray[np.int16], slot: int, vulnerable: int, auctions: Auctions, book: Book, stack: NDArray[np.float64]
) -> tuple[int, int]:
    """The call of the first row that speaks, and the row's number; -1, -1 if none does."""
    for layer in range(_N_ASKED):
        if layer == FIRST and auctions.numbers[slot, auctions.mine] == 0:
            continue
        place, end = int(auctions.layers[slot, layer, 0]), int(auctions.layers[slot, layer, 1])
        while place < end:
            place, action = _next(hand, slot, vulnerable, place, end, auctions, book, stack)
            if action < 0:
                break
            row = int(book.sequence[place - 1])
            if action != PASS or book.rows[row, _STANDS] != 0:
                return action, row
            start, stop = int(auctions.layers[slot, COMPETE, 0]), int(auctions.layers[slot, COMPETE, 1])
            after, competing = _next(hand, slot, vulnerable, start, stop, auctions, book, stack)
            if competing >= 0:
                return competing, int(book.sequence[after - 1])
            if auctions.numbers[slot, auctions.forced] == 0:
                return PASS, row
    return -1, -1


@compiled
def _next(
    hand: NDArray[np.int16],
    slot: int,
    vulnerable: int,
    place: int,
    end: int,
    auctions: Auctions,
    book: Book,
    stack: NDArray[np.float64],
) -> tuple[int, int]:
    """The first row from ``place`` on that speaks: the place after it, and its action; -1 if none does."""
    numbers, legal = auctions.numbers[slot], auctions.legal[slot]
    unbound = int(numbers[auctions.unbound])
    while place < end:
        row = book.rows[book.sequence[place]]
        place += 1
        if row[_LETTERS] & unbound:
            continue
        action = _action(row, numbers, auctions.cheapest)
        if action < 0 or legal[action] == 0:
            continue
        if passes(book.code, row[_START], row[_END], hand, numbers, row[_RUNNING], vulnerable, stack):
            return place, action
    return place, -1


@compiled
def _action(row: Int32s, numbers: NDArray[np.float32], cheapest: int) -> int:
    """The action of a row in an auction; -1 if there is no such bid."""
    form, number, suit = int(row[_FORM]), int(row[_NUMBER]), int(row[_SUIT])
    if form == FIXED:
        return number
    if suit < 0:
        suit = int(numbers[-1 - suit])
    if form == LEVEL:
        level = number
    elif form == GAME:
        level = 3 if suit == 4 else 4 if suit >= 2 else 5
    else:
        level = int(numbers[cheapest + suit]) + number
    action = FIRST_BID + 5 * (level - 1) + suit
    return action if action < N_ACTIONS else -1


@compiled
def _last_resort(slot: int, auctions: Auctions) -> int:
    """Pass; the cheapest bid where partner's force must not be passed and the auction is still low."""
    numbers = auctions.numbers[slot]
    if numbers[auctions.forced] == 0 or numbers[auctions.level] > _HIGHEST_RESORT:
        return PASS
    for action in range(FIRST_BID, N_ACTIONS):
        if auctions.legal[slot, action] != 0:
            return action
    return PASS


@compiled
def extend(states: engine.States, parent: int, child: int, action: int, legal: NDArray[np.int8]) -> bool:
    """Add one call to an auction; false, and nothing written, if the rules forbid the call.

    ``states[child]`` becomes ``states[parent]`` and the call, ``legal[child]`` what may follow it.
    """
    if legal[parent, action] == 0:
        return False
    states[child] = states[parent]
    engine.apply(states[child], action)
    engine.legal_actions(states[child], legal[child])
    return True
