"""Files of boards in either notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from bridge.files import written_whole
from bridge.notation.encoding import decode, encode
from bridge.notation.lin_reader import parse_lin
from bridge.notation.lin_writer import write_lin
from bridge.notation.pbn_reader import parse_pbn
from bridge.notation.pbn_writer import write_pbn
from bridge.notation.problems import NotationError
from bridge.notation.records import Record, RecordFile

_WRITERS: dict[str, Callable[[Iterable[Record]], str]] = {".pbn": write_pbn, ".lin": write_lin}
_LIN = re.compile(r"(?:^|\|)\s*(?:md|qx|pn)\||[?&]lin=|\bmd%7C", re.IGNORECASE)
_PBN = re.compile(r"^\s*\[\s*[A-Za-z]\w*\s*\"", re.MULTILINE)


def read_records(path: str | Path, *, strict: bool = False) -> RecordFile:
    """Read a PBN or LIN file: by its suffix, ``.pbn`` or ``.lin``, else by what stands in it.

    Args:
        path: the file.
        strict: whether the first board that is wrong raises, instead of being left out and listed.

    Raises:
        NotationError: the file is neither PBN nor LIN, or, if ``strict``, a board is wrong.
        OSError: the file cannot be read.
    """
    path = Path(path)
    data = path.read_bytes()
    suffix = path.suffix.lower()
    text = decode(data)[0]
    if suffix == ".lin" or (suffix != ".pbn" and _LIN.search(text)):
        return parse_lin(data, strict=strict)
    if suffix == ".pbn" or _PBN.search(text):
        return parse_pbn(data, strict=strict)
    raise NotationError(1, None, f"{path.name} is neither PBN nor LIN: other formats are not read")


def write_records(path: str | Path, records: Iterable[Record]) -> None:
    """Write a PBN or LIN file, by its suffix; it appears whole or not at all.

    The text is ISO 8859-1, the encoding of PBN, where that can hold it, else UTF-8.

    Raises:
        ValueError: the suffix is neither ``.pbn`` nor ``.lin``, or a tag has a name that cannot be written.
        OSError: the file cannot be written.
    """
    path = Path(path)
    write = _WRITERS.get(path.suffix.lower())
    if write is None:
        raise ValueError(f"{path.name} is neither PBN nor LIN: end its name with .pbn or .lin")
    data = encode(write(records))
    with written_whole(path) as temporary:
        temporary.write_bytes(data)
