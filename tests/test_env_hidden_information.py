"""What a seat may not know has no influence on anything that it is given, and seats are relative to the viewer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import random_steps, random_table

from bridge.deal import UNKNOWN, Deal
from bridge.diagram import diagram
from bridge.seats import Seat, Vulnerability
from envs.bridge_v0 import AGENTS, raw_env
from envs.observations import SLICES

_SEEDS = st.integers(0, 2**32 - 1)


def _table_at(seed: int, plays: int) -> raw_env:
    return random_table(raw_env(), seed, plays, most_calls=8)


def _given_to(table: raw_env, agent: str) -> tuple[Any, ...]:
    """Everything that the agent can get hold of."""
    observation, view = table.observe(agent), table.view(agent)
    return (
        observation["observation"].tolist(),
        observation["action_mask"].tolist(),
        view.legal_actions().tolist(),
        view.hand,
        view.dummy_hand,
        diagram(view),
        table.agent_selection,
        table.infos,
        table.rewards,
    )


def _exchange_hidden_cards(table: raw_env, viewer: Seat, rng: np.random.Generator) -> int:
    """Deal the cards that ``viewer`` cannot see anew among the hands that it cannot see; returns how many moved."""
    state = table.game.state
    hidden = (state["played_at"] == 0) & (state["owner"] != viewer)
    if table.game.dummy_is_faced:
        hidden &= state["owner"] != table.game.dummy
    before = state["owner"].copy()
    state["owner"][hidden] = rng.permutation(before[hidden])
    return int((before != state["owner"]).sum())


def _check_exchange(seed: int, plays: int, viewer: Seat) -> None:
    table = _table_at(seed, plays)
    before = _given_to(table, AGENTS[viewer])
    _exchange_hidden_cards(table, viewer, np.random.default_rng(seed))
    assert _given_to(table, AGENTS[viewer]) == before


@settings(max_examples=60, deadline=None)
@given(seed=_SEEDS, viewer=st.sampled_from(Seat))
def test_hidden_cards_do_not_show_during_the_auction(seed, viewer):
    _check_exchange(seed, -1, viewer)


@settings(max_examples=60, deadline=None)
@given(seed=_SEEDS, viewer=st.sampled_from(Seat))
def test_hidden_cards_do_not_show_before_the_opening_lead(seed, viewer):
    _check_exchange(seed, 0, viewer)


@settings(max_examples=150, deadline=None)
@given(seed=_SEEDS, plays=st.integers(1, 47), viewer=st.sampled_from(Seat))
def test_hidden_cards_do_not_show_after_the_opening_lead(seed, plays, viewer):
    _check_exchange(seed, plays, viewer)


@pytest.mark.parametrize("role", ["declarer", "leader", "dummy", "other defender"])
def test_hidden_cards_do_not_show_in_any_role(role):
    step = {"declarer": 0, "leader": 1, "dummy": 2, "other defender": 3}[role]
    moved = 0
    for seed in range(30):
        table = _table_at(seed, seed % 20)
        viewer = Seat((table.game.contract.declarer + step) % 4)
        before = _given_to(table, AGENTS[viewer])
        moved += _exchange_hidden_cards(table, viewer, np.random.default_rng(seed))
        assert _given_to(table, AGENTS[viewer]) == before
    assert moved > 100


@settings(max_examples=60, deadline=None)
@given(seed=_SEEDS, viewer=st.sampled_from(Seat))
def test_hidden_cards_do_not_show_with_double_dummy_payoff(seed, viewer):
    table = raw_env(play="double_dummy")
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    random_steps(table, rng, int(rng.integers(4)))
    before = _given_to(table, AGENTS[viewer])
    _exchange_hidden_cards(table, viewer, rng)
    assert _given_to(table, AGENTS[viewer]) == before


def test_own_cards_do_show():
    """The exchange above would prove nothing if the observation held no cards."""
    table = raw_env()
    table.reset(seed=1)
    before = _given_to(table, "player_0")
    _exchange_hidden_cards(table, Seat.E, np.random.default_rng(1))
    assert _given_to(table, "player_0") != before


@pytest.mark.parametrize("plays", [-1, 0, 1, 20])
def test_no_seat_reaches_a_hidden_card_through_its_view(plays):
    table = _table_at(5, plays)
    for agent, seat in zip(AGENTS, Seat, strict=True):
        owners = table.view(agent)._state["owner"]
        hidden = (table.game.state["played_at"] == 0) & (table.game.state["owner"] != seat)
        if table.game.dummy_is_faced:
            hidden &= table.game.state["owner"] != table.game.dummy
        assert (owners[hidden] == UNKNOWN).all()


def test_dummy_is_seen_by_all_from_the_opening_lead_on():
    table = _table_at(6, 0)
    dummy = SLICES["dummy_hand"]
    assert not any(table.observe(agent)["observation"][dummy].any() for agent in AGENTS)
    random_steps(table, np.random.default_rng(6), 1)
    cards = {card.index for card in table.game.board.deal.hand(table.game.dummy)}
    for agent in AGENTS:
        assert set(np.flatnonzero(table.observe(agent)["observation"][dummy])) == cards


# --- rotation --------------------------------------------------------------------------------------------------------


_EXCHANGED = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}


def _rotated(table: raw_env, steps: int) -> raw_env:
    """The same board with deal, dealer, vulnerability and history moved clockwise by so many seats."""
    board = table.game.board
    deal = Deal(bytes((owner + steps) % 4 for owner in board.deal.owners))
    vulnerable = _EXCHANGED.get(board.vulnerable, board.vulnerable) if steps % 2 == 1 else board.vulnerable
    other = raw_env()
    other.reset(options={"deal": deal.pbn(), "dealer": str(Seat((board.dealer + steps) % 4)), "vulnerable": vulnerable})
    for action in (*table.game.calls, *table.game.plays):
        other.step(action)
    return other


@settings(max_examples=100, deadline=None)
@given(seed=_SEEDS, plays=st.integers(-1, 52), steps=st.integers(1, 3))
def test_rotating_the_table_leaves_every_observation_unchanged(seed, plays, steps):
    table = _table_at(seed, plays)
    other = _rotated(table, steps)
    for place, agent in enumerate(AGENTS):
        moved = AGENTS[(place + steps) % 4]
        ours, theirs = table.observe(agent), other.observe(moved)
        assert (ours["observation"] == theirs["observation"]).all()
        assert (ours["action_mask"] == theirs["action_mask"]).all()
        assert table.rewards[agent] == other.rewards[moved]
