"""What a defender leads after the first trick."""

from __future__ import annotations

from agents.heuristic.opening_lead import card_from
from agents.heuristic.situation import JACK, TEN, Rule, Situation
from bridge.cards import Card, Suit

_LATE = 4


def cash_the_setting_tricks(situation: Situation) -> Card | None:
    """Cash masters when there are enough to defeat the contract."""
    masters = _cashable(situation)
    return masters[0] if masters and len(masters) >= situation.tricks_wanted else None


def cash_before_declarer_discards(situation: Situation) -> Card | None:
    """Against a suit contract, cash the top of ace and king."""
    if situation.trump is None:
        return None
    for suit in situation.side_suits:
        masters = situation.masters(suit)
        if len(masters) > 1 and _is_cashable(situation, masters[0]):
            return masters[0]
    return None


def go_on_with_partners_lead(situation: Situation) -> Card | None:
    """Return the suit of partner's opening lead: a master, the top of two, the lowest of more."""
    opening = Card(situation.view.plays[0])
    if situation.view.owner_of_played(opening.index) != situation.hand.partner:
        return None
    return _continued(situation, opening.suit)


def go_on_with_the_own_suit(situation: Situation) -> Card | None:
    """At no trump, go on with the suit of one's own opening lead as long as it is long."""
    opening = Card(situation.view.plays[0])
    own = situation.view.owner_of_played(opening.index) == situation.hand
    if not own or situation.trump is not None or len(situation.cards[opening.suit]) < 3:
        return None
    return _continued(situation, opening.suit)


def _continued(situation: Situation, suit: Suit) -> Card | None:
    cards = situation.cards[suit]
    gives_a_ruff = situation.trump is not None and (suit is situation.trump or not situation.other[suit])
    if not cards or gives_a_ruff:
        return None
    if situation.is_master(cards[0]) or len(cards) == 2:
        return cards[0]
    return cards[-1]


def lead_up_to_weakness_or_through_strength(situation: Situation) -> Card | None:
    """With dummy on the right its weakest suit, with dummy on the left a suit with a lone honour; no ace underled."""
    suits = [suit for suit in situation.side_suits if situation.cards[suit] and situation.other[suit]]
    suits = [suit for suit in suits if situation.trump is None or not _is_lone_ace(situation, suit)]
    if not suits:
        return None
    on_the_right = situation.hand.rho == situation.contract.dummy

    def rating(suit: Suit) -> tuple[int, int]:
        honours = sum(card.rank >= JACK for card in situation.other[suit])
        fits = -honours if on_the_right else int(honours in (1, 2))
        return fits, len(situation.cards[suit])

    return card_from(situation, max(suits, key=rating)).card


def cash_at_the_end(situation: Situation) -> Card | None:
    """With few cards left, cash what there is."""
    masters = _cashable(situation)
    return masters[0] if masters and len(situation.legal) <= _LATE else None


def lead_low(situation: Situation) -> Card | None:
    """A low card from the longest suit."""
    suit = max(Suit, key=lambda suit: (len(situation.cards[suit]), suit is not situation.trump, suit))
    return situation.cards[suit][-1]


def _cashable(situation: Situation) -> list[Card]:
    return [card for card in situation.legal if situation.is_master(card) and _is_cashable(situation, card)]


def _is_cashable(situation: Situation, card: Card) -> bool:
    """Whether a master will not be ruffed in dummy."""
    if situation.trump is None or card.suit is situation.trump:
        return True
    return bool(situation.other[card.suit]) or not situation.other[situation.trump]


def _is_lone_ace(situation: Situation, suit: Suit) -> bool:
    cards = situation.cards[suit]
    return cards[0].rank > TEN and situation.is_master(cards[0]) and len(situation.masters(suit)) == 1


DEFENDER_LEADS: tuple[Rule, ...] = (
    cash_the_setting_tricks,
    cash_before_declarer_discards,
    cash_at_the_end,
    go_on_with_partners_lead,
    go_on_with_the_own_suit,
    lead_up_to_weakness_or_through_strength,
    lead_low,
)
