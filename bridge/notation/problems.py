"""What can be wrong with a file of boards, with its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Warn = Callable[[int, str | None, str], None]
"""Notes a problem that does not cost the board: line, tag, message."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong or doubtful in a file. ``str`` gives one line: ``"line 12, Deal: ..."``."""

    line: int
    """Counted from 1."""
    tag: str | None
    """The PBN tag or the LIN field; None where there is none."""
    message: str
    is_error: bool = False
    """Whether the board was left out because of it; otherwise the board was read and the message says how."""

    def __str__(self) -> str:
        place = f"line {self.line}" if self.tag is None else f"line {self.line}, {self.tag}"
        return f"{place}: {self.message}"


class NotationError(ValueError):
    """A fault that costs a board, or a file that holds none; the message gives line and tag.

    It is the only exception that a text of any kind can make the readers raise, and only where they are asked to be
    strict.
    """

    def __init__(self, line: int, tag: str | None, reason: str) -> None:
        self.line = line
        """Counted from 1."""
        self.tag = tag
        """The PBN tag or the LIN field; None where there is none."""
        self.reason = reason
        super().__init__(str(Problem(line, tag, reason)))

    @property
    def problem(self) -> Problem:
        """The same as an entry of a list of problems."""
        return Problem(self.line, self.tag, self.reason, is_error=True)
