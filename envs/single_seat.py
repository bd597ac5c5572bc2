"""Contract bridge for one learner, after Gymnasium's interface: agents fill the other three seats.

One step is one decision of the learner's seat. As declarer it also decides dummy's cards; as dummy it is not asked, and
the board goes on without it. Registered as ``Bridge-v0``; ``docs/environment.md`` has the whole description.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt

from bridge.actions import N_ACTIONS
from bridge.agent import Agent, spawn_streams
from bridge.seats import N_SEATS, Seat
from envs import observations
from envs.bridge_v0 import AGENTS, ILLEGAL_SCORE, raw_env
from envs.observations import Observation
from envs.random_agent import RandomAgent
from envs.reset_options import ResetOptions, checked_seed
from envs.table import Play

Agents: TypeAlias = Mapping[str, Agent] | Sequence[Agent]

ROTATE = "rotate"
"""The learner's ``seat`` that moves one place clockwise after every board."""


class SingleSeatEnv(gymnasium.Env[Observation, SupportsIndex]):
    """One seat learns, three agents play with it and against it.

    Args:
        seat: ``"N"``, ``"E"``, ``"S"`` or ``"W"``; or ``"rotate"``, which starts at North after a seeded reset.
        agents: the other players: a mapping of seats to agents, or three agents in the order left-hand opponent,
            partner, right-hand opponent. A seat that is not given plays at random. Every seat needs an agent of its
            own, because an agent remembers its board.
        play: ``"cards"`` or ``"double_dummy"``, as in ``envs.bridge_v0``.
        illegal: ``"penalty"`` ends the episode with ``ILLEGAL_SCORE`` (scaled); ``"raise"`` raises
            ``IllegalActionError`` and changes nothing.
        reward_scale: rewards are the learner's raw score times this; finite and above 0.
        deals: source of the solved deals, as in ``envs.bridge_v0``.
        render_mode: None, ``"ansi"`` or ``"human"``; rendered is what the learner sees.

    Raises:
        ValueError: an option is out of its range.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's way

    def __init__(
        self,
        seat: str = "S",
        agents: Agents | None = None,
        *,
        play: Play = "cards",
        illegal: Literal["penalty", "raise"] = "penalty",
        reward_scale: float = 1.0,
        deals: str = "train",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("penalty", "raise"):
            raise ValueError(f"illegal is {illegal!r}: use 'penalty' or 'raise'")
        self._table = raw_env(play, reward_scale=reward_scale, deals=deals, render_mode=render_mode)
        self._rotates = seat == ROTATE
        self._seat = Seat.N.rho if self._rotates else Seat.parse(seat)
        self._by_seat, self._by_place = _seated(agents, None if self._rotates else self._seat)
        self._seats: dict[Seat, Agent] = {}
        self._penalises = illegal == "penalty"
        self._over = True
        self.render_mode = render_mode
        self.observation_space: gymnasium.Space[Any] = observations.observation_space()
        self.action_space = observations.action_space()

    @property
    def seat(self) -> Seat:
        """The learner's seat on this board."""
        return self._seat

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new board and let the others act until the learner is to decide.

        Args:
            seed: as in ``envs.bridge_v0``; the same seed gives the same board and the same agents' random streams.
            options: as in ``envs.bridge_v0``.

        Raises:
            ValueError: the seed or an option cannot be used, or the options leave the learner nothing to decide.
        """
        ResetOptions.parse(options)  # a bad option must fail before anything has changed
        super().reset(seed=None if seed is None else checked_seed(seed))
        board_seed, agents_seed = self.np_random.integers(2**63, size=2)
        self._over = True
        self._seat = self._next_seat(seeded=seed is not None)
        self._table.viewpoint = self._seat  # before the board is drawn: nobody else's hand may be shown
        self._table.reset(seed=int(board_seed), options=options)
        self._seat_others(int(agents_seed))
        self._play_on()
        if self._over:
            raise ValueError(f"reset options: {self._seat.word} has nothing left to decide on this board")
        return self._observation(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the learner's action, then let the others act until it is to decide again or the board is over.

        Returns:
            The observation, the reward (0.0 until the board is over), whether the board is over, False, and a dict:
            ``seat``, and at the end ``contract``, ``declarer_tricks`` and ``raw_score`` of the learner's side.

        Raises:
            gymnasium.error.ResetNeeded: no board is being played.
            IllegalActionError: the rules forbid the action and ``illegal`` is ``"raise"``.
            ValueError: the action is no integer.
        """
        if self._over:
            raise gymnasium.error.ResetNeeded("no board is being played: call reset() before step()")
        if self._penalises and not self._is_legal(action):
            return self._penalty()
        self._table.step(action)
        self._play_on()
        reward = self._table.rewards[self._name] if self._over else 0.0
        return self._observation(), reward, self._over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """True for every legal action, ``(90,)``: what sb3-contrib's MaskablePPO asks for."""
        return self._observation()["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """The table as the learner sees it; printed and not returned when ``render_mode`` is ``"human"``."""
        return self._table.render()

    def close(self) -> None:
        """Nothing is held open."""

    # --- one board ---------------------------------------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return AGENTS[self._seat]

    def _next_seat(self, *, seeded: bool) -> Seat:
        if not self._rotates:
            return self._seat
        return Seat.N if seeded else self._seat.lho

    def _seat_others(self, agents_seed: int) -> None:
        others = [Seat((self._seat + step) % N_SEATS) for step in range(1, N_SEATS)]
        streams = spawn_streams(np.random.SeedSequence(agents_seed), len(others))
        self._seats = {}
        for place, (seat, stream) in enumerate(zip(others, streams, strict=True)):
            agent = self._by_place[place] if self._by_place else self._by_seat[seat]
            agent.reset(seat, stream)
            self._seats[seat] = agent

    def _play_on(self) -> None:
        """The other seats act until the learner is to decide or the board is over."""
        table = self._table
        while not (self._is_finished() or table.agent_selection == self._name):
            name = table.agent_selection
            table.step(self._seats[Seat(AGENTS.index(name))].act(table.view(name)))
        self._over = self._is_finished()

    def _is_finished(self) -> bool:
        return self._table.terminations[self._name]

    def _observation(self) -> Observation:
        return self._table.observe(self._name)

    def _info(self) -> dict[str, Any]:
        return {"seat": str(self._seat), **self._table.infos[self._name]}

    def _is_legal(self, action: SupportsIndex) -> bool:
        try:
            number = operator.index(action)
        except TypeError:
            raise ValueError(f"{action!r} is no action: give a number from 0 to {N_ACTIONS - 1}") from None
        return 0 <= number < N_ACTIONS and bool(self._observation()["action_mask"][number])

    def _penalty(self) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._over = True
        reward = ILLEGAL_SCORE * self._table.reward_scale
        return self._observation(), reward, True, False, {**self._info(), "illegal": True}


def _seated(agents: Agents | None, learner: Seat | None) -> tuple[dict[Seat, Agent], list[Agent]]:
    """The agents by seat, or by their place after the learner; exactly one of the two is filled."""
    if agents is None:
        agents = {}
    given = list(agents.values()) if isinstance(agents, Mapping) else list(agents)
    for agent in given:
        if not isinstance(agent, Agent):
            raise ValueError(f"agents: {agent!r} is no agent: it needs reset(seat, rng) and act(view)")
    if len({id(agent) for agent in given}) < len(given):
        raise ValueError("agents: one agent is given twice, but every seat needs an agent of its own")
    if not isinstance(agents, Mapping):
        if len(given) != N_SEATS - 1:
            raise ValueError(f"agents: {len(given)} are given, not three (left-hand opponent, partner, right-hand one)")
        return {}, given
    by_seat = {Seat.parse(seat): agent for seat, agent in agents.items()}
    if len(by_seat) < len(agents):
        raise ValueError("agents: a seat is named twice")
    if learner in by_seat:
        raise ValueError(f"agents: {learner.word} is the learner's seat")
    return {seat: by_seat[seat] if seat in by_seat else RandomAgent() for seat in Seat}, []
