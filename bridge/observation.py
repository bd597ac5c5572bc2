"""What a seat may know, as one vector of named pieces.

Seats are relative to the viewer: 0 itself, 1 left-hand opponent, 2 partner, 3 right-hand opponent. All entries are
0 or 1 except ``played_in`` and ``tricks``, which count 0..13. The pieces up to ``bidder`` (the first
``AUCTION_SIZE`` numbers) hold all that matters while the auction lasts.

================  ======  =========================================================================
piece             size    meaning
================  ======  =========================================================================
hand              52      cards that the viewer holds now, by card number
phase             2       auction, play
turn              4       the hand that calls or plays next
dealer            4       who dealt
vulnerable        2       the viewer's side, the other side
opening_passes    4       who passed before the first bid
bids              35 x 4  for each bid, who made it
doubles           35 x 4  for each bid, who doubled it
redoubles         35 x 4  for each bid, who redoubled it
last_calls        4 x 38  the latest call of each seat (pass, double, redouble, bids)
bid               35      the last bid
doubled           3       it is undoubled, doubled, redoubled
bidder            4       who made it
declarer          4       who declares, once the auction is over
dummy_hand        52      cards that dummy holds now, once the opening lead is faced
leader            4       the hand that led to the trick in progress
trick             4 x 52  the card that each seat has played to it
played_by         4 x 52  the cards that each seat has played on this board
played_in         52      the number of the trick in which a card was played, 0 if it has not been
tricks            2       tricks won by the viewer's side and by the other side
================  ======  =========================================================================

The whole auction and the whole play can be read back: passes follow from who made the other calls, and the leader of
every trick from who won the one before.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from bridge.actions import FIRST_BID, N_ACTIONS, N_BIDS, N_CALLS, N_CARDS, PASS, REDOUBLE
from bridge.compiled import compiled
from bridge.engine import (
    NO_BID,
    NOBODY,
    OVER,
    PLAY,
    STATE,
    Int8s,
    State,
    actor,
    dummy,
    dummy_is_faced,
    holds,
    legal_actions,
    redact,
)
from bridge.seats import N_SEATS

PIECES: tuple[tuple[str, int], ...] = (
    ("hand", N_CARDS),
    ("phase", 2),
    ("turn", N_SEATS),
    ("dealer", N_SEATS),
    ("vulnerable", 2),
    ("opening_passes", N_SEATS),
    ("bids", N_BIDS * N_SEATS),
    ("doubles", N_BIDS * N_SEATS),
    ("redoubles", N_BIDS * N_SEATS),
    ("last_calls", N_SEATS * N_CALLS),
    ("bid", N_BIDS),
    ("doubled", 3),
    ("bidder", N_SEATS),
    ("declarer", N_SEATS),
    ("dummy_hand", N_CARDS),
    ("leader", N_SEATS),
    ("trick", N_SEATS * N_CARDS),
    ("played_by", N_SEATS * N_CARDS),
    ("played_in", N_CARDS),
    ("tricks", 2),
)

_ENDS = tuple(accumulate(size for _, size in PIECES))
SLICES: dict[str, slice] = {name: slice(end - size, end) for (name, size), end in zip(PIECES, _ENDS, strict=True)}
"""Where each piece lies in the vector."""

SIZE = _ENDS[-1]
"""Length of the observation vector."""

LAYOUT = " ".join(f"{name}:{size}" for name, size in PIECES)
"""The names and sizes of the pieces, in their order: what a network that was trained on observations relies on."""

AUCTION_SIZE = SLICES["bidder"].stop
"""Length of the part that matters during the auction."""

HIGH = np.ones(SIZE, dtype=np.int8)
"""Largest value of every entry."""
HIGH[SLICES["played_in"]] = 13
HIGH[SLICES["tricks"]] = 13

(
    _HAND,
    _PHASE,
    _TURN,
    _DEALER,
    _VULNERABLE,
    _OPENING_PASSES,
    _BIDS,
    _DOUBLES,
    _REDOUBLES,
    _LAST_CALLS,
    _BID,
    _DOUBLED,
    _BIDDER,
    _DECLARER,
    _DUMMY_HAND,
    _LEADER,
    _TRICK,
    _PLAYED_BY,
    _PLAYED_IN,
    _TRICKS,
) = (piece.start for piece in SLICES.values())


@compiled
def encode(view: State, viewer: int, out: Int8s) -> None:
    """Write the vector of ``viewer`` into ``out`` from a board that ``redact`` made for that seat.

    ``out`` is int8 ``(SIZE,)``, or ``(AUCTION_SIZE,)`` for the leading pieces alone, or empty for none.
    """
    out[:] = 0
    if len(out) == 0:
        return
    me = np.int8(viewer)  # as narrow as what it is compared with, so that many cards are compared at once
    for card in range(N_CARDS):
        out[_HAND + card] = holds(view, me, card)
    out[_PHASE + (1 if view["phase"] == PLAY else 0)] = 1 if view["phase"] != OVER else 0
    if view["phase"] != OVER:
        out[_TURN + (int(view["turn"]) - viewer) % 4] = 1
    out[_DEALER + (int(view["dealer"]) - viewer) % 4] = 1
    out[_VULNERABLE] = (view["vulnerable"] >> (viewer % 2)) & 1
    out[_VULNERABLE + 1] = (view["vulnerable"] >> (1 - viewer % 2)) & 1
    _encode_auction(view, viewer, out)
    if len(out) > _DECLARER:
        _encode_cards(view, viewer, out)


@compiled
def _encode_auction(view: State, viewer: int, out: Int8s) -> None:
    bid = NO_BID
    for place in range(view["n_calls"]):
        call = int(view["calls"][place])
        seat = (int(view["dealer"]) + place - viewer) % 4
        if call >= FIRST_BID:
            bid = call - FIRST_BID
            out[_BIDS + bid * 4 + seat] = 1
        elif call == PASS:
            if bid == NO_BID:
                out[_OPENING_PASSES + seat] = 1
        elif call == REDOUBLE:
            out[_REDOUBLES + bid * 4 + seat] = 1
        else:
            out[_DOUBLES + bid * 4 + seat] = 1
    for place in range(max(0, view["n_calls"] - 4), view["n_calls"]):
        seat = (int(view["dealer"]) + place - viewer) % 4
        out[_LAST_CALLS + seat * N_CALLS + int(view["calls"][place]) - PASS] = 1
    if view["bid"] != NO_BID:
        out[_BID + int(view["bid"]) - FIRST_BID] = 1
        out[_DOUBLED + int(view["doubled"])] = 1
        out[_BIDDER + (int(view["bidder"]) - viewer) % 4] = 1


@compiled
def _encode_cards(view: State, viewer: int, out: Int8s) -> None:
    if dummy_is_faced(view):
        spread = np.int8(dummy(view))
        for card in range(N_CARDS):
            out[_DUMMY_HAND + card] = holds(view, spread, card)
    for place in range(view["n_plays"]):
        card = int(view["plays"][place])
        out[_PLAYED_BY + (int(view["owner"][card]) - viewer) % 4 * N_CARDS + card] = 1
        out[_PLAYED_IN + card] = place // 4 + 1
    if view["declarer"] == NOBODY:
        return
    out[_DECLARER + (int(view["declarer"]) - viewer) % 4] = 1
    out[_LEADER + (int(view["leader"]) - viewer) % 4] = 1
    for place in range(view["n_plays"] // 4 * 4, view["n_plays"]):
        card = int(view["plays"][place])
        out[_TRICK + (int(view["owner"][card]) - viewer) % 4 * N_CARDS + card] = 1
    out[_TRICKS] = view["tricks"][viewer % 2]
    out[_TRICKS + 1] = view["tricks"][1 - viewer % 2]


@compiled
def observe_one(state: State, seat: int, observation: Int8s, mask: Int8s, scratch: State) -> None:
    """Observation and legal-action mask of one seat, by way of its redacted view of the board."""
    redact(state, seat, scratch)
    encode(scratch, seat, observation)
    if actor(scratch) == seat:
        legal_actions(scratch, mask)
    else:
        mask[:] = 0


class Observer:
    """Observes boards one at a time into fresh arrays; holds the scratch view that this takes."""

    def __init__(self) -> None:
        self._scratch = np.zeros(1, dtype=STATE)[0]

    def __reduce__(self) -> tuple[type[Observer], tuple[()]]:
        return Observer, ()

    def observe(self, state: State, seat: int) -> dict[str, Int8s]:
        """The seat's ``observation`` (int8, ``SIZE``) and ``action_mask`` (int8, 90)."""
        observation = np.empty(SIZE, dtype=np.int8)
        mask = np.empty(N_ACTIONS, dtype=np.int8)
        observe_one(state, seat, observation, mask, self._scratch)
        return {"observation": observation, "action_mask": mask}
