"""Play a duplicate match of two teams and report it; ``python evaluate.py --help`` lists the settings."""

from __future__ import annotations

import sys
from pathlib import Path

from evaluation.console import match_of, output_folder, source_of
from evaluation.report import report, write
from evaluation.settings import MatchSettings
from settings import run

EXAMPLES = """
python evaluate.py team_a=sayc team_b=pass boards=500
python evaluate.py team_a=runs/first/agent.safetensors team_b=sayc seed=7 jobs=2
python evaluate.py team_a=sayc+heuristic team_b=sayc+random play=cards source=random boards=100
python evaluate.py team_a=sayc+heuristic team_b=sayc+random play=cards auctions=sayc boards=100
python evaluate.py team_a=sayc team_b=random source=session.pbn
"""


def main(settings: MatchSettings) -> None:
    """Play, print the report, and write it with the full result into the output folder."""
    folder = output_folder(settings)  # before the match: a folder that is taken must not cost a match
    match = match_of(settings)
    source = source_of(settings)
    write(match, source, folder)
    sys.stdout.write(report(match, source) + f"written to {folder}\n")


if __name__ == "__main__":
    run(main, MatchSettings, Path(__file__).parent / "configs" / "evaluate.yaml", EXAMPLES)
