"""Many boards at once: the same game as one board at a time, and Gymnasium's three ways of starting anew."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import envs
from bridge.batch import Boards, Ints
from bridge.game import Game
from bridge.seats import Seat
from envs.bridge_v0 import ILLEGAL_SCORE
from envs.random_agent import RandomBatchAgent
from envs.vector import VectorBridgeEnv

assert envs


def random_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action for every row that has one."""
    return np.asarray((masks * rng.random(masks.shape)).argmax(axis=1))


def made(n: int = 16, **options: Any) -> VectorBridgeEnv:
    env = VectorBridgeEnv(n, **options)
    env.reset(seed=3)
    return env


def test_make_vec_gives_the_vector_environment() -> None:
    env = gymnasium.make_vec("Bridge-v0", num_envs=3, play="double_dummy")
    observations, _ = env.reset(seed=1)
    assert isinstance(env.unwrapped, VectorBridgeEnv)
    assert env.observation_space.contains(observations)


@pytest.mark.parametrize("play", ["cards", "double_dummy"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_learners_are_always_offered_legal_actions_and_paid_only_at_the_end(play: str, mode: AutoresetMode) -> None:
    env, rng = made(play=play, autoreset_mode=mode, seat="rotate"), np.random.default_rng(0)
    over = np.zeros(16, dtype=bool)
    boards = 0
    for _ in range(120):
        if mode is AutoresetMode.DISABLED and over.any():
            env.reset(options={"reset_mask": over})
        masks = env.action_masks()
        playing = masks.any(axis=1)
        assert bool(playing.all()) or mode is AutoresetMode.NEXT_STEP
        _, rewards, over, truncated, info = env.step(random_actions(masks, rng))
        assert not truncated.any()
        assert bool((rewards[~over] == 0).all())
        assert np.array_equal(rewards[over], info["raw_score"][over])
        boards += int(over.sum())
    assert boards > 16


def test_observation_is_what_the_single_board_would_show_the_learner() -> None:
    env, rng = made(4, play="double_dummy"), np.random.default_rng(1)
    for _ in range(6):
        seen, *_ = env.step(random_actions(env.action_masks(), rng))
    assert env.boards is not None
    for row in range(4):
        view = Game.__new__(Game)
        view._state = env.boards.states[row]
        single = view.view(Seat(int(env.seats[row]))).observation()
        assert np.array_equal(seen["observation"][row], single["observation"])


def test_next_step_ignores_the_action_after_the_end() -> None:
    env, rng = made(play="double_dummy"), np.random.default_rng(2)
    over = np.zeros(16, dtype=bool)
    while not over.any():
        _, _, over, _, _ = env.step(random_actions(env.action_masks(), rng))
    actions = random_actions(env.action_masks(), rng)
    actions[over] = 12345
    seen, rewards, now_over, _, _ = env.step(actions)
    assert bool((rewards[over] == 0).all())
    assert not now_over[over].any()
    assert bool(seen["action_mask"][over].any(axis=1).all())


def test_same_step_keeps_the_last_observation_of_the_board() -> None:
    env, rng = made(play="double_dummy", autoreset_mode=AutoresetMode.SAME_STEP), np.random.default_rng(2)
    over = np.zeros(16, dtype=bool)
    while not over.any():
        seen, _, over, _, info = env.step(random_actions(env.action_masks(), rng))
    assert np.array_equal(info["_final_obs"], over)
    last = info["final_obs"]["observation"][over]
    assert not np.array_equal(last, seen["observation"][over])
    assert not info["final_obs"]["action_mask"][over].any()
    assert bool(seen["action_mask"].any(axis=1).all())


def test_disabled_refuses_to_step_a_board_that_is_over() -> None:
    env, rng = made(play="double_dummy", autoreset_mode=AutoresetMode.DISABLED), np.random.default_rng(2)
    over = np.zeros(16, dtype=bool)
    while not over.any():
        _, _, over, _, _ = env.step(random_actions(env.action_masks(), rng))
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset_mask"):
        env.step(random_actions(env.action_masks(), rng))
    with pytest.raises(ValueError, match="reset_mask must be bool"):
        env.reset(options={"reset_mask": [1, 2]})


def test_illegal_action_ends_its_own_board_alone() -> None:
    env, rng = made(4), np.random.default_rng(0)
    actions = random_actions(env.action_masks(), rng)
    actions[2] = 90
    _, rewards, over, _, _ = env.step(actions)
    assert over[2]
    assert rewards[2] == ILLEGAL_SCORE
    assert bool((rewards[[0, 1, 3]] == 0).all())


def test_same_seed_plays_the_same_boards() -> None:
    def played(seed: int) -> list[np.ndarray]:
        env, rng = VectorBridgeEnv(8, play="double_dummy"), np.random.default_rng(0)
        env.reset(seed=seed)
        return [env.step(random_actions(env.action_masks(), rng))[0]["observation"] for _ in range(20)]

    assert all(np.array_equal(one, two) for one, two in zip(played(5), played(5), strict=True))
    assert not np.array_equal(played(5)[0], played(6)[0])


class Watcher(RandomBatchAgent):
    """Notes which seats it is asked for."""

    seats: set[int]

    def act(self, boards: Boards, rows: Ints, seats: Ints) -> Ints:
        self.seats = getattr(self, "seats", set()) | set(seats.tolist())
        return super().act(boards, rows, seats)


def test_others_are_asked_for_every_seat_but_the_learners() -> None:
    others = Watcher(np.random.default_rng(0))
    env, rng = made(others=others, play="double_dummy", seat="E"), np.random.default_rng(0)
    for _ in range(10):
        env.step(random_actions(env.action_masks(), rng))
    assert others.seats == {0, 2, 3}


def test_bidder_leaves_the_learner_only_cards() -> None:
    env, rng = made(bidder=RandomBatchAgent(np.random.default_rng(0))), np.random.default_rng(0)
    for _ in range(60):
        masks = env.action_masks()
        assert not masks[:, 52:].any()
        env.step(random_actions(masks, rng))


def test_arrays_are_written_in_place_when_no_copy_is_wanted() -> None:
    env, rng = made(play="double_dummy", copy=False), np.random.default_rng(0)
    first, *_ = env.step(random_actions(env.action_masks(), rng))
    second, *_ = env.step(random_actions(env.action_masks(), rng))
    assert first["observation"] is second["observation"]


@pytest.mark.parametrize(
    "options", [{"num_envs": 0}, {"play": "x"}, {"reward_scale": 0.0}, {"seat": "Q"}, {"autoreset_mode": "x"}]
)
def test_bad_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the messages have tests of their own where they are made
        VectorBridgeEnv(**options)


def test_step_before_reset_says_what_to_do() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        VectorBridgeEnv(2).step([52, 52])
