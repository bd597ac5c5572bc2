"""The opening lead: first which suit, then which card of it.

The suit comes from two short lists of rules, against a suit and against no trump. The card comes from one table of
holdings, the usual one: top of a sequence, fourth best from an honour, top of a doubleton.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from agents.heuristic.situation import ACE, TEN, Choice, Situation
from bridge.actions import RANK_LETTERS
from bridge.calls import Call
from bridge.cards import Card, Denomination, Suit
from bridge.seats import N_SEATS, Seat

SuitRule = Callable[[Situation], Suit | None]

_GOOD_SUIT = 5
_SMALL_TRUMPS = 3


@dataclass(frozen=True, slots=True)
class Holding:
    """A row of the card table: what the suit looks like and which card is led from it."""

    name: str
    ranks: re.Pattern[str]
    """Matched against the beginning of the ranks from high to low, as in ``"QJ94"``."""
    against_suit: int
    """Place of the card led, counted from the top; -1 is the lowest. A place that the suit lacks is the lowest too."""
    at_no_trump: int


_TOP, _SECOND, _FOURTH, _LOW = 0, 1, 3, -1

CARD_TABLE = tuple(
    Holding(name, re.compile(ranks), against_suit, at_no_trump)
    for name, ranks, against_suit, at_no_trump in (
        ("singleton", r".$", _TOP, _TOP),
        ("ace and king alone", r"AK$", _SECOND, _TOP),
        ("doubleton", r"..$", _TOP, _TOP),
        ("three top honours", r"AK[QJ]", _TOP, _TOP),
        ("ace and king", r"AK", _TOP, _FOURTH),
        ("sequence", r"KQ[JT]|QJ[T9]|JT[98]|T9[87]", _TOP, _TOP),
        ("two touching honours", r"(KQ|QJ|JT).$", _TOP, _TOP),
        ("two touching honours", r"KQ|QJ|JT", _TOP, _FOURTH),
        ("interior sequence under the ace", r"AJT|AT9", _TOP, _SECOND),
        ("interior sequence", r"KJT|KT9|QT9", _SECOND, _SECOND),
        ("ace", r"A", _TOP, _FOURTH),
        ("honour third", r"[KQJT]..$", _LOW, _LOW),
        ("honour and length", r"[KQJT]", _FOURTH, _FOURTH),
        ("three small", r"...$", _LOW, _TOP),
        ("length without an honour", r"", _SECOND, _SECOND),
    )
)
"""Rows in the order in which they are tried; the last one fits every suit."""


def opening_lead(situation: Situation) -> Choice:
    """The lead to the first trick, by the first suit rule that applies and the card table."""
    rules = AGAINST_NO_TRUMP if situation.trump is None else AGAINST_SUIT
    for rule in rules:
        suit = rule(situation)
        if suit is not None:
            card, holding = card_from(situation, suit)
            return Choice(card, f"{rule.__name__.replace('_', ' ')}: {holding}")
    raise AssertionError("the last rule of a list applies to every hand")


def card_from(situation: Situation, suit: Suit) -> Choice:
    """The card of a suit by the table, and the name of its row."""
    cards = situation.cards[suit]
    text = "".join(RANK_LETTERS[card.rank - 2] for card in cards)
    row = next(row for row in CARD_TABLE if row.ranks.match(text))
    place = row.at_no_trump if situation.trump is None else row.against_suit
    return Choice(cards[place if place < len(cards) else _LOW], row.name)


# --- which suit ------------------------------------------------------------------------------------------------------


def partners_suit(situation: Situation) -> Suit | None:
    """The suit that partner bid last, unless at no trump it is a singleton and there is a good suit of one's own."""
    suits = [suit for suit in suits_bid(situation, situation.hand.partner) if situation.cards[suit]]
    if not suits:
        return None
    own_is_better = situation.trump is None and len(situation.cards[suits[-1]]) == 1 and _has_good_suit(situation)
    return None if own_is_better else suits[-1]


