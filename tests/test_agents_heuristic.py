"""The heuristic card player: legal always, the leads of the table, the rules of each hand, and better than chance."""

from __future__ import annotations

import numpy as np
import pytest

from agents import make
from agents.heuristic import Situation, choose
from bridge.actions import index
from bridge.board import Board
from bridge.cards import Card
from bridge.deal import Deal
from bridge.game import Game
from bridge.public import Phase
from bridge.seats import Seat, Vulnerability
from evaluation import play_match
from evaluation.boards import random_boards

ONE_NO_TRUMP = "1N P P P"
ONE_HEART = "1H P P P"


def after(deal: Deal, calls: str, cards: str = "") -> Game:
    """A board with North as dealer after calls and cards."""
    game = Game(Board(deal, Seat.N, Vulnerability.NONE))
    for action in f"{calls} {cards}".split():
        game.act(index(action))
    return game


def with_hands(**hands: str) -> Deal:
    """A deal in which the seats named hold these hands and the others share the rest."""
    owners: list[int | None] = [None] * 52
    for seat, hand in hands.items():
        for card in Deal.parse(f"{seat}:{hand} - - -").hand(Seat.parse(seat)):
            owners[card.index] = Seat.parse(seat)
    free = [seat for seat in Seat if seat.name not in hands for _ in range(13)]
    filled = [free.pop(0) if owner is None else owner for owner in owners]
    return Deal.from_owners(filled)


def choice(game: Game) -> tuple[str, str]:
    actor = game.actor
    assert actor is not None
    card, reason = choose(game.view(actor))
    return card.name, reason


@pytest.mark.parametrize(
    ("hand", "calls", "lead"),
    [
        ("KQJ42.853.A62.97", ONE_NO_TRUMP, "SK"),
        ("Q9742.853.A62.97", ONE_NO_TRUMP, "S4"),
        ("J85.KJT3.A62.974", ONE_NO_TRUMP, "HJ"),
        ("85.Q93.A642.KT74", ONE_NO_TRUMP, "C4"),
        ("98532.93.A42.KT7", ONE_NO_TRUMP, "S8"),
        ("AK42.853.Q62.973", ONE_HEART, "SA"),
        ("J942.853.Q9632.7", ONE_HEART, "C7"),
        ("QJ3.853.K9632.72", ONE_HEART, "SQ"),
        ("A953.853.K742.72", ONE_HEART, "D2"),
        ("QJT9.84.A9642.72", "1C P P 1H 1N P P P", "H8"),
        ("QJT9.84.K9642.72", "1H P P X P P P", "H8"),
    ],
)
def test_opening_leads(hand: str, calls: str, lead: str) -> None:
    assert choice(after(with_hands(E=hand), calls))[0] == lead


def test_a_lead_says_why() -> None:
    game = after(with_hands(E="Q9742.853.A62.97"), ONE_NO_TRUMP)
    assert choice(game)[1] == "longest suit: honour and length"


def test_ace_is_never_underled_against_a_suit() -> None:
    rng = np.random.default_rng(4)
    for _ in range(200):
        game = after(Deal.random(rng), ONE_HEART)
        name, _ = choice(game)
        holds_ace = Card.parse(name[0] + "A") in game.view(Seat.E).hand
        # From ace and king alone the king is led, to show a doubleton; a trump is led from small ones only.
        assert not holds_ace or name[1] in "AK"


def test_second_hand_plays_low() -> None:
    deal = with_hands(N="Q432.A32.A32.A32", E="KJ5.654.87654.65", S="876.KQ7.KQ9.K987")
    game = after(deal, "P P 1N P P P", "HJ HA H4 H7 S2")
    assert game.turn is Seat.E
    assert choice(game) == ("S5", "second hand low")


def test_third_hand_finesses_against_dummys_queen() -> None:
    deal = with_hands(E="KJ5.654.87654.65", N="Q74.A32.A32.A732", W="T932.JT9.JT.QJT4")
    game = after(deal, "P P 1N P P P", "S2 S4")
    assert game.turn is Seat.E
    assert choice(game) == ("SJ", "third hand high as needed")


