"""What the calls of an auction show: to the opponents in words, to a card player as ranges of each hidden hand.

Both are read off the rows that can make a call at its point of the auction. A call that no row makes there, a
person's or a learner's, has no meaning in the system: it is said so, and the hand behind it stays unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.sayc.auction import Position, memory
from agents.sayc.defaults import STRANGE
from agents.sayc.rules import Force
from agents.sayc.shown import ANYTHING, MAX_HCP, MAX_LENGTH, MAX_POINTS, Lengths, Range, Shown, tied
from agents.sayc.situation import Reading
from bridge.actions import DOUBLE, FIRST_BID, REDOUBLE
from bridge.calls import Call
from bridge.cards import N_SUITS, Suit
from bridge.seats import N_SEATS, Seat, Vulnerability

_NO_MEANING = "no rule of the system makes this call here"
_FORCES = {Force.INVITATION: "invitational", Force.ONE_ROUND: "forcing", Force.GAME: "forcing to game"}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one call of an auction shows.

    Attributes:
        seat: who called.
        action: the call's number.
        rule: id of the first row that makes the call here; None if no row of the system does.
        promise: the ranges that the call itself promises; everything if ``rule`` is None.
        shown: the ranges in which the seat's hand is known to be after the call, from all calls so far.
        forcing: what it asks of partner.
        artificial: whether a bid does not show the denomination it names, or a double or redouble is forcing: what an
            opponent must be told.
        says: plain words.
    """

    seat: Seat
    action: int
    rule: str | None
    promise: Shown
    shown: Shown
    forcing: Force
    artificial: bool
    says: str

    @property
    def hcp(self) -> Range:
        """Least and greatest high card points of the hand."""
        return self.shown.hcp

    @property
    def points(self) -> Range:
        """Least and greatest points, shape included in the way of the rules that made the calls: a soft range."""
        return self.shown.points

    @property
    def lengths(self) -> tuple[Range, ...]:
        """Least and greatest length of each suit, C D H S."""
        return tuple(zip(self.shown.shortest, self.shown.longest, strict=True))

    @property
    def is_silent(self) -> bool:
        """Whether the call itself bounds neither high cards, points nor a suit."""
        return self.promise == ANYTHING

    def __str__(self) -> str:
        """One line, of the call's own promise: ``"N 2♥: 5-11 HCP, 6 ♥; weak two (O8)"``."""
        if self.rule is None:
            return f"{self.seat} {Call(self.action)}: {self.says}"
        facts = [*range_words(self.promise), *([_FORCES[self.forcing]] if self.forcing in _FORCES else [])]
        facts += ["artificial"] if self.artificial else []
        stated = f"{', '.join(facts)}; " if facts else ""
        return f"{self.seat} {Call(self.action)}: {stated}{self.says} ({self.rule})"


