"""Suits, denominations and cards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from bridge.actions import DENOMINATION_LETTERS, N_CARDS, NAMES, RANK_LETTERS, SUIT_LETTERS

N_SUITS = 4
CARDS_PER_SUIT = 13
CARDS_PER_HAND = 13

SUIT_SYMBOLS = "♣♦♥♠"
_LETTER_OF_SYMBOL = str.maketrans(SUIT_SYMBOLS + "♧♢♡♤", SUIT_LETTERS * 2)


def ascii_suits(text: str) -> str:
    """Table notation with the suit symbols replaced by C, D, H and S."""
    return text.translate(_LETTER_OF_SYMBOL)


class Suit(IntEnum):
    """A suit of the pack, in the order of its rank in the auction."""

    C = 0
    D = 1
    H = 2
    S = 3

    def __str__(self) -> str:
        return SUIT_SYMBOLS[self]

    @property
    def letter(self) -> str:
        """ASCII letter, as PBN writes it."""
        return SUIT_LETTERS[self]

    @property
    def is_major(self) -> bool:
        """Hearts and spades are the majors."""
        return self >= Suit.H


class Denomination(IntEnum):
    """What a bid names: a trump suit or no trump."""

    C = 0
    D = 1
    H = 2
    S = 3
    NT = 4

    def __str__(self) -> str:
        return "NT" if self is Denomination.NT else SUIT_SYMBOLS[self]

    @property
    def letter(self) -> str:
        """ASCII letter; no trump is ``"N"``."""
        return DENOMINATION_LETTERS[self]

    @classmethod
    def parse(cls, text: str) -> Denomination:
        """Read ``"S"``, ``"♠"``, ``"N"`` or ``"NT"``.

        Raises:
            ValueError: the text names no denomination.
        """
        key = ascii_suits(str(text).strip()).upper()
        if key == "NT":
            return cls.NT
        if len(key) == 1 and key in DENOMINATION_LETTERS:
            return cls(DENOMINATION_LETTERS.index(key))
        raise ValueError(f"denomination {text!r} is unknown: use C, D, H, S or NT")


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card of the pack. ``str`` gives ``"♠A"``; ``name`` gives ``"SA"``; ``parse`` reads both."""

    index: int
    """``13 * suit + rank - 2``: the card's action number."""

    def __post_init__(self) -> None:
        if not 0 <= self.index < N_CARDS:
            raise ValueError(f"card number {self.index} is outside 0..{N_CARDS - 1}")

    @classmethod
    def of(cls, suit: int, rank: int) -> Card:
        """The card of a suit (C D H S = 0-3) and a rank (2..14, ace high)."""
        return cls(CARDS_PER_SUIT * suit + rank - 2)

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return Suit(self.index // CARDS_PER_SUIT)

    @property
    def rank(self) -> int:
        """2..14; jack 11, queen 12, king 13, ace 14."""
        return self.index % CARDS_PER_SUIT + 2

    @property
    def name(self) -> str:
        """ASCII name, suit first: ``"SA"``, ``"DT"``."""
        return NAMES[self.index]

    def __str__(self) -> str:
        return SUIT_SYMBOLS[self.suit] + RANK_LETTERS[self.rank - 2]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read ``"SA"``, ``"♠A"``, ``"d10"`` or ``"DT"``.

        Raises:
            ValueError: the text names no card.
        """
        key = ascii_suits(str(text).strip()).upper().replace("10", "T")
        if len(key) == 2 and key[0] in SUIT_LETTERS and key[1] in RANK_LETTERS:
            return cls.of(SUIT_LETTERS.index(key[0]), RANK_LETTERS.index(key[1]) + 2)
        raise ValueError(f"card {text!r} is unknown: write suit then rank, as in SA, D10 or ♥2")
