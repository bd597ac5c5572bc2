"""Formats of a tournament: who meets whom.

===============  ====================================================================================================
format           contests
===============  ====================================================================================================
``match``        the first team against the second
``round_robin``  every team against every other
``pairs``        every team against every other, each result compared with all others on the board: matchpoints,
                 cross-IMPs, Butler
``gauntlet``     the first team, the candidate, against each of the others, the baselines
===============  ====================================================================================================

A contest plays every board at two tables, with the teams exchanged (see ``evaluation.plan`` for comparisons of card
play alone, which need one table a team).
"""

from __future__ import annotations

from itertools import combinations
from typing import Literal, get_args

Format = Literal["match", "round_robin", "pairs", "gauntlet"]

FORMATS: tuple[Format, ...] = get_args(Format)

_FEWEST_TEAMS: dict[Format, int] = {"match": 2, "round_robin": 2, "pairs": 3, "gauntlet": 2}
"""Two pairs give two results a board: a match, and no field."""


def contests(form: Format, n_teams: int) -> tuple[tuple[int, int], ...]:
    """Which teams meet, by number, the lower number first.

    Raises:
        ValueError: the format does not fit the number of teams.
    """
    if n_teams < _FEWEST_TEAMS[form] or (form == "match" and n_teams > 2):
        wanted = "two teams" if form == "match" else f"at least {_FEWEST_TEAMS[form]} teams"
        raise ValueError(f"format={form} needs {wanted}, not {n_teams}")
    if form == "gauntlet":
        return tuple((0, other) for other in range(1, n_teams))
    return tuple(combinations(range(n_teams), 2))
