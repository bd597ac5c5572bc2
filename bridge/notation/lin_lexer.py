"""The lowest layer of LIN: text to fields, ``xx|value|``.

Line ends mean nothing; most files have one after each board, trick or remark. Addresses of hand viewers, which carry a
board percent-encoded, are read as the board they carry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote, unquote_plus

from bridge.notation.encoding import printable
from bridge.notation.lin_fields import OWN_TAG
from bridge.notation.problems import Problem


@dataclass(frozen=True, slots=True)
class Field:
    """``key|value|``: the key in lower case, the value on one line, without blanks at its ends."""

    key: str
    value: str
    line: int
    cut: bool = False
    """Whether the file ends before the field does."""


# At the start of a line only: elsewhere it is part of a remark.
_ADDRESS = re.compile(
    r"^[^\S\n]*https?://[^\s?]{1,200}\?(?:[^\s&|]*&)*lin=(?P<lin>[^\n]*)", re.IGNORECASE | re.MULTILINE
)
_FIELD = re.compile(r"\s*(?P<key>[A-Za-z][A-Za-z0-9])\|(?P<value>[^|]*)(?P<end>\||\Z)")
_JUNK = re.compile(r"[^|]*(?:\||\Z)")
_SHOWN = 30

# Fields without which the board would be another, so a fault in one costs the board.
_ESSENTIAL = re.compile("md|sv|mb|pc", re.IGNORECASE)

# After text that is no field, only these can be the key of the next one: any two letters may be a value.
_SURE = frozenset({"pn", "st", "md", "rh", "ah", "sv", "mb", "an", "pc", "pg", "mc", "qx", "vg", "rs", "nt"})


def scan_lin(text: str) -> Iterator[Field | Problem]:
    """Fields and problems in the order of the text."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        yield Problem(text[: text.index("\0")].count("\n") + 1, None, "NUL bytes in the text are left out")
        text = text.replace("\0", "")
    text = _ADDRESS.sub(lambda match: _address_lin(match["lin"]), text)
    if "|" not in text and "%7c" in text.lower():
        text = unquote(text)
    yield from _fields(text)


def _address_lin(lin: str) -> str:
    """The board that an address carries; one that is not encoded goes on to the end of the line."""
    if "|" in lin:
        return lin
    # A line end in the value must not move the lines that problems name.
    carried, end, rest = re.split(r"([&\s]|\Z)", lin, maxsplit=1)
    return unquote_plus(carried).replace("\n", " ").replace("\r", " ") + (rest if end.isspace() else "")


def _fields(text: str) -> Iterator[Field | Problem]:
    position, line, is_sure = 0, 1, True
    while position < len(text):
        match = _FIELD.match(text, position)
        if match is not None and (is_sure or match["key"].lower() in _SURE):
            start = line + text.count("\n", position, match.start("key"))
            yield from _field(match, start)
            is_sure = True
        else:
            match = _JUNK.match(text, position)
            if match is None:
                return
            junk = printable(" ".join(match[0].split()))
            if junk:
                start = line + match[0][: len(match[0]) - len(match[0].lstrip())].count("\n")
                essential = _ESSENTIAL.match(junk)
                message = f"{junk[:_SHOWN]!r} is no field" + (": a bar is missing" if essential else ": left out")
                yield Problem(start, essential and essential[0].lower(), message, is_error=essential is not None)
                is_sure = False
        line += match[0].count("\n")
        position = match.end()


def _field(match: re.Match[str], line: int) -> Iterator[Field | Problem]:
    key, value = match["key"].lower(), match["value"]
    value = " ".join(value.split()) if "\n" in value else value
    clean = printable(value)
    if clean != value:
        yield Problem(line, key, "control characters in the value are left out")
    yield Field(key, clean if key == OWN_TAG else clean.strip(), line, cut=not match["end"])
