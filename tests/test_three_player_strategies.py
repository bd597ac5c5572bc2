"""The bidding strategies of three-player auction bridge, the high-low card player, and the round robin."""

from __future__ import annotations

import json

import numpy as np
import pytest

import agents
from agents.three_player.strategies import cheapest_bid, expected_tricks
from bridge.actions import NAMES, PASS, index
from bridge.agent import OutOfRoleError
from bridge.deal import Deal, Hand
from bridge.public import Phase
from bridge.seats import Seat
from bridge.solved import shipped_deals
from bridge.three_player_game import ThreePlayerGame, numbered_board
from evaluation.three_player.command import main
from evaluation.three_player.round_robin import play_round_robin

_STRATEGIES = ("defensive", "attacking", "bluff", "defeat_seeking")


def game_with(hand: str, calls: str = "", dealer: int = 0) -> ThreePlayerGame:
    """A board on which player 0 holds a hand; the others' cards are any."""
    held = Hand.parse(hand)
    owners = np.empty(52, dtype=np.uint8)
    mine = [card.index for card in held]
    others = [card for card in range(52) if card not in mine]
    owners[mine] = 0
    owners[others] = np.arange(39) % 3 + 1
    game = ThreePlayerGame(numbered_board(dealer + 1, Deal.from_owners(owners)))
    for call in calls.split():
        game.act(index(call))
    return game


def call_of(name: str, hand: str, calls: str = "", dealer: int = 0) -> str:
    game = game_with(hand, calls, dealer)
    assert game.player == 0
    agent = agents.make(name)
    agent.reset(Seat.N, np.random.default_rng(0))
    return NAMES[agent.act(game.view(0))]


_PASSES_3NT = "AKQJ.AKQ.AKQ.A32"
_TEN_POINTS = "AQ32.K32.J32.432"
_SPADES = "AKQ9876.K2.32.32"


# --- strategies ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategy", "hand", "calls", "expected"),
    [
        ("defensive", _PASSES_3NT, "", "1N"),
        ("defensive", _TEN_POINTS, "", "P"),
        ("defensive", _SPADES, "", "P"),
        ("attacking", _SPADES, "", "1S"),
        ("attacking", _TEN_POINTS, "", "P"),
        ("bluff", _TEN_POINTS, "", "P"),
        ("defeat_seeking", _PASSES_3NT, "", "P"),
    ],
)
def test_opening_calls(strategy, hand, calls, expected):
    assert call_of(strategy, hand, calls) == expected


def test_defensive_bids_up_to_the_level_that_the_algorithm_passes():
    # AQT8.AQ8.AQ8.A52 passes for 2NT and not for 3NT.
    assert call_of("defensive", "AQT8.AQ8.AQ8.A52", "1N P", dealer=1) == "2N"
    assert call_of("defensive", "AQT8.AQ8.AQ8.A52", "2N P", dealer=1) == "P"


def test_attacking_bids_up_to_its_expected_tricks():
    # 12 points and seven spades: 1.355 + 12 x 0.258 + 7 x 0.726 = 9.5 tricks.
    assert call_of("attacking", _SPADES, "2N P", dealer=1) == "3S"
    assert call_of("attacking", _SPADES, "3N P", dealer=1) == "P"


def test_bluff_goes_one_level_beyond_over_a_bid():
    assert call_of("bluff", _SPADES, "3N P", dealer=1) == "4S"
    assert call_of("bluff", _SPADES, "4N P", dealer=1) == "P"


def test_defeat_seeking_keeps_a_board_from_being_passed_out():
    assert call_of("defeat_seeking", _PASSES_3NT, "P P", dealer=1) == "1N"
    assert call_of("defeat_seeking", _TEN_POINTS, "P P", dealer=1) == "P"


def test_defeat_seeking_leaves_a_bid_to_others():
    assert call_of("defeat_seeking", _PASSES_3NT, "1C P", dealer=1) == "P"


@pytest.mark.parametrize(
    ("last", "denomination", "bid"), [("P", 3, "1S"), ("1S", 3, "2S"), ("1N", 0, "2C"), ("2C", 4, "2N")]
)
def test_cheapest_bid_outranks_the_last(last, denomination, bid):
    number = -1 if last == "P" else index(last)
    assert NAMES[cheapest_bid(number, denomination)] == bid


def test_no_strategy_goes_beyond_the_seven_level():
    assert call_of("attacking", "AKQJT98765432...", "7N P", dealer=1) == "P"


def test_expected_tricks_are_those_of_the_solved_deals_on_average():
    deals = shipped_deals()
    owners, tricks = deals.at(np.arange(4000))
    expected = np.array([expected_tricks((row == 1).astype(np.uint8)) for row in owners])
    off = (expected - tricks[:, :, 1]).mean(axis=0)
    assert (np.abs(off) < 0.2).all()


