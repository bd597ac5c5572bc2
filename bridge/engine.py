"""THE rules of contract bridge, once, for one board or a million.

A board is one record of the dtype ``STATE``; many boards are an array of them. Everything here runs compiled and,
with ``NUMBA_DISABLE_JIT=1``, as plain Python. Actions are numbered as in ``bridge.actions``.

Where to find a rule:

* what is legal, and why not: ``fault``, which answers with the law that an action would break;
* what an action does: ``apply``; when the auction ends: ``_apply_call``; who declares: ``_close_auction``;
* who wins a trick: ``beats``, ``_trick_winner``; what ends the play early: ``claim``; who decides for dummy: ``actor``;
* what a seat may see: ``redact``; what the board scores: ``score_ns`` (with ``bridge.scoring`` for Law 77).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from bridge.actions import DOUBLE, FIRST_BID, N_ACTIONS, N_CARDS, PASS, REDOUBLE
from bridge.cards import CARDS_PER_SUIT
from bridge.compiled import compiled
from bridge.deal import UNKNOWN
from bridge.scoring import contract_score

MAX_CALLS = 319
"""Three passes, then every bid followed by P P X P P XX P P, and a last pass."""

NOBODY = -1
NO_BID = -1
_ANY_SUIT = -1

AUCTION = 0
PLAY = 1
OVER = 2

STATE = np.dtype(
    [
        ("owner", np.int8, N_CARDS),  # seat that was dealt the card; UNKNOWN in a seat's view of hidden hands
        ("played_at", np.int8, N_CARDS),  # 0 while held, else its place 1..52 in the order of play
        ("calls", np.int8, MAX_CALLS),  # the auction in order
        ("plays", np.int8, N_CARDS),  # the cards in order of play
        ("n_calls", np.int16),
        ("n_plays", np.int8),
        ("phase", np.int8),  # AUCTION, PLAY or OVER
        ("dealer", np.int8),
        ("vulnerable", np.int8),  # bits: 1 NS, 2 EW
        ("turn", np.int8),  # seat to call, or hand to play from
        ("bid", np.int8),  # the last bid's action, or NO_BID
        ("bidder", np.int8),  # who made it
        ("doubled", np.int8),  # 0 undoubled, 1 doubled, 2 redoubled
        ("passes", np.int8),  # passes since the last other call
        ("first_named", np.int8, (2, 5)),  # per side and denomination: who named it first, or NOBODY
        ("declarer", np.int8),  # NOBODY until the auction has ended in a contract
        ("leader", np.int8),  # hand that led to the current trick
        ("tricks", np.int8, 2),  # tricks won by NS and EW
    ]
)
"""One board. The fields ``bid`` to ``passes`` follow from ``calls``, and are kept because every rule asks for them."""

State: TypeAlias = np.void
States: TypeAlias = npt.NDArray[np.void]
Int8s: TypeAlias = npt.NDArray[np.int8]

LEGAL = 0
FAULTS = (
    "",
    "actions are numbered 0..89",
    "the board is over",
    "a card cannot be played during the auction",
    "the auction is over: only a card can be played",
    "the bid does not outrank the last bid",
    "there is no bid to double",
    "the last bid is the own side's: only an opponent's bid can be doubled",
    "the bid is doubled already",
    "there is no double to redouble",
    "the double is the own side's: only an opponent's double can be redoubled",
    "the bid is redoubled already",
    "the card is not in the hand that is to play",
    "the card has been played already",
    "the hand must follow suit",
)
"""What ``fault`` numbers mean."""
(
    _NO_ACTION,
    _BOARD_OVER,
    _CARD_IN_AUCTION,
    _CALL_IN_PLAY,
    _INSUFFICIENT_BID,
    _NOTHING_TO_DOUBLE,
    _OWN_BID,
    _DOUBLED_ALREADY,
    _NOTHING_TO_REDOUBLE,
    _OWN_DOUBLE,
    _REDOUBLED_ALREADY,
    _NOT_IN_HAND,
    _PLAYED_ALREADY,
    _MUST_FOLLOW,
) = range(1, len(FAULTS))


@compiled
def start(state: State, owners: npt.NDArray[np.uint8], dealer: int, vulnerable: int) -> None:
    """Put a new board into ``state``: the deal (owner 0-3 of each card), the dealer to call first."""
    for card in range(N_CARDS):
        state["owner"][card] = owners[card]
        state["played_at"][card] = 0
    for side in range(2):
        state["tricks"][side] = 0
        for named in range(5):
            state["first_named"][side, named] = NOBODY
    state["n_calls"] = 0
    state["n_plays"] = 0
    state["phase"] = AUCTION
    state["dealer"] = dealer
    state["vulnerable"] = vulnerable
    state["turn"] = dealer
    state["bid"] = NO_BID
    state["bidder"] = NOBODY
    state["doubled"] = 0
    state["passes"] = 0
    state["declarer"] = NOBODY
    state["leader"] = NOBODY


# --- legality --------------------------------------------------------------------------------------------------------


@compiled
def fault(state: State, action: int) -> int:
    """The rule that ``action`` would break at this moment, as an index into ``FAULTS``; ``LEGAL`` (0) if none."""
    if action < 0 or action >= N_ACTIONS:
        return _NO_ACTION
    if state["phase"] == OVER:
        return _BOARD_OVER
    if action >= PASS:
        if state["phase"] == PLAY:
            return _CALL_IN_PLAY
        return _call_fault(state, action)
    if state["phase"] == AUCTION:
        return _CARD_IN_AUCTION
    return _card_fault(state, action, _suit_to_follow(state))


@compiled
def _call_fault(state: State, action: int) -> int:
    """Laws 18 and 19: pass is always legal, a bid must outrank, (re)doubles answer an opponent's last bid (double)."""
    if action == PASS:
        return LEGAL
    if action >= FIRST_BID:
        return LEGAL if action >= _lowest_bid(state) else _INSUFFICIENT_BID
    own_side_bid = state["bid"] != NO_BID and state["bidder"] % 2 == state["turn"] % 2
    if action == DOUBLE:
        if state["bid"] == NO_BID:
            return _NOTHING_TO_DOUBLE
        if state["doubled"] != 0:
            return _DOUBLED_ALREADY
        return _OWN_BID if own_side_bid else LEGAL
    if state["doubled"] == 2:
        return _REDOUBLED_ALREADY
    if state["doubled"] == 0:
        return _NOTHING_TO_REDOUBLE
    return LEGAL if own_side_bid else _OWN_DOUBLE


