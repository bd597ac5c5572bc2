"""Second, third and fourth hand: following suit, and ruffing. Both sides go by these rules."""

from __future__ import annotations

from agents.heuristic.combinations import all_sure_winners
from agents.heuristic.hands import NO_TRUMP
from agents.heuristic.holdings import (
    JACK,
    KING,
    QUEEN,
    TEN,
    above,
    below,
    highest,
    holds,
    length,
    lowest,
    lowest_equal,
)
from agents.heuristic.sight import NONE, Sight, card_of, masters, other_masters, playing_suit, winner_stands
from bridge.cards import CARDS_PER_SUIT
from bridge.compiled import compiled

# With so many cards in both hands the missing honour is likelier to drop than to sit well.
_DROP_THE_QUEEN = 9
_DROP_THE_KING = 11


@compiled
def take_the_trick_that_decides(sight: Sight) -> int:
    """Win at once, for sure, when one more trick makes or defeats the contract."""
    if sight["wanted"] != 1 or (sight["partner_wins"] and winner_stands(sight)):
        return NONE
    suit = playing_suit(sight)
    threat = int(sight["later"]) if suit == sight["led"] else 0
    return card_of(suit, lowest(int(sight["beaters"]) & above(highest(threat))))


@compiled
def hold_up(sight: Sight) -> int:
    """Second hand at no trump with one stopper, and tricks still to be set up: duck by the rule of seven."""
    suit = int(sight["led"])
    one_stopper = length(masters(sight, suit)) == 1 and other_masters(sight, suit) == 0
    if not sight["declaring"] or sight["trump"] != NO_TRUMP or sight["place"] != 1 or not one_stopper:
        return NONE
    # In fourth hand ducking lost tricks by measurement: the lead comes up to the honours there.
    only_the_stopper_wins = holds(masters(sight, suit), lowest(int(sight["beaters"])))
    if not only_the_stopper_wins or all_sure_winners(sight) >= sight["wanted"]:
        return NONE
    return play_low(sight) if _rounds(sight, suit) < 7 - _held_originally(sight, suit) else NONE


@compiled
def _rounds(sight: Sight, suit: int) -> int:
    """Rounds of the suit led that are over, as second hand counts them from the cards that are gone."""
    left = length(int(sight["mine"][suit]) | int(sight["other"][suit]) | int(sight["unseen"][suit]))
    return (CARDS_PER_SUIT - left - 1) // 4


@compiled
def _held_originally(sight: Sight, suit: int) -> int:
    """Cards of the suit led that second hand and the hand opposite had, if both have followed."""
    held = length(int(sight["mine"][suit])) + length(int(sight["other"][suit]))
    return held + 2 * _rounds(sight, suit)


@compiled
def leave_the_trick_to_partner(sight: Sight) -> int:
    """Play low under partner's card when nobody can beat it any more."""
    return play_low(sight) if sight["partner_wins"] and winner_stands(sight) else NONE


@compiled
def win_cheaply_in_fourth_hand(sight: Sight) -> int:
    """Last to play, and partner is not winning: the cheapest card that wins."""
    if sight["place"] != 3:
        return NONE
    return card_of(int(sight["led"]), lowest(int(sight["beaters"])))


@compiled
def cover_an_honour(sight: Sight) -> int:
    """Second hand against a suit: an honour on an honour, but not on one of several touching honours of dummy."""
    led_rank = int(sight["best"]) % CARDS_PER_SUIT
    cover = lowest(int(sight["beaters"]))
    if sight["trump"] == NO_TRUMP or sight["declaring"] or sight["place"] != 1 or led_rank < TEN or cover < JACK:
        return NONE
    suit = int(sight["led"])
    from_sequence = sight["led_by_dummy"] and holds(int(sight["other"][suit]), led_rank - 1)
    return NONE if from_sequence else card_of(suit, cover)


@compiled
def play_the_honour_that_scores_now_or_never(sight: Sight) -> int:
    """Second hand of the declaring side: king or queen doubleton over a low lead, when the other hand is strong."""
    suit = int(sight["led"])
    mine = int(sight["mine"][suit])
    honour = highest(mine)
    if not sight["declaring"] or sight["place"] != 1 or length(mine) != 2 or honour not in (QUEEN, KING):
        return NONE
    useful = holds(int(sight["beaters"]), honour) and masters(sight, suit) == 0
    return card_of(suit, honour) if useful and highest(int(sight["other"][suit])) > honour else NONE


