"""Choosing a call: the first row in force whose test the hand passes, for one hand or for many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.sayc.auction import (
    COMPETE_ROWS,
    DEFAULT_ROWS,
    FIRST_ROWS,
    TABLE_ROWS,
    Position,
    position,
    vulnerable_from_dealer,
)
from agents.sayc.features import HandFeatures, Matrix, feature_matrix, hand_features
from agents.sayc.rules import Rule
from bridge.actions import PASS
from bridge.deal import Hand
from bridge.seats import Seat, Vulnerability

# Below this size one hand after another is quicker than arrays of hands.
_WORTH_AN_ARRAY = 24
_UNDECIDED = -1


class Choice(NamedTuple):
    """A call (action number) and the row that made it; None where no row did and the seat passes."""

    action: int
    rule: Rule | None


def choose(hand: Hand, calls: Sequence[int], dealer: Seat, vulnerable: Vulnerability) -> Choice:
    """The call that the system makes.

    Args:
        hand: thirteen cards of the seat that is to call.
        calls: action numbers so far, from the dealer on.
        dealer: who made the first call.
        vulnerable: which sides are vulnerable.

    Raises:
        IllegalActionError: ``calls`` is no legal auction.
        ValueError: the auction is over.
    """
    here = _to_call(tuple(calls), vulnerable_from_dealer(dealer, vulnerable))
    return _choose(here, hand_features(hand))


def _to_call(calls: tuple[int, ...], vulnerable: int) -> Position:
    here = position(calls, vulnerable)
    if not here.legal[PASS]:
        raise ValueError("the auction is over: there is no call to make")
    return here


def _choose(here: Position, hand: HandFeatures) -> Choice:
    situation = here.situation
    for segment in (FIRST_ROWS, TABLE_ROWS, DEFAULT_ROWS):
        for row, action in zip(*here.rows(segment), strict=True):
            if not row.scalar(hand, situation, row.n):
                continue
            if action != PASS or row.rule.stands:
                return Choice(action, row.rule)
            competing = _competing(here, hand)
            if competing is not None:
                return competing
            if not situation.forced:
                return Choice(PASS, row.rule)
    return Choice(_last_resort(here), None)


def _competing(here: Position, hand: HandFeatures) -> Choice | None:
    for row, action in zip(*here.rows(COMPETE_ROWS), strict=True):
        if row.scalar(hand, here.situation, row.n):
            return Choice(action, row.rule)
    return None


def _last_resort(here: Position) -> int:
    """Pass; the cheapest bid where partner's force must not be passed and the auction is still low."""
    situation = here.situation
    if not situation.forced or situation.level > 5:
        return PASS
    return next((action for action in range(PASS + 3, len(here.legal)) if here.legal[action]), PASS)


def bid_batch(
    hands: NDArray[np.integer[Any]],
    calls: Sequence[tuple[int, ...]],
    dealers: NDArray[np.integer[Any]],
    vulnerable: NDArray[np.integer[Any]],
) -> NDArray[np.int64]:
    """The calls of many hands, each in its own auction; equal to ``choose`` for each.

    Args:
        hands: ``(n, 52)`` of 0/1, cards of the seat to call by card number.
        calls: ``n`` auctions, action numbers from the dealer on.
        dealers: ``(n,)`` seats 0-3.
        vulnerable: ``(n,)`` 0 None, 1 NS, 2 EW, 3 both.

    Returns:
        Action numbers ``(n,)``.

    Raises:
        IllegalActionError: one of the auctions is not legal.
        ValueError: one of the auctions is over.
    """
    features = feature_matrix(hands)
    groups: dict[tuple[tuple[int, ...], int], list[int]] = {}
    pairs = zip(dealers.tolist(), vulnerable.tolist(), strict=True)
    for index, (auction, (dealer, vul)) in enumerate(zip(calls, pairs, strict=True)):
        groups.setdefault((tuple(auction), vulnerable_from_dealer(dealer, vul)), []).append(index)
    actions = np.empty(len(hands), dtype=np.int64)
    by_hand: NDArray[np.int16] = np.ascontiguousarray(features.T)
    for (auction, vul), members in groups.items():
        here = _to_call(auction, vul)
        if len(members) < _WORTH_AN_ARRAY:
            for index in members:
                actions[index] = _choose(here, HandFeatures(by_hand[index].tolist())).action
        else:
            actions[members] = _choose_many(here, features[:, members])
    return actions


def _choose_many(here: Position, features: Matrix) -> NDArray[np.int64]:
    """Action numbers ``(n,)`` of the hands of a feature matrix ``(K, n)``, all in one position."""
    situation = here.situation
    hands = HandFeatures(features)
    actions = np.full(features.shape[1], _UNDECIDED, dtype=np.int64)
    competing: NDArray[np.int64] | None = None
    for segment in (FIRST_ROWS, TABLE_ROWS, DEFAULT_ROWS):
        for row, action in zip(*here.rows(segment), strict=True):
            undecided = actions == _UNDECIDED
            if not undecided.any():
                return actions
            passing = undecided & (np.asarray(row.vector(hands, situation, row.n)) != 0)
            if action != PASS or row.rule.stands:
                actions[passing] = action
                continue
            if competing is None:
                competing = _compete_many(here, hands, len(actions))
            actions = np.where(passing, competing, actions)
            if not situation.forced:
                actions[passing & (competing == _UNDECIDED)] = PASS
    actions[actions == _UNDECIDED] = _last_resort(here)
    return actions


def _compete_many(here: Position, hands: HandFeatures, n_hands: int) -> NDArray[np.int64]:
    """What the competing rows would make of every hand; -1 where none of them speaks."""
    actions = np.full(n_hands, _UNDECIDED, dtype=np.int64)
    for row, action in zip(*here.rows(COMPETE_ROWS), strict=True):
        passing = np.asarray(row.vector(hands, here.situation, row.n)) != 0
        actions[(actions == _UNDECIDED) & passing] = action
    return actions
