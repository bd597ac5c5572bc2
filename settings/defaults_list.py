"""A check that Hydra lacks: a misspelt keyword in a defaults list, which Hydra drops without a word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml
from hydra.core.hydra_config import HydraConfig

from settings.fields import SettingsError

_KEYWORDS = frozenset({"optional", "override"})


def check_defaults_lists() -> None:
    """Look through the defaults lists of the files that the running configuration was composed of.

    Raises:
        SettingsError: an entry has a word before its group that is no keyword; the message names file and line.
    """
    for path in _files_in_use():
        for entry in _entries(path):
            unknown = set(entry.value.split()[:-1]) - _KEYWORDS
            if unknown:
                place = f"{path.name}, line {entry.start_mark.line + 1}"
                raise SettingsError(f"{place}: {entry.value!r} has an unknown keyword; use optional or override")


def _files_in_use() -> Iterator[Path]:
    hydra = HydraConfig.get()
    names = [str(hydra.job.config_name), *(f"{group}/{choice}" for group, choice in hydra.runtime.choices.items())]
    folders = [Path(source.path) for source in hydra.runtime.config_sources if source.provider != "hydra"]
    for name in names:
        yield from (file for folder in folders if (file := folder / f"{name}.yaml").is_file())


def _entries(path: Path) -> Iterator[yaml.ScalarNode]:
    """The keys of a file's defaults list."""
    root = yaml.compose(path.read_text(encoding="utf-8"))
    if not isinstance(root, yaml.MappingNode):
        return
    lists = [value for key, value in root.value if key.value == "defaults" and isinstance(value, yaml.SequenceNode)]
    for item in (item for entries in lists for item in entries.value):
        if isinstance(item, yaml.MappingNode):
            yield from (key for key, _ in item.value)
