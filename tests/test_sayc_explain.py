"""What calls are said to show."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sayc_bidding import bid_out, legal_calls

from agents.sayc import Meaning, SeatRanges, constraints, explain
from agents.sayc.rules import Force
from bridge import actions
from bridge.game import IllegalActionError
from bridge.seats import Seat, Vulnerability
from bridge.solved import random_owners

_HCP = np.array([max(card % 13 - 8, 0) for card in range(52)])
_BOARDS = 1500


def meanings(auction: str, dealer: str = "N") -> tuple[Meaning, ...]:
    calls = [actions.index(word) for word in auction.split()]
    return explain(calls, Seat.parse(dealer), Vulnerability.NONE)


def ranges(auction: str) -> dict[Seat, SeatRanges]:
    calls = [actions.index(word) for word in auction.split()]
    return dict(zip(Seat, constraints(calls, Seat.N, Vulnerability.NONE), strict=True))


def test_one_notrump_shows_15_to_17_balanced() -> None:
    (opening,) = meanings("1N")
    assert (opening.rule, opening.hcp) == ("O3", (15, 17))
    assert opening.lengths == ((2, 5),) * 4
    assert str(opening) == "N 1NT: 15-17 HCP, balanced; balanced 15-17, a five-card major possible (O3)"


def test_seats_follow_the_dealer() -> None:
    assert [meaning.seat for meaning in meanings("P 1N P", dealer="S")] == [Seat.S, Seat.W, Seat.N]


@pytest.mark.parametrize(
    ("auction", "artificial"),
    [("1N", False), ("2C", True), ("1N P 2C", True), ("1N P 2D", True), ("1S", False), ("1S P 2N", True),
     ("1S P 2N P 3N P 4N", True), ("1N P 4N", False), ("1S 2S", True), ("1D 1S X", True), ("P", False)],
)  # fmt: skip
def test_artificial_calls_are_marked(auction: str, artificial: bool) -> None:
    assert meanings(auction)[-1].artificial is artificial


@pytest.mark.parametrize(
    ("auction", "force"),
    [("1S P 2N", Force.GAME), ("1S P 3S", Force.INVITATION), ("1S P 2D", Force.ONE_ROUND), ("1S P 4S", Force.TO_PLAY)],
)
def test_force(auction: str, force: Force) -> None:
    assert meanings(auction)[-1].forcing is force


def test_later_calls_narrow_what_a_hand_has_shown() -> None:
    opened, _, _, _, rebid, _ = meanings("1S P 2S P P P")
    assert opened.points[1] > rebid.points[1] == 15


def test_transfer_shows_the_suit_above() -> None:
    assert meanings("1N P 2D")[-1].lengths[2] == (5, 11)


def test_a_strange_call_has_no_rule_and_says_so() -> None:
    strange = meanings("2S 7C")[-1]
    assert strange.rule is None
    assert strange.is_silent
    assert "no rule" in str(strange)


def test_a_strange_call_leaves_the_ranges_wide() -> None:
    hand = ranges("P 7C")[Seat.E]
    assert (hand.hcp_low, hand.hcp_high, hand.certain) == (0, 37, False)
    assert hand.length_low == (0, 0, 0, 0)


def test_passing_a_force_is_a_strange_call() -> None:
    assert meanings("2C P P")[-1].rule is None


def test_calls_that_contradict_each_other_are_not_believed() -> None:
    hand = ranges("P 1S P P X")[Seat.N]
    assert hand.hcp_low <= 12


def test_forty_high_card_points_are_shared_out() -> None:
    assert ranges("2N")[Seat.S].hcp_high == 20


def test_thirteen_cards_of_a_suit_are_shared_out() -> None:
    assert ranges("3S")[Seat.E].length_high[3] == 6


def test_nothing_is_known_before_the_first_call() -> None:
    assert set(ranges("").values()) == {SeatRanges()}


def test_ranges_hold_for_arrays_of_hands() -> None:
    notrump = ranges("1N")[Seat.N]
    lengths = np.array([[3, 3, 4, 3], [3, 3, 6, 1], [4, 3, 3, 3]])
    assert notrump.holds(np.array([16, 16, 18]), lengths).tolist() == [True, False, False]


def test_an_illegal_auction_is_refused() -> None:
    with pytest.raises(IllegalActionError):
        meanings("1S 1H")


def test_the_hand_is_inside_what_its_calls_show() -> None:
    """At least 999 calls in 1,000, over boards that four bidders of the system bid."""
    owners = random_owners(np.random.default_rng(21), _BOARDS)
    dealers, vulnerable = np.arange(_BOARDS) % 4, np.arange(_BOARDS) // 4 % 4
    inside = total = 0
    for row, dealer, calls in zip(owners, dealers, bid_out(owners, dealers, vulnerable), strict=True):
        for meaning in explain(calls, Seat(int(dealer)), Vulnerability.NONE):
            held = row == meaning.seat
            lengths = held.reshape(4, 13).sum(axis=1)
            low, high = meaning.hcp
            in_suits = all(a <= n <= b for (a, b), n in zip(meaning.lengths, lengths, strict=True))
            inside += low <= _HCP[held].sum() <= high and in_suits
            total += 1
    assert inside / total >= 0.999


@given(seed=st.integers(0, 2**32 - 1))
def test_any_legal_auction_is_explained(seed: int) -> None:
    rng = np.random.default_rng(seed)
    calls: list[int] = []
    while len(calls) < 12:
        legal = np.flatnonzero(legal_calls(Seat.N, calls))
        if not legal.size:
            break
        calls.append(int(rng.choice(legal[:6])) + actions.PASS)
    for hand in constraints(calls, Seat.N, Vulnerability.BOTH):
        assert 0 <= hand.hcp_low <= hand.hcp_high <= 37
        assert sum(hand.length_low) <= 13 <= sum(hand.length_high)
