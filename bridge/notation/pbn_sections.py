"""The Auction and Play sections of PBN: words to legal actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bridge.calls import Call
from bridge.cards import Card
from bridge.game import Game
from bridge.notation.moves import Actions, Token, all_pass, is_readable, make_call, play_card
from bridge.notation.pbn_lexer import Word
from bridge.notation.problems import NotationError, Warn
from bridge.public import Phase
from bridge.seats import N_SEATS, Seat

GAPS = frozenset({"-", "--", "+"})
"""Cells without a call or card: not known, or ``+``, yet to come."""

_END = "*"
_ALL_PASS = "AP"
_ANY_CALL = "AC"
_IRREGULAR = "^"

# A word may carry what belongs to its call or card: suffixes (!, ?), numeric marks ($13), a note (=1=).
_PART = re.compile(r"=(?P<note>[^=]*)=|(?P<mark>[!?]+|\$\w*)|(?P<irregular>\^\w?)|(?P<text>[^=!?$^]+|=)")


def tokens(words: Sequence[Word]) -> list[Token]:
    """Words split into calls or cards, with each note joined to what it explains."""
    found: list[Token] = []
    for word in words:
        for part in _PART.finditer(word.text):
            if part["note"] is not None and found:
                found[-1].note = part["note"].strip()
            elif part["irregular"] or part["text"]:
                found.append(Token(part[0], word.line, word.cut and part.end() == len(word.text)))
    return found


def read_auction(game: Game, found: Sequence[Token], warn: Warn) -> Actions:
    """Make the calls of an Auction section in ``game``, which stands before its first call.

    Raises:
        NotationError: a word is no call, or a call is not legal; the message numbers it.
    """
    read = Actions()
    for token in _without_cut(found, Call.parse, "Auction", warn):
        if token.text.startswith(_IRREGULAR):
            warn(token.line, "Auction", f"irregular auction ({token.text}): its calls are left out")
            return Actions(irregular=True)
        if token.text.upper() == _ANY_CALL:
            warn(token.line, "Auction", "AC stands for any call: a bidding problem, its calls are left out")
            return Actions()
        if token.text in GAPS or token.text == _END:
            break
        if token.text.upper() == _ALL_PASS:
            all_pass(game, read, token)
        else:
            make_call(game, read, token, "Auction")
    return read


def _without_cut(found: Sequence[Token], parse: Callable[[str], object], section: str, warn: Warn) -> Sequence[Token]:
    """The tokens without a last one that the end of the file has cut so that it cannot be read."""
    if not found or not found[-1].cut or found[-1].text in (*GAPS, _END, _ALL_PASS):
        return found
    if is_readable(found[-1], parse):
        return found
    warn(found[-1].line, section, f"the file ends inside {found[-1].text!r}, which is left out")
    return found[:-1]


def read_play(start: Callable[[], Game], first: Seat, found: Sequence[Token], warn: Warn) -> Actions:
    """Play the cards of a Play section on the board that ``start`` gives, which stands before the opening lead.

    A row is a trick and a column is a seat, the opening leader's first; who plays next follows from who won. Some
    programs write the rows in the order of play or turn the columns. Where the columns cannot be right, each card of
    a row is therefore given to the hand that holds it, which leaves no choice either.

    Raises:
        NotationError: the cards cannot have been played so; the message numbers the card.
    """
    cells, irregular = _cells(found, warn)
    try:
        read = _play(start(), first, cells, warn)
    except NotationError as column_fault:
        try:
            game = start()
            read = _play(game, first, _by_holder(cells, first, game.board.deal.owners), lambda *_: None)
        except NotationError:
            raise column_fault from None
        if len(read.actions) < len(_written(cells)):
            raise
        warn(column_fault.line, "Play", "the columns are not by seat: each card is taken from the hand that holds it")
    read.irregular = irregular
    return read


def _cells(found: Sequence[Token], warn: Warn) -> tuple[list[Token], bool]:
    """The cells up to the end of the section, and whether a mark of an irregularity ends them."""
    cells: list[Token] = []
    for token in _without_cut(found, Card.parse, "Play", warn):
        if token.text == _END:
            break
        if token.text.startswith(_IRREGULAR):
            warn(token.line, "Play", f"irregular play ({token.text}): this trick and what follows are left out")
            return cells[: len(cells) // N_SEATS * N_SEATS], True
        cells.append(token)
    return cells, False


def _by_holder(cells: Sequence[Token], first: Seat, owners: bytes) -> list[Token]:
    """The cells with each row's cards moved to the columns of the hands that hold them."""
    moved = [Token("-", 0) for _ in range(-(-len(cells) // N_SEATS) * N_SEATS)]
    for index, token in enumerate(cells):
        if token.text in GAPS:
            continue
        column = Seat(owners[_number(token, index)]).relative_to(first)
        cell = index // N_SEATS * N_SEATS + column
        if moved[cell].text not in GAPS:
            raise NotationError(token.line, "Play", f"{token.text} and {moved[cell].text} of one trick are in one hand")
        moved[cell] = token
    return moved


def _play(game: Game, first: Seat, cells: Sequence[Token], warn: Warn) -> Actions:
    read = Actions()
    while (turn := game.turn) is not None:
        cell = len(read.actions) // N_SEATS * N_SEATS + turn.relative_to(first)
        if cell >= len(cells) or cells[cell].text in GAPS:
            break
        play_card(game, read, cells[cell], "Play")
    _check_rest(cells, len(read.actions), game, warn)
    return read


def _number(token: Token, index: int) -> int:
    try:
        return Card.parse(token.text).index
    except ValueError as error:
        raise NotationError(token.line, "Play", f"cell {index + 1}: {error}") from error


def _written(cells: Sequence[Token]) -> list[Token]:
    return [token for token in cells if token.text not in GAPS]


def _check_rest(cells: Sequence[Token], used: int, game: Game, warn: Warn) -> None:
    """Cards that are written but were not reached: too many after the thirteenth trick, or some after a gap."""
    written = _written(cells)
    if len(written) <= used:
        return
    if game.phase is Phase.OVER:
        raise NotationError(written[used].line, "Play", f"{written[used].text} comes after all 52 cards were played")
    warn(written[-1].line, "Play", f"cards after a gap in the play are left out: {len(written) - used}")
