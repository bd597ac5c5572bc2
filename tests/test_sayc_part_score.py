"""SAYC-lite at rubber bridge: a bid that completes the game is enough."""

import numpy as np
import pytest

import agents
from agents.sayc import Sayc, choose
from bridge.actions import index, name
from bridge.board import Board
from bridge.deal import Deal, Hand
from bridge.game import Game
from bridge.seats import Seat, Vulnerability


def call(hand: str, auction: str, part_score: int) -> str:
    calls = [index(word) for word in auction.split()]
    return name(choose(Hand.parse(hand), calls, Seat.N, Vulnerability.NONE, part_score).action)


@pytest.mark.parametrize(
    ("hand", "auction", "duplicate", "with_60"),
    [
        # Opener: the raise to two completes the game, so strong hands pass it too.
        ("AK4.AQJ65.K32.54", "1H P 2H P", "2N", "P"),
        ("AK4.AQJ652.K32.5", "1H P 2H P", "4H", "P"),
        # Responder: no jump raise, no forcing raise.
        ("KJ54.Q32.A32.654", "1S P", "3S", "2S"),
        ("KJ54.Q32.A32.K54", "1S P", "2N", "2S"),
        # One notrump is game.
        ("KJ54.Q32.A43.K54", "1N P", "2C", "P"),
        # A slam is still looked for.
        ("AKQ.AKJ652.AQ2.5", "1H P 2H P", "4N", "4N"),
        # A preemptive jump keeps its purpose.
        ("QJ954.2.A9832.54", "1S P", "4S", "4S"),
        # A new suit is forcing whatever the score.
        ("A4.AKJ65.KJ43.54", "1H P 1S P", "2D", "2D"),
    ],
)
def test_part_score_of_60(hand: str, auction: str, duplicate: str, with_60: str) -> None:
    assert call(hand, auction, 0) == duplicate
    assert call(hand, auction, 60) == with_60


def test_part_score_too_small_for_game_changes_nothing() -> None:
    assert call("AK4.AQJ65.K32.54", "1H P 2H P", 20) == "2N"


def test_agent_looks_at_its_own_sides_part_score() -> None:
    deal = Deal.parse("N:AK4.AQJ65.K32.54 QJ2.32.AQ4.T9876 T98.K987.J98.J32 7653.T4.T765.AKQ")
    game = Game(Board(deal, Seat.N, Vulnerability.NONE))
    for word in ["1H", "P", "2H", "P"]:
        game.act(index(word))
    calls = {}
    for part_scores in ((60, 0), (0, 60)):
        agent = agents.make("sayc+heuristic", part_scores=part_scores)
        agent.reset(Seat.N, np.random.default_rng(0))
        calls[part_scores] = name(agent.act(game.view(Seat.N)))
    assert calls == {(60, 0): "P", (0, 60): "2N"}


@pytest.mark.parametrize("part_scores", [(0,), (100, 0), (0, -20)])
def test_impossible_part_scores_are_refused(part_scores: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"each 0\.\.99"):
        Sayc(part_scores)
