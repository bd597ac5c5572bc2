"""When a match may stop: intervals that hold however often one looks.

A 95 % interval of a fixed number of boards covers the true mean 19 times in 20 at that number. Who looks after every
share of the boards and stops when the interval pleases him has many chances to be wrong, and is wrong far more often.
A *confidence sequence* is an interval for every number of boards such that all of them together cover the mean 19 times
in 20, so one may look as often as one likes and stop for any reason.

The sequence used is the asymptotic one of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit
theory and asymptotic confidence sequences", Annals of Statistics 52 (2024), theorem 2.2, equation (8): after n boards
with the standard deviation s the half-width is

    s * sqrt(2 (n r^2 + 1) / (n^2 r^2) * log(sqrt(n r^2 + 1) / alpha)),

with r chosen to make it narrow at one number of boards. Like every interval by the central limit theorem it needs
enough boards for the mean to be near normal, so no look comes before ``FIRST_LOOK``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from evaluation.statistics import LEVEL, Estimate

FIRST_LOOK = 128
"""Boards before the first look."""

Unit = Literal["imps", "points"]


@dataclass(frozen=True, slots=True)
class Until:
    """When to stop before all boards are played."""

    half_width: float = 0.0
    """Stop when the confidence sequence of every contest is at most so wide on each side; 0 never does."""
    decided: bool = False
    """Stop when the sequence of every contest leaves zero out."""
    unit: Unit = "imps"
    """What the half-width is measured in, and which differences decide."""

    def reached(self, differences: npt.NDArray[np.float64]) -> bool:
        """Whether the boards so far, ``(boards, contests)`` in ``unit``, are enough."""
        boards = len(differences)
        if boards < FIRST_LOOK or not (self.half_width > 0 or self.decided):
            return False
        means = differences.mean(axis=0)
        # Without any spread so far nothing is known of it: equal tables say little of unequal ones to come.
        spreads = differences.std(axis=0, ddof=1)
        widths = half_width(boards, spreads)
        narrow = self.half_width > 0 and bool((widths <= self.half_width).all())
        decided = self.decided and bool((np.abs(means) > widths).all())
        return (narrow or decided) and bool((spreads > 0).all())


def half_width(n: int, spread: npt.ArrayLike, narrowest_at: int = 1000) -> npt.NDArray[np.float64]:
    """Half the width of the confidence sequence after ``n`` boards.

    Args:
        n: boards so far.
        spread: the standard deviation of one board's values, of any shape.
        narrowest_at: the number of boards at which the sequence is about as narrow as it can be, half as wide again as
            the t interval; at 128 boards it is a fifth and at 20,000 a tenth wider than one made for that number.
    """
    alpha = 1 - LEVEL
    tuned = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / narrowest_at
    scaled = n * tuned + 1
    factor = math.sqrt(2 * scaled / (n * n * tuned) * math.log(math.sqrt(scaled) / alpha))
    return np.asarray(spread, dtype=np.float64) * factor


def sequence_interval(value: Estimate) -> tuple[float, float]:
    """The confidence sequence at the boards of an estimate; it has no ends with fewer than two."""
    if value.n < 2:
        return -math.inf, math.inf
    margin = float(half_width(value.n, value.standard_error * math.sqrt(value.n)))
    return value.mean - margin, value.mean + margin
