"""Uncontested auctions: openings, responses, rebids and the notrump system, as rows of hand, auction, call."""

from __future__ import annotations

import pytest
from sayc_bidding import bid_deal, call

OPENINGS = [
    ("KQ74.A82.KJ7.Q95", "1N", "balanced 15-17"),
    ("AKJ75.KQ4.Q52.J3", "1N", "a five-card major does not matter"),
    ("AQ74.AK2.KJ7.KQ5", "2C", "balanced 22"),
    ("AQ74.AK2.KJ7.Q95", "1C", "balanced 19"),
    ("AQ74.AK2.KJ7.KJ5", "2N", "balanced 21"),
    ("AKQJ75.AKQ4.A5.3", "2C", "23 points"),
    ("AQJ75.K82.Q5.J83", "1S", "five spades"),
    ("AQ752.KJ863.5.A3", "1S", "five-five: spades"),
    ("AQ75.KJ86.Q5.J93", "1C", "four-card majors are not opened"),
    ("AQ75.K3.QJ52.J93", "1D", "the longer minor"),
    ("A93.KQ72.K93.Q83", "1C", "three-three in the minors"),
    ("A9.72.KJ93.AQ832", "1C", "longer clubs"),
    ("KQJ874.83.T73.62", "2S", "weak two"),
    ("83.KQJ8742.T73.6", "3H", "seven cards"),
    ("3.KQJT8742.T73.6", "4H", "eight cards"),
    ("Q7542.K83.QT3.62", "P", "too weak"),
    ("AJT84.KT93.94.63", "P", "nine HCP and rule of eighteen"),
]


@pytest.mark.parametrize(("hand", "expected", "why"), OPENINGS)
def test_opening_in_first_seat(hand: str, expected: str, why: str) -> None:
    assert call(hand) == expected, why


def test_third_seat_opens_light_with_a_good_major() -> None:
    light = "AQJ85.Q73.T86.73"
    assert call(light) == "P"
    assert call("AQJ85.QJ3.T86.73", "P P") == "1S"
    assert call(light, "P P") == "P"


def test_fourth_seat_counts_spades() -> None:
    assert call("KQ85.A73.QJ86.73", "P P P") == "1D"
    assert call("73.A73.QJ86.KQ85", "P P P") == "P"


def test_vulnerable_weak_two_needs_a_better_suit() -> None:
    fair = "KJ8742.83.Q73.J6"
    assert call(fair) == "2S"
    assert call(fair, vulnerable="NS") == "P"


RESPONSES = [
    ("K84.Q973.J62.T85", "1S P", "2S", "single raise"),
    ("K842.A973.K2.T85", "1S P", "3S", "limit raise"),
    ("K842.AQ73.K2.Q85", "1S P", "2N", "forcing raise"),
    ("K9742.83.2.QT985", "1S P", "4S", "preemptive raise"),
    ("84.KJ973.J62.KT5", "1S P", "1N", "too weak for the two level"),
    ("84.AQJ73.J62.KT5", "1S P", "2H", "two-over-one with five hearts"),
    ("84.KQ3.AQ762.KT5", "1S P", "2D", "two-over-one"),
    ("QJ84.83.A762.T85", "1H P", "1S", "four spades"),
    ("AKQJ83.83.AK2.85", "1H P", "2S", "jump shift"),
    ("84.93.J8762.T854", "1S P", "P", "too weak"),
    ("Q984.K863.J62.85", "1D P", "1H", "four-card majors up the line"),
    ("KQ984.K8632.J2.8", "1D P", "1S", "five-five: the higher"),
    ("Q84.863.KJ762.85", "1D P", "2D", "raise of the minor"),
    ("K84.A63.QT2.KJ85", "1D P", "2N", "balanced 13-15"),
    ("K84.Q63.JT2.Q985", "1D P", "1N", "no major"),
    ("84.K3.Q762.AQJ85", "1D P", "2C", "two-over-one"),
    ("KQ84.93.J87.T854", "P P 1C P", "1S", "a passed hand responds too"),
]


