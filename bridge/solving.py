"""Making solved deals: ``python -m bridge.solving --count 1000000 --seed 7 --out more.npy``.

Deals are dealt and solved in chunks, each from a random stream of its own, and appended to ``more.npy.part``; when the
last is there the file takes its name. A run that was stopped goes on with the first chunk that is not whole, and makes
the same file as one that was not.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bridge import double_dummy
from bridge.growing import grow
from bridge.solved import PACKED, SolvedDeals, random_owners

_CHUNK = 64
_MOST_DEALS = 1_000_000_000
_MOST_JOBS = 1024


def solved_chunk(seed: int, number: int, count: int) -> NDArray[np.void]:
    """Chunk ``number`` of the deals of ``seed``: ``count`` deals, solved, as records of ``PACKED``.

    Raises:
        SolverError: the solver is missing or reports a fault.
    """
    owners = random_owners(np.random.default_rng([seed, number]), count)
    return SolvedDeals.of(owners, double_dummy.tables(owners)).packed()


def generate(path: Path, count: int, seed: int, jobs: int = 1) -> Iterator[int]:
    """Make a file of ``count`` solved deals, as :func:`bridge.growing.grow` does; yields how many are done.

    Args:
        path: the ``.npy`` file.
        count: deals in all.
        seed: of the deals.
        jobs: processes; -1 is one a core.

    Raises:
        ValueError: the part that is there belongs to another count or seed.
        SolverError: the solver is missing or reports a fault.
    """
    return grow(path, PACKED, (count, _CHUNK), f"seed {seed}", partial(solved_chunk, seed), jobs)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bridge.solving",
        description="Deal random deals, solve them double dummy and write them to a file. One deal takes 0.1 to "
        "0.4 s of one core. Call it again with the same arguments to go on after an interruption.",
    )
    parser.add_argument("--count", type=int, default=1000, help="number of deals (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the deals (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="the .npy file to write")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 is one a core (default)")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command ``python -m bridge.solving``; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        _run(options)
    except (ValueError, OSError, double_dummy.SolverError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; call again with the same arguments to go on\n")
        return 130
    return 0


def _run(options: argparse.Namespace) -> None:
    if not (1 <= options.count <= _MOST_DEALS and options.seed >= 0 and 0 <= options.jobs <= _MOST_JOBS):
        raise ValueError(f"use --count 1 to {_MOST_DEALS}, --seed 0 or more, --jobs 0 (one a core) to {_MOST_JOBS}")
    if options.out.suffix != ".npy":
        raise ValueError(f"--out {options.out}: give the file the suffix .npy")
    if options.out.is_dir() or not os.access(options.out.absolute().parent, os.W_OK):
        raise ValueError(f"--out {options.out} cannot be written: name a file in a folder that can be")
    for done in generate(options.out, options.count, options.seed, options.jobs or -1):
        sys.stderr.write(f"\r{done} of {options.count} deals solved")
        sys.stderr.flush()
    sys.stderr.write(f"; written to {options.out}\n")


if __name__ == "__main__":
    sys.exit(main())
