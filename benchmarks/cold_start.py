"""How long the first board takes in a new process: with an empty cache of compiled code, and with a full one.

python benchmarks/cold_start.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_REPOSITORY = Path(__file__).parents[1]

_FIRST_BOARD = """
from envs.bridge_v0 import env
table = env()
table.reset(seed=1)
for agent in table.agent_iter():
    observation, _, over, _, _ = table.last()
    table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
"""


def seconds(cache: str) -> float:
    """Seconds from the start of a process to the end of its first board."""
    started = time.perf_counter()
    environment = os.environ | {"NUMBA_CACHE_DIR": cache, "PYTHONPATH": str(_REPOSITORY)}
    subprocess.run([sys.executable, "-c", _FIRST_BOARD], env=environment, check=True, capture_output=True)
    return time.perf_counter() - started


def main() -> None:
    """Print both times and their ratio."""
    with tempfile.TemporaryDirectory() as cache:
        cold = seconds(cache)
        warm = min(seconds(cache) for _ in range(3))
    print(f"first board of a process: {cold:.1f} s with an empty cache, {warm:.1f} s with a full one")


if __name__ == "__main__":
    main()
