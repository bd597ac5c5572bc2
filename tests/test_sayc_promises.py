"""What calls show, beside the ranges that the specification gives for an example of every rule."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from agents.sayc import Meaning, explain
from bridge import actions
from bridge.seats import Seat, Vulnerability

_EXAMPLES = Path(__file__).parent / "data" / "sayc_promises.jsonl"
_SUITS = "CDHS"


@lru_cache(maxsize=1)
def compared() -> list[tuple[dict[str, Any], Meaning]]:
    """The examples whose call the same rule makes here, each with what is said to be shown."""
    pairs = []
    for line in _EXAMPLES.read_text(encoding="utf-8").splitlines():
        example = json.loads(line)
        calls = [actions.index(word) for word in [*example["auction"].split(), example["call"]]]
        meaning = explain(calls, Seat.N, Vulnerability.NONE)[-1]
        if meaning.rule == example["rule"]:
            pairs.append((example, meaning))
    return pairs


def test_five_in_six_examples_are_read_as_the_same_rule() -> None:
    n_examples = len(_EXAMPLES.read_text(encoding="utf-8").splitlines())
    assert len(compared()) / n_examples >= 5 / 6


def test_two_in_three_calls_are_no_wider_in_high_cards_than_the_specification() -> None:
    narrow = [low <= meaning.hcp[0] and meaning.hcp[1] <= high
              for example, meaning in compared() for low, high in [example["hcp"]]]  # fmt: skip
    assert sum(narrow) / len(narrow) >= 0.65


def test_three_in_five_lengths_are_no_wider_than_the_specification() -> None:
    narrow = []
    for example, meaning in compared():
        for suit, (low, high) in example["lengths"].items():
            least, most = meaning.lengths[_SUITS.index(suit)]
            narrow.append(low <= least and most <= high)
    assert sum(narrow) / len(narrow) >= 0.6