def test_fourth_hand_wins_as_cheaply_as_possible() -> None:
    deal = with_hands(N="AK74.A32.A32.732", E="JT5.654.87654.65", S="Q83.KQ7.KQ9.AK98")
    game = after(deal, "P P 1N P P P", "S2 S4 ST")
    assert game.actor is Seat.S
    assert choice(game) == ("SQ", "win cheaply in fourth hand")


def test_partners_winner_is_left_alone() -> None:
    deal = with_hands(N="7432.A32.A32.732", E="KJ5.654.87654.65", W="AQT9.JT9.JT.QJT4")
    game = after(deal, "P P 1N P P P", "SA S2")
    assert choice(game)[0] == "S5"


def test_declarer_draws_trumps() -> None:
    deal = with_hands(N="32.AKQ32.AK2.A32", E="QJT9.76.QJ7.KQJT", S="AK4.J54.543.7654")
    game = after(deal, ONE_HEART, "SQ SA S5 S2")
    assert game.turn is Seat.S
    assert choice(game)[1] == "draw trumps"


def test_declarer_ruffs_the_trick_that_dummy_cannot_win() -> None:
    deal = with_hands(N="2.AKQ32.AK32.A32", S="Q43.J54.654.7654", E="AKJ65.76.QJ7.KQJ")
    game = after(deal, ONE_HEART, "SA S3 S7 S2 SK S4 S8")
    assert choice(game) == ("H2", "ruff")


def test_a_discard_keeps_the_guarded_king() -> None:
    deal = with_hands(N="AKQJT9.AK2.A2.A2", W="2.Q43.K4.QJT9876", E="876.JT9.QJT9.K43")
    game = after(deal, ONE_NO_TRUMP, "DQ D3 D4 DA SA S6 S3 S2 SK S7 S4")
    assert game.turn is Seat.W
    name, reason = choice(game)
    assert reason == "discard"
    assert name[0] == "C"


def test_strength_of_cards_agrees_with_the_engine() -> None:
    """Who is winning a trick is asked before it is over; at its end the engine must give the same answer."""
    rng = np.random.default_rng(1)
    for calls in (ONE_NO_TRUMP, ONE_HEART):
        game = after(Deal.random(rng), calls)
        while game.phase is not Phase.OVER:
            if len(game.trick) == 3:
                card = int(rng.choice(np.flatnonzero(game.legal_actions())))
                winning = before_last(game, card)
                game.act(card)
                assert game.phase is Phase.OVER or game.leader is winning
            else:
                game.act(int(rng.choice(np.flatnonzero(game.legal_actions()))))


def before_last(game: Game, card: int) -> Seat:
    """The winner of the trick if ``card`` completes it, as the rules of thumb see it."""
    actor, turn = game.actor, game.turn
    assert actor is not None
    assert turn is not None
    situation = Situation.of(game.view(actor))
    best = situation.winning
    return turn if situation.beats(Card(card), best.card) else best.hand


def test_every_card_is_legal_and_the_same_view_gives_the_same_card() -> None:
    rng = np.random.default_rng(2)
    player = make("heuristic")
    for number in range(1, 61):
        game = Game(Board.random(number, rng))
        while game.phase is Phase.AUCTION:
            legal = np.flatnonzero(game.legal_actions())
            game.act(int(legal[min(rng.geometric(0.4) - 1, len(legal) - 1)]))
        while game.phase is Phase.PLAY:
            actor = game.actor
            assert actor is not None
            card = player.act(game.view(actor))
            assert card == player.act(game.view(actor))
            # Cards at random now and then lead to positions that the rules would not reach.
            game.act(card if rng.random() < 0.7 else int(rng.choice(np.flatnonzero(game.legal_actions()))))


def test_heuristic_beats_random_play() -> None:
    match = play_match("random+heuristic", "random", random_boards(60, 5), play="cards", bidder="sayc", jobs=1)
    assert match.raw_score.low > 100
