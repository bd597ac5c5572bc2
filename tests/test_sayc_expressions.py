"""The language of hand tests."""

from __future__ import annotations

import numpy as np
import pytest

from agents.sayc.bounds import bounds_of
from agents.sayc.expressions import expression
from agents.sayc.kernel.features import N_FEATURES, measure, suit_table
from agents.sayc.kernel.machine import DEPTH, passes
from agents.sayc.programs import program_of
from agents.sayc.rules import CallForm
from agents.sayc.shown import ANYTHING, Shown
from agents.sayc.situation import N_NUMBERS
from bridge.deal import Hand


def holds(test: str, hand: str, vulnerable: bool = False) -> bool:
    held = np.zeros((1, 52), dtype=np.uint8)
    held[0, [card.index for card in Hand.parse(hand).cards]] = 1
    features = np.empty((1, N_FEATURES), dtype=np.int16)
    measure(held, suit_table(), features)
    code = np.array(program_of(expression(test)), dtype=np.int32)
    auction = np.zeros(N_NUMBERS, dtype=np.float32)
    return passes(code, 0, len(code), features[0], auction, -1, int(vulnerable), np.empty(DEPTH))


def promised(test: str) -> Shown:
    return bounds_of(expression(test))(None, -1)


FEATURES = [
    ("hcp == 13", "AKQ4.K32.J654.32"),
    ("lp == 15", "AKQ432.K32.J6.32"),
    ("sp(S) == 19", "AKQ4.KJ32.J6543."),
    ("sp(S) == 12", "Q54.KJ32.AJ65.32"),
    ("fp(S) == 14", "AKQ432.K32.65.32"),
    ("bal and semi", "AKQ4.K32.J65.432"),
    ("not bal and semi", "AKQ43.K432.J6.32"),
    ("short", "AKQ43.K432.J654."),
    ("qt == 3.5", "AKQ4.K32.AJ65.32"),
    ("pt == 7", "AKQJ432.432.65.3"),
    ("r20 == 22", "AKQ43.K432.J6.32"),
    ("stop(H) and not stop(C)", "AKQ4.K32.J65.432"),
    ("good(S) and fair(S)", "AKQ4.K32.J65.432"),
    ("longest(S, ALL)", "AKQ43.K5432.J6.3"),
    ("longest(C, ALL)", "AKQ4.2.J654.K432"),
    ("each(3, MAJORS) and not some(5, ALL)", "AKQ4.K32.J65.432"),
]


@pytest.mark.parametrize(("test", "hand"), FEATURES)
def test_feature(test: str, hand: str) -> None:
    assert holds(test, hand)


@pytest.mark.parametrize("text", ["__import__('os')", "hcp.real", "lambda: 1", "x[0]", "foo > 1", "len(x, y)", "'a'"])
def test_anything_outside_the_language_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"test|name|function|contain"):
        program_of(expression(text))


def test_a_test_promises_what_it_asks() -> None:
    box = promised("bal and 15 <= hcp <= 17")
    assert box.hcp == (15, 17)
    assert box.longest == (5, 5, 5, 5)


def test_alternatives_promise_their_hull() -> None:
    box = promised("len(S) >= 6 and hcp >= 8 or len(S) >= 5 and hcp >= 11")
    assert box.shortest[3] == 5
    assert box.hcp[0] == 8


def test_a_feature_that_is_no_range_promises_nothing() -> None:
    assert promised("good(S)") == ANYTHING


def test_a_test_may_ask_who_is_vulnerable() -> None:
    test = "hcp >= (13 if vul else 12)"
    twelve = "AKQ4.K32.654.432"
    assert holds(test, twelve)
    assert not holds(test, twelve, vulnerable=True)


def test_what_a_test_promises_is_the_same_at_every_vulnerability() -> None:
    assert promised("hcp >= (13 if vul else 12)").hcp == (12, 37)


def test_each_promises_a_length_in_every_suit_of_the_set() -> None:
    assert promised("each(3, MAJORS)").shortest == (0, 0, 3, 3)


@pytest.mark.parametrize("text", ["Pass", "8n", "1", "jump", "2NT x"])
def test_a_call_form_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="form of a call"):
        CallForm.parse(text)
