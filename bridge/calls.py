"""Calls and contracts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bridge.actions import DOUBLE, FIRST_BID, N_ACTIONS, NAMES, PASS, REDOUBLE
from bridge.cards import Denomination, ascii_suits
from bridge.seats import Seat


@dataclass(frozen=True, slots=True, order=True)
class Call:
    """One turn of the auction: pass, double, redouble or a bid.

    ``str`` gives ``"4♠"``, ``"3NT"``, ``"Pass"``, ``"X"``, ``"XX"``; ``name`` gives ``"4S"``, ``"3N"``,
    ``"P"``; ``parse`` reads both.
    """

    action: int
    """The call's action number, 52..89."""

    def __post_init__(self) -> None:
        if not PASS <= self.action < N_ACTIONS:
            raise ValueError(f"call number {self.action} is outside {PASS}..{N_ACTIONS - 1}")

    @classmethod
    def bid(cls, level: int, denomination: int) -> Call:
        """The bid of ``level`` (1..7) in ``denomination`` (C D H S NT = 0-4)."""
        if not (1 <= level <= 7 and 0 <= denomination <= 4):
            raise ValueError(f"there is no bid of level {level} in denomination {denomination}")
        return cls(FIRST_BID + 5 * (level - 1) + denomination)

    @property
    def is_bid(self) -> bool:
        """Whether the call names a level and a denomination."""
        return self.action >= FIRST_BID

    @property
    def level(self) -> int:
        """1..7 for a bid."""
        self._require_bid()
        return (self.action - FIRST_BID) // 5 + 1

    @property
    def denomination(self) -> Denomination:
        """What the bid names."""
        self._require_bid()
        return Denomination((self.action - FIRST_BID) % 5)

    def _require_bid(self) -> None:
        if not self.is_bid:
            raise ValueError(f"{self} has no level or denomination: it is not a bid")

    @property
    def name(self) -> str:
        """ASCII name: ``"P"``, ``"X"``, ``"XX"``, ``"1C"`` .. ``"7N"``."""
        return NAMES[self.action]

    def __str__(self) -> str:
        if self.is_bid:
            return f"{self.level}{self.denomination}"
        return {PASS: "Pass", DOUBLE: "X", REDOUBLE: "XX"}[self.action]

    @classmethod
    def parse(cls, text: str) -> Call:
        """Read ``"1H"``, ``"3NT"``, ``"2♣"``, and P or Pass, X, D or Dbl, XX, R or Rdbl in any case.

        Raises:
            ValueError: the text names no call.
        """
        key = ascii_suits(str(text).strip()).upper()
        if key in _WORDS:
            return cls(_WORDS[key])
        match = re.fullmatch(r"([1-7])(NT|[CDHSN])", key)
        if match is None:
            raise ValueError(f"call {text!r} is unknown: use P, X, XX or a bid 1C..7NT")
        return cls.bid(int(match[1]), Denomination.parse(match[2]))


_WORDS = {"P": PASS, "PASS": PASS, "X": DOUBLE, "D": DOUBLE, "DBL": DOUBLE, "DOUBLE": DOUBLE}
_WORDS |= {"XX": REDOUBLE, "R": REDOUBLE, "RDBL": REDOUBLE, "REDOUBLE": REDOUBLE}

_CONTRACT = re.compile(r"([1-7])\s*(NT|[CDHSN])\s*(XX|X)?(?:\s*BY\s*|\s*)([NESW])?")


@dataclass(frozen=True, slots=True)
class Contract:
    """The final bid, whether it was doubled, and who plays it.

    ``str`` gives ``"4♠x by N"``; ``parse`` is its inverse and also reads ``"4SX N"`` and ``"4SXN"``.
    """

    level: int
    denomination: Denomination
    doubled: int
    """0 undoubled, 1 doubled, 2 redoubled."""
    declarer: Seat

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise ValueError(f"contract level {self.level} is outside 1..7")
        if self.doubled not in (0, 1, 2):
            raise ValueError(f"doubled is {self.doubled}: use 0 (undoubled), 1 (doubled) or 2 (redoubled)")

    @property
    def tricks_needed(self) -> int:
        """The level and six more."""
        return 6 + self.level

    @property
    def bid(self) -> Call:
        """The bid that became the contract."""
        return Call.bid(self.level, self.denomination)

    @property
    def dummy(self) -> Seat:
        """Declarer's partner."""
        return self.declarer.partner

    @property
    def opening_leader(self) -> Seat:
        """The player on declarer's left."""
        return self.declarer.lho

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}{'x' * self.doubled} by {self.declarer}"

    @classmethod
    def parse(cls, text: str) -> Contract:
        """Read ``"4♠x by N"``, ``"7NTXX by N"``, ``"7NXN"`` (seven no trump doubled by North).

        The declarer is part of a contract, so ``"7NX"`` is refused rather than guessed at.

        Raises:
            ValueError: the text is no contract or names no declarer.
        """
        match = _CONTRACT.fullmatch(ascii_suits(str(text).strip()).upper())
        if match is None:
            raise ValueError(f"contract {text!r} is unknown: write it as 4Sx by N")
        if match[4] is None:
            raise ValueError(
                f"contract {text!r} names no declarer: write it as {match[1]}{match[2]}{(match[3] or '').lower()} by N"
            )
        return cls(int(match[1]), Denomination.parse(match[2]), len(match[3] or ""), Seat.parse(match[4]))
