"""The AEC environment keeps PettingZoo's contract, also where PettingZoo's own tests do not look."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from playing import is_over, legal, random_steps, step_all

import envs
from bridge.game import IllegalActionError
from envs import actions, bridge_v0, observations
from envs.bridge_v0 import AGENTS, ILLEGAL_SCORE, env, raw_env

PLAYS = ("cards", "double_dummy")


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("make", [env, raw_env])
# api_test passes an unknown reset option, and dislikes Dict spaces and masks of agents that are not to act.
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_api_test_passes(make, play, capsys):
    api_test(make(play=play), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("play", PLAYS)
def test_seed_test_passes(play):
    seed_test(lambda: env(play=play), num_cycles=200)


def test_render_test_passes(capsys):
    render_test(env)


def test_registry_makes_the_wrapped_environment():
    made = pettingzoo.make("aec", "bridge/bridge_v0", play="double_dummy")
    assert made.unwrapped.play == "double_dummy"
    assert envs.bridge_v0 is bridge_v0


def test_metadata_says_it_cannot_be_parallel():
    assert raw_env.metadata["is_parallelizable"] is False
    assert raw_env.metadata["name"] == "bridge_v0"


def test_agents_sit_north_east_south_west():
    table = raw_env()
    table.reset(seed=0)
    assert [str(table.view(agent).seat) for agent in AGENTS] == ["N", "E", "S", "W"]


def test_spaces_are_the_same_object_on_each_call_and_hold_every_observation():
    table = raw_env()
    table.reset(seed=3)
    rng = np.random.default_rng(3)
    while not is_over(table):
        for agent in AGENTS:
            assert table.observation_space(agent) is table.observation_space(agent)
            assert table.action_space(agent) is table.action_space(agent)
            assert table.observation_space(agent).contains(table.observe(agent))
        assert table.state_space.contains(table.state())
        random_steps(table, rng, 1)
    assert all(table.observation_space(agent).contains(table.observe(agent)) for agent in AGENTS)
    assert table.state_space.contains(table.state())


def test_mask_is_zero_off_turn_and_not_on_turn():
    table = raw_env()
    table.reset(seed=4)
    rng = np.random.default_rng(4)
    while not is_over(table):
        for agent in AGENTS:
            assert table.observe(agent)["action_mask"].any() == (agent == table.agent_selection)
        random_steps(table, rng, 1)
    assert not any(table.observe(agent)["action_mask"].any() for agent in AGENTS)


def test_observing_changes_nothing_and_gives_fresh_arrays():
    table = raw_env()
    table.reset(seed=5)
    before = table.game.state.tobytes()
    first, second = table.observe("player_2"), table.observe("player_2")
    first["observation"][:] = 9
    first["action_mask"][:] = 9
    assert (second["observation"] == table.observe("player_2")["observation"]).all()
    assert table.game.state.tobytes() == before


def test_all_four_agents_end_together():
    table = raw_env()
    table.reset(seed=6)
    random_steps(table, np.random.default_rng(6))
    assert table.agents == list(AGENTS)
    assert table.terminations == dict.fromkeys(AGENTS, True)
    assert table.truncations == dict.fromkeys(AGENTS, False)


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
    assert last_rewards["player_0"] == last_rewards["player_2"] == -last_rewards["player_1"]
    assert table.agents == []


def test_declarer_decides_for_dummy():
    table = raw_env()
    table.reset(seed=8, options={"dealer": "N", "calls": "1C P P P"})
    assert table.agent_selection == "player_1"
    random_steps(table, np.random.default_rng(8), 1)
    assert table.agent_selection == "player_0"
    dummy = table.view("player_0").dummy_hand
    assert set(legal(table.observe("player_0")["action_mask"])) <= {card.index for card in dummy}


@pytest.mark.parametrize("action", [53, 0, 90, -1, 1000])
def test_illegal_action_raises_and_changes_nothing(action):
    table = raw_env()
    table.reset(seed=9, options={"dealer": "E"})
    before = (table.game.state.tobytes(), dict(table._cumulative_rewards), table.agent_selection)
    table._cumulative_rewards["player_1"] = before[1]["player_1"] = 5.0
    with pytest.raises(IllegalActionError, match=r"^East cannot do"):
        table.step(action)
    assert (table.game.state.tobytes(), table._cumulative_rewards, table.agent_selection) == before


@pytest.mark.parametrize("action", [None, 1.5, "1C", [52]])
def test_action_that_is_no_number_is_a_value_error(action):
    table = raw_env()
    table.reset(seed=9)
    with pytest.raises(ValueError, match="is no action"):
        table.step(action)


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint8])
def test_any_integer_type_is_an_action(kind):
    table = raw_env()
    table.reset(seed=9)
    table.step(kind(55))
    assert table.game.calls == (55,)


def test_unknown_agent_is_named():
    table = raw_env()
    table.reset(seed=1)
    for ask in (table.observe, table.view, table.observation_space, table.action_space):
        with pytest.raises(ValueError, match="player_4"):
            ask("player_4")


def test_raw_environment_asks_for_reset():
    table = raw_env()
    for use in (lambda: table.step(52), lambda: table.observe("player_0"), table.state, lambda: table.view("player_0")):
        with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
            use()


def test_wrapped_illegal_action_ends_the_board_for_the_offender_only():
    table = env(reward_scale=0.01)
    table.reset(seed=2)
    offender = table.agent_selection
    table.step(actions.index("X"))
    assert table.terminations == dict.fromkeys(AGENTS, True)
    assert table.rewards == {**dict.fromkeys(AGENTS, 0), offender: ILLEGAL_SCORE * 0.01}


def test_wrapped_environment_refuses_an_action_outside_the_space():
    table = env()
    table.reset(seed=2)
    with pytest.raises(AssertionError, match="action space"):
        table.step(90)


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_goes_on_by_itself(clone):
    table = raw_env()
    table.reset(seed=11)
    random_steps(table, np.random.default_rng(0), 5)
    twin = clone(table)
    before = table.game.state.tobytes()
    assert twin.game.state.tobytes() == before
    random_steps(twin, np.random.default_rng(0), 5)
    assert table.game.state.tobytes() == before
    assert twin.game.state.tobytes() != before


def test_view_and_observation_agree():
    table = raw_env()
    table.reset(seed=12)
    rng = np.random.default_rng(12)
    while not is_over(table):
        for agent in AGENTS:
            ours, theirs = table.observe(agent), table.view(agent).observation()
            assert all((ours[key] == theirs[key]).all() for key in ("observation", "action_mask"))
        random_steps(table, rng, 3)


def test_state_holds_the_deal_by_seat():
    table = raw_env()
    table.reset(seed=13)
    owners = table.game.board.deal.array()
    dealt = table.state()[: 4 * 52].reshape(4, 52)
    assert (dealt.argmax(axis=0) == owners).all()
    assert (dealt.sum(axis=1) == 13).all()
    assert (table.state()[4 * 52 :] == table.observe("player_0")["observation"]).all()


def test_rendering_shows_one_seat_or_all():
    open_table, souths = raw_env(render_mode="ansi"), raw_env(render_mode="ansi", viewpoint="S")
    for table in (open_table, souths):
        table.reset(seed=14)
        step_all(table, "1C")
    assert open_table.render().count("♠") == 4
    assert souths.render().count("♠") == 1
    assert souths.render().count("13 cards") == 3


def test_human_rendering_prints_each_step(capsys):
    table = raw_env(render_mode="human", viewpoint="N")
    table.reset(seed=14, options={"board": 1})
    step_all(table, "1C")
    assert table.render() is None
    assert capsys.readouterr().out.count("Dealer North") == 3


def test_rendering_without_a_mode_warns():
    table = raw_env()
    table.reset(seed=14)
    with pytest.warns(UserWarning, match="render_mode"):
        assert table.render() is None


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("play", "chess"),
        ("render_mode", "rgb_array"),
        ("viewpoint", "X"),
        ("reward_scale", 0.0),
        ("reward_scale", float("nan")),
        ("reward_scale", float("inf")),
    ],
)
def test_option_out_of_range_is_refused(option, value):
    with pytest.raises(ValueError, match=str(value)):
        raw_env(**{option: value})


def test_missing_file_of_deals_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"none\.npz"):
        raw_env(play="double_dummy", deals=str(tmp_path / "none.npz"))


def test_action_names_are_the_projects():
    assert actions.name(actions.index("7NT")) == "7N"
    assert raw_env().action_space("player_0").n == actions.N_ACTIONS
    assert observations.SLICES["hand"] == slice(0, 52)
