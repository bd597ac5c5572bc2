"""Ratings of the teams of a tournament, by the library openskill.

Every board of every contest is a game: won, drawn or lost by the sign of its difference. The model is Bradley-Terry in
the Bayesian form of Weng and Lin, "A Bayesian approximation method for online ranking", Journal of Machine Learning
Research 12 (2011). A rating has a mean and a standard deviation; teams start at 25 ± 25/3, and one that is higher by
six or seven wins about three boards in four. Teams do not change during a tournament, so nothing is added to the
deviation from game to game (``tau``), and the ratings settle.

Ratings say how often a team wins boards, and compare teams that never met; how much it wins by is in the cross table.
"""

from __future__ import annotations

from dataclasses import dataclass

from openskill.models import BradleyTerryFull

from evaluation.results import Results


@dataclass(frozen=True, slots=True)
class Rating:
    """A team's strength; ``str`` gives ``"27.3 ± 0.8"``, mean and standard deviation."""

    mean: float
    deviation: float

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {self.deviation:.1f}"


def ratings(results: Results) -> tuple[Rating, ...]:
    """The rating of every team after all boards, by number."""
    model = BradleyTerryFull(tau=0.0)
    rated = [model.rating() for _ in results.plan.teams]
    differences = [results.differences(contest).tolist() for contest in range(len(results.plan.contests))]
    for board in range(len(results)):
        for (one, two), values in zip(results.plan.contests, differences, strict=True):
            difference = values[board]
            ranks = [float(difference < 0), float(difference > 0)]
            (rated[one],), (rated[two],) = model.rate([[rated[one]], [rated[two]]], ranks=ranks)
    return tuple(Rating(rating.mu, rating.sigma) for rating in rated)
