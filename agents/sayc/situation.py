"""What the auction means to the seat that is to call: the names that hand tests and call forms may use."""

from __future__ import annotations

from typing import NamedTuple

from agents.sayc.expressions import AUCTION_BY_SUIT, AUCTION_NAMES, SUIT_NAMES
from agents.sayc.rules import Force, Rule
from agents.sayc.shown import ANYTHING, Shown
from bridge.actions import FIRST_BID
from bridge.cards import N_SUITS, Denomination

_UNBOUND = -1
_SUITS = range(N_SUITS)
_ALL_SUITS = 15
_LEAST_FIT = 7
_LONG = 5
_LIMITED_WIDTH = 5


class Reading(NamedTuple):
    """One call as the table understands it.

    ``rule`` is None for a call that no row makes; ``suit`` is the suit shown naturally, or -1; ``level`` is 0 unless
    the call is a bid.
    """

    action: int
    rule: Rule | None
    tag: str
    shown: Shown
    force: Force
    suit: int
    level: int


class SeatRecord(NamedTuple):
    """What one seat has shown: its box, its natural suits in order, and whether it passed before any bid."""

    shown: Shown = ANYTHING
    suits: tuple[int, ...] = ()
    passed: bool = False
    acted: bool = False
    preempted: bool = False
    signed: bool = False


class SideRecord(NamedTuple):
    """What one side's auction means.

    Tags from its first call that was not a pass, a blank before each, with its later passes and without; its natural
    suits in the order shown, as (seat, suit); whether it is forced to game; whether it has asked for aces.
    """

    tags: str = ""
    tags_without_passes: str = ""
    order: tuple[tuple[int, int], ...] = ()
    game_force: bool = False
    asked: bool = False


def game_level(denomination: int) -> int:
    """The level of game: 3 in notrump, 4 in a major, 5 in a minor."""
    return 3 if denomination == Denomination.NT else 4 if denomination >= Denomination.H else 5


def _set_of(suits: list[int]) -> int:
    """Suits as bits."""
    bits = 0
    for suit in suits:
        bits |= 1 << suit
    return bits


