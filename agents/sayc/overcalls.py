"""Entering their auction: overcalls, takeout doubles, two-suiters, balancing, and action over their preempts."""

from __future__ import annotations

from agents.sayc.rules import Rule, Table, row, table

# fmt: off
# A rule is a row: its id, its call and its test come first, whatever the line length of code would make of them.

_HALF_IN_SUITS_MAJORS = "2 * (high(H) + high(S)) >= hcp"

# Three cards or more in every suit but theirs, short in theirs; the double counts that shortness as a trump holding.
_TAKEOUT_SHAPE = "len(t) <= 2 and each(3, unbid) and (some(4, unbid & MAJORS) or not some(5, unbid))"
_TAKEOUT = (
    f"({_TAKEOUT_SHAPE} and (hcp >= 13 or hcp == 12 or len(t) <= 1 and hcp >= 10)"
    " or hcp >= 13 and len(t) <= 3 and each(3, unbid & MAJORS) and not some(5, unbid)"
    " or hcp >= 12 and len(t) <= 2 and each(3, unbid & MAJORS) and (not major(t) or some(4, unbid & MAJORS)))"
)


def _michaels(floor_minor: int, floor_major: int) -> tuple[Rule, ...]:
    """The cue-bid: both majors over a minor, the other major and a minor over a major."""
    return (
        row("OV2", "min t",
            f"level <= 3 and not major(t) and len(H) >= 5 and len(S) >= 5 and lp >= {floor_minor}"
            f" and {_HALF_IN_SUITS_MAJORS}",
            shows=f"len(H) >= 5 and len(S) >= 5 and points >= {floor_minor}"
            f" and {floor_minor - 3} <= hcp <= 21",
            force="1", tag="MICH", suit="",
            says="both majors"),
        row("OV2", "min t",
            f"level <= 3 and t == H and len(S) >= 5 and some(5, MINORS) and lp >= {floor_major}"
            " and 2 * (high(S) + high(C) + high(D)) >= hcp",
            shows=f"len(S) >= 5 and points >= {floor_major} and {floor_major - 3} <= hcp <= 21",
            force="1", tag="MICH", suit="",
            says="spades and a minor"),
        row("OV2", "min t",
            f"level <= 3 and t == S and len(H) >= 5 and some(5, MINORS) and lp >= {floor_major}"
            " and 2 * (high(H) + high(C) + high(D)) >= hcp",
            shows=f"len(H) >= 5 and points >= {floor_major}"
            f" and {floor_major - 3} <= hcp <= 21", force="1", tag="MICH", suit="",
            says="hearts and a minor"),
    )


_UNUSUAL = tuple(
    row("OV3", "2NT", f"{context} and level == 1 and len({a}) >= 5 and len({b}) >= 5 and lp >= 8 and hcp >= 6",
        shows=f"len({a}) >= 5 and len({b}) >= 5 and points >= 8 and hcp <= 21", force="1", tag="UNU", suit="",
        says="the two lowest unbid suits")
    for context, a, b in (("t >= H", "C", "D"), ("t == D", "C", "H"), ("t == C", "D", "H"))
)

_JUMP_OVERCALLS = (
    row("OV4", "jump n",
        "has(n, unbid) and lv(n) + 1 == 2 and len(n) == 6 and (good(n) or fair(n) or not vul and tops(n) >= 1)"
        " and (5 if vul else 4) <= hcp <= 10",
        shows="len(n) == 6 and 4 <= hcp <= 10", tag="WJO", over="down", says="weak, six cards"),
    row("OV4", "3n", "has(n, unbid) and lv(n) <= 2 and len(n) == 7 and tops4(n) >= 1 and 3 <= hcp <= 10",
        shows="len(n) == 7 and 3 <= hcp <= 10", tag="WJO3", over="down", says="weak, seven cards"),
    row("OV4", "4n", "has(n, unbid) and lv(n) <= 2 and len(n) >= 8 and good(n) and hcp <= 10",
        shows="len(n) >= 8 and 4 <= hcp <= 10", tag="WJO4", over="down", says="weak, eight cards"),
)

_ONE_LEVEL = "has(n, unbid) and lv(n) == 1 and len(n) >= 5 and longest(n, unbid)"

