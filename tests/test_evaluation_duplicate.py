"""Duplicate matches: what must cancel, what must not depend on how the work is spread, and who may play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents import make
from bridge.actions import index
from bridge.scoring import imps
from evaluation import MatchResult, Team, play_match
from evaluation.boards import MatchBoard, random_boards, solved_boards

BOARDS = solved_boards(24, 5)


def differences(match: MatchResult) -> list[int]:
    return [board.difference for board in match.boards]


@pytest.mark.parametrize("name", ["pass", "sayc", "random"])
def test_a_team_against_itself_comes_out_at_zero_on_every_board(name: str) -> None:
    assert differences(play_match(name, name, BOARDS)) == [0] * 24


def test_a_card_player_against_itself_comes_out_at_zero_on_every_board() -> None:
    boards = random_boards(4, 1)
    assert differences(play_match("sayc+heuristic", "sayc+heuristic", boards, play="cards")) == [0] * 4


@pytest.mark.parametrize("play", ["double_dummy", "cards"])
def test_exchanging_the_teams_negates_the_result(play: str) -> None:
    mode = "cards" if play == "cards" else "double_dummy"
    one = play_match("sayc+random", "random", BOARDS[:6], play=mode, seed=2)
    two = play_match("random", "sayc+random", BOARDS[:6], play=mode, seed=2)
    assert differences(one) == [-difference for difference in differences(two)]
    assert any(differences(one))
    assert one.raw_score.mean == -two.raw_score.mean


def test_difference_is_what_team_a_scores_at_both_tables() -> None:
    match = play_match("random", "pass", BOARDS)
    for board in match.boards:
        # Team B only passes, so team A declares: North-South at table 1, East-West at table 2.
        assert board.difference == board.table_1.score_ns - board.table_2.score_ns
        assert board.table_1.contract is None or board.table_1.contract.declarer % 2 == 0
        assert board.table_2.contract is None or board.table_2.contract.declarer % 2 == 1
        assert board.imps == imps(board.difference)


def test_result_does_not_depend_on_the_number_of_jobs() -> None:
    one = play_match("sayc+random", "random", BOARDS, play="cards", seed=3, jobs=1)
    two = play_match("sayc+random", "random", BOARDS, play="cards", seed=3, jobs=2)
    assert one == two


def test_result_follows_from_the_seed() -> None:
    assert differences(play_match("random", "pass", BOARDS, seed=1)) == differences(
        play_match("random", "pass", BOARDS, seed=1)
    )
    assert differences(play_match("random", "pass", BOARDS, seed=1)) != differences(
        play_match("random", "pass", BOARDS, seed=2)
    )


def test_boards_of_a_match_do_not_depend_on_one_another() -> None:
    """The tenth board comes out the same whether or not the boards before it were played by the same agents."""
    long = play_match("random", "pass", BOARDS[:10], seed=1)
    assert differences(play_match("random", "pass", BOARDS[:4], seed=1)) == differences(long)[:4]


def test_given_auctions_give_the_same_contract_at_both_tables() -> None:
    match = play_match("heuristic", "random", random_boards(10, 2), play="cards", bidder="sayc")
    for board in match.boards:
        assert board.table_1.calls == board.table_2.calls
        assert board.table_1.contract == board.table_2.contract
    assert any(board.table_1.plays != board.table_2.plays for board in match.boards)


def test_recorded_auctions_are_taken_as_they_are() -> None:
    calls = tuple(index(name) for name in ["1N", "P", "P", "P"])
    boards = [replace(item, calls=calls) for item in random_boards(2, 2)]
    match = play_match("heuristic", "random", boards, play="cards", recorded_auctions=True)
    assert all(table.calls == calls for board in match.boards for table in (board.table_1, board.table_2))


def test_recorded_auctions_are_not_used_unless_asked_for() -> None:
    boards = [replace(item, calls=tuple(index(name) for name in ["1N", "P", "P", "P"])) for item in random_boards(2, 2)]
    assert play_match("pass", "pass", boards).boards[0].table_1.contract is None


def test_missing_recorded_auction_is_refused() -> None:
    with pytest.raises(ValueError, match="no complete recorded auction"):
        play_match("heuristic", "random", random_boards(2, 2), play="cards", recorded_auctions=True)


def test_given_auctions_need_the_cards_to_be_played() -> None:
    with pytest.raises(ValueError, match="use play=cards"):
        play_match("sayc", "random", BOARDS, bidder="sayc")


def test_bidder_that_must_play_cards_gets_the_heuristic_card_player() -> None:
    match = play_match("pass", "random", random_boards(1, 0), play="cards")
    assert (match.team_a.name, match.team_b.name) == ("pass+heuristic", "random")


def test_card_player_that_must_bid_is_refused() -> None:
    with pytest.raises(ValueError, match="heuristic only plays cards: compose it with a bidder"):
        play_match("heuristic", "random", BOARDS)


def test_a_match_without_boards_is_refused() -> None:
    no_boards: list[MatchBoard] = []
    with pytest.raises(ValueError, match="at least one board"):
        play_match("pass", "random", no_boards)


def test_unknown_agent_is_refused_before_anything_is_played() -> None:
    done: list[int] = []
    with pytest.raises(ValueError, match="unknown"):
        play_match("pass", "nobody", BOARDS, on_boards=done.append)
    assert done == []


def test_progress_counts_every_board() -> None:
    done: list[int] = []
    play_match("pass", "random", BOARDS, on_boards=done.append)
    assert sum(done) == 24


def test_a_team_may_bring_agents_of_its_own() -> None:
    own = Team("my passer", maker=lambda: make("pass"))
    assert play_match(own, "pass", BOARDS).team_a.name == "my passer"
