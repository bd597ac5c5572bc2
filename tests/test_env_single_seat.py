"""The Gymnasium environment: one seat learns, agents fill the rest."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from playing import legal

from bridge.actions import PASS, index
from bridge.agent import Agent
from bridge.game import IllegalActionError
from bridge.seats import Seat
from envs.bridge_v0 import ILLEGAL_SCORE
from envs.random_agent import RandomAgent
from envs.single_seat import SingleSeatEnv


class Recorder(RandomAgent):
    """Plays at random and notes where it sat and what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.seats: list[Seat] = []
        self.views = []
        self.rng = None

    def reset(self, seat, rng):
        super().reset(seat, rng)
        self.seats.append(seat)
        self.rng = rng

    def act(self, view):
        assert view.seat is self.seats[-1]
        assert view.is_turn
        self.views.append(view)
        return super().act(view)


class Caller(RandomAgent):
    """Makes the calls that it was given, then passes; plays any card."""

    def __init__(self, *calls: str) -> None:
        super().__init__()
        self._calls = [index(call) for call in calls]

    def act(self, view):
        if view.legal_actions()[PASS] and view.is_turn:
            return self._calls.pop(0) if self._calls else PASS
        return super().act(view)


def _finish(env, rng, first_observation):
    observation, steps = first_observation, []
    while True:
        result = env.step(int(rng.choice(legal(observation["action_mask"]))))
        steps.append(result)
        observation = result[0]
        if result[2]:
            return steps


@pytest.mark.parametrize("options", [{}, {"play": "double_dummy"}, {"seat": "rotate"}, {"seat": "E"}])
def test_check_env_passes_without_a_warning(options, capsys):
    check_env(gymnasium.make("Bridge-v0", **options).unwrapped)


def test_check_env_passes_after_reset_when_it_is_made_through_the_registry():
    env = gymnasium.make("Bridge-v0", render_mode="ansi")
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info == {"seat": "S"}
    assert env.render().count("♠") == 1


@pytest.mark.parametrize("play", ["cards", "double_dummy"])
def test_learner_acts_only_on_its_turn_and_is_paid_at_the_end(play):
    env, rng = SingleSeatEnv(play=play), np.random.default_rng(0)
    env.reset(seed=0)
    for _ in range(100):
        observation, _ = env.reset()
        assert observation["action_mask"].any()
        assert (env.action_masks() == observation["action_mask"]).all()
        *before, last = _finish(env, rng, observation)
        assert all(step[0]["action_mask"].any() and step[1] == 0.0 and step[2:4] == (False, False) for step in before)
        assert last[1] == last[4]["raw_score"]
        assert last[3] is False
        assert not last[0]["action_mask"].any()


def test_same_seed_gives_the_same_board_and_the_same_opponents():
    results = []
    for _ in range(2):
        env, rng = SingleSeatEnv(), np.random.default_rng(1)
        observation, _ = env.reset(seed=3)
        results.append([(step[0]["observation"].tobytes(), *step[1:]) for step in _finish(env, rng, observation)])
    assert results[0] == results[1]


def test_learner_that_is_dummy_is_not_asked_after_the_auction():
    env = SingleSeatEnv("S", agents={"N": Caller("7N"), "E": Caller(), "W": Caller()})
    observation, _ = env.reset(seed=4, options={"dealer": "N"})
    while observation["action_mask"].any():
        assert observation["action_mask"][PASS] == 1
        observation, _, over, _, info = env.step(PASS)
    assert over
    assert info["contract"] == "7NT by N"


def test_learner_that_declares_plays_both_hands():
    env = SingleSeatEnv("S", agents={"N": Caller(), "E": Caller(), "W": Caller()})
    observation, _ = env.reset(seed=5, options={"dealer": "S"})
    env.step(index("1N"))
    observation = env.step(legal(env.action_masks())[0])[0]
    cards = 1
    rng = np.random.default_rng(0)
    cards += len(_finish(env, rng, observation))
    assert cards == 26


