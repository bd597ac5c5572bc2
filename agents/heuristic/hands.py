"""A board's cards as holdings, and what everybody has heard from the cards played: voids and signals."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from bridge import engine
from bridge.cards import CARDS_PER_SUIT, N_SUITS
from bridge.compiled import compiled
from bridge.engine import State
from bridge.seats import N_SEATS

NO_TRUMP = 4

NO_SIGNAL, ATTITUDE, COUNT, PREFERENCE = range(4)
SIGNALS = ("", "attitude", "count", "suit preference")
"""Kinds of signals, by number."""

HANDS = np.dtype(
    [
        ("held", np.int16, (N_SEATS, N_SUITS)),  # holdings of the cards not yet played
        ("left", np.int16, N_SUITS),  # all cards not yet played
        ("shown_out", np.int8, N_SEATS),  # bit by suit: has failed to follow
        ("signal", np.int8, (N_SEATS, N_SUITS)),  # kind of the first signal of a defender in a suit
        ("said", np.int8, (N_SEATS, N_SUITS)),  # rank of the card that was it
        ("under", np.int16, (N_SEATS, N_SUITS)),  # lower cards that were still held when it was played
    ]
)
"""A board's cards as holdings, kept up to date card by card."""

Hands: TypeAlias = np.void


@compiled
def sort_cards(state: State, hands: Hands) -> None:
    """Fill ``hands`` from a board; cards without a known owner are only counted as left."""
    for suit in range(N_SUITS):
        hands["left"][suit] = 0
        for seat in range(N_SEATS):
            hands["held"][seat, suit] = 0
            hands["signal"][seat, suit] = NO_SIGNAL
            hands["shown_out"][seat] = 0
    for card in range(len(state["owner"])):
        if state["played_at"][card] == 0:
            bit = 1 << card % CARDS_PER_SUIT
            hands["left"][card // CARDS_PER_SUIT] |= bit
            if 0 <= state["owner"][card] < N_SEATS:
                hands["held"][state["owner"][card], card // CARDS_PER_SUIT] |= bit
    for place in range(int(state["n_plays"])):
        _note(state, place, hands)


@compiled
def put_down(state: State, card: int, hands: Hands) -> None:
    """Play a card by the rules of the game, on the board and in ``hands``."""
    suit, bit = card // CARDS_PER_SUIT, 1 << card % CARDS_PER_SUIT
    hands["held"][state["turn"], suit] &= ~bit
    hands["left"][suit] &= ~bit
    engine.apply(state, card)
    _note(state, int(state["n_plays"]) - 1, hands)


@compiled
def _note(state: State, place: int, hands: Hands) -> None:
    """Remember what the card at a place of the order of play tells everybody: a void, or a signal."""
    card, led = int(state["plays"][place]), int(state["plays"][place // 4 * 4]) // CARDS_PER_SUIT
    seat = int(state["owner"][card])
    if card // CARDS_PER_SUIT != led:
        hands["shown_out"][seat] |= 1 << led
    elif place % 4 != 0 and hands["signal"][seat, led] == NO_SIGNAL:
        hands["signal"][seat, led] = _signal_at(state, place, seat, led)
        hands["said"][seat, led] = card % CARDS_PER_SUIT
        hands["under"][seat, led] = _held_under(state, card)


@compiled
def _held_under(state: State, card: int) -> int:
    """The lower cards of a played card's suit that were not played before it."""
    under = 0
    for lower in range(card // CARDS_PER_SUIT * CARDS_PER_SUIT, card):
        if not 0 < state["played_at"][lower] < state["played_at"][card]:
            under |= 1 << lower % CARDS_PER_SUIT
    return under


@compiled
def _signal_at(state: State, place: int, seat: int, led: int) -> int:
    """Which signal a card that follows suit can be."""
    first = place // 4 * 4
    if seat % 2 == state["declarer"] % 2 or led == engine.denomination(state):
        return NO_SIGNAL
    for earlier in range(first, place):
        if state["plays"][earlier] > state["plays"][place] and _is_of(state, earlier, led):
            by_partner = state["owner"][state["plays"][first]] == (seat + 2) % 4
            return signal_for(by_partner, engine.denomination(state), _dummys_rest(state, place, led))
    return NO_SIGNAL  # it won the trick so far


@compiled
def _is_of(state: State, place: int, suit: int) -> bool:
    return int(state["plays"][place]) // CARDS_PER_SUIT == suit


@compiled
def _dummys_rest(state: State, place: int, suit: int) -> int:
    """How many cards of the suit led dummy has after the trick in which the card at ``place`` is third."""
    rest, dummy = 0, engine.dummy(state)
    for card in range(suit * CARDS_PER_SUIT, (suit + 1) * CARDS_PER_SUIT):
        if state["owner"][card] == dummy and not 0 < state["played_at"][card] <= place + 1:
            rest += 1
    plays_yet = (int(state["owner"][state["plays"][place]]) + 1) % 4 == dummy
    return rest - 1 if plays_yet and rest > 0 else rest


@compiled
def signal_for(by_partner: bool, trump: int, dummys_rest: int) -> int:
    """Count on a lead of declarer's side; on partner's attitude, or suit preference where dummy will be out."""
    if not by_partner:
        return COUNT
    return PREFERENCE if trump != NO_TRUMP and dummys_rest == 0 else ATTITUDE
