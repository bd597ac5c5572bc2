"""The own search against the outside solver, and against play by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from card_play import random_positions

from bridge import double_dummy, engine, search
from bridge.actions import index


@pytest.mark.parametrize("cards_played", range(36, 52))
def test_last_four_tricks_equal_the_solver(cards_played: int) -> None:
    states = random_positions(40, cards_played, seed=cards_played)
    assert np.array_equal(search.score_cards(states), double_dummy.score_cards(states))


@pytest.mark.slow
@pytest.mark.parametrize("cards_played", [28, 30, 33])
def test_last_six_tricks_equal_the_solver(cards_played: int) -> None:
    states = random_positions(100, cards_played, seed=cards_played)
    assert np.array_equal(search.score_cards(states), double_dummy.score_cards(states))


def test_positions_stay_as_they_are() -> None:
    states = random_positions(5, 41, seed=1)
    before = states.copy()
    search.score_cards(states)
    assert np.array_equal(states, before)


def test_a_card_is_taken_back_completely() -> None:
    state = random_positions(1, 39, seed=2)[0]
    before = state.copy()
    card = int(np.flatnonzero(search.score_cards(np.array([state]))[0] >= 0)[0])
    engine.apply(state, card)
    search.take_back(state, card, int(before["turn"]), int(before["leader"]))
    held = [name for name in state.dtype.names if name != "plays"]
    assert all(np.array_equal(state[name], before[name]) for name in held)


def test_ace_of_another_suit_does_not_win_the_trick() -> None:
    """Hearts are trumps and only plain cards are left: an ace thrown on clubs takes nothing."""
    state = np.zeros(1, engine.STATE)
    owners = np.zeros(52, np.uint8)
    # North C4 C3, East CQ D2, South SA S2, West C2 D3 are left; everything else is as good as played.
    left = {"C4": 0, "C3": 0, "CQ": 1, "D2": 1, "SA": 2, "S2": 2, "C2": 3, "D3": 3}
    played_at = 0
    engine.start(state[0], owners, 0, 0)
    for action in (index("1H"), index("P"), index("P"), index("P")):
        engine.apply(state[0], action)
    for card in range(52):
        if card not in {index(name) for name in left}:
            played_at += 1
            state["played_at"][0, card] = played_at
            state["plays"][0, played_at - 1] = card
    for name, seat in left.items():
        state["owner"][0, index(name)] = seat
    state["n_plays"], state["turn"], state["leader"] = 44, 0, 0
    state["tricks"] = 5, 6
    scores = search.score_cards(state)[0]
    assert scores[index("C4")] == scores[index("C3")] == 0
    engine.apply(state[0], index("C4"))
    assert search.score_cards(state)[0][index("CQ")] == 2


def test_more_tricks_than_it_is_for_are_refused() -> None:
    with pytest.raises(ValueError, match="last 6 tricks"):
        search.score_cards(random_positions(1, 20, seed=3))


def test_unknown_hands_are_refused() -> None:
    states = random_positions(1, 40, seed=4)
    states["owner"][states["played_at"] == 0] = 4
    with pytest.raises(ValueError, match="all four hands known"):
        search.score_cards(states)


def test_compiled_search_survives_being_loaded_from_the_cache() -> None:
    code = (
        "import numpy as np; from card_play import random_positions; from bridge import search;"
        "print(search.score_cards(random_positions(3, 40, 5)).max())"
    )
    root = Path(__file__).parents[1]
    for _ in range(2):
        run = subprocess.run(
            [sys.executable, "-c", code], cwd=root / "tests", env=_environment(root), capture_output=True, check=False
        )
        assert run.returncode == 0, run.stderr


def _environment(root: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(root)}