def test_agents_by_place_sit_left_partner_right():
    agents = [Recorder(), Recorder(), Recorder()]
    env = SingleSeatEnv("E", agents)
    env.reset(seed=6)
    assert [agent.seats for agent in agents] == [[Seat.S], [Seat.W], [Seat.N]]


def test_rotating_learner_moves_clockwise_from_north():
    agents = [Recorder(), Recorder(), Recorder()]
    env = SingleSeatEnv("rotate", agents)
    seats = [env.reset(seed=7)[1]["seat"]] + [env.reset()[1]["seat"] for _ in range(4)]
    assert seats == ["N", "E", "S", "W", "N"]
    assert agents[0].seats == [Seat.E, Seat.S, Seat.W, Seat.N, Seat.E]
    assert env.reset(seed=7)[1]["seat"] == "N"


def test_agents_get_streams_of_their_own():
    agents = [Recorder(), Recorder(), Recorder()]
    env = SingleSeatEnv("S", agents)
    env.reset(seed=8)
    assert len({agent.rng.integers(2**63) for agent in agents}) == 3


def test_no_agents_stream_leads_to_the_deal():
    """Whatever a stream gives, dealing from it does not give the board on the table."""
    agents = [Recorder(), Recorder(), Recorder()]
    env = SingleSeatEnv("S", agents)
    env.reset(seed=9)
    deal = env._table.game.board.deal
    for agent in agents:
        seeds = agent.rng.bit_generator.seed_seq
        again = (np.random.default_rng(seeds), np.random.default_rng(np.random.SeedSequence(seeds.entropy)))
        for stream in (agent.rng, *again):
            stream.integers(1, 17)
            assert type(deal).random(stream) != deal


def test_illegal_action_is_penalised_and_ends_the_episode():
    env = SingleSeatEnv("N", reward_scale=0.01)
    observation, _ = env.reset(seed=10, options={"dealer": "N"})
    after, reward, over, cut, info = env.step(index("XX"))
    assert (reward, over, cut, info["illegal"]) == (ILLEGAL_SCORE * 0.01, True, False, True)
    assert (after["observation"] == observation["observation"]).all()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(PASS)


def test_penalty_is_no_better_than_any_score():
    assert ILLEGAL_SCORE == -7600


def test_illegal_action_raises_by_option_and_changes_nothing():
    env = SingleSeatEnv("N", illegal="raise")
    env.reset(seed=10, options={"dealer": "N"})
    with pytest.raises(IllegalActionError, match="North cannot do XX"):
        env.step(index("XX"))
    env.step(PASS)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": "X"}, "'X'"),
        ({"illegal": "ignore"}, "'ignore'"),
        ({"agents": [RandomAgent()]}, "1 are given"),
        ({"agents": {"S": RandomAgent()}}, "South is the learner's seat"),
        ({"agents": {"Q": RandomAgent()}}, "'Q'"),
        ({"agents": {"N": object()}}, "is no agent"),
        ({"agents": [RandomAgent()] * 3}, "given twice"),
    ],
)
def test_bad_option_is_a_clear_error(options, message):
    with pytest.raises(ValueError, match=message):
        SingleSeatEnv(**options)


@pytest.mark.parametrize("seed", ["abc", -1, 2**70])
def test_bad_seed_is_a_clear_error_and_the_environment_stays_usable(seed):
    env = SingleSeatEnv()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="a seed is an integer"):
        env.reset(seed=seed)
    env.step(PASS)


def test_step_before_reset_says_that_reset_is_needed():
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        SingleSeatEnv().step(PASS)


def test_board_with_nothing_to_decide_is_refused():
    env = SingleSeatEnv("S")
    with pytest.raises(ValueError, match="South has nothing left to decide"):
        env.reset(options={"calls": "P P P P"})


def test_human_rendering_never_shows_another_hand(capsys):
    env = SingleSeatEnv("rotate", render_mode="human")
    for seed in (1, None, None):
        env.reset(seed=seed)
    tables = capsys.readouterr().out.split("ealer ")[1:]
    assert len(tables) > 3
    assert all(table.count("13 cards") == 3 for table in tables)


def test_random_agent_keeps_the_protocol():
    assert isinstance(RandomAgent(), Agent)
