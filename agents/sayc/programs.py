"""Hand tests as programs for the compiled machine of ``kernel.machine``."""

from __future__ import annotations

import ast
from collections.abc import Callable

from agents.sayc.expressions import AUCTION_BY_SUIT, CONSTANTS, HAND_BY_SUIT, HAND_HALVES, VULNERABLE, Expression
from agents.sayc.kernel import features
from agents.sayc.kernel.machine import INSTRUCTIONS
from agents.sayc.situation import PLACES

Line = tuple[int, int]
Program = list[Line]

_NUMBER = {name: number for number, name in enumerate(INSTRUCTIONS)}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.LtE: "le",
    ast.GtE: "ge",
    ast.Eq: "eq",
    ast.Lt: "lt",
    ast.Gt: "gt",
    ast.NotEq: "ne",
}
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.BitAnd: "bits and",
    ast.BitOr: "bits or",
}


def program_of(test: Expression) -> Program:
    """The program of a test; what it asks about the auction alone comes first, as that is the quickest to fail."""
    public, private = test.parts
    return _all([_program(part) for part in (*public, *private)])


def _line(instruction: str, operand: float = 0) -> Program:
    return [(_NUMBER[instruction], int(operand))]


def _number(value: float) -> Program:
    """Push a number.

    Raises:
        ValueError: it is no multiple of a half.
    """
    if value * 2 != int(value * 2):
        raise ValueError(f"{value} in a hand test is no multiple of a half")
    return _line("half", value * 2)


def _all(parts: list[Program]) -> Program:
    """True if every part is; the first that is not ends the test."""
    return _joined(parts, "and then")


def _joined(parts: list[Program], word: str) -> Program:
    program = parts[-1]
    for part in reversed(parts[:-1]):
        program = [*part, *_line(word, len(program)), *program]
    return program


def _program(tree: ast.expr) -> Program:
    """The lines that push the value of a checked tree."""
    return _WRITERS[type(tree)](tree)


def _constant(tree: ast.Constant) -> Program:
    assert isinstance(tree.value, int | float)
    return _number(tree.value)


def _name(tree: ast.Name) -> Program:
    name = tree.id
    if name == "n":
        return _line("running")
    if name == VULNERABLE:
        return _line("vulnerable")
    if name in CONSTANTS:
        return _number(CONSTANTS[name])
    if name in HAND_HALVES:
        return [*_line("hand", features.PLACES[HAND_HALVES[name]]), *_number(0.5), *_line("multiply")]
    if name in PLACES:
        return _line("auction", PLACES[name])
    return _line("hand", features.PLACES["lp" if name == "points" else name])


def _unary(tree: ast.UnaryOp) -> Program:
    if isinstance(tree.op, ast.Not):
        return [*_program(tree.operand), *_line("not")]
    return [*_number(0), *_program(tree.operand), *_line("subtract")]


def _binary(tree: ast.BinOp) -> Program:
    return [*_program(tree.left), *_program(tree.right), *_line(_OPERATORS[type(tree.op)])]


def _boolean(tree: ast.BoolOp) -> Program:
    word = "and then" if isinstance(tree.op, ast.And) else "or else"
    return _joined([_program(value) for value in tree.values], word)


def _choice(tree: ast.IfExp) -> Program:
    no = _program(tree.orelse)
    yes = [*_program(tree.body), *_line("skip", len(no))]
    return [*_program(tree.test), *_line("unless", len(yes)), *yes, *no]


def _comparison(tree: ast.Compare) -> Program:
    terms = [_program(term) for term in (tree.left, *tree.comparators)]
    words = [_COMPARISONS[type(op)] for op in tree.ops]
    return _all([[*a, *b, *_line(word)] for a, word, b in zip(terms, words, terms[1:], strict=False)])


def _function(tree: ast.Call) -> Program:
    assert isinstance(tree.func, ast.Name)
    name, arguments = tree.func.id, [_program(argument) for argument in tree.args]
    if name in HAND_BY_SUIT:
        return _hand_at(name, arguments[0])
    if name in AUCTION_BY_SUIT:
        return _auction_at(name, arguments[0])
    return _FUNCTIONS[name](*arguments)


def _hand_at(name: str, place: Program) -> Program:
    return [*place, *_line("hand at", features.PLACES[name])]


def _auction_at(name: str, place: Program) -> Program:
    return [*place, *_line("auction at", PLACES[name])]


def _subset(held: Program, wanted: Program) -> Program:
    return [*held, *wanted, *_line("bits and"), *wanted, *_line("eq")]


def _overlap(held: Program, wanted: Program) -> Program:
    return [*held, *wanted, *_line("bits and"), *_number(0), *_line("ne")]


def _stopped(among: Program) -> Program:
    return _subset(_line("hand", features.PLACES["stopmask"]), among)


_FUNCTIONS: dict[str, Callable[..., Program]] = {
    "longest": lambda suit, among: [*_hand_at("key", suit), *_hand_at("keymax", among), *_line("eq")],
    "each": lambda count, among: _subset(_hand_at("at_least", count), among),
    "some": lambda count, among: _overlap(_hand_at("at_least", count), among),
    "stopped": _stopped,
    "fit": lambda suit: [*_hand_at("len", suit), *_auction_at("plen", suit), *_line("add")],
    "has": lambda suit, among: _overlap([*suit, *_line("bit")], among),
    "below": lambda suit: [*suit, *_line("bit"), *_number(1), *_line("subtract")],
    "bit": lambda suit: [*suit, *_line("bit")],
    "major": lambda suit: [*suit, *_number(CONSTANTS["H"]), *_line("ge")],
}

_WRITERS: dict[type[ast.expr], Callable[..., Program]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.BoolOp: _boolean,
    ast.IfExp: _choice,
    ast.Compare: _comparison,
    ast.Call: _function,
}
