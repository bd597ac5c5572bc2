"""The levels of play, what each may spend, and how it spends it as the play goes on.

All levels bid alike: difficulty changes the card play alone. What a level promises and what it did stand in its
``Decision``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Literal

from agents.pimc.evidence import Inference
from bridge.seats import N_SEATS

Method = Literal["rules", "playout", "double dummy"]

REFERENCE_BUDGET_MS = 90.0
"""The budget that the plan below is written for."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play."""

    name: str
    method: Method
    worlds: int = 0
    """At most so many worlds are looked at; 0 where the level looks at none."""
    budget_ms: float | None = None
    """Soft limit of the time for one card; None where the level has no clock."""
    inference: Inference = field(default_factory=Inference)
    """The evidence that weighs the worlds."""
    whole: bool = False
    """Whether every world is solved for all its tricks, also early in the play where that takes seconds."""


LEVELS = {
    level.name: level
    for level in (
        Level("easy", "rules"),
        Level("normal", "playout", worlds=32, inference=Inference.none()),
        Level("hard", "double dummy", worlds=32, budget_ms=REFERENCE_BUDGET_MS),
        Level("expert", "double dummy", worlds=64, budget_ms=2 * REFERENCE_BUDGET_MS),
        Level("unlimited", "double dummy", worlds=128, whole=True),
        Level("train", "double dummy", worlds=8),
    )
}
"""The levels by name. ``train`` is the opponent for training: few worlds, no clock."""


@dataclass(frozen=True, slots=True)
class Stage:
    """How worlds are solved from some card of the play on."""

    from_card: int
    """Cards played before the stage begins."""
    worlds: int
    """Worlds that fit the reference budget; 0 where too few would."""
    batch: int
    """Worlds between two looks at the clock."""


PLAN = (
    Stage(0, 0, 1),  # fewer than sixteen worlds find no better lead than the rules of thumb
    Stage(1, 12, 1),
    Stage(2, 12, 1),
    Stage(4, 10, 1),
    Stage(5, 16, 1),
    Stage(6, 28, 2),
    Stage(8, 22, 1),
    Stage(9, 32, 4),
    Stage(12, 40, 8),
    Stage(16, 64, 16),
    Stage(20, 200, 32),
)
"""Worlds that can be solved for all their tricks, by measurement on one core of two. Late in the play all fit.

Few worlds with all their tricks choose better cards than twice as many that are only asked whether the contract makes,
which takes as long; and both better than any number of playouts by the rules of thumb.
"""


def stage_of(cards_played: int) -> Stage:
    """The stage of the plan that a card belongs to."""
    return next(stage for stage in reversed(PLAN) if stage.from_card <= cards_played)


def worlds_for(level: Level, cards_played: int) -> int:
    """Worlds that a level looks at for one card; 0 where it goes by the rules of thumb.

    The plan is scaled by the level's budget. Without a clock the number is the same, so that a level plays alike with
    and without it where the machine keeps up.
    """
    if level.whole or level.method != "double dummy":
        return level.worlds
    scale = level.worlds / LEVELS["hard"].worlds
    planned = stage_of(cards_played).worlds
    return min(level.worlds, max(1, round(planned * scale))) if planned else 0


class Clock:
    """A soft budget for one card."""

    def __init__(self, budget_ms: float | None) -> None:
        self.budget_ms = budget_ms
        self._start = self._last = time.perf_counter()

    @property
    def elapsed_ms(self) -> float:
        """Time since the clock was started."""
        return (time.perf_counter() - self._start) * 1e3

    def late(self) -> bool:
        """Whether another step as long as the last one would end after the budget."""
        now = time.perf_counter()
        step = now - self._last
        self._last = now
        if self.budget_ms is None:
            return False
        return (now - self._start + step) * 1e3 > self.budget_ms


def tricks_left(cards_played: int) -> int:
    """Tricks still to be completed, the one in progress included."""
    return 13 - cards_played // N_SEATS
