"""The network that a run starts from: a fresh one, or one that another run has trained."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from agents.learned import NetworkSettings, PolicyNetwork, load_network
from agents.learned.agent import checkpoint_file
from agents.registry import checkpoint_path
from training.settings import LESSONS, TrainSettings


def initial_network(settings: TrainSettings) -> tuple[PolicyNetwork, bool]:
    """A fresh network, or the one that ``init`` names, and whether that one took lessons last.

    Raises:
        ValueError: ``init`` is no checkpoint, or its network has another shape.
    """
    if settings.init is None:
        return PolicyNetwork(settings.network), False
    path = checkpoint_path(settings.init)
    if path is None:
        raise ValueError(
            f"init: {settings.init!r} is no checkpoint: give the path of one, or a name such as lstm_bidder"
        )
    network, origin = load_network(checkpoint_file(path))
    if settings.network.phase == "full" and network.settings == replace(settings.network, phase="play"):
        return _with_calls(network, settings.network), _took_lessons(origin)
    wanted, held = asdict(settings.network), asdict(network.settings)
    if held != wanted:
        needed = " ".join(f"network.{name}={value}" for name, value in held.items() if value != wanted[name])
        raise ValueError(f"init: {settings.init} holds a network of another shape: give {needed}")
    return network.train(), _took_lessons(origin)


def _took_lessons(origin: dict[str, Any]) -> bool:
    return bool(origin.get("algorithm") == LESSONS)


def _with_calls(card_player: PolicyNetwork, settings: NetworkSettings) -> PolicyNetwork:
    """A network for the whole board that plays cards as a card player does; its calls are those of a fresh one."""
    network = PolicyNetwork(settings)
    weights = {name: fresh.clone() for name, fresh in network.state_dict().items()}
    for name, held in card_player.state_dict().items():
        weights[name][: len(held)] = held  # the cards come first where a layer has a row for each action
    network.load_state_dict(weights)
    return network