_DIRECT = table(
    "over their opening of one in a suit",
    "",
    "1M|1m",
    row("OV1", "1NT", "bal and 15 <= hcp <= 18 and stop(t)", tag="OC1N", says="balanced 15-18 with a stop"),
    *_michaels(8, 10),
    *_UNUSUAL,
    row("OV5", "X", "hcp >= 17",
        shows="hcp >= 10 and points >= 12", force="1", tag="TOX", says="takeout, or any strong hand"),
    *_JUMP_OVERCALLS,
    row("OV6", "1n",
        f"{_ONE_LEVEL} and 8 <= hcp <= 16 and (fair(n) or hcp >= 10 and honours(n) >= 1) and not (n == D and hcp >= 12"
        f" and {_TAKEOUT}) and not (not fair(n) and len(t) <= 1 and {_TAKEOUT})",
        shows="len(n) >= 5 and 8 <= hcp <= 16", tag="OC", over="down", says="natural"),
    row("OV7", "2n",
        "has(n, unbid) and lv(n) == 2 and n < t and longest(n, unbid) and len(n) >= 6 and tops(n) >= 1 and (hcp >= 11"
        " or good(n) and hcp >= 9 and lp >= 11) and hcp <= 16",
        shows="len(n) >= 5 and 9 <= hcp <= 16 and points >= 10", tag="OC", over="up", says="natural"),
    row("OV7", "2H",
        "t == S and len(H) >= 5 and longest(H, unbid) and good(H) and hcp >= (13 if vul else 12) and hcp <= 16",
        shows="len(H) >= 5 and 9 <= hcp <= 16 and points >= 10", tag="OC", says="natural"),
    row("OV8", "X", _TAKEOUT, shows="hcp >= 10 and points >= 12", force="1", tag="TOX", says="takeout"),
    row("OV7", "2n",
        "has(n, unbid) and lv(n) == 2 and n < t and longest(n, unbid) and len(n) >= 5 and good(n)"
        " and hcp >= (13 if vul else 12) and hcp <= 16",
        shows="len(n) >= 5 and 9 <= hcp <= 16 and points >= 10", tag="OC", over="up", says="natural"),
    row("OV9", "P", shows="hcp <= 16", says="no action"),
    when="rho_bid and level == 1",
)

_BALANCING = table(
    "balancing against one of a suit",
    "",
    "1M|1m",
    row("BA1", "1NT",
        "bal and 10 <= hcp <= 15 and stop(t) and not (some(5, unbid & MAJORS) and (t < H or len(S) >= 5))",
        shows="bal and 10 <= hcp <= 15", tag="OC1NB", says="balanced 10-15"),
    row("BA2", "2NT", "bal and 19 <= hcp <= 21 and stop(t)", tag="C2N", says="balanced 19-21"),
    *_michaels(8, 10),
    row("OV5", "X", "hcp >= 16", shows="hcp >= 9", force="1", tag="TOXB", says="takeout, or any strong hand"),
    row("BA4", "jump n", "has(n, unbid) and len(n) >= 6 and good(n) and 12 <= hcp <= 16 and lv(n) <= 2",
        tag="IJO", over="down", says="intermediate"),
    row("OV6", "1n", f"{_ONE_LEVEL} and 7 <= hcp <= 16",
        shows="len(n) >= 5 and 7 <= hcp <= 16", tag="OCB", over="down", says="natural"),
    row("OV7", "2n",
        "has(n, unbid) and lv(n) == 2 and n < t and longest(n, unbid) and (len(n) >= 6 and tops(n) >= 1 and hcp >= 8"
        " or len(n) >= 5 and good(n) and hcp >= 9) and hcp <= 16",
        shows="len(n) >= 5 and 8 <= hcp <= 16", tag="OCB", over="up", says="natural"),
    row("BA5", "2n",
        "has(n, unbid) and lv(n) == 2 and n < t and longest(n, unbid) and len(n) >= 6 and fair(n) and 6 <= hcp <= 16",
        shows="len(n) >= 5", tag="OCB", over="up", says="natural, six cards"),
    row("BA3", "X",
        "hcp >= 9 and len(t) <= 2 and each(3, unbid) or hcp >= 11 and len(t) <= 3 and each(3, unbid & MAJORS)"
        " or hcp >= 10 and len(t) <= 2 and some(4, unbid & MAJORS) and each(3, unbid & MAJORS)",
        shows="hcp >= 9", force="1", tag="TOXB", says="takeout"),
    row("BA7", "P", shows="hcp <= 15", stands=True, says="no action"),
    when="last_seat and level == 1",
)

