"""Duplicate matches: two teams play the same boards twice, with the teams exchanged.

At table 1 team A sits North-South and team B East-West; at table 2 they have changed places. What one team wins at
table 1 with the better cards the other holds at table 2, so the luck of the deal cancels.

Everything here is told from team A's side. The *difference* of a board is A's raw score at table 1 plus A's raw score
at table 2, that is ``score_ns`` of table 1 minus ``score_ns`` of table 2: the sum over both tables, as in a match of
teams; half of it is the mean of one table. IMPs are the same difference on the scale of Law 78, so they too compare two
tables.

Seats have the same random streams at both tables. Hence a team against itself comes out at exactly 0 on every board,
and exchanging the teams negates the result, also when the agents choose at random.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from agents.registry import make
from agents.roles import can_bid, can_play
from bridge.agent import Agent
from bridge.board import Board
from bridge.scoring import imps
from evaluation.boards import AGENTS_BRANCH, BIDDERS_BRANCH, MatchBoard
from evaluation.statistics import Estimate, estimate
from evaluation.table import Play, TableResult, bid_board, play_board


@dataclass(frozen=True, slots=True)
class Team:
    """Who plays for one side of a match: an agent's name or address and the options that it is made with."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    maker: Callable[[], Agent] | None = None
    """Builds one agent, instead of ``agents.make(name, **options)``; ``name`` is then only a label."""

    def make(self) -> Agent:
        """One agent, for one seat.

        Raises:
            ValueError: there is no such agent.
        """
        return make(self.name, **self.options) if self.maker is None else self.maker()

    def ready_for(self, play: Play, given_auctions: bool = False) -> Team:
        """This team, with the heuristic card player added if cards are to be played and its agent only bids.

        Raises:
            ValueError: there is no such agent, or it does not bid and no auction is given.
        """
        agent = self.make()
        if not can_bid(agent) and not given_auctions:
            raise ValueError(f"{self.name} only plays cards: compose it with a bidder, for example sayc+{self.name}")
        if play == "double_dummy" or can_play(agent):
            return self
        if self.maker is not None:
            raise ValueError(f"{self.name} only bids: compose it with a card player, for example sayc+heuristic")
        return replace(self, name=f"{self.name}+heuristic")


@dataclass(frozen=True, slots=True)
class BoardResult:
    """One board at both tables."""

    board: Board
    table_1: TableResult
    """Team A sits North-South."""
    table_2: TableResult
    """Team A sits East-West."""

    @property
    def difference(self) -> int:
        """Team A's raw score, both tables together."""
        return self.table_1.score_ns - self.table_2.score_ns

    @property
    def imps(self) -> int:
        """The difference in IMPs."""
        return int(imps(self.difference))


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match: who played whom, how, and what came out on every board."""

    team_a: Team
    team_b: Team
    play: Play
    seed: int
    boards: tuple[BoardResult, ...]

    @property
    def raw_score(self) -> Estimate:
        """Team A's raw points per board, both tables together (see the module's text)."""
        return estimate([board.difference for board in self.boards])

    @property
    def imps(self) -> Estimate:
        """Team A's IMPs per board: a comparison of two tables."""
        return estimate([board.imps for board in self.boards])


@dataclass(frozen=True, slots=True)
class _Match:
    """What every process needs to know to play a share of the boards."""

    team_a: Team
    team_b: Team
    play: Play
    seed: int
    bidder: Team | None


