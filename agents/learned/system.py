"""What a learned agent's calls have been seen to mean: its disclosure to opponents and readers.

No rule says what a network's calls show. Their meaning is measured on many boards that the agent bid with itself
(``evaluation.system`` makes it) and kept beside its checkpoint.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from agents.agreements import Said
from agents.sayc import SeatRanges
from bridge.actions import FIRST_BID, PASS, name
from bridge.cards import N_SUITS, Suit
from bridge.seats import N_SEATS, Seat, Vulnerability

SUFFIX = ".system.json"
"""Of the file beside a checkpoint ``x.safetensors``: ``x.system.json``."""

_FORCING = 0.03
_LENGTH = 3
_UNMEASURED = Said("has no measured meaning", tells=False)


@dataclass(frozen=True, slots=True)
class CallMeaning:
    """A call in one situation, over all hands that made it."""

    before: tuple[int, ...]
    """The calls before it, without the passes in front of the opening bid."""
    action: int
    """The call's number."""
    times: int
    """How often it was made."""
    share: float
    """Of the times that the situation came up."""
    hcp: tuple[int, int, int]
    """High card points: 5th percentile, median and 95th."""
    lengths: tuple[tuple[int, int, int], ...]
    """The same of each suit's length, C D H S."""
    balanced: float
    """Share of hands without a singleton or void and with at most one doubleton."""
    passed: float | None
    """How often partner passed it when the next opponent had passed; None if that is not known."""

    @property
    def forcing(self) -> bool:
        """Whether partner hardly ever passes it."""
        return self.passed is not None and self.action != PASS and self.passed < _FORCING

    @property
    def artificial(self) -> bool:
        """Whether it names a suit of which half of the hands hold fewer than three cards."""
        named = (self.action - FIRST_BID) % (N_SUITS + 1)
        return self.action >= FIRST_BID and named < N_SUITS and self.lengths[named][1] < _LENGTH

    def __str__(self) -> str:
        """One line: ``"11-17 HCP, ♠ 5-7, forcing"``."""
        facts = [f"{_span(self.hcp[0], self.hcp[2])} HCP", *self._suits()]
        if self.balanced > 1 - _FORCING:
            facts.append("balanced")
        if self.forcing:
            facts.append("forcing")
        return ", ".join(facts)

    @property
    def ranges(self) -> SeatRanges:
        """Where nine hands in ten lie, in high card points and in each suit."""
        lows, _, highs = zip(*self.lengths, strict=True)
        return SeatRanges(self.hcp[0], self.hcp[2], lows, highs, measured=True)

    def _suits(self) -> list[str]:
        """The suits that it shows to be long, the longest first, then those that it denies."""
        spans = sorted(
            ((low, high, suit) for (low, _, high), suit in zip(self.lengths, Suit, strict=True)), reverse=True
        )
        long = [f"{suit} {_span(low, high)}" for low, high, suit in spans if low >= _LENGTH]
        short = [f"{suit} {_span(low, high)}" for low, high, suit in spans if low < _LENGTH and high <= _LENGTH]
        return long + short


@dataclass(frozen=True)
class System:
    """The measured meanings of an agent's calls: its disclosure (``agents.agreements``)."""

    agent: str
    """Whose."""
    boards: int
    """On how many boards they were measured."""
    meanings: tuple[CallMeaning, ...]
    """In order of their auctions."""

    def explain(self, calls: Sequence[int], dealer: Seat, vulnerable: Vulnerability) -> list[Said]:  # noqa: ARG002
        """What each call means, measured over all dealers and vulnerabilities."""
        found = [self.meaning(calls[: place + 1]) for place in range(len(calls))]
        return [
            _UNMEASURED if meaning is None else Said(str(meaning), alert=str(meaning) if meaning.artificial else None)
            for meaning in found
        ]

    def ranges(
        self,
        calls: Sequence[int],
        dealer: Seat,
        vulnerable: Vulnerability,  # noqa: ARG002 - as in explain
        seats: Collection[Seat],
    ) -> list[SeatRanges]:
        """Where the hands N E S W lie, by the last call of each of ``seats`` that has a measured meaning.

        It was measured on hands that made the earlier calls too, so those have nothing to add.
        """
        last = [SeatRanges()] * N_SEATS
        for place in range(len(calls)):
            seat = Seat((dealer + place) % N_SEATS)
            if seat in seats and (meaning := self.meaning(calls[: place + 1])) is not None:
                last[seat] = meaning.ranges
        return last

    def meaning(self, calls: Sequence[int]) -> CallMeaning | None:
        """Of the last of ``calls`` (from the dealer on); None where the boards say too little."""
        opened = next((place for place, call in enumerate(calls) if call != PASS), len(calls) - 1)
        return self._by_auction.get(tuple(calls[opened:]))

    def after(self, before: Sequence[int]) -> list[CallMeaning]:
        """The calls of one situation, the most frequent first."""
        found = [meaning for meaning in self.meanings if meaning.before == tuple(before)]
        return sorted(found, key=lambda meaning: -meaning.times)

    @cached_property
    def _by_auction(self) -> dict[tuple[int, ...], CallMeaning]:
        return {(*meaning.before, meaning.action): meaning for meaning in self.meanings}

    def to_json(self) -> str:
        """As text; ``read_system`` reads it."""
        meanings = list(map(asdict, self.meanings))
        return json.dumps({"agent": self.agent, "boards": self.boards, "meanings": meanings}, separators=(",", ":"))


def read_system(text: str) -> System:
    """A system from its JSON text.

    Raises:
        ValueError: it is none.
    """
    try:
        stored = json.loads(text)
        return System(str(stored["agent"]), int(stored["boards"]), tuple(map(_read_meaning, stored["meanings"])))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a system of measured calls: {type(error).__name__} {error}") from error


def _read_meaning(stored: dict[str, object]) -> CallMeaning:
    values = {key: _tuples(value) for key, value in stored.items()}
    return CallMeaning(**values)  # type: ignore[arg-type]


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def system_beside(checkpoint: Path) -> Path:
    """Where the system of a checkpoint's agent is kept."""
    return checkpoint.with_name(checkpoint.name.removesuffix(".safetensors") + SUFFIX)


def auction_words(calls: Sequence[int]) -> str:
    """Calls in a row, as players write them: ``"1S P 2S"``."""
    return " ".join(map(name, calls))


def _span(low: int, high: int) -> str:
    if low == high:
        return str(low)
    return f"at most {high}" if low == 0 else f"{low}–{high}"
