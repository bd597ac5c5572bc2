"""The profile as a page, written from the tables themselves: ``python -m agents.sayc.page > docs/sayc-lite.md``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

from agents.sayc import (
    VERSION,
    advances,
    competition,
    defaults,
    notrump,
    openings,
    overcalls,
    rebids,
    responder,
    responses,
    slam,
    strong,
    takeout,
)
from agents.sayc.rules import Force, Rule, Table

_TOPICS = (
    openings,
    responses,
    rebids,
    responder,
    notrump,
    strong,
    slam,
    overcalls,
    takeout,
    advances,
    competition,
)
_LAYERS = (
    ("Before every table, once the seat has made a call of its own", defaults.FIRST),
    ("For a hand about to pass", defaults.COMPETE),
    ("Where no table has a call", defaults.DEFAULT),
    ("How calls are read that the system itself never makes", defaults.READINGS),
)
_FORCES = {
    Force.TO_PLAY: "to play",
    Force.NONE: "",
    Force.INVITATION: "invites",
    Force.ONE_ROUND: "forcing",
    Force.GAME: "game force",
}
_HEAD = ("| rule | call | hand | shows besides | force | |", "| --- | --- | --- | --- | --- | --- |")

_PREFACE = f"""\
# The bidding profile {VERSION}

Written by `python -m agents.sayc.page` from the tables of `agents/sayc/`; change those, not this page.

A row applies where its table's context fits the auction; the first row whose test the hand passes and whose call is
legal is the call. *Ours* and *theirs* are the meanings of a side's calls so far, ours from its first call that was not
a pass and ending with partner's, theirs without passes: `a|b` is either, `a*` any that begins so, `?` any one call,
`*` any number of calls, `+` at least one. The words of the tests are explained in `agents/sayc/expressions.py` and
`agents/sayc/situation.py`: suits `x` opening suit, `y` responder's suit, `z` opener's second suit, `f` the fourth suit,
`t` theirs, `p` partner's last, `o` one's own last, `g` the agreed suit, `n` every suit in turn.
"""


def page() -> str:
    """The page in Markdown."""
    return "\n".join([_PREFACE, *_topics(), *_layers()]) + "\n"


def _topics() -> Iterator[str]:
    for topic in _TOPICS:
        yield f"## {_title(topic)}\n"
        tables: tuple[Table, ...] = topic.TABLES
        for table in tables:
            yield from _table(table)


def _title(topic: ModuleType) -> str:
    return (topic.__doc__ or "").partition("\n")[0].rstrip(".")


def _table(table: Table) -> Iterator[str]:
    context = [f"ours `{table.ours.text or 'none'}`", f"theirs `{table.theirs.text or 'none'}`"]
    if table.when.text != "1 > 0":
        context.append(f"when `{table.when.text}`")
    yield f"### {table.name[0].upper()}{table.name[1:]}\n"
    yield f"{', '.join(context)}\n"
    yield from _rows(table.rows)


def _layers() -> Iterator[str]:
    yield f"## {_title(defaults)}\n"
    for title, rules in _LAYERS:
        yield f"### {title}\n"
        yield from _rows(rules)


def _rows(rules: tuple[Rule, ...]) -> Iterator[str]:
    yield from _HEAD
    for rule in rules:
        shows = "" if rule.shows is rule.test else _code(rule.shows.text)
        call = rule.call.text + (f", n {_suits(rule.over)}" if rule.over else "")
        says = rule.says + (
            "" if rule.suit or rule.call.fixed is not None or rule.call.suit == "NT" else ", artificial"
        )
        yield f"| {rule.id} | {call} | {_code(rule.test.text)} | {shows} | {_FORCES[rule.force]} | {says} |"
    yield ""


def _code(text: str) -> str:
    """A test in a cell of a table; one that holds for every hand is left out."""
    return "any" if text == "1 > 0" else "`" + text.replace("|", "\\|") + "`"


def _suits(order: tuple[int, ...]) -> str:
    return " ".join("♣♦♥♠"[suit] for suit in order)


if __name__ == "__main__":
    sys.stdout.write(page())
