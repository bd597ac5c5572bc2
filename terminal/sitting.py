"""A person sits down: duplicate practice or rubber bridge, board after board, until the person leaves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bridge.board import Board
from bridge.seats import Seat, Side
from settings import SettingsError
from terminal.boards import board_of, random_deal, seed_of
from terminal.chair import counted
from terminal.console import Console, Leave
from terminal.files import export
from terminal.review import review
from terminal.seating import Seating
from terminal.session import Played, Session, path_named, read, usual_file, write
from terminal.settings import PlaySettings
from terminal.table import Table

RULESET = "bridge-duplicate-practice-v1"

_TITLES = {
    "practice": f"Duplicate practice ({RULESET}): every board is scored on its own by Law 77.",
    "rubber": "Rubber bridge: the first side to win two games wins the rubber.",
}
_HOW_TO = "Type ? at any prompt for what may be typed, Q to leave."


def sit_down(settings: PlaySettings, console: Console | None = None) -> None:
    """Play until the person leaves.

    Raises:
        ValueError: a setting cannot be used, or the saved session is damaged.
    """
    console = Console() if console is None else console
    sitting = _Sitting(console, settings)
    try:
        sitting.go_on()
    except Leave:
        sitting.say_goodbye()
    except KeyboardInterrupt:
        console.say()
        sitting.say_goodbye()
        raise


class _Sitting:
    """The session that is being played, and where it is kept."""

    def __init__(self, console: Console, settings: PlaySettings) -> None:
        self.console = console
        self.settings = settings
        self.path = usual_file(settings.mode) if settings.save is None else _session_file(settings.save)
        self.session: Session | None = None
        self._cannot_keep = False

    def go_on(self) -> None:
        """Board after board; the person leaves by an exception."""
        session = self._resumed() or _new_session(self.settings)
        self.session = session
        self._introduce(session)
        while True:
            session = self._started(session)
            self.session = session
            session, played = Table(self.console, session, self._keep).play()
            self.session = session
            review(self.console, session, played, _going_on(session))
            if session.is_over:
                session = replace(session, first=session.number, finished=())

    # --- beginning ---------------------------------------------------------------------------------------------------

    def _resumed(self) -> Session | None:
        """The saved session, if there is one to go on with and the person wants to."""
        settings = self.settings
        if not self.path.exists():
            self._refuse_without_a_session()
            return None
        saved = read(self.path)
        if saved.mode != settings.mode:
            raise SettingsError(f"save={self.path}: a session of mode={saved.mode} is kept there; name another file")
        if settings.resume == "never" or saved.is_over or not _has_begun(saved):
            return None
        return saved if settings.resume == "always" or self._wants(saved) else None

    def _refuse_without_a_session(self) -> None:
        if self.settings.resume == "always":
            raise SettingsError(f"resume=always: there is no saved session at {self.path}")
        boards = self.path.with_suffix(".pbn")
        if self.settings.save is not None and boards.exists():
            raise SettingsError(f"save={self.settings.save}: {boards} is there and of no session; name another file")

    def _wants(self, saved: Session) -> bool:
        boards = f"{counted(len(saved.finished), 'deal' if saved.mode == 'rubber' else 'board')} played"
        self.console.say(f"A session is kept in {self.path}: {boards}, seed {saved.seed}.")
        self.console.say("If you do not go on with it, the session that you begin takes its place.")
        while True:
            answer = self.console.ask("Go on with it? (y/n) ").lower()
            if answer in ("y", "yes", ""):
                return True
            if answer in ("n", "no"):
                return False
            self.console.say("Type Y to go on with it, N for a new session (the old one is given up), or Q to leave.")

    def _introduce(self, session: Session) -> None:
        self.console.say(_TITLES[session.mode], style="bold")
        self.console.say(f"You sit {session.seat.word}. Seed {session.seed}.")
        self.console.say(session.seating.disclosed(session.seat))
        self.console.say(_HOW_TO)

    def _started(self, session: Session) -> Session:
        """The session with a board in progress: the one that was left, or the next."""
        self.console.say()
        if session.mode == "rubber":
            rubber = session.rubber()
            self.console.say(f"Deal {rubber.deals + 1} of the rubber", style="bold")
            if any(rubber.part_score(side) for side in Side):
                parts = ", ".join(f"{side} {rubber.part_score(side)}" for side in Side)
                self.console.say(f"Below the line in this game: {parts}")
        if session.current is not None:
            return session
        return replace(session, current=Played(self._next_board(session)))

    def _next_board(self, session: Session) -> Board:
        if session.mode == "practice":
            return board_of(self.settings, session.seed, session.number)
        rubber = session.rubber()
        return Board(random_deal(session.seed, session.number), rubber.dealer, rubber.vulnerable)

    # --- keeping -----------------------------------------------------------------------------------------------------

    def _keep(self, session: Session) -> None:
        """Keep the session; one that cannot be kept is played all the same."""
        board_is_over = session.current is None
        self.session = session
        if self._cannot_keep:
            return
        try:
            write(session, self.path)
            if board_is_over:
                export(session, self.path.with_suffix(".pbn"))
        except OSError as error:
            self._cannot_keep = True
            self.console.say(f"This session cannot be kept: {error}. You can play on.", style="bold")

    def say_goodbye(self) -> None:
        """Say where the session is kept and how to go on with it."""
        session = self.session
        if session is None or self._cannot_keep or not _has_begun(session):
            self.console.say("Goodbye.")
            return
        save = "" if self.settings.save is None else f" save={self.settings.save}"
        self.console.say(f"Goodbye. Your session is kept in {self.path}.")
        if not session.is_over:
            self.console.say(f"Go on with it: python play.py mode={session.mode}{save} resume=always")


def _session_file(name: str) -> Path:
    return path_named(f"{name.removesuffix('.json').removesuffix('.pbn')}.json")


def _new_session(settings: PlaySettings) -> Session:
    if settings.mode == "rubber":
        for name in ("deal", "dealer", "vulnerable"):
            if getattr(settings, name) is not None:
                raise SettingsError(f"{name} cannot be set at rubber bridge: it follows from the rubber")
    else:
        board_of(settings, 0, settings.board)  # refuses what cannot be read before anything is shown
    seat = Seat.parse(settings.seat)
    seating, seed = Seating.of(settings), seed_of(settings)
    return Session(settings.mode, seed, seat, seating, settings.when_dummy, settings.honours, settings.board)


def _has_begun(session: Session) -> bool:
    return bool(session.finished) or (session.current is not None and bool(session.current.actions))


def _going_on(session: Session) -> str:
    if session.mode == "practice":
        return f"for board {session.number}"
    return "for a new rubber" if session.is_over else "for the next deal"
