"""The person's screen and keyboard: coloured suits on a terminal, plain text anywhere else."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import TextIO

from rich.console import Console as RichConsole
from rich.highlighter import RegexHighlighter
from rich.theme import Theme

_QUIT = frozenset({"q", "quit", "exit"})

# Four colours, as on the four-colour packs of computer tables.
_THEME = Theme({"suit.spade": "bright_blue", "suit.heart": "red", "suit.diamond": "yellow", "suit.club": "green"})
_SYMBOLS_IN_ASCII = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "×": "x", "–": "-"})


class Leave(Exception):
    """The person typed Q, or there is nothing more to read."""


class _Suits(RegexHighlighter):
    base_style = "suit."
    highlights = [  # noqa: RUF012 - the name and kind that rich asks for
        r"(?P<spade>♠[AKQJT2-9]?)",
        r"(?P<heart>♥[AKQJT2-9]?)",
        r"(?P<diamond>♦[AKQJT2-9]?)",
        r"(?P<club>♣[AKQJT2-9]?)",
    ]


class Console:
    """Says lines and asks for lines.

    Args:
        out: where lines go; standard output by default.
        read: how a line is read after a prompt; ``input`` by default.
    """

    def __init__(self, out: TextIO | None = None, read: Callable[[str], str] | None = None) -> None:
        self._out = sys.stdout if out is None else out
        self._read = _line_from_the_keyboard if read is None else read
        self._rich = RichConsole(file=self._out, highlighter=_Suits(), theme=_THEME)
        self._speaks_unicode = _can_encode(self._out, "♠×")

    def say(self, text: str = "", style: str | None = None) -> None:
        """Print lines; on an output that knows no suit symbols, letters stand for them.

        A terminal breaks long lines between words; a file or a pipe gets them whole.
        """
        if not self._speaks_unicode:
            text = text.translate(_SYMBOLS_IN_ASCII)
        self._rich.print(text, style=style, markup=False, emoji=False, soft_wrap=not self._rich.is_terminal)

    def ask(self, prompt: str) -> str:
        """One line from the person, without blanks at its ends.

        Raises:
            Leave: the person typed Q or QUIT, or the input has ended.
        """
        while True:
            try:
                line = self._read(prompt).strip()
            except EOFError:
                self.say()
                raise Leave from None
            except UnicodeDecodeError:
                self.say("That cannot be read as text; type it again.")
                continue
            if line.lower() in _QUIT:
                raise Leave
            return line


def _line_from_the_keyboard(prompt: str) -> str:
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives ``input`` editing and history where the system has it
    line = input(prompt)
    if not sys.stdin.isatty():
        sys.stdout.write(f"{line}\n")  # a terminal has shown what was typed; a pipe has not
    return line


def _can_encode(out: TextIO, text: str) -> bool:
    try:
        text.encode(getattr(out, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