@pytest.mark.parametrize(("hand", "auction", "expected", "why"), RESPONSES)
def test_first_response(hand: str, auction: str, expected: str, why: str) -> None:
    assert call(hand, auction) == expected, why


NOTRUMP = [
    ("KQ84.A9.J762.T85", "1N P", "2C", "Stayman"),
    ("KQ842.93.J762.85", "1N P", "2H", "transfer to spades"),
    ("84.KQ9753.J762.8", "1N P", "2D", "transfer to hearts"),
    ("K84.93.AQ762.J85", "1N P", "3N", "game"),
    ("K84.J93.QJ62.J85", "1N P", "P", "eight balanced points"),
    ("K84.T93.KJ62.Q85", "1N P", "2N", "nine points"),
    ("84.93.J62.KT9852", "1N P", "2S", "long minor, weak"),
    ("A84.KJ93.KQ62.85", "1N P 2C P", "2H", "Stayman answer: hearts first"),
    ("AQ84.K93.KQ62.J5", "1N P 2C P", "2S", "Stayman answer"),
    ("AQ8.KJ3.KQ762.85", "1N P 2C P", "2D", "Stayman answer: none"),
    ("KQ84.A9.J762.T85", "1N P 2C P 2S P", "4S", "the fit"),
    ("KQ84.A9.J762.T85", "1N P 2C P 2H P", "3N", "no fit"),
    ("KQ84.J3.QJ84.T85", "1N P 2C P 2S P", "3S", "invitational raise"),
    ("A84.KJ93.KQ62.Q5", "1N P 2D P", "2H", "the transfer is completed"),
    ("A84.KQ93.KQ62.A5", "1N P 2D P", "3H", "super-accept"),
    ("84.KQ975.AJ62.T8", "1N P 2D P 2H P", "3N", "choice of games"),
    ("84.KQ9753.A762.8", "1N P 2D P 2H P", "4H", "six cards"),
    ("AQ8.KJ3.KQ76.J85", "1N P 2D P 2H P 3N P", "4H", "three-card support"),
    ("A84.K5.KQ762.KJ8", "1N P 2D P 2H P 3N P", "P", "two trumps"),
    ("84.9752.K762.T85", "2N P", "P", "nothing opposite 20-21"),
    ("K9842.95.Q76.T85", "2N P", "3H", "transfer over two notrump"),
    ("KQ.A93.KJ762.J85", "1N P 4N P", "P", "minimum declines the quantitative raise"),
]


@pytest.mark.parametrize(("hand", "auction", "expected", "why"), NOTRUMP)
def test_notrump_system(hand: str, auction: str, expected: str, why: str) -> None:
    assert call(hand, auction) == expected, why


REBIDS = [
    ("AJ84.K93.KQ62.J5", "1D P 1S P", "2S", "minimum with four-card support"),
    ("AQ84.A93.KQJ62.5", "1D P 1S P", "3S", "medium with four-card support"),
    ("K8.AQ93.KQ862.J5", "1D P 1S P", "2D", "five diamonds, no second suit below"),
    ("K84.A93.KQ62.J85", "1D P 1S P", "1N", "balanced minimum"),
    ("K84.AQ3.AQ62.KJ8", "1D P 1S P", "2N", "balanced 18-19"),
    ("84.AQ3.AKJT62.K8", "1D P 1S P", "3D", "six cards, invitational"),
    ("8.AQ93.AKJ62.KJ8", "1D P 1S P", "2H", "reverse"),
    ("K84.AQJ93.K62.J8", "1H P 2H P", "P", "no game opposite a raise"),
    ("K4.AQJ93.AKJ62.8", "1H P 2H P", "4H", "game opposite a raise"),
    ("Q84.AQJ93.K62.J8", "1H P 3H P", "P", "declines the limit raise"),
    ("K84.AQJ932.K62.8", "1H P 3H P", "4H", "accepts the limit raise"),
    ("84.AQJ93.KQ62.J8", "1H P 2C P", "2D", "second suit after a two-over-one"),
    ("8.AQJ93.KQ62.KJ8", "1H P 2N P", "3S", "Jacoby answer: shortness"),
    ("AKQ84.A9.KQ62.T5", "1S P 4S P", "P", "the preemptive raise is respected"),
]


