"""One iteration's boards: the learner and its opponents bid them out, and every learner seat is recorded."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from agents.learned.network import PolicyNetwork
from bridge.batch import Boards, Ints, UInt8s
from bridge.seats import N_SEATS
from bridge.solved import SolvedDeals
from training.losses import choice_of
from training.opponents import Opponent, SeatMemories
from training.sequences import SequenceBatch, SequenceRecorder

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Rollout:
    """The learner's sequences of an iteration, and how its boards went."""

    batch: SequenceBatch
    scores: Ints
    """The learner's raw score on each board with an opponent; without any, North-South's on all. Int."""
    turns: int
    """Turns that the learner took."""


def draw_boards(deals: SolvedDeals, n: int, rng: np.random.Generator) -> tuple[Boards, UInt8s]:
    """``n`` boards with random dealer and vulnerability, and their double-dummy tables ``(n, 5, 4)``."""
    owners, tables = deals.draw(rng, n)
    return Boards(owners, rng.integers(4, size=n), rng.integers(4, size=n)), tables


def learner_seats(n: int, self_share: float) -> Bools:
    """Which seats of each board learn, bool ``(n, 4)``.

    All four on the first ``self_share`` of the boards (self-play); on the rest NS and EW on alternate boards.
    """
    one_side = (np.arange(n)[:, np.newaxis] + np.arange(N_SEATS)) % 2 == 0
    all_four = np.arange(n)[:, np.newaxis] < round(self_share * n)
    return np.asarray(one_side | all_four)


def collect(
    network: PolicyNetwork,
    boards: Boards,
    tables: UInt8s,
    learns: Bools,
    opponent: Opponent,
    reward_scale: float,
    generator: torch.Generator,
) -> Rollout:
    """Bid every board to its end and score it double dummy.

    Args:
        network: the learner, drawing from its policy.
        boards: boards at their first call.
        tables: their double-dummy tables, uint8 ``(n, 5, 4)``.
        learns: bool ``(n, 4)``, the learner's seats.
        opponent: answers for the other seats.
        reward_scale: raw score that counts as a reward of 1.
        generator: the learner's random stream.
    """
    learner = _Learner(network, learns, generator)
    rows = np.arange(len(boards))
    while len(rows):
        seats = boards.actors()[rows]
        own = learns[rows, seats]
        actions = np.empty(len(rows), dtype=np.int64)
        if own.any():
            actions[own] = learner.act(boards, rows[own], seats[own])
        if not own.all():
            actions[~own] = opponent.act(boards, rows[~own], seats[~own])
        boards.act(rows, actions)
        rows = np.flatnonzero(boards.in_auction())
    scores_ns = boards.double_dummy_scores_ns(tables)
    by_seat = np.stack((scores_ns, -scores_ns) * 2, axis=1)
    rewards = (by_seat[learns] / reward_scale).astype(np.float32)
    own_scores = by_seat[np.arange(len(boards)), learns.argmax(axis=1)]
    opposed = ~learns.all(axis=1)
    scores = own_scores[opposed] if opposed.any() else own_scores
    return Rollout(learner.recorder.finish(rewards), scores, int(learner.recorder.lengths.sum()))


class _Learner:
    """The learner's side of a rollout: policy, memories and the record of its turns."""

    def __init__(self, network: PolicyNetwork, learns: Bools, generator: torch.Generator) -> None:
        self._network = network
        self._generator = generator
        self._memories = SeatMemories(network, len(learns))
        # Sequences are numbered in the order of `array[learns]`: by board, then by seat.
        self._sequence = np.cumsum(learns.reshape(-1)).reshape(learns.shape) - 1
        self.recorder = SequenceRecorder(int(learns.sum()), network.n_inputs)

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        """Draw an action for each row and record the turn."""
        observations, masks = boards.observe(rows, seats, self._network.n_inputs)
        with torch.inference_mode():
            logits, values, memory = self._network(
                torch.from_numpy(observations).unsqueeze(0),
                torch.from_numpy(masks).unsqueeze(0),
                self._memories.read(rows, seats),
            )
            chosen = torch.multinomial(logits[0].softmax(dim=-1), 1, generator=self._generator).squeeze(1)
            log_probs = choice_of(logits[0], chosen).log_prob
        self._memories.write(rows, seats, memory)
        sequences = self._sequence[rows, seats]
        self.recorder.add(sequences, observations, masks, chosen.numpy(), log_probs.numpy(), values[0].numpy())
        return chosen.numpy() + self._network.first_action