@dataclass(frozen=True, slots=True)
class SeatRanges:
    """Where a hand must lie, given all calls; both ends are included.

    ``hcp`` and the lengths (C D H S) are firm. ``points`` count shape in the way of the rules that made the calls, so
    weigh hands by them rather than exclude any. ``certain`` is false once the seat has made a call that no row of the
    system makes, or one that contradicts its earlier calls: such calls leave the ranges as wide as they were.
    ``measured`` ranges are no promises: most hands lie there, and the nearer another hand is the likelier it is too.
    """

    hcp_low: int = 0
    hcp_high: int = MAX_HCP
    length_low: Lengths = (0, 0, 0, 0)
    length_high: Lengths = (MAX_LENGTH, MAX_LENGTH, MAX_LENGTH, MAX_LENGTH)
    points_low: int = 0
    points_high: int = MAX_POINTS
    certain: bool = True
    measured: bool = False

    def holds(self, hcp: NDArray[np.integer[Any]], lengths: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
        """Which of many hands lie in the firm ranges.

        Args:
            hcp: ``(...)`` high card points.
            lengths: ``(..., 4)`` cards in C D H S.

        Returns:
            bool ``(...)``.
        """
        inside = (hcp >= self.hcp_low) & (hcp <= self.hcp_high)
        within = (lengths >= np.array(self.length_low)) & (lengths <= np.array(self.length_high))
        return np.asarray(inside & within.all(axis=-1))


def explain(
    calls: Sequence[int],
    dealer: Seat,
    vulnerable: Vulnerability,  # noqa: ARG001 - said with every auction, though this system's calls show the same at all
) -> tuple[Meaning, ...]:
    """What every call of an auction shows, in order.

    Args:
        calls: action numbers from the dealer on; the auction may be over.
        dealer: who made the first call.
        vulnerable: which sides are vulnerable.

    Raises:
        IllegalActionError: ``calls`` is no legal auction.
    """
    return _explain(tuple(calls), dealer)[0]


def constraints(
    calls: Sequence[int],
    dealer: Seat,
    vulnerable: Vulnerability,  # noqa: ARG001 - as in explain
    seats: Collection[Seat] = tuple(Seat),
) -> tuple[SeatRanges, ...]:
    """The ranges in which each hand must lie, N E S W.

    Args:
        calls: action numbers from the dealer on; the auction may be over.
        dealer: who made the first call.
        vulnerable: which sides are vulnerable.
        seats: who bids by this system; the calls of the others say nothing of their hands.

    Raises:
        IllegalActionError: ``calls`` is no legal auction.
    """
    _, known = _explain(tuple(calls), dealer)
    boxes = tied([known.boxes[seat] if seat in seats else ANYTHING for seat in Seat])
    return tuple(
        SeatRanges(*box.hcp, box.shortest, box.longest, *box.points, certain)
        for box, certain in zip(boxes, known.certain, strict=True)
    )


class _Known:
    """What four hands are known to be, call by call."""

    def __init__(self) -> None:
        self.boxes = [ANYTHING] * N_SEATS
        self.certain = [True] * N_SEATS

    def add(self, seat: Seat, promise: Shown, has_meaning: bool) -> None:
        """Take in a call; where it contradicts the earlier ones, neither is believed. Points alone never do."""
        before = self.boxes[seat]
        both = before.meet(promise)
        if not both.holds_a_hand:
            both = before.meet(promise._replace(points=ANYTHING.points))
        if not has_meaning or not both.holds_a_hand:
            self.certain[seat] = False
        self.boxes[seat] = both if both.holds_a_hand else before.hull(promise)


def _explain(calls: tuple[int, ...], dealer: Seat) -> tuple[tuple[Meaning, ...], _Known]:
    memory_ = memory()
    known, meanings = _Known(), []
    before = memory_.position(())
    for turn in range(len(calls)):
        after = memory_.position(calls[: turn + 1])
        meanings.append(_meaning(Seat((dealer + turn) % N_SEATS), before, after, known))
        before = after
    return tuple(meanings), known


def _meaning(seat: Seat, before: Position, after: Position, known: _Known) -> Meaning:
    reading = after.reading
    assert reading is not None
    strange = reading.rule.id == STRANGE
    promise = ANYTHING if strange else _with_points(before.promise(reading.action))
    known.add(seat, promise, not strange)
    shown = tied(known.boxes)[seat]
    if strange:
        return Meaning(seat, reading.action, None, promise, shown, Force.NONE, False, _NO_MEANING)
    rule = reading.rule
    says = rule.says
    return Meaning(seat, reading.action, rule.id, promise, shown, reading.force, is_artificial(reading), says)


def _with_points(promise: Shown) -> Shown:
    """A promise of high cards alone counts as one of as many points."""
    silent = promise.points != ANYTHING.points or promise.hcp == ANYTHING.hcp
    return promise if silent else promise._replace(points=promise.hcp)


def is_artificial(reading: Reading) -> bool:
    """Whether a bid does not show the denomination that it names, or a double or redouble is forcing."""
    if reading.action >= FIRST_BID:
        denomination = (reading.action - FIRST_BID) % 5
        natural = denomination == N_SUITS and reading.rule.suit == ""
        return reading.suit != denomination and not (natural and not reading.tag.startswith(_ASKING))
    return reading.action in (DOUBLE, REDOUBLE) and reading.force >= Force.ONE_ROUND


# Notrump bids that say nothing about notrump.
_ASKING = ("ASK", "GSF", "J2", "JORDAN", "UNU", "ACES", "KINGS", "XF", "W_NEW", "ACC", "Q5N")


def range_words(shown: Shown) -> list[str]:
    """The ranges of a box that say anything, in words: ``["15-17 HCP", "balanced"]``."""
    words = []
    if shown.hcp != (0, MAX_HCP):
        words.append(f"{_span(shown.hcp, MAX_HCP)} HCP")
    if shown.points not in ((0, MAX_POINTS), shown.hcp):
        words.append(f"{_span(shown.points, MAX_POINTS)} points")
    if min(shown.shortest) >= 2 and max(shown.longest) <= 5:
        return [*words, "balanced"]
    for suit in reversed(Suit):
        least, most = shown.shortest[suit], shown.longest[suit]
        if least > 0 or most < MAX_LENGTH - (sum(shown.shortest) - least):
            words.append(f"{_span((least, most), MAX_LENGTH - (sum(shown.shortest) - least))} {suit}")
    return words


def _span(ends: Range, top: int) -> str:
    low, high = ends
    if low == high:
        return str(low)
    return f"{low}+" if high >= top else f"0-{high}" if low == 0 else f"{low}-{high}"
