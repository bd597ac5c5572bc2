"""Matchpoints, cross-IMPs, Butler and team IMPs against the recorded results of real events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.calls import Contract
from bridge.scoring import imps, raw_score_ns
from bridge.seats import Vulnerability
from evaluation.field_scores import butler, cross_imps, datum, matchpoints, percentages

_LINES = (Path(__file__).parent / "data" / "travellers.jsonl").read_text(encoding="utf-8").splitlines()
TRAVELLERS = [json.loads(line) for line in _LINES]
FIELDS = st.lists(st.integers(-400, 400).map(lambda tens: 10 * tens), min_size=2, max_size=12)


def of_kind(kind: str) -> list[Any]:
    chosen = [pytest.param(traveller, id=traveller["id"]) for traveller in TRAVELLERS if traveller["kind"] == kind]
    assert chosen
    return chosen


def scored(traveller: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows with a result; adjusted scores stand outside the comparison."""
    return [row for row in traveller["rows"] if row["score_ns"] is not None]


@pytest.mark.parametrize("traveller", of_kind("matchpoint_percent"))
def test_matchpoints_are_those_of_the_traveller(traveller: dict[str, Any]) -> None:
    rows = scored(traveller)
    shares = percentages([row["score_ns"] for row in rows])
    assert [f"{share:.2f}%" for share in shares] == [row["award"] for row in rows]


@pytest.mark.parametrize("traveller", of_kind("cross_imp_average"))
def test_cross_imps_are_those_of_the_traveller(traveller: dict[str, Any]) -> None:
    rows = scored(traveller)
    values = cross_imps([row["score_ns"] for row in rows])
    assert [f"{value:.2f}" for value in values] == [row["award"] for row in rows]


@pytest.mark.parametrize("traveller", of_kind("butler_imp"))
def test_butler_imps_are_those_of_the_traveller(traveller: dict[str, Any]) -> None:
    scores = np.array([row["score_ns"] for row in traveller["rows"]])
    assert imps(scores - traveller["datum"]).tolist() == [row["imps"] for row in traveller["rows"]]
    if traveller["id"] != "V117":  # of this one a result is missing, as its datum shows
        assert datum(scores) == traveller["datum"]
        assert butler(scores).tolist() == [row["imps"] for row in traveller["rows"]]


@pytest.mark.parametrize("traveller", of_kind("team_imp_pair"))
def test_team_imps_are_those_of_the_match(traveller: dict[str, Any]) -> None:
    assert imps(traveller["score_ns_room1"] - traveller["score_ns_room2"]) == traveller["imp_ns_room1"]


@pytest.mark.parametrize("traveller", of_kind("matchpoint_percent") + of_kind("butler_imp"))
def test_scores_of_the_traveller_follow_from_contract_and_tricks(traveller: dict[str, Any]) -> None:
    vulnerable = Vulnerability.parse(traveller["vulnerable"])
    for row in scored(traveller):
        if row["contract"] is None or row["declarer"] is None:
            assert row["score_ns"] == 0
            continue
        contract = Contract.parse(f"{row['contract']}{'x' * row['doubled']} by {row['declarer']}")
        assert raw_score_ns(contract, vulnerable, row["tricks"]) == row["score_ns"]


def test_matchpoints_worked_by_hand() -> None:
    # 620 beats three, the two 170s beat one and tie, -100 beats none.
    assert matchpoints([620, 170, 170, -100]).tolist() == [6, 3, 3, 0]


def test_datum_leaves_out_the_highest_and_the_lowest_result() -> None:
    # (110 + 140) / 2 = 125, to the nearest ten away from zero.
    assert datum([-1000, 110, 140, 1400]) == 130
    assert datum([1000, -110, -140, -1400]) == -130


def test_datum_of_two_results_is_their_mean() -> None:
    assert datum([100, 140]) == 120


@pytest.mark.parametrize("score", [matchpoints, cross_imps, butler])
def test_one_result_alone_is_no_comparison(score: Any) -> None:
    with pytest.raises(ValueError, match="at least two results"):
        score([420])


@given(FIELDS)
def test_matchpoints_of_a_field_add_up_to_half_the_top_a_pair(scores: list[int]) -> None:
    assert matchpoints(scores).sum() == len(scores) * (len(scores) - 1)


@given(FIELDS)
def test_cross_imps_of_a_field_add_up_to_nothing(scores: list[int]) -> None:
    assert cross_imps(scores).sum() == pytest.approx(0, abs=1e-9)


@given(FIELDS)
def test_seen_from_the_other_side_every_award_is_reversed(scores: list[int]) -> None:
    other = [-score for score in scores]
    assert np.allclose(percentages(other), 100 - percentages(scores))
    assert np.allclose(cross_imps(other), -cross_imps(scores))
    assert butler(other).tolist() == (-butler(scores)).tolist()


def test_many_boards_are_scored_at_once() -> None:
    boards = np.array([[420, -50, 450], [100, 100, 90]])
    assert matchpoints(boards).tolist() == [matchpoints(board).tolist() for board in boards]
    assert butler(boards).tolist() == [butler(board).tolist() for board in boards]
