"""Settings: every fault is one line that names the key, and nothing starts."""

import sys
from pathlib import Path

import pytest
from omegaconf import OmegaConf

from bridge.seats import Seat
from settings import SettingsError, run
from settings.entry import build, help_text
from training.settings import TrainSettings

CONFIG = Path(__file__).parents[1] / "configs" / "train.yaml"


def read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *arguments: str) -> TrainSettings:
    """The settings that a command line gives."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["train.py", *arguments])
    seen: list[TrainSettings] = []
    run(seen.append, TrainSettings, CONFIG, "")
    return seen[0]


def fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, *args: str) -> str:
    """The one line that a bad command line prints."""
    with pytest.raises(SystemExit) as stop:
        read(monkeypatch, tmp_path, *args)
    assert stop.value.code == 2
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1, printed
    assert printed.startswith("error: ")
    assert list(tmp_path.iterdir()) == []
    return printed


@pytest.mark.parametrize("written", ["1e-5", "0.00001", "1E-05"])
def test_small_numbers_in_any_notation_are_numbers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, written: str
) -> None:
    assert read(monkeypatch, tmp_path, f"train.learning_rate={written}").train.learning_rate == 1e-5


def test_defaults_come_from_the_groups(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = read(monkeypatch, tmp_path, "network=mlp", "train=reinforce", "opponent=random")
    assert (settings.network.kind, settings.train.algorithm, settings.opponent.names) == (
        "mlp",
        "reinforce",
        ["random"],
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["train.leraning_rate=0.1"], ["train.leraning_rate", "train.learning_rate"]),
        (["sead=3"], ["sead", "seed"]),
        (["train.learning_rate=-0.1"], ["learning_rate=-0.1", "above 0"]),
        (["train.learning_rate=fast"], ["learning_rate", "fast"]),
        (["train.num_envs=0"], ["num_envs=0", "1 to"]),
        (["train.num_envs=1.5"], ["num_envs", "1.5"]),
        (["train.ent_coef=nan"], ["ent_coef", "finite"]),
        (["train.ent_coef=inf"], ["ent_coef", "finite"]),
        (["train.algorithm=PPO"], ["algorithm", "'PPO'", "ppo, reinforce"]),
        (["opponent.shares=[0.5,-1]"], ["shares", "none below 0"]),
        (["opponent=checkpoint"], ["opponent.names is empty"]),
        (["opponent.names=[self]"], ["opponent.shares has 2 numbers for 1 names"]),
        (["train=pppo"], ["pppo", "ppo", "reinforce"]),
        (["seed=null"], ["seed"]),
        (["train.learning_rate"], ["train.learning_rate"]),
        (["opponent.names=sayc"], ["opponent.names=sayc is no list: write 'opponent.names=[sayc]'"]),
        (["opponent.shares=0.5"], ["opponent.shares=0.5 is no list: write 'opponent.shares=[0.5]'"]),
        (["eval.baselines=sayc"], ["eval.baselines=sayc is no list: write 'eval.baselines=[sayc]'"]),
        (["opponent.names=self,sayc"], ["write 'opponent.names=[self,sayc]', or add --multirun"]),
    ],
)
def test_bad_setting_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    arguments: list[str],
    words: list[str],
) -> None:
    line = fault(monkeypatch, capsys, tmp_path, *arguments)
    for word in words:
        assert word in line


def test_misspelt_key_in_a_file_names_the_nearest_one() -> None:
    with pytest.raises(SettingsError, match=r"train\.leraning_rate.*train\.learning_rate"):
        build(OmegaConf.create({"train": {"leraning_rate": 0.0003}}), TrainSettings)


def test_number_that_yaml_reads_as_text_becomes_a_number() -> None:
    composed = OmegaConf.create("train:\n  learning_rate: 1e-4\n")
    assert build(composed, TrainSettings).train.learning_rate == 1e-4


def test_nan_in_a_file_is_refused() -> None:
    with pytest.raises(SettingsError, match="ent_coef"):
        build(OmegaConf.create("train:\n  ent_coef: .nan\n"), TrainSettings)


@pytest.mark.parametrize(("group", "key", "value"), [("eval", "baselines", "sayc"), ("opponent", "shares", 0.5)])
def test_one_value_for_a_list_in_a_file_is_refused_with_what_to_write(group: str, key: str, value: object) -> None:
    with pytest.raises(SettingsError) as refused:
        build(OmegaConf.create({group: {key: value}}), TrainSettings)
    assert f"write '{group}.{key}=[{value}]'" in str(refused.value)


def test_seat_letter_in_yaml_is_a_seat_and_not_a_truth_value() -> None:
    read_back = OmegaConf.create("dealer: N\nseats: [N, E, S, W, y]\n")
    assert Seat.parse(read_back.dealer) is Seat.N
    with pytest.raises(ValueError, match="'y' is unknown"):
        [Seat.parse(seat) for seat in read_back.seats]


def with_own_config(tmp_path: Path, text: str) -> list[str]:
    folder = tmp_path.parent / f"{tmp_path.name}-configs"
    folder.mkdir()
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    # Hydra's own files are the user's choice here; the shipped configurations switch them off.
    quiet = ["hydra.run.dir=.", "hydra.output_subdir=null", "hydra/job_logging=none"]
    return [f"--config-dir={folder}", "--config-name=own", *quiet]


def test_tab_in_yaml_is_reported_with_line_and_column(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line = fault(monkeypatch, capsys, tmp_path, *with_own_config(tmp_path, "train:\n\tseed: 1\n"))
    assert "line 2, column 1" in line


def test_misspelt_keyword_in_a_defaults_list_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line = fault(monkeypatch, capsys, tmp_path, *with_own_config(tmp_path, "defaults:\n  - optioal network: lstm\n"))
    assert "own.yaml, line 2" in line
    assert "optioal network" in line


def test_help_names_every_field_with_its_range() -> None:
    shown = help_text(TrainSettings, CONFIG, "python train.py")
    assert "train.learning_rate=0.001" in shown
    assert "at least 1 turns" in shown
    assert "network: lstm, mlp" in shown
    assert "python train.py" in shown
