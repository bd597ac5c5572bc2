"""The PIMC player: legal, reproducible, exact where it says so, and disclosed."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from card_play import positions_at_the_table, random_game

import agents
from agents.heuristic import choose
from agents.pimc import LEVELS, PimcCardPlayer
from agents.pimc.batched import choose_many
from agents.pimc.levels import Clock
from agents.roles import can_bid, can_play
from bridge import double_dummy
from bridge.actions import PASS, index
from bridge.board import Board
from bridge.deal import Deal
from bridge.game import Game
from bridge.seats import Seat, Vulnerability

QUICK = ("easy", "normal", "hard", "expert", "train")


def seated(level: str, game: Game, seed: int = 0, **options: object) -> PimcCardPlayer:
    player = PimcCardPlayer(level, **options)  # type: ignore[arg-type]
    assert game.actor is not None
    player.reset(game.actor, np.random.default_rng(seed))
    return player


def game_of(pbn: str, calls: str, plays: str = "", dealer: Seat = Seat.N) -> Game:
    game = Game(Board(Deal.parse(pbn), dealer, Vulnerability.NONE))
    for name in (*calls.split(), *plays.split()):
        game.act(index(name))
    return game


@pytest.mark.parametrize("level", QUICK)
def test_cards_are_legal_through_a_whole_board(level: str) -> None:
    game = random_game(np.random.default_rng(1), 0)
    table = [PimcCardPlayer(level) for _ in Seat]
    for seat, player in zip(Seat, table, strict=True):
        player.reset(seat, np.random.default_rng(1))
    while game.actor is not None:
        game.act(table[game.actor].act(game.view(game.actor)))
    assert len(game.plays) == 52


def test_easy_plays_the_cards_of_the_rules() -> None:
    for game in islice(positions_at_the_table(seed=1), 100):
        assert game.actor is not None
        view = game.view(game.actor)
        assert seated("easy", game).act(view) == choose(view).card.index


@pytest.mark.parametrize("level", ["normal", "hard", "train"])
def test_without_a_clock_the_same_seed_plays_the_same_card(level: str) -> None:
    for game in islice(positions_at_the_table(seed=2), 0, 60, 6):
        assert game.actor is not None
        view = game.view(game.actor)
        first, second = (seated(level, game, 5, budget=None).decide(view) for _ in range(2))
        assert (first.card, first.payoffs) == (second.card, second.payoffs)


def test_a_card_does_not_depend_on_earlier_thoughts() -> None:
    game = random_game(np.random.default_rng(3), 21)
    assert game.actor is not None
    view = game.view(game.actor)
    player = seated("hard", game, budget=None)
    first = player.decide(view)
    assert player.decide(view).payoffs == first.payoffs


def test_last_tricks_are_exact_over_all_deals() -> None:
    """With few cards unseen every possible deal is solved: the payoffs are the exact averages."""
    for game in positions_at_the_table(seed=4):
        if len(game.plays) == 44:
            break
    assert game.actor is not None
    decision = seated("hard", game, inference=False).decide(game.view(game.actor))
    assert decision.exactness == "double dummy"
    assert decision.link == "own search"
    assert decision.worlds_completed <= 20


def test_five_tricks_from_the_end_every_world_asked_is_solved() -> None:
    done = 0
    for game in positions_at_the_table(seed=6):
        if len(game.plays) in range(32, 36):
            assert game.actor is not None
            decision = seated("hard", game, budget=None).decide(game.view(game.actor))
            assert decision.exactness == "double dummy"
            done += 1
        if done == 10:
            break


def test_payoff_is_the_score_of_the_board() -> None:
    """South can take all the tricks that are left in 3NT: the payoff is the score of the contract with overtricks."""
    game = game_of("N:AKQJ.AK2.AK2.432 T987.987.QJT.876 6543.QJT.543.AKQ 2.6543.9876.JT95", "1N P 3N P P P")
    game.act(index("C6"))
    assert game.actor is not None
    decision = seated("hard", game, budget=None).decide(game.view(game.actor))
    assert max(decision.payoffs.values()) == pytest.approx(400 + 30 * 4, abs=31)


def test_ace_is_not_thrown_where_it_wins_nothing() -> None:
    """R032: hearts are trumps, a club is led; dummy without clubs and trumps keeps its aces."""
    game = game_of("N:QJ.AKQJT9.KQ.A32 T9.876.JT9.87654 AK8765..A765432. 432.5432.8.KQJT9", "1H P P P C4")
    assert game.actor is Seat.N
    for level in ("easy", "normal", "hard"):
        card = seated(level, game, budget=None).act(game.view(Seat.N))
        assert card not in (index("SA"), index("SK"), index("DA"))


def test_every_card_comes_from_the_hand_on_turn() -> None:
    """R030: West declares, North leads, and every card shown was dealt to the seat that plays it."""
    game = game_of("N:QJ.AKQJT9.KQ.A32 T9.876.JT9.87654 AK8765..A765432. 432.5432.8.KQJT9", "1C P P P", dealer=Seat.W)
    player = PimcCardPlayer("normal")
    shown = []
    for seat in (Seat.N, Seat.E, Seat.S, Seat.W):
        assert game.turn is seat
        player.reset(seat, np.random.default_rng(1))
        actor = game.actor
        assert actor is not None
        card = player.act(game.view(actor))
        shown.append(game.board.deal.array()[card] == seat)
        game.act(card)
    assert all(shown)


def test_single_card_takes_no_thought() -> None:
    game = random_game(np.random.default_rng(8), 48)
    assert game.actor is not None
    decision = seated("expert", game).decide(game.view(game.actor))
    assert (decision.link, decision.worlds_completed) == ("only card", 0)


def test_decision_discloses_the_level() -> None:
    game = random_game(np.random.default_rng(13), 28)
    assert game.actor is not None
    decision = seated("expert", game).decide(game.view(game.actor))
    assert (decision.level, decision.worlds_asked, decision.budget_ms) == ("expert", 64, 180.0)
    assert 0 < decision.worlds_completed <= 64
    assert decision.elapsed_ms > 0
    assert decision.card in decision.payoffs


def test_a_short_budget_leaves_worlds_out() -> None:
    game = random_game(np.random.default_rng(10), 9)
    assert game.actor is not None
    view = game.view(game.actor)
    hurried = seated("expert", game, budget=0.001).decide(view)
    assert 1 <= hurried.worlds_completed < seated("expert", game, budget=None).decide(view).worlds_completed


def test_clock_without_a_budget_is_never_late() -> None:
    assert not any(Clock(None).late() for _ in range(10))


def test_batched_cards_equal_single_cards() -> None:
    views, games = [], []
    for game in islice(positions_at_the_table(seed=11), 0, 80, 4):
        assert game.actor is not None
        views.append(game.view(game.actor))
        games.append(int(game.actor))
    seeds = [int(np.random.default_rng(row).integers(2**63)) for row in range(len(views))]
    single = []
    for row, view in enumerate(views):
        player = PimcCardPlayer("train")
        player.reset(view.seat, np.random.default_rng(row))
        single.append(player.act(view))
    assert choose_many(views, seeds) == single


def test_a_call_is_not_for_it() -> None:
    game = Game(Board.random(1, np.random.default_rng(1)))
    with pytest.raises(ValueError, match="only plays cards"):
        PimcCardPlayer("hard").act(game.view(game.actor))  # type: ignore[arg-type]


def test_another_seats_turn_is_refused() -> None:
    game = random_game(np.random.default_rng(12), 4)
    assert game.actor is not None
    with pytest.raises(ValueError, match="is not to play"):
        PimcCardPlayer("hard").act(game.view(Seat((game.actor + 1) % 4)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": "grandmaster"}, "level 'grandmaster' is unknown"),
        ({"budget": 0.0}, "budget of 0.0 ms"),
        ({"worlds": 0}, "at least one"),
    ],
)
def test_bad_options_are_refused(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PimcCardPlayer(**options)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_name(level: str) -> None:
    player = agents.make(f"pimc_{level}")
    assert isinstance(player, PimcCardPlayer)
    assert player.level.name == level


def test_composition_bids_and_plays() -> None:
    pair = agents.make("sayc+pimc_hard")
    assert can_bid(pair)
    assert can_play(pair)


def test_players_import_only_what_they_may() -> None:
    code = (
        "import sys, agents.pimc, agents.pimc.batched; print(*sorted(m for m in sys.modules if m.startswith(('torch',"
    )
    code += "'gymnasium', 'endplay', 'bridge.analysis', 'evaluation', 'training'))))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[1], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == []


def test_passes_end_in_no_play() -> None:
    game = Game(Board.random(1, np.random.default_rng(1)))
    for _ in range(4):
        game.act(PASS)
    assert game.actor is None


def test_preparing_the_solver_is_harmless() -> None:
    double_dummy.prepare()
    double_dummy.prepare()
