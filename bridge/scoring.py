"""Duplicate raw score: Law 77 of the Laws of Duplicate Bridge, and the IMP scale of Law 78.

A raw score belongs to one table. IMPs compare two tables that played the same board and mean nothing for one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bridge.calls import Contract
from bridge.compiled import compiled
from bridge.seats import Side, Vulnerability

# Law 77, trick points: a trick over six is worth 20 in a minor, 30 in a major and at no trump, the first no-trump
# trick ten more.
_TRICK_POINTS = (20, 20, 30, 30, 30)
_FIRST_NO_TRUMP_TRICK = 10
_NO_TRUMP = 4

GAME_POINTS = 100
"""Trick points that make a game; overtricks do not count towards them."""
_PARTSCORE_BONUS = 50
# Bonuses by vulnerability (not vulnerable, vulnerable).
_GAME_BONUS = (300, 500)
_SMALL_SLAM_BONUS = (500, 750)
_GRAND_SLAM_BONUS = (1000, 1500)
_INSULT_BONUS = 50

_OVERTRICK_DOUBLED = (100, 200)
_UNDERTRICK = (50, 100)
# The first three doubled undertricks, then every further one.
_UNDERTRICKS_DOUBLED = ((100, 200, 200), (200, 300, 300))
_FURTHER_UNDERTRICK_DOUBLED = 300


@compiled
def contract_score(level: int, denomination: int, doubled: int, vulnerable: bool, tricks: int) -> int:
    """Law 77 points for the declaring side, negative when the contract fails.

    Args:
        level: 1..7.
        denomination: C D H S NT = 0-4.
        doubled: 0 undoubled, 1 doubled, 2 redoubled.
        vulnerable: whether the declaring side is.
        tricks: won by the declaring side, 0..13.
    """
    over = tricks - 6 - level
    if over < 0:
        return -undertrick_points(-over, doubled, vulnerable)
    points = trick_points(level, denomination, doubled)
    score = points + level_bonus(points, vulnerable) + slam_bonus(level, vulnerable) + insult_bonus(doubled)
    return score + overtrick_points(over, denomination, doubled, vulnerable)


@compiled
def trick_points(level: int, denomination: int, doubled: int) -> int:
    """Points for the tricks bid and made: what counts towards game."""
    points = _TRICK_POINTS[denomination] * level
    if denomination == _NO_TRUMP:
        points += _FIRST_NO_TRUMP_TRICK
    return points << doubled


@compiled
def level_bonus(points: int, vulnerable: bool) -> int:
    """The duplicate bonus for a game or a part-score, by the contract's trick points."""
    return _GAME_BONUS[1 if vulnerable else 0] if points >= GAME_POINTS else _PARTSCORE_BONUS


@compiled
def slam_bonus(level: int, vulnerable: bool) -> int:
    """The bonus for a small or a grand slam bid and made; 0 below the six level."""
    vul = 1 if vulnerable else 0
    if level == 7:
        return _GRAND_SLAM_BONUS[vul]
    return _SMALL_SLAM_BONUS[vul] if level == 6 else 0


@compiled
def insult_bonus(doubled: int) -> int:
    """The bonus for making a doubled contract, twice that for a redoubled one."""
    return _INSULT_BONUS * doubled


@compiled
def overtrick_points(over: int, denomination: int, doubled: int, vulnerable: bool) -> int:
    """Points for ``over`` tricks above the contract."""
    if doubled == 0:
        return over * _TRICK_POINTS[denomination]
    return over * _OVERTRICK_DOUBLED[1 if vulnerable else 0] * doubled


@compiled
def undertrick_points(down: int, doubled: int, vulnerable: bool) -> int:
    """Points that the defenders score for a contract that fails by ``down`` tricks."""
    vul = 1 if vulnerable else 0
    if doubled == 0:
        return down * _UNDERTRICK[vul]
    penalty = 0
    for trick in range(down):
        penalty += _UNDERTRICKS_DOUBLED[vul][trick] if trick < 3 else _FURTHER_UNDERTRICK_DOUBLED
    return penalty * doubled


def raw_score(contract: Contract | None, vulnerable: Vulnerability, tricks: int) -> int:
    """Law 77 points for the declaring side of a contract that won ``tricks`` tricks; 0 for a passed-out board.

    Raises:
        ValueError: ``tricks`` is not in 0..13.
    """
    if contract is None:
        return 0
    if not 0 <= tricks <= 13:
        raise ValueError(f"{tricks} tricks: a side wins 0..13")
    side_vulnerable = vulnerable.includes(contract.declarer.side)
    return contract_score(contract.level, int(contract.denomination), contract.doubled, side_vulnerable, tricks)


def raw_score_ns(contract: Contract | None, vulnerable: Vulnerability, tricks: int) -> int:
    """The same points from North-South's side of the table."""
    score = raw_score(contract, vulnerable, tricks)
    return score if contract is None or contract.declarer.side is Side.NS else -score


# Law 78 B: the smallest difference worth 1, 2, ... 24 IMPs.
_IMP_STEPS = np.array(
    (
        *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
        *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
    )
)


def imps(difference: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """International match points for differences between two tables' raw scores on one board (any shape)."""
    points = np.asarray(difference, dtype=np.int64)
    return np.asarray(np.sign(points) * np.searchsorted(_IMP_STEPS, np.abs(points), side="right"), dtype=np.int64)
