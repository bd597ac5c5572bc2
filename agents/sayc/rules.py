"""Rules as data: what a row of the system says, and where in an auction its table applies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from operator import attrgetter
from typing import Any

from agents.sayc.bounds import Bounds, bounds_of, span_of
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
STEPS = {"min": 0, "jump": 1, "double-jump": 2}


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
        denomination = n if self.suit == "n" else DENOMINATIONS.get(self.suit)
        return None if denomination is None or self.level is None else _bid(self.level, denomination)

    def action(self, situation: Any, n: int) -> int:
        """The action number in a situation; -1 if there is no such bid. It need not be legal."""
        if self.fixed is not None:
            return self.fixed
        denomination = suit_of(self.suit, situation, n)
        if self.level is not None:
            return _bid(self.level, denomination)
        if self.way == "game":
            return _bid(GAME_LEVELS[denomination], denomination)
        return _bid(situation.lv[denomination] + STEPS[self.way], denomination)


@cache
def call_form(text: str) -> CallForm:
    """The form of a text, shared by all rules that write the same text."""
    return CallForm.parse(text)


GAME_LEVELS = (5, 5, 4, 4, 3)


def _bid(level: int, denomination: int) -> int:
    number = FIRST_BID + 5 * (level - 1) + denomination
    return number if number < N_ACTIONS else -1


DENOMINATIONS = {letter: index for index, letter in enumerate(("C", "D", "H", "S", "NT"))}


def suit_of(letter: str, situation: Any, n: int) -> int:
    """The denomination that a letter stands for: itself, the running suit ``n``, or a suit bound by the auction."""
    if letter == "n":
        return n
    known = DENOMINATIONS.get(letter)
    return int(getattr(situation, letter)) if known is None else known


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the system.

    ``test`` asks about the hand; ``shows`` is what the call promises beyond the test;
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
    def promise(self) -> Bounds:
        """What the call shows: what the row says that it shows, and what it asks of the hand."""
        tested = bounds_of(self.test)
        if self.shows is self.test:
            return tested
        said = bounds_of(self.shows)
        return lambda situation, n: said(situation, n).meet(tested(situation, n))

    @property
    def is_for_any_hand(self) -> bool:
        """Whether the row asks nothing of the hand."""
        return not self.test.parts[1]

    @property
    def suits(self) -> frozenset[str]:
        """The suit letters that must be bound before the row means anything."""
        letters = {self.call.suit, self.suit} - {"", "n", *DENOMINATIONS}
        return self.test.suits | self.shows.suits | letters


class Candidate:
    """A row with its running suit put in: what is asked at every point of every auction, so worked out once.

    ``n`` is -1 for a row that does not run over suits; ``letters`` are the suit letters that must be bound, as bits of
    ``LETTER_BITS``; ``constant`` is the action if the auction does not change it, else None; ``span`` the points that
    the row asks for if it asks for nothing else.
    """

    __slots__ = ("_asked", "_boxes", "bounds", "constant", "context", "letters", "n", "number", "rule", "span")

    def __init__(self, rule: Rule, n: int, number: int) -> None:
        self.rule = rule
        self.n = n
        self.number = number
        self.letters = sum(LETTER_BITS[letter] for letter in rule.suits)
        self.constant = rule.call.constant(n)
        self.context = rule.test.context
        self.bounds = rule.promise
        self.span = span_of(rule.test)
        asked = sorted(rule.shows.asked | rule.test.asked)
        self._asked = attrgetter(*asked) if asked else _nothing
        self._boxes: dict[Any, Shown] = {}

    def may_make(self, action: int) -> bool:
        """Whether the row makes the call in some auction."""
        if self.constant is not None or action < FIRST_BID:
            return self.constant == action
        level, denomination = divmod(action - FIRST_BID, 5)
        form = self.rule.call
        known = self.n if form.suit == "n" else DENOMINATIONS.get(form.suit)
        if known is None:
            return denomination < DENOMINATIONS["NT"] and form.level in (None, level + 1)
        return denomination == known and form.level in (None, level + 1)

    def action(self, situation: Any) -> int:
        """The action number in a situation; -1 if there is no such bid. It need not be legal."""
        return self.rule.call.action(situation, self.n) if self.constant is None else self.constant

    def promise(self, situation: Any) -> Shown:
        """What the call shows in a situation; worked out once for all that are alike in what it asks of them."""
        key = self._asked(situation)
        found = self._boxes.get(key)
        if found is None:
            found = self._boxes[key] = self.bounds(situation, self.n)
        return found


def _nothing(situation: Any) -> None:
    """What a promise asks of the auction if it asks nothing."""


LETTER_BITS = {letter: 1 << index for index, letter in enumerate("dfgopstuxyz")}
"""Bits that say which suit letters an auction binds."""


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
        shows: what the call promises beyond what the test asks, in the same language.
        force: ``T 0 I 1 G``, see ``Force``.
        tag: the meaning that later contexts look for; by default the rule's id.
        says: plain words.
        suit: the suit shown, where it is not the suit that is bid; ``""`` if the call is artificial.
        over: run the row over the suits as ``n``: ``up``, ``down``, ``majors``, ``majors up`` or ``minors``.
        stands: the pass or double is meant, even where partner forced.
    """
    form = call_form(call)
    natural = (form.suit if form.is_suit_bid else "") if suit is None else suit
    promise = expression(shows or test)
    return Rule(id, form, expression(test), promise, Force.of(force), tag or id, says, natural, _ORDERS[over], stands)


