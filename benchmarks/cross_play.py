"""Every bidder against every other: a table of duplicate matches, scored double dummy.

    python benchmarks/cross_play.py lstm_bidder sayc runs/one runs/two --boards 10000

Boards are of the test part, which is never trained on, with dealer and vulnerability by board number; all matches are
over the same boards. Each cell is the row's IMPs a board over the column, both sides' play double dummy, with its
standard error. The last columns are the row against the first bidder in raw points, and the IMPs a board between what
the row reaches in all four seats and par, whichever side gains.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from agents.batched import always_alike
from evaluation.batch import BoardArrays, bid_alone, par_loss, par_scores_ns, play_batch
from evaluation.boards import solved_boards
from evaluation.statistics import Estimate


def cell(value: Estimate) -> str:
    """A mean with its standard error."""
    return f"{value.mean:+.2f} ± {value.standard_error:.2f}"


def main() -> None:
    """Play the matches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bidders", nargs="+", help="agents that bid: names or checkpoints")
    parser.add_argument("--rows", type=int, help="only so many of them get a row (default: all)")
    parser.add_argument("--boards", type=int, default=10_000, help="boards of each match (default %(default)s)")
    parser.add_argument("--part", default="test", choices=("test", "validation"), help="part of the solved deals")
    arguments = parser.parse_args()

    torch.set_num_threads(1)
    boards = BoardArrays.of(solved_boards(arguments.boards, 0, arguments.part))
    pars = par_scores_ns(boards.start(), boards.tables)
    names = arguments.bidders
    heads = [Path(name).stem for name in names]
    print("| | " + " | ".join(heads) + f" | points against {heads[0]} | from par |")
    print("| --- " * (len(names) + 3) + "|")
    for row in names[: arguments.rows]:
        matches = [
            None if row == other else play_batch(always_alike(row), always_alike(other), boards) for other in names
        ]
        cells = [cell(match.imps) if match else "" for match in matches]
        first = matches[0]
        points = f"{first.raw_score.mean:+.0f} ± {first.raw_score.standard_error:.0f}" if first else ""
        print(
            f"| {Path(row).stem} | "
            + " | ".join(cells)
            + f" | {points} | {par_loss(bid_alone(always_alike(row), boards), pars).mean:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
