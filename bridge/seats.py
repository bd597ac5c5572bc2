"""Seats, sides and vulnerability.

Seats are numbered clockwise from North, so "the next seat" is always ``+ 1 mod 4``:

====  ====  ====  ====
N     E     S     W
0     1     2     3
====  ====  ====  ====

A side is a partnership: NS (seats 0 and 2) is side 0 and EW (seats 1 and 3) is side 1.
Vulnerability is a set of sides as bits: None 0, NS 1, EW 2, Both 3.
"""

from __future__ import annotations

from enum import IntEnum

N_SEATS = 4


class Side(IntEnum):
    """A partnership."""

    NS = 0
    EW = 1

    def __str__(self) -> str:
        return self.name

    @property
    def opponents(self) -> Side:
        """The other partnership."""
        return Side(1 - self)


class Seat(IntEnum):
    """A compass position at the table."""

    N = 0
    E = 1
    S = 2
    W = 3

    def __str__(self) -> str:
        return self.name

    @property
    def word(self) -> str:
        """The seat's full name, for messages: ``"North"``."""
        return ("North", "East", "South", "West")[self]

    @property
    def lho(self) -> Seat:
        """Left-hand opponent: the seat that acts next."""
        return Seat((self + 1) % N_SEATS)

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return Seat((self + 2) % N_SEATS)

    @property
    def rho(self) -> Seat:
        """Right-hand opponent: the seat that acted before."""
        return Seat((self + 3) % N_SEATS)

    @property
    def side(self) -> Side:
        """The partnership that the seat belongs to."""
        return Side(self % 2)

    def relative_to(self, viewer: Seat) -> int:
        """Steps clockwise from ``viewer``: 0 itself, 1 its LHO, 2 its partner, 3 its RHO."""
        return (self - viewer) % N_SEATS

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read ``"N"``, ``"e"``, ``"South"``.

        Raises:
            ValueError: the text names no seat.
        """
        key = str(text).strip().upper()
        for seat in cls:
            if key in (seat.name, seat.word.upper()):
                return seat
        raise ValueError(f"seat {text!r} is unknown: use N, E, S or W")


class Vulnerability(IntEnum):
    """Which sides are vulnerable."""

    NONE = 0
    NS = 1
    EW = 2
    BOTH = 3

    def __str__(self) -> str:
        return ("None", "NS", "EW", "Both")[self]

    def includes(self, side: Side) -> bool:
        """Whether ``side`` is vulnerable."""
        return bool(self >> side & 1)

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Read ``"None"``, ``"NS"``, ``"EW"`` or ``"Both"`` and the PBN synonyms of None and Both.

        Raises:
            ValueError: the text names no vulnerability.
        """
        key = str(text).strip().upper()
        if key in _VULNERABILITY_WORDS:
            return cls(_VULNERABILITY_WORDS[key])
        raise ValueError(f"vulnerability {text!r} is unknown: use None, NS, EW or Both")


# PBN 2.1 allows "Love" and "-" for none, "All" for both.
_VULNERABILITY_WORDS = {"NONE": 0, "LOVE": 0, "-": 0, "NS": 1, "N-S": 1, "EW": 2, "E-W": 2, "BOTH": 3, "ALL": 3}
