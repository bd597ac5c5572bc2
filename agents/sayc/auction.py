"""The meaning of an auction: a pure function of the calls, remembered for every auction that has been seen.

An auction is replayed call by call. Each call is read as the rows that can make it at that point: the box around
what they promise narrows the record of its seat, and the first of them gives its tag and its force. What is legal is
asked of ``bridge.engine``; seats are counted from the dealer, so that the four rotations of a board are one. What
calls show does not depend on who is vulnerable.
"""

from __future__ import annotations

import numpy as np

from agents.sayc.kernel.decide import COMPETE, DEFAULT, FIRST, LAYERS, TABLES, Auctions, extend
from agents.sayc.rules import Candidate, Force, suit_of
from agents.sayc.shown import ANYTHING, NOTHING, Shown
from agents.sayc.situation import (
    N_NUMBERS,
    PLACES,
    Contract,
    Reading,
    SeatRecord,
    SideRecord,
    Situation,
)
from agents.sayc.system import TABLES as ALL_TABLES
from agents.sayc.system import Layer, system, tables_for
from bridge import engine
from bridge.actions import DOUBLE, FIRST_BID, N_ACTIONS, PASS
from bridge.engine import Int8s
from bridge.game import IllegalActionError, auction
from bridge.seats import Seat, Vulnerability

# About 3 kB each.
_REMEMBERED = 1 << 16
_SLOTS_AT_FIRST = 1 << 10
_ACE_QUESTIONS = ("ASK_BW", "ASK_G", "ASK_K")
_PREEMPT_LENGTH = 6
_PREEMPT_HCP = 11


