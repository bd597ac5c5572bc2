"""The settings of ``play.py``."""

from __future__ import annotations

from dataclasses import dataclass

from settings import Settings, choice, flag, integer, text

MODES = ("practice", "rubber", "auto", "bid")
LEVELS = ("easy", "normal", "hard", "expert")
WHEN_DUMMY = ("move", "swap", "watch")
RESUME = ("ask", "always", "never")


@dataclass
class PlaySettings(Settings):
    """What to play or to show at the terminal."""

    mode: str = choice(
        "practice",
        "practice: numbered duplicate boards, each scored on its own; rubber: a rubber; auto: four robots play, you "
        "watch; bid: four robots make the auction, each call with its meaning",
        MODES,
    )
    level: str = choice("hard", "how well the robots play cards; they all bid SAYC-lite", LEVELS)
    seat: str = text("S", "your seat, N E S W")
    north: str | None = text(None, "an agent for North, as agents.make names it, a checkpoint too; null is the level's")
    east: str | None = text(None, "the same for East")
    south: str | None = text(None, "the same for South")
    west: str | None = text(None, "the same for West")
    when_dummy: str = choice(
        "move",
        "when your partner declares: move to declarer's chair, swap the two hands, or watch a robot declare",
        WHEN_DUMMY,
    )
    honours: bool = flag(False, "count honours at rubber bridge")
    save: str | None = text(None, "file that keeps the session, NAME.json beside NAME.pbn; null is the usual place")
    resume: str = choice("ask", "whether to go on with a saved session that is not finished", RESUME)
    deal: str | None = text(None, 'a deal in PBN, "N:AK.. ... ... ..."; null is random deals')
    boards: int = integer(1, "boards to show, for auto and bid", low=1, unit="boards")
    board: int = integer(1, "number of the first board; it gives dealer and vulnerability", low=1)
    dealer: str | None = text(None, "who calls first on the first board, N E S W; null follows from the number")
    vulnerable: str | None = text(None, "None, NS, EW or Both on the first board; null follows from the number")
    seed: int | None = integer(None, "of the random deals; null takes a new one and says which", low=0)
