"""Auctions of four SAYC-lite bidders, each call with what it shows."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np

from agents.sayc import choose, explain
from bridge.board import Board
from bridge.deal import Deal
from bridge.diagram import diagram
from bridge.game import Game
from bridge.public import Phase
from bridge.seats import Seat, Vulnerability
from terminal.settings import PlaySettings


def show_auctions(settings: PlaySettings) -> None:
    """Print every board of the settings with its auction.

    Raises:
        ValueError: the deal, the dealer or the vulnerability cannot be read, or the deal is incomplete.
    """
    for board in boards_of(settings):
        sys.stdout.write(explained(bid(board)) + "\n\n")


def boards_of(settings: PlaySettings) -> Iterator[Board]:
    """The boards that the settings ask for."""
    if settings.deal is not None:
        yield _framed(Board.numbered(settings.board, Deal.parse(settings.deal)), settings)
        return
    rng = np.random.default_rng(settings.seed)
    for number in range(settings.board, settings.board + settings.boards):
        yield _framed(Board.random(number, rng), settings)


def _framed(board: Board, settings: PlaySettings) -> Board:
    """The board with the dealer and vulnerability that the settings name."""
    dealer = board.dealer if settings.dealer is None else Seat.parse(settings.dealer)
    vulnerable = board.vulnerable if settings.vulnerable is None else Vulnerability.parse(settings.vulnerable)
    return Board(board.deal, dealer, vulnerable, board.number)


def bid(board: Board) -> Game:
    """The board after the auction that four SAYC-lite bidders make."""
    game = Game(board)
    while game.phase is Phase.AUCTION:
        seat = game.turn
        if seat is None:
            break
        game.act(choose(board.deal.hand(seat), game.calls, board.dealer, board.vulnerable).action)
    return game


def explained(game: Game) -> str:
    """The table, and a line for every call with what it shows."""
    meanings = explain(game.calls, game.dealer, game.vulnerable)
    return "\n".join([diagram(game), "", *map(str, meanings)])
