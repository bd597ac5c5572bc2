"""``play.py`` as a program: in a pseudo-terminal, through pipes, and with what people do to programs."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from terminal_play import QUIET

import play
from settings import run
from terminal.settings import PlaySettings

REPOSITORY = Path(__file__).parents[1]
pytestmark = pytest.mark.slow

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_WAIT = 300
_PROMPTS = ["Your call \\(South\\): ", "Your card from \\w+: ", "\n> ", pexpect.EOF]


_QUIET = [f"{seat}={name}" for seat, name in QUIET.items()]


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "TERM")}
    return {
        **kept,
        "XDG_STATE_HOME": str(folder),
        "PYTHONPATH": f"{REPOSITORY}{os.pathsep}{REPOSITORY / 'tests'}",
        "TERM": "xterm-256color",
    }


def started(folder: Path, *arguments: str) -> "pexpect.spawn[str]":
    """The program in a pseudo-terminal."""
    return pexpect.spawn(
        sys.executable,
        [str(REPOSITORY / "play.py"), "level=easy", "seed=10", *_QUIET, *arguments],
        cwd=str(folder),
        env=environment(folder),  # type: ignore[arg-type]
        encoding="utf-8",
        timeout=_WAIT,
        dimensions=(50, 120),
    )


def finished(child: "pexpect.spawn[str]") -> int:
    child.close()
    assert child.exitstatus is not None, f"ended by signal {child.signalstatus}"
    return child.exitstatus


def test_whole_board_in_a_terminal(tmp_path: Path) -> None:
    child = started(tmp_path)
    shown = ""
    while (found := child.expect(_PROMPTS)) < 2:
        shown += child.before or ""
        if found == 0:
            child.sendline("4S")
        else:
            child.sendline("1")
    shown += child.before or ""
    child.sendline("q")
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
    assert finished(child) == 0
    assert "Contract 4♠ by S. West leads." in _COLOUR.sub("", shown)
    # Hearts are red on a terminal.
    assert re.search(r"\x1b\[31m♥", shown)


def test_control_d_leaves(tmp_path: Path) -> None:
    child = started(tmp_path)
    child.expect(_PROMPTS[0])
    child.sendeof()
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
    assert finished(child) == 0


def test_control_c_leaves_with_its_own_status_and_keeps_the_session(tmp_path: Path) -> None:
    child = started(tmp_path)
    child.expect(_PROMPTS[0])
    child.sendintr()
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
    assert finished(child) == 130
    assert (tmp_path / "bridge-arena" / "practice.json").exists()


def test_killed_program_is_resumed_where_it_was(tmp_path: Path) -> None:
    child = started(tmp_path, "mode=rubber")
    child.expect(_PROMPTS[0])
    child.sendline("4S")
    child.expect(_PROMPTS[1])
    child.sendline("1")
    child.expect(_PROMPTS[1])
    child.kill(signal.SIGKILL)
    child.close()
    child = started(tmp_path, "mode=rubber", "resume=always")
    child.expect("Resumed after 6 calls and [1-9]")
    child.expect(_PROMPTS[1])
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
