"""Solved deals: random deals with the double-dummy tricks of all twenty contracts.

One hundred thousand ship with the project; ``python -m bridge.solving`` makes more. They are kept packed, 23 bytes a
deal, in memory as on disk: ``owners`` is ``uint8 (n, 13)``, four seats of two bits a byte in the order of the card
numbers; ``tricks`` is ``uint8 (n, 10)``, two numbers of four bits a byte by denomination and declarer. Low bits first.
Every method gives them unpacked. A ``.npz`` file is compressed and read whole; a ``.npy`` file, records of the dtype
``PACKED``, is read by memory map, so that a store of millions costs no memory until it is used.
"""

from __future__ import annotations

import functools
import os
import zipfile
import zlib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import IO, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bridge.actions import N_CARDS
from bridge.cards import CARDS_PER_HAND, Denomination
from bridge.compiled import compiled
from bridge.files import written_whole
from bridge.seats import N_SEATS
from bridge.symmetry import permuted_owners, permuted_tables, random_images, symmetry_key

Part = Literal["train", "validation", "test"]

# Residues of a deal's symmetry key modulo 25: 12 % test, 4 % validation, 84 % train.
_RESIDUES = 25
_PARTS: dict[str, range] = {"test": range(3), "validation": range(3, 4), "train": range(4, _RESIDUES)}

_SHIPPED = "data/solved_deals.npz"
_SEATS_A_BYTE = 4
_OWNERS_BYTES = N_CARDS // _SEATS_A_BYTE
_TRICKS_BYTES = len(Denomination) * N_SEATS // 2


PACKED = np.dtype([("owners", np.uint8, _OWNERS_BYTES), ("tricks", np.uint8, _TRICKS_BYTES)])
"""One packed deal, 23 bytes."""


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
        return unpacked_owners(self.packed_owners)

    @property
    def tricks(self) -> NDArray[np.uint8]:
        """Tricks by denomination (C D H S NT) and declarer (N E S W) of every deal, ``uint8 (n, 5, 4)``."""
        return _unpacked_tricks(self.packed_tricks)

    def at(self, indices: ArrayLike) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Owners ``(k, 52)`` and tricks ``(k, 5, 4)`` of the deals numbered, as they were dealt."""
        chosen = np.atleast_1d(np.asarray(indices))
        return unpacked_owners(self.packed_owners[chosen]), _unpacked_tricks(self.packed_tricks[chosen])

    def draw(
        self, rng: np.random.Generator, n: int, *, images: bool = True
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Owners ``(n, 52)`` and tricks ``(n, 5, 4)`` of ``n`` deals, each a random one of its 96 images.

        Deals are drawn with replacement. Meant for training: every solved deal counts ninety-six fold, or once
        without ``images``.
        """
        owners, tricks = self.at(rng.integers(len(self), size=n))
        if not images:
            return owners, tricks
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
        chosen = in_part(self.owners, name)
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

    def packed(self) -> NDArray[np.void]:
        """All deals as records of ``PACKED``."""
        records = np.empty(len(self), dtype=PACKED)
        records["owners"], records["tricks"] = self.packed_owners, self.packed_tricks
        return records

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> SolvedDeals:
        """Read a ``.npz`` that :meth:`save` wrote, or by memory map a ``.npy`` that ``python -m bridge.solving`` wrote.

        Raises:
            FileNotFoundError: there is no such file.
            ValueError: the file is damaged or holds no solved deals.
        """
        if not Path(path).is_file():
            raise FileNotFoundError(f"solved deals: there is no file {path}; make one with python -m bridge.solving")
        if Path(path).suffix == ".npy":
            return _mapped(Path(path))
        with Path(path).open("rb") as file:
            return _read(file, str(path))


def in_part(owners: ArrayLike, name: Part) -> NDArray[np.bool_]:
    """Which of the deals ``(n, 52)`` are of a part: bool ``(n,)``; see :meth:`SolvedDeals.part`.

    Raises:
        ValueError: there is no such part.
    """
    if name not in _PARTS:
        raise ValueError(f"part {name!r} is unknown: use train, validation or test")
    residues = symmetry_key(owners) % np.uint64(_RESIDUES)
    return np.isin(residues, np.array(_PARTS[name], dtype=np.uint64))


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


def _mapped(path: Path) -> SolvedDeals:
    try:
        records = np.load(path, mmap_mode="r", allow_pickle=False)
        if records.dtype != PACKED or records.ndim != 1 or not len(records):
            raise ValueError(f"it holds {records.dtype} {records.shape}, no solved deals")
    except _DAMAGED as error:
        reason = " ".join(str(error).split())
        raise ValueError(f"solved deals: {path} cannot be read ({reason}); make it again") from error
    return SolvedDeals(records["owners"], records["tricks"])


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


def unpacked_owners(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The seat (0-3) of each card, ``uint8 (n, 52)``, of packed owners ``uint8 (n, 13)``."""
    owners = np.empty((len(packed), N_CARDS), dtype=np.uint8)
    _unpack(np.ascontiguousarray(packed), 2, owners)
    return owners


def _unpacked_tricks(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    tricks = np.empty((len(packed), len(Denomination) * N_SEATS), dtype=np.uint8)
    _unpack(np.ascontiguousarray(packed), 4, tricks)
    return tricks.reshape(-1, len(Denomination), N_SEATS)


@compiled
def _unpack(packed: NDArray[np.uint8], bits: int, numbers: NDArray[np.uint8]) -> None:
    """Numbers of so many bits out of bytes, low bits first."""
    in_a_byte = 8 // bits
    for deal in range(len(packed)):
        for byte in range(packed.shape[1]):
            for place in range(in_a_byte):
                number = (packed[deal, byte] >> (place * bits)) & ((1 << bits) - 1)
                numbers[deal, byte * in_a_byte + place] = number


def random_owners(rng: np.random.Generator, n: int) -> NDArray[np.uint8]:
    """``n`` uniformly random deals as owners ``uint8 (n, 52)``."""
    pack = np.repeat(np.arange(N_SEATS, dtype=np.uint8), CARDS_PER_HAND)
    return rng.permuted(np.tile(pack, (n, 1)), axis=1)
