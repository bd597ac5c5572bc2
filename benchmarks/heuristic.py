"""The heuristic card player: speed of playouts, tricks lost against double dummy, duplicate matches.

A card loses a trick if declarer's double-dummy tricks change after it; the loss is declarer's or the defence's by whose
card it was. With a file of recorded expert play the experts' own losses stand beside, on the boards that were played to
the last card, and the heuristic plays the same contracts::

    python benchmarks/heuristic.py --expert-plays expert_plays.npz --boards 300 --match 400
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from agents import make
from agents.heuristic import choose, playout
from bridge import double_dummy, engine
from bridge.actions import FIRST_BID, PASS
from bridge.batch import Boards
from bridge.cards import Denomination
from bridge.game import Game
from bridge.seats import N_SEATS, Seat
from bridge.view import View
from evaluation import play_match
from evaluation.boards import random_boards
from evaluation.statistics import Estimate, estimate
from evaluation.table import bid_board

Losses = dict[tuple[str, str], list[int]]
"""Tricks lost on each board, by kind of contract and side."""


def sayc_contracts(n: int, seed: int) -> engine.States:
    """Random boards at the opening lead, bid by SAYC-lite; passed-out boards are left out."""
    bidders = [make("sayc") for _ in Seat]
    states = []
    for number, item in enumerate(random_boards(n, seed)):
        game = Game(item.board)
        for call in bid_board(item.board, bidders, np.random.SeedSequence((seed, number))):
            game.act(call)
        if game.contract is not None:
            states.append(game.state)
    return np.array(states)


def playouts_per_second(states: engine.States, rounds: int) -> float:
    """Boards played out per second of CPU time."""
    playout.playout_many(states[:1])
    start = time.process_time()
    for _ in range(rounds):
        playout.playout_many(states)
    return rounds * len(states) / (time.process_time() - start)


def lost(trace: npt.NDArray[np.int64], by_declarer: npt.NDArray[np.bool_]) -> tuple[int, int]:
    """Tricks lost by declarer and by the defence, from declarer's double-dummy tricks before and after every card."""
    changes = np.abs(np.diff(trace))
    return int(changes[by_declarer].sum()), int(changes[~by_declarer].sum())


def losses_of(states: engine.States, by_rule: dict[str, int]) -> Losses:
    """Let four heuristics play the boards; also adds up what each rule lost."""
    losses: Losses = defaultdict(list)
    for start in states:
        state, reasons = np.array([start])[0], []
        while state["phase"] == engine.PLAY:
            choice = choose(View(state, Seat(engine.actor(state))))
            side = "declarer" if state["turn"] % 2 == state["declarer"] % 2 else "defence"
            reasons.append((side, choice.reason.partition(":")[0].partition(",")[0]))
            engine.apply(state, choice.card.index)
        denomination = engine.denomination(state)
        trace = double_dummy.trace(state["owner"], denomination, int(state["declarer"]), state["plays"]).astype(int)
        for (side, reason), change in zip(reasons, np.abs(np.diff(trace)).tolist(), strict=True):
            by_rule[f"{kind(denomination)}, {side}: {reason}"] += change
        add(losses, denomination, lost(trace, np.array([side == "declarer" for side, _ in reasons])))
    return losses


def kind(denomination: int) -> str:
    """Suit or no trump."""
    return "no trump" if denomination == Denomination.NT else "suit"


def add(losses: Losses, denomination: int, both: tuple[int, int]) -> None:
    """Note one board."""
    for side, tricks in zip(("declarer", "defence"), both, strict=True):
        losses[kind(denomination), side].append(tricks)


