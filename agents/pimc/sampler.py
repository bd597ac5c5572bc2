"""Worlds: full deals that agree with all that a player knows, drawn for it to think about.

*Hard* is what the rules make certain: own hand, dummy once faced, the cards played, hand sizes, suits shown out of.
Deals that agree with it are equally likely before the evidence of ``agents.pimc.evidence`` weighs them. Where there
are few such deals all are taken. Otherwise a pool is drawn, and enlarged while the auction leaves too little of it;
from the pool come some deals for each world wanted, in proportion to their weights, and from those, now weighed by the
cards played as well, the worlds. Evidence that no deal meets costs nothing: it lowers all weights alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from agents.pimc.evidence import Floats, Inference, boxes, count, weigh_by_boxes, weigh_by_cards
from agents.pimc.position import Known, Masks
from bridge import engine
from bridge.actions import N_CARDS
from bridge.compiled import compiled

_ENUMERATED = 1024
_POOL_PER_WORLD = 8
_LARGEST_POOL = 16384
_WEIGHED_PER_WORLD = 4
"""Deals for each world wanted that are weighed by the cards played, which takes some microseconds a deal."""


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Deals consistent with what a player knows, as boards with all hands known."""

    states: engine.States
    """The boards ``(m,)``, different from each other."""
    weights: Floats
    """Their shares ``(m,)``, which sum to 1."""
    pool: int
    """Deals that were looked at."""
    accepted: int
    """Deals of the pool in which every hand has what its calls promised."""
    effective: float
    """Effective sample size: how many equally weighted worlds these are worth."""
    exhaustive: bool
    """Whether the pool held every possible deal."""

    def __len__(self) -> int:
        return len(self.states)


def sample(known: Known, n: int, rng: np.random.Generator, inference: Inference | None = None) -> Worlds:
    """Up to ``n`` worlds; fewer if there are fewer, or if few carry most of the weight.

    Args:
        known: what the player knows.
        n: worlds wanted, at least 1.
        rng: source of the draw; the same stream gives the same worlds.
        inference: which evidence counts; all of it by default.

    Raises:
        ValueError: ``n`` is not positive.
    """
    if n < 1:
        raise ValueError(f"{n} worlds: at least one is needed")
    evidence = inference or Inference()
    pool, weights, exhaustive = _pool(known, n, rng, evidence)
    accepted, looked_at = int((weights >= 1.0).sum()), len(pool)
    drawn, shares = _merged(*_draw(pool, weights, _WEIGHED_PER_WORLD * n, rng, exhaustive))
    states = _dealt(known, drawn)
    shares = shares * weigh_by_cards(known, np.ascontiguousarray(states["owner"]), evidence)
    kept, shares = _draw(np.arange(len(drawn)), shares, n, rng, exhaustive)
    return Worlds(states[kept], shares, looked_at, accepted, _worth(shares), exhaustive)


def _pool(known: Known, n: int, rng: np.random.Generator, evidence: Inference) -> tuple[Masks, Floats, bool]:
    """Deals as masks ``(m, hands)``, their weights by the auction ``(m,)``, and whether they are all there are."""
    free, forced = _free_cards(known)
    needs = np.array([size - count(int(mask)) for size, mask in zip(known.sizes, forced, strict=True)])
    played, rows = np.array(known.played, np.int64), boxes(known, evidence)
    if len(needs) == 2 and comb(len(free), int(needs[0])) <= _ENUMERATED:
        masks = _all_deals(free, needs, forced, comb(len(free), int(needs[0])))
        return masks, weigh_by_boxes(masks, played, rows), True
    size = _POOL_PER_WORLD * n if evidence.from_cards or evidence.auction else n
    masks, weights = np.empty((0, len(needs)), np.int64), np.empty(0)
    while True:
        more = _deals(free, needs, forced, rng.random((size, len(free))))
        masks = np.concatenate([masks, more])
        weights = np.concatenate([weights, weigh_by_boxes(more, played, rows)])
        if _worth(weights) >= _WEIGHED_PER_WORLD * n or not evidence.auction or len(weights) >= _LARGEST_POOL:
            return masks, weights, False
        size = min(2 * len(weights), _LARGEST_POOL - len(weights))


