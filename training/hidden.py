"""What a seat may not see, for a critic in training: the other three hands and the double-dummy table.

Nothing here reaches an actor or an agent: the policy network takes observations, and this is not in them.
"""

from __future__ import annotations

import numpy as np

from bridge.actions import N_CARDS
from bridge.batch import Ints, UInt8s
from bridge.engine import Int8s
from bridge.seats import N_SEATS

_HANDS = (N_SEATS - 1) * N_CARDS
_MOST_TRICKS = 13

HIDDEN_SIZE = _HANDS + 5 * N_SEATS
"""The hands of LHO, partner and RHO (3 x 52), then tricks by denomination and declarer (5 x 4)."""

PARTNER = slice(N_CARDS, 2 * N_CARDS)
"""Where partner's hand is."""
TRICKS = slice(_HANDS, HIDDEN_SIZE)
"""Where the tricks are."""

HIGH = np.ones(HIDDEN_SIZE, dtype=np.int8)
"""Largest value of every entry."""
HIGH[TRICKS] = _MOST_TRICKS


def hidden_from(owners: Int8s, tables: UInt8s, boards: Ints, seats: Ints) -> Int8s:
    """What each seat could not see at the start of its board.

    Args:
        owners: ``(boards, 52)``, the seat that each card was dealt to.
        tables: ``(boards, 5, 4)``, double-dummy tricks.
        boards: ``(n,)``, the board of each sequence.
        seats: ``(n,)``, its seat.

    Returns:
        int8 ``(n, HIDDEN_SIZE)``; seats, also of declarers, are counted from the viewer.
    """
    relative = (owners[boards] - seats[:, np.newaxis]) % N_SEATS
    hands = relative[:, np.newaxis, :] == np.arange(1, N_SEATS)[:, np.newaxis]
    declarers = (seats[:, np.newaxis] + np.arange(N_SEATS)) % N_SEATS
    tricks = np.take_along_axis(tables[boards], declarers[:, np.newaxis, :], axis=2)
    return np.concatenate((hands.reshape(len(boards), -1), tricks.reshape(len(boards), -1)), axis=1).astype(np.int8)
