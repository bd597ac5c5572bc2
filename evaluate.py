"""Compare agents in a match or tournament, or measure what calls mean; ``python evaluate.py --help`` tells how."""

from __future__ import annotations

import sys
from pathlib import Path

from evaluation.console import evaluate
from evaluation.settings import TournamentSettings
from settings import run

EXAMPLES = """
python evaluate.py team_a=sayc team_b=pass boards=500
python evaluate.py team_a=runs/first/agent.safetensors team_b=sayc source=test-1000 jobs=2
python evaluate.py format=round_robin 'teams=[sayc,runs/first,runs/second,random]' source=test-1000
python evaluate.py format=gauntlet 'teams=[runs/first,sayc,pass]' until.ci_half_width=0.1 until.max_boards=20000
python evaluate.py format=pairs 'teams=[sayc+heuristic,sayc+pimc_easy,random]' play=cards boards=32
python evaluate.py team_a=heuristic team_b=random play=cards auctions=sayc compare=declarer boards=100
python evaluate.py team_a=sayc+pimc_hard team_b=sayc+heuristic play=cards budget=null boards=64
python evaluate.py team_a=sayc team_b=random source=session.pbn
python evaluate.py mode=system agent=runs/first boards=100000 beside=true
python evaluate.py resume=runs/evaluate/2026-01-31_12-00-00
"""


def main(settings: TournamentSettings) -> None:
    """Play or measure, print the report, and write it with all that it rests on into the output folder."""
    if settings.mode == "system":
        # Agents that sit at many boards at once bring in torch, which a match may not need.
        from evaluation.system_files import write_system

        sys.stdout.write(write_system(settings))
        return
    sys.stdout.write(evaluate(settings))


if __name__ == "__main__":
    run(main, TournamentSettings, Path(__file__).parent / "configs" / "evaluate.yaml", EXAMPLES)