def _free_cards(known: Known) -> tuple[Masks, Masks]:
    """Unseen cards that more than one hidden hand may hold, and for each hand a mask of those that only it may."""
    forced = np.zeros(len(known.hidden), np.int64)
    free = []
    for card in known.unseen:
        able = [hand for hand, barred in enumerate(known.barred) if not barred >> card & 1]
        if len(able) == 1:
            forced[able[0]] |= 1 << card
        else:
            free.append(card)
    return np.array(free, np.int64), forced


@compiled
def _deals(free: Masks, needs: Masks, forced: Masks, uniforms: Floats) -> Masks:
    """Shuffle the free cards once a row and deal them: masks ``(rows, hands)``."""
    masks = np.empty((len(uniforms), len(needs)), np.int64)
    order = free.copy()
    for row in range(len(uniforms)):
        place = 0
        for hand in range(len(needs)):
            mask = forced[hand]
            for _ in range(needs[hand]):
                swap = place + int(uniforms[row, place] * (len(order) - place))
                card = order[swap]
                order[swap] = order[place]
                order[place] = card
                mask |= np.int64(1) << card
                place += 1
            masks[row, hand] = mask
    return masks


@compiled
def _all_deals(free: Masks, needs: Masks, forced: Masks, count: int) -> Masks:
    """Every way to deal the free cards to two hands: masks ``(count, 2)``."""
    masks = np.empty((count, 2), np.int64)
    places = np.arange(needs[0])
    for row in range(count):
        first, second = forced[0], forced[1]
        taken = 0
        for place in range(len(free)):
            if taken < needs[0] and places[taken] == place:
                first |= np.int64(1) << free[place]
                taken += 1
            else:
                second |= np.int64(1) << free[place]
        masks[row, 0] = first
        masks[row, 1] = second
        _next_combination(places, len(free))
    return masks


@compiled
def _next_combination(places: Masks, n: int) -> None:
    """Advance rising places below ``n`` to the next combination; leaves the last one as it is."""
    k = len(places)
    for turn in range(k - 1, -1, -1):
        if places[turn] < n - k + turn:
            places[turn] += 1
            for later in range(turn + 1, k):
                places[later] = places[later - 1] + 1
            return


# --- the choice -------------------------------------------------------------------------------------------------------


def _draw(items: Masks, weights: Floats, n: int, rng: np.random.Generator, exhaustive: bool) -> tuple[Masks, Floats]:
    """Draw ``n`` items in proportion to their weights, at even steps; one that is drawn twice counts double.

    All that there are stay, with their weights, if they are no more than ``n``.
    """
    shares = weights / weights.sum()
    if exhaustive and len(items) <= n:
        return items, shares
    steps = (rng.random() + np.arange(n)) / n
    places = np.minimum(np.searchsorted(np.cumsum(shares), steps, side="right"), len(items) - 1)
    picked, times = np.unique(places, return_counts=True)
    # The steps run through the items in order: shuffled, the first ones are as good a sample as any.
    order = rng.permutation(len(picked))
    return items[picked[order]], times[order] / n


def _merged(masks: Masks, shares: Floats) -> tuple[Masks, Floats]:
    """The same deals with those that were drawn more than once counted together."""
    different, place = np.unique(masks, axis=0, return_inverse=True)
    return different, np.bincount(place.ravel(), shares).astype(np.float64)


def _worth(weights: Floats) -> float:
    """Kish's effective sample size: how many equal weights are worth as much."""
    return float(weights.sum() ** 2 / np.square(weights).sum())


def _dealt(known: Known, masks: Masks) -> engine.States:
    """The board with the hidden hands of each deal."""
    states = np.repeat(np.array([known.state], engine.STATE), len(masks))
    _give(states, np.array(known.hidden, np.int64), masks)
    return states


@compiled
def _give(states: engine.States, hidden: Masks, masks: Masks) -> None:
    for row in range(len(states)):
        for hand in range(len(hidden)):
            for card in range(N_CARDS):
                if (masks[row, hand] >> card) & 1:
                    states[row]["owner"][card] = hidden[hand]
