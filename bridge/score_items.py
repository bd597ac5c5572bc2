"""A contract's score item by item, each with the rule that gives it.

``contract_items`` is what rubber and duplicate bridge share; ``duplicate_items`` adds the bonus for a game or a
part-score, which only a single board pays. The items of a duplicate score sum to ``scoring.raw_score``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bridge.calls import Contract
from bridge.cards import Denomination
from bridge.scoring import (
    GAME_POINTS,
    insult_bonus,
    level_bonus,
    overtrick_points,
    slam_bonus,
    trick_points,
    undertrick_points,
)

Kind = Literal["tricks", "bonus", "overtricks", "undertricks"]
"""What an item is for; at rubber bridge ``tricks`` go below the line and all else above it."""

_DOUBLED = ("", ", doubled", ", redoubled")


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One line of a score, for the declaring side: undertricks are negative. ``str`` gives ``"+120  4 × 30"``."""

    points: int
    kind: Kind
    reason: str

    def __str__(self) -> str:
        return f"{self.points:+6}  {self.reason}"


def contract_items(contract: Contract, vulnerable: bool, tricks: int) -> tuple[ScoreItem, ...]:
    """Tricks, overtricks, slam and insult bonus; or the undertricks.

    Args:
        contract: what was played.
        vulnerable: whether the declaring side is.
        tricks: won by the declaring side.

    Raises:
        ValueError: ``tricks`` is not in 0..13.
    """
    if not 0 <= tricks <= 13:
        raise ValueError(f"{tricks} tricks: a side wins 0..13")
    level, denomination, doubled = contract.level, int(contract.denomination), contract.doubled
    over = tricks - contract.tricks_needed
    state = f"{_DOUBLED[doubled]}, {_words(vulnerable)}"
    if over < 0:
        penalty = undertrick_points(-over, doubled, vulnerable)
        return (ScoreItem(-penalty, "undertricks", f"down {-over}{state}"),)
    candidates = (
        ScoreItem(trick_points(level, denomination, doubled), "tricks", _tricks_words(contract)),
        ScoreItem(slam_bonus(level, vulnerable), "bonus", f"{'grand' if level == 7 else 'small'} slam{state}"),
        ScoreItem(insult_bonus(doubled), "bonus", f"{_DOUBLED[doubled][2:]} contract made"),
        ScoreItem(
            overtrick_points(over, denomination, doubled, vulnerable),
            "overtricks",
            _count(over, "overtrick") + (state if doubled else ""),
        ),
    )
    return tuple(item for item in candidates if item.points)


def duplicate_items(contract: Contract, vulnerable: bool, tricks: int) -> tuple[ScoreItem, ...]:
    """The items of a Law 77 score; see ``contract_items``.

    Raises:
        ValueError: ``tricks`` is not in 0..13.
    """
    items = contract_items(contract, vulnerable, tricks)
    if items[0].kind == "undertricks":
        return items
    points = items[0].points
    bonus = level_bonus(points, vulnerable)
    if points >= GAME_POINTS:
        reason = f"game ({points} trick points, at least {GAME_POINTS}), {_words(vulnerable)}"
    else:
        reason = f"part-score ({points} trick points, below {GAME_POINTS})"
    return (items[0], ScoreItem(bonus, "bonus", reason), *items[1:])


def _tricks_words(contract: Contract) -> str:
    """``"4 × 30"``, ``"40 + 2 × 30, doubled (× 2)"``."""
    level, denomination = contract.level, contract.denomination
    each = trick_points(2, int(denomination), 0) - trick_points(1, int(denomination), 0)
    words = f"{level} × {each}"
    if denomination is Denomination.NT:
        words = f"{trick_points(1, int(denomination), 0)}" + (f" + {level - 1} × {each}" if level > 1 else "")
    multiplier = f" (× {1 << contract.doubled})" if contract.doubled else ""
    return f"{contract.bid} made: {words}{_DOUBLED[contract.doubled]}{multiplier}"


def _words(vulnerable: bool) -> str:
    return "vulnerable" if vulnerable else "not vulnerable"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