def play_match(
    team_a: Team | str,
    team_b: Team | str,
    boards: Sequence[MatchBoard],
    *,
    play: Play = "double_dummy",
    seed: int = 0,
    jobs: int = 1,
    bidder: Team | str | None = None,
    recorded_auctions: bool = False,
    on_boards: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play a duplicate match. The result is the same whatever the number of ``jobs``.

    Args:
        team_a: a team or an agent's name (see ``agents.registry``).
        team_b: its opponent.
        boards: see ``evaluation.boards``.
        play: with ``"double_dummy"`` bidders are enough; with ``"cards"`` an agent that only bids gets the heuristic
            card player, as the teams in the result then say.
        seed: of the agents' random streams.
        jobs: processes; 1 plays in this one.
        bidder: bids every auction in all four seats, and both tables play the same contract: compares card players.
        recorded_auctions: likewise, with the auctions that came with the boards.
        on_boards: called with the number of boards just finished.

    Raises:
        ValueError: there are no boards, a team cannot play, or an auction is not recorded; or an agent broke the rules,
            and then the message names board and table.
    """
    if not boards:
        raise ValueError("a match needs at least one board")
    given = bidder is not None or recorded_auctions
    if given and play == "double_dummy":
        raise ValueError("with the same auctions and double-dummy play both tables are the same: use play=cards")
    if recorded_auctions and any(item.calls is None for item in boards):
        raise ValueError("a board has no complete recorded auction")
    if not recorded_auctions:
        boards = [replace(item, calls=None) for item in boards]
    match = _Match(
        _team(team_a).ready_for(play, given),
        _team(team_b).ready_for(play, given),
        play,
        seed,
        None if bidder is None else _team(bidder).ready_for("double_dummy"),
    )
    results: list[BoardResult] = []
    chunks = _chunks(boards)
    for chunk in _played(match, chunks, min(jobs, len(chunks))):
        results.extend(chunk)
        if on_boards is not None:
            on_boards(len(chunk))
    return MatchResult(match.team_a, match.team_b, play, seed, tuple(results))


def _team(team: Team | str) -> Team:
    return Team(team) if isinstance(team, str) else team


_LARGEST_CHUNK = 16
_CHUNKS = 32


def _chunks(boards: Sequence[MatchBoard]) -> list[list[tuple[int, MatchBoard]]]:
    """Numbered boards in shares that do not depend on the number of processes."""
    size = min(_LARGEST_CHUNK, max(1, len(boards) // _CHUNKS))
    numbered = list(enumerate(boards))
    return [numbered[start : start + size] for start in range(0, len(boards), size)]


def _played(match: _Match, chunks: list[list[tuple[int, MatchBoard]]], jobs: int) -> Iterator[list[BoardResult]]:
    """The results of each chunk, in order."""
    if jobs == 1:
        yield from (_play_chunk(match, chunk) for chunk in chunks)
        return
    import joblib  # slow to import, and only a match in several processes needs it

    with joblib.parallel_config(backend="loky", inner_max_num_threads=1):
        parallel = joblib.Parallel(n_jobs=jobs, return_as="generator")
        yield from parallel(joblib.delayed(_play_chunk)(match, chunk) for chunk in chunks)


def _play_chunk(match: _Match, chunk: list[tuple[int, MatchBoard]]) -> list[BoardResult]:
    """Play a share of the boards with agents made for it."""
    north_a, south_a, north_b, south_b = (team.make() for team in (match.team_a,) * 2 + (match.team_b,) * 2)
    bidders = None if match.bidder is None else [match.bidder.make() for _ in range(4)]
    with _one_thread():
        return [
            _play_twice(match, index, item, (north_a, south_a), (north_b, south_b), bidders) for index, item in chunk
        ]


def _play_twice(
    match: _Match,
    index: int,
    item: MatchBoard,
    pair_a: tuple[Agent, Agent],
    pair_b: tuple[Agent, Agent],
    bidders: Sequence[Agent] | None,
) -> BoardResult:
    seed = np.random.SeedSequence(match.seed, spawn_key=(AGENTS_BRANCH, index))
    bidders_seed = np.random.SeedSequence(match.seed, spawn_key=(BIDDERS_BRANCH, index))
    calls = item.calls if bidders is None else bid_board(item.board, bidders, bidders_seed)
    tables = []
    for sitting, (pair_ns, pair_ew) in enumerate(((pair_a, pair_b), (pair_b, pair_a)), start=1):
        seated = (pair_ns[0], pair_ew[0], pair_ns[1], pair_ew[1])
        try:
            tables.append(play_board(item.board, seated, seed, play=match.play, table=item.table, given_calls=calls))
        except (ValueError, TypeError) as error:
            north_south = match.team_a.name if sitting == 1 else match.team_b.name
            raise ValueError(f"board {index + 1}, table {sitting} ({north_south} sits NS): {error}") from error
    return BoardResult(item.board, *tables)


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
