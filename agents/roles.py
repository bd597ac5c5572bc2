"""Whether an agent bids, plays cards, or does both.

The protocol has no flag for it: an agent raises ``OutOfRoleError`` when it is asked for what it does not do, as
``sayc`` does for a card and ``heuristic`` for a call. These functions ask, on a board that stands for any other.
"""

from __future__ import annotations

import numpy as np

from bridge.actions import FIRST_BID, PASS
from bridge.agent import Agent, OutOfRoleError
from bridge.board import Board
from bridge.deal import Deal
from bridge.game import Game

# The cards dealt round in order, and one club by the dealer.
_BOARD = Board.numbered(1, Deal(bytes(card % 4 for card in range(52))))
_AUCTION = (FIRST_BID, PASS, PASS, PASS)


def can_bid(agent: Agent) -> bool:
    """Whether the agent makes a call when it is the dealer. Its memory is spent: reset it before the next board."""
    return _answers(agent, Game(_BOARD))


def can_play(agent: Agent) -> bool:
    """Whether the agent makes an opening lead. Its memory is spent: reset it before the next board."""
    game = Game(_BOARD)
    for call in _AUCTION:
        game.act(call)
    return _answers(agent, game)


def _answers(agent: Agent, game: Game) -> bool:
    seat = game.actor
    if seat is None:
        return False
    agent.reset(seat, np.random.default_rng(0))
    try:
        agent.act(game.view(seat))
    except OutOfRoleError:
        return False
    return True
