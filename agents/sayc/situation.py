"""What the auction means to the seat that is to call: the names that hand tests and call forms may use."""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from agents.sayc.expressions import AUCTION_BY_SUIT, AUCTION_NAMES, SUIT_NAMES
from agents.sayc.rules import Force, Rule
from agents.sayc.shown import ANYTHING, Lengths, Shown
from bridge.actions import FIRST_BID, N_ACTIONS
from bridge.cards import N_SUITS, Denomination

_UNBOUND = -1
_SUITS = range(N_SUITS)
_ALL_SUITS = 15
_LEAST_FIT = 7
_LONG = 5
_LIMITED_WIDTH = 5
_CUT_WIDTH = 4


class Reading(NamedTuple):
    """One call as the table understands it.

    ``rule`` is the first row that makes it; ``suit`` is the suit shown naturally, or -1; ``level`` is 0 unless the
    call is a bid.
    """

    action: int
    rule: Rule
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


class Contract(NamedTuple):
    """The auction's last bid as the rules see it.

    Action and bidder (-1 without a bid), 0/1/2 for doubled, passes since the last other call, calls made.
    """

    bid: int
    bidder: int
    doubled: int
    passes: int
    n_calls: int


def game_level(denomination: int) -> int:
    """The level of game: 3 in notrump, 4 in a major, 5 in a minor."""
    return 3 if denomination == Denomination.NT else 4 if denomination >= Denomination.H else 5


class _OfBid(NamedTuple):
    """What follows from the last bid alone: its level and denomination, the cheapest levels now, whether it is game."""

    level: int
    den: int
    lv: tuple[int, ...]
    game: bool


def _of_bid(bid: int) -> _OfBid:
    level, den = divmod(bid - FIRST_BID, 5)
    lv = tuple(level + 1 + (denomination <= den) for denomination in range(5))
    return _OfBid(level + 1, den, lv, level + 1 >= game_level(den))


_OF_BIDS = tuple(_of_bid(bid) for bid in range(FIRST_BID, N_ACTIONS))
_OF_NO_BID = _OfBid(0, _UNBOUND, (1, 1, 1, 1, 1), False)


