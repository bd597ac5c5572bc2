"""Signals read: what the cards played so far say about hands that nobody has seen.

``heard`` lists the signals of the defenders from the public record. The likelihoods weigh worlds: the board is played
again in each of them, and every card that a hidden hand played is compared with the card that the rules of thumb would
have played from that world's hand. Nobody plays exactly by the rules, so a card that differs costs a world weight and
never rules it out. ``slip`` is the chance that a player's card is not the rules' own; it is shared among his others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents.heuristic.carding import send, signal_asked
from agents.heuristic.following import follow
from agents.heuristic.hands import HANDS, NO_SIGNAL, SIGNALS, Hands, put_down, sort_cards
from agents.heuristic.holdings import above, below, length
from agents.heuristic.playout import decide
from agents.heuristic.sight import NONE, SIGHT, Sight, cards_held, look
from bridge import engine
from bridge.actions import N_CARDS
from bridge.cards import CARDS_PER_SUIT, Suit
from bridge.compiled import compiled
from bridge.engine import STATE, Int8s, State, States
from bridge.public import PublicRecord
from bridge.seats import Seat
from bridge.view import View

Floats = npt.NDArray[np.float64]

LEAD, FOLLOW, SIGNAL = range(3)
"""What a card can tell: as the opening lead, by the rule that it follows, and as a signal."""

SLIPS = (0.4, 0.3, 0.4)
"""The usual chances of a card that is not the rules' own, in that order."""


class Message(NamedTuple):
    """A signal at the table: the first card of a defender in a suit that he did not have to win with."""

    seat: Seat
    suit: Suit
    kind: str
    """``attitude``, ``count`` or ``suit preference``."""
    lower: int
    """How many lower cards were not yet played: the more, the surer it is a high card; 0 is surely low."""


def heard(record: PublicRecord) -> list[Message]:
    """The signals of both defenders so far, by seat and suit."""
    hands: Hands = np.zeros(1, HANDS)[0]
    sort_cards(record.record, hands)
    return [
        Message(seat, suit, SIGNALS[hands["signal"][seat, suit]], int(hands["under"][seat, suit]).bit_count())
        for seat in Seat
        for suit in Suit
        if hands["signal"][seat, suit] != NO_SIGNAL
    ]


def likelihood(
    view: View, worlds: Int8s, lead: float | None = 0.4, follow: float | None = 0.3, signals: float | None = 0.4
) -> Floats:
    """How likely the cards played so far are in each world.

    Args:
        view: of the player who weighs; cards that he knows are not weighed.
        worlds: the owner 0-3 of each card, played ones included, int8 ``(n, 52)``.
        lead: slip of the opening lead; None leaves that evidence out.
        follow: slip of all later cards; likewise.
        signals: slip of signals; likewise.

    Returns:
        float ``(n,)``, on a scale of its own; positive for slips above 0.
    """
    slips = np.array([np.nan if slip is None else slip for slip in (lead, follow, signals)])
    return np.asarray(np.exp(_logarithms(view, worlds, slips).sum(axis=1)))


def lead_likelihood(view: View, worlds: Int8s, slip: float = SLIPS[LEAD]) -> Floats:
    """How likely the opening lead alone is in each world: float ``(n,)``, all equal if the leader is in sight."""
    return likelihood(view, worlds, slip, None, None)


def _logarithms(view: View, worlds: Int8s, slips: Floats) -> Floats:
    """Logarithms of the likelihood of each kind of evidence, float ``(n, 3)``; a slip that is NaN is left out."""
    weights = np.zeros((len(worlds), len(slips)))
    hands: Hands = np.zeros(1, HANDS)[0]
    sight: Sight = np.zeros(1, SIGHT)[0]
    _replay(view.record, int(view.seat), worlds, slips, weights, np.zeros(1, STATE), hands, sight)
    return weights


@compiled
def _replay(
    state: State,
    viewer: int,
    worlds: Int8s,
    slips: Floats,
    weights: Floats,
    boards: States,
    hands: Hands,
    sight: Sight,
) -> None:
    board, owners = boards[0], np.empty(N_CARDS, dtype=np.uint8)
    only_lead = np.isnan(slips[FOLLOW]) and np.isnan(slips[SIGNAL])
    last = min(int(state["n_plays"]), 1) if only_lead else int(state["n_plays"])
    for row in range(len(worlds)):
        for card in range(N_CARDS):
            owners[card] = worlds[row, card]
        engine.start(board, owners, int(state["dealer"]), int(state["vulnerable"]))
        for place in range(int(state["n_calls"])):
            engine.apply(board, int(state["calls"][place]))
        sort_cards(board, hands)
        for place in range(last):
            card = int(state["plays"][place])
            if _is_hidden(board, viewer):
                look(board, hands, sight)
                _weigh(board, sight, card, slips, weights[row])
            put_down(board, card, hands)


@compiled
def _is_hidden(board: State, viewer: int) -> bool:
    """Whether the hand on turn is neither the viewer's nor dummy's; a leader's hand is hidden from dummy's too."""
    return bool(board["turn"] != viewer and board["turn"] != engine.dummy(board))


@compiled
def _weigh(board: State, sight: Sight, card: int, slips: Floats, weights: Floats) -> None:
    """Add the logarithm of the chance that the hand on turn plays ``card``."""
    if board["n_plays"] == 0:
        _add(weights, LEAD, slips, card == decide(board, sight), cards_held(sight) - 1)
        return
    suit = int(sight["led"])
    if suit == NONE or sight["mine"][suit] == 0:
        model = decide(board, sight)
        _add(weights, FOLLOW, slips, _is_equal(sight, card, model), cards_held(sight) - 1)
        return
    plain = follow(sight)
    spares = _spares(sight, plain)
    if spares > 1 and card // CARDS_PER_SUIT == suit and _spares(sight, card) > 0:
        _add(weights, SIGNAL, slips, card == send(sight, plain), 1)
        return
    _add(weights, FOLLOW, slips, _is_equal(sight, card, plain), length(int(sight["mine"][suit])) - 1)


@compiled
def _spares(sight: Sight, card: int) -> int:
    """How many cards say no more than a signal if this one is played; 0 if it wins or is no signal."""
    rank, suit = card % CARDS_PER_SUIT, int(sight["led"])
    if signal_asked(sight) == NO_SIGNAL or sight["beaters"] >> rank & 1:
        return 0
    return length(int(sight["mine"][suit]) & ~int(sight["beaters"]))


@compiled
def _is_equal(sight: Sight, card: int, model: int) -> bool:
    """Whether two cards are the same, or touch in the hand that holds both."""
    suit = card // CARDS_PER_SUIT
    if model // CARDS_PER_SUIT != suit:
        return False
    low, high = min(card, model) % CARDS_PER_SUIT, max(card, model) % CARDS_PER_SUIT
    between = (int(sight["unseen"][suit]) | int(sight["other"][suit])) & above(low) & below(high)
    return between == 0


@compiled
def _add(weights: Floats, kind: int, slips: Floats, fits: bool, others: int) -> None:
    slip = slips[kind]
    if np.isnan(slip) or others == 0:
        return
    weights[kind] += np.log(1 - slip) if fits else np.log(slip / others)
