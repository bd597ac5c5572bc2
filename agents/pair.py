"""One player made of two: a bidder for the auction and a card player for the play."""

from __future__ import annotations

import numpy as np

from agents.agreements import Agreements, tell
from bridge.agent import Agent
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View


class BidderWithCardPlayer:
    """Asks ``bidder`` for calls and ``card_player`` for cards; both see every view of their phase and no other.

    Args:
        bidder: makes the calls. It is never asked for a card.
        card_player: plays the cards, dummy's too when it declares. It is never asked for a call.
    """

    def __init__(self, bidder: Agent, card_player: Agent) -> None:
        self.bidder = bidder
        self.card_player = card_player

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Seat both; each gets its own branch of the stream."""
        # Drawn seeds rather than rng.spawn: a spawned generator would show its parent's seed.
        bidder_seed, card_seed = rng.integers(2**63, size=2)
        self.bidder.reset(seat, np.random.default_rng(int(bidder_seed)))
        self.card_player.reset(seat, np.random.default_rng(int(card_seed)))

    def be_told(self, agreements: Agreements) -> None:
        """Tell both, as far as they listen."""
        tell((self.bidder, self.card_player), agreements)

    def act(self, view: View) -> int:
        """The bidder's call or the card player's card."""
        decider = self.bidder if view.phase is Phase.AUCTION else self.card_player
        return decider.act(view)
