"""The boards that the settings ask for: a board's deal follows from the seed and its number alone."""

from __future__ import annotations

import secrets

import numpy as np

from bridge.agent import spawn_streams
from bridge.board import Board
from bridge.deal import Deal
from bridge.seats import N_SEATS, Seat, Vulnerability
from terminal.settings import PlaySettings

_DEAL, _PLAYERS = 0, 1
_FRESH_SEEDS = 1_000_000


def seed_of(settings: PlaySettings) -> int:
    """The seed that was asked for, or a new one of at most six digits."""
    return secrets.randbelow(_FRESH_SEEDS) if settings.seed is None else settings.seed


def random_deal(seed: int, number: int) -> Deal:
    """The deal of a number under a seed."""
    return Deal.random(np.random.default_rng([_DEAL, seed, number]))


def players_seed(seed: int, number: int) -> np.random.SeedSequence:
    """The root of the agents' streams on a board; no stream leads back to the deal."""
    return np.random.SeedSequence([_PLAYERS, seed, number])


def player_streams(seed: int, number: int) -> list[np.random.Generator]:
    """Streams of the four seats, and a fifth for who advises the person."""
    return spawn_streams(players_seed(seed, number), N_SEATS + 1)


def board_of(settings: PlaySettings, seed: int, number: int) -> Board:
    """A board by its number; the first one takes the deal, dealer and vulnerability that the settings name.

    Raises:
        ValueError: the deal, the dealer or the vulnerability cannot be read, or the deal is incomplete.
    """
    if number != settings.board:
        return Board.numbered(number, random_deal(seed, number))
    deal = random_deal(seed, number) if settings.deal is None else Deal.parse(settings.deal)
    if not deal.is_complete:
        raise ValueError("deal: a hand is not known, so it cannot be played; write all four")
    board = Board.numbered(number, deal)
    dealer = board.dealer if settings.dealer is None else Seat.parse(settings.dealer)
    vulnerable = board.vulnerable if settings.vulnerable is None else Vulnerability.parse(settings.vulnerable)
    return Board(deal, dealer, vulnerable, number)
