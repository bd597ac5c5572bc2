"""The lowest layer of PBN: text to tags, words and blank lines.

Comments are ``{...}`` and ``;`` to the end of the line; a blank line inside one ends no record. Lines that begin with
``%`` say nothing about the board and are left out here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bridge.notation.encoding import one_line, printable
from bridge.notation.problems import Problem

ESSENTIAL_TAGS = frozenset({"Deal", "Dealer", "Vulnerable"})
"""Tags without which there is no board, so a fault in one costs the board."""


@dataclass(frozen=True, slots=True)
class Tag:
    """``[Name "value"]``, the value with its escapes resolved."""

    name: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Word:
    """Text outside tags, up to the next blank."""

    text: str
    line: int
    cut: bool
    """Whether the file ends right after it, so that it may be half a word."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment, on one line."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class BlankLine:
    """An empty line outside comments: the end of a record."""

    line: int


Item = Tag | Word | Remark | BlankLine | Problem

# A quoted string: PBN writes \" for a quote and \\ for a backslash, and no string goes over a line end.
_STRING = r'"(?:[^"\\\n]|\\.)*"'

_PATTERN = rf"""
      (?P<directive>^%[^\n]*)
    | (?P<blank>^[^\S\n]*\n)
    | (?P<space>[^\S\n]+|\n)
    | (?P<line_comment>;[^\n]*)
    | (?P<tag>\[\s*(?P<name>[A-Za-z][A-Za-z0-9_]*)\s*(?P<value>{_STRING})\s*\])
    | (?P<loose>\[[^\S\n]*(?P<loose_name>[A-Za-z][A-Za-z0-9_]*)[^\S\n]*"(?P<loose_value>[^\n]*)"[^\S\n]*\][^\S\n]*$)
    | (?P<bad_tag>\[[^\]\n]*\]?)
    | (?P<word>{_STRING}|[^\s\[\]{{}}";]+)
    | (?P<stray>.)
    """
_ITEM_OUTSIDE_COMMENTS = re.compile(_PATTERN, re.VERBOSE | re.MULTILINE)
_ITEM = re.compile(r"(?P<comment>\{[^}]*\}) |" + _PATTERN, re.VERBOSE | re.MULTILINE)


def scan(text: str) -> Iterator[Item]:
    """Tags, words, blank lines and problems in the order of the text. Line ends may be of any kind, even mixed."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        yield Problem(text[: text.index("\0")].count("\n") + 1, None, "NUL bytes in the text are left out")
        text = text.replace("\0", "")
    line = 1
    for match in _matches(text):
        yield from _items(match, line, match.end() == len(text))
        line += match[0].count("\n")


def _matches(text: str) -> Iterator[re.Match[str]]:
    # After the last closing brace no comment can begin: not even tried, as each try would go through the whole rest.
    last_brace = text.rfind("}")
    position = 0
    while match := (_ITEM if position < last_brace else _ITEM_OUTSIDE_COMMENTS).match(text, position):
        yield match
        position = match.end()


def _items(match: re.Match[str], line: int, ends_file: bool) -> Iterator[Item]:
    match match.lastgroup:
        case "blank":
            yield BlankLine(line)
        case "comment" | "line_comment":
            text = match[0][1:-1] if match.lastgroup == "comment" else match[0][1:]
            if text.strip():
                yield Remark(one_line(text).strip(), line)
        case "word":
            yield Word(printable(match[0]), line, cut=ends_file)
        case "tag":
            yield from _tag(match["name"], match["value"][1:-1], line)
        case "loose":
            yield Problem(line, match["loose_name"], 'a quote inside the value is not written \\"')
            yield from _tag(match["loose_name"], match["loose_value"], line)
        case "bad_tag":
            yield _bad_tag(match[0], line, ends_file)
        case "stray":
            is_open = match[0] == "{"
            message = (
                "a comment is opened and never closed: only the brace is left out"
                if is_open
                else f"{match[0]!r} stands alone and is left out"
            )
            yield Problem(line, None, message)


def _tag(name: str, raw: str, line: int) -> Iterator[Item]:
    value = unescaped(name, raw)
    clean = printable(value)
    if clean != value:
        yield Problem(line, name, "control characters in the value are left out")
    yield Tag(name, clean, line)


def _bad_tag(text: str, line: int, ends_file: bool) -> Problem:
    found = re.match(r"\[\s*([A-Za-z][A-Za-z0-9_]*)", text)
    name = found[1] if found else None
    if ends_file and not text.endswith("]"):
        message = "the file ends inside this tag"
    else:
        message = 'not written as [Name "value"]: the tag is left out'
    return Problem(line, name, message, is_error=name in ESSENTIAL_TAGS)


def unescaped(name: str, value: str) -> str:
    r"""A tag's value with ``\"`` and ``\\`` resolved.

    A backslash before anything else stays. So does every one of a table's column widths, as in ``Result\2R``.
    """
    if is_table(name):
        return value.replace('\\"', '"')
    return re.sub(r'\\(["\\])', r"\1", value)


def escaped(name: str, value: str) -> str:
    """The inverse of :func:`unescaped`."""
    if is_table(name):
        return value.replace('"', '\\"')
    return value.replace("\\", "\\\\").replace('"', '\\"')


def is_table(name: str) -> bool:
    """Whether lines of a table follow the tag: the standard names these tags ``...Table``."""
    return name.endswith("Table")
