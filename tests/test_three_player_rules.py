"""Three-player auction bridge: auction, seats after it, points, and boards in batches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import engine, three_player
from bridge.actions import index
from bridge.deal import Deal
from bridge.game import IllegalActionError
from bridge.point_table import POINT_TABLES, PointTable, point_table
from bridge.public import Phase
from bridge.seats import Seat, Vulnerability
from bridge.solved import random_owners
from bridge.three_player_batch import ThreePlayerBoards
from bridge.three_player_game import ThreePlayerGame, numbered_board


def game_after(calls: str, dealer: int = 0, points: str | PointTable = "classic", seed: int = 1) -> ThreePlayerGame:
    game = ThreePlayerGame(numbered_board(dealer + 1, Deal.random(np.random.default_rng(seed))), points)
    for call in calls.split():
        game.act(index(call))
    return game


# --- auction ---------------------------------------------------------------------------------------------------------


def test_players_call_in_rotation():
    game = game_after("")
    order = []
    for call in ("1C", "1D", "1H", "1S"):
        order.append(game.player)
        game.act(index(call))
    assert order == [0, 1, 2, 0]


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_dealer_calls_first(dealer):
    assert game_after("", dealer).player == dealer


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("before", ["", "P ", "P P "])
def test_two_passes_after_a_bid_end_the_auction(dealer, before):
    assert game_after(before + "1H P", dealer).phase is Phase.AUCTION
    assert game_after(before + "1H P P", dealer).phase is Phase.PLAY


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_three_opening_passes_pass_the_board_out(dealer):
    assert game_after("P P", dealer).phase is Phase.AUCTION
    assert game_after("P P P", dealer).phase is Phase.OVER
    assert game_after("P P P", dealer).payoffs() == (0, 0, 0)


def test_a_player_who_passed_may_bid_again():
    assert game_after("P 1C 1D 1H P P").bidder == 0


def test_a_bid_must_outrank_the_last_one():
    game = game_after("1H")
    with pytest.raises(IllegalActionError, match="outrank"):
        game.act(index("1D"))


@pytest.mark.parametrize("call", ["X", "XX"])
@pytest.mark.parametrize("calls", ["", "1C", "1C P"])
def test_doubles_are_illegal(calls, call):
    game = game_after(calls)
    with pytest.raises(IllegalActionError, match="no doubles in three-player"):
        game.act(index(call))
    assert not game.legal_actions()[index(call)]


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_whoever_bid_last_declares_whoever_named_the_suit_first(winner):
    # Player 0 names hearts first; in bridge that would make North the declarer for South too.
    calls = {0: "1H 2C P 2H P P", 1: "1H 2H P P", 2: "1H P 2H P P"}[winner]
    game = game_after(calls)
    assert game.bidder == winner
    assert str(game.contract.bid) == "2♥"


# --- seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_the_fourth_hand_sits_opposite_the_winner(winner):
    game = game_after("1N P P", dealer=winner)
    assert game.seat_of(3) is game.seat_of(winner).partner is game.dummy


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_players_keep_their_order_around_the_table(winner):
    game = game_after("1N P P", dealer=winner)
    assert game.seat_of((winner + 1) % 3) is game.contract.declarer.lho
    assert game.seat_of((winner + 2) % 3) is game.contract.declarer.rho


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_every_hand_keeps_its_cards_when_seats_change(winner):
    deal = Deal.random(np.random.default_rng(1))
    game = game_after("1N P P", dealer=winner)
    assert [game.board.deal.hand(game.seat_of(number)) for number in range(4)] == [deal.hand(seat) for seat in Seat]


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_declarers_left_hand_opponent_leads_and_is_the_next_player(winner):
    assert game_after("1N P P", dealer=winner).player == (winner + 1) % 3


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_the_bidder_plays_the_fourth_hand(winner):
    game = game_after("1N P P", dealer=winner)
    game.act(int(np.flatnonzero(game.legal_actions())[0]))
    assert (game.player, game.turn) == (winner, game.seat_of(3))


def test_the_record_reads_as_four_hands_who_bid_so():
    # Player 0 wins from North: player 2 moves from South to West, and the fourth hand passes at South.
    game = game_after("1C P 1D 1H P P")
    assert game.calls == tuple(index(call) for call in ["1C", "P", "P", "1D", "1H", "P", "P", "P"])


@given(st.data())
def test_thirteen_tricks_are_played_and_every_decision_is_a_players(data):
    game = game_after("", dealer=data.draw(st.integers(0, 2)), seed=data.draw(st.integers(0, 1000)))
    while game.phase is not Phase.OVER:
        assert game.player in (0, 1, 2)
        actions = np.flatnonzero(game.legal_actions())
        low = actions[: 4 if game.phase is Phase.AUCTION else 13]
        game.act(int(data.draw(st.sampled_from(low.tolist()))))
    assert sum(game.state["tricks"].tolist()) == (13 if game.contract else 0)


@given(st.data())
def test_mask_and_rules_agree(data):
    game = game_after("", seed=data.draw(st.integers(0, 1000)))
    for _ in range(data.draw(st.integers(0, 20))):
        if game.phase is Phase.OVER:
            break
        game.act(int(data.draw(st.sampled_from(np.flatnonzero(game.legal_actions()).tolist()))))
    mask = game.legal_actions()
    for action in range(90):
        assert (three_player.fault(game.state, action) == engine.LEGAL) == bool(mask[action])


def test_the_fourth_hand_cannot_deal():
    board = numbered_board(1, Deal.random(np.random.default_rng(0)))
    with pytest.raises(ValueError, match="fourth hand"):
        ThreePlayerGame(type(board)(board.deal, Seat.W, Vulnerability.NONE))


def test_nobody_is_vulnerable():
    board = numbered_board(1, Deal.random(np.random.default_rng(0)))
    with pytest.raises(ValueError, match="no vulnerability"):
        ThreePlayerGame(type(board)(board.deal, Seat.N, Vulnerability.NS))


def test_the_deal_rotates_among_the_players():
    deal = Deal.random(np.random.default_rng(0))
    assert [int(numbered_board(number, deal).dealer) for number in (1, 2, 3, 4)] == [0, 1, 2, 0]


# --- points ----------------------------------------------------------------------------------------------------------


# Published sample games: contract, overtricks, points in the old scheme and in the revised one.
_SAMPLES = [("2S", 1, 18, 76.5), ("3H", 2, 24, 80), ("1H", 3, 8, 68), ("1S", 2, 9, 72)]


@pytest.mark.parametrize(("bid", "over", "classic", "revised"), _SAMPLES)
def test_published_sample_scores(bid, over, classic, revised):
    level, denomination = int(bid[0]), "CDHSN".index(bid[1])
    tricks = 6 + level + over
    assert POINT_TABLES["classic"].bidder(level, denomination, tricks) == classic
    assert POINT_TABLES["revised"].bidder(level, denomination, tricks) == revised


@pytest.mark.parametrize("name", ["classic", "revised"])
@pytest.mark.parametrize(("down", "paid"), [(0, 0), (1, 25), (2, 50), (3, 75), (4, 100), (5, 150), (9, 150)])
def test_undertricks_pay_each_defender(name, down, paid):
    table = POINT_TABLES[name]
    assert table.defender(3, 9 - down) == paid
    assert (table.bidder(3, 4, 9 - down) == 0) == (down > 0)


def test_slam_bonus_by_tricks_is_paid_whatever_was_bid():
    table = PointTable("won", small_slam=40, grand_slam=90, slams="won")
    assert [table.bidder(1, 4, tricks) for tricks in (11, 12, 13)] == [10, 50, 100]


def test_slam_bonus_by_bid_needs_the_bid():
    table = PointTable("bid", small_slam=40, grand_slam=90, slams="bid")
    assert [table.bidder(level, 4, 13) for level in (5, 6, 7)] == [50, 100, 160]


def test_unknown_point_table_is_named():
    with pytest.raises(ValueError, match="'old' is unknown: use classic, revised"):
        point_table("old")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("overtrick", float("nan")),
        ("trick_values", (float("inf"),) * 5),
        ("trick_values", "abcde"),
        ("undertricks", (25, -50)),
        ("small_slam", -5),
        ("base", None),
    ],
)
def test_points_that_are_no_finite_number_from_0_up_are_refused(field, value):
    with pytest.raises(ValueError, match=f"point table mine: {field} is .*: use finite numbers, 0 or more"):
        PointTable("mine", **{field: value})


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_the_bidder_is_paid_for_making_and_the_others_for_failure(winner):
    made, failed = (game_after("1N P P", dealer=winner) for _ in range(2))
    made.claim(7)
    failed.claim(5)
    others = [player for player in range(3) if player != winner]
    assert made.payoffs()[winner] == 10
    assert [made.payoffs()[player] for player in others] == [0, 0]
    assert failed.payoffs()[winner] == 0
    assert [failed.payoffs()[player] for player in others] == [50, 50]


def test_a_board_that_goes_on_has_no_score():
    with pytest.raises(ValueError, match="not over"):
        game_after("1N P P").payoffs()


# --- batches ---------------------------------------------------------------------------------------------------------


def _played_at_random(n: int, seed: int) -> tuple[ThreePlayerBoards, list[ThreePlayerGame]]:
    """The same boards in a batch and one by one, after the same random actions."""
    rng = np.random.default_rng(seed)
    owners, dealers = random_owners(rng, n), rng.integers(3, size=n)
    boards = ThreePlayerBoards(owners, dealers)
    games = [ThreePlayerGame(numbered_board(int(d) + 1, Deal(bytes(o)))) for o, d in zip(owners, dealers, strict=True)]
    for _ in range(30):
        rows = np.flatnonzero(~boards.are_over())
        _, masks = boards.observe(rows, boards.actors()[rows], size=0)
        actions = np.array([rng.choice(np.flatnonzero(mask)[:4]) for mask in masks], dtype=np.int64)
        boards.act(rows, actions)
        for row, action in zip(rows, actions, strict=True):
            games[row].act(int(action))
    return boards, games


def test_a_batch_goes_as_single_boards_do():
    boards, games = _played_at_random(40, seed=2)
    assert all(boards.states[row].tobytes() == game.state.tobytes() for row, game in enumerate(games))
    assert len({game.phase for game in games}) > 1


def test_a_batch_shows_what_single_views_show():
    boards, games = _played_at_random(20, seed=3)
    for player in range(3):
        observations, masks = boards.observe(np.arange(20), np.full(20, player))
        for row, game in enumerate(games):
            seen = game.view(player).observation()
            assert (observations[row] == seen["observation"]).all()
            assert (masks[row] == seen["action_mask"]).all()


def test_a_batch_refuses_a_double_and_changes_nothing():
    boards = ThreePlayerBoards(random_owners(np.random.default_rng(0), 2), np.zeros(2, dtype=np.int64))
    before = boards.states.tobytes()
    with pytest.raises(IllegalActionError, match="no doubles"):
        boards.act(np.arange(2), np.array([index("1C"), index("X")]))
    assert boards.states.tobytes() == before


def test_payoffs_of_a_batch_are_those_of_single_boards():
    boards, games = _played_at_random(60, seed=4)
    over = np.flatnonzero(~boards.in_auction())
    tricks = np.random.default_rng(0).integers(14, size=60)
    paid = boards.payoffs(tricks)
    for row in over:
        contract = games[row].contract
        expected = [games[row].view(player).score(int(tricks[row])) for player in range(3)]
        assert paid[row].tolist() == (expected if contract else [0, 0, 0])
