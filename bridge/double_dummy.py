"""Double-dummy results: how many tricks declarer takes when all four hands are seen.

The search is Bo Haglund's DDS, which the ``endplay`` package carries as a shared library; :mod:`bridge.dds` calls it.
A full table takes about 0.3 s of one core, one contract about 22 ms; a freak deal with several voids may take minutes,
and a call into DDS cannot be interrupted, which is why batches are small.

Whole deals go in as owners (``tables``, ``tricks``). Positions in the middle of the play go in as engine records with
all four hands known: ``score_cards`` gives the tricks that every legal card leads to, ``reaching`` only whether they
are enough, which is far cheaper early in the play. ``trace`` follows the cards of a played board.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bridge import dds, engine
from bridge.actions import FIRST_BID, N_CARDS
from bridge.cards import CARDS_PER_HAND, CARDS_PER_SUIT, N_SUITS, Denomination
from bridge.compiled import compiled
from bridge.dds import SolverError
from bridge.deal import UNKNOWN
from bridge.seats import N_SEATS, Seat, Vulnerability

__all__ = ["NOT_LEGAL", "SolverError", "par", "prepare", "reaching", "score_cards", "tables", "trace", "tricks"]

NOT_LEGAL = -1
"""What ``score_cards`` and ``reaching`` say of a card that cannot be played."""


@functools.cache
def prepare() -> None:
    """Load the solver and let it set up its memory, once a process; otherwise the first call does, for half a second.

    Raises:
        SolverError: the solver is missing.
    """
    tricks(np.repeat(np.arange(N_SEATS), CARDS_PER_HAND), Denomination.NT, Seat.N)


def tables(deals: ArrayLike) -> NDArray[np.uint8]:
    """The double-dummy tables of complete deals.

    Args:
        deals: owners ``(n, 52)``: the seat (0-3) of each card by card number.

    Returns:
        Tricks ``uint8 (n, 5, 4)`` by denomination (C D H S NT) and declarer (N E S W), 0..13.

    Raises:
        ValueError: a deal is not complete.
        SolverError: the solver is missing or reports a fault.
    """
    owners = _complete(deals)
    solved = [
        _solve_tables(owners[start : start + dds.TABLES_A_CALL]) for start in range(0, len(owners), dds.TABLES_A_CALL)
    ]
    return np.concatenate([np.empty((0, len(Denomination), N_SEATS), np.uint8), *solved])


def tricks(owners: ArrayLike, denomination: int, declarer: int) -> int:
    """The tricks that declarer takes in one denomination, by one search (about 22 ms).

    Args:
        owners: ``(52,)``: the seat (0-3) of each card by card number.
        denomination: C D H S NT = 0-4.
        declarer: seat 0-3.

    Raises:
        ValueError: the deal is not complete, or there is no such denomination or seat.
        SolverError: the solver is missing or reports a fault.
    """
    position = _opening(owners, denomination, declarer)
    position["target"] = dds.ANY_TARGET
    position["solutions"] = dds.ONE_SOLUTION
    position["mode"] = dds.ALWAYS_SEARCH
    solved = np.zeros(1, dds.SOLVED_POSITIONS)
    dds.call("SolveAllBoardsBin", position, solved)
    # DDS scores for the side on lead: the defenders.
    return CARDS_PER_HAND - int(solved["solved"]["score"][0, 0, 0])


def par(table: ArrayLike, dealer: int, vulnerable: int) -> int:
    """The par score for North-South: what best bidding by all four, seeing all hands, comes to.

    Args:
        table: tricks ``(5, 4)`` as :func:`tables` gives them for one deal.
        dealer: seat 0-3. It matters in the rare deals where whoever bids first gains.
        vulnerable: none NS EW both = 0-3.

    Raises:
        ValueError: the table, dealer or vulnerability is out of range.
        SolverError: the solver is missing or reports a fault.
    """
    ours = np.asarray(table)
    if ours.shape != (len(Denomination), N_SEATS) or ours.min() < 0 or ours.max() > CARDS_PER_HAND:
        raise ValueError(f"par needs one table of shape (5, 4) with 0..13 tricks, not shape {ours.shape}")
    theirs = np.empty((1, *ours.shape), np.int32)
    theirs[0, dds.DDS_DENOMINATION] = ours
    result = np.zeros(1, dds.PAR)
    dds.call("DealerParBin", theirs, result, int(Seat(dealer)), dds.DDS_VULNERABILITY[Vulnerability(vulnerable)])
    return int(result["score"][0])


def score_cards(
    states: engine.States, late: Callable[[], bool] | None = None, batch: int = dds.MAX_BOARDS
) -> engine.Int8s:
    """The tricks that the side to play still wins with each of its cards, the trick in progress included.

    Args:
        states: boards in the play ``(n,)``, all hands known; the hand on turn is to play.
        late: asked before every batch but the first; when it says yes, the positions still open are left out.
        batch: positions solved in one call, 1..200. A call cannot be interrupted.

    Returns:
        int8 ``(m, 52)`` for the first ``m`` positions, all of them unless it got late: by card number the tricks 0..13,
        ``NOT_LEGAL`` for a card that the rules forbid.

    Raises:
        ValueError: a position is not one of cards to play, or a hand is not known.
        SolverError: the solver is missing or reports a fault.
    """
    return _solve_cards(states, np.full(len(states), dds.ANY_TARGET), dds.ALL_CARDS, late, batch)


def reaching(
    states: engine.States,
    targets: ArrayLike,
    late: Callable[[], bool] | None = None,
    batch: int = dds.MAX_BOARDS,
) -> engine.Int8s:
    """Whether each card still leads to enough tricks, without asking how many.

    Args:
        states: as for :func:`score_cards`.
        targets: tricks ``(n,)`` that the side to play needs from here, the trick in progress included; any integer.
        late: as for :func:`score_cards`.
        batch: as for :func:`score_cards`.

    Returns:
        int8 ``(m, 52)``: 1 if the side can still win so many, else 0; ``NOT_LEGAL`` for a card that the rules forbid.

    Raises:
        ValueError: a position is not one of cards to play, or a hand is not known.
        SolverError: the solver is missing or reports a fault.
    """
    wanted = np.broadcast_to(np.asarray(targets, dtype=np.int64), len(states))
    left = CARDS_PER_HAND - states["n_plays"].astype(np.int64) // N_SEATS
    # DDS refuses a target that is out of reach, and needs no search for one of no tricks.
    asked = np.minimum(np.maximum(wanted, 1), left)
    answers = _solve_cards(states, asked, dds.ALL_THAT_REACH, late, batch)
    legal = answers != NOT_LEGAL
    answers[legal & (wanted <= 0)[: len(answers), np.newaxis]] = 1
    answers[legal & (wanted > left)[: len(answers), np.newaxis]] = 0
    return answers


def trace(owners: ArrayLike, denomination: int, declarer: int, plays: ArrayLike) -> NDArray[np.uint8]:
    """Declarer's double-dummy tricks of a played board: before the lead and after each card.

    Args:
        owners: ``(52,)``: the seat (0-3) of each card by card number.
        denomination: C D H S NT = 0-4.
        declarer: seat 0-3.
        plays: the card numbers in the order of play, legal, up to 52.

    Returns:
        Tricks ``uint8 (len(plays) + 1,)`` of all thirteen. They never rise after a card of declarer's side and never
        fall after a defender's.

    Raises:
        ValueError: the deal is not complete, or there is no such denomination or seat.
        SolverError: the solver is missing or refuses a card.
    """
    played = np.asarray(plays, dtype=np.int64)
    position = _opening(owners, denomination, declarer)
    cards = np.zeros(1, dds.PLAYS)
    cards["count"] = 1
    cards["plays"]["count"][0, 0] = len(played)
    cards["plays"]["suits"][0, 0, : len(played)] = dds.DDS_DENOMINATION[played // CARDS_PER_SUIT]
    cards["plays"]["ranks"][0, 0, : len(played)] = played % CARDS_PER_SUIT + 2
    results = np.zeros(1, dds.TRACES)
    dds.call("AnalyseAllPlaysBin", position, cards, results, dds.ONE_CHUNK)
    solved = results["traces"][0, 0]
    known = solved["tricks"][: solved["count"]]
    # The last trick plays itself: DDS stops before it.
    return np.pad(known, (0, len(played) + 1 - len(known)), mode="edge").astype(np.uint8)


def _opening(owners: ArrayLike, denomination: int, declarer: int) -> NDArray[np.void]:
    """The position of the opening lead, as the only board of a call."""
    deal = _complete(np.asarray(owners)[np.newaxis])
    position = np.zeros(1, dds.POSITIONS)
    position["count"] = 1
    position["positions"]["trump"][0, 0] = dds.DDS_DENOMINATION[Denomination(denomination)]
    position["positions"]["leader"][0, 0] = Seat(declarer).lho
    position["positions"]["hands"][0, 0] = dds.hands(deal)[0]
    return position


def _solve_cards(
    states: engine.States,
    targets: NDArray[np.int64],
    solutions: int,
    late: Callable[[], bool] | None,
    batch: int,
) -> engine.Int8s:
    """What DDS finds for each card; 0 for those that it leaves out because they do not reach the target."""
    if not 1 <= batch <= dds.MAX_BOARDS:
        raise ValueError(f"{batch} positions a call: DDS takes 1..{dds.MAX_BOARDS}")
    answers = np.empty((len(states), N_CARDS), np.int8)
    _legal_cards(states, answers)
    if (
        not (answers != NOT_LEGAL).any(axis=1).all()
        or ((states["owner"] == UNKNOWN) & (states["played_at"] == 0)).any()
    ):
        raise ValueError("double dummy needs boards in the play with all four hands known")
    for start in range(0, len(states), batch):
        if start and late is not None and late():
            return answers[:start]
        part = slice(start, start + batch)
        _solve_batch(states[part], targets[part], solutions, answers[part])
    return answers


def _solve_batch(states: engine.States, targets: NDArray[np.int64], solutions: int, answers: engine.Int8s) -> None:
    count = len(states)
    boards = np.zeros(1, dds.POSITIONS)
    boards["count"] = count
    boards["target"][0, :count] = targets
    boards["solutions"][0, :count] = solutions
    boards["mode"][0, :count] = dds.ALWAYS_SEARCH
    positions = boards["positions"][0, :count]
    trumps = (states["bid"] - FIRST_BID) % len(Denomination)
    positions["trump"] = dds.DDS_DENOMINATION[trumps]
    positions["leader"] = states["leader"]
    positions["hands"] = dds.hands(np.where(states["played_at"] == 0, states["owner"], UNKNOWN))
    _trick_in_progress(states, positions["trick_suits"], positions["trick_ranks"])
    results = np.zeros(1, dds.SOLVED_POSITIONS)
    dds.call("SolveAllBoardsBin", boards, results)
    solved = results["solved"][0, :count]
    _spread(solved["cards"], solved["suit"], solved["rank"], solved["equals"], solved["score"], answers)
    if solutions == dds.ALL_THAT_REACH:
        np.minimum(answers, 1, out=answers)


@compiled
def _legal_cards(states: engine.States, answers: engine.Int8s) -> None:
    """0 for a card that may be played, ``NOT_LEGAL`` for the others."""
    for row in range(len(states)):
        for card in range(N_CARDS):
            answers[row, card] = 0 if engine.fault(states[row], card) == engine.LEGAL else NOT_LEGAL


@compiled
def _trick_in_progress(states: engine.States, suits: NDArray[np.int32], ranks: NDArray[np.int32]) -> None:
    for row in range(len(states)):
        played = int(states[row]["n_plays"])
        for place in range(played % N_SEATS):
            card = int(states[row]["plays"][played - played % N_SEATS + place])
            suits[row, place] = N_SUITS - 1 - card // CARDS_PER_SUIT
            ranks[row, place] = card % CARDS_PER_SUIT + 2


@compiled
def _spread(
    cards: NDArray[np.int32],
    suits: NDArray[np.int32],
    ranks: NDArray[np.int32],
    equals: NDArray[np.int32],
    scores: NDArray[np.int32],
    answers: engine.Int8s,
) -> None:
    """Give each card of a row and its equals (bits 2..14) the row's score; -1 stands for a target not reached."""
    for row in range(len(cards)):
        for place in range(cards[row]):
            first = (N_SUITS - 1 - suits[row, place]) * CARDS_PER_SUIT
            holding = equals[row, place] | 1 << ranks[row, place]
            for rank in range(CARDS_PER_SUIT):
                if holding >> (rank + 2) & 1:
                    answers[row, first + rank] = max(scores[row, place], 0)


