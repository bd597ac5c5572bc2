"""Does a hand that passes the no-trump algorithm really take ``P`` tricks? Double dummy, with a random partner.

The fourth hand becomes the declarer's partner, and nothing is known of it in the auction: it is a random hand, as the
hand opposite is in a random deal. So every solved random deal tries four declarers at every level. Simple point-count
rules are tried on the same hands and made to bid equally often, which takes a share of the hands at their limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.three_player.no_trump import BOOK, Reading, passes
from bridge.cards import CARDS_PER_SUIT, N_SUITS, Denomination
from bridge.seats import N_SEATS
from bridge.solved import SolvedDeals
from evaluation.statistics import Estimate, ratio

LEVELS = (1, 2, 3, 4)

_RANKS_DOWN = slice(None, None, -1)
_HCP = (4, 3, 2, 1)
_FIVE_HONOURS = (5, 4, 3, 2, 1)

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Success:
    """How often the bids of one rule are made, and their frequency."""

    rule: str
    level: int
    bids: float
    """Share of all hands that bid."""
    made: Estimate
    """Share of the bids that take the tricks; its boards are deals."""


def measure(deals: SolvedDeals, reading: Reading = "listing") -> list[Success]:
    """Every rule at every level over solved deals, four declarers each."""
    owners = deals.owners
    hands = np.stack([owners == seat for seat in range(N_SEATS)], axis=1)  # (deals, 4, 52)
    pairs = hands | np.roll(hands, 2, axis=1)
    tricks = deals.tricks[:, Denomination.NT]
    scores = {
        "high card points": _points(hands, _HCP),
        "high card points, balanced hands": np.where(_balanced(hands), _points(hands, _HCP), -1.0),
        "A5 K4 Q3 J2 T1": _points(hands, _FIVE_HONOURS),
    }
    results = []
    for level in LEVELS:
        makes = tricks >= BOOK + level
        passed = _passes(hands, level, reading)
        results.append(_success("algorithm, own hand", level, passed.astype(np.float64), makes))
        wanted = int(passed.sum())
        for rule, points in scores.items():
            results.append(_success(rule, level, equally_often(points, wanted), makes))
        results.append(_success("any hand", level, np.ones(makes.shape), makes))
        both = _passes(pairs, level, reading)
        results.append(_success("algorithm, hand and partner's", level, both.astype(np.float64), makes))
    return results


def equally_often(points: Floats, wanted: int) -> Floats:
    """The weight 0..1 with which each hand bids, so that the strongest bid and the weights sum to ``wanted``.

    All hands stronger than some limit bid, and of those at the limit an equal share each.

    Args:
        points: strength of each hand, any shape.
        wanted: how many hands are to bid, at most all.
    """
    if wanted == 0:
        return np.zeros(points.shape)
    limit = np.sort(points, axis=None)[points.size - wanted]
    above, at = points > limit, points == limit
    return np.asarray(np.where(at, (wanted - above.sum()) / at.sum(), above.astype(np.float64)))


def _success(rule: str, level: int, weights: Floats, makes: npt.NDArray[np.bool_]) -> Success:
    made = ratio((weights * makes).sum(axis=1), weights.sum(axis=1))
    return Success(rule, level, float(weights.mean()), made)


def _passes(cards: npt.NDArray[np.bool_], level: int, reading: Reading) -> npt.NDArray[np.bool_]:
    return np.reshape(passes(cards.reshape(-1, cards.shape[-1]), BOOK + level, reading), cards.shape[:-1])


def _points(hands: npt.NDArray[np.bool_], values: tuple[int, ...]) -> Floats:
    """Points of hands ``(deals, 4, 52)`` for the ace, the king and so on."""
    per_suit = np.zeros(CARDS_PER_SUIT)
    per_suit[: len(values)] = values
    return np.asarray(hands @ np.tile(per_suit[_RANKS_DOWN], N_SUITS))


def _balanced(hands: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """No void, no singleton, at most one doubleton."""
    lengths = hands.reshape(*hands.shape[:-1], N_SUITS, CARDS_PER_SUIT).sum(axis=-1)
    return np.asarray((lengths >= 2).all(axis=-1) & ((lengths == 2).sum(axis=-1) <= 1))


def report(results: list[Success], deals: int) -> str:
    """The results as text."""
    lines = [
        f"Tricks at no trump, double dummy, {deals:,} deals with four declarers each; partners' hands as dealt.",
        "Shares of the bids that are made, with 95 % intervals; point counts bid as often as the algorithm.",
    ]
    for level in LEVELS:
        lines += ["", f"{level}NT, {BOOK + level} tricks"]
        for result in results:
            if result.level == level:
                made = result.made
                lines.append(
                    f"  {result.rule:<34} bids {result.bids:8.3%}  made {made.mean:6.1%} "
                    f"({made.low:.1%} to {made.high:.1%})"
                )
    return "\n".join(lines) + "\n"


def as_json(results: list[Success]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "rule": result.rule,
            "level": result.level,
            "bids": result.bids,
            "made": result.made.mean,
            "low": result.made.low,
            "high": result.made.high,
        }
        for result in results
    ]
