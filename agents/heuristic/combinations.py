"""How declarer plays one suit between his two hands: which hand leads it, which card, and what it promises."""

from __future__ import annotations

from agents.heuristic.holdings import JACK, TEN, above, below, highest, length, lowest
from agents.heuristic.sight import NONE, Sight, card_of, masters, other_masters
from bridge.cards import N_SUITS
from bridge.compiled import compiled


@compiled
def from_the_better_hand(sight: Sight, suit: int) -> int:
    """A lead of the suit, or a card to the other hand if it should lead towards a tenace in this one."""
    if is_tenace(sight, suit, int(sight["mine"][suit])) and not is_tenace(sight, suit, int(sight["other"][suit])):
        card = cross_to_a_master(sight, suit)
        if card != NONE and sight["other"][suit] != 0:
            return card
    return lead_of(sight, suit)


@compiled
def is_tenace(sight: Sight, suit: int, cards: int) -> bool:
    """Whether a holding has an honour under a missing one, so that a lead towards it may gain."""
    missing = highest(int(sight["rivals"][suit]))
    return cards & above(missing) != 0 and highest(cards & below(missing)) >= JACK


@compiled
def lead_of(sight: Sight, suit: int) -> int:
    """How to play a suit from this hand: low to honours opposite, or the top of a sequence, or a master."""
    mine, other, rivals = int(sight["mine"][suit]), int(sight["other"][suit]), int(sight["rivals"][suit])
    top = highest(mine)
    if masters(sight, suit) != 0:
        # With a finesse to take against the other hand, the low card comes from opposite; here the master will do.
        return card_of(suit, top)
    if highest(other) > top and highest(other) >= JACK:
        return card_of(suit, top if supports_a_finesse(mine, other) else lowest(mine))
    second = highest(mine & below(top))
    is_sequence = second >= 0 and top >= TEN and rivals & below(top) & above(second) == 0
    return card_of(suit, top if is_sequence else lowest(mine))


@compiled
def supports_a_finesse(mine: int, other: int) -> bool:
    """Whether leading an honour loses nothing when it is covered: the next lower card is in one of the hands."""
    top = highest(mine)
    return top >= TEN and (mine | other) >> (top - 1) & 1 == 1


@compiled
def towards_an_honour(sight: Sight) -> int:
    """A side suit in which the hand opposite has an honour under a missing one, and this hand no master."""
    for suit in range(N_SUITS):
        if suit == sight["trump"] or sight["mine"][suit] == 0 or masters(sight, suit) != 0:
            continue
        if highest(int(sight["other"][suit]) & below(highest(int(sight["rivals"][suit])))) >= TEN:
            return lead_of(sight, suit)
    return NONE


@compiled
def cross_to_a_master(sight: Sight, but: int) -> int:
    """A low card to a master of the hand opposite, in any suit but one."""
    for suit in range(N_SUITS):
        if suit != but and sight["mine"][suit] != 0 and other_masters(sight, suit) != 0:
            return card_of(suit, lowest(int(sight["mine"][suit])))
    return NONE


@compiled
def sure_winners(sight: Sight, suit: int) -> int:
    """Masters of both hands together, no more than the longer hand can take tricks with."""
    both = length(masters(sight, suit)) + length(other_masters(sight, suit))
    return min(both, max(length(int(sight["mine"][suit])), length(int(sight["other"][suit]))))


@compiled
def all_sure_winners(sight: Sight) -> int:
    """Sure winners of all suits; that they can be reached is not looked into."""
    winners = 0
    for suit in range(N_SUITS):
        winners += sure_winners(sight, suit)
    return winners


@compiled
def promise(sight: Sight, suit: int) -> int:
    """Tricks that a suit may give beyond its sure ones: its length less what it loses on the way."""
    rivals = int(sight["rivals"][suit])
    if rivals == 0:
        return 0
    both = int(sight["mine"][suit]) | int(sight["other"][suit])
    longest = max(length(int(sight["mine"][suit])), length(int(sight["other"][suit])))
    return longest - sure_winners(sight, suit) - min(losers_of(both, rivals), longest)


@compiled
def losers_of(both: int, rivals: int) -> int:
    """How many rivals are higher than the card that would meet them, top against top."""
    lost = 0
    while both != 0 and rivals != 0:
        card, rival = highest(both), highest(rivals)
        if rival > card:
            lost += 1
        both &= below(card)
        rivals &= below(rival)
    return lost
