"""First responses to an opening of one in a suit when right-hand opponent has passed, and Jacoby 2NT."""

from __future__ import annotations

from agents.sayc.rules import Rule, Table, row, table

# fmt: off
# A rule is a row: its id, its call and its test come first, whatever the line length of code would make of them.

_JUMP_SHIFT = (
    "hcp >= 17 and has(n, unbid) and longest(n, unbid) and good(n)"
    " and (len(n) >= 6 or len(n) == 5 and (hcp >= 19 or len(x) >= 3))"
)


def new_suit(id: str, call: str, test: str, *, shows: str, tag: str, says: str, over: str = "") -> tuple[Rule, ...]:
    """Rows for responder's new suit: forcing for one round, unless responder has passed before.

    The arguments are those of ``rules.row``.
    """
    return (
        row(id, call, f"passed and {test}", shows=f"hcp <= 12 and {shows}", tag=tag, says=says, over=over),
        row(id, call, f"not passed and {test}", shows=shows, force="1", tag=tag, says=says, over=over),
    )


_TO_A_MAJOR = table(
    "responses to one of a major",
    "1M",
    "",
    row("RM1", "2NT",
        "not passed and sp(x) >= 13 and hcp >= 10 and (len(x) >= 4 or len(x) == 3 and each(3, ALL)"
        " and not some(4, MINORS))",
        shows="len(x) >= 3 and hcp >= 10 and points >= 13", force="G", tag="J2N", suit="",
        says="Jacoby: a forcing raise"),
    row("RM2", "jump n", f"not passed and {_JUMP_SHIFT}",
        shows="hcp >= 17 and len(n) >= 5", force="G", tag="RJS", over="up", says="very strong"),
    row("RM3", "4x", "len(x) >= 5 and 3 <= hcp <= 9",
        shows="len(x) >= 5 and 3 <= hcp <= 9 and points <= 12", force="T", tag="R4M", says="preemptive"),
    row("RM4", "3x",
        "len(x) == 3 and 11 <= sp(x) <= 12 or len(x) >= 4 and 10 <= sp(x) <= 12 or len(x) >= 3 and sp(x) >= 13"
        " and (hcp < 10 or passed)",
        shows="len(x) >= 3 and 10 <= points <= 12 and 4 <= hcp <= 12", force="I", tag="R3x", says="invitational raise"),
    row("RM5", "2x", "len(x) >= 3 and 5 <= sp(x) <= 10 and hcp >= 3",
            shows="hcp <= 10", tag="R2x", says="single raise"),
    *new_suit("RM6", "1S",
        "x == H and len(S) >= 4 and hcp >= 5 and lp >= 6 and not (hcp >= 13 and (len(C) >= 5 and len(C) > len(S)"
        " or len(D) >= 5 and len(D) > len(S)))",
        shows="len(S) >= 4 and points >= 6", tag="R1", says="four spades or more"),
    row("RM9", "2NT", "passed and bal and 11 <= hcp <= 12", force="I", tag="R2Ni", says="invitational"),
    *new_suit("RM8", "2n",
        "n < x and longest(n, below(x)) and len(n) >= (5 if n == H else 4) and (hcp >= 10 or hcp == 9 and lp >= 11)",
        shows="hcp >= 9 and points >= 10 and len(n) >= (5 if n == H else 4)", tag="R21", says="ten or more",
        over="down"),
    row("RM10", "1NT", "hcp >= 6",
        shows="6 <= hcp <= 10 and len(x) <= 2 and (x == S or len(S) <= 3)", tag="R1N", says="no fit, not forcing"),
    row("RM11", "P", shows="hcp <= 6", says="too weak"),
    when="rho_passed and quiet",
)

_SUPPORT = "len(x) >= (5 if x == C else 4)"
_NO_MAJOR = "len(S) <= 3 and len(H) <= 3"

