"""One iteration's boards: the learner and its opponents bid and play, and every learner seat is recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from agents.learned.memories import SeatMemories
from agents.learned.network import PolicyNetwork
from bridge.batch import BatchAgent, Boards, Ints, UInt8s
from bridge.engine import Int8s
from bridge.solved import SolvedDeals
from training.lineup import Bools, Lineup
from training.losses import choice_of
from training.phases import AUCTION, TrainedPhase
from training.sequences import NOTHING_TO_COPY, Floats, SequenceRecorder
from training.stopwatch import Stopwatch

Judge = Callable[[Boards, Ints], UInt8s]
"""Says what the cards of the hands on turn cost, ``(k, 52)``, on some boards ``(k,)``."""


@dataclass(frozen=True, slots=True)
class Teacher:
    """Someone whose actions the learner is to copy."""

    expert: BatchAgent
    share: float
    """Share of the turns at which the teacher's action is also carried out; the learner's own is at the others."""


def draw_boards(deals: SolvedDeals, n: int, rng: np.random.Generator, *, images: bool = True) -> tuple[Boards, UInt8s]:
    """``n`` boards with random dealer and vulnerability, and their double-dummy tables ``(n, 5, 4)``."""
    owners, tables = deals.draw(rng, n, images=images)
    return Boards(owners, rng.integers(4, size=n), rng.integers(4, size=n)), tables


def collect(
    network: PolicyNetwork,
    boards: Boards,
    lineup: Lineup,
    generator: torch.Generator,
    teacher: Teacher | None = None,
    clock: Stopwatch | None = None,
    phase: TrainedPhase = AUCTION,
    judge: Judge | None = None,
) -> SequenceRecorder:
    """Bid, or play, every board to the end of a phase.

    Args:
        network: the learner, drawing from its policy.
        boards: boards where the phase begins; afterwards they are where it ends.
        lineup: which seats learn, and who answers for the others.
        generator: the learner's random stream.
        teacher: if given, its actions are recorded in place of the learner's.
        clock: counts the shares of environment, opponents and inference.
        phase: what is recorded.
        judge: if given, what each card costs is recorded in place of the action.

    Returns:
        The learner's turns. Sequences are numbered by board, then by seat, as ``array[lineup.learns]`` is.
    """
    clock = clock or Stopwatch()
    learner = _Learner(network, lineup.learns, generator, teacher, clock, judge)
    rows = np.flatnonzero(phase.goes_on(boards))
    while len(rows):
        seats = boards.actors()[rows]
        own = lineup.learns[rows, seats]
        actions = np.empty(len(rows), dtype=np.int64)
        if own.any():
            actions[own] = learner.act(boards, rows[own], seats[own])
        clock.lap("environment")
        if not own.all():
            actions[~own] = lineup.act(boards, rows[~own], seats[~own])
            clock.lap("opponents")
        boards.act(rows, actions)
        rows = np.flatnonzero(phase.goes_on(boards))
    clock.lap("environment")
    return learner.recorder


class _Learner:
    """The learner's side of a rollout: policy, memories and the record of its turns."""

    def __init__(
        self,
        network: PolicyNetwork,
        learns: Bools,
        generator: torch.Generator,
        teacher: Teacher | None,
        clock: Stopwatch,
        judge: Judge | None,
    ) -> None:
        self._network = network
        self._judge = judge
        self._device = network.scale.device
        self._generator = generator
        self._teacher = teacher
        self._clock = clock
        self._memories = SeatMemories(network, len(learns))
        self._sequence = np.cumsum(learns.reshape(-1)).reshape(learns.shape) - 1
        self.recorder = SequenceRecorder(int(learns.sum()), network.n_inputs, costs=judge is not None)

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """Draw an action for each row and record the turn; returns the actions to be carried out."""
        observations, masks = boards.observe(rows, seats, self._network.n_inputs)
        self._clock.lap("environment")
        drawn, log_probs, values = self._draw(observations, masks, rows, seats)
        self._clock.lap("inference")
        recorded = carried_out = drawn
        if self._teacher is not None:
            recorded = self._teacher.expert.act(boards, rows, seats) - self._network.first_action
            taught = torch.rand(len(rows), generator=self._generator).numpy() < self._teacher.share
            carried_out = np.where(taught, recorded, drawn)
        costs = None
        if self._judge is not None:
            recorded, costs = np.full(len(rows), NOTHING_TO_COPY), self._judge(boards, rows)
        self.recorder.add(self._sequence[rows, seats], observations, masks, recorded, log_probs, values, costs)
        return carried_out + self._network.first_action

    def _draw(self, observations: Int8s, masks: Int8s, rows: Ints, seats: Ints) -> tuple[Ints, Floats, Floats]:
        with torch.inference_mode():
            logits, values, memory = self._network(
                torch.from_numpy(observations).to(self._device),
                torch.from_numpy(masks).to(self._device),
                [len(rows)],
                self._memories.read(rows, seats),
            )
            self._memories.write(rows, seats, memory)
            # Drawn on the CPU, so that a seed means the same on every device.
            logits, values = logits.cpu(), values.cpu()
            drawn = torch.multinomial(logits.softmax(dim=-1), 1, generator=self._generator).squeeze(1)
            return drawn.numpy(), choice_of(logits, drawn).log_prob.numpy(), values.numpy()
