"""The tables of the system in the order in which they are asked."""

from __future__ import annotations

from functools import lru_cache

from agents.sayc import (
    advances,
    competition,
    defaults,
    notrump,
    openings,
    overcalls,
    rebids,
    responder,
    responses,
    slam,
    strong,
    takeout,
)
from agents.sayc.rules import Table, candidates

TABLES: tuple[Table, ...] = (
    *slam.TABLES,
    *openings.TABLES,
    *notrump.TABLES,
    *strong.TABLES,
    *responses.TABLES,
    *rebids.TABLES,
    *responder.TABLES,
    *competition.TABLES,
    *overcalls.TABLES,
    *advances.TABLES,
    *takeout.TABLES,
)
"""Every table; the rows of all that match an auction are asked in this order."""

FIRST = candidates(defaults.FIRST)
COMPETE = candidates(defaults.COMPETE)
DEFAULT = candidates(defaults.DEFAULT)
READINGS = candidates(defaults.READINGS)

_TAG_TEXTS = 1 << 16


@lru_cache(maxsize=_TAG_TEXTS)
def _fitting_ours(tags: str) -> frozenset[int]:
    return frozenset(index for index, table in enumerate(TABLES) if table.ours.fullmatch(tags))


@lru_cache(maxsize=_TAG_TEXTS)
def _fitting_theirs(tags: str) -> frozenset[int]:
    return frozenset(index for index, table in enumerate(TABLES) if table.theirs.fullmatch(tags))


def tables_for(ours: str, theirs: str) -> list[Table]:
    """The tables whose context fits two strings of meaning tags (a blank before every tag), in order."""
    return [TABLES[index] for index in sorted(_fitting_ours(ours) & _fitting_theirs(theirs))]
