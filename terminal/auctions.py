"""Auctions of four robots, each call with what it shows."""

from __future__ import annotations

from bridge.diagram import diagram
from bridge.game import Game
from bridge.seats import Seat
from evaluation.table import bid_board
from terminal.boards import board_of, players_seed, seed_of
from terminal.chair import meanings
from terminal.console import Console
from terminal.seating import Seating
from terminal.settings import PlaySettings


def show_auctions(settings: PlaySettings, console: Console | None = None) -> None:
    """Print every board of the settings with its auction, and a line for every call with what it shows.

    Raises:
        ValueError: the deal, the dealer, the vulnerability or an agent cannot be read, or the deal is incomplete.
    """
    console = Console() if console is None else console
    seating, seed = Seating.of(settings), seed_of(settings)
    if settings.deal is None and settings.seed is None:
        console.say(f"Seed {seed}.\n")
    for number in range(settings.board, settings.board + settings.boards):
        game = Game(board_of(settings, seed, number))
        for call in bid_board(game.board, [seating.agent(seat) for seat in Seat], players_seed(seed, number)):
            game.act(call)
        console.say("\n".join([diagram(game), "", *meanings(game, seating), ""]))
