"""What the calls at a table mean, as both sides have told each other (Law 40): public, and never a hand.

A bidder's ``Disclosure`` tells what a call shows, in words and in ranges of the hand behind it. ``Agreements`` hold the
disclosure of every seat; reports and the terminal print them, and card players who read the auction go by them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from agents.sayc import Meaning, SeatRanges, constraints, explain
from bridge.actions import PASS
from bridge.agent import Agent
from bridge.seats import N_SEATS, Seat, Vulnerability


class Said(NamedTuple):
    """What a bidder says of one of its calls."""

    words: str
    """``"15-17 HCP, balanced; opens one notrump (O5)"``."""
    tells: bool = True
    """Whether it says anything of the hand."""
    alert: str | None = None
    """What opponents must be told at once, of a call that does not show what it names."""


class Disclosure(Protocol):
    """What the calls of one bidder mean.

    Auctions are read from the dealer on as if this bidder had made every call; who asks picks its own calls.
    """

    def explain(self, calls: Sequence[int], dealer: Seat, vulnerable: Vulnerability) -> Sequence[Said]:
        """What each call means."""
        ...

    def ranges(
        self, calls: Sequence[int], dealer: Seat, vulnerable: Vulnerability, seats: Collection[Seat]
    ) -> Sequence[SeatRanges]:
        """Where the hands N E S W lie, given the calls of ``seats``; the hands of other seats are left open."""
        ...


class SaycDisclosure:
    """SAYC-lite, by its rules."""

    def explain(self, calls: Sequence[int], dealer: Seat, vulnerable: Vulnerability) -> Sequence[Said]:
        """What each call means."""
        return [_said(meaning) for meaning in explain(calls, dealer, vulnerable)]

    def ranges(
        self, calls: Sequence[int], dealer: Seat, vulnerable: Vulnerability, seats: Collection[Seat]
    ) -> Sequence[SeatRanges]:
        """Where the hands of ``seats`` lie."""
        return constraints(calls, dealer, vulnerable, seats)


def _said(meaning: Meaning) -> Said:
    """A call's meaning without the seat and the call; a pass that shows nothing tells nothing."""
    tells = meaning.rule is not None and not (meaning.action == PASS and meaning.is_silent)
    return Said(str(meaning).partition(": ")[2], tells, meaning.says if meaning.artificial else None)


@dataclass(frozen=True, slots=True)
class Agreements:
    """The disclosures of the four seats, N E S W; None where a seat discloses nothing."""

    disclosures: tuple[Disclosure | None, ...]

    @classmethod
    def of_sides(cls, north_south: Disclosure | None, east_west: Disclosure | None) -> Agreements:
        """Partners who play the same."""
        return cls((north_south, east_west) * 2)

    def explain(self, calls: Sequence[int], dealer: Seat, vulnerable: Vulnerability) -> list[Said | None]:
        """What each call means, told by whoever made it; None where that seat discloses nothing."""
        by_disclosure = {
            id(disclosure): disclosure.explain(calls, dealer, vulnerable)
            for disclosure in self.disclosures
            if disclosure is not None
        }
        callers = [self.disclosures[(dealer + place) % N_SEATS] for place in range(len(calls))]
        return [None if who is None else by_disclosure[id(who)][place] for place, who in enumerate(callers)]

    def ranges(self, calls: Sequence[int], dealer: Seat, vulnerable: Vulnerability) -> tuple[SeatRanges, ...]:
        """Where each hand lies, N E S W, by the calls that it made; anywhere where its seat discloses nothing."""
        ranges = [SeatRanges()] * N_SEATS
        for disclosure in {id(one): one for one in self.disclosures if one is not None}.values():
            seats = [seat for seat in Seat if self.disclosures[seat] is disclosure]
            told = disclosure.ranges(calls, dealer, vulnerable, seats)
            for seat in seats:
                ranges[seat] = told[seat]
        return tuple(ranges)


SAYC = SaycDisclosure()

ALL_PLAY_SAYC = Agreements.of_sides(SAYC, SAYC)
"""What card players assume while nobody tells them anything."""


@runtime_checkable
class Listener(Protocol):
    """An agent that reads calls by what the table has agreed."""

    def be_told(self, agreements: Agreements) -> None:
        """Take note of what the calls of all seats mean, until told otherwise."""
        ...


def tell(agents: Iterable[Agent], agreements: Agreements) -> None:
    """Tell the agreements to all agents that listen."""
    for agent in agents:
        if isinstance(agent, Listener):
            agent.be_told(agreements)
