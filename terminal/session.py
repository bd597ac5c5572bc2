"""A session that outlives the program: every board with every action, kept in a file after each of them.

``NAME.json`` holds the whole session and is all that is needed to go on; ``NAME.pbn`` beside it holds the boards played
so far, for other programs. Both are written whole or not at all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bridge.actions import index, name
from bridge.board import Board
from bridge.files import written_whole
from bridge.game import Game
from bridge.public import Phase
from bridge.rubber import Rubber, honours_in
from bridge.seats import Seat
from terminal.seating import Seating
from terminal.settings import LEVELS, WHEN_DUMMY

SESSION_MODES = ("practice", "rubber")

_FORMAT = "bridge-arena table 1"
_FOLDER = "bridge-arena"


@dataclass(frozen=True, slots=True)
class Played:
    """A board with what was done on it so far, and why."""

    board: Board
    actions: tuple[int, ...] = ()
    """Calls and cards, in order."""
    reasons: tuple[str, ...] = ()
    """One for each action; empty text for the person's."""

    def with_action(self, action: int, reason: str) -> Played:
        """The board after one more action."""
        return replace(self, actions=(*self.actions, action), reasons=(*self.reasons, reason))

    def game(self) -> Game:
        """The board after these actions.

        Raises:
            IllegalActionError: an action broke the rules.
        """
        game = Game(self.board)
        for action in self.actions:
            game.act(action)
        return game


@dataclass(frozen=True, slots=True)
class Session:
    """What was agreed before the first board, and all boards since."""

    mode: str
    seed: int
    seat: Seat
    seating: Seating
    when_dummy: str
    honours: bool
    first: int
    """Number of the first board."""
    finished: tuple[Played, ...] = ()
    current: Played | None = None
    """The board in progress."""

    @property
    def number(self) -> int:
        """Of the board in progress or the next one."""
        return self.first + len(self.finished)

    def with_current(self, played: Played) -> Session:
        """The session with its board in progress at some point; a board that is over joins the finished ones."""
        if played.game().phase is Phase.OVER:
            return replace(self, finished=(*self.finished, played), current=None)
        return replace(self, current=played)

    def rubber(self) -> Rubber:
        """The score of a rubber from its deals."""
        rubber = Rubber()
        for played in self.finished:
            rubber = scored(rubber, played.game(), self.honours)
        return rubber

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play: a rubber ends, practice does not."""
        return self.mode == "rubber" and self.rubber().is_over


def scored(rubber: Rubber, game: Game, honours: bool) -> Rubber:
    """The rubber after a deal that is over."""
    contract, tricks = game.contract, game.declarer_tricks
    if contract is None or tricks is None:
        return rubber.passed_out()
    held = honours_in(game.board.deal, contract.denomination) if honours else None
    return rubber.scored(contract, tricks, held)


# --- files -----------------------------------------------------------------------------------------------------------


def path_named(text: str) -> Path:
    """The path that a person names; a leading ``~`` is the home folder.

    Raises:
        ValueError: there is no such home folder.
    """
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise ValueError(f"{text} names no folder of a user: write the path without ~") from None


def usual_file(mode: str) -> Path:
    """Where a session is kept if nothing else is said: the user's folder for the state of programs."""
    state = os.environ.get("XDG_STATE_HOME")
    root = Path(state) if state else path_named("~/.local/state")
    return root / _FOLDER / f"{mode}.json"


def write(session: Session, path: Path) -> None:
    """Keep a session.

    Raises:
        OSError: the file cannot be written; what was there before is unchanged.
    """
    with written_whole(path) as temporary:
        temporary.write_text(json.dumps(_to_json(session), ensure_ascii=False, indent=1), encoding="utf-8")


def read(path: Path) -> Session:
    """A session that was kept.

    Raises:
        OSError: the file cannot be read.
        ValueError: it holds no session, or a damaged one.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != _FORMAT:
            raise ValueError(f"its format is {data['format']!r}, not {_FORMAT!r}")
        return _from_json(data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is no session that can be resumed: {error}; move it away or use save=...") from error


def _to_json(session: Session) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "mode": session.mode,
        "seed": session.seed,
        "seat": str(session.seat),
        "level": session.seating.level,
        "others": {str(seat): agent for seat, agent in session.seating.others.items()},
        "when_dummy": session.when_dummy,
        "honours": session.honours,
        "first": session.first,
        "finished": [_board_to_json(played) for played in session.finished],
        "current": None if session.current is None else _board_to_json(session.current),
    }


def _board_to_json(played: Played) -> dict[str, Any]:
    return {
        "board": str(played.board),
        "actions": " ".join(map(name, played.actions)),
        "reasons": list(played.reasons),
    }


def _from_json(data: Mapping[str, Any]) -> Session:
    current = data["current"]
    session = Session(
        str(data["mode"]),
        int(data["seed"]),
        Seat.parse(data["seat"]),
        Seating(str(data["level"]), {Seat.parse(seat): str(agent) for seat, agent in data["others"].items()}),
        str(data["when_dummy"]),
        bool(data["honours"]),
        int(data["first"]),
        tuple(map(_board_from_json, data["finished"])),
        None if current is None else _board_from_json(current),
    )
    _require(session.mode, SESSION_MODES, "mode")
    _require(session.seating.level, LEVELS, "level")
    _require(session.when_dummy, WHEN_DUMMY, "when_dummy")
    if session.first < 1:
        raise ValueError(f"its first board has number {session.first}")
    for played in session.finished:
        if played.game().phase is not Phase.OVER:
            raise ValueError("a finished board is not over")
    return session


def _require(value: str, options: Sequence[str], key: str) -> None:
    if value not in options:
        raise ValueError(f"its {key} is {value!r}")


def _board_from_json(data: Mapping[str, Any]) -> Played:
    actions = tuple(map(index, data["actions"].split()))
    reasons = tuple(map(str, data["reasons"]))
    if len(actions) != len(reasons):
        raise ValueError("actions and reasons differ in number")
    played = Played(Board.parse(data["board"]), actions, reasons)
    played.game()  # refuses a board that breaks the rules
    return played