def honour_sequence(situation: Situation) -> Suit | None:
    """The longest suit headed by a sequence of three honours, or two and the card after next."""
    return _longest(situation, [suit for suit in _leadable(situation) if _row(situation, suit) in _SEQUENCES])


def longest_suit(situation: Situation) -> Suit | None:
    """The longest suit; one that they bid counts two cards less, and majors come before minors."""
    return _longest(situation, list(_leadable(situation)))


def ace_and_king(situation: Situation) -> Suit | None:
    """A side suit with both top honours."""
    return _longest(situation, [suit for suit in _leadable(situation) if "king" in _row(situation, suit)])


def singleton(situation: Situation) -> Suit | None:
    """A side singleton, with a few small trumps to ruff with."""
    trumps = _trumps(situation)
    if not 0 < len(trumps) <= _SMALL_TRUMPS or trumps[0].rank > TEN:
        return None
    return _longest(situation, [suit for suit in _leadable(situation) if len(situation.cards[suit]) == 1])


def touching_honours(situation: Situation) -> Suit | None:
    """A side suit headed by two touching honours."""
    rows = (*_SEQUENCES, "two touching honours")
    return _longest(situation, [suit for suit in _leadable(situation) if _row(situation, suit) in rows])


def trump_against_a_doubled_partscore(situation: Situation) -> Suit | None:
    """A trump when partner has left our double of a low contract in."""
    low = situation.contract.level <= 2 and situation.contract.doubled == 1
    return situation.trump if low and _trumps(situation) else None


def unbid_suit_without_the_ace(situation: Situation) -> Suit | None:
    """The longest side suit that they did not bid and that does not make us underlead an ace."""
    theirs = _suits_bid_by_them(situation)
    safe = [suit for suit in _leadable(situation) if suit not in theirs and situation.cards[suit][0].rank != ACE]
    return _longest(situation, safe)


def small_trump(situation: Situation) -> Suit | None:
    """A trump from small ones."""
    trumps = _trumps(situation)
    return situation.trump if trumps and trumps[0].rank < TEN else None


AGAINST_NO_TRUMP: tuple[SuitRule, ...] = (partners_suit, honour_sequence, longest_suit)
AGAINST_SUIT: tuple[SuitRule, ...] = (
    trump_against_a_doubled_partscore,
    ace_and_king,
    singleton,
    partners_suit,
    touching_honours,
    unbid_suit_without_the_ace,
    small_trump,
    longest_suit,
)

_SEQUENCES = ("sequence", "three top honours")


def suits_bid(situation: Situation, seat: Seat) -> list[Suit]:
    """The suits that a seat has bid, in order."""
    view = situation.view
    bids = [
        Call(call)
        for place, call in enumerate(view.calls)
        if (view.dealer + place) % N_SEATS == seat and Call(call).is_bid
    ]
    return [Suit(bid.denomination) for bid in bids if bid.denomination is not Denomination.NT]


def _suits_bid_by_them(situation: Situation) -> set[Suit]:
    return {suit for seat in (situation.hand.lho, situation.hand.rho) for suit in suits_bid(situation, seat)}


def _leadable(situation: Situation) -> tuple[Suit, ...]:
    """Suits to choose from: those held, trumps left out as long as there is anything else."""
    held = tuple(suit for suit in situation.side_suits if situation.cards[suit])
    return held or tuple(suit for suit in Suit if situation.cards[suit])


def _longest(situation: Situation, suits: list[Suit]) -> Suit | None:
    theirs = _suits_bid_by_them(situation)

    def rating(suit: Suit) -> tuple[int, bool, int]:
        length = len(situation.cards[suit]) - (2 if suit in theirs else 0)
        return length, suit.is_major, -suit

    return max(suits, key=rating, default=None)


def _row(situation: Situation, suit: Suit) -> str:
    return card_from(situation, suit).reason


def _trumps(situation: Situation) -> tuple[Card, ...]:
    return () if situation.trump is None else situation.cards[situation.trump]


def _has_good_suit(situation: Situation) -> bool:
    suits = situation.cards.values()
    return any(len(cards) >= _GOOD_SUIT and cards[1].rank >= TEN for cards in suits)
