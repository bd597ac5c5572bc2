"""The chain of ways to judge cards, from the best to the one that cannot fail.

======================  ==============================================================================================
link                    how it judges
======================  ==============================================================================================
``double dummy``        every world solved by the outside solver
``own search``          the project's own search: exact near the end; before that the rules of thumb play on to the
                        last three tricks, which are exact
``playout``             every world played to its end by the rules of thumb (the level ``normal``)
``rules``               the card that the rules of thumb choose, from the view alone
``any legal card``      the lowest card that the Laws allow
======================  ==============================================================================================

A link that is missing, raises, or is late without a single world costs a level, never the board.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from agents.heuristic import playout
from agents.pimc.assessment import Assessment, Stakes, from_tricks, legal_cards
from agents.pimc.levels import Clock, Level, stage_of, tricks_left
from agents.pimc.position import Known
from agents.pimc.sampler import Worlds
from bridge import double_dummy, engine, search
from bridge.cards import CARDS_PER_HAND

Link = Literal["only card", "double dummy", "own search", "playout", "rules", "any legal card"]


@dataclass(frozen=True, slots=True)
class Question:
    """Which card to play: what is known, the worlds to look at, and what may be spent."""

    known: Known
    worlds: Worlds
    level: Level
    clock: Clock

    @property
    def cards_played(self) -> int:
        """Cards on the table and turned."""
        return int(self.known.state["n_plays"])


Judge = Callable[[Question], Assessment]

_log = logging.getLogger(__name__)

OWN_SEARCH_TRICKS = 4
"""Tricks left up to which the own search is quicker than the outside solver."""

_EXACT_ENDING = 3
_BATCH_WITHOUT_CLOCK = 16  # a call cannot be interrupted, so not all at once
_OWN_SEARCH_SHARE = 2  # of a level's worlds, the own search looks at one in so many


def chain(level: Level, cards_played: int) -> Iterator[tuple[Link, Judge]]:
    """The links that look at worlds, in the order in which a level asks them for this card."""
    if level.method == "double dummy":
        solver: tuple[Link, Judge] = ("double dummy", by_double_dummy)
        own: tuple[Link, Judge] = ("own search", by_own_search)
        yield from (own, solver) if tricks_left(cards_played) <= OWN_SEARCH_TRICKS else (solver, own)
    elif level.method == "playout":
        yield "playout", by_playout


def judged(question: Question) -> tuple[Link, Assessment] | None:
    """The answer of the first link that has one; None if none has."""
    for name, judge in chain(question.level, question.cards_played):
        try:
            return name, judge(question)
        except Exception as error:  # a link may fail in any way; the board goes on with the next one
            _log.warning("card play: %s gave no answer (%s: %s)", name, type(error).__name__, error)
    return None


def by_double_dummy(question: Question) -> Assessment:
    """Solve as many worlds as the clock allows, all cards of each.

    Raises:
        SolverError: the solver is missing or refuses a world.
    """
    batch = stage_of(question.cards_played).batch
    if question.clock.budget_ms is None:
        batch = max(batch, _BATCH_WITHOUT_CLOCK)
    tricks = double_dummy.score_cards(question.worlds.states, question.clock.late, batch)
    return from_tricks(question.known, tricks, question.worlds.weights)


def by_own_search(question: Question) -> Assessment:
    """Near the end exact; before that a share of the worlds, played on to the last three tricks."""
    known, worlds = question.known, question.worlds
    if tricks_left(question.cards_played) <= OWN_SEARCH_TRICKS:
        return from_tricks(known, search.score_cards(worlds.states), worlds.weights)
    share = max(1, min(len(worlds), question.level.worlds // _OWN_SEARCH_SHARE))
    tricks = _played_to_the_ending(known, worlds.states[:share])
    return from_tricks(known, tricks, worlds.weights, "playout")


def by_playout(question: Question) -> Assessment:
    """Every card of every world played to the end by the rules of thumb, in all four seats."""
    known, worlds = question.known, question.worlds
    cards = np.array(legal_cards(known), np.int64)
    owners = np.ascontiguousarray(worlds.states["owner"])
    total = playout.playout_cards(known.state, owners, cards)
    return from_tricks(known, _on_turns_tricks(known, total, cards), worlds.weights, "playout")


def _on_turns_tricks(known: Known, total: npt.NDArray[np.int8], cards: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
    """Declarer's tricks ``(m, c)`` as tricks from here of the side on turn, ``(m, 52)``."""
    stakes = Stakes.of(known)
    tricks = np.full((len(total), 52), double_dummy.NOT_LEGAL, np.int8)
    tricks[:, cards] = (total if stakes.declaring else CARDS_PER_HAND - total) - stakes.won
    return tricks


def _played_to_the_ending(known: Known, states: engine.States) -> npt.NDArray[np.int8]:
    """Play each card of each world, go on by the rules of thumb, and solve the last three tricks."""
    cards = np.array(legal_cards(known), np.int64)
    boards = np.repeat(states, len(cards))
    for board, card in zip(boards, np.tile(cards, len(states)).tolist(), strict=True):
        engine.apply(board, card)
        while tricks_left(int(board["n_plays"])) > _EXACT_ENDING:
            engine.apply(board, playout.card(board))
    ending = search.score_cards(boards).max(axis=1)
    side = boards["turn"] % 2
    declaring = side == boards["declarer"] % 2
    won = np.take_along_axis(boards["tricks"], side[:, np.newaxis].astype(np.int64), axis=1)[:, 0]
    total = np.where(declaring, won + ending, CARDS_PER_HAND - won - ending)
    return _on_turns_tricks(known, total.reshape(len(states), len(cards)).astype(np.int8), cards)
