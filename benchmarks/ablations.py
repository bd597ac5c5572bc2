"""What each part of the training recipe is worth: one run of each variant, and a match of each against the same field.

    python benchmarks/ablations.py --output runs/ablations             # all of them, one after the other
    python benchmarks/ablations.py --output runs/ablations "no warm start" "feed-forward"

Every variant changes one thing of the first, the recipe in small: a warm start of half a million turns, then a million
turns of policy gradient. A run that is there already is not made again; one that was stopped goes on. Matches are
duplicate, on boards of the validation part (never trained on), scored double dummy. One seed each: differences of a few
standard errors between two variants are what one seed can show.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import torch

from agents.batched import always_alike
from evaluation.batch import BoardArrays, bid_alone, par_loss, par_scores_ns, play_batch
from evaluation.boards import solved_boards

REPOSITORY = Path(__file__).parents[1]

COMMON = (
    "seed=1",
    "match_boards=0",
    "eval.every=0",
    "opponent.names=[self,past,sayc]",
    "opponent.shares=[0.5,0.4,0.1]",
    "train.imitation_timesteps=500000",
    "train.total_timesteps=1500000",
)

RECIPE = "the recipe in small"

VARIANTS: dict[str, tuple[str, ...]] = {
    RECIPE: (),
    "no warm start": ("train.imitation_timesteps=0",),
    "warm start alone": ("train.imitation_timesteps=1500000",),
    "self-play alone": ("opponent.names=[self]", "opponent.shares=[1]"),
    "self-play and SAYC-lite, no past selves": ("opponent.names=[self,sayc]", "opponent.shares=[0.8,0.2]"),
    "SAYC-lite alone": ("opponent.names=[sayc]", "opponent.shares=[1]"),
    "paid against par": ("reward=par",),
    "paid in raw score": ("reward=raw",),
    "critic that sees one hand": ("critic=seat",),
    "feed-forward": ("network=mlp",),
    "without symmetries": ("symmetries=false",),
    "auxiliary heads": ("train.foresight_coef=0.1",),
    "network of a quarter": ("network.encoder_size=128", "network.memory_size=64"),
    "network of three times": ("network.encoder_size=512", "network.encoder_layers=2"),
}


def folder_of(output: Path, name: str) -> Path:
    """Where a variant's run is."""
    return output / name.replace(" ", "-").replace(",", "")


def train(output: Path, name: str) -> None:
    """Make a variant's run, or take it up where it was stopped."""
    folder = folder_of(output, name)
    if (folder / "done").exists():
        return
    place = f"resume={folder}" if (folder / "resume.pt").exists() else f"output={folder}"
    command = [sys.executable, str(REPOSITORY / "train.py"), *COMMON, *VARIANTS[name], place]
    print(" ".join(["python train.py", *COMMON, *VARIANTS[name]]), flush=True)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (folder / "done").touch()


def main() -> None:
    """Train what is missing and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", default=list(VARIANTS), help="all by default", metavar="VARIANT")
    parser.add_argument("--output", type=Path, default=Path("runs/ablations"), help="folder of the runs")
    parser.add_argument("--boards", type=int, default=3875, help="boards of each match (default: all there are)")
    parser.add_argument("--against", nargs="*", default=[], help="further agents that every variant meets")
    arguments = parser.parse_args()
    for name in arguments.variants:
        if name not in VARIANTS:
            parser.error(f"{name!r} is no variant: use one of {', '.join(map(repr, VARIANTS))}")

    torch.set_num_threads(1)
    boards = BoardArrays.of(solved_boards(arguments.boards, 0, "validation"))
    pars = par_scores_ns(boards.start(), boards.tables)
    train(arguments.output, RECIPE)  # every variant meets it
    recipe = folder_of(arguments.output, RECIPE) / "agent.safetensors"
    field = ["sayc", "pass", *arguments.against]
    print("| variant | " + " | ".join(f"against {other}" for other in field) + " | against the recipe | from par |")
    print("| --- " * (len(field) + 3) + "|")
    for name in arguments.variants:
        train(arguments.output, name)
        team = str(folder_of(arguments.output, name) / "agent.safetensors")
        matches = [play_batch(always_alike(team), always_alike(other), boards) for other in [*field, str(recipe)]]
        cells = [match.imps for match in matches] + [par_loss(bid_alone(always_alike(team), boards), pars)]
        print(
            f"| {name} | " + " | ".join(f"{cell.mean:+.2f} ± {cell.standard_error:.2f}" for cell in cells) + " |",
            flush=True,
        )


if __name__ == "__main__":
    main()
