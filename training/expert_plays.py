"""Recorded card play of experts, as it ships: 64,818 records of 24,598 deals, most of them up to a claim.

A card is kept as its place among the legal cards, from low to high, and not at all where there is no choice; so the
records are read by playing them again. Beside each card stands whether it was sound: double dummy, it cost no trick.
Denomination and declarer are recorded, the level and the auction are not.
"""

from __future__ import annotations

import functools
import os
import zipfile
import zlib
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from bridge.actions import FIRST_BID, N_CARDS, PASS
from bridge.batch import Boards, Ints, UInt8s
from bridge.cards import Denomination
from bridge.engine import Int8s
from bridge.files import written_whole
from bridge.seats import N_SEATS
from bridge.solved import Part, SolvedDeals, in_part, unpacked_owners

Bools = npt.NDArray[np.bool_]

NO_CARD = -1
"""Fills up the cards of a record that ends early."""

_SHIPPED = "data/expert_plays.npz"
_NUMBERS = ("dealers", "vulnerable", "denominations", "declarers", "tricks")


@dataclass(frozen=True, slots=True, eq=False)
class ExpertPlays:
    """``n`` records of card play."""

    owners: UInt8s
    """``(n, 52)``, the seat that each card was dealt to"""
    dealers: Ints
    """``(n,)``"""
    vulnerable: Ints
    """``(n,)``, bits 1 NS and 2 EW"""
    denominations: Ints
    """``(n,)``, C D H S NT = 0-4"""
    declarers: Ints
    """``(n,)``"""
    tricks: Ints
    """``(n,)``, declarer's double-dummy tricks"""
    plays: Int8s
    """``(n, 52)``, the cards in order, then ``NO_CARD``"""
    sound: Bools
    """``(n, 52)``, where a card cost no trick double dummy"""

    def __len__(self) -> int:
        return len(self.owners)

    def __getitem__(self, rows: Ints) -> ExpertPlays:
        """Some of the records."""
        return ExpertPlays(*(getattr(self, name)[rows] for name in self.__slots__))

    def part(self, name: Part) -> ExpertPlays:
        """The records of the deals of one part, as ``SolvedDeals.part`` splits them: by the cards alone."""
        return self[np.flatnonzero(in_part(self.owners, name))]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file that ``load`` reads, whole or not at all."""
        deals, deal = np.unique(self.owners, axis=0, return_inverse=True)
        places, choices = _places(self)
        with written_whole(Path(path)) as temporary, temporary.open("wb") as file:
            np.savez_compressed(
                file,
                owners=SolvedDeals.of(deals, np.zeros((len(deals), len(Denomination), N_SEATS))).packed_owners,
                deal=deal.astype(np.uint16),
                **{name: getattr(self, name).astype(np.uint8) for name in _NUMBERS},
                lengths=(self.plays != NO_CARD).sum(axis=1).astype(np.uint8),
                places=places.T[choices.T],
                unsound=np.packbits((~self.sound & (self.plays != NO_CARD)).T[choices.T]),
            )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> ExpertPlays:
        """Read a file that :meth:`save` wrote.

        Raises:
            FileNotFoundError: there is no such file.
            ValueError: the file is damaged or holds no records of play.
        """
        if not Path(path).is_file():
            raise FileNotFoundError(f"expert plays: there is no file {path}")
        with Path(path).open("rb") as file:
            return _read(file, str(path))


@functools.cache
def shipped_plays() -> ExpertPlays:
    """The records that come with the project, read once a process.

    Raises:
        FileNotFoundError: the installation lacks the file.
        ValueError: the file is damaged.
    """
    resource = resources.files("training").joinpath(_SHIPPED)
    if not resource.is_file():
        raise FileNotFoundError(f"expert plays: training/{_SHIPPED} is missing; install the project again")
    with resource.open("rb") as file:
        return _read(file, f"training/{_SHIPPED}")


def _read(file: IO[bytes], name: str) -> ExpertPlays:
    try:
        with np.load(file, allow_pickle=False) as arrays:
            return _unpacked({key: arrays[key] for key in arrays.files})
    except (ValueError, KeyError, IndexError, OSError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        reason = " ".join(str(error).split())
        raise ValueError(f"expert plays: {name} cannot be read ({reason}); install it again") from error


def _unpacked(arrays: dict[str, npt.NDArray[np.uint8]]) -> ExpertPlays:
    owners = unpacked_owners(arrays["owners"])[arrays["deal"]]
    numbers = {name: arrays[name].astype(np.int64) for name in _NUMBERS}
    no_cards = np.full(owners.shape, NO_CARD, np.int8)
    empty = ExpertPlays(owners, **numbers, plays=no_cards, sound=np.ones(owners.shape, np.bool_))
    return _played_again(empty, arrays["lengths"].astype(np.int64), arrays["places"], arrays["unsound"])


def _played_again(empty: ExpertPlays, lengths: Ints, places: UInt8s, unsound: UInt8s) -> ExpertPlays:
    """The records with their cards, which lie turn after turn in ``places`` and ``unsound``."""
    plays, sound = empty.plays, empty.sound
    bad = np.unpackbits(unsound, count=len(places)).astype(np.bool_)
    boards, read = _at_the_lead(empty), 0
    for turn in range(N_CARDS):
        rows = np.flatnonzero(lengths > turn)
        masks = _legal_cards(boards, rows)
        chosen = masks.sum(axis=1) > 1
        place = np.zeros(len(rows), np.int64)
        place[chosen] = places[read : read + chosen.sum()]
        sound[rows[chosen], turn] = ~bad[read : read + chosen.sum()]
        read += int(chosen.sum())
        # The place-th legal card is the first up to which so many and one are legal.
        plays[rows, turn] = (np.cumsum(masks, axis=1) == place[:, np.newaxis] + 1).argmax(axis=1)
        boards.act(rows, plays[rows, turn].astype(np.int64))
    return replace(empty, plays=plays, sound=sound)


def _places(plays: ExpertPlays) -> tuple[UInt8s, Bools]:
    """Of each card its place among the legal ones, and where there was a choice, both ``(n, 52)``."""
    places = np.zeros((len(plays), N_CARDS), np.uint8)
    choices = np.zeros((len(plays), N_CARDS), np.bool_)
    boards = _at_the_lead(plays)
    for turn in range(N_CARDS):
        rows = np.flatnonzero(plays.plays[:, turn] != NO_CARD)
        masks, cards = _legal_cards(boards, rows), plays.plays[rows, turn].astype(np.int64)
        places[rows, turn] = np.cumsum(masks, axis=1)[np.arange(len(rows)), cards] - 1
        choices[rows, turn] = masks.sum(axis=1) > 1
        boards.act(rows, cards)
    return places, choices


def _at_the_lead(plays: ExpertPlays) -> Boards:
    """The boards after an auction of one bid, which is all that legality of cards asks for."""
    boards = Boards(plays.owners, plays.declarers, plays.vulnerable)
    rows = np.arange(len(boards))
    for call in (FIRST_BID + plays.denominations, *[np.full(len(rows), PASS)] * (N_SEATS - 1)):
        boards.act(rows, call)
    return boards


def _legal_cards(boards: Boards, rows: Ints) -> Int8s:
    return boards.observe(rows, boards.actors()[rows], 0)[1][:, :N_CARDS]
