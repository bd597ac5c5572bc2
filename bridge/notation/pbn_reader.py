"""PBN files to records.

A board whose deal, frame, calls or cards cannot be right is left out and reported. Where a record says the same thing
twice and the two disagree, the auction and the play are trusted over the tags that sum them up, and both are reported.
"""

from __future__ import annotations

from pathlib import Path

from bridge.notation.encoding import decode
from bridge.notation.pbn_builder import Builder
from bridge.notation.pbn_groups import Group, groups
from bridge.notation.pbn_lexer import ESSENTIAL_TAGS, scan
from bridge.notation.problems import NotationError, Problem
from bridge.notation.records import Record, RecordFile


def read_pbn(path: str | Path, *, strict: bool = False) -> RecordFile:
    """Read a PBN file of any encoding that :func:`~bridge.notation.encoding.decode` knows.

    Raises:
        NotationError: ``strict`` is asked for and a board is wrong.
        OSError: the file cannot be opened.
    """
    return parse_pbn(Path(path).read_bytes(), strict=strict)


def parse_pbn(source: str | bytes, *, strict: bool = False) -> RecordFile:
    """Read PBN text. A board that is wrong is left out, and ``problems`` says why; the others load.

    Raises:
        NotationError: ``strict`` is asked for and a board is wrong. Else nothing in the text raises.
    """
    text, problems = (source, []) if isinstance(source, str) else decode(source)
    records: list[Record] = []
    for group in groups(scan(text)):
        record = _record(group)
        problems += group.problems
        if record is not None:
            records.append(record)
    if not records and not any(problem.is_error for problem in problems):
        problems.append(Problem(1, None, "there is no board in the file"))
    file = RecordFile(tuple(records), tuple(sorted(problems, key=lambda problem: problem.line)))
    return file.without_errors() if strict else file


def _record(group: Group) -> Record | None:
    """The record of a group; None where it is left out, which ``group.problems`` then tells."""
    if not group.tags or any(problem.is_error for problem in group.problems):
        group.has_bad_deal |= any(problem.is_error for problem in group.problems)
        return None
    try:
        return Builder(group).record()
    except NotationError as error:
        group.problems.append(error.problem)
        group.has_bad_deal |= error.tag in ESSENTIAL_TAGS
        return None
