"""Agents that count, wait or die, for tests of interrupted tournaments."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import numpy as np

from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View


class Counting:
    """Bids at random, and leaves a line in a file whenever North sits down for a board.

    Args:
        log: the file; the environment's COUNTING_LOG if not given.
        seconds: how long North waits for its first call.
    """

    def __init__(self, log: str | None = None, seconds: float = 0.0) -> None:
        self._log = Path(log or os.environ["COUNTING_LOG"])
        self._seconds = float(os.environ.get("COUNTING_SECONDS", seconds))
        self._rng = np.random.default_rng(0)

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        self._rng = rng
        if seat is Seat.N:
            time.sleep(self._seconds)
            with self._log.open("a", encoding="ascii") as file:
                file.write(f"{os.getpid()}\n")

    def act(self, view: View) -> int:
        legal = np.flatnonzero(view.legal_actions())
        return int(self._rng.choice(legal[:4] if view.phase is Phase.AUCTION else legal))


class DiesOnce(Counting):
    """The first of these that has sat down for three boards takes its whole process with it."""

    def __init__(self, log: str, flag: str) -> None:
        super().__init__(log)
        self._flag = Path(flag)
        self._boards = 0

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        super().reset(seat, rng)
        self._boards += 1
        if self._boards == 3 and not self._flag.exists():
            self._flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)


class AlwaysDies(Counting):
    """Takes its process with it at every board."""

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        os.kill(os.getpid(), signal.SIGKILL)
