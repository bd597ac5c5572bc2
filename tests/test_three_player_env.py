"""The environment of three-player auction bridge: PettingZoo's contract, hidden cards, replay, rewards."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pettingzoo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, render_test, seed_test
from playing import is_over, legal, random_auction_ending, random_steps, random_table, step_all

from bridge import double_dummy
from bridge.actions import index, name
from bridge.deal import UNKNOWN
from bridge.diagram import diagram
from bridge.game import IllegalActionError
from bridge.point_table import PointTable
from envs.observations import SLICES
from envs.three_player_v0 import AGENTS, env, raw_env

_SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("play", ["cards", "double_dummy"])
@pytest.mark.parametrize("make", [env, raw_env])
# api_test passes an unknown reset option, and dislikes Dict spaces and masks of agents that are not to act.
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_api_test_passes(make, play, capsys):
    api_test(make(play=play), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


def test_seed_test_passes():
    seed_test(env, num_cycles=100)


def test_render_test_passes(capsys):
    render_test(env)


def test_registry_makes_the_wrapped_environment():
    made = pettingzoo.make("aec", "bridge/three-player-v0", points="revised")
    assert made.unwrapped.points.name == "revised"
    assert made.possible_agents == list(AGENTS)


def test_spaces_hold_every_observation_and_the_state():
    table = raw_env()
    table.reset(seed=3)
    rng = np.random.default_rng(3)
    while not is_over(table):
        assert all(table.observation_space(agent).contains(table.observe(agent)) for agent in AGENTS)
        assert table.state_space.contains(table.state())
        random_steps(table, rng, 1)


def test_view_and_observation_agree():
    table = raw_env()
    rng = np.random.default_rng(12)
    for _ in range(5):
        table.reset(seed=int(rng.integers(1000)))
        random_auction_ending(table, rng)
        while not is_over(table):
            for agent in AGENTS:
                ours, theirs = table.observe(agent), table.view(agent).observation()
                assert all((ours[key] == theirs[key]).all() for key in ("observation", "action_mask"))
            random_steps(table, rng, 3)


def test_masks_are_zero_off_turn():
    table = raw_env()
    table.reset(seed=4)
    for agent in AGENTS:
        assert table.observe(agent)["action_mask"].any() == (agent == table.agent_selection)


def test_state_keeps_every_hand_where_its_player_is():
    table = raw_env()
    table.reset(seed=5, options={"dealer": "N"})
    before = table.state()[: 4 * 52].copy()
    step_all(table, "1N P P")
    assert (table.state()[: 4 * 52] == before).all()


# --- hidden information ----------------------------------------------------------------------------------------------


def _table_at(seed: int, plays: int) -> raw_env:
    return random_table(raw_env(), seed, plays, most_calls=5)


def _given_to(table: raw_env, agent: str) -> tuple[Any, ...]:
    """Everything that the agent can get hold of."""
    observation, view = table.observe(agent), table.view(agent)
    return (
        observation["observation"].tolist(),
        observation["action_mask"].tolist(),
        view.legal_actions().tolist(),
        view.hand,
        view.dummy_hand,
        view.calls,
        diagram(view),
        table.agent_selection,
        table.infos,
        table.rewards,
    )


def _hidden_from(table: raw_env, player: int) -> np.ndarray:
    """The cards that a player may not see: after the auction the bidder sees the fourth hand, after the lead all do."""
    game = table.game
    state = game.state
    hidden = (state["played_at"] == 0) & (state["owner"] != game.seat_of(player))
    if game.contract is not None and (game.bidder == player or state["n_plays"] > 0):
        hidden &= state["owner"] != game.dummy
    return hidden


def _exchange_hidden_cards(table: raw_env, player: int, rng: np.random.Generator) -> int:
    hidden, owners = _hidden_from(table, player), table.game.state["owner"]
    before = owners.copy()
    owners[hidden] = rng.permutation(before[hidden])
    return int((before != owners).sum())


@settings(max_examples=150, deadline=None)
@given(seed=_SEEDS, plays=st.integers(-1, 47), player=st.integers(0, 2))
def test_hidden_cards_do_not_show(seed, plays, player):
    table = _table_at(seed, plays)
    before = _given_to(table, AGENTS[player])
    _exchange_hidden_cards(table, player, np.random.default_rng(seed))
    assert _given_to(table, AGENTS[player]) == before


@pytest.mark.parametrize("plays", [-1, 0, 1, 20])
def test_no_player_reaches_a_hidden_card_through_its_view(plays):
    for seed in range(10):
        table = _table_at(seed, plays)
        for player, agent in enumerate(AGENTS):
            known = table.view(agent).record["owner"]
            assert (known == UNKNOWN).sum() == _hidden_from(table, player).sum()


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_the_bidder_sees_the_fourth_hand_before_the_lead_and_the_defenders_after_it(winner):
    table = raw_env()
    table.reset(seed=winner, options={"dealer": "NES"[winner], "calls": "1N P P"})
    game, dummy = table.game, SLICES["dummy_hand"]
    cards = {card.index for card in game.board.deal.hand(game.dummy)}
    for player, agent in enumerate(AGENTS):
        shown = set(np.flatnonzero(table.observe(agent)["observation"][dummy]))
        assert shown == (cards if player == winner else set())
    random_steps(table, np.random.default_rng(0), 1)
    for agent in AGENTS:
        assert set(np.flatnonzero(table.observe(agent)["observation"][dummy])) == cards


@settings(max_examples=60, deadline=None)
@given(seed=_SEEDS, plays=st.integers(-1, 52), steps=st.integers(1, 2))
def test_rotating_the_players_leaves_every_observation_unchanged(seed, plays, steps):
    table = _table_at(seed, plays)
    moved = {number: (number + steps) % 3 for number in range(3)} | {3: 3}
    hands = [table.game.board.deal.hand(table.game.seat_of(number)) for number in range(4)]
    placed = {moved[number]: hand for number, hand in enumerate(hands)}
    dealer = next(number for number in range(3) if table.game.seat_of(number) is table.game.dealer)
    other = raw_env()
    pbn = "N:" + " ".join(str(placed[number]) for number in range(4))
    other.reset(options={"deal": pbn, "dealer": "NES"[moved[dealer]]})
    for action in _players_actions(table):
        other.step(action)
    for number, agent in enumerate(AGENTS):
        ours, theirs = table.observe(agent), other.observe(AGENTS[moved[number]])
        assert (ours["observation"] == theirs["observation"]).all()
        assert (ours["action_mask"] == theirs["action_mask"]).all()


def _players_actions(table: raw_env) -> list[int]:
    """The calls of the players, without the passes of the fourth hand, and the cards."""
    game = table.game
    fourth, dealer = int(game.seat_of(3)), int(game.dealer)
    calls = [call for place, call in enumerate(game.calls) if (dealer + place) % 4 != fourth]
    return [*calls, *game.plays]


# --- replay ----------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(seed=_SEEDS)
def test_a_board_replays_from_its_options(seed):
    table, rng = raw_env(), np.random.default_rng(seed)
    table.reset(seed=seed)
    deal, dealer = str(table.game.board.deal), str(table.game.dealer)
    random_auction_ending(table, rng)
    random_steps(table, rng, int(rng.integers(52)))
    actions = _players_actions(table)
    names = [name(action) for action in actions]
    again = raw_env()
    split = sum(action >= 52 for action in actions)
    again.reset(options={"deal": deal, "dealer": dealer, "calls": names[:split], "cards": names[split:]})
    assert again.game.state.tobytes() == table.game.state.tobytes()
    assert (again.rewards, again.agent_selection) == (table.rewards, table.agent_selection)


def test_the_same_seed_gives_the_same_board():
    first, second = raw_env(), raw_env()
    first.reset(seed=6)
    second.reset(seed=6)
    assert first.game.state.tobytes() == second.game.state.tobytes()


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_goes_on_by_itself(clone):
    table = raw_env()
    table.reset(seed=11, options={"dealer": "N", "calls": "1N P P"})
    twin = clone(table)
    before = table.game.state.tobytes()
    assert twin.game.state.tobytes() == before
    random_steps(twin, np.random.default_rng(0), 5)
    assert table.game.state.tobytes() == before
    assert twin.game.state.tobytes() != before


# --- rewards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", ["classic", "revised"])
def test_rewards_are_the_points_and_come_at_the_end(points):
    table, rng = raw_env(points=points), np.random.default_rng(0)
    table.reset(seed=0)
    paid = set()
    for _ in range(60):
        while not is_over(table):
            assert not any(table.rewards.values())
            random_steps(table, rng, 1)
        assert tuple(table.rewards.values()) == table.game.payoffs()
        paid.add(sum(table.rewards.values()))
        table.reset()
    assert len(paid) > 2  # neither zero-sum nor constant-sum


def test_double_dummy_pays_what_the_solver_says_of_the_seats_as_they_are():
    table = raw_env(play="double_dummy", points="revised")
    for winner, dealer in enumerate("NES"):
        table.reset(seed=5, options={"dealer": dealer, "calls": "1N P"})
        table.step(index("P"))
        game = table.game
        tricks = double_dummy.tricks(game.board.deal.array(), 4, game.contract.declarer)
        assert table.infos[AGENTS[winner]]["declarer_tricks"] == tricks
        assert table.rewards[AGENTS[winner]] == game.points.bidder(1, 4, tricks)


def test_scale_multiplies_rewards_and_not_the_raw_score():
    raw, scaled = raw_env(play="double_dummy"), raw_env(play="double_dummy", reward_scale=0.01)
    for table in (raw, scaled):
        table.reset(seed=3, options={"dealer": "N", "calls": "7N P P"})
    assert scaled.rewards["player_1"] == pytest.approx(0.01 * raw.rewards["player_1"])
    assert scaled.infos["player_1"] == raw.infos["player_1"]
    assert raw.rewards["player_1"] == raw.rewards["player_2"] > raw.rewards["player_0"] == 0


def test_a_point_table_of_ones_own_pays():
    table = raw_env(play="double_dummy", points=PointTable("mine", undertricks=(7,)))
    table.reset(seed=3, options={"dealer": "N", "calls": "7N P P"})
    assert table.rewards["player_1"] == 7


def test_wrapped_illegal_action_ends_the_board_for_the_offender_only():
    table = env()
    table.reset(seed=2)
    offender = table.agent_selection
    table.step(index("X"))
    assert table.rewards == {**dict.fromkeys(AGENTS, 0), offender: -150}


def test_illegal_action_raises_and_changes_nothing():
    table = raw_env()
    table.reset(seed=9, options={"dealer": "E"})
    before = table.game.state.tobytes()
    with pytest.raises(IllegalActionError, match="East cannot do X: there are no doubles"):
        table.step(index("X"))
    assert (table.game.state.tobytes(), table.agent_selection) == (before, "player_1")


# --- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "value"), [("dealer", "W"), ("vulnerable", "NS")])
def test_frames_that_the_game_does_not_have_are_refused(option, value):
    table = raw_env()
    table.reset(seed=1)
    before = table.game.state.tobytes()
    with pytest.raises(ValueError, match=value):
        table.reset(options={option: value})
    assert table.game.state.tobytes() == before


@pytest.mark.parametrize(("option", "value"), [("points", "old"), ("viewpoint", "N"), ("play", "chess")])
def test_option_out_of_range_is_refused(option, value):
    with pytest.raises(ValueError, match=value):
        raw_env(**{option: value})


def test_drawn_dealers_are_the_three_players():
    table = raw_env()
    table.reset(seed=1)
    dealers = set()
    for _ in range(40):
        table.reset()
        dealers.add(str(table.game.dealer))
    assert dealers == {"N", "E", "S"}


def test_rendering_names_the_players_where_they_sit():
    table = raw_env(render_mode="ansi")
    table.reset(seed=1, options={"dealer": "N", "calls": "1N P P"})
    text = table.render()
    for words in ("North (player_0)", "West (player_2)", "South (fourth hand, dummy)"):
        assert words in text


def test_rendering_a_viewpoint_hides_the_others():
    table = raw_env(render_mode="ansi", viewpoint="player_1")
    table.reset(seed=1)
    assert table.render().count("13 cards") == 3


def test_agents_leave_one_by_one_with_their_reward():
    table = env()
    table.reset(seed=7)
    rng = np.random.default_rng(7)
    last_rewards = {}
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        if over:
            last_rewards[agent] = reward
        table.step(None if over else rng.choice(legal(observation["action_mask"])))
    assert set(last_rewards) == set(AGENTS)