@pytest.mark.parametrize(("hand", "auction", "expected", "why"), REBIDS)
def test_opener_rebid(hand: str, auction: str, expected: str, why: str) -> None:
    assert call(hand, auction) == expected, why


RESPONDER = [
    ("KQ984.863.J62.85", "1D P 1S P 1N P", "P", "weak and balanced"),
    ("KQ9842.86.J62.85", "1D P 1S P 1N P", "2S", "weak, six cards"),
    ("KQ84.A63.QJ62.85", "1C P 1S P 1N P", "2N", "invitational"),
    ("KQ84.A63.AJ62.85", "1C P 1S P 1N P", "3N", "game"),
    ("KQ984.A3.QJ62.85", "1C P 1S P 2S P", "4S", "game with the fit"),
    ("KQ984.863.J6.852", "1C P 1S P 2S P", "P", "no game"),
    ("AQ984.863.AK2.85", "1D P 1S P 2C P", "2H", "fourth suit"),
    ("84.K63.AQ762.KJ5", "1S P 2D P 2S P", "3N", "game after a two-over-one"),
]


@pytest.mark.parametrize(("hand", "auction", "expected", "why"), RESPONDER)
def test_responder_rebid(hand: str, auction: str, expected: str, why: str) -> None:
    assert call(hand, auction) == expected, why


SLAM = [
    ("A4.K9753.KQ2.A85", "1S P 2N P 3D P 4N P", "5H", "two aces"),
    ("KQJ84.K9.KQ62.K5", "1S P 2N P 3D P 4N P", "5C", "no ace"),
    ("K9742.A3.A8.KQJ4", "1S P 2N P 3D P", "4N", "asks for aces"),
    ("K9742.A3.A8.KQJ4", "1S P 2N P 3D P 4N P 5H P", "6S", "at most one ace is missing"),
    ("K9742.K3.A8.KQJ4", "1S P 2N P 3D P 4N P 5D P", "5S", "two aces are missing"),
]


@pytest.mark.parametrize(("hand", "auction", "expected", "why"), SLAM)
def test_blackwood(hand: str, auction: str, expected: str, why: str) -> None:
    assert call(hand, auction) == expected, why


STRONG = [
    ("84.K63.Q9762.J85", "2C P", "2D", "waiting"),
    ("84.KQJ63.Q97.J85", "2C P", "2H", "a good suit"),
    ("AKQJ94.A3.AK2.85", "2C P 2D P", "2S", "natural"),
    ("AKQ4.A93.AK2.KJ5", "2C P 2D P", "2N", "balanced 22-24"),
    ("K84.863.Q9762.J8", "2C P 2D P 2S P", "3S", "support"),
    ("AQ4.K83.AQ62.K85", "2S P", "2N", "asks for a feature"),
    ("84.K63.AQ762.K85", "2S P", "P", "no game opposite a weak two"),
    ("Q842.63.AK762.85", "2S P", "4S", "preemptive raise"),
]


@pytest.mark.parametrize(("hand", "auction", "expected", "why"), STRONG)
def test_strong_and_weak_twos(hand: str, auction: str, expected: str, why: str) -> None:
    assert call(hand, auction) == expected, why


def test_sixteen_opposite_thirteen_with_nine_spades_reaches_game() -> None:
    deal = "N:AQ63.A4.KJ75.Q95 K2.53.AT96.JT873 J9854.KT8.Q.AK64 T7.QJ9762.8432.2"
    assert bid_deal(deal).endswith("4S P P P")


def test_responder_reads_the_whole_auction_after_stayman() -> None:
    assert call("J9854.KT8.Q.AK64", "1N P 2C P 2S P") == "4S"
