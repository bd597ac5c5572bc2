"""Who plays for one side: a bidder and a card player, or one agent for both phases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from agents.agreements import Disclosure
from agents.disclosure import disclosure_of
from agents.registry import BUDGET, NAMES, checkpoint_path, composition, make
from agents.roles import can_bid, can_play
from bridge.agent import Agent
from evaluation.table import Play

_SUFFIX = ".safetensors"
_OF_A_RUN = f"agent{_SUFFIX}"
"""The file that a training run's result is in; the run has its name from its folder."""


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

    @property
    def disclosure(self) -> Disclosure | None:
        """What the team's bidder discloses of its calls; None if nothing."""
        return None if self.maker is not None else disclosure_of(self.name)

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
    """The teams' short names, told apart where several bear the same: ``("sayc #1", "sayc #2", "pass")``."""
    names = short_names(teams)
    times = Counter(names)
    seen: Counter[str] = Counter()
    labels = []
    for name in names:
        seen[name] += 1
        labels.append(name if times[name] == 1 else f"{name} #{seen[name]}")
    return tuple(labels)


def short_names(teams: Sequence[Team]) -> tuple[str, ...]:
    """The teams' names with as little of a checkpoint's path as tells them apart.

    ``runs/first/agent.safetensors`` is ``first``, the folder of its run; ``checkpoints/old.safetensors+heuristic`` is
    ``old+heuristic``. Two runs of one name get the folder above it as well, and so on.
    """
    names = [_parts(team) for team in teams]
    paths = {
        part: _folders(part)
        for team, parts in zip(teams, names, strict=True)
        if team.maker is None
        for part in parts
        if part not in NAMES and checkpoint_path(part)
    }
    shown = dict.fromkeys(paths, 1)

    def short(part: str) -> str:
        """As much of a path's end as is shown by now; in the end all of it, as it was given."""
        if part not in paths or shown[part] > len(paths[part]):
            return part
        return "/".join(paths[part][-shown[part] :])

    while True:
        labels = {parts: "+".join(map(short, parts)) for parts in names}
        times = Counter(labels.values())
        alike = {part for parts, label in labels.items() if times[label] > 1 for part in parts}
        longer = [part for part in paths.keys() & alike if shown[part] <= len(paths[part])]
        if not longer:
            return tuple(labels[parts] for parts in names)
        for part in longer:
            shown[part] += 1


def _parts(team: Team) -> tuple[str, ...]:
    """The names of bidder and card player, or of the one agent for both."""
    return (team.name,) if team.maker is not None else composition(team.name) or (team.name,)


def _folders(path: str) -> tuple[str, ...]:
    """The folders of a checkpoint's path, and its file unless that is the result of a run."""
    parts = Path(path).parts[Path(path).is_absolute() :]
    if len(parts) > 1 and parts[-1] == _OF_A_RUN:
        parts = parts[:-1]
    return tuple(part.removesuffix(_SUFFIX) for part in parts)
