"""Where an iteration's time goes."""

from __future__ import annotations

import time


class Stopwatch:
    """Counts the time between laps under the name of the lap that ends it."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        """End a part of the work; parts of the same name add up."""
        now = time.perf_counter()
        self._laps[name] = self._laps.get(name, 0.0) + now - self._last
        self._last = now

    @property
    def total(self) -> float:
        """Seconds of all laps."""
        return sum(self._laps.values())

    def shares(self) -> dict[str, float]:
        """Each lap's share of the total, adding up to 1."""
        return {name: seconds / self.total for name, seconds in self._laps.items()}
