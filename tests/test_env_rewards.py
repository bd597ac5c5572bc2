"""Rewards: the raw score to the side that earned it, its negative to the other, at the end of the board."""

from __future__ import annotations

import numpy as np
import pytest
from playing import is_over, random_steps, step_all

from bridge import double_dummy
from bridge.scoring import raw_score_ns
from bridge.seats import Seat
from bridge.solved import SolvedDeals, shipped_deals
from bridge.symmetry import symmetry_key
from envs import boards
from envs.bridge_v0 import AGENTS, raw_env

_DEAL = "N:KJ52..QT843.Q852 97.QT986.95.AT73 AT84.AK2.AJ.KJ96 Q63.J7543.K762.4"


@pytest.mark.parametrize("play", ["cards", "double_dummy"])
def test_rewards_sum_to_zero_and_partners_share_them(play):
    table, rng = raw_env(play=play), np.random.default_rng(0)
    table.reset(seed=0)
    for _ in range(300):
        random_steps(table, rng)
        north, east, south, west = (table.rewards[agent] for agent in AGENTS)
        assert north == south == -east == -west
        assert north == table.game.score_ns()
        table.reset()


def test_no_reward_before_the_end():
    table = raw_env()
    table.reset(seed=1, options={"dealer": "N", "calls": "1C P P P"})
    rng = np.random.default_rng(1)
    while not is_over(table):
        assert not any(table.rewards.values())
        assert not any(table._cumulative_rewards.values())
        random_steps(table, rng, 1)
    assert table.rewards == table._cumulative_rewards


def test_passed_out_board_pays_nothing():
    table = raw_env()
    table.reset(seed=2)
    step_all(table, "P P P P")
    assert table.rewards == dict.fromkeys(AGENTS, 0.0)
    assert table.infos["player_0"] == {"contract": None, "declarer_tricks": None, "raw_score": 0}


def test_scale_multiplies_rewards_and_not_the_raw_score():
    raw, scaled = raw_env(play="double_dummy"), raw_env(play="double_dummy", reward_scale=0.01)
    for table in (raw, scaled):
        table.reset(seed=3, options={"dealer": "N", "calls": "7N P P P"})
    assert scaled.rewards["player_1"] == pytest.approx(0.01 * raw.rewards["player_1"])
    assert scaled.infos["player_1"] == raw.infos["player_1"]


def test_end_of_board_says_contract_and_tricks():
    table = raw_env(play="double_dummy")
    table.reset(options={"deal": _DEAL, "dealer": "N", "vulnerable": "NS", "calls": "P P 6S X"})
    step_all(table, "P P P")
    tricks = double_dummy.tricks(table.game.board.deal.array(), 3, Seat.S)
    score = raw_score_ns(table.game.contract, table.game.vulnerable, tricks)
    assert table.infos["player_3"] == {"contract": "6♠x by S", "declarer_tricks": tricks, "raw_score": -score}


# --- double dummy ----------------------------------------------------------------------------------------------------


def test_double_dummy_ends_with_the_auction():
    table = raw_env(play="double_dummy")
    table.reset(seed=4, options={"dealer": "N"})
    step_all(table, "1N P P P")
    assert is_over(table)
    assert table.game.turn is None
    assert not table.observe("player_1")["action_mask"].any()


def test_drawn_deal_pays_what_the_solver_says():
    table = raw_env(play="double_dummy")
    table.reset(seed=5)
    for level in range(1, 6):
        table.reset(options={"dealer": "E", "calls": f"{level}{'CDHSN'[level - 1]} P P P"})
        contract = table.game.contract
        solved = double_dummy.tricks(table.game.board.deal.array(), contract.denomination, contract.declarer)
        assert table.infos["player_0"]["declarer_tricks"] == solved


def _no_solver(*arguments):
    raise RuntimeError("nothing may be solved here")


def test_nothing_is_solved_for_a_drawn_deal(monkeypatch):
    monkeypatch.setattr(double_dummy, "tricks", _no_solver)
    monkeypatch.setattr(double_dummy, "tables", _no_solver)
    table = raw_env(play="double_dummy")
    table.reset(seed=6)
    random_steps(table, np.random.default_rng(6))
    assert is_over(table)


def test_nothing_is_solved_in_reset_for_a_given_deal(monkeypatch):
    monkeypatch.setattr(double_dummy, "tricks", _no_solver)
    table = raw_env(play="double_dummy")
    table.reset(options={"deal": _DEAL, "dealer": "N"})
    step_all(table, "1N P P")
    with pytest.raises(RuntimeError, match="nothing may be solved"):
        table.step(52)


@pytest.mark.parametrize("part", ["train", "validation", "test"])
def test_deals_come_from_the_part_asked_for(part):
    keys = set(symmetry_key(shipped_deals().part(part).owners).tolist())
    table = raw_env(play="double_dummy", deals=part)
    table.reset(seed=7)
    drawn = []
    for _ in range(50):
        table.reset()
        drawn.append(table.game.board.deal.array())
    assert set(symmetry_key(np.stack(drawn)).tolist()) <= keys


def test_deals_come_from_a_file(tmp_path):
    owners, tricks = shipped_deals().at([5])
    SolvedDeals.of(owners, tricks).save(tmp_path / "one.npz")
    table = raw_env(play="double_dummy", deals=str(tmp_path / "one.npz"))
    table.reset(seed=8)
    assert (symmetry_key(table.game.board.deal.array()[np.newaxis]) == symmetry_key(owners)).all()


def test_parts_are_read_once():
    assert boards.solved_deals("test") is boards.solved_deals("test")
