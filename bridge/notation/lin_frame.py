"""The frame of a LIN board: deal, dealer, vulnerability, number, and the tags that say who played where."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bridge.board import Board, dealer_of, vulnerability_of
from bridge.notation.lin_fields import KNOWN_FIELDS, OWN_FIELDS, OWN_TAG, ROOM_NUMBER
from bridge.notation.lin_groups import BoardFields
from bridge.notation.lin_lexer import Field
from bridge.notation.lin_values import SEATS, VULNERABLE, deal_value, names_value, split, unescaped
from bridge.notation.outcome import unusual_dealer, unusual_vulnerability
from bridge.notation.problems import NotationError
from bridge.seats import N_SEATS, Seat, Vulnerability

_NUMBER = re.compile(r"(?:board|bd|#)?\s*#?\s*([0-9]{1,9})", re.IGNORECASE)
_OWN_TAG = re.compile(r"([A-Za-z]\w*)=(.*)", re.ASCII | re.DOTALL)
_OWN_WORDS = {"-": "o", "0": "o", "none": "o", "ns": "n", "ew": "e", "all": "b", "both": "b"}


def read_board(part: BoardFields, played_before: Mapping[int, Board]) -> Board:
    """The board; the deal of one that has none is that of the same number in the other room, in ``played_before``.

    Raises:
        NotationError: the deal, the dealer or the vulnerability is wrong or cannot be known.
    """
    number = _number(part)
    hands = part.first("md")
    if hands is None:
        return _shared_board(part, played_before)
    dealer_digit, rest = re.fullmatch(r"([0-9]?)(.*)", hands.value, re.DOTALL).groups()  # type: ignore[union-attr]
    try:
        deal = deal_value(rest)
    except ValueError as error:
        raise NotationError(hands.line, "md", str(error)) from error
    if not deal.is_complete:
        part.warn(hands.line, "md", "a hand is not known: the board cannot be played or solved")
    dealer = _dealer(part, hands, dealer_digit, number)
    return Board(deal, dealer, _vulnerable(part, number), number)


def _shared_board(part: BoardFields, played_before: Mapping[int, Board]) -> Board:
    number = part.room_number
    if number is not None and number in played_before:
        part.warn(part.line, "md", "the board has no deal: it is taken from the other room")
        return played_before[number]
    if part.is_last and part.fields[-1].cut:
        raise NotationError(part.fields[-1].line, "md", "the file ends before the deal of this board")
    raise NotationError(part.line, "md", "the board has no deal")


def _number(part: BoardFields) -> int | None:
    """The number by ``ah``, else by ``qx``; programs have written files in which the two differ."""
    of_room = part.room_number
    for heading in part.all("ah"):
        match = _NUMBER.fullmatch(heading.value)
        if match is not None and int(match[1]) > 0:
            number = int(match[1])
            if of_room not in (None, number):
                marker = part.first("qx") or heading
                part.warn(marker.line, "qx", f"{marker.value} is marked, but the board is named {number}, which counts")
            return number
    return of_room or None


def _dealer(part: BoardFields, hands: Field, digit: str, number: int | None) -> Seat:
    if digit == "" and number is not None:
        part.warn(hands.line, "md", f"no dealer is given: board {number} has {dealer_of(number).word}")
        return dealer_of(number)
    if digit not in ("1", "2", "3", "4"):
        given = f"dealer {digit!r} is unknown" if digit else "no dealer is given"
        raise NotationError(hands.line, "md", f"{given}: begin with 1 (South), 2 (West), 3 (North) or 4 (East)")
    dealer = SEATS[int(digit) - 1]
    if message := unusual_dealer(number, dealer):
        part.warn(hands.line, "md", message)
    return dealer


def _vulnerable(part: BoardFields, number: int | None) -> Vulnerability:
    given = part.first("sv")
    if given is None:
        if number is None:
            raise NotationError(part.line, "sv", "the board has neither vulnerability nor number")
        vulnerable = vulnerability_of(number)
        part.warn(part.line, "sv", f"no vulnerability is given: board {number} has {vulnerable}")
        return vulnerable
    letter = given.value.lower()
    letter = _OWN_WORDS.get(letter, letter)
    if letter not in VULNERABLE:
        raise NotationError(given.line, "sv", f"vulnerability {given.value!r} is unknown: use o, n, e or b")
    if message := unusual_vulnerability(number, VULNERABLE[letter]):
        part.warn(given.line, "sv", message)
    return VULNERABLE[letter]


def read_tags(part: BoardFields, board: Board) -> dict[str, str]:
    """The tags of a board: its match, its players, its room, and fields that have no other place."""
    tags = dict(part.match.tags)
    tags |= _names(part)
    room = part.room
    if room is not None:
        tags["Room"] = room
        if part.room_number not in (None, board.number):
            tags[ROOM_NUMBER] = str(part.room_number)
    for item in part.fields:
        is_number = item.key == "ah" and _NUMBER.fullmatch(item.value)
        if item.key not in KNOWN_FIELDS and item.value and not is_number:
            name = OWN_FIELDS + item.key
            if name in tags:
                part.warn(item.line, item.key, "the field is there already: the first one counts")
            tags.setdefault(name, unescaped(item.value))
    return tags


def _names(part: BoardFields) -> dict[str, str]:
    """Names by seat. Of eight, the first four sit in the open room and the others in the closed one."""
    given = part.first("pn") or part.match.names
    if given is None:
        return {}
    names = split(given.value)
    if part.room == "Closed" and len(names) > N_SEATS:
        return names_value(SEATS, names[N_SEATS:])
    is_header = given is part.match.names and part.room is not None
    if len(names) not in ((N_SEATS, 2 * N_SEATS) if is_header else (N_SEATS,)):
        message = "the first four are taken" if len(names) > N_SEATS else "a seat has no name"
        part.warn(given.line, "pn", f"{len(names)} names: {message}")
    return names_value(SEATS, names)


def read_own_tags(part: BoardFields) -> dict[str, str]:
    """The ``tg`` fields: name and value."""
    tags: dict[str, str] = {}
    for item in part.all(OWN_TAG):
        match = _OWN_TAG.fullmatch(item.value)
        if match is None:
            part.warn(item.line, OWN_TAG, f"{item.value!r} is not written as Name=value: left out")
        elif match[1] in tags:
            part.warn(item.line, OWN_TAG, f"{match[1]} is there already: the first one counts")
        else:
            tags[match[1]] = unescaped(match[2])
    return tags
