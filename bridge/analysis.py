"""Post-game analysis, double dummy: it sees all four hands, so it is for finished boards and never for live play.

``analyse`` takes a board and what was played on it and says what the cards could have brought: the table of the deal,
par, and what each card that was played cost its side. A cost of nothing double dummy does not make a card right, and
a cost does not make it wrong: the players did not see the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from bridge import double_dummy
from bridge.board import Board
from bridge.calls import Contract
from bridge.cards import Card, Denomination
from bridge.game import Game
from bridge.seats import N_SEATS, Seat, Side


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card that was played, and what it cost double dummy."""

    hand: Seat
    """The hand that it came from; for dummy's cards declarer answers."""
    card: Card
    before: int
    """Declarer's double-dummy tricks in all before the card."""
    after: int
    """The same after it."""

    @property
    def cost(self) -> int:
        """Tricks that the card's side lost by it, never negative."""
        return abs(self.before - self.after)


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """What a board could have brought, double dummy."""

    table: npt.NDArray[np.uint8]
    """Tricks ``(5, 4)`` by denomination (C D H S NT) and declarer (N E S W)."""
    par_ns: int
    """The par score for North-South."""
    contract: Contract | None
    """What was played; None if passed out or not played."""
    cards: tuple[PlayedCard, ...]
    """The cards played, in order."""

    def lost(self, side: Side) -> int:
        """Tricks that a side lost against double dummy over the whole play."""
        return sum(played.cost for played in self.cards if played.hand.side is side)

    def __str__(self) -> str:
        """The analysis as text, labelled double dummy."""
        lines = ["Double dummy (all four hands seen)", f"{'':3}" + "".join(f"{seat!s:>4}" for seat in Seat)]
        for denomination in Denomination:
            lines.append(f"{denomination!s:3}" + "".join(f"{tricks:4}" for tricks in self.table[denomination]))
        lines.append(f"par for North-South {self.par_ns:+}")
        lines.extend(
            f"trick {place // N_SEATS + 1}, {played.hand} {played.card}: {_tricks(played.cost)} lost"
            for place, played in enumerate(self.cards)
            if played.cost
        )
        return "\n".join(lines)


def analyse(board: Board, calls: Sequence[int] = (), plays: Sequence[int] = ()) -> Analysis:
    """Analyse a deal and, if given, what was bid and played on it.

    Args:
        board: must be complete.
        calls: action numbers from the dealer on.
        plays: cards in the order of play; a claim ends them early.

    Raises:
        IllegalActionError: a call or card broke the rules.
        ValueError: the deal is not complete.
        SolverError: the solver is missing or reports a fault.
    """
    game = Game(board)
    for action in (*calls, *plays):
        game.act(int(action))
    owners = board.deal.array()
    table = double_dummy.tables(owners[np.newaxis])[0]
    par = double_dummy.par(table, board.dealer, board.vulnerable)
    return Analysis(table, par, game.contract, _played_cards(game, owners))


def _played_cards(game: Game, owners: npt.NDArray[np.uint8]) -> tuple[PlayedCard, ...]:
    contract, plays = game.contract, game.plays
    if contract is None or not plays:
        return ()
    trace = double_dummy.trace(owners, contract.denomination, contract.declarer, plays).tolist()
    return tuple(
        PlayedCard(Seat(owners[card]), Card(card), before, after)
        for card, (before, after) in zip(plays, pairwise(trace), strict=True)
    )


def _tricks(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"
