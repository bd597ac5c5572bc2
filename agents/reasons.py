"""What an agent does and why, in words: the rule of a bidder, the rule of thumb or the score per card of a player.

The reason rests on what the agent sees, so it is for that seat alone until the board is over.
"""

from __future__ import annotations

from typing import NamedTuple

from agents.heuristic import HeuristicCardPlayer, choose
from agents.pair import BidderWithCardPlayer
from agents.pimc import Decision, PimcCardPlayer
from agents.sayc import Sayc
from bridge.agent import Agent
from bridge.cards import Card
from bridge.public import Phase
from bridge.view import View

_RULE_LINKS = ("rules", "only card", "any legal card")


class Reasoned(NamedTuple):
    """An action number and why it was chosen."""

    action: int
    reason: str


def decide(agent: Agent, view: View) -> Reasoned:
    """Let an agent act, as ``agent.act(view)`` does, and say why.

    Raises:
        ValueError: the agent cannot act in this view; see its own ``act``.
    """
    if isinstance(agent, BidderWithCardPlayer):
        return decide(agent.bidder if view.phase is Phase.AUCTION else agent.card_player, view)
    if isinstance(agent, Sayc):
        return _by_the_system(agent, view)
    if isinstance(agent, HeuristicCardPlayer):
        card, reason = choose(view)
        return Reasoned(card.index, f"rule of thumb: {reason}")
    if isinstance(agent, PimcCardPlayer):
        decision = agent.decide(view)
        return Reasoned(decision.card, _of_worlds(decision, view))
    return Reasoned(int(agent.act(view)), f"{type(agent).__name__} gives no reasons")


def has_memory(agent: Agent) -> bool:
    """Whether an agent may remember earlier turns of the board, so that it must see them again after a restart."""
    if isinstance(agent, BidderWithCardPlayer):
        return has_memory(agent.bidder) or has_memory(agent.card_player)
    return not isinstance(agent, (Sayc, HeuristicCardPlayer, PimcCardPlayer))


def _by_the_system(agent: Sayc, view: View) -> Reasoned:
    action, rule = agent.choose(view)
    return Reasoned(action, "no rule speaks for a bid" if rule is None else f"{rule.says} (SAYC-lite rule {rule.id})")


def _of_worlds(decision: Decision, view: View) -> str:
    """The average score of each card, best first; the rule of thumb where worlds were not looked at."""
    if decision.link in _RULE_LINKS:
        return f"rule of thumb: {choose(view).reason}"
    payoffs = sorted(decision.payoffs.items(), key=lambda payoff: (-payoff[1], payoff[0]))
    cards = ", ".join(f"{Card(card)} {points:+.0f}" for card, points in payoffs)
    return (
        f"average score for the side over {decision.worlds_completed} possible deals ({decision.exactness}, "
        f"level {decision.level}): {cards}"
    )
