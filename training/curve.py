"""The evaluation curve of a run: how the learner's best calls fare on the same validation boards, time after time.

A point of the curve is what ``evaluate.py source=validation seed=0`` would say of a checkpoint at that moment. It takes
nothing from the run's random streams, so that a run learns the same with and without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from agents.batched import NetworkBatchAgent, always_alike
from agents.learned import LearnedAgent, PolicyNetwork
from bridge.batch import BatchAgent, Ints
from bridge.solved import Part, shipped_deals
from evaluation.batch import AgentMaker, BatchMatch, BoardArrays, bid_alone, par_loss, par_scores_ns, play_batch
from evaluation.boards import solved_boards
from evaluation.contracts import contract_shares
from evaluation.statistics import Estimate
from evaluation.table import Play
from training.phases import AUCTION, TrainedPhase
from training.players import whole_player
from training.settings import SELF, EvalSettings

_SEED = 0
"""Of the boards, whatever the run's own seed, so that the curves of several runs are over the same boards."""

_PART: Part = "validation"
_LEARNER = 0
"""The learner's number among the bidders of a match."""


@dataclass(frozen=True, slots=True)
class Alone:
    """Boards that the learner bids in all four seats."""

    par_loss: Estimate
    """IMPs between par and the result."""
    contracts: dict[str, float]
    """What it reaches, see ``contract_shares``."""


@dataclass(frozen=True, slots=True)
class Point:
    """One evaluation. ``str`` gives ``"sayc -1.20 ± 0.31 IMPs/board, par loss 3.42 IMPs/board"``."""

    matches: dict[str, BatchMatch]
    """The learner's matches, by baseline."""
    alone: Alone | None
    """What it reaches when it bids in all four seats; None for a card player."""

    def scalars(self) -> dict[str, float]:
        """All figures by their names in TensorBoard."""
        named = {}
        if self.alone is not None:
            figures = _with_error("par_loss", self.alone.par_loss) | self.alone.contracts
            named = {f"eval/{SELF}/{name}": value for name, value in figures.items()}
        for baseline, match in self.matches.items():
            figures = _with_error("imps", match.imps) | _with_error("points", match.raw_score)
            figures |= contract_shares(match.auctions, _LEARNER)
            named |= {f"eval/{baseline}/{name}": value for name, value in figures.items()}
        return named

    def __str__(self) -> str:
        results = [
            f"{baseline} {match.imps.mean:+.2f} ± {match.imps.standard_error:.2f} IMPs/board"
            for baseline, match in self.matches.items()
        ]
        if self.alone is not None:
            results.append(f"par loss {self.alone.par_loss.mean:.2f} IMPs/board")
        return ", ".join(results)


def _with_error(name: str, value: Estimate) -> dict[str, float]:
    return {name: value.mean, f"{name}_stderr": value.standard_error}


class Curve:
    """Evaluates the learner when it is due.

    Args:
        settings: how often, on how many boards and against whom.
        phase: what the learner does; where it plays, matches are of cards played out.
        bidder: bids every auction of a phase that begins after it.

    Raises:
        ValueError: there are not so many boards, or a baseline's name is unknown.
    """

    def __init__(self, settings: EvalSettings, phase: TrainedPhase = AUCTION, bidder: str = "sayc") -> None:
        self._settings = settings
        self._phase = phase
        self._bidder = bidder
        if settings.every and settings.boards > (deals := len(shipped_deals().part(_PART))):
            raise ValueError(f"eval.boards={settings.boards}: there are {deals} {_PART} deals")

    def is_due(self, iteration: int, is_last: bool) -> bool:
        """Whether the curve has a point after so many iterations: at the start, every so often, and at the end."""
        every = self._settings.every
        return every > 0 and (iteration % every == 0 or is_last)

    def point(self, network: PolicyNetwork) -> Point:
        """The next point of the curve."""

        def learner(n_boards: int) -> BatchAgent:
            return NetworkBatchAgent(LearnedAgent(network), n_boards, np.random.default_rng(_SEED))

        matches = {name: self._match(learner, name) for name in self._settings.baselines}
        if not self._phase.bids:
            return Point(matches, None)
        alone = bid_alone(learner, self._boards)
        return Point(matches, Alone(par_loss(alone, self._par_ns), contract_shares(alone, _LEARNER)))

    def _match(self, learner: AgentMaker, baseline: str) -> BatchMatch:
        other = always_alike(whole_player(baseline, self._phase))
        play: Play = "cards" if self._phase.plays else "double_dummy"
        bidder = None if self._phase.bids else always_alike(self._bidder)
        return play_batch(learner, other, self._boards, play, bidder)

    @cached_property
    def _boards(self) -> BoardArrays:
        return BoardArrays.of(solved_boards(self._settings.boards, _SEED, _PART))

    @cached_property
    def _par_ns(self) -> Ints:
        return par_scores_ns(self._boards.start(), self._boards.tables)
