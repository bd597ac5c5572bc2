"""The middle layer of LIN: which fields belong to one board, and what the head of a match says of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bridge.calls import Contract
from bridge.notation.lin_fields import MATCH_TAGS, ROOMS
from bridge.notation.lin_lexer import Field
from bridge.notation.lin_values import SCORING, result_value, split
from bridge.notation.problems import Problem

_ACTIONS = frozenset({"mb", "pc", "mc"})
_BOARD = frozenset({"qx", "md", "ah", "sv"}) | _ACTIONS


@dataclass(slots=True)
class Match:
    """The head of a vugraph file: what holds for every board up to the next head."""

    tags: dict[str, str] = field(default_factory=dict)
    first: int = 1
    """Number of the board whose results come first."""
    results: Field | None = None
    names: Field | None = None


@dataclass(slots=True)
class BoardFields:
    """The fields of one board, before anything is made of them."""

    line: int
    match: Match
    fields: list[Field] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    is_last: bool = False

    def warn(self, line: int, tag: str | None, message: str) -> None:
        """Note a problem that does not cost the board."""
        self.problems.append(Problem(line, tag, message))

    def has(self, keys: Iterable[str]) -> bool:
        """Whether a field of one of these keys is there."""
        wanted = frozenset(keys)
        return any(item.key in wanted for item in self.fields)

    def all(self, key: str) -> list[Field]:
        """The fields of a key that say something."""
        return [item for item in self.fields if item.key == key and item.value]

    def first(self, key: str) -> Field | None:
        """The first field of a key that says something."""
        found = self.all(key)
        return found[0] if found else None

    @property
    def is_board(self) -> bool:
        """Whether any field is about a board; else the fields are the head of a match, or remarks."""
        return self.has(_BOARD)

    @property
    def room(self) -> str | None:
        """``"Open"`` or ``"Closed"``, by the ``qx`` field."""
        marker = self.first("qx")
        return None if marker is None else ROOMS.get(marker.value[0].lower())

    @property
    def room_number(self) -> int | None:
        """The number in the ``qx`` field."""
        marker = self.first("qx")
        match = None if marker is None else re.fullmatch(r"[A-Za-z]+\s*([0-9]{1,9})", marker.value)
        return None if match is None else int(match[1])

    def result(self) -> tuple[Contract | None, int] | None:
        """What the head of the match says of this board: contract and tricks; None where it says nothing."""
        results, number, room = self.match.results, self.room_number, self.room
        if results is None or number is None or room is None:
            return None
        place = 2 * (number - self.match.first) + list(ROOMS.values()).index(room)
        items = results.value.split(",")
        text = items[place].strip() if 0 <= place < len(items) else ""
        if not text:
            return None
        try:
            return result_value(text)
        except ValueError as error:
            self.warn(results.line, "rs", str(error))
            return None


def boards_of(items: Iterable[Field | Problem]) -> Iterator[BoardFields]:
    """The boards of a file in order; the last part may hold no board, only what follows them.

    A board begins at ``qx``, or where names, hands or a marker come a second time; never at a line's start.
    """
    match = Match()
    part: BoardFields | None = None
    for item in items:
        part = part or BoardFields(item.line, match)
        if isinstance(item, Problem):
            part.problems.append(item)
        elif item.key == "vg":
            if part.fields or part.problems:
                yield part
            match, doubt = _match(item)
            part = BoardFields(item.line, match, problems=doubt)
        elif item.key == "rs":
            match.results = item
        elif _begins_board(part, item):
            following = BoardFields(item.line, match)
            if part.is_board:
                yield part
            else:
                _take_head(following, part)
            following.fields.append(item)
            part = following
        else:
            part.fields.append(item)
    if part is not None:
        part.is_last = True
        yield part


def _begins_board(part: BoardFields, item: Field) -> bool:
    if item.key == "qx":
        return bool(part.fields)
    if item.key == "md":
        return part.first("md") is not None or part.has(_ACTIONS)
    if item.key == "pn":
        return part.has(("pn",)) or (part.has(_ACTIONS) and not part.has(("qx",)))
    return False


def _take_head(following: BoardFields, head: BoardFields) -> None:
    """Names before the first board of a match hold for all; what else stands there goes to that board."""
    names = head.first("pn")
    if names is not None:
        following.match.names = names
    following.fields += [item for item in head.fields if item.key not in ("pn", "pg")]
    following.problems += head.problems
    following.line = head.line


def _match(item: Field) -> tuple[Match, list[Problem]]:
    items = (split(item.value) + [""] * 9)[:9]
    event, stage, scoring, first, _, home, home_carry, visit, visit_carry = items
    values = (event, stage, home, home_carry, visit, visit_carry)
    tags = {name: value for name, value in zip(MATCH_TAGS, values, strict=True) if value}
    if scoring.upper() in SCORING:
        tags["Scoring"] = SCORING[scoring.upper()]
    elif scoring:
        tags["Scoring"] = scoring
    if re.fullmatch("[0-9]{1,9}", first):
        return Match(tags, int(first)), []
    return Match(tags), [Problem(item.line, "vg", f"{first!r} is no number of a first board: taken to be 1")]
