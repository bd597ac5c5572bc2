"""Whether a network's opinion makes PIMC players stronger in the early tricks: positions, and matches.

::

    python benchmarks/network_prior.py positions --boards 600
    python benchmarks/network_prior.py match --level hard --boards 150

*positions*: boards of the validation part after SAYC-lite's auctions, played by the network. At some cards of the first
three tricks the choices of a level, of the network, of the rules of thumb, and of the level with the network as a prior
are judged by what they cost double dummy on the board, in IMPs a card. *match*: the level with the prior against it,
the same auctions at both tables, nobody with a clock. The prior adds ``--points`` raw points for each unit of the
network's logits to a card's average score, after the lead and before the fourth trick; the lead stays the level's.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence

import numpy as np
import torch

from agents.batched import make_batched
from agents.learned import LearnedAgent, load_agent
from agents.learned.memories import SeatMemories
from agents.pimc import PimcCardPlayer
from agents.pimc.player import rule_card
from agents.pimc.position import Known
from agents.registry import checkpoint_path
from bridge.actions import N_CARDS
from bridge.batch import Boards, Ints
from bridge.seats import Seat
from bridge.solved import shipped_deals
from bridge.view import View
from evaluation import Team, play_match
from evaluation.boards import solved_boards
from training.labels import STEPS_AN_IMP
from training.outcomes import costs_by_double_dummy
from training.phases import act_while
from training.rollout import draw_boards

EARLY = 12
"""Cards played up to which the network is asked."""
POINTS = (5, 10, 20, 40, 80)
_SHARE = 0.2  # of the decisions that are looked at; leads are fewer
_SHARE_OF_LEADS = 0.5


def network_player(name: str) -> LearnedAgent:
    """A learned card player by name or path."""
    path = checkpoint_path(name)
    if path is None:
        raise SystemExit(f"error: {name} is no checkpoint: name lstm_card_player or a path")
    return load_agent(path)


class WithPrior:
    """A level whose early cards are chosen by their average score and the network's logits."""

    def __init__(self) -> None:
        # A class of one's own takes no options in a match: the command line speaks through the environment.
        self._level = PimcCardPlayer(os.environ["PRIOR_LEVEL"], budget=None)
        self._network = network_player(os.environ["PRIOR_NETWORK"])
        self._points = float(os.environ["PRIOR_POINTS"])

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Sit down for a new board."""
        self._level.reset(seat, rng)
        self._network.reset(seat, rng)
        self._memory = self._network.network.initial_memory(1)

    def act(self, view: View) -> int:
        """The card of the level, with the prior in the early tricks."""
        decision = self._level.decide(view)
        if len(view.plays) >= EARLY:
            return decision.card
        seen = view.observation()
        with torch.inference_mode():
            logits, _, self._memory = self._network.network(
                torch.from_numpy(seen["observation"][np.newaxis]),
                torch.from_numpy(seen["action_mask"][np.newaxis]),
                [1],
                self._memory,
            )
        return _mixed(decision.payoffs, logits[0].numpy(), self._points, decision.card)


def _mixed(payoffs: Mapping[int, float], logits: np.ndarray, points: float, otherwise: int) -> int:
    """The best card by score and prior; the level's own where it looked at no worlds."""
    return max(payoffs, key=lambda card: payoffs[card] + points * logits[card]) if payoffs else otherwise


# --- positions -------------------------------------------------------------------------------------------------------


def positions(options: argparse.Namespace) -> None:
    """What the choices cost on the board, by trick."""
    rng = np.random.default_rng(options.seed)
    boards, _ = draw_boards(shipped_deals().part("validation"), options.boards, rng, images=False)
    act_while(Boards.in_auction, boards, make_batched("sayc", len(boards), rng))
    network = network_player(options.network).network
    memories = SeatMemories(network, len(boards))
    level = PimcCardPlayer(options.level, budget=None)
    rows, costs = np.flatnonzero(~boards.are_over()), []
    for turn in range(EARLY):
        seats = boards.actors()[rows]
        observations, masks = boards.observe(rows, seats, network.n_inputs)
        with torch.inference_mode():
            logits, _, memory = network(
                torch.from_numpy(observations), torch.from_numpy(masks), [len(rows)], memories.read(rows, seats)
            )
        memories.write(rows, seats, memory)
        drawn = rng.random(len(rows)) < (_SHARE if turn else _SHARE_OF_LEADS)
        looked_at = np.flatnonzero(drawn & (masks[:, :N_CARDS].sum(axis=1) > 1))
        by_card = costs_by_double_dummy(boards, rows[looked_at]) / STEPS_AN_IMP
        for place, cost in zip(looked_at.tolist(), by_card, strict=True):
            view = boards.view(int(rows[place]), int(seats[place]))
            cards = _choices(level, view, logits[place].numpy(), int(rows[place]))
            costs.append([turn // 4 + 1 if turn else 0, *cost[cards]])
        boards.act(rows, logits.numpy().argmax(axis=1))
    _print(options.level, np.array(costs))


def _choices(level: PimcCardPlayer, view: View, logits: np.ndarray, seed: int) -> Ints:
    """The cards of the level, the network, the rules of thumb, and the level with each prior."""
    level.reset(view.seat, np.random.default_rng(seed))
    decision = level.decide(view)
    mixed = [_mixed(decision.payoffs, logits, points, decision.card) for points in POINTS]
    return np.array([decision.card, int(logits.argmax()), rule_card(Known.of(view)), *mixed])


def _print(level: str, costs: np.ndarray) -> None:
    """One line for the lead, one for each trick, one for all cards after the lead."""
    print(f"{'':>12} {'positions':>10} {level:>8} {'network':>8} {'rules':>8}   less {level}: with {POINTS} points")
    groups = [("lead", costs[:, 0] == 0), *((f"trick {n}", costs[:, 0] == n) for n in (1, 2, 3))]
    for name, chosen in [*groups, ("after lead", costs[:, 0] > 0)]:
        lost = costs[chosen, 1:]
        means = lost.mean(axis=0)
        more = lost[:, 3:] - lost[:, :1]
        errors = more.std(axis=0) / np.sqrt(len(more))
        gains = " ".join(f"{gain:+.3f} ± {error:.3f}" for gain, error in zip(more.mean(axis=0), errors, strict=True))
        print(f"{name:>12} {len(lost):10} {means[0]:8.3f} {means[1]:8.3f} {means[2]:8.3f}   {gains}")


# --- matches ---------------------------------------------------------------------------------------------------------


def match(options: argparse.Namespace) -> None:
    """The level with the prior against the level."""
    os.environ |= {
        "PRIOR_LEVEL": options.level,
        "PRIOR_NETWORK": options.network,
        "PRIOR_POINTS": str(options.points),
    }
    boards = solved_boards(options.boards, options.seed, "validation")
    teams = Team("network_prior:WithPrior"), Team(f"pimc_{options.level}", {"budget": None})
    result = play_match(*teams, boards, play="cards", seed=options.seed, jobs=options.jobs, bidder="sayc")
    print(f"{options.level} with the prior v {options.level}: IMPs a board {result.imps}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is asked for and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=("positions", "match"))
    parser.add_argument("--level", default="hard", choices=("hard", "expert"))
    parser.add_argument("--network", default="lstm_card_player", help="name or path (default: %(default)s)")
    parser.add_argument("--points", type=float, default=20.0, help="for a unit of the logits (default: %(default)s)")
    parser.add_argument("--boards", type=int, default=150, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="(default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes of a match (default: %(default)s)")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    {"positions": positions, "match": match}[options.part](options)


if __name__ == "__main__":
    main()
