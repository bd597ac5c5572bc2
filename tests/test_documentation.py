"""The documentation's code runs, and its links lead somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(code, id=f"{page.name}-{number}")
    for page in PAGES
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL), 1)
]


@pytest.mark.parametrize("code", BLOCKS)
def test_code_on_a_page_runs(code: str, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_setting_that_a_page_names_on_a_command_line_exists() -> None:
    from evaluation.settings import TournamentSettings
    from settings.entry import _groups
    from settings.fields import _keys
    from terminal.settings import PlaySettings
    from training.settings import TrainSettings

    groups = _groups(REPOSITORY / "configs" / "train.yaml")
    known = {"train.py": {*_keys(TrainSettings, ""), *groups}, "evaluate.py": set(_keys(TournamentSettings, ""))}
    known["play.py"] = set(_keys(PlaySettings, ""))
    for page in [*PAGES, REPOSITORY / "train.py", REPOSITORY / "evaluate.py", REPOSITORY / "play.py"]:
        for script, arguments in re.findall(r"(train\.py|evaluate\.py|play\.py) ([^\n`#]*)", page.read_text("utf-8")):
            words = (word for word in arguments.split() if "=" in word and not word.startswith("hydra"))
            named = {word.partition("=")[0].lstrip("'") for word in words}
            assert named <= known[script], page.name
