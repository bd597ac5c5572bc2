"""Settings of a training run, by group."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agents.learned.network import NetworkSettings
from settings import Settings, SettingsError, choice, flag, integer, names, number, shares, text

BRIDGE = "bridge"
THREE_PLAYER = "three_player"
SELF = "self"
PAST = "past"
PAR = "par"
CONTRACT = "contract"
LESSONS = "lessons"
PLAYOUTS = "playouts"


@dataclass
class OpponentSettings(Settings):
    """Who sits at the learner's tables, and on what share of the boards."""

    names: list[str] = names(
        (SELF, "sayc"),
        f"{SELF} (all four seats learn), {PAST} (a past self), an agent's name, a checkpoint's path or module:Class",
    )
    shares: list[float] = shares((0.5, 0.5), "share of the boards for each name")
    past_every: int = integer(20, "how often the learner joins its past selves", low=1, unit="iterations")
    past_kept: int = integer(20, "past selves to draw from; the oldest goes first", low=1, unit="networks")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.names:
            raise SettingsError("opponent.names is empty: give opponent.names=[...], for example a checkpoint's path")
        if len(self.names) != len(self.shares):
            raise SettingsError(
                f"opponent.shares has {len(self.shares)} numbers for {len(self.names)} names: give one each"
            )


@dataclass
class LessonSettings(Settings):
    """Boards that tell what cards and calls are worth, to learn from before anything is paid, in place of a teacher."""

    names: list[str] = names(
        (),
        f"experts (the shipped records of expert play), {PLAYOUTS} (boards that the network plays, each card judged by "
        "playing the board out), auctions (the bidder's; for phase=full), paths of boards that training.labelling "
        "labelled",
    )
    shares: list[float] = shares((1.0,), "share of the boards for each name")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.names and len(self.names) != len(self.shares):
            raise SettingsError(
                f"lessons.shares has {len(self.shares)} numbers for {len(self.names)} names: give one each"
            )


@dataclass
class RewardSettings(Settings):
    """What a board pays."""

    kind: str = choice(
        "raw",
        "the side's raw score, or what it is above another result on the board in points or IMPs",
        ("raw", "points", "imps"),
    )
    against: str = text(
        "par",
        "for points and imps: par, contract (the double-dummy result of the contract that is played), or an agent that "
        "acts in all four seats of the same board",
    )
    scale: float = number(400.0, "raw points or IMPs that count as a reward of 1", low=0.0, above=True)


@dataclass
class CriticSettings(Settings):
    """Who estimates the value of a turn, in training only."""

    sees: str = choice("seat", "what the seat sees, or all hands and their double-dummy results", ("seat", "all"))
    hidden_size: int = integer(256, "units of each of the two layers of the critic that sees all", low=1, high=8192)


@dataclass
class AlgorithmSettings(Settings):
    """The update. Names are CleanRL's; an iteration plays ``num_envs`` boards, and a timestep is a learner's turn."""

    algorithm: str = choice("ppo", "the update rule", ("ppo", "reinforce", "imitation", LESSONS))
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
    ent_coef: float = number(0.02, "weight of the entropy bonus at the start", low=0.0, high=10.0)
    anneal_ent: bool = flag(False, "lower the entropy bonus linearly to 0 over the run")
    vf_coef: float = number(0.5, "weight of the value loss", low=0.0, high=100.0)
    max_grad_norm: float = number(0.5, "limit of the gradient's norm", low=0.0, high=1000.0, above=True)
    target_kl: float = number(
        0.03, "stop an iteration's passes beyond this divergence", low=0.0, high=100.0, above=True
    )
    foresight_coef: float = number(
        0.0, "weight of telling partner's hand and all tricks from the policy's features", low=0.0, high=100.0
    )
    critic_iterations: int = integer(
        0, "first iterations of PPO or REINFORCE in which only the critic learns", low=0, unit="iterations"
    )
    imitation_timesteps: int = integer(
        0,
        "how many of the first turns imitate the teacher, or take lessons if there are any, whatever the algorithm: a "
        "warm start",
        low=0,
        unit="turns",
    )
    imitation_learning_rate: float = number(
        1e-3, "Adam's step size at the start of the warm start; it falls to 0", low=0.0, high=1.0, above=True
    )
    sharpen: float = number(
        4.0,
        "multiplies the cards' logits when PPO or REINFORCE goes on from lessons, this run's or init's: after lessons "
        "a policy draws cards that cost little almost as often as the best",
        low=0.0,
        high=100.0,
        above=True,
    )
    label_coef: float = number(
        0.1,
        "lessons: weight of a squared IMP of error in what a card costs beside the cross-entropy of a copied card",
        low=0.0,
        high=100.0,
    )
    teacher: str = text("sayc", "imitation: the agent whose actions are learnt")
    teacher_share: float = number(0.5, "imitation: share of turns that the teacher's action decides", low=0.0, high=1.0)


@dataclass
class EvalSettings(Settings):
    """The evaluation curve: matches on fixed validation boards while the run goes on."""

    every: int = integer(50, "how often the learner is evaluated; 0 for never", low=0, unit="iterations")
    boards: int = integer(500, "boards of each match, each at two tables", low=2, unit="boards")
    baselines: list[str] = names(("sayc", "pass"), "whom it meets: agents' names, checkpoints' paths or module:Class")


@dataclass
class TrainSettings(Settings):
    """A training run and the match that follows it."""

    game: str = choice(BRIDGE, "what is played", (BRIDGE, THREE_PLAYER))
    points: str = text("classic", "for game=three_player: the point table, classic or revised")
    seed: int = integer(1, "decides everything random in the run", low=0, high=2**63 - 1)
    output: str | None = text(None, "folder of the run; runs/train-<date> if null")
    resume: str | None = text(None, "folder of a run to continue; give its settings again")
    deals: str | None = text(None, "file of solved deals to train on (its training part); the shipped ones if null")
    symmetries: bool = flag(True, "draw each deal in a random one of its 96 symmetric images")
    init: str | None = text(
        None,
        "what the network starts from in place of a warm start: a checkpoint (a path or lstm_bidder; with phase=full "
        "a card player's), or a run's folder, whose critic is taken over too",
    )
    bidder: str = text("sayc", "who bids all four seats before the play (network.phase=play) and in lessons")
    device: str = choice("cpu", "where the network computes", ("cpu", "cuda"))
    precision: str = choice("auto", "of the large products; auto takes bf16 where it is fast", ("auto", "fp32", "bf16"))
    threads: int = integer(1, "processor threads of the network", low=1, high=1024, unit="threads")
    checkpoint_every: int = integer(20, "how often the run can be resumed from", low=1, unit="iterations")
    match_boards: int = integer(1000, "boards of each match after the training; 0 for none", low=0, unit="boards")
    jobs: int = integer(2, "processes of the match", low=1, high=1024, unit="processes")
    network: NetworkSettings = field(default_factory=NetworkSettings)
    opponent: OpponentSettings = field(default_factory=OpponentSettings)
    reward: RewardSettings = field(default_factory=RewardSettings)
    critic: CriticSettings = field(default_factory=CriticSettings)
    lessons: LessonSettings = field(default_factory=LessonSettings)
    train: AlgorithmSettings = field(default_factory=AlgorithmSettings)
    eval: EvalSettings = field(default_factory=EvalSettings)


def flat(nested: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Settings of all groups by their names on the command line: ``{"train": {"gamma": 1.0}}`` has ``train.gamma``."""
    found: dict[str, Any] = {}
    for key, value in nested.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found
