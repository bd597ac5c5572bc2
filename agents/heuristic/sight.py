"""What the rules of thumb know of one turn to play: the two hands in sight, who wins the trick, who plays after.

``SIGHT`` is filled from a board's record by ``look``, which takes nothing from it but what the player on turn may see:
it gives the same on the whole board and on that player's redacted copy. The rules get a ``SIGHT`` and nothing else.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from agents.heuristic.hands import ATTITUDE, NO_TRUMP, PREFERENCE, Hands
from agents.heuristic.holdings import above, highest, length
from bridge import engine
from bridge.actions import FIRST_BID
from bridge.cards import CARDS_PER_SUIT, N_SUITS
from bridge.compiled import compiled
from bridge.engine import State

NONE = -1
"""No card: the rule does not apply. Also no suit."""

SIGHT = np.dtype(
    [
        ("mine", np.int16, N_SUITS),  # the hand to play from
        ("other", np.int16, N_SUITS),  # the other hand in sight: partner's for declarer, dummy's for a defender
        ("unseen", np.int16, N_SUITS),  # cards out of sight
        ("rivals", np.int16, N_SUITS),  # cards that an opponent may hold
        ("trump", np.int8),  # suit, or NO_TRUMP
        ("declaring", np.bool_),
        ("wanted", np.int8),  # tricks still needed to make or to defeat the contract; may be negative
        ("dummy_follows", np.bool_),  # a defender has dummy on the left
        ("lho_void", np.int8),  # bit by suit: the hand on the left has shown out
        ("liked", np.int8),  # bit by suit: partner has encouraged
        ("disliked", np.int8),  # bit by suit: partner has discouraged
        ("opened", np.int8),  # suit of the opening lead, NONE before it
        ("opener", np.int8),  # who made it: 0 this hand, 1 LHO, 2 partner, 3 RHO
        ("place", np.int8),  # cards in the trick so far
        ("led", np.int8),  # suit led; NONE when this hand is to lead
        ("best", np.int8),  # the card that wins the trick so far
        ("partner_wins", np.bool_),
        ("led_by_dummy", np.bool_),
        ("beaters", np.int16),  # legal cards that beat the best so far: of the suit led, or trumps if void in it
        ("later", np.int16),  # cards of the suit led that an opponent who plays after may hold
        # What the auction tells the opening leader, filled in by ``opening_lead.listen``:
        ("theirs", np.int8),  # bit by suit that an opponent has bid
        ("partners", np.int8),  # suit that partner bid last, or NONE
        ("level", np.int8),
        ("doubled", np.int8),
    ]
)
"""One turn to play."""

Sight: TypeAlias = np.void


@compiled
def look(state: State, hands: Hands, sight: Sight) -> None:
    """Fill ``sight`` for the hand on turn, as the player who decides for it sees the board."""
    hand, declarer = int(state["turn"]), int(state["declarer"])
    declaring = hand % 2 == declarer % 2
    other = (hand + 2) % 4 if declaring else (declarer + 2) % 4
    faced = engine.dummy_is_faced(state)
    for suit in range(N_SUITS):
        mine = int(hands["held"][hand, suit])
        theirs = int(hands["held"][other, suit]) if faced else 0
        unseen = int(hands["left"][suit]) & ~mine & ~theirs
        sight["mine"][suit] = mine
        sight["other"][suit] = theirs
        sight["unseen"][suit] = unseen
        sight["rivals"][suit] = unseen if declaring else unseen | theirs
    sight["declaring"] = declaring
    sight["trump"] = engine.denomination(state)
    sight["dummy_follows"] = not declaring and (hand + 1) % 4 == other
    sight["lho_void"] = hands["shown_out"][(hand + 1) % 4]
    sight["wanted"] = _tricks_wanted(state, hand % 2, declaring)
    _read_signals(hands, (hand + 2) % 4, sight)
    _look_at_the_opening(state, hand, sight)
    _look_at_the_trick(state, sight)


@compiled
def _tricks_wanted(state: State, side: int, declaring: bool) -> int:
    book = 6 + (int(state["bid"]) - FIRST_BID) // 5 + 1
    target = book if declaring else CARDS_PER_SUIT + 1 - book
    return target - int(state["tricks"][side])


@compiled
def _read_signals(hands: Hands, partner: int, sight: Sight) -> None:
    """What partner likes: by his attitude to a suit, or by suit preference for one of the others.

    A card is high if two lower ones were out of sight, and low if none was; in between it says nothing.
    """
    sight["liked"] = 0
    sight["disliked"] = 0
    for suit in range(N_SUITS):
        in_sight = int(sight["mine"][suit]) | int(sight["other"][suit])
        lower = length(int(hands["under"][partner, suit]) & ~in_sight)
        if hands["signal"][partner, suit] == ATTITUDE:
            sight["liked"] |= (1 << suit) if lower >= 2 else 0
            sight["disliked"] |= (1 << suit) if lower == 0 else 0
        elif hands["signal"][partner, suit] == PREFERENCE and lower != 1:
            sight["liked"] |= 1 << preferred(suit, int(sight["trump"]), lower >= 2)


@compiled
def preferred(suit: int, trump: int, higher: bool) -> int:
    """The side suit that a suit-preference signal asks for."""
    wanted = NONE
    for other in range(N_SUITS):
        if other != suit and other != trump and (higher or wanted == NONE):
            wanted = other
    return wanted


@compiled
def _look_at_the_opening(state: State, hand: int, sight: Sight) -> None:
    sight["opened"] = int(state["plays"][0]) // CARDS_PER_SUIT if state["n_plays"] > 0 else NONE
    sight["opener"] = (int(state["declarer"]) + 1 - hand) % 4


@compiled
def _look_at_the_trick(state: State, sight: Sight) -> None:
    place = int(state["n_plays"]) % 4
    sight["place"] = place
    sight["led"] = NONE
    sight["best"] = NONE
    sight["beaters"] = 0
    sight["later"] = 0
    sight["partner_wins"] = False
    if place == 0:
        return
    first = int(state["n_plays"]) - place
    best, best_place = int(state["plays"][first]), 0
    for turn in range(1, place):
        card = int(state["plays"][first + turn])
        if engine.beats(card, best, int(sight["trump"])):
            best, best_place = card, turn
    sight["led"] = int(state["plays"][first]) // CARDS_PER_SUIT
    sight["best"] = best
    sight["partner_wins"] = place - best_place == 2
    sight["led_by_dummy"] = int(state["leader"]) == engine.dummy(state)
    sight["beaters"] = _beaters(sight)
    sight["later"] = _later(sight)


@compiled
def _beaters(sight: Sight) -> int:
    """Cards that would take the trick so far."""
    suit = playing_suit(sight)
    if suit == NONE:
        return 0
    best = int(sight["best"])
    floor = best % CARDS_PER_SUIT if best // CARDS_PER_SUIT == suit else -1
    lowest_trial = suit * CARDS_PER_SUIT + floor + 1
    if floor == CARDS_PER_SUIT - 1 or not engine.beats(lowest_trial, best, int(sight["trump"])):
        return 0
    return int(sight["mine"][suit]) & above(floor)


@compiled
def _later(sight: Sight) -> int:
    """Exact where the only opponent to follow is dummy; none for the last hand, and for one that has shown out."""
    led = int(sight["led"])
    # Before the last hand exactly one opponent is still to play: the one on the left.
    if sight["place"] == 3 or sight["lho_void"] >> led & 1:
        return 0
    return int(sight["other"][led] if sight["dummy_follows"] else sight["unseen"][led])


@compiled
def playing_suit(sight: Sight) -> int:
    """The suit that a hand can win the trick with: the one led, or trumps if it is void in it; NONE if neither."""
    led, trump = int(sight["led"]), int(sight["trump"])
    if sight["mine"][led] != 0:
        return led
    return trump if trump != NO_TRUMP and sight["mine"][trump] != 0 else NONE


@compiled
def winner_stands(sight: Sight) -> bool:
    """Whether no later card of the suit led can beat the trick so far; a later ruff is not reckoned with."""
    led, best = int(sight["led"]), int(sight["best"])
    if best // CARDS_PER_SUIT != led:
        return True
    return int(sight["later"]) & above(best % CARDS_PER_SUIT) == 0


@compiled
def masters(sight: Sight, suit: int) -> int:
    """The cards of the hand to play from that no card of an opponent can beat in their suit."""
    return int(sight["mine"][suit]) & above(highest(int(sight["rivals"][suit])))


@compiled
def other_masters(sight: Sight, suit: int) -> int:
    """Likewise of the other hand in sight, for declarer."""
    return int(sight["other"][suit]) & above(highest(int(sight["rivals"][suit])))


@compiled
def card_of(suit: int, rank: int) -> int:
    """The number of a card; NONE for a rank that is none."""
    return suit * CARDS_PER_SUIT + rank if rank >= 0 else NONE


@compiled
def cards_held(sight: Sight) -> int:
    """How many cards the hand to play from has."""
    cards = 0
    for suit in range(N_SUITS):
        cards += length(int(sight["mine"][suit]))
    return cards
