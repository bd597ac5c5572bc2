"""Law 77 in the examples of the rule books, and the IMP scale of Law 78."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.calls import Contract
from bridge.cards import Denomination
from bridge.scoring import imps, raw_score, raw_score_ns
from bridge.seats import Seat, Vulnerability

NOT, VUL = Vulnerability.NONE, Vulnerability.BOTH


def score(text: str, vulnerable: Vulnerability, tricks: int) -> int:
    return raw_score(Contract.parse(f"{text} by N"), vulnerable, tricks)


@pytest.mark.parametrize(
    ("contract", "tricks", "not_vulnerable", "vulnerable"),
    [
        ("1NT", 7, 90, 90),
        ("3NT", 9, 400, 600),
        ("4S", 10, 420, 620),
        ("6NT", 12, 990, 1440),
        ("4Sx", 10, 590, 790),
        ("2Hxx", 9, 840, 1240),
        ("1C", 7, 70, 70),
        ("2NT", 8, 120, 120),
        ("5D", 11, 400, 600),
        ("4H", 12, 480, 680),
        ("1NT", 10, 180, 180),
        ("6C", 12, 920, 1370),
        ("7NT", 13, 1520, 2220),
        ("7S", 13, 1510, 2210),
        ("1Cxx", 7, 230, 230),
        ("1NTxx", 7, 560, 760),
        ("7NTxx", 13, 2280, 2980),
        ("4H", 9, -50, -100),
        ("4H", 6, -200, -400),
        ("4Sx", 9, -100, -200),
        ("4Sx", 8, -300, -500),
        ("4Sx", 7, -500, -800),
        ("4Sx", 6, -800, -1100),
        ("4Sx", 5, -1100, -1400),
        ("4Sxx", 7, -1000, -1600),
        ("7NTxx", 0, -7000, -7600),
    ],
)
def test_contract_scores_what_law_77_says(contract: str, tricks: int, not_vulnerable: int, vulnerable: int) -> None:
    assert score(contract, NOT, tricks) == not_vulnerable
    assert score(contract, VUL, tricks) == vulnerable


@pytest.mark.parametrize(("contract", "points"), [("4Hx", 790), ("3Hx", 930), ("2Hx", 1070), ("1Hx", 760)])
def test_doubled_part_score_with_overtricks_can_outscore_a_doubled_game(contract: str, points: int) -> None:
    assert score(contract, VUL, 10) == points


def test_overtricks_do_not_count_towards_game() -> None:
    assert score("2S", NOT, 10) == 2 * 30 + 50 + 2 * 30


def test_passed_out_board_scores_nothing() -> None:
    assert raw_score(None, VUL, 0) == 0


def test_score_of_east_west_is_the_negative_of_north_souths() -> None:
    contract = Contract(4, Denomination.S, 0, Seat.E)
    assert raw_score_ns(contract, Vulnerability.EW, 10) == -620
    assert raw_score_ns(contract, Vulnerability.NS, 10) == -420


def test_fourteen_tricks_are_refused() -> None:
    with pytest.raises(ValueError, match=r"0\.\.13"):
        score("4S", NOT, 14)


@given(st.integers(1, 7), st.sampled_from(Denomination), st.integers(0, 2), st.booleans(), st.integers(1, 13))
def test_one_trick_more_never_scores_less(
    level: int, denomination: Denomination, doubled: int, vulnerable: bool, tricks: int
) -> None:
    contract = Contract(level, denomination, doubled, Seat.N)
    both = VUL if vulnerable else NOT
    assert raw_score(contract, both, tricks) > raw_score(contract, both, tricks - 1)


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(0, 0), (10, 0), (20, 1), (40, 1), (50, 2), (430, 10), (490, 10), (500, 11), (3990, 23), (4000, 24), (-620, -12)],
)
def test_imps_follow_the_scale_of_law_78(difference: int, expected: int) -> None:
    assert imps(difference) == expected


# Law 78 B as printed: the range of each number of IMPs.
_IMP_SCALE = (
    *((0, 10), (20, 40), (50, 80), (90, 120), (130, 160), (170, 210), (220, 260), (270, 310), (320, 360), (370, 420)),
    *((430, 490), (500, 590), (600, 740), (750, 890), (900, 1090), (1100, 1290), (1300, 1490), (1500, 1740)),
    *((1750, 1990), (2000, 2240), (2250, 2490), (2500, 2990), (3000, 3490), (3500, 3990), (4000, 7600)),
)


@pytest.mark.parametrize(("value", "lowest", "highest"), [(value, *ends) for value, ends in enumerate(_IMP_SCALE)])
def test_both_ends_of_every_step_of_the_imp_scale(value: int, lowest: int, highest: int) -> None:
    assert imps([lowest, highest, -lowest, -highest]).tolist() == [value, value, -value, -value]


@given(st.integers(-8000, 8000))
def test_imps_are_odd(difference: int) -> None:
    assert imps(-difference) == -imps(difference)
