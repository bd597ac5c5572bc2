"""The board: a deal with its dealer and vulnerability."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from bridge.deal import Deal
from bridge.seats import N_SEATS, Seat, Vulnerability

# The WBF cycle of sixteen boards; dealer and vulnerability follow from the number alone.
_VULNERABILITY_CYCLE = tuple(
    Vulnerability.parse(text)
    for text in (
        *("None", "NS", "EW", "Both"),
        *("NS", "EW", "Both", "None"),
        *("EW", "Both", "None", "NS"),
        *("Both", "None", "NS", "EW"),
    )
)


def dealer_of(number: int) -> Seat:
    """The dealer of a numbered board: N, E, S, W in turn from board 1."""
    _require_number(number)
    return Seat((number - 1) % N_SEATS)


def vulnerability_of(number: int) -> Vulnerability:
    """The vulnerability of a numbered board; board 17 repeats board 1."""
    _require_number(number)
    return _VULNERABILITY_CYCLE[(number - 1) % len(_VULNERABILITY_CYCLE)]


def _require_number(number: int) -> None:
    if number < 1:
        raise ValueError(f"board number {number} is not positive: boards are numbered from 1")


_BOARD = re.compile(r"(?:Board (\d+), )?dealer (\S+), vulnerable (\S+), (.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Board:
    """A deal in its frame. ``str`` gives ``"Board 1, dealer N, vulnerable None, N:..."``; ``parse`` is its inverse."""

    deal: Deal
    dealer: Seat
    vulnerable: Vulnerability
    number: int | None = None

    @classmethod
    def numbered(cls, number: int, deal: Deal) -> Board:
        """The board whose number gives dealer and vulnerability."""
        return cls(deal, dealer_of(number), vulnerability_of(number), number)

    @classmethod
    def random(cls, number: int, rng: np.random.Generator) -> Board:
        """A numbered board with a random deal."""
        return cls.numbered(number, Deal.random(rng))

    def __str__(self) -> str:
        prefix = "" if self.number is None else f"Board {self.number}, "
        return f"{prefix}dealer {self.dealer}, vulnerable {self.vulnerable}, {self.deal}"

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read what ``str`` prints.

        Raises:
            ValueError: the text is no board.
        """
        match = _BOARD.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"board {text!r} is unknown: write it as 'Board 1, dealer N, vulnerable None, N:...'")
        number = None if match[1] is None else int(match[1])
        return cls(Deal.parse(match[4]), Seat.parse(match[2]), Vulnerability.parse(match[3]), number)
