"""The page of a tournament in a headless browser: boards open, and nothing is complained of."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_of import page_of

from evaluation.boards import solved_boards
from evaluation.plan import plan_of

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

_BROWSER = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None
)

pytestmark = pytest.mark.skipif(
    _BROWSER is None, reason="no Chromium found: install chromium, or name one in the environment variable CHROMIUM"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[playwright.Browser]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=_BROWSER)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page of a match whose cards are played and valued."""
    plan = plan_of(["sayc+heuristic", "sayc+random"], play="cards", analysis=True)
    return written(page_of(plan, solved_boards(4, 6)), tmp_path_factory.mktemp("match"))


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page of a field of three pairs."""
    plan = plan_of(["sayc", "random", "pass"], form="pairs")
    return written(page_of(plan, solved_boards(6, 6)), tmp_path_factory.mktemp("field"))


def written(text: str, folder: Path) -> str:
    path = folder / "report.html"
    path.write_text(text, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def page(browser: playwright.Browser) -> Iterator[playwright.Page]:
    """A page without a network. Whatever it complains of, or asks the network for, is a failure."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "request", lambda request: None if request.url.startswith(("file:", "data:")) else faults.append(request.url)
    )
    yield page
    page.close()
    assert faults == []


def imps_listed(page: playwright.Page) -> list[int]:
    cells = page.locator(".boards tbody tr td:last-child").all_inner_texts()
    return [int(cell.replace("−", "-")) for cell in cells]


def test_a_board_opens_with_both_auctions_and_all_tricks(page: playwright.Page, match: str) -> None:
    page.goto(match)
    page.get_by_role("button", name="3", exact=True).first.click()
    assert page.locator(".board h3").inner_text() == "Board 3"
    assert page.locator(".auction").count() == 2
    assert page.locator(".auction").first.locator("th").all_inner_texts() == ["West", "North", "East", "South"]
    assert page.locator(".play").count() == 2
    assert page.locator(".play").first.locator("tbody tr").count() == 13
    assert page.locator(".play").first.locator("td.won").count() == 13


def test_a_board_shows_its_hands_and_its_double_dummy_table(page: playwright.Page, match: str) -> None:
    page.goto(match)
    assert page.locator(".hand").count() == 4
    assert page.locator("[data-card]").count() == 52
    assert page.locator(".hand", has_text="HCP").count() == 4
    assert page.locator(".solved tbody td").count() == 20
    assert "Par" in page.locator(".solved").inner_text()


@pytest.mark.parametrize(("number", "vulnerable"), [(1, []), (2, ["North", "South"]), (3, ["East", "West"])])
def test_vulnerable_seats_are_marked(page: playwright.Page, match: str, number: int, vulnerable: list[str]) -> None:
    page.goto(f"{match}#board-{number}")
    assert sorted(page.locator(".hand .vulnerable").all_inner_texts()) == vulnerable


def test_all_seats_are_vulnerable_on_board_four(page: playwright.Page, match: str) -> None:
    page.goto(f"{match}#board-4")
    assert page.locator(".hand .vulnerable").count() == 4


def test_calls_of_sayc_have_their_meaning(page: playwright.Page, match: str) -> None:
    page.goto(match)
    notes = page.locator(".auction").first.locator("sup")
    assert notes.count() > 0
    assert page.locator(".meanings").first.locator("li").count() == notes.count()


def test_boards_stand_in_the_order_of_their_swings(page: playwright.Page, match: str) -> None:
    page.goto(match)
    sizes = [abs(value) for value in imps_listed(page)]
    assert sizes == sorted(sizes, reverse=True)
    page.get_by_role("button", name="IMPs").click()
    assert [abs(value) for value in imps_listed(page)] == sorted(sizes)


def test_boards_can_be_sorted_by_their_numbers(page: playwright.Page, match: str) -> None:
    page.goto(match)
    page.get_by_role("button", name="board", exact=True).click()
    assert page.locator(".boards tbody th").all_inner_texts() == ["1", "2", "3", "4"]


def test_a_trick_is_marked_in_the_diagram(page: playwright.Page, match: str) -> None:
    page.goto(match)
    page.locator(".play").first.get_by_role("button", name="3", exact=True).click()
    assert page.locator("[data-card].now").count() == 4
    assert page.locator("[data-card].gone").count() == 8


def test_link_leads_to_the_hand_viewer(page: playwright.Page, match: str) -> None:
    page.goto(match)
    links = page.get_by_role("link", name="Open in the online hand viewer")
    assert links.count() == 2
    address = links.first.get_attribute("href")
    assert address is not None
    assert address.startswith("https://www.bridgebase.com/tools/handviewer.html?lin=")


def test_an_address_opens_its_board(page: playwright.Page, match: str) -> None:
    page.goto(match + "#board-2")
    assert page.locator(".board h3").inner_text() == "Board 2"


def test_contests_of_a_field_can_be_chosen(page: playwright.Page, field: str) -> None:
    page.goto(field)
    page.get_by_label("contest").select_option("random against pass")
    assert page.locator(".board .swing").inner_text().startswith("random against pass")
    assert page.locator(".tables h4").first.inner_text() == "random North-South, pass East-West"


def test_every_result_of_a_field_can_be_shown(page: playwright.Page, field: str) -> None:
    page.goto(field)
    page.locator(".traveller summary").click()
    assert page.locator(".traveller tbody tr").count() == 6
    page.locator(".traveller tbody tr").nth(5).get_by_role("button", name="show").click()
    assert page.locator(".tables h4").all_inner_texts() == ["pass North-South, random East-West"]


@pytest.mark.parametrize("name", ["match", "field"])
def test_page_does_not_scroll_sideways_on_a_phone(
    page: playwright.Page, name: str, request: pytest.FixtureRequest
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(request.getfixturevalue(name))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_page_is_there_without_scripts(browser: playwright.Browser, match: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(match)
    assert page.get_by_role("heading", name="Cross table").is_visible()
    assert page.get_by_text("needs JavaScript").is_visible()
    page.close()
