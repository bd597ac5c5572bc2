"""Which part of a board is trained: the auction, the play, or both.

A phase says where the record of a board begins and ends, and what the board then scores. Who acts in between follows
from the rules of the game: in the play, declarer for dummy too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bridge.batch import BatchAgent, Boards, Ints, UInt8s
from bridge.engine import NOBODY
from bridge.seats import N_SEATS
from training.lineup import Bools


@dataclass(frozen=True, slots=True)
class TrainedPhase:
    """What learners and their opponents do on a board."""

    name: str
    bids: bool
    """They bid, and the record begins with the deal; otherwise it begins after an auction that is given."""
    plays: bool
    """They play to the last card; otherwise the record ends with the auction, and double-dummy tricks count."""

    def goes_on(self, boards: Boards) -> Bools:
        """Where a board is still recorded: bool ``(n,)``."""
        return ~boards.are_over() if self.plays else boards.in_auction()

    def acting(self, boards: Boards) -> Bools:
        """The seats that may come to act from where the record begins: bool ``(n, 4)``.

        Dummy never plays a card, and on a board that was passed out nobody does.
        """
        if self.bids:
            return np.ones((len(boards), N_SEATS), dtype=np.bool_)
        declarers = boards.states["declarer"][:, np.newaxis]
        return np.asarray((declarers != NOBODY) & ((declarers + 2) % N_SEATS != np.arange(N_SEATS)))

    def scores_ns(self, boards: Boards, tables: UInt8s) -> Ints:
        """Law 77 raw score for North-South at the end, int ``(n,)``: of the tricks won, or of those double dummy."""
        return boards.won_scores_ns() if self.plays else boards.double_dummy_scores_ns(tables)


AUCTION = TrainedPhase("auction", bids=True, plays=False)
PLAY = TrainedPhase("play", bids=False, plays=True)
FULL = TrainedPhase("full", bids=True, plays=True)

PHASES = {phase.name: phase for phase in (AUCTION, PLAY, FULL)}
"""By the name that ``network.phase`` has for them."""


def act_while(goes_on: Callable[[Boards], Bools], boards: Boards, agent: BatchAgent) -> None:
    """Let one agent act in all four seats of every board for as long as it goes on."""
    rows = np.flatnonzero(goes_on(boards))
    while len(rows):
        boards.act(rows, agent.act(boards, rows, boards.actors()[rows]))
        rows = np.flatnonzero(goes_on(boards))
