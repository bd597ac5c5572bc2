"""From a command line to settings, by way of Hydra, with errors in one line."""

from __future__ import annotations

import dataclasses
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar, cast

import hydra
import yaml
from hydra.core.config_store import ConfigStore
from hydra.core.hydra_config import HydraConfig
from hydra.errors import HydraException
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException
from yaml import YAMLError

from settings.defaults_list import check_defaults_lists
from settings.fields import Settings, SettingsError, check_tree, group_of, nearest_key, no_list, range_text

T = TypeVar("T", bound=Settings)

EXIT_BAD_INPUT = 2
EXIT_STOPPED = 130

_SWEEP = ("-m", "--multirun")

_UNKNOWN_KEY = re.compile(r"Key '([^']+)' (?:is not in struct|not in '[^']*')")
_OVERRIDE = re.compile(r"Could not override '([^']+)'")
_MERGE = re.compile(r"full_key: (\S+)")
_NO_LIST = re.compile(r"\w+ is not a ListConfig, list or tuple")
_GIVEN = re.compile(r"Error merging override [^=\s]+=(.*)")
_LIST_OR_SWEEP = re.compile(r"Ambiguous value for argument '([^=']+)=([^']*)'")


def run(main: Callable[[T], None], schema: type[T], config: Path, examples: str) -> None:
    """Read the command line over a YAML configuration into ``schema`` and call ``main`` with it.

    A bad key, type or value, and every ``ValueError`` or ``OSError`` of ``main``, ends the program with one line on
    standard error and exit status 2. With ``BRIDGE_ARENA_DEBUG=1`` in the environment the whole traceback is shown.

    Args:
        main: what to do with the settings.
        schema: the settings' dataclass; registered with Hydra as ``<name of the file>_settings``.
        config: the primary configuration file.
        examples: command lines to show under ``--help``.
    """
    if {"--help", "-h"} & set(sys.argv[1:]):
        sys.stdout.write(help_text(schema, config, examples))
        return
    # Hydra takes settings before -m or after it, not on both sides.
    sys.argv[1:] = sorted(sys.argv[1:], key=lambda word: word not in _SWEEP)
    debugging = os.environ.get("BRIDGE_ARENA_DEBUG") == "1"
    # Hydra would print errors in its own words and end the process; this makes it raise them instead.
    os.environ["HYDRA_FULL_ERROR"] = "1"
    ConfigStore.instance().store(name=f"{config.stem}_settings", node=schema)
    with _faults_in_one_line(schema, debugging):
        _hydra_main(main, schema, config, debugging)()


def job_folder() -> Path | None:
    """The folder that belongs to this job of a sweep (``--multirun``) alone; None where there is no sweep."""
    if not HydraConfig.initialized() or HydraConfig.get().mode is not RunMode.MULTIRUN:
        return None
    folder, here = Path(HydraConfig.get().runtime.output_dir), Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder


@contextmanager
def _faults_in_one_line(schema: type, debugging: bool) -> Iterator[None]:
    """End the program with one line and exit status 2 when what the user gave cannot be used."""
    try:
        yield
    except (HydraException, OmegaConfBaseException, YAMLError, ValueError, OSError) as error:
        if debugging:
            raise
        sys.stderr.write(f"error: {one_line(error, schema)}\n")
        sys.exit(EXIT_BAD_INPUT)
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        sys.exit(EXIT_STOPPED)


def _hydra_main(main: Callable[[T], None], schema: type[T], config: Path, debugging: bool) -> Callable[[], None]:
    def task(composed: DictConfig) -> None:
        # Hydra adds lines of its own to errors that leave the task, so they end here. Only from a job on a cluster must
        # they be carried back: what it writes goes to a log there.
        with nullcontext() if _is_on_a_cluster() else _faults_in_one_line(schema, debugging):
            check_defaults_lists()
            main(build(composed, schema))

    decorate = hydra.main(version_base="1.3", config_path=str(config.parent.resolve()), config_name=config.stem)
    return cast("Callable[[], None]", decorate(task))


def _is_on_a_cluster() -> bool:
    return str(HydraConfig.get().runtime.choices.get("hydra/launcher")).startswith("submitit")


def build(composed: DictConfig, schema: type[T]) -> T:
    """Checked settings from a composed configuration.

    Raises:
        SettingsError: a key is unknown, or a value has the wrong type or is out of range.
    """
    given = OmegaConf.to_container(composed, resolve=True)
    if isinstance(given, dict):
        check_tree(schema, given)
    try:
        settings: object = OmegaConf.to_object(OmegaConf.merge(OmegaConf.structured(schema), composed))
    except OmegaConfBaseException as error:
        raise SettingsError(one_line(error, schema)) from error
    if not isinstance(settings, schema):
        raise SettingsError(f"the configuration is no {schema.__name__}")
    return settings


def one_line(error: BaseException, schema: type) -> str:
    """The fault in one line: the key, what is wrong, and for an unknown key the nearest valid one."""
    chain = "\n".join(str(link) for link in _causes(error))
    if unknown := _UNKNOWN_KEY.search(chain):
        override = _OVERRIDE.search(chain) or _MERGE.search(chain)
        key = override[1] if override else unknown[1]
        return f"setting {key!r} is unknown: the nearest valid one is {nearest_key(key, schema)!r}"
    if isinstance(error, SettingsError):
        return str(error)
    where = _MERGE.search(chain)
    if where and _NO_LIST.search(chain):
        given = _GIVEN.search(chain)
        return no_list(where[1], given[1] if given else "...")
    if several := _LIST_OR_SWEEP.search(chain):
        key, values = several[1], several[2]
        return f"{key}={values} is no list: write '{key}=[{values}]', or add --multirun to try one after the other"
    lines = [line.strip() for line in chain.splitlines() if line.strip()]
    keep = [line for line in lines if not line.startswith(("full_key:", "reference_type", "object_type"))]
    reason = " ".join(keep[:10]) if isinstance(error, YAMLError | HydraException) else keep[0]
    return f"{where[1]}: {reason}" if where and where[1] not in reason else reason


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def help_text(schema: type, config: Path, examples: str) -> str:
    """Every field with its default, range, unit and meaning, the groups to choose from, and examples."""
    lines = [f"usage: python {config.stem}.py [setting=value ...] [--multirun]", "", "settings:"]
    lines += _field_lines(schema, "")
    groups = [path for name in _groups(config) if (path := config.parent / name).is_dir()]
    if groups:
        lines += ["", "groups (group=choice):"]
        lines += [
            f"  {group.name}: {', '.join(sorted(file.stem for file in group.glob('*.yaml')))}" for group in groups
        ]
    return "\n".join([*lines, "", "examples:", *(f"  {line}" for line in examples.strip().splitlines()), ""])


def _groups(config: Path) -> list[str]:
    """The groups in the defaults list of a configuration file."""
    entries = yaml.safe_load(config.read_text(encoding="utf-8")).get("defaults", [])
    return [str(group) for entry in entries if isinstance(entry, dict) for group in entry]


def _field_lines(schema: type, prefix: str) -> list[str]:
    lines: list[str] = []
    for field in dataclasses.fields(schema):
        if group := group_of(field):
            lines += _field_lines(group, f"{prefix}{field.name}.")
            continue
        limits = range_text(field)
        meaning = field.metadata.get("meaning", "")
        lines.append(f"  {prefix}{field.name}={_shown(_default(field))}")
        lines.append(f"      {meaning}{f' ({limits})' if limits else ''}")
    return lines


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ",".join(map(str, value)) + "]"
    return "null" if value is None else str(value)
