"""Action numbers and their names, for users of the environments; ``bridge.actions`` holds the table.

>>> index("7NT"), name(0)
(89, 'C2')
"""

from bridge.actions import (
    DOUBLE,
    FIRST_BID,
    N_ACTIONS,
    N_BIDS,
    N_CALLS,
    N_CARDS,
    NAMES,
    PASS,
    REDOUBLE,
    index,
    is_call,
    name,
)

__all__ = [
    "index",
    "name",
    "is_call",
    "NAMES",
    "N_ACTIONS",
    "N_CARDS",
    "N_CALLS",
    "N_BIDS",
    "PASS",
    "DOUBLE",
    "REDOUBLE",
    "FIRST_BID",
]
