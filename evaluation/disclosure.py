"""What the calls of a team mean, where its bidder discloses it.

SAYC-lite explains its calls from its rules. A learned agent's calls are explained by what they were measured to mean,
if the file of its system lies beside its checkpoint (``python evaluate.py mode=system`` makes it). Others disclose
nothing. Meanings are for readers of a finished board: no agent is shown them here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from agents.registry import checkpoint_path
from agents.sayc import Meaning, explain
from bridge.actions import PASS
from bridge.board import Board
from evaluation.teams import Team

_log = logging.getLogger(__name__)

Discloser = Callable[[Board, Sequence[int]], list[str | None]]
"""From a board's frame and an auction to what each call means if this bidder made it; None where nothing is said."""


def discloser(team: Team) -> Discloser | None:
    """Who explains a team's calls; None if nobody does."""
    bidder = team.bidder or team
    if bidder.maker is not None:
        return None
    if bidder.name == "sayc":
        return _by_rules
    checkpoint = checkpoint_path(bidder.name)
    return None if checkpoint is None else _as_measured(checkpoint)


def _by_rules(board: Board, calls: Sequence[int]) -> list[str | None]:
    return [_rule_words(meaning) for meaning in explain(calls, board.dealer, board.vulnerable)]


def _rule_words(meaning: Meaning) -> str | None:
    """The meaning without the seat and the call before it; a pass that shows nothing is not worth a word."""
    says_nothing = meaning.rule is None or (meaning.action == PASS and meaning.is_silent)
    return None if says_nothing else str(meaning).partition(": ")[2]


def _as_measured(checkpoint: Path) -> Discloser | None:
    # Learned agents bring in torch, which a match of rule players never needs.
    from agents.learned.agent import checkpoint_file
    from agents.learned.system import read_system, system_beside

    file = system_beside(checkpoint_file(checkpoint))
    if not file.is_file():
        return None
    try:
        system = read_system(file.read_text(encoding="utf-8"))
    except ValueError as error:
        # The tournament is played: a damaged file must not cost its report.
        _log.warning("%s is left out of the report: %s", file, error)
        return None

    def meanings(board: Board, calls: Sequence[int]) -> list[str | None]:  # noqa: ARG001 - measured over all boards
        found = [system.meaning(calls[: place + 1]) for place in range(len(calls))]
        return [None if meaning is None else str(meaning) for meaning in found]

    return meanings
