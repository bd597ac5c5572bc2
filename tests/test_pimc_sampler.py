"""The world sampler: what is certain is kept, what is likely weighs, and small endings agree with counting."""

from __future__ import annotations

from itertools import combinations, islice

import numpy as np
import pytest
from card_play import positions_at_the_table, random_game

from agents.agreements import SAYC, Agreements
from agents.heuristic.signals import likelihood
from agents.learned.system import CallMeaning, System
from agents.pimc import sampler
from agents.pimc.evidence import OUTSIDE_THE_BOX, Inference, boxes, weigh_by_boxes
from agents.pimc.position import Known
from agents.pimc.sampler import sample
from agents.sayc import constraints
from bridge.actions import PASS, index
from bridge.board import Board
from bridge.cards import CARDS_PER_SUIT, Card
from bridge.game import Game
from bridge.seats import Seat

HCP = {11: 1, 12: 2, 13: 3, 14: 4}
ONE_SPADE = index("1S")


def known_of(game: Game) -> Known:
    assert game.actor is not None
    return Known.of(game.view(game.actor))


def endings(n: int, cards_played: int) -> list[Game]:
    """Positions bid and played by the rules with so many cards played; copies, since the table goes on."""
    found = []
    for game in positions_at_the_table(seed=cards_played):
        if len(game.plays) == cards_played:
            copy = Game(game.board)
            for action in (*game.calls, *game.plays):
                copy.act(action)
            found.append(copy)
        if len(found) == n:
            return found
    return found


def deals_by_counting(known: Known) -> list[np.ndarray]:
    """Every deal of the unseen cards to two hidden hands that the rules allow."""
    first, second = known.hidden
    deals = []
    for held in combinations(known.unseen, known.sizes[0]):
        owners = known.state["owner"].copy()
        owners[list(known.unseen)] = second
        owners[list(held)] = first
        pairs = zip((first, second), known.barred, strict=True)
        if not any(barred >> card & 1 for seat, barred in pairs for card in known.unseen if owners[card] == seat):
            deals.append(owners)
    return deals


def weights_by_counting(game: Game, known: Known, deals: list[np.ndarray]) -> np.ndarray:
    shown = constraints(game.calls, game.dealer, game.vulnerable)
    weights = likelihood(known.view, np.array(deals, np.int8))
    for row, owners in enumerate(deals):
        for seat in known.hidden:
            cards = [Card(int(card)) for card in np.flatnonzero(owners == seat)]
            points = np.array(sum(HCP.get(card.rank, 0) for card in cards))
            lengths = np.array([sum(card.suit == suit for card in cards) for suit in range(4)])
            if not shown[seat].holds(points, lengths):
                weights[row] *= OUTSIDE_THE_BOX if shown[seat].certain else 0.3
    return weights / weights.sum()


@pytest.mark.parametrize("cards_played", [34, 38, 42])
def test_small_endings_have_exactly_the_weights_of_counting(cards_played: int) -> None:
    for game in endings(5, cards_played):
        known = known_of(game)
        deals = deals_by_counting(known)
        worlds = sample(known, len(deals), np.random.default_rng(1))
        assert worlds.exhaustive
        found = {world.tobytes(): weight for world, weight in zip(worlds.states["owner"], worlds.weights, strict=True)}
        expected = weights_by_counting(game, known, deals)
        assert len(found) == len(deals)
        for owners, weight in zip(deals, expected, strict=True):
            assert found[owners.tobytes()] == pytest.approx(weight)


@pytest.mark.parametrize("inference", [Inference.none(), Inference()])
def test_drawn_worlds_are_distributed_as_counting_says(monkeypatch: pytest.MonkeyPatch, inference: Inference) -> None:
    monkeypatch.setattr(sampler, "_ENUMERATED", 0)
    game = next(game for game in endings(20, 36) if 20 <= len(deals_by_counting(known_of(game))) <= 100)
    known = known_of(game)
    deals = deals_by_counting(known)
    counting = weights_by_counting(game, known, deals) if inference.auction else np.full(len(deals), 1 / len(deals))
    place = {owners.tobytes(): row for row, owners in enumerate(deals)}
    rounds = 150
    shares = np.zeros((rounds, len(deals)))
    for seed in range(rounds):
        worlds = sample(known, 256, np.random.default_rng(seed), inference)
        for owners, weight in zip(worlds.states["owner"], worlds.weights, strict=True):
            shares[seed, place[owners.tobytes()]] += weight
    error = shares.std(axis=0) / np.sqrt(rounds)
    # The draw from a pool favours rare worlds a little; it must stay within noise and two hundredths.
    assert (np.abs(shares.mean(axis=0) - counting) < 4 * error + 0.02 * counting + 1e-4).all()


@pytest.mark.parametrize("cards_played", [0, 1, 7, 22, 35, 46])
def test_worlds_keep_all_that_is_certain(cards_played: int) -> None:
    rng = np.random.default_rng(cards_played)
    for _ in range(10):
        game = random_game(rng, cards_played)
        known = known_of(game)
        for world in sample(known, 16, rng).states:
            seen = known.state["owner"] < 4
            assert np.array_equal(world["owner"][seen], game.state["owner"][seen])
            assert all((world["owner"] == seat).sum() == 13 for seat in Seat)
            for seat, barred in zip(known.hidden, known.barred, strict=True):
                held = (world["owner"] == seat) & (world["played_at"] == 0)
                assert not any(barred >> int(card) & 1 for card in np.flatnonzero(held))


