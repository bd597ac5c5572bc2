"""Matches in batches: the same boards and the same results as matches at single tables."""

import numpy as np
import pytest

from agents.batched import make_batched
from agents.sayc import SaycBatchAgent
from bridge.actions import index
from bridge.batch import BatchAgent, Boards
from bridge.seats import Seat
from bridge.solved import shipped_deals
from bridge.view import View
from envs.random_agent import RandomBatchAgent
from evaluation import play_match
from evaluation.batch import Auctions, BoardArrays, bid_alone, par_scores_ns, play_batch
from evaluation.boards import random_boards, solved_boards
from evaluation.contracts import contract_shares

BOARDS = solved_boards(24, seed=3)
OWNERS, TABLES = shipped_deals().part("test").at(np.arange(3))


class LowestCard:
    """Plays its lowest legal card."""

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Nothing to remember."""

    def act(self, view: View) -> int:
        """The first legal action."""
        return int(view.legal_actions().argmax())


def sayc(n_boards: int) -> BatchAgent:
    return SaycBatchAgent()


def passing(n_boards: int) -> BatchAgent:
    return make_batched("pass", n_boards, np.random.default_rng(0))


def auctions(*calls: str) -> Auctions:
    """Boards dealt by North, bid as told; bidder 0 sits North-South."""
    boards = Boards(OWNERS[: len(calls)], [0] * len(calls), [0] * len(calls))
    for row, line in enumerate(calls):
        for call in line.split():
            boards.act(np.array([row]), np.array([index(call)]))
    return Auctions(boards, TABLES[: len(calls)], np.tile([0, 1, 0, 1], (len(calls), 1)))


def test_match_in_a_batch_has_the_differences_of_a_match_at_tables() -> None:
    batch = play_batch(sayc, passing, BoardArrays.of(BOARDS))
    tables = play_match("sayc", "pass", BOARDS)
    assert batch.differences.tolist() == [board.difference for board in tables.boards]
    assert (batch.imps, batch.raw_score) == (tables.imps, tables.raw_score)


def test_match_with_the_cards_played_has_the_differences_of_a_match_at_tables() -> None:
    def heuristic(n_boards: int) -> BatchAgent:
        return make_batched("heuristic", n_boards, np.random.default_rng(0))

    def first_legal(n_boards: int) -> BatchAgent:
        return make_batched("test_evaluation_batch:LowestCard", n_boards, np.random.default_rng(0))

    batch = play_batch(heuristic, first_legal, BoardArrays.of(BOARDS), "cards", sayc)
    tables = play_match("heuristic", "test_evaluation_batch:LowestCard", BOARDS, play="cards", bidder="sayc")
    assert batch.differences.tolist() == [board.difference for board in tables.boards]
    assert batch.differences.any()


def test_match_of_whole_boards_bids_and_plays() -> None:
    def whole(n_boards: int) -> BatchAgent:
        return make_batched("sayc+heuristic", n_boards, np.random.default_rng(0))

    def other(n_boards: int) -> BatchAgent:
        return make_batched("pass+heuristic", n_boards, np.random.default_rng(0))

    batch = play_batch(whole, other, BoardArrays.of(BOARDS), "cards")
    tables = play_match("sayc+heuristic", "pass+heuristic", BOARDS, play="cards")
    assert batch.differences.tolist() == [board.difference for board in tables.boards]


def test_exchanging_the_teams_negates_the_differences() -> None:
    boards = BoardArrays.of(BOARDS)
    there, back = play_batch(sayc, passing, boards), play_batch(passing, sayc, boards)
    assert there.differences.any()
    assert (there.differences == -back.differences).all()


def test_bidder_against_itself_comes_out_even() -> None:
    assert not play_batch(sayc, sayc, BoardArrays.of(BOARDS)).differences.any()


def test_every_seat_is_asked_of_its_own_bidder() -> None:
    def chance(n_boards: int) -> BatchAgent:
        return RandomBatchAgent(np.random.default_rng(1))

    match = play_batch(chance, passing, BoardArrays.of(BOARDS))
    assert not match.auctions.declared_by(1).any()
    declarers = match.auctions.boards.states["declarer"][match.auctions.declared_by(0)]
    tables = np.flatnonzero(match.auctions.declared_by(0)) // len(BOARDS)
    assert (declarers % 2 == tables).all()


def test_boards_without_double_dummy_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="needs solved boards"):
        BoardArrays.of(random_boards(2, seed=0))


def test_par_of_boards_is_the_par_of_each() -> None:
    from bridge import double_dummy

    boards = Boards(OWNERS, [0, 1, 2], [1, 2, 3])
    each = [double_dummy.par(TABLES[i], i, i + 1) for i in range(3)]
    assert par_scores_ns(boards, TABLES).tolist() == each


def test_shares_are_of_the_contracts_that_the_bidder_declared() -> None:
    shares = contract_shares(auctions("1N P 3N P P P", "P 6S X P P P", "2H P P P"), 0)
    assert (shares["game"], shares["partscore"], shares["slam"], shares["doubled"]) == (0.5, 0.5, 0.0, 0.0)
    assert shares["level"] == 2.5
    others = contract_shares(auctions("1N P 3N P P P", "P 6S X P P P", "2H P P P"), 1)
    assert (others["slam"], others["doubled"], others["level"]) == (1.0, 1.0, 6.0)


def test_contract_counts_as_made_when_its_double_dummy_tricks_suffice() -> None:
    for level in range(1, 8):
        shares = contract_shares(auctions(f"{level}N P P P"), 0)
        assert shares["made"] == float(TABLES[0, 4, 0] >= level + 6)


def test_passed_out_boards_have_calls_and_no_contract() -> None:
    assert contract_shares(auctions("P P P P"), 0) == {"passed_out": 1.0, "calls_per_board": 4.0}


def test_sayc_alone_bids_every_kind_of_contract_in_all_seats() -> None:
    shares = contract_shares(bid_alone(sayc, BoardArrays.of(solved_boards(300, seed=3))), 0)
    assert shares["partscore"] + shares["game"] + shares["slam"] == pytest.approx(1.0)
    assert min(shares["partscore"], shares["game"], shares["slam"]) > 0
