"""The values of single PBN tags: contract, result and score."""

from __future__ import annotations

import re

from bridge.calls import Call
from bridge.seats import Side

MANDATORY_TAGS = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result"),
)
"""Tags that every record of the export format has, in its order; ``?`` where the value is not known."""

_SCORE = re.compile(r"(?:(NS|EW)\s*)?([+-]?[0-9]{1,6})(?:\s+(?:NS|EW)\s*[+-]?[0-9]{1,6})?\s*$", re.IGNORECASE)
_CONTRACT = re.compile(r"([1-7]\s*(?:NT|[CDHSN♣♦♥♠]))\s*(XX|X|R)?", re.IGNORECASE)
_DOUBLED = {"": 0, "X": 1, "XX": 2, "R": 2}
_RESULT = re.compile(r"\^?([0-9]{1,2})")
_SIDE_RESULT = re.compile(r"\^?(NS|EW)\s*([0-9]{1,2})(?:\s+(NS|EW)\s*([0-9]{1,2}))?", re.IGNORECASE)


def repeats(value: str) -> bool:
    """Whether a value stands for that of the record before (``#``), or is handed on to those that follow (``##``).

    A tag whose own value looks so is written with one more blank before it.
    """
    return value == "#" or value.startswith("##")


def contract_text(text: str) -> tuple[Call | None, int]:
    """``"4SX"`` as the bid and how often it was doubled; no bid for ``"Pass"``."""
    if text.upper() in ("PASS", "P", "AP"):
        return None, 0
    match = _CONTRACT.fullmatch(text)
    if match is None:
        raise ValueError(f"contract {text!r} is unknown: write it as 3NT, 4SX or Pass")
    return Call.parse(match[1].replace(" ", "")), _DOUBLED[(match[2] or "").upper()]


def result_text(text: str) -> dict[Side | None, int]:
    """``"9"`` as declarer's tricks (under None), ``"NS 9 EW 4"`` as each side's."""
    if match := _RESULT.fullmatch(text):
        tricks: dict[Side | None, int] = {None: int(match[1])}
    elif match := _SIDE_RESULT.fullmatch(text):
        tricks = {Side[match[1].upper()]: int(match[2])}
        if match[3]:
            tricks[Side[match[3].upper()]] = int(match[4])
    else:
        raise ValueError(f"result {text!r} is unknown: write the tricks that declarer won, 0..13")
    if max(tricks.values()) > 13 or (len(tricks) == 2 and sum(tricks.values()) != 13):
        raise ValueError(f"result {text!r} is impossible: a side wins 0..13 tricks, both together 13")
    return tricks


def score_text(text: str) -> tuple[Side | None, int]:
    """``"NS 420"`` as the side and its points; no side, so declarer's, for ``"-50"``.

    Raises:
        ValueError: the text is no score.
    """
    match = _SCORE.match(text)
    if match is None:
        raise ValueError(f"score {text!r} is unknown: write it as NS 420")
    return None if match[1] is None else Side[match[1].upper()], int(match[2])
