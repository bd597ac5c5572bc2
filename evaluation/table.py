"""One board at one table: four agents, each with its own view and its own random stream."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from bridge import double_dummy
from bridge.agent import Agent, spawn_streams
from bridge.board import Board
from bridge.calls import Contract
from bridge.deal import Deal
from bridge.game import Game
from bridge.public import Phase
from bridge.seats import N_SEATS, Seat, Side

Play = Literal["cards", "double_dummy"]
"""How a contract is scored: thirteen tricks are played, or its double-dummy result counts."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """What happened to a board at one table."""

    board: Board
    calls: tuple[int, ...]
    """The auction, as action numbers from the dealer on."""
    plays: tuple[int, ...]
    """The cards in the order of play; none when the result is double dummy or the board was passed out."""
    contract: Contract | None
    """None when passed out."""
    declarer_tricks: int | None
    """Tricks that declarer's side won, or takes double dummy; None when passed out."""
    score_ns: int
    """Law 77 raw score for North-South."""

    def score(self, side: Side) -> int:
        """The raw score for one side; the other side's is its negative."""
        return self.score_ns if side is Side.NS else -self.score_ns


def play_board(
    board: Board,
    agents: Sequence[Agent] | None,
    seed: np.random.SeedSequence,
    *,
    play: Play = "cards",
    table: npt.NDArray[np.uint8] | None = None,
    given_calls: Sequence[int] | None = None,
) -> TableResult:
    """Let four agents bid, and play, one board.

    Args:
        board: must be complete.
        agents: of North, East, South and West; four different instances. None where nothing is left to decide: the
            auction is given and double dummy follows.
        seed: root of the four agents' random streams. The same seed gives the same streams again.
        play: how the contract is scored.
        table: double-dummy tricks ``(5, 4)`` for ``play="double_dummy"``; solved for the one contract if absent.
        given_calls: a complete auction to take as it is; the agents then only play cards.

    Raises:
        ValueError: two seats share an agent, the deal is not complete, or the given auction does not end.
        IllegalActionError: an agent, or the given auction, broke the rules; the message names seat and action.
    """
    seated: Sequence[Agent] = () if agents is None else agents
    if given_calls is None or play == "cards":
        _sit_down(seated, seed)
    game = Game(board)
    if given_calls is None:
        _act_while(game, Phase.AUCTION, seated)
    else:
        _make_calls(game, given_calls)
    if play == "double_dummy":
        return _double_dummy_result(game, table)
    _act_while(game, Phase.PLAY, seated)
    return _result(game, game.declarer_tricks, game.score_ns())


def bid_board(board: Board, agents: Sequence[Agent], seed: np.random.SeedSequence) -> tuple[int, ...]:
    """The auction of four agents, as action numbers from the dealer on; nothing is played or scored.

    Raises:
        IllegalActionError: an agent broke the rules.
    """
    _sit_down(agents, seed)
    game = Game(board)
    _act_while(game, Phase.AUCTION, agents)
    return game.calls


def _sit_down(agents: Sequence[Agent], seed: np.random.SeedSequence) -> None:
    if len({id(agent) for agent in agents}) != N_SEATS:
        raise ValueError(f"a table needs {N_SEATS} agents, each an instance of its own: an agent remembers one seat")
    for seat, stream in zip(Seat, spawn_streams(_fresh(seed), N_SEATS), strict=True):
        agents[seat].reset(seat, stream)


def _fresh(seed: np.random.SeedSequence) -> np.random.SeedSequence:
    """A copy that has not spawned yet: a sequence counts its children, and a second use would branch elsewhere."""
    return np.random.SeedSequence(seed.entropy, spawn_key=seed.spawn_key, pool_size=seed.pool_size)


def _act_while(game: Game, phase: Phase, agents: Sequence[Agent]) -> None:
    while game.phase is phase:
        seat = game.actor
        if seat is None:
            return
        game.act(_number(seat, agents[seat].act(game.view(seat))))


def _number(seat: Seat, action: object) -> int:
    """An agent's answer as an action number; nothing is rounded."""
    try:
        return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{seat.word} answered {action!r}, which is no action number") from None


def _make_calls(game: Game, calls: Sequence[int]) -> None:
    for call in calls:
        game.act(call)
    if game.phase is Phase.AUCTION:
        raise ValueError("the given auction is not complete: it ends with four passes or three after a bid")


def _double_dummy_result(game: Game, table: npt.NDArray[np.uint8] | None) -> TableResult:
    contract = game.contract
    if contract is None:
        return _result(game, None, 0)
    if table is None:
        tricks = _solved(game.board.deal, contract.denomination, contract.declarer)
    else:
        tricks = int(table[contract.denomination, contract.declarer])
    return _result(game, tricks, game.score_ns_with(tricks))


@lru_cache(maxsize=1024)
def _solved(deal: Deal, denomination: int, declarer: int) -> int:
    """Several tables of a board reach the same contract: it is solved once."""
    return double_dummy.tricks(deal.array(), denomination, declarer)


def _result(game: Game, declarer_tricks: int | None, score_ns: int) -> TableResult:
    return TableResult(game.board, game.calls, game.plays, game.contract, declarer_tricks, score_ns)
