"""What bidders disclose of their calls, and what a table makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.agreements import ALL_PLAY_SAYC, SAYC, Agreements, Said
from agents.disclosure import disclosure_of
from agents.learned.system import CallMeaning, System, system_beside
from agents.sayc import SeatRanges, constraints
from bridge.actions import index
from bridge.seats import Seat, Vulnerability

NONE = Vulnerability.NONE
SHORT = ((2, 3, 4),) * 3
ONE_SPADE = CallMeaning((), index("1S"), 60, 0.1, (11, 13, 17), (*SHORT, (5, 5, 7)), 0.2, 0.5)
RAISE = CallMeaning((index("1S"), index("P")), index("2S"), 60, 0.2, (6, 8, 10), (*SHORT, (3, 3, 5)), 0.4, 0.6)
REBID = CallMeaning(
    (*RAISE.before, index("2S"), index("P")), index("4S"), 50, 0.2, (15, 16, 19), ONE_SPADE.lengths, 0, 1
)
SYSTEM = System("x", 100, (ONE_SPADE, RAISE, REBID))


def calls(words: str) -> list[int]:
    return [index(word) for word in words.split()]


def ranges(agreements: Agreements, auction: str) -> dict[Seat, SeatRanges]:
    """What an auction says of each hand, North dealing."""
    return dict(zip(Seat, agreements.ranges(calls(auction), Seat.N, NONE), strict=True))


# --- by name ---------------------------------------------------------------------------------------------------------


def test_sayc_says_what_its_calls_show() -> None:
    disclosure = disclosure_of("sayc+heuristic")
    assert disclosure is SAYC
    assert disclosure.explain(calls("1N"), Seat.N, NONE)[0].words.startswith("15-17 HCP")


def test_pass_that_shows_nothing_tells_nothing() -> None:
    assert not SAYC.explain(calls("1N P 3N P"), Seat.N, NONE)[-1].tells


def test_calls_outside_the_system_tell_nothing() -> None:
    assert not SAYC.explain(calls("7N"), Seat.N, NONE)[-1].tells


@pytest.mark.parametrize("name", ["random", "pass", "heuristic", "agents.passing:AlwaysPass"])
def test_bidders_without_a_system_disclose_nothing(name: str) -> None:
    assert disclosure_of(name) is None


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    """A place for a checkpoint; disclosure reads only the system beside it."""
    path = tmp_path / "bidder.safetensors"
    path.touch()
    return path


def test_learned_agent_discloses_the_system_beside_its_checkpoint(checkpoint: Path) -> None:
    system_beside(checkpoint).write_text(SYSTEM.to_json(), encoding="utf-8")
    assert disclosure_of(str(checkpoint.parent)) == SYSTEM
    assert disclosure_of(f"{checkpoint}+pimc_normal") == SYSTEM


def test_system_that_was_measured_anew_is_read_anew(checkpoint: Path) -> None:
    for system in (System("x", 100, (ONE_SPADE,)), SYSTEM):
        system_beside(checkpoint).write_text(system.to_json(), encoding="utf-8")
        assert disclosure_of(str(checkpoint)) == system


def test_learned_agent_without_a_measured_system_discloses_nothing(checkpoint: Path) -> None:
    assert disclosure_of(str(checkpoint)) is None


def test_damaged_system_discloses_nothing_with_a_warning(checkpoint: Path, caplog: pytest.LogCaptureFixture) -> None:
    system_beside(checkpoint).write_text("{", encoding="utf-8")
    assert disclosure_of(str(checkpoint)) is None
    assert "bidder.system.json is damaged" in caplog.text


def test_shipped_bidder_discloses_its_system() -> None:
    disclosure = disclosure_of("lstm_bidder")
    assert disclosure is not None
    assert disclosure.explain(calls("1H"), Seat.N, NONE)[0].tells


# --- in words --------------------------------------------------------------------------------------------------------


def test_measured_call_is_explained_by_what_it_was_measured_to_mean() -> None:
    assert SYSTEM.explain(calls("P 1S"), Seat.N, NONE)[1] == Said(str(ONE_SPADE))


def test_call_that_was_not_measured_tells_nothing() -> None:
    said = SYSTEM.explain(calls("7N"), Seat.N, NONE)[0]
    assert (said.words, said.tells) == ("has no measured meaning", False)


def test_measured_bid_without_the_suit_it_names_is_artificial() -> None:
    meaning = CallMeaning((), index("1S"), 60, 0.1, (12, 14, 17), (*SHORT, (0, 1, 3)), 0.2, 0.5)
    assert System("x", 100, (meaning,)).explain(calls("1S"), Seat.N, NONE)[0].alert == str(meaning)


def test_notrump_bid_of_a_measured_system_is_not_artificial() -> None:
    meaning = CallMeaning((), index("1N"), 60, 0.1, (15, 16, 17), ((0, 1, 2),) * 4, 0.2, 0.5)
    assert System("x", 100, (meaning,)).explain(calls("1N"), Seat.N, NONE)[0].alert is None


def test_each_side_explains_its_own_calls() -> None:
    said = Agreements.of_sides(SYSTEM, SAYC).explain(calls("1S X 2S P"), Seat.N, NONE)
    assert said[0] == Said(str(ONE_SPADE))
    assert said[1] == SAYC.explain(calls("1S X"), Seat.N, NONE)[1]


def test_side_that_discloses_nothing_leaves_its_calls_unexplained() -> None:
    said = Agreements.of_sides(None, SAYC).explain(calls("1S X P 2H"), Seat.N, NONE)
    assert [call is None for call in said] == [True, False, True, False]


# --- as ranges -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("auction", ["1N P 2C P 2H P 4H P P P", "P 1S X 2S 3H P P P", "1C 1H X 7N P P P"])
def test_table_where_all_play_sayc_knows_what_sayc_tells(auction: str) -> None:
    assert ALL_PLAY_SAYC.ranges(calls(auction), Seat.E, NONE) == constraints(calls(auction), Seat.E, NONE)


def test_ranges_of_a_hand_come_from_the_system_of_its_own_side() -> None:
    known = ranges(Agreements.of_sides(SYSTEM, SAYC), "1S P 1N P")
    assert known[Seat.N] == ONE_SPADE.ranges
    assert known[Seat.N].measured
    assert not known[Seat.E].measured


def test_last_measured_call_of_a_hand_counts() -> None:
    assert ranges(Agreements.of_sides(SYSTEM, None), "1S P 2S P 4S P P P")[Seat.N] == REBID.ranges


def test_call_without_a_measured_meaning_leaves_what_the_earlier_calls_said() -> None:
    assert ranges(Agreements.of_sides(SYSTEM, None), "1S P 2S P 6S P P P")[Seat.N] == ONE_SPADE.ranges


def test_hand_of_a_side_that_discloses_nothing_may_be_anything() -> None:
    assert ranges(Agreements.of_sides(SYSTEM, None), "1S 2H 2S P P P")[Seat.E] == SeatRanges()


def test_sayc_side_is_not_narrowed_by_what_sayc_would_mean_by_the_opponents_calls() -> None:
    alone = ranges(Agreements.of_sides(None, SAYC), "7S X P P P")[Seat.W]
    assert alone.length_high[3] == 13
