"""The page of a tournament that is played for a test."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.boards import MatchBoard
from evaluation.page import page
from evaluation.plan import Plan
from evaluation.results import read_results
from evaluation.store import IN_MEMORY, Store
from evaluation.summary import summarise
from evaluation.tournament import play_tournament


def page_of(plan: Plan, boards: Sequence[MatchBoard], *, solve: bool = False) -> str:
    """Play the boards and make the page."""
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, boards, store))
        results = read_results(plan, store)
        return page(summarise(results, store.boards(), "boards of a test"), results, store.boards(), solve=solve)
