"""PBN files to records.

A board whose deal, frame, calls or cards cannot be right is left out and reported. Where a record says the same thing
twice and the two disagree, the auction and the play are trusted over the tags that sum them up, and both are reported.
"""

from __future__ import annotations

from pathlib import Path

from bridge.notation.pbn_builder import Builder
from bridge.notation.pbn_groups import Group, groups
from bridge.notation.pbn_lexer import ESSENTIAL_TAGS, decode, scan
from bridge.notation.pbn_sections import RejectedError
from bridge.notation.records import Problem, Record, RecordFile


def read_pbn(path: str | Path) -> RecordFile:
    """Read a PBN file of any encoding that :func:`~bridge.notation.pbn_lexer.decode` knows.

    Raises:
        OSError: the file cannot be opened.
    """
    return parse_pbn(Path(path).read_bytes())


def parse_pbn(source: str | bytes) -> RecordFile:
    """Read PBN text. Nothing in it raises: a board that is wrong is left out, and ``problems`` says why."""
    text, problems = (source, []) if isinstance(source, str) else decode(source)
    records: list[Record] = []
    for group in groups(scan(text)):
        record = _record(group)
        problems += group.problems
        if record is not None:
            records.append(record)
    if not records and not any(problem.is_error for problem in problems):
        problems.append(Problem(1, None, "there is no board in the file"))
    return RecordFile(tuple(records), tuple(sorted(problems, key=lambda problem: problem.line)))


def _record(group: Group) -> Record | None:
    """The record of a group; None where it is left out, which ``group.problems`` then tells."""
    if not group.tags or any(problem.is_error for problem in group.problems):
        group.has_bad_deal |= any(problem.is_error for problem in group.problems)
        return None
    try:
        return Builder(group).record()
    except RejectedError as error:
        group.problems.append(Problem(error.line, error.tag, str(error), is_error=True))
        group.has_bad_deal |= error.tag in ESSENTIAL_TAGS
        return None
