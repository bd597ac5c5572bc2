"""What a board pays: its raw score, or IMPs against another result on the same board.

IMPs need a second result. Par is one; what a reference agent reaches in all four seats of the same board is another, as
if it had played at the other table. Subtracting either takes most of the luck of the deal out of the reward.
"""

from __future__ import annotations

import numpy as np

from bridge import double_dummy
from bridge.batch import Boards, Ints, UInt8s
from bridge.scoring import imps
from training.opponents import make_opponent
from training.sequences import Floats
from training.settings import RewardSettings

PAR = "par"


def references_ns(settings: RewardSettings, boards: Boards, tables: UInt8s, rng: np.random.Generator) -> Ints:
    """The scores that North-South's are compared with, int ``(n,)``; zero where the raw score pays.

    Args:
        settings: what is paid.
        boards: boards whose auctions are over.
        tables: their double-dummy tables, uint8 ``(n, 5, 4)``.
        rng: for a reference agent that chooses at random.
    """
    if settings.kind == "raw":
        return np.zeros(len(boards), dtype=np.int64)
    if settings.against == PAR:
        return _par_scores_ns(boards, tables)
    again = Boards(boards.states["owner"].astype(np.uint8), boards.states["dealer"], boards.states["vulnerable"])
    bid_out(again, settings.against, rng)
    return again.double_dummy_scores_ns(tables)


def rewards_ns(settings: RewardSettings, scores_ns: Ints, references_ns: Ints) -> Floats:
    """North-South's reward for its scores, float ``(n,)``; East-West's is its negative."""
    paid = imps(scores_ns - references_ns) if settings.kind == "imps" else scores_ns
    return (paid / settings.scale).astype(np.float32)


def _par_scores_ns(boards: Boards, tables: UInt8s) -> Ints:
    frames = zip(tables, boards.states["dealer"].tolist(), boards.states["vulnerable"].tolist(), strict=True)
    return np.array([double_dummy.par(table, dealer, vulnerable) for table, dealer, vulnerable in frames])


def bid_out(boards: Boards, name: str, rng: np.random.Generator) -> None:
    """Let one agent bid all four seats of every board."""
    bidder = make_opponent(name, len(boards), rng)
    rows = np.arange(len(boards))
    while len(rows):
        boards.act(rows, bidder.act(boards, rows, boards.actors()[rows]))
        rows = np.flatnonzero(boards.in_auction())