@pytest.mark.parametrize("name", _STRATEGIES)
def test_strategies_bid_and_play_no_cards(name):
    game = game_with(_SPADES, "1N P P", dealer=1)
    view = game.view(game.player)
    with pytest.raises(OutOfRoleError, match="compose it with a card player"):
        agents.make(name).act(view)


# --- card players ----------------------------------------------------------------------------------------------------


def _play_out(names: str, seed: int) -> ThreePlayerGame:
    game = ThreePlayerGame(numbered_board(1, Deal.random(np.random.default_rng(seed))))
    for call in ("1N", "P", "P"):
        game.act(index(call))
    players = [agents.make(names) for _ in range(3)]
    for place, player in enumerate(players):
        player.reset(Seat(place), np.random.default_rng(place))
    while game.phase is not Phase.OVER:
        game.act(players[game.player].act(game.view(game.player)))
    return game


@pytest.mark.parametrize("card_player", ["high_low", "heuristic", "random", "pimc_normal"])
def test_card_players_play_a_board_to_its_end(card_player):
    assert _play_out(f"attacking+{card_player}", seed=1).state["tricks"].sum() == 13


def test_pimc_plays_for_the_points_of_this_game():
    game = game_with(_SPADES, "1S P P")
    game.act(int(np.flatnonzero(game.legal_actions())[0]))
    view = game.view(0)
    assert [view.score(tricks) for tricks in (6, 7, 9)] == [0, 9, 9]
    assert game.view(1).score(5) == 50


def _lead(game: ThreePlayerGame) -> int:
    agent = agents.make("high_low")
    return agent.act(game.view(game.player))


def test_high_low_leads_an_ace_from_its_longest_sure_suit():
    # Player 0 defends against player 2 and is on lead.
    game = game_with("AK432.A32.32.432", "1N P P", dealer=2)
    assert game.player == 0
    assert NAMES[_lead(game)] == "SA"


def test_high_low_leads_low_without_a_sure_trick():
    game = game_with("KQ432.Q32.32.432", "1N P P", dealer=2)
    assert NAMES[_lead(game)] == "S2"


def test_high_low_beats_random_card_play():
    results = play_round_robin(
        ["attacking+high_low", "attacking+random", "pass+random"], 60, seed=1, points="revised", play="cards"
    )
    standing = {result.player: result for result in results.standings}
    assert standing["attacking+high_low"].makes.low > standing["attacking+random"].makes.high


# --- round robin -----------------------------------------------------------------------------------------------------


def test_round_robin_is_the_same_for_the_same_seed_in_any_number_of_processes():
    one, two = (play_round_robin(_STRATEGIES, 12, seed=3, jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_round_robin_plays_every_three_in_every_order():
    result = play_round_robin(_STRATEGIES, 3, seed=3)
    assert result.boards == 3 * 24


def test_a_table_of_passers_is_passed_out():
    result = play_round_robin(["pass", "defeat_seeking", "defensive"], 20, seed=5)
    assert result.passed_out > 0.5
    passer = next(standing for standing in result.standings if standing.player == "pass")
    assert passer.declares == 0
    assert passer.makes is None


def test_double_dummy_results_are_those_of_the_solver():
    result = play_round_robin(["attacking", "pass", "random"], 2, seed=5, play="double_dummy")
    assert result.play == "double_dummy"
    assert sum(standing.points.mean for standing in result.standings) > 0


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["pass", "random"], "three or more"),
        (["pass", "pass", "random"], "all different"),
        (["heuristic", "pass", "random"], "heuristic does not bid"),
        (["defensiv", "pass", "random"], "nearest is defensive"),
    ],
)
def test_players_that_cannot_meet_are_refused(players, message):
    with pytest.raises(ValueError, match=message):
        play_round_robin(players, 4, seed=0)


def test_players_without_cards_are_refused_where_cards_are_played():
    with pytest.raises(ValueError, match=r"plays no cards: add a card player, for example pass\+heuristic"):
        play_round_robin(["random", "pass", "random+heuristic"], 4, seed=0, play="cards")


def test_a_bidder_who_doubles_is_named():
    with pytest.raises(ValueError, match=r"sayc does not play three-player auction bridge: .* there are no doubles"):
        play_round_robin(["attacking", "bluff", "sayc"], 5, seed=0)


def test_command_plays_under_both_tables(tmp_path, capsys):
    assert main(["match", "--deals", "4", "--out", str(tmp_path)]) == 0
    assert "under the revised table" in capsys.readouterr().out
    results = json.loads((tmp_path / "match.json").read_text(encoding="utf-8"))
    assert [result["points"] for result in results] == ["classic", "revised"]


def test_a_pass_is_a_pass_in_the_game_of_four_too():
    from bridge.board import Board
    from bridge.game import Game

    game = Game(
        Board.parse("dealer N, vulnerable None, N:AQ32.K32.J32.432 KJT9.QJT.KQT.KJT 8765.987.987.987 4.A654.A654.AQ65")
    )
    assert agents.make("defensive").act(game.view(Seat.N)) == PASS
