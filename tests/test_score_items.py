"""A score explained item by item."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.calls import Contract
from bridge.cards import Denomination
from bridge.score_items import contract_items, duplicate_items
from bridge.scoring import raw_score
from bridge.seats import Seat, Vulnerability

CONTRACTS = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Denomination), st.integers(0, 2), st.sampled_from(Seat)
)


@given(CONTRACTS, st.booleans(), st.integers(0, 13))
def test_items_of_a_duplicate_score_sum_to_it(contract: Contract, vulnerable: bool, tricks: int) -> None:
    total = sum(item.points for item in duplicate_items(contract, vulnerable, tricks))
    assert total == raw_score(contract, Vulnerability(3 if vulnerable else 0), tricks)


def lines(contract: str, vulnerable: bool, tricks: int) -> list[str]:
    return [str(item).strip() for item in duplicate_items(Contract.parse(f"{contract} by S"), vulnerable, tricks)]


@pytest.mark.parametrize(
    ("contract", "vulnerable", "tricks", "expected"),
    [
        ("1NT", False, 7, ["+40  1NT made: 40", "+50  part-score (40 trick points, below 100)"]),
        (
            "2Hxx",
            False,
            9,
            [
                "+240  2♥ made: 2 × 30, redoubled (× 4)",
                "+300  game (240 trick points, at least 100), not vulnerable",
                "+100  redoubled contract made",
                "+200  1 overtrick, redoubled, not vulnerable",
            ],
        ),
        ("4Sx", True, 7, ["-800  down 3, doubled, vulnerable"]),
    ],
)
def test_items_say_the_rule(contract: str, vulnerable: bool, tricks: int, expected: list[str]) -> None:
    assert lines(contract, vulnerable, tricks) == expected


def test_items_shared_with_rubber_bridge_have_no_bonus_for_game() -> None:
    items = contract_items(Contract.parse("4S by N"), False, 11)
    assert [item.points for item in items] == [120, 30]
