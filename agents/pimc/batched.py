"""PIMC for many boards at once: an opponent to train against, without a clock.

Each board is one view, and gets the card that the single player of the same level and seed would play; only the work
is shared: the worlds of all boards are solved in one run of calls.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.pimc.assessment import from_tricks, legal_cards
from agents.pimc.levels import LEVELS, tricks_left, worlds_for
from agents.pimc.links import OWN_SEARCH_TRICKS
from agents.pimc.player import pick, rule_card
from agents.pimc.position import Known
from agents.pimc.sampler import Worlds, sample
from bridge import double_dummy, search
from bridge.double_dummy import SolverError
from bridge.engine import Int8s
from bridge.view import View


def choose_many(views: Sequence[View], seeds: Sequence[int], level: str = "train") -> list[int]:
    """One card for each view.

    Args:
        views: of the seats that are to play a card, each on its own board.
        seeds: one for each board, the same during the whole board.
        level: a level that plays double dummy.

    Raises:
        ValueError: a seat is not to play a card, or the level looks at no solved worlds.
    """
    if LEVELS[level].method != "double dummy":
        raise ValueError(f"level {level!r} solves no worlds: use hard, expert, unlimited or train")
    known = [Known.of(view) for view in views]
    choices = [legal_cards(board) for board in known]
    if not all(choices):
        raise ValueError("a seat is not to play a card")
    cards = [legal[0] for legal in choices]
    for row, legal in enumerate(choices):
        if len(legal) > 1:
            cards[row] = _ruled(known[row])
    open_boards = [row for row, legal in enumerate(choices) if len(legal) > 1 and _wanted(known[row], level)]
    worlds = [_worlds(known[row], seeds[row], level) for row in open_boards]
    for row, tricks, drawn in zip(open_boards, solved(worlds), worlds, strict=True):
        if tricks is not None:
            cards[row] = pick(known[row], from_tricks(known[row], tricks, drawn.weights))
    return cards


def _wanted(known: Known, level: str) -> int:
    return worlds_for(LEVELS[level], int(known.state["n_plays"]))


def _worlds(known: Known, seed: int, level: str) -> Worlds:
    rng = np.random.default_rng([seed, int(known.state["n_plays"])])
    return sample(known, _wanted(known, level), rng, LEVELS[level].inference)


def solved(worlds: Sequence[Worlds]) -> list[Int8s | None]:
    """The tricks of every card in the worlds of each board, int8 ``(m, 52)``, as ``score_cards`` gives them.

    None where the solver has no answer. All worlds are solved in one run of calls.
    """
    late = [tricks_left(int(drawn.states["n_plays"][0])) <= OWN_SEARCH_TRICKS for drawn in worlds]
    tricks_of: list[Int8s | None] = [None] * len(worlds)
    for is_late, solve in ((True, search.score_cards), (False, double_dummy.score_cards)):
        rows = [row for row, ending in enumerate(late) if ending is is_late]
        if not rows:
            continue
        states = np.concatenate([worlds[row].states for row in rows])
        try:
            tricks = solve(states)
        except SolverError:  # no solver: those boards are played by the rules of thumb
            continue
        ends = np.cumsum([len(worlds[row]) for row in rows])[:-1]
        for row, part in zip(rows, np.split(tricks, ends), strict=True):
            tricks_of[row] = part
    return tricks_of


def _ruled(known: Known) -> int:
    card = rule_card(known)
    return card if card in legal_cards(known) else legal_cards(known)[0]
