r"""The double-dummy table of a board in its record: the section ``OptimumResultTable`` of PBN 2.1.

    [OptimumResultTable "Declarer;Denomination\2R;Result\2R"]
    N NT  9
    N  S 10

A row for every declarer and denomination, with the tricks that declarer takes when all four hands are seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from bridge.cards import CARDS_PER_HAND, Denomination
from bridge.notation.records import Record
from bridge.seats import N_SEATS, Seat

_TAG = "OptimumResultTable"
_COLUMNS = r"Declarer;Denomination\2R;Result\2R"

Tricks = npt.NDArray[np.int8]


def with_double_dummy(record: Record, tricks: npt.ArrayLike) -> Record:
    """A record that carries its board's double-dummy table.

    Args:
        record: the record.
        tricks: by denomination and declarer, ``(5, 4)``, as ``bridge.double_dummy`` gives them.

    Raises:
        ValueError: the table has another shape.
    """
    table = np.asarray(tricks)
    if table.shape != (len(Denomination), N_SEATS):
        raise ValueError(f"a double-dummy table has shape (5, 4), not {table.shape}")
    lines = tuple(
        f"{seat} {'NT' if denomination is Denomination.NT else denomination.letter} {table[denomination, seat]}"
        for seat in Seat
        for denomination in reversed(Denomination)
    )
    return replace(record, tags={**record.tags, _TAG: _COLUMNS}, sections={**record.sections, _TAG: lines})


def double_dummy_table(record: Record) -> Tricks | None:
    """Tricks by denomination and declarer, ``(5, 4)``, as a record has them; None if it has no table.

    They are what the file says: nobody has solved the board again.

    Raises:
        ValueError: the table cannot be read, or a row is missing.
    """
    lines = record.sections.get(_TAG)
    if lines is None:
        return None
    columns = [column.partition("\\")[0] for column in record.tags.get(_TAG, "").split(";")]
    table = np.full((len(Denomination), N_SEATS), -1, dtype=np.int8)
    for line in lines:
        denomination, declarer, tricks = _row(dict(zip(columns, line.split(), strict=False)), line)
        table[denomination, declarer] = tricks
    if missing := int((table < 0).sum()):
        raise ValueError(f"{_TAG}: {missing} of {table.size} rows are missing")
    return table


def _row(cells: Mapping[str, str], line: str) -> tuple[Denomination, Seat, int]:
    try:
        tricks = int(cells["Result"])
        row = Denomination.parse(cells["Denomination"]), Seat.parse(cells["Declarer"]), tricks
    except (KeyError, ValueError) as error:
        raise ValueError(f"{_TAG}: {line!r} is no row of declarer, denomination and result") from error
    if not 0 <= tricks <= CARDS_PER_HAND:
        raise ValueError(f"{_TAG}: {line!r} has no result of 0 to {CARDS_PER_HAND} tricks")
    return row
