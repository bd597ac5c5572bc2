"""What the tables of all games share under PettingZoo's AEC interface: turns, ends, rendering, errors.

A game's environment says who acts next, who sees what and what a board pays; see ``envs.bridge_v0`` and
``envs.three_player_v0``. Each call and each card is one step; declarer's agent also decides dummy's cards, so one agent
may act twice running.
"""

from __future__ import annotations

import math
import operator
import sys
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, SupportsIndex, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from bridge import engine
from bridge.actions import N_ACTIONS
from bridge.public import Phase
from envs import observations
from envs.boards import BoardSource, DealtBoard, T
from envs.observations import Observation
from envs.reset_options import ResetOptions, checked_seed

Play: TypeAlias = Literal["cards", "double_dummy"]
Action: TypeAlias = SupportsIndex | None

ILLEGAL = -2
"""What a game answers instead of the next agent when it refuses an action."""


def wrapped(table: AECEnv[str, Observation, Action], illegal_reward: float) -> OrderEnforcingWrapper[Any, Any, Any]:
    """A table in PettingZoo's wrappers: an illegal action ends the board and pays the offender ``illegal_reward``."""
    checked = TerminateIllegalWrapper(table, illegal_reward=illegal_reward)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))


class TableEnv(AECEnv[str, Observation, Action], Generic[T]):
    """One table of agents.

    Args:
        agents: names of the agents, in the order of their numbers.
        source: draws the boards.
        play: how a contract is decided, by cards or by the solver.
        reward_scale: what rewards are multiplied by.
        render_mode: None, ``"ansi"`` or ``"human"``.

    Raises:
        ValueError: an option is out of its range.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - declared so by PettingZoo
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self, agents: Sequence[str], source: BoardSource[T], play: Play, reward_scale: float, render_mode: str | None
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        check_choice("play", play, ("cards", "double_dummy"))
        check_choice("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        if not (math.isfinite(reward_scale) and reward_scale > 0):
            raise ValueError(f"reward_scale is {reward_scale}: use a finite number above 0")
        self.play = play
        self.reward_scale = float(reward_scale)
        self.render_mode = render_mode
        self.possible_agents = list(agents)
        self.agents = []
        self._numbers = {agent: number for number, agent in enumerate(agents)}
        self._observation_spaces: list[spaces.Space[Any]] = [observations.observation_space() for _ in agents]
        self._action_spaces = [observations.action_space() for _ in agents]
        self.state_space = observations.state_space()
        self._auction_only = play == "double_dummy"
        self._source = source
        self._rng = np.random.default_rng()
        self._board: DealtBoard[T] | None = None

    # --- what a game says --------------------------------------------------------------------------------------------

    @abstractmethod
    def _act(self, state: engine.State, action: int) -> int:
        """Carry out an action 0..89; the number of the agent to act next, NOBODY when the board is over, or ILLEGAL."""

    @abstractmethod
    def _next_actor(self, state: engine.State) -> int:
        """The number of the agent that decides now, NOBODY when the board is over."""

    @abstractmethod
    def _observed(self, state: engine.State, number: int) -> Observation:
        """What an agent may know now."""

    @abstractmethod
    def _dealt_to(self, state: engine.State) -> engine.Int8s:
        """Whose each card is in ``state()``: the number of the agent or hand, ``(52,)``."""

    @abstractmethod
    def _raw_scores(self, game: T) -> Sequence[float]:
        """What a board that is over pays each agent, before scaling."""

    @abstractmethod
    def _text(self) -> str:
        """The table as text."""

    # --- PettingZoo's interface --------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The agent's observation space, always the same object."""
        return self._observation_spaces[self._number(agent)]

    def action_space(self, agent: str) -> spaces.Space[Action]:
        """The agent's action space, always the same object."""
        return self._action_spaces[self._number(agent)]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Put a new board on the table; see ``envs.reset_options`` for the options.

        The same seed gives the same board. Without a seed the stream of boards goes on.

        Raises:
            ValueError: the seed or an option cannot be used; the board on the table stays.
        """
        rng = self._rng if seed is None else np.random.default_rng(checked_seed(seed))
        fixed = ResetOptions.parse(options)
        if fixed.cards and self._auction_only:
            raise ValueError("reset option 'cards': no card is played when play='double_dummy'")
        self._board = self._source.draw(fixed, rng)
        self._rng = rng
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.possible_agents, 0.0)
        self.terminations = dict.fromkeys(self.possible_agents, False)
        self.truncations = dict.fromkeys(self.possible_agents, False)
        self.infos = {agent: {} for agent in self.possible_agents}
        # PettingZoo keeps here who acts after the dead; a board that ended early must not leave it to the next.
        self._skip_agent_selection = None  # type: ignore[assignment]
        self._select(self._next_actor(self.game.state))
        self._show()

    def step(self, action: Action) -> None:
        """Make a call or play a card for ``agent_selection``; None removes an agent whose board is over.

        Raises:
            gymnasium.error.ResetNeeded: there is no board on the table.
            IllegalActionError: the rules forbid the action; nothing has changed.
            ValueError: the action is no integer, or the agent's board is over and the action is not None.
        """
        if not self.agents:
            raise gymnasium.error.ResetNeeded("there is no board on the table: call reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = _action_number(agent, action)
        actor = self._act(self.game.state, number) if 0 <= number < N_ACTIONS else ILLEGAL
        if actor == ILLEGAL:
            self.game.act(number)  # raises the error that says why
            return
        self._cumulative_rewards[agent] = 0.0
        self._select(actor)
        self._show()

    def observe(self, agent: str) -> Observation:
        """What the agent may know now, and 1 for every action that it may take; the mask is zero off its turn."""
        return self._observed(self.game.state, self._number(agent))

    def state(self) -> engine.Int8s:
        """The whole board, int8 ``(STATE_SIZE,)``: the cards dealt to each of four hands, then agent 0's observation.

        It is for a critic in training, and never for an agent.
        """
        state = self.game.state
        deal = self._dealt_to(state) == np.arange(observations.N_HANDS).reshape(-1, 1)
        return np.concatenate([deal.astype(np.int8).ravel(), self._observed(state, 0)["observation"]])

    def render(self) -> str | None:
        """The table as text; printed and not returned when ``render_mode`` is ``"human"``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode: use 'ansi' or 'human'")
            return None
        text = self._text()
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
        return None

    def close(self) -> None:
        """Nothing is held open."""

    # --- one board ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> T:
        """The board on the table. It holds the whole deal: never hand it to an agent."""
        return self._dealt.game

    @property
    def _dealt(self) -> DealtBoard[T]:
        if self._board is None:
            raise gymnasium.error.ResetNeeded("there is no board on the table: call reset() first")
        return self._board

    def _select(self, actor: int) -> None:
        if actor == engine.NOBODY:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[actor]

    def _finish(self) -> None:
        """All agents end together, each with its score."""
        game = self.game
        contract = game.contract
        if contract is not None and game.phase is Phase.PLAY:
            game.claim(self._dealt.double_dummy_tricks(contract))
        named = None if contract is None else str(contract)
        tricks = game.declarer_tricks
        for agent, raw_score in zip(self.possible_agents, self._raw_scores(game), strict=True):
            self.rewards[agent] = raw_score * self.reward_scale
            self.terminations[agent] = True
            self.infos[agent] = {"contract": named, "declarer_tricks": tricks, "raw_score": raw_score}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _number(self, agent: str) -> int:
        try:
            return self._numbers[agent]
        except KeyError:
            raise ValueError(f"agent {agent!r} is unknown: use {', '.join(self.possible_agents)}") from None


def _action_number(agent: str, action: Action) -> int:
    """The action as an int; one outside 0..89 is left to the rules to refuse."""
    try:
        return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{agent}: {action!r} is no action: give a number from 0 to {N_ACTIONS - 1}") from None


def check_choice(option: str, value: object, choices: tuple[object, ...]) -> None:
    """Refuse a value that is none of the choices.

    Raises:
        ValueError: it is none of them.
    """
    if value not in choices:
        raise ValueError(f"{option} is {value!r}: use one of {', '.join(map(repr, choices))}")
