"""Rubber bridge: the score of a rubber as one value.

Trick points bid and made go below the line, everything else above it. A side whose points below the line reach 100
wins a game: both sides' part-scores then no longer count towards the next one, though they stay in the totals. A side
that has won a game is vulnerable. The first side to win two games wins the rubber and 700 points if the other has won
none, else 500. Four trump honours in one hand are worth 100; five, or the four aces at no trump, 150, where honours
are counted at all.

Vulnerability here follows from the games of the rubber and from nothing else; numbered boards belong to duplicate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest

from bridge.calls import Contract
from bridge.cards import Card, Denomination, Suit
from bridge.deal import Deal
from bridge.score_items import contract_items
from bridge.scoring import GAME_POINTS
from bridge.seats import Seat, Side, Vulnerability

GAMES_TO_WIN = 2
_RUBBER_BONUS = (700, 500)
"""By the games that the losers have won."""

_TEN, _ACE = 10, 14
_FOUR_HONOURS, _FIVE_HONOURS, _FOUR_ACES = 100, 150, 150
_COLUMN = 9


@dataclass(frozen=True, slots=True)
class Entry:
    """One number on the scorecard. ``str`` gives ``"NS  +120 below the line: 4♥ made: 4 × 30"``."""

    deal: int
    """The deal of the rubber that brought it, from 1."""
    side: Side
    points: int
    below: bool
    """Whether it stands below the line."""
    reason: str

    def __str__(self) -> str:
        return f"{self.side} {self.points:+6} {'below' if self.below else 'above'} the line: {self.reason}"


@dataclass(frozen=True, slots=True)
class WonGame:
    """A game won in the rubber."""

    side: Side
    n_entries: int
    """Entries of the scorecard when it was won: part-scores among them are cut off."""


@dataclass(frozen=True, slots=True)
class Honours:
    """Honours held in one hand."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber after some deals. ``str`` gives the scorecard."""

    dealer: Seat = Seat.N
    """Of the next deal."""
    deals: int = 0
    """Deals so far, passed-out ones included."""
    entries: tuple[Entry, ...] = ()
    """Everything scored, in order."""

    # --- what follows from the entries -------------------------------------------------------------------------------

    @property
    def games(self) -> tuple[WonGame, ...]:
        """The games won, in order."""
        return self._games_and_part_scores()[0]

    def games_won(self, side: Side) -> int:
        """Games that a side has won, 0 to 2."""
        return sum(game.side is side for game in self.games)

    def part_score(self, side: Side) -> int:
        """A side's points below the line in the game in progress, 0 to 90."""
        return self._games_and_part_scores()[1][side]

    def _games_and_part_scores(self) -> tuple[tuple[WonGame, ...], tuple[int, int]]:
        games: list[WonGame] = []
        points = [0, 0]
        for n_entries, entry in enumerate(self.entries, 1):
            if not entry.below:
                continue
            points[entry.side] += entry.points
            if points[entry.side] >= GAME_POINTS:
                games.append(WonGame(entry.side, n_entries))
                points = [0, 0]
        return tuple(games), (points[0], points[1])

    @property
    def vulnerable(self) -> Vulnerability:
        """The sides that have won a game."""
        return Vulnerability(sum(1 << side for side in Side if self.games_won(side)))

    @property
    def winner(self) -> Side | None:
        """The side that has won two games; None while the rubber is going on. It may still have fewer points."""
        return next((side for side in Side if self.games_won(side) == GAMES_TO_WIN), None)

    @property
    def is_over(self) -> bool:
        """Whether a side has won two games."""
        return self.winner is not None

    def above(self, side: Side) -> int:
        """A side's points above the line."""
        return sum(entry.points for entry in self.entries if entry.side is side and not entry.below)

    def total(self, side: Side) -> int:
        """All points of a side, above and below the line, of won games, lost games and the game in progress."""
        return sum(entry.points for entry in self.entries if entry.side is side)

    def entries_of(self, deal: int) -> tuple[Entry, ...]:
        """What one deal brought."""
        return tuple(entry for entry in self.entries if entry.deal == deal)

    # --- scoring -----------------------------------------------------------------------------------------------------

    def passed_out(self) -> Rubber:
        """The rubber after a deal that all four passed: no score, and the deal moves on.

        Raises:
            ValueError: the rubber is over.
        """
        return self._after(())

    def scored(self, contract: Contract, tricks: int, honours: Honours | None = None) -> Rubber:
        """The rubber after a deal was played.

        Args:
            contract: the final contract.
            tricks: won by declarer's side.
            honours: see ``honours_in``; None where they are not counted or not held.

        Raises:
            ValueError: the rubber is over, or ``tricks`` is not in 0..13.
        """
        side = contract.declarer.side
        made = [
            self._entry(side, item.points, item.kind == "tricks", item.reason)
            if item.points > 0
            else self._entry(side.opponents, -item.points, False, f"{contract} {item.reason}")
            for item in contract_items(contract, self.vulnerable.includes(side), tricks)
        ]
        if honours is not None:
            made.append(self._entry(honours.side, honours.points, False, "honours in one hand"))
        return self._after(tuple(made))._with_rubber_bonus()

    def _entry(self, side: Side, points: int, below: bool, reason: str) -> Entry:
        return Entry(self.deals + 1, side, points, below, reason)

    def _after(self, entries: tuple[Entry, ...]) -> Rubber:
        if self.is_over:
            raise ValueError("the rubber is over: begin another one")
        return Rubber(self.dealer.lho, self.deals + 1, self.entries + entries)

    def _with_rubber_bonus(self) -> Rubber:
        winner = self.winner
        if winner is None:
            return self
        lost = self.games_won(winner.opponents)
        bonus = Entry(self.deals, winner, _RUBBER_BONUS[lost], False, f"rubber, two games to {('none', 'one')[lost]}")
        return replace(self, entries=(*self.entries, bonus))

    # --- the scorecard -----------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """Two columns: above the line the latest on top, below it a rule under every game."""
        heading = [f"{'NS':>{_COLUMN}} | {'EW':>{_COLUMN}}"]
        return "\n".join([*heading, *self._above_lines(), _rule("="), *self._below_lines(), *self._summary()])

    def _above_lines(self) -> list[str]:
        columns = [[e.points for e in self.entries if e.side is side and not e.below] for side in Side]
        height = max(1, *map(len, columns))
        return [_row(*(column[height - 1 - line : height - line] for column in columns)) for line in range(height)]

    def _below_lines(self) -> list[str]:
        lines: list[str] = []
        start = 0
        for game in self.games:
            lines += [*self._part_scores(start, game.n_entries), f"{_rule('-')} game to {game.side}"]
            start = game.n_entries
        return lines if self.is_over else lines + (self._part_scores(start, len(self.entries)) or [_row([], [])])

    def _part_scores(self, start: int, end: int) -> list[str]:
        below = [entry for entry in self.entries[start:end] if entry.below]
        columns = ([[entry.points] for entry in below if entry.side is side] for side in Side)
        return [_row(*pair) for pair in zip_longest(*columns, fillvalue=[])]

    def _summary(self) -> list[str]:
        totals = f"{_row(*([self.total(side)] for side in Side))}  total"
        games = f"games {self.games_won(Side.NS)}-{self.games_won(Side.EW)}"
        if self.winner is not None:
            return [_rule("="), totals, f"{games}, rubber to {self.winner}"]
        return [_rule("="), totals, f"{games}, vulnerable {self.vulnerable}, {self.dealer.word} deals next"]


def _row(north_south: list[int], east_west: list[int]) -> str:
    cells = (str(column[0]) if column else "" for column in (north_south, east_west))
    return " | ".join(f"{cell:>{_COLUMN}}" for cell in cells)


def _rule(mark: str) -> str:
    return f"{mark * (_COLUMN + 1)}+{mark * (_COLUMN + 1)}"


def honours_in(deal: Deal, denomination: Denomination) -> Honours | None:
    """Four or five trump honours (ace to ten) in one hand, or at no trump the four aces; None if nobody holds them."""
    if denomination is Denomination.NT:
        honours = [Card.of(suit, _ACE) for suit in Suit]
    else:
        honours = [Card.of(denomination, rank) for rank in range(_TEN, _ACE + 1)]
    for seat in Seat:
        held = sum(deal.owners[card.index] == seat for card in honours)
        if denomination is Denomination.NT:
            if held == len(honours):
                return Honours(seat.side, _FOUR_ACES)
        elif held >= len(honours) - 1:
            return Honours(seat.side, _FIVE_HONOURS if held == len(honours) else _FOUR_HONOURS)
    return None
