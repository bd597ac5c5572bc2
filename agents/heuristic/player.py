"""The heuristic card player: the card of the first rule that applies, and which rule that was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from agents.heuristic import playout
from agents.heuristic.carding import send, signal_asked
from agents.heuristic.declarer import DECLARER_LEADS
from agents.heuristic.defence import DEFENDER_LEADS
from agents.heuristic.discards import discard
from agents.heuristic.following import FOLLOWING, ruff
from agents.heuristic.hands import HANDS, NO_TRUMP, SIGNALS, Hands, sort_cards
from agents.heuristic.lead_table import CARD_TABLE, row_of
from agents.heuristic.opening_lead import AGAINST_NO_TRUMP, AGAINST_SUIT, listen
from agents.heuristic.sight import NONE, SIGHT, Sight, look
from bridge import engine
from bridge.agent import OutOfRoleError
from bridge.cards import Card
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View

_DISCARDING = (ruff, discard)


class Choice(NamedTuple):
    """A card, and why it was chosen in words."""

    card: Card
    reason: str


class HeuristicCardPlayer:
    """Plays cards by the rules of thumb; the same view always gives the same card."""

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        """Sit down; there is nothing to remember, since a view holds the whole play."""

    def act(self, view: View) -> int:
        """The card that the rules choose.

        Raises:
            ValueError: a call is asked for, or the view's seat is not to play.
        """
        return playout.card(state_to_play(view))


def choose(view: View) -> Choice:
    """The card to play and the rule that chose it.

    Args:
        view: of the seat that is to play a card, as declarer also for dummy.

    Raises:
        ValueError: a call is asked for, or the view's seat is not to play.
    """
    state = state_to_play(view)
    legal = np.flatnonzero(view.legal_actions())
    if len(legal) == 1:
        return Choice(Card(int(legal[0])), "the only legal card")
    sight = sight_of(state)
    if state["n_plays"] == 0:
        return _opening_lead(state, sight)
    choice = _first(_rules(sight), sight)
    return _with_signal(choice, sight) if sight["led"] == choice.card.suit else choice


def state_to_play(view: View) -> engine.State:
    """The redacted board behind a view of the seat that is to play a card.

    Raises:
        ValueError: a call is asked for, or the view's seat is not to play.
    """
    if view.phase is Phase.AUCTION:
        raise OutOfRoleError("heuristic only plays cards: compose it with a bidder, for example sayc+heuristic")
    if not view.is_turn:
        raise ValueError(f"{view.seat.word} is not to play a card")
    return view.record  # hidden cards have no owner in it


def sight_of(state: engine.State) -> Sight:
    """What the player on turn sees of a board in the play."""
    hands: Hands = np.zeros(1, HANDS)[0]
    sight: Sight = np.zeros(1, SIGHT)[0]
    sort_cards(state, hands)
    look(state, hands, sight)
    return sight


def _rules(sight: Sight) -> tuple[Any, ...]:
    """The list of rules for a turn, the one that ``playout.decide`` asks."""
    if sight["led"] == NONE:
        return DECLARER_LEADS if sight["declaring"] else DEFENDER_LEADS
    return FOLLOWING if sight["mine"][sight["led"]] != 0 else _DISCARDING


def _first(rules: tuple[Any, ...], sight: Sight) -> Choice:
    """The card of the first rule that applies; the last rule of every list always does."""
    for rule in rules:
        card = rule(sight)
        if card != NONE:
            return Choice(Card(card), _words(rule))
    raise AssertionError("the last rule of a list applies to every situation")


def _with_signal(choice: Choice, sight: Sight) -> Choice:
    """The choice with its small card exchanged for one that tells partner something, where it does."""
    card = send(sight, choice.card.index)
    if card == choice.card.index:
        return choice
    return Choice(Card(card), f"{choice.reason}, high for {SIGNALS[signal_asked(sight)]}")


def _opening_lead(state: engine.State, sight: Sight) -> Choice:
    """The lead, with the rule that chose the suit and the row of the table that chose the card."""
    listen(state, sight)
    for rule in AGAINST_NO_TRUMP if sight["trump"] == NO_TRUMP else AGAINST_SUIT:
        suit = rule(sight)
        if suit != NONE:
            row = CARD_TABLE[row_of(int(sight["mine"][suit]))]
            return Choice(Card(playout.card(state)), f"{_words(rule)}: {row.name}")
    raise AssertionError("the last rule of a list applies to every hand")


def _words(rule: Callable[..., Any]) -> str:
    return rule.__name__.replace("_", " ")
