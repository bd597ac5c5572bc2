"""Fields of settings, with their range, unit and meaning.

>>> from dataclasses import dataclass
>>> @dataclass
... class Walk(Settings):
...     speed: float = number(4.0, "how fast", low=0.0, high=10.0, unit="km/h")
>>> Walk(speed=11.0)
Traceback (most recent call last):
...
settings.fields.SettingsError: speed=11.0 is out of range: use 0.0 to 10.0 km/h
"""

from __future__ import annotations

import dataclasses
import difflib
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


class SettingsError(ValueError):
    """A setting that cannot be used; the message names the key and says what would do."""


@dataclasses.dataclass
class Settings:
    """Base of all settings: checks every field's range when an instance is made."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check(field, getattr(self, field.name), field.name)


def number(
    default: float, meaning: str, *, low: float = -math.inf, high: float = math.inf, unit: str = "", above: bool = False
) -> Any:
    """A finite real number in ``low``..``high``; with ``above``, ``low`` itself is excluded."""
    return _field(default, meaning, low=low, high=high, unit=unit, above=above)


def integer(default: int | None, meaning: str, *, low: int, high: int | None = None, unit: str = "") -> Any:
    """A whole number in ``low``..``high``; with the default None it may also stay open (null)."""
    return _field(default, meaning, low=low, high=math.inf if high is None else high, unit=unit)


def choice(default: str, meaning: str, options: Iterable[str]) -> Any:
    """One of a few words."""
    return _field(default, meaning, options=tuple(options))


def text(default: str | None, meaning: str) -> Any:
    """Free text, such as a name or a path."""
    return _field(default, meaning)


def flag(default: bool, meaning: str) -> Any:
    """True or false."""
    return _field(default, meaning)


def names(default: Sequence[str], meaning: str) -> Any:
    """A list of words."""
    return dataclasses.field(default_factory=lambda: list(default), metadata={"meaning": meaning, "list": True})


def shares(default: Sequence[float], meaning: str) -> Any:
    """A list of finite numbers, none below 0, with a sum above 0."""
    metadata = {"meaning": meaning, "list": True, "shares": True}
    return dataclasses.field(default_factory=lambda: list(default), metadata=metadata)


def _field(default: Any, meaning: str, **metadata: Any) -> Any:
    return dataclasses.field(default=default, metadata={"meaning": meaning, **metadata})


def check_tree(schema: type, values: Mapping[Any, Any], prefix: str = "") -> None:
    """Look through values that are still text and numbers, so that a fault can be named with its group.

    Raises:
        SettingsError: a key is unknown, a value is missing or out of range.
    """
    known = {field.name: field for field in dataclasses.fields(schema)}
    for name, value in values.items():
        key = f"{prefix}{name}"
        if name not in known:
            raise SettingsError(
                f"setting {key!r} is unknown: the nearest valid one is {prefix + nearest_key(str(name), schema)!r}"
            )
        if value == "???":
            raise SettingsError(f"{key} is missing: give {key}=...")
        group = group_of(known[name])
        if group and isinstance(value, Mapping):
            check_tree(group, value, f"{key}.")
        elif isinstance(value, int | float | list) or known[name].metadata.keys() & {"options", "list"}:
            _check(known[name], value, key)


def _check(field: dataclasses.Field[Any], value: Any, key: str) -> None:
    """Refuse a value that the field's metadata rules out."""
    options = field.metadata.get("options")
    if options is not None and value not in options:
        raise SettingsError(f"{key}={value!r} is unknown: use one of {', '.join(options)}")
    if field.metadata.get("list") and not isinstance(value, list | tuple):
        raise SettingsError(no_list(key, value))
    if field.metadata.get("shares") and not (all(0 <= share < math.inf for share in value) and sum(value) > 0):
        raise SettingsError(f"{key}={value!r} is out of range: use finite numbers, none below 0 and one above")
    if "low" not in field.metadata or (value is None and field.default is None):
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SettingsError(f"{key}={value!r} is not a number")
    if not math.isfinite(value):
        raise SettingsError(f"{key}={value!r} is not a finite number")
    low, high = field.metadata["low"], field.metadata["high"]
    too_low = value <= low if field.metadata.get("above") else value < low
    if too_low or value > high:
        raise SettingsError(f"{key}={value!r} is out of range: use {range_text(field)}")


def no_list(key: str, value: object) -> str:
    """What to write where one value was given for a list of them."""
    return f"{key}={value} is no list: write '{key}=[{value}]', several with commas between them: '{key}=[{value},...]'"


def range_text(field: dataclasses.Field[Any]) -> str:
    """What a field takes, in words: ``"0.0 to 1.0"``, ``"at least 1 boards"``, ``"ppo or reinforce"``."""
    if options := field.metadata.get("options"):
        return " or ".join(options)
    if field.metadata.get("shares"):
        return "at least 0 each"
    if "low" not in field.metadata:
        return ""
    low, high, unit = field.metadata["low"], field.metadata["high"], field.metadata["unit"]
    above = field.metadata.get("above", False)
    if math.isfinite(high):
        limits = f"above {low}, at most {high}" if above else f"{low} to {high}"
    elif math.isfinite(low):
        limits = f"above {low}" if above else f"at least {low}"
    else:
        limits = "any number"
    return f"{limits} {unit}".rstrip()


def nearest_key(key: str, schema: type) -> str:
    """The valid key, with its group, that looks most like ``key``."""
    keys = list(_keys(schema, ""))
    by_last = difflib.get_close_matches(key, keys, n=1, cutoff=0.0)
    return by_last[0] if by_last else ""


def _keys(schema: type, prefix: str) -> Iterable[str]:
    for field in dataclasses.fields(schema):
        yield prefix + field.name
        if group := group_of(field):
            yield from _keys(group, f"{prefix}{field.name}.")


def group_of(field: dataclasses.Field[Any]) -> type | None:
    """The dataclass of a field that holds a group of settings, else None."""
    factory: object = field.default_factory
    return factory if isinstance(factory, type) and dataclasses.is_dataclass(factory) else None