def clubs_of_the_dealer(game: Game, agreements: Agreements) -> float:
    """How many clubs the dealer has in the worlds of the player on turn, on average."""
    assert game.actor is not None
    known = Known.of(game.view(game.actor), agreements)
    worlds = sample(known, 64, np.random.default_rng(1), Inference(auction=True, lead=False))
    clubs = (worlds.states["owner"][:, :CARDS_PER_SUIT] == game.dealer).sum(axis=1)
    return float(clubs @ worlds.weights)


# One spade, measured to show six clubs or seven.
CLUBS = System("x", 100, (CallMeaning((), ONE_SPADE, 60, 0.1, (0, 10, 20), ((6, 6, 7), *((0, 3, 5),) * 3), 0, 1),))


def test_worlds_follow_what_the_callers_side_discloses() -> None:
    game = Game(Board.random(1, np.random.default_rng(3)))
    for call in (ONE_SPADE, PASS, PASS, PASS):
        game.act(call)
    assert clubs_of_the_dealer(game, Agreements.of_sides(CLUBS, SAYC)) > 5.5
    assert clubs_of_the_dealer(game, Agreements.of_sides(SAYC, CLUBS)) < 4.5
    assert clubs_of_the_dealer(game, Agreements.of_sides(None, CLUBS)) < 4.5


@pytest.mark.parametrize(
    ("clubs", "points", "weight"), [(6, 10, 1.0), (5, 10, 0.15), (4, 10, 0.15**2), (6, 22, 0.15), (5, 24, 0.15**3)]
)
def test_hand_beside_measured_ranges_loses_weight_by_its_distance(clubs: int, points: int, weight: float) -> None:
    game = Game(Board.random(1, np.random.default_rng(3)))
    for call in (ONE_SPADE, PASS, PASS, PASS):
        game.act(call)
    assert game.actor is not None
    known = Known.of(game.view(game.actor), Agreements.of_sides(CLUBS, None))
    rows = boxes(known, Inference())[list(known.hidden).index(game.dealer)][np.newaxis]
    mask = sum(1 << card for card in hand_of(clubs, points))
    weights = weigh_by_boxes(np.array([[mask]]), np.zeros(1, np.int64), rows)
    assert weights.tolist() == pytest.approx([weight])


def hand_of(clubs: int, points: int) -> list[int]:
    """Thirteen cards with so many clubs, of three to five cards in the other suits, and so many points."""
    others = (13 - clubs) // 3
    lengths = [clubs, others, others, 13 - clubs - 2 * others]
    cards = [suit * 13 + rank for suit, length in enumerate(lengths) for rank in range(length)]
    for suit, rank in ((suit, rank) for rank in (12, 11, 10, 9) for suit in range(4)):
        lowest = min(card for card in cards if card // 13 == suit)
        if points >= rank - 8:
            points -= rank - 8
            cards[cards.index(lowest)] = suit * 13 + rank
    assert points == 0
    assert len(set(cards)) == 13
    return cards


def test_shares_sum_to_one_and_worlds_differ() -> None:
    for game in islice(positions_at_the_table(seed=5), 60):
        worlds = sample(known_of(game), 32, np.random.default_rng(2))
        assert worlds.weights.sum() == pytest.approx(1)
        assert len({world.tobytes() for world in worlds.states["owner"]}) == len(worlds) <= 32
        assert 1 <= worlds.effective <= 32 + 1e-6
        assert 0 <= worlds.accepted <= worlds.pool


def test_same_stream_gives_the_same_worlds() -> None:
    known = known_of(random_game(np.random.default_rng(6), 10))
    first, second = (sample(known, 20, np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(first.states, second.states)
    assert np.array_equal(first.weights, second.weights)


def test_an_auction_that_nobody_could_bid_leaves_worlds() -> None:
    """Seven no trump out of the blue: no hand is as the calls say, and the sampler goes on."""
    game = Game(random_game(np.random.default_rng(7), 0).board)
    for call in (89, 52, 52, 52):
        game.act(call)
    worlds = sample(known_of(game), 32, np.random.default_rng(1))
    assert len(worlds) > 0
    assert worlds.weights.sum() == pytest.approx(1)


def test_promised_points_are_mostly_kept() -> None:
    """A 1NT opener's hidden hand has 15 to 17 points in nearly all worlds, and not without the auction."""
    for game in positions_at_the_table(seed=8):
        known = known_of(game)
        opener = int(game.dealer)
        if game.calls[0] == 59 and opener in known.hidden and not game.plays:
            break
    shares = []
    for inference in (Inference(), Inference.none()):
        worlds = sample(known, 64, np.random.default_rng(1), inference)
        points = [
            sum(HCP.get(Card(int(card)).rank, 0) for card in np.flatnonzero(world["owner"] == opener))
            for world in worlds.states
        ]
        shares.append(np.mean([15 <= value <= 17 for value in points]))
    assert shares[0] > 0.8 > 0.5 > shares[1]


def test_no_worlds_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        sample(known_of(random_game(np.random.default_rng(9), 3)), 0, np.random.default_rng(1))
