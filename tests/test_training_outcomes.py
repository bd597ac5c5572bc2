"""What each card costs on the board itself: by playing it out, and double dummy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from card_play import random_game, redealt

from agents.heuristic import playout
from bridge import double_dummy
from bridge.actions import N_CARDS
from bridge.batch import Boards, UInt8s
from bridge.board import Board
from bridge.deal import Deal
from bridge.engine import State
from bridge.game import Game
from bridge.scoring import imps
from bridge.seats import Seat, Vulnerability
from training import labelling
from training.labelling import labelled_chunk
from training.labels import STEPS_AN_IMP, UNLABELLED
from training.outcomes import costs_by_double_dummy, costs_by_playout, open_shares

TricksOf = Callable[[State], int]


def boards_of(games: list[Game]) -> Boards:
    boards = Boards(np.zeros((len(games), N_CARDS), np.uint8), np.zeros(len(games)), np.zeros(len(games)))
    for row, game in enumerate(games):
        boards.states[row] = game.state
    return boards


def games(cards_played: int, n: int = 12) -> list[Game]:
    rng = np.random.default_rng(cards_played)
    return [random_game(rng, cards_played) for _ in range(n)]


def score_after(game: Game, card: int, tricks_of: TricksOf) -> int:
    """The score of the side on turn if a card is played and declarer then comes to the tricks that are told."""
    assert game.actor is not None
    after = Game(game.board)
    for action in [*game.calls, *game.plays, card]:
        after.act(int(action))
    return after.view(game.actor).score(tricks_of(after.state))


def expected_costs(game: Game, tricks_of: TricksOf) -> UInt8s:
    legal = np.flatnonzero(game.legal_actions())
    scores = np.array([score_after(game, int(card), tricks_of) for card in legal])
    costs = np.full(N_CARDS, UNLABELLED, np.uint8)
    if len(legal) > 1:
        costs[legal] = imps(scores.max() - scores) * STEPS_AN_IMP
    return costs


def tricks_by_rules(state: State) -> int:
    return playout.playout(np.array([state])[0])


def tricks_double_dummy(state: State) -> int:
    """Declarer's tricks in all with best play from here."""
    won = int(state["tricks"][int(state["declarer"]) % 2])
    if int(state["n_plays"]) == N_CARDS:
        return won
    rest = int(double_dummy.score_cards(np.array([state])).max())
    left = 13 - int(state["tricks"].sum())
    return won + (rest if state["turn"] % 2 == state["declarer"] % 2 else left - rest)


@pytest.mark.parametrize("cards_played", [0, 6, 25, 42])
def test_costs_by_playout_are_those_of_the_boards_played_out_by_the_rules(cards_played: int) -> None:
    positions = games(cards_played)
    costs = costs_by_playout(boards_of(positions), np.arange(len(positions)))
    for row, game in enumerate(positions):
        assert np.array_equal(costs[row], expected_costs(game, tricks_by_rules))


@pytest.mark.parametrize("cards_played", [20, 29, 36, 47])
def test_costs_double_dummy_are_those_of_best_play_afterwards(cards_played: int) -> None:
    positions = games(cards_played)
    costs = costs_by_double_dummy(boards_of(positions), np.arange(len(positions)))
    for row, game in enumerate(positions):
        assert np.array_equal(costs[row], expected_costs(game, tricks_double_dummy))


def test_positions_of_early_and_late_tricks_are_judged_together() -> None:
    early, late = games(20, 3), games(44, 3)
    mixed = costs_by_double_dummy(boards_of([early[0], late[0], early[1], late[1]]), np.arange(4))
    apart = [
        costs_by_double_dummy(boards_of([game]), np.arange(1))[0] for game in (early[0], late[0], early[1], late[1])
    ]
    assert np.array_equal(mixed, apart)


def test_some_card_costs_nothing() -> None:
    positions = games(9)
    choice = [game.legal_actions().sum() > 1 for game in positions]
    for judged in (costs_by_playout, costs_by_double_dummy):
        least = judged(boards_of(positions), np.arange(len(positions))).min(axis=1)
        assert (least == np.where(choice, 0, UNLABELLED)).all()


def test_hidden_cards_change_what_a_card_cost_and_nothing_that_the_network_reads() -> None:
    """Deal the cards that the seat cannot see anew: some costs are others, the seat's observation is the same."""
    rng, changed = np.random.default_rng(1), 0
    for game in games(9, 20):
        assert game.actor is not None
        before, after = boards_of([game]), boards_of([game])
        after.states[0] = redealt(game, rng)
        row, seat = np.arange(1), np.array([int(game.actor)])
        assert np.array_equal(before.observe(row, seat)[0], after.observe(row, seat)[0])
        changed += not np.array_equal(costs_by_playout(before, row), costs_by_playout(after, row))
    assert changed > 5


def test_boards_in_the_auction_have_no_costs() -> None:
    boards = boards_of([random_game(np.random.default_rng(0), 0)])
    boards.restart(np.arange(1), boards.states["owner"].astype(np.uint8), [0], [0])
    assert (costs_by_playout(boards, np.arange(1)) == UNLABELLED).all()


def test_early_tricks_are_solved_seldom() -> None:
    shares = open_shares(np.arange(N_CARDS))
    assert (np.diff(shares) >= 0).all()
    assert 0 < shares[0] < 0.1
    assert shares[-1] == 1


def test_openly_labelled_boards_have_the_costs_of_their_legal_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a labelled board again: from the ninth trick on each turn with a choice has its costs, from low to high."""
    monkeypatch.setattr("training.outcomes._SHARES", ((0, 0.0), (32, 1.0)))
    plan = labelling.Labelling("sayc", ("heuristic",), 0.0, seed=2, open_boards=True)
    record = labelled_chunk(plan, 0, 3)[0]
    state = record["board"]
    game = Game(
        Board(
            Deal(state["owner"].astype(np.uint8).tobytes()), Seat(state["dealer"]), Vulnerability(state["vulnerable"])
        )
    )
    for call in state["calls"][: state["n_calls"]]:
        game.act(int(call))
    for turn, card in enumerate(state["plays"].tolist()):
        legal = np.flatnonzero(game.legal_actions())
        labels = record["costs"][turn]
        if turn >= 32 and len(legal) > 1:
            by_card = costs_by_double_dummy(boards_of([game]), np.arange(1))[0]
            assert np.array_equal(labels[: len(legal)], by_card[legal])
        else:
            assert (labels == UNLABELLED).all()
        game.act(card)
