"""What each card of a seat would cost, averaged over worlds that the seat could hold: labels for a card player.

A label is made from a ``View`` and nothing else: worlds are drawn that agree with it (``agents.pimc.sampler``), every
card is solved double dummy in each, and a card's cost in a world is the IMPs between the board's score after it and
after the world's best card. Making the contract weighs as much as at the table, and an overtrick as little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.pimc.assessment import from_tricks
from agents.pimc.batched import solved
from agents.pimc.position import Known
from agents.pimc.sampler import Worlds, sample
from bridge.batch import UInt8s
from bridge.cards import CARDS_PER_HAND
from bridge.scoring import imps
from bridge.view import View

STEPS_AN_IMP = 8
"""Costs are kept in eighths of an IMP."""

UNLABELLED = 255
"""The cost of a card that has no label."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How many of the decisions are labelled from some card of the play on, and how well."""

    from_card: int
    """Cards played before it counts."""
    share: float
    """Of the decisions that get a label."""
    worlds: int
    """Looked at for a label."""


EFFORTS = (
    Effort(0, 0.02, 8),
    Effort(1, 0.03, 6),
    Effort(4, 0.08, 8),
    Effort(8, 0.25, 8),
    Effort(12, 0.8, 8),
    Effort(16, 1.0, 12),
    Effort(36, 0.7, 24),
)
"""A world costs fifty milliseconds at the lead and a tenth of one at the end, and a clone of experts loses as much by a
card of the second trick as by one of the ninth: most labels are where they are cheap."""


def effort_at(cards_played: int) -> Effort:
    """What is spent on a decision after so many cards."""
    return next(effort for effort in reversed(EFFORTS) if effort.from_card <= cards_played)


def costs_of(views: Sequence[View], rng: np.random.Generator) -> UInt8s:
    """What the cards of seats that are to play cost on average.

    Args:
        views: of seats on turn in the play.
        rng: draws the worlds.

    Returns:
        uint8 ``(len(views), 13)``: for the legal cards from low to high ``STEPS_AN_IMP`` times the IMPs lost; the rest
        is ``UNLABELLED``, and so is the whole row where the solver has no answer.
    """
    known = [Known.of(view) for view in views]
    worlds = [sample(seat, effort_at(int(seat.state["n_plays"])).worlds, rng) for seat in known]
    costs = np.full((len(views), CARDS_PER_HAND), UNLABELLED, np.uint8)
    for row, (seat, drawn, tricks) in enumerate(zip(known, worlds, solved(worlds), strict=True)):
        if tricks is not None:
            lost = _imps_lost(seat, drawn, tricks)
            costs[row, : len(lost)] = np.minimum(np.rint(lost * STEPS_AN_IMP), UNLABELLED - 1)
    return costs


def _imps_lost(known: Known, worlds: Worlds, tricks: np.ndarray) -> np.ndarray:
    """Of each legal card ``(c,)``, on average over the worlds."""
    judged = from_tricks(known, tricks, worlds.weights)
    lost = imps((judged.points.max(axis=1, keepdims=True) - judged.points).astype(np.int64))
    return np.asarray(judged.weights @ lost)
