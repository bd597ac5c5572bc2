"""Boards played out by the rules of thumb in all four seats, fast enough for simulations.

Every hand is played from what the player who decides for it may see, so a playout plays a sampled world the way four
such players would, not the way four players with open cards would. The rules of the game come from ``bridge.engine``.
Call these functions from Python: compiled code of other packages that called them would not notice when they change.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.heuristic.carding import send
from agents.heuristic.declarer import declarer_lead
from agents.heuristic.defence import defender_lead
from agents.heuristic.discards import discard
from agents.heuristic.following import follow, ruff
from agents.heuristic.hands import HANDS, Hands, put_down, sort_cards
from agents.heuristic.opening_lead import listen, opening_lead
from agents.heuristic.sight import NONE, SIGHT, Sight, look
from bridge import engine
from bridge.actions import N_CARDS
from bridge.compiled import compiled
from bridge.engine import STATE, Int8s, State, States


def card(state: State) -> int:
    """The card that the rules choose for the hand on turn.

    Args:
        state: a board in the play; a redacted copy for the seat that decides gives the same card.
    """
    return _card(state, *_scratch())


def cards(views: States) -> npt.NDArray[np.int64]:
    """The card that the rules choose on each of many boards, int ``(n,)``.

    Args:
        views: boards in the play, each redacted for the seat that decides on it; they stay as they are.
    """
    chosen = np.empty(len(views), dtype=np.int64)
    _cards(views, chosen, *_scratch())
    return chosen


def playout(state: State) -> int:
    """Play a board to its end, in place.

    Args:
        state: a board in the play, with a trick in progress or not; all four hands must be known.

    Returns:
        The tricks of declarer's side, those already won included.
    """
    return _playout(state, *_scratch())


def playout_many(states: States) -> Int8s:
    """Play copies of many boards to their ends.

    Args:
        states: boards in the play, all hands known, ``(n,)``; they stay as they are.

    Returns:
        The tricks of declarer's side, those already won included, int8 ``(n,)``.
    """
    tricks = np.empty(len(states), dtype=np.int8)
    _playout_many(states, tricks, np.zeros(1, STATE), *_scratch())
    return tricks


def playout_cards(state: State, worlds: npt.NDArray[np.int8], cards: npt.NDArray[np.int64]) -> Int8s:
    """What each of some cards comes to in each of many worlds.

    Args:
        state: the board as its player sees it, or the whole of it; only what is public in it is used.
        worlds: the owner 0-3 of each card, played ones included, int8 ``(n, 52)``.
        cards: legal cards of the hand on turn, int ``(k,)``.

    Returns:
        The tricks of declarer's side, those already won included, int8 ``(n, k)``.
    """
    tricks = np.empty((len(worlds), len(cards)), dtype=np.int8)
    _playout_cards(state, worlds, cards, tricks, np.zeros(1, STATE), *_scratch())
    return tricks


def playout_choices(states: States) -> Int8s:
    """What each card of the hand on turn comes to on each of many boards.

    Args:
        states: boards in the play, all hands known, ``(n,)``; they stay as they are.

    Returns:
        The tricks of declarer's side, those already won included, int8 ``(n, 52)``; -1 where a card is not legal.
    """
    tricks = np.full((len(states), N_CARDS), -1, dtype=np.int8)
    _playout_choices(states, tricks, np.zeros(1, STATE), *_scratch())
    return tricks


def _scratch() -> tuple[Hands, Sight]:
    """Records to work in, made here because compiled code does not keep the array of a record alive."""
    return np.zeros(1, HANDS)[0], np.zeros(1, SIGHT)[0]


@compiled
def _card(state: State, hands: Hands, sight: Sight) -> int:
    sort_cards(state, hands)
    look(state, hands, sight)
    return decide(state, sight)


@compiled
def _cards(views: States, chosen: npt.NDArray[np.int64], hands: Hands, sight: Sight) -> None:
    for row in range(len(views)):
        chosen[row] = _card(views[row], hands, sight)


@compiled
def decide(state: State, sight: Sight) -> int:
    """The card that the rules choose, given what the player on turn sees."""
    if state["n_plays"] == 0:
        listen(state, sight)
        return opening_lead(sight)
    if sight["led"] == NONE:
        return declarer_lead(sight) if sight["declaring"] else defender_lead(sight)
    if sight["mine"][sight["led"]] != 0:
        return send(sight, follow(sight))
    trump = ruff(sight)
    return trump if trump != NONE else discard(sight)


@compiled
def _finish(state: State, hands: Hands, sight: Sight) -> int:
    while state["phase"] == engine.PLAY:
        look(state, hands, sight)
        put_down(state, decide(state, sight), hands)
    return int(state["tricks"][int(state["declarer"]) % 2])


@compiled
def _playout(state: State, hands: Hands, sight: Sight) -> int:
    sort_cards(state, hands)
    return _finish(state, hands, sight)


@compiled
def _playout_many(states: States, tricks: Int8s, scratch: States, hands: Hands, sight: Sight) -> None:
    for row in range(len(states)):
        scratch[0] = states[row]
        sort_cards(scratch[0], hands)
        tricks[row] = _finish(scratch[0], hands, sight)


@compiled
def _playout_cards(
    state: State,
    worlds: Int8s,
    cards: npt.NDArray[np.int64],
    tricks: Int8s,
    scratch: States,
    hands: Hands,
    sight: Sight,
) -> None:
    board = scratch[0]
    for row in range(len(worlds)):
        for column in range(len(cards)):
            scratch[0] = state
            for held in range(N_CARDS):
                board["owner"][held] = worlds[row, held]
            sort_cards(board, hands)
            put_down(board, int(cards[column]), hands)
            tricks[row, column] = _finish(board, hands, sight)


@compiled
def _playout_choices(states: States, tricks: Int8s, scratch: States, hands: Hands, sight: Sight) -> None:
    board = scratch[0]
    for row in range(len(states)):
        for chosen in range(N_CARDS):
            if engine.fault(states[row], chosen) == engine.LEGAL:
                scratch[0] = states[row]
                sort_cards(board, hands)
                put_down(board, chosen, hands)
                tricks[row, chosen] = _finish(board, hands, sight)
