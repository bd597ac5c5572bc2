"""Many boards of three-player auction bridge at once, after ``bridge.batch``."""

from __future__ import annotations

import numpy as np

from bridge import engine, three_player
from bridge.batch import Boards, Ints, UInt8s
from bridge.compiled import compiled
from bridge.engine import Int8s, States
from bridge.game import IllegalActionError
from bridge.point_table import Floats, PointTable, point_table
from bridge.seats import Seat
from bridge.three_player_game import ThreePlayerView


@compiled
def _actors(states: States, actors: Ints) -> None:
    for row in range(len(states)):
        actors[row] = three_player.actor(states[row])


@compiled
def _first_fault(states: States, rows: Ints, actions: Ints) -> int:
    for place in range(len(rows)):
        if three_player.fault(states[rows[place]], actions[place]) != engine.LEGAL:
            return place
    return -1


@compiled
def _apply(states: States, rows: Ints, actions: Ints) -> None:
    for place in range(len(rows)):
        three_player.apply(states[rows[place]], actions[place])


@compiled
def _observe(states: States, rows: Ints, players: Ints, observations: Int8s, masks: Int8s, scratch: States) -> None:
    for place in range(len(rows)):
        three_player.observe_one(states[rows[place]], players[place], observations[place], masks[place], scratch[0])


@compiled
def _redact(states: States, rows: Ints, players: Ints, views: States) -> None:
    for place in range(len(rows)):
        three_player.redact(states[rows[place]], players[place], views[place])


class ThreePlayerBoards(Boards):
    """``n`` boards of three players. Where ``Boards`` speaks of seats, here it is players 0-2.

    Args:
        owners: uint8 ``(n, 52)``, 0-2 for the players' cards and 3 for the fourth hand's.
        dealers: int ``(n,)``, 0-2.
        points: the point table, or its name.

    Raises:
        ValueError: the fourth hand deals a board.
    """

    def __init__(self, owners: UInt8s, dealers: Ints, points: str | PointTable = "classic") -> None:
        if len(dealers) and int(np.max(dealers)) >= three_player.N_PLAYERS:
            raise ValueError("the fourth hand cannot deal: dealers are players 0..2")
        super().__init__(owners, dealers, np.zeros(len(owners), dtype=np.int64))
        self.points = point_table(points)

    def actors(self) -> Ints:
        """The player who decides on each board, -1 where the board is over: int ``(n,)``."""
        actors = np.empty(len(self.states), dtype=np.int64)
        _actors(self.states, actors)
        return actors

    def _check(self, rows: Ints, actions: Ints) -> None:
        bad = _first_fault(self.states, rows, actions)
        if bad >= 0:
            state, action = self.states[rows[bad]], int(actions[bad])
            reason = three_player.FAULTS[three_player.fault(state, action)]
            raise IllegalActionError(Seat(state["turn"]), action, reason)

    def _apply(self, rows: Ints, actions: Ints) -> None:
        _apply(self.states, rows, actions)

    def observe_into(self, rows: Ints, seats: Ints, observations: Int8s, masks: Int8s) -> None:
        """``observe``, written in place; the width of ``observations`` is the size."""
        _observe(self.states, rows, seats, observations, masks, self._scratch)

    def view(self, row: int, seat: int) -> ThreePlayerView:
        """What one player of one board may know, as an object to ask."""
        return ThreePlayerView(self.states[row], seat, self.points)

    def views(self, rows: Ints, players: Ints) -> States:
        """The records behind the views of one player of each of ``rows``, for compiled code: ``(len(rows),)``."""
        views = np.zeros(len(rows), dtype=engine.STATE)
        _redact(self.states, rows, players, views)
        return views

    def payoffs(self, declarer_tricks: Ints) -> Floats:
        """The points of the players ``(n, 3)`` on boards whose auctions are over; see ``PointTable.payoffs``."""
        return self.points.payoffs(self.states, declarer_tricks)
