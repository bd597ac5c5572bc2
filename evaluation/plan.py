"""The plan of a tournament: who plays what, at which tables of a board.

In a contest of two teams everything is told from the first team's side. With ``compare="both"`` a board is played at
two tables: the first team sits North-South at one, the second at the other, and what one wins at the first table with
the better cards the other holds at the second. The *difference* of the board is the first team's raw score at both
tables together, ``score_ns`` of the one minus ``score_ns`` of the other.

With ``compare="declarer"`` or ``"defence"`` the auction is given and the same for everybody, every team sits at one
table and plays that role in the board's contract, and the opposition, one and the same agent for all, plays the other.
The difference is the first team's raw score minus the second's.

The difference on the scale of Law 78 gives IMPs: they too compare two tables. Seats have the same random streams at
every table of a board, so a team against itself comes out at exactly 0 on every board and exchanging the teams negates
every board, also when agents choose at random.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from agents.agreements import Agreements
from bridge.calls import Contract
from bridge.seats import Side
from evaluation.formats import Format, contests
from evaluation.table import Play
from evaluation.teams import Team, labels_of, short_names, team_of

Comparison = Literal["both", "declarer", "defence"]

COMPARISONS: tuple[Comparison, ...] = get_args(Comparison)

Sitting = tuple[int, int]
"""Numbers of the teams that sit North-South and East-West; the opposition's number follows the last team's."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What every process needs to know to play a share of the boards; made by :func:`plan_of`."""

    teams: tuple[Team, ...]
    format: Format
    play: Play
    seed: int
    """Of the agents' random streams."""
    bidder: Team | None = None
    """Bids every auction in all four seats, so that card play alone is compared."""
    recorded_auctions: bool = False
    """Likewise, with the auctions that came with the boards."""
    compare: Comparison = "both"
    opposition: Team | None = None
    """With ``compare`` declarer or defence, who plays the other side."""
    analysis: bool = False
    """Whether every card played is valued double dummy."""
    disclosure: bool = True
    """Whether players are told what both sides disclose of their calls; else they read all calls as SAYC-lite's."""

    @property
    def tells(self) -> bool:
        """Whether players are told what calls mean; nobody can say it of recorded ones."""
        return self.disclosure and self.play == "cards" and not self.recorded_auctions

    @property
    def labels(self) -> tuple[str, ...]:
        """What the teams are called in reports."""
        return labels_of(self.teams)

    @property
    def opposition_label(self) -> str:
        """What the opposition is called in reports; empty without one."""
        return "" if self.opposition is None else short_names([*self.teams, self.opposition])[-1]

    @property
    def contests(self) -> tuple[tuple[int, int], ...]:
        """Which teams meet, by number."""
        return contests(self.format, len(self.teams))

    def seated(self, number: int) -> Team:
        """The team, or the opposition, of a sitting's number."""
        if number == len(self.teams) and self.opposition is not None:
            return self.opposition
        return self.teams[number]

    def agreements(self, sitting: Sitting) -> Agreements:
        """What the calls at a table mean, as far as those who make them disclose it."""
        if self.recorded_auctions:
            return Agreements.of_sides(None, None)
        north_south, east_west = (self.bidder or self.seated(number) for number in sitting)
        return Agreements.of_sides(north_south.disclosure, east_west.disclosure)

    def label(self, number: int) -> str:
        """The name for reports of a sitting's number."""
        return self.labels[number] if number < len(self.teams) else f"{self.opposition_label} (opposition)"

    def sittings(self, contract: Contract | None = None) -> tuple[Sitting, ...]:
        """The tables of a board, in the order in which they are played.

        Args:
            contract: of the given auction, where one role alone is compared.
        """
        if self.compare == "both":
            return tuple(sitting for one, two in self.contests for sitting in ((one, two), (two, one)))
        house = len(self.teams)
        if own_side(self.compare, contract) is Side.NS:
            return tuple((number, house) for number in range(house))
        return tuple((house, number) for number in range(house))

    def sittings_compared(self, sittings: Collection[Sitting]) -> list[tuple[Sitting, Sitting]]:
        """For every contest the two tables of a board that it compares, that of its first team first.

        Args:
            sittings: the board's tables.
        """
        if self.compare == "both":
            return [((one, two), (two, one)) for one, two in self.contests]
        house = len(self.teams)
        if (0, house) in sittings:
            return [((one, house), (two, house)) for one, two in self.contests]
        return [((house, one), (house, two)) for one, two in self.contests]


def own_side(compare: Comparison, contract: Contract | None) -> Side:
    """Where the teams sit on a board when one role is compared; North-South when it was passed out."""
    if contract is None:
        return Side.NS
    return contract.declarer.side if compare == "declarer" else contract.declarer.side.opponents


def plan_of(
    teams: Sequence[Team | str],
    *,
    form: Format = "match",
    play: Play = "double_dummy",
    seed: int = 0,
    bidder: Team | str | None = None,
    recorded_auctions: bool = False,
    compare: Comparison = "both",
    opposition: Team | str = "heuristic",
    analysis: bool = False,
    disclosure: bool = True,
) -> Plan:
    """A plan whose teams have been made once, so that a fault shows before anything is played.

    Args:
        teams: teams or agents' names (see ``agents.registry``); an agent that only bids gets the heuristic card player
            where cards are to be played, as the teams of the plan then say.
        form: who meets whom, see ``evaluation.formats``.
        play: with ``"double_dummy"`` bidders are enough.
        seed: of the agents' random streams.
        bidder: bids every auction in all four seats.
        recorded_auctions: the auctions that came with the boards are played.
        compare: both sides' play, or one role's.
        opposition: who plays the other role.
        analysis: whether every card played is valued double dummy.
        disclosure: whether players are told what both sides disclose of their calls.

    Raises:
        ValueError: the teams do not fit the format, one cannot play, or the settings exclude each other.
    """
    given = bidder is not None or recorded_auctions
    if given and play == "double_dummy":
        raise ValueError("with the same auctions and double-dummy play all tables are the same: use play=cards")
    if compare != "both" and not given:
        raise ValueError(f"compare={compare} needs the same auction at every table: name a bidder, auctions=sayc")
    contests(form, len(teams))
    ready = tuple(team_of(team).ready_for(play, given) for team in teams)
    return Plan(
        teams=ready,
        format=form,
        play=play,
        seed=seed,
        bidder=None if bidder is None else team_of(bidder).ready_for("double_dummy"),
        recorded_auctions=recorded_auctions,
        compare=compare,
        opposition=None if compare == "both" else team_of(opposition).ready_for(play, given),
        analysis=analysis and play == "cards",
        disclosure=disclosure,
    )
