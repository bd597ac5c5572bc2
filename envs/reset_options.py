"""What ``reset`` accepts: a seed, and options that fix parts of the board.

==============  ==============================================================================
option          value
==============  ==============================================================================
``board``       number of the board, 1 or more; it gives dealer and vulnerability
``deal``        the deal in PBN: ``"N:AK4.QJ2.T9.87653 ... ... ..."``
``dealer``      ``"N"``, ``"E"``, ``"S"`` or ``"W"``; overrides the board's
``vulnerable``  ``"None"``, ``"NS"``, ``"EW"`` or ``"Both"``; overrides the board's
``calls``       calls already made, from the dealer on: ``["1C", "P", "1H"]`` or ``"1C P 1H"``
``cards``       cards already played, in order: ``["S4", "SA"]`` or ``"S4 SA"``
==============  ==============================================================================

Whatever is not given is drawn at random.
"""

from __future__ import annotations

import difflib
import operator
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bridge.calls import Call
from bridge.cards import Card
from bridge.deal import Deal
from bridge.seats import Seat, Vulnerability

MAX_SEED = 2**64 - 1
"""Seeds are 0 .. ``MAX_SEED``."""


@dataclass(frozen=True, slots=True)
class ResetOptions:
    """The parts of a board that the caller fixes; None stands for "draw it"."""

    board: int | None = None
    deal: Deal | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None
    calls: tuple[int, ...] = ()
    """Action numbers, from the dealer on."""
    cards: tuple[int, ...] = ()
    """Action numbers, from the opening lead on."""

    @classmethod
    def parse(cls, options: Mapping[str, Any] | None) -> ResetOptions:
        """Read the ``options`` of ``reset``. An unknown key is a warning that names the nearest key.

        Raises:
            ValueError: ``options`` is no mapping, or a value cannot be read; the message names the key.
        """
        if options is None:
            return cls()
        if not isinstance(options, Mapping):
            raise ValueError(f"reset options are {options!r}: give a dict with any of {', '.join(_READERS)}")
        values: dict[str, Any] = {}
        for key, value in options.items():
            if key in _READERS:
                values[key] = _read(key, value)
            else:
                _warn_unknown(str(key))
        return cls(**values)


def checked_seed(seed: object) -> int:
    """A seed as an int.

    Raises:
        ValueError: ``seed`` is no integer in 0 .. ``MAX_SEED``.
    """
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if not 0 <= number <= MAX_SEED:
        raise ValueError(f"seed {seed!r} cannot be used: a seed is an integer from 0 to 2**64 - 1")
    return number


def _read(key: str, value: object) -> object:
    try:
        return _READERS[key](value)
    except (ValueError, TypeError) as error:
        raise ValueError(f"reset option {key!r}: {error}") from error


def _warn_unknown(key: str) -> None:
    nearest = difflib.get_close_matches(key, _READERS, n=1, cutoff=0.0)[0]
    warnings.warn(f"reset option {key!r} is unknown and ignored; nearest is {nearest!r}", UserWarning, stacklevel=4)


def _board_number(value: Any) -> int:
    number = operator.index(value)
    if number < 1:
        raise ValueError(f"board number {number} is not positive: boards are numbered from 1")
    return number


def _complete_deal(value: object) -> Deal:
    deal = Deal.parse(_text(value))
    if not deal.is_complete:
        raise ValueError("a hand is not known, so the deal cannot be played")
    return deal


def _text(value: object) -> str:
    # None would pass for the text "None", which means something else.
    if value is None:
        raise ValueError("the value is missing: leave the option out to have it drawn")
    return str(value)


def _actions(value: object, parse: Callable[[str], int]) -> tuple[int, ...]:
    names = value.split() if isinstance(value, str) else value
    if not isinstance(names, Iterable):
        raise ValueError(f"{value!r} is no list of names")
    return tuple(parse(_text(name)) for name in names)


_READERS: dict[str, Callable[[Any], object]] = {
    "board": _board_number,
    "deal": _complete_deal,
    "dealer": lambda value: Seat.parse(_text(value)),
    "vulnerable": lambda value: Vulnerability.parse(_text(value)),
    "calls": lambda value: _actions(value, lambda name: Call.parse(name).action),
    "cards": lambda value: _actions(value, lambda name: Card.parse(name).index),
}
