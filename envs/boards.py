"""Where an environment's boards come from, and how a board without play is scored."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, cast, get_args

import numpy as np
import numpy.typing as npt

from bridge import double_dummy
from bridge.calls import Contract
from bridge.deal import Deal
from bridge.game import IllegalActionError, Table
from bridge.solved import Part, SolvedDeals, shipped_deals
from envs.reset_options import ResetOptions

T = TypeVar("T", bound=Table)


@dataclass(frozen=True, slots=True)
class DealtBoard(Generic[T]):
    """A game, and the double-dummy table of its deal where that is known: tricks ``(5, 4)`` as in ``bridge.solved``."""

    game: T
    table: npt.NDArray[np.uint8] | None

    def double_dummy_tricks(self, contract: Contract) -> int:
        """The tricks that declarer takes when all four play perfectly.

        A deal that was drawn has been solved before; of another deal only this one contract is solved.
        """
        if self.table is None:
            return double_dummy.tricks(self.game.board.deal.array(), contract.denomination, contract.declarer)
        return int(self.table[contract.denomination, contract.declarer])


@dataclass(frozen=True, slots=True)
class BoardSource(Generic[T]):
    """Draws boards: random deals, or solved deals when there are some."""

    lay_out: Callable[[int, Deal, ResetOptions], T]
    """Puts the board of a number and a deal on the table, with what the options fix."""
    cycle: int
    """Boards are numbered up to this, so that every frame is as frequent as in a match."""
    solved: SolvedDeals | None = None

    def draw(self, fixed: ResetOptions, rng: np.random.Generator) -> DealtBoard[T]:
        """A board with what the options fix; the rest is drawn.

        Raises:
            ValueError: a call or card of the options is not legal at its turn.
        """
        # Drawn even when it is given, so that fixing the number leaves the deal of a seed as it is.
        drawn = int(rng.integers(1, self.cycle + 1))
        number = drawn if fixed.board is None else fixed.board
        deal, table = (fixed.deal, None) if fixed.deal is not None else self._deal(rng)
        game = self.lay_out(number, deal, fixed)
        _replay(game, "calls", fixed.calls)
        _replay(game, "cards", fixed.cards)
        return DealtBoard(game, table)

    def _deal(self, rng: np.random.Generator) -> tuple[Deal, npt.NDArray[np.uint8] | None]:
        if self.solved is None:
            return Deal.random(rng), None
        owners, tables = self.solved.draw(rng, 1)
        return Deal(owners[0].tobytes()), tables[0]


def _replay(game: Table, option: str, actions: tuple[int, ...]) -> None:
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