def expert_play(path: Path, n: int, seed: int) -> tuple[Losses, engine.States]:
    """What experts lost on boards played to the last card, and ``n`` of these boards at the opening lead.

    The level is not recorded: the boards get the one that double dummy makes, or the lowest.
    """
    with np.load(path) as file:
        data = {name: file[name] for name in file.files}
    plays_end, trace_end = np.cumsum(data["plays_len"], dtype=int), np.cumsum(data["trace_len"], dtype=int)
    whole = np.flatnonzero(data["plays_len"] == len(data["owners"][0]) * N_SEATS)
    losses: Losses = defaultdict(list)
    for row in whole:
        plays = data["plays"][plays_end[row] - 52 : plays_end[row]].astype(int)
        trace = data["trace"][trace_end[row] - data["trace_len"][row] : trace_end[row]].astype(int)
        seats = unpacked(data["owners"][row])[plays]
        add(losses, data["denomination"][row], lost(trace, (seats % 2 != data["leader"][row] % 2)[: len(trace) - 1]))
    chosen = np.random.default_rng(seed).permutation(whole)[:n]
    made = data["trace"][trace_end[chosen] - data["trace_len"][chosen]]
    return losses, at_the_lead(data, chosen, made)


def at_the_lead(data: dict[str, npt.NDArray[np.uint8]], rows: npt.NDArray[np.int64], made: object) -> engine.States:
    """The boards of some records, declared where they were."""
    declarers = (data["leader"][rows].astype(int) + 3) % N_SEATS
    owners = np.stack([unpacked(packed) for packed in data["owners"][rows]])
    boards, everywhere = Boards(owners, declarers, data["vulnerable"][rows].astype(int)), np.arange(len(rows))
    levels = np.clip(np.asarray(made, dtype=int) - 6, 1, 7)
    boards.act(everywhere, FIRST_BID + 5 * (levels - 1) + data["denomination"][rows])
    for _ in range(3):
        boards.act(everywhere, np.full(len(rows), PASS))
    return boards.states


def unpacked(packed: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The seat of each card from four seats of two bits a byte."""
    return np.asarray((packed[:, np.newaxis] >> np.arange(0, 8, 2) & 3).reshape(-1), dtype=np.uint8)


def table(title: str, losses: Losses) -> str:
    """Tricks lost per board, with 95 % intervals."""
    rows = [f"{title}"]
    for (what, side), tricks in sorted(losses.items()):
        rows.append(f"  {what:8} {side:8} {shown(estimate(tricks))}  ({len(tricks)} boards)")
    return "\n".join(rows)


def shown(value: Estimate) -> str:
    """A mean with its interval."""
    return f"{value.mean:.2f} [{value.low:.2f}, {value.high:.2f}]"


def worst(by_rule: dict[str, int], boards: int, n: int = 12) -> str:
    """The rules that lose most."""
    rules = sorted(by_rule, key=lambda rule: -by_rule[rule])[:n]
    return "\n".join(f"  {by_rule[rule] / boards:.3f}  {rule}" for rule in rules)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=300, help="played against double dummy (default: %(default)s)")
    parser.add_argument("--match", type=int, default=400, help="boards of a match with random play; 0 for none")
    parser.add_argument("--expert-plays", type=Path, help="npz file of recorded play with double-dummy traces")
    parser.add_argument("--seed", type=int, default=1, help="of the boards (default: %(default)s)")
    options = parser.parse_args(arguments)
    states = sayc_contracts(options.boards, options.seed)
    print(f"playouts: {playouts_per_second(states, 20):,.0f} whole boards per second of CPU time")
    by_rule: dict[str, int] = defaultdict(int)
    print("\ntricks lost per board against double dummy")
    print(table("heuristic in all four seats, SAYC contracts", losses_of(states, by_rule)))
    print(f"the rules that lose most, per board of any kind\n{worst(by_rule, len(states))}")
    if options.expert_plays:
        experts, played = expert_play(options.expert_plays, options.boards, options.seed)
        print(table("experts, boards played to the last card", experts))
        print(table("heuristic in all four seats, the same contracts", losses_of(played, defaultdict(int))))
    if options.match:
        match = play_match(
            "heuristic", "random", random_boards(options.match, options.seed), play="cards", bidder="sayc"
        )
        print(f"\nheuristic against random cards: {match.raw_score} points, {match.imps} IMPs per board")


if __name__ == "__main__":
    main()
