"""Making solved deals: the same file whether or not the making was interrupted."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from bridge import double_dummy, solving
from bridge.solved import PACKED, SolvedDeals


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of three deals, so that a few deals are several chunks."""
    monkeypatch.setattr(solving, "_CHUNK", 3)


def made(path: Path, count: int = 7, seed: int = 7) -> bytes:
    for _ in solving.generate(path, count, seed):
        pass
    return path.read_bytes()


@pytest.mark.usefixtures("quick")
def test_deals_are_solved_and_read_by_memory_map(tmp_path: Path) -> None:
    made(tmp_path / "more.npy")
    deals = SolvedDeals.load(tmp_path / "more.npy")
    assert len(deals) == 7
    assert isinstance(deals.packed_owners.base, np.memmap)
    assert np.array_equal(double_dummy.tables(deals.owners[:2]), deals.tricks[:2])
    assert [path.name for path in tmp_path.iterdir()] == ["more.npy"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("cut", [0, 1, 5, 30])
def test_interrupted_making_goes_on_to_the_same_file(tmp_path: Path, cut: int) -> None:
    whole = made(tmp_path / "whole.npy")
    steps = solving.generate(tmp_path / "more.npy", 7, 7)
    next(steps), next(steps)
    steps.close()
    part = tmp_path / "more.npy.part"
    part.write_bytes(part.read_bytes()[: part.stat().st_size - cut])
    assert not (tmp_path / "more.npy").exists()
    assert made(tmp_path / "more.npy") == whole


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("count", "seed"), [(8, 7), (7, 8)])
def test_part_of_another_making_is_not_taken_up(tmp_path: Path, count: int, seed: int) -> None:
    steps = solving.generate(tmp_path / "more.npy", 7, 7)
    next(steps)
    steps.close()
    with pytest.raises(ValueError, match="belongs to another count or seed"):
        made(tmp_path / "more.npy", count, seed)


@pytest.mark.usefixtures("quick")
def test_parts_of_a_file_share_no_deal_with_one_another(tmp_path: Path) -> None:
    made(tmp_path / "more.npy", 40)
    deals = SolvedDeals.load(tmp_path / "more.npy")
    assert sum(len(deals.part(name)) for name in ("train", "validation", "test")) == 40


@pytest.mark.slow
def test_killed_making_goes_on_to_the_same_file(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "bridge.solving", "--count", "100", "--seed", "3", "--jobs", "1", "--out"]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    process = subprocess.Popen([*arguments, "more.npy"], cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL)
    part = tmp_path / "more.npy.part"
    limit = time.monotonic() + 120
    while (not part.exists() or part.stat().st_size < 64 * PACKED.itemsize) and time.monotonic() < limit:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "more.npy").exists()
    for name in ("more.npy", "whole.npy"):
        subprocess.run([*arguments, name], cwd=tmp_path, env=environment, check=True, stderr=subprocess.DEVNULL)
    assert (tmp_path / "more.npy").read_bytes() == (tmp_path / "whole.npy").read_bytes()


@pytest.mark.parametrize("content", [b"", b"no array", b"\x93NUMPY cut"])
def test_damaged_store_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.npy"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"bad\.npy cannot be read") as caught:
        SolvedDeals.load(path)
    assert "\n" not in str(caught.value)


def test_store_of_other_things_is_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "other.npy", np.zeros(3))
    with pytest.raises(ValueError, match="no solved deals"):
        SolvedDeals.load(tmp_path / "other.npy")


@pytest.mark.parametrize(
    "arguments", [["--count", "0"], ["--seed", "-1"], ["--jobs", "-3"], ["--out", "none/x.npy"], ["--out", "x.npz"]]
)
def test_command_refuses_what_it_cannot_do_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert solving.main(["--count", "1", "--out", "x.npy", *arguments]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith("error: ")
    assert printed.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_command_makes_the_file_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert solving.main(["--count", "2", "--seed", "7", "--jobs", "1", "--out", "x.npy"]) == 0
    assert "2 of 2 deals solved" in capsys.readouterr().err
    assert len(SolvedDeals.load("x.npy")) == 2
