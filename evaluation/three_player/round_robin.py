"""A round robin of three-player auction bridge: every three players at one table, on the same deals.

On every deal all ordered threes of different players play, so each sits everywhere and meets everyone equally often. A
deal gives each player one number, its points per board over all its boards there; deals are independent, so those
numbers give the intervals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import permutations
from typing import Any, Literal, TypeAlias

import joblib
import numpy as np
import numpy.typing as npt

import agents
from agents.heuristic import playout
from agents.three_player.no_trump import BOOK
from bridge import double_dummy, engine
from bridge.actions import FIRST_BID, NAMES
from bridge.agent import Agent, spawn_streams
from bridge.cards import Denomination
from bridge.deal import Deal
from bridge.game import IllegalActionError
from bridge.point_table import POINT_TABLES, declaring_players
from bridge.public import Phase
from bridge.seats import Seat
from bridge.three_player import N_PLAYERS
from bridge.three_player_game import ThreePlayerGame, numbered_board
from evaluation.statistics import Estimate, estimate, ratio

Play: TypeAlias = Literal["heuristic", "double_dummy", "cards"]
"""Who plays the cards: the rules of thumb in all four hands, the solver, or the players themselves."""

STRATEGIES = ("defensive", "attacking", "bluff", "defeat_seeking")
"""The rule-based bidders of the game, by name."""

_DEALS, _AGENTS = range(2)
_CHUNK = 5
_MOST_FREQUENT = 6


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player came out."""

    player: str
    points: Estimate
    """Points per board; its boards are deals."""
    ahead: Estimate
    """Points per board more than the mean of the two others at the table."""
    declares: float
    """Share of its boards on which it won the auction."""
    makes: Estimate | None
    """Share of its contracts that it made; None if it had none."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """The standings of a round robin under one point table."""

    points: str
    play: Play
    deals: int
    seed: int
    boards: int
    """Boards played in all."""
    passed_out: float
    """Share of them that nobody bid on."""
    contracts: tuple[tuple[str, int], ...]
    """The most frequent contracts, with their numbers."""
    standings: tuple[Standing, ...]
    """Best first, by points per board."""


@dataclass(frozen=True, slots=True, eq=False)
class _Deal:
    """What one deal came to."""

    boards: npt.NDArray[np.int64]
    """Boards of each player ``(players,)``."""
    points: npt.NDArray[np.float64]
    """Points of each player per board ``(players,)``."""
    ahead: npt.NDArray[np.float64]
    """Points per board more than the mean of the others at the table ``(players,)``."""
    won: npt.NDArray[np.int64]
    """Auctions that each player won ``(players,)``."""
    made: npt.NDArray[np.int64]
    """Contracts that each made ``(players,)``."""
    bids: tuple[int, ...]
    """The last bid of each board, ``NO_BID`` where nobody bid."""


def play_round_robin(
    players: Sequence[str],
    deals: int,
    seed: int,
    *,
    points: str = "classic",
    play: Play = "heuristic",
    jobs: int = 1,
    on_deals: Callable[[int], None] = lambda _: None,
) -> RoundRobin:
    """Play all ordered threes of the players on ``deals`` random deals, under one point table.

    Args:
        players: three or more names of agents (``agents.make``), all different.
        deals: random deals; two or more.
        seed: of the deals and, on another branch, of the agents.
        points: the point table, which agents may read in their views.
        play: who plays the cards; with ``"cards"`` every player must play cards too.
        jobs: processes; the result does not depend on it.
        on_deals: called with the number of deals just played.

    Raises:
        ValueError: there are too few players or deals, or a name is unknown, given twice or does not bid or play.
    """
    _check(players, deals, points, play)
    chunks = [range(start, min(start + _CHUNK, deals)) for start in range(0, deals, _CHUNK)]
    tasks = (joblib.delayed(_play_deals)(tuple(players), chunk, seed, points, play) for chunk in chunks)
    played: list[_Deal] = []
    for results in joblib.Parallel(n_jobs=jobs, return_as="generator")(tasks):
        played += results
        on_deals(len(results))
    return _summary(players, played, seed, points, play)


def _check(players: Sequence[str], deals: int, points: str, play: Play) -> None:
    if len(players) < N_PLAYERS or len(set(players)) < len(players):
        raise ValueError(f"players: {', '.join(players)}: name three or more, all different")
    if deals < 2:
        raise ValueError(f"{deals} deals: two or more are needed for an interval")
    if points not in POINT_TABLES:
        raise ValueError(f"point table {points!r} is unknown: use {', '.join(POINT_TABLES)}")
    for name in players:
        if not agents.can_bid(agents.make(name)):
            raise ValueError(f"{name} does not bid: name a bidder, for example attacking")
        if play == "cards" and not agents.can_play(agents.make(name)):
            raise ValueError(f"{name} plays no cards: add a card player, for example {name}+heuristic")


def _play_deals(players: tuple[str, ...], numbers: range, seed: int, points: str, play: Play) -> list[_Deal]:
    # One instance of every player for each place at the table: an agent remembers one seat.
    seated = {(name, place): agents.make(name) for name in players for place in range(N_PLAYERS)}
    return [_play_deal(players, seated, number, seed, points, play) for number in numbers]


def _play_deal(
    players: tuple[str, ...],
    seated: dict[tuple[str, int], Agent],
    number: int,
    seed: int,
    points: str,
    play: Play,
) -> _Deal:
    deal = Deal.random(np.random.default_rng([seed, _DEALS, number]))
    seatings = list(permutations(range(len(players)), N_PLAYERS))
    games = []
    for turn, seating in enumerate(seatings):
        game = ThreePlayerGame(numbered_board(1 + (number + turn) % N_PLAYERS, deal), points)
        sitting = [seated[players[player], place] for place, player in enumerate(seating)]
        try:
            _play(game, sitting, np.random.SeedSequence([seed, _AGENTS, number, turn]), cards=play == "cards")
        except IllegalActionError as error:
            offender = "a player" if game.player is None else players[seating[game.player]]
            raise ValueError(f"{offender} does not play three-player auction bridge: {error}") from error
        games.append(game)
    states = np.array([game.state for game in games])
    return _accounted(len(players), np.array(seatings), states, declarer_tricks(states, play), points)


def _play(game: ThreePlayerGame, sitting: Sequence[Agent], seed: np.random.SeedSequence, *, cards: bool) -> None:
    for place, stream in enumerate(spawn_streams(seed, N_PLAYERS)):
        sitting[place].reset(Seat(place), stream)
    phases = (Phase.AUCTION, Phase.PLAY) if cards else (Phase.AUCTION,)
    while game.phase in phases:
        player = game.player
        if player is None:
            return
        game.act(sitting[player].act(game.view(player)))


def declarer_tricks(states: engine.States, play: Play) -> npt.NDArray[np.int64]:
    """The tricks of each bidder ``(n,)``, 0 where a board was passed out."""
    tricks = np.zeros(len(states), dtype=np.int64)
    bid = np.flatnonzero(states["declarer"] != engine.NOBODY)
    if play == "heuristic":
        tricks[bid] = playout.playout_many(states[bid])
    elif play == "double_dummy":
        tricks[bid] = _double_dummy_tricks(states[bid])
    else:
        tricks[bid] = states["tricks"][bid, states["declarer"][bid] % 2]
    return tricks


def _double_dummy_tricks(states: engine.States) -> list[int]:
    """Every contract is solved once: many seatings of a deal reach the same."""
    solved: dict[tuple[bytes, int, int], int] = {}
    tricks = []
    for state in states:
        key = (state["owner"].tobytes(), int(engine.denomination(state)), int(state["declarer"]))
        if key not in solved:
            solved[key] = double_dummy.tricks(state["owner"], key[1], key[2])
        tricks.append(solved[key])
    return tricks


def _accounted(
    n_players: int,
    seatings: npt.NDArray[np.int64],
    states: engine.States,
    tricks: npt.NDArray[np.int64],
    points: str,
) -> _Deal:
    paid = POINT_TABLES[points].payoffs(states, tricks)
    others = (paid.sum(axis=1, keepdims=True) - paid) / (N_PLAYERS - 1)
    boards = np.bincount(seatings.ravel(), minlength=n_players)
    winners = declaring_players(states)
    bid = np.flatnonzero(winners >= 0)
    bidders = seatings[bid, winners[bid]]
    needed = BOOK + 1 + (states["bid"][bid].astype(np.int64) - FIRST_BID) // len(Denomination)
    return _Deal(
        boards,
        np.bincount(seatings.ravel(), paid.ravel(), n_players) / boards,
        np.bincount(seatings.ravel(), (paid - others).ravel(), n_players) / boards,
        np.bincount(bidders, minlength=n_players),
        np.bincount(bidders[tricks[bid] >= needed], minlength=n_players),
        tuple(states["bid"].tolist()),
    )


def _summary(players: Sequence[str], played: list[_Deal], seed: int, points: str, play: Play) -> RoundRobin:
    standings = sorted(
        (_standing(name, number, played) for number, name in enumerate(players)),
        key=lambda standing: -standing.points.mean,
    )
    bids = Counter(bid for deal in played for bid in deal.bids)
    boards = bids.total()
    passed_out = bids.pop(engine.NO_BID, 0) / boards
    contracts = tuple((NAMES[bid], count) for bid, count in bids.most_common(_MOST_FREQUENT))
    return RoundRobin(points, play, len(played), seed, boards, passed_out, contracts, tuple(standings))


def _standing(name: str, number: int, played: list[_Deal]) -> Standing:
    won = np.array([deal.won[number] for deal in played])
    made = ratio([deal.made[number] for deal in played], won) if won.any() else None
    return Standing(
        name,
        estimate([float(deal.points[number]) for deal in played]),
        estimate([float(deal.ahead[number]) for deal in played]),
        float(won.sum() / sum(deal.boards[number] for deal in played)),
        # A share stays between none and all, which the interval of a few contracts may not.
        made and replace(made, low=max(made.low, 0.0), high=min(made.high, 1.0)),
    )


_PLAY_IN_WORDS = {
    "heuristic": "cards played by the rules of thumb in all four hands",
    "double_dummy": "double-dummy play",
    "cards": "cards played by the players",
}


def report(result: RoundRobin) -> str:
    """The standings as text."""
    width = max(len(standing.player) for standing in result.standings)
    lines = [
        f"Round robin under the {result.points} table: {result.deals:,} deals, {result.boards:,} boards, seed "
        f"{result.seed}, {_PLAY_IN_WORDS[result.play]}.",
        "Points per board with 95 % intervals over deals; 'ahead' is what a player has more than the mean of the "
        "others at its table.",
        "",
        f"  {'player':<{width}}  {'points':>22}  {'ahead':>24}  {'declares':>8}  makes",
    ]
    for standing in result.standings:
        points, ahead, makes = standing.points, standing.ahead, standing.makes
        made = "-" if makes is None else f"{makes.mean:.1%} ({makes.low:.1%} to {makes.high:.1%})"
        lines.append(
            f"  {standing.player:<{width}}  {points.mean:6.2f} ({points.low:6.2f} to {points.high:6.2f})  "
            f"{ahead.mean:+6.2f} ({ahead.low:+7.2f} to {ahead.high:+7.2f})  {standing.declares:8.1%}  {made}"
        )
    named = ", ".join(f"{name} {count / result.boards:.1%}" for name, count in result.contracts)
    lines += ["", f"  passed out {result.passed_out:.1%}; contracts {named}"]
    return "\n".join(lines) + "\n"


def as_json(result: RoundRobin) -> dict[str, Any]:
    """The same for programs."""
    return asdict(result)
