"""Rules as data: what a row of the system says, and where in an auction its table applies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from agents.sayc.expressions import Expression, expression
from agents.sayc.shown import Shown
from bridge.actions import DOUBLE, FIRST_BID, N_ACTIONS, PASS, REDOUBLE


class Force(IntEnum):
    """What a call asks of partner, in the order of its strength."""

    TO_PLAY = 0
    NONE = 1
    INVITATION = 2
    ONE_ROUND = 3
    GAME = 4

    @classmethod
    def of(cls, letter: str) -> Force:
        """``T 0 I 1 G``: to play, not forcing, invitational, forcing for one round, forcing to game.

        Raises:
            ValueError: another letter.
        """
        return cls("T0I1G".index(letter))


_FIXED = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
_FORM = re.compile(r"(?:([1-7])|(min|jump|double-jump|game) )?(NT|[a-zCDHSM])")
_STEPS = {"min": 0, "jump": 1, "double-jump": 2}


@dataclass(frozen=True, slots=True)
class CallForm:
    """A call with its suit left open: ``"P"``, ``"3x"``, ``"min n"`` (the cheapest), ``"jump n"``, ``"game x"``."""

    text: str
    fixed: int | None = None
    level: int | None = None
    way: str = ""
    suit: str = ""

    @classmethod
    def parse(cls, text: str) -> CallForm:
        """Read a call form.

        Raises:
            ValueError: the text is none.
        """
        if text in _FIXED:
            return cls(text, fixed=_FIXED[text])
        match = _FORM.fullmatch(text)
        if match is None or not (match[1] or match[2]):
            raise ValueError(f"{text!r} is no form of a call: write P, X, XX, 2NT, 3x, 'min n', 'jump n' or 'game x'")
        return cls(text, level=int(match[1]) if match[1] else None, way=match[2] or "", suit=match[3])

    @property
    def is_suit_bid(self) -> bool:
        """Whether it bids a suit."""
        return self.fixed is None and self.suit != "NT"

    def constant(self, n: int) -> int | None:
        """The action number where the auction does not matter, for the running suit ``n``; else None."""
        if self.fixed is not None:
            return self.fixed
        denomination = n if self.suit == "n" else _DENOMINATIONS.get(self.suit)
        return None if denomination is None or self.level is None else _bid(self.level, denomination)

    def action(self, situation: Any, n: int) -> int:
        """The action number in a situation; -1 if there is no such bid. It need not be legal."""
        if self.fixed is not None:
            return self.fixed
        denomination = suit_of(self.suit, situation, n)
        if self.level is not None:
            return _bid(self.level, denomination)
        if self.way == "game":
            return _bid(_GAME_LEVELS[denomination], denomination)
        return _bid(situation.lv[denomination] + _STEPS[self.way], denomination)


_GAME_LEVELS = (5, 5, 4, 4, 3)


def _bid(level: int, denomination: int) -> int:
    number = FIRST_BID + 5 * (level - 1) + denomination
    return number if number < N_ACTIONS else -1


_DENOMINATIONS = {letter: index for index, letter in enumerate(("C", "D", "H", "S", "NT"))}


def suit_of(letter: str, situation: Any, n: int) -> int:
    """The denomination that a letter stands for: itself, the running suit ``n``, or a suit bound by the auction."""
    if letter == "n":
        return n
    known = _DENOMINATIONS.get(letter)
    return int(getattr(situation, letter)) if known is None else known


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the system.

    ``test`` asks about the hand; ``shows`` is what the call promises (the test itself unless the row says more);
    ``tag`` names the meaning for later contexts; ``suit`` is the letter of the suit that the call shows naturally,
    empty for an artificial call; ``over`` gives the order in which a row runs over the suits as ``n``, empty if it
    does not; ``stands`` marks a pass or double that is meant and may not be overruled.
    """

    id: str
    call: CallForm
    test: Expression
    shows: Expression
    force: Force
    tag: str
    says: str
    suit: str
    over: tuple[int, ...]
    stands: bool

    @property
    def suits(self) -> frozenset[str]:
        """The suit letters that must be bound before the row means anything."""
        letters = {self.call.suit, self.suit} - {"", "n", *_DENOMINATIONS}
        return self.test.suits | self.shows.suits | letters


