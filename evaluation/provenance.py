"""What a result depends on besides its settings: the versions of the code, and the machine."""

from __future__ import annotations

import functools
import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import numba
import numpy as np


def versions() -> dict[str, str]:
    """The versions of the code; torch only when a player or the training brought it, the commit only in a checkout."""
    found = {
        "bridge-arena": _own_version(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }
    if torch := sys.modules.get("torch"):
        found["torch"] = str(torch.__version__)
    if commit := _commit():
        found["commit"] = commit
    return found


def machine() -> dict[str, str]:
    """The operating system and the processor."""
    return {"platform": platform.platform(), "processor": _processor()}


def _own_version() -> str:
    try:
        return metadata.version("bridge-arena")
    except metadata.PackageNotFoundError:
        return "not installed"


@functools.cache  # the code that runs is the code of the start, whatever is committed meanwhile
def _commit() -> str | None:
    """The commit of the checkout that this file lies in, marked ``-dirty`` when sources have changed since."""
    folder = Path(__file__).parent.parent
    if not (folder / ".git").exists():
        return None
    try:
        answer = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return answer.stdout.strip()


_CPUINFO = Path("/proc/cpuinfo")


def _processor() -> str:
    """The processor's name; on Linux, where ``platform`` knows only its family, as the kernel tells it."""
    if _CPUINFO.is_file():
        for line in _CPUINFO.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()
