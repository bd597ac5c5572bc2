"""The agents that a run's settings name: checked, and completed, before anything starts.

Everybody is named as in ``agents.registry``. Where a phase asks more of an agent than it does, another one does the
rest: a bidder plays the cards as ``heuristic`` does, a card player bids as ``sayc`` does.
"""

from __future__ import annotations

from dataclasses import replace

import agents
from training.phases import TrainedPhase
from training.schedule import stage_at
from training.settings import CONTRACT, PAR, PAST, SELF, TrainSettings


def with_whole_players(settings: TrainSettings, phase: TrainedPhase) -> TrainSettings:
    """The settings with the name of a player who does all that the phase asks in the place of every agent's name.

    Raises:
        ValueError: there is no such agent, it does not do what is asked, or the reward does not go with the phase.
    """
    names = [name if name in (SELF, PAST) else whole_player(name, phase) for name in settings.opponent.names]
    reward, train = settings.reward, settings.train
    if reward.kind != "raw" and reward.against not in (PAR, CONTRACT):
        reward = replace(reward, against=whole_player(reward.against, phase))
    if reward.kind != "raw" and reward.against == CONTRACT and phase.bids:
        raise ValueError(
            f"reward.against={CONTRACT} pays for the play of a given contract: use it with phase=play, or against="
            f"{PAR} or sayc with phase={phase.name}"
        )
    if stage_at(settings, 0).imitates:
        train = replace(train, teacher=whole_player(train.teacher, phase))
    if not phase.bids and not agents.can_bid(agents.make(settings.bidder)):
        raise ValueError(f"bidder={settings.bidder} does not bid: name a bidder, for example sayc")
    if stage_at(settings, 0).takes_lessons and not (phase.plays and settings.lessons.names):
        raise ValueError(
            "lessons teach the play of the cards: use train=lessons with phase=play or phase=full, and name some, for "
            "example lessons=experts"
        )
    if settings.eval.every:
        for name in settings.eval.baselines:
            whole_player(name, phase)
    opponent = replace(settings.opponent, names=names)
    return replace(settings, opponent=opponent, reward=reward, train=train)


def whole_player(name: str, phase: TrainedPhase) -> str:
    """The name of a player who does what a phase asks: the named one, or a composition with it.

    Raises:
        ValueError: there is no such agent, or calls alone are asked of one that only plays cards.
    """
    agent = agents.make(name)
    if phase.bids and not agents.can_bid(agent):
        if not phase.plays:
            raise ValueError(f"{name} does not bid: name a bidder, for example sayc")
        return f"sayc+{name}"
    return f"{name}+heuristic" if phase.plays and not agents.can_play(agent) else name
