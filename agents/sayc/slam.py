"""Asking for aces: Blackwood, Gerber, and the quantitative raise of notrump."""

from __future__ import annotations

from agents.sayc.rules import Rule, Table, row, table

# fmt: off
# A rule is a row: its id, its call and its test come first, whatever the line length of code would make of them.

_ANSWERS = (("C", "aces == 0 or aces == 4"), ("D", "aces == 1"), ("H", "aces == 2"), ("S", "aces == 3"))

_BLACKWOOD_ANSWERS = tuple(
    row("SL1", f"5{suit}", test, tag=f"ACES_{count}", suit="", says="aces by steps")
    for count, (suit, test) in enumerate(_ANSWERS)
)

_GERBER_ANSWERS = tuple(
    row("SL4", call, test, tag=f"ACES_{count}", suit="", says="aces by steps")
    for count, (call, (_, test)) in enumerate(zip(("4D", "4H", "4S", "4NT"), _ANSWERS, strict=True))
)

_KINGS = (("C", "kings == 0 or kings == 4"), ("D", "kings == 1"), ("H", "kings == 2"), ("S", "kings == 3"))

_KING_ANSWERS = tuple(
    row("SL2", f"6{suit}", test, tag=f"KINGS_{count}", suit="", says="kings by steps")
    for count, (suit, test) in enumerate(_KINGS)
)


def _totals(answer: int) -> tuple[str, str]:
    """Tests: at most one ace is missing; none is. The first step is none, or all four to a hand without."""
    if answer == 0:
        return "(aces >= 3 or aces == 0)", "(aces == 4 or aces == 0)"
    return f"aces + {answer} >= 3", f"aces + {answer} == 4"


def _decision(answer: int) -> tuple[Rule, ...]:
    """The asker's call once partner's aces are known."""
    enough, four = _totals(answer)
    return (
        row("SL7", "5NT", f"{four} and fp(g) + pmin >= 37", force="1", tag="ASK_K", suit="", says="kings?"),
        row("SL6", "6g", enough, force="T", tag="SIGN", says="slam"),
        row("SL6", "6p", f"not agreed and {enough} and fit(p) >= 8", force="T", tag="SIGN", says="slam"),
        row("SL6", "6NT", f"not agreed and {enough}", force="T", tag="SIGN", says="slam"),
        row("SL6", "P", "den == g", force="T", stands=True, says="two aces missing"),
        row("SL6", "min g", "lv(g) <= 6", force="T", tag="SIGN", says="two aces missing"),
        row("SL6", "P", "den == p", force="T", stands=True, says="two aces missing"),
        row("SL6", "min p", "not agreed and fit(p) >= 7", force="T", tag="SIGN", says="two aces missing"),
        row("SL6", "min NT", "not agreed", force="T", tag="SIGN", says="two aces missing"),
    )


def _gerber_decision(answer: int) -> tuple[Rule, ...]:
    enough, four = _totals(answer)
    return (
        row("SL4", "5C", f"{four} and lp + phmin >= 37", force="1", tag="ASK_GK", suit="", says="kings?"),
        row("SL6", "6n", f"{enough} and fit(n) >= 8 and len(n) >= 4 and longest(n, ALL)",
            force="T", tag="SIGN", over="down", says="slam"),
        row("SL6", "6NT", enough, force="T", tag="SIGN", says="slam"),
        row("SL6", "4n", "fit(n) >= 8 and len(n) >= 4", force="T", tag="SIGN", over="majors", says="two aces missing"),
        row("SL6", "P", "den == NT", stands=True, says="two aces missing"),
        row("SL6", "4NT", "level == 4", force="T", tag="SIGN", says="two aces missing"),
        row("SL6", "min n", "fit(n) >= 8", force="T", tag="SIGN", over="down", says="two aces missing"),
    )


_GERBER_KINGS = tuple(
    row("SL4", call, test, tag=f"KINGS_{count}", suit="", says="kings by steps")
    for count, (call, (_, test)) in enumerate(zip(("5D", "5H", "5S", "5NT"), _KINGS, strict=True))
)

TABLES: tuple[Table, ...] = (
    table("Gerber king answers", "* ASK_GK", "*", *_GERBER_KINGS, when="rho_passed"),
    table(
        "grand-slam force",
        "* GSF",
        "*",
        row("SL3", "7g", "tops(g) >= 2", force="T", tag="SIGN", says="two of the three top trumps"),
        row("SL3", "6g", force="T", tag="SIGN", says="not two of the three"),
        row("SL3", "7o", "not agreed and tops(o) >= 2", force="T", tag="SIGN", says="two of the three top trumps"),
        row("SL3", "6o", "not agreed", force="T", tag="SIGN", says="not two of the three"),
        when="rho_passed",
    ),
    table("Blackwood answers", "* ASK_BW", "*", *_BLACKWOOD_ANSWERS, when="level == 4 and rho_passed"),
    table("Gerber answers", "* ASK_G", "*", *_GERBER_ANSWERS, when="level == 4 and rho_passed"),
    table("king answers", "* ASK_K", "*", *_KING_ANSWERS, when="rho_passed"),
    *(
        table(f"after Blackwood, answer {count}", f"* ASK_BW ACES_{count}", "*", *_decision(count), when="rho_passed")
        for count in range(4)
    ),
    *(
        table(f"after Gerber, {count}", f"* ASK_G ACES_{count}", "*", *_gerber_decision(count), when="rho_passed")
        for count in range(4)
    ),
    table(
        "after kings",
        "* ASK_K KINGS_?",
        "*",
        row("SL7", "6g", tag="SIGN", force="T", says="slam"),
        row("SL7", "P", "den == g", stands=True, says="slam"),
        row("SL7", "6NT", tag="SIGN", force="T", says="slam"),
        when="rho_passed",
    ),
    table(
        "quantitative raise",
        "* Q4N",
        "*",
        row("SL5", "6NT", "hcp >= mhmax or hcp >= mhmax - 1 and some(5, ALL)", force="T", tag="SIGN", says="maximum"),
        row("SL5", "5NT", "hcp >= mhmax - 1 and mhmax - mhmin >= 2",
            force="I", tag="Q5N", suit="", says="nearly maximum"),
        row("SL5", "P", says="no slam"),
        when="rho_passed",
    ),
)
