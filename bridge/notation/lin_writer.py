"""Records to LIN text, one board a line; the two rooms of a match in the form of a vugraph file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bridge.actions import DOUBLE, N_CARDS, NAMES, PASS, REDOUBLE
from bridge.game import auction
from bridge.notation.encoding import one_line
from bridge.notation.lin_fields import KNOWN_FIELDS, MATCH_TAGS, OWN_FIELDS, OWN_TAG, ROOM_NUMBER, ROOMS
from bridge.notation.lin_values import (
    SCORING,
    SEATS,
    VULNERABLE,
    deal_text,
    escaped,
    joined,
    result_text,
)
from bridge.notation.records import IRREGULAR, Record, require_tag_name
from bridge.public import Phase
from bridge.seats import N_SEATS, Seat

_ROOM_LETTERS = {room: letter for letter, room in ROOMS.items()}
_VULNERABLE_LETTERS = {vulnerable: letter for letter, vulnerable in VULNERABLE.items()}
_SCORING_LETTERS = {scoring: letter for letter, scoring in SCORING.items()}
_SEAT_WORDS = frozenset(seat.word for seat in Seat)
_CALLS = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}
_FIELD_NAME = re.compile(rf"{OWN_FIELDS}([a-z][a-z0-9])")

# A file of boards far apart would have little but commas in its list of results.
_MOST_RESULTS = 20_000


def write_lin(records: Iterable[Record]) -> str:
    """LIN text that :func:`~bridge.notation.lin_reader.parse_lin` reads back to equal records.

    Where every record says its room and board number, the text is a vugraph file: each run of boards of the same match
    begins with its name, teams and results (``vg``, ``rs``). Else it is the form of hand records, without these.

    Raises:
        ValueError: a tag's name is not a letter followed by letters, digits and ``_``.
    """
    records = list(records)
    if not all(record.room in _ROOM_LETTERS and record.board.number is not None for record in records):
        return "".join(_line(record, frozenset()) for record in records)
    runs = [list(run) for _, run in groupby(records, key=_match)]
    return "".join(
        _header(run) + "".join(_line(record, frozenset({*MATCH_TAGS, "Scoring"})) for record in run) for run in runs
    )


def board_lin(record: Record) -> str:
    """One board without what only this project reads, for a program that shows hands."""
    return "".join([_names(record), "st||", *_frame(record), *_actions(record)])


def _match(record: Record) -> tuple[str, ...]:
    return tuple(record.tags.get(name, "") for name in (*MATCH_TAGS, "Scoring"))


def _header(records: Sequence[Record]) -> str:
    numbers = [record.board.number or 0 for record in records]
    first, last = min(numbers), max(numbers)
    tags = records[0].tags
    event, stage, home, home_carry, visit, visit_carry = (
        tags[name] if _fits(tags.get(name)) else "" for name in MATCH_TAGS
    )
    scoring = _SCORING_LETTERS.get(tags.get("Scoring", ""), "")
    header = joined([event, stage, scoring, str(first), str(last), home, home_carry, visit, visit_carry])
    results = ""
    if 2 * (last - first) < _MOST_RESULTS:
        results = f"rs|{','.join(_results(records, first, last))}|\n"
    return f"vg|{header}|\n{results}pg||\n"


def _results(records: Sequence[Record], first: int, last: int) -> list[str]:
    """Two results a board, open room first; empty where a table has no result or more than one."""
    found: dict[int, list[str]] = {}
    for record in records:
        place = 2 * ((record.board.number or first) - first) + list(_ROOM_LETTERS).index(record.room or "")
        known = record.passed_out or (record.contract is not None and record.tricks is not None)
        found.setdefault(place, []).append(result_text(record.contract, record.tricks or 0) if known else "")
    results = [found.get(place, [""]) for place in range(2 * (last - first + 1))]
    return [texts[0] if len(texts) == 1 else "" for texts in results]


def _line(record: Record, said_before: frozenset[str]) -> str:
    room = _ROOM_LETTERS.get(record.room or "")
    number = record.tags.get(ROOM_NUMBER, record.board.number)
    marker = "" if room is None or number is None else f"qx|{room}{number}|"
    own_tags = "".join(_own_tags(record, said_before, has_room=bool(marker)))
    parts = [marker, _names(record), "st||", *_own_fields(record), *_frame(record), own_tags, *_actions(record)]
    return "".join(parts) + "\n"


def _names(record: Record) -> str:
    names = [record.tags.get(seat.word, "") for seat in SEATS]
    return f"pn|{joined(one_line(name) if _fits(name) else '' for name in names)}|"


def _frame(record: Record) -> Iterator[str]:
    board = record.board
    yield f"md|{deal_text(board.deal, board.dealer)}|rh||"
    if board.number is not None:
        yield f"ah|Board {board.number}|"
    yield f"sv|{_VULNERABLE_LETTERS[board.vulnerable]}|"


def _fits(value: str | None) -> bool:
    """Whether a value can stand in a list of LIN, which knows no empty items and no blanks around them."""
    return value is not None and value != "" and value == value.strip()


def _own_fields(record: Record) -> Iterator[str]:
    for name, value in record.tags.items():
        if field := _field_of(name, value):
            yield f"{field}|{escaped(value)}|"


def _field_of(name: str, value: str) -> str | None:
    """The field that a tag such as ``Lin_st`` stands for; None where the tag is none, or LIN cannot write its value."""
    match = _FIELD_NAME.fullmatch(name)
    is_field = match is not None and match[1] not in KNOWN_FIELDS and _fits(value) and one_line(value) == value
    return match[1] if match is not None and is_field else None


def _own_tags(record: Record, said_before: frozenset[str], *, has_room: bool) -> Iterator[str]:
    """What LIN has no field for: tags, tables, and what the auction and the play do not show."""
    for name, value in record.tags.items():
        said = name in said_before or name in _SEAT_WORDS
        if name == "Scoring":
            is_said = said and value in _SCORING_LETTERS
        else:
            is_said = (said and _fits(value)) or (has_room and name in ("Room", ROOM_NUMBER))
        if not is_said and _field_of(name, value) is None and name not in record.sections:
            yield _own_tag(name, one_line(value))
    for name, lines in record.sections.items():
        yield _own_tag(name, "\n".join([one_line(record.tags.get(name, "")), *lines]))
    yield from _unseen(record)


def _unseen(record: Record) -> Iterator[str]:
    is_scored = record.passed_out or (record.contract is not None and record.tricks is not None)
    if record.passed_out and not record.calls:
        yield _own_tag("Contract", "Pass")
    if record.contract is not None and not _ends(record):
        doubled = "x" * record.contract.doubled
        yield _own_tag("Contract", f"{record.contract.bid.name}{doubled} by {record.contract.declarer}")
    if record.score_ns is not None and not is_scored:
        yield _own_tag("Score", f"NS {record.score_ns}")
    if record.irregular:
        yield _own_tag(IRREGULAR, "yes")


def _ends(record: Record) -> bool:
    """Whether the auction is known to its end, so that it shows the contract."""
    return bool(record.calls) and auction(record.board.dealer, record.board.vulnerable, record.calls).phase is not (
        Phase.AUCTION
    )


def _own_tag(name: str, value: str) -> str:
    require_tag_name(name)
    return f"{OWN_TAG}|{name}={escaped(value, chr(10) + '|')}|"


def _actions(record: Record) -> Iterator[str]:
    """Calls, cards and claim, with what was said of them; a page (``pg``) ends after the auction and each trick."""
    remarks = [(min(comment.after, len(record.calls) + len(record.plays)), comment.text) for comment in record.comments]
    for index, call in enumerate(record.calls):
        yield from _remarks(remarks, index)
        yield f"mb|{_CALLS.get(call, NAMES[call])}{'!' if index in record.alerts else ''}|"
        yield from _note(record.call_notes.get(index))
    yield "pg||"
    for index, card in enumerate(record.plays):
        yield from _remarks(remarks, len(record.calls) + index)
        yield f"pc|{NAMES[card]}|"
        yield from _note(record.play_notes.get(index))
        if index % N_SEATS == N_SEATS - 1:
            yield "pg||"
    yield from _remarks(remarks, len(record.calls) + len(record.plays))
    if record.tricks is not None and record.contract is not None and len(record.plays) < N_CARDS:
        yield f"mc|{record.tricks}|pg||"


def _remarks(remarks: Sequence[tuple[int, str]], place: int) -> Iterator[str]:
    for after, text in remarks:
        if after == place:
            yield f"nt|{escaped(one_line(text))}|pg||"


def _note(text: str | None) -> Iterator[str]:
    if text:
        yield f"an|{escaped(one_line(text))}|"
