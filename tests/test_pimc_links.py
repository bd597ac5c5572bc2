"""The chain of links: each one that fails costs a level, never the board."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from card_play import random_game, random_positions

from agents.heuristic import playout
from agents.pimc import Decision, PimcCardPlayer
from bridge import dds, double_dummy, search
from bridge.double_dummy import SolverError
from bridge.game import Game

Break = Callable[..., NoReturn]


def missing(*_: object, **__: object) -> NoReturn:
    raise SolverError("no solver")


def crashing(*_: object, **__: object) -> NoReturn:
    raise RuntimeError("broken")


def decided(game: Game, level: str = "hard") -> Decision:
    player = PimcCardPlayer(level, budget=None)
    assert game.actor is not None
    player.reset(game.actor, np.random.default_rng(1))
    decision = player.decide(game.view(game.actor))
    assert game.legal_actions()[decision.card]
    return decision


def a_choice(cards_played: int, seed: int = 0) -> Game:
    """A position with more than one legal card."""
    rng = np.random.default_rng(seed)
    while True:
        game = random_game(rng, cards_played)
        if game.legal_actions().sum() > 1:
            return game


def test_the_solver_answers_first() -> None:
    assert decided(a_choice(20)).link == "double dummy"


@pytest.mark.parametrize("fault", [missing, crashing])
@pytest.mark.parametrize("cards_played", [6, 20, 33])
def test_without_the_solver_the_own_search_answers(
    monkeypatch: pytest.MonkeyPatch, fault: Break, cards_played: int
) -> None:
    monkeypatch.setattr(double_dummy, "score_cards", fault)
    decision = decided(a_choice(cards_played))
    assert decision.link == "own search"
    assert 0 < decision.worlds_completed <= 16
    assert decision.exactness == "playout"


def test_the_own_search_is_exact_in_the_last_tricks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_dummy, "score_cards", missing)
    assert decided(a_choice(40)).exactness == "double dummy"


def test_without_the_own_search_the_solver_answers_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "score_cards", crashing)
    assert decided(a_choice(40)).link == "double dummy"


@pytest.mark.parametrize("cards_played", [6, 20, 40])
def test_without_either_the_rules_answer(monkeypatch: pytest.MonkeyPatch, cards_played: int) -> None:
    monkeypatch.setattr(double_dummy, "score_cards", missing)
    monkeypatch.setattr(search, "score_cards", crashing)
    decision = decided(a_choice(cards_played))
    assert (decision.link, decision.worlds_completed, decision.exactness) == ("rules", 0, "rules")


def test_without_playouts_normal_goes_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playout, "playout_cards", crashing)
    assert decided(a_choice(20), "normal").link == "rules"


def test_without_anything_a_legal_card_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((double_dummy, "score_cards"), (search, "score_cards"), (playout, "card")):
        monkeypatch.setattr(module, name, crashing)
    assert decided(a_choice(20)).link == "any legal card"


def test_a_late_solver_answers_with_the_worlds_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_choice(10)
    slow = double_dummy._solve_batch

    def slower(*arguments: object) -> None:
        time.sleep(0.05)
        slow(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(double_dummy, "_solve_batch", slower)
    player = PimcCardPlayer("hard", budget=60.0)
    assert game.actor is not None
    player.reset(game.actor, np.random.default_rng(1))
    decision = player.decide(game.view(game.actor))
    assert decision.link == "double dummy"
    assert 1 <= decision.worlds_completed < 8


def test_a_missing_library_costs_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dds, "library", missing)
    assert decided(a_choice(20)).link == "own search"


# --- processes --------------------------------------------------------------------------------------------------------


def solve_many(rounds: int) -> tuple[int, int]:
    """Solve boards in a worker; its peak memory in MB after a tenth of the rounds and at the end."""
    states = random_positions(50, 18, seed=rounds)
    early = 0
    for turn in range(rounds):
        double_dummy.score_cards(states)
        if turn == rounds // 10:
            early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return early, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@pytest.mark.slow
def test_thousands_of_boards_in_workers_do_not_grow_memory() -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        for early, late in pool.map(solve_many, [30, 30]):
            assert late - early < 20


def die(_: int) -> NoReturn:
    os._exit(3)


@pytest.mark.slow
def test_death_of_a_worker_is_reported_and_leaves_the_solver_usable() -> None:
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    with pool, pytest.raises(BrokenProcessPool):
        pool.submit(die, 0).result()
    assert decided(a_choice(30)).link == "double dummy"


@pytest.mark.slow
def test_an_interrupt_ends_a_long_decision() -> None:
    code = (
        "import numpy as np; from card_play import random_game; from agents.pimc import PimcCardPlayer\n"
        "player = PimcCardPlayer('unlimited', worlds=5000)\n"
        "game = random_game(np.random.default_rng(1), 4)\n"
        "player.reset(game.actor, np.random.default_rng(1)); print('ready', flush=True)\n"
        "player.decide(game.view(game.actor))"
    )
    root = Path(__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests'}"}
    run = subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    assert run.stdout.readline().strip() == "ready"
    time.sleep(2)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=20)
    assert run.returncode != 0
    assert "KeyboardInterrupt" in errors
