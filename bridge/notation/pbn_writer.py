"""Records to PBN text in the order of the export format: identification tags, other tags, auction, play, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bridge.actions import FIRST_BID, NAMES, PASS
from bridge.calls import Call, Contract
from bridge.notation.encoding import one_line
from bridge.notation.pbn_lexer import escaped
from bridge.notation.pbn_values import MANDATORY_TAGS, repeats
from bridge.notation.records import ALERTS, IRREGULAR, Record, require_tag_name
from bridge.seats import N_SEATS, Seat

_WIDTH = re.compile(r"\\(\d+)([LR])$")
_WRITTEN_APART = frozenset({*MANDATORY_TAGS, "Score", "Auction", "Play", "Note"})


def write_pbn(records: Iterable[Record]) -> str:
    """PBN text that :func:`~bridge.notation.pbn_reader.parse_pbn` reads back to equal records.

    What a record's own fields say (board, contract, tricks, score) is written from them, not from its tags.

    Raises:
        ValueError: a tag's name is not a letter followed by letters, digits and ``_``.
    """
    blocks = ["\n".join(_lines(record)) + "\n" for record in records]
    return "% PBN 2.1\n% EXPORT\n" + "\n".join(blocks)


def _lines(record: Record) -> Iterator[str]:
    values = _field_values(record)
    for name in MANDATORY_TAGS:
        yield _tag(name, values.get(name, record.tags.get(name, "?")))
    if record.score_ns is not None:
        yield _tag("Score", f"NS {record.score_ns}")
    elif "Score" in record.tags:
        yield _tag("Score", record.tags["Score"])
    for name, value in record.tags.items():
        if name not in _WRITTEN_APART and name not in record.sections:
            yield _tag(name, value)
    if record.alerts:
        yield _tag(ALERTS, " ".join(str(index + 1) for index in sorted(record.alerts)))
    if record.irregular:
        yield _tag(IRREGULAR, "yes")
    yield from _remarks(record, 0)
    yield from _auction(record)
    yield from _play(record)
    for name, lines in record.sections.items():
        columns = record.tags.get(name, "")
        yield _tag(name, columns)
        yield from (_row(line, columns) for line in lines)


def _row(line: str, columns: str) -> str:
    r"""A line of a table, its cells as wide as the tag's value asks: ``Result\2R`` has two places, to the right."""
    wanted = [_WIDTH.search(column) for column in columns.split(";")]
    cells = line.split()
    if '"' in line or len(cells) != len(wanted) or not any(wanted):
        return line
    return " ".join(
        cell if width is None else cell.rjust(int(width[1])) if width[2] == "R" else cell.ljust(int(width[1]))
        for cell, width in zip(cells, wanted, strict=True)
    ).rstrip()


def _field_values(record: Record) -> dict[str, str]:
    board = record.board
    values = {
        "Dealer": str(board.dealer),
        "Vulnerable": "All" if str(board.vulnerable) == "Both" else str(board.vulnerable),
        "Deal": board.deal.pbn(),
    }
    if board.number is not None:
        values["Board"] = str(board.number)
    if record.passed_out:
        values |= {"Declarer": "", "Contract": "Pass", "Result": ""}
    if record.contract is not None:
        values |= {"Declarer": str(record.contract.declarer), "Contract": _contract(record.contract)}
    if record.tricks is not None:
        values["Result"] = str(record.tricks)
    return values


def _contract(contract: Contract) -> str:
    return _call(contract.bid.action) + "X" * contract.doubled


def _call(action: int) -> str:
    if action == PASS:
        return "Pass"
    return NAMES[action].replace("N", "NT") if action >= FIRST_BID else Call(action).name


def _auction(record: Record) -> Iterator[str]:
    if not record.calls:
        return
    yield _tag("Auction", str(record.board.dealer))
    numbers, notes = _numbered(record.call_notes)
    cells = [_call(call) + numbers.get(index, "") for index, call in enumerate(record.calls)]
    yield from _rows(_with_remarks(record, cells, 0, len(cells)))
    if record.contract is None and not record.passed_out:
        yield "*"
    yield from notes


def _play(record: Record) -> Iterator[str]:
    if not record.plays:
        return
    owners = record.board.deal.owners
    leader = Seat(owners[record.plays[0]])
    yield _tag("Play", str(leader))
    numbers, notes = _numbered(record.play_notes)
    cells = ["-"] * (-(-len(record.plays) // N_SEATS) * N_SEATS)
    for index, card in enumerate(record.plays):
        column = Seat(owners[card]).relative_to(leader)
        cells[index // N_SEATS * N_SEATS + column] = NAMES[card] + numbers.get(index, "")
    yield from _rows(_with_remarks(record, cells, len(record.calls), len(record.plays)))
    yield "*"
    yield from notes


def _with_remarks(record: Record, cells: Sequence[str], before: int, n_actions: int) -> list[str]:
    """The cells of a section with the remarks after them; ``before`` calls stand before the section."""
    remarked = list(cells)
    for step in range(1, n_actions + 1):
        place = step if step < n_actions else len(cells)
        remarked[place - 1] = "\n".join([remarked[place - 1], *_remarks(record, before + step)])
    return remarked


def _remarks(record: Record, after: int) -> Iterator[str]:
    """The remarks after so many calls and cards, each on a line of its own."""
    last = len(record.calls) + len(record.plays)
    for comment in record.comments:
        if min(comment.after, last) == after:
            text = one_line(comment.text)
            yield f"; {text}" if "}" in text else f"{{{text}}}"


def _rows(cells: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(cells), N_SEATS):
        row = cells[start : start + N_SEATS]
        yield "".join(cell + ("\n" if "\n" in cell else " ") for cell in row).rstrip()


def _numbered(notes: Mapping[int, str]) -> tuple[dict[int, str], list[str]]:
    """References by index of call or card, and the Note tags; equal texts share a number."""
    texts = list(dict.fromkeys(notes[index] for index in sorted(notes)))
    references = {index: f" ={texts.index(text) + 1}=" for index, text in notes.items()}
    return references, [_tag("Note", f"{number}:{text}") for number, text in enumerate(texts, start=1)]


def _tag(name: str, value: str) -> str:
    require_tag_name(name)
    text = one_line(value)
    blank = " " if repeats(text.lstrip(" ")) else ""
    return f'[{name} "{blank}{escaped(name, text)}"]'
