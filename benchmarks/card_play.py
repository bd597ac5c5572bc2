"""What card play costs and what it is worth: time a card, budgets kept, matches, tricks lost.

Each part prints one table; choose parts by name. Times of a decision are CPU times except where a budget is kept, which
is a matter of the clock on the wall::

    python benchmarks/card_play.py cost budgets speed
    python benchmarks/card_play.py matches --boards 200 --jobs 2
    python benchmarks/card_play.py losses --boards 40 --expert-plays
    python benchmarks/card_play.py matches losses time --players lstm_card_player --boards 200

*cost*: one decision with 32 and 64 worlds beside the solver alone on the same worlds. *budgets*: time and worlds by
trick at the levels with a clock. *speed*: boards a minute with four players of a level, and of the batched form.
*matches*: duplicate matches with the same SAYC auctions at both tables. *losses*: tricks lost against
double dummy; with records of expert play, also how often each level and the experts choose a card that costs nothing.
*time*: milliseconds a card. ``--players`` names card players, or checkpoints, that are measured beside the levels: they
meet the levels on test boards, without a clock, so that a busy machine makes nobody weaker.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import torch

import agents
from agents.pimc import Decision, PimcCardPlayer
from agents.pimc.batched import choose_many
from agents.pimc.levels import LEVELS
from agents.pimc.position import Known
from agents.pimc.sampler import sample
from bridge import double_dummy, search
from bridge.actions import FIRST_BID, PASS
from bridge.agent import Agent
from bridge.board import Board
from bridge.deal import Deal
from bridge.game import Game
from bridge.public import Phase
from bridge.seats import Seat, Vulnerability
from bridge.view import View
from evaluation import Team, play_match
from evaluation.boards import random_boards, solved_boards
from evaluation.table import bid_board
from training.expert_plays import NO_CARD, shipped_plays

_COST_TRICKS = (1, 4, 8, 11)
_OWN_SEARCH_FROM = 36

MATCHES = (
    ("heuristic v random", Team("heuristic"), Team("random")),
    ("normal v easy", Team("pimc_normal"), Team("pimc_easy")),
    ("hard v normal", Team("pimc_hard"), Team("pimc_normal")),
    ("expert v hard", Team("pimc_expert"), Team("pimc_hard")),
    ("hard, inference on v off", Team("pimc_hard"), Team("pimc_hard", {"inference": False})),
)


def auctioned(n: int, seed: int) -> Iterator[Game]:
    """Random boards with SAYC auctions that ended in a contract."""
    bidders = [agents.make("sayc") for _ in Seat]
    number = 0
    while n:
        board = random_boards(number + 1, seed)[number].board
        number += 1
        game = Game(board)
        for call in bid_board(board, bidders, np.random.SeedSequence(seed)):
            game.act(call)
        if game.phase is Phase.PLAY:
            n -= 1
            yield game


def played(game: Game, players: Sequence[Agent], before: Callable[[Game], None] | None = None) -> None:
    """Play a board to its end; ``before`` sees every position that leaves a choice."""
    for seat, player in zip(Seat, players, strict=True):
        player.reset(seat, np.random.default_rng(int(seat)))
    while game.actor is not None:
        if before is not None and game.legal_actions().sum() > 1:
            before(game)
        game.act(players[game.actor].act(game.view(game.actor)))


def team(name: str, **options: object) -> list[Agent]:
    """Four players of one level or, by name or checkpoint, of another kind."""
    return [agents.make(f"pimc_{name}" if name in LEVELS else name, **options) for _ in Seat]


# --- what a decision costs -------------------------------------------------------------------------------------------


def cost(options: argparse.Namespace) -> None:
    """Milliseconds of CPU a decision, and of the solver alone on the same worlds."""
    views = defaultdict(list)

    def note(game: Game) -> None:
        actor = game.actor
        if actor is not None and len(game.plays) % 4 == 1:
            views[len(game.plays) // 4 + 1].append(game.view(actor))

    for game in auctioned(options.boards, options.seed):
        played(game, team("easy"), note)
    print(f"{'trick':>5} {'worlds':>7} {'decision':>9} {'solver':>8} {'more':>6}   CPU ms, second hand to play")
    for trick in _COST_TRICKS:
        for worlds in (32, 64):
            times = np.array([_decision_and_solver(view, worlds) for view in views[trick][: options.positions]])
            decision, solver = times.mean(axis=0)
            print(f"{trick:5} {worlds:7} {decision:9.1f} {solver:8.1f} {decision / solver - 1:6.0%}")


def _decision_and_solver(view: View, worlds: int) -> tuple[float, float]:
    player = PimcCardPlayer("unlimited", worlds=worlds)
    player.reset(view.seat, np.random.default_rng(0))
    player.decide(view)  # compile, load and warm up
    start = time.process_time()
    player.decide(view)
    middle = time.process_time()
    known = Known.of(view)
    rng = np.random.default_rng([player._seed, len(view.plays)])
    states = sample(known, worlds, rng).states
    solver = search.score_cards if len(view.plays) >= _OWN_SEARCH_FROM else double_dummy.score_cards
    begin = time.process_time()
    solver(states)
    return (middle - start) * 1e3, (time.process_time() - begin) * 1e3


# --- budgets ---------------------------------------------------------------------------------------------------------


def budgets(options: argparse.Namespace) -> None:
    """Wall time of a decision and worlds completed, by trick; CPU time beside it where other work shares the cores."""
    for level in ("hard", "expert"):
        decisions: dict[int, list[Decision]] = defaultdict(list)
        processor: dict[int, list[float]] = defaultdict(list)
        for game in auctioned(options.boards, options.seed):
            players = [PimcCardPlayer(level) for _ in Seat]
            for seat, player in zip(Seat, players, strict=True):
                player.reset(seat, np.random.default_rng(int(seat)))
            while game.actor is not None:
                start = time.process_time()
                decision = players[game.actor].decide(game.view(game.actor))
                if decision.link != "only card":
                    decisions[len(game.plays) // 4 + 1].append(decision)
                    processor[len(game.plays) // 4 + 1].append((time.process_time() - start) * 1e3)
                game.act(decision.card)
        _print_budgets(level, decisions, processor)


def _print_budgets(level: str, decisions: dict[int, list[Decision]], processor: dict[int, list[float]]) -> None:
    print(f"\n{level}: budget {decisions[2][0].budget_ms:.0f} ms, {decisions[2][0].worlds_asked} worlds asked")
    print(f"{'trick':>5} {'median ms':>10} {'p95 ms':>8} {'CPU median':>11} {'CPU p95':>8} {'worlds':>7}  links")
    for trick in sorted(decisions):
        times = [decision.elapsed_ms for decision in decisions[trick]]
        worlds = np.mean([decision.worlds_completed for decision in decisions[trick]])
        links = Counter(decision.link for decision in decisions[trick])
        named = ", ".join(f"{link} {count}" for link, count in links.most_common())
        median, high = np.percentile(times, [50, 95])
        cpu_median, cpu_high = np.percentile(processor[trick], [50, 95])
        print(f"{trick:5} {median:10.1f} {high:8.1f} {cpu_median:11.1f} {cpu_high:8.1f} {worlds:7.1f}  {named}")


# --- speed -----------------------------------------------------------------------------------------------------------


def speed(options: argparse.Namespace) -> None:
    """Boards played with four players of a level, in CPU time; the auctions do not count."""
    print(f"{'players':>10} {'boards a minute':>16}")
    for level in ("easy", "normal", "train", "hard", "expert"):
        boards = list(auctioned(options.boards, options.seed))
        start = time.process_time()
        for game in boards:
            played(game, team(level))
        print(f"{level:>10} {60 * len(boards) / (time.process_time() - start):16.1f}")
    boards = list(auctioned(options.boards, options.seed))
    start = time.process_time()
    _play_batched(boards)
    print(f"{'batched':>10} {60 * len(boards) / (time.process_time() - start):16.1f}")


def _play_batched(boards: Sequence[Game]) -> None:
    for _ in range(52):
        views = [game.view(game.actor) for game in boards if game.actor is not None]
        for game, card in zip(boards, choose_many(views, list(range(len(views)))), strict=True):
            game.act(card)


# --- matches ---------------------------------------------------------------------------------------------------------


def matches(options: argparse.Namespace) -> None:
    """Each match with the same boards, SAYC bidding all hands at both tables."""
    boards = (solved_boards if options.players else random_boards)(options.boards, options.seed)
    for name, one, other in _matches_of(options.players) or MATCHES:
        if options.match and options.match not in name:
            continue
        result = play_match(one, other, boards, play="cards", seed=options.seed, jobs=options.jobs, bidder="sayc")
        print(f"{name}: IMPs a board {result.imps}; raw score {result.raw_score}", flush=True)


def _matches_of(players: Sequence[str]) -> list[tuple[str, Team, Team]]:
    """Each player against the rules of thumb and the levels."""
    others = [("easy", Team("pimc_easy"))]
    others += [(level, Team(f"pimc_{level}", {"budget": None})) for level in ("normal", "hard", "expert")]
    return [(f"{player} v {name}", Team(player), other) for player in players for name, other in others]


# --- losses ----------------------------------------------------------------------------------------------------------


def losses(options: argparse.Namespace) -> None:
    """Tricks lost a board against double dummy with four players of a level; then the cards of experts' positions."""
    print(f"{'players':>10} {'declarer':>9} {'defence':>8}   tricks lost a board")
    for level in (*options.levels, *options.players):
        rows = []
        for game in auctioned(options.boards, options.seed):
            played(game, team(level))
            rows.append(_lost(game))
        means, errors = np.mean(rows, axis=0), np.std(rows, axis=0) / np.sqrt(len(rows))
        print("{:>10} {:9.2f} {:8.2f}   (± {:.2f}, {:.2f})".format(level, *means, *errors), flush=True)
    if options.expert_plays:
        _beside_experts(options)