class Position:
    """An auction so far, as everybody at the table understands it. Seats are counted from the dealer.

    Attributes:
        slot: where the memory keeps its numbers for compiled code.
        legal: int8 ``(90,)``, one for what may be done now.
        seat: who is to call, 0 the dealer; who would lead if the auction is over.
        contract: the last bid.
        reading: the last call, None before the first; ``partners`` the one before it, by partner of the seat to call.
        seats: what each seat has shown.
        sides: what the auctions of the dealer's side and of the other mean.
    """

    __slots__ = ("_situation", "_tables", "contract", "legal", "partners", "reading", "seat", "seats", "sides", "slot")

    def __init__(
        self, parent: Position | None, action: int, slot: int, seat: int, contract: Contract, legal: Int8s
    ) -> None:
        self.slot = slot
        self.legal = legal
        self.seat = seat
        self.contract = contract
        self._situation: Situation | None = None
        self._tables: Layer | None = None
        self.reading: Reading | None = None
        self.partners: Reading | None = None
        self.seats: tuple[SeatRecord, ...] = (SeatRecord(),) * 4
        self.sides = (SideRecord(), SideRecord())
        if parent is not None:
            self._replay(parent, action)

    def _replay(self, parent: Position, action: int) -> None:
        seat = parent.seat
        self.partners = parent.reading
        self.reading = reading = parent.read(action)
        seats = list(parent.seats)
        seats[seat] = _seat_after(seats[seat], reading, parent.contract.bid < 0)
        self.seats = tuple(seats)
        changed = _side_after(parent.sides[seat % 2], seat, reading)
        self.sides = (changed, parent.sides[1]) if seat % 2 == 0 else (parent.sides[0], changed)

    @property
    def situation(self) -> Situation:
        """The auction as the seat to call sees it."""
        found = self._situation
        if found is None:
            partner, rho = self.partners, self.reading
            found = self._situation = Situation(self.seat, self.seats, self.sides, self.contract, partner, rho)
        return found

    @property
    def tables(self) -> Layer:
        """The rows of the tables that match."""
        found = self._tables
        if found is None:
            situation, side = self.situation, self.seat % 2
            numbers = tables_for(self.sides[side].tags, self.sides[1 - side].tags_without_passes)
            matching = tuple(number for number in numbers if ALL_TABLES[number].when.context(situation, 0))
            found = self._tables = system().of_tables(matching)
        return found

    def makers(self, layer: Layer, action: int) -> list[Candidate]:
        """The rows of a layer that can make a call here, in order."""
        situation = self.situation
        unbound = situation.unbound
        return [
            row
            for row in layer.makers(action)
            if not row.letters & unbound
            and (row.constant is not None or row.action(situation) == action)
            and row.context(situation, row.n)
        ]

    def read(self, action: int) -> Reading:
        """What a legal call means here, whoever makes it."""
        makers = self.makers(self.tables, action)
        if not makers:
            makers = [row for layer in self._other_layers(action, False) for row in self.makers(layer, action)]
        return self._reading(action, makers or self.makers(system().readings, action)[:1])

    def promise(self, action: int) -> Shown:
        """What every hand of the system that makes the call holds, whichever layer the call came from.

        Partner reads a call of a table as that table's; a stranger is told of the other layers as well.
        """
        in_tables = self.makers(self.tables, action)
        layers = [self.tables, *self._other_layers(action, bool(in_tables))]
        by_layer = [(layer, makers) for layer in layers if (makers := self.makers(layer, action))]
        if not by_layer:
            return ANYTHING
        shown = self._hull([row for _, makers in by_layer for row in makers])[1]
        if len(by_layer) > 1:
            return shown
        layer, makers = by_layer[0]
        cut = shown._replace(hcp=(shown.hcp[0], min(shown.hcp[1], self._left_over(layer, makers[0]))))
        return shown if cut.is_empty else cut

    def _left_over(self, layer: Layer, maker: Candidate) -> int:
        """The most high card points that the rows of a layer before one leave to it."""
        situation = self.situation
        left = self.seats[self.seat].shown.hcp[1]
        for row in layer.rows[: layer.rows.index(maker)]:
            if row.span is None or not self._is_in_force(row):
                continue
            low, high = row.span(situation, row.n)
            if high >= left:
                left = min(left, low - 1)
        return left

    def _other_layers(self, action: int, is_in_tables: bool) -> list[Layer]:
        """The layers besides the tables that may have made a call. None of them passes a force."""
        known, situation = system(), self.situation
        decided = is_in_tables and self._has_last_word
        if action == PASS:
            return [] if decided or situation.forced else [known.default]
        first = [known.first] if situation.mine else []
        return [*first, known.compete] if decided else [*first, known.default, known.compete]

    @property
    def _has_last_word(self) -> bool:
        """Whether a table has a call for every hand, so that the default layer is not asked."""
        return self.tables.complete or any(
            row.rule.is_for_any_hand and self._is_in_force(row) for row in self.tables.rows
        )

    def _is_in_force(self, row: Candidate) -> bool:
        """Whether a row is asked here and its call may be made."""
        situation = self.situation
        if row.letters & situation.unbound or not row.context(situation, row.n):
            return False
        action = row.action(situation)
        return action >= 0 and bool(self.legal[action])

    def _reading(self, action: int, makers: list[Candidate]) -> Reading:
        situation = self.situation
        maker, shown = self._hull(makers)
        rule = maker.rule
        level = (action - FIRST_BID) // 5 + 1 if action >= FIRST_BID else 0
        suit = suit_of(rule.suit, situation, maker.n) if rule.suit else -1
        return Reading(action, rule, "P" if action == PASS else rule.tag, shown, rule.force, suit, level)

    def _hull(self, makers: list[Candidate]) -> tuple[Candidate, Shown]:
        """The first row that may have made a call, and the box around what all such rows promise."""
        situation = self.situation
        maker = makers[0]
        shown = maker.promise(situation)
        if len(makers) > 1:
            # A row that contradicts what the seat has shown is not the one that made the call.
            before = self.seats[self.seat].shown
            boxes = [(row, row.promise(situation)) for row in makers]
            boxes = [(row, box) for row, box in boxes if not box.meet(before).is_empty] or boxes
            maker, shown = boxes[0][0], NOTHING
            for _, box in boxes:
                shown = shown.hull(box)
        return maker, ANYTHING if shown.is_empty else shown


def _seat_after(seat: SeatRecord, reading: Reading, unopened: bool) -> SeatRecord:
    shown = seat.shown.narrowed(reading.shown)
    if reading.action == PASS:
        if shown is seat.shown and (seat.passed or not unopened):
            return seat
        return SeatRecord(shown, seat.suits, seat.passed or unopened, *seat[3:])
    suits = seat.suits if reading.suit < 0 else (*(suit for suit in seat.suits if suit != reading.suit), reading.suit)
    long = reading.suit >= 0 and reading.shown.shortest[reading.suit] >= _PREEMPT_LENGTH
    weak = not seat.acted and long and reading.level >= 2 and reading.shown.hcp[1] <= _PREEMPT_HCP
    signed = seat.signed or reading.force is Force.TO_PLAY
    return SeatRecord(shown, suits, seat.passed, True, seat.preempted or weak, signed)


