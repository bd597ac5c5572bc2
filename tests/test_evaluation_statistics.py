"""Means and their errors against values worked by hand and printed tables."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evaluation import play_match
from evaluation.boards import solved_boards
from evaluation.sequential import FIRST_LOOK, Until, half_width
from evaluation.statistics import boards_needed, bootstrap_interval, estimate, ratio, share, t_quantile


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


# --- boards, bootstrap, and stopping early ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def population() -> np.ndarray:
    """IMPs of a stronger bidder against a weaker on many boards; matches are drawn from it, so their mean is known."""
    match = play_match("sayc", "pass", solved_boards(4000, 0))
    return np.array([board.imps for board in match.boards], dtype=np.float64)


def test_boards_needed_give_the_wanted_interval(population: np.ndarray) -> None:
    needed = boards_needed(estimate(population[:1000].tolist()), 0.5)
    assert needed is not None
    draw = np.random.default_rng(0).choice(population, size=needed)
    got = estimate(draw.tolist())
    assert (got.high - got.low) / 2 == pytest.approx(0.5, rel=0.1)


def test_one_board_does_not_say_how_many_are_needed() -> None:
    assert boards_needed(estimate([3.0]), 0.1) is None


def test_boards_that_came_out_alike_do_not_say_how_many_are_needed() -> None:
    assert boards_needed(estimate([2.0] * 20), 0.1) is None


def test_bootstrap_and_t_interval_agree(population: np.ndarray) -> None:
    values = population[:500].tolist()
    t, bootstrap = estimate(values), bootstrap_interval(values, np.random.default_rng(1))
    width = t.high - t.low
    assert bootstrap == pytest.approx((t.low, t.high), abs=0.05 * width)


@pytest.mark.parametrize("boards", [32, 128])
def test_intervals_of_repeated_matches_cover_the_planted_difference(population: np.ndarray, boards: int) -> None:
    rng = np.random.default_rng(boards)
    truth = population.mean()
    matches = [estimate(rng.choice(population, size=boards).tolist()) for _ in range(2000)]
    assert 0.93 <= np.mean([match.low <= truth <= match.high for match in matches]) <= 0.97


def test_the_stronger_team_is_found_by_nearly_every_long_match(population: np.ndarray) -> None:
    rng = np.random.default_rng(3)
    assert all(estimate(rng.choice(population, size=256).tolist()).low > 0 for _ in range(100))


def looks(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Boards, mean and standard deviation at every look of one long match."""
    boards = np.arange(FIRST_LOOK, len(values) + 1, 64)
    means = np.cumsum(values)[boards - 1] / boards
    squares = np.cumsum(values**2)[boards - 1] / boards
    return boards, means, np.sqrt((squares - means**2) * boards / (boards - 1))


def test_the_sequence_holds_at_every_look_where_the_t_interval_does_not(population: np.ndarray) -> None:
    rng = np.random.default_rng(4)
    truth = population.mean()
    sequence_failed, t_failed = 0, 0
    for _ in range(1000):
        boards, means, spreads = looks(rng.choice(population, size=4096))
        off = np.abs(means - truth)
        widths = np.array([half_width(int(n), s) for n, s in zip(boards, spreads, strict=True)])
        sequence_failed += bool((off > widths).any())
        t_failed += bool((off > 1.96 * spreads / np.sqrt(boards)).any())
    assert sequence_failed <= 0.05 * 1000
    assert t_failed > 0.15 * 1000


def test_an_early_stop_does_not_spoil_the_interval(population: np.ndarray) -> None:
    """Equal teams, and somebody who stops as soon as one of them seems better: wrong at most one time in twenty."""
    rng = np.random.default_rng(5)
    equal = np.concatenate([population, -population])
    until = Until(decided=True)
    wrong = 0
    for _ in range(300):
        values = rng.choice(equal, size=1024)[:, np.newaxis]
        wrong += any(until.reached(values[:n]) for n in range(FIRST_LOOK, 1025, 64))
    assert wrong <= 0.05 * 300


def test_nothing_stops_before_the_first_look() -> None:
    values = np.random.default_rng(0).normal(5.0, 1.0, size=(FIRST_LOOK, 1))
    until = Until(half_width=5.0, decided=True)
    assert not until.reached(values[:-1])
    assert until.reached(values)


def test_every_contest_must_be_decided_before_a_tournament_stops() -> None:
    rng = np.random.default_rng(0)
    values = np.column_stack([rng.normal(5.0, 1.0, size=256), rng.normal(0.0, 1.0, size=256)])
    assert Until(decided=True).reached(values[:, :1])
    assert not Until(decided=True).reached(values)
