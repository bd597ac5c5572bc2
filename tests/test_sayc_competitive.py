"""Contested auctions, as rows of hand, auction, call."""

from __future__ import annotations

import pytest
from sayc_bidding import call

OVERCALLS = [
    ("84.AQJ93.K62.J85", "1D", "1H", "overcall"),
    ("K84.AQ3.KJ62.A85", "1D", "1N", "balanced with a stop"),
    ("KQ84.AJ93.2.K985", "1D", "X", "takeout"),
    ("KQJ974.93.62.J85", "1D", "2S", "weak jump overcall"),
    ("KQ974.AJ932.62.8", "1D", "2D", "Michaels"),
    ("8.KQ974.62.AJ932", "1D", "2N", "unusual: hearts and clubs"),
    ("K84.J93.KJ62.Q85", "1D", "P", "no suit, no shape"),
    ("KQ84.AJ93.2.K985", "3D", "X", "takeout of a preempt"),
    ("KQ4.AJ9.AQ2.T985", "1N", "X", "penalty double of one notrump"),
    ("A84.K93.QJ62.J85", "1D P P", "1N", "balancing notrump"),
    ("Q9874.K93.6.J852", "1D P P", "P", "too weak even to balance"),
    ("KJ874.K93.6.J852", "1D P P", "1S", "balancing overcall"),
]


@pytest.mark.parametrize(("hand", "auction", "expected", "why"), OVERCALLS)
def test_entering_their_auction(hand: str, auction: str, expected: str, why: str) -> None:
    assert call(hand, auction) == expected, why


ADVANCES = [
    ("Q84.J93.K762.T85", "1C 1S P", "2S", "raise of the overcall"),
    ("Q842.A93.KJ62.85", "1C 1S P", "2C", "cue: a good raise"),
    ("84.J93.K762.T985", "1C 1S P", "P", "nothing to say"),
    ("J842.93.Q762.985", "1H X P", "1S", "the double is answered on nothing"),
    ("KQ842.93.A762.85", "1H X P", "2S", "invitational jump"),
    ("84.KJ93.Q762.K85", "1H X P", "1N", "stop and some points"),
    ("84.QJT93.K76.985", "1H X P", "P", "penalty pass with a trump stack"),
    ("K84.AQ93.K62.985", "1D X P", "2D", "cue of the doubled suit"),
    ("J84.9.Q8762.T985", "1D X XX", "2C", "runs after the redouble"),
    ("Q84.J93.K762.T85", "1N X P", "P", "the penalty double stands"),
]


@pytest.mark.parametrize(("hand", "auction", "expected", "why"), ADVANCES)
def test_advancing(hand: str, auction: str, expected: str, why: str) -> None:
    assert call(hand, auction) == expected, why


OPENERS_SIDE = [
    ("Q984.K963.J6.852", "1C 1D", "X", "negative double with both majors"),
    ("Q984.93.KJ62.852", "1C 1H", "X", "negative double: four spades"),
    ("Q9842.93.KJ6.852", "1C 1H", "1S", "five spades are bid"),
    ("K84.Q963.K62.852", "1S 2D", "2S", "single raise over the overcall"),
    ("KQ84.A63.KJ2.852", "1S 2D", "3D", "cue: a game-forcing raise"),
    ("84.QT963.KJ62.85", "1S 2C", "P", "too weak for the two level"),
    ("84.A963.KJ62.QJ5", "1S X", "XX", "ten points over the double"),
    ("K842.A963.62.K85", "1S X", "2N", "a good raise over the double"),
    ("AQ94.K6.KJ84.J85", "1D 1H X P", "1S", "opener answers the negative double"),
    ("A84.QJ.AQJ84.K85", "1D 1H P P", "X", "reopens"),
    ("KQ984.63.QJ6.852", "1N 2H", "2S", "competes over the overcall"),
    ("K84.AJ3.QJ62.852", "1N 2H", "3N", "game with a stop"),
]


@pytest.mark.parametrize(("hand", "auction", "expected", "why"), OPENERS_SIDE)
def test_when_they_come_in(hand: str, auction: str, expected: str, why: str) -> None:
    assert call(hand, auction) == expected, why


def test_systems_stay_on_over_their_double_of_one_notrump() -> None:
    assert call("84.KQ9753.J762.8", "1N X") == "2D"


def test_lead_directing_double_of_stayman() -> None:
    assert call("84.93.J62.AKJ852", "1N P 2C") == "X"
