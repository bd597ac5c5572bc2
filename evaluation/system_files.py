"""``mode=system`` of ``evaluate.py``: what an agent's calls mean, measured and written as files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from agents.batched import make_batched
from agents.learned.agent import checkpoint_file
from agents.learned.system import SUFFIX, System, system_beside
from agents.registry import checkpoint_path, composition, make
from agents.roles import can_bid
from bridge.batch import BatchAgent
from bridge.files import written_whole
from evaluation.console import Advance, progress_bar
from evaluation.session import output_folder
from evaluation.settings import TournamentSettings
from evaluation.system import FEWEST, measure
from evaluation.system_card import html_card, text_card

_BRANCH = 4
"""Of the seed; the first are those of a tournament."""
_TEXT_FILE, _PAGE_FILE, _SYSTEM_FILE = "system.txt", "system.html", SUFFIX.removeprefix(".")


def write_system(settings: TournamentSettings) -> str:
    """Measure the system of the settings' agent, write its card and its file, and return what to print.

    Args:
        settings: agent, boards, seed, beside and output count.

    Raises:
        ValueError: there is no such agent or it does not bid, the boards are too few, or the folder is taken.
        OSError: a file cannot be written.
    """
    folder = output_folder(settings)  # before the work: a folder that is taken must not cost it
    name = _bidder(settings.agent)
    places = [folder / _SYSTEM_FILE, *([_beside(name)] if settings.beside else [])]
    with progress_bar(settings.boards, "boards") as advance:
        system = _measured(settings, name, advance)
    folder.mkdir(parents=True, exist_ok=True)
    card = text_card(system)
    contents = {folder / _TEXT_FILE: card, folder / _PAGE_FILE: html_card(system)}
    contents |= {place: system.to_json() for place in places}
    for path, content in contents.items():
        with written_whole(path) as temporary:
            temporary.write_text(content, encoding="utf-8")
    return card + f"\nwritten to {folder}{f' and {places[-1]}' if settings.beside else ''}\n"


def _bidder(agent: str | None) -> str:
    """The name of the agent that makes the calls."""
    if agent is None:
        raise ValueError("mode=system measures one agent: give agent=PATH or another agent's name")
    made = make(agent)
    if not can_bid(made):
        raise ValueError(f"agent {agent!r} only plays cards: it has no system of calls")
    parts = composition(agent)
    return parts[0] if parts else agent


def _beside(name: str) -> Path:
    checkpoint = checkpoint_path(name)
    if checkpoint is None:
        raise ValueError(f"beside=true: {name} is no checkpoint that a file could lie beside")
    return system_beside(checkpoint_file(checkpoint))


def _measured(settings: TournamentSettings, name: str, advance: Advance) -> System:
    def seated(n: int, rng: np.random.Generator) -> BatchAgent:
        bidder = make_batched(name, n, rng)
        advance(n)
        return bidder

    rng = np.random.default_rng(np.random.SeedSequence(settings.seed, spawn_key=(_BRANCH,)))
    system = measure(name, seated, settings.boards, rng)
    if not system.meanings:
        raise ValueError(f"boards={settings.boards} are too few: no call was made {FEWEST} times")
    return system
