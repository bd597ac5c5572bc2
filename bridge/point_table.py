"""What a board of three-player auction bridge pays each player: point tables, as data.

The bidder who makes the contract is paid and the defenders get nothing; when the contract fails the bidder gets nothing
and each of the two defenders is paid. So the game is neither zero-sum nor of constant sum.

===========  =========================================================================================================
``classic``  the traditional values of auction bridge: clubs 6, diamonds 7, hearts 8, spades 9, no trump 10, times the
             level of the bid
``revised``  the same values times six, the level and half of the overtricks together. A reconstruction: the formula is
             inferred from four published sample scores and stated nowhere
===========  =========================================================================================================

Both pay each defender 25, 50, 75, 100 for one to four undertricks and 150 for more. The published games have slam
bonuses of amounts that are not printed; they are 0 here and can be set.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from bridge.actions import FIRST_BID
from bridge.cards import CARDS_PER_HAND, Denomination
from bridge.engine import NOBODY, States
from bridge.three_player import FOURTH_SEAT, N_PLAYERS

Floats = npt.NDArray[np.float64]

_BOOK = 6
_LEVELS = range(1, 8)
_SMALL_SLAM, _GRAND_SLAM = 12, 13


def _is_points(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value) and value >= 0


@dataclass(frozen=True)
class PointTable:
    """The points of every contract and result.

    Raises:
        ValueError: a value is not finite or below 0, or there are too few.
    """

    name: str
    trick_values: tuple[float, ...] = (6, 7, 8, 9, 10)
    """By denomination, C D H S NT."""
    base: float = 0
    """Tricks that a made contract is paid for besides its level."""
    overtrick: float = 0
    """How much of a trick an overtrick counts."""
    undertricks: tuple[float, ...] = (25, 50, 75, 100, 150)
    """What each defender gets for one undertrick, two and so on; the last holds for all further ones."""
    small_slam: float = 0
    """Bonus of the bidder for twelve tricks."""
    grand_slam: float = 0
    """Bonus of the bidder for thirteen tricks."""
    slams: Literal["won", "bid"] = "bid"
    """Whether a bonus is paid for the tricks, whatever was bid, or only for a slam that was bid too."""

    def __post_init__(self) -> None:
        if len(self.trick_values) != len(Denomination):
            raise ValueError(f"point table {self.name}: give a trick value for each of C, D, H, S and NT")
        if not self.undertricks:
            raise ValueError(f"point table {self.name}: give what at least one undertrick pays")
        if self.slams not in ("won", "bid"):
            raise ValueError(f"point table {self.name}: slams is {self.slams!r}: use 'won' or 'bid'")
        for field in ("trick_values", "base", "overtrick", "undertricks", "small_slam", "grand_slam"):
            given = getattr(self, field)
            if not all(_is_points(value) for value in (given if isinstance(given, Sequence) else (given,))):
                raise ValueError(f"point table {self.name}: {field} is {given!r}: use finite numbers, 0 or more")

    def bidder(self, level: int, denomination: int, tricks: int) -> float:
        """What the bidder gets, who bid ``level`` in ``denomination`` (C D H S NT = 0-4) and won ``tricks`` tricks."""
        over = tricks - _BOOK - level
        if over < 0:
            return 0.0
        paid = self.trick_values[denomination] * (self.base + level + self.overtrick * over)
        return paid + self._slam(tricks if self.slams == "won" else _BOOK + level)

    def _slam(self, tricks: int) -> float:
        return {_SMALL_SLAM: self.small_slam, _GRAND_SLAM: self.grand_slam}.get(tricks, 0)

    def defender(self, level: int, tricks: int) -> float:
        """What each defender gets when the bidder's contract of ``level`` won ``tricks`` tricks."""
        down = _BOOK + level - tricks
        return 0.0 if down <= 0 else float(self.undertricks[min(down, len(self.undertricks)) - 1])

    @property
    def highest(self) -> float:
        """The most points that one board can pay a player."""
        return float(max(self._paid.max(), self._penalties.max()))

    @cached_property
    def _paid(self) -> Floats:
        """The bidder's points by level - 1, denomination and tricks: ``(7, 5, 14)``."""
        return np.array(
            [
                [[self.bidder(level, named, tricks) for tricks in range(CARDS_PER_HAND + 1)] for named in Denomination]
                for level in _LEVELS
            ]
        )

    @cached_property
    def _penalties(self) -> Floats:
        """Each defender's points by level - 1 and tricks: ``(7, 14)``."""
        return np.array([[self.defender(level, tricks) for tricks in range(CARDS_PER_HAND + 1)] for level in _LEVELS])

    def payoffs(self, states: States, declarer_tricks: npt.ArrayLike) -> Floats:
        """The points of the three players on boards of ``bridge.three_player`` whose auctions are over.

        Args:
            states: boards ``(n,)``.
            declarer_tricks: tricks of each bidder ``(n,)``, 0..13; of a passed-out board any number.

        Returns:
            float ``(n, 3)``; zeros where a board was passed out.
        """
        tricks = np.asarray(declarer_tricks, dtype=np.int64)
        declarers = states["declarer"].astype(np.int64)
        bids = np.where(declarers == NOBODY, 0, states["bid"].astype(np.int64) - FIRST_BID)
        levels, named = bids // len(Denomination), bids % len(Denomination)
        winners = declaring_players(states)
        paid = np.repeat(self._penalties[levels, tricks][:, np.newaxis], N_PLAYERS, axis=1)
        rows = np.arange(len(states))
        paid[rows, winners] = self._paid[levels, named, tricks]
        paid[winners == NOBODY] = 0.0
        return paid


def declaring_players(states: States) -> npt.NDArray[np.int64]:
    """The player 0-2 who won the auction of each board ``(n,)``, NOBODY (-1) where none has."""
    declarers = states["declarer"].astype(np.int64)
    # Only one player sits elsewhere than in the auction, and that one at the fourth hand's seat.
    moved = np.where(declarers == FOURTH_SEAT, (declarers + 2) % 4, declarers)
    return np.where(declarers == NOBODY, NOBODY, moved)


POINT_TABLES = {
    table.name: table for table in (PointTable("classic", slams="won"), PointTable("revised", base=6, overtrick=0.5))
}
"""The point tables by name."""


def point_table(named: str | PointTable) -> PointTable:
    """A point table, or the one of a name.

    Raises:
        ValueError: no table has this name.
    """
    if isinstance(named, PointTable):
        return named
    if named not in POINT_TABLES:
        raise ValueError(f"point table {named!r} is unknown: use {', '.join(POINT_TABLES)} or a PointTable")
    return POINT_TABLES[named]
