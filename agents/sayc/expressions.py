"""The small language of hand tests: ``"bal and 15 <= hcp <= 17"``, ``"len(x) >= 4 and sp(x) >= 13"``.

A test is parsed against a whitelist of syntax and of names; nothing else can be written in it. From the one text come
three readings: ``context`` decides the parts that ask about the auction alone, ``bounds`` works out the ranges in
which a hand that passes must lie, so that a rule promises what it tests, and ``programs`` turns the whole into a
program for compiled code.

Names of the hand are those of ``kernel.features`` (``qt`` and ``pt`` are its doubled quick and playing tricks halved).
Names of the auction are those of ``situation.Situation``, and ``vul``, whether the seat is vulnerable, which only
hand tests may ask: what a call shows is the same at every vulnerability. Suits are numbers C D H S = 0-3, sets of
suits are bits, and ``n`` is the suit over which a row runs. Functions:

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
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

Context = Callable[[Any, int], Any]

SUIT_NAMES = frozenset("dfgopstuxyz")
CONSTANTS = {"C": 0, "D": 1, "H": 2, "S": 3, "NT": 4, "CLUBS": 1, "DIAMONDS": 2, "MINORS": 3, "MAJORS": 12, "ALL": 15}
HAND_HALVES = {"qt": "qt2", "pt": "pt2"}
HAND_BY_SUIT = frozenset(("len", "high", "tops", "tops4", "honours", "sp", "fp", "stop", "fair", "good"))
AUCTION_BY_SUIT = frozenset(("lv", "plen", "mlen", "tlen", "pmaxlen"))
_HAND_NUMBERS = frozenset(("hcp", "lp", "r20", "aces", "kings", "maxlen", "points", "bal", "semi", "short"))
_HAND_FUNCTIONS = {"longest": 2, "each": 2, "some": 2, "stopped": 1, "fit": 1}
_AUCTION_FUNCTIONS = {"has": 2, "below": 1, "bit": 1, "major": 1}
_AUCTION_NUMBERS = "den doubled level mhmax mhmin pcut phmax phmin pmax pmean pmin shown_by_us theirs tlevel turn unbid"
_AUCTION_FLAGS = (
    "agreed agreed_major asked asking forced game gf invited last_seat limited mine one_suit_theirs ours pacted passed "
    "quiet rho_artificial rho_bid rho_doubled rho_passed second signed silenced tnatural"
)
AUCTION_NAMES = frozenset(f"{_AUCTION_NUMBERS} {_AUCTION_FLAGS}".split())
VULNERABLE = "vul"
_OF_HAND = _HAND_NUMBERS | set(HAND_HALVES) | HAND_BY_SUIT | set(_HAND_FUNCTIONS)
_VARIABLES = {"n", VULNERABLE} | SUIT_NAMES | AUCTION_NAMES | set(CONSTANTS) | _HAND_NUMBERS | set(HAND_HALVES)
_ARITY = {**_HAND_FUNCTIONS, **_AUCTION_FUNCTIONS, **dict.fromkeys(HAND_BY_SUIT | AUCTION_BY_SUIT, 1)}
_BRANCHES = (ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.IfExp)
_OPERATORS = (ast.And, ast.Or, ast.Not, ast.USub, ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr)
_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_LEAVES = (ast.Name, ast.Constant, ast.expr_context, *_OPERATORS, *_COMPARISONS)


class Expression:
    """One test. It is read when it is first asked for something, so that tables cost nothing to import.

    Attributes:
        text: as it was written.

    Raises:
        ValueError: (when first read) the text leaves the language.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    @cached_property
    def tree(self) -> ast.expr:
        """The checked syntax tree."""
        return parse(self.text)

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name in the text."""
        return names_in(self.tree)

    @property
    def suits(self) -> frozenset[str]:
        """The suit letters it uses; it can be asked only where they are all bound."""
        return self.names & SUIT_NAMES

    @cached_property
    def asked(self) -> frozenset[str]:
        """The names of the auction on which the test, and what it promises, depends."""
        asked = self.names & (SUIT_NAMES | AUCTION_NAMES | AUCTION_BY_SUIT)
        return asked | {"plen"} if "fit" in self.names else asked

    @cached_property
    def parts(self) -> tuple[list[ast.expr], list[ast.expr]]:
        """The parts joined by ``and``: those that ask about the auction alone, and those about the hand."""
        tree = self.tree
        parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
        public = [part for part in parts if _is_public(part)]
        return public, [part for part in parts if not _is_public(part)]

    @cached_property
    def context(self) -> Context:
        """``context(situation, n)``: whether the parts that ask about the auction alone hold."""
        return of_auction(conjunction(self.parts[0]))


@cache
def expression(text: str) -> Expression:
    """The test of a text, shared by all rules that write the same text."""
    return Expression(text)


def parse(text: str) -> ast.expr:
    """The syntax tree of a test.

    Raises:
        ValueError: the text leaves the language.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"test {text!r} cannot be read: {error.msg}") from None
    _check(tree)
    return tree


