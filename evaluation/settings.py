"""The settings of ``evaluate.py``."""

from __future__ import annotations

from dataclasses import dataclass, field

from evaluation.executors import EXECUTORS
from evaluation.formats import FORMATS
from evaluation.page import BOARDS_SHOWN
from evaluation.plan import COMPARISONS
from settings import Settings, choice, flag, integer, names, number, text

OWN = "own"
RECORDED = "recorded"
OF_LEVEL = "level"


@dataclass
class UntilSettings(Settings):
    """When to stop before all boards are played, by intervals that hold however often one looks."""

    ci_half_width: float = number(
        0.0, "stop when every contest's interval is at most so wide on each side; 0 is off", low=0.0, unit="IMPs"
    )
    decided: bool = flag(False, "stop when every contest's interval leaves zero out")
    unit: str = choice("imps", "what the half-width is measured in", ("imps", "points"))
    max_boards: int = integer(20_000, "boards at most when one of these is on, instead of boards", low=1, unit="boards")

    @property
    def is_on(self) -> bool:
        """Whether anything can stop the tournament early."""
        return self.ci_half_width > 0 or self.decided


@dataclass
class TournamentSettings(Settings):
    """A match or tournament of teams over the same boards, or the measurement of one agent's system of calls."""

    mode: str = choice(
        "tournament", "tournament: teams meet; system: what the calls of one agent mean", ("tournament", "system")
    )
    team_a: str = text("sayc", "a team: an agent's name, bidder+cardplayer, a checkpoint's path or module:Class")
    team_b: str = text("random", "the other team")
    teams: list[str] = names((), "instead of team_a and team_b, any number of teams; of a gauntlet the candidate first")
    format: str = choice("match", "who meets whom", FORMATS)
    boards: int = integer(
        1000, "boards to play, each at two tables a contest; of a file the first so many", low=1, unit="boards"
    )
    source: str = text(
        "test",
        "where boards come from: test (solved deals, never trained on), random, a PBN or LIN file, "
        "or a fixed set: test-100, test-1000, test-10000 (played whole)",
    )
    play: str = choice(
        "double_dummy", "how contracts are scored: by solver, or by playing the cards", ("double_dummy", "cards")
    )
    auctions: str = text(
        OWN, "who bids: own (each team), a bidder's name (the same auction at all tables), or recorded (in the file)"
    )
    compare: str = choice("both", "with the same auctions, whose card play: both sides', or one role's", COMPARISONS)
    opposition: str = text("heuristic", "with compare=declarer or defence, who plays the other role against every team")
    analysis: bool = flag(
        True, "value every card played double dummy (swings by lead, declarer and defence), and solve the page's boards"
    )
    disclosure: bool = flag(
        True, "tell PIMC players what both sides' calls mean; false: they read all calls as SAYC-lite's"
    )
    budget: str | None = text(
        OF_LEVEL, "milliseconds a card of PIMC players; level is what theirs says, null no clock: results then repeat"
    )
    seed: int = integer(0, "of the boards and, on another branch, of the agents", low=0)
    until: UntilSettings = field(default_factory=UntilSettings)
    jobs: int = integer(0, "processes; 0 is one a core. The result does not depend on it", low=0, unit="processes")
    executor: str = choice("local", "where boards are played: processes of this machine, or a Ray cluster", EXECUTORS)
    page_boards: int = integer(
        BOARDS_SHOWN, "boards in full on the page, those with the largest swings", low=1, unit="boards"
    )
    output: str | None = text(None, "folder for the results; null is a new one under runs/evaluate")
    agent: str | None = text(None, "with mode=system, whose calls; boards (100000 say much), seed and output count too")
    beside: bool = flag(False, "with mode=system, also keep the meanings beside the checkpoint, where reports look")
    resume: str | None = text(None, "folder of a tournament to go on with; its settings count, but jobs and executor")
