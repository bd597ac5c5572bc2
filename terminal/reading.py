"""What a person may type for a call or a card."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bridge.calls import Call
from bridge.cards import Card, ascii_suits

_VARIATION_SELECTORS = re.compile("[\ufe0e\ufe0f]")
"""Some keyboards send a suit symbol with a mark that asks for its coloured form."""

_LONG_NAMES = {
    "CLUB": "C",
    "DIAMOND": "D",
    "HEART": "H",
    "SPADE": "S",
    "NOTRUMP": "NT",
    "NOTRUMPS": "NT",
    "NO-TRUMP": "NT",
}
_BID = re.compile(r"([1-7])([A-Z-]+)")
_RANK_FIRST = re.compile(r"([AKQJT2-9])([CDHS])")


_LONGEST_SHOWN = 40
_MOST_DIGITS = 4


def shortened(text: str) -> str:
    """What was typed as a message repeats it: without its end if it is long."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def read_number(text: str) -> int | None:
    """The number of a call, trick or card that digits write; None for anything else.

    All numbers of more digits than any of these has count as one that is too large.
    """
    if not text.isdecimal():
        return None
    return int(text) if len(text) <= _MOST_DIGITS else 10**_MOST_DIGITS


def _key(text: str) -> str:
    """Capitals without blanks, suits as letters, tens as T."""
    return re.sub(r"\s+", "", ascii_suits(_VARIATION_SELECTORS.sub("", text))).upper()


def read_call(text: str) -> Call:
    """A call: ``1H``, ``1 hearts``, ``3NT``, ``2♣``; P or PASS; D, DBL, DOUBLE or X; R, RDBL, REDOUBLE or XX.

    Raises:
        ValueError: the text names no call.
    """
    key = _key(text)
    if match := _BID.fullmatch(key):
        word = match[2]
        key = match[1] + (_LONG_NAMES.get(word) or _LONG_NAMES.get(word.removesuffix("S")) or word)
    try:
        return Call.parse(key)
    except ValueError:
        raise ValueError(f"{shortened(text)!r} is no call: type a bid such as 1H or 3NT, or P, X or XX") from None


def read_card(text: str, legal: Sequence[Card]) -> Card:
    """A card: ``KH`` or ``HK``, ``10C`` or ``TC``, ``♥K``; or digits alone, the place of a legal card from 1.

    Raises:
        ValueError: the text names no card, or there is no such place.
    """
    key = _key(text)
    place = read_number(key)
    if place is not None:
        if not 1 <= place <= len(legal):
            raise ValueError(
                f"there is no card number {shortened(key)}: choose 1 to {len(legal)}, or type a card such as KH"
            )
        return legal[place - 1]
    key = key.replace("10", "T")
    if match := _RANK_FIRST.fullmatch(key):
        key = match[2] + match[1]
    try:
        return Card.parse(key)
    except ValueError:
        raise ValueError(
            f"{shortened(text)!r} is no card: type a number of the list, or a card such as KH or 10C"
        ) from None