_TO_A_MINOR = table(
    "responses to one of a minor",
    "1m",
    "",
    row("Rm1", "jump n", f"not passed and {_JUMP_SHIFT}",
        shows="hcp >= 17 and len(n) >= 5", force="G", tag="RJS", over="up", says="very strong"),
    row("Rm3", "2NT", f"not passed and bal and {_NO_MAJOR} and 13 <= hcp <= 15",
        force="G", tag="R2Nm", says="balanced 13-15"),
    row("Rm3", "2NT", f"passed and bal and {_NO_MAJOR} and 11 <= hcp <= 12",
        force="I", tag="R2Ni", says="balanced 11-12"),
    row("Rm4", "3NT", f"not passed and bal and {_NO_MAJOR} and 16 <= hcp <= 19", tag="R3N", says="balanced 16-18"),
    *new_suit("Rm2", "1n",
        "len(n) >= 4 and hcp >= 5 and lp >= 6 and longest(n, MAJORS if x == D else unbid) and not (x == D"
        " and len(C) >= 5 and len(C) > len(n) and hcp >= 13)",
        shows="len(n) >= 4 and points >= 6", tag="R1", says="four cards or more", over="up"),
    *new_suit("Rm5", "2C",
        "x == D and len(C) >= 4 and (hcp >= 10 or hcp == 9 and lp >= 11) and not (len(D) >= 4 and len(D) >= len(C)"
        " and hcp <= 12)",
        shows="hcp >= 9 and points >= 10 and len(C) >= 4", tag="R21", says="ten or more"),
    row("Rm6", "5x", f"{_SUPPORT} and short and sp(x) >= 16 and hcp >= 10",
            shows="hcp <= 20", force="T", tag="R5m", says="to play"),
    row("Rm7", "3x", f"({_SUPPORT} or len(x) >= 4 and 11 <= hcp <= 12) and 10 <= sp(x) <= 12",
        shows="len(x) >= 4 and 10 <= points <= 12 and len(S) <= 3 and len(H) <= 3 and hcp >= 6", force="I", tag="R3x",
        says="invitational raise"),
    row("Rm8", "2x", f"{_SUPPORT} and 6 <= sp(x) <= 9 and hcp >= 5 and {_NO_MAJOR}",
        tag="R2x", says="single raise"),
    row("Rm4", "3NT", "hcp >= 13", shows=f"hcp <= 25 and {_NO_MAJOR}", tag="R3N", says="values for game"),
    row("Rm9", "1NT", "hcp >= 6", shows=f"6 <= hcp <= 12 and {_NO_MAJOR}", tag="R1N", says="no major, not forcing"),
    row("Rm10", "P", shows="hcp <= 6", says="too weak"),
    when="rho_passed and quiet",
)

_JACOBY = (
    table(
        "Jacoby answers",
        "1M J2N",
        "*",
        row("J1", "4n", "n != x and len(n) >= 5 and good(n)", force="G", tag="J2_5", over="up", says="a second suit"),
        row("J2", "3n", "n != x and len(n) <= 1", force="G", tag="J2_SHORT", suit="", over="up", says="shortness"),
        row("J3", "3x", "lp >= 18",
            shows="hcp >= 15", force="G", tag="J2_MAX", says="maximum"),
        row("J3", "3NT", "lp >= 15", shows="13 <= hcp <= 17", force="G", tag="J2_MED", suit="", says="medium"),
        row("J3", "4x", shows="hcp <= 14", tag="J2_MIN", says="minimum"),
        when="rho_passed",
    ),
    *(
        table(
            f"Jacoby: {tag}",
            f"1M J2N {tag}",
            "*",
            row("J4", "4NT", f"sp(x) >= {slam}",
                shows=f"{slam - 6} <= hcp <= 30",
                force="1", tag="ASK_BW", suit="", says="aces?"),
            row("J4", "4x", force="T", tag="SIGN", says="game"),
            row("J4", "P", "den == x", says="game"),
            row("J4", "min x", force="T", tag="SIGN", says="game"),
            when="rho_passed",
        )
        for tag, slam in (("J2_5", 17), ("J2_SHORT", 16), ("J2_MED", 18), ("J2_MAX", 15), ("J2_MIN", 20))
    ),
)

TABLES: tuple[Table, ...] = (_TO_A_MAJOR, _TO_A_MINOR, *_JACOBY)
