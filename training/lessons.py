"""Boards with something to learn at their turns: experts' cards, cards with what they cost, and a bidder's calls.

A lesson is a board with its auction and its cards. Where a card, or a call, is worth copying it is marked; where the
legal cards are labelled (``training.labels``), their costs are given. Lessons are played again as they were recorded,
and each seat's turns become a sequence of what that seat could see, as in a rollout: the other hands reach the network
through nobody's observation.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from agents.batched import make_batched
from bridge.actions import FIRST_BID, N_CARDS, PASS
from bridge.batch import BatchAgent, Boards, Ints, UInt8s
from bridge.cards import CARDS_PER_HAND
from bridge.engine import NOBODY, Int8s, States
from bridge.seats import N_SEATS
from bridge.solved import shipped_deals
from bridge.symmetry import permuted_owners, random_images
from training.expert_plays import NO_CARD, ExpertPlays, shipped_plays
from training.labelling import LABELLED
from training.labels import UNLABELLED
from training.phases import TrainedPhase, act_while
from training.rollout import draw_boards
from training.sequences import NOTHING_TO_COPY, SequenceBatch, SequenceRecorder
from training.settings import PLAYOUTS, TrainSettings

Bools = npt.NDArray[np.bool_]

EXPERTS = "experts"
"""The name of the shipped records."""
AUCTIONS = "auctions"
"""The name of the shipped deals' auctions by the run's bidder."""

_LEVELS_FROM_DOUBLE_DUMMY = np.array([-2, -1, 0, 1, 2])
_LEVEL_SHARES = np.array([0.1, 0.2, 0.4, 0.22, 0.08])
_NO_CALL = -1


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """``n`` boards to be played again."""

    boards: Boards
    """At their first call."""
    calls: Ints
    """``(n, longest)``, each board's auction, filled up with -1"""
    calls_copied: Bools
    """``(n,)``, where the auction is worth copying"""
    plays: Int8s
    """``(n, 52)``, the cards, filled up with ``NO_CARD``"""
    cards_copied: Bools
    """``(n, 52)``, where a card is worth copying"""
    costs: UInt8s
    """``(n, 52, 13)``, labels of the legal cards from low to high, or ``UNLABELLED``"""


class Source(Protocol):
    """Where lessons come from."""

    def draw(self, n: int, rng: np.random.Generator) -> Lessons:
        """``n`` of them, drawn with replacement."""
        ...


class ExpertLessons:
    """Records of expert play, each in a random one of its 96 images, with an auction that leads to its contract.

    The auction was not recorded. Where the bidder, asked anew, reaches the denomination by the declarer, that is it;
    elsewhere one bid is, of a level near the double-dummy tricks. Cards that cost a trick double dummy are not copied.
    """

    def __init__(self, plays: ExpertPlays, bidder: str, *, images: bool) -> None:
        self._plays = plays
        self._bidder = bidder
        self._images = images

    def draw(self, n: int, rng: np.random.Generator) -> Lessons:
        """``n`` records, drawn with replacement."""
        drawn = self._plays[rng.integers(len(self._plays), size=n)]
        drawn = _imaged(drawn, rng) if self._images else drawn
        boards = Boards(drawn.owners, drawn.dealers, drawn.vulnerable)
        calls = _auctions(boards, drawn, make_batched(self._bidder, n, rng), rng)
        copied = drawn.sound & (drawn.plays != NO_CARD)
        return Lessons(boards, calls, np.zeros(n, np.bool_), drawn.plays, copied, _unlabelled(n))


class AuctionLessons:
    """The calls of a bidder in all four seats of the training part's deals; no cards. For networks that bid as well."""

    def __init__(self, bidder: str, *, images: bool) -> None:
        self._deals = shipped_deals().part("train")
        self._bidder = bidder
        self._images = images

    def draw(self, n: int, rng: np.random.Generator) -> Lessons:
        """``n`` auctions of deals drawn with replacement."""
        boards, _ = draw_boards(self._deals, n, rng, images=self._images)
        bid = boards.copy()
        act_while(Boards.in_auction, bid, make_batched(self._bidder, n, rng))
        no_cards = np.full((n, N_CARDS), NO_CARD, np.int8)
        none = np.zeros((n, N_CARDS), np.bool_)
        return Lessons(boards, _calls_of(bid.states), np.ones(n, np.bool_), no_cards, none, _unlabelled(n))


