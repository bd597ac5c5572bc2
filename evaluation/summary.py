"""What a tournament says, as values: the one source of the text, the page, the JSON file and the curves."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from bridge.scoring import imps
from bridge.seats import Side
from evaluation import field_scores
from evaluation.contracts import ContractCount, contracts_of, passed_out
from evaluation.plan import Plan
from evaluation.ratings import Rating, ratings
from evaluation.results import Floats, Results
from evaluation.sequential import sequence_interval
from evaluation.statistics import Estimate, boards_needed, bootstrap_interval, estimate
from evaluation.swings import PARTS, CardPlay, Swing, card_play, swings
from evaluation.worker import PlayedBoard

WANTED_HALF_WIDTH = 0.1
"""IMPs per board on each side, for which a report says how many boards it takes."""

_BOOTSTRAP_BRANCH = 3
"""Of the tournament's seed; the first three are deals, agents and bidders."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two teams, told from the first one's side."""

    first: int
    second: int
    points: Estimate
    """Raw score per board."""
    imps: Estimate
    """IMPs per board."""
    imps_bootstrap: tuple[float, float] | None
    """The 95 % interval of the same by resampling; None with one board."""
    imps_sequence: tuple[float, float]
    """The interval that holds at every number of boards together, see ``evaluation.sequential``."""
    boards_needed: int | None
    """For an interval of ``WANTED_HALF_WIDTH`` on each side; None where it cannot be told."""
    won: int
    """Boards with IMPs for the first team."""
    lost: int
    """Boards with IMPs for the second."""
    swings: tuple[Swing, ...]
    """By kind of board."""
    parts: dict[str, Estimate]
    """Points per board by part of the game, see ``evaluation.swings``; empty without the analysis of cards."""

    @property
    def is_decided(self) -> bool:
        """Whether the 95 % interval of the IMPs leaves zero out."""
        return self.imps.is_significant


@dataclass(frozen=True, slots=True)
class Standing:
    """One team over all its contests."""

    team: int
    label: str
    imps: Estimate
    """IMPs per board, on each board the mean over its contests."""
    rating: Rating
    matchpoints: Estimate | None
    """Per cent of the top; in a pairs field only, as are the next two."""
    cross_imps: Estimate | None
    """IMPs per result compared with."""
    butler: Estimate | None
    """IMPs against the datum."""
    par_loss: Estimate | None
    """IMPs per table that the team's side scored below par; None where a par score is not known."""
    tricks_lost: dict[str, float | None]
    """Double dummy, per table: by ``lead`` and ``defence`` where it defended, ``declarer`` where it declared."""
    contracts: ContractCount


@dataclass(frozen=True, slots=True)
class Summary:
    """All of a tournament but its single boards."""

    plan: Plan
    source: str
    """Where the boards come from, in words."""
    boards: int
    tables: int
    """Tables a board."""
    passed_out: int
    """Tables at which nobody bid."""
    contests: tuple[Contest, ...]
    standings: tuple[Standing, ...]
    """The best first."""


def summarise(results: Results, boards: Iterable[PlayedBoard], source: str) -> Summary:
    """Summarise a tournament.

    Args:
        results: its scores.
        boards: its boards with their tables, as ``Store.boards`` gives them; read only where cards were analysed.
        source: where the boards come from, in words.
    """
    plan = results.plan
    cards = card_play(results, boards) if plan.analysis else None
    rated = ratings(results)
    standings = [_standing(results, team, rated[team], cards) for team in range(len(plan.teams))]
    return Summary(
        plan=plan,
        source=source,
        boards=len(results),
        tables=results.scores_ns.shape[1],
        passed_out=passed_out(results),
        contests=tuple(_contest(results, number, cards) for number in range(len(plan.contests))),
        standings=tuple(sorted(standings, key=lambda standing: (-_order(standing), standing.team))),
    )


def _order(standing: Standing) -> float:
    return standing.imps.mean if standing.matchpoints is None else standing.matchpoints.mean


def _contest(results: Results, number: int, cards: CardPlay | None) -> Contest:
    first, second = results.plan.contests[number]
    values = results.imps(number)
    per_board = results.imps_per_board(number)
    rng = np.random.default_rng(np.random.SeedSequence(results.plan.seed, spawn_key=(_BOOTSTRAP_BRANCH, number)))
    return Contest(
        first=first,
        second=second,
        points=results.raw_score(number),
        imps=per_board,
        imps_bootstrap=bootstrap_interval(values.tolist(), rng) if len(values) > 1 else None,
        imps_sequence=sequence_interval(per_board),
        boards_needed=boards_needed(per_board, WANTED_HALF_WIDTH),
        won=int((values > 0).sum()),
        lost=int((values < 0).sum()),
        swings=swings(results, number),
        parts={} if cards is None else {name: cards.source(number, part) for part, name in enumerate(PARTS)},
    )


def _standing(results: Results, team: int, rating: Rating, cards: CardPlay | None) -> Standing:
    is_field = results.plan.format == "pairs"
    return Standing(
        team=team,
        label=results.plan.labels[team],
        imps=estimate(results.against_all(team).tolist()),
        rating=rating,
        # East-West has what North-South lacks: of matchpoints to the top, of IMPs to zero.
        matchpoints=_per_board(results, team, field_scores.percentages(results.scores_ns), 100) if is_field else None,
        cross_imps=_per_board(results, team, field_scores.cross_imps(results.scores_ns), 0) if is_field else None,
        butler=_per_board(results, team, field_scores.butler(results.scores_ns), 0) if is_field else None,
        par_loss=par_loss(results, team),
        tricks_lost={} if cards is None else cards.tricks_lost(team),
        contracts=contracts_of(results, team),
    )


def par_loss(results: Results, team: int) -> Estimate | None:
    """IMPs per table that a team's side scored below par, the mean over its tables of each board.

    Par is what the best contracts of both sides would have brought with all hands seen; nobody scores it on every
    board. What one side of a table loses to par the other wins.
    """
    if np.isnan(results.pars_ns).any():
        return None
    below = imps((results.pars_ns[:, np.newaxis] - results.scores_ns).astype(np.int64))
    return _per_board(results, team, below, 0)


def _per_board(results: Results, team: int, values_ns: Floats | np.ndarray, total: int) -> Estimate:
    """The mean of a team's values over its tables of each board, from those for North-South."""
    sat_ns, sat_ew = results.sat(team, Side.NS), results.sat(team, Side.EW)
    own = np.where(sat_ns, values_ns, 0.0) + np.where(sat_ew, total - values_ns, 0.0)
    return estimate((own.sum(axis=1) / (sat_ns.sum(axis=1) + sat_ew.sum(axis=1))).tolist())


def finite(value: float) -> float | None:
    """The value, or None where it is not known."""
    return value if math.isfinite(value) else None
