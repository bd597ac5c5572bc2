"""Signals: the small card that is sent, what is heard of it, and how it weighs worlds."""

from __future__ import annotations

import numpy as np
import pytest
from test_agents_heuristic import FOUR_HEARTS_BY_SOUTH, ONE_NO_TRUMP_BY_SOUTH, after, choice, with_hands

from agents.heuristic import playout
from agents.heuristic.signals import Message, heard, lead_likelihood, likelihood
from bridge import engine
from bridge.cards import Suit
from bridge.game import Game
from bridge.seats import Seat

DUMMY = "432.A32.QJT98.32"


@pytest.mark.parametrize(
    ("calls", "cards", "hands", "card"),
    [
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "SA S2",
            {"N": DUMMY, "S": "986.KQJ.AK2.A765", "W": "AQT.876.65.KT984", "E": "KJ75.T954.743.QJ"},
            "S7",
            id="high encourages",
        ),
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "SA S2",
            {"N": DUMMY, "S": "KJ5.KQJ.AK2.A765", "W": "AQT9.876.65.T984", "E": "876.T954.743.KQJ"},
            "S6",
            id="low discourages",
        ),
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "SQ SK S4 S5 DQ",
            {"N": "K32.A32.QT98.432", "S": "A65.KQJ.AKJ.A765", "W": "QJT8.876.65.KT98", "E": "974.T954.7432.QJ"},
            "D7",
            id="high from an even number",
        ),
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "SQ SK S4 S5 DQ",
            {"N": "K32.A32.QT98.432", "S": "A65.KQJ.AKJ2.A75", "W": "QJT8.876.65.KT98", "E": "974.T954.743.QJ6"},
            "D3",
            id="low from an odd number",
        ),
        pytest.param(
            FOUR_HEARTS_BY_SOUTH,
            "SA S2",
            {"N": "2.A432.QJT98.T32", "S": "KJ54.KQJT5.K42.K", "W": "AQT9.76.65.AJ984", "E": "8763.98.A73.Q765"},
            "S7",
            id="dummy is out of spades: high asks for diamonds",
        ),
        pytest.param(
            FOUR_HEARTS_BY_SOUTH,
            "SA S2",
            {"N": "2.A432.QJT98.T32", "S": "KJ54.KQJT5.AK2.K", "W": "AQT9.76.65.J9854", "E": "8763.98.743.AQ76"},
            "S3",
            id="dummy is out of spades: low asks for clubs",
        ),
    ],
)
def test_signals_sent(calls: str, cards: str, hands: dict[str, str], card: str) -> None:
    assert choice(after(with_hands(**hands), calls, cards))[0] == card


ENCOURAGED = {"N": DUMMY, "S": "986.KQJ.AK2.A765", "W": "AQT.876.65.KT984", "E": "KJ75.T954.743.QJ"}


def test_a_signal_says_why() -> None:
    game = after(with_hands(**ENCOURAGED), ONE_NO_TRUMP_BY_SOUTH, "SA S2")
    assert choice(game)[1] == "leave the trick to partner, high for attitude"


def test_a_signal_is_heard() -> None:
    game = after(with_hands(**ENCOURAGED), ONE_NO_TRUMP_BY_SOUTH, "SA S2 S7 S6")
    assert game.leader is Seat.W
    # Of the lower spades the deuce was gone already.
    assert heard(game) == [Message(Seat.E, Suit.S, "attitude", 4)]


def test_a_card_that_wins_is_no_signal() -> None:
    game = after(with_hands(**ENCOURAGED), ONE_NO_TRUMP_BY_SOUTH, "ST S2 SK S6")
    assert heard(game) == []


def with_spades_exchanged(game: Game, *pairs: tuple[str, str]) -> np.ndarray:
    """The true deal, and after it the deal with each pair of cards exchanged."""
    true = game.state["owner"].copy()
    worlds = [true]
    for pair in pairs:
        first, second = (after_card(name) for name in pair)
        world = true.copy()
        world[[first, second]] = true[[second, first]]
        worlds.append(world)
    return np.array(worlds)


def after_card(name: str) -> int:
    return 13 * "CDHS".index(name[0]) + "23456789TJQKA".index(name[1])


def test_attitude_makes_worlds_without_the_honours_less_likely() -> None:
    game = after(with_hands(**ENCOURAGED), ONE_NO_TRUMP_BY_SOUTH, "SA S2 S7 S6")
    worlds = with_spades_exchanged(game, ("SK", "D2"))
    worlds[1][[after_card("SJ"), after_card("DA")]] = worlds[1][[after_card("DA"), after_card("SJ")]]
    true, without = likelihood(game.view(Seat.W), worlds, lead=None, follow=None)
    assert true > without


def test_fourth_best_lead_makes_a_shorter_suit_less_likely() -> None:
    hands = {"N": "K65.A32.QT98.432", "S": "A43.KQJ.AKJ.A765", "W": "Q9872.876.65.KT9"}
    game = after(with_hands(**hands), ONE_NO_TRUMP_BY_SOUTH, "S7")
    true, shorter = lead_likelihood(game.view(Seat.S), with_spades_exchanged(game, ("SQ", "D2")))
    assert true > shorter


def test_evidence_that_is_switched_off_weighs_nothing() -> None:
    game = after(with_hands(**ENCOURAGED), ONE_NO_TRUMP_BY_SOUTH, "SA S2 S7 S6")
    worlds = with_spades_exchanged(game, ("SK", "D2"))
    assert likelihood(game.view(Seat.W), worlds, lead=None, follow=None, signals=None).tolist() == [1, 1]


def test_no_world_is_ruled_out() -> None:
    rng = np.random.default_rng(1)
    game = after(with_hands(), ONE_NO_TRUMP_BY_SOUTH)
    while len(game.plays) < 26:
        game.act(int(rng.choice(np.flatnonzero(game.legal_actions()))))
    actor = game.actor
    assert actor is not None
    assert (likelihood(game.view(actor), game.state["owner"][np.newaxis]) > 0).all()


def test_the_deal_that_was_played_by_the_rules_is_the_likeliest() -> None:
    rng = np.random.default_rng(2)
    game = after(with_hands(**ENCOURAGED), ONE_NO_TRUMP_BY_SOUTH)
    while len(game.plays) < 18:
        game.act(playout.card(game.state))
    viewer = Seat(engine.actor(game.state))
    owners = game.state["owner"]
    view = game.view(viewer)
    seen = {*(card.index for card in (*view.hand, *(view.dummy_hand or ()))), *view.plays}
    hidden = [card for card in range(52) if card not in seen]
    worlds = np.tile(owners, (100, 1))
    for world in worlds[1:]:
        world[hidden] = rng.permutation(owners[hidden])
    weights = likelihood(view, worlds)
    assert weights[0] == weights.max()
    assert weights[0] > 2 * weights.mean()
