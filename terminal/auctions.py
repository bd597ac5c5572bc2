"""Auctions of four SAYC-lite bidders, each call with what it shows."""

from __future__ import annotations

from agents.sayc import choose, explain
from bridge.board import Board
from bridge.diagram import diagram
from bridge.game import Game
from bridge.public import Phase
from terminal.boards import board_of, seed_of
from terminal.console import Console
from terminal.settings import PlaySettings


def show_auctions(settings: PlaySettings, console: Console | None = None) -> None:
    """Print every board of the settings with its auction.

    Raises:
        ValueError: the deal, the dealer or the vulnerability cannot be read, or the deal is incomplete.
    """
    console = Console() if console is None else console
    seed = seed_of(settings)
    if settings.deal is None and settings.seed is None:
        console.say(f"Seed {seed}.\n")
    for number in range(settings.board, settings.board + settings.boards):
        console.say(explained(bid(board_of(settings, seed, number))) + "\n")


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