def _check(node: ast.AST) -> None:
    """Refuse everything that is not in the language."""
    if isinstance(node, ast.Name) and node.id not in _VARIABLES:
        raise ValueError(f"{node.id!r} is no name of a hand or an auction")
    if isinstance(node, ast.Constant) and not isinstance(node.value, bool | int | float):
        raise ValueError(f"a hand test may not contain {node.value!r}")
    if isinstance(node, ast.IfExp) and not is_of_auction(node.test):
        raise ValueError("the condition of an if in a hand test must ask about the auction alone")
    if isinstance(node, ast.Call):
        _check_function(node)
        parts: list[ast.AST] = list(node.args)
    elif isinstance(node, _LEAVES):
        return
    elif isinstance(node, _BRANCHES):
        parts = list(ast.iter_child_nodes(node))
    else:
        raise ValueError(f"a hand test may not contain {type(node).__name__}")
    for part in parts:
        _check(part)


def _check_function(node: ast.Call) -> None:
    if not isinstance(node.func, ast.Name) or node.keywords:
        raise ValueError("a hand test may only call the functions of its language")
    if len(node.args) != _ARITY.get(node.func.id, -1):
        raise ValueError(f"{node.func.id!r} is no function of hand tests, or has another number of arguments")


def names_in(tree: ast.expr) -> frozenset[str]:
    """Every name of a tree, functions included."""
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def is_of_auction(tree: ast.expr) -> bool:
    """Whether a test has no name of the hand in it."""
    return not names_in(tree) & _OF_HAND


def _is_public(tree: ast.expr) -> bool:
    """Whether a test asks about the calls alone, vulnerability apart."""
    return not names_in(tree) & (_OF_HAND | {VULNERABLE})


def conjunction(parts: list[ast.expr]) -> ast.expr:
    """The parts joined by ``and``; true if there are none."""
    if len(parts) == 1:
        return parts[0]
    return ast.BoolOp(ast.And(), parts) if parts else ast.Constant(True)


def of_auction(tree: ast.expr) -> Context:
    """A function of a situation and a suit ``n`` from a checked tree that asks about the auction alone."""
    parameters = [ast.arg(arg=name) for name in "bn"]
    arguments = ast.arguments(posonlyargs=[], args=parameters, kwonlyargs=[], kw_defaults=[], defaults=[])
    body = ast.Lambda(args=arguments, body=_OfAuction().visit(_copied(tree)))
    code = compile(ast.fix_missing_locations(ast.Expression(body)), "<hand test>", "eval")
    return eval(code, {"__builtins__": {}})  # type: ignore[no-any-return]


def _copied(tree: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(tree), mode="eval").body


class _OfAuction(ast.NodeTransformer):
    """Rewrites a checked test into Python over a situation ``b`` and a suit ``n``."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in CONSTANTS:
            return ast.Constant(CONSTANTS[node.id])
        return node if node.id == "n" else _attribute(node.id)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        arguments = [self.visit(argument) for argument in node.args]
        if node.func.id in AUCTION_BY_SUIT:
            return ast.Subscript(value=_attribute(node.func.id), slice=arguments[0], ctx=ast.Load())
        return _FUNCTIONS[node.func.id](*arguments)


def _attribute(name: str) -> ast.expr:
    return ast.Attribute(value=ast.Name(id="b", ctx=ast.Load()), attr=name, ctx=ast.Load())


def _bit(suit: ast.expr) -> ast.expr:
    return ast.BinOp(ast.Constant(1), ast.LShift(), suit)


def _has(suit: ast.expr, among: ast.expr) -> ast.expr:
    return ast.Compare(ast.BinOp(_bit(suit), ast.BitAnd(), among), [ast.NotEq()], [ast.Constant(0)])


_FUNCTIONS: dict[str, Callable[..., ast.expr]] = {
    "has": _has,
    "below": lambda suit: ast.BinOp(_bit(suit), ast.Sub(), ast.Constant(1)),
    "bit": _bit,
    "major": lambda suit: ast.Compare(suit, [ast.GtE()], [ast.Constant(2)]),
}
