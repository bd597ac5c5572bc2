"""Three-player auction bridge, after PettingZoo's AEC interface.

``player_0`` .. ``player_2`` bid in rotation; whoever wins plays with the fourth hand as dummy against the other two.
Spaces, action numbers and observations are those of ``envs.bridge_v0``; rewards are each player's own points and do not
sum to zero. ``docs/three-player.md`` has the whole description.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from bridge import engine, three_player
from bridge.actions import N_ACTIONS
from bridge.board import Board
from bridge.compiled import compiled
from bridge.deal import Deal
from bridge.diagram import diagram
from bridge.observation import SIZE
from bridge.point_table import PointTable, point_table
from bridge.seats import Vulnerability
from bridge.three_player import N_PLAYERS
from bridge.three_player_game import ThreePlayerGame, ThreePlayerView, numbered_board
from envs.boards import BoardSource
from envs.observations import Observation
from envs.reset_options import ResetOptions
from envs.table import ILLEGAL, Action, Play, TableEnv, check_choice, wrapped

AGENTS = tuple(f"player_{number}" for number in range(N_PLAYERS))
"""Names of the agents, in the order in which they call."""


def env(**options: Any) -> OrderEnforcingWrapper[str, Observation, Action]:
    """``raw_env`` in PettingZoo's wrappers; takes the same options.

    An illegal action ends the board: the offender loses the most points that a board can pay (scaled), the others get
    0. No legal play loses points.
    """
    table = raw_env(**options)
    return wrapped(table, -table.points.highest * table.reward_scale)


class raw_env(TableEnv[ThreePlayerGame]):
    """One table of three agents.

    Args:
        play: ``"cards"`` plays thirteen tricks; ``"double_dummy"`` ends with the auction, and the bidder takes the
            tricks that perfect play by all four hands gives (solved when the auction ends, some 20 ms).
        points: the point table, or its name: ``"classic"`` or ``"revised"``.
        reward_scale: rewards are a player's points times this; finite and above 0.
        render_mode: None, ``"ansi"`` (``render`` returns text) or ``"human"`` (every step is printed).
        viewpoint: the agent whose view is rendered; None shows all four hands.

    Raises:
        ValueError: an option is out of its range.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - declared so by PettingZoo
        **TableEnv.metadata,
        "name": "three_player_v0",
    }

    def __init__(
        self,
        play: Play = "cards",
        *,
        points: str | PointTable = "classic",
        reward_scale: float = 1.0,
        render_mode: str | None = None,
        viewpoint: str | None = None,
    ) -> None:
        check_choice("viewpoint", viewpoint, (None, *AGENTS))
        super().__init__(AGENTS, BoardSource(self._lay_out, N_PLAYERS), play, reward_scale, render_mode)
        self.points = point_table(points)
        self.viewpoint = viewpoint
        self._scratch = np.zeros(1, dtype=engine.STATE)

    def view(self, agent: str) -> ThreePlayerView:
        """What the agent may know now, as an object to ask: hand, auction, dummy, tricks."""
        return self.game.view(self._number(agent))

    def _lay_out(self, number: int, deal: Deal, fixed: ResetOptions) -> ThreePlayerGame:
        board = numbered_board(number, deal)
        dealer = board.dealer if fixed.dealer is None else fixed.dealer
        vulnerable = Vulnerability.NONE if fixed.vulnerable is None else fixed.vulnerable
        return ThreePlayerGame(Board(deal, dealer, vulnerable, number), self.points)

    def _act(self, state: engine.State, action: int) -> int:
        return _act(state, action, self._auction_only)

    def _next_actor(self, state: engine.State) -> int:
        return _next_actor(state, self._auction_only)

    def _observed(self, state: engine.State, number: int) -> Observation:
        observation = np.empty(SIZE, dtype=np.int8)
        mask = np.empty(N_ACTIONS, dtype=np.int8)
        three_player.observe_one(state, number, observation, mask, self._scratch[0])
        return {"observation": observation, "action_mask": mask}

    def _dealt_to(self, state: engine.State) -> engine.Int8s:
        """The players' cards are numbered as the players are, wherever they sit, and the fourth hand's 3."""
        fourth = three_player.fourth_seat(state)
        players = np.array([three_player.exchanged(seat, fourth) for seat in range(4)], dtype=np.int8)
        return np.asarray(players[state["owner"]])

    def _raw_scores(self, game: ThreePlayerGame) -> Sequence[float]:
        return game.payoffs()

    def _text(self) -> str:
        table = self.game if self.viewpoint is None else self.view(self.viewpoint)
        hands = (*AGENTS, "fourth hand")
        return diagram(table, {table.seat_of(number): hand for number, hand in enumerate(hands)})


@compiled
def _act(state: engine.State, action: int, auction_only: bool) -> int:
    """Carry out an action; returns who decides next, NOBODY if the board is over, ILLEGAL if nothing was done."""
    if three_player.fault(state, action) != engine.LEGAL:
        return ILLEGAL
    three_player.apply(state, action)
    return _next_actor(state, auction_only)


@compiled
def _next_actor(state: engine.State, auction_only: bool) -> int:
    if auction_only and state["phase"] != engine.AUCTION:
        return engine.NOBODY
    return three_player.actor(state)