class Candidate:
    """A row with its running suit put in: what is asked at every point of every auction, so worked out once.

    ``n`` is -1 for a row that does not run over suits; ``letters`` are the suit letters that must be bound, as bits of
    ``LETTER_BITS``; ``constant`` is the action and ``box`` the promise if the auction does not change them, else None.
    """

    __slots__ = ("box", "constant", "context", "letters", "n", "rule", "scalar", "vector")

    def __init__(self, rule: Rule, n: int) -> None:
        self.rule = rule
        self.n = n
        self.letters = sum(LETTER_BITS[letter] for letter in rule.suits)
        self.constant = rule.call.constant(n)
        self.box = rule.shows.bounds(None, n) if rule.shows.is_fixed else None
        self.context = rule.test.context
        self.scalar = rule.test.scalar
        self.vector = rule.test.vector

    def promise(self, situation: Any) -> Shown:
        """What the call shows in a situation."""
        return self.rule.shows.bounds(situation, self.n) if self.box is None else self.box


LETTER_BITS = {letter: 1 << index for index, letter in enumerate("dfgopstuxyz")}
"""Bits that say which suit letters an auction binds."""


def candidates(rules: tuple[Rule, ...]) -> tuple[Candidate, ...]:
    """The rows with every suit that each of them runs over, in order."""
    return tuple(Candidate(rule, n) for rule in rules for n in rule.over or (-1,))


_ORDERS = {"": (), "up": (0, 1, 2, 3), "down": (3, 2, 1, 0), "majors": (3, 2), "majors up": (2, 3), "minors": (0, 1)}


def row(
    id: str,
    call: str,
    test: str = "1 > 0",
    *,
    shows: str = "",
    force: str = "0",
    tag: str = "",
    says: str = "",
    suit: str | None = None,
    over: str = "",
    stands: bool = False,
) -> Rule:
    """A row of a table, from its text.

    Args:
        id: the rule's name in the profile.
        call: a call form, see ``CallForm``.
        test: what the hand must hold.
        shows: what the call promises, where that is not the test.
        force: ``T 0 I 1 G``, see ``Force``.
        tag: the meaning that later contexts look for; by default the rule's id.
        says: plain words.
        suit: the suit shown, where it is not the suit that is bid; ``""`` if the call is artificial.
        over: run the row over the suits as ``n``: ``up``, ``down``, ``majors``, ``majors up`` or ``minors``.
        stands: the pass or double is meant, even where partner forced.
    """
    form = CallForm.parse(call)
    natural = (form.suit if form.is_suit_bid else "") if suit is None else suit
    promise = expression(shows or test)
    return Rule(id, form, expression(test), promise, Force.of(force), tag or id, says, natural, _ORDERS[over], stands)


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern over meaning tags: ``|`` alternatives, ``?`` any one call, ``*`` any calls, ``+`` one call or more."""
    wild = {"?": r" \S+", "*": r"(?: \S+)*", "+": r"(?: \S+)+"}
    parts = []
    for token in text.split():
        alternatives = "|".join(re.escape(word).replace(r"\*", r"\S*") for word in token.split("|"))
        parts.append(wild.get(token, f" (?:{alternatives})"))
    return re.compile("".join(parts))


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that apply where the auction means what ``ours`` and ``theirs`` say.

    ``ours`` runs over the tags of our side's calls from its first call that was not a pass; the last is partner's.
    ``theirs`` runs over the tags of their calls without passes. ``when`` asks about the auction's numbers and flags.
    """

    name: str
    ours: re.Pattern[str]
    theirs: re.Pattern[str]
    when: Expression
    rows: tuple[Rule, ...]
    candidates: tuple[Candidate, ...]


def table(name: str, ours: str, theirs: str, *rows: Rule, when: str = "1 > 0") -> Table:
    """A table from its text.

    In the patterns tags stand apart by blanks; ``a|b`` is either, ``a*`` any tag that begins so, ``?`` any one call,
    ``*`` any number of calls and ``+`` at least one.
    """
    return Table(name, _pattern(ours), _pattern(theirs), expression(when), rows, candidates(rows))