class LabelledLessons:
    """Boards that ``python -m training.labelling`` made: a file, or a folder that may gain files meanwhile.

    A file is taken up when the next boards are drawn, which then are others: a run that is stopped and resumed learns
    what one without a stop learns only if its folder stays as it is.

    Raises:
        ValueError: there is no such file, or it holds no labelled boards.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._parts: dict[Path, npt.NDArray[np.void]] = {}
        self._take_up_new_files()
        if not self._parts:
            raise ValueError(f"lessons: folder {path} holds no .npy file; make one with python -m training.labelling")

    def _take_up_new_files(self) -> None:
        files = sorted(self._path.glob("*.npy")) if self._path.is_dir() else [self._path]
        self._parts = {file: self._parts[file] if file in self._parts else _mapped(file) for file in files}

    def draw(self, n: int, rng: np.random.Generator) -> Lessons:
        """``n`` boards, drawn with replacement."""
        self._take_up_new_files()
        ends = np.cumsum([len(part) for part in self._parts.values()])
        rows = np.sort(rng.integers(ends[-1], size=n))
        split = np.split(rows, np.searchsorted(rows, ends[:-1]))
        starts = np.concatenate([[0], ends[:-1]])
        parts = zip(self._parts.values(), split, starts, strict=True)
        drawn = np.concatenate([part[own - start] for part, own, start in parts])
        states = drawn["board"]
        boards = Boards(states["owner"].astype(np.uint8), states["dealer"], states["vulnerable"])
        longest = max(1, int(states["n_calls"].max()))
        calls = np.where(np.arange(longest) < states["n_calls"][:, np.newaxis], states["calls"][:, :longest], _NO_CALL)
        plays = np.where(np.arange(N_CARDS) < states["n_plays"][:, np.newaxis], states["plays"], NO_CARD)
        none = np.zeros((n, N_CARDS), np.bool_)
        return Lessons(
            boards, calls.astype(np.int64), np.ones(n, np.bool_), plays.astype(np.int8), none, drawn["costs"]
        )


def _mapped(path: Path) -> npt.NDArray[np.void]:
    try:
        records: npt.NDArray[np.void] = np.load(path, mmap_mode="r", allow_pickle=False)
        if records.dtype != LABELLED or records.ndim != 1 or not len(records):
            raise ValueError("it holds no labelled boards of this version")
    except (ValueError, OSError, EOFError) as error:
        reason = " ".join(str(error).split())
        raise ValueError(
            f"lessons: {path} cannot be read ({reason}); make it with python -m training.labelling"
        ) from error
    return records


def _unlabelled(n: int) -> UInt8s:
    return np.broadcast_to(np.uint8(UNLABELLED), (n, N_CARDS, CARDS_PER_HAND))


def sources_of(settings: TrainSettings) -> dict[str, Source]:
    """The sources of a run's recorded lessons by name, without the boards that it plays itself.

    Raises:
        ValueError: a name is no source.
    """
    recorded = [name for name in settings.lessons.names if name != PLAYOUTS]
    return {name: source_of(name, settings.bidder, images=settings.symmetries) for name in recorded}


def source_of(name: str, bidder: str, *, images: bool) -> Source:
    """The lessons of a name: ``experts``, ``auctions``, or the path of labelled boards.

    Args:
        name: of the source.
        bidder: makes the auctions, also of records that have none.
        images: whether deals and records are drawn in their 96 images; labelled boards, whose auctions stand, are not.

    Raises:
        ValueError: the name is no source.
    """
    if name == EXPERTS:
        return ExpertLessons(shipped_plays().part("train"), bidder, images=images)
    if name == AUCTIONS:
        return AuctionLessons(bidder, images=images)
    return LabelledLessons(Path(name))


# --- auctions of records that have none -------------------------------------------------------------------------------


def _imaged(plays: ExpertPlays, rng: np.random.Generator) -> ExpertPlays:
    """Each record in a random one of its images: seats turned, suits renamed."""
    turns, suits = random_images(rng, len(plays))
    denominations = plays.denominations.copy()
    in_suit = denominations < len(suits[0])
    denominations[in_suit] = suits[in_suit, denominations[in_suit]]
    cards = suits[np.arange(len(suits))[:, np.newaxis], plays.plays // CARDS_PER_HAND] * CARDS_PER_HAND
    cards = np.where(plays.plays == NO_CARD, NO_CARD, cards + plays.plays % CARDS_PER_HAND)
    return ExpertPlays(
        permuted_owners(plays.owners, turns, suits),
        (plays.dealers + turns) % N_SEATS,
        # An odd turn exchanges the sides.
        np.where(turns % 2 == 1, plays.vulnerable % 2 * 2 + plays.vulnerable // 2, plays.vulnerable),
        denominations,
        (plays.declarers + turns) % N_SEATS,
        plays.tricks,
        cards.astype(np.int8),
        plays.sound,
    )


def _auctions(boards: Boards, plays: ExpertPlays, bidder: BatchAgent, rng: np.random.Generator) -> Ints:
    """Calls ``(n, longest)`` that lead to each record's contract: the bidder's where they do."""
    bid = boards.copy()
    act_while(Boards.in_auction, bid, bidder)
    states = bid.states
    fits = (states["declarer"] == plays.declarers) & ((states["bid"] - FIRST_BID) % 5 == plays.denominations)
    calls = _calls_of(states)
    return np.where(fits[:, np.newaxis], calls, _single_bids(plays, calls.shape[1], rng))


def _calls_of(states: States) -> Ints:
    """The auctions of boards ``(n, longest)``, filled up; room for at least an auction of one bid."""
    longest = max(2 * N_SEATS, int(states["n_calls"].max()))
    made = np.arange(longest) < states["n_calls"][:, np.newaxis]
    return np.where(made, states["calls"][:, :longest], _NO_CALL).astype(np.int64)


def _single_bids(plays: ExpertPlays, longest: int, rng: np.random.Generator) -> Ints:
    """Auctions of one bid by declarer, of a level near the double-dummy tricks: not always one that makes."""
    drawn = rng.choice(_LEVELS_FROM_DOUBLE_DUMMY, size=len(plays), p=_LEVEL_SHARES)
    levels = np.clip(plays.tricks - 6 + drawn, 1, 7)
    place = (plays.declarers - plays.dealers) % N_SEATS
    turns = np.arange(longest)
    calls = np.where(turns < place[:, np.newaxis] + N_SEATS, PASS, _NO_CALL)
    bids = FIRST_BID + (levels - 1) * 5 + plays.denominations
    return np.where(turns == place[:, np.newaxis], bids[:, np.newaxis], calls)


# --- playing them again -----------------------------------------------------------------------------------------------


def studied(lessons: Lessons, phase: TrainedPhase, n_inputs: int, first_action: int) -> SequenceBatch:
    """Play lessons again and record every seat's turns, with what is to be learnt at each.

    Args:
        lessons: boards to be played again.
        phase: its record begins with the auction or after it.
        n_inputs: how much of the observation the network reads.
        first_action: the action of the network's first logit.
    """
    boards = lessons.boards
    recorder = SequenceRecorder(len(boards) * N_SEATS, n_inputs, costs=True)
    for turn in range(lessons.calls.shape[1]):
        rows = np.flatnonzero(lessons.calls[:, turn] != _NO_CALL)
        calls = lessons.calls[rows, turn]
        if phase.bids:
            taught = np.where(lessons.calls_copied[rows], calls - first_action, NOTHING_TO_COPY)
            _record(recorder, boards, rows, taught, None)
        boards.act(rows, calls)
    for turn in range(N_CARDS):
        rows = np.flatnonzero((lessons.plays[:, turn] != NO_CARD) & (boards.states["declarer"] != NOBODY))
        cards = lessons.plays[rows, turn].astype(np.int64)
        taught = np.where(lessons.cards_copied[rows, turn], cards - first_action, NOTHING_TO_COPY)
        _record(recorder, boards, rows, taught, lessons.costs[rows, turn])
        boards.act(rows, cards)
    unpaid = np.zeros(len(recorder.lengths), np.float32)
    return recorder.finish(unpaid, np.zeros((len(unpaid), 0), np.int8))


def _record(recorder: SequenceRecorder, boards: Boards, rows: Ints, taught: Ints, costs: UInt8s | None) -> None:
    """Record the turn of the seats that are to act on ``rows``."""
    seats = boards.actors()[rows]
    observations, masks = boards.observe(rows, seats, recorder.observation_size)
    zeros = np.zeros(len(rows), np.float32)
    by_card = None if costs is None else _by_card(costs, masks[:, :N_CARDS])
    recorder.add(rows * N_SEATS + seats, observations, masks, taught, zeros, zeros, by_card)


def _by_card(costs: UInt8s, masks: Int8s) -> UInt8s:
    """Costs of the legal cards from low to high, ``(k, 13)``, as costs by card number, ``(k, 52)``."""
    places = np.minimum(np.maximum(np.cumsum(masks, axis=1) - 1, 0), CARDS_PER_HAND - 1)
    return np.where(masks > 0, np.take_along_axis(costs, places, axis=1), np.uint8(UNLABELLED))
