"""What ``reset`` accepts: seeds and options."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from playing import is_over, random_steps

from bridge.board import dealer_of, vulnerability_of
from bridge.seats import Seat, Vulnerability
from envs.bridge_v0 import AGENTS, raw_env

_DEAL = "N:KJ52..QT843.Q852 97.QT986.95.AT73 AT84.AK2.AJ.KJ96 Q63.J7543.K762.4"


def _board(seed=None, options=None, **kwargs):
    table = raw_env(**kwargs)
    table.reset(seed=seed, options=options)
    return table.game.board


# --- seeds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["cards", "double_dummy"])
def test_same_seed_gives_the_same_board(play):
    assert _board(1, play=play) == _board(1, play=play)


def test_different_seeds_give_different_boards():
    assert len({_board(seed).deal for seed in range(50)}) == 50


def test_reset_without_a_seed_continues_the_stream():
    boards = []
    for _ in range(2):
        table = raw_env()
        table.reset(seed=1)
        run = [table.game.board]
        for _ in range(3):
            table.reset()
            run.append(table.game.board)
        boards.append(run)
    assert boards[0] == boards[1]
    assert len({board.deal for board in boards[0]}) == 4


def test_replay_from_a_seed_gives_the_same_rewards():
    results = []
    for _ in range(2):
        table = raw_env()
        table.reset(seed=21)
        actions = random_steps(table, np.random.default_rng(21))
        results.append((actions, table.rewards, table.infos))
    assert results[0] == results[1]


def test_boards_cover_every_dealer_and_vulnerability():
    frames = {(_board(seed).dealer, _board(seed).vulnerable) for seed in range(300)}
    assert len(frames) == 16


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.int64(7), np.uint32(7)])
def test_any_integer_up_to_64_bits_is_a_seed(seed):
    assert _board(seed) == _board(int(seed))


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 7, 16, 17, 32])
def test_board_number_gives_dealer_and_vulnerability(number):
    board = _board(3, {"board": number})
    assert (board.dealer, board.vulnerable) == (dealer_of(number), vulnerability_of(number))


def test_board_seventeen_repeats_board_one():
    assert _board(3, {"board": 17}).dealer is Seat.N
    assert _board(3, {"board": 17}).vulnerable is Vulnerability.NONE


def test_board_number_leaves_the_deal_of_the_seed():
    assert _board(3, {"board": 5}).deal == _board(3).deal


def test_explicit_dealer_and_vulnerability_override_the_board():
    board = _board(3, {"board": 1, "dealer": "W", "vulnerable": "Both"})
    assert (board.number, board.dealer, board.vulnerable) == (1, Seat.W, Vulnerability.BOTH)


def test_deal_is_read_from_any_seat():
    rotated = "E:97.QT986.95.AT73 AT84.AK2.AJ.KJ96 Q63.J7543.K762.4 KJ52..QT843.Q852"
    assert _board(options={"deal": rotated}).deal == _board(options={"deal": _DEAL}).deal
    assert _board(options={"deal": _DEAL}).deal.pbn() == _DEAL


@pytest.mark.parametrize("calls", ["1C p 3NT", ["1♣", "Pass", "3N"], ("1c", "P", "3nt")])
def test_calls_are_read_in_table_notation(calls):
    table = raw_env()
    table.reset(options={"dealer": "S", "calls": calls})
    assert table.game.calls == (55, 52, 69)
    assert table.agent_selection == AGENTS[Seat.E]


def test_cards_are_played_after_the_calls():
    table = raw_env()
    table.reset(options={"deal": _DEAL, "dealer": "S", "calls": "1N P P P", "cards": "H3 D3 H6 HK"})
    assert table.game.tricks_won(Seat.S.side) == 1
    assert table.agent_selection == AGENTS[Seat.S]


def test_calls_that_end_the_board_leave_four_agents_with_their_rewards():
    table = raw_env()
    table.reset(options={"calls": "P P P P"})
    assert is_over(table)
    assert table.rewards == dict.fromkeys(AGENTS, 0.0)


def test_double_dummy_contract_of_the_options_is_scored_at_once():
    table = raw_env(play="double_dummy")
    table.reset(options={"deal": _DEAL, "dealer": "S", "vulnerable": "NS", "calls": "6S P P P"})
    assert is_over(table)
    assert table.last()[1] == table.infos[table.agent_selection]["raw_score"] != 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"board": 0}, "'board'.*not positive"),
        ({"board": "five"}, "'board'"),
        ({"board": 1.5}, "'board'"),
        ({"deal": "N:AK"}, "'deal'.*hands"),
        ({"deal": _DEAL.replace("97.", "77.")}, "'deal'.*twice"),
        ({"deal": "N:KJ52..QT843.Q852 - - -"}, "'deal'.*not known"),
        ({"deal": 7}, "'deal'"),
        ({"dealer": "X"}, "'dealer'.*'X'"),
        ({"dealer": None}, "'dealer'.*missing"),
        ({"vulnerable": "yes"}, "'vulnerable'.*'yes'"),
        ({"vulnerable": None}, "'vulnerable'.*missing"),
        ({"calls": ["8C"]}, "'calls'.*8C"),
        ({"calls": 5}, "'calls'.*list"),
        ({"dealer": "N", "calls": "1C 1C"}, "'calls', number 2: East cannot do 1C: the bid does not outrank"),
        ({"calls": "P P P P P"}, "'calls', number 5.*over"),
        ({"cards": ["S1"]}, "'cards'.*S1"),
        ({"cards": "SA"}, "'cards', number 1.*during the auction"),
        ({"deal": _DEAL, "dealer": "S", "calls": "1N P P P", "cards": "D3"}, "'cards', number 1: West cannot do D3"),
        ([("board", 1)], "give a dict"),
    ],
)
def test_bad_value_is_a_clear_error_and_the_environment_stays_usable(options, message):
    table = raw_env()
    table.reset(seed=1)
    before = table.game.board
    with pytest.raises(ValueError, match=message) as error:
        table.reset(options=options)
    assert "\n" not in str(error.value)
    assert table.game.board == before
    table.step(52)


def test_cards_are_refused_where_none_are_played():
    with pytest.raises(ValueError, match="double_dummy"):
        _board(1, {"calls": "1C P P P", "cards": "SA"}, play="double_dummy")


@pytest.mark.parametrize(("key", "nearest"), [("boards", "board"), ("vulnerability", "vulnerable"), ("call", "calls")])
def test_unknown_key_is_a_warning_that_names_the_nearest(key, nearest):
    with pytest.warns(UserWarning, match=f"{key!r} is unknown and ignored; nearest is {nearest!r}"):
        assert _board(3, {key: 1}) == _board(3)


def test_known_keys_do_not_warn():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _board(3, {"board": 2, "deal": _DEAL, "dealer": "N", "vulnerable": "EW", "calls": [], "cards": []})
