"""How far a mean can be trusted: standard error and 95 % interval of independent values, one a board.

The values of a match are differences between two tables of one board, so the luck of the deal is out of them before
anything is averaged: a paired analysis.

Of yes-or-no values ``share`` takes the counts, and ``ratio`` counts that belong together, such as the four hands of a
deal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

import numpy as np
import numpy.typing as npt

LEVEL = 0.95
"""Probability that the interval of an estimate covers the true mean."""

# Two-sided 95 % quantiles of Student's t for 1 to 9 degrees of freedom; the expansion below is not good enough there.
_T_SMALL = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
_Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its uncertainty. ``str`` gives ``"+12.3 ± 4.5 (95 % interval +3.4 to +21.2, 1000 boards)"``.

    With fewer than two values nothing is known of the spread: the standard error is not a number and the interval has
    no ends.
    """

    mean: float
    standard_error: float
    low: float
    high: float
    n: int
    """Values that went in, one a board."""

    @property
    def is_significant(self) -> bool:
        """Whether zero lies outside the interval."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        boards = f"{self.n} board{'' if self.n == 1 else 's'}"
        if self.n < 2:
            return f"{self.mean:+.2f} (no interval: {boards})"
        return (
            f"{self.mean:+.2f} ± {self.standard_error:.2f} "
            f"(95 % interval {self.low:+.2f} to {self.high:+.2f}, {boards})"
        )


def estimate(values: Sequence[float]) -> Estimate:
    """Mean, standard error of the mean and 95 % t interval of independent values.

    Raises:
        ValueError: there are no values.
    """
    n = len(values)
    if n == 0:
        raise ValueError("an estimate needs at least one value")
    mean = fmean(values)
    if n == 1:
        return Estimate(mean, math.nan, -math.inf, math.inf, n)
    standard_error = stdev(values) / math.sqrt(n)
    margin = t_quantile(n - 1) * standard_error
    return Estimate(mean, standard_error, mean - margin, mean + margin, n)


def boards_needed(value: Estimate, half_width: float) -> int | None:
    """How many boards like those of an estimate give a 95 % interval of so much on each side.

    None if it cannot be told: from one board, or from boards that all came out alike, whose spread is zero so far.

    Raises:
        ValueError: the half-width is not above 0.
    """
    if not half_width > 0:
        raise ValueError(f"an interval of {half_width} on each side needs endless boards: ask for one above 0")
    if value.n < 2 or value.standard_error == 0:
        return None
    spread = value.standard_error * math.sqrt(value.n)
    needed = math.ceil((_Z * spread / half_width) ** 2)
    # The normal quantile is too small for few boards; the t quantile of its answer is right to a board or so.
    return max(2, math.ceil((t_quantile(max(1, needed - 1)) * spread / half_width) ** 2))


def bootstrap_interval(values: Sequence[float], rng: np.random.Generator, resamples: int = 2000) -> tuple[float, float]:
    """The 95 % percentile interval of the mean over resamples of the boards (Efron 1979).

    It assumes no shape of the values' distribution. With a few hundred boards it and the t interval agree; where they
    do not, trust neither.

    Raises:
        ValueError: there are fewer than two values.
    """
    array = np.asarray(values, dtype=np.float64)
    if len(array) < 2:
        raise ValueError("an interval needs at least two values")
    means = np.array([array[rng.integers(len(array), size=len(array))].mean() for _ in range(resamples)])
    low, high = np.quantile(means, [0.5 - LEVEL / 2, 0.5 + LEVEL / 2])
    return float(low), float(high)


def share(successes: int, n: int) -> Estimate:
    """The share of successes among ``n`` independent trials, with Wilson's 95 % score interval.

    Raises:
        ValueError: there are no trials, or more successes than trials.
    """
    if n < 1 or not 0 <= successes <= n:
        raise ValueError(f"{successes} successes in {n} trials: a share needs a trial, and no more successes than that")
    p = successes / n
    stretch = 1 + _Z**2 / n
    middle = (p + _Z**2 / (2 * n)) / stretch
    margin = _Z / stretch * math.sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
    return Estimate(p, math.sqrt(p * (1 - p) / n), max(0.0, middle - margin), min(1.0, middle + margin), n)


def ratio(numerators: npt.ArrayLike, denominators: npt.ArrayLike) -> Estimate:
    """The sum of the numerators over that of the denominators, each pair from an independent board.

    The error is that of the ratio estimator, by linearisation: what a board adds to both sums may depend on itself in
    any way.

    Raises:
        ValueError: the denominators sum to zero, or there is no pair for every board.
    """
    above, below = np.asarray(numerators, dtype=np.float64), np.asarray(denominators, dtype=np.float64)
    n, total = len(below), float(below.sum())
    if len(above) != n or n < 2 or total == 0:
        raise ValueError("a ratio needs two boards or more, a number for each, and denominators that do not sum to 0")
    mean = float(above.sum()) / total
    residuals = above - mean * below
    standard_error = math.sqrt(float(residuals @ residuals) * n / (n - 1)) / total
    margin = t_quantile(n - 1) * standard_error
    return Estimate(mean, standard_error, mean - margin, mean + margin, n)


def t_quantile(freedom: int) -> float:
    """The number of standard errors that a two-sided 95 % interval reaches, by degrees of freedom (1 or more).

    From ten degrees on by the expansion of Student's t around the normal quantile (Abramowitz and Stegun 26.7.5),
    exact there to four decimals.
    """
    if freedom <= len(_T_SMALL):
        return _T_SMALL[freedom - 1]
    z, v = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )
