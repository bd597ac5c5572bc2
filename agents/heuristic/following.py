"""Second, third and fourth hand: following suit, and ruffing. Both sides go by these rules."""

from __future__ import annotations

from agents.heuristic.situation import JACK, KING, QUEEN, TEN, Rule, Situation
from bridge.cards import Card

# With so many cards in both hands the missing honour is likelier to drop than to sit well.
_DROP_THE_QUEEN = 9
_DROP_THE_KING = 11


def take_the_trick_that_decides(situation: Situation) -> Card | None:
    """Win at once, for sure, when one more trick makes or defeats the contract."""
    if situation.tricks_wanted != 1 or (situation.partner_is_winning and situation.winner_stands):
        return None
    later = situation.later_rivals
    return next((card for card in situation.beaters if not any(situation.beats(rival, card) for rival in later)), None)


def leave_the_trick_to_partner(situation: Situation) -> Card | None:
    """Play low under partner's card when nobody can beat it any more."""
    return situation.lowest if situation.partner_is_winning and situation.winner_stands else None


def win_cheaply_in_fourth_hand(situation: Situation) -> Card | None:
    """Last to play, and partner is not winning: the cheapest card that wins."""
    return situation.beaters[0] if situation.is_last and situation.beaters else None


def cover_an_honour(situation: Situation) -> Card | None:
    """Second hand as a defender: an honour on an honour, but not on one of several touching honours of dummy."""
    if situation.is_declaring or len(situation.trick) != 1 or not situation.beaters:
        return None
    led = situation.trick[0]
    if led.card.rank < TEN or situation.beaters[0].rank < JACK:
        return None
    next_lower = Card(led.card.index - 1)
    from_sequence = led.hand == situation.contract.dummy and next_lower in situation.other[led.card.suit]
    return None if from_sequence else situation.beaters[0]


def play_the_honour_that_scores_now_or_never(situation: Situation) -> Card | None:
    """Second hand of the declaring side: king or queen doubleton over a low lead, when the other hand is strong."""
    if not situation.is_declaring or len(situation.trick) != 1 or len(situation.legal) != 2:
        return None
    honour = situation.legal[0]
    fits = honour.rank in (QUEEN, KING) and not situation.is_master(honour) and honour in situation.beaters
    partner = situation.other[honour.suit]
    return honour if fits and partner and partner[0].rank > honour.rank else None


def win_when_the_other_hand_cannot(situation: Situation) -> Card | None:
    """Second hand of the declaring side: win with a master that the hand opposite does not have."""
    if not situation.is_declaring or len(situation.trick) != 1:
        return None
    masters = [card for card in situation.beaters if situation.is_master(card)]
    partner = situation.other[situation.legal[0].suit]
    helped = bool(partner) and situation.is_master(partner[0])
    return masters[0] if masters and not helped else None


def second_hand_low(situation: Situation) -> Card | None:
    """Second hand plays low: partner is still to play."""
    return situation.lowest if len(situation.trick) == 1 else None


def let_partners_honour_run(situation: Situation) -> Card | None:
    """Third hand does not spend an honour on partner's."""
    is_honour = situation.winning.card.rank >= JACK
    return situation.lowest if situation.partner_is_winning and is_honour else None


def finesse(situation: Situation) -> Card | None:
    """Third hand of the declaring side: the card under the missing honour, with the master held over it."""
    if not situation.is_declaring or situation.is_last or not situation.beaters:
        return None
    top = situation.beaters[-1]
    between = [card for card in situation.later_rivals if card < top]
    if not between or not situation.is_master(top):
        return None
    below = [card for card in situation.beaters if card < between[0]]
    if not below or below[-1].rank < TEN or not _is_finessed(situation, between[0]):
        return None
    # A second missing honour above the card played would win anyway.
    return None if len(between) > 1 and between[1] > below[-1] else situation.lowest_equal(below, below[-1])


def _is_finessed(situation: Situation, missing: Card) -> bool:
    """Eight ever, nine never: the length at which a finesse gives way to the drop."""
    played_by_opposite = any(play.hand == situation.hand.partner for play in situation.trick)
    suit = missing.suit
    length = len(situation.cards[suit]) + len(situation.other[suit]) + played_by_opposite
    return length < (_DROP_THE_KING if missing.rank == KING else _DROP_THE_QUEEN)


def third_hand_high_as_needed(situation: Situation) -> Card | None:
    """Third hand wins if it can, with the lowest card that does: touching cards, and those over dummy's, are equal."""
    if not situation.beaters:
        return None
    later = situation.later_rivals
    if not later:
        return situation.beaters[0]
    if later == situation.other[situation.legal[0].suit] and not situation.is_declaring:
        enough = [card for card in situation.beaters if card > later[0]]
        return enough[0] if enough else situation.beaters[0]
    return situation.lowest_equal(situation.beaters, situation.beaters[-1])


def play_low(situation: Situation) -> Card | None:
    """The lowest card, since none wins."""
    return situation.lowest


FOLLOWING: tuple[Rule, ...] = (
    take_the_trick_that_decides,
    leave_the_trick_to_partner,
    win_cheaply_in_fourth_hand,
    cover_an_honour,
    play_the_honour_that_scores_now_or_never,
    win_when_the_other_hand_cannot,
    second_hand_low,
    let_partners_honour_run,
    finesse,
    third_hand_high_as_needed,
    play_low,
)


def ruff(situation: Situation) -> Card | None:
    """Ruff with the lowest trump that wins, unless partner has the trick or dummy would overruff."""
    if situation.trump is None or not situation.beaters:
        return None
    partners = situation.partner_is_winning
    if partners and (situation.winner_stands or situation.winning.card.rank >= QUEEN):
        return None
    overruff = _trumps_of_a_void_hand_to_follow(situation)
    return next((card for card in situation.beaters if all(card > higher for higher in overruff)), None)


def _trumps_of_a_void_hand_to_follow(situation: Situation) -> tuple[Card, ...]:
    """Trumps of dummy, if a defender sees that it can ruff after him."""
    dummy_follows = not situation.is_declaring and not situation.is_last and situation.hand.lho == situation.view.dummy
    if not dummy_follows or situation.trump is None or situation.led is None or situation.other[situation.led]:
        return ()
    return situation.other[situation.trump]


RUFFING: tuple[Rule, ...] = (ruff,)
"""Asked when the hand cannot follow suit; a discard comes after."""
