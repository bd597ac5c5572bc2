"""Where an environment's boards come from, and how a board without play is scored."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import cast, get_args

import numpy as np
import numpy.typing as npt

from bridge import double_dummy
from bridge.board import Board, dealer_of, vulnerability_of
from bridge.calls import Contract
from bridge.deal import Deal
from bridge.game import Game, IllegalActionError
from bridge.solved import Part, SolvedDeals, shipped_deals
from envs.reset_options import ResetOptions

N_BOARDS = 16
"""Boards are drawn from the cycle of sixteen, so dealer and vulnerability are as frequent as in a match."""


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """A game, and the double-dummy table of its deal where that is known: tricks ``(5, 4)`` as in ``bridge.solved``."""

    game: Game
    table: npt.NDArray[np.uint8] | None

    def double_dummy_tricks(self, contract: Contract) -> int:
        """The tricks that declarer takes when all four play perfectly.

        A deal that was drawn has been solved before; of another deal only this one contract is solved.
        """
        if self.table is None:
            return double_dummy.tricks(self.game.board.deal.array(), contract.denomination, contract.declarer)
        return int(self.table[contract.denomination, contract.declarer])


@dataclass(frozen=True, slots=True)
class BoardSource:
    """Draws boards: random deals, or solved deals when there are some."""

    solved: SolvedDeals | None = None

    def draw(self, fixed: ResetOptions, rng: np.random.Generator) -> DealtBoard:
        """A board with what the options fix; the rest is drawn.

        Raises:
            ValueError: a call or card of the options is not legal at its turn.
        """
        # Drawn even when it is given, so that fixing the number leaves the deal of a seed as it is.
        drawn = int(rng.integers(1, N_BOARDS + 1))
        number = drawn if fixed.board is None else fixed.board
        deal, table = (fixed.deal, None) if fixed.deal is not None else self._deal(rng)
        dealer = dealer_of(number) if fixed.dealer is None else fixed.dealer
        vulnerable = vulnerability_of(number) if fixed.vulnerable is None else fixed.vulnerable
        game = Game(Board(deal, dealer, vulnerable, number))
        _replay(game, "calls", fixed.calls)
        _replay(game, "cards", fixed.cards)
        return DealtBoard(game, table)

    def _deal(self, rng: np.random.Generator) -> tuple[Deal, npt.NDArray[np.uint8] | None]:
        if self.solved is None:
            return Deal.random(rng), None
        owners, tables = self.solved.draw(rng, 1)
        return Deal(owners[0].tobytes()), tables[0]


def _replay(game: Game, option: str, actions: tuple[int, ...]) -> None:
    for place, action in enumerate(actions, start=1):
        try:
            game.act(action)
        except IllegalActionError as error:
            raise ValueError(f"reset option {option!r}, number {place}: {error}") from error


@functools.cache
def solved_deals(deals: str) -> SolvedDeals:
    """The solved deals of a part (``"train"``, ``"validation"``, ``"test"``) or of a file.

    Raises:
        ValueError: the file is damaged.
        FileNotFoundError: ``deals`` is neither a part nor a file.
    """
    if deals in get_args(Part):
        return shipped_deals().part(cast("Part", deals))
    return SolvedDeals.load(deals)
