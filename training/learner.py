"""The training loop: iterations, logs, checkpoints, and going on after an interruption.

All randomness of an iteration is branched from the run's seed and the iteration's number, so a run that was stopped
and resumed makes the same steps as one that was not.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.tensorboard import SummaryWriter

from agents.batched import make_batched
from agents.learned import save_network
from bridge.batch import BatchAgent, Boards, Ints, UInt8s
from bridge.files import written_whole
from bridge.solved import SolvedDeals
from evaluation.provenance import versions
from training import distributed
from training.actor_critic import ActorCritic
from training.curve import Curve
from training.hidden import hidden_from
from training.lessons import sources_of, studied
from training.lineup import Lineup, lineup
from training.outcomes import costs_by_playout
from training.phases import PHASES, act_while
from training.players import with_whole_players
from training.precision import autocast, products_in_bf16
from training.provenance import record_start
from training.rewards import PlayedBoards, references_ns, rewards_ns
from training.rollout import Teacher, collect, draw_boards
from training.run_files import RunFiles
from training.schedule import Stage, stage_at
from training.sequences import SequenceBatch, SequenceRecorder
from training.settings import LESSONS, PAST, PLAYOUTS, SELF, TrainSettings, flat
from training.start import initial_network
from training.stopwatch import Stopwatch
from training.update import Metrics, Update

# Labels of the random streams that an iteration branches off the run's seed.
DEALS, _OPPONENT, _LEARNER, _PAST, _TEACHER, _REFERENCE, _BIDDER = range(7)


@dataclass(frozen=True, slots=True)
class Experience:
    """What an iteration's boards gave the learner."""

    batch: SequenceBatch
    """Its turns, paid and valued."""
    own_score: float
    """Points per board of the learner against opponents, or without any of whoever stands for it."""
    calls_per_board: float
    figures: Metrics = field(default_factory=dict)
    """What else is to be logged."""


