"""Playouts: boards finished by the rules of thumb, legal, repeatable, and blind to cards that nobody may see."""

from __future__ import annotations

import numpy as np
import pytest

from agents.heuristic import choose, playout
from bridge import engine
from bridge.actions import FIRST_BID, PASS
from bridge.batch import Boards
from bridge.seats import Seat
from bridge.view import View


def boards_in_play(n: int, seed: int, cards: int = 0) -> engine.States:
    """Boards with contracts at random, after so many cards at random."""
    rng = np.random.default_rng(seed)
    owners = np.stack([rng.permutation(np.repeat(np.arange(4), 13)) for _ in range(n)]).astype(np.uint8)
    boards = Boards(owners, rng.integers(0, 4, n), rng.integers(0, 4, n))
    rows = np.arange(n)
    boards.act(rows, FIRST_BID + rng.integers(0, 25, n))
    for _ in range(3):
        boards.act(rows, np.full(n, PASS))
    for _ in range(cards):
        boards.act(rows, np.array([random_card(state, rng) for state in boards.states]))
    return boards.states


def random_card(state: engine.State, rng: np.random.Generator) -> int:
    mask = np.zeros(90, dtype=np.int8)
    engine.legal_actions(state, mask)
    return int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("cards", [0, 1, 2, 3, 18, 33, 47])
def test_every_card_of_a_playout_is_legal(cards: int) -> None:
    for state in boards_in_play(40, 1, cards):
        while state["phase"] == engine.PLAY:
            card = playout.card(state)
            assert engine.fault(state, card) == engine.LEGAL
            engine.apply(state, card)


@pytest.mark.parametrize("cards", [0, 1, 18, 33])
def test_a_playout_plays_the_cards_that_the_rules_choose(cards: int) -> None:
    states = boards_in_play(40, 2, cards)
    tricks = playout.playout_many(states)
    for state, expected in zip(states, tricks, strict=True):
        while state["phase"] == engine.PLAY:
            engine.apply(state, playout.card(state))
        assert state["tricks"][state["declarer"] % 2] == expected


def test_a_playout_of_many_boards_leaves_them_as_they_are() -> None:
    states = boards_in_play(20, 3, 10)
    before = states.copy()
    playout.playout_many(states)
    assert (states == before).all()


def test_a_playout_in_place_ends_the_board() -> None:
    state = boards_in_play(1, 4)[0]
    tricks = playout.playout(state)
    assert state["phase"] == engine.OVER
    assert tricks == state["tricks"][state["declarer"] % 2]
    assert state["tricks"].sum() == 13


def test_playouts_are_repeatable() -> None:
    states = boards_in_play(50, 5)
    assert (playout.playout_many(states) == playout.playout_many(states)).all()


def test_cards_are_compared_over_worlds() -> None:
    state = boards_in_play(1, 6, 6)[0]
    cards = np.array([card for card in range(52) if engine.fault(state, card) == engine.LEGAL])
    worlds = np.stack([state["owner"]] * 3)
    tricks = playout.playout_cards(state, worlds, cards)
    for column, card in enumerate(cards):
        after = np.array([state])
        engine.apply(after[0], int(card))
        assert (tricks[:, column] == playout.playout_many(after)[0]).all()


def test_the_card_depends_on_what_the_seat_sees_only() -> None:
    for state in boards_in_play(1000, 7):
        for _ in range(10):
            view = View(state, Seat(engine.actor(state)))
            card = playout.card(state)
            assert playout.card(view._state) == card
            engine.apply(state, card)


def test_the_player_plays_the_card_of_the_rule_that_it_names() -> None:
    for cards in (0, 1, 2, 3, 20, 30, 40):
        for state in boards_in_play(60, 8, cards):
            view = View(state, Seat(engine.actor(state)))
            assert choose(view).card.index == playout.card(state)
