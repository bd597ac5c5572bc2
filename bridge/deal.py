"""Hands and deals, in the notation of PBN."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from bridge.actions import N_CARDS, RANK_LETTERS
from bridge.cards import CARDS_PER_HAND, Card, Suit
from bridge.seats import N_SEATS, Seat

UNKNOWN = 4
"""Owner of a card whose place is not known."""

_PRINTED_SUITS = (Suit.S, Suit.H, Suit.D, Suit.C)
_BELOW_JACK = 10


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of cards, usually one seat's thirteen. ``str`` gives ``"AK4.QJ2.T9.87653"`` (S.H.D.C)."""

    cards: frozenset[Card]

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        """Spades first, high to low."""
        return iter(sorted(self.cards, reverse=True))

    def __contains__(self, card: Card) -> bool:
        return card in self.cards

    def suit(self, suit: Suit) -> str:
        """The ranks held in a suit, high to low: ``"AKT4"``."""
        return "".join(RANK_LETTERS[card.rank - 2] for card in self if card.suit == suit)

    @property
    def hcp(self) -> int:
        """High card points: ace 4, king 3, queen 2, jack 1."""
        return sum(max(0, card.rank - _BELOW_JACK) for card in self.cards)

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Cards in spades, hearts, diamonds and clubs."""
        spades, hearts, diamonds, clubs = (len(self.suit(suit)) for suit in _PRINTED_SUITS)
        return spades, hearts, diamonds, clubs

    @property
    def length_points(self) -> int:
        """High card points and one point for each card past four in each suit."""
        return self.hcp + sum(max(0, length - 4) for length in self.shape)

    def __str__(self) -> str:
        return ".".join(self.suit(suit) for suit in _PRINTED_SUITS)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read ``"AK4.QJ2.T9.87653"``: spades, hearts, diamonds, clubs. ``10`` is read as ``T``.

        Raises:
            ValueError: there are not four suits, a rank is unknown, or a card is there twice.
        """
        suits = str(text).strip().upper().replace("10", "T").split(".")
        if len(suits) != len(_PRINTED_SUITS):
            raise ValueError(f"hand {text!r} has {len(suits)} suits: write four, as spades.hearts.diamonds.clubs")
        cards: set[Card] = set()
        for suit, ranks in zip(_PRINTED_SUITS, suits, strict=True):
            for rank in ranks:
                card = _card(suit, rank, text)
                if card in cards:
                    raise ValueError(f"hand {text!r} holds {card.name} twice")
                cards.add(card)
        return cls(frozenset(cards))


def _card(suit: Suit, rank: str, hand: str) -> Card:
    if rank not in RANK_LETTERS:
        raise ValueError(f"hand {hand!r}: {rank!r} is no rank of {suit.name}; use A K Q J T 9..2 without suit letters")
    return Card.of(suit, RANK_LETTERS.index(rank) + 2)


@dataclass(frozen=True, slots=True)
class Deal:
    """Fifty-two cards dealt to four seats. ``str`` gives PBN from North; ``parse`` reads PBN from any seat."""

    owners: bytes
    """The seat that holds each card, by card number; ``UNKNOWN`` (4) where a hand was not recorded."""

    def __post_init__(self) -> None:
        if len(self.owners) != N_CARDS or max(self.owners) > UNKNOWN:
            raise ValueError(f"a deal gives {N_CARDS} cards an owner 0..3, or 4 for unknown")
        for seat in Seat:
            held = self.owners.count(seat)
            if held != CARDS_PER_HAND and not (held == 0 and UNKNOWN in self.owners):
                raise ValueError(f"deal: {seat.word} has {held} cards, not {CARDS_PER_HAND}")

    @property
    def is_complete(self) -> bool:
        """Whether all four hands are known; only such a deal can be played."""
        return UNKNOWN not in self.owners

    def hand(self, seat: Seat) -> Hand:
        """The cards that ``seat`` holds."""
        return Hand(frozenset(Card(index) for index, owner in enumerate(self.owners) if owner == seat))

    def array(self) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
        """Owners as ``uint8 (52,)``."""
        return np.frombuffer(self.owners, dtype=np.uint8)

    def pbn(self, first: Seat = Seat.N) -> str:
        """PBN text that begins with the hand of ``first``; a hand that is not known is ``-``."""
        seats = [Seat((first + step) % N_SEATS) for step in range(N_SEATS)]
        hands = [self.hand(seat) for seat in seats]
        return f"{first}:" + " ".join(str(hand) if len(hand) else "-" for hand in hands)

    def __str__(self) -> str:
        return self.pbn()

    @classmethod
    def from_owners(cls, owners: Sequence[int] | np.ndarray[tuple[int], np.dtype[np.uint8]]) -> Deal:
        """A deal from the owner (seat 0-3) of each of the 52 cards."""
        return cls(bytes(int(owner) for owner in owners))

    @classmethod
    def random(cls, rng: np.random.Generator) -> Deal:
        """A uniformly random deal."""
        return cls(rng.permutation(np.repeat(np.arange(N_SEATS, dtype=np.uint8), CARDS_PER_HAND)).tobytes())

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read a PBN deal: ``"N:AK4.QJ2.T9.87653 ... ... ..."``, hands clockwise from the seat named.

        A hand written ``-`` is not known.

        Raises:
            ValueError: a seat, hand or rank is wrong, a card is there twice, or a hand is not thirteen cards.
        """
        first_text, colon, rest = str(text).strip().partition(":")
        if not colon:
            raise ValueError(f"deal {text!r} names no first seat: begin with N:, E:, S: or W:")
        first = Seat.parse(first_text)
        hands = rest.split()
        if len(hands) != N_SEATS:
            raise ValueError(f"deal has {len(hands)} hands, not {N_SEATS}: separate them by blanks")
        seats = [Seat((first + step) % N_SEATS) for step in range(N_SEATS)]
        given = {seat: Hand.parse(hand) for seat, hand in zip(seats, hands, strict=True) if hand != "-"}
        _check_hands(given)
        owners = bytearray([UNKNOWN] * N_CARDS)
        for seat, hand in given.items():
            for card in hand:
                owners[card.index] = seat
        return cls(bytes(owners))


def _check_hands(hands: Mapping[Seat, Hand]) -> None:
    """Refuse a card that two hands hold, and a hand that is not thirteen cards."""
    for one, other in combinations(sorted(hands), 2):
        shared = sorted(hands[one].cards & hands[other].cards, reverse=True)
        if shared:
            dealt = frozenset[Card]().union(*(hand.cards for hand in hands.values()))
            missing = [Card(index).name for index in range(N_CARDS) if Card(index) not in dealt]
            nowhere = f"; no hand has {' '.join(missing)}" if len(hands) == N_SEATS and missing else ""
            names = f"{' '.join(card.name for card in shared)} {'is' if len(shared) == 1 else 'are'}"
            raise ValueError(f"deal: {names} in the hands of both {one.word} and {other.word}{nowhere}")
    for seat, hand in hands.items():
        if len(hand) != CARDS_PER_HAND:
            raise ValueError(f"deal: {seat.word} has {len(hand)} cards, not {CARDS_PER_HAND}")
