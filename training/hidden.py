"""What a seat may not see, for a critic in training: the other hands, the double-dummy table, the result to beat.

Nothing here reaches an actor or an agent: the policy network takes observations, and this is not in them.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from bridge import observation
from bridge.actions import N_CARDS
from bridge.batch import Ints, UInt8s
from bridge.engine import Int8s
from bridge.seats import N_SEATS

_HANDS = (N_SEATS - 1) * N_CARDS
_MOST_TRICKS = 13

HIDDEN_SIZE = _HANDS + 5 * N_SEATS + 1
"""The hands of LHO, partner and RHO (3 x 52), tricks by denomination and declarer (5 x 4), and the reference score."""

PARTNER = slice(N_CARDS, 2 * N_CARDS)
"""Where partner's hand is."""
TRICKS = slice(_HANDS, HIDDEN_SIZE - 1)
"""Where the tricks are."""
REFERENCE = HIDDEN_SIZE - 1
"""Where the score is that the side's reward is measured against, in units of 20 points."""

_POINTS = 20
_MOST = 127

HIGH = np.ones(HIDDEN_SIZE, dtype=np.int8)
"""Largest value of every entry."""
HIGH[TRICKS] = _MOST_TRICKS
HIGH[REFERENCE] = _MOST


def hidden_from(owners: Int8s, tables: UInt8s, references_ns: Ints, boards: Ints, seats: Ints) -> Int8s:
    """What each seat could not see at the start of its board.

    Args:
        owners: ``(boards, 52)``, the seat that each card was dealt to.
        tables: ``(boards, 5, 4)``, double-dummy tricks.
        references_ns: ``(boards,)``, North-South's score that theirs is compared with.
        boards: ``(n,)``, the board of each sequence.
        seats: ``(n,)``, its seat.

    Returns:
        int8 ``(n, HIDDEN_SIZE)``; seats, also of declarers, are counted from the viewer.
    """
    relative = (owners[boards] - seats[:, np.newaxis]) % N_SEATS
    hands = relative[:, np.newaxis, :] == np.arange(1, N_SEATS)[:, np.newaxis]
    declarers = (seats[:, np.newaxis] + np.arange(N_SEATS)) % N_SEATS
    tricks = np.take_along_axis(tables[boards], declarers[:, np.newaxis, :], axis=2)
    signs = np.where(seats % 2 == 0, 1, -1)
    references = np.clip(np.rint(signs * references_ns[boards] / _POINTS), -_MOST, _MOST)
    parts = (hands.reshape(len(boards), -1), tricks.reshape(len(boards), -1), references[:, np.newaxis])
    return np.concatenate(parts, axis=1).astype(np.int8)


def still_hidden(hidden: Tensor, observations: Tensor) -> Tensor:
    """What is left of the hidden hands at some turns: the cards that have been played, as observations tell, are gone.

    Args:
        hidden: ``(rows, HIDDEN_SIZE)``, what the turn's seat could not see at the start of its board.
        observations: ``(rows, observation.SIZE)``.

    Returns:
        ``(rows, HIDDEN_SIZE)``; what follows the hands stays.
    """
    held = observations[:, observation.SLICES["played_in"]] == 0
    hands = hidden[:, :_HANDS].reshape(-1, N_SEATS - 1, N_CARDS) * held.unsqueeze(1)
    return torch.cat((hands.flatten(1), hidden[:, _HANDS:]), dim=1)
