"""Answering partner's takeout or penalty double, and the doubler's next call."""

from __future__ import annotations

from agents.sayc.rules import Table, row, table

# fmt: off
# A rule is a row: its id, its call and its test come first, whatever the line length of code would make of them.

# A double in the balancing seat is lighter, so every advance needs two or three points more.
_MORE = "(3 if phmin < 10 else 0)"
_MORE_TO_JUMP = "(2 if phmin < 10 else 0)"

_TAKEOUT = (
    table(
        "partner's takeout double",
        "* TOX|TOXB",
        "*",
        row("AT1", "P", "len(t) >= 5 and honours(t) >= 3 and hcp >= 6 and level <= 4",
            shows="len(t) >= 4", stands=True, says="penalty"),
        row("AT2", "4n", f"major(n) and has(n, unbid) and len(n) >= 5 and longest(n, unbid) and lp >= 13 + {_MORE}",
            shows="len(n) >= 4 and points >= 12", force="T", tag="SIGN", over="down", says="game"),
        row("AT2", "4n",
            "level == 3 and major(n) and has(n, unbid) and len(n) >= 4 and longest(n, unbid & MAJORS)"
            f" and sp(n) >= 11 + {_MORE}",
            shows="len(n) >= 4 and points >= 11", force="T", tag="SIGN", over="down", says="game"),
        row("AT3", "min t", f"hcp >= 12 + {_MORE} and some(4, unbid & MAJORS) and lv(t) <= 3",
            shows="hcp >= 12", force="G", tag="CUE_TO", suit="", says="game force"),
        row("AT4", "3NT", f"13 + {_MORE} <= hcp and stopped(theirs)",
            shows="13 <= hcp <= 20", force="T", tag="SIGN", says="game"),
        row("AT3", "min t", f"hcp >= 12 + {_MORE} and not (hcp == 12 and stopped(theirs)) and lv(t) <= 3",
            shows="hcp >= 12", force="G", tag="CUE_TO", suit="", says="game force"),
        row("AT5", "jump n",
            "has(n, unbid) and major(n) and len(n) >= 4 and longest(n, unbid & MAJORS)"
            f" and hcp + len(n) - 4 >= 9 + {_MORE_TO_JUMP} and hcp >= 7 and lv(n) <= 2",
            shows="len(n) >= 4 and 7 <= hcp <= 11 and 9 <= points <= 13", force="I", tag="AT_J", over="down",
            says="invitational"),
        row("AT4", "2NT", f"11 + {_MORE} <= hcp <= 12 + {_MORE} and stopped(theirs)",
            shows="11 <= hcp <= 14", force="I", tag="ADV_2N", says="invitational"),
        row("AT5", "jump n",
            "has(n, unbid) and not major(n) and len(n) >= 5 and longest(n, unbid) and not some(4, unbid & MAJORS)"
            f" and hcp + len(n) - 4 >= 9 + {_MORE_TO_JUMP} and hcp >= 7 and lv(n) <= 2",
            shows="len(n) >= 5 and 7 <= hcp <= 11 and 9 <= points <= 13", force="I", tag="AT_J", over="down",
            says="invitational"),
        row("AT6", "min n",
            "has(n, unbid) and major(n) and len(n) >= 4 and longest(n, unbid & MAJORS) and not some(6, unbid & MINORS)",
            shows="len(n) >= 3 and points <= 10", tag="AT_MIN", over="down", says="natural"),
        row("AT4", "1NT", f"6 + {_MORE} <= hcp <= 10 + {_MORE} and stopped(theirs) and not some(5, unbid)",
            shows="6 <= hcp <= 12", tag="AT_1N", says="a stop"),
        row("AT6", "min n", "has(n, unbid) and longest(n, unbid)",
            shows="len(n) >= 3 and points <= 10", tag="AT_MIN", over="up", says="natural"),
        when="rho_passed and tnatural",
    ),
    table(
        "takeout double redoubled",
        "TOX|TOXB",
        "*",
        row("AT7", "P", "len(t) >= 5 and honours(t) >= 3", stands=True, says="penalty"),
        row("AT7", "jump n", "has(n, unbid) and len(n) >= 6 and hcp >= 5 and lv(n) <= 2",
            shows="len(n) >= 6 and hcp <= 9", tag="AT_MIN", over="down", says="long suit"),
        row("AT7", "min n", "has(n, unbid) and longest(n, unbid)",
            shows="len(n) >= 3 and hcp <= 10", tag="AT_MIN", over="up", says="longest suit"),
        when="rho_doubled",
    ),
    table(
        "takeout double, they bid on",
        "TOX|TOXB",
        "*",
        row("AT7", "4n", f"has(n, unbid) and major(n) and len(n) >= 5 and lp >= 13 + {_MORE}",
            force="T", tag="SIGN", over="down", says="game"),
        row("AT3", "min t", f"hcp >= 12 + {_MORE} and some(4, unbid & MAJORS) and lv(t) <= 3",
            shows="hcp >= 12", force="G", tag="CUE_TO", suit="", says="game force"),
        row("AT4", "3NT", f"hcp >= 13 + {_MORE} and stopped(theirs)",
            shows="13 <= hcp <= 20", force="T", tag="SIGN", says="game"),
        row("AT5", "jump n",
            f"has(n, unbid) and major(n) and len(n) >= 4 and longest(n, unbid) and hcp + len(n) - 4 >= 10 + {_MORE}"
            " and lv(n) <= 2",
            shows="len(n) >= 4 and 8 <= hcp <= 11", force="I", tag="AT_J", over="down", says="invitational"),
        row("AT7", "min n",
            f"has(n, unbid) and len(n) >= 4 and longest(n, unbid) and hcp >= (6 if lv(n) == 1 else 7) + {_MORE}"
            " and lv(n) <= 2",
            shows="len(n) >= 4 and 5 <= hcp <= 11", tag="AT_MIN", over="down", says="free bid"),
        row("AT7", "min n", f"has(n, unbid) and len(n) >= 4 and major(n) and hcp >= 7 + {_MORE} and lv(n) <= 2",
            shows="len(n) >= 4 and 5 <= hcp <= 11", tag="AT_MIN", over="down", says="free bid"),
        row("AT7", "min n",
            f"has(n, unbid) and len(n) >= 5 and longest(n, unbid) and hcp >= 8 + {_MORE} and lv(n) == 3",
            shows="len(n) >= 5 and 8 <= hcp <= 11", tag="AT_MIN", over="down", says="free bid"),
        row("AT4", "1NT", f"8 + {_MORE} <= hcp <= 11 + {_MORE} and stopped(theirs)",
            shows="6 <= hcp <= 12", tag="AT_1N", says="a stop"),
        row("AT4", "2NT", f"11 + {_MORE} <= hcp <= 12 + {_MORE} and stopped(theirs)",
            shows="11 <= hcp <= 14", force="I", tag="ADV_2N", says="invitational"),
        row("AT7", "X", "level >= 4 and hcp >= 10", tag="X_PEN", stands=True, says="values"),
        row("AT7", "P", says="nothing to say"),
        when="rho_bid",
    ),
)

