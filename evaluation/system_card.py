"""The convention card of a measured system, as text and as a page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from agents.learned.system import CallMeaning, System, auction_words
from bridge.actions import PASS

_FEWEST_SHARE = 0.01
"""Calls that are made less often in their situation are left out of the card; the file has them."""
_PLIES = 3
"""Openings, their answers, and the answers to those are told."""

Calls = tuple[int, ...]


def title(system: System) -> str:
    """The card's heading."""
    return f"What the calls of {system.agent} mean"


def preface(system: System) -> str:
    """How to read the card."""
    return (
        f"Measured on {system.boards:,} boards that it bid with itself. Of each call: how often it is made in its "
        "situation; then where nine hands in ten lie. Forcing: partner passes it less than three times in a hundred. "
        "Openings are told without regard to the passes before them."
    )


def text_card(system: System) -> str:
    """The card for a terminal."""
    lines = [title(system), "", preface(system), ""]
    for heading, before in _sections(system):
        lines += [heading, *(f"  {_line(meaning)}" for meaning in _told(system, before)), ""]
    return "\n".join(lines)


def html_card(system: System) -> str:
    """The card as one page without anything outside it; situations open on a click."""
    own = "".join(_branch(system, meaning, (PASS,), 1) for meaning in _told(system, ()))
    defence = "".join(
        f"<li><details><summary>they open <b>{auction_words(opening)}</b></summary>"
        f"<ul>{''.join(_branch(system, meaning, (PASS,), 1) for meaning in _told(system, opening))}</ul></details></li>"
        for opening in _openings(system)
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>'
        f"{escape(title(system))}</title><style>{_STYLE}</style></head><body><h1>{escape(title(system))}</h1>"
        f"<p>{escape(preface(system))}</p><h2>Opening bids, answers and rebids, opponents passing</h2><ul>{own}</ul>"
        f"<h2>When they open</h2><ul>{defence}</ul></body></html>\n"
    )


def _sections(system: System) -> Iterator[tuple[str, Calls]]:
    yield "Opening bids", ()
    for opening in _openings(system):
        yield f"Partner opened {auction_words(opening)}", (*opening, PASS)
    for opening in _openings(system):
        yield f"They opened {auction_words(opening)}", opening


def _openings(system: System) -> list[Calls]:
    return [(meaning.action,) for meaning in _told(system, ()) if meaning.action != PASS]


def _told(system: System, before: Calls) -> list[CallMeaning]:
    return [meaning for meaning in system.after(before) if meaning.share >= _FEWEST_SHARE or not before]


def _line(meaning: CallMeaning) -> str:
    return f"{auction_words([meaning.action]):<3} {meaning.share:>6.1%}  {meaning}"


def _branch(system: System, meaning: CallMeaning, between: Calls, ply: int) -> str:
    """A call with the calls that may follow it, after ``between`` by the opponents."""
    head = f"<b>{auction_words([meaning.action])}</b> <i>{meaning.share:.1%}</i> {escape(str(meaning))}"
    after = _told(system, (*meaning.before, meaning.action, *between)) if ply < _PLIES else []
    if not after:
        return f"<li>{head}</li>"
    inner = "".join(_branch(system, answer, between, ply + 1) for answer in after)
    return f"<li><details><summary>{head}</summary><ul>{inner}</ul></details></li>"


_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}
ul{list-style:none;padding-left:1.2rem;border-left:1px solid #ddd}li{margin:.15rem 0}
summary{cursor:pointer}b{display:inline-block;min-width:2.2rem}i{color:#667;font-style:normal;margin-right:.6rem}
"""
