"""What a view says about the hidden cards: the board as the player knows it, and who may hold what.

Everything here is read from a ``View`` and from what both sides have disclosed of their calls; there is no way from it
to the deal. Sets of cards are bit masks: bit ``c`` of an integer stands for card ``c``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.agreements import ALL_PLAY_SAYC, Agreements
from bridge import engine
from bridge.actions import N_CARDS
from bridge.cards import CARDS_PER_HAND, CARDS_PER_SUIT
from bridge.compiled import compiled
from bridge.deal import UNKNOWN
from bridge.seats import N_SEATS, Seat
from bridge.view import View

Masks = npt.NDArray[np.int64]

SUIT_MASK = (1 << CARDS_PER_SUIT) - 1
"""The thirteen cards of the suit that is shifted down to bit 0."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the player knows of the play."""

    view: View
    """What all the rest is read from."""
    state: engine.State
    """The engine's record as the player may know it: hidden cards have no owner."""
    seat: Seat
    """The player."""
    hidden: tuple[int, ...]
    """The seats whose cards are not in sight: two of them, three at the opening lead."""
    sizes: tuple[int, ...]
    """Cards that each hidden seat still holds."""
    unseen: tuple[int, ...]
    """The cards that the hidden seats hold together, from low to high."""
    barred: tuple[int, ...]
    """For each hidden seat the cards that it cannot hold, having shown out of their suit: a mask."""
    played: tuple[int, ...]
    """For each hidden seat the cards that it has played: a mask."""
    agreements: Agreements = ALL_PLAY_SAYC
    """What the calls mean."""

    @classmethod
    def of(cls, view: View, agreements: Agreements = ALL_PLAY_SAYC) -> Known:
        """Read a view in the play.

        Raises:
            ValueError: there is no contract.
        """
        if view.contract is None:
            raise ValueError("hidden hands are dealt only in the play: the auction has not ended in a contract")
        state = _rebuilt(view)
        owner, played_at = state["owner"], state["played_at"]
        seen = {int(view.seat)} | ({int(view.dummy)} if view.dummy_is_faced and view.dummy is not None else set())
        hidden = tuple(seat for seat in range(N_SEATS) if seat not in seen)
        played = [owner[played_at > 0] == seat for seat in hidden]
        cards = np.flatnonzero(played_at > 0)
        return cls(
            view,
            state,
            view.seat,
            hidden,
            tuple(CARDS_PER_HAND - int(his.sum()) for his in played),
            tuple(np.flatnonzero(owner == UNKNOWN).tolist()),
            tuple(_shown_out(state, seat) for seat in hidden),
            tuple(sum(1 << card for card in cards[his].tolist()) for his in played),
            agreements,
        )


def _rebuilt(view: View) -> engine.State:
    """The view as a board's record: its seen cards dealt, its calls and cards played again."""
    owners = np.full(N_CARDS, UNKNOWN, np.uint8)
    for card in view.hand:
        owners[card.index] = view.seat
    if view.dummy_hand is not None and view.dummy is not None:
        for card in view.dummy_hand:
            owners[card.index] = view.dummy
    for played in view.plays:
        owners[played] = view.owner_of_played(played)
    state: engine.State = np.zeros(1, engine.STATE)[0]
    actions = np.array([*view.calls, *view.plays], np.int64)
    _replay(state, owners, int(view.dealer), int(view.vulnerable), actions)
    return state


@compiled
def _replay(state: engine.State, owners: npt.NDArray[np.uint8], dealer: int, vulnerable: int, actions: Masks) -> None:
    engine.start(state, owners, dealer, vulnerable)
    for action in actions:
        engine.apply(state, int(action))


@compiled
def _shown_out(state: engine.State, seat: int) -> int:
    """The suits, as a mask of cards, in which a seat has failed to follow."""
    barred = 0
    for place in range(int(state["n_plays"])):
        card = int(state["plays"][place])
        led = int(state["plays"][place // N_SEATS * N_SEATS]) // CARDS_PER_SUIT
        if state["owner"][card] == seat and card // CARDS_PER_SUIT != led:
            barred |= SUIT_MASK << (led * CARDS_PER_SUIT)
    return barred