_DOUBLER_AGAIN = (
    table(
        "doubler over the cue",
        "TOX|TOXB CUE_TO",
        "*",
        row("AT8", "min n", "has(n, unbid) and len(n) >= 4 and lv(n) <= 4",
            shows="len(n) >= 4", force="1", tag="NAT", over="majors up", says="four cards"),
        row("AT8", "min NT", "stopped(theirs) and lv(NT) <= 3", force="1", tag="NAT", says="a stop"),
        row("AT8", "min n", "has(n, unbid) and len(n) >= 4",
            shows="len(n) >= 4", force="1", tag="NAT", over="up", says="four cards"),
        row("AT8", "min NT", "lv(NT) <= 3", force="1", tag="NAT", says="nothing better"),
        when="rho_passed or rho_doubled",
    ),
    table(
        "doubler after a minimum",
        "TOX|TOXB AT_MIN",
        "*",
        row("AT9", "4p", "major(p) and len(p) >= 4 and hcp >= 22", force="T", tag="SIGN", says="game"),
        row("AT9", "jump p", "major(p) and len(p) >= 4 and hcp >= 19 and lv(p) <= 3",
            shows="len(p) >= 4 and 19 <= points <= 22", force="I", tag="NAT", says="strong raise"),
        row("AT9", "min p", "major(p) and len(p) >= 4 and hcp >= 16 and lv(p) <= 3",
            shows="len(p) >= 4 and 16 <= points <= 18", tag="NAT", says="raise, extra values"),
        row("AT10", "jump n", "has(n, unbid) and n != p and len(n) >= 6 and good(n) and hcp >= 20 and lv(n) <= 2",
            shows="len(n) >= 6 and hcp >= 20", force="I", tag="BIGX", over="down", says="very strong"),
        row("AT10", "min n", "has(n, unbid) and len(n) >= 5 and longest(n, unbid) and hcp >= 17 and lv(n) <= 3",
            shows="len(n) >= 5 and 17 <= hcp <= 22", tag="BIGX", over="down", says="strong, own suit"),
        row("AT10", "3NT", "hcp >= 23 and stopped(theirs)", force="T", tag="SIGN", says="game"),
        row("AT10", "jump NT", "bal and hcp >= 21 and stopped(theirs) and lv(NT) == 1",
            shows="21 <= hcp <= 22", tag="NAT", says="balanced 21-22"),
        row("AT10", "min NT", "18 <= hcp <= 20 and stopped(theirs) and lv(NT) <= 2",
            shows="18 <= hcp <= 20", tag="NAT", says="balanced 18-20"),
        row("AT10", "min NT",
            "phmin <= 0 and mhmin == 9 and bal and 16 <= hcp <= 18 and stopped(theirs) and lv(NT) <= 2",
            shows="16 <= hcp <= 18", tag="NAT", says="balanced 16-18"),
        row("AT9", "jump p", "len(p) >= 4 and hcp >= 19 and lv(p) <= 3",
            shows="len(p) >= 4 and 19 <= points <= 22", force="I", tag="NAT", says="strong raise"),
        row("AT9", "min p", "len(p) >= 4 and hcp >= 16 and lv(p) <= 3",
            shows="len(p) >= 4 and 16 <= points <= 18", tag="NAT", says="raise, extra values"),
        row("AT10", "min t", "hcp >= 20 and lv(t) <= 3", force="1", tag="CUE", suit="", says="very strong"),
        row("AT9", "P", shows="hcp <= 18", says="content"),
        when="rho_passed",
    ),
    table(
        "doubler after an invitational jump",
        "TOX|TOXB AT_J",
        "*",
        row("AT9", "4p", "major(p) and (sp(p) >= 15 or hcp >= 16)", force="T", tag="SIGN", says="accepts"),
        row("AT9", "3NT", "hcp >= 15 and stopped(theirs)", force="T", tag="SIGN", says="accepts"),
        row("AT9", "P", says="declines"),
        when="rho_passed",
    ),
    table(
        "doubler after one notrump",
        "TOX|TOXB AT_1N",
        "*",
        row("AT10", "min n", "has(n, unbid) and len(n) >= 5 and longest(n, unbid) and hcp >= 17 and lv(n) <= 2",
            shows="len(n) >= 5 and 17 <= hcp <= 22", tag="BIGX", over="down", says="strong, own suit"),
        row("AT9", "3NT", "hcp >= 19", force="T", tag="SIGN", says="game"),
        row("AT9", "2NT", "16 <= hcp <= 18", force="I", tag="NAT", says="invitational"),
        row("AT9", "P", says="content"),
        when="rho_passed",
    ),
    table(
        "doubler when partner could not bid",
        "TOX|TOXB P",
        "*",
        row("AT11", "min n", "has(n, unbid) and len(n) >= 5 and longest(n, unbid) and hcp >= 17 and lv(n) <= 3",
            shows="len(n) >= 5 and 17 <= hcp <= 22", tag="BIGX", over="down", says="strong, own suit"),
        row("AT11", "X", "hcp >= 18 and tlevel <= 4",
            shows="hcp >= 18", force="1", tag="TOX", says="takeout again, strong"),
        row("AT11", "P", shows="hcp <= 19", stands=True, says="no extra values"),
        when="tnatural and not ours",
    ),
)

_PENALTY = table(
    "partner doubled their notrump",
    "X_PEN",
    "1NT *",
    row("OV22", "2n", "hcp <= 4 and len(n) >= 5 and longest(n, ALL)", force="T", tag="SIGN", over="down", says="runs"),
    row("OV22", "P", says="content"),
    when="rho_passed",
)

TABLES: tuple[Table, ...] = (*_TAKEOUT, *_DOUBLER_AGAIN, _PENALTY)
