"""A board being played: readable objects over the engine's state."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bridge import engine
from bridge.actions import N_ACTIONS, name
from bridge.board import Board
from bridge.calls import Contract
from bridge.deal import Deal
from bridge.public import Phase, PublicRecord
from bridge.seats import Seat, Vulnerability
from bridge.view import View


class IllegalActionError(ValueError):
    """An action that the rules forbid; the message says seat, action and why. The board is unchanged."""

    def __init__(self, seat: Seat | None, action: int, reason: str) -> None:
        self.seat = seat
        self.action = action
        self.reason = reason
        named = name(action) if 0 <= action < N_ACTIONS else f"action {action}"
        super().__init__(f"{seat.word if seat is not None else 'the table'} cannot do {named}: {reason}")


class Table(PublicRecord):
    """One board from the first call to the last trick, by whichever game's rules.

    Args:
        board: the deal, dealer and vulnerability; the deal must be complete.

    Raises:
        ValueError: a hand of the deal is not known.
    """

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        if not board.deal.is_complete:
            raise ValueError("the deal is incomplete: a hand is not known, so it cannot be played")
        super().__init__(np.zeros(1, dtype=engine.STATE)[0])
        self._board = board
        engine.start(self._state, board.deal.array(), int(board.dealer), int(board.vulnerable))

    @property
    def board(self) -> Board:
        """The board that is played."""
        return self._board

    @property
    def state(self) -> engine.State:
        """The engine's record of the board. It holds the whole deal: never hand it to an agent."""
        return self._state

    def act(self, action: int) -> None:
        """Make a call or play a card for whoever is to act.

        Raises:
            IllegalActionError: the rules forbid it; nothing has changed.
        """
        broken = self._fault(action)
        if broken:
            raise IllegalActionError(self.turn, action, broken)
        self._apply(action)

    def _fault(self, action: int) -> str:
        """The rule that an action would break, in words; empty if none."""
        return engine.FAULTS[engine.fault(self._state, action)]

    def _apply(self, action: int) -> None:
        engine.apply(self._state, action)

    def claim(self, declarer_tricks: int) -> None:
        """End the play: declarer's side is credited with ``declarer_tricks`` tricks in all.

        Raises:
            ValueError: there is no contract being played, or the tricks do not agree with those won already.
        """
        contract = self.contract
        if contract is None or self.phase is not Phase.PLAY:
            raise ValueError("there is no play to end: a claim needs a contract and cards still to play")
        won = self.tricks_won(contract.declarer.side)
        lost = self.tricks_won(contract.declarer.side.opponents)
        if not won <= declarer_tricks <= 13 - lost:
            raise ValueError(f"{declarer_tricks} tricks cannot be claimed: {won} are won and {lost} are lost already")
        engine.claim(self._state, declarer_tricks)

    def legal_actions(self) -> engine.Int8s:
        """1 for every legal action, int8 ``(90,)``."""
        mask = np.empty(N_ACTIONS, dtype=np.int8)
        engine.legal_actions(self._state, mask)
        return mask

    @property
    def declarer_tricks(self) -> int | None:
        """Tricks won by declarer's side so far; None without a contract."""
        contract = self.contract
        return None if contract is None else self.tricks_won(contract.declarer.side)


class Game(Table):
    """A board of contract bridge, with two fixed sides and the scores of Law 77."""

    __slots__ = ()

    def view(self, seat: Seat) -> View:
        """What ``seat`` may know now."""
        return View(self._state, seat)

    def score_ns(self) -> int:
        """Law 77 raw score for North-South from the tricks won at the table.

        Raises:
            ValueError: the board is not over.
        """
        if self.phase is not Phase.OVER:
            raise ValueError("the board is not over: it has no score yet")
        return engine.won_score_ns(self._state)

    def score_ns_with(self, declarer_tricks: int) -> int:
        """Law 77 raw score for North-South if declarer's side wins ``declarer_tricks`` tricks in all.

        Raises:
            ValueError: the auction is not over.
        """
        if self.phase is Phase.AUCTION:
            raise ValueError("the auction is not over: there is no contract to score")
        return engine.score_ns(self._state, declarer_tricks)


_ANY_DEAL = Deal(bytes(card % 4 for card in range(52)))


def auction(dealer: Seat, vulnerable: Vulnerability, calls: Sequence[int]) -> Game:
    """The auction after ``calls``, for questions about calls alone: the hands are arbitrary.

    Raises:
        IllegalActionError: a call was not legal at its turn.
    """
    game = Game(Board(_ANY_DEAL, dealer, vulnerable))
    for call in calls:
        game.act(call)
    return game


def final_contract(dealer: Seat, calls: Sequence[int]) -> Contract | None:
    """The contract that a complete auction reached; None for four passes.

    Raises:
        IllegalActionError: a call was not legal at its turn.
        ValueError: the auction is not complete.
    """
    game = auction(dealer, Vulnerability.NONE, calls)
    if game.phase is Phase.AUCTION:
        raise ValueError("the auction is not complete: it ends with four passes or three after a bid")
    return game.contract
