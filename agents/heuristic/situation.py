"""What the rules of thumb ask about a turn: the cards in sight, who is winning the trick, who plays after."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from bridge import engine
from bridge.actions import N_CARDS
from bridge.calls import Contract
from bridge.cards import Card, Denomination, Suit
from bridge.deal import Hand
from bridge.seats import Seat
from bridge.view import View

TEN, JACK, QUEEN, KING, ACE = 10, 11, 12, 13, 14


class Choice(NamedTuple):
    """A card, and why it was chosen in words."""

    card: Card
    reason: str


class Play(NamedTuple):
    """A card of the trick in progress and the hand that it came from."""

    hand: Seat
    card: Card


@dataclass(frozen=True)
class Situation:
    """One turn to play, from the view of the player who decides. Suits hold cards from high to low."""

    view: View
    contract: Contract
    hand: Seat
    """The hand to play from: the player's own, or dummy's."""
    legal: tuple[Card, ...]
    """From high to low, clubs first."""

    @classmethod
    def of(cls, view: View) -> Situation:
        """Read a view of the seat that is to play.

        Raises:
            ValueError: the view's seat is not to play a card.
        """
        contract, hand = view.contract, view.turn
        legal = tuple(_high_to_low(Card(int(index)) for index in np.flatnonzero(view.legal_actions()[:N_CARDS])))
        if contract is None or hand is None or not legal:
            raise ValueError(f"{view.seat.word} is not to play a card")
        return cls(view, contract, hand, legal)

    # --- the contract -------------------------------------------------------------------------------------------

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None at no trump."""
        return None if self.contract.denomination is Denomination.NT else Suit(self.contract.denomination)

    @property
    def is_declaring(self) -> bool:
        """Whether the player is declarer, who also decides for dummy."""
        return self.view.seat == self.contract.declarer

    @cached_property
    def tricks_wanted(self) -> int:
        """Tricks that the player's side still needs, to make the contract or to defeat it; may be negative."""
        target = self.contract.tricks_needed if self.is_declaring else 14 - self.contract.tricks_needed
        return target - self.view.tricks_won(self.view.seat.side)

    # --- the cards in sight -------------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> dict[Suit, tuple[Card, ...]]:
        """The hand to play from, by suit."""
        mine = self.hand == self.view.seat
        return _by_suit(self.view.hand if mine else self._dummy_cards())

    @cached_property
    def other(self) -> dict[Suit, tuple[Card, ...]]:
        """The other hand in sight, by suit: for the declaring side partner's, for a defender dummy's."""
        if not self.is_declaring or self.hand == self.view.seat:
            return _by_suit(self._dummy_cards())
        return _by_suit(self.view.hand)

    def _dummy_cards(self) -> Iterable[Card]:
        return self.view.dummy_hand or Hand(frozenset())

    @cached_property
    def unseen(self) -> dict[Suit, tuple[Card, ...]]:
        """Cards out of sight, by suit: for declarer the defenders', for a defender partner's and declarer's."""
        seen = {card.index for held in (*self.cards.values(), *self.other.values()) for card in held}
        seen.update(self.view.plays)
        return _by_suit(Card(index) for index in range(N_CARDS) if index not in seen)

    def rivals(self, suit: Suit) -> tuple[Card, ...]:
        """Cards of a suit that may be an opponent's, high to low; a defender fears dummy's as well."""
        return self.unseen[suit] if self.is_declaring else _high_to_low((*self.unseen[suit], *self.other[suit]))

    def is_master(self, card: Card) -> bool:
        """Whether no card that an opponent may hold is higher in the suit."""
        rivals = self.rivals(card.suit)
        return not rivals or rivals[0] < card

    def masters(self, suit: Suit) -> list[Card]:
        """The cards of the hand to play from that are masters."""
        return [card for card in self.cards[suit] if self.is_master(card)]

    @cached_property
    def side_suits(self) -> tuple[Suit, ...]:
        """All suits but the trumps."""
        return tuple(suit for suit in Suit if suit is not self.trump)

    def has_shown_out(self, hand: Seat, suit: Suit) -> bool:
        """Whether a hand has failed to follow to a suit."""
        plays = self.view.plays
        for start in range(0, len(plays), 4):
            if Card(plays[start]).suit is not suit:
                continue
            for played in plays[start + 1 : start + 4]:
                if self.view.owner_of_played(played) == hand and Card(played).suit is not suit:
                    return True
        return False

    # --- the trick ----------------------------------------------------------------------------------------------

    @cached_property
    def trick(self) -> tuple[Play, ...]:
        """The trick in progress, from its leader on."""
        return tuple(Play(self.view.owner_of_played(card), Card(card)) for card in self.view.trick)

    @property
    def led(self) -> Suit | None:
        """The suit led; None when the hand is to lead."""
        return self.trick[0].card.suit if self.trick else None

    @property
    def follows_suit(self) -> bool:
        """Whether the legal cards are of the suit led."""
        return self.legal[0].suit is self.led

    def beats(self, card: Card, best: Card) -> bool:
        """Whether a card would take the trick from the best card so far."""
        return engine.beats(card.index, best.index, self.contract.denomination.value)

    @cached_property
    def winning(self) -> Play:
        """The play that wins the trick so far; only while there is one."""
        best = self.trick[0]
        for play in self.trick[1:]:
            best = play if self.beats(play.card, best.card) else best
        return best

    @property
    def partner_is_winning(self) -> bool:
        """Whether the trick so far belongs to the hand opposite."""
        return self.winning.hand == self.hand.partner

    @property
    def is_last(self) -> bool:
        """Whether the hand plays fourth to the trick."""
        return len(self.trick) == 3

    @cached_property
    def beaters(self) -> list[Card]:
        """Legal cards that beat the trick so far, the cheapest first."""
        # All of one suit: the suit led, or trumps of a hand that is void in it.
        return sorted(card for card in self.legal if self.beats(card, self.winning.card))

    @property
    def lowest(self) -> Card:
        """The lowest legal card of the suit led, or of the lowest suit."""
        return min(self.legal, key=lambda card: (card.rank, card.suit))

    @cached_property
    def later_rivals(self) -> tuple[Card, ...]:
        """Cards of the suit led that opponents who play after this hand may hold, high to low.

        Exact where the only such opponent is dummy; empty for the last hand, and for one that has shown out.
        """
        # Before the last hand exactly one opponent is still to play: the one on the left.
        after = self.hand.lho
        if self.led is None or self.is_last or self.has_shown_out(after, self.led):
            return ()
        if not self.is_declaring and after == self.contract.dummy:
            return self.other[self.led]
        return self.unseen[self.led]

    @property
    def winner_stands(self) -> bool:
        """Whether no later card of the suit led can beat the trick so far; a later ruff is not reckoned with."""
        return not any(self.beats(card, self.winning.card) for card in self.later_rivals)

    def lowest_equal(self, cards: Sequence[Card], top: Card) -> Card:
        """The lowest of ``cards`` that is as good as ``top``: no card out of sight lies between them.

        Dummy's cards in sight do not count for a defender, since the rule is asked when dummy has played.
        """
        between = [card.rank for card in self.unseen[top.suit] if card < top]
        limit = max(between, default=0)
        return min((card for card in cards if card.suit is top.suit and limit < card.rank <= top.rank), default=top)


Rule = Callable[[Situation], Card | None]
"""A rule of thumb: the card that it wants played, or None where it does not apply. Its name is the reason given."""


def _high_to_low(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (card.suit, -card.rank)))


def _by_suit(cards: Iterable[Card]) -> dict[Suit, tuple[Card, ...]]:
    ordered = _high_to_low(cards)
    return {suit: tuple(card for card in ordered if card.suit is suit) for suit in Suit}