def _solve_tables(owners: NDArray[np.uint8]) -> NDArray[np.uint8]:
    count = len(owners)
    deals = np.zeros(1, dds.TABLE_DEALS)
    deals["count"] = count
    deals["hands"][0, :count] = dds.hands(owners)
    results = np.zeros(1, dds.TABLE_RESULTS)
    no_filter = np.zeros(len(Denomination), np.int32)
    dds.call("CalcAllTables", deals, dds.NO_PAR, no_filter, results, None)
    solved = results["tables"][0, :count][:, dds.DDS_DENOMINATION]
    return np.asarray(solved, dtype=np.uint8)


def _complete(deals: ArrayLike) -> NDArray[np.uint8]:
    """Owners as ``uint8 (n, 52)``; refuses what is not four hands of thirteen cards."""
    owners = np.asarray(deals)
    if owners.ndim != 2 or owners.shape[1] != N_CARDS:
        raise ValueError(f"owners have shape {owners.shape}: the solver needs (n, {N_CARDS}), a seat for each card")
    held = np.stack([(owners == seat).sum(axis=1) for seat in Seat], axis=1)
    wrong = np.flatnonzero((held != CARDS_PER_HAND).any(axis=1))
    if len(wrong):
        counts = " ".join(f"{seat}:{held[wrong[0], seat]}" for seat in Seat)
        raise ValueError(f"deal {wrong[0]} is not complete ({counts}): the solver needs four hands of {CARDS_PER_HAND}")
    return owners.astype(np.uint8)
