"""Whole auctions of the system with itself, and the two ways to ask it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sayc_bidding import bid_out, is_closed, legal_calls

from agents.sayc import Sayc, bid_batch, choose
from agents.sayc.auction import forget, memory
from bridge import actions
from bridge.board import Board
from bridge.deal import Deal
from bridge.game import Game
from bridge.seats import Seat, Vulnerability

_BOARDS = 400


@lru_cache(maxsize=1)
def self_play() -> tuple[np.ndarray, np.ndarray, np.ndarray, list[tuple[int, ...]]]:
    """Owners, dealers, vulnerabilities and auctions of random boards."""
    rng = np.random.default_rng(5)
    owners = np.stack([Deal.random(rng).array() for _ in range(_BOARDS)])
    dealers, vulnerable = np.arange(_BOARDS) % 4, np.arange(_BOARDS) // 4 % 4
    return owners, dealers, vulnerable, bid_out(owners, dealers, vulnerable)


def test_auctions_are_legal_and_end_within_forty_calls() -> None:
    _, dealers, _, auctions = self_play()
    for dealer, calls in zip(dealers, auctions, strict=True):
        assert is_closed(calls)
        assert len(calls) < 40
        for made in range(len(calls)):
            assert legal_calls(Seat(int(dealer)), calls[:made])[calls[made] - actions.PASS]


def test_no_forcing_call_is_passed() -> None:
    _, _, _, auctions = self_play()
    for calls in auctions:
        for made, action in enumerate(calls):
            here = memory().position(calls[:made])
            meant = any(row.rule.stands for row in here.makers(here.tables, action))
            assert action != actions.PASS or meant or not here.situation.forced, [actions.name(a) for a in calls]


def test_one_hand_and_many_hands_get_the_same_call() -> None:
    owners, dealers, vulnerable, auctions = self_play()
    for index in range(0, _BOARDS, 4):
        calls = auctions[index]
        deal, dealer = Deal.from_owners(owners[index]), Seat(int(dealers[index]))
        for made, action in enumerate(calls):
            seat = Seat((dealer + made) % 4)
            alone = choose(deal.hand(seat), calls[:made], dealer, Vulnerability(int(vulnerable[index])))
            assert alone.action == action


@given(seed=st.integers(0, 2**32 - 1))
def test_the_arrays_agree_with_the_single_hand(seed: int) -> None:
    """Many hands at one point of one auction are bid at once; each must equal its own choice."""
    rng = np.random.default_rng(seed)
    _, dealers, vulnerable, auctions = self_play()
    board = int(rng.integers(_BOARDS))
    calls = auctions[board][: int(rng.integers(len(auctions[board])))]
    deals = [Deal.random(rng) for _ in range(30)]
    seat, dealer, vul = Seat.N, int(dealers[board]), int(vulnerable[board])
    held = np.stack([deal.array() == seat for deal in deals]).astype(np.uint8)
    many = bid_batch(held, [calls] * 30, np.full(30, dealer), np.full(30, vul))
    alone = [choose(deal.hand(seat), calls, Seat(dealer), Vulnerability(vul)).action for deal in deals]
    assert many.tolist() == alone


def test_the_same_board_is_bid_the_same_way_twice() -> None:
    owners, dealers, vulnerable, auctions = self_play()
    forget()
    assert bid_out(owners[:50], dealers[:50], vulnerable[:50]) == auctions[:50]


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_turning_the_table_changes_nothing(turn: int) -> None:
    owners, dealers, _, auctions = self_play()
    both = np.full(60, Vulnerability.BOTH)
    straight = bid_out(owners[:60], dealers[:60], both)
    assert bid_out((owners[:60] + turn) % 4, (dealers[:60] + turn) % 4, both) == straight
    assert auctions


def test_the_agent_bids_a_board_and_refuses_to_play_it() -> None:
    game = Game(Board.random(3, np.random.default_rng(1)))
    agent = Sayc()
    agent.reset(Seat.N, np.random.default_rng(0))
    while game.phase.name == "AUCTION":
        assert game.turn is not None
        game.act(agent.act(game.view(game.turn)))
    assert game.contract is not None
    with pytest.raises(ValueError, match=r"sayc\+heuristic"):
        agent.act(game.view(game.contract.opening_leader))


def test_choice_names_its_rule() -> None:
    hand = Deal.parse("N:KQ74.A82.KJ7.Q95 - - -").hand(Seat.N)
    made = choose(hand, (), Seat.N, Vulnerability.NONE)
    assert made.rule is not None
    assert (actions.name(made.action), made.rule.id) == ("1N", "O3")


def test_what_a_call_shows_narrows_the_seat() -> None:
    opened = memory().position((actions.index("1N"),))
    assert opened.seats[0].shown.hcp == (15, 17)
    assert opened.seats[0].shown.shortest == (2, 2, 2, 2)


def test_strange_auctions_are_read_and_answered() -> None:
    rng = np.random.default_rng(9)
    for _ in range(100):
        deal, calls = Deal.random(rng), ()
        while not is_closed(calls) and len(calls) < 30:
            seat = Seat(len(calls) % 4)
            made = choose(deal.hand(seat), calls, Seat.N, Vulnerability.NONE).action
            legal = np.flatnonzero(legal_calls(Seat.N, calls)) + actions.PASS
            assert made in legal
            strange = int(rng.choice(legal[: min(len(legal), 8)]))
            calls = (*calls, strange if rng.random() < 0.4 else made)


def test_a_closed_auction_has_no_next_call() -> None:
    hand = Deal.parse("N:KQ74.A82.KJ7.Q95 - - -").hand(Seat.N)
    with pytest.raises(ValueError, match="auction is over"):
        choose(hand, (actions.PASS,) * 4, Seat.N, Vulnerability.NONE)
