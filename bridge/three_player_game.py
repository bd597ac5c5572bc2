"""Boards of three-player auction bridge as readable objects: the table, and what each player may know."""

from __future__ import annotations

import numpy as np

from bridge import engine, observation, three_player
from bridge.actions import N_ACTIONS
from bridge.board import Board
from bridge.deal import Deal, Hand
from bridge.game import Table
from bridge.point_table import PointTable, point_table
from bridge.public import Phase, PublicRecord
from bridge.seats import Seat, Vulnerability
from bridge.three_player import N_PLAYERS
from bridge.view import View


def numbered_board(number: int, deal: Deal) -> Board:
    """The board of a number: the deal rotates among the three players, who sit North, East and South to bid.

    Raises:
        ValueError: the number is below 1.
    """
    if number < 1:
        raise ValueError(f"board number {number} is not positive: boards are numbered from 1")
    return Board(deal, Seat((number - 1) % N_PLAYERS), Vulnerability.NONE, number)


class ThreePlayerView(View):
    """What one of the three players may know now.

    ``seat`` is where the player sits; ``dummy_hand`` is the fourth hand as far as the player sees it. Until somebody
    has won the auction, the view shows the table as it would be if this player won: the fourth hand sits opposite.
    """

    __slots__ = ("player", "points")

    partners_bid = False

    def __init__(self, state: engine.State, player: int, points: PointTable) -> None:
        PublicRecord.__init__(self, np.zeros(1, dtype=engine.STATE)[0])
        three_player.redact(state, player, self._state)
        self.seat = Seat(three_player.seat_of(state, player))
        self.player = player
        """The player's number, 0..2."""
        self.points = points
        """What the board pays."""

    @property
    def dummy_hand(self) -> Hand | None:
        """The cards that the fourth hand holds now; None until the player sees it."""
        if self.dummy is None or not (self.dummy_is_faced or self.contract_is_own):
            return None
        return self._held_by(self.dummy)

    def seat_of(self, player: int) -> Seat:
        """Where a player sits in this view; player 3 is the fourth hand."""
        fourth = self.seat.partner if self.dummy is None else self.dummy
        return Seat(three_player.exchanged(player, int(fourth)))

    @property
    def contract_is_own(self) -> bool:
        """Whether the player has won the auction."""
        return bool(self._state["declarer"] == self.seat)

    def legal_actions(self) -> engine.Int8s:
        """1 for every action that the player may take now, int8 ``(90,)``; all zero when it is not to act."""
        mask = np.zeros(N_ACTIONS, dtype=np.int8)
        if self.is_turn:
            three_player.legal_actions(self._state, mask)
        return mask

    def score(self, declarer_tricks: int) -> float:
        """What the board pays the player if the bidder wins so many tricks; 0 without a contract."""
        contract = self.contract
        if contract is None:
            return 0.0
        if self.contract_is_own:
            return self.points.bidder(contract.level, contract.denomination, declarer_tricks)
        return self.points.defender(contract.level, declarer_tricks)

    def observation(self) -> dict[str, engine.Int8s]:
        """The view as arrays: ``observation`` int8 ``(SIZE,)`` (see ``bridge.observation``) and ``action_mask``."""
        vector = np.empty(observation.SIZE, dtype=np.int8)
        three_player.encode_view(self._state, int(self.seat), vector)
        return {"observation": vector, "action_mask": self.legal_actions()}


class ThreePlayerGame(Table):
    """A board of three-player auction bridge.

    Args:
        board: the deal, with the players' hands at North, East and South and the fourth hand at West; the dealer is
            one of the players, and nobody is vulnerable.
        points: a point table or its name.

    Raises:
        ValueError: the deal is not complete, the fourth hand deals, a side is vulnerable, or there is no such table.
    """

    __slots__ = ("points",)

    def __init__(self, board: Board, points: str | PointTable = "classic") -> None:
        if board.dealer >= N_PLAYERS:
            raise ValueError(f"dealer {board.dealer}: the players sit N, E and S to bid; the fourth hand cannot deal")
        if board.vulnerable is not Vulnerability.NONE:
            raise ValueError(
                f"vulnerable {board.vulnerable}: three-player auction bridge has no vulnerability: use None"
            )
        super().__init__(board)
        self.points = point_table(points)

    @property
    def board(self) -> Board:
        """The board as the hands sit now: once somebody has won the auction, the fourth hand is opposite."""
        return Board(Deal.from_owners(self._state["owner"]), self.dealer, Vulnerability.NONE, self._board.number)

    @property
    def player(self) -> int | None:
        """The player who decides now, 0..2; None when the board is over."""
        player = three_player.actor(self._state)
        return None if player == engine.NOBODY else player

    @property
    def bidder(self) -> int | None:
        """The player who won the auction; None before, and for a passed-out board."""
        contract = self.contract
        return None if contract is None else three_player.exchanged(int(contract.declarer), int(contract.dummy))

    def seat_of(self, player: int) -> Seat:
        """Where a player sits now; player 3 is the fourth hand."""
        return Seat(three_player.seat_of(self._state, player))

    def _fault(self, action: int) -> str:
        return three_player.FAULTS[three_player.fault(self._state, action)]

    def _apply(self, action: int) -> None:
        three_player.apply(self._state, action)

    def legal_actions(self) -> engine.Int8s:
        """1 for every legal action, int8 ``(90,)``."""
        mask = np.empty(N_ACTIONS, dtype=np.int8)
        three_player.legal_actions(self._state, mask)
        return mask

    def view(self, player: int) -> ThreePlayerView:
        """What ``player`` may know now."""
        return ThreePlayerView(self._state, player, self.points)

    def payoffs(self) -> tuple[float, ...]:
        """The points of the three players from the tricks won at the table.

        Raises:
            ValueError: the board is not over.
        """
        if self.phase is not Phase.OVER:
            raise ValueError("the board is not over: it has no score yet")
        tricks = self.declarer_tricks
        return tuple(self.points.payoffs(np.array([self._state]), [tricks or 0])[0].tolist())
