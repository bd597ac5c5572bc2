"""Solved deals: random deals with the double-dummy tricks of all twenty contracts.

One hundred thousand ship with the project; ``python -m bridge.solved`` makes more. They are kept packed, in memory
as on disk: ``owners`` is ``uint8 (n, 13)``, four seats of two bits a byte in the order of the card numbers, and
``tricks`` is ``uint8 (n, 10)``, two numbers of four bits a byte by denomination and declarer; low bits come first.
Every method gives them unpacked.
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import IO, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bridge import double_dummy
from bridge.actions import N_CARDS
from bridge.cards import CARDS_PER_HAND, Denomination
from bridge.files import written_whole
from bridge.seats import N_SEATS
from bridge.symmetry import permuted_owners, permuted_tables, random_images, symmetry_key

Part = Literal["train", "validation", "test"]

# Residues of a deal's symmetry key modulo 25: 12 % test, 4 % validation, 84 % train.
_RESIDUES = 25
_PARTS: dict[str, range] = {"test": range(3), "validation": range(3, 4), "train": range(4, _RESIDUES)}

_SHIPPED = "data/solved_deals.npz"
_SEATS_A_BYTE = 4
_SEATS_OF_BYTE = (np.arange(256)[:, np.newaxis] >> np.array([0, 2, 4, 6]) & 3).astype(np.uint8)
_OWNERS_BYTES = N_CARDS // _SEATS_A_BYTE
_TRICKS_BYTES = len(Denomination) * N_SEATS // 2


@dataclass(frozen=True, slots=True, eq=False)
class SolvedDeals:
    """Deals with their double-dummy tables. ``owners`` and ``tricks`` unpack all of them, ``at`` a selection."""

    packed_owners: NDArray[np.uint8]
    packed_tricks: NDArray[np.uint8]

    def __post_init__(self) -> None:
        n = len(self.packed_owners)
        for name, array, width in (
            ("owners", self.packed_owners, _OWNERS_BYTES),
            ("tricks", self.packed_tricks, _TRICKS_BYTES),
        ):
            if array.dtype != np.uint8 or array.shape != (n, width):
                raise ValueError(f"solved deals: {name} are {array.dtype} {array.shape}, not uint8 ({n}, {width})")

    def __len__(self) -> int:
        return len(self.packed_owners)

    @property
    def owners(self) -> NDArray[np.uint8]:
        """The seat (0-3) of each card of every deal, ``uint8 (n, 52)``."""
        return _unpacked_owners(self.packed_owners)

    @property
    def tricks(self) -> NDArray[np.uint8]:
        """Tricks by denomination (C D H S NT) and declarer (N E S W) of every deal, ``uint8 (n, 5, 4)``."""
        return _unpacked_tricks(self.packed_tricks)

    def at(self, indices: ArrayLike) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Owners ``(k, 52)`` and tricks ``(k, 5, 4)`` of the deals numbered, as they were dealt."""
        chosen = np.atleast_1d(np.asarray(indices))
        return _unpacked_owners(self.packed_owners[chosen]), _unpacked_tricks(self.packed_tricks[chosen])

    def draw(self, rng: np.random.Generator, n: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Owners ``(n, 52)`` and tricks ``(n, 5, 4)`` of ``n`` deals, each a random one of its 96 images.

        Deals are drawn with replacement. Meant for training: every solved deal counts ninety-six fold.
        """
        owners, tricks = self.at(rng.integers(len(self), size=n))
        turns, suits = random_images(rng, n)
        return permuted_owners(owners, turns, suits), permuted_tables(tricks, turns, suits)

    def draw_fixed(self, rng: np.random.Generator, n: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Owners ``(n, 52)`` and tricks ``(n, 5, 4)`` of ``n`` different deals as they were dealt, for evaluation.

        Raises:
            ValueError: there are fewer than ``n`` deals.
        """
        if n > len(self):
            raise ValueError(f"{n} different deals are asked for, but there are {len(self)}")
        return self.at(rng.choice(len(self), size=n, replace=False))

    def part(self, name: Part) -> SolvedDeals:
        """The deals of ``"train"`` (84 %), ``"validation"`` (4 %) or ``"test"`` (12 %).

        A deal's part follows from its cards alone and is the same for all its 96 images, so no image of a test deal
        is ever trained on, whichever file it comes from.

        Raises:
            ValueError: there is no such part.
        """
        if name not in _PARTS:
            raise ValueError(f"part {name!r} is unknown: use train, validation or test")
        residues = symmetry_key(self.owners) % np.uint64(_RESIDUES)
        chosen = np.isin(residues, np.array(_PARTS[name], dtype=np.uint64))
        return SolvedDeals(self.packed_owners[chosen], self.packed_tricks[chosen])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a compressed ``.npz`` file; a file already there stays whole until the new one is complete."""
        with written_whole(Path(path)) as temporary, temporary.open("wb") as file:
            np.savez_compressed(file, owners=self.packed_owners, tricks=self.packed_tricks)

    @classmethod
    def of(cls, owners: ArrayLike, tricks: ArrayLike) -> SolvedDeals:
        """Pack owners ``(n, 52)`` and tricks ``(n, 5, 4)``."""
        seats = np.asarray(owners, dtype=np.uint8).reshape(-1, _OWNERS_BYTES, _SEATS_A_BYTE)
        results = np.asarray(tricks, dtype=np.uint8).reshape(-1, _TRICKS_BYTES, 2)
        shifted = seats << np.array([0, 2, 4, 6], dtype=np.uint8)
        packed_tricks = results[..., 0] | results[..., 1] << np.uint8(4)
        return cls(np.bitwise_or.reduce(shifted, axis=2), packed_tricks)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> SolvedDeals:
        """Read a file that :meth:`save` or ``python -m bridge.solved`` wrote.

        Raises:
            FileNotFoundError: there is no such file.
            ValueError: the file is damaged or holds no solved deals.
        """
        if not Path(path).is_file():
            raise FileNotFoundError(f"solved deals: there is no file {path}; make one with python -m bridge.solved")
        with Path(path).open("rb") as file:
            return _read(file, str(path))


@functools.cache
def shipped_deals() -> SolvedDeals:
    """The 100,000 solved deals that come with the project, read once a process.

    Raises:
        FileNotFoundError: the installation lacks the file.
        ValueError: the file is damaged.
    """
    resource = resources.files("bridge").joinpath(_SHIPPED)
    if not resource.is_file():
        raise FileNotFoundError(f"solved deals: bridge/{_SHIPPED} is missing; install the project again")
    with resource.open("rb") as file:
        return _read(file, f"bridge/{_SHIPPED}")


# What numpy lets through when a file is cut, is no archive, or holds other arrays.
_DAMAGED = (ValueError, KeyError, TypeError, AttributeError, OSError, EOFError, zipfile.BadZipFile, zlib.error)


def _read(file: IO[bytes], name: str) -> SolvedDeals:
    try:
        with np.load(file, allow_pickle=False) as arrays:
            deals = SolvedDeals(arrays["owners"], arrays["tricks"])
        _check(deals)
    except _DAMAGED as error:
        reason = " ".join(str(error).split())
        raise ValueError(f"solved deals: {name} cannot be read ({reason}); make or install it again") from error
    return deals


def _check(deals: SolvedDeals) -> None:
    owners = deals.owners
    for seat in range(N_SEATS):
        if ((owners == seat).sum(axis=1, dtype=np.uint8) != CARDS_PER_HAND).any():
            raise ValueError("a hand has not thirteen cards")
    if not len(deals):
        raise ValueError("it holds no deals")
    if deals.tricks.max() > CARDS_PER_HAND:
        raise ValueError("a contract has more than thirteen tricks")


def _unpacked_owners(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    seats: NDArray[np.uint8] = _SEATS_OF_BYTE[packed]
    return seats.reshape(-1, N_CARDS)


def _unpacked_tricks(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.stack([packed & 15, packed >> 4], axis=-1).reshape(-1, len(Denomination), N_SEATS)


def random_owners(rng: np.random.Generator, n: int) -> NDArray[np.uint8]:
    """``n`` uniformly random deals as owners ``uint8 (n, 52)``."""
    pack = np.repeat(np.arange(N_SEATS, dtype=np.uint8), CARDS_PER_HAND)
    return rng.permuted(np.tile(pack, (n, 1)), axis=1)


_BATCH = 16
_MOST_DEALS = 100_000_000
_MOST_JOBS = 1024


def solve(owners: NDArray[np.uint8], jobs: int = 1) -> Iterator[NDArray[np.uint8]]:
    """Double-dummy tables ``(k, 5, 4)``, batch after batch in the order of the deals ``(n, 52)``.

    Args:
        owners: the deals.
        jobs: processes; one solves here.

    Raises:
        SolverError: the solver is missing or reports a fault.
    """
    batches = [owners[start : start + _BATCH] for start in range(0, len(owners), _BATCH)]
    if jobs == 1:
        yield from map(double_dummy.tables, batches)
        return
    import joblib  # slow to import, and only this function needs it

    parallel = joblib.Parallel(n_jobs=jobs, return_as="generator")
    yield from parallel(joblib.delayed(double_dummy.tables)(batch) for batch in batches)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bridge.solved",
        description="Deal random deals, solve them double dummy and write them to a file. "
        "One deal takes 0.1 to 0.4 s of one core.",
    )
    parser.add_argument("--count", type=int, default=1000, help="number of deals (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the deals (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="the .npz file to write")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 is one a core (default)")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command ``python -m bridge.solved``; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        _generate(options)
    except (ValueError, OSError, double_dummy.SolverError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        return 130
    return 0


def _generate(options: argparse.Namespace) -> None:
    if not (1 <= options.count <= _MOST_DEALS and options.seed >= 0 and 0 <= options.jobs <= _MOST_JOBS):
        raise ValueError(f"use --count 1 to {_MOST_DEALS}, --seed 0 or more, --jobs 0 (one a core) to {_MOST_JOBS}")
    if options.out.is_dir() or not os.access(options.out.absolute().parent, os.W_OK):
        raise ValueError(f"--out {options.out} cannot be written: name a file in a folder that can be")
    owners = random_owners(np.random.default_rng(options.seed), options.count)
    solved: list[NDArray[np.uint8]] = []
    for tables in solve(owners, options.jobs or -1):
        solved.append(tables)
        sys.stderr.write(f"\r{sum(map(len, solved))} of {options.count} deals solved")
        sys.stderr.flush()
    SolvedDeals.of(owners, np.concatenate(solved)).save(options.out)
    sys.stderr.write(f"; written to {options.out}\n")


if __name__ == "__main__":
    sys.exit(main())
