"""One board as it was played at one table, whatever the notation of its file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date as Date
from typing import Literal

from bridge.actions import DOUBLE, FIRST_BID, N_CARDS, PASS, REDOUBLE
from bridge.board import Board
from bridge.calls import Contract
from bridge.game import Game
from bridge.notation.problems import NotationError, Problem
from bridge.public import Phase
from bridge.scoring import raw_score_ns
from bridge.seats import Seat

Room = Literal["Open", "Closed"]
"""A table of a team match. The home team sits North-South in the open room and East-West in the closed one."""

IRREGULAR = "Irregular"
"""The tag by which a breach of procedure is written: ``yes``."""

ALERTS = "Alerts"
"""The tag of PBN that numbers the alerted calls from 1, as the standard has no sign for them: ``2 5``."""

_TAG_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
_CALLS_AFTER_BID = ((), (DOUBLE,), (DOUBLE, REDOUBLE))


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark on the board, not on one call or card."""

    after: int
    """How many calls and cards had been made before it."""
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """One board as it was played at one table; the calls and cards are legal by the rules of the engine.

    Two records are equal if they say the same; where they stand in a file, and what was doubtful there, does not count.
    """

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
    """Tricks won by declarer's side, from the play if it is complete, else as recorded or claimed."""
    score_ns: int | None = None
    """Law 77 points for North-South from contract and tricks; where these are not known, the score recorded."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """What else is known, by PBN's names: Event, Date, North, Room, HomeTeam ..., and tags of no standard.

    What the other fields say is not repeated here. A field of LIN that has no PBN name is called ``Lin_xx``.
    """
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Lines of tables, by the name of their tag."""
    call_notes: Mapping[int, str] = field(default_factory=dict)
    """Explanations, by the index of the call."""
    play_notes: Mapping[int, str] = field(default_factory=dict)
    """Explanations, by the index of the card in the play."""
    irregular: bool = False
    """Whether the record marks a breach of procedure; calls or cards from there on are left out."""
    alerts: frozenset[int] = frozenset()
    """Indices of the calls that were alerted."""
    comments: tuple[Comment, ...] = ()
    """Remarks, in the order of the board."""
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    """What was doubtful in this record."""
    line: int = field(default=1, compare=False)
    """The line of the file on which the record begins."""

    @classmethod
    def from_game(
        cls,
        game: Game,
        *,
        tricks: int | None = None,
        players: Mapping[Seat, str] | None = None,
        teams: tuple[str, str] | None = None,
        room: Room | None = None,
        event: str | None = None,
        date: Date | None = None,
        scoring: str | None = None,
        tags: Mapping[str, str] | None = None,
        call_notes: Mapping[int, str] | None = None,
        alerts: frozenset[int] = frozenset(),
    ) -> Record:
        """What has happened on a board so far, or at its end.

        Args:
            game: the board; it may be in its auction, in play or over.
            tricks: declarer's tricks where the cards do not give them: a claim, or a double-dummy result.
            players: names by seat.
            teams: the home team, which sits North-South in the open room, and the visitors.
            room: the table of a team match.
            event: name of the tournament, match or session.
            date: when it was played.
            scoring: ``"IMP"``, ``"MP"``, or another word of PBN's Scoring tag.
            tags: anything else, by the names of PBN tags.
            call_notes: explanations by the index of the call.
            alerts: indices of the calls that were alerted.

        Raises:
            ValueError: ``tricks`` disagrees with the cards, or there is no contract to win them in.
        """
        named: dict[str, str | None] = {"Event": event, "Room": room, "Scoring": scoring}
        named["Date"] = None if date is None else f"{date:%Y.%m.%d}"
        named |= {seat.word: name for seat, name in (players or {}).items()}
        if teams is not None:
            named |= {"HomeTeam": teams[0], "VisitTeam": teams[1]}
        won = _tricks(game, tricks)
        passed_out = game.phase is Phase.OVER and game.contract is None
        is_scored = passed_out or won is not None
        return cls(
            board=game.board,
            calls=game.calls,
            plays=game.plays,
            contract=game.contract,
            passed_out=passed_out,
            tricks=won,
            score_ns=raw_score_ns(game.contract, game.board.vulnerable, won or 0) if is_scored else None,
            tags={name: value for name, value in named.items() if value is not None} | dict(tags or {}),
            call_notes=dict(call_notes or {}),
            alerts=alerts,
        )

    @property
    def declarer(self) -> Seat | None:
        """Who plays the contract; None if passed out or unknown."""
        return None if self.contract is None else self.contract.declarer

    @property
    def players(self) -> dict[Seat, str]:
        """The names that are known, by seat."""
        return {seat: self.tags[seat.word] for seat in Seat if seat.word in self.tags}

    @property
    def room(self) -> str | None:
        """``"Open"`` or ``"Closed"`` at a table of a team match."""
        return self.tags.get("Room")

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

    def without_errors(self) -> RecordFile:
        """This file, if every board could be read.

        Raises:
            NotationError: the first of the errors.
        """
        for problem in self.errors:
            raise NotationError(problem.line, problem.tag, problem.message)
        return self


def shortest_auction(dealer: Seat, contract: Contract) -> tuple[int, ...]:
    """The calls of the shortest auction that ends in ``contract``: declarer's side bids once."""
    bid = FIRST_BID + 5 * (contract.level - 1) + int(contract.denomination)
    passes_before = contract.declarer.relative_to(dealer)
    return (*[PASS] * passes_before, bid, *_CALLS_AFTER_BID[contract.doubled], PASS, PASS, PASS)


def require_tag_name(name: str) -> None:
    """Refuse to write a tag that no reader would find again.

    Raises:
        ValueError: the name is not a letter followed by letters, digits and ``_``.
    """
    if not _TAG_NAME.fullmatch(name):
        raise ValueError(f"tag name {name!r} is not allowed: use a letter, then letters, digits and _")


def _tricks(game: Game, given: int | None) -> int | None:
    """Declarer's tricks: from the cards if the play is over, else as given."""
    contract = game.contract
    if contract is None:
        if given is not None:
            raise ValueError(f"{given} tricks are given, but there is no contract to win them in")
        return None
    won, lost = game.tricks_won(contract.declarer.side), game.tricks_won(contract.declarer.side.opponents)
    if given is not None and not won <= given <= 13 - lost:
        raise ValueError(f"{given} tricks are given, but declarer has won {won} and lost {lost} already")
    return won if game.phase is Phase.OVER else given
