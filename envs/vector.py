"""Many boards at once for one learner each, after Gymnasium's vector interface, over the engine's array face.

``gymnasium.make_vec("Bridge-v0", num_envs=N)`` makes it. Row ``i`` is a board of its own with a learner's seat; a batch
agent answers for the other three seats of all rows. Nothing here loops over boards in Python.
"""

from __future__ import annotations

import math
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bridge.actions import N_ACTIONS
from bridge.batch import BatchAgent, Boards, Ints, UInt8s
from bridge.engine import Int8s
from bridge.observation import SIZE
from bridge.seats import N_SEATS, Seat
from bridge.solved import random_owners
from envs import observations
from envs.boards import solved_deals
from envs.bridge_v0 import ILLEGAL_SCORE
from envs.random_agent import RandomBatchAgent
from envs.reset_options import checked_seed
from envs.single_seat import ROTATE
from envs.table import Play

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Observations = dict[str, Int8s]


class VectorBridgeEnv(VectorEnv[Observations, Ints, npt.NDArray[Any]]):
    """``num_envs`` boards with a learner each.

    Args:
        num_envs: number of rows.
        seat: the learner's, ``"N"`` .. ``"W"``; or ``"rotate"``, one place clockwise with every board of a row.
        others: answers for the other three seats of all rows; random by default.
        bidder: if given, it bids every auction in all four seats, and the learner only plays cards.
        play: ``"cards"`` or ``"double_dummy"``, as in ``envs.bridge_v0``.
        reward_scale: rewards are the learner's raw score times this.
        deals: source of the solved deals, as in ``envs.bridge_v0``.
        autoreset_mode: what happens to a row whose board is over, as Gymnasium defines the three modes: its next step
            deals a new board (``NEXT_STEP``, default), the same step does (``SAME_STEP``, the last observation is in
            ``info["final_obs"]``), or ``reset(options={"reset_mask": ...})`` does (``DISABLED``).
        copy: give out fresh arrays; otherwise the same two are written again at every step.

    An illegal action ends the row's board with ``ILLEGAL_SCORE`` (scaled). A row whose learner has nothing to decide
    (dummy in ``play="cards"``) goes on without it.

    Raises:
        ValueError: an option is out of its range.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        *,
        seat: str = "S",
        others: BatchAgent | None = None,
        bidder: BatchAgent | None = None,
        play: Play = "cards",
        reward_scale: float = 1.0,
        deals: str = "train",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs is {num_envs}: use 1 or more")
        if play not in ("cards", "double_dummy"):
            raise ValueError(f"play is {play!r}: use 'cards' or 'double_dummy'")
        if bidder is not None and play == "double_dummy":
            raise ValueError("a bidder leaves the learner only cards to play: use play='cards'")
        if not (math.isfinite(reward_scale) and reward_scale > 0):
            raise ValueError(f"reward_scale is {reward_scale}: use a finite number above 0")
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observations.observation_space()
        self.single_action_space = observations.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._reward_scale = reward_scale
        self._rotates = seat == ROTATE
        self._others, self._bidder = others, bidder
        self._auction_only = play == "double_dummy"
        self._solved = solved_deals(deals) if self._auction_only else None
        self._copy = copy
        self._rows = np.arange(num_envs)
        self._first_seat = 0 if self._rotates else int(Seat.parse(seat))
        self.seats: Ints = np.full(num_envs, self._first_seat)
        """The learner's seat of each row, int ``(num_envs,)``."""
        self.boards: Boards | None = None
        self._tables = np.zeros((num_envs, 5, N_SEATS), dtype=np.uint8)
        self._over = np.ones(num_envs, dtype=np.bool_)
        self._seen = np.zeros((num_envs, SIZE), dtype=np.int8)
        self._masks = np.zeros((num_envs, N_ACTIONS), dtype=np.int8)

    # --- Gymnasium's interface ---------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal new boards to all rows, or to those of ``options["reset_mask"]`` (bool ``(num_envs,)``).

        Raises:
            ValueError: the seed or the mask cannot be used.
        """
        super().reset(seed=None if seed is None else checked_seed(seed))
        rows = self._masked_rows((options or {}).get("reset_mask"))
        if seed is not None or self.boards is None:
            self.seats[:] = self._first_seat - 1 if self._rotates else self._first_seat
            self._random = RandomBatchAgent(np.random.default_rng(self.np_random.integers(2**63)))
        self._deal(rows)
        return self._observe(), {"seat": self.seats.copy()}

    def step(self, actions: npt.ArrayLike) -> tuple[Observations, Floats, Bools, Bools, dict[str, Any]]:
        """Take the learners' actions, int ``(num_envs,)``; those of rows that are dealt a new board are ignored.

        Returns:
            observations, rewards (0.0 until a row's board is over), where boards are over, False everywhere, and
            ``info`` with ``seat`` and, where a row ended, ``raw_score``.

        Raises:
            gymnasium.error.ResetNeeded: there are no boards, or with ``DISABLED`` a row that is over was not reset.
        """
        boards = self._boards()
        ended = self._over.copy()
        if ended.any() and self.autoreset_mode is AutoresetMode.DISABLED:
            raise gymnasium.error.ResetNeeded(f"rows {np.flatnonzero(ended)} are over: reset them by reset_mask")
        illegal = self._act(boards, np.asarray(actions, dtype=np.int64), np.flatnonzero(~ended))
        if ended.any():
            self._deal(np.flatnonzero(ended))
        self._play_on(np.flatnonzero(~ended & ~illegal))
        self._over = (self._are_over(boards) | illegal) & ~ended
        raw_scores = self._raw_scores(boards)
        rewards = np.where(illegal, ILLEGAL_SCORE, np.where(self._over, raw_scores, 0)) * self._reward_scale
        info: dict[str, Any] = {"seat": self.seats.copy(), "raw_score": np.where(self._over & ~illegal, raw_scores, 0)}
        terminated = self._over.copy()
        seen = self._observe()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and terminated.any():
            info |= {"final_obs": {key: value.copy() for key, value in seen.items()}, "_final_obs": terminated}
            self._deal(np.flatnonzero(terminated))
            seen = self._observe()
        return seen, rewards, terminated, np.zeros(self.num_envs, dtype=np.bool_), info

    def action_masks(self) -> Bools:
        """True for every legal action of each row's learner, ``(num_envs, 90)``."""
        return self._masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held open."""

    # --- boards ------------------------------------------------------------------------------------------------------

    def _boards(self) -> Boards:
        if self.boards is None:
            raise gymnasium.error.ResetNeeded("there are no boards: call reset() before step()")
        return self.boards

    def _masked_rows(self, mask: npt.ArrayLike | None) -> Ints:
        if mask is None or self.boards is None:
            return self._rows
        chosen = np.asarray(mask)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            raise ValueError(f"reset_mask must be bool ({self.num_envs},), not {chosen.dtype} {chosen.shape}")
        return np.flatnonzero(chosen)

    def _deal(self, rows: Ints) -> None:
        """New boards for ``rows``, played on to the learner's first decision; rows without one are dealt again."""
        while len(rows):
            owners = self._draw(rows)
            dealers, vulnerable = self.np_random.integers(4, size=(2, len(rows)))
            if self.boards is None:
                self.boards = Boards(owners, dealers, vulnerable)
            else:
                self.boards.restart(rows, owners, dealers, vulnerable)
            if self._rotates:
                self.seats[rows] = (self.seats[rows] + 1) % N_SEATS
            if self._bidder is not None:
                self._bid_out(self._bidder, rows)
            self._over[rows] = False
            self._play_on(rows)
            rows = rows[self._are_over(self.boards)[rows]]

    def _draw(self, rows: Ints) -> UInt8s:
        if self._solved is None:
            return random_owners(self.np_random, len(rows))
        owners, self._tables[rows] = self._solved.draw(self.np_random, len(rows))
        return owners

    def _bid_out(self, bidder: BatchAgent, rows: Ints) -> None:
        boards = self._boards()
        while len(rows):
            boards.act(rows, bidder.act(boards, rows, boards.actors()[rows]))
            rows = rows[boards.in_auction()[rows]]

    def _act(self, boards: Boards, actions: Ints, rows: Ints) -> Bools:
        """Carry out the learners' legal actions; returns which rows' were illegal."""
        illegal = np.zeros(self.num_envs, dtype=np.bool_)
        in_range = (actions[rows] >= 0) & (actions[rows] < N_ACTIONS)
        legal = in_range & (self._masks[rows, np.where(in_range, actions[rows], 0)] == 1)
        boards.act(rows[legal], actions[rows[legal]])
        illegal[rows[~legal]] = True
        return illegal

    def _play_on(self, rows: Ints) -> None:
        """The other seats act until each row's learner is to decide or its board is over."""
        boards, others = self._boards(), self._others or self._random
        while len(rows):
            actors = boards.actors()[rows]
            waiting = ~self._are_over(boards)[rows] & (actors != self.seats[rows])
            rows, actors = rows[waiting], actors[waiting]
            if len(rows):
                boards.act(rows, others.act(boards, rows, actors))

    def _are_over(self, boards: Boards) -> Bools:
        return ~boards.in_auction() if self._auction_only else boards.are_over()

    def _raw_scores(self, boards: Boards) -> Ints:
        """The score of each learner's side; only meaningful on rows that are over."""
        scores = boards.double_dummy_scores_ns(self._tables) if self._auction_only else boards.won_scores_ns()
        return np.where(self.seats % 2 == 0, scores, -scores)

    def _observe(self) -> Observations:
        self._boards().observe_into(self._rows, self.seats, self._seen, self._masks)
        self._masks[self._over] = 0
        seen = {"observation": self._seen, "action_mask": self._masks}
        return {key: value.copy() for key, value in seen.items()} if self._copy else seen
