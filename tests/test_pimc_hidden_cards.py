"""Exchange cards that the player cannot see: its view and its card stay the same."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from card_play import exchanged, positions_at_the_table, redealt

from agents.pimc import PimcCardPlayer
from bridge.view import View


def views_before_and_after(n: int, seed: int, every: int = 1) -> list[tuple[View, View]]:
    """Positions as the player on turn sees them, and again with the hidden cards dealt anew."""
    rng = np.random.default_rng(seed)
    pairs = []
    for turn, game in enumerate(positions_at_the_table(seed)):
        if turn % every:
            continue
        assert game.actor is not None
        pairs.append((game.view(game.actor), exchanged(game, rng)))
        if len(pairs) == n:
            return pairs
    return pairs


def cards(level: str, views: list[View]) -> list[int]:
    player = PimcCardPlayer(level, budget=None)
    chosen = []
    for turn, view in enumerate(views):
        player.reset(view.seat, np.random.default_rng(turn))
        chosen.append(player.act(view))
    return chosen


def assert_same_cards(level: str, n: int, every: int = 1) -> None:
    before, after = zip(*views_before_and_after(n, seed=n, every=every), strict=True)
    assert cards(level, list(before)) == cards(level, list(after))


def assert_same_views(n: int) -> None:
    for before, after in views_before_and_after(n, seed=1):
        first, second = before.observation(), after.observation()
        assert all(np.array_equal(first[name], second[name]) for name in first)
        assert before.hand == after.hand
        assert before.dummy_hand == after.dummy_hand


def test_views_do_not_depend_on_hidden_cards() -> None:
    assert_same_views(300)


@pytest.mark.slow
def test_views_do_not_depend_on_hidden_cards_in_many_positions() -> None:
    assert_same_views(10_000)


def test_the_exchange_does_change_the_deal() -> None:
    """Before the lead and in the middle of the play the hidden hands are really others, unless the voids fix them."""
    rng = np.random.default_rng(2)
    changed = [
        not np.array_equal(redealt(game, rng)["owner"], game.state["owner"])
        for game in islice(positions_at_the_table(seed=2), 100)
        if len(game.plays) < 30
    ]
    assert np.mean(changed) > 0.95


@pytest.mark.parametrize(("level", "n"), [("easy", 500), ("normal", 100), ("hard", 20), ("train", 40)])
def test_cards_do_not_depend_on_hidden_cards(level: str, n: int) -> None:
    assert_same_cards(level, n, every=3)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "n"), [("easy", 10_000), ("normal", 1_000), ("hard", 200), ("expert", 200)])
def test_cards_do_not_depend_on_hidden_cards_in_many_positions(level: str, n: int) -> None:
    assert_same_cards(level, n)
