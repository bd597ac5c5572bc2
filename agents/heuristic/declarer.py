"""What declarer leads, from hand and from dummy."""

from __future__ import annotations

from agents.heuristic.combinations import (
    all_sure_winners,
    cross_to_a_master,
    from_the_better_hand,
    lead_of,
    promise,
    sure_winners,
    towards_an_honour,
)
from agents.heuristic.hands import NO_TRUMP
from agents.heuristic.holdings import above, highest, length, lowest
from agents.heuristic.sight import NONE, Sight, card_of, cards_held, masters
from bridge.cards import N_SUITS
from bridge.compiled import compiled

_LONG_TRUMPS = 4
_LAST = 100


@compiled
def ruff_a_loser_in_the_short_hand(sight: Sight) -> int:
    """Lead a loser of a side suit that the hand opposite, with fewer trumps, can ruff."""
    trump = int(sight["trump"])
    if trump == NO_TRUMP or sight["other"][trump] == 0:
        return NONE
    if length(int(sight["other"][trump])) > length(int(sight["mine"][trump])):
        return NONE
    for suit in range(N_SUITS):
        losers = int(sight["mine"][suit]) & ~masters(sight, suit)
        if suit != trump and losers != 0 and sight["other"][suit] == 0:
            return card_of(suit, lowest(losers))
    return NONE


@compiled
def make_a_void_in_the_short_hand(sight: Sight) -> int:
    """Before drawing trumps, play a side suit that is single in the hand short of trumps and has losers opposite."""
    trump = int(sight["trump"])
    if trump == NO_TRUMP or max(length(int(sight["mine"][trump])), length(int(sight["other"][trump]))) < _LONG_TRUMPS:
        return NONE
    here_is_short = length(int(sight["mine"][trump])) <= length(int(sight["other"][trump]))
    short, long = (sight["mine"], sight["other"]) if here_is_short else (sight["other"], sight["mine"])
    for suit in range(N_SUITS):
        held, winners = length(int(long[suit])), length(int(long[suit]) & above(highest(int(sight["unseen"][suit]))))
        single = suit != trump and length(int(short[suit])) == 1 and short[trump] != 0
        if single and held > max(1, winners):
            top = highest(masters(sight, suit))
            return card_of(suit, top if top >= 0 else lowest(int(sight["mine"][suit])))
    return NONE


@compiled
def draw_trumps(sight: Sight) -> int:
    """Lead trumps while the defenders have any but the master."""
    trump = int(sight["trump"])
    if trump == NO_TRUMP or sight["mine"][trump] == 0 or not should_draw(sight):
        return NONE
    return lead_of(sight, trump)


@compiled
def cross_to_draw_trumps(sight: Sight) -> int:
    """Without a trump to lead, go to the hand that has them."""
    trump = int(sight["trump"])
    if trump == NO_TRUMP or sight["other"][trump] == 0 or not should_draw(sight):
        return NONE
    return cross_to_a_master(sight, NONE)


@compiled
def should_draw(sight: Sight) -> bool:
    """Whether the defenders have trumps, and not just one that is the master."""
    trump = int(sight["trump"])
    out = int(sight["unseen"][trump])
    only_the_master = length(out) == 1 and (int(sight["mine"][trump]) | int(sight["other"][trump])) < out
    return out != 0 and not only_the_master


@compiled
def cash_when_there_are_enough(sight: Sight) -> int:
    """Cash winners when they make the contract, those of the hand short in the suit first."""
    winners = all_sure_winners(sight)
    # With trumps the losers can be ruffed, so there is time to look for more tricks.
    if sight["trump"] != NO_TRUMP and winners < cards_held(sight):
        return NONE
    return cash_a_winner(sight) if winners >= sight["wanted"] > 0 else NONE


@compiled
def develop_a_suit(sight: Sight) -> int:
    """Play the side suit that promises most more tricks, towards its honours."""
    best, most = NONE, 0
    for suit in range(N_SUITS):
        if suit != sight["trump"] and sight["mine"][suit] != 0:
            tricks = promise(sight, suit)
            if tricks >= most and tricks > 0:
                best, most = suit, tricks
    return from_the_better_hand(sight, best) if best != NONE else NONE


@compiled
def lead_towards_an_honour(sight: Sight) -> int:
    """With trumps as stoppers, lead towards an honour opposite that is not a master, before cashing."""
    return towards_an_honour(sight) if sight["trump"] != NO_TRUMP else NONE


@compiled
def cash_a_winner(sight: Sight) -> int:
    """Cash a master of the suit with most of them, first from the hand that is shorter in it, lest it blocks."""
    best, most = NONE, -_LAST
    for suit in range(N_SUITS):
        if masters(sight, suit) == 0:
            continue
        excess = length(int(sight["mine"][suit])) - length(int(sight["other"][suit]))
        rating = 3 * sure_winners(sight, suit) - excess - (_LAST if suit == sight["trump"] else 0)
        if rating > most or best == NONE:
            best, most = suit, rating
    if best != NONE:
        return card_of(best, highest(masters(sight, best)))
    return cross_to_a_master(sight, NONE)


@compiled
def lead_low(sight: Sight) -> int:
    """Towards an honour, or else the lowest card of the longest side suit."""
    card = towards_an_honour(sight)
    if card != NONE:
        return card
    best, most = NONE, -_LAST
    for suit in range(N_SUITS):
        rating = length(int(sight["mine"][suit])) - (_LAST if suit == sight["trump"] else 0)
        if sight["mine"][suit] != 0 and (rating >= most or best == NONE):
            best, most = suit, rating
    return card_of(best, lowest(int(sight["mine"][best])))


DECLARER_LEADS = (
    ruff_a_loser_in_the_short_hand,
    make_a_void_in_the_short_hand,
    draw_trumps,
    cross_to_draw_trumps,
    cash_when_there_are_enough,
    lead_towards_an_honour,
    develop_a_suit,
    cash_a_winner,
    lead_low,
)
"""In the order in which they are asked; ``declarer_lead`` asks the same."""


@compiled
def declarer_lead(sight: Sight) -> int:
    """The card of the first rule of ``DECLARER_LEADS`` that applies."""
    card = ruff_a_loser_in_the_short_hand(sight)
    if card == NONE:
        card = make_a_void_in_the_short_hand(sight)
    if card == NONE:
        card = draw_trumps(sight)
    if card == NONE:
        card = cross_to_draw_trumps(sight)
    if card == NONE:
        card = cash_when_there_are_enough(sight)
    if card == NONE:
        card = lead_towards_an_honour(sight)
    if card == NONE:
        card = develop_a_suit(sight)
    if card == NONE:
        card = cash_a_winner(sight)
    return card if card != NONE else lead_low(sight)
