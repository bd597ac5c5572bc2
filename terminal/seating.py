"""Who sits where: the agents of the settings, and what is said of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import agents
from agents.agreements import Agreements
from agents.disclosure import disclosure_of
from agents.pimc import LEVELS
from agents.sayc import VERSION
from bridge.agent import Agent
from bridge.seats import Seat
from terminal.settings import PlaySettings


@dataclass(frozen=True, slots=True)
class Seating:
    """The level of the table, and the seats that somebody else takes."""

    level: str = "hard"
    others: Mapping[Seat, str] = field(default_factory=dict)
    """Names of agents, see ``agents.make``. In the person's own seat it is who advises and replays."""

    @classmethod
    def of(cls, settings: PlaySettings) -> Seating:
        """The seating that the settings ask for; an agent that lacks a role takes the level's.

        Raises:
            ValueError: an agent's name is unknown, or it cannot be made.
        """
        names = zip(Seat, (settings.north, settings.east, settings.south, settings.west), strict=True)
        chosen = {seat: name for seat, name in names if name is not None}
        complete = {name: _complete(name, settings.level) for name in set(chosen.values())}
        return cls(settings.level, {seat: complete[name] for seat, name in chosen.items()})

    @property
    def robot(self) -> str:
        """The name of the level's robot."""
        return f"sayc+pimc_{self.level}"

    def name(self, seat: Seat) -> str:
        """The name of the agent that sits in a seat."""
        return self.others.get(seat, self.robot)

    def bids_by_the_system(self, seat: Seat) -> bool:
        """Whether SAYC-lite makes the seat's calls."""
        return self.name(seat).startswith("sayc+")

    def agreements(self, person: Seat | None = None) -> Agreements:
        """What the calls of every seat mean.

        Args:
            person: the seat that a person takes, who plays what the robot opposite plays.
        """
        robots = {seat: seat.partner if seat is person else seat for seat in Seat}
        return Agreements(tuple(disclosure_of(self.name(robots[seat])) for seat in Seat))

    def agent(self, seat: Seat, part_scores: Sequence[int] = (0, 0)) -> Agent:
        """A new agent for a seat.

        Args:
            seat: where it will sit.
            part_scores: of North-South and East-West, for SAYC-lite at rubber bridge.
        """
        name = self.name(seat)
        return agents.make(name, part_scores=part_scores) if self.bids_by_the_system(seat) else agents.make(name)

    def disclosed(self, person: Seat | None = None) -> str:
        """The robots in words: how they bid, how they play cards, what they see.

        Args:
            person: the seat that a person takes.
        """
        lines = [f"Robots bid {VERSION} and play cards at level {self.level}: {_level_words(self.level)}."]
        lines += [
            f"Your adviser is {name}." if seat is person else f"{seat.word} is {name}."
            for seat, name in self.others.items()
        ]
        return "\n".join([*lines, "A robot sees its own cards and what is open on the table, nothing else."])


def _level_words(name: str) -> str:
    level = LEVELS[name]
    if level.method == "rules":
        return "rules of thumb"
    budget = "" if level.budget_ms is None else f", {level.budget_ms:.0f} ms a card"
    method = "solved double dummy" if level.method == "double dummy" else "played out by rules of thumb"
    return f"up to {level.worlds} possible deals, {method}{budget}"


def _complete(name: str, level: str) -> str:
    """The name of an agent that bids and plays: what is missing comes from the level's robot.

    Raises:
        ValueError: the name is unknown, or the agent neither bids nor plays.
    """
    agent = agents.make(name)
    bids, plays = agents.can_bid(agent), agents.can_play(agent)
    if bids and plays:
        return name
    if bids:
        return f"{name}+pimc_{level}"
    if plays:
        return f"sayc+{name}"
    raise ValueError(f"agent {name!r} neither bids nor plays cards")
