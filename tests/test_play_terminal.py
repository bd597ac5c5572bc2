"""``play.py`` as a program: in a pseudo-terminal, through pipes, and with what people do to programs."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from terminal_play import QUIET, Answer, plain

import play
from settings import run
from terminal.session import read
from terminal.settings import PlaySettings

REPOSITORY = Path(__file__).parents[1]
pytestmark = pytest.mark.slow

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_WAIT = 300
_CALL, _CARD, _AFTER, _GO_ON = (
    "\nYour call \\(South\\): ",
    "\nYour card from \\w+: ",
    "\n> ",
    "\nGo on with it\\? \\(y/n\\) ",
)
_PROMPTS = [_CALL, _CARD, _AFTER, _GO_ON]


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "TERM")}
    return {
        **kept,
        "XDG_STATE_HOME": str(folder),
        "PYTHONPATH": f"{REPOSITORY}{os.pathsep}{REPOSITORY / 'tests'}",
        "TERM": "xterm-256color",
    }


def started(folder: Path, *arguments: str, columns: int = 120, **seats: str) -> "pexpect.spawn[str]":
    """The program in a pseudo-terminal, with quiet robots unless ``seats`` names others."""
    robots = [f"{seat}={name}" for seat, name in (QUIET | seats).items()]
    child = pexpect.spawn(
        sys.executable,
        [str(REPOSITORY / "play.py"), "level=easy", "seed=10", *robots, *arguments],
        cwd=str(folder),
        env=environment(folder),  # type: ignore[arg-type]
        encoding="utf-8",
        timeout=_WAIT,
        dimensions=(50, columns),
    )
    child.delaybeforesend = None
    return child


def answered(child: "pexpect.spawn[str]", answers: Answer, end: str) -> str:
    """Answer prompts, given the prompt and all shown before it, until one of a kind comes. Returns what was shown."""
    shown = ""
    while _PROMPTS[(found := child.expect(_PROMPTS))] != end:
        shown += (child.before or "") + str(child.after)
        child.sendline(answers(_PROMPTS[found].lstrip(), shown))
    return _COLOUR.sub("", shown + (child.before or "")).replace("\r\n", "\n")


def left(child: "pexpect.spawn[str]") -> None:
    """Type Q, which must end the program well."""
    child.sendline("q")
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
    assert finished(child) == 0


def finished(child: "pexpect.spawn[str]") -> int:
    child.close()
    assert child.exitstatus is not None, f"ended by signal {child.signalstatus}"
    return child.exitstatus


def test_whole_board_as_declarer(tmp_path: Path) -> None:
    child = started(tmp_path)
    shown = answered(child, plain("4S"), _AFTER)
    left(child)
    assert "Contract 4♠ by S. West leads." in shown
    assert "raw score for North-South" in shown


def test_whole_board_as_defender(tmp_path: Path) -> None:
    child = started(tmp_path, west="terminal_play:Opens")
    shown = answered(child, plain(), _AFTER)
    left(child)
    assert "Contract 1♠ by W. North leads." in shown
    assert "raw score for East-West" in shown


@pytest.mark.parametrize(("when_dummy", "from_north"), [("move", 13), ("swap", 13), ("watch", 0)])
def test_whole_board_as_dummys_partner(tmp_path: Path, when_dummy: str, from_north: int) -> None:
    child = started(tmp_path, f"when_dummy={when_dummy}", north="terminal_play:Opens")
    shown = answered(child, plain(), _AFTER)
    left(child)
    assert "North, your partner, declares" in shown
    assert shown.count("Your card from North: ") == from_north


def test_whole_rubber(tmp_path: Path) -> None:
    # With this seed seven deals are enough for whoever bids three notrump on all of them.
    child = started(tmp_path, "mode=rubber", "seed=1")
    shown, deals = "", 0
    while "rubber to" not in shown:
        shown += answered(child, plain("3NT"), _AFTER)
        deals += 1
        assert deals < 20
        if "rubber to" not in shown:
            child.sendline("")
    left(child)
    assert re.findall(r"^Deal (\d+) of the rubber", shown, re.MULTILINE) == [str(deal + 1) for deal in range(deals)]
    assert read(tmp_path / "bridge-arena" / "rubber.json").rubber().is_over


def test_hearts_are_red_on_a_terminal(tmp_path: Path) -> None:
    child = started(tmp_path)
    child.expect(_CALL)
    assert re.search(r"\x1b\[31m♥", child.before or "")
    left(child)


def test_long_lines_are_broken_between_words_on_a_narrow_terminal(tmp_path: Path) -> None:
    child = started(tmp_path, columns=60)
    child.expect(_CALL)
    child.sendline("?")
    child.expect(_CALL)
    lines = _COLOUR.sub("", child.before or "").splitlines()
    left(child)
    assert max(map(len, lines)) <= 60
    assert "R, RDBL or XX to redouble" in " ".join(line.strip() for line in lines)


@pytest.mark.parametrize("kind", [_CALL, _CARD])
def test_q_leaves_in_the_middle_of_a_board(tmp_path: Path, kind: str) -> None:
    child = started(tmp_path)
    answered(child, plain("4S"), kind)
    left(child)


_GARBAGE = ["8NT", "KH KH", "♠", "1" * 1000, "%s{0}[red]", "\x1b[A\x1b[B~", "Ã\x16\x01"]


def test_garbage_is_asked_again_at_every_prompt(tmp_path: Path) -> None:
    child = started(tmp_path)
    for kind in (_CALL, _CARD, _AFTER):
        answered(child, plain("4S"), kind)
        for line in _GARBAGE:
            child.sendline(line)
            child.expect(kind)
            assert "Traceback" not in (child.before or "")
        child.sendline({_CALL: "4S", _CARD: "1", _AFTER: "q"}[kind])
    child.expect(pexpect.EOF)
    assert finished(child) == 0


def test_question_whether_to_go_on_takes_garbage_and_q(tmp_path: Path) -> None:
    child = started(tmp_path)
    child.expect(_CALL)
    child.sendline("4S")
    child.expect(_CARD)
    left(child)
    child = started(tmp_path)
    child.expect(_GO_ON)
    for line in _GARBAGE:
        child.sendline(line)
        child.expect(_GO_ON)
    left(child)


def test_control_d_leaves(tmp_path: Path) -> None:
    child = started(tmp_path)
    child.expect(_CALL)
    child.sendeof()
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
    assert finished(child) == 0


def test_control_c_leaves_with_its_own_status_and_keeps_the_session(tmp_path: Path) -> None:
    child = started(tmp_path)
    child.expect(_CALL)
    child.sendintr()
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
    assert finished(child) == 130
    assert (tmp_path / "bridge-arena" / "practice.json").exists()


def test_killed_program_is_resumed_where_it_was(tmp_path: Path) -> None:
    child = started(tmp_path, "mode=rubber")
    child.expect(_CALL)
    child.sendline("4S")
    child.expect(_CARD)
    child.sendline("1")
    child.expect(_CARD)
    child.kill(signal.SIGKILL)
    child.close()
    child = started(tmp_path, "mode=rubber", "resume=always")
    child.expect("Resumed after 6 calls and [1-9]")
    child.expect(_CARD)
    child.sendline("q")
    child.expect(pexpect.EOF)
    assert finished(child) == 0


def piped(folder: Path, typed: bytes, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, str(REPOSITORY / "play.py"), "level=easy", *arguments],
        cwd=folder,
        env=environment(folder) | variables,
        input=typed,
        capture_output=True,
        check=False,
    )


def test_plain_text_through_a_pipe(tmp_path: Path) -> None:
    done = piped(tmp_path, b"hint\nq\n", "seed=10")
    assert done.returncode == 0, done.stderr
    assert b"\x1b" not in done.stdout
    assert "♠ KQ9532" in done.stdout.decode("utf-8")


def test_what_comes_through_a_pipe_is_shown_as_if_it_were_typed(tmp_path: Path) -> None:
    done = piped(tmp_path, b"hint\nq\n", "seed=10")
    assert re.search(r"^Your call \(South\): hint\nA robot in your place: ", done.stdout.decode("utf-8"), re.MULTILINE)


def test_letters_stand_for_suits_where_the_output_has_no_symbols(tmp_path: Path) -> None:
    done = piped(tmp_path, b"q\n", "seed=10", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert b"S KQ9532" in done.stdout


def test_bytes_that_are_no_text_are_asked_again(tmp_path: Path) -> None:
    done = piped(tmp_path, b"\xff\xfe\x00\nq\n", "seed=10", PYTHONIOENCODING="utf-8")
    assert done.returncode == 0, done.stderr
    assert b"Goodbye" in done.stdout


def test_playing_leaves_no_files_where_it_is_started(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    for mode in ("practice", "auto"):
        done = piped(here, b"q\n", f"mode={mode}", "seed=7", XDG_STATE_HOME=str(tmp_path / "state"))
        assert done.returncode == 0, done.stderr
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("mode=chess",), "mode='chess' is unknown: use one of practice, rubber, auto, bid"),
        (("level=impossible",), "level='impossible' is unknown"),
        (("seat=X",), "seat 'X' is unknown: use N, E, S or W"),
        (("north=nobody",), "agent 'nobody' is unknown"),
        (("north=runs/none/agent.safetensors",), "does not exist"),
        (("seed=-1",), "seed=-1 is out of range"),
        (("resume=always",), "there is no saved session"),
        (("mode=rubber", "dealer=N"), "dealer cannot be set at rubber bridge"),
    ],
)
def test_bad_setting_is_one_line_on_standard_error(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["play.py", *arguments])
    with pytest.raises(SystemExit) as stop:
        run(play.main, PlaySettings, play.CONFIG, play.EXAMPLES)
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert words in said


def test_help_lists_every_setting(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["play.py", "--help"])
    run(play.main, PlaySettings, play.CONFIG, play.EXAMPLES)
    said = capsys.readouterr().out
    for field in PlaySettings.__dataclass_fields__:
        assert f"  {field}=" in said