_OVER_NOTRUMP = (
    table(
        "over their one notrump",
        "",
        "1NT",
        row("OV10", "X", "hcp >= 15 and not some(6, ALL)", shows="hcp >= 15", tag="X_PEN", stands=True, says="penalty"),
        row("OV11", "3n", "len(n) >= 7 and tops4(n) >= 2 and 5 <= hcp <= 10",
            tag="WJO3", over="down", says="weak, seven cards"),
        row("OV11", "2n",
            "longest(n, ALL) and (len(n) >= 6 and fair(n) and hcp >= 8 or len(n) >= 5 and good(n) and not bal"
            " and hcp >= 10)",
            shows="len(n) >= 5 and 8 <= hcp <= 18", tag="OC", over="down", says="natural"),
        row("OV10", "X", "hcp >= 16", shows="hcp >= 15", tag="X_PEN", stands=True, says="penalty"),
        row("OV12", "P", shows="hcp <= 18", says="no action"),
        when="rho_bid and level == 1 or last_seat and level == 1",
    ),
    table(
        "over their strong notrump or strong club",
        "",
        "2NT|2C|3NT",
        row("OV21", "3n", "len(n) >= 7 and good(n) and 4 <= hcp <= 15 and lv(n) == 2",
            tag="WJO3", over="down", says="weak"),
        row("OV21", "min n", "len(n) >= 6 and good(n) and 6 <= hcp <= 15 and lv(n) <= 3",
            tag="OC", over="down", says="natural"),
        row("OV12", "P", says="no action"),
    ),
)

# HCP and 5/3/1 for a void, singleton or doubleton in their suit.
_POINTS_IN_T = " or ".join(
    f"len(t) == {length} and hcp + {points} >= (13 if level == 2 else 15)" for length, points in enumerate((5, 3, 1))
).join("()")

_OVER_PREEMPT = table(
    "over their preempt",
    "",
    "W2|PRE3|PRE4|WJO*",
    *_michaels(14, 14),
    row("OV13", "2NT", "level == 2 and bal and 15 <= hcp <= 18 and stop(t)",
        tag="OC2N", says="balanced 15-18 with a stop"),
    row("OV13", "3NT",
        "semi and not some(5, MAJORS) and (19 if level == 2 else 17) <= hcp <= 22 and stop(t) and level <= 3",
        shows="17 <= hcp <= 22", tag="OC3N", force="T", says="to play"),
    row("OV15", "X", "level >= 4 and major(t) and (hcp >= 16 or hcp >= 14 and len(t) <= 1)",
        shows="14 <= hcp <= 30", tag="X_PEN", stands=True, says="values"),
    row("OV16", "min n",
        "has(n, unbid) and longest(n, unbid) and lv(n) == 2 and (len(n) >= 5 and fair(n) and 11 <= hcp <= 17"
        " or len(n) >= 6 and good(n) and 8 <= hcp <= 17)",
        shows="len(n) >= 5 and 8 <= hcp <= 17", tag="OC", over="down", says="natural"),
    row("OV16", "min n",
        "has(n, unbid) and longest(n, unbid) and lv(n) == 3 and (len(n) >= 6 and 12 <= hcp <= 17 or len(n) >= 6"
        " and good(n) and 11 <= hcp <= 17 or len(n) >= 7 and good(n) and 9 <= hcp <= 17 or len(n) >= 5 and major(n)"
        " and good(n) and 13 <= hcp <= 17)",
        shows="len(n) >= 5 and 9 <= hcp <= 17", tag="OC", over="down", says="natural"),
    row("OV16", "min n", "has(n, unbid) and longest(n, unbid) and lv(n) == 4 and len(n) >= 6 and good(n) and hcp >= 13",
        shows="len(n) >= 6 and 13 <= hcp <= 20", tag="OC", over="down", says="natural"),
    row("OV14", "X",
        f"not (level >= 4 and major(t)) and (hcp >= 17 or {_TAKEOUT_SHAPE} and hcp >= 11 and {_POINTS_IN_T})",
        shows="hcp >= 11 and points >= 13 and hcp <= 30", force="1", tag="TOX", says="takeout"),
    row("OV9", "P", shows="hcp <= 18 and hcp <= 17", says="no action"),
    when="rho_bid or last_seat",
)

