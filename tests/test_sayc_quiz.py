"""Agreement with the quiz: 508 hands with the call that SAYC players expect."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from sayc_bidding import call

_CASES = Path(__file__).parent / "data" / "sayc_cases.jsonl"

# The one case that is missed, Q152: docs/sayc-changes.md says why.
_NOT_YET_ALL = {"game_and_default": 0.9}


def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in _CASES.read_text(encoding="utf-8").splitlines()]


@lru_cache(maxsize=1)
def tally() -> tuple[Counter[str], Counter[str]]:
    """Agreements and cases by topic."""
    agreed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for case in cases():
        made = call(case["hand"], " ".join(case["auction"]), case["vul"], case["dealer"])
        total[case["topic"]] += 1
        agreed[case["topic"]] += made in case["expected"]
    return agreed, total


def test_the_quiz_agrees_in_99_of_100_cases() -> None:
    agreed, total = tally()
    assert total.total() == 508
    assert agreed.total() / total.total() >= 0.99


@pytest.mark.parametrize("topic", sorted({case["topic"] for case in cases()}))
def test_topic(topic: str) -> None:
    agreed, total = tally()
    assert agreed[topic] / total[topic] >= _NOT_YET_ALL.get(topic, 1.0)
