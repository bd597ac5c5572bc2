"""The settings of ``evaluate.py``."""

from __future__ import annotations

from dataclasses import dataclass

from settings import Settings, choice, integer, text

OWN = "own"
RECORDED = "recorded"


@dataclass
class MatchSettings(Settings):
    """A duplicate match of two teams over the same boards."""

    team_a: str = text("sayc", "a team: an agent's name, bidder+cardplayer, a checkpoint's path or module:Class")
    team_b: str = text("random", "the other team")
    boards: int = integer(
        1000, "boards to play, each at two tables; of a PBN file the first so many", low=1, unit="boards"
    )
    source: str = text("test", "where boards come from: test (solved deals, never trained on), random, or a PBN file")
    play: str = choice(
        "double_dummy", "how contracts are scored: by solver, or by playing the cards", ("double_dummy", "cards")
    )
    auctions: str = text(
        OWN, "who bids: own (each team), a bidder's name (the same auction at both tables), or recorded (in the PBN)"
    )
    seed: int = integer(0, "of the boards and, on another branch, of the agents", low=0)
    jobs: int = integer(0, "processes; 0 is one a core. The result does not depend on it", low=0, unit="processes")
    output: str | None = text(None, "folder for report and result; null is a new one under runs/evaluate")
