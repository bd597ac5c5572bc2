"""What a board pays: its raw score, or IMPs against another result on the same board.

IMPs need a second result. Par is one; what a reference agent reaches in all four seats of the same board is another, as
if it had played at the other table. Subtracting either takes most of the luck of the deal out of the reward.
"""

from __future__ import annotations

import numpy as np

from bridge.batch import Boards, Ints, UInt8s
from bridge.scoring import imps
from evaluation.batch import bid_out, par_scores_ns
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
        return par_scores_ns(boards, tables)
    again = Boards(boards.states["owner"].astype(np.uint8), boards.states["dealer"], boards.states["vulnerable"])
    bid_out(again, [make_opponent(settings.against, len(again), rng)])
    return again.double_dummy_scores_ns(tables)


def rewards_ns(settings: RewardSettings, scores_ns: Ints, references_ns: Ints) -> Floats:
    """North-South's reward for its scores, float ``(n,)``; East-West's is its negative."""
    paid = imps(scores_ns - references_ns) if settings.kind == "imps" else scores_ns
    return (paid / settings.scale).astype(np.float32)
