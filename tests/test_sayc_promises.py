"""What calls show, beside the ranges that the specification gives for an example of every rule.

The specification gives each rule its own range, and what a call shows is the hull over the rules that can make it.
So an example is held against the hull of what the specification gives for the rows of the tables that make the call;
rows of the default layer are loose by the specification's amendments, and what they add is left out.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from agents.sayc import explain
from agents.sayc.auction import Position, memory
from agents.sayc.shown import Shown
from bridge import actions
from bridge.seats import Seat, Vulnerability

_EXAMPLES = Path(__file__).parent / "data" / "sayc_promises.jsonl"
_SUITS = "CDHS"

# Least and most high card points that the amendments give these rules.
_AMENDED = {
    "AD2": (0, 25),
    "N14": (0, 8),
    "OV4": (3, 10),
    "OV16": (8, 17),
    "P1": (0, 20),
    "RM5": (3, 10),
    "RR12": (7, 14),
}

# Rules whose example is wider here, by high cards and by lengths: docs/sayc-changes.md gives the reasons.
_WIDER_HCP = {"AD9", "AM2", "AM5", "C6", "OV14", "RM4", "T1", "W1"}
_WIDER_LENGTHS = {"C5", "CO1", "CR1", "NI5", "RO5", "RR19"}


class Comparison(NamedTuple):
    """One example: what the call shows here, and what the specification allows it to show."""

    rule: str
    shown: Shown
    hcp: tuple[int, int]
    lengths: dict[str, tuple[int, int]]


@lru_cache(maxsize=1)
def examples() -> list[dict[str, Any]]:
    return [json.loads(line) for line in _EXAMPLES.read_text(encoding="utf-8").splitlines()]


@lru_cache(maxsize=1)
def compared() -> list[Comparison]:
    """The examples whose call the same rule makes here."""
    pairs = []
    for example in examples():
        calls = tuple(actions.index(word) for word in [*example["auction"].split(), example["call"]])
        meaning = explain(calls, Seat.N, Vulnerability.NONE)[-1]
        if meaning.rule == example["rule"]:
            before = memory().position(calls[:-1])
            makers = {row.rule.id for row in before.makers(before.tables, calls[-1])}
            pairs.append(_comparison(example, makers, _shown(meaning.shown, before, calls)))
    return pairs


def _shown(told: Shown, before: Position, calls: tuple[int, ...]) -> Shown:
    """What the tables' rows show; the call's own range where the example's hand cannot exist."""
    after = memory().position(calls)
    assert after.reading is not None
    known = told.meet(after.seats[before.seat].shown)
    known = known if known.holds_a_hand else told
    both = known.meet(after.reading.shown)
    return both if both.holds_a_hand else after.reading.shown


def _comparison(example: dict[str, Any], makers: set[str], shown: Shown) -> Comparison:
    """The hull of what the specification gives for the call, and for the other rows that make it."""
    same = [other for other in examples() if all(other[key] == example[key] for key in ("auction", "call"))]
    # The specification does not tell a rule from its variants: B13b is B13.
    for rule in {maker.rstrip("abc") for maker in makers if maker != example["rule"]}:
        of_rule = [other for other in examples() if other["rule"] == rule]
        same += [other for other in of_rule if other["call"] == example["call"]] or of_rule
    ends = [other["hcp"] for other in same] + [_AMENDED.get(example["rule"], example["hcp"])]
    lengths = {suit: [other["lengths"].get(suit, (0, 13)) for other in same] for suit in example["lengths"]}
    return Comparison(example["rule"], shown, _hull(ends), {suit: _hull(spans) for suit, spans in lengths.items()})


def _hull(spans: list[Any]) -> tuple[int, int]:
    return min(low for low, _ in spans), max(high for _, high in spans)


def _inside(span: tuple[int, int], allowed: tuple[int, int]) -> bool:
    return allowed[0] <= span[0] and span[1] <= allowed[1]


def test_seven_in_eight_examples_are_read_as_the_same_rule() -> None:
    assert len(compared()) / len(examples()) >= 7 / 8


def test_high_cards_are_no_wider_than_the_specification_but_for_listed_rules() -> None:
    wider = {example.rule for example in compared() if not _inside(example.shown.hcp, example.hcp)}
    assert wider <= _WIDER_HCP


def test_lengths_are_no_wider_than_the_specification_but_for_listed_rules() -> None:
    wider = set()
    for rule, shown, _, lengths in compared():
        for suit, allowed in lengths.items():
            number = _SUITS.index(suit)
            if not _inside((shown.shortest[number], shown.longest[number]), allowed):
                wider.add(rule)
    assert wider <= _WIDER_LENGTHS


def test_the_listed_rules_are_few() -> None:
    wider = [example.rule for example in compared() if not _inside(example.shown.hcp, example.hcp)]
    assert len(wider) / len(compared()) <= 0.02
