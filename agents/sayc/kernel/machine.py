"""Row tests as programs of a small stack machine, so that compiled code can run them.

A program is ``int32 (k, 2)``: an instruction and its operand a line. Values are floats; true is one, false zero.
``agents.sayc.programs`` writes the programs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bridge.compiled import compiled

Code = NDArray[np.int32]

DEPTH = 16
"""Values that a program may hold at a time."""

INSTRUCTIONS = (
    "half",  # push half the operand
    "hand",  # push a feature of the hand
    "auction",  # push a number of the auction
    "running",  # push the suit over which the row runs
    "vulnerable",  # push whether the seat is vulnerable
    "hand at",  # replace a number by the feature so many places after the operand
    "auction at",  # replace a number by the auction's number so many places after the operand
    "and then",  # false stays and skips as many lines, true is dropped
    "or else",  # true stays and skips as many lines, false is dropped
    "unless",  # drop a value; skip as many lines if it was false
    "skip",
    "not",
    "bit",  # replace a suit by the set of it alone
    "le",  # this and the rest: replace two values by one
    "ge",
    "eq",
    "lt",
    "gt",
    "ne",
    "add",
    "subtract",
    "multiply",
    "bits and",
    "bits or",
)
(
    _HALF,
    _HAND,
    _AUCTION,
    _RUNNING,
    _VULNERABLE,
    _HAND_AT,
    _AUCTION_AT,
    _AND_THEN,
    _OR_ELSE,
    _UNLESS,
    _SKIP,
    _NOT,
    _BIT,
    _LE,
    _GE,
    _EQ,
    _LT,
    _GT,
    _NE,
    _ADD,
    _SUBTRACT,
    _MULTIPLY,
    _BITS_AND,
    _BITS_OR,
) = range(len(INSTRUCTIONS))


@compiled
def passes(
    code: Code,
    start: int,
    end: int,
    hand: NDArray[np.int16],
    auction: NDArray[np.float32],
    running: int,
    vulnerable: int,
    stack: NDArray[np.float64],
) -> bool:
    """Whether a hand passes the test whose program stands in lines ``start`` to ``end`` of ``code``."""
    top = -1
    line = start
    while line < end:
        instruction, operand = code[line, 0], code[line, 1]
        line += 1
        if instruction <= _VULNERABLE:
            top += 1
            stack[top] = _value(instruction, operand, hand, auction, running, vulnerable)
        elif instruction == _HAND_AT:
            stack[top] = hand[operand + int(stack[top])]
        elif instruction == _AUCTION_AT:
            stack[top] = auction[operand + int(stack[top])]
        elif instruction >= _LE:
            top -= 1
            stack[top] = _combined(instruction, stack[top], stack[top + 1])
        elif instruction >= _NOT:
            stack[top] = _changed(instruction, stack[top])
        elif instruction == _SKIP:
            line += operand
        elif instruction == _UNLESS:
            line += operand if stack[top] == 0 else 0
            top -= 1
        elif (stack[top] == 0) == (instruction == _AND_THEN):
            line += operand
        else:
            top -= 1
    return bool(stack[0] != 0)


@compiled
def _value(
    instruction: int,
    operand: int,
    hand: NDArray[np.int16],
    auction: NDArray[np.float32],
    running: int,
    vulnerable: int,
) -> float:
    if instruction == _HALF:
        return operand * 0.5
    if instruction == _HAND:
        return float(hand[operand])
    if instruction == _AUCTION:
        return float(auction[operand])
    return float(running) if instruction == _RUNNING else float(vulnerable)


@compiled
def _changed(instruction: int, value: float) -> float:
    if instruction == _NOT:
        return 1.0 if value == 0 else 0.0
    return float(1 << int(value))


@compiled
def _combined(instruction: int, left: float, right: float) -> float:
    if instruction <= _NE:
        return 1.0 if _compared(instruction, left, right) else 0.0
    if instruction == _ADD:
        return left + right
    if instruction == _SUBTRACT:
        return left - right
    if instruction == _MULTIPLY:
        return left * right
    if instruction == _BITS_AND:
        return float(int(left) & int(right))
    return float(int(left) | int(right))


@compiled
def _compared(instruction: int, left: float, right: float) -> bool:
    if instruction == _LE:
        return left <= right
    if instruction == _GE:
        return left >= right
    if instruction == _EQ:
        return left == right
    if instruction == _LT:
        return left < right
    return left > right if instruction == _GT else left != right
