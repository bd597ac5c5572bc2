"""Settings of a training run, by group."""

from __future__ import annotations

from dataclasses import dataclass, field

from agents.learned.network import NetworkSettings
from settings import Settings, choice, flag, integer, number, text


@dataclass
class OpponentSettings(Settings):
    """Who sits against the learner."""

    name: str = text("sayc", "an agent's name, a checkpoint's path or module:Class")
    self_share: float = number(0.5, "share of the boards on which all four seats learn instead", low=0.0, high=1.0)


@dataclass
class AlgorithmSettings(Settings):
    """The policy-gradient update. Names and meanings are CleanRL's."""

    algorithm: str = choice("ppo", "the update rule", ("ppo", "reinforce"))
    total_timesteps: int = integer(1_500_000, "learner's turns in all", low=1, unit="turns")
    num_envs: int = integer(512, "boards played in each iteration", low=1, high=1_000_000, unit="boards")
    learning_rate: float = number(1e-3, "Adam's step size at the start", low=0.0, high=1.0, above=True)
    anneal_lr: bool = flag(True, "lower the learning rate linearly to 0 over the run")
    gamma: float = number(1.0, "discount from one turn of a seat to its next", low=0.0, high=1.0)
    gae_lambda: float = number(0.95, "weight of longer returns in the advantage", low=0.0, high=1.0)
    num_minibatches: int = integer(4, "parts that an iteration's sequences are split into", low=1, high=4096)
    update_epochs: int = integer(3, "passes over an iteration's sequences", low=1, high=100)
    clip_coef: float = number(0.2, "how far the policy's ratio may move", low=0.0, high=1.0, above=True)
    clip_vloss: bool = flag(True, "clip the value's change likewise")
    norm_adv: bool = flag(True, "centre and scale the advantages of each minibatch")
    ent_coef: float = number(0.02, "weight of the entropy bonus", low=0.0, high=10.0)
    vf_coef: float = number(0.5, "weight of the value loss", low=0.0, high=100.0)
    max_grad_norm: float = number(0.5, "limit of the gradient's norm", low=0.0, high=1000.0, above=True)
    target_kl: float = number(
        0.03, "stop an iteration's passes beyond this divergence", low=0.0, high=100.0, above=True
    )
    reward_scale: float = number(400.0, "raw score that counts as a reward of 1", low=0.0, above=True, unit="points")


@dataclass
class TrainSettings(Settings):
    """A training run and the match that follows it."""

    seed: int = integer(1, "decides everything random in the run", low=0, high=2**63 - 1)
    output: str | None = text(None, "folder of the run; runs/train-<date> if null")
    resume: str | None = text(None, "folder of a run to continue; give its settings again")
    threads: int = integer(1, "processor threads of the network", low=1, high=1024, unit="threads")
    checkpoint_every: int = integer(20, "how often the run can be resumed from", low=1, unit="iterations")
    match_boards: int = integer(1000, "boards of each match after the training; 0 for none", low=0, unit="boards")
    jobs: int = integer(2, "processes of the match", low=1, high=1024, unit="processes")
    network: NetworkSettings = field(default_factory=NetworkSettings)
    opponent: OpponentSettings = field(default_factory=OpponentSettings)
    train: AlgorithmSettings = field(default_factory=AlgorithmSettings)
