"""LIN files to records.

A board whose deal, frame, calls or cards cannot be right is left out and reported. Where a file says the same thing
twice and the two disagree, the auction, the play and the claim are trusted over the list of results at the head.
"""

from __future__ import annotations

from pathlib import Path

from bridge.board import Board
from bridge.notation.encoding import decode
from bridge.notation.lin_builder import LinBuilder
from bridge.notation.lin_groups import BoardFields, boards_of
from bridge.notation.lin_lexer import Field, scan_lin
from bridge.notation.problems import NotationError, Problem
from bridge.notation.records import Record, RecordFile


def read_lin(path: str | Path, *, strict: bool = False) -> RecordFile:
    """Read a LIN file: hand records, a vugraph file, or addresses of a hand viewer.

    Raises:
        NotationError: ``strict`` is asked for and a board is wrong.
        OSError: the file cannot be opened.
    """
    return parse_lin(Path(path).read_bytes(), strict=strict)


def parse_lin(source: str | bytes, *, strict: bool = False) -> RecordFile:
    """Read LIN text. A board that is wrong is left out, and ``problems`` says why; the others load.

    Raises:
        NotationError: ``strict`` is asked for and a board is wrong. Else nothing in the text raises.
    """
    text, problems = (source, []) if isinstance(source, str) else decode(source)
    items = list(scan_lin(text))
    records: list[Record] = []
    if items and not any(isinstance(item, Field) for item in items):
        problems.append(Problem(1, None, "there are no LIN fields (xx|value|) in the text", is_error=True))
    else:
        played: dict[int, Board] = {}
        for part in boards_of(items):
            record = _record(part, played)
            problems += part.problems
            if record is not None:
                records.append(record)
    if not records and not any(problem.is_error for problem in problems):
        problems.append(Problem(1, None, "there is no board in the file"))
    file = RecordFile(tuple(records), tuple(sorted(problems, key=lambda problem: problem.line)))
    return file.without_errors() if strict else file


def _record(part: BoardFields, played: dict[int, Board]) -> Record | None:
    """The record of a board; None where it is left out, which ``part.problems`` then tells.

    ``played`` holds the last board of each room number, for a second room that leaves out the deal, and is updated.
    """
    if not part.is_board:
        names = part.first("pn")
        if names is not None:
            part.warn(names.line, "pn", "no board follows these names")
        return None
    number = part.room_number
    is_damaged = any(problem.is_error for problem in part.problems)
    if number is not None and (is_damaged or part.first("md") is not None):
        played.pop(number, None)
    if is_damaged:
        return None
    try:
        builder = LinBuilder(part, played)
        if number is not None:
            played[number] = builder.board
        return builder.record()
    except NotationError as error:
        part.problems.append(error.problem)
        return None
