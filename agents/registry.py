"""From a name to a player.

=======================  ====================================================================================
name                     player
=======================  ====================================================================================
``random``               a legal action at random, in the auction and in the play
``pass``                 bidder that always passes
``sayc``                 bidder that follows the SAYC rules
``defensive``            bidder of three-player auction bridge: no trump on its own hand; see ``agents.three_player``
``attacking``            counts on the unseen partner's expected cards
``bluff``                raises opponents one level beyond that
``defeat_seeking``       prefers to defend
``high_low``             card player: high card first while it holds the top cards, else low card first
``heuristic``            card player that follows the usual rules of thumb
``pimc_easy``            card player of the level easy: ``heuristic`` that says how it decided
``pimc_normal``          card player: worlds drawn at random, played out by the rules of thumb
``pimc_hard``            card player: up to 32 worlds double dummy, 90 ms a card
``pimc_expert``          card player: up to 64 worlds double dummy, 180 ms a card
``pimc_unlimited``       card player: 128 worlds double dummy, however long they take
``pimc_train``           card player: 8 worlds double dummy, for training against
``lstm_bidder``          bidder that was trained here: the network in ``checkpoints/``
``lstm_card_player``     card player that was trained here, under a millisecond a card
``lstm_player``          one network that bids and plays, trained here
``BIDDER+CARD_PLAYER``   one bids, the other plays the cards: ``sayc+heuristic``, ``sayc+path/to/checkpoint``
``path/to/checkpoint``   a learned agent: a ``.safetensors`` file, or the folder that holds one
``module:Class``         a class of your own that has ``reset(seat, rng)`` and ``act(view)``
=======================  ====================================================================================

An agent remembers the board from its own seat, so every seat needs an instance of its own: call ``make`` once a seat.
"""

from __future__ import annotations

import difflib
import importlib
import re
from pathlib import Path
from typing import Any

from agents.pair import BidderWithCardPlayer
from agents.roles import can_bid, can_play
from bridge.agent import Agent

_CLASSES = {
    "random": "agents.random_agent:RandomAgent",
    "pass": "agents.passing:AlwaysPass",
    "sayc": "agents.sayc:Sayc",
    "defensive": "agents.three_player.strategies:Defensive",
    "attacking": "agents.three_player.strategies:Attacking",
    "bluff": "agents.three_player.strategies:Bluff",
    "defeat_seeking": "agents.three_player.strategies:DefeatSeeking",
    "high_low": "agents.three_player.high_low:HighLow",
    "heuristic": "agents.heuristic:HeuristicCardPlayer",
    "pimc_easy": "agents.pimc:easy",
    "pimc_normal": "agents.pimc:normal",
    "pimc_hard": "agents.pimc:hard",
    "pimc_expert": "agents.pimc:expert",
    "pimc_unlimited": "agents.pimc:unlimited",
    "pimc_train": "agents.pimc:train",
}

_CHECKPOINTS = Path(__file__).parents[1] / "checkpoints"
_SHIPPED = {name: _CHECKPOINTS / f"{name}.safetensors" for name in ("lstm_bidder", "lstm_card_player", "lstm_player")}

NAMES = (*_CLASSES, *_SHIPPED)
"""The names of the players that come with the project."""

BUDGET = "budget"
"""The option of a PIMC card player: milliseconds for a card; None switches the clock off."""

_OWN_CLASS = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")
_CHECKPOINT_SUFFIX = ".safetensors"


