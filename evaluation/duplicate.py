"""Duplicate matches of two teams, whole in memory: the short way from Python.

``evaluation.plan`` says what is compared; ``evaluation.tournament`` is for more teams, resumption and early stops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bridge.board import Board
from bridge.scoring import imps
from evaluation.boards import MatchBoard
from evaluation.plan import plan_of
from evaluation.statistics import Estimate, estimate
from evaluation.store import IN_MEMORY, Store
from evaluation.table import Play, TableResult
from evaluation.teams import Team
from evaluation.tournament import play_tournament
from evaluation.worker import PlayedBoard


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
        """Team A's raw points per board, both tables together."""
        return estimate([board.difference for board in self.boards])

    @property
    def imps(self) -> Estimate:
        """Team A's IMPs per board: a comparison of two tables."""
        return estimate([board.imps for board in self.boards])


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
            and then the message names board and seats.
    """
    plan = plan_of((team_a, team_b), play=play, seed=seed, bidder=bidder, recorded_auctions=recorded_auctions)
    with Store(IN_MEMORY) as store:
        for progress in play_tournament(plan, boards, store, jobs=jobs):
            if on_boards is not None:
                on_boards(progress.boards)
        results = tuple(_board_result(played) for played in store.boards())
    return MatchResult(plan.teams[0], plan.teams[1], play, seed, results)


def _board_result(played: PlayedBoard) -> BoardResult:
    table_1, table_2 = sorted(played.tables, key=lambda table: table.ns)
    return BoardResult(played.item.board, table_1.result, table_2.result)
