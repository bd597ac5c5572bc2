"""What a board pays: its raw score, or what that is above another result on the same board, in points or in IMPs.

Par is another result. So is what a reference agent reaches in all four seats of the same board, as if it had played at
the other table; and for card play the double-dummy result of the same contract. Subtracting any of them takes most of
the luck of the deal out of the reward.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from agents.batched import make_batched
from bridge.batch import BatchAgent, Boards, Ints, UInt8s
from bridge.scoring import imps
from evaluation.batch import par_scores_ns
from training.phases import TrainedPhase, act_while
from training.sequences import Floats
from training.settings import CONTRACT, PAR, RewardSettings


@dataclass(frozen=True, slots=True)
class PlayedBoards:
    """An iteration's boards, from where a phase of them was recorded to where it ended."""

    phase: TrainedPhase
    start: Boards
    end: Boards
    tables: UInt8s
    """Double-dummy tricks ``(n, 5, 4)``."""

    def scores_ns(self) -> Ints:
        """North-South's raw scores, int ``(n,)``."""
        return self.phase.scores_ns(self.end, self.tables)

    def contract_scores_ns(self) -> Ints:
        """North-South's raw scores if the contracts had taken their double-dummy tricks, int ``(n,)``."""
        return self.end.double_dummy_scores_ns(self.tables)

    def imps_to_double_dummy_ns(self) -> Ints:
        """North-South's IMPs against the double-dummy results of the contracts, int ``(n,)``."""
        return imps(self.scores_ns() - self.contract_scores_ns())

    def scores_of_ns(self, agent: BatchAgent) -> Ints:
        """North-South's raw scores if an agent had acted in all four seats, int ``(n,)``."""
        again = self.start.copy()
        act_while(self.phase.goes_on, again, agent)
        return self.phase.scores_ns(again, self.tables)


def references_ns(settings: RewardSettings, boards: PlayedBoards, rng: np.random.Generator) -> Ints:
    """The scores that North-South's are compared with, int ``(n,)``; zero where the raw score pays.

    Args:
        settings: what is paid.
        boards: boards that were played to the end of their phase.
        rng: for a reference agent that chooses at random.
    """
    if settings.kind == "raw":
        return np.zeros(len(boards.end), dtype=np.int64)
    if settings.against == PAR:
        return par_scores_ns(boards.end, boards.tables)
    if settings.against == CONTRACT:
        return boards.contract_scores_ns()
    return boards.scores_of_ns(make_batched(settings.against, len(boards.end), rng))


def rewards_ns(settings: RewardSettings, scores_ns: Ints, references_ns: Ints) -> Floats:
    """North-South's reward for its scores, float ``(n,)``; East-West's is its negative."""
    paid = scores_ns - references_ns
    return ((imps(paid) if settings.kind == "imps" else paid) / settings.scale).astype(np.float32)