_OVER_RAISED_PREEMPT = table(
    "over their raised preempt",
    "",
    "W2|PRE3|WJO|WJO3 SIGN",
    row("OV23", "X",
        f"level <= 4 and ({_TAKEOUT_SHAPE} and hcp >= (12 if last_seat else 13) or hcp >= 17)",
        shows="hcp >= 11", force="1", tag="TOX", says="takeout"),
    row("OV23", "min n",
        "has(n, unbid) and longest(n, unbid) and lv(n) <= 3 and (len(n) >= 6 and fair(n) and hcp >= 12"
        " or len(n) >= 5 and good(n) and hcp >= 14)",
        shows="hcp <= 17", tag="OC", over="down", says="natural"),
    row("OV23", "min n",
        "has(n, unbid) and longest(n, unbid) and lv(n) == 4 and len(n) >= 6 and good(n) and hcp >= 14",
        shows="hcp <= 20", tag="OC", over="down", says="natural"),
    row("OV9", "P", shows="hcp <= 18", says="no action"),
    when="(rho_bid or last_seat) and tnatural",
)

_TWO_SUITS_BID = table(
    "between two bidding opponents",
    "",
    "1M|1m R1|R21|R2x|R1N|R3x",
    row("OV17", "1NT", "bal and 15 <= hcp <= 18 and stopped(theirs)", tag="OC1N", says="balanced 15-18, stops"),
    row("OV17", "2NT", "level == 1 and hcp >= 8 and some(5, unbid) and each(5, unbid)",
        shows="points >= 10", force="1", tag="UNU", suit="", says="the other two suits"),
    row("OV18", "X", "hcp >= 17", shows="hcp >= 11", force="1", tag="TOX", says="takeout, or strong"),
    row("OV19", "1n", f"{_ONE_LEVEL} and 8 <= hcp <= 16 and fair(n)",
        shows="len(n) >= 5 and 8 <= hcp <= 16", tag="OC", over="down", says="natural"),
    row("OV19", "jump n", "has(n, unbid) and lv(n) <= 2 and len(n) >= 6 and good(n) and 4 <= hcp <= 9",
        tag="WJO", over="down", says="weak, six cards"),
    row("OV18", "X", "each(4, unbid) and hcp >= 11 and level <= 2",
        shows="hcp >= 11", force="1", tag="TOX", says="the other suits"),
    row("OV18", "X", "one_suit_theirs and len(t) <= 2 and each(3, unbid) and hcp >= 12 and level <= 2",
        shows="hcp >= 11", force="1", tag="TOX", says="takeout"),
    row("OV19", "2n",
        "has(n, unbid) and lv(n) == 2 and longest(n, unbid) and (len(n) >= 6 and 10 <= hcp <= 16 and (good(n)"
        " or hcp >= 13) or len(n) >= 5 and good(n) and 13 <= hcp <= 16)",
        shows="len(n) >= 5 and 10 <= hcp <= 16", tag="OC", over="down", says="natural"),
    row("OV19", "3n",
        "has(n, unbid) and lv(n) == 3 and longest(n, unbid) and len(n) >= 6 and good(n) and 12 <= hcp <= 16",
        tag="OC", over="down", says="natural"),
    row("OV9", "P", shows="hcp <= 18", says="no action"),
    when="rho_bid",
)

_LEAD = table(
    "double of an artificial bid",
    "*",
    "*",
    row("OV20", "X", "len(d) >= 5 and tops(d) >= 2 and honours(d) >= 3",
        shows="len(d) >= 5 and hcp >= 5", tag="X_LEAD", suit="d", stands=True, says="lead this suit"),
    when="rho_artificial and not mine",
)

_REOPENING_LATER = table(
    "balancing against a low contract",
    "",
    "1M|1m +",
    row("BA6", "2n",
        "has(n, unbid) and longest(n, unbid) and lv(n) == 2 and len(n) >= 5 and (fair(n) and hcp >= 7 or hcp >= 9)",
        shows="len(n) >= 5 and 7 <= hcp <= 16", tag="OCB", over="down", says="natural"),
    row("BA6", "X", "one_suit_theirs and hcp >= 9 and len(t) <= 2 and each(3, unbid)",
        shows="9 <= hcp <= 16", force="1", tag="TOXB", says="takeout"),
    row("BA6", "3n",
        "not vul and has(n, unbid) and longest(n, unbid) and lv(n) == 3 and len(n) >= 6 and good(n) and hcp >= 9",
        shows="len(n) >= 6 and 9 <= hcp <= 16", tag="OCB", over="down", says="natural"),
    row("BA7", "P", stands=True, says="no action"),
    when="last_seat and level == 2 and tnatural",
)

TABLES: tuple[Table, ...] = (
    _LEAD,
    _DIRECT,
    _BALANCING,
    *_OVER_NOTRUMP,
    _OVER_PREEMPT,
    _OVER_RAISED_PREEMPT,
    _TWO_SUITS_BID,
    _REOPENING_LATER,
)