class Situation:
    """The numbers, flags and suits of an auction, from the seat that is to call.

    Suits (-1 if unbound): ``x`` our side's first natural suit (``s`` is the same), ``z`` the second suit of the seat
    that bid it, ``y`` the first suit of its partner, ``f`` the suit left when we have shown three, ``t`` and ``u``
    their first and second suit, ``p`` and ``o`` the last suit of partner and of this seat, ``g`` the suit in which
    the two are known to hold seven cards or more, the longest.

    Numbers: ``pmin pmax phmin phmax`` points and HCP shown by partner, ``pmean`` and ``pcut`` the mean of the points
    with the range cut to five and to four; ``mhmin mhmax`` own HCP shown;
    ``level``, ``den`` and ``doubled`` of the last bid (0, -1, 0 before any), ``tlevel`` its level if it is theirs;
    ``turn`` 1-4, the place of this seat in the order of first calls.
    Sets of suits: ``unbid`` by anyone, ``theirs``, ``shown_by_us``.
    """

    # Exactly the names of the language of hand tests, and the letters that are not bound.
    __slots__ = (*sorted(AUCTION_NAMES | AUCTION_BY_SUIT | SUIT_NAMES), "unbound")

    def __init__(
        self,
        seat: int,
        seats: tuple[SeatRecord, ...],
        sides: tuple[SideRecord, SideRecord],
        contract: tuple[int, int, int],
        last: tuple[Reading | None, Reading | None],
        vulnerable: int,
        turn: int,
        passes: int,
    ) -> None:
        """Read an auction.

        Args:
            seat: who is to call, 0 the dealer.
            seats: records of the four seats from the dealer on.
            sides: records of the dealer's side and of the other.
            contract: action number of the last bid, its bidder, 0/1/2 for doubled; (-1, -1, 0) without one.
            last: readings of partner's and of RHO's last call.
            vulnerable: bits, 1 the dealer's side, 2 the other.
            turn: place in the order of first calls, 1-4.
            passes: passes since the last other call.
        """
        side = seat % 2
        self._contract(contract, side, passes)
        self._points(seats[seat], seats[(seat + 2) % 4])
        self._suits(seat, seats, sides)
        self.vul = bool(vulnerable >> side & 1)
        self.turn = turn
        self.passed = seats[seat].passed
        self.mine, self.pacted = seats[seat].acted, seats[(seat + 2) % 4].acted
        self.silenced = seats[seat].preempted or seats[seat].signed
        self.quiet = not sides[1 - side].tags
        self.asked = sides[side].asked
        self._forces(sides[side], last[0], last[1])
        letters = (self.d, self.f, self.g, self.o, self.p, self.s, self.t, self.u, self.x, self.y, self.z)
        self.unbound = sum(1 << index for index, suit in enumerate(letters) if suit < 0)

    def _contract(self, contract: tuple[int, int, int], side: int, passes: int) -> None:
        bid, bidder, self.doubled = contract
        self.level, self.den = divmod(bid - FIRST_BID, 5) if bid >= 0 else (-1, _UNBOUND)
        self.level += 1
        self.ours = bid >= 0 and bidder % 2 == side
        self.tlevel = 0 if self.ours else self.level
        self.lv = tuple(max(self.level, 1) + (denomination <= self.den) for denomination in range(5))
        self.game = self.level > 0 and self.level >= game_level(self.den)
        self.last_seat = passes == (2 if bid >= 0 else 3)

    def _points(self, me: SeatRecord, partner: SeatRecord) -> None:
        shown = partner.shown
        self.pmin, self.pmax = shown.points
        self.phmin, self.phmax = shown.hcp
        self.pmean = (self.pmin + min(self.pmax, self.pmin + _LIMITED_WIDTH)) / 2
        self.pcut = (self.pmin + min(self.pmax, self.pmin + 4)) / 2
        self.limited = self.pmax - self.pmin <= _LIMITED_WIDTH
        self.mhmin, self.mhmax = me.shown.hcp
        self.plen, self.pmaxlen = shown.shortest, shown.longest
        self.mlen = me.shown.shortest

    def _suits(self, seat: int, seats: tuple[SeatRecord, ...], sides: tuple[SideRecord, SideRecord]) -> None:
        order = sides[seat % 2].order
        first = order[0][0] if order else _UNBOUND
        own = [suit for owner, suit in order if owner == first]
        self.x = self.s = own[0] if own else _UNBOUND
        self.y = next((suit for owner, suit in order if owner != first and suit != self.x), _UNBOUND)
        self.z = next((suit for suit in own if suit not in (self.x, self.y)), _UNBOUND)
        self.second = self.z >= 0
        self.f = 6 - self.x - self.y - self.z if self.second and self.y >= 0 else _UNBOUND
        mine, partners = seats[seat].suits, seats[(seat + 2) % 4].suits
        self.o = mine[-1] if mine else _UNBOUND
        self.p = partners[-1] if partners else _UNBOUND
        self.shown_by_us = _set_of([suit for _, suit in order])
        self._their_suits(seat, seats, sides[1 - seat % 2])
        self.unbid = _ALL_SUITS & ~(self.theirs | self.shown_by_us)
        self._fit()

    def _their_suits(self, seat: int, seats: tuple[SeatRecord, ...], side: SideRecord) -> None:
        lho, rho = seats[(seat + 1) % 4].shown.shortest, seats[(seat + 3) % 4].shown.shortest
        self.tlen = tuple(map(max, lho, rho))
        them = []
        for suit in [suit for _, suit in side.order] + [suit for suit in _SUITS if self.tlen[suit] >= _LONG]:
            if suit not in them:
                them.append(suit)
        self.t = them[0] if them else _UNBOUND
        self.u = them[1] if len(them) > 1 else _UNBOUND
        self.one_suit_theirs = len(them) == 1
        self.theirs = _set_of(them)

    def _fit(self) -> None:
        """The suit in which the two are known to hold the most, if it is enough."""
        together = [mine + partners for mine, partners in zip(self.mlen, self.plen, strict=True)]
        most = max(together)
        best = N_SUITS - 1 - together[::-1].index(most)
        self.agreed = most >= _LEAST_FIT and self.mlen[best] >= 1 and self.plen[best] >= 1
        self.g = best if self.agreed else _UNBOUND
        self.agreed_major = self.agreed and best >= Denomination.H

    def _forces(self, side: SideRecord, partner: Reading | None, rho: Reading | None) -> None:
        self.rho_passed = rho is None or rho.tag == "P"
        self.rho_bid = rho is not None and rho.level > 0
        self.rho_doubled = not self.rho_passed and not self.rho_bid
        below = not (self.game and self.ours) and not (self.tlevel >= 4)
        self.gf = side.game_force and below
        one_round = partner is not None and partner.force is Force.ONE_ROUND and self.rho_passed
        game = self.gf and (self.rho_passed or self.last_seat)
        self.forced = one_round or game
        self.invited = partner is not None and partner.force is Force.INVITATION
        self.signed = partner is not None and partner.force is Force.TO_PLAY
        forcing = partner is not None and partner.force >= Force.ONE_ROUND
        self.asking = partner is not None and forcing and partner.suit < 0 and partner.level > 0
        artificial = rho is not None and rho.level > 0 and self.den < Denomination.NT and rho.suit != self.den
        self.rho_artificial = artificial
        self.d = self.den if artificial else _UNBOUND
        self.tnatural = self.t >= 0 and not artificial
