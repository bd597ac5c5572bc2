"""Imports point one way, and the game and the rule players are free of learning libraries."""

from __future__ import annotations

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import envs

_ROOT = Path(__file__).parent.parent
# Every package may import those before it; settings stand apart, below all but the game.
_ORDER = ("bridge", "envs", "agents", "evaluation", "training")
_LEARNING = ("gymnasium", "pettingzoo", "torch")
_PURE = ("bridge", "agents/sayc", "agents/heuristic", "agents/pimc")


def imports_of(file: Path) -> set[str]:
    """The top-level packages that a file imports anywhere in its text."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module.partition(".")[0])
    return found


def sources(folder: str) -> list[Path]:
    files = sorted((_ROOT / folder).rglob("*.py"))
    assert files, f"{folder} holds no sources"
    return files


@pytest.mark.parametrize("package", _ORDER)
def test_imports_point_one_way(package: str) -> None:
    above = set(_ORDER[_ORDER.index(package) + 1 :]) | {"terminal", "train", "evaluate", "play"}
    if package == "bridge":
        above.add("settings")
    for file in sources(package):
        assert not imports_of(file) & above, file


def test_settings_import_no_other_package() -> None:
    for file in sources("settings"):
        assert not imports_of(file) & set(_ORDER), file


@pytest.mark.parametrize("folder", _PURE)
def test_pure_packages_do_not_name_learning_libraries(folder: str) -> None:
    for file in sources(folder):
        assert not imports_of(file) & set(_LEARNING), file


@pytest.mark.parametrize("module", ["bridge.game", "bridge.solved", "agents", "agents.sayc", "agents.heuristic"])
def test_importing_a_pure_package_loads_no_learning_library(module: str) -> None:
    code = f"import sys, {module}; print(*sorted(set({_LEARNING}) & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=_ROOT, capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []


def test_a_match_of_rule_players_loads_no_torch() -> None:
    code = (
        "import sys, evaluation.console; from agents import make; make('sayc+heuristic'); print('torch' in sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], cwd=_ROOT, capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "False"


def test_envs_is_this_projects_package() -> None:
    assert envs.__file__ is not None
    assert Path(envs.__file__).is_relative_to(_ROOT)


@pytest.mark.parametrize("page", ["agents.md", "evaluation.md"])
def test_examples_in_the_documentation_are_true(page: str) -> None:
    result = doctest.testfile(str(_ROOT / "docs" / page), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0
