"""The tables of the system in the order in which they are asked, and their rows as compiled code reads them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from operator import attrgetter

import numpy as np

from agents.sayc import (
    advances,
    competition,
    defaults,
    notrump,
    openings,
    overcalls,
    rebids,
    responder,
    responses,
    slam,
    strong,
    takeout,
)
from agents.sayc.kernel.decide import CHEAPEST, COLUMNS, FIXED, GAME, LEVEL, Book
from agents.sayc.programs import Program, program_of
from agents.sayc.rules import DENOMINATIONS, STEPS, Candidate, Rule, Table, TagPattern
from agents.sayc.situation import PLACES

TABLES: tuple[Table, ...] = (
    *slam.TABLES,
    *openings.TABLES,
    *notrump.TABLES,
    *strong.TABLES,
    *responses.TABLES,
    *rebids.TABLES,
    *responder.TABLES,
    *competition.TABLES,
    *overcalls.TABLES,
    *advances.TABLES,
    *takeout.TABLES,
)
"""Every table; the rows of all that match an auction are asked in this order."""

_REMEMBERED = 1 << 16
_SEQUENCE_AT_FIRST = 1 << 14


class Layer:
    """Rows that are asked one after another: ``start`` and ``end`` in the sequence that compiled code reads.

    A ``complete`` layer has a call for every hand.
    """

    __slots__ = ("_makers", "complete", "end", "rows", "start")

    def __init__(self, rows: tuple[Candidate, ...], start: int, complete: bool) -> None:
        self.rows = rows
        self.complete = complete
        self.start = start
        self.end = start + len(rows)
        self._makers: dict[int, tuple[Candidate, ...]] = {}

    def makers(self, action: int) -> tuple[Candidate, ...]:
        """The rows that make a call in some auction, in order."""
        found = self._makers.get(action)
        if found is None:
            found = self._makers[action] = tuple(row for row in self.rows if row.may_make(action))
        return found


class System:
    """Every row with its program, and the layers in which rows are asked.

    Attributes:
        rows: every row with its running suit put in, by number.
        first, default, compete, readings: the layers of ``defaults``.
    """

    def __init__(self) -> None:
        self.rows: list[Candidate] = []
        self._code: list[tuple[int, int]] = []
        self._columns: list[list[int]] = []
        self._programs: dict[str, tuple[int, int]] = {}
        self._sequence = np.zeros(_SEQUENCE_AT_FIRST, dtype=np.int32)
        self._length = 0
        self._layers: dict[tuple[int, ...], Layer] = {}
        self._tables = [self._candidates(table.rows) for table in TABLES]
        layers = (defaults.FIRST, defaults.DEFAULT, defaults.COMPETE, defaults.READINGS)
        self.first, self.default, self.compete, self.readings = [self._layer(self._candidates(rows)) for rows in layers]
        self._row_array = np.array(self._columns, dtype=np.int32)
        self._code_array = np.array(self._code, dtype=np.int32)

    @property
    def book(self) -> Book:
        """The rows as compiled code reads them."""
        return Book(self._sequence, self._row_array, self._code_array)

    def of_tables(self, numbers: tuple[int, ...]) -> Layer:
        """The layer of some tables, by their numbers in ``TABLES``."""
        layer = self._layers.get(numbers)
        if layer is None:
            rows = tuple(row for number in numbers for row in self._tables[number])
            complete = any(TABLES[number].complete for number in numbers)
            layer = self._layers[numbers] = self._layer(rows, complete)
        return layer

    def _candidates(self, rules: tuple[Rule, ...]) -> tuple[Candidate, ...]:
        return tuple(self._candidate(rule, n) for rule in rules for n in rule.over or (-1,))

    def _candidate(self, rule: Rule, n: int) -> Candidate:
        row = Candidate(rule, n, len(self.rows))
        self.rows.append(row)
        start, end = self._program(rule)
        form, number, suit = _form(row)
        fields = {"start": start, "end": end, "form": form, "number": number, "suit": suit, "running": n}
        fields |= {"letters": row.letters, "stands": int(rule.stands)}
        self._columns.append([fields[column] for column in COLUMNS])
        return row

    def _program(self, rule: Rule) -> tuple[int, int]:
        """The lines of a rule's program; rules of the same text share it."""
        text = rule.test.text
        if text not in self._programs:
            program: Program = program_of(rule.test)
            start = len(self._code)
            self._code.extend(program)
            self._programs[text] = start, len(self._code)
        return self._programs[text]

    def _layer(self, rows: tuple[Candidate, ...], complete: bool = False) -> Layer:
        layer = Layer(rows, self._length, complete)
        if layer.end > len(self._sequence):
            self._sequence = np.concatenate([self._sequence, np.zeros_like(self._sequence)])
        self._sequence[layer.start : layer.end] = [row.number for row in rows]
        self._length = layer.end
        return layer


def _form(row: Candidate) -> tuple[int, int, int]:
    """How a row says its call to compiled code: form, number and suit."""
    call = row.rule.call
    if row.constant is not None:
        return FIXED, row.constant, -1
    suit = row.n if call.suit == "n" else DENOMINATIONS.get(call.suit, -1 - PLACES.get(call.suit, 0))
    if call.level is not None:
        return LEVEL, call.level, suit
    return (GAME, 0, suit) if call.way == "game" else (CHEAPEST, STEPS[call.way], suit)


@cache
def system() -> System:
    """The system, built when it is first asked for."""
    return System()


def _numbers(of_tags: Callable[[Table], TagPattern], tags: str) -> frozenset[int]:
    """Tables whose pattern fits; those that the first or the last tag rules out are not looked at further."""
    first, _, rest = tags.strip().partition(" ")
    last = rest.rpartition(" ")[2] or first
    possible = _beginning(of_tags, first) & _ending(of_tags, last)
    return frozenset(number for number in possible if of_tags(TABLES[number]).fits(tags))


@cache
def _beginning(of_tags: Callable[[Table], TagPattern], tag: str) -> frozenset[int]:
    return frozenset(number for number, table in enumerate(TABLES) if of_tags(table).may_begin(tag))


@cache
def _ending(of_tags: Callable[[Table], TagPattern], tag: str) -> frozenset[int]:
    return frozenset(number for number, table in enumerate(TABLES) if of_tags(table).may_end(tag))


@lru_cache(maxsize=_REMEMBERED)
def _fitting_ours(tags: str) -> frozenset[int]:
    return _numbers(_OURS, tags)


@lru_cache(maxsize=_REMEMBERED)
def _fitting_theirs(tags: str) -> frozenset[int]:
    return _numbers(_THEIRS, tags)


_OURS, _THEIRS = attrgetter("ours"), attrgetter("theirs")


@lru_cache(maxsize=_REMEMBERED)
def tables_for(ours: str, theirs: str) -> tuple[int, ...]:
    """Numbers of the tables whose context fits two strings of meaning tags (a blank before every tag), in order."""
    return tuple(sorted(_fitting_ours(ours) & _fitting_theirs(theirs)))