def _side_after(side: SideRecord, seat: int, reading: Reading) -> SideRecord:
    if reading.action == PASS:
        return side._replace(tags=side.tags + " P") if side.tags else side
    order = side.order
    if reading.suit >= 0 and all(suit != reading.suit for _, suit in order):
        order = (*order, (seat, reading.suit))
    force = side.game_force or reading.force is Force.GAME
    asked = side.asked or reading.tag in _ACE_QUESTIONS
    tag = f" {reading.tag}"
    return SideRecord(side.tags + tag, side.tags_without_passes + tag, order, force, asked)


class Memory:
    """Every auction that has been seen, with what compiled code needs of it in arrays by slot.

    ``slots`` finds the slot of an auction, ready for a decision; an auction that is new is worked out.
    """

    def __init__(self) -> None:
        self.slots = _Slots(self)
        self._positions: dict[tuple[int, ...], Position] = {}
        self._states = np.zeros(_SLOTS_AT_FIRST, dtype=engine.STATE)
        self._legal = np.zeros((_SLOTS_AT_FIRST, N_ACTIONS), dtype=np.int8)
        self._numbers = np.zeros((_SLOTS_AT_FIRST, N_NUMBERS), dtype=np.float32)
        self._layers = np.empty((_SLOTS_AT_FIRST, len(LAYERS), 2), dtype=np.int32)
        known = system()
        for place, layer in ((FIRST, known.first), (DEFAULT, known.default), (COMPETE, known.compete)):
            self._layers[:, place] = layer.start, layer.end
        self._states[0] = auction(Seat.N, Vulnerability.NONE, ()).state
        engine.legal_actions(self._states[0], self._legal[0])
        self._positions[()] = Position(None, PASS, 0, 0, Contract(-1, -1, 0, 0, 0), self._legal[0])

    @property
    def is_full(self) -> bool:
        """Whether it holds as much as it should; it can always hold more."""
        return len(self._positions) > _REMEMBERED

    def position(self, calls: tuple[int, ...]) -> Position:
        """The position after some calls.

        Raises:
            IllegalActionError: a call was not legal at its turn.
        """
        found = self._positions.get(calls)
        if found is None:
            found = self._positions[calls] = self._after(self.position(calls[:-1]), calls[-1])
        return found

    def _after(self, parent: Position, action: int) -> Position:
        slot = len(self._positions)
        if slot == len(self._states):
            self._grow()
        if not PASS <= action < N_ACTIONS or not extend(self._states, parent.slot, slot, action, self._legal):
            raise IllegalActionError(None, action, "the call is not legal at that point of the auction")
        before = parent.contract
        if action == PASS:
            contract = Contract(before.bid, before.bidder, before.doubled, before.passes + 1, before.n_calls + 1)
        elif action < FIRST_BID:
            contract = before._replace(doubled=1 if action == DOUBLE else 2, passes=0, n_calls=before.n_calls + 1)
        else:
            contract = Contract(action, parent.seat, 0, 0, before.n_calls + 1)
        return Position(parent, action, slot, (parent.seat + 1) % 4, contract, self._legal[slot])

    def _grow(self) -> None:
        """Twice as many slots; what is copied into the new ones stands for every auction or is written over."""
        for name in ("_states", "_legal", "_numbers", "_layers"):
            array = getattr(self, name)
            setattr(self, name, np.concatenate([array, array]))

    def prepare(self, calls: tuple[int, ...]) -> int:
        """Fill the slot of an auction with what a decision asks for.

        Raises:
            IllegalActionError: a call was not legal at its turn.
            ValueError: the auction is over.
        """
        here = self.position(calls)
        slot = here.slot
        if not self._legal[slot, PASS]:
            raise ValueError("the auction is over: there is no call to make")
        self._numbers[slot] = here.situation.numbers()
        tables = here.tables
        self._layers[slot, TABLES] = tables.start, tables.end
        return slot

    def arrays(self) -> Auctions:
        """What compiled code reads."""
        places = (PLACES[name] for name in ("lv", "unbound", "mine", "forced", "level"))
        return Auctions(self._numbers, self._legal, self._layers, *places)


class _Slots(dict[tuple[int, ...], int]):
    """Slots of auctions that are ready for a decision."""

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self._memory = memory

    def __missing__(self, calls: tuple[int, ...]) -> int:
        slot = self[calls] = self._memory.prepare(calls)
        return slot


_memory: list[Memory] = []


def memory() -> Memory:
    """The process's memory. Ask for it once for every piece of work: a full one is replaced by an empty one."""
    if not _memory or _memory[0].is_full:
        _memory[:] = [Memory()]
    return _memory[0]


def forget() -> None:
    """Drop every auction that has been seen."""
    _memory.clear()
