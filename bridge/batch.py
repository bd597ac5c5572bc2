"""Many boards at once: the engine's array face, for training.

All arguments and results are arrays over boards; ``rows`` are the indices of the boards that a call is about.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Protocol

import numpy as np
import numpy.typing as npt

from bridge import engine
from bridge.actions import N_ACTIONS, N_CARDS
from bridge.compiled import compiled
from bridge.engine import NOBODY, STATE, Int8s, States
from bridge.game import IllegalActionError
from bridge.observation import SIZE, observe_one
from bridge.seats import Seat
from bridge.view import View

Ints = npt.NDArray[np.int64]
UInt8s = npt.NDArray[np.uint8]


class BatchAgent(Protocol):
    """A player of many seats at once. It sits at one set of boards and is asked about any of them."""

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """Legal actions ``(k,)`` for ``seats`` ``(k,)``, which are to act on ``rows`` ``(k,)``.

        It reads the boards through what a seat may know: ``observe``, its own ``hands``, ``auctions``, ``views``.
        """
        ...


@compiled
def _start(states: States, rows: Ints, owners: UInt8s, dealers: Ints, vulnerable: Ints) -> None:
    for place in range(len(rows)):
        engine.start(states[rows[place]], owners[place], dealers[place], vulnerable[place])


@compiled
def _actors(states: States, actors: Ints) -> None:
    for row in range(len(states)):
        actors[row] = engine.actor(states[row])


@compiled
def _first_fault(states: States, rows: Ints, actions: Ints) -> int:
    for place in range(len(rows)):
        if engine.fault(states[rows[place]], actions[place]) != engine.LEGAL:
            return place
    return -1


@compiled
def _apply(states: States, rows: Ints, actions: Ints) -> None:
    for place in range(len(rows)):
        engine.apply(states[rows[place]], actions[place])


@compiled
def _observe(states: States, rows: Ints, seats: Ints, observations: Int8s, masks: Int8s, scratch: States) -> None:
    for place in range(len(rows)):
        observe_one(states[rows[place]], seats[place], observations[place], masks[place], scratch[0])


@compiled
def _hands(states: States, rows: Ints, seats: Ints, held: UInt8s) -> None:
    for place in range(len(rows)):
        for card in range(N_CARDS):
            held[place, card] = engine.holds(states[rows[place]], seats[place], card)


@compiled
def _views(states: States, rows: Ints, seats: Ints, views: States) -> None:
    for place in range(len(rows)):
        engine.redact(states[rows[place]], seats[place], views[place])


@compiled
def _double_dummy_scores(states: States, tables: UInt8s, scores: Ints) -> None:
    for row in range(len(states)):
        state = states[row]
        scores[row] = 0
        if state["declarer"] != NOBODY:
            scores[row] = engine.score_ns(state, int(tables[row, engine.denomination(state), state["declarer"]]))


@compiled
def _won_scores(states: States, scores: Ints) -> None:
    for row in range(len(states)):
        scores[row] = engine.won_score_ns(states[row])


class Boards:
    """``n`` boards in one array of states.

    Args:
        owners: uint8 ``(n, 52)``, the seat 0-3 that holds each card.
        dealers: int ``(n,)``.
        vulnerable: int ``(n,)``, bits 1 NS and 2 EW.
    """

    def __init__(self, owners: UInt8s, dealers: npt.ArrayLike, vulnerable: npt.ArrayLike) -> None:
        self.states = np.zeros(len(owners), dtype=STATE)
        self._scratch = np.zeros(1, dtype=STATE)
        self.restart(np.arange(len(owners)), owners, dealers, vulnerable)

    def __len__(self) -> int:
        return len(self.states)

    def copy(self) -> Boards:
        """The same boards as they stand, to go on from apart from these."""
        return deepcopy(self)

    def restart(self, rows: Ints, owners: UInt8s, dealers: npt.ArrayLike, vulnerable: npt.ArrayLike) -> None:
        """Put new boards in the place of ``rows``; the other arguments as for the constructor, one a row."""
        _start(self.states, rows, np.ascontiguousarray(owners), _ints(dealers), _ints(vulnerable))

    def actors(self) -> Ints:
        """The seat that decides on each board, -1 where the board is over: int ``(n,)``."""
        actors = np.empty(len(self.states), dtype=np.int64)
        _actors(self.states, actors)
        return actors

    def are_over(self) -> npt.NDArray[np.bool_]:
        """Where nothing is left to decide: bool ``(n,)``."""
        return np.asarray(self.states["phase"] == engine.OVER)

    def in_auction(self) -> npt.NDArray[np.bool_]:
        """Where the auction still goes on: bool ``(n,)``."""
        return np.asarray(self.states["phase"] == engine.AUCTION)

    def act(self, rows: Ints, actions: Ints) -> None:
        """Make one call or play one card on each of ``rows``.

        Raises:
            IllegalActionError: an action is illegal; no board has changed.
            ValueError: there is no such row.
        """
        if len(rows) and not (rows.min() >= 0 and rows.max() < len(self.states)):
            raise ValueError(f"rows are numbered 0..{len(self.states) - 1}")
        self._check(rows, actions)
        self._apply(rows, actions)

    def _check(self, rows: Ints, actions: Ints) -> None:
        bad = _first_fault(self.states, rows, actions)
        if bad >= 0:
            state, action = self.states[rows[bad]], int(actions[bad])
            raise IllegalActionError(Seat(state["turn"]), action, engine.FAULTS[engine.fault(state, action)])

    def _apply(self, rows: Ints, actions: Ints) -> None:
        _apply(self.states, rows, actions)

    def observe(self, rows: Ints, seats: Ints, size: int = SIZE) -> tuple[Int8s, Int8s]:
        """What one seat of each of ``rows`` may know.

        Returns:
            observations int8 ``(len(rows), size)``, the leading ``size`` entries of the vector of
            ``bridge.observation``, and masks int8 ``(len(rows), 90)``, all zero where the seat is not to act.
        """
        observations = np.empty((len(rows), size), dtype=np.int8)
        masks = np.empty((len(rows), N_ACTIONS), dtype=np.int8)
        self.observe_into(rows, seats, observations, masks)
        return observations, masks

    def observe_into(self, rows: Ints, seats: Ints, observations: Int8s, masks: Int8s) -> None:
        """``observe``, written in place; the width of ``observations`` is the size."""
        _observe(self.states, rows, seats, observations, masks, self._scratch)

    def view(self, row: int, seat: int) -> View:
        """What one seat of one board may know, as an object to ask."""
        return View(self.states[row], Seat(seat))

    def hands(self, rows: Ints, seats: Ints) -> UInt8s:
        """The cards that one seat of each of ``rows`` holds: 0 or 1, uint8 ``(len(rows), 52)``."""
        held = np.empty((len(rows), N_CARDS), dtype=np.uint8)
        _hands(self.states, rows, seats, held)
        return held

    def views(self, rows: Ints, seats: Ints) -> States:
        """The boards as one seat of each of ``rows`` may know them: redacted records ``(len(rows),)``."""
        views = np.zeros(len(rows), dtype=STATE)
        _views(self.states, rows, seats, views)
        return views

    def auctions(self, rows: Ints) -> list[tuple[int, ...]]:
        """The calls made so far on each of ``rows``."""
        lengths = self.states["n_calls"][rows].tolist()
        longest = max(lengths, default=0)
        calls = self.states["calls"][rows, :longest].tolist()
        return [tuple(row[:length]) for row, length in zip(calls, lengths, strict=True)]

    def won_scores_ns(self) -> Ints:
        """Law 77 raw score for North-South from the tricks won: int ``(n,)``; only valid on boards that are over."""
        scores = np.empty(len(self.states), dtype=np.int64)
        _won_scores(self.states, scores)
        return scores

    def double_dummy_scores_ns(self, tables: UInt8s) -> Ints:
        """Law 77 raw score for North-South if every contract takes its double-dummy tricks.

        Args:
            tables: uint8 ``(n, 5, 4)``, tricks by denomination (C D H S NT) and declarer (N E S W).

        Returns:
            int ``(n,)``; 0 for a passed-out board.
        """
        scores = np.empty(len(self.states), dtype=np.int64)
        _double_dummy_scores(self.states, tables, scores)
        return scores


def _ints(values: npt.ArrayLike) -> Ints:
    return np.ascontiguousarray(values, dtype=np.int64)
