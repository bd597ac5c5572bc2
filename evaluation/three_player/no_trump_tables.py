"""The printed tables of the no-trump algorithm, repeated: how often a hand passes, alone and with its partner's.

Source: "3 Players Auction Bridge - Statistical Algorithmic Strategies", tables 3 and 4 and the introduction.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.three_player.no_trump import BOOK, Reading, passes, sure_tricks_shares
from bridge.seats import Seat
from bridge.solved import random_owners
from evaluation.statistics import Estimate, share

LEVELS = (1, 2, 3)
"""The bids that the source's tables are about."""

PRINTED_DEALS = 100_000
PRINTED_SINGLE = {1: (5955, 5992, 5849), 2: (3228, 3174, 3186), 3: (875, 844, 850)}
"""Table 3: hands of 100,000 that pass, by level, in three simulations."""
PRINTED_WITH_PARTNER = {1: 79991, 2: 73633, 3: 63276}
"""Table 4: pairs of hands of 100,000 that pass, by level."""
PRINTED_SINGLE_BESIDE = {1: 6005, 2: 3259, 3: 814}
"""Table 4: single hands of 100,000 that pass, by level, in the simulation beside that of the pairs."""
PRINTED_EARLIER = {1: 14e-5, 2: 3.6e-5, 3: 0.5e-5}
"""Probabilities of the earlier rule, by level."""


@dataclass(frozen=True, slots=True)
class NoTrumpTables:
    """How many of ``deals`` passed, by level, in each of some independent simulations."""

    deals: int
    seed: int
    reading: Reading
    single: dict[int, tuple[int, ...]]
    with_partner: dict[int, tuple[int, ...]]

    def single_share(self, level: int) -> Estimate:
        """The share of hands that pass, over all simulations."""
        return share(sum(self.single[level]), self.deals * len(self.single[level]))

    def partner_share(self, level: int) -> Estimate:
        """The share of hands that pass together with their partners', over all simulations."""
        return share(sum(self.with_partner[level]), self.deals * len(self.with_partner[level]))


def simulate(deals: int, repetitions: int, seed: int, reading: Reading = "listing") -> NoTrumpTables:
    """Deal ``deals`` deals ``repetitions`` times and count the hands that pass; the partner sits opposite.

    Raises:
        ValueError: a number is below 1, or the reading is unknown.
    """
    if deals < 1 or repetitions < 1:
        raise ValueError(f"{deals} deals, {repetitions} simulations: use 1 or more of both")
    single: dict[int, list[int]] = {level: [] for level in LEVELS}
    with_partner: dict[int, list[int]] = {level: [] for level in LEVELS}
    for repetition in range(repetitions):
        owners = random_owners(np.random.default_rng([seed, repetition]), deals)
        hand = owners == Seat.N
        both = hand | (owners == Seat.S)
        for level in LEVELS:
            single[level].append(int(passes(hand, BOOK + level, reading).sum()))
            with_partner[level].append(int(passes(both, BOOK + level, reading).sum()))
    return NoTrumpTables(
        deals,
        seed,
        reading,
        {level: tuple(counts) for level, counts in single.items()},
        {level: tuple(counts) for level, counts in with_partner.items()},
    )


def standard_errors_apart(count: int, n: int, printed: int, printed_n: int) -> float:
    """How far a share lies from a printed one, in standard errors of the difference if both came from one rate."""
    rate = (count + printed) / (n + printed_n)
    error = math.sqrt(rate * (1 - rate) * (1 / n + 1 / printed_n))
    return (count / n - printed / printed_n) / error


def report(tables: NoTrumpTables) -> str:
    """The tables as text, beside the printed values."""
    runs = len(tables.single[1])
    lines = [
        f"No-trump algorithm, {tables.deals:,} deals x {runs}, seed {tables.seed}, condition B as in the "
        f"{tables.reading}.",
        "Shares with 95 % intervals; 'apart' is the distance from the printed share in standard errors.",
        "",
        *_share_lines("Single hands", tables, tables.single, PRINTED_SINGLE),
        "",
        *_share_lines("Single hands again, beside table 4's", tables, tables.single, _once(PRINTED_SINGLE_BESIDE)),
        "",
        *_share_lines("Hands with the partner's", tables, tables.with_partner, _once(PRINTED_WITH_PARTNER)),
        "",
        "Ratio of the two (the source's column 'Percentage')",
        *(_ratio_line(tables, level) for level in LEVELS),
        "",
        *_earlier_lines(),
    ]
    return "\n".join(lines) + "\n"


def _once(printed: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    return {level: (count,) for level, count in printed.items()}


def _ratio_line(tables: NoTrumpTables, level: int) -> str:
    together = sum(tables.with_partner[level])
    ours = f"{sum(tables.single[level]) / together:.4f}" if together else "none"
    printed = PRINTED_SINGLE_BESIDE[level] / PRINTED_WITH_PARTNER[level]
    return f"  {level}NT  {ours}  printed {printed:.4f}"


def _share_lines(
    title: str, tables: NoTrumpTables, counts: Mapping[int, tuple[int, ...]], printed: Mapping[int, tuple[int, ...]]
) -> list[str]:
    lines = [f"{title}: counts by simulation, share, printed"]
    for level in LEVELS:
        ours = share(sum(counts[level]), tables.deals * len(counts[level]))
        total, n = sum(printed[level]), PRINTED_DEALS * len(printed[level])
        apart = standard_errors_apart(sum(counts[level]), ours.n, total, n)
        lines.append(
            f"  {level}NT  {' '.join(f'{count:>6}' for count in counts[level])}  "
            f"{ours.mean:.5f} ({ours.low:.5f} to {ours.high:.5f})  printed {total / n:.5f}, {apart:+.1f} apart"
        )
    return lines


def _earlier_lines() -> list[str]:
    """The earlier rule, enumerated: no sampling, so every digit counts."""
    exactly = [float(part) for part in sure_tricks_shares()]
    lines = ["Earlier rule, enumerated: four aces, and P cards in unbroken runs from the ace down (in 100,000 hands)"]
    for level in LEVELS:
        tricks = BOOK + level
        lines.append(
            f"  {level}NT  exactly {tricks}: {exactly[tricks] * 1e5:.2f}, at least {tricks}: "
            f"{sum(exactly[tricks:]) * 1e5:.2f}, printed {PRINTED_EARLIER[level] * 1e5:.1f}"
        )
    lines.append("  'Exactly' fits 1NT and 2NT as printed. Neither reading gives the printed value of 3NT.")
    return lines


def as_json(tables: NoTrumpTables) -> dict[str, Any]:
    """The same for programs."""
    exactly = [float(part) for part in sure_tricks_shares()]
    return {
        "deals": tables.deals,
        "seed": tables.seed,
        "reading": tables.reading,
        "levels": {
            str(level): {
                "single": _json_of(tables.single[level], tables.single_share(level)),
                "with_partner": _json_of(tables.with_partner[level], tables.partner_share(level)),
                "earlier_rule_exactly": exactly[BOOK + level],
                "earlier_rule_at_least": sum(exactly[BOOK + level :]),
            }
            for level in LEVELS
        },
    }


def _json_of(counts: tuple[int, ...], estimate: Estimate) -> dict[str, Any]:
    return {"counts": list(counts), "share": estimate.mean, "low": estimate.low, "high": estimate.high}
