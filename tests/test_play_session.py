"""Sessions that outlive the program: after leaving, after a crash, and as PBN and LIN."""

import json
from pathlib import Path

import pytest
from terminal_play import QUIET, FollowingHints, Person, plain, sitting, then, typing

from bridge.notation import read_records
from bridge.seats import Seat
from settings import SettingsError
from terminal.session import read, usual_file
from terminal.settings import PlaySettings
from terminal.sitting import sit_down


class Crash(Exception):
    """The program dies."""


# North opens one notrump and South, with four spades and ten points, asks for a major.
STAYMAN = "N:K542.AQ3.KQ4.K32 J98.K64.J98.Q654 AQ73.J85.A52.T87 T6.T972.T763.AJ9"


def crash_after(prompts: int) -> FollowingHints:
    """Follow hints until the program dies at some prompt."""

    class Crashing(FollowingHints):
        left = prompts

        def __call__(self, prompt: str, transcript: str) -> str:
            self.left -= 1
            if self.left < 0:
                raise Crash
            return super().__call__(prompt, transcript)

    return Crashing()


@pytest.mark.parametrize("prompts", [1, 3, 9, 40])
def test_board_goes_on_after_a_crash_as_if_nothing_had_been(tmp_path: Path, prompts: int) -> None:
    sitting(FollowingHints(), tmp_path, save=str(tmp_path / "whole"), seed=10)
    with pytest.raises(Crash):
        sitting(crash_after(prompts), tmp_path, seed=10)
    sitting(FollowingHints(), tmp_path, seed=10, resume="always")
    assert read(tmp_path / "session.json") == read(tmp_path / "whole.json")


def test_session_is_kept_after_every_action(tmp_path: Path) -> None:
    kept = []

    def answer(prompt: str, transcript: str) -> str:
        current = read(tmp_path / "session.json").current
        kept.append(0 if current is None else len(current.actions))
        return "q" if len(kept) == 3 else "p"

    sitting(answer, tmp_path, seed=18, seat="E")
    assert kept == sorted(set(kept))


def test_rubber_goes_on_with_its_score(tmp_path: Path) -> None:
    sitting(FollowingHints(boards=2), tmp_path, mode="rubber")
    before = read(tmp_path / "session.json").rubber()
    person = sitting(FollowingHints(boards=1), tmp_path, mode="rubber", resume="always")
    assert "Deal 3 of the rubber" in person.transcript
    after = read(tmp_path / "session.json").rubber()
    assert after.entries[: len(before.entries)] == before.entries


def test_saved_session_settings_win_over_those_of_the_command_line(tmp_path: Path) -> None:
    sitting(typing(["q"]), tmp_path, seed=10, seat="E")
    assert "You sit East. Seed 10." in sitting(typing([]), tmp_path, seed=3, resume="always").transcript


@pytest.mark.parametrize(("answers", "seed"), [(["y"], 10), ([""], 10), (["maybe", "n"], 3)])
def test_person_is_asked_whether_to_go_on(tmp_path: Path, answers: list[str], seed: int) -> None:
    sitting(typing(["q"]), tmp_path, seed=10)
    shown = sitting(typing(answers), tmp_path, seed=3).transcript
    assert f"You sit South. Seed {seed}." in shown
    assert ("Type Y to go on with it" in shown) == ("maybe" in answers)


def test_person_is_told_that_a_new_session_takes_the_old_ones_place_before_the_answer(tmp_path: Path) -> None:
    sitting(plain(boards=1), tmp_path, **QUIET)
    shown = sitting(typing([]), tmp_path).transcript.partition("(y/n)")[0]
    assert ": 1 board played, seed 7.\n" in shown
    assert "takes its place" in shown


def test_nothing_is_asked_when_the_saved_session_never_began(tmp_path: Path) -> None:
    sitting(typing(["q"]), tmp_path, seed=2, dealer="S")
    assert "Goodbye.\n" in sitting(typing(["q"]), tmp_path, seed=2, dealer="S").transcript


def test_never_resuming_starts_anew(tmp_path: Path) -> None:
    sitting(typing(["q"]), tmp_path, seed=10)
    assert "Seed 3." in sitting(typing([]), tmp_path, seed=3, resume="never").transcript


