"""The heuristic card player: which list of rules is asked at which turn."""

from __future__ import annotations

import numpy as np

from agents.heuristic.declarer import DECLARER_LEADS
from agents.heuristic.defence import DEFENDER_LEADS
from agents.heuristic.discards import discard
from agents.heuristic.following import FOLLOWING, RUFFING
from agents.heuristic.opening_lead import opening_lead
from agents.heuristic.situation import Choice, Rule, Situation
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View


class HeuristicCardPlayer:
    """Plays cards by ``choose``; the same view always gives the same card."""

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Sit down; there is nothing to remember, since a view holds the whole play."""

    def act(self, view: View) -> int:
        """The card that the rules choose.

        Raises:
            ValueError: a call is asked for.
        """
        if view.phase is Phase.AUCTION:
            raise ValueError("heuristic only plays cards: compose it with a bidder, for example sayc+heuristic")
        return choose(view).card.index


def choose(view: View) -> Choice:
    """The card to play and the rule that chose it.

    Args:
        view: of the seat that is to play a card, as declarer also for dummy.
    """
    situation = Situation.of(view)
    if len(situation.legal) == 1:
        return Choice(situation.legal[0], "the only legal card")
    if not view.plays:
        return opening_lead(situation)
    if situation.led is None:
        return _first(DECLARER_LEADS if situation.is_declaring else DEFENDER_LEADS, situation)
    if situation.follows_suit:
        return _first(FOLLOWING, situation)
    return _first((*RUFFING, discard), situation)


def _first(rules: tuple[Rule, ...], situation: Situation) -> Choice:
    """The card of the first rule that applies; the last rule of every list always does."""
    for rule in rules:
        card = rule(situation)
        if card is not None:
            return Choice(card, rule.__name__.replace("_", " "))
    raise AssertionError("the last rule of a list applies to every situation")
