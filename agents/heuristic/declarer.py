"""What declarer leads, from hand and from dummy."""

from __future__ import annotations

from collections.abc import Iterable

from agents.heuristic.situation import JACK, TEN, Rule, Situation
from bridge.cards import Card, Suit


def ruff_a_loser_in_the_short_hand(situation: Situation) -> Card | None:
    """Lead a loser of a side suit that the hand opposite, with fewer trumps, can ruff."""
    trump = situation.trump
    if trump is None or not 0 < len(situation.other[trump]) <= len(situation.cards[trump]):
        return None
    for suit in situation.side_suits:
        losers = [card for card in situation.cards[suit] if not situation.is_master(card)]
        if losers and not situation.other[suit]:
            return losers[-1]
    return None


def draw_trumps(situation: Situation) -> Card | None:
    """Lead trumps while the defenders have any but the master."""
    trump = situation.trump
    if trump is None or not _should_draw(situation, trump) or not situation.cards[trump]:
        return None
    return _lead_of(situation, trump)


def cross_to_draw_trumps(situation: Situation) -> Card | None:
    """Without a trump to lead, go to the hand that has them."""
    trump = situation.trump
    if trump is None or not _should_draw(situation, trump) or not situation.other[trump]:
        return None
    return _to_a_master(situation, situation.side_suits)


def cash_when_there_are_enough(situation: Situation) -> Card | None:
    """Cash winners when they make the contract, those of the hand short in the suit first."""
    winners = sum(_sure_winners(situation, suit) for suit in Suit)
    return cash_a_winner(situation) if winners >= situation.tricks_wanted > 0 else None


def develop_a_suit(situation: Situation) -> Card | None:
    """Play the side suit that promises most more tricks, towards its honours."""
    suits = [suit for suit in situation.side_suits if situation.cards[suit] and _promise(situation, suit) > 0]
    if not suits:
        return None
    return _lead_of(situation, max(suits, key=lambda suit: (_promise(situation, suit), suit)))


def cash_a_winner(situation: Situation) -> Card | None:
    """Cash a master: first from a suit that is longer opposite, lest it blocks."""
    suits = [suit for suit in Suit if situation.masters(suit)]
    suits.sort(key=lambda suit: (suit is situation.trump, len(situation.cards[suit]) - len(situation.other[suit])))
    if suits:
        return situation.masters(suits[0])[0]
    return _to_a_master(situation, Suit)


def lead_low(situation: Situation) -> Card | None:
    """The lowest card of the longest side suit."""
    suits = [suit for suit in Suit if situation.cards[suit]]
    suit = max(suits, key=lambda suit: (suit is not situation.trump, len(situation.cards[suit]), suit))
    return situation.cards[suit][-1]


def _should_draw(situation: Situation, trump: Suit) -> bool:
    out = situation.unseen[trump]
    ours = (*situation.cards[trump], *situation.other[trump])
    only_the_master = len(out) == 1 and all(card < out[0] for card in ours)
    return bool(out) and not only_the_master


def _lead_of(situation: Situation, suit: Suit) -> Card:
    """How to play a suit from this hand: low to honours opposite, or the top of a sequence, or a master."""
    mine, opposite = situation.cards[suit], situation.other[suit]
    rivals = situation.rivals(suit)
    missing = rivals[0] if rivals else None
    if missing is None or situation.is_master(mine[0]):
        # With a finesse to take against the other hand, the low card comes from opposite; here the master will do.
        return mine[0]
    if opposite and opposite[0] > mine[0] and opposite[0].rank >= JACK:
        return mine[0] if _supports_a_finesse(mine, opposite) else mine[-1]
    is_sequence = len(mine) > 1 and mine[0].rank >= TEN and not any(mine[1] < rival < mine[0] for rival in rivals)
    return mine[0] if is_sequence else mine[-1]


def _supports_a_finesse(mine: tuple[Card, ...], opposite: tuple[Card, ...]) -> bool:
    """Whether leading an honour loses nothing when it is covered: the next lower card is in one of the hands."""
    top = mine[0]
    return top.rank >= TEN and Card(top.index - 1) in (*mine, *opposite)


def _to_a_master(situation: Situation, suits: Iterable[Suit]) -> Card | None:
    """A low card to a master of the hand opposite."""
    for suit in suits:
        mine, opposite = situation.cards[suit], situation.other[suit]
        if mine and opposite and situation.is_master(opposite[0]):
            return mine[-1]
    return None


def _sure_winners(situation: Situation, suit: Suit) -> int:
    """Masters of both hands together, no more than the longer hand can take tricks with."""
    mine, opposite = situation.cards[suit], situation.other[suit]
    masters = sum(situation.is_master(card) for card in (*mine, *opposite))
    return min(masters, max(len(mine), len(opposite)))


def _promise(situation: Situation, suit: Suit) -> int:
    """Tricks that a suit may give beyond its sure ones: its length less what it loses on the way."""
    mine, opposite = situation.cards[suit], situation.other[suit]
    rivals = situation.rivals(suit)
    if not rivals:
        return 0
    both = sorted((*mine, *opposite), reverse=True)
    length = max(len(mine), len(opposite))
    lost = sum(rival > card for rival, card in zip(rivals, both[: len(rivals)], strict=False))
    return length - _sure_winners(situation, suit) - min(lost, length)


DECLARER_LEADS: tuple[Rule, ...] = (
    ruff_a_loser_in_the_short_hand,
    draw_trumps,
    cross_to_draw_trumps,
    cash_when_there_are_enough,
    develop_a_suit,
    cash_a_winner,
    lead_low,
)
