"""The SAYC-lite bidder: calls per second, and what its auctions are like over many boards.

Speed is in processor time of one core. *Cold* is a first pass over random boards, when most auctions are new to the
process; *warm* the same boards again; *two cores* two processes at once, each cold, over boards of their own. The
garbage collector is held back, as a loop that bids many boards would do. Then::

    python benchmarks/sayc.py --boards 10000

prints statistics of self-play, how well what calls are said to show holds, and the loss against the double-dummy par
of solved boards that are never trained on.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Sequence

import joblib
import numpy as np
from numpy.typing import NDArray

from agents.sayc import bid_batch, choose, constraints, explain
from agents.sayc.auction import forget, memory
from agents.sayc.bidder import no_collection
from bridge import actions
from bridge.batch import Boards
from bridge.deal import Deal
from bridge.double_dummy import par
from bridge.game import final_contract
from bridge.scoring import imps
from bridge.seats import Seat, Vulnerability
from bridge.solved import random_owners, shipped_deals

Calls = tuple[int, ...]
_HCP = np.array([max(card % 13 - 8, 0) for card in range(52)])
_SLAM, _GAMES = 6, {0: 5, 1: 5, 2: 4, 3: 4, 4: 3}


def frames(n: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Dealers and vulnerabilities of ``n`` boards: every combination in turn."""
    return np.arange(n) % 4, np.arange(n) // 4 % 4


def bid_out(owners: NDArray[np.uint8]) -> tuple[list[Calls], Boards]:
    """Four of the system's bidders bid every deal ``(n, 52)``."""
    boards = Boards(owners, *frames(len(owners)))
    dealers, vulnerable = frames(len(owners))
    while (live := np.flatnonzero(boards.in_auction())).size:
        held = boards.hands(live, boards.actors()[live])
        boards.act(live, bid_batch(held, boards.auctions(live), dealers[live], vulnerable[live]))
    return boards.auctions(np.arange(len(owners))), boards


def calls_per_second(owners: NDArray[np.uint8]) -> float:
    """Calls of a self-play pass in a second of processor time, the boards' own bookkeeping included."""
    start = time.process_time()
    with no_collection():
        auctions, _ = bid_out(owners)
    return sum(map(len, auctions)) / (time.process_time() - start)


def _in_a_process(seed: int, n: int) -> float:
    """Calls per second of a cold pass."""
    bid_out(random_owners(np.random.default_rng(seed), 4))
    forget()
    return calls_per_second(random_owners(np.random.default_rng(seed), n))


def speed(n: int) -> None:
    """Print the speeds."""
    owners = random_owners(np.random.default_rng(1), n)
    bid_out(owners[:4])
    forget()
    print(f"cold, one core       {calls_per_second(owners):10,.0f} calls/s  ({n} boards)")
    print(f"warm, one core       {calls_per_second(owners):10,.0f} calls/s")
    runs = joblib.Parallel(n_jobs=2)(joblib.delayed(_in_a_process)(seed, n) for seed in (2, 3))
    print(f"cold, two cores      {sum(runs):10,.0f} calls/s")
    print(f"one call at a time   {1e6 * median_single(owners[:200]):10,.0f} microseconds at the median, auction known")
    forget()
    print(f"                     {1e6 * median_single(owners[:200]):10,.0f} microseconds at the median, auction new")


def median_single(owners: NDArray[np.uint8]) -> float:
    """Median seconds of processor time of ``choose`` over every call of some boards."""
    dealers, vulnerable = frames(len(owners))
    seconds = []
    for index, row in enumerate(owners):
        deal, dealer, vul = Deal.from_owners(row), Seat(int(dealers[index])), Vulnerability(int(vulnerable[index]))
        calls: Calls = ()
        while not (len(calls) >= 4 and calls[-3:] == (actions.PASS,) * 3):
            hand = deal.hand(Seat((dealer + len(calls)) % 4))
            start = time.process_time()
            calls = (*calls, choose(hand, calls, dealer, vul).action)
            seconds.append(time.process_time() - start)
    return statistics.median(seconds)


