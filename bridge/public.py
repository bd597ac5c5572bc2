"""What everybody at the table knows, read from a board's state."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from bridge import engine
from bridge.actions import FIRST_BID
from bridge.calls import Contract
from bridge.cards import Denomination
from bridge.seats import Seat, Side, Vulnerability


class Phase(IntEnum):
    """Where the board stands."""

    AUCTION = engine.AUCTION
    PLAY = engine.PLAY
    OVER = engine.OVER


class PublicRecord:
    """The public part of a board: dealer, vulnerability, auction, contract, cards played, tricks won."""

    __slots__ = ("_state",)

    def __init__(self, state: engine.State) -> None:
        self._state = state

    def __setstate__(self, slots: tuple[None, dict[str, Any]]) -> None:
        """Take up what was pickled or copied, the board in an array of its own: NumPy's loose records lose writes."""
        for name, value in slots[1].items():
            setattr(self, name, value)
        board = np.zeros(1, dtype=engine.STATE)
        board[0] = self._state
        self._state = board[0]

    @property
    def record(self) -> engine.State:
        """The engine's record behind these facts, for compiled code. Of a view it is the redacted one."""
        return self._state

    @property
    def dealer(self) -> Seat:
        """Who makes the first call."""
        return Seat(self._state["dealer"])

    @property
    def vulnerable(self) -> Vulnerability:
        """Which sides are vulnerable."""
        return Vulnerability(self._state["vulnerable"])

    @property
    def phase(self) -> Phase:
        """Auction, play, or over."""
        return Phase(self._state["phase"])

    @property
    def calls(self) -> tuple[int, ...]:
        """The auction so far: action numbers, from the dealer on."""
        return tuple(self._state["calls"][: self._state["n_calls"]].tolist())

    @property
    def plays(self) -> tuple[int, ...]:
        """The cards played so far, in order."""
        return tuple(self._state["plays"][: self._state["n_plays"]].tolist())

    @property
    def turn(self) -> Seat | None:
        """The seat that is to call, or whose hand is to play; None when the board is over."""
        return None if self.phase is Phase.OVER else Seat(self._state["turn"])

    @property
    def actor(self) -> Seat | None:
        """The seat that decides now: declarer for dummy's cards; None when the board is over."""
        seat = engine.actor(self._state)
        return None if seat == engine.NOBODY else Seat(seat)

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction has ended; None before, and for a passed-out board."""
        declarer = int(self._state["declarer"])
        if declarer == engine.NOBODY:
            return None
        level, denomination = divmod(int(self._state["bid"]) - FIRST_BID, 5)
        return Contract(level + 1, Denomination(denomination), int(self._state["doubled"]), Seat(declarer))

    @property
    def dummy(self) -> Seat | None:
        """Declarer's partner, once there is a declarer."""
        seat = engine.dummy(self._state)
        return None if seat == engine.NOBODY else Seat(seat)

    @property
    def dummy_is_faced(self) -> bool:
        """Whether dummy has been spread."""
        return engine.dummy_is_faced(self._state)

    @property
    def leader(self) -> Seat | None:
        """The hand that leads, or led, to the trick in progress; None before the play."""
        seat = int(self._state["leader"])
        return None if seat == engine.NOBODY else Seat(seat)

    @property
    def trick(self) -> tuple[int, ...]:
        """The cards of the trick in progress, from its leader on."""
        plays = self.plays
        return plays[len(plays) // 4 * 4 :]

    def tricks_won(self, side: Side) -> int:
        """Tricks that a side has won."""
        return int(self._state["tricks"][side])

    def owner_of_played(self, card: int) -> Seat:
        """The hand that a played card came from.

        Raises:
            ValueError: the card has not been played.
        """
        if self._state["played_at"][card] == 0:
            raise ValueError(f"card {card} has not been played")
        return Seat(self._state["owner"][card])
