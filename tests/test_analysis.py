"""Post-game analysis, and that nothing in live play can reach it."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest
from card_play import random_game

from bridge.analysis import analyse
from bridge.game import IllegalActionError
from bridge.seats import Side

ROOT = Path(__file__).parents[1]


def test_costs_add_up_to_the_result() -> None:
    game = random_game(np.random.default_rng(1), 52)
    analysis = analyse(game.board, game.calls, game.plays)
    contract = game.contract
    assert contract is not None
    assert contract == analysis.contract
    declarer, defence = analysis.lost(contract.declarer.side), analysis.lost(contract.declarer.side.opponents)
    possible = int(analysis.table[contract.denomination, contract.declarer])
    assert game.declarer_tricks == possible - declarer + defence


def test_every_card_stands_with_its_hand() -> None:
    game = random_game(np.random.default_rng(2), 17)
    analysis = analyse(game.board, game.calls, game.plays)
    assert [played.card.index for played in analysis.cards] == list(game.plays)
    assert all(played.hand == game.owner_of_played(played.card.index) for played in analysis.cards)
    assert all(played.cost >= 0 for played in analysis.cards)


def test_a_deal_alone_has_table_and_par() -> None:
    game = random_game(np.random.default_rng(3), 0)
    analysis = analyse(game.board)
    assert analysis.table.shape == (5, 4)
    assert analysis.contract is None
    assert analysis.lost(Side.NS) == 0


def test_text_is_labelled_double_dummy() -> None:
    game = random_game(np.random.default_rng(4), 52)
    text = str(analyse(game.board, game.calls, game.plays))
    assert text.startswith("Double dummy (all four hands seen)")
    assert "par for North-South" in text


def test_a_card_against_the_rules_is_refused() -> None:
    game = random_game(np.random.default_rng(5), 3)
    with pytest.raises(IllegalActionError):
        analyse(game.board, game.calls, (*game.plays, game.plays[0]))


def test_live_play_never_imports_the_analysis() -> None:
    for folder in ("bridge", "agents", "envs", "training"):
        for file in (ROOT / folder).rglob("*.py"):
            if file.name != "analysis.py":
                assert "bridge.analysis" not in _imports(file), file


def _imports(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found
