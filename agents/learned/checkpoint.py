"""Checkpoints: weights as safetensors, settings and origin as JSON metadata. Nothing is ever unpickled."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from agents.learned.network import NetworkSettings, PolicyNetwork
from bridge import observation
from bridge.files import written_whole

FORMAT = "bridge-arena/1"
SUFFIX = ".safetensors"


class CheckpointError(ValueError):
    """A checkpoint that cannot be used; the message names the file and the reason."""


def save_network(network: PolicyNetwork, path: Path, origin: dict[str, Any]) -> None:
    """Write weights and metadata to ``path``, whole or not at all.

    Args:
        network: the network to save.
        path: a ``.safetensors`` file.
        origin: where the weights come from (settings, step, seed, results), as JSON values.
    """
    metadata = {
        "format": FORMAT,
        "network": json.dumps(asdict(network.settings)),
        "observation": observation.LAYOUT,
        "origin": json.dumps(origin),
    }
    with written_whole(path) as temporary:
        save_file(network.state_dict(), temporary, metadata=metadata)


def load_network(path: Path) -> tuple[PolicyNetwork, dict[str, Any]]:
    """The network in a checkpoint, on the CPU and in evaluation mode, and where it came from.

    Raises:
        CheckpointError: the file is missing, is no checkpoint of this format, was made for observations of another
            layout, or its weights do not fit.
    """
    if not path.is_file():
        raise CheckpointError(f"checkpoint {path} does not exist")
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
            weights = {name: file.get_tensor(name) for name in list(file.keys())}
    except (SafetensorError, OSError) as error:
        raise CheckpointError(f"checkpoint {path} cannot be read: {error}") from error
    if metadata.get("format") != FORMAT:
        raise CheckpointError(f"checkpoint {path} is not of format {FORMAT}")
    if fault := _layout_fault(metadata):
        raise CheckpointError(
            f"checkpoint {path} was made for observations of another layout: {fault}; train it anew, or use it with "
            "the version that made it"
        )
    try:
        network = PolicyNetwork(NetworkSettings(**json.loads(metadata["network"])))
        network.load_state_dict(weights)
        origin: dict[str, Any] = json.loads(metadata["origin"])
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        reason = str(error).splitlines()[0]
        raise CheckpointError(f"checkpoint {path} does not fit its description: {reason}") from error
    return network.eval(), origin


def _layout_fault(metadata: dict[str, str]) -> str | None:
    """Where the observations that a checkpoint was made for differ from those of today, in words."""
    made_for, today = metadata.get("observation", "").split(), observation.LAYOUT.split()
    for theirs, ours in zip_longest(made_for, today, fillvalue="nothing"):
        if theirs != ours:
            return f"it reads {theirs} where {ours} stands now"
    return None
