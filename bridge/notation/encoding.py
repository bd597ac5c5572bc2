"""Bytes to text and back, and text that is safe to print."""

from __future__ import annotations

import codecs
import unicodedata

from bridge.notation.problems import Problem

_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes) -> tuple[str, list[Problem]]:
    """Text of a file by its byte order mark, else UTF-8, else Windows-1252 or ISO 8859-1, the standard of PBN.

    Never fails; a byte that cannot be read becomes U+FFFD.
    """
    for mark, encoding in _ENCODINGS:
        if data.startswith(mark):
            text = data.decode(encoding, errors="replace")
            note = (
                [] if encoding == "utf-8-sig" else [Problem(1, None, "the file is UTF-16: read by its byte order mark")]
            )
            return text, note
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding), []
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), []


def encode(text: str) -> bytes:
    """Bytes from which :func:`decode` makes the same text: ISO 8859-1 where it can, else UTF-8."""
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", errors="replace")
    return data if decode(data)[0] == text else text.encode("utf-8")


def printable(text: str) -> str:
    """The text without control characters, which could steer the terminal that shows it."""
    return "".join(character for character in text if unicodedata.category(character) != "Cc")


def one_line(text: str) -> str:
    """Printable text on one line: a run of blanks with a line end in it becomes one blank."""
    return printable(" ".join(text.split()) if "\n" in text or "\r" in text else text)
