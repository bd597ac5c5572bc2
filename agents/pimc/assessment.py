"""What each card is worth over the worlds, in the points that the board pays the player.

A card's tricks in a world become the board's score: in bridge the raw score of Law 77, so contract, doubling and
vulnerability count and making the contract weighs more than an overtrick.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from agents.pimc.position import Known
from bridge import engine
from bridge.actions import N_CARDS
from bridge.cards import CARDS_PER_HAND

Floats = npt.NDArray[np.float64]

Exactness = Literal["double dummy", "playout", "rules"]
"""How a card was judged: exactly in every world, by playing worlds on, or by the rules of thumb alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """How the tricks still to come turn into points."""

    points: Floats
    """The player's score ``(14,)`` by declarer's tricks in all."""
    declaring: bool
    """Whether the hand on turn is of declarer's side."""
    won: int
    """Tricks that the side of the hand on turn has won."""

    @classmethod
    def of(cls, known: Known) -> Stakes:
        """Read the contract and the tricks won."""
        state = known.state
        score = np.array([known.view.score(tricks) for tricks in range(CARDS_PER_HAND + 1)], np.float64)
        side = int(state["turn"]) % 2
        return cls(
            score,
            side == int(state["declarer"]) % 2,
            int(state["tricks"][side]),
        )

    def declarer_tricks(self, tricks: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
        """Declarer's tricks in all if the hand on turn's side wins so many more."""
        total = self.won + tricks.astype(np.int64)
        return total if self.declaring else CARDS_PER_HAND - total


@dataclass(frozen=True, slots=True, eq=False)
class Assessment:
    """The points of every legal card in every world."""

    cards: tuple[int, ...]
    """The legal cards ``(c,)``."""
    points: Floats
    """The player's score ``(m, c)``."""
    weights: Floats
    """Shares of the worlds ``(m,)``, which sum to 1."""
    exactness: Exactness

    @property
    def means(self) -> Floats:
        """The average of each card ``(c,)``."""
        return np.asarray(self.weights @ self.points)

    def surely_better(self, card: int, than: int, errors: float) -> bool:
        """Whether a card beats another one by more than so many standard errors of their difference.

        The difference is taken world by world, where most of the luck cancels.
        """
        gain = self.points[:, self.cards.index(card)] - self.points[:, self.cards.index(than)]
        mean = float(self.weights @ gain)
        variance = float(self.weights @ np.square(gain - mean))
        return mean > errors * float(np.sqrt(variance * np.square(self.weights).sum())) + 1e-9


def legal_cards(known: Known) -> tuple[int, ...]:
    """The cards that the hand on turn may play, from low to high."""
    return tuple(card for card in range(N_CARDS) if engine.fault(known.state, card) == engine.LEGAL)


def from_tricks(
    known: Known, tricks: npt.NDArray[np.int8], weights: Floats, exactness: Exactness = "double dummy"
) -> Assessment:
    """Judge the cards by the tricks that each leads to in each world.

    Args:
        known: what the player knows.
        tricks: ``(m, 52)`` of the side on turn from here, for the first ``m`` worlds.
        weights: of the worlds, at least ``m``.
        exactness: how the tricks were found.
    """
    cards = legal_cards(known)
    stakes = Stakes.of(known)
    points = stakes.points[stakes.declarer_tricks(tricks[:, cards])]
    return Assessment(cards, points, _shares(weights, len(tricks)), exactness)


def _shares(weights: Floats, m: int) -> Floats:
    """The first ``m`` weights, made to sum to 1."""
    first = weights[:m]
    return np.asarray(first / first.sum())
