"""Four robots at the table, everything in the open."""

import re
from pathlib import Path

import pytest
from terminal_play import WEST_DECLARES, Person, check_transcript, typing

from terminal.auctions import show_auctions
from terminal.settings import PlaySettings
from terminal.watch import watch


def watched(**settings: object) -> Person:
    person = Person(typing([]))
    watch(PlaySettings(**{"mode": "auto", "level": "easy", "seed": 7, **settings}), person.console)  # type: ignore[arg-type]
    return person


def test_deal_of_four_robots_is_as_recorded(tmp_path: Path) -> None:
    check_transcript(watched(**WEST_DECLARES, south="terminal_play:Quiet"), "auto", tmp_path)


def test_every_hand_is_printed_with_points_and_shape() -> None:
    lines = re.findall(
        r"^(\w+) +♠ .* (\d+) HCP  (\d-\d-\d-\d) +(\d+) total points$", watched().transcript, re.MULTILINE
    )
    assert [seat for seat, *_ in lines] == ["North", "East", "South", "West"]
    assert sum(int(hcp) for _, hcp, _, _ in lines) == 40
    for _, hcp, shape, points in lines:
        lengths = [int(length) for length in shape.split("-")]
        assert sum(lengths) == 13
        assert int(points) == int(hcp) + sum(max(0, length - 4) for length in lengths)


def test_thirteen_tricks_with_their_winners() -> None:
    shown = watched().transcript
    tricks = re.findall(r"^Trick +\d+ .*  (\w+) wins$", shown, re.MULTILINE)
    assert len(tricks) == 13
    north_south = sum(winner in ("North", "South") for winner in tricks)
    assert f"NS {north_south}, EW {13 - north_south} tricks" in shown


def test_same_seed_same_board() -> None:
    assert watched(seed=3).transcript == watched(seed=3).transcript


def test_deal_of_a_number_does_not_depend_on_the_boards_before_it() -> None:
    both, second = watched(boards=2).transcript, watched(board=2).transcript
    assert second.partition("Board 2")[2] == both.partition("Board 2")[2]


def test_passed_out_deal(tmp_path: Path) -> None:
    seats = dict.fromkeys(("north", "east", "south", "west"), "pass")
    assert watched(**seats).transcript.endswith("\nPassed out: no score for either side\n")


def test_agents_that_only_bid_or_only_play_are_completed_and_named() -> None:
    shown = watched(north="pass", east="heuristic", south="random").transcript
    for words in ("North is pass+pimc_easy.", "East is sayc+heuristic.", "South is random."):
        assert words in shown


def test_unknown_agent_is_refused() -> None:
    with pytest.raises(ValueError, match="agent 'syac' is unknown"):
        watched(west="syac")


def test_a_deal_of_ones_own() -> None:
    deal = "N:AKQ2.AKQ.AKQ.AKQ JT9.JT9.JT9.JT98 876.876.8765.765 543.5432.432.432"
    shown = watched(deal=deal, dealer="S", vulnerable="Both").transcript
    assert "dealer South, vulnerable Both" in shown
    assert "North  ♠ AKQ2  ♥ AKQ  ♦ AKQ  ♣ AKQ" in shown


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"deal": "N:AK"}, "deal has 1 hands"),
        ({"deal": "N:AKQ2.AKQ.AKQ.AKQ - - -"}, "a hand is not known"),
        ({"dealer": "X"}, "seat 'X' is unknown"),
        ({"vulnerable": "ALWAYS"}, "vulnerability 'ALWAYS' is unknown"),
    ],
)
def test_bad_settings_are_refused(setting: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        watched(**setting)


def test_auctions_show_the_same_deals_with_the_meaning_of_every_call() -> None:
    person = Person(typing([]))
    show_auctions(PlaySettings(mode="bid", seed=7), person.console)
    assert "♠ AK954" in person.transcript
    assert re.search(r"^N 1NT: 15-17 HCP", person.transcript, re.MULTILINE)


def test_auctions_of_other_bidders_say_whose_calls_have_no_meaning() -> None:
    person = Person(typing([]))
    show_auctions(PlaySettings(mode="bid", seed=7, level="easy", east="pass"), person.console)
    assert "E Pass: pass+pimc_easy does not disclose what it means" in person.transcript


def test_a_new_seed_is_said() -> None:
    first, second = (re.match(r"Seed (\d+)\.", watched(seed=None).transcript) for _ in range(2))
    assert first is not None
    assert second is not None
    assert first[1] != second[1]
