"""The project's own exact double-dummy search, for the last tricks.

It is small enough to read and checks the outside solver of ``bridge.double_dummy``, stands in where that is missing,
and is the quicker of the two when only a few tricks are left. The rules are the engine's: the search plays cards with
``engine.apply`` and takes them back.

One question is asked at a time: can North-South win so many tricks in all? It is answered by alpha-beta with a window
of one trick, where the first card that settles it ends the search of a node. Between tricks the answer depends on the
cards left and the hand on lead alone, and is kept in a table for the other lines that come to the same point. Touching
cards of one hand are the same card.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bridge import engine
from bridge.actions import N_CARDS
from bridge.cards import CARDS_PER_HAND, CARDS_PER_SUIT
from bridge.compiled import compiled
from bridge.deal import UNKNOWN
from bridge.double_dummy import NOT_LEGAL
from bridge.seats import N_SEATS

MAX_TRICKS = 6
"""Tricks left, the one in progress included, up to which a search is worth starting: about 10 ms at six."""

_TABLE_BITS = 14
_TABLE = 1 << _TABLE_BITS
# A multiplier of the golden ratio spreads card sets over the table.
_SPREAD = 0x1E3779B97F4A7C15
_63_BITS = (1 << 63) - 1
_NO_KEY = -1

Keys = npt.NDArray[np.int64]


def score_cards(states: engine.States) -> engine.Int8s:
    """The tricks that the side to play still wins with each of its cards, the trick in progress included.

    Args:
        states: boards in the play ``(n,)`` with at most ``MAX_TRICKS`` tricks left and all hands known.

    Returns:
        int8 ``(n, 52)``: by card number the tricks, ``NOT_LEGAL`` (-1) for a card that the rules forbid; what
        ``double_dummy.score_cards`` gives.

    Raises:
        ValueError: a position is not one of cards to play, has more tricks left, or a hand is not known.
    """
    hidden = (states["owner"] == UNKNOWN) & (states["played_at"] == 0)
    if (states["phase"] != engine.PLAY).any() or hidden.any():
        raise ValueError("the search needs boards in the play with all four hands known")
    if (CARDS_PER_HAND - states["n_plays"] // N_SEATS > MAX_TRICKS).any():
        raise ValueError(f"the search is for the last {MAX_TRICKS} tricks")
    scores = np.full((len(states), N_CARDS), NOT_LEGAL, np.int8)
    _score_all(states.copy(), scores)
    return scores


@compiled
def _score_all(states: engine.States, scores: engine.Int8s) -> None:
    keys = np.empty(_TABLE, np.int64)
    bounds = np.empty((_TABLE, 2), np.int8)
    for row in range(len(states)):
        keys[:] = _NO_KEY
        _score_one(states[row], keys, bounds, scores[row])


@compiled
def _score_one(state: engine.State, keys: Keys, bounds: engine.Int8s, scores: engine.Int8s) -> None:
    held = _hands(state)
    turn, leader = int(state["turn"]), int(state["leader"])
    won = int(state["tricks"][turn % 2])
    left = CARDS_PER_HAND - int(state["n_plays"]) // N_SEATS
    guess = int(state["tricks"][0]) + left // 2
    for place in range(CARDS_PER_HAND):
        card = int(held[turn, place])
        if card < 0 or engine.fault(state, card) != engine.LEGAL:
            continue
        higher = _equal_above(state, card)
        if higher >= 0:
            scores[card] = scores[higher]
            continue
        engine.apply(state, card)
        guess = _tricks_ns(state, held, keys, bounds, guess)
        take_back(state, card, turn, leader)
        scores[card] = (guess if turn % 2 == 0 else CARDS_PER_HAND - guess) - won


@compiled
def _hands(state: engine.State) -> engine.Int8s:
    """The unplayed cards of each seat from high to low, int8 ``(4, 13)``, filled up with -1."""
    held = np.full((N_SEATS, CARDS_PER_HAND), -1, np.int8)
    sizes = np.zeros(N_SEATS, np.int64)
    for rank in range(CARDS_PER_SUIT - 1, -1, -1):
        for card in range(rank, N_CARDS, CARDS_PER_SUIT):
            if state["played_at"][card] == 0:
                seat = int(state["owner"][card])
                held[seat, sizes[seat]] = card
                sizes[seat] += 1
    return held


@compiled
def _tricks_ns(state: engine.State, held: engine.Int8s, keys: Keys, bounds: engine.Int8s, guess: int) -> int:
    """Tricks that North-South win in all: walk from a guess until the answer changes."""
    total = guess
    if _reaches(state, held, keys, bounds, total):
        while total < CARDS_PER_HAND and _reaches(state, held, keys, bounds, total + 1):
            total += 1
        return total
    while not _reaches(state, held, keys, bounds, total - 1):
        total -= 1
    return total - 1


# One function calls itself, and no two call each other: loaded from Numba's cache, those would crash the process.
@compiled
def _reaches(state: engine.State, held: engine.Int8s, keys: Keys, bounds: engine.Int8s, total: int) -> bool:
    """Whether North-South can win ``total`` tricks in all against best defence."""
    if state["tricks"][0] >= total:
        return True
    if CARDS_PER_HAND - state["tricks"][1] < total:
        return False
    between_tricks = state["n_plays"] % N_SEATS == 0
    key = _key(state, held) if between_tricks else _NO_KEY
    slot = _slot(key)
    need = total - int(state["tricks"][0])
    if between_tricks and keys[slot] == key:
        if need <= bounds[slot, 0]:
            return True
        if need > bounds[slot, 1]:
            return False
    turn, leader = int(state["turn"]), int(state["leader"])
    wanted = turn % 2 == 0
    answer = not wanted
    for place in range(CARDS_PER_HAND):
        card = int(held[turn, place])
        if card < 0 or answer == wanted:
            break
        if engine.fault(state, card) != engine.LEGAL or _equal_above(state, card) >= 0:
            continue
        engine.apply(state, card)
        answer = _reaches(state, held, keys, bounds, total)
        take_back(state, card, turn, leader)
    if between_tricks:
        _remember(keys, bounds, slot, key, need, answer)
    return answer


@compiled
def _slot(key: int) -> int:
    """The place of a key in the table."""
    return int((key * _SPREAD & _63_BITS) >> (63 - _TABLE_BITS))


@compiled
def _remember(keys: Keys, bounds: engine.Int8s, slot: int, key: int, need: int, answer: bool) -> None:
    """Narrow what is known of a point between tricks: North-South win at least, and at most, so many from there."""
    if keys[slot] != key:
        keys[slot] = key
        bounds[slot, 0] = 0
        bounds[slot, 1] = CARDS_PER_HAND
    if answer:
        bounds[slot, 0] = max(int(bounds[slot, 0]), need)
    else:
        bounds[slot, 1] = min(int(bounds[slot, 1]), need - 1)


@compiled
def _key(state: engine.State, held: engine.Int8s) -> int:
    """The cards still held and the hand on lead, as one number."""
    key = int(state["turn"]) << N_CARDS
    for seat in range(N_SEATS):
        for place in range(CARDS_PER_HAND):
            card = int(held[seat, place])
            if card < 0:
                break
            if state["played_at"][card] == 0:
                key |= 1 << card
    return key


@compiled
def _equal_above(state: engine.State, card: int) -> int:
    """The next higher card of the same hand if no card still in play lies between, else -1."""
    trick_start = int(state["n_plays"]) // N_SEATS * N_SEATS
    for higher in range(card + 1, (card // CARDS_PER_SUIT + 1) * CARDS_PER_SUIT):
        played_at = int(state["played_at"][higher])
        if played_at > trick_start:
            return -1
        if played_at == 0:
            return higher if state["owner"][higher] == state["owner"][card] else -1
    return -1


@compiled
def take_back(state: engine.State, card: int, turn: int, leader: int) -> None:
    """Undo ``engine.apply`` of the last card, given who was on turn and who had led before it."""
    if state["n_plays"] % N_SEATS == 0:
        state["tricks"][int(state["leader"]) % 2] -= 1
    state["n_plays"] -= 1
    state["played_at"][card] = 0
    state["turn"] = turn
    state["leader"] = leader
    state["phase"] = engine.PLAY
