"""Training for three-player auction bridge: the same learner, whose boards are bid by three and played out by rules.

Three seats learn or two of them are an opponent's; nobody knows a partner, so every player is paid its own points.
There is no double-dummy table for a contract of whichever player wins, so the cards of every board are played by the
rules of thumb in all four hands, which is fast enough to deal every board anew.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from bridge.batch import BatchAgent
from bridge.point_table import point_table
from bridge.solved import SolvedDeals, random_owners
from bridge.three_player import N_PLAYERS
from bridge.three_player_batch import ThreePlayerBoards
from evaluation.three_player.round_robin import declarer_tricks
from settings import SettingsError
from training.hidden import HIDDEN_SIZE
from training.learner import DEALS, Experience, Learner
from training.lineup import Lineup, lineup
from training.precision import autocast
from training.rollout import collect
from training.schedule import Stage
from training.settings import TrainSettings
from training.stopwatch import Stopwatch

EVALUATION_SEED = 2**40
"""Added to a run's seed for the deals of the matches after it, which so are other deals than those trained on."""


class ThreePlayerLearner(Learner):
    """A network being trained to bid in three-player auction bridge; arguments as for ``Learner``."""

    def __init__(self, settings: TrainSettings, folder: Path, deals: SolvedDeals) -> None:
        # The evaluation curve is one of duplicate matches, which take partners.
        super().__init__(replace(settings, eval=replace(settings.eval, every=0)), folder, deals)

    def _experience(self, stage: Stage, generator: torch.Generator, clock: Stopwatch) -> Experience:
        rng, n = self._stream(DEALS), self.settings.train.num_envs
        boards = ThreePlayerBoards(random_owners(rng, n), rng.integers(N_PLAYERS, size=n), self.settings.points)
        seating = seated([(None, 1.0)] if stage.imitates else self._opponents(), n)
        clock.lap("environment")
        with autocast(self._device, self._bf16):
            recorder = collect(self.network, boards, seating, generator, self._teacher(stage), clock)
        paid = boards.payoffs(declarer_tricks(boards.states, "heuristic"))
        numbers, players = np.nonzero(seating.learns)
        rewards = (paid[numbers, players] / self.settings.reward.scale).astype(np.float32)
        batch = recorder.finish(rewards, np.zeros((len(rewards), HIDDEN_SIZE), dtype=np.int8))
        clock.lap("reward")
        own = seating.learns[:, :N_PLAYERS] & ((seating.by_board >= 0) | (seating.by_board < 0).all())[:, np.newaxis]
        return Experience(batch.to(self._device), float(paid[own].mean()), float(boards.states["n_calls"].mean()))


def seated(shares: list[tuple[BatchAgent | None, float]], n: int) -> Lineup:
    """Share out ``n`` boards as ``training.lineup`` does, the learner alone at each place in turn against opponents."""
    four = lineup(n, shares)
    places = np.arange(N_PLAYERS + 1)
    alone = np.arange(n)[:, np.newaxis] % N_PLAYERS == places
    learns = np.where(four.by_board[:, np.newaxis] >= 0, alone, places < N_PLAYERS)
    return Lineup(learns, four.opponents, four.by_board)


def check(settings: TrainSettings) -> None:
    """Refuse settings that mean nothing in this game.

    Raises:
        ValueError: the point table is unknown, or a setting needs partners or double-dummy tables.
    """
    point_table(settings.points)
    if any(_bids_with_a_partner(name) for name in settings.opponent.names):
        raise SettingsError("opponent.names: sayc bids with a partner, use opponent=three_player in this game")
    imitates = settings.train.algorithm == "imitation" or settings.train.imitation_timesteps > 0
    if imitates and _bids_with_a_partner(settings.train.teacher):
        raise SettingsError("train.teacher: sayc bids with a partner, use for example train.teacher=attacking")
    if settings.reward.kind != "raw":
        raise SettingsError(f"reward.kind={settings.reward.kind}: three players are paid points, use reward.kind=raw")
    if settings.network.phase != "auction":
        raise SettingsError(f"network.phase={settings.network.phase}: three players are trained to bid, use auction")
    if settings.critic.sees != "seat":
        raise SettingsError(f"critic.sees={settings.critic.sees}: with game=three_player use critic.sees=seat")
    if settings.train.foresight_coef > 0:
        raise SettingsError("train.foresight_coef: nobody has a partner to foresee, use 0 with game=three_player")
    if settings.deals is not None:
        raise SettingsError("deals: with game=three_player boards are dealt at random, leave it out")


def _bids_with_a_partner(name: str) -> bool:
    return name.partition("+")[0] == "sayc"
