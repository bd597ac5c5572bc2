"""A network that reads the four suits with the same weights.

A card is worth what it is worth among the cards of its suit, whichever suit that is. So each suit is read alone, by
layers that all four share, and every layer adds what the table as a whole looks like: the four suits' average, trumps,
and the suit that was led. What is learnt about a finesse in spades is known in diamonds too, without having been seen
there. A minor is bid otherwise than a major, though, and so each suit has a vector of its own besides.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from bridge import observation
from bridge.actions import N_BIDS, N_CALLS, PASS
from bridge.cards import CARDS_PER_SUIT, N_SUITS, Denomination
from bridge.observation import SLICES
from bridge.seats import N_SEATS

_N_DENOMINATIONS = len(Denomination)
_N_LEVELS = N_BIDS // _N_DENOMINATIONS
_NOT_BIDS = N_CALLS - N_BIDS  # pass, double, redouble
_CARD_PIECES = ("hand", "dummy_hand", "trick", "played_by", "played_in")
_BY_BID = ("bids", "doubles", "redoubles")

N_SUMMARIES = 3
"""What is known of the table as a whole: the average of the suits, trumps, the suit that was led."""


def _of_denomination(denomination: int) -> list[int]:
    """Where an observation speaks of a denomination in the auction."""
    bids = np.arange(denomination, N_BIDS, _N_DENOMINATIONS)
    seats = np.arange(N_SEATS)
    places = [SLICES[piece].start + (bids[:, np.newaxis] * N_SEATS + seats).ravel() for piece in _BY_BID]
    places.append(SLICES["last_calls"].start + (seats[:, np.newaxis] * N_CALLS + _NOT_BIDS + bids).ravel())
    places.append(SLICES["bid"].start + bids)
    return [int(place) for place in np.concatenate(places)]


def _of_suit(suit: int, n_inputs: int) -> list[int]:
    """Where an observation of ``n_inputs`` numbers speaks of a suit."""
    places = _of_denomination(suit)
    for piece in _CARD_PIECES:
        where = SLICES[piece]
        if where.stop <= n_inputs:
            cards = np.arange(where.start, where.stop).reshape(-1, N_SUITS, CARDS_PER_SUIT)
            places += [int(place) for place in cards[:, suit].ravel()]
    return places


def _layout(n_inputs: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where an observation speaks of each suit, ``(4, k)``, and of none of them, ``(m,)``."""
    suits = np.array([_of_suit(suit, n_inputs) for suit in range(N_SUITS)])
    return suits, np.setdiff1d(np.arange(n_inputs), suits)


class SuitEncoder(nn.Module):
    """Reads observations suit by suit.

    Args:
        n_inputs: numbers of an observation that are read.
        size: units of each layer, for every suit.
        n_layers: layers.
    """

    places: Tensor
    """Where an observation speaks of each suit, one after the other, and then of none."""

    def __init__(self, n_inputs: int, size: int, n_layers: int) -> None:
        super().__init__()
        suits, table = _layout(n_inputs)
        self.register_buffer("places", torch.from_numpy(np.concatenate((suits.ravel(), table))), persistent=False)
        self._split = [suits.size, table.size]
        self.n_suit = suits.shape[1]
        bid = {place: number for number, place in enumerate(suits[0])}
        self._trump = [bid[SLICES["bid"].start + level * _N_DENOMINATIONS] for level in range(_N_LEVELS)]
        self._plays = n_inputs == observation.SIZE
        self.suit = nn.Linear(self.n_suit + 2, size)
        self.table = nn.Linear(table.size, size)
        self.name = nn.Parameter(torch.zeros(N_SUITS, size))
        self.own = nn.ModuleList(nn.Linear(size, size) for _ in range(n_layers - 1))
        self.others = nn.ModuleList(nn.Linear(N_SUMMARIES * size, size, bias=False) for _ in range(n_layers - 1))

    def forward(self, inputs: Tensor) -> Tensor:
        """What is seen, ``(rows, 7 * size)``: the four suits, then the summaries of the table.

        Args:
            inputs: float ``(rows, n_inputs)``, observations with their entries between 0 and 1.
        """
        suits, table = torch.split(inputs[:, self.places], self._split, dim=1)
        suits = suits.reshape(-1, N_SUITS, self.n_suit)
        trump = suits[:, :, self._trump].sum(dim=2)
        led = self._led(inputs)
        marked = torch.cat((suits, trump.unsqueeze(2), led.unsqueeze(2)), dim=2)
        features = torch.relu(self.suit(marked) + self.table(table).unsqueeze(1) + self.name)
        shares = torch.stack((torch.full_like(trump, 1 / N_SUITS), trump, led), dim=1).to(features.dtype)
        for own, others in zip(self.own, self.others, strict=True):
            context = others((shares @ features).flatten(1)).unsqueeze(1)
            features = features + torch.relu(own(features) + context)
        return torch.cat((features.flatten(1), (shares @ features).flatten(1)), dim=1)

    def _led(self, inputs: Tensor) -> Tensor:
        """1 for the suit that was led to the trick in progress, ``(rows, 4)``."""
        if not self._plays:
            return inputs.new_zeros(len(inputs), N_SUITS)
        cards = inputs[:, SLICES["trick"]].reshape(-1, N_SEATS, N_SUITS, CARDS_PER_SUIT).sum(dim=3)
        return (cards * inputs[:, SLICES["leader"]].unsqueeze(2)).sum(dim=1)


class SuitJoint(nn.Module):
    """Joins what is seen of each suit with what is remembered."""

    def __init__(self, size: int, memory_size: int) -> None:
        super().__init__()
        self.size = size
        self.own = nn.Linear(size, size)
        self.others = nn.Linear(N_SUMMARIES * size + memory_size, size, bias=False)

    def forward(self, seen: Tensor, remembered: Tensor) -> Tensor:
        """Features of the four suits, then what is remembered: ``(rows, 4 * size + memory_size)``."""
        suits, summary = torch.split(seen, [N_SUITS * self.size, N_SUMMARIES * self.size], dim=1)
        suits = suits.reshape(-1, N_SUITS, self.size)
        context = self.others(torch.cat((summary, remembered.to(summary.dtype)), dim=1)).unsqueeze(1)
        features = suits + torch.relu(self.own(suits) + context)
        return torch.cat((features.flatten(1).float(), remembered.float()), dim=1)


class SuitPolicy(nn.Module):
    """Logits of all 90 actions, or of the cards or the calls alone: those of a suit from that suit's features."""

    def __init__(self, size: int, memory_size: int, actions: range) -> None:
        super().__init__()
        self.size = size
        self.cards = nn.Linear(size, CARDS_PER_SUIT) if actions.start < PASS else None
        calls = actions.stop > PASS
        self.levels = nn.Linear(size, _N_LEVELS) if calls else None
        self.rest = nn.Linear(N_SUITS * size + memory_size, _NOT_BIDS + _N_LEVELS) if calls else None

    def forward(self, features: Tensor) -> Tensor:
        """Logits ``(rows, n_actions)`` of features ``(rows, 4 * size + memory_size)``."""
        suits = features[:, : N_SUITS * self.size].reshape(-1, N_SUITS, self.size)
        logits = [] if self.cards is None else [self.cards(suits).flatten(1)]
        if self.levels is not None and self.rest is not None:
            others, no_trump = torch.split(self.rest(features), [_NOT_BIDS, _N_LEVELS], dim=1)
            bids = torch.cat((self.levels(suits).transpose(1, 2), no_trump.unsqueeze(2)), dim=2)
            logits += [others, bids.flatten(1)]
        return torch.cat(logits, dim=1)
