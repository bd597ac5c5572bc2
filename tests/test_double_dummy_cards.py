"""Positions in the middle of the play: every card scored, targets, and the trace of a played board."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from card_play import random_game, random_positions

from bridge import dds, double_dummy, engine
from bridge.actions import FIRST_BID, PASS, index
from bridge.board import Board
from bridge.deal import Deal
from bridge.double_dummy import SolverError
from bridge.game import Game
from bridge.seats import Seat, Vulnerability

KNOWN = Path(__file__).parent / "data" / "dd_known.jsonl"


def known_rows(n: int) -> list[dict]:
    return [json.loads(line) for line in KNOWN.read_text().splitlines()[1 : n + 1]]


@pytest.mark.parametrize("denomination", range(5))
def test_best_lead_holds_declarer_to_the_published_tricks(denomination: int) -> None:
    dds = (3, 2, 1, 0, 4)[denomination]
    for row in known_rows(4):
        game = Game(Board(Deal.parse(row["pbn"]), Seat.N, Vulnerability.NONE))
        for call in (FIRST_BID + denomination, PASS, PASS, PASS):
            game.act(call)
        scores = double_dummy.score_cards(np.array([game.state]))[0]
        assert 13 - scores.max() == row["dd"][dds][0]


def test_every_card_of_a_touching_sequence_has_a_value() -> None:
    """R034: the solver lists one card of a sequence; all thirteen leads have a value."""
    deal = Deal.parse("N:QJ62.QT5.98.JT96 AKT9.AKJ93.QJ.A8 8543.8642.T3.Q73 7.7.AK76542.K542")
    game = Game(Board(deal, Seat.S, Vulnerability.NONE))
    for call in ("1H", "P", "P", "P"):
        game.act(index(call))
    scores = double_dummy.score_cards(np.array([game.state]))[0]
    assert (scores >= 0).sum() == 13
    assert scores[index("DA")] == scores[index("DK")]


@pytest.mark.parametrize("cards_played", [13, 18, 23, 28])
def test_a_card_is_worth_what_the_position_after_it_is(cards_played: int) -> None:
    rng = np.random.default_rng(cards_played)
    game = random_game(rng, cards_played)
    scores = double_dummy.score_cards(np.array([game.state]))[0]
    side = int(game.state["turn"]) % 2
    for card in np.flatnonzero(scores >= 0):
        after = np.array([game.state], engine.STATE)
        engine.apply(after[0], int(card))
        best = double_dummy.score_cards(after)[0].max()
        left = 13 - int(after[0]["n_plays"]) // 4
        rest = best if int(after[0]["turn"]) % 2 == side else left - best
        won = int(after[0]["tricks"][side]) - int(game.state["tricks"][side])
        assert scores[card] == won + rest


@pytest.mark.parametrize("cards_played", [12, 25, 38, 47])
def test_targets_agree_with_scores(cards_played: int) -> None:
    states = random_positions(12, cards_played, seed=cards_played)
    scores = double_dummy.score_cards(states)
    for target in (-1, 0, 1, 3, 13):
        expected = np.where(scores < 0, double_dummy.NOT_LEGAL, scores >= target)
        assert np.array_equal(double_dummy.reaching(states, target), expected)


def test_positions_after_the_time_limit_are_left_out() -> None:
    states = random_positions(10, 40, seed=1)
    answers = iter([False, True])
    scores = double_dummy.score_cards(states, late=lambda: next(answers), batch=3)
    assert np.array_equal(scores, double_dummy.score_cards(states)[:6])


def test_library_is_loaded_once() -> None:
    """R036: a second set-up of the solver in one process crashes it on some systems."""
    double_dummy.prepare()
    assert dds.library() is dds.library()


def test_more_positions_than_a_call_takes_are_split() -> None:
    states = np.repeat(random_positions(1, 44, seed=1), 450)
    scores = double_dummy.score_cards(states)
    assert len(scores) == 450
    assert (scores == scores[0]).all()


def test_no_positions_give_no_scores() -> None:
    assert double_dummy.score_cards(np.zeros(0, engine.STATE)).shape == (0, 52)


def test_a_board_in_the_auction_is_refused() -> None:
    game = Game(Board.random(1, np.random.default_rng(0)))
    with pytest.raises(ValueError, match="boards in the play"):
        double_dummy.score_cards(np.array([game.state]))


def test_hidden_hands_are_refused() -> None:
    states = random_positions(1, 30, seed=2)
    states["owner"][states["played_at"] == 0] = 4
    with pytest.raises(ValueError, match="all four hands known"):
        double_dummy.score_cards(states)


def test_trace_moves_only_against_the_side_that_plays() -> None:
    """R038: values never recover by themselves, and the last one is the result."""
    rng = np.random.default_rng(3)
    for _ in range(4):
        game = random_game(rng, 52)
        contract = game.contract
        assert contract is not None
        trace = double_dummy.trace(
            game.board.deal.array(), contract.denomination, contract.declarer, game.plays
        ).astype(int)
        assert len(trace) == 53
        for card, step in zip(game.plays, np.diff(trace), strict=True):
            declaring = game.owner_of_played(card).side is contract.declarer.side
            assert step <= 0 if declaring else step >= 0
        assert trace[0] == double_dummy.tricks(game.board.deal.array(), contract.denomination, contract.declarer)
        assert trace[-1] == game.declarer_tricks


def test_trace_of_an_unfinished_board_stops_with_it() -> None:
    game = random_game(np.random.default_rng(4), 22)
    contract = game.contract
    assert contract is not None
    trace = double_dummy.trace(game.board.deal.array(), contract.denomination, contract.declarer, game.plays)
    best = double_dummy.score_cards(np.array([game.state]))[0].max()
    side = int(game.state["turn"]) % 2
    total = int(game.state["tricks"][side]) + int(best)
    assert len(trace) == 23
    assert trace[-1] == (total if side == contract.declarer.side else 13 - total)


def test_a_card_out_of_place_in_a_trace_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # the solver leaves a note on a refused deal where the program runs
    game = random_game(np.random.default_rng(5), 8)
    contract = game.contract
    assert contract is not None
    wrong = (game.plays[1], game.plays[0])
    with pytest.raises(SolverError, match="refused"):
        double_dummy.trace(game.board.deal.array(), contract.denomination, contract.declarer, wrong)
