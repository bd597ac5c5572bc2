"""What each card costs on the board itself: an outcome for every card of every turn, where a reward is one for a board.

A reward says what the whole play of a board came to. Here it is said of each legal card at each turn: what the board
comes to after it if the rules of thumb play on in all four seats, which takes microseconds, or double dummy. As with a
reward, the network is taught by what happened on a board whose other hands it does not see; only over many boards do
the costs average to those of a card in the position that its seat knows. What it reads stays its own observation.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.heuristic.playout import playout_choices
from agents.pimc.links import OWN_SEARCH_TRICKS
from bridge import double_dummy, engine, search
from bridge.actions import N_CARDS
from bridge.batch import Boards, Ints, UInt8s
from bridge.cards import CARDS_PER_HAND
from bridge.compiled import compiled
from bridge.engine import Int8s, States
from bridge.scoring import imps
from bridge.seats import N_SEATS
from training.labels import STEPS_AN_IMP, UNLABELLED

Floats = npt.NDArray[np.float64]

_ILLEGAL = -(10**6)
_SHARES = ((0, 0.03), (4, 0.15), (8, 0.5), (12, 1.0))
"""For labelled boards: from which card on what share of the decisions is solved, as ``training.labels.EFFORTS`` says it
for labels from views; here too the early tricks take most of the solver's time."""


def open_shares(cards_played: Ints) -> Floats:
    """The share of the decisions that are worth solving after so many cards ``(n,)``."""
    starts, shares = zip(*_SHARES, strict=True)
    return np.array(shares)[np.searchsorted(starts, cards_played, side="right") - 1]


def costs_by_playout(boards: Boards, rows: Ints) -> UInt8s:
    """What the cards of the hands on turn cost if the rules of thumb play on.

    Args:
        boards: boards in the play.
        rows: which of them.

    Returns:
        uint8 ``(len(rows), 52)``: ``STEPS_AN_IMP`` times the IMPs between the best card's score and a card's. Cards
        that are not legal are ``UNLABELLED``, and so is the only legal one: there is nothing to learn.
    """
    states = boards.states[rows]
    return _costs(states, playout_choices(states))


def costs_by_double_dummy(boards: Boards, rows: Ints) -> UInt8s:
    """What the cards of the hands on turn cost double dummy; arguments and result as for ``costs_by_playout``.

    Raises:
        SolverError: the solver is missing or reports a fault.
    """
    states = boards.states[rows]
    if not len(states):
        return np.empty((0, N_CARDS), np.uint8)
    late = states["n_plays"] // N_SEATS >= CARDS_PER_HAND - OWN_SEARCH_TRICKS
    taken = np.empty((len(rows), N_CARDS), np.int8)
    for is_late, solve in ((True, search.score_cards), (False, double_dummy.score_cards)):
        if (late == is_late).any():
            taken[late == is_late] = solve(states[late == is_late])
    sides = states["turn"] % 2
    total = np.take_along_axis(states["tricks"], sides[:, np.newaxis].astype(np.int64), axis=1) + taken
    declaring = (sides == states["declarer"] % 2)[:, np.newaxis]
    tricks = np.where(declaring, total, CARDS_PER_HAND - total)
    return _costs(states, np.where(taken < 0, -1, tricks).astype(np.int8))


def _costs(states: States, tricks: Int8s) -> UInt8s:
    """Costs of cards that lead to declarer's tricks ``(n, 52)``, -1 where a card is not legal."""
    scores = np.full(tricks.shape, _ILLEGAL, np.int64)
    _scores(states, tricks, scores)
    lost = imps(scores.max(axis=1, keepdims=True) - scores) * STEPS_AN_IMP
    legal = scores != _ILLEGAL
    labelled = legal & (legal.sum(axis=1, keepdims=True) > 1)
    return np.where(labelled, np.minimum(lost, UNLABELLED - 1), UNLABELLED).astype(np.uint8)


@compiled
def _scores(states: States, tricks: Int8s, scores: Ints) -> None:
    """The score of the side on turn after each legal card."""
    for row in range(len(states)):
        sign = 1 if states[row]["turn"] % 2 == 0 else -1
        for card in range(N_CARDS):
            if tricks[row, card] >= 0:
                scores[row, card] = sign * engine.score_ns(states[row], int(tricks[row, card]))