class Learner:
    """A network being trained in boards that it bids, or plays, against itself, its past selves and other agents.

    Args:
        settings: the run's settings.
        folder: where its files go; it must be new, or hold a run to be resumed.
        deals: solved deals of the training part.

    Raises:
        ValueError: the name of an opponent, a teacher, a reference or a baseline is unknown, there are not enough
            validation boards, or ``init`` does not fit.
    """

    def __init__(self, settings: TrainSettings, folder: Path, deals: SolvedDeals) -> None:
        torch.set_num_threads(settings.threads)
        self._phase = PHASES[settings.network.phase]
        self.settings = settings = with_whole_players(settings, self._phase)
        self.files = RunFiles(folder)
        self._curve = Curve(settings.eval, self._phase, settings.bidder)
        self._deals = deals
        self._device = _device(settings.device)
        torch.manual_seed(settings.seed)
        self.network, after_lessons = initial_network(settings)
        self._bf16 = products_in_bf16(settings.precision, self._device)
        foresight = settings.train.foresight_coef > 0
        self.model = ActorCritic(self.network, settings.critic, foresight=foresight, bf16=self._bf16).to(self._device)
        # Fused: one pass over the weights instead of one for each operation of the step.
        self.optimizer = torch.optim.Adam(
            self.model.parameters(), lr=settings.train.learning_rate, eps=1e-5, fused=True
        )
        if settings.init is not None and RunFiles(Path(settings.init)).resume.is_file():
            self._take_over(RunFiles(Path(settings.init)))
        first = stage_at(settings, 0)
        self._algorithm = first.settings.algorithm
        if after_lessons and first.is_paid:
            self.network.sharpen_cards(settings.train.sharpen)
            self.optimizer.state.clear()  # the lessons' gradients, where a run's folder brought them
        self._trained = _distributed(self.model)
        self._rank = distributed.rank()
        self._stage_began = 0
        self._lessons = sources_of(settings) if first.takes_lessons else {}
        self.iteration = 0
        self.global_step = 0

    # --- the loop ----------------------------------------------------------------------------------------------------

    def train(self, on_evaluation: Callable[[str], None] | None = None) -> Iterator[Metrics]:
        """Run to ``total_timesteps``; yields each iteration's figures, and keeps logs and checkpoints.

        Args:
            on_evaluation: told the result of each evaluation, in one line.
        """
        writer = self._begin() if self._rank == 0 else None
        distributed.wait_for_all()
        try:
            if writer and self.iteration == 0:
                self._evaluate(writer, on_evaluation)
            while not self._is_over():
                metrics = self.iterate()
                if writer:
                    _log(writer, metrics, self.global_step)
                    self._evaluate(writer, on_evaluation)
                if PAST in self.settings.opponent.names and self.iteration % self.settings.opponent.past_every == 0:
                    self._save_past_self()
                if self.iteration % self.settings.checkpoint_every == 0:
                    if writer:
                        writer.flush()  # a run resumed from here logs only what comes after
                    self.save()
                yield metrics
            self.save()
        finally:
            if writer:
                writer.close()

    def _begin(self) -> SummaryWriter:
        """Write down how the run starts, or goes on; returns the writer of its logs."""
        if self.iteration == 0:
            self._save(self.files.untrained)
            self.save()
        self._write_settings()
        record_start(self.files.provenance, self.settings.seed, self.global_step, distributed.processes())
        # What an interrupted run logged beyond its last checkpoint will be logged again.
        return SummaryWriter(str(self.files.folder), purge_step=self.global_step + 1 if self.iteration else 0)

    def _is_over(self) -> bool:
        return self.global_step >= self.settings.train.total_timesteps

    def _evaluate(self, writer: SummaryWriter, on_evaluation: Callable[[str], None] | None) -> None:
        """Add a point to the evaluation curve, if it is due."""
        if not self._curve.is_due(self.iteration, self._is_over()):
            return
        started = time.perf_counter()
        point = self._curve.point(self.network)
        _log(writer, point.scalars() | {"eval/seconds": time.perf_counter() - started}, self.global_step)
        if on_evaluation:
            on_evaluation(f"turn {self.global_step:,}: {point}")

    def iterate(self) -> Metrics:
        """Play one iteration's boards and learn from them."""
        clock = Stopwatch()
        stage = self._enter_stage()
        generator = torch.Generator().manual_seed(int(self._stream(_LEARNER).integers(2**63)))
        experience = self._experience(stage, generator, clock)
        metrics = self._update(stage, generator).run(experience.batch)
        clock.lap("learning")
        turns = distributed.total(int(experience.batch.valid.sum()))
        self.iteration += 1
        self.global_step += turns
        return {
            "charts/episodic_return": experience.own_score,
            "charts/learning_rate": float(self.optimizer.param_groups[0]["lr"]),
            "charts/SPS": turns / clock.total,
            "charts/learner_turns": float(turns),
            "charts/calls_per_board": experience.calls_per_board,
            **experience.figures,
            **{f"time/{name}": share for name, share in clock.shares().items()},
            **metrics,
        }

    def _experience(self, stage: Stage, generator: torch.Generator, clock: Stopwatch) -> Experience:
        """Play one iteration's boards, or take lessons."""
        if stage.takes_lessons:
            return self._studied(generator, clock)
        boards, tables = self._dealt(self.settings.train.num_envs, self._stream(DEALS), clock)
        played = PlayedBoards(self._phase, boards.copy(), boards, tables)
        # Who imitates learns from the turns of all four seats.
        opponents = None if stage.imitates else self._opponents()
        seating = lineup(len(boards), opponents or [(None, 1.0)], self._phase.acting(boards))
        clock.lap("environment")
        with autocast(self._device, self._bf16):
            recorder = collect(self.network, boards, seating, generator, self._teacher(stage), clock, self._phase)
        batch = self._paid(recorder, played, seating)
        clock.lap("reward")
        return Experience(
            batch,
            _own_score(played.scores_ns(), seating),
            float(boards.states["n_calls"].mean()),
            self._play_figures(played, seating),
        )

    def _dealt(self, n: int, rng: np.random.Generator, clock: Stopwatch) -> tuple[Boards, UInt8s]:
        """``n`` boards where the phase begins, and their double-dummy tables."""
        boards, tables = draw_boards(self._deals, n, rng, images=self.settings.symmetries)
        clock.lap("environment")
        if not self._phase.bids:
            act_while(Boards.in_auction, boards, make_batched(self.settings.bidder, len(boards), self._stream(_BIDDER)))
            clock.lap("bidder")
        return boards, tables

    def _studied(self, generator: torch.Generator, clock: Stopwatch) -> Experience:
        """An iteration's lessons: nobody is paid."""
        rng, lessons, network = self._stream(DEALS), self.settings.lessons, self.network
        shares = np.array(lessons.shares)
        numbers = rng.multinomial(self.settings.train.num_envs, shares / shares.sum())
        batches = []
        for name, n in zip(lessons.names, numbers.tolist(), strict=True):
            if n and name == PLAYOUTS:
                batches.append(self._played_out(n, rng, generator, clock))
            elif n:
                drawn = self._lessons[name].draw(n, rng)
                batches.append(studied(drawn, self._phase, network.n_inputs, network.first_action))
                clock.lap("environment")
        return Experience(SequenceBatch.of(batches).to(self._device), 0.0, 0.0)

    def _played_out(
        self, n: int, rng: np.random.Generator, generator: torch.Generator, clock: Stopwatch
    ) -> SequenceBatch:
        """Boards that the network plays, each of its cards judged by playing the board out from it."""
        boards, _ = self._dealt(n, rng, clock)
        seating = lineup(n, self._opponents(), self._phase.acting(boards))
        with autocast(self._device, self._bf16):
            recorder = collect(
                self.network, boards, seating, generator, clock=clock, phase=self._phase, judge=costs_by_playout
            )
        unpaid = np.zeros(len(recorder.lengths), np.float32)
        return recorder.finish(unpaid, np.zeros((len(unpaid), 0), np.int8))

    def _paid(self, recorder: SequenceRecorder, boards: PlayedBoards, seating: Lineup) -> SequenceBatch:
        """The recorded turns with their rewards and the values of the critic in use."""
        references = references_ns(self.settings.reward, boards, self._stream(_REFERENCE))
        paid_ns = rewards_ns(self.settings.reward, boards.scores_ns(), references)
        numbers, seats = np.nonzero(seating.learns)
        rewards = np.where(seats % 2 == 0, paid_ns[numbers], -paid_ns[numbers])
        hidden = hidden_from(boards.end.states["owner"], boards.tables, references, numbers, seats)
        batch = recorder.finish(rewards, hidden)
        return self.model.valued(batch.to(self._device))

    def _play_figures(self, boards: PlayedBoards, seating: Lineup) -> Metrics:
        """What the learner's card play came to, where it plays: a figure without most of the luck of the deal."""
        if not self._phase.plays:
            return {}
        return {"charts/imps_to_double_dummy": _own_score(boards.imps_to_double_dummy_ns(), seating)}

    def _enter_stage(self) -> Stage:
        """The stage that this iteration belongs to; the optimizer forgets the gradients of another one."""
        stage = stage_at(self.settings, self.global_step)
        if stage.settings.algorithm != self._algorithm:
            if self._algorithm == LESSONS and stage.is_paid:
                # Lessons leave a policy that knows what cards cost; now one is needed that draws the cheap ones.
                self.network.sharpen_cards(self.settings.train.sharpen)
            self._algorithm = stage.settings.algorithm
            self._stage_began = self.iteration
            self.optimizer.state.clear()
        self.optimizer.param_groups[0]["lr"] = stage.learning_rate
        return stage

    def _update(self, stage: Stage, generator: torch.Generator) -> Update:
        """This iteration's update."""
        critic_only = self.iteration - self._stage_began < stage.settings.critic_iterations
        return Update(self._trained, self.optimizer, stage.settings, stage.ent_coef, critic_only, generator)

    def _opponents(self) -> list[tuple[BatchAgent | None, float]]:
        """This iteration's opponents with their shares; None for the learner itself."""
        chosen = self.settings.opponent
        return [(self._opponent(name), share) for name, share in zip(chosen.names, chosen.shares, strict=True)]

    def _opponent(self, name: str) -> BatchAgent | None:
        if name == PAST:
            past = self.files.past_selves(self.iteration, self.settings.opponent.past_kept)
            # Before there is a past self, the learner itself takes its place.
            name = str(past[self._stream(_PAST).integers(len(past))]) if past else SELF
        return None if name == SELF else make_batched(name, self.settings.train.num_envs, self._stream(_OPPONENT))

    def _teacher(self, stage: Stage) -> Teacher | None:
        if not stage.imitates:
            return None
        train = stage.settings
        return Teacher(make_batched(train.teacher, train.num_envs, self._stream(_TEACHER)), train.teacher_share)

    def _stream(self, label: int) -> np.random.Generator:
        return np.random.default_rng([self.settings.seed, self.iteration, label, self._rank])

    # --- files -------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the network and all that resuming takes."""
        if self._rank != 0:
            return
        self._save(self.files.agent)
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "algorithm": self._algorithm,
            "stage_began": self._stage_began,
            "iteration": self.iteration,
            "global_step": self.global_step,
        }
        with written_whole(self.files.resume) as temporary:
            torch.save(state, temporary)

    def _save_past_self(self) -> None:
        if self._rank == 0:
            self._save(self.files.past_self(self.iteration))
            opponent = self.settings.opponent
            spare = self.settings.checkpoint_every // opponent.past_every + 1  # a resumption may go back that far
            self.files.prune_past_selves(self.iteration, opponent.past_kept + spare)
        distributed.wait_for_all()  # every process draws from the same past selves

    def load(self) -> None:
        """Take up the run in the folder where it was last saved.

        Raises:
            ValueError: there is no run, its files are damaged, or it was started with other settings.
        """
        self._require_same_settings()
        path = self.files.resume
        if not path.is_file():
            raise ValueError(
                f"resume: {path} does not exist; the run stopped before its first checkpoint, start it anew"
            )
        try:
            state = self._load_learning(path)
            self._algorithm, self._stage_began = str(state["algorithm"]), int(state["stage_began"])
            self.iteration, self.global_step = int(state["iteration"]), int(state["global_step"])
        except Exception as error:  # torch raises many kinds for a damaged file
            reason = f"{type(error).__name__} {error}".splitlines()[0][:200]
            raise ValueError(f"resume: {path} cannot be read: {reason}") from error

    def _take_over(self, run: RunFiles) -> None:
        """Begin where another run stopped: with its critic and the optimizer's moments besides its network."""
        try:
            self._load_learning(run.resume)
        except Exception as error:  # torch raises many kinds for a damaged file
            differs = "state_dict for ActorCritic" in str(error)
            fault = "comes from another critic or other auxiliary heads: give its settings" if differs else "is damaged"
            raise ValueError(f"init: {run.resume} {fault}; init={run.agent} takes the network alone") from error

    def _load_learning(self, path: Path) -> dict[str, Any]:
        """Take network, critic and optimizer from a file to resume from; returns all that is in it."""
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        return state

    def _require_same_settings(self) -> None:
        if not self.files.settings.is_file():
            raise ValueError(f"resume: {self.files.folder} holds no run: {self.files.settings.name} is missing")
        try:
            stored = flat(dict(json.loads(self.files.settings.read_text(encoding="utf-8"))))
        except (ValueError, TypeError) as error:
            raise ValueError(f"resume: {self.files.settings} cannot be read: {error}") from error
        for key, value in flat(_learning_settings(self.settings)).items():
            if stored.get(key) != value:
                raise ValueError(f"resume: {key} was {stored.get(key)} when the run began and is {value} now")

    def _write_settings(self) -> None:
        with written_whole(self.files.settings) as temporary:
            temporary.write_text(json.dumps(asdict(self.settings), indent=2) + "\n", encoding="utf-8")

    def _save(self, path: Path) -> None:
        origin = {
            "settings": _learning_settings(self.settings),
            "algorithm": self._algorithm,
            "global_step": self.global_step,
            "iteration": self.iteration,
            "versions": versions(),
        }
        save_network(self.network, path, origin)


