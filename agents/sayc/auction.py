"""The meaning of an auction: a pure function of the calls, remembered for every auction that has been seen.

An auction is replayed call by call. Each call is read as the rows that can make it at that point: the box around
what they promise narrows the record of its seat, and the first of them gives its tag and its force. What is legal is
asked of ``bridge.engine``; positions are counted from the dealer, so that the four rotations of a board are one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

import numpy as np

from agents.sayc.rules import Candidate, Force, suit_of
from agents.sayc.shown import ANYTHING, NOTHING
from agents.sayc.situation import Reading, SeatRecord, SideRecord, Situation
from agents.sayc.system import COMPETE, DEFAULT, FIRST, READINGS, tables_for
from bridge import engine
from bridge.actions import FIRST_BID, N_ACTIONS, PASS
from bridge.game import IllegalActionError, auction
from bridge.seats import Seat, Vulnerability

# About 6 kB each.
_REMEMBERED = 1 << 15
_ACE_QUESTIONS = ("ASK_BW", "ASK_G", "ASK_K")
_PREEMPT_LENGTH = 6
_PREEMPT_HCP = 11


FIRST_ROWS, TABLE_ROWS, DEFAULT_ROWS, COMPETE_ROWS = SEGMENTS = range(4)
"""Rows before every table, rows of the tables that match, the default layer; and those of a hand about to pass."""


BoundRows = tuple[tuple[Candidate, ...], tuple[int, ...]]
"""Rows at one point of one auction, and the legal action that each would be there."""


class Position:
    """An auction so far, as everybody at the table understands it. Seats are counted from the dealer.

    Attributes:
        legal: what may be done now, a byte 0 or 1 for each of the 90 actions.
        reading: the last call, None before the first; ``partners`` the one before it, by partner of the seat to call.
        seats: what each seat has shown.
        sides: what the auctions of the dealer's side and of the other mean.
        state: the engine's record, with hands that mean nothing.
        vulnerable: bits, 1 the dealer's side, 2 the other.
    """

    __slots__ = ("_rows", "_situation", "legal", "partners", "reading", "seats", "sides", "state", "vulnerable")

    def __init__(self, parent: Position | None, action: int, vulnerable: int) -> None:
        self.vulnerable = vulnerable
        self._situation: Situation | None = None
        self._rows: list[BoundRows | None] = [None for _ in SEGMENTS]
        self.reading: Reading | None = None
        self.partners: Reading | None = None if parent is None else parent.reading
        if parent is None:
            self.state = auction(Seat.N, Vulnerability.NONE, ()).state
            self.seats: tuple[SeatRecord, ...] = (SeatRecord(),) * 4
            self.sides = (SideRecord(), SideRecord())
        else:
            self._replay(parent, action)
        mask = np.zeros(N_ACTIONS, dtype=np.int8)
        engine.legal_actions(self.state, mask)
        self.legal = mask.tobytes()

    def _replay(self, parent: Position, action: int) -> None:
        if action < PASS or action >= N_ACTIONS or not parent.legal[action]:
            raise IllegalActionError(None, action, "the call is not legal at that point of the auction")
        self.state = parent.state.copy()
        engine.apply(self.state, action)
        seat = parent.seat
        reading = parent.read(action)
        self.reading = reading
        seats = list(parent.seats)
        seats[seat] = _seat_after(seats[seat], reading, bool(parent.state["bid"] < 0))
        self.seats = tuple(seats)
        changed = _side_after(parent.sides[seat % 2], seat, reading)
        self.sides = (changed, parent.sides[1]) if seat % 2 == 0 else (parent.sides[0], changed)

    @property
    def seat(self) -> int:
        """Who is to call, 0 the dealer."""
        return int(self.state["turn"])

    @property
    def situation(self) -> Situation:
        """The auction as the seat to call sees it."""
        if self._situation is None:
            state = self.state
            n_calls, passes = int(state["n_calls"]), int(state["passes"])
            opened = int(state["bid"]) >= 0
            self._situation = Situation(
                self.seat,
                self.seats,
                self.sides,
                (int(state["bid"]), int(state["bidder"]), int(state["doubled"])),
                (self.partners, self.reading),
                self.vulnerable,
                n_calls + 1 if not opened else 0,
                passes,
            )
        return self._situation

    def rows(self, segment: int) -> BoundRows:
        """The rows in force here of one ``SEGMENTS``; they are asked in this order."""
        rows = self._rows[segment]
        if rows is None:
            rows = self._rows[segment] = self._in_force(segment)
        return rows

    def _in_force(self, segment: int) -> BoundRows:
        situation = self.situation
        if segment == FIRST_ROWS:
            return self._bound(FIRST) if situation.mine else ((), ())
        if segment == TABLE_ROWS:
            side = self.seat % 2
            tables = tables_for(self.sides[side].tags, self.sides[1 - side].tags_without_passes)
            matching = [table.candidates for table in tables if table.when.context(None, situation, 0)]
            return self._bound(matching[0] if len(matching) == 1 else tuple(chain.from_iterable(matching)))
        return self._bound(DEFAULT if segment == DEFAULT_ROWS else COMPETE)

    def _bound(self, rows: tuple[Candidate, ...]) -> BoundRows:
        situation, legal = self.situation, self.legal
        unbound = situation.unbound
        bound, actions = [], []
        for row in rows:
            if row.letters & unbound:
                continue
            action = row.constant
            if action is not None and not legal[action]:
                continue
            if not row.context(None, situation, row.n):
                continue
            if action is None:
                action = row.rule.call.action(situation, row.n)
                if action < 0 or not legal[action]:
                    continue
            bound.append(row)
            actions.append(action)
        return tuple(bound), tuple(actions)

    def read(self, action: int) -> Reading:
        """What a call means here, whoever makes it."""
        for segment in (TABLE_ROWS, FIRST_ROWS, DEFAULT_ROWS, COMPETE_ROWS):
            if action == PASS and segment != TABLE_ROWS:
                break
            makers = [row for row, made in zip(*self.rows(segment), strict=True) if made == action]
            if makers:
                return self._reading(action, makers)
        makers = [row for row, made in zip(*self._bound(READINGS), strict=True) if made == action]
        return self._reading(action, makers[:1])

    def _reading(self, action: int, makers: list[Candidate]) -> Reading:
        situation = self.situation
        boxes = [(maker, maker.promise(situation)) for maker in makers]
        if len(boxes) > 1:
            # A row that contradicts what the seat has shown is not the one that made the call.
            before = self.seats[self.seat].shown
            boxes = [(maker, box) for maker, box in boxes if not box.meet(before).is_empty] or boxes
        shown = NOTHING
        for _, box in boxes:
            shown = shown.hull(box)
        if shown.is_empty:
            shown = ANYTHING
        level = (action - FIRST_BID) // 5 + 1 if action >= FIRST_BID else 0
        maker, _ = boxes[0]
        rule = maker.rule
        suit = suit_of(rule.suit, situation, maker.n) if rule.suit else -1
        tag = "P" if action == PASS else rule.tag
        return Reading(action, rule, tag, shown, rule.force, suit, level)


def _seat_after(seat: SeatRecord, reading: Reading, unopened: bool) -> SeatRecord:
    shown = seat.shown.narrowed(reading.shown)
    if reading.action == PASS:
        return seat._replace(shown=shown, passed=seat.passed or unopened)
    suits = seat.suits if reading.suit < 0 else (*(suit for suit in seat.suits if suit != reading.suit), reading.suit)
    long = reading.suit >= 0 and reading.shown.shortest[reading.suit] >= _PREEMPT_LENGTH
    weak = not seat.acted and long and reading.level >= 2 and reading.shown.hcp[1] <= _PREEMPT_HCP
    signed = seat.signed or reading.force is Force.TO_PLAY
    return SeatRecord(shown, suits, seat.passed, True, seat.preempted or weak, signed)


def _side_after(side: SideRecord, seat: int, reading: Reading) -> SideRecord:
    if reading.action == PASS and not side.tags:
        return side
    order = side.order
    if reading.suit >= 0 and all(suit != reading.suit for _, suit in order):
        order = (*order, (seat, reading.suit))
    force = side.game_force or reading.force is Force.GAME
    asked = side.asked or reading.tag in _ACE_QUESTIONS
    tag = f" {reading.tag}"
    return SideRecord(side.tags + tag, side.tags_without_passes + tag * (reading.tag != "P"), order, force, asked)


@lru_cache(maxsize=_REMEMBERED)
def position(calls: tuple[int, ...], vulnerable: int) -> Position:
    """The position after ``calls`` (from the dealer on).

    Args:
        calls: action numbers.
        vulnerable: bits counted from the dealer: 1 the dealer's side, 2 the other.

    Raises:
        IllegalActionError: a call was not legal at its turn.
    """
    if not calls:
        return Position(None, PASS, vulnerable)
    return Position(position(calls[:-1], vulnerable), calls[-1], vulnerable)


def vulnerable_from_dealer(dealer: int, vulnerable: int) -> int:
    """Vulnerability bits NS, EW turned into bits dealer's side, other side."""
    return vulnerable if dealer % 2 == 0 else vulnerable >> 1 | (vulnerable & 1) << 1
