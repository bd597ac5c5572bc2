"""The PIMC card player: for each legal card the average payoff over worlds, and what it took to find out."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from agents.agreements import ALL_PLAY_SAYC, Agreements
from agents.heuristic import playout
from agents.pimc.assessment import Assessment, Exactness, legal_cards
from agents.pimc.evidence import Inference
from agents.pimc.levels import LEVELS, Clock, Level, worlds_for
from agents.pimc.links import Link, Question, judged
from agents.pimc.position import Known
from agents.pimc.sampler import Worlds, sample
from bridge import double_dummy
from bridge.agent import OutOfRoleError
from bridge.double_dummy import SolverError
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View

FROM_LEVEL = -1.0
"""A budget that means: what the level says."""

_EQUAL = 1e-9
_LEAD_ERRORS = 1.0


@dataclass(frozen=True, slots=True)
class Decision:
    """A card, and how it was found."""

    card: int
    level: str
    link: Link
    """Which link of the chain answered."""
    exactness: Exactness
    budget_ms: float | None
    """The soft limit; None without a clock."""
    elapsed_ms: float
    worlds_asked: int
    """Worlds that the level looks at when nothing limits it."""
    worlds_completed: int
    """Worlds that the answer rests on."""
    effective: float
    """How many equally weighted deals the sampler's pool was worth; 0 without worlds."""
    payoffs: Mapping[int, float]
    """The average raw score of the player's side by card; empty where the rules of thumb chose."""


class PimcCardPlayer:
    """Plays cards at one level.

    Args:
        level: ``easy``, ``normal``, ``hard``, ``expert``, ``unlimited`` or ``train``.
        budget: milliseconds for a card; None switches the clock off, and then the same seed plays the same cards.
        worlds: worlds to look at, instead of the level's number.
        inference: whether the auction and the cards played weigh the worlds, or which of them; the level's if None.

    Raises:
        ValueError: there is no such level, or a number is not positive.
    """

    def __init__(
        self,
        level: str = "hard",
        budget: float | None = FROM_LEVEL,
        worlds: int | None = None,
        inference: bool | Inference | None = None,
    ) -> None:
        self.level = _level(level, budget, worlds, inference)
        self._seed = 0
        self._agreements = ALL_PLAY_SAYC
        if self.level.method == "double dummy":
            # The first call sets up the solver's memory, which takes longer than a card may.
            with contextlib.suppress(SolverError):
                double_dummy.prepare()

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:  # noqa: ARG002 - the protocol's signature
        """Sit down; all randomness follows from one draw, so that a card does not depend on earlier thoughts."""
        self._seed = int(rng.integers(2**63))

    def be_told(self, agreements: Agreements) -> None:
        """Read calls by what both sides disclose of them, from now on; before, all are read as SAYC-lite's."""
        self._agreements = agreements

    def act(self, view: View) -> int:
        """The card that the level chooses.

        Raises:
            ValueError: a call is asked for, or the seat is not to play.
        """
        return self.decide(view).card

    def decide(self, view: View) -> Decision:
        """The card and how it was found.

        Raises:
            ValueError: a call is asked for, or the seat is not to play.
        """
        if view.phase is Phase.AUCTION:
            raise OutOfRoleError("pimc only plays cards: compose it with a bidder, for example sayc+pimc_hard")
        clock = Clock(self.level.budget_ms)
        known = Known.of(view, self._agreements)
        legal = legal_cards(known)
        if not view.is_turn or not legal:
            raise ValueError(f"{view.seat.word} is not to play a card")
        if len(legal) == 1:
            return self._without_worlds(legal[0], "only card", clock)
        return self._from_worlds(known, clock) or self._from_rules(known, legal, clock)

    def _from_worlds(self, known: Known, clock: Clock) -> Decision | None:
        cards_played = int(known.state["n_plays"])
        wanted = worlds_for(self.level, cards_played)
        if wanted == 0:
            return None
        rng = np.random.default_rng([self._seed, cards_played])
        worlds = sample(known, wanted, rng, self.level.inference)
        answer = judged(Question(known, worlds, self.level, clock))
        return None if answer is None else self._decision(known, worlds, answer, clock)

    def _decision(self, known: Known, worlds: Worlds, answer: tuple[Link, Assessment], clock: Clock) -> Decision:
        link, assessment = answer
        payoffs = dict(zip(assessment.cards, assessment.means.tolist(), strict=True))
        return Decision(
            pick(known, assessment),
            self.level.name,
            link,
            assessment.exactness,
            clock.budget_ms,
            clock.elapsed_ms,
            self.level.worlds,
            len(assessment.points),
            worlds.effective,
            payoffs,
        )

    def _from_rules(self, known: Known, legal: tuple[int, ...], clock: Clock) -> Decision:
        card = rule_card(known)
        if card in legal:
            return self._without_worlds(card, "rules", clock)
        return self._without_worlds(legal[0], "any legal card", clock)

    def _without_worlds(self, card: int, link: Link, clock: Clock) -> Decision:
        budget, asked = clock.budget_ms, self.level.worlds
        return Decision(card, self.level.name, link, "rules", budget, clock.elapsed_ms, asked, 0, 0.0, {})


def rule_card(known: Known) -> int:
    """The card that the rules of thumb choose; -1 if they fail."""
    try:
        return playout.card(known.state)
    except Exception:  # the last link but one: whatever happens, a legal card is played
        return -1


def pick(known: Known, assessment: Assessment) -> int:
    """The best card; among equals the one of the rules of thumb, else the lowest.

    The opening lead of the rules stands unless another one is surely better: no other card differs so much from world
    to world.
    """
    means = assessment.means
    best = [card for card, mean in zip(assessment.cards, means, strict=True) if mean >= means.max() - _EQUAL]
    ruled = rule_card(known)
    if ruled in best:
        return ruled
    is_lead = not known.view.plays and ruled in assessment.cards
    return ruled if is_lead and not assessment.surely_better(best[0], ruled, _LEAD_ERRORS) else best[0]


def _level(name: str, budget: float | None, worlds: int | None, inference: bool | Inference | None) -> Level:
    if name not in LEVELS:
        raise ValueError(f"level {name!r} is unknown: use one of {', '.join(LEVELS)}")
    level = LEVELS[name]
    if budget != FROM_LEVEL:
        if budget is not None and budget <= 0:
            raise ValueError(f"a budget of {budget} ms: give a positive number, or None for no clock")
        level = replace(level, budget_ms=budget)
    if worlds is not None:
        if worlds < 1:
            raise ValueError(f"{worlds} worlds: at least one is needed")
        level = replace(level, worlds=worlds)
    if inference is not None:
        chosen = (Inference() if inference else Inference.none()) if isinstance(inference, bool) else inference
        level = replace(level, inference=chosen)
    return level


easy = partial(PimcCardPlayer, "easy")
"""A player of the level ``easy``: the rules of thumb. It and the following take the options of ``PimcCardPlayer``."""
normal = partial(PimcCardPlayer, "normal")
"""The level ``normal``: uniform worlds, played out by the rules of thumb."""
hard = partial(PimcCardPlayer, "hard")
"""The level ``hard``: at most 32 worlds double dummy, 90 ms."""
expert = partial(PimcCardPlayer, "expert")
"""The level ``expert``: at most 64 worlds double dummy, 180 ms."""
unlimited = partial(PimcCardPlayer, "unlimited")
"""The level ``unlimited``: any number of worlds, no clock; for study."""
train = partial(PimcCardPlayer, "train")
"""The level ``train``: few worlds, no clock; see ``agents.pimc.batched`` for many boards at once."""
