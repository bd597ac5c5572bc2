"""Four robots play, the person watches: every hand, call, trick and score in the open."""

from __future__ import annotations

from collections.abc import Iterator

from agents.agreements import tell
from bridge.cards import Card
from bridge.diagram import auction, frame
from bridge.game import Game
from bridge.seats import N_SEATS, Seat, Side
from evaluation.table import play_board
from terminal.boards import board_of, players_seed, seed_of
from terminal.chair import hand_line
from terminal.console import Console
from terminal.review import raw_score_lines
from terminal.seating import Seating
from terminal.settings import PlaySettings


def watch(settings: PlaySettings, console: Console | None = None) -> None:
    """Play the boards of the settings with four robots and print all of them.

    Raises:
        ValueError: a setting cannot be used.
    """
    console = Console() if console is None else console
    seating, seed = Seating.of(settings), seed_of(settings)
    numbers = range(settings.board, settings.board + settings.boards)
    boards = [board_of(settings, seed, number) for number in numbers]
    console.say(f"Seed {seed}. {seating.disclosed()}")
    for number, board in zip(numbers, boards, strict=True):
        robots = [seating.agent(seat) for seat in Seat]
        tell(robots, seating.agreements())
        result = play_board(board, robots, players_seed(seed, number))
        game = Game(board)
        console.say(f"\n{frame(game)}\n", style="bold")
        console.say("\n".join(_hands(game)))
        for action in (*result.calls, *result.plays):
            game.act(action)
        console.say(f"\n{auction(game)}\n")
        console.say("\n".join([*_tricks(game), "", *raw_score_lines(game)]))


def _hands(game: Game) -> Iterator[str]:
    """Each hand with its HCP, its shape (spades, hearts, diamonds, clubs) and its points with length."""
    for seat in Seat:
        hand = game.board.deal.hand(seat)
        shape = "-".join(map(str, hand.shape))
        yield f"{seat.word:<5}  {hand_line(hand):<38}{hand.hcp:3} HCP  {shape}  {hand.length_points:2} total points"


def _tricks(game: Game) -> Iterator[str]:
    """Every trick in the order of play, with its winner, and the tricks of both sides."""
    contract = game.contract
    if contract is None:
        return
    yield f"Contract {contract}"
    for number, winner in enumerate(_winners(game), 1):
        cards = game.plays[(number - 1) * N_SEATS : number * N_SEATS]
        shown = "  ".join(f"{game.owner_of_played(card)} {Card(card)}" for card in cards)
        yield f"Trick {number:2}  {shown}   {winner.word} wins"
    yield ", ".join(f"{side} {game.tricks_won(side)}" for side in Side) + " tricks"


def _winners(game: Game) -> Iterator[Seat]:
    replayed = Game(game.board)
    for action in game.calls:
        replayed.act(action)
    for place, card in enumerate(game.plays, 1):
        replayed.act(card)
        if place % N_SEATS == 0 and replayed.leader is not None:
            yield replayed.leader
