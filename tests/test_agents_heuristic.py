"""The heuristic card player: legal always, the leads of the table, the rules of each hand, and better than chance."""

from __future__ import annotations

import numpy as np
import pytest

from agents import make
from agents.heuristic import choose
from agents.heuristic.declarer import DECLARER_LEADS
from agents.heuristic.defence import DEFENDER_LEADS
from agents.heuristic.discards import discard
from agents.heuristic.following import FOLLOWING, ruff
from agents.heuristic.opening_lead import AGAINST_NO_TRUMP, AGAINST_SUIT
from bridge import engine
from bridge.actions import index
from bridge.board import Board
from bridge.cards import Card
from bridge.deal import Deal
from bridge.game import Game
from bridge.public import Phase
from bridge.seats import Seat, Vulnerability
from bridge.view import View
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


ONE_NO_TRUMP_BY_SOUTH = "P P 1N P P P"
FOUR_HEARTS_BY_SOUTH = "P P 4H P P P"


@pytest.mark.parametrize(
    ("calls", "cards", "hands", "card", "rule"),
    [
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "SQ S5 SK S2 S9",
            {"S": "A32.KQ2.QJ93.J87", "N": "65.J43.K8742.T65", "E": "K94.A865.A5.KQ32"},
            "S3",
            "hold up",
            id="the only stopper waits by the rule of seven",
        ),
        pytest.param(
            "P P 1H P P P",
            "S7",
            {"N": "A5.5432.A53.A543", "S": "643.KQJ98.KQ4.76"},
            "SA",
            "win when the other hand cannot",
            id="dummy wins what the hand cannot",
        ),
        pytest.param(
            ONE_HEART,
            "DQ D2 D4 DA",
            {"N": "A654.AKQ32.A5.32", "S": "7.J54.K9832.7654", "E": "JT83.T8.QJ7.AQT9"},
            "SA",
            "make a void in the short hand",
            id="dummy's single spade goes before trumps are drawn",
        ),
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "SJ S4 S7 SA",
            {"N": "K54.AKQ.5432.A32", "S": "AQ3.J54.AK6.7654", "W": "JT962.T98.QJ.KJ8"},
            "HJ",
            "cash when there are enough",
            id="winners from the hand that is short in honours",
        ),
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "S2 S5 ST SA",
            {"N": "K65.A32.QJT98.32", "S": "A43.K98.K62.A765", "W": "QJ92.QJ7.A5.KT84"},
            "D2",
            "develop a suit",
            id="the long suit of dummy is set up",
        ),
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "H7 HA H4 H8 S2 S6",
            {"N": "432.A32.QJT98.32", "S": "AQ5.K98.AK2.8765", "E": "JT86.T654.743.QJ", "W": "K97.QJ7.65.AKT94"},
            "SQ",
            "finesse",
            id="the queen under the missing king",
        ),
        pytest.param(
            "P P 7N P P P",
            "SA S2 S8 S5",
            {"N": "432.A32.QJT98.32", "S": "J65.KQ9.AK2.A765", "W": "AKQ97.87.65.J984"},
            "SK",
            "cash the setting tricks",
            id="a grand slam is beaten already, and more is taken",
        ),
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "S7 S2 SA S5",
            {"N": "432.A32.QJT98.32", "S": "K65.KQJ.AK2.A765", "W": "QJ97.876.65.T984", "E": "AT8.T954.743.KQJ"},
            "ST",
            "go on with partners lead",
            id="the higher of two is returned",
        ),
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "S7 S2 SA S5 S8 SK S6 S3 D2 DK D8 D3",
            {"N": "432.A32.QJT98.32", "S": "KT5.KQJ.A72.A765", "W": "QJ976.876.K65.T9", "E": "A8.T954.43.KQJ84"},
            "SQ",
            "go on with the own suit",
            id="the opening leader cashes his long suit",
        ),
        pytest.param(
            FOUR_HEARTS_BY_SOUTH,
            "SA S2 S7 S5",
            {"N": "432.A32.QJT98.32", "S": "J5.KQJT98.AK.AT4", "W": "AK98.74.65.QJ985", "E": "QT76.65.7432.K76"},
            "SK",
            "go on with the own suit",
            id="partner has encouraged the ace: the king follows",
        ),
        pytest.param(
            FOUR_HEARTS_BY_SOUTH,
            "SA S3 S6 S5",
            {"N": "432.A32.QJT98.32", "S": "JT5.KQJT98.AK.A4", "W": "AK97.74.65.QT985", "E": "Q86.65.7432.KJ76"},
            "D6",
            "lead up to weakness or through strength",
            id="partner has played his lowest: another suit",
        ),
        pytest.param(
            ONE_NO_TRUMP_BY_SOUTH,
            "SQ S2",
            {"N": "432.A32.QJT98.32", "S": "K65.KQJ.AK2.A765", "W": "QJT7.876.65.T984", "E": "A98.T954.743.KQJ"},
            "S8",
            "let partners honour run",
            id="the ace is not spent on partner's queen",
        ),
        pytest.param(
            ONE_HEART,
            "D8 DK D9 D3 SJ",
            {"N": "A5.AKQ32.A53.A32", "S": "J843.J54.K42.765", "W": "Q62.976.QJT9.KJ8", "E": "KT97.T8.876.QT94"},
            "SQ",
            "cover an honour",
            id="dummy's single honour is covered",
        ),
        pytest.param(
            ONE_HEART,
            "D8 DK D9 D3 SJ",
            {"N": "A5.AKQ32.A53.A32", "S": "JT43.J54.K42.765", "W": "Q62.976.QJT9.KJ8", "E": "K987.T8.876.QT94"},
            "S2",
            "second hand low",
            id="one of two touching honours is not",
        ),
    ],
)
def test_rules_of_play(calls: str, cards: str, hands: dict[str, str], card: str, rule: str) -> None:
    assert choice(after(with_hands(**hands), calls, cards)) == (card, rule)


