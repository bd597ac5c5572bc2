"""The small language of hand tests: ``"bal and 15 <= hcp <= 17"``, ``"len(x) >= 4 and sp(x) >= 13"``.

A test is parsed once against a whitelist of syntax and of names; nothing else can be written in it. From the
one text come three readings: ``scalar`` decides for one hand, ``vector`` for many hands at once, and ``bounds``
works out the ranges that a hand which passes must lie in, so that a rule promises what it tests.

Names of the hand are those of ``features.HandFeatures`` (``qt`` and ``pt`` are its doubled quick and playing tricks
halved). Names of the auction are those of ``situation.Situation``; suits are numbers C D H S = 0-3, sets of suits are
bits, and ``n`` is the suit over which a row runs. Functions:

========================  ===================================================================
``len(s)`` and the like   a feature of one suit: len high tops tops4 honours sp fp stop fair good
``longest(s, set)``       the suit is the longest of the set (a tie: higher at 5+, lower at 4)
``each(k, set)``          every suit of the set has k cards or more
``some(k, set)``          some suit of the set has k cards or more
``stopped(set)``          every suit of the set is stopped
``fit(s)``                own length and the least that partner has shown
``lv(s)``                 the cheapest level at which the suit (4: notrump) can be bid now
``plen mlen tlen(s)``     least length shown by partner, by this seat, by an opponent
``pmaxlen(s)``            greatest length that partner can have
``has(s, set)``           the suit is in the set
``below(s)``              the set of suits lower than the suit
``bit(s)``                the set of that suit alone
``major(s)``              whether the suit is a major
``points``                in promises only: points of either kind
========================  ===================================================================
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from agents.sayc.shown import ANYTHING, BALANCED, MAX_HCP, MAX_POINTS, NOTHING, SEMI_BALANCED, Shown, at_suit

Test = Callable[[Any, Any, int], Any]
Bounds = Callable[[Any, int], Shown]

SUIT_NAMES = frozenset("dfgopstuxyz")
_CONSTANTS = {"C": 0, "D": 1, "H": 2, "S": 3, "NT": 4, "CLUBS": 1, "DIAMONDS": 2, "MINORS": 3, "MAJORS": 12, "ALL": 15}
_HAND_NUMBERS = {"hcp", "lp", "r20", "aces", "kings", "maxlen", "points"}
_HAND_HALVES = {"qt": "qt2", "pt": "pt2"}
_HAND_FLAGS = {"bal", "semi", "short"}
_HAND_BY_SUIT = {"len", "high", "tops", "tops4", "honours", "sp", "fp", "stop", "fair", "good"}
_HAND_FUNCTIONS = {"longest": 2, "each": 2, "some": 2, "stopped": 1, "fit": 1}
AUCTION_BY_SUIT = frozenset(("lv", "plen", "mlen", "tlen", "pmaxlen"))
_AUCTION_FUNCTIONS = {"has": 2, "below": 1, "bit": 1, "major": 1}
_AUCTION_NUMBERS = "den doubled level mhmax mhmin pcut phmax phmin pmax pmean pmin shown_by_us theirs tlevel turn unbid"
_AUCTION_FLAGS = (
    "agreed agreed_major asked asking forced game gf invited last_seat limited mine one_suit_theirs ours pacted passed "
    "quiet rho_artificial rho_bid rho_doubled rho_passed second signed silenced tnatural vul"
)
AUCTION_NAMES = frozenset(f"{_AUCTION_NUMBERS} {_AUCTION_FLAGS}".split())
_POINT_NAMES = {"lp", "points"}
_SHAPES = {"bal": BALANCED, "semi": SEMI_BALANCED}
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
    ast.Eq: ast.Eq,
}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr)


class Expression:
    """One parsed test.

    Attributes:
        text: as it was written.
        suits: the suit letters it uses; it can be asked only where they are all bound.
        context: ``context(None, situation, n)`` decides the parts joined by ``and`` that ask about the auction alone;
            the two below are asked only where it holds.
        scalar: ``scalar(hand, situation, n)`` is true if one hand passes the rest.
        vector: ``vector(hands, situation, n)`` is an array ``(hands,)``, or one number for all of them.
        bounds: ``bounds(situation, n)`` is a box that holds every hand that passes.
        is_fixed: whether the box is the same in every situation.

    Raises:
        ValueError: the text leaves the language.
    """

    __slots__ = ("bounds", "context", "is_fixed", "scalar", "suits", "text", "vector")

    def __init__(self, text: str) -> None:
        self.text = text
        tree = _parse(text)
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        self.suits = frozenset(names & SUIT_NAMES)
        parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
        of_auction = [part for part in parts if _is_of_auction(part)]
        of_hand = [part for part in parts if not _is_of_auction(part)]
        self.context: Test = _compiled(_Translator(vector=False).visit(_conjunction(of_auction)))
        self.scalar: Test = _compiled(_Translator(vector=False).visit(_conjunction(of_hand)))
        self.vector: Test = _compiled(_Translator(vector=True).visit(_conjunction(of_hand)))
        self.bounds: Bounds = _bounds_of(tree)
        self.is_fixed = not names & (SUIT_NAMES | AUCTION_NAMES | AUCTION_BY_SUIT | {"fit"})

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"


@cache
def expression(text: str) -> Expression:
    """The parsed form of a test, shared by all rules that write the same text."""
    return Expression(text)


def _parse(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"test {text!r} cannot be read: {error.msg}") from None


def _conjunction(parts: list[ast.expr]) -> ast.expr:
    """The parts joined by ``and``; true if there are none."""
    if len(parts) == 1:
        return parts[0]
    return ast.BoolOp(ast.And(), parts) if parts else ast.Constant(True)


def _compiled(body: ast.expr) -> Test:
    """A function of (h, b, n) from a tree that ``_Translator`` has checked and rewritten."""
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(arg=name) for name in "hbn"], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    tree = ast.fix_missing_locations(ast.Expression(ast.Lambda(args=arguments, body=body)))
    names = {"_and": np.logical_and, "_or": np.logical_or, "_not": np.logical_not, "__builtins__": {}}
    return eval(compile(tree, "<hand test>", "eval"), names)  # type: ignore[no-any-return]


def _attribute(owner: str, name: str) -> ast.expr:
    return ast.Attribute(value=ast.Name(id=owner, ctx=ast.Load()), attr=name, ctx=ast.Load())


def _at(sequence: ast.expr, index: ast.expr) -> ast.expr:
    return ast.Subscript(value=sequence, slice=index, ctx=ast.Load())


class _Translator(ast.NodeTransformer):
    """Rewrites the language into Python over a hand ``h``, a situation ``b`` and a suit ``n``; refuses all else."""

    def __init__(self, vector: bool) -> None:
        self.vector = vector

    def generic_visit(self, node: ast.AST) -> ast.AST:
        raise ValueError(f"a hand test may not contain {type(node).__name__}")

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, bool | int | float):
            return node
        raise ValueError(f"a hand test may not contain {node.value!r}")

    def visit_Name(self, node: ast.Name) -> ast.expr:
        name = node.id
        if name == "n":
            return ast.Name(id="n", ctx=ast.Load())
        if name in _CONSTANTS:
            return ast.Constant(_CONSTANTS[name])
        if name in _HAND_HALVES:
            return ast.BinOp(_attribute("h", _HAND_HALVES[name]), ast.Mult(), ast.Constant(0.5))
        if name in _HAND_NUMBERS or name in _HAND_FLAGS:
            return _attribute("h", "lp" if name == "points" else name)
        if name in SUIT_NAMES or name in AUCTION_NAMES:
            return _attribute("b", name)
        raise ValueError(f"{name!r} is no name of a hand or an auction")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.visit(node.operand)
        if isinstance(node.op, ast.USub):
            return ast.UnaryOp(node.op, operand)
        if isinstance(node.op, ast.Not):
            return self._call("_not", operand) if self.vector else ast.UnaryOp(node.op, operand)
        raise ValueError("a hand test may not contain that operator")

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if not isinstance(node.op, _ARITHMETIC):
            raise ValueError(f"a hand test may not contain {type(node.op).__name__}")
        return ast.BinOp(self.visit(node.left), node.op, self.visit(node.right))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        values = [self.visit(value) for value in node.values]
        if not self.vector:
            return ast.BoolOp(node.op, values)
        return self._join("_and" if isinstance(node.op, ast.And) else "_or", values)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        if not _is_of_auction(node.test):
            raise ValueError("the condition of an if in a hand test must ask about the auction alone")
        condition = _Translator(vector=False).visit(node.test)
        return ast.IfExp(condition, self.visit(node.body), self.visit(node.orelse))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if not all(type(op) in _COMPARE for op in node.ops):
            raise ValueError("a hand test compares with < <= > >= == != only")
        terms = [self.visit(term) for term in (node.left, *node.comparators)]
        if not self.vector or len(node.ops) == 1:
            return ast.Compare(terms[0], node.ops, terms[1:])
        steps = zip(terms, node.ops, terms[1:], strict=False)
        links: list[ast.expr] = [ast.Compare(left, [op], [right]) for left, op, right in steps]
        return self._join("_and", links)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise ValueError("a hand test may only call the functions of its language")
        name, arguments = node.func.id, [self.visit(argument) for argument in node.args]
        by_suit = name in _HAND_BY_SUIT or name in AUCTION_BY_SUIT
        if len(arguments) != (1 if by_suit else (_HAND_FUNCTIONS | _AUCTION_FUNCTIONS).get(name, -1)):
            raise ValueError(f"{name!r} is no function of hand tests, or has another number of arguments")
        if by_suit:
            return _at(_attribute("h" if name in _HAND_BY_SUIT else "b", name), arguments[0])
        return _FUNCTIONS[name](*arguments)

    @staticmethod
    def _call(name: str, *arguments: ast.expr) -> ast.expr:
        return ast.Call(ast.Name(id=name, ctx=ast.Load()), list(arguments), [])

    def _join(self, name: str, values: list[ast.expr]) -> ast.expr:
        joined = values[0]
        for value in values[1:]:
            joined = self._call(name, joined, value)
        return joined


def _subset(held: ast.expr, wanted: ast.expr) -> ast.expr:
    return ast.Compare(ast.BinOp(held, ast.BitAnd(), wanted), [ast.Eq()], [wanted])


def _overlap(held: ast.expr, wanted: ast.expr) -> ast.expr:
    return ast.Compare(ast.BinOp(held, ast.BitAnd(), wanted), [ast.NotEq()], [ast.Constant(0)])


def _bit(suit: ast.expr) -> ast.expr:
    return ast.BinOp(ast.Constant(1), ast.LShift(), suit)


_FUNCTIONS: dict[str, Callable[..., ast.expr]] = {
    "longest": lambda s, among: ast.Compare(
        _at(_attribute("h", "key"), s), [ast.Eq()], [_at(_attribute("h", "keymax"), among)]
    ),
    "each": lambda k, among: _subset(_at(_attribute("h", "at_least"), k), among),
    "some": lambda k, among: _overlap(_at(_attribute("h", "at_least"), k), among),
    "stopped": lambda among: _subset(_attribute("h", "stopmask"), among),
    "fit": lambda s: ast.BinOp(_at(_attribute("h", "len"), s), ast.Add(), _at(_attribute("b", "plen"), s)),
    "has": lambda s, among: _overlap(_bit(s), among),
    "below": lambda s: ast.BinOp(_bit(s), ast.Sub(), ast.Constant(1)),
    "bit": _bit,
    "major": lambda s: ast.Compare(s, [ast.GtE()], [ast.Constant(2)]),
}


def _is_of_auction(tree: ast.expr) -> bool:
    """Whether a test has no name of the hand in it."""
    of_hand = _HAND_NUMBERS | set(_HAND_HALVES) | _HAND_FLAGS | _HAND_BY_SUIT | set(_HAND_FUNCTIONS)
    return not any(isinstance(node, ast.Name) and node.id in of_hand for node in ast.walk(tree))


# --- bounds ----------------------------------------------------------------------------------------------------------


def _bounds_of(tree: ast.expr) -> Bounds:
    """The box of a test, by cases: ``and`` meets, ``or`` hulls, a comparison bounds, all else is silent."""
    if _is_of_auction(tree):
        known = _compiled(_Translator(vector=False).visit(tree))
        return lambda b, n: ANYTHING if known(None, b, n) else NOTHING
    if isinstance(tree, ast.BoolOp):
        parts = [_bounds_of(value) for value in tree.values]
        return _meet_all(parts) if isinstance(tree.op, ast.And) else _hull_all(parts)
    if isinstance(tree, ast.Name) and tree.id in _SHAPES:
        shape = _SHAPES[tree.id]
        return lambda _b, _n: shape
    if isinstance(tree, ast.IfExp):
        return _bounds_of_choice(tree)
    if isinstance(tree, ast.Compare):
        terms = [tree.left, *tree.comparators]
        links = [_bounds_of_link(a, type(op), b) for a, op, b in zip(terms, tree.ops, terms[1:], strict=False)]
        return _meet_all(links)
    return lambda _b, _n: ANYTHING


def _meet_all(parts: list[Bounds]) -> Bounds:
    def bounds(b: Any, n: int) -> Shown:
        box = ANYTHING
        for part in parts:
            box = box.meet(part(b, n))
        return box

    return bounds


def _hull_all(parts: list[Bounds]) -> Bounds:
    def bounds(b: Any, n: int) -> Shown:
        box = NOTHING
        for part in parts:
            box = box.hull(part(b, n))
        return box

    return bounds


def _bounds_of_choice(tree: ast.IfExp) -> Bounds:
    condition = _compiled(_Translator(vector=False).visit(tree.test))
    yes, no = _bounds_of(tree.body), _bounds_of(tree.orelse)
    return lambda b, n: yes(b, n) if condition(None, b, n) else no(b, n)


def _bounds_of_link(left: ast.expr, op: type[ast.cmpop], right: ast.expr) -> Bounds:
    """Bounds of ``left op right`` where one side is a feature of the hand and the other follows from the auction."""
    if _is_of_auction(left) and op in _FLIPPED:
        left, op, right = right, _FLIPPED[op], left
    if not _is_of_auction(right) or op not in _FLIPPED:
        return lambda _b, _n: ANYTHING
    feature, offset = _feature_and_offset(left)
    if feature is None:
        return lambda _b, _n: ANYTHING
    limit = _compiled(_Translator(vector=False).visit(right))

    def bounds(b: Any, n: int) -> Shown:
        value = limit(None, b, n) - (offset(None, b, n) if offset else 0)
        low, high = _interval(op, value)
        return _box_of(feature, low, high, b, n)

    return bounds


def _feature_and_offset(term: ast.expr) -> tuple[ast.expr | None, Test | None]:
    """Split ``feature``, ``feature + k`` or ``feature - k`` (k of the auction alone)."""
    if isinstance(term, ast.BinOp) and isinstance(term.op, ast.Add | ast.Sub) and _is_of_auction(term.right):
        feature, inner = _feature_and_offset(term.left)
        if inner is not None:
            return None, None
        offset = _compiled(_Translator(vector=False).visit(term.right))
        if isinstance(term.op, ast.Sub):
            return feature, lambda h, b, n: -offset(h, b, n)
        return feature, offset
    single = isinstance(term, ast.Name) or (isinstance(term, ast.Call) and isinstance(term.func, ast.Name))
    return (term if single else None), None


def _interval(op: type[ast.cmpop], value: float) -> tuple[int, int]:
    """The integers that stand in a relation to ``value``, cut to a range wide enough for every feature."""
    floor = int(np.floor(value))
    ceiling = int(np.ceil(value))
    top = MAX_POINTS
    return {
        ast.Lt: (0, ceiling - 1),
        ast.LtE: (0, floor),
        ast.Gt: (floor + 1, top),
        ast.GtE: (ceiling, top),
        ast.Eq: (floor, floor),
    }[op]


def _box_of(feature: ast.expr, low: int, high: int, b: Any, n: int) -> Shown:
    low = max(low, 0)
    if isinstance(feature, ast.Name):
        if feature.id == "hcp":
            return Shown(hcp=(min(low, MAX_HCP), min(high, MAX_HCP)))
        return Shown(points=(low, min(high, MAX_POINTS))) if feature.id in _POINT_NAMES else ANYTHING
    if not isinstance(feature, ast.Call) or not isinstance(feature.func, ast.Name):
        return ANYTHING
    name = feature.func.id
    if name in ("sp", "fp"):
        return Shown(points=(low, min(high, MAX_POINTS)))
    suit = _suit_number(feature.args[0], b, n)
    if name == "len":
        return at_suit(suit, low, min(high, 13))
    if name == "fit":
        return at_suit(suit, max(low - b.plen[suit], 0), max(min(high - b.plen[suit], 13), 0))
    return ANYTHING


def _suit_number(argument: ast.expr, b: Any, n: int) -> int:
    name = argument.id if isinstance(argument, ast.Name) else ""
    if name == "n":
        return n
    return _CONSTANTS[name] if name in _CONSTANTS else int(getattr(b, name))
