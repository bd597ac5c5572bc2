"""Short ways to ask the bidder in tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.sayc import bid_batch, choose
from bridge import actions
from bridge.deal import Deal, Hand
from bridge.game import auction
from bridge.seats import Seat, Vulnerability


def call(hand: str, bids: str = "", vulnerable: str = "None", dealer: str = "N") -> str:
    """The system's call, by name: ``call("AK.. ", "1N P")``."""
    calls = [actions.index(word) for word in bids.split()]
    return actions.name(choose(Hand.parse(hand), calls, Seat.parse(dealer), Vulnerability.parse(vulnerable)).action)


def legal_calls(dealer: Seat, calls: Sequence[int]) -> np.ndarray:
    """One for every call that is legal after ``calls``: pass, double, redouble, bids."""
    return np.asarray(auction(dealer, Vulnerability.NONE, calls).legal_actions()[actions.PASS :])


def is_closed(calls: tuple[int, ...]) -> bool:
    """Whether the auction is over."""
    return len(calls) >= 4 and all(made == actions.PASS for made in calls[-3:])


def bid_out(
    owners: np.ndarray, dealers: np.ndarray, vulnerable: np.ndarray, longest: int = 60
) -> list[tuple[int, ...]]:
    """Four of the system's players bid every deal; ``owners`` is ``(n, 52)``."""
    auctions: list[tuple[int, ...]] = [() for _ in owners]
    live = np.arange(len(owners))
    while live.size:
        seats = (dealers[live] + [len(auctions[index]) for index in live]) % 4
        held = (owners[live] == seats[:, None]).astype(np.uint8)
        made = bid_batch(held, [auctions[index] for index in live], dealers[live], vulnerable[live])
        for index, action in zip(live, made, strict=True):
            auctions[index] = (*auctions[index], int(action))
        live = np.array([i for i in live if not is_closed(auctions[i]) and len(auctions[i]) < longest], dtype=int)
    return auctions


def bid_deal(deal: str, dealer: str = "N", vulnerable: str = "None") -> str:
    """The auction of one deal in names, passes after the last bid included."""
    owners = Deal.parse(deal).array()[None]
    one = np.array([Seat.parse(dealer)]), np.array([Vulnerability.parse(vulnerable)])
    return " ".join(actions.name(made) for made in bid_out(owners, *one)[0])
