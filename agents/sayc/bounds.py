"""The ranges in which a hand that passes a test must lie, so that a rule promises what it tests."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

from agents.sayc.expressions import CONSTANTS, VULNERABLE, Context, Expression, is_of_auction, of_auction
from agents.sayc.shown import (
    ANYTHING,
    BALANCED,
    MAX_HCP,
    MAX_LENGTH,
    MAX_POINTS,
    NOTHING,
    SEMI_BALANCED,
    Shown,
    at_suit,
)

Bounds = Callable[[Any, int], Shown]

_SHAPES = {"bal": BALANCED, "semi": SEMI_BALANCED}
_POINTS = frozenset(("lp", "points"))
_POINTS_OF_SUIT = frozenset(("sp", "fp"))
_FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
    ast.Eq: ast.Eq,
}


def bounds_of(test: Expression) -> Bounds:
    """``bounds(situation, n)``: a box that holds every hand that passes, whatever the vulnerability."""
    if VULNERABLE not in test.names:
        return _bounds_of(test.tree)
    return _hull_all([_bounds_of(_at_vulnerability(test.text, vulnerable)) for vulnerable in (False, True)])


def span_of(test: Expression) -> Callable[[Any, int], tuple[int, int]] | None:
    """The points that a test asks for and nothing else, as ``span(situation, n)``; None if it asks for more.

    A hand that does not pass holds other points of that kind. High card points are at most those of any kind, so a
    test from so many points on leaves fewer high card points to the hands that do not pass.
    """
    private = test.parts[1]
    if len(private) != 1 or not isinstance(private[0], ast.Compare) or VULNERABLE in test.names:
        return None
    terms = [private[0].left, *private[0].comparators]
    asked = [term for term in terms if not is_of_auction(term)]
    if len(asked) != 1 or not _counts_points(asked[0]):
        return None
    bounds = _bounds_of(private[0])

    def span(b: Any, n: int) -> tuple[int, int]:
        box = bounds(b, n)
        return max(box.hcp[0], box.points[0]), min(box.hcp[1], box.points[1])

    return span


def _counts_points(term: ast.expr) -> bool:
    if isinstance(term, ast.BinOp) and isinstance(term.op, ast.Add | ast.Sub) and is_of_auction(term.right):
        return _counts_points(term.left)
    if isinstance(term, ast.Name):
        return term.id in ("hcp", "lp")
    return isinstance(term, ast.Call) and isinstance(term.func, ast.Name) and term.func.id in _POINTS_OF_SUIT


class _Vulnerability(ast.NodeTransformer):
    """Puts an answer in the place of the question who is vulnerable."""

    def __init__(self, vulnerable: bool) -> None:
        self.vulnerable = vulnerable

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(self.vulnerable) if node.id == VULNERABLE else node


def _at_vulnerability(text: str, vulnerable: bool) -> ast.expr:
    tree: ast.expr = _Vulnerability(vulnerable).visit(ast.parse(text.strip(), mode="eval").body)
    return tree


def _bounds_of(tree: ast.expr) -> Bounds:
    """The box of a test, by cases: ``and`` meets, ``or`` hulls, a comparison bounds, all else is silent."""
    if is_of_auction(tree):
        known = of_auction(tree)
        return lambda b, n: ANYTHING if known(b, n) else NOTHING
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
    return _bounds_of_set(tree) if isinstance(tree, ast.Call) else lambda _b, _n: ANYTHING


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
    condition = of_auction(tree.test)
    yes, no = _bounds_of(tree.body), _bounds_of(tree.orelse)
    return lambda b, n: yes(b, n) if condition(b, n) else no(b, n)


def _bounds_of_set(tree: ast.Call) -> Bounds:
    """A least length of every suit of ``each(k, set)``, and of the only suit of ``some(k, set)``."""
    if not isinstance(tree.func, ast.Name) or tree.func.id not in ("each", "some"):
        return lambda _b, _n: ANYTHING
    least, among = of_auction(tree.args[0]), of_auction(tree.args[1])
    needs_all = tree.func.id == "each"

    def bounds(b: Any, n: int) -> Shown:
        count, suits = least(b, n), among(b, n)
        if not needs_all and suits & (suits - 1):
            return ANYTHING
        shortest = tuple(count if suits >> suit & 1 else 0 for suit in range(4))
        return Shown(shortest=shortest)  # type: ignore[arg-type]

    return bounds


def _bounds_of_link(left: ast.expr, op: type[ast.cmpop], right: ast.expr) -> Bounds:
    """Bounds of ``left op right`` where one side is a feature of the hand and the other follows from the auction."""
    if is_of_auction(left) and op in _FLIPPED:
        left, op, right = right, _FLIPPED[op], left
    if not is_of_auction(right) or op not in _FLIPPED:
        return lambda _b, _n: ANYTHING
    feature, offset = _feature_and_offset(left)
    if feature is None:
        return lambda _b, _n: ANYTHING
    limit = of_auction(right)

    def bounds(b: Any, n: int) -> Shown:
        value = limit(b, n) - (offset(b, n) if offset else 0)
        return _box_of(feature, *_interval(op, value), b, n)

    return bounds


def _feature_and_offset(term: ast.expr) -> tuple[ast.expr | None, Context | None]:
    """Split ``feature``, ``feature + k`` or ``feature - k`` (k of the auction alone)."""
    if isinstance(term, ast.BinOp) and isinstance(term.op, ast.Add | ast.Sub) and is_of_auction(term.right):
        feature, inner = _feature_and_offset(term.left)
        if inner is not None:
            return None, None
        offset = of_auction(term.right)
        if isinstance(term.op, ast.Sub):
            return feature, lambda b, n: -offset(b, n)
        return feature, offset
    single = isinstance(term, ast.Name) or (isinstance(term, ast.Call) and isinstance(term.func, ast.Name))
    return (term if single else None), None


def _interval(op: type[ast.cmpop], value: float) -> tuple[int, int]:
    """The integers that stand in a relation to ``value``, cut to a range wide enough for every feature."""
    floor, ceiling = math.floor(value), math.ceil(value)
    if op is ast.Lt or op is ast.LtE:
        return 0, ceiling - 1 if op is ast.Lt else floor
    if op is ast.Gt or op is ast.GtE:
        return floor + 1 if op is ast.Gt else ceiling, MAX_POINTS
    return floor, floor


def _box_of(feature: ast.expr, low: int, high: int, b: Any, n: int) -> Shown:
    low = max(low, 0)
    points = Shown(points=(low, min(high, MAX_POINTS)))
    if isinstance(feature, ast.Name):
        if feature.id == "hcp":
            return Shown(hcp=(min(low, MAX_HCP + 1), min(high, MAX_HCP)))
        return points if feature.id in _POINTS else ANYTHING
    assert isinstance(feature, ast.Call)
    assert isinstance(feature.func, ast.Name)
    name = feature.func.id
    if name in _POINTS_OF_SUIT:
        return points
    if name not in ("len", "fit"):
        return ANYTHING
    suit = _suit_number(feature.args[0], b, n)
    shown = b.plen[suit] if name == "fit" else 0
    return at_suit(suit, max(low - shown, 0), max(min(high - shown, MAX_LENGTH), 0))


def _suit_number(argument: ast.expr, b: Any, n: int) -> int:
    name = argument.id if isinstance(argument, ast.Name) else ""
    if name == "n":
        return n
    return CONSTANTS[name] if name in CONSTANTS else int(getattr(b, name))
