"""The frame of a PBN record: deal, dealer, vulnerability and board number."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from bridge.board import Board, dealer_of, vulnerability_of
from bridge.deal import Deal
from bridge.notation.moves import Token
from bridge.notation.outcome import unusual_dealer, unusual_vulnerability
from bridge.notation.pbn_groups import Group
from bridge.notation.pbn_sections import GAPS
from bridge.notation.problems import NotationError
from bridge.seats import N_SEATS, Seat, Vulnerability

_Value = TypeVar("_Value")


def read_value(group: Group, name: str, parse: Callable[[str], _Value]) -> _Value | None:
    """A tag's value by its parser; None where it is not known.

    Raises:
        NotationError: the parser refuses the value.
    """
    text = group.value(name)
    if text is None:
        return None
    try:
        return parse(text)
    except ValueError as error:
        raise NotationError(group.line_of(name), name, str(error)) from error


def read_board(group: Group, first_caller: Seat | None) -> Board:
    """The board of a record; ``first_caller`` is who makes the first call, None where no call is recorded.

    Dealer and vulnerability that are not given follow from the board number.

    Raises:
        NotationError: the deal, the dealer or the vulnerability is wrong or cannot be known.
    """
    deal = read_value(group, "Deal", Deal.parse)
    if deal is None:
        if group.is_last:
            raise NotationError(group.last_line, "Deal", "the file ends before the deal of this record")
        raise NotationError(group.line, "Deal", "the record has no deal")
    if not deal.is_complete:
        group.warn(group.line_of("Deal"), "Deal", "a hand is not known: the board cannot be played or solved")
    number = _number(group)
    dealer = _dealer(group, number, first_caller)
    vulnerable = _vulnerable(group, number)
    return Board(deal, dealer, vulnerable, number)


def _number(group: Group) -> int | None:
    text = group.value("Board")
    if text is None:
        return None
    # Nine digits: no real board has more, and longer ones would be slow to read.
    if re.fullmatch(r"[0-9]{1,9}", text) and int(text) > 0:
        return int(text)
    group.warn(group.line_of("Board"), "Board", f"{text!r} is no board number (1, 2, ...)")
    return None


def _dealer(group: Group, number: int | None, first_caller: Seat | None) -> Seat:
    dealer = read_value(group, "Dealer", Seat.parse)
    if dealer is None:
        dealer = first_caller if number is None else dealer_of(number)
        if dealer is None:
            raise NotationError(group.line_of("Dealer"), "Dealer", "the record names no dealer and no board number")
    elif message := unusual_dealer(number, dealer):
        group.warn(group.line_of("Dealer"), "Dealer", message)
    if first_caller not in (None, dealer):
        message = f"the auction begins with {first_caller.word}, but {dealer.word} is the dealer: the auction counts"
        group.warn(group.line_of("Auction"), "Auction", message)
        return first_caller
    return dealer


def _vulnerable(group: Group, number: int | None) -> Vulnerability:
    vulnerable = read_value(group, "Vulnerable", Vulnerability.parse)
    if vulnerable is None and number is None:
        line = group.line_of("Vulnerable")
        raise NotationError(line, "Vulnerable", "the record names neither vulnerability nor board number")
    if vulnerable is None:
        return vulnerability_of(number or 0)
    if message := unusual_vulnerability(number, vulnerable):
        group.warn(group.line_of("Vulnerable"), "Vulnerable", message)
    return vulnerable


def first_call(group: Group, found: list[Token]) -> tuple[Seat | None, list[Token]]:
    """The seat of the first call and the tokens from there on; ``-`` stands for the seats before the dealer.

    Raises:
        NotationError: there are calls, but the Auction tag names no seat.
    """
    lead = next((step for step, token in enumerate(found) if token.text not in GAPS), None)
    if lead is None or found[lead].text == "*":
        return None, []
    first = read_value(group, "Auction", Seat.parse)
    if first is None:
        raise NotationError(group.line_of("Auction"), "Auction", "the tag names no seat for the first call")
    return Seat((first + lead) % N_SEATS), found[lead:]
