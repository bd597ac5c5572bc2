"""The table as text: hands around the compass, the trick in progress, the auction, the contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest

from bridge.calls import Call
from bridge.cards import CARDS_PER_HAND, Card, Suit
from bridge.deal import Hand
from bridge.game import Table
from bridge.public import Phase
from bridge.seats import N_SEATS, Seat, Side
from bridge.view import View

_SIDE_WIDTH = 18
"""Columns of West's and of East's hand; a suit of thirteen takes fifteen."""

_MIDDLE_WIDTH = 17
"""Columns of North, the compass and South."""

_CALL_WIDTH = 6
_AUCTION_SEATS = (Seat.W, Seat.N, Seat.E, Seat.S)
_SUITS = (Suit.S, Suit.H, Suit.D, Suit.C)

NO_NOTES: Mapping[Seat, str] = {}


def diagram(table: View | Table, notes: Mapping[Seat, str] = NO_NOTES) -> str:
    """Draw what one seat may know (a view), or all four hands (a game).

    A hidden hand is drawn as the number of its cards. Once the board is over, hands are drawn as they were dealt as
    far as they are known.

    Args:
        table: what to draw.
        notes: words to stand behind the names of seats, such as ``{Seat.S: "you"}``.
    """
    parts = (frame(table), compass(table, notes), auction(table), result(table))
    return "\n\n".join(parts)


def frame(table: View | Table) -> str:
    """Board, dealer and vulnerability in one line."""
    number = table.board.number if isinstance(table, Table) else None
    prefix = "Dealer" if number is None else f"Board {number}, dealer"
    return f"{prefix} {table.dealer.word}, vulnerable {table.vulnerable}"


# --- hands -----------------------------------------------------------------------------------------------------------


def compass(table: View | Table, notes: Mapping[Seat, str] = NO_NOTES) -> str:
    """The hands around the trick in progress."""
    indent = " " * _SIDE_WIDTH
    north, east, south, west = (_hand(table, seat, notes.get(seat, "")) for seat in Seat)
    middle = zip_longest(west, _centre(table), east, fillvalue="")
    lines = [
        *(indent + line for line in north),
        "",
        *(f"{left:<{_SIDE_WIDTH}}{centre:<{_MIDDLE_WIDTH}}{right}" for left, centre, right in middle),
        "",
        *(indent + line for line in south),
    ]
    return _joined(lines)


def _hand(table: View | Table, seat: Seat, note: str) -> list[str]:
    """A title and four lines, one a suit; or the title and a count."""
    words = ", ".join(word for word in (note, "dummy" if seat is table.dummy else "") if word)
    title = f"{seat.word} ({words})" if words else seat.word
    played = frozenset(Card(card) for card in table.plays if table.owner_of_played(card) is seat)
    hand = _held(table, seat, played)
    if hand is None:
        left = CARDS_PER_HAND - len(played)
        return [title, f"{left} card" if left == 1 else f"{left} cards"]
    if table.phase is Phase.OVER:
        hand = Hand(hand.cards | played)
    return [title, *(f"{suit} {hand.suit(suit) or '-'}" for suit in _SUITS)]


def _held(table: View | Table, seat: Seat, played: frozenset[Card]) -> Hand | None:
    """The cards that a hand holds now; None if they are hidden."""
    if isinstance(table, Table):
        return Hand(table.board.deal.hand(seat).cards - played)
    if seat is table.seat:
        return table.hand
    if len(played) == CARDS_PER_HAND:
        return Hand(frozenset())
    return table.dummy_hand if seat is table.dummy else None


def _centre(table: View | Table) -> list[str]:
    """The trick in progress, each card on its player's side."""
    cards = {table.owner_of_played(card): str(Card(card)) for card in table.trick}
    north, east, south, west = (cards.get(seat, str(seat)) for seat in Seat)
    width = _MIDDLE_WIDTH - 4
    return ["", f"{north:^{width}}", f"{west:<{width // 2 - 1}}   {east:>{width // 2 - 1}}", f"{south:^{width}}"]


# --- auction and result ----------------------------------------------------------------------------------------------


def auction(table: View | Table) -> str:
    """The auction in four columns from West on; ``?`` marks the seat that is to call."""
    skipped = _AUCTION_SEATS.index(table.dealer)
    cells = [""] * skipped + [str(Call(call)) for call in table.calls]
    if table.phase is Phase.AUCTION:
        cells.append("?")
    rows = [cells[start : start + N_SEATS] for start in range(0, len(cells), N_SEATS)]
    titles = [seat.word for seat in _AUCTION_SEATS]
    return _joined("".join(f"{cell:<{_CALL_WIDTH}}" for cell in row) for row in [titles, *rows])


def result(table: View | Table) -> str:
    """The contract, the tricks won, the last trick, and who is to act."""
    contract = table.contract
    if contract is None:
        return "Passed out" if table.phase is Phase.OVER else f"{_turn(table)} to call"
    tricks = f"tricks NS {table.tricks_won(Side.NS)}, EW {table.tricks_won(Side.EW)}"
    lines = [f"Contract {contract}, {tricks}"]
    if table.phase is Phase.PLAY:
        lines += [*_last_trick(table), f"{_turn(table)} to play"]
    return _joined(lines)


def _last_trick(table: View | Table) -> list[str]:
    end = len(table.plays) // N_SEATS * N_SEATS
    cards = table.plays[max(0, end - N_SEATS) : end]
    return ["Last trick " + ", ".join(f"{table.owner_of_played(card)} {Card(card)}" for card in cards)] if cards else []


def _turn(table: View | Table) -> str:
    """Who is to act: ``"South"``, or ``"South, from dummy (North),"``."""
    actor, turn = table.actor, table.turn
    if actor is None or turn is None:
        return "Nobody"
    return actor.word if actor is turn else f"{actor.word}, from dummy ({turn.word}),"


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(line.rstrip() for line in lines)
