"""The page on the environment is true."""

from __future__ import annotations

import re
from pathlib import Path

from bridge.observation import PIECES, SLICES
from envs.observations import AUCTION_SIZE, SIZE, STATE_SIZE

_PAGE = (Path(__file__).parents[1] / "docs" / "environment.md").read_text(encoding="utf-8")


def test_code_on_the_page_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", _PAGE, re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        exec(compile(block, "environment.md", "exec"), {})
    assert " by " in capsys.readouterr().out


def test_table_of_pieces_is_the_encoding():
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \|", _PAGE, re.MULTILINE)
    assert [(name, int(first), int(last) + 1, int(size)) for name, first, last, size in rows] == [
        (name, SLICES[name].start, SLICES[name].stop, size) for name, size in PIECES
    ]


def test_sizes_on_the_page_are_right():
    assert f"Box(int8, ({SIZE},))" in _PAGE
    assert f"`AUCTION_SIZE` = {AUCTION_SIZE}" in _PAGE
    assert f"`({STATE_SIZE},)`" in _PAGE
