"""The environment's turns, masks and scores against an independent reading of the rules, real boards and OpenSpiel."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from playing import is_over, legal, names_to_actions
from reference_rules import Reference

from bridge.board import Board
from bridge.calls import Contract
from bridge.seats import Side
from envs.bridge_v0 import AGENTS, raw_env

_RECORDS = [json.loads(line) for line in (Path(__file__).parent / "data" / "boards.jsonl").read_text().splitlines()]


def _follow(table: raw_env, rng: np.random.Generator) -> None:
    """Play one random board; environment and reference must agree at every step."""
    table.reset()
    board: Board = table.game.board
    reference = Reference(list(board.deal.owners), int(board.dealer))
    while not reference.over:
        agent = table.agent_selection
        assert agent == AGENTS[reference.actor()]
        actions = legal(table.observe(agent)["action_mask"])
        assert actions == reference.legal()
        # Low calls are likelier, so that auctions grow long and see doubles.
        place = rng.integers(len(actions)) if reference.playing else min(rng.geometric(0.4) - 1, len(actions) - 1)
        table.step(actions[int(place)])
        reference.act(actions[int(place)])
    assert is_over(table)
    _agree_on_result(table, reference)


def _agree_on_result(table: raw_env, reference: Reference) -> None:
    contract = table.game.contract
    assert (None if contract is None else int(contract.declarer)) == reference.declarer
    assert [table.game.tricks_won(side) for side in Side] == reference.tricks
    assert sum(table.rewards.values()) == 0


def _follow_boards(n: int, seed: int) -> None:
    table = raw_env()
    table.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(n):
        _follow(table, rng)


def test_mask_equals_the_rules_on_random_boards():
    _follow_boards(300, seed=1)


@pytest.mark.slow
def test_mask_equals_the_rules_on_ten_thousand_random_boards():
    _follow_boards(10_000, seed=2)


def test_every_real_board_replays():
    assert len(_RECORDS) == 1187
    table = raw_env()
    for record in _RECORDS:
        _replay(table, record)


def _replay(table: raw_env, record: dict) -> None:
    table.reset(options={key: record[key] for key in ("deal", "dealer", "vulnerable")})
    for action in (*names_to_actions(record["calls"]), *names_to_actions(record["cards"])):
        assert table.observe(table.agent_selection)["action_mask"][action] == 1, (record["id"], action)
        table.step(action)
    game = table.game
    contract = None if record["contract"] is None else Contract.parse(record["contract"])
    assert game.contract == contract, record["id"]
    assert is_over(table) == (record["complete"] or contract is None), record["id"]
    if not is_over(table):
        game.claim(record["tricks"])
    assert game.declarer_tricks == record["tricks"], record["id"]
    assert game.score_ns() == record["score_ns"], record["id"]
    if record["complete"]:
        assert table.rewards["player_0"] == record["score_ns"], record["id"]


def test_records_that_are_complete_pay_both_sides():
    complete = [record for record in _RECORDS if record["complete"]]
    assert len(complete) == 130
    table = raw_env()
    for record in complete:
        table.reset(options={key: record[key] for key in ("deal", "dealer", "vulnerable", "calls", "cards")})
        score = record["score_ns"]
        assert list(table.rewards.values()) == [score, -score, score, -score], record["id"]


def _open_spiel_state(board: Board) -> pyspiel.State:
    """OpenSpiel's state of the same board. Its cards are ``4 * rank + suit`` and it deals one to each seat in turn."""
    vulnerable = board.vulnerable.includes
    game = pyspiel.load_game(
        "bridge",
        {
            "use_double_dummy_result": False,
            "dealer": int(board.dealer),
            "dealer_vul": vulnerable(board.dealer.side),
            "non_dealer_vul": vulnerable(board.dealer.side.opponents),
        },
    )
    state = game.new_initial_state()
    hands = [[_theirs(card) for card in range(52) if board.deal.owners[card] == seat] for seat in range(4)]
    for card in range(52):
        state.apply_action(hands[card % 4][card // 4])
    return state


def _theirs(action: int) -> int:
    """OpenSpiel's number of an action: calls are numbered alike, cards are not."""
    return action if action >= 52 else action % 13 * 4 + action // 13


def _follow_open_spiel(table: raw_env, rng: np.random.Generator) -> None:
    table.reset()
    state = _open_spiel_state(table.game.board)
    while not state.is_terminal():
        agent = table.agent_selection
        assert agent == AGENTS[state.current_player()]
        actions = legal(table.observe(agent)["action_mask"])
        assert sorted(map(_theirs, actions)) == state.legal_actions()
        place = rng.integers(len(actions)) if actions[0] < 52 else min(rng.geometric(0.4) - 1, len(actions) - 1)
        table.step(actions[int(place)])
        state.apply_action(_theirs(actions[int(place)]))
    assert is_over(table)
    assert list(table.rewards.values()) == state.returns()


def test_random_boards_agree_with_open_spiel_step_by_step():
    table = raw_env()
    table.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(300):
        _follow_open_spiel(table, rng)


def test_passed_out_board_agrees_with_open_spiel():
    table = raw_env()
    table.reset(seed=4)
    state = _open_spiel_state(table.game.board)
    for _ in range(4):
        table.step(52)
        state.apply_action(52)
    assert state.is_terminal()
    assert list(table.rewards.values()) == state.returns() == [0, 0, 0, 0]


def test_claim_ends_the_play_with_the_tricks_claimed():
    table = raw_env()
    table.reset(seed=5, options={"dealer": "N", "vulnerable": "None", "calls": "1N P P P"})
    table.game.claim(8)
    assert table.game.score_ns() == 120
    assert table.game.turn is None


@pytest.mark.parametrize("tricks", [-1, 14])
def test_claim_of_impossible_tricks_is_refused(tricks):
    table = raw_env()
    table.reset(seed=5, options={"dealer": "N", "calls": "1N P P P"})
    with pytest.raises(ValueError, match="cannot be claimed"):
        table.game.claim(tricks)


def test_claim_before_the_play_is_refused():
    table = raw_env()
    table.reset(seed=5)
    with pytest.raises(ValueError, match="no play to end"):
        table.game.claim(7)
