"""A share of a tournament's boards, played by one process."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from agents.agreements import tell
from bridge import double_dummy
from bridge.agent import Agent
from bridge.batch import BatchAgent
from bridge.calls import Contract
from bridge.game import final_contract
from bridge.seats import N_SEATS
from evaluation.auctions import auctions_of, batch_bidder
from evaluation.boards import AGENTS_BRANCH, BIDDERS_BRANCH, MatchBoard
from evaluation.plan import Plan, Sitting
from evaluation.table import TableResult, bid_board, play_board

Numbered = tuple[int, MatchBoard]
"""A board with its number in the tournament, counted from 0."""

Calls = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """One board at one table of a tournament."""

    board: int
    """Number in the tournament, counted from 0."""
    ns: int
    """Number of the team that sat North-South."""
    ew: int
    """Number of the team that sat East-West."""
    result: TableResult
    trace: tuple[int, ...] | None = None
    """Declarer's double-dummy tricks before the lead and after each card, where the plan asks for the analysis."""


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """One board at all its tables."""

    number: int
    """In the tournament, counted from 0."""
    item: MatchBoard
    par_ns: int | None
    """The par score for North-South, where the double-dummy table is known."""
    tables: tuple[PlayedTable, ...]


def play_chunk(plan: Plan, chunk: Sequence[Numbered]) -> list[PlayedBoard]:
    """Play a share of the boards, with agents made for it.

    Raises:
        ValueError: an agent broke the rules; the message names board and table.
    """
    with _one_thread():
        given = _given_auctions(plan, chunk)
        if plan.compare == "both":
            tables = [_played(plan, sitting, chunk, given) for sitting in plan.sittings()]
            by_board = list(zip(*tables, strict=True))
        else:
            by_board = _one_role(plan, chunk, given)
    if plan.analysis:
        by_board = [_analysed(tables) for tables in by_board]
    return [
        PlayedBoard(number, item, _par_ns(item), tuple(tables))
        for (number, item), tables in zip(chunk, by_board, strict=True)
    ]


def _seed(plan: Plan, number: int, branch: int = AGENTS_BRANCH) -> np.random.SeedSequence:
    """The root of the streams of a board's four seats, the same at all its tables."""
    return np.random.SeedSequence(plan.seed, spawn_key=(branch, number))


def _given_auctions(plan: Plan, chunk: Sequence[Numbered]) -> list[Calls] | None:
    """The auctions that every table takes as they are, if the plan gives them."""
    if plan.bidder is not None:
        seeds = [_seed(plan, number, BIDDERS_BRANCH) for number, _ in chunk]
        batch = batch_bidder(plan.bidder, "double_dummy", seeds, chunk[0][0])
        if batch is not None:
            return auctions_of([item.board for _, item in chunk], batch, batch)
        bidders = [plan.bidder.make() for _ in range(N_SEATS)]
        return [bid_board(item.board, bidders, seed) for (_, item), seed in zip(chunk, seeds, strict=True)]
    if plan.recorded_auctions:
        return [item.calls or () for _, item in chunk]
    return None


def _played(plan: Plan, sitting: Sitting, chunk: Sequence[Numbered], given: list[Calls] | None) -> list[PlayedTable]:
    """One sitting on every board of a chunk."""
    seeds = [_seed(plan, number) for number, _ in chunk]
    auctions = given if given is not None else _batch_auctions(plan, sitting, chunk, seeds)
    # Without an auction and with the cards to be played the agents sit at the table from the first call on.
    calls: Sequence[Calls | None] = [None] * len(chunk) if auctions is None else auctions
    agents = _Seated(plan, sitting) if auctions is None or plan.play == "cards" else None
    return [
        _at_table(plan, sitting, numbered, agents, seed, auction)
        for numbered, seed, auction in zip(chunk, seeds, calls, strict=True)
    ]


def _one_role(plan: Plan, chunk: Sequence[Numbered], given: list[Calls] | None) -> list[tuple[PlayedTable, ...]]:
    """Every team in the same role of the same contracts."""
    assert given is not None, "a plan that compares one role gives the auctions"
    seated = {sitting: _Seated(plan, sitting) for sitting in _all_sittings(plan)}
    played = []
    for numbered, calls in zip(chunk, given, strict=True):
        sittings = plan.sittings(final_contract(numbered[1].board.dealer, calls))
        seed = _seed(plan, numbered[0])
        played.append(tuple(_at_table(plan, one, numbered, seated[one], seed, calls) for one in sittings))
    return played


def _all_sittings(plan: Plan) -> Iterator[Sitting]:
    house = len(plan.teams)
    for number in range(house):
        yield number, house
        yield house, number


def _batch_auctions(
    plan: Plan, sitting: Sitting, chunk: Sequence[Numbered], seeds: Sequence[np.random.SeedSequence]
) -> list[Calls] | None:
    bidders: list[BatchAgent] = []
    for number in sitting:
        bidder = batch_bidder(plan.seated(number), plan.play, seeds, chunk[0][0])
        if bidder is None:
            return None
        bidders.append(bidder)
    return auctions_of([item.board for _, item in chunk], *bidders)


class _Seated:
    """Four agents of a sitting, made when they are first needed and told what the calls of both sides mean."""

    def __init__(self, plan: Plan, sitting: Sitting) -> None:
        self._teams = [plan.seated(number) for number in sitting]
        self._agreements = plan.agreements(sitting) if plan.tells else None
        self._agents: list[Agent] | None = None

    def agents(self) -> list[Agent]:
        """The agents of North, East, South and West."""
        if self._agents is None:
            north, south = (self._teams[0].make() for _ in range(2))
            east, west = (self._teams[1].make() for _ in range(2))
            self._agents = [north, east, south, west]
            if self._agreements is not None:
                tell(self._agents, self._agreements)
        return self._agents


def _at_table(
    plan: Plan,
    sitting: Sitting,
    numbered: Numbered,
    seated: _Seated | None,
    seed: np.random.SeedSequence,
    calls: Calls | None,
) -> PlayedTable:
    number, item = numbered
    try:
        result = play_board(
            item.board,
            None if seated is None else seated.agents(),
            seed,
            play=plan.play,
            table=item.table,
            given_calls=calls,
        )
    except (ValueError, TypeError) as error:
        ns, ew = (plan.label(team) for team in sitting)
        raise ValueError(f"board {number + 1}, {ns} North-South, {ew} East-West: {error}") from error
    return PlayedTable(number, *sitting, result)


def _analysed(tables: Sequence[PlayedTable]) -> tuple[PlayedTable, ...]:
    """The tables with their traces; tables that played the same cards share the solver's work."""
    traces: dict[tuple[Contract | None, Calls], tuple[int, ...] | None] = {}
    analysed = []
    for table in tables:
        key = (table.result.contract, table.result.plays)
        if key not in traces:
            traces[key] = _trace(table.result)
        analysed.append(replace(table, trace=traces[key]))
    return tuple(analysed)


def _trace(result: TableResult) -> tuple[int, ...] | None:
    contract = result.contract
    if contract is None:
        return None
    owners = result.board.deal.array()
    return tuple(double_dummy.trace(owners, contract.denomination, contract.declarer, result.plays).tolist())


def _par_ns(item: MatchBoard) -> int | None:
    if item.table is None:
        return None
    return double_dummy.par(item.table, item.board.dealer, item.board.vulnerable)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Keep torch, if a player brought it, to one thread: small networks gain nothing, and processes share the cores."""
    torch = sys.modules.get("torch")
    if torch is None:
        yield
        return
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