@compiled
def win_when_the_other_hand_cannot(sight: Sight) -> int:
    """Second hand of the declaring side: win with a master that the hand opposite does not have."""
    suit = int(sight["led"])
    if not sight["declaring"] or sight["place"] != 1 or other_masters(sight, suit) != 0:
        return NONE
    return card_of(suit, highest(int(sight["beaters"]) & masters(sight, suit)))


@compiled
def second_hand_low(sight: Sight) -> int:
    """Second hand plays low: partner is still to play."""
    return play_low(sight) if sight["place"] == 1 else NONE


@compiled
def let_partners_honour_run(sight: Sight) -> int:
    """Third hand does not spend an honour on partner's."""
    return play_low(sight) if sight["partner_wins"] and int(sight["best"]) % CARDS_PER_SUIT >= JACK else NONE


@compiled
def finesse(sight: Sight) -> int:
    """Third hand of the declaring side: the card under the missing honour, with the master held over it."""
    beaters, suit = int(sight["beaters"]), int(sight["led"])
    top = highest(beaters)
    between = int(sight["later"]) & below(top)
    if not sight["declaring"] or sight["place"] == 3 or between == 0 or masters(sight, suit) == 0:
        return NONE
    missing = highest(between)
    card = highest(beaters & below(missing))
    if card < TEN or not _is_finessed(sight, suit, missing):
        return NONE
    # A second missing honour above the card played would win anyway.
    if between & below(missing) & above(card):
        return NONE
    return card_of(suit, lowest_equal(beaters, card, int(sight["unseen"][suit])))


@compiled
def _is_finessed(sight: Sight, suit: int, missing: int) -> bool:
    """Eight ever, nine never: the length at which a finesse gives way to the drop."""
    # The card that the other hand has just led counts as held.
    held = length(int(sight["mine"][suit])) + length(int(sight["other"][suit])) + 1
    return held < (_DROP_THE_KING if missing == KING else _DROP_THE_QUEEN)


@compiled
def third_hand_high_as_needed(sight: Sight) -> int:
    """Third hand wins if it can, with the lowest card that does: touching cards, and those over dummy's, are equal."""
    beaters, suit, later = int(sight["beaters"]), int(sight["led"]), int(sight["later"])
    if beaters == 0:
        return NONE
    if later == 0:
        return card_of(suit, lowest(beaters))
    if sight["dummy_follows"]:
        enough = beaters & above(highest(later))
        return card_of(suit, lowest(enough if enough else beaters))
    return card_of(suit, lowest_equal(beaters, highest(beaters), int(sight["unseen"][suit])))


@compiled
def play_low(sight: Sight) -> int:
    """The lowest card, since none wins."""
    suit = int(sight["led"])
    return card_of(suit, lowest(int(sight["mine"][suit])))


FOLLOWING = (
    take_the_trick_that_decides,
    hold_up,
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
"""In the order in which they are asked; ``follow`` asks the same."""


@compiled
def follow(sight: Sight) -> int:
    """The card of the first rule of ``FOLLOWING`` that applies."""
    card = take_the_trick_that_decides(sight)
    if card == NONE:
        card = hold_up(sight)
    if card == NONE:
        card = leave_the_trick_to_partner(sight)
    if card == NONE:
        card = win_cheaply_in_fourth_hand(sight)
    if card == NONE:
        card = cover_an_honour(sight)
    if card == NONE:
        card = play_the_honour_that_scores_now_or_never(sight)
    if card == NONE:
        card = win_when_the_other_hand_cannot(sight)
    if card == NONE:
        card = second_hand_low(sight)
    if card == NONE:
        card = let_partners_honour_run(sight)
    if card == NONE:
        card = finesse(sight)
    if card == NONE:
        card = third_hand_high_as_needed(sight)
    return card if card != NONE else play_low(sight)


@compiled
def ruff(sight: Sight) -> int:
    """Ruff with the lowest trump that wins, unless partner has the trick or dummy would overruff."""
    beaters, trump, led = int(sight["beaters"]), int(sight["trump"]), int(sight["led"])
    if beaters == 0 or trump == NO_TRUMP:
        return NONE
    best_rank = int(sight["best"]) % CARDS_PER_SUIT
    if sight["partner_wins"] and (winner_stands(sight) or best_rank >= QUEEN):
        return NONE
    dummy_overruffs = sight["dummy_follows"] and sight["place"] < 3 and sight["other"][led] == 0
    threat = int(sight["other"][trump]) if dummy_overruffs else 0
    return card_of(trump, lowest(beaters & above(highest(threat))))
