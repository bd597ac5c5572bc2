"""Games small enough to solve by hand or by trying everything, behind the face of ``Boards`` that rollouts use.

Calls are numbered from ``PASS``; observations carry a few ones in their first entries. The learner sits in all four
seats, and every game says what each seat earned and what it could not see.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

from bridge.actions import N_ACTIONS, PASS
from bridge.batch import Ints
from bridge.engine import Int8s
from bridge.seats import N_SEATS
from training.hidden import HIDDEN_SIZE
from training.sequences import Floats

Bools = npt.NDArray[np.bool_]


class ToyBoards:
    """``n`` boards of a toy game; a game says who acts, what is seen and legal, and what a call does."""

    n: int

    def __len__(self) -> int:
        return self.n

    def actors(self) -> Ints:
        raise NotImplementedError

    def in_auction(self) -> Bools:
        return self.actors() >= 0

    def seen(self, rows: Ints, seats: Ints) -> tuple[Int8s, Bools]:
        """What the seats see, ``(len(rows), a few)``, and which calls are legal, ``(len(rows), a few)``."""
        raise NotImplementedError

    def observe(self, rows: Ints, seats: Ints, size: int) -> tuple[Int8s, Int8s]:
        few, legal = self.seen(rows, seats)
        observations = np.zeros((len(rows), size), dtype=np.int8)
        observations[:, : few.shape[1]] = few
        masks = np.zeros((len(rows), N_ACTIONS), dtype=np.int8)
        masks[:, PASS : PASS + legal.shape[1]] = legal
        return observations, masks

    def act(self, rows: Ints, actions: Ints) -> None:
        seats = self.actors()[rows]
        _, legal = self.seen(rows, seats)
        assert legal[np.arange(len(rows)), actions - PASS].all()
        self.call(rows, seats, actions - PASS)

    def call(self, rows: Ints, seats: Ints, calls: Ints) -> None:
        raise NotImplementedError

    def paid(self) -> Floats:
        """What every seat earned, float32 ``(n, 4)``."""
        raise NotImplementedError

    def hidden(self) -> Int8s:
        """What the seats could not see, int8 ``(4 n, HIDDEN_SIZE)``."""
        return np.zeros((self.n * N_SEATS, HIDDEN_SIZE), dtype=np.int8)


def ones_at(columns: Ints, size: int) -> Int8s:
    """A row with a single one for each of ``columns``."""
    return (columns[:, np.newaxis] == np.arange(size)).astype(np.int8)


# --- a secret card and two chances to stop ----------------------------------------------------------------------------

STOP, GO_ON, FIRST_NAME = 0, 1, 2
SURE = np.array([0.6, 0.2, 0.2])
"""Paid by card for stopping at the first turn, when the card is seen."""
OFFERS = np.array([0.0, 0.2, 0.95])
"""Paid by offer for stopping at the second turn, when only the offer is seen."""
PRIZES = np.array([0.3, 0.8, 1.0])
"""Paid by card for naming it at the third turn, when nothing is seen."""
SECRETS = np.array(list(product(range(3), range(3))))
"""All equally likely pairs of card and offer."""


class SecretCard(ToyBoards):
    """North alone: stop for a sure payment, or for an offer, or name the card that was seen at the first turn.

    Args:
        secrets: int ``(n, 2)``, the card and the offer.
        luck: float ``(n,)``, added to what North earns whatever North does; only a critic may see it.
    """

    def __init__(self, secrets: Ints, luck: Floats) -> None:
        self.n = len(secrets)
        self._cards, self._offers = secrets.T
        self._luck = luck
        self._turns = np.zeros(self.n, dtype=np.int64)
        self._over = np.zeros(self.n, dtype=bool)
        self._paid = np.zeros(self.n)

    @classmethod
    def drawn(cls, n: int, rng: np.random.Generator, luck: float = 0.0) -> SecretCard:
        return cls(SECRETS[rng.integers(len(SECRETS), size=n)], rng.choice(np.array([-luck, luck]), size=n))

    @classmethod
    def every(cls) -> SecretCard:
        """One board for every pair of card and offer."""
        return cls(SECRETS, np.zeros(len(SECRETS)))

    def actors(self) -> Ints:
        return np.where(self._over, -1, 0)

    def seen(self, rows: Ints, seats: Ints) -> tuple[Int8s, Bools]:
        turns = self._turns[rows]
        card = ones_at(np.where(turns == 0, self._cards[rows], -1), 3)
        offer = ones_at(np.where(turns == 1, self._offers[rows], -1), 3)
        legal = np.where((turns < 2)[:, np.newaxis], np.arange(5) < FIRST_NAME, np.arange(5) >= FIRST_NAME)
        return np.concatenate((ones_at(turns, 3), card, offer), axis=1), legal

    def call(self, rows: Ints, seats: Ints, calls: Ints) -> None:
        turns, cards = self._turns[rows], self._cards[rows]
        sure = np.where(turns == 0, SURE[cards], OFFERS[self._offers[rows]])
        named = np.where(calls - FIRST_NAME == cards, PRIZES[cards], 0.0)
        self._over[rows] = calls != GO_ON
        self._paid[rows] = np.where(calls == GO_ON, 0.0, np.where(calls == STOP, sure, named))
        self._turns[rows] += 1

    def paid(self) -> Floats:
        return ((self._paid + self._luck)[:, np.newaxis] * np.array([1, 0, 0, 0])).astype(np.float32)

    def hidden(self) -> Int8s:
        hidden = super().hidden()
        hidden[::N_SEATS, 0] = self._luck > 0
        return hidden

    def best_calls(self, rows: Ints, seats: Ints) -> Ints:
        """The calls of the optimal policy, which remembers the card."""
        turns, cards = self._turns[rows], self._cards[rows]
        going_on = np.maximum(OFFERS, PRIZES[cards][:, np.newaxis]).mean(axis=1)
        stops = np.where(turns == 0, SURE[cards] > going_on, OFFERS[self._offers[rows]] > PRIZES[cards])
        return np.where(turns == 2, FIRST_NAME + cards, np.where(stops, STOP, GO_ON))

    @staticmethod
    def optimum() -> float:
        """Backward induction: the best mean reward with a memory of the card."""
        second = np.maximum(OFFERS, PRIZES[:, np.newaxis])
        return float(np.maximum(SURE, second.mean(axis=1)).mean())

    @staticmethod
    def optimum_without_memory() -> float:
        """The best mean reward of all policies that decide every turn by what is seen at that turn."""
        totals = []
        for first, second, name in product(product((0, 1), repeat=3), product((0, 1), repeat=3), range(3)):
            third = np.where(np.arange(3) == name, PRIZES, 0.0)
            going_on = np.where(second, OFFERS, third[:, np.newaxis]).mean(axis=1)
            totals.append(float(np.where(first, SURE, going_on).mean()))
        return max(totals)


# --- both sides against each other: Nim -------------------------------------------------------------------------------

MOST_TAKEN = 3
PILES = np.arange(1, 10)


class Nim(ToyBoards):
    """The seats in turn take one to three counters from a pile; the side that takes the last one wins 1 from the other.

    Args:
        piles: int ``(n,)``, counters at the start.
        first: int ``(n,)``, the seat that begins.
    """

    def __init__(self, piles: Ints, first: Ints) -> None:
        self.n = len(piles)
        self.piles = piles.copy()
        self._seats = first.copy()
        self._paid_ns = np.zeros(self.n)

    @classmethod
    def drawn(cls, n: int, rng: np.random.Generator) -> Nim:
        return cls(rng.choice(PILES, size=n), rng.integers(N_SEATS, size=n))

    def actors(self) -> Ints:
        return np.where(self.piles > 0, self._seats, -1)

    def seen(self, rows: Ints, seats: Ints) -> tuple[Int8s, Bools]:
        piles = self.piles[rows]
        return ones_at(piles, PILES[-1] + 1), np.arange(MOST_TAKEN) < piles[:, np.newaxis]

    def call(self, rows: Ints, seats: Ints, calls: Ints) -> None:
        self.piles[rows] -= calls + 1
        self._paid_ns[rows] = np.where(self.piles[rows] == 0, np.where(seats % 2 == 0, 1.0, -1.0), 0.0)
        self._seats[rows] = (seats + 1) % N_SEATS

    def paid(self) -> Floats:
        return (self._paid_ns[:, np.newaxis] * np.array([1, -1, 1, -1])).astype(np.float32)

    def best_calls(self, rows: Ints, seats: Ints) -> Ints:
        """Takes what wins by backward induction; one counter where nothing does."""
        wins = [[-Nim.value(pile - taken) if taken <= pile else -2 for taken in (1, 2, 3)] for pile in self.piles[rows]]
        return np.array(wins).argmax(axis=1)

    @staticmethod
    def value(pile: int) -> int:
        """What the side to take wins when both play perfectly, by backward induction."""
        return max((-Nim.value(pile - taken) for taken in range(1, min(MOST_TAKEN, pile) + 1)), default=-1)
