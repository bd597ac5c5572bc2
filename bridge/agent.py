"""The protocol of a player.

An agent sits in one seat, receives that seat's view and answers with an action; as declarer it also decides dummy's
cards. It gets a random stream of its own (``spawn_streams``), branched off one way: the deal and the other streams do
not follow from it, short of guessing the run's seed. Agents run inside the program, so this keeps honest agents honest;
it is no wall against code that searches the process's memory.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from bridge.seats import Seat
from bridge.view import View


class OutOfRoleError(ValueError):
    """A bidder was asked for a card, or a card player for a call; the message says whom to compose it with."""


@runtime_checkable
class Agent(Protocol):
    """A player of one seat."""

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Sit down for a new board, with a fresh memory."""

    def act(self, view: View) -> int:
        """An action number that is legal in ``view``; called only when the seat is to act."""
        ...


def spawn_streams(seed: np.random.SeedSequence, n: int) -> list[np.random.Generator]:
    """``n`` independent random streams, branched off ``seed`` one way: no stream leads back to its parent."""
    return [np.random.default_rng(int(child.generate_state(1, np.uint64)[0])) for child in seed.spawn(n)]
