"""What a file of boards holds, whatever its notation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bridge.actions import DOUBLE, FIRST_BID, N_CARDS, PASS, REDOUBLE
from bridge.board import Board
from bridge.calls import Contract
from bridge.game import Game
from bridge.seats import Seat

_CALLS_AFTER_BID = ((), (DOUBLE,), (DOUBLE, REDOUBLE))


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong or doubtful in a file. ``str`` gives one line: ``"line 12, Deal: ..."``."""

    line: int
    """Counted from 1."""
    tag: str | None
    message: str
    is_error: bool = False
    """Whether the board was left out because of it; otherwise the board was read and the message says how."""

    def __str__(self) -> str:
        place = f"line {self.line}" if self.tag is None else f"line {self.line}, {self.tag}"
        return f"{place}: {self.message}"


@dataclass(frozen=True, slots=True)
class Record:
    """One board as it was played at one table; the calls and cards are legal by the rules of the engine."""

    board: Board
    calls: tuple[int, ...] = ()
    """Action numbers from the dealer on; empty where the auction is not known."""
    plays: tuple[int, ...] = ()
    """Card numbers in the order of play; shorter than 52 after a claim."""
    contract: Contract | None = None
    """What the auction gives, or what was recorded where the auction is not known; None if passed out or unknown."""
    passed_out: bool = False
    """Whether all four passed."""
    tricks: int | None = None
    """Tricks won by declarer's side, from the play if it is complete, else as recorded."""
    score_ns: int | None = None
    """Law 77 points for North-South from contract and tricks; where these are not known, the score recorded."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Every tag of the record as it was written, in the file's order."""
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Lines of tables, by the name of their tag."""
    call_notes: Mapping[int, str] = field(default_factory=dict)
    """Explanations, by the index of the call."""
    play_notes: Mapping[int, str] = field(default_factory=dict)
    """Explanations, by the index of the card in the play."""
    irregular: bool = False
    """Whether the record marks a breach of procedure; calls or cards from there on are left out."""
    problems: tuple[Problem, ...] = ()
    """What was doubtful in this record."""
    line: int = 1
    """The line of the file on which the record begins."""

    @property
    def declarer(self) -> Seat | None:
        """Who plays the contract; None if passed out or unknown."""
        return None if self.contract is None else self.contract.declarer

    @property
    def is_complete(self) -> bool:
        """Whether every call and all 52 cards are known, or the board was passed out."""
        return bool(self.calls) and (self.passed_out or len(self.plays) == N_CARDS)

    def replay(self) -> Game:
        """The board after the recorded calls and cards.

        Where the auction is not known, the shortest one that gives the contract stands in for it.

        Raises:
            ValueError: the deal is incomplete.
        """
        game = Game(self.board)
        calls = self.calls
        if not calls and self.contract is not None:
            calls = shortest_auction(self.board.dealer, self.contract)
        for action in (*calls, *self.plays):
            game.act(action)
        return game


@dataclass(frozen=True, slots=True)
class RecordFile:
    """What was read from a file: the good records in order, and everything that was wrong or doubtful."""

    records: tuple[Record, ...]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that cost a board."""
        return tuple(problem for problem in self.problems if problem.is_error)


def shortest_auction(dealer: Seat, contract: Contract) -> tuple[int, ...]:
    """The calls of the shortest auction that ends in ``contract``: declarer's side bids once."""
    bid = FIRST_BID + 5 * (contract.level - 1) + int(contract.denomination)
    passes_before = contract.declarer.relative_to(dealer)
    return (*[PASS] * passes_before, bid, *_CALLS_AFTER_BID[contract.doubled], PASS, PASS, PASS)
