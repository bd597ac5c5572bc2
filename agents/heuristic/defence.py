"""What a defender leads after the first trick."""

from __future__ import annotations

from agents.heuristic.hands import NO_TRUMP
from agents.heuristic.holdings import JACK, TEN, WHOLE_SUIT, above, highest, length, lowest
from agents.heuristic.lead_table import rank_led
from agents.heuristic.sight import NONE, Sight, card_of, cards_held, masters
from bridge.cards import N_SUITS
from bridge.compiled import compiled

_LATE = 6
_PARTNER, _MYSELF = 2, 0


@compiled
def cash_the_setting_tricks(sight: Sight) -> int:
    """Cash masters when there are enough to defeat the contract."""
    winners = 0
    for suit in range(N_SUITS):
        winners += length(cashable(sight, suit))
    return first_cashable(sight) if winners > 0 and winners >= sight["wanted"] else NONE


@compiled
def cash_before_declarer_discards(sight: Sight) -> int:
    """Against a suit contract, cash the top of ace and king."""
    if sight["trump"] == NO_TRUMP:
        return NONE
    for suit in range(N_SUITS):
        winners = cashable(sight, suit)
        if suit != sight["trump"] and length(winners) > 1 and not sight["disliked"] >> suit & 1:
            return card_of(suit, highest(winners))
    return NONE


@compiled
def go_on_with_partners_lead(sight: Sight) -> int:
    """Return the suit of partner's opening lead: a master, the top of two, the lowest of more."""
    return continue_suit(sight, int(sight["opened"])) if sight["opener"] == _PARTNER else NONE


@compiled
def go_on_with_the_own_suit(sight: Sight) -> int:
    """Go on with the suit of one's own opening lead: at no trump while it is long, else if partner encouraged."""
    suit = int(sight["opened"])
    if sight["opener"] != _MYSELF:
        return NONE
    goes_on = length(int(sight["mine"][suit])) >= 3 if sight["trump"] == NO_TRUMP else sight["liked"] >> suit & 1
    return continue_suit(sight, suit) if goes_on else NONE


@compiled
def continue_suit(sight: Sight, suit: int) -> int:
    """A master, the top of two, the lowest of more; nothing that gives a ruff."""
    cards, trump = int(sight["mine"][suit]), int(sight["trump"])
    gives_a_ruff = trump != NO_TRUMP and (suit == trump or sight["other"][suit] == 0)
    if cards == 0 or gives_a_ruff:
        return NONE
    return card_of(suit, highest(cards) if masters(sight, suit) != 0 or length(cards) == 2 else lowest(cards))


@compiled
def lead_up_to_weakness_or_through_strength(sight: Sight) -> int:
    """With dummy on the right its weakest suit, with dummy on the left a suit with a lone honour; no ace underled."""
    best, most = NONE, -1000
    for suit in range(N_SUITS):
        if suit == sight["trump"] or sight["mine"][suit] == 0 or sight["other"][suit] == 0:
            continue
        if sight["trump"] != NO_TRUMP and is_lone_ace(sight, suit):
            continue
        honours = length(int(sight["other"][suit]) & above(TEN))
        fits = (1 if 0 < honours <= 2 else 0) if sight["dummy_follows"] else -honours
        fits += (sight["liked"] >> suit & 1) - (sight["disliked"] >> suit & 1)
        rating = 20 * fits + length(int(sight["mine"][suit]))
        if rating > most:
            best, most = suit, rating
    if best == NONE:
        return NONE
    return card_of(best, rank_led(int(sight["mine"][best]), sight["trump"] == NO_TRUMP))


@compiled
def cash_at_the_end(sight: Sight) -> int:
    """With few cards left, cash what there is."""
    return first_cashable(sight) if cards_held(sight) <= _LATE else NONE


@compiled
def lead_low(sight: Sight) -> int:
    """A low card from the longest suit."""
    best, most = NONE, -1
    for suit in range(N_SUITS):
        rating = 2 * length(int(sight["mine"][suit])) + (0 if suit == sight["trump"] else 1)
        if sight["mine"][suit] != 0 and rating >= most:
            best, most = suit, rating
    return card_of(best, lowest(int(sight["mine"][best])))


@compiled
def cashable(sight: Sight, suit: int) -> int:
    """Masters of a suit that will not be ruffed in dummy."""
    trump = int(sight["trump"])
    ruffed = trump not in (NO_TRUMP, suit) and sight["other"][suit] == 0 and sight["other"][trump] != 0
    return masters(sight, suit) & (0 if ruffed else WHOLE_SUIT)


@compiled
def first_cashable(sight: Sight) -> int:
    """The highest master of the first suit that has any."""
    for suit in range(N_SUITS):
        winners = cashable(sight, suit)
        if winners != 0:
            return card_of(suit, highest(winners))
    return NONE


@compiled
def is_lone_ace(sight: Sight, suit: int) -> bool:
    """Whether the suit is headed by a master without the next card."""
    return length(masters(sight, suit)) == 1 and highest(int(sight["mine"][suit])) >= JACK


DEFENDER_LEADS = (
    cash_the_setting_tricks,
    cash_before_declarer_discards,
    cash_at_the_end,
    go_on_with_partners_lead,
    go_on_with_the_own_suit,
    lead_up_to_weakness_or_through_strength,
    lead_low,
)
"""In the order in which they are asked; ``defender_lead`` asks the same."""


@compiled
def defender_lead(sight: Sight) -> int:
    """The card of the first rule of ``DEFENDER_LEADS`` that applies."""
    card = cash_the_setting_tricks(sight)
    if card == NONE:
        card = cash_before_declarer_discards(sight)
    if card == NONE:
        card = cash_at_the_end(sight)
    if card == NONE:
        card = go_on_with_partners_lead(sight)
    if card == NONE:
        card = go_on_with_the_own_suit(sight)
    if card == NONE:
        card = lead_up_to_weakness_or_through_strength(sight)
    return card if card != NONE else lead_low(sight)
