"""Positions in the play, for tests of solvers and card players."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import agents
from bridge import engine
from bridge.actions import FIRST_BID, N_CARDS, PASS
from bridge.board import Board
from bridge.game import Game
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View


def random_game(rng: np.random.Generator, cards_played: int) -> Game:
    """A random deal in a random contract, with so many legal cards played at random."""
    game = Game(Board.random(int(rng.integers(1, 17)), rng))
    for action in (FIRST_BID + int(rng.integers(35)), PASS, PASS, PASS):
        game.act(action)
    for _ in range(cards_played):
        game.act(int(rng.choice(np.flatnonzero(game.legal_actions()))))
    return game


def random_positions(n: int, cards_played: int, seed: int) -> engine.States:
    """Boards in the play, all with so many cards played."""
    rng = np.random.default_rng(seed)
    return np.array([random_game(rng, cards_played).state for _ in range(n)], engine.STATE)


def positions_at_the_table(seed: int, card_player: str = "heuristic") -> Iterator[Game]:
    """Boards bid by the rules and played by a card player, before every card that leaves a choice."""
    rng = np.random.default_rng(seed)
    for number in range(1, 1000):
        game = Game(Board.random(number, rng))
        players = [agents.make(f"sayc+{card_player}") for _ in Seat]
        for seat, player in zip(Seat, players, strict=True):
            player.reset(seat, np.random.default_rng(number))
        while game.actor is not None:
            if game.phase is Phase.PLAY and game.legal_actions().sum() > 1:
                yield game
            game.act(players[game.actor].act(game.view(game.actor)))


def exchanged(game: Game, rng: np.random.Generator) -> View:
    """The view of the player on turn after the unplayed hidden cards have been dealt anew, voids kept."""
    assert game.actor is not None
    return View(redealt(game, rng), game.actor)


def redealt(game: Game, rng: np.random.Generator) -> engine.State:
    """The board with the cards that the player on turn cannot see dealt anew, voids kept."""
    viewer = game.actor
    assert viewer is not None
    states = np.array([game.state], engine.STATE)
    before = game.view(viewer)
    hidden = {seat for seat in Seat if seat != viewer and not (before.dummy_is_faced and seat == before.dummy)}
    open_cards = [c for c in range(N_CARDS) if states[0]["played_at"][c] == 0 and states[0]["owner"][c] in hidden]
    for _ in range(100):
        owners = states[0]["owner"].copy()
        pair = rng.choice(open_cards, 2)
        owners[pair] = owners[pair[::-1]]
        if not _breaks_a_void(game, owners):
            states[0]["owner"] = owners
    return states[0]


def _breaks_a_void(game: Game, owners: np.ndarray) -> bool:
    state, plays = game.state, game.plays
    for place, card in enumerate(plays):
        led = plays[place // 4 * 4] // 13
        if card // 13 != led:
            held = (owners == state["owner"][card]) & (state["played_at"] == 0)
            if held[led * 13 : led * 13 + 13].any():
                return True
    return False
