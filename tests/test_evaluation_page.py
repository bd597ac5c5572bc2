"""The page of a tournament: whole, self-contained, and safe from what names contain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest
from page_of import page_of

from agents.passing import AlwaysPass
from bridge.notation import parse_lin
from bridge.scoring import imps
from evaluation import Team
from evaluation.boards import random_boards, solved_boards
from evaluation.page import page
from evaluation.page.markup import element, signed
from evaluation.page.plots import histogram, running_mean
from evaluation.page.viewer import largest_swings
from evaluation.plan import Plan, plan_of
from evaluation.results import Results, read_results
from evaluation.statistics import estimate
from evaluation.store import IN_MEMORY, Store
from evaluation.summary import summarise
from evaluation.tournament import play_tournament

_VIEWER = "https://www.bridgebase.com/tools/handviewer.html?lin="
_VOID = {"meta", "link", "br"}


class _Checker(HTMLParser):
    """Follows the elements of a page, and fails on one that is closed in the wrong place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "srcset", "action", "data"):
                self.addresses.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def checked(text: str) -> _Checker:
    checker = _Checker()
    checker.feed(text)
    checker.close()
    assert checker.open == []
    return checker


def data_of(text: str) -> dict[str, Any]:
    """What the page's script reads."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.fixture(scope="module")
def field() -> str:
    return page_of(plan_of(["sayc", "pass", "random"], form="pairs"), solved_boards(8, 9))


@pytest.fixture(scope="module")
def played() -> str:
    """Cards played and valued, on boards whose tables are not known beforehand."""
    plan = plan_of(["sayc+heuristic", "sayc+random"], play="cards", analysis=True)
    return page_of(plan, random_boards(2, 4), solve=True)


def test_page_is_well_formed(field: str) -> None:
    found = checked(field)
    assert field.startswith("<!DOCTYPE html>")
    assert len(found.ids) == len(set(found.ids))


def test_page_shows_every_contest(field: str) -> None:
    for heading in ("sayc against pass", "sayc against random", "pass against random"):
        assert f"<h3>{heading}</h3>" in field


def test_page_refers_to_nothing_outside_but_the_hand_viewer(field: str) -> None:
    assert all(address.startswith(("#", "data:")) for address in checked(field).addresses)
    assert set(re.findall(r"https?://[^/\s\"']*", field)) == {"https://www.bridgebase.com"}
    assert field.count("https://") == field.count(_VIEWER)
    assert "@import" not in field
    assert "url(" not in field


def test_names_cannot_break_the_page() -> None:
    name = "</script><b>&\"'<!--"
    text = page_of(plan_of([Team(name, maker=AlwaysPass), "pass"]), solved_boards(2, 0))
    assert "<b>" not in text
    assert text.count("</script>") == 2
    assert data_of(text)["labels"][0] == name
    assert any(name in words for words in checked(text).words)


def test_scores_of_the_boards_are_those_of_the_results() -> None:
    plan = plan_of(["sayc", "random"])
    boards = solved_boards(6, 1)
    for board in data_of(page_of(plan, boards))["boards"]:
        (contest,) = board["contests"]
        one, two = (board["tables"][place]["score"] for place in contest["tables"])
        assert contest["difference"] == one - two
        assert contest["imps"] == imps(one - two)


def test_few_boards_are_all_shown(field: str) -> None:
    assert [board["place"] for board in data_of(field)["boards"]] == list(range(1, 9))
    assert "All 8 boards." in field


@pytest.fixture(scope="module")
def three_teams() -> Iterator[tuple[Plan, Store, Results]]:
    plan = plan_of(["sayc", "pass", "random"], form="round_robin")
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, solved_boards(40, 2), store))
        yield plan, store, read_results(plan, store)


def test_of_many_boards_those_with_the_largest_swings_are_shown(three_teams: tuple[Plan, Store, Results]) -> None:
    _, store, results = three_teams
    data = data_of(page(summarise(results, [], ""), results, store.boards(), shown=5))
    assert [board["place"] - 1 for board in data["boards"]] == largest_swings(results, 5)
    assert len(data["boards"]) == 5


def test_every_contest_shows_its_largest_swing(three_teams: tuple[Plan, Store, Results]) -> None:
    _, _, results = three_teams
    shown = largest_swings(results, 3)
    for contest in range(3):
        swings = np.abs(results.imps(contest))
        assert swings[shown].max() == swings.max()


def test_page_says_where_the_other_boards_are(three_teams: tuple[Plan, Store, Results]) -> None:
    _, store, results = three_teams
    text = page(summarise(results, [], ""), results, store.boards(), shown=5)
    assert "The 5 of 40 boards with the largest swings." in text
    assert "tables.pbn" in text


def test_link_to_the_hand_viewer_holds_the_board(played: str) -> None:
    data = data_of(played)
    table = data["boards"][0]["tables"][0]
    (record,) = parse_lin(table["url"]).records
    assert len(record.plays) == len(table["plays"]) == 52
    assert record.tags["North"] == data["labels"][table["ns"]]


def test_tricks_won_add_up_to_the_contracts_result(played: str) -> None:
    for board in data_of(played)["boards"]:
        for table in board["tables"]:
            winners = table["leaders"][1:]
            side = "NS" if table["contract"][-1] in "NS" else "EW"
            assert sum(winner in side for winner in winners) == table["trace"][-1]


def test_boards_without_a_table_are_solved_for_the_page(played: str) -> None:
    for board in data_of(played)["boards"]:
        assert np.array(board["solved"]).shape == (5, 4)
        assert "North-South" in board["par"] or board["par"] == "0"


def test_high_card_points_of_a_deal_are_forty(field: str) -> None:
    assert {sum(board["hcp"]) for board in data_of(field)["boards"]} == {40}


def test_one_roles_tables_are_compared_with_the_same_opposition() -> None:
    plan = plan_of(["heuristic", "random"], play="cards", bidder="sayc", compare="defence")
    for board in data_of(page_of(plan, solved_boards(3, 5)))["boards"]:
        (contest,) = board["contests"]
        one, two = (board["tables"][place] for place in contest["tables"])
        assert contest["difference"] in (one["score"] - two["score"], two["score"] - one["score"])
        assert {0, 2} == {one["ns"], one["ew"]}
        assert {1, 2} == {two["ns"], two["ew"]}


# --- meanings --------------------------------------------------------------------------------------------------------


def test_only_the_bidders_own_calls_are_explained() -> None:
    data = data_of(page_of(plan_of(["sayc", "random"]), solved_boards(3, 3)))
    for board in data["boards"]:
        for table in board["tables"]:
            sides = ("NESW".index(board["dealer"]) + place for place in range(len(table["calls"])))
            explained = {
                table["ew" if side % 2 else "ns"] for side, note in zip(sides, table["notes"], strict=True) if note
            }
            assert explained <= {0}


# --- pieces ----------------------------------------------------------------------------------------------------------


def test_text_is_escaped_and_markup_is_not() -> None:
    assert element("p", element("b", "<"), "&", title='"') == '<p title="&quot;"><b>&lt;</b>&amp;</p>'


@pytest.mark.parametrize(("value", "words"), [(0.25, "+0.25"), (-1.5, "−1.50")])
def test_numbers_have_their_sign(value: float, words: str) -> None:
    assert signed(value) == words


def test_histogram_has_a_bar_for_every_swing_that_occurs() -> None:
    values = np.array([-3, 0, 0, 5])
    drawn = histogram(values, estimate(values.tolist()), "swings")
    bars = re.findall(r'<rect class="(gain|even|loss)"', drawn)
    assert bars == ["loss", "even", "gain"]


@pytest.mark.parametrize("values", [[0, 0], [1, -1, 4], [24] * 3])
def test_plots_of_few_or_equal_boards_are_drawn(values: list[int]) -> None:
    array = np.array(values)
    for drawn in (histogram(array, estimate(values), "swings"), running_mean(array, "mean")):
        checked(drawn)
        assert "nan" not in drawn
        assert "inf" not in drawn
