"""A rubber at the terminal."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from terminal_play import AFTER_A_BOARD, QUIET, FollowingHints, Person, check_transcript, plain, sitting, typing

from bridge.actions import index
from bridge.board import Board
from bridge.deal import Deal
from bridge.seats import Seat, Vulnerability
from settings import SettingsError
from terminal.console import Leave
from terminal.seating import Seating
from terminal.session import Played, Session, read, write
from terminal.table import Table


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a whole rubber is kept, played by following hints."""
    return tmp_path_factory.mktemp("rubber")


@pytest.fixture(scope="module")
def whole_rubber(folder: Path) -> Person:
    """The person who has played it."""
    hints = FollowingHints(boards=99)

    def answer(prompt: str, transcript: str) -> str:
        return "q" if prompt == AFTER_A_BOARD and "rubber to" in transcript else hints(prompt, transcript)

    return sitting(answer, folder, mode="rubber")


def test_two_deals_are_as_recorded(tmp_path: Path) -> None:
    check_transcript(sitting(plain("2S", "p", "1H", boards=2), tmp_path, mode="rubber", **QUIET), "rubber", tmp_path)


def test_whole_rubber_ends_with_its_scorecard(whole_rubber: Person, folder: Path) -> None:
    rubber = read(folder / "session.json").rubber()
    assert rubber.is_over
    assert str(rubber) in whole_rubber.transcript


def test_deal_passes_clockwise(whole_rubber: Person, folder: Path) -> None:
    boards = [played.board for played in read(folder / "session.json").finished]
    assert [board.dealer for board in boards] == [Seat(number % 4) for number in range(len(boards))]
    shown = re.findall(r"^Dealer (\w+), vulnerable (\w+)$", whole_rubber.transcript, re.MULTILINE)
    assert (boards[0].dealer.word, str(boards[0].vulnerable)) == shown[0]


def test_rubber_that_is_over_is_not_resumed(whole_rubber: Person, folder: Path, tmp_path: Path) -> None:
    assert "Go on with it" not in whole_rubber.transcript
    (tmp_path / "session.json").write_text((folder / "session.json").read_text())
    assert "A session is kept in" not in sitting(typing([]), tmp_path, mode="rubber").transcript


@pytest.mark.usefixtures("whole_rubber")
def test_vulnerability_of_every_deal_follows_from_the_games_before_it(folder: Path) -> None:
    session = read(folder / "session.json")
    for number, played in enumerate(session.finished):
        before = replace(session, finished=session.finished[:number])
        assert played.board.vulnerable is before.rubber().vulnerable
        assert played.board.number is None


def test_after_a_rubber_comes_another_one_with_other_deals(whole_rubber: Person, folder: Path, tmp_path: Path) -> None:
    assert "Enter for a new rubber" in whole_rubber.transcript
    # The session as it stood before the last deal, so that one deal ends the rubber.
    session = read(folder / "session.json")
    write(replace(session, finished=session.finished[:-1]), tmp_path / "session.json")
    hints = FollowingHints(boards=2)

    def answer(prompt: str, transcript: str) -> str:
        return "q" if "Deal 1 of the rubber" in transcript else hints(prompt, transcript)

    sitting(answer, tmp_path, mode="rubber", resume="always")
    assert read(tmp_path / "session.json").first == len(session.finished) + 1


def test_passed_out_deal_moves_on_without_a_score(tmp_path: Path) -> None:
    person = sitting(plain(boards=2), tmp_path, mode="rubber", **QUIET)
    assert "no score; the deal moves on" in person.transcript
    assert "Dealer East, vulnerable None" in person.transcript


def test_rubber_never_prints_duplicate_bonuses(whole_rubber: Person) -> None:
    assert "raw score" not in whole_rubber.transcript
    assert "IMP" not in whole_rubber.transcript


@pytest.mark.parametrize("setting", ["deal", "dealer", "vulnerable"])
def test_frame_of_a_rubbers_deals_cannot_be_set(tmp_path: Path, setting: str) -> None:
    with pytest.raises(SettingsError, match=f"{setting} cannot be set at rubber bridge"):
        sitting(typing([]), tmp_path, mode="rubber", **{setting: "N"})


# --- a part-score ----------------------------------------------------------------------------------------------------

INVITING = Deal.parse("N:A4.AQJ65.KQ32.54 QJ32.32.A94.T987 T98.K987.J87.AK2 K765.T4.T65.QJ63")


def all_hearts(declarer: Seat) -> Deal:
    """One hand holds the hearts, so that its side makes whatever it bids in them."""
    suits = {(declarer + step) % 4: suit for step, suit in enumerate((2, 3, 0, 1))}
    return Deal(bytes(next(seat for seat, held in suits.items() if held == card // 13) for card in range(52)))


def contract_after_a_raise(part_score_of: Seat) -> str:
    """What North's heart and South's raise end in, after this seat's side has made two hearts."""
    first = Played(Board(all_hearts(part_score_of), part_score_of, Vulnerability.NONE))
    for call in ("2H", "P", "P", "P"):
        first = first.with_action(index(call), "")
    game = first.game()
    while game.actor is not None:
        card = int(game.legal_actions().argmax())
        game.act(card)
        first = first.with_action(card, "")
    second = Played(Board(INVITING, Seat.N, Vulnerability.NONE))
    session = Session("rubber", 1, Seat.S, Seating("easy"), "move", False, 1, (first,), second)
    assert session.rubber().part_score(part_score_of.side) == 60
    person = Person(typing(["2H", "3H"]))
    with pytest.raises(Leave):
        Table(person.console, session, lambda session: None).play()
    return person.transcript


def test_robots_see_their_sides_part_score() -> None:
    assert "Contract 2♥ by N." in contract_after_a_raise(Seat.S)


def test_robots_do_not_take_the_other_sides_part_score_for_theirs() -> None:
    assert "Contract 2♥ by N." not in contract_after_a_raise(Seat.E)
