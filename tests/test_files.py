"""Files appear whole or not at all."""

from pathlib import Path

import pytest

from bridge.files import written_whole


def test_file_takes_its_place_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "new" / "result.json"
    with written_whole(path) as temporary:
        temporary.write_text("{}")
        assert not path.exists()
    assert path.read_text() == "{}"
    assert [file.name for file in path.parent.iterdir()] == ["result.json"]


def test_failure_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text("old")

    def fail() -> None:
        with written_whole(path) as temporary:
            temporary.write_text("half")
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["result.json"]