def _lost(game: Game) -> tuple[int, int]:
    contract = game.contract
    if contract is None:
        return 0, 0
    owners = game.board.deal.array()
    steps = np.diff(double_dummy.trace(owners, contract.denomination, contract.declarer, game.plays).astype(int))
    return int(-steps[steps < 0].sum()), int(steps[steps > 0].sum())


def _beside_experts(options: argparse.Namespace) -> None:
    games = list(_expert_games(options.positions, options.seed))
    rows = np.array([_lost(game) for game, _ in games if len(game.plays) >= 40])
    print("{:>10} {:9.2f} {:8.2f}   ({} long records)".format("experts", *rows.mean(axis=0), len(rows)))
    picks: dict[str, list[int]] = defaultdict(list)
    for game, cut in games:
        at = Game(game.board)
        for action in (*game.calls, *game.plays[:cut]):
            at.act(action)
        if at.actor is None or at.legal_actions().sum() < 2:
            continue
        scores = double_dummy.score_cards(np.array([at.state]))[0]
        if (scores[scores >= 0] == scores.max()).all():
            continue
        picks["experts"].append(int(scores.max() - scores[game.plays[cut]]))
        for level in options.levels:
            player = PimcCardPlayer(level, budget=None)
            player.reset(at.actor, np.random.default_rng(cut))
            picks[level].append(int(scores.max() - scores[player.act(at.view(at.actor))]))
    print(f"\n{'player':>10} {'costs nothing':>14} {'tricks lost':>12}   in positions where cards differ")
    for name, lost in picks.items():
        print(f"{name:>10} {np.mean(np.array(lost) == 0):14.1%} {np.mean(lost):12.3f}   ({len(lost)} positions)")


