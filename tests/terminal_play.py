"""A person for tests: lines typed at the prompts of ``play.py``, and the transcript of what was shown."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from agents.sayc import VERSION
from bridge.actions import PASS, index
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View
from terminal.console import Console
from terminal.settings import PlaySettings
from terminal.sitting import sit_down

Answer = Callable[[str, str], str]
"""From a prompt and everything shown so far to the line that is typed; it may raise ``EOFError``."""


class Quiet:
    """A robot that passes and plays the lowest card of the lowest suit, whatever the project's players learn to do."""

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Sit down."""
        self._has_bid = False

    def act(self, view: View) -> int:
        """Pass, or the first legal card."""
        return PASS if view.phase is Phase.AUCTION else int(view.legal_actions().argmax())


class Opens(Quiet):
    """The same, but its first call is one spade."""

    def act(self, view: View) -> int:
        """One spade, then passes; the first legal card."""
        if view.phase is Phase.AUCTION and not self._has_bid and view.legal_actions()[ONE_SPADE]:
            self._has_bid = True
            return ONE_SPADE
        return super().act(view)


ONE_SPADE = index("1S")
QUIET = dict.fromkeys(("north", "east", "west"), "terminal_play:Quiet")
NORTH_DECLARES = {**QUIET, "north": "terminal_play:Opens"}
WEST_DECLARES = {**QUIET, "west": "terminal_play:Opens"}
AFTER_A_BOARD = "> "


class Person:
    """Reads prompts and types lines.

    Args:
        answer: says what to type.
    """

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._out = io.StringIO()
        self.prompts: list[str] = []
        self.console = Console(self._out, self._type)

    def _type(self, prompt: str) -> str:
        self._out.write(prompt)
        self.prompts.append(prompt)
        line = self._answer(prompt, self.transcript)
        self._out.write(f"{line}\n")
        return line

    @property
    def transcript(self) -> str:
        """Everything shown and typed so far."""
        return self._out.getvalue()


def typing(lines: Iterable[str]) -> Answer:
    """Type these lines in turn, then end the input."""
    left: Iterator[str] = iter(lines)

    def answer(prompt: str, transcript: str) -> str:
        for line in left:
            return line
        raise EOFError

    return answer


def plain(*calls: str, boards: int = 1) -> Answer:
    """Make these calls, then pass; play the first card of the list; leave after so many boards."""
    to_make, played = list(calls), 0

    def answer(prompt: str, transcript: str) -> str:
        nonlocal played
        if prompt.startswith("Your call"):
            return to_make.pop(0) if to_make else "p"
        if prompt.startswith("Your card"):
            return "1"
        played += 1
        return "q" if played == boards else ""

    return answer


def then(first: Answer, *lines: str) -> Answer:
    """What to type after a board: these lines, then Q; everywhere else what another answer says."""
    left = iter(lines)

    def answer(prompt: str, transcript: str) -> str:
        return next(left, "q") if prompt == AFTER_A_BOARD else first(prompt, transcript)

    return answer


def sitting(answer: Answer, folder: Path, **settings: Any) -> Person:
    """A sitting from beginning to end, at level easy unless the settings say otherwise; it is kept in ``folder``."""
    person = Person(answer)
    chosen = {"seed": 7, "level": "easy", "save": str(folder / "session"), **settings}
    sit_down(PlaySettings(**chosen), person.console)
    return person


class FollowingHints:
    """Ask for a hint at every call and card, and do what it says; leave after so many boards."""

    def __init__(self, boards: int = 1) -> None:
        self._left = boards
        self._asked = False

    def __call__(self, prompt: str, transcript: str) -> str:
        if prompt == AFTER_A_BOARD:
            self._left -= 1
            return "" if self._left else "q"
        self._asked = not self._asked
        if self._asked:
            return "hint"
        return transcript.rpartition("A robot in your place: ")[2].partition(";")[0]


TRANSCRIPTS = Path(__file__).parent / "data" / "transcripts"


def check_transcript(person: Person, name: str, folder: Path) -> None:
    """Compare what was shown with the recorded transcript of a name.

    With ``RECORD_TRANSCRIPTS=1`` in the environment it is recorded anew: read it before you keep it.
    """
    shown = person.transcript.replace(str(folder), "FOLDER").replace(VERSION, "SAYC-LITE")
    recorded = TRANSCRIPTS / f"{name}.txt"
    if os.environ.get("RECORD_TRANSCRIPTS") == "1":
        recorded.parent.mkdir(exist_ok=True)
        recorded.write_text(shown, encoding="utf-8")
    assert shown == recorded.read_text(encoding="utf-8")