def character(owners: NDArray[np.uint8], auctions: list[Calls]) -> None:
    """Print what the auctions are like."""
    dealers, _ = frames(len(owners))
    kinds: Counter[str] = Counter()
    fits = short_of_game = passed_forces = 0
    for row, dealer, calls in zip(owners, dealers, auctions, strict=True):
        contract = final_contract(Seat(int(dealer)), calls)
        level = 0 if contract is None else contract.level
        is_game = contract is not None and level >= _GAMES[int(contract.denomination)]
        kinds["passed out" if not level else "slam" if level >= _SLAM else "game" if is_game else "partscore"] += 1
        for side in (0, 1):
            if has_game_in_a_major(row, side):
                theirs = contract is not None and contract.declarer % 2 != side
                fits += 1
                short_of_game += not is_game and not (theirs and contract is not None and contract.doubled > 0)
        passed_forces += forces_passed(calls)
    total = len(owners)
    print("  ".join(f"{kind} {count / total:.1%}" for kind, count in kinds.most_common()))
    print(f"26+ HCP with an eight-card major fit, stopped below game: {short_of_game} of {fits}")
    print(f"longest auction {max(map(len, auctions))} calls, forcing calls passed {passed_forces}")


def has_game_in_a_major(owner: NDArray[np.uint8], side: int) -> bool:
    """Whether a side has 26 HCP and an eight-card major fit."""
    ours = owner % 2 == side
    return bool(_HCP[ours].sum() >= 26 and max(ours[26:39].sum(), ours[39:].sum()) >= 8)


def forces_passed(calls: Calls) -> int:
    """Passes where partner's call was forcing and no row means the pass."""
    passed = 0
    for made, action in enumerate(calls):
        here = memory().position(calls[:made])
        if action == actions.PASS and here.situation.forced:
            passed += not any(row.rule.stands for row in here.makers(here.tables, action))
    return passed


def honesty(owners: NDArray[np.uint8], auctions: list[Calls]) -> None:
    """Print how well what calls are said to show holds, and how much it says."""
    dealers, _ = frames(len(owners))
    broken: Counter[str] = Counter()
    widths, silent = [], 0
    final = [0, 0]
    for row, start, calls in zip(owners, dealers, auctions, strict=True):
        dealer = Seat(int(start))
        hcp = np.array([_HCP[row == seat].sum() for seat in range(4)])
        lengths = np.array(
            [[(row[13 * suit : 13 * suit + 13] == seat).sum() for suit in range(4)] for seat in range(4)]
        )
        for meaning in explain(calls, dealer, Vulnerability.NONE):
            low, high = meaning.hcp
            in_suits = all(a <= n <= b for (a, b), n in zip(meaning.lengths, lengths[meaning.seat], strict=True))
            broken[str(meaning.rule)] += not (low <= hcp[meaning.seat] <= high and in_suits)
            widths.append(high - low)
            silent += meaning.is_silent
        for seat, ranges in enumerate(constraints(calls, dealer, Vulnerability.NONE)):
            final[0] += not ranges.holds(hcp[seat], lengths[seat])
            final[1] += ranges.hcp_high - ranges.hcp_low
    print(f"hand inside what its calls so far show: {1 - broken.total() / len(widths):.4%} of {len(widths)} calls")
    print("exceptions by rule: " + ", ".join(f"{rule} {count}" for rule, count in broken.most_common() if count))
    print(
        f"HCP width after a call: median {statistics.median(widths)}; calls that say nothing {silent / len(widths):.1%}"
    )
    seats = 4 * len(owners)
    print(f"when the auction is over: inside {1 - final[0] / seats:.4%}, mean HCP width {final[1] / seats:.1f}")


def par_loss(n: int) -> None:
    """Print the mean loss against double-dummy par, in IMPs a board."""
    owners, tricks = shipped_deals().part("test").draw_fixed(np.random.default_rng(5), n)
    _, boards = bid_out(owners)
    scores = boards.double_dummy_scores_ns(tricks)
    pairs = zip(tricks, *frames(n), strict=True)
    pars = np.array([par(table, int(dealer), int(vulnerable)) for table, dealer, vulnerable in pairs])
    lost = np.abs(imps(scores - pars))
    error = lost.std() / np.sqrt(n)
    print(f"distance from par, all four bidding SAYC-lite: {lost.mean():.3f} ± {error:.3f} IMP/board over {n} boards")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=int, default=10_000, help="random boards (default: %(default)s)")
    parser.add_argument("--solved", type=int, default=5_000, help="solved boards against par (default: %(default)s)")
    options = parser.parse_args(arguments)
    speed(options.boards)
    owners = random_owners(np.random.default_rng(4), options.boards)
    auctions, _ = bid_out(owners)
    character(owners, auctions)
    honesty(owners, auctions)
    par_loss(options.solved)


if __name__ == "__main__":
    main()
