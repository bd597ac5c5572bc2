"""The auction: legality, end, declarer."""

import numpy as np
import pytest

from bridge.actions import NAMES, PASS, index
from bridge.board import Board
from bridge.calls import Contract
from bridge.deal import Deal
from bridge.game import Game, IllegalActionError, auction, final_contract
from bridge.public import Phase
from bridge.seats import Seat, Vulnerability


def calls(text: str) -> list[int]:
    return [index(name) for name in text.split()]


def after(text: str, dealer: Seat = Seat.N) -> Game:
    return auction(dealer, Vulnerability.NONE, calls(text))


def legal(text: str, dealer: Seat = Seat.N) -> set[str]:
    return {NAMES[action] for action in np.flatnonzero(after(text, dealer).legal_actions())}


def test_dealer_calls_first_and_turns_go_clockwise() -> None:
    assert after("", Seat.W).turn is Seat.W
    assert after("1C", Seat.W).turn is Seat.N


def test_every_bid_and_pass_is_legal_at_the_start() -> None:
    assert len(legal("")) == 36
    assert not {"X", "XX"} & legal("")


def test_bid_must_outrank_the_last_bid() -> None:
    assert "1D" not in legal("1H")
    assert "1H" not in legal("1H")
    assert {"1S", "1N", "2C"} <= legal("1H")


def test_nothing_outranks_seven_no_trump() -> None:
    assert legal("7N") == {"P", "X"}


def test_double_of_an_opponents_bid_is_legal() -> None:
    assert "X" in legal("1H")
    assert "X" in legal("1H P P")


def test_doubling_partner_is_illegal() -> None:
    assert "X" not in legal("1H P")


def test_double_of_a_doubled_bid_is_illegal() -> None:
    assert "X" not in legal("1H X P P")


def test_redouble_answers_an_opponents_double() -> None:
    assert "XX" in legal("1H X")
    assert "XX" in legal("1H X P P")
    assert "XX" not in legal("1H X P")
    assert "XX" not in legal("1H")


def test_redoubled_bid_cannot_be_doubled_again() -> None:
    assert not {"X", "XX"} & legal("1H X XX")


def test_new_bid_clears_a_double() -> None:
    assert after("1S X 2S P P P").contract == Contract.parse("2S by N")
    assert "XX" not in legal("1S X 2S")


def test_redouble_counts() -> None:
    assert after("1S X XX P P P").contract == Contract.parse("1Sxx by N")


def test_doublers_side_may_declare_after_its_double() -> None:
    assert after("1S X P P 2H P P P").contract == Contract.parse("2H by N")
    assert after("1S X P 2H P P P").contract == Contract.parse("2H by W")


def test_three_opening_passes_do_not_end_the_auction() -> None:
    assert after("P P P").phase is Phase.AUCTION


def test_four_opening_passes_score_nothing() -> None:
    game = after("P P P P")
    assert game.phase is Phase.OVER
    assert game.contract is None
    assert game.score_ns() == 0


def test_two_passes_after_a_bid_do_not_end_the_auction() -> None:
    assert after("1H P P").phase is Phase.AUCTION


def test_three_passes_after_a_bid_end_the_auction() -> None:
    assert after("P P P 1H P P P").phase is Phase.PLAY


def test_passes_before_a_double_do_not_count_towards_the_end() -> None:
    assert after("1H P P X P P").phase is Phase.AUCTION


@pytest.mark.parametrize("dealer", list(Seat))
def test_declarer_is_who_first_named_the_denomination(dealer: Seat) -> None:
    contract = final_contract(dealer, calls("P 1H P 2H P 4H P P P"))
    assert contract == Contract.parse(f"4H by {dealer.lho}")


def test_declarer_is_not_the_opponent_who_named_it_first() -> None:
    assert final_contract(Seat.N, calls("1H 2H P 3H P P P")) == Contract.parse("3H by E")


def test_opening_leader_is_on_declarers_left() -> None:
    game = after("1H P 2H P 4H P P P")
    assert game.turn is Seat.E
    assert game.dummy is Seat.S


def test_illegal_call_says_seat_action_and_why_and_changes_nothing() -> None:
    game = after("1H")
    before = game.state.tobytes()
    with pytest.raises(IllegalActionError, match="East cannot do 1D: the bid does not outrank the last bid"):
        game.act(index("1D"))
    assert game.state.tobytes() == before


@pytest.mark.parametrize(
    ("so_far", "action", "why"),
    [
        ("", "X", "no bid to double"),
        ("1H P", "X", "own side's"),
        ("1H X P", "X", "doubled already"),
        ("1H", "XX", "no double to redouble"),
        ("1H X P", "XX", "own side's"),
        ("1H X XX", "XX", "redoubled already"),
        ("1H", "SA", "during the auction"),
        ("1H P P P", "1S", "only a card"),
        ("P P P P", "P", "over"),
    ],
)
def test_every_fault_of_a_call_has_its_reason(so_far: str, action: str, why: str) -> None:
    with pytest.raises(IllegalActionError, match=why):
        after(so_far).act(index(action))


@pytest.mark.parametrize("action", [-1, 90, 1000])
def test_number_that_is_no_action_is_illegal(action: int) -> None:
    with pytest.raises(IllegalActionError, match=r"numbered 0\.\.89"):
        after("").act(action)


def test_longest_auction_fits() -> None:
    game = after("P P P")
    for bid in range(55, 90):
        for call in (bid, *calls("P P X P P XX P P")):
            game.act(call)
    assert game.phase is Phase.AUCTION
    game.act(PASS)
    assert len(game.calls) == 319
    assert game.contract == Contract.parse("7NTxx by W")


def test_incomplete_auction_has_no_contract() -> None:
    with pytest.raises(ValueError, match="not complete"):
        final_contract(Seat.N, calls("1H P"))


def test_incomplete_deal_cannot_be_played() -> None:
    deal = Deal.parse("N:QJ6.K652.J85.T98 - K5.T83.KQ9.A7652 -")
    with pytest.raises(ValueError, match="incomplete"):
        Game(Board.numbered(1, deal))
