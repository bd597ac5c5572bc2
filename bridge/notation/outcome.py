"""What a record says of its outcome, against what the rules say."""

from __future__ import annotations

from bridge.actions import N_CARDS
from bridge.board import dealer_of, vulnerability_of
from bridge.calls import Contract
from bridge.game import Game
from bridge.seats import N_SEATS, Seat, Vulnerability


def unusual_dealer(number: int | None, dealer: Seat) -> str | None:
    """A message where the dealer is not the usual one of the board's number."""
    if number is None or dealer == dealer_of(number):
        return None
    return _unusual(number, dealer.word, dealer_of(number).word)


def unusual_vulnerability(number: int | None, vulnerable: Vulnerability) -> str | None:
    """A message where the vulnerability is not the usual one of the board's number."""
    if number is None or vulnerable == vulnerability_of(number):
        return None
    return _unusual(number, str(vulnerable), str(vulnerability_of(number)))


def _unusual(number: int, given: str, usual: str) -> str:
    return f"{given} is given, but board {number} has {usual}: the tag counts"


def contract_differs(recorded: str, found: Contract | None) -> str:
    """The message where a contract is recorded that the auction does not give."""
    given = "a passed-out board" if found is None else str(found)
    return f"{recorded} is recorded, but the auction gives {given}: the auction counts"


def agreed_tricks(game: Game, n_plays: int, recorded: int | None) -> tuple[int | None, str | None]:
    """Declarer's tricks, and a message where those recorded cannot be right.

    Args:
        game: the board after the cards that are known.
        n_plays: how many these are.
        recorded: the tricks that the record states; None where it states none.
    """
    contract = game.contract
    if not n_plays or contract is None:
        return recorded, None
    won = game.tricks_won(contract.declarer.side)
    if n_plays == N_CARDS:
        doubt = f"{recorded} tricks are recorded, but declarer won {won} in the play: the play counts"
        return won, None if recorded in (None, won) else doubt
    lost = n_plays // N_SEATS - won
    if recorded is None or won <= recorded <= 13 - lost:
        return recorded, None
    return None, (
        f"{recorded} tricks are recorded, but declarer had won {won} and lost {lost} when the play ended: "
        "the result is left out"
    )
