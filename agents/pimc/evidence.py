"""What calls and cards say about the hidden hands, as numbers that weigh a world.

The auction gives each seat a *box*: ranges of high card points and of suit lengths, as the caller's side discloses
what its calls mean (``agents.agreements``). The cards played so far are weighed by ``agents.heuristic.signals``: would
this hand have led, followed and signalled so? A world outside a box or against a card keeps only a share of its weight,
never nothing: people and programs deviate.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.heuristic.signals import SLIPS, likelihood
from agents.pimc.position import SUIT_MASK, Known, Masks
from agents.sayc import SeatRanges
from bridge.cards import CARDS_PER_SUIT, N_SUITS
from bridge.compiled import compiled
from bridge.engine import Int8s

Floats = npt.NDArray[np.float64]
Records = npt.NDArray[np.void]

OUTSIDE_THE_BOX = 0.005
"""Weight of a hand that does not have what its seat's calls promised.

Bidders who follow the system stay inside always; a box holds a few hands in a hundred, so with a larger weight a good
part of the worlds would lie outside.
"""

_OUTSIDE_AN_UNSURE_BOX = 0.3
_BESIDE_A_MEASURED_BOX = 0.15
"""What each card, and each two points, outside of measured ranges leaves of a hand's weight.

On auctions of ``lstm_bidder`` this gave the hands that were held more weight, against random ones, than 0.1, 0.2 or any
share that does not depend on the distance.
"""
_POINTS_TO_A_CARD = 2
_MOST_POINTS = 40
_MOST_CARDS = 13
_HONOURS = ((12, 4), (11, 3), (10, 2), (9, 1))  # place in the suit, points

BOX = np.dtype(
    [
        ("hcp", np.int64, 2),
        ("shortest", np.int64, N_SUITS),
        ("longest", np.int64, N_SUITS),
        ("factor", np.float64),
        ("by_distance", np.bool_),
    ]
)
"""A seat's box as a row for compiled code, with the weight of a hand outside: for all, or for each card of distance."""


@dataclass(frozen=True, slots=True)
class Inference:
    """Which evidence weighs the worlds; each kind can be switched off."""

    auction: bool = True
    lead: bool = True
    follow: bool = True
    signals: bool = True

    @classmethod
    def none(cls) -> Inference:
        """No evidence: every deal that the rules allow is as likely as any other."""
        return cls(False, False, False, False)

    @property
    def from_cards(self) -> bool:
        """Whether any card played counts."""
        return self.lead or self.follow or self.signals


def boxes(known: Known, inference: Inference) -> Records:
    """The box of each hidden seat, ``BOX (k,)``; open where the auction is not to count or follows no known system."""
    rows = np.zeros(len(known.hidden), BOX)
    rows["hcp"][:, 1] = _MOST_POINTS
    rows["longest"] = _MOST_CARDS
    rows["factor"] = 1.0
    if not (inference.auction and known.view.partners_bid):
        return rows
    shown = known.agreements.ranges(known.view.calls, known.view.dealer, known.view.vulnerable)
    for row, seat in zip(rows, known.hidden, strict=True):
        ranges = shown[seat]
        row["hcp"] = ranges.hcp_low, ranges.hcp_high
        row["shortest"], row["longest"] = ranges.length_low, ranges.length_high
        row["factor"], row["by_distance"] = _factor(ranges), ranges.measured
    return rows


def _factor(ranges: SeatRanges) -> float:
    if ranges.measured:
        return _BESIDE_A_MEASURED_BOX
    return OUTSIDE_THE_BOX if ranges.certain else _OUTSIDE_AN_UNSURE_BOX


@compiled
def weigh_by_boxes(masks: Masks, played: Masks, rows: Records) -> Floats:
    """The weight of each deal, at most 1: the product of the factors of the boxes that it misses.

    Args:
        masks: cards that each hidden hand still holds ``(m, k)``.
        played: cards that each has played ``(k,)``.
        rows: ``BOX (k,)``.
    """
    weights = np.ones(len(masks))
    for deal in range(len(masks)):
        for hand in range(masks.shape[1]):
            weights[deal] *= _weight(masks[deal, hand] | played[hand], rows[hand])
    return weights


@compiled
def _weight(mask: int, box: np.void) -> float:
    """The weight that a box leaves thirteen cards: 1 where they have its points and lengths."""
    points, distance = 0, 0.0
    for suit in range(N_SUITS):
        cards = (mask >> (suit * CARDS_PER_SUIT)) & SUIT_MASK
        distance += _outside(count(cards), box["shortest"][suit], box["longest"][suit])
        if distance > 0 and not box["by_distance"]:
            return float(box["factor"])
        for rank, value in _HONOURS:
            points += value * ((cards >> rank) & 1)
    distance += _outside(points, box["hcp"][0], box["hcp"][1]) / _POINTS_TO_A_CARD
    if distance > 0 and not box["by_distance"]:
        return float(box["factor"])
    return float(box["factor"] ** distance) if distance > 0 else 1.0


@compiled
def _outside(value: int, low: int, high: int) -> int:
    """How far a number is from a range; 0 inside."""
    return max(low - value, value - high, 0)


@compiled
def count(mask: int) -> int:
    """Number of cards in a mask."""
    cards = 0
    while mask:
        mask &= mask - 1
        cards += 1
    return cards


def weigh_by_cards(known: Known, owners: Int8s, inference: Inference) -> Floats:
    """How well the cards played so far fit each world, on a scale of its own.

    Args:
        known: what the player knows.
        owners: of each card in each world, int8 ``(m, 52)``.
        inference: which cards count.
    """
    if not inference.from_cards or not known.view.plays:
        return np.ones(len(owners))
    switches = (inference.lead, inference.follow, inference.signals)
    lead, follow, signals = (slip if on else None for slip, on in zip(SLIPS, switches, strict=True))
    return likelihood(known.view, owners, lead, follow, signals)
