"""The example with sb3-contrib runs."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib")

_EXAMPLE = Path(__file__).parents[1] / "examples" / "maskable_ppo.py"


@pytest.mark.slow
def test_maskable_ppo_trains_on_the_auction(capsys):
    main = runpy.run_path(str(_EXAMPLE))["main"]
    main(["--steps", "256", "--boards", "20"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if "raw points" in line] == ["before", "after"]