_WILD = {"?": r" \S+", "*": r"(?: \S+)*", "+": r"(?: \S+)+"}


class TagPattern:
    """A pattern over meaning tags, which stand apart by blanks.

    ``a|b`` is either tag, ``a*`` any that begins so, ``?`` any one call, ``*`` any number of calls, ``+`` at least one.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile("".join(_WILD.get(token, f" (?:{_alternatives(token)})") for token in self.text.split()))

    def fits(self, tags: str) -> bool:
        """Whether tags, each with a blank before it, are of the pattern."""
        return self._whole.fullmatch(tags) is not None

    def may_begin(self, tag: str) -> bool:
        """Whether tags that begin so may be of the pattern; an empty tag stands for no tags."""
        tokens = self.text.split()
        return _may_be(tokens[0], tag) if tokens else not tag

    def may_end(self, tag: str) -> bool:
        """Whether tags that end so may be of the pattern; an empty tag stands for no tags."""
        tokens = self.text.split()
        return _may_be(tokens[-1], tag) if tokens else not tag


def _may_be(token: str, tag: str) -> bool:
    return token in _WILD or re.fullmatch(_alternatives(token), tag) is not None


def _alternatives(token: str) -> str:
    return "|".join(re.escape(word).replace(r"\*", r"\S*") for word in token.split("|"))


@dataclass(frozen=True)
class Table:
    """Rows that apply where the auction means what ``ours`` and ``theirs`` say.

    ``ours`` runs over the tags of our side's calls from its first call that was not a pass; the last is partner's.
    ``theirs`` runs over the tags of their calls without passes. ``when`` asks about the auction's numbers and flags.
    A ``complete`` table has a call for every hand, so that the default layer is not asked behind it.
    """

    name: str
    ours: TagPattern
    theirs: TagPattern
    when: Expression
    rows: tuple[Rule, ...]
    complete: bool


def table(name: str, ours: str, theirs: str, *rows: Rule, when: str = "1 > 0", complete: bool = False) -> Table:
    """A table from its text; ``ours`` and ``theirs`` are written as ``TagPattern`` says.

    A table whose last row asks nothing of the hand need not be called complete.
    """
    return Table(name, TagPattern(ours), TagPattern(theirs), expression(when), rows, complete)
