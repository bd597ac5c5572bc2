"""Card players that think in worlds: deals drawn from what a seat knows, each judged double dummy or by playing on.

``PimcCardPlayer(level)`` plays; its ``decide`` says what it looked at. A player gets a ``View`` and nothing else.
"""

from agents.pimc.evidence import Inference
from agents.pimc.levels import LEVELS, Level
from agents.pimc.player import Decision, PimcCardPlayer, easy, expert, hard, normal, train, unlimited

__all__ = [
    "LEVELS",
    "Decision",
    "Inference",
    "Level",
    "PimcCardPlayer",
    "easy",
    "expert",
    "hard",
    "normal",
    "train",
    "unlimited",
]