def _log(writer: SummaryWriter, figures: Metrics, global_step: int) -> None:
    for name, value in figures.items():
        writer.add_scalar(name, value, global_step)


def _distributed(model: ActorCritic) -> nn.Module:
    """The model, averaging its gradients over the processes of a distributed run."""
    if not dist.is_initialized():
        return model
    # The actor's own value head is idle beside a critic that sees all hands.
    return DistributedDataParallel(model, find_unused_parameters=model.critic is not None)


def _device(name: str) -> torch.device:
    if name == "cuda" and not torch.cuda.is_available():
        raise ValueError("device=cuda: torch finds no GPU here; use device=cpu")
    return torch.device(name, distributed.local_rank()) if name == "cuda" else torch.device(name)


def _own_score(scores_ns: Ints, seating: Lineup) -> float:
    """The learner's raw score per board against opponents; without any, North-South's."""
    own = np.where(seating.learns[:, ::2].any(axis=1), scores_ns, -scores_ns)
    opposed = seating.by_board >= 0
    return float(own[opposed].mean() if opposed.any() else own.mean())


def _learning_settings(settings: TrainSettings) -> dict[str, Any]:
    """The settings that decide what is learnt; where files go and what follows the training may change on resuming."""
    free = ("output", "resume", "device", "threads", "checkpoint_every", "match_boards", "jobs", "eval")
    return {key: value for key, value in asdict(settings).items() if key not in free}
