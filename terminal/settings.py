"""The settings of ``play.py``."""

from __future__ import annotations

from dataclasses import dataclass

from settings import Settings, choice, integer, text


@dataclass
class PlaySettings(Settings):
    """What to show at the terminal."""

    mode: str = choice("bid", "bid: four SAYC-lite bidders make the auction, each call with its meaning", ("bid",))
    deal: str | None = text(None, 'a deal in PBN, "N:AK.. ... ... ..."; null is random deals')
    boards: int = integer(1, "random boards to show", low=1, unit="boards")
    board: int = integer(1, "number of the first board; it gives dealer and vulnerability", low=1)
    dealer: str | None = text(None, "who calls first, N E S W; null follows from the board's number")
    vulnerable: str | None = text(None, "None, NS, EW or Both; null follows from the board's number")
    seed: int = integer(0, "of the random deals", low=0)
