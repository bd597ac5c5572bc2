"""Where the points of a contest came from."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from bridge.calls import Contract
from evaluation.boards import random_boards, solved_boards
from evaluation.plan import Plan, plan_of
from evaluation.ratings import ratings
from evaluation.results import Results, read_results
from evaluation.store import IN_MEMORY, Store
from evaluation.summary import par_loss
from evaluation.swings import CardPlay, board_kind, card_play, parts_ns, swings
from evaluation.tournament import play_tournament
from evaluation.worker import PlayedBoard


@pytest.fixture(scope="module")
def played() -> Iterator[tuple[Results, list[PlayedBoard]]]:
    plan = plan_of(["sayc+heuristic", "sayc+random"], play="cards", analysis=True, seed=1)
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, random_boards(6, 3), store))
        yield read_results(plan, store), list(store.boards())


@pytest.fixture(scope="module")
def cards(played: tuple[Results, list[PlayedBoard]]) -> CardPlay:
    return card_play(*played)


@pytest.mark.parametrize(
    ("one", "two", "kind"),
    [
        ("4S by N", "3S by N", "game"),
        ("6S by N", "4S by N", "slam"),
        ("7NT by W", "6NT by N", "slam"),
        ("2H by N", "1NT by E", "partscore"),
        ("2H by N", "2Hx by N", "doubled"),
        ("6Sx by N", "4S by N", "doubled"),
        ("3NT by N", None, "game"),
        (None, None, "passed out"),
    ],
)
def test_a_board_is_of_the_kind_of_its_highest_contract(one: str | None, two: str | None, kind: str) -> None:
    contracts = [None if text is None else Contract.parse(text) for text in (one, two)]
    assert board_kind(*contracts) == kind
    assert board_kind(*contracts[::-1]) == kind


def test_parts_of_a_table_add_up_to_its_score(played: tuple[Results, list[PlayedBoard]]) -> None:
    for board in played[1]:
        for table in board.tables:
            assert sum(parts_ns(table)) == table.result.score_ns


def test_parts_of_a_contest_add_up_to_its_differences(
    played: tuple[Results, list[PlayedBoard]], cards: CardPlay
) -> None:
    assert cards.parts[:, 0].sum(axis=1).tolist() == played[0].differences(0).tolist()


def test_bidding_of_the_same_bidders_makes_no_difference(cards: CardPlay) -> None:
    assert not cards.parts[:, 0, 0].any()
    assert cards.parts[:, 0, 1:].any()


def test_a_random_card_player_loses_more_tricks_in_every_role(cards: CardPlay) -> None:
    heuristic, random = cards.tricks_lost(0), cards.tricks_lost(1)
    for role in ("declarer", "defence"):
        better, worse = heuristic[role], random[role]
        assert better is not None
        assert worse is not None
        assert better < worse


def test_swings_add_up_to_the_imps_of_the_contest(played: tuple[Results, list[PlayedBoard]]) -> None:
    results = played[0]
    found = swings(results, 0)
    assert sum(swing.net for swing in found) == results.imps(0).sum()
    assert sum(swing.boards for swing in found) == len(results)


def solved(names: list[str], n: int) -> tuple[Plan, Results]:
    plan = plan_of(names, form="round_robin")
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, solved_boards(n, 2), store))
        return plan, read_results(plan, store)


def test_what_the_teams_lose_to_par_adds_up_to_nothing() -> None:
    _, results = solved(["sayc", "pass"], 32)
    losses = [par_loss(results, team) for team in (0, 1)]
    assert all(loss is not None for loss in losses)
    assert sum(loss.mean for loss in losses if loss is not None) == pytest.approx(0)


def test_par_loss_is_unknown_without_solved_boards(played: tuple[Results, list[PlayedBoard]]) -> None:
    assert par_loss(played[0], 0) is None


def test_ratings_order_the_teams_as_their_matches_do() -> None:
    _, results = solved(["random", "sayc", "pass"], 64)
    rated = ratings(results)
    assert np.argsort([rating.mean for rating in rated]).tolist() == [0, 2, 1]


def test_equal_teams_have_equal_ratings() -> None:
    one, two = ratings(solved(["sayc", "sayc"], 16)[1])
    assert one == two


def test_more_boards_make_a_rating_surer() -> None:
    few, many = solved(["sayc", "pass"], 8)[1], solved(["sayc", "pass"], 64)[1]
    assert ratings(many)[0].deviation < ratings(few)[0].deviation
