"""The rules run without the compiler too, and where nothing can be cached."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bridge.compiled import prune

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


def states(cache: Path, n: int, days: float) -> list[Path]:
    """Folders of compiled code for other states of the sources, last used so many days ago."""
    folders = [cache / f"{number + round(1000 * days):016x}" for number in range(n)]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "engine.nbc").touch()
        unused_for(folder, days)
    return folders


def unused_for(folder: Path, days: float) -> None:
    os.utime(folder, times=(time.time() - days * 86400,) * 2)


def there(folders: list[Path]) -> int:
    return sum(folder.exists() for folder in folders)


def test_pruning_keeps_what_was_used_within_a_week(tmp_path: Path) -> None:
    lately, long_ago = states(tmp_path, 12, days=6.5), states(tmp_path, 5, days=8)
    prune(tmp_path)
    assert (there(lately), there(long_ago)) == (12, 0)


def test_pruning_keeps_the_newest_however_old_they_are(tmp_path: Path) -> None:
    older, newer = states(tmp_path, 5, days=90), states(tmp_path, 6, days=30)
    prune(tmp_path)
    assert (there(newer), there(older)) == (6, 2)


def test_pruning_leaves_what_is_not_its_own(tmp_path: Path) -> None:
    states(tmp_path, 9, days=8)
    foreign = tmp_path / "notes"
    foreign.mkdir()
    unused_for(foreign, 400)
    prune(tmp_path)
    assert foreign.exists()


def test_new_state_of_the_sources_prunes_the_others_and_later_use_is_marked(tmp_path: Path) -> None:
    # Importing makes the folder; nothing is compiled before the first call.
    command, environment = (
        [sys.executable, "-c", "import bridge.engine"],
        os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
    )
    cache = tmp_path / "bridge-arena"
    before = states(cache, 10, days=30)
    subprocess.run(command, cwd=REPOSITORY, env=environment, timeout=600, check=True)
    assert there(before) == 8
    (own,) = (folder for folder in cache.iterdir() if folder not in before)
    unused_for(own, 30)
    subprocess.run(command, cwd=REPOSITORY, env=environment, timeout=600, check=True)
    assert time.time() - own.stat().st_mtime < 86400


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