def test_there_must_be_a_session_to_resume(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no saved session"):
        sitting(typing([]), tmp_path, resume="always")


def test_session_of_another_mode_is_not_overwritten(tmp_path: Path) -> None:
    sitting(typing(["q"]), tmp_path, seed=10)
    with pytest.raises(SettingsError, match="a session of mode=practice is kept there"):
        sitting(typing([]), tmp_path, mode="rubber")


def test_pbn_file_of_another_program_is_not_overwritten(tmp_path: Path) -> None:
    mine = tmp_path / "session.pbn"
    mine.write_text("% my own boards\n")
    with pytest.raises(SettingsError, match=r"session\.pbn is there and of no session; name another file"):
        sitting(plain(), tmp_path, **QUIET)
    assert mine.read_text() == "% my own boards\n"


def test_what_is_no_session_is_not_overwritten_by_a_new_one(tmp_path: Path) -> None:
    mine = tmp_path / "session.json"
    mine.write_text("{}")
    with pytest.raises(ValueError, match="no session that can be resumed"):
        sitting(typing([]), tmp_path, resume="never")
    assert mine.read_text() == "{}"


@pytest.mark.parametrize("name", ["club.2026", "club.2026.json", "club.2026.pbn"])
def test_name_of_a_session_may_have_dots(tmp_path: Path, name: str) -> None:
    sitting(plain(), tmp_path, save=str(tmp_path / name), **QUIET)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["club.2026.json", "club.2026.pbn"]


def test_home_folder_of_nobody_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"~nobody-of-that-name/x\.json names no folder of a user"):
        sitting(typing([]), tmp_path, save="~nobody-of-that-name/x")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"current"', '"currant"'),
        ("bridge-arena table 1", "bridge-arena table 9"),
        ('"actions": "', '"actions": "1C 1C '),
        ('"reasons": [', '"reasons": ["one too many", '),
        ("dealer N", "dealer Q"),
        ('"practice"', '"patience"'),
        ('"level": "easy"', '"level": "godlike"'),
        ('"first": 1', '"first": 0'),
        ("{", ""),
        ("{", "["),
    ],
)
def test_damaged_session_is_refused_in_one_line_and_left_alone(tmp_path: Path, old: str, new: str) -> None:
    sitting(typing(["q"]), tmp_path, seed=10)
    file = tmp_path / "session.json"
    damaged = file.read_text().replace(old, new)
    file.write_text(damaged)
    with pytest.raises(ValueError, match=r"session\.json is no session that can be resumed") as refused:
        sitting(typing([]), tmp_path)
    assert "\n" not in str(refused.value)
    assert file.read_text() == damaged


def test_session_that_cannot_be_written_is_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    person = sitting(plain(), tmp_path, save=str(tmp_path / "file" / "session"), **QUIET)
    assert person.transcript.count("This session cannot be kept") == 1
    assert "Passed out" in person.transcript


def test_usual_file_is_in_the_users_folder_for_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    person = Person(typing(["q"]))
    sit_down(PlaySettings(seed=10, level="easy"), person.console)
    assert usual_file("practice") == tmp_path / "bridge-arena" / "practice.json"
    assert read(usual_file("practice")).seed == 10


def test_nothing_is_left_beside_the_session(tmp_path: Path) -> None:
    sitting(FollowingHints(), tmp_path, seed=10)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["session.json", "session.pbn"]


# --- played boards as files ------------------------------------------------------------------------------------------


def test_pbn_beside_the_session_holds_the_played_boards(tmp_path: Path) -> None:
    sitting(FollowingHints(boards=2), tmp_path, seed=10)
    records = read_records(tmp_path / "session.pbn", strict=True).records
    session = read(tmp_path / "session.json")
    assert [record.board.number for record in records] == [1, 2]
    assert [(*record.calls, *record.plays) for record in records] == [played.actions for played in session.finished]
    assert [record.score_ns for record in records] == [played.game().score_ns() for played in session.finished]
    assert records[0].players == {
        **dict.fromkeys(Seat, "sayc+pimc_easy"),
        Seat.S: "You",
    }


@pytest.mark.parametrize("name", ["boards.pbn", "boards.lin"])
def test_boards_are_exported_by_the_ending_of_the_name(tmp_path: Path, name: str) -> None:
    person = sitting(then(plain(), f"export {tmp_path / name}"), tmp_path, deal=STAYMAN, seat="E")
    assert "1 board written to" in person.transcript
    record = read_records(tmp_path / name, strict=True).records[0]
    assert (*record.calls, *record.plays) == read(tmp_path / "session.json").finished[0].actions
    assert 2 in record.alerts  # South's two clubs


@pytest.mark.parametrize("name", ["boards.txt", "no/such/\0/folder.pbn", "~nobody-of-that-name/x.pbn", ""])
def test_export_that_cannot_be_written_is_explained(tmp_path: Path, name: str) -> None:
    person = sitting(then(plain(), f"export {name}"), tmp_path, **QUIET)
    assert "Nothing was written: " in person.transcript or "Type EXPORT and a file's name" in person.transcript


def test_rubber_boards_are_marked_as_such(tmp_path: Path) -> None:
    sitting(plain(), tmp_path, mode="rubber", **QUIET)
    record = read_records(tmp_path / "session.pbn", strict=True).records[0]
    assert record.tags["Scoring"] == "Rubber"


def test_session_file_is_readable_text(tmp_path: Path) -> None:
    sitting(typing(["q"]), tmp_path, seed=10)
    assert json.loads((tmp_path / "session.json").read_text())["current"]["actions"] == "1C P"
