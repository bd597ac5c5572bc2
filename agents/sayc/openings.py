"""Opening bids, first to fourth seat."""

from __future__ import annotations

from agents.sayc.rules import Table, row, table

# fmt: off
# A rule is a row: its id, its call and its test come first, whatever the line length of code would make of them.

# Rule of twenty in the first three seats, a touch lighter with two quick tricks; fourth seat counts spades.
_STRENGTH = (
    "(turn <= 3 and (hcp >= 10 and r20 >= 20 or hcp >= 11 and r20 >= 19 and qt >= 2)"
    " or turn == 4 and (hcp >= 14 or hcp >= 9 and hcp + len(S) >= 15))"
)
_LONGEST_MAJOR = (
    "len(n) >= 5 and longest(n, MAJORS)"
    " and (len(C) <= len(n) and len(D) <= len(n) or lp < 17 and len(C) <= len(n) + 1 and len(D) <= len(n) + 1)"
)
_SHOWS_ONE = "(9 if turn == 4 else 10) <= hcp <= 21 and 11 <= points <= 23"
_NO_SIDE_MAJOR = "(n == S or len(S) < 4) and (n == H or len(H) < 4)"

_GOOD_SEVEN = "(not vul and (tops(n) >= 1 or honours(n) >= 2) or vul and (fair(n) or honours(n) >= 2 and pt >= 5))"

TABLES: tuple[Table, ...] = (
    table(
        "openings",
        "",
        "",
        row("O1", "3NT", "bal and 25 <= hcp <= 27", tag="3NT", says="balanced 25-27"),
        row("O2", "2NT", "bal and 20 <= hcp <= 21", tag="2NT", says="balanced 20-21"),
        row("O3", "1NT", "bal and 15 <= hcp <= 17", tag="1NT", says="balanced 15-17, a five-card major possible"),
        row("O4", "2C", "hcp >= 22",
            shows="hcp >= 17 and points >= 22", force="1", tag="2C", suit="",
            says="22 or more, or nearly a game in hand"),
        row("O4", "2C",
            "longest(n, ALL) and len(n) >= 6 and qt >= 4"
            " and (hcp >= 18 and pt >= (9 if major(n) else 10) or hcp >= 21 and pt >= (8.5 if major(n) else 9.5))",
            shows="hcp >= 17 and points >= 22", force="1", tag="2C", suit="", over="down",
            says="22 or more, or nearly a game in hand"),
        row("O5", "1n", f"{_LONGEST_MAJOR} and {_STRENGTH}",
            shows=f"{_SHOWS_ONE} and len(n) >= 5", tag="1M", over="majors",
            says="opening strength, five cards or more"),
        row("O7", "1n", "turn == 3 and hcp >= 10 and longest(n, MAJORS) and len(n) >= 5 and good(n)",
            shows=f"{_SHOWS_ONE} and len(n) >= 5", tag="1M", over="majors", says="third seat, light with a good suit"),
        row("O6", "1D", f"{_STRENGTH} and (len(D) > len(C) or len(D) == len(C) and len(D) >= 4)",
            shows=f"{_SHOWS_ONE} and len(D) >= 3 and len(S) <= 6 and len(H) <= 6", tag="1m",
            says="opening strength, no five-card major, the longer minor"),
        row("O6", "1C", _STRENGTH,
            shows=f"{_SHOWS_ONE} and len(C) >= 3", tag="1m",
            says="opening strength, no five-card major, the longer minor"),
        row("O10", "4n", "turn <= 3 and hcp <= 10 and len(n) >= 8 and (tops(n) >= 1 or tops4(n) >= 2)",
            tag="PRE4", over="down", says="preemptive, eight cards"),
        row("O10", "4n", "hcp <= 10 and len(n) == 7 and tops(n) == 3", tag="PRE4", over="majors", says="a solid seven"),
        row("O9", "3n", f"turn <= 3 and hcp <= 10 and len(n) == 7 and {_GOOD_SEVEN}",
            shows="hcp <= 10 and len(n) == 7", tag="PRE3", over="down", says="preemptive, seven cards"),
        row("O9", "3C", "turn <= 3 and hcp <= 10 and len(C) == 6 and tops(C) == 3",
            tag="PRE3", says="preemptive, a solid six"),
        row("O8", "2n",
            "turn <= 2 and len(n) == 6 and 5 <= hcp <= 11 and each(1, ALL) and n != C"
            f" and {_NO_SIDE_MAJOR} and (good(n) or not vul and fair(n))",
            shows="len(n) == 6 and 5 <= hcp <= 11", tag="W2", over="down", says="weak two"),
        row("O8", "2n", "turn == 3 and len(n) == 6 and 5 <= hcp <= 11 and n != C and (fair(n) or hcp >= 7)",
            shows="len(n) == 6 and 5 <= hcp <= 11", tag="W2", over="down", says="weak two in third seat"),
        row("O11", "P", shows="hcp <= (13 if turn == 4 else 12)", says="no opening bid"),
        when="level == 0",
    ),
)
