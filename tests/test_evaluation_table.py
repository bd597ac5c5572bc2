"""One board at one table."""

from __future__ import annotations

import numpy as np
import pytest

from agents import make
from bridge import double_dummy
from bridge.actions import DOUBLE, PASS, index
from bridge.board import Board
from bridge.calls import Contract
from bridge.deal import Deal
from bridge.game import Game, IllegalActionError
from bridge.public import Phase
from bridge.scoring import raw_score_ns
from bridge.seats import Seat, Side
from bridge.view import View
from evaluation.table import bid_board, play_board

SEED = np.random.SeedSequence(3)
BOARD = Board.random(1, np.random.default_rng(0))
FOUR_SPADES = [index(name) for name in ["1S", "P", "4S", "P", "P", "P"]]


class Recorder:
    """Passes or plays the first legal card, and keeps what it was given."""

    def __init__(self) -> None:
        self.seats: list[Seat] = []
        self.streams: list[np.random.Generator] = []
        self.views: list[View] = []

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        self.seats.append(seat)
        self.streams.append(rng)

    def act(self, view: View) -> int:
        self.views.append(view)
        return PASS if view.phase is Phase.AUCTION else int(np.flatnonzero(view.legal_actions())[0])


def recorders() -> list[Recorder]:
    return [Recorder() for _ in Seat]


def test_passed_out_board_scores_nothing() -> None:
    result = play_board(BOARD, recorders(), SEED)
    assert (result.calls, result.plays, result.contract, result.score_ns) == ((PASS,) * 4, (), None, 0)


def test_given_auction_is_played_to_the_thirteenth_trick() -> None:
    result = play_board(BOARD, recorders(), SEED, given_calls=FOUR_SPADES)
    assert result.contract == Contract.parse("4S by N")
    assert len(result.plays) == 52
    assert result.declarer_tricks is not None
    assert result.score_ns == raw_score_ns(result.contract, BOARD.vulnerable, result.declarer_tricks)
    assert result.score(Side.EW) == -result.score_ns


def test_incomplete_given_auction_is_refused() -> None:
    with pytest.raises(ValueError, match="not complete"):
        play_board(BOARD, recorders(), SEED, given_calls=FOUR_SPADES[:-1])


def test_double_dummy_scores_the_contract_from_the_table() -> None:
    table = np.full((5, 4), 7, dtype=np.uint8)
    table[3, 0] = 11
    result = play_board(BOARD, recorders(), SEED, play="double_dummy", table=table, given_calls=FOUR_SPADES)
    assert (result.declarer_tricks, result.score_ns, result.plays) == (11, 450, ())


def test_double_dummy_without_a_table_asks_the_solver() -> None:
    result = play_board(BOARD, recorders(), SEED, play="double_dummy", given_calls=FOUR_SPADES)
    assert result.declarer_tricks == double_dummy.tables([BOARD.deal.array()])[0, 3, 0]


def test_agents_get_their_seats_and_only_their_own_views() -> None:
    agents = recorders()
    play_board(BOARD, agents, SEED, given_calls=FOUR_SPADES)
    for seat in Seat:
        assert agents[seat].seats == [seat]
        assert {view.seat for view in agents[seat].views} <= {seat}
        assert all(view.is_turn for view in agents[seat].views)
    assert agents[Seat.S].views == []  # declarer decides for dummy


def test_streams_are_the_same_whatever_the_deal() -> None:
    other = Board.random(1, np.random.default_rng(1))
    streams = []
    for board in (BOARD, other):
        agents = recorders()
        play_board(board, agents, SEED)
        streams.append([agent.streams[0].random() for agent in agents])
    assert streams[0] == streams[1]
    assert len(set(streams[0])) == 4


def test_two_seats_cannot_share_an_agent() -> None:
    agent = Recorder()
    with pytest.raises(ValueError, match="instance of its own"):
        play_board(BOARD, [agent] * 4, SEED)


def test_illegal_action_of_an_agent_names_seat_and_action() -> None:
    class Doubler(Recorder):
        def act(self, view: View) -> int:
            return DOUBLE

    with pytest.raises(IllegalActionError, match="North cannot do X"):
        play_board(BOARD, [Doubler() for _ in Seat], SEED)


def test_incomplete_deal_is_refused() -> None:
    unknown = Deal.parse("N:AKQJT98765432.-.-.- - - -".replace("-.-.-", ".."))
    with pytest.raises(ValueError, match="incomplete"):
        play_board(Board.numbered(1, unknown), recorders(), SEED)


def test_bid_board_gives_the_auction_that_the_same_seed_gives_at_the_table() -> None:
    agents = [make("random") for _ in Seat]
    calls = bid_board(BOARD, agents, SEED)
    assert calls == play_board(BOARD, agents, SEED, play="double_dummy").calls
    game = Game(BOARD)
    for call in calls:
        game.act(call)
    assert game.phase is not Phase.AUCTION