class Situation:
    """The numbers, flags and suits of an auction, from the seat that is to call.

    Suits (-1 if unbound): ``x`` our side's first natural suit (``s`` is the same), ``z`` the second suit of the seat
    that bid it, ``y`` the first suit of its partner, ``f`` the suit left when we have shown three, ``t`` and ``u``
    their first and second suit, ``p`` and ``o`` the last suit of partner and of this seat, ``g`` the suit in which
    the two are known to hold seven cards or more, the longest, ``d`` the suit that RHO's artificial bid names.

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
        contract: Contract,
        partner: Reading | None,
        rho: Reading | None,
    ) -> None:
        """Read an auction.

        Args:
            seat: who is to call, 0 the dealer.
            seats: records of the four seats from the dealer on.
            sides: records of the dealer's side and of the other.
            contract: the last bid.
            partner: reading of partner's last call.
            rho: reading of the last call.
        """
        side = seat % 2
        ours, theirs = sides[side], sides[1 - side]
        me, mate = seats[seat], seats[(seat + 2) % 4]
        self._contract(contract, side)
        self._points(me, mate)
        self._our_suits(me, mate, ours)
        self._their_suits(seats[(seat + 1) % 4], seats[(seat + 3) % 4], theirs)
        self._fit()
        self.passed = me.passed
        self.mine, self.pacted = me.acted, mate.acted
        self.silenced = me.preempted or me.signed
        self.quiet = not theirs.tags
        self.asked = ours.asked
        self._from_partner(partner)
        self._from_rho(rho)
        self._forces(ours, partner)
        self._unbound()

    def _contract(self, contract: Contract, side: int) -> None:
        bid = contract.bid
        self.doubled = contract.doubled
        self.level, self.den, self.lv, self.game = _OF_NO_BID if bid < 0 else _OF_BIDS[bid - FIRST_BID]
        self.ours = bid >= 0 and contract.bidder % 2 == side
        self.tlevel = 0 if self.ours else self.level
        self.turn = 0 if bid >= 0 else contract.n_calls + 1
        self.last_seat = contract.passes == (2 if bid >= 0 else 3)

    def _points(self, me: SeatRecord, partner: SeatRecord) -> None:
        shown = partner.shown
        self.pmin, self.pmax = low, high = shown.points
        self.phmin, self.phmax = shown.hcp
        width = high - low
        self.pmean = low + (width if width < _LIMITED_WIDTH else _LIMITED_WIDTH) / 2
        self.pcut = low + (width if width < _CUT_WIDTH else _CUT_WIDTH) / 2
        self.limited = width <= _LIMITED_WIDTH
        self.plen, self.pmaxlen = shown.shortest, shown.longest
        self.mhmin, self.mhmax = me.shown.hcp
        self.mlen = me.shown.shortest

    def _our_suits(self, me: SeatRecord, partner: SeatRecord, side: SideRecord) -> None:
        self.x = self.y = self.z = self.f = _UNBOUND
        self.shown_by_us = 0
        if side.order:
            first, self.x = side.order[0]
            for owner, suit in side.order:
                self.shown_by_us |= 1 << suit
                if owner != first and self.y < 0:
                    self.y = suit
                elif owner == first and self.z < 0 and suit != self.x:
                    self.z = suit
        self.s = self.x
        self.second = self.z >= 0
        if self.second and self.y >= 0:
            self.f = 6 - self.x - self.y - self.z
        self.o = me.suits[-1] if me.suits else _UNBOUND
        self.p = partner.suits[-1] if partner.suits else _UNBOUND

    def _their_suits(self, lho: SeatRecord, rho: SeatRecord, side: SideRecord) -> None:
        self.tlen = tlen = _longer(lho.shown.shortest, rho.shown.shortest)
        them = [suit for _, suit in side.order]
        for suit in _SUITS:
            if tlen[suit] >= _LONG and suit not in them:
                them.append(suit)
        self.t = them[0] if them else _UNBOUND
        self.u = them[1] if len(them) > 1 else _UNBOUND
        self.one_suit_theirs = len(them) == 1
        self.theirs = sum([1 << suit for suit in them])
        self.unbid = _ALL_SUITS & ~(self.theirs | self.shown_by_us)

    def _fit(self) -> None:
        """The suit in which the two are known to hold the most, the highest on ties, if it is enough."""
        mine, partners = self.mlen, self.plen
        most, best = -1, 0
        for suit in _SUITS:
            together = mine[suit] + partners[suit]
            if together >= most:
                most, best = together, suit
        self.agreed = most >= _LEAST_FIT and mine[best] >= 1 and partners[best] >= 1
        self.g = best if self.agreed else _UNBOUND
        self.agreed_major = self.agreed and best >= Denomination.H

    def _from_partner(self, partner: Reading | None) -> None:
        force = Force.NONE if partner is None else partner.force
        self.invited = force is Force.INVITATION
        self.signed = force is Force.TO_PLAY
        self.asking = partner is not None and force >= Force.ONE_ROUND and partner.suit < 0 and partner.level > 0

    def _from_rho(self, rho: Reading | None) -> None:
        self.rho_passed = rho is None or rho.tag == "P"
        self.rho_bid = rho is not None and rho.level > 0
        self.rho_doubled = not self.rho_passed and not self.rho_bid
        artificial = rho is not None and rho.level > 0 and self.den < Denomination.NT and rho.suit != self.den
        self.rho_artificial = artificial
        self.d = self.den if artificial else _UNBOUND
        self.tnatural = self.t >= 0 and not artificial

    def _forces(self, side: SideRecord, partner: Reading | None) -> None:
        below = not (self.game and self.ours) and self.tlevel < 4
        self.gf = side.game_force and below
        one_round = partner is not None and partner.force is Force.ONE_ROUND and self.rho_passed
        self.forced = one_round or (self.gf and (self.rho_passed or self.last_seat))

    def _unbound(self) -> None:
        letters = (self.d, self.f, self.g, self.o, self.p, self.s, self.t, self.u, self.x, self.y, self.z)
        bits, bit = 0, 1
        for suit in letters:
            if suit < 0:
                bits |= bit
            bit <<= 1
        self.unbound = bits

    def numbers(self) -> tuple[float, ...]:
        """Everything in one row, for compiled code; ``PLACES`` says where each name stands."""
        return (*_singles(self), *self.lv, *self.plen, *self.mlen, *self.tlen, *self.pmaxlen)


def _longer(a: Lengths, b: Lengths) -> Lengths:
    return a if b == (0, 0, 0, 0) else tuple(map(max, a, b))  # type: ignore[return-value]


_SINGLE_NAMES = (*sorted(AUCTION_NAMES | SUIT_NAMES), "unbound")
_ROW_NAMES = (("lv", 5), ("plen", 4), ("mlen", 4), ("tlen", 4), ("pmaxlen", 4))
_singles = attrgetter(*_SINGLE_NAMES)

PLACES: dict[str, int] = {
    **{name: place for place, name in enumerate(_SINGLE_NAMES)},
    **{
        name: len(_SINGLE_NAMES) + sum(size for _, size in _ROW_NAMES[:index])
        for index, (name, _) in enumerate(_ROW_NAMES)
    },
}
"""Where each name stands in ``Situation.numbers``; for one by suit, where its first suit stands."""

N_NUMBERS = len(_SINGLE_NAMES) + sum(size for _, size in _ROW_NAMES)
