"""Means and their errors against values worked by hand and printed tables."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evaluation.statistics import estimate, ratio, share, t_quantile


def test_estimate_of_four_values_worked_by_hand() -> None:
    # Mean 5; squared deviations 9 + 1 + 1 + 9 = 20; variance 20/3; error sqrt(20/3/4) = 1.2910; t(3) = 3.1824.
    result = estimate([2, 4, 6, 8])
    assert result.mean == 5
    assert result.standard_error == pytest.approx(1.29099, abs=1e-5)
    assert (result.low, result.high) == pytest.approx((0.8915, 9.1085), abs=1e-4)
    assert result.n == 4


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (4, 2.776), (9, 2.262), (10, 2.228), (12, 2.179), (20, 2.086), (30, 2.042), (120, 1.980)],
)
def test_t_quantiles_agree_with_the_printed_table(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=6e-4)


def test_t_quantile_approaches_the_normal_one() -> None:
    assert t_quantile(10**7) == pytest.approx(1.959964, abs=1e-5)


def test_interval_covers_the_true_mean_nineteen_times_in_twenty() -> None:
    rng = np.random.default_rng(0)
    samples = rng.normal(3.0, 10.0, size=(2000, 8))
    covered = sum(result.low <= 3.0 <= result.high for result in map(estimate, samples.tolist()))
    assert 0.935 < covered / 2000 < 0.965


def test_one_value_has_no_interval() -> None:
    result = estimate([7])
    assert math.isnan(result.standard_error)
    assert (result.low, result.high) == (-math.inf, math.inf)
    assert str(result) == "+7.00 (no interval: 1 board)"


def test_no_values_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        estimate([])


def test_an_estimate_prints_its_error_and_interval() -> None:
    assert str(estimate([2, 4, 6, 8])) == "+5.00 ± 1.29 (95 % interval +0.89 to +9.11, 4 boards)"


def test_significance_means_that_zero_is_outside() -> None:
    assert estimate([2, 4, 6, 8]).is_significant
    assert not estimate([-2, 4, 6, -8]).is_significant


def test_share_has_wilsons_interval() -> None:
    # Wilson (1927): 10 of 100 gives 0.0552 to 0.1744.
    result = share(10, 100)
    assert (result.mean, result.low, result.high) == pytest.approx((0.1, 0.0552, 0.1744), abs=1e-4)


def test_share_without_successes_still_has_an_upper_end() -> None:
    assert share(0, 100).low == 0
    assert share(0, 100).high == pytest.approx(0.0370, abs=1e-4)


@pytest.mark.parametrize(("successes", "n"), [(0, 0), (3, 2), (-1, 2)])
def test_share_of_impossible_counts_is_refused(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="successes"):
        share(successes, n)


def test_ratio_of_equal_denominators_is_the_estimate_of_the_mean() -> None:
    result, plain = ratio([2, 4, 6, 8], [1, 1, 1, 1]), estimate([2, 4, 6, 8])
    assert (result.mean, result.standard_error, result.low) == pytest.approx(
        (plain.mean, plain.standard_error, plain.low)
    )


def test_ratio_counts_a_board_once_however_much_is_on_it() -> None:
    # The same successes four times over on every board: the mean stays, and so does the error.
    once, fourfold = ratio([1, 0, 1, 1], [1, 1, 1, 1]), ratio([4, 0, 4, 4], [4, 4, 4, 4])
    assert fourfold.standard_error == pytest.approx(once.standard_error)


def test_ratio_without_denominators_is_refused() -> None:
    with pytest.raises(ValueError, match="sum to 0"):
        ratio([0, 0], [0, 0])
