"""Train sb3-contrib's MaskablePPO on the auction, unchanged.

The learner sits South, three random agents hold the other hands, and a board pays its double-dummy result::

    python examples/maskable_ppo.py --steps 20000

It needs ``pip install sb3-contrib``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.monitor import Monitor

import envs  # noqa: F401 - registers Bridge-v0


def evaluate(model: MaskablePPO, boards: int, seed: int) -> tuple[float, float]:
    """Mean raw score of the learner over random boards, and its standard error."""
    env = gymnasium.make("Bridge-v0", play="double_dummy", deals="test")
    observation, _ = env.reset(seed=seed)
    scores: list[float] = []
    while len(scores) < boards:
        mask = env.get_wrapper_attr("action_masks")()
        action, _ = model.predict(observation, action_masks=mask, deterministic=True)
        observation, _, over, _, info = env.step(int(action))
        if over:
            scores.append(info["raw_score"])
            observation, _ = env.reset()
    return float(np.mean(scores)), float(np.std(scores, ddof=1) / np.sqrt(boards))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, then print what the learner scores before and after on boards that it never saw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=20_000, help="decisions to train on (default: %(default)s)")
    parser.add_argument("--boards", type=int, default=500, help="boards to score, 2 or more (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of everything (default: %(default)s)")
    options = parser.parse_args(arguments)
    # Scores in hundreds keep the value loss in a range that PPO's defaults suit.
    env = Monitor(gymnasium.make("Bridge-v0", play="double_dummy", reward_scale=0.01))
    rollout = min(1024, max(64, options.steps))
    model = MaskablePPO("MultiInputPolicy", env, n_steps=rollout, seed=options.seed, device="cpu")
    for moment in ("before", "after"):
        if moment == "after":
            model.learn(options.steps)
        mean, error = evaluate(model, options.boards, seed=options.seed + 1)
        print(f"{moment} training: {mean:.0f} ± {error:.0f} raw points a board over {options.boards} boards")


if __name__ == "__main__":
    main()
