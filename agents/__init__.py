"""Players: each decides from what its seat may see. ``make`` builds one from its name.

Importing this package loads no learning library; ``make`` imports what a player needs when it is asked for.
"""

from agents.registry import NAMES, make
from agents.roles import can_bid, can_play

__all__ = ["NAMES", "can_bid", "can_play", "make"]
