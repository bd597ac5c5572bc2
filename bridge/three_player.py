"""The rules of three-player auction bridge, over the engine of four hands.

Three players bid in rotation, from 1C to 7NT and without doubles; the winner plays with the fourth hand as dummy, and
the other two defend together. A board is an engine record (``bridge.engine.STATE``) of four hands, and every rule that
the games share is the engine's own:

* *In the auction* the players sit at 0, 1 and 2 and the fourth hand at 3. The engine's auction is this game's when the
  fourth hand passes at each of its turns, which ``apply`` sees to: two passes of players and one of the fourth hand
  after a bid end it, three and one without a bid pass the board out.
* *When it ends* the fourth hand moves opposite the winner, and the player who sat there takes the empty place, so the
  players keep their order around the table. The record is then that of four hands who bid so, the fourth hand's
  passes in its new place; the engine's rules find the declarer, the leader and all that follows.
* *What a player sees* is the board as it would be if the fourth hand were the player's own partner, during the auction;
  and the board as it is, afterwards. The winner sees the fourth hand at once, the defenders once the lead is made.

Players are numbered 0, 1, 2 for good; seats are places at the table, 0..3, and only the play needs to tell them apart.
There is no vulnerability.
"""

from __future__ import annotations

import numpy as np

from bridge import engine
from bridge.actions import DOUBLE, N_CARDS, PASS, REDOUBLE
from bridge.compiled import compiled
from bridge.engine import AUCTION, MAX_CALLS, NOBODY, PLAY, Int8s, State
from bridge.observation import SLICES, encode

N_PLAYERS = 3

FOURTH_SEAT = 3
"""Where the fourth hand sits during the auction."""

FAULTS = (*engine.FAULTS, "there are no doubles in three-player auction bridge")
"""What the numbers of ``fault`` mean."""

_NO_DOUBLES = len(engine.FAULTS)
_DUMMY_HAND = SLICES["dummy_hand"].start


@compiled
def fault(state: State, action: int) -> int:
    """The rule that ``action`` would break at this moment, as an index into ``FAULTS``; ``LEGAL`` (0) if none."""
    if state["phase"] == AUCTION and DOUBLE <= action <= REDOUBLE:
        return _NO_DOUBLES
    return engine.fault(state, action)


@compiled
def legal_actions(state: State, mask: Int8s) -> None:
    """Write 1 for every legal action and 0 for the others into ``mask`` (int8, 90)."""
    engine.legal_actions(state, mask)
    mask[DOUBLE] = 0
    mask[REDOUBLE] = 0


@compiled
def apply(state: State, action: int) -> None:
    """Carry out an action that ``fault`` finds legal; when it wins the auction, the fourth hand takes its place."""
    bidding = state["phase"] == AUCTION
    _apply_for_all(state, action, FOURTH_SEAT)
    if bidding and state["phase"] == PLAY:
        _sit(state, (int(state["bidder"]) + 2) % 4)


@compiled
def _apply_for_all(state: State, action: int, fourth: int) -> None:
    engine.apply(state, action)
    if state["phase"] == AUCTION and state["turn"] == fourth:
        engine.apply(state, PASS)


@compiled
def _sit(state: State, fourth: int) -> None:
    """Move the fourth hand from ``FOURTH_SEAT``, and the player at its new seat to the one that is free.

    The auction is called over again, the fourth hand passing at its new place.
    """
    owners = np.empty(N_CARDS, dtype=np.uint8)
    for card in range(N_CARDS):
        owners[card] = exchanged(int(state["owner"][card]), fourth)
    calls = np.empty(MAX_CALLS, dtype=np.int64)
    n_calls = 0
    for place in range(state["n_calls"]):
        if (int(state["dealer"]) + place) % 4 != FOURTH_SEAT:
            calls[n_calls] = state["calls"][place]
            n_calls += 1
    engine.start(state, owners, exchanged(int(state["dealer"]), fourth), 0)
    for place in range(n_calls):
        _apply_for_all(state, calls[place], fourth)


@compiled
def exchanged(place: int, fourth: int) -> int:
    """The seat of a player, and the player at a seat: all at their own numbers but one.

    With the fourth hand at seat ``fourth``, the player of that number sits at ``FOURTH_SEAT``. The fourth hand counts
    as player 3; anything else, such as ``UNKNOWN``, stays.
    """
    if place == fourth:
        return FOURTH_SEAT
    return fourth if place == FOURTH_SEAT else place


@compiled
def fourth_seat(state: State) -> int:
    """Where the fourth hand sits on a board; dummy's seat once there is a declarer."""
    return FOURTH_SEAT if state["declarer"] == NOBODY else engine.dummy(state)


@compiled
def actor(state: State) -> int:
    """The player who decides now, NOBODY when the board is over."""
    seat = engine.actor(state)
    return NOBODY if seat == NOBODY else exchanged(seat, fourth_seat(state))


@compiled
def seat_of(state: State, player: int) -> int:
    """Where a player sits, on the board and in the player's own view of it.

    Before there is a declarer every player sits at the seat of the same number.
    """
    return exchanged(player, fourth_seat(state))


@compiled
def redact(state: State, player: int, view: State) -> None:
    """Write into ``view`` the board as ``player`` may know it.

    Before there is a declarer the fourth hand sits opposite the viewer in it, as it would if the viewer won.
    """
    seat = seat_of(state, player)
    engine.redact(state, seat, view)
    if state["declarer"] == NOBODY:
        _sit(view, (seat + 2) % 4)
    elif state["declarer"] == seat:
        _show_dummy(state, view)


@compiled
def _show_dummy(state: State, view: State) -> None:
    for card in range(N_CARDS):
        if state["owner"][card] == engine.dummy(state):
            view["owner"][card] = state["owner"][card]


@compiled
def encode_view(view: State, seat: int, out: Int8s) -> None:
    """``bridge.observation.encode``; dummy's hand is in the winner's vector from the end of the auction on."""
    encode(view, seat, out)
    if len(out) <= _DUMMY_HAND or view["phase"] != PLAY or view["n_plays"] > 0 or view["declarer"] != seat:
        return
    for card in range(N_CARDS):
        if view["owner"][card] == engine.dummy(view):
            out[_DUMMY_HAND + card] = 1


@compiled
def observe_one(state: State, player: int, observation: Int8s, mask: Int8s, scratch: State) -> None:
    """Observation and legal-action mask of one player, by way of the redacted view of the board."""
    redact(state, player, scratch)
    encode_view(scratch, seat_of(state, player), observation)
    if actor(state) == player:
        legal_actions(scratch, mask)
    else:
        mask[:] = 0
