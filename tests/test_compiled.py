"""The rules run without the compiler too, and where nothing can be cached."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]

PLAY_BOARDS = """
import sys
import numpy as np
from bridge.board import Board
from bridge.game import Game
from bridge.observation import Observer
from bridge.public import Phase

rng, observer, digest = np.random.default_rng(0), Observer(), 0
for number in range(1, int(sys.argv[1]) + 1):
    game = Game(Board.random(number, rng))
    while game.phase is not Phase.OVER:
        seen = observer.observe(game.state, game.actor)
        digest = hash((digest, seen["observation"].tobytes(), seen["action_mask"].tobytes()))
        game.act(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    digest = hash((digest, game.score_ns()))
print(digest)
"""


def played(boards: int, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PLAY_BOARDS, str(boards)],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONHASHSEED": "0"} | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )


@pytest.mark.slow
def test_200_boards_are_the_same_with_and_without_the_compiler() -> None:
    assert played(200, NUMBA_DISABLE_JIT="1").stdout == played(200).stdout


def test_first_compilation_is_announced_and_later_ones_come_from_the_cache(tmp_path: Path) -> None:
    cold = played(1, NUMBA_CACHE_DIR=str(tmp_path))
    warm = played(1, NUMBA_CACHE_DIR=str(tmp_path))
    assert "compiling the rules" in cold.stderr
    assert "compiling" not in warm.stderr
    assert warm.stdout == cold.stdout


def test_rules_run_where_nothing_can_be_cached(tmp_path: Path) -> None:
    # A file where the cache folder should be: it can be neither made nor written, whoever runs this.
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    out = played(1, NUMBA_CACHE_DIR=str(blocked), HOME=str(blocked), XDG_CACHE_HOME=str(blocked))
    assert out.stdout == played(1).stdout
