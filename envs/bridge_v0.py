"""Contract bridge for four agents, after PettingZoo's AEC interface.

``player_0`` .. ``player_3`` sit North, East, South and West. Each call and each card is one step; declarer's agent also
decides dummy's cards, so one agent may act twice running. ``docs/environment.md`` has the whole description.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from bridge import engine
from bridge.board import Board, dealer_of, vulnerability_of
from bridge.compiled import compiled
from bridge.deal import Deal
from bridge.diagram import diagram
from bridge.game import Game
from bridge.observation import Observer
from bridge.seats import Seat, Side
from bridge.view import View
from envs.boards import BoardSource, solved_deals
from envs.observations import Observation
from envs.reset_options import ResetOptions
from envs.table import ILLEGAL, Action, Play, TableEnv, wrapped

AGENTS = tuple(f"player_{seat.value}" for seat in Seat)
"""Names of the agents that sit N, E, S and W."""

ILLEGAL_SCORE = -7600.0
"""Raw points for an illegal action: the worst score there is (seven redoubled, vulnerable, thirteen down)."""

_CYCLE = 16


def env(**options: Any) -> OrderEnforcingWrapper[str, Observation, Action]:
    """``raw_env`` in PettingZoo's wrappers; takes the same options.

    An illegal action ends the board: the offender gets ``ILLEGAL_SCORE`` (scaled), the others 0.
    """
    table = raw_env(**options)
    return wrapped(table, ILLEGAL_SCORE * table.reward_scale)


class raw_env(TableEnv[Game]):
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

    metadata: dict[str, Any] = {**TableEnv.metadata, "name": "bridge_v0"}  # noqa: RUF012 - declared so by PettingZoo

    def __init__(
        self,
        play: Play = "cards",
        *,
        reward_scale: float = 1.0,
        deals: str = "train",
        render_mode: str | None = None,
        viewpoint: str | None = None,
    ) -> None:
        source = BoardSource(_lay_out, _CYCLE, solved_deals(deals) if play == "double_dummy" else None)
        super().__init__(AGENTS, source, play, reward_scale, render_mode)
        self.viewpoint = None if viewpoint is None else Seat.parse(viewpoint)
        self._observer = Observer()

    def view(self, agent: str) -> View:
        """What the agent may know now, as an object to ask: hand, auction, dummy, tricks."""
        return self.game.view(Seat(self._number(agent)))

    def _act(self, state: engine.State, action: int) -> int:
        return _act(state, action, self._auction_only)

    def _next_actor(self, state: engine.State) -> int:
        return _next_actor(state, self._auction_only)

    def _observed(self, state: engine.State, number: int) -> Observation:
        return self._observer.observe(state, number)

    def _dealt_to(self, state: engine.State) -> engine.Int8s:
        """Hands are numbered by their seats."""
        return state["owner"]  # type: ignore[no-any-return]

    def _raw_scores(self, game: Game) -> Sequence[float]:
        """Each agent has the score of its own side."""
        score_ns = game.score_ns()
        return [score_ns if seat.side is Side.NS else -score_ns for seat in Seat]

    def _text(self) -> str:
        return diagram(self.game if self.viewpoint is None else self.game.view(self.viewpoint))


def _lay_out(number: int, deal: Deal, fixed: ResetOptions) -> Game:
    dealer = dealer_of(number) if fixed.dealer is None else fixed.dealer
    vulnerable = vulnerability_of(number) if fixed.vulnerable is None else fixed.vulnerable
    return Game(Board(deal, dealer, vulnerable, number))


@compiled
def _act(state: engine.State, action: int, auction_only: bool) -> int:
    """Carry out an action; returns who decides next, NOBODY if the board is over, ILLEGAL if nothing was done."""
    if engine.fault(state, action) != engine.LEGAL:
        return ILLEGAL
    engine.apply(state, action)
    return _next_actor(state, auction_only)


@compiled
def _next_actor(state: engine.State, auction_only: bool) -> int:
    if auction_only and state["phase"] != engine.AUCTION:
        return engine.NOBODY
    return engine.actor(state)