@compiled
def _lowest_bid(state: State) -> int:
    """The lowest bid that outranks the last one; bids are numbered in order (Law 18), by level, then C D H S NT."""
    return FIRST_BID if state["bid"] == NO_BID else int(state["bid"]) + 1


@compiled
def _card_fault(state: State, card: int, follow: int) -> int:
    """Law 44: play a card of the hand on turn, of the suit ``follow`` unless that is ``_ANY_SUIT``."""
    if state["owner"][card] != state["turn"]:
        return _NOT_IN_HAND
    if state["played_at"][card] != 0:
        return _PLAYED_ALREADY
    return LEGAL if follow in (_ANY_SUIT, card // CARDS_PER_SUIT) else _MUST_FOLLOW


@compiled
def _suit_to_follow(state: State) -> int:
    """The suit led, if the hand on turn can follow it, and ``_ANY_SUIT`` otherwise."""
    if state["n_plays"] % 4 == 0 or not holds_suit(state, state["turn"], led_suit(state)):
        return _ANY_SUIT
    return led_suit(state)


@compiled
def led_suit(state: State) -> int:
    """Suit of the first card of the trick in progress; only valid when it has one."""
    return int(state["plays"][state["n_plays"] // 4 * 4]) // CARDS_PER_SUIT


@compiled
def holds(state: State, seat: int | np.int8, card: int) -> bool:
    """Whether a hand still holds a card."""
    return bool((state["owner"][card] == seat) & (state["played_at"][card] == 0))


@compiled
def holds_suit(state: State, seat: int, suit: int) -> bool:
    """Whether a hand still holds a card of a suit."""
    held = False
    for card in range(suit * CARDS_PER_SUIT, (suit + 1) * CARDS_PER_SUIT):
        held |= holds(state, seat, card)
    return held


@compiled
def legal_actions(state: State, mask: Int8s) -> None:
    """Write 1 for every legal action and 0 for the others into ``mask`` (int8, 90)."""
    mask[:] = 0
    if state["phase"] == AUCTION:
        for call in range(PASS, FIRST_BID):
            mask[call] = 1 if _call_fault(state, call) == LEGAL else 0
        mask[_lowest_bid(state) :] = 1
    elif state["phase"] == PLAY:
        # What ``_card_fault`` finds legal, without a branch for every card.
        turn, follow = state["turn"], _suit_to_follow(state)
        first, end = (0, N_CARDS) if follow == _ANY_SUIT else (follow * CARDS_PER_SUIT, (follow + 1) * CARDS_PER_SUIT)
        for card in range(first, end):
            mask[card] = holds(state, turn, card)


# --- turns -----------------------------------------------------------------------------------------------------------


@compiled
def apply(state: State, action: int) -> None:
    """Carry out an action that ``fault`` finds legal."""
    if action >= PASS:
        _apply_call(state, action)
    else:
        _apply_card(state, action)


@compiled
def _apply_call(state: State, action: int) -> None:
    seat = int(state["turn"])
    state["calls"][state["n_calls"]] = action
    state["n_calls"] += 1
    state["passes"] = state["passes"] + 1 if action == PASS else 0
    if action == DOUBLE:
        state["doubled"] = 1
    elif action == REDOUBLE:
        state["doubled"] = 2
    elif action >= FIRST_BID:
        state["bid"] = action
        state["bidder"] = seat
        state["doubled"] = 0  # a new bid supersedes an earlier double
        if state["first_named"][seat % 2, denomination(state)] == NOBODY:
            state["first_named"][seat % 2, denomination(state)] = seat
    # Law 22: four opening passes, or three passes after a bid.
    if state["passes"] == (4 if state["bid"] == NO_BID else 3):
        _close_auction(state)
    else:
        state["turn"] = (seat + 1) % 4


@compiled
def _close_auction(state: State) -> None:
    """Declarer is the player who first named the final denomination for the side that bid it last; LHO leads."""
    if state["bid"] == NO_BID:
        state["phase"] = OVER
        return
    state["declarer"] = state["first_named"][state["bidder"] % 2, denomination(state)]
    state["phase"] = PLAY
    state["turn"] = (state["declarer"] + 1) % 4
    state["leader"] = state["turn"]


@compiled
def _apply_card(state: State, card: int) -> None:
    state["plays"][state["n_plays"]] = card
    state["n_plays"] += 1
    state["played_at"][card] = state["n_plays"]
    if state["n_plays"] % 4 != 0:
        state["turn"] = (state["turn"] + 1) % 4
        return
    winner = _trick_winner(state)
    state["tricks"][winner % 2] += 1
    state["turn"] = winner  # the hand that wins leads next, dummy's hand included
    state["leader"] = winner
    if state["n_plays"] == N_CARDS:
        state["phase"] = OVER


@compiled
def denomination(state: State) -> int:
    """Denomination of the last bid, C D H S NT = 0-4; only valid when there is one."""
    return (int(state["bid"]) - FIRST_BID) % 5


@compiled
def claim(state: State, declarer_tricks: int) -> None:
    """Law 68: the play ends here and declarer's side is credited with ``declarer_tricks`` tricks in all.

    Only valid once there is a contract. What the hands would have won is the caller's to know: the players' agreement,
    or a double-dummy result.
    """
    side = int(state["declarer"]) % 2
    state["tricks"][side] = declarer_tricks
    state["tricks"][1 - side] = CARDS_PER_SUIT - declarer_tricks
    state["phase"] = OVER


@compiled
def beats(card: int, best: int, trumps: int) -> bool:
    """Whether a card takes the trick from the best card so far: a higher card of its suit, or a trump on another suit.

    ``trumps`` is the denomination of the contract; no trump (4) is no card's suit.
    """
    if card // CARDS_PER_SUIT == best // CARDS_PER_SUIT:
        return card > best
    return card // CARDS_PER_SUIT == trumps


@compiled
def _trick_winner(state: State) -> int:
    """Law 44 E and F: the seat that won the trick just completed, with the highest trump, else in the suit led."""
    first = int(state["n_plays"]) - 4
    best = int(state["plays"][first])
    for place in range(first + 1, first + 4):
        card = int(state["plays"][place])
        if beats(card, best, denomination(state)):
            best = card
    return int(state["owner"][best])


@compiled
def actor(state: State) -> int:
    """The seat that decides now: declarer when dummy's hand is to play, NOBODY when the board is over."""
    if state["phase"] == OVER:
        return NOBODY
    if state["phase"] == PLAY and state["turn"] == dummy(state):
        return int(state["declarer"])
    return int(state["turn"])


@compiled
def dummy(state: State) -> int:
    """Declarer's partner, or NOBODY before there is a contract."""
    if state["declarer"] == NOBODY:
        return NOBODY
    return (int(state["declarer"]) + 2) % 4


@compiled
def dummy_is_faced(state: State) -> bool:
    """Law 41: dummy is spread after the opening lead is faced, for everybody at the table."""
    return bool(state["n_plays"] > 0)


# --- what a seat may know, and what a board scores -------------------------------------------------------------------


@compiled
def redact(state: State, viewer: int, view: State) -> None:
    """Write into ``view`` the board as ``viewer`` may know it.

    Unplayed cards of hands that the seat may not see get the owner UNKNOWN. Everything else is public.
    """
    # Narrow numbers on both sides of a comparison let the compiler compare many cards at once.
    me, spread = np.int8(viewer), np.int8(dummy(state) if dummy_is_faced(state) else NOBODY)
    owners, played, shown = state["owner"], state["played_at"], view["owner"]
    for card in range(N_CARDS):
        seen = (owners[card] == me) | (owners[card] == spread) | (played[card] != 0)
        shown[card] = owners[card] if seen else UNKNOWN
    view["played_at"][:] = played
    for place in range(state["n_calls"]):
        view["calls"][place] = state["calls"][place]
    for place in range(state["n_plays"]):
        view["plays"][place] = state["plays"][place]
    view["tricks"][:] = state["tricks"]
    view["first_named"][:] = state["first_named"]
    view["n_calls"] = state["n_calls"]
    view["n_plays"] = state["n_plays"]
    view["phase"] = state["phase"]
    view["dealer"] = state["dealer"]
    view["vulnerable"] = state["vulnerable"]
    view["turn"] = state["turn"]
    view["bid"] = state["bid"]
    view["bidder"] = state["bidder"]
    view["doubled"] = state["doubled"]
    view["passes"] = state["passes"]
    view["declarer"] = state["declarer"]
    view["leader"] = state["leader"]


@compiled
def score_ns(state: State, declarer_tricks: int) -> int:
    """Law 77 raw score for North-South once declarer's side has won ``declarer_tricks``; 0 when passed out."""
    if state["declarer"] == NOBODY:
        return 0
    side = int(state["declarer"]) % 2
    level = (int(state["bid"]) - FIRST_BID) // 5 + 1
    vulnerable = (int(state["vulnerable"]) >> side) & 1 == 1
    score = contract_score(level, denomination(state), int(state["doubled"]), vulnerable, declarer_tricks)
    return score if side == 0 else -score


@compiled
def won_score_ns(state: State) -> int:
    """Law 77 raw score for North-South from the tricks won at the table; only valid when the board is over."""
    if state["declarer"] == NOBODY:
        return 0
    return score_ns(state, int(state["tricks"][int(state["declarer"]) % 2]))
