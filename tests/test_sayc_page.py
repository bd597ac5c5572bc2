"""The page of the profile, and auctions at the terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from agents.sayc.page import page
from terminal.boards import board_of
from terminal.settings import PlaySettings

_ROOT = Path(__file__).parent.parent
_SPADES = "N:KQ432.96.QT2.AK4 AT9.5432.K74.T83 J765.AK.953.J652 8.QJT87.AJ86.Q97"


def test_the_page_is_what_the_tables_say() -> None:
    assert (_ROOT / "docs" / "sayc-lite.md").read_text(encoding="utf-8") == page()


def test_dealer_and_vulnerability_can_be_named() -> None:
    board = board_of(PlaySettings(deal=_SPADES, dealer="W", vulnerable="Both"), seed=0, number=1)
    assert (str(board.dealer), str(board.vulnerable)) == ("W", "Both")


def test_random_boards_follow_their_numbers_and_seed() -> None:
    settings = PlaySettings(boards=3, board=5)
    boards = [board_of(settings, seed=2, number=number) for number in (5, 6)]
    assert [board.number for board in boards] == [5, 6]
    assert boards[0].deal != boards[1].deal
    assert boards == [board_of(settings, seed=2, number=number) for number in (5, 6)]


@pytest.mark.slow
def test_the_entry_point_prints_an_auction() -> None:
    command = [sys.executable, "play.py", "mode=bid", f'deal="{_SPADES}"']
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=True)
    assert "(O5)" in done.stdout