def make(name_or_checkpoint: str | Path, **options: Any) -> Agent:
    """Build one agent, for one seat.

    Args:
        name_or_checkpoint: see the table in the module's text.
        options: for the constructor, or ``greedy`` for a checkpoint (see ``agents.learned``). Of a composition they go
            to the bidder, but ``budget`` goes to the card player.

    Raises:
        ValueError: the name is unknown (the message names the nearest one), the checkpoint is missing or damaged, or
            the class cannot be imported, refuses the options or is no agent.
    """
    name = str(name_or_checkpoint).strip()
    if not name:
        raise ValueError("an agent without a name: use one of " + ", ".join(NAMES))
    if name in _CLASSES:
        return _build(_CLASSES[name], name, options)
    if path := checkpoint_path(name):
        return _load(path, options)
    if parts := composition(name):
        return _compose(name, parts, options)
    if _OWN_CLASS.fullmatch(name):
        return _build(name, name, options)
    nearest = difflib.get_close_matches(name.lower(), NAMES, n=1, cutoff=0.0)[0]
    raise ValueError(
        f"agent {name!r} is unknown: use one of {', '.join(NAMES)}, bidder+cardplayer, a checkpoint's path or "
        f"module:Class; nearest is {nearest}"
    )


def composition(name: str) -> tuple[str, str] | None:
    """The names of bidder and card player in ``BIDDER+CARD_PLAYER``; None for any other name."""
    if "+" not in name or checkpoint_path(name):
        return None
    bidder, _, card_player = (part.strip() for part in name.rpartition("+"))
    return bidder, card_player


def has_clock(name: str) -> bool:
    """Whether the card player of a name has a time limit for a card, which the option ``budget`` changes."""
    parts = composition(name)
    return (parts[1] if parts else name).startswith("pimc_")


def checkpoint_path(name: str) -> Path | None:
    """Where the checkpoint of a learned agent is: the shipped one of that name, or the path that the name is.

    A path is a file of weights, a folder, or anything else that can only be meant as one; a plus sign belongs to a path
    only where there is such a file or folder. None for every other name.
    """
    if name in _SHIPPED:
        return _SHIPPED[name]
    path, of_weights = Path(name), name.endswith(_CHECKPOINT_SUFFIX)
    is_path = (
        path.is_dir() or (of_weights and path.is_file()) or ("+" not in name and (of_weights or len(path.parts) > 1))
    )
    return path if is_path else None


def _compose(name: str, parts: tuple[str, str], options: dict[str, Any]) -> Agent:
    bidder_name, player_name = parts
    of_bidder = {key: value for key, value in options.items() if key != BUDGET}
    of_player = {key: value for key, value in options.items() if key == BUDGET}
    bidder, card_player = make(bidder_name, **of_bidder), make(player_name, **of_player)
    if not can_bid(bidder):
        raise ValueError(f"agent {name!r}: {bidder_name} only plays cards: write it last, for example sayc+heuristic")
    if not can_play(card_player):
        raise ValueError(f"agent {name!r}: {player_name} only bids: write it first, for example sayc+heuristic")
    return BidderWithCardPlayer(bidder, card_player)


def _load(path: Path, options: dict[str, Any]) -> Agent:
    if not path.exists():
        raise ValueError(f"checkpoint {path} does not exist")
    # The learned agents bring in torch, which a match of rule players never needs.
    from agents.learned import load_agent

    try:
        return load_agent(path, **options)
    except TypeError as error:
        raise ValueError(f"checkpoint {path} does not take these options: {error}") from error


def _build(address: str, name: str, options: dict[str, Any]) -> Agent:
    agent_class = _imported(address, name)
    try:
        agent = agent_class(**options)
    except Exception as error:  # whatever a user's constructor raises
        raise ValueError(f"agent {name!r} cannot be made from options {options}: {_reason(error)}") from error
    if not isinstance(agent, Agent):
        raise ValueError(f"agent {name!r} is no agent: it needs the methods reset(seat, rng) and act(view)")
    return agent


def _imported(address: str, name: str) -> Any:
    module_name, _, class_name = address.partition(":")
    try:
        module = importlib.import_module(module_name)
    except Exception as error:  # whatever a user's module raises when it is loaded
        raise ValueError(f"agent {name!r}: module {module_name} cannot be imported: {_reason(error)}") from error
    agent_class = getattr(module, class_name, None)
    if not callable(agent_class):
        raise ValueError(f"agent {name!r}: module {module_name} has no class {class_name}")
    return agent_class


def _reason(error: Exception) -> str:
    """What went wrong, in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