def test_every_rule_is_followed_somewhere() -> None:
    rules = {*DECLARER_LEADS, *DEFENDER_LEADS, *FOLLOWING, ruff, discard, *AGAINST_NO_TRUMP, *AGAINST_SUIT}
    rng = np.random.default_rng(5)
    followed = set()
    for number in range(1, 150):
        game = Game(Board.random(number, rng))
        bid_at_random(game, rng)
        while game.phase is Phase.PLAY:
            actor = game.actor
            assert actor is not None
            card, reason = choose(game.view(actor))
            followed.add(reason.partition(":")[0].partition(",")[0])
            game.act(card.index)
    assert {rule.__name__.replace("_", " ") for rule in rules} <= followed


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


def bid_at_random(game: Game, rng: np.random.Generator) -> None:
    """Mostly low and short."""
    while game.phase is Phase.AUCTION:
        legal = np.flatnonzero(game.legal_actions())
        game.act(int(legal[min(rng.geometric(0.4) - 1, len(legal) - 1)]))


def test_cards_that_nobody_may_see_do_not_matter() -> None:
    """Cards exchanged among the hands out of sight leave the card equal, in 10,000 positions."""
    rng = np.random.default_rng(6)
    player, positions = make("heuristic"), 0
    while positions < 10_000:
        game = Game(Board.random(1 + positions % 16, rng))
        bid_at_random(game, rng)
        while game.phase is Phase.PLAY:
            actor = game.actor
            assert actor is not None
            view = game.view(actor)
            card = player.act(view)
            assert player.act(View(exchanged(game.state, view, rng), actor)) == card
            positions += 1
            game.act(card if rng.random() < 0.8 else int(rng.choice(np.flatnonzero(game.legal_actions()))))


def exchanged(state: engine.State, view: View, rng: np.random.Generator) -> engine.State:
    """The board with the cards that the view does not show dealt anew among the hands out of sight."""
    other = np.array([state])[0]
    seen = {*(card.index for card in (*view.hand, *(view.dummy_hand or ()))), *view.plays}
    hidden = [card for card in range(52) if card not in seen]
    other["owner"][hidden] = rng.permutation(state["owner"][hidden])
    return other


def test_a_call_is_refused() -> None:
    game = Game(Board.random(1, np.random.default_rng(0)))
    assert game.actor is not None
    with pytest.raises(ValueError, match="only plays cards"):
        make("heuristic").act(game.view(game.actor))


def test_every_card_is_legal_and_the_same_view_gives_the_same_card() -> None:
    rng = np.random.default_rng(2)
    player = make("heuristic")
    for number in range(1, 61):
        game = Game(Board.random(number, rng))
        bid_at_random(game, rng)
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
