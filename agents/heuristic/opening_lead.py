"""The opening lead: which suit, by two short lists of rules, against a suit and against no trump."""

from __future__ import annotations

from agents.heuristic.hands import NO_TRUMP
from agents.heuristic.holdings import ACE, TEN, highest, length, nth
from agents.heuristic.lead_table import ACE_AND_KING, SEQUENCES, TOUCHING, rank_led, row_of
from agents.heuristic.sight import NONE, Sight, card_of
from bridge.actions import FIRST_BID
from bridge.cards import N_SUITS
from bridge.compiled import compiled
from bridge.engine import State

_GOOD_SUIT = 5
_SMALL_TRUMPS = 3
_ALL_SUITS = (1 << N_SUITS) - 1


@compiled
def listen(state: State, sight: Sight) -> None:
    """Fill in what the auction tells the opening leader."""
    leader = (int(state["declarer"]) + 1) % 4
    sight["theirs"] = 0
    sight["partners"] = NONE
    sight["level"] = (int(state["bid"]) - FIRST_BID) // 5 + 1
    sight["doubled"] = state["doubled"]
    for place in range(int(state["n_calls"])):
        suit = (int(state["calls"][place]) - FIRST_BID) % 5
        if state["calls"][place] < FIRST_BID or suit == NO_TRUMP:
            continue
        bidder = (int(state["dealer"]) + place) % 4
        if bidder % 2 != leader % 2:
            sight["theirs"] |= 1 << suit
        elif bidder != leader:
            sight["partners"] = suit


# --- which suit ------------------------------------------------------------------------------------------------------


@compiled
def partners_suit(sight: Sight) -> int:
    """The suit that partner bid last, unless at no trump it is a singleton and there is a good suit of one's own."""
    suit = int(sight["partners"])
    if suit == NONE or sight["mine"][suit] == 0:
        return NONE
    own_is_better = sight["trump"] == NO_TRUMP and length(int(sight["mine"][suit])) == 1 and _has_good_suit(sight)
    return NONE if own_is_better else suit


@compiled
def honour_sequence(sight: Sight) -> int:
    """The longest suit headed by a sequence of three honours, or two and the card after next."""
    suits = 0
    for suit in range(N_SUITS):
        if row_of(int(sight["mine"][suit])) in SEQUENCES:
            suits |= 1 << suit
    return _longest(sight, suits)


@compiled
def longest_suit(sight: Sight) -> int:
    """The longest suit; one that they bid counts two cards less, and majors come before minors."""
    return _longest(sight, _ALL_SUITS)


@compiled
def ace_and_king(sight: Sight) -> int:
    """A side suit with both top honours."""
    suits = 0
    for suit in range(N_SUITS):
        if row_of(int(sight["mine"][suit])) in ACE_AND_KING:
            suits |= 1 << suit
    return _longest(sight, suits)


@compiled
def singleton(sight: Sight) -> int:
    """A side singleton, with a few small trumps to ruff with."""
    trumps = int(sight["mine"][sight["trump"]])
    if not 0 < length(trumps) <= _SMALL_TRUMPS or highest(trumps) > TEN:
        return NONE
    suits = 0
    for suit in range(N_SUITS):
        if length(int(sight["mine"][suit])) == 1:
            suits |= 1 << suit
    return _longest(sight, suits)


@compiled
def touching_honours(sight: Sight) -> int:
    """A side suit headed by two touching honours."""
    suits = 0
    for suit in range(N_SUITS):
        if row_of(int(sight["mine"][suit])) in TOUCHING:
            suits |= 1 << suit
    return _longest(sight, suits)


@compiled
def trump_against_a_doubled_partscore(sight: Sight) -> int:
    """A trump when partner has left our double of a low contract in."""
    low = sight["level"] <= 2 and sight["doubled"] == 1
    return int(sight["trump"]) if low and sight["mine"][sight["trump"]] != 0 else NONE


@compiled
def unbid_suit_without_the_ace(sight: Sight) -> int:
    """The longest side suit that they did not bid and that does not make us underlead an ace."""
    suits = 0
    for suit in range(N_SUITS):
        if not sight["theirs"] >> suit & 1 and highest(int(sight["mine"][suit])) != ACE:
            suits |= 1 << suit
    return _longest(sight, suits)


@compiled
def small_trump(sight: Sight) -> int:
    """A trump from small ones."""
    trumps = int(sight["mine"][sight["trump"]])
    return int(sight["trump"]) if trumps != 0 and highest(trumps) < TEN else NONE


@compiled
def _longest(sight: Sight, suits: int) -> int:
    """The longest of the suits (bits) to choose from: trumps only where there is nothing else."""
    best, most = NONE, -1
    for suit in range(N_SUITS):
        cards = length(int(sight["mine"][suit]))
        if not suits >> suit & 1 or cards == 0 or suit == sight["trump"]:
            continue
        # Of equals majors come before minors, and clubs and hearts before the suit above.
        shortened = cards - (2 if sight["theirs"] >> suit & 1 else 0)
        rating = 8 * (shortened + 2) + (4 if suit >= 2 else 0) + 3 - suit
        if rating > most:
            best, most = suit, rating
    if best == NONE and suits == _ALL_SUITS and sight["trump"] != NO_TRUMP and sight["mine"][sight["trump"]] != 0:
        return int(sight["trump"])
    return best


@compiled
def _has_good_suit(sight: Sight) -> bool:
    for suit in range(N_SUITS):
        cards = int(sight["mine"][suit])
        if length(cards) >= _GOOD_SUIT and nth(cards, 1) >= TEN:
            return True
    return False


AGAINST_NO_TRUMP = (partners_suit, honour_sequence, longest_suit)
AGAINST_SUIT = (
    trump_against_a_doubled_partscore,
    ace_and_king,
    singleton,
    partners_suit,
    touching_honours,
    unbid_suit_without_the_ace,
    small_trump,
    longest_suit,
)
"""In the order in which they are asked; ``opening_lead`` asks the same."""


@compiled
def opening_lead(sight: Sight) -> int:
    """The card of the table from the suit of the first rule that applies."""
    at_no_trump = sight["trump"] == NO_TRUMP
    suit = suit_at_no_trump(sight) if at_no_trump else suit_against_suit(sight)
    return card_of(suit, rank_led(int(sight["mine"][suit]), at_no_trump))


@compiled
def suit_at_no_trump(sight: Sight) -> int:
    """The suit of the first rule of ``AGAINST_NO_TRUMP`` that applies."""
    suit = partners_suit(sight)
    if suit == NONE:
        suit = honour_sequence(sight)
    return suit if suit != NONE else longest_suit(sight)


@compiled
def suit_against_suit(sight: Sight) -> int:
    """The suit of the first rule of ``AGAINST_SUIT`` that applies."""
    suit = trump_against_a_doubled_partscore(sight)
    if suit == NONE:
        suit = ace_and_king(sight)
    if suit == NONE:
        suit = singleton(sight)
    if suit == NONE:
        suit = partners_suit(sight)
    if suit == NONE:
        suit = touching_honours(sight)
    if suit == NONE:
        suit = unbid_suit_without_the_ace(sight)
    if suit == NONE:
        suit = small_trump(sight)
    return suit if suit != NONE else longest_suit(sight)
