"""The one numbering of everything that can be done at a bridge table.

=======  =======================================================================
0-51     cards: ``13 * suit + rank - 2``, suits C D H S = 0-3, ranks 2..14 (ace)
52       pass
53       double
54       redouble
55-89    bids: ``55 + 5 * (level - 1) + denomination``, C D H S NT = 0-4
=======  =======================================================================

Names are ASCII: ``"C2"`` .. ``"SA"`` for cards; ``"P"``, ``"X"``, ``"XX"`` and ``"1C"`` .. ``"7N"``
for calls. ``"3NT"`` is read as ``"3N"``.
"""

from __future__ import annotations

import difflib

N_CARDS = 52
PASS = 52
DOUBLE = 53
REDOUBLE = 54
FIRST_BID = 55
N_ACTIONS = 90
N_CALLS = N_ACTIONS - PASS
N_BIDS = N_ACTIONS - FIRST_BID

SUIT_LETTERS = "CDHS"
DENOMINATION_LETTERS = "CDHSN"
RANK_LETTERS = "23456789TJQKA"

NAMES: tuple[str, ...] = (
    *(suit + rank for suit in SUIT_LETTERS for rank in RANK_LETTERS),
    "P",
    "X",
    "XX",
    *(f"{level}{letter}" for level in range(1, 8) for letter in DENOMINATION_LETTERS),
)
"""Name of every action, by number."""

_NUMBERS = {name: number for number, name in enumerate(NAMES)}


def name(action: int) -> str:
    """The name of an action: ``name(89) == "7N"``.

    Raises:
        ValueError: ``action`` is not in 0..89.
    """
    if not 0 <= action < N_ACTIONS:
        raise ValueError(f"action {action} is outside 0..{N_ACTIONS - 1}")
    return NAMES[action]


def index(name: str) -> int:
    """The number of a named action: ``index("7NT") == 89``. Case does not matter.

    Raises:
        ValueError: there is no such action; the message names the nearest one.
    """
    key = str(name).strip().upper()
    if len(key) == 3 and key.endswith("NT"):
        key = key[:2]
    if key in _NUMBERS:
        return _NUMBERS[key]
    nearest = difflib.get_close_matches(key, NAMES, n=1, cutoff=0.0)
    raise ValueError(
        f"action {name!r} is unknown: use a call (P, X, XX, 1C..7N) or a card (C2..SA); nearest is {nearest[0]}"
    )


def is_call(action: int) -> bool:
    """Whether the action belongs to the auction."""
    return action >= PASS
