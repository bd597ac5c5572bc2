"""From words to legal calls and cards: the step that both notations share.

Every call and card goes through the engine, so what comes out can be played again; what the rules forbid is refused
with its number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bridge.actions import PASS
from bridge.calls import Call, Contract
from bridge.cards import Card
from bridge.game import Game, IllegalActionError, auction
from bridge.notation.problems import NotationError
from bridge.public import Phase


@dataclass(slots=True)
class Token:
    """A call, a card, or a sign of its section, and its note: PBN's number of it, LIN's text."""

    text: str
    line: int
    cut: bool = False
    """Whether the file ends right after it, so that it may be half a word."""
    note: str | None = None


@dataclass(slots=True)
class Actions:
    """What a section came to."""

    actions: list[int] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)
    """The note of its token, by the index of the call or card."""
    irregular: bool = False

    def add(self, action: int, token: Token) -> None:
        """Append an action with the note of its token."""
        if token.note is not None:
            self.notes[len(self.actions)] = token.note
        self.actions.append(action)


def make_call(game: Game, read: Actions, token: Token, tag: str) -> None:
    """Make the call that a token names.

    Raises:
        NotationError: the word is no call, or the call is not legal; the message numbers it.
    """
    _act(game, read, token, tag, "call", lambda text: Call.parse(text).action)


def play_card(game: Game, read: Actions, token: Token, tag: str) -> None:
    """Play the card that a token names.

    Raises:
        NotationError: the word is no card, or the card may not be played; the message numbers it.
    """
    _act(game, read, token, tag, "card", lambda text: Card.parse(text).index)


def _act(game: Game, read: Actions, token: Token, tag: str, kind: str, parse: Callable[[str], int]) -> None:
    place = f"{kind} {len(read.actions) + 1}"
    try:
        action = parse(token.text)
        game.act(action)
    except IllegalActionError as error:
        message = f"{place}: {error}" if error.seat is not None else f"{place} ({token.text}): {error.reason}"
        raise NotationError(token.line, tag, message) from error
    except ValueError as error:
        raise NotationError(token.line, tag, f"{place}: {error}") from error
    read.add(action, token)


def all_pass(game: Game, read: Actions, token: Token) -> None:
    """Make the passes that end the auction."""
    while game.phase is Phase.AUCTION:
        game.act(PASS)
        read.add(PASS, token)


def contract_if_passed(game: Game, calls: Sequence[int]) -> Contract | None:
    """The contract that ``calls`` reach if all that follow are passes."""
    trial = auction(game.board.dealer, game.board.vulnerable, calls)
    while trial.phase is Phase.AUCTION:
        trial.act(PASS)
    return trial.contract


def is_readable(token: Token, parse: Callable[[str], object]) -> bool:
    """Whether a token can be read; the last one of a file may be cut in the middle."""
    try:
        parse(token.text)
    except ValueError:
        return False
    return True
