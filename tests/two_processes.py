"""Two processes of one training run, started by ``torchrun`` on this machine alone."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

LAUNCHER = (
    str(Path(sys.executable).with_name("torchrun")),
    "--standalone",
    "--local-addr=127.0.0.1",
    "--nproc-per-node=2",
)

# What torch says when the processes did not find each other, before any of them did anything.
_APART = re.compile(
    r"Rendezvous\w*Error|DistNetworkError|DistStoreError|EADDRINUSE|address already in use|connectFullMesh|"
    r"Unable to resolve hostname",
    re.IGNORECASE,
)

# What is said when a thread of torch's outlives the interpreter: the process is aborted after all its work was done.
_AT_THE_END = re.compile(r"terminate called without an active exception")


def run_in_two_processes(script: Sequence[str], folder: Path, timeout: float = 300.0) -> str:
    """What both processes write to standard output; when they fail, so does the test, and shows all they wrote.

    The launcher gets a second chance where it could not bring its processes together, or one was aborted at its end.

    Args:
        script: a Python file and its arguments.
        folder: where the processes run.
        timeout: seconds after which they are ended.
    """
    attempts = [_attempt(script, folder, timeout)]
    if attempts[0].returncode != 0 and (_APART.search(attempts[0].stderr) or _AT_THE_END.search(attempts[0].stderr)):
        attempts.append(_attempt(script, folder, timeout))
    if attempts[-1].returncode != 0:
        pytest.fail("\n\n".join(map(_account, attempts)), pytrace=False)
    return attempts[-1].stdout


def _attempt(script: Sequence[str], folder: Path, timeout: float) -> subprocess.CompletedProcess[str]:
    command = [*LAUNCHER, *script]
    with subprocess.Popen(
        command, cwd=folder, env=_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as launcher:
        try:
            stdout, stderr = launcher.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            launcher.terminate()  # the launcher ends its processes; a killed one would leave them behind
            stdout, stderr = launcher.communicate()
            stderr += f"\nended after {timeout:.0f} seconds\n"
    return subprocess.CompletedProcess(command, launcher.returncode, stdout, stderr)


def _environment() -> dict[str, str]:
    """This process's environment, in which the two talk over the loopback interface, whatever names a machine has."""
    has_loopback = "lo" in {name for _, name in socket.if_nameindex()}
    return {**os.environ, **({"GLOO_SOCKET_IFNAME": "lo"} if has_loopback else {})}


def _account(done: subprocess.CompletedProcess[str]) -> str:
    return (
        f"{' '.join(done.args)}\nended with status {done.returncode}\n"
        f"--- standard output\n{done.stdout}\n--- standard error\n{done.stderr}"
    )
