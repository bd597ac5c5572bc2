"""What a learned agent's calls have been seen to mean: its disclosure to opponents and readers.

No rule says what a network's calls show. Their meaning is measured on many boards that the agent bid with itself
(``evaluation.system`` makes it) and kept beside its checkpoint.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from bridge.actions import PASS, name
from bridge.cards import Suit

SUFFIX = ".system.json"
"""Of the file beside a checkpoint ``x.safetensors``: ``x.system.json``."""

_FORCING = 0.03
_LENGTH = 3


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

    def __str__(self) -> str:
        """One line: ``"11-17 HCP, ♠ 5-7, forcing"``."""
        facts = [f"{_span(self.hcp[0], self.hcp[2])} HCP", *self._suits()]
        if self.balanced > 1 - _FORCING:
            facts.append("balanced")
        if self.forcing:
            facts.append("forcing")
        return ", ".join(facts)

    def _suits(self) -> list[str]:
        """The suits that it shows to be long, the longest first, then those that it denies."""
        spans = sorted(
            ((low, high, suit) for (low, _, high), suit in zip(self.lengths, Suit, strict=True)), reverse=True
        )
        long = [f"{suit} {_span(low, high)}" for low, high, suit in spans if low >= _LENGTH]
        short = [f"{suit} {_span(low, high)}" for low, high, suit in spans if low < _LENGTH and high <= _LENGTH]
        return long + short


@dataclass(frozen=True, slots=True)
class System:
    """The measured meanings of an agent's calls."""

    agent: str
    """Whose."""
    boards: int
    """On how many boards they were measured."""
    meanings: tuple[CallMeaning, ...]
    """In order of their auctions."""

    def meaning(self, calls: Sequence[int]) -> CallMeaning | None:
        """Of the last of ``calls`` (from the dealer on); None where the boards say too little."""
        opened = next((place for place, call in enumerate(calls) if call != PASS), len(calls) - 1)
        return self._by_auction().get(tuple(calls[opened:]))

    def after(self, before: Sequence[int]) -> list[CallMeaning]:
        """The calls of one situation, the most frequent first."""
        found = [meaning for meaning in self.meanings if meaning.before == tuple(before)]
        return sorted(found, key=lambda meaning: -meaning.times)

    def _by_auction(self) -> dict[tuple[int, ...], CallMeaning]:
        return _indexed(self.meanings)

    def to_json(self) -> str:
        """As text; ``read_system`` reads it."""
        return json.dumps({"agent": self.agent, "boards": self.boards, "meanings": list(map(asdict, self.meanings))})


@lru_cache(maxsize=16)
def _indexed(meanings: tuple[CallMeaning, ...]) -> dict[tuple[int, ...], CallMeaning]:
    return {(*meaning.before, meaning.action): meaning for meaning in meanings}


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
