"""The play: lead, following suit, tricks, dummy, and the board's end."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import engine
from bridge.actions import index
from bridge.board import Board
from bridge.cards import Card
from bridge.deal import Deal
from bridge.game import Game, IllegalActionError
from bridge.public import Phase
from bridge.seats import Seat, Side, Vulnerability

DEAL = Deal.parse("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")


def game_of(auction: str, cards: str = "", deal: Deal = DEAL) -> Game:
    game = Game(Board(deal, Seat.N, Vulnerability.NONE))
    for name in f"{auction} P P P {cards}".split():
        game.act(index(name))
    return game


def random_game(seed: int) -> Game:
    """A board of random legal actions, played to its end."""
    rng = np.random.default_rng(seed)
    game = Game(Board.random(int(rng.integers(1, 17)), rng))
    while game.phase is not Phase.OVER:
        game.act(int(rng.choice(np.flatnonzero(game.legal_actions()))))
    return game


def test_leader_may_play_any_card_of_his_hand() -> None:
    game = game_of("1N")
    assert {Card(int(card)) for card in np.flatnonzero(game.legal_actions())} == set(DEAL.hand(Seat.E))


def test_hand_must_follow_suit() -> None:
    game = game_of("1N", "S8")
    assert [Card(int(card)).name for card in np.flatnonzero(game.legal_actions())] == ["S5", "SK"]


def test_void_hand_may_play_anything() -> None:
    void = Deal.parse(
        "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 .T83.KQ9.AK765 2 AKT9542.AQ4.32.J".replace("AK765 2", "AK76532")
    )
    game = game_of("1N", "S8", void)
    assert int(game.legal_actions().sum()) == 13


@pytest.mark.parametrize(
    ("cards", "why"),
    [("SA", "not in the hand"), ("D9 D9", "not in the hand"), ("D4 C2", "must follow suit"), ("1C", "only a card")],
)
def test_every_fault_of_a_card_has_its_reason(cards: str, why: str) -> None:
    with pytest.raises(IllegalActionError, match=why):
        game_of("1N", cards)


def test_card_played_already_cannot_be_played_again() -> None:
    with pytest.raises(IllegalActionError, match="East cannot do DA: the card has been played already"):
        game_of("1N", "DA D9 D2 D5 DA")


def test_illegal_card_changes_nothing() -> None:
    game = game_of("1N", "D4")
    before = game.state.tobytes()
    with pytest.raises(IllegalActionError, match="South cannot do C2: the hand must follow suit"):
        game.act(index("C2"))
    assert game.state.tobytes() == before


def test_declarer_decides_for_dummy() -> None:
    game = game_of("1N", "D4")
    assert game.turn is Seat.S
    assert game.dummy is Seat.S
    assert game.actor is Seat.N


def test_highest_card_of_the_suit_led_wins_without_trumps() -> None:
    assert game_of("1N", "D4 DK D3 D5").turn is Seat.S


def test_card_of_another_suit_never_wins_without_trumps() -> None:
    game = game_of("1N", "D4 DQ D3 D5 DK D2 D8 D7 D9 SA DJ DA")
    assert game.turn is Seat.E


def test_trump_wins_over_the_suit_led() -> None:
    game = game_of("1S", "D4 DQ D3 D5 DK D2 D8 D7 D9 S2 DJ DA")
    assert game.turn is Seat.W


def test_discarded_ace_does_not_win() -> None:
    # Hearts are trumps; the fourth club wins although an ace of another suit was thrown on the trick.
    deal = Deal.parse("N:QJ6.K652.J85.T82 873.J97.AT76.Q94 AK54.T83.KQ942.A T92.AQ4.3.KJ7653")
    game = game_of("1H", "C4 CA C3 C2 D2 D3 D5 DA C9 SA CK CT", deal)
    assert game.turn is Seat.W


def test_hand_that_wins_the_trick_leads_dummys_hand_included() -> None:
    game = game_of("1N", "D4 DK D3 D5")
    assert game.leader is Seat.S
    assert game.actor is Seat.N


@given(st.integers(0, 2**32 - 1))
def test_thirteen_tricks_and_fifty_two_cards_are_played(seed: int) -> None:
    game = random_game(seed)
    if game.contract is None:
        assert game.plays == ()
        return
    assert sorted(game.plays) == list(range(52))
    assert game.tricks_won(Side.NS) + game.tricks_won(Side.EW) == 13


@given(st.integers(0, 2**32 - 1))
def test_played_cards_come_from_the_hand_on_turn(seed: int) -> None:
    finished = random_game(seed)
    game = Game(finished.board)
    for action in (*finished.calls, *finished.plays):
        turn = game.turn
        game.act(action)
        if action < 52:
            assert game.owner_of_played(action) is turn
            assert finished.board.deal.owners[action] == turn


@given(st.integers(0, 2**32 - 1))
def test_replay_gives_the_same_board(seed: int) -> None:
    finished = random_game(seed)
    game = Game(finished.board)
    for action in (*finished.calls, *finished.plays):
        game.act(action)
    assert game.state.tobytes() == finished.state.tobytes()


def test_score_comes_from_the_tricks_really_won() -> None:
    game = random_game(1)
    assert game.contract is not None
    tricks = game.declarer_tricks
    assert tricks is not None
    assert game.score_ns() == game.score_ns_with(tricks)
    assert game.score_ns() != game.score_ns_with(tricks - 1 if tricks else tricks + 1)


def test_unfinished_board_has_no_score() -> None:
    with pytest.raises(ValueError, match="not over"):
        game_of("1N").score_ns()


@pytest.mark.parametrize("seed", range(5))
def test_the_legal_actions_are_those_without_fault(seed: int) -> None:
    rng = np.random.default_rng(seed)
    game = Game(Board.random(seed + 1, rng))
    while game.phase is not Phase.OVER:
        legal = game.legal_actions()
        assert [engine.fault(game.state, action) == engine.LEGAL for action in range(90)] == legal.astype(bool).tolist()
        game.act(int(rng.choice(np.flatnonzero(legal))))
    assert not game.legal_actions().any()


def test_every_fault_has_words() -> None:
    assert len(set(engine.FAULTS)) == len(engine.FAULTS)
