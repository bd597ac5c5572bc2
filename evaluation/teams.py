"""Who plays for one side: a bidder and a card player, or one agent for both phases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agents.registry import BUDGET, composition, make
from agents.roles import can_bid, can_play
from bridge.agent import Agent
from evaluation.table import Play


@dataclass(frozen=True, slots=True)
class Team:
    """Who plays for one side of a match: an agent's name or address and the options that it is made with."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    maker: Callable[[], Agent] | None = None
    """Builds one agent, instead of ``agents.make(name, **options)``; ``name`` is then only a label."""

    def make(self) -> Agent:
        """One agent, for one seat.

        Raises:
            ValueError: there is no such agent.
        """
        return make(self.name, **self.options) if self.maker is None else self.maker()

    @property
    def bidder(self) -> Team | None:
        """The bidder alone, if the team is composed of a bidder and a card player."""
        parts = None if self.maker is not None else composition(self.name)
        if parts is None:
            return None
        return Team(parts[0], {name: value for name, value in self.options.items() if name != BUDGET})

    def ready_for(self, play: Play, given_auctions: bool = False) -> Team:
        """This team, with the heuristic card player added if cards are to be played and its agent only bids.

        Raises:
            ValueError: there is no such agent, or it does not bid and no auction is given.
        """
        agent = self.make()
        if not can_bid(agent) and not given_auctions:
            raise ValueError(f"{self.name} only plays cards: compose it with a bidder, for example sayc+{self.name}")
        if play == "double_dummy" or can_play(agent):
            return self
        if self.maker is not None:
            raise ValueError(f"{self.name} only bids: compose it with a card player, for example sayc+heuristic")
        return replace(self, name=f"{self.name}+heuristic")


def team_of(team: Team | str) -> Team:
    """A team from an agent's name."""
    return Team(team) if isinstance(team, str) else team


def labels_of(teams: Sequence[Team]) -> tuple[str, ...]:
    """The teams' names, told apart where several bear the same: ``("sayc #1", "sayc #2", "pass")``."""
    times = Counter(team.name for team in teams)
    seen: Counter[str] = Counter()
    labels = []
    for team in teams:
        seen[team.name] += 1
        labels.append(team.name if times[team.name] == 1 else f"{team.name} #{seen[team.name]}")
    return tuple(labels)
