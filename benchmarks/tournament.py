"""How fast tournaments go: boards a second with one process and two, and how much memory the coordinator takes.

    python benchmarks/tournament.py [--boards 1000] [--teams sayc,pass,random,sayc]

A round robin, bidding only, on solved boards. The processes are started and warm before the clock runs. Memory is the
peak of the resident set of the process that hands out the boards, after the first tenth and at the end.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

from evaluation.boards import MatchBoard, solved_boards
from evaluation.plan import Plan, plan_of
from evaluation.store import Store
from evaluation.tournament import play_tournament


def main() -> None:
    """Print one line for each number of processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--teams", default="sayc,pass,random,sayc")
    options = parser.parse_args()
    plan = plan_of(options.teams.split(","), form="round_robin")
    boards = solved_boards(options.boards, seed=0)
    print(f"{len(plan.sittings())} tables a board, {len(boards)} boards")
    base = 0.0
    for jobs in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            _play(plan, solved_boards(128, seed=1), Path(folder) / "warm.sqlite", jobs)
            rate, early, late = _play(plan, boards, Path(folder) / "results.sqlite", jobs)
        base = base or rate
        scaling = f"{rate / base:.2f} times one process"
        print(f"{jobs} jobs: {rate:8.1f} boards/s, {scaling}; peak memory {early:.0f} MiB early, {late:.0f} MiB late")


def _play(plan: Plan, boards: list[MatchBoard], path: Path, jobs: int) -> tuple[float, float, float]:
    """Boards a second, and the peak of memory after the first tenth and at the end."""
    start, early = time.perf_counter(), 0.0
    with Store(path) as store:
        for progress in play_tournament(plan, boards, store, jobs=jobs):
            if not early and progress.played * 10 >= len(boards):
                early = _peak_mib()
    return len(boards) / (time.perf_counter() - start), early, _peak_mib()


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
