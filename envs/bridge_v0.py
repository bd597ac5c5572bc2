"""Contract bridge for four agents, after PettingZoo's AEC interface.

``player_0`` .. ``player_3`` sit North, East, South and West. Each call and each card is one step; declarer's agent also
decides dummy's cards, so one agent may act twice running. ``docs/environment.md`` has the whole description.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Mapping
from typing import Any, Literal, SupportsIndex, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from bridge import engine
from bridge.actions import N_ACTIONS
from bridge.compiled import compiled
from bridge.diagram import diagram
from bridge.game import Game
from bridge.observation import Observer
from bridge.public import Phase
from bridge.seats import N_SEATS, Seat, Side
from bridge.view import View
from envs import observations
from envs.boards import BoardSource, DealtBoard, solved_deals
from envs.observations import Observation
from envs.reset_options import ResetOptions, checked_seed

AGENTS = tuple(f"player_{seat.value}" for seat in Seat)
"""Names of the agents that sit N, E, S and W."""

ILLEGAL_SCORE = -7600.0
"""Raw points for an illegal action: the worst score there is (seven redoubled, vulnerable, thirteen down)."""

Play: TypeAlias = Literal["cards", "double_dummy"]
Action: TypeAlias = SupportsIndex | None

# Plain numbers: compiled code is slow to accept an enum.
_SEATS = {agent: seat.value for agent, seat in zip(AGENTS, Seat, strict=True)}
_ILLEGAL = -2


def env(**options: Any) -> OrderEnforcingWrapper[str, Observation, Action]:
    """``raw_env`` in PettingZoo's wrappers; takes the same options.

    An illegal action ends the board: the offender gets ``ILLEGAL_SCORE`` (scaled), the others 0.
    """
    table = raw_env(**options)
    checked = TerminateIllegalWrapper(table, illegal_reward=ILLEGAL_SCORE * table.reward_scale)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv[str, Observation, Action]):
    """One table of four agents.

    Args:
        play: ``"cards"`` plays thirteen tricks; ``"double_dummy"`` ends with the auction, and declarer takes the tricks
            that perfect play by all four hands gives.
        reward_scale: rewards are the raw score times this; finite and above 0.
        deals: for ``"double_dummy"``, where deals are drawn from: ``"train"``, ``"validation"`` or ``"test"`` part of
            the solved deals that ship with the project, or the path of a file that ``python -m bridge.solving`` wrote.
        render_mode: None, ``"ansi"`` (``render`` returns text) or ``"human"`` (every step is printed).
        viewpoint: the seat whose view is rendered (``"N"``, ``"E"``, ``"S"``, ``"W"``); None shows all four hands.

    Raises:
        ValueError: an option is out of its range.
        FileNotFoundError: there is no file of solved deals at that path.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - declared so by PettingZoo
        "name": "bridge_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        play: Play = "cards",
        *,
        reward_scale: float = 1.0,
        deals: str = "train",
        render_mode: str | None = None,
        viewpoint: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        _check_choice("play", play, ("cards", "double_dummy"))
        _check_choice("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        if not (math.isfinite(reward_scale) and reward_scale > 0):
            raise ValueError(f"reward_scale is {reward_scale}: use a finite number above 0")
        self.play = play
        self.reward_scale = float(reward_scale)
        self.render_mode = render_mode
        self.viewpoint = None if viewpoint is None else Seat.parse(viewpoint)
        self.possible_agents = list(AGENTS)
        self.agents = []
        self._observation_spaces: list[spaces.Space[Any]] = [observations.observation_space() for _ in AGENTS]
        self._action_spaces = [observations.action_space() for _ in AGENTS]
        self.state_space = observations.state_space()
        self._auction_only = play == "double_dummy"
        self._source = BoardSource(solved_deals(deals) if self._auction_only else None)
        self._rng = np.random.default_rng()
        self._observer = Observer()
        self._board: DealtBoard | None = None

    # --- PettingZoo's interface --------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The agent's observation space, always the same object."""
        return self._observation_spaces[_seat(agent)]

    def action_space(self, agent: str) -> spaces.Space[Action]:
        """The agent's action space, always the same object."""
        return self._action_spaces[_seat(agent)]

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
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        # PettingZoo keeps here who acts after the dead; a board that ended early must not leave it to the next.
        self._skip_agent_selection = None  # type: ignore[assignment]
        self._select(_next_actor(self.game.state, self._auction_only))
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
        number = _number(agent, action)
        actor = _act(self.game.state, number, self._auction_only) if 0 <= number < N_ACTIONS else _ILLEGAL
        if actor == _ILLEGAL:
            self.game.act(number)  # raises the error that says why
            return
        self._cumulative_rewards[agent] = 0.0
        self._select(actor)
        self._show()

    def observe(self, agent: str) -> Observation:
        """What the agent may know now, and 1 for every action that it may take; the mask is zero off its turn."""
        return self._observer.observe(self.game.state, _seat(agent))

    def state(self) -> engine.Int8s:
        """The whole board, int8 ``(STATE_SIZE,)``: the cards dealt to N, E, S and W (4 x 52), then North's observation.

        It is for a critic in training, and never for an agent.
        """
        state = self.game.state
        deal = state["owner"] == np.arange(N_SEATS).reshape(N_SEATS, 1)
        seen = self._observer.observe(state, Seat.N.value)["observation"]
        return np.concatenate([deal.astype(np.int8).ravel(), seen])

    def render(self) -> str | None:
        """The table as text, from ``viewpoint``; printed and not returned when ``render_mode`` is ``"human"``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode: use 'ansi' or 'human'")
            return None
        game = self.game
        text = diagram(game if self.viewpoint is None else game.view(self.viewpoint))
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
        return None

    def close(self) -> None:
        """Nothing is held open."""

    # --- beyond PettingZoo's interface -------------------------------------------------------------------------------

    def view(self, agent: str) -> View:
        """What the agent may know now, as an object to ask: hand, auction, dummy, tricks."""
        return View(self.game.state, Seat(_seat(agent)))

    @property
    def game(self) -> Game:
        """The board on the table. It holds the whole deal: never hand it to an agent."""
        return self._dealt.game

    # --- one board ---------------------------------------------------------------------------------------------------

    @property
    def _dealt(self) -> DealtBoard:
        if self._board is None:
            raise gymnasium.error.ResetNeeded("there is no board on the table: call reset() first")
        return self._board

    def _select(self, actor: int) -> None:
        if actor == engine.NOBODY:
            self._finish()
        else:
            self.agent_selection = AGENTS[actor]

    def _finish(self) -> None:
        """All four agents end together, each with the score of its own side."""
        game = self.game
        contract = game.contract
        if contract is not None and game.phase is Phase.PLAY:
            game.claim(self._dealt.double_dummy_tricks(contract))
        named = None if contract is None else str(contract)
        tricks = game.declarer_tricks
        score_ns = game.score_ns()
        for agent, seat in _SEATS.items():
            raw_score = score_ns if seat % 2 == Side.NS else -score_ns
            self.rewards[agent] = raw_score * self.reward_scale
            self.terminations[agent] = True
            self.infos[agent] = {"contract": named, "declarer_tricks": tricks, "raw_score": raw_score}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


@compiled
def _act(state: engine.State, action: int, auction_only: bool) -> int:
    """Carry out an action; returns who decides next, NOBODY if the board is over, ``_ILLEGAL`` if nothing was done."""
    if engine.fault(state, action) != engine.LEGAL:
        return _ILLEGAL
    engine.apply(state, action)
    return _next_actor(state, auction_only)


@compiled
def _next_actor(state: engine.State, auction_only: bool) -> int:
    if auction_only and state["phase"] != engine.AUCTION:
        return engine.NOBODY
    return engine.actor(state)


def _number(agent: str, action: Action) -> int:
    """The action as an int; one outside 0..89 is left to the rules to refuse."""
    try:
        return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{agent}: {action!r} is no action: give a number from 0 to {N_ACTIONS - 1}") from None


def _seat(agent: str) -> int:
    try:
        return _SEATS[agent]
    except KeyError:
        raise ValueError(f"agent {agent!r} is unknown: use {', '.join(AGENTS)}") from None


def _check_choice(option: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{option} is {value!r}: use one of {', '.join(map(repr, choices))}")
