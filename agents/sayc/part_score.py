"""Rubber bridge with a part-score: what the system bids where fewer points than usual make the game.

Two changes to the call that the tables choose, for a side that has points below the line. They are off in duplicate.

``PS1``  Partner's natural bid that is not forcing completes the game: pass, rather than invite or bid more.
``PS2``  A bid that completes the game needs no jump: the cheapest one in the same denomination will do.

Neither holds where the two hands may have a slam. Preemptive jumps stay. The meaning of calls that ``explain`` gives
is the system's without part-scores: a call made by ``PS2`` may show more than that.
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.sayc.auction import Position, memory
from agents.sayc.explain import is_artificial
from agents.sayc.rules import Force, Rule, row
from agents.sayc.situation import game_level
from bridge.actions import FIRST_BID, PASS
from bridge.deal import Hand
from bridge.scoring import GAME_POINTS, trick_points

ENOUGH = row("PS1", "P", says="partner's bid completes the game with the part-score")
NO_JUMP = row("PS2", "min n", over="up", says="completes the game with the part-score, so needs no jump")

_SLAM_HCP = 30
_PREEMPTIVE_HCP = 10


def with_part_score(
    action: int, rule: Rule | None, hand: Hand, calls: Sequence[int], part_score: int
) -> tuple[int, Rule | None]:
    """The call to make, and its rule, where the tables would make ``action``.

    Args:
        action: the call that the tables choose, by ``rule``.
        rule: its row, None where no row made it.
        hand: of the seat that is to call.
        calls: the auction so far.
        part_score: points below the line of the seat's side, 0..99; with 0 nothing changes.
    """
    here = memory().position(tuple(calls))
    if part_score == 0 or action < FIRST_BID or _above_game(action) or _may_have_slam(hand, here):
        return action, rule
    if _is_enough(here, part_score):
        return PASS, ENOUGH
    cheaper = _without_jump(action, rule, here, part_score)
    return (action, rule) if cheaper is None else (cheaper, NO_JUMP)


def completes_game(bid: int, part_score: int) -> bool:
    """Whether a bid, made undoubled, brings its side to a game."""
    level, denomination = divmod(bid - FIRST_BID, 5)
    return part_score + trick_points(level + 1, denomination, 0) >= GAME_POINTS


def _above_game(bid: int) -> bool:
    level, denomination = divmod(bid - FIRST_BID, 5)
    return level + 1 > game_level(denomination)


def _may_have_slam(hand: Hand, here: Position) -> bool:
    return hand.hcp + here.seats[(here.seat + 2) % 4].shown.hcp[0] >= _SLAM_HCP


def _is_enough(here: Position, part_score: int) -> bool:
    """Whether partner has just made a natural bid, not forcing, that completes the game, and RHO passed."""
    partners = here.partners
    if partners is None or partners.action != here.contract.bid or here.contract.doubled:
        return False
    passable = partners.force <= Force.INVITATION and not is_artificial(partners)
    return passable and completes_game(partners.action, part_score)


def _without_jump(action: int, rule: Rule | None, here: Position, part_score: int) -> int | None:
    """The cheapest bid that does for a jump to game, or towards it, once partner has bid; None if there is none."""
    partner = here.seats[(here.seat + 2) % 4]
    if rule is None or not partner.suits or here.promise(action).hcp[1] <= _PREEMPTIVE_HCP:
        return None
    if rule.tag == "J2N":
        denomination = partner.suits[-1]
    elif rule.force <= Force.INVITATION and not is_artificial(here.read(action)):
        denomination = (action - FIRST_BID) % 5
    else:
        return None
    for bid in range(FIRST_BID + denomination, action, 5):
        if here.legal[bid] and completes_game(bid, part_score):
            meaning = here.read(bid)
            return None if meaning.force > Force.INVITATION or is_artificial(meaning) else bid
    return None
