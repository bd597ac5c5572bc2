"""What a run does when: a teacher may be imitated first, and rates fall over each stage."""

from __future__ import annotations

from dataclasses import dataclass, replace

from training.settings import LESSONS, AlgorithmSettings, TrainSettings


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the run, at one point of it."""

    settings: AlgorithmSettings
    """The update's."""
    left: float
    """Share of the stage that is still to come, from 1 to 0."""

    @property
    def learning_rate(self) -> float:
        """Of the next steps."""
        return self.settings.learning_rate * (self.left if self.settings.anneal_lr else 1.0)

    @property
    def ent_coef(self) -> float:
        """Weight of the entropy bonus in the next steps."""
        return self.settings.ent_coef * (self.left if self.settings.anneal_ent else 1.0)

    @property
    def imitates(self) -> bool:
        """Whether a teacher's actions are learnt, rather than what pays."""
        return self.settings.algorithm == "imitation"

    @property
    def takes_lessons(self) -> bool:
        """Whether boards are learnt from that tell what cards and calls are worth; nobody is paid."""
        return self.settings.algorithm == LESSONS

    @property
    def is_paid(self) -> bool:
        """Whether what a board pays is learnt from."""
        return not (self.imitates or self.takes_lessons)


def stage_at(settings: TrainSettings, step: int) -> Stage:
    """The stage of a run after ``step`` learner's turns.

    The first ``imitation_timesteps`` turns imitate the teacher, or take lessons where the run has any, in one pass over
    fresh boards, unless the network starts from a checkpoint; the rest of ``total_timesteps`` goes to the algorithm.
    """
    train = settings.train
    first = train.imitation_timesteps if settings.init is None else 0
    if step < first:
        imitation = replace(
            train,
            algorithm=LESSONS if settings.lessons.names else "imitation",
            learning_rate=train.imitation_learning_rate,
            anneal_lr=True,
            update_epochs=1,
            ent_coef=0.0,
        )
        return Stage(imitation, 1.0 - step / first)
    return Stage(train, max(0.0, 1.0 - (step - first) / max(1, train.total_timesteps - first)))