def _expert_games(n: int, seed: int) -> Iterator[tuple[Game, int]]:
    """Recorded play of test deals as games, and a random place in each; the auction is one bid that can be made."""
    plays = shipped_plays().part("test")
    rng = np.random.default_rng(seed)
    for row in rng.choice(len(plays), n, replace=False).tolist():
        declarer, vulnerable = Seat(plays.declarers[row]), Vulnerability(plays.vulnerable[row])
        game = Game(Board(Deal.from_owners(plays.owners[row]), declarer, vulnerable))
        level = max(0, int(plays.tricks[row]) - 7)
        for call in (FIRST_BID + 5 * level + int(plays.denominations[row]), PASS, PASS, PASS):
            game.act(call)
        for card in plays.plays[row][plays.plays[row] != NO_CARD].tolist():
            game.act(card)
        yield game, int(rng.integers(len(game.plays)))


# --- time ------------------------------------------------------------------------------------------------------------


def time_a_card(options: argparse.Namespace) -> None:
    """Milliseconds of CPU a card, where there is a choice, with four players of a kind."""
    print(f"{'players':>10} {'mean ms':>8} {'median':>8} {'p95':>8}   CPU, cards with a choice")
    for level in (*options.levels, *options.players):
        times: list[float] = []
        for game in auctioned(options.boards, options.seed):
            players = team(level)
            for seat, player in zip(Seat, players, strict=True):
                player.reset(seat, np.random.default_rng(int(seat)))
            while game.actor is not None:
                view, chooses = game.view(game.actor), game.legal_actions().sum() > 1
                start = time.process_time()
                card = players[game.actor].act(view)
                if chooses:
                    times.append((time.process_time() - start) * 1e3)
                game.act(card)
        median, high = np.percentile(times, [50, 95])
        print(f"{level:>10} {np.mean(times):8.2f} {median:8.2f} {high:8.2f}", flush=True)


PARTS = {"cost": cost, "budgets": budgets, "speed": speed, "matches": matches, "losses": losses, "time": time_a_card}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is asked for and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--boards", type=int, default=12, help="of each part (default: %(default)s)")
    parser.add_argument("--positions", type=int, default=10, help="for cost and losses (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="(default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes of a match (default: %(default)s)")
    parser.add_argument("--match", help="only matches whose name holds this text")
    parser.add_argument("--levels", nargs="*", default=["easy", "normal", "hard", "expert"], help="for losses and time")
    parser.add_argument("--players", nargs="*", default=[], help="card players beside the levels: names or checkpoints")
    parser.add_argument("--expert-plays", action="store_true", help="losses also beside the shipped expert plays")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    for part in options.parts or PARTS:
        PARTS[part](options)


if __name__ == "__main__":
    main()
