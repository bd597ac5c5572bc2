"""We opened and they came in: responder over an overcall, a double or a two-suiter, negative doubles, reopening."""

from __future__ import annotations

from agents.sayc.responses import new_suit
from agents.sayc.rules import Table, row, table

# fmt: off
# A rule is a row: its id, its call and its test come first, whatever the line length of code would make of them.

_SUPPORT = "(len(x) >= 3 if major(x) else len(x) >= (5 if x == C else 4))"
_SUIT_OVERCALLS = "OC|OCB|WJO|WJO3|WJO4|IJO"

_NEGATIVE = (
    "tlevel <= 2 and t <= S and hcp >= (6 if tlevel == 1 else 7) and ("
    "(tlevel == 1 and t == D and len(H) >= 4 and len(S) >= 4)"
    " or (tlevel == 1 and t == H and len(S) == 4)"
    " or (tlevel == 1 and t == S and x < H and (len(H) == 4 or len(H) >= 5 and hcp <= 10))"
    " or (tlevel == 1 and x == H and t == S and hcp >= 8 and each(3, MINORS) and not (bal and stop(t)))"
    " or (tlevel == 2 and some(4, unbid & MAJORS) and (hcp >= 11 or each(3, unbid & MAJORS)))"
    " or (tlevel == 2 and not some(0, unbid & MAJORS) and hcp >= 8 and each(3, unbid) and not (bal and stop(t))))"
)

_OVER_OVERCALL = table(
    "opening overcalled",
    "1M|1m",
    _SUIT_OVERCALLS,
    row("CO1", "min t", f"{_SUPPORT} and sp(x) >= 13 and hcp >= (8 if major(x) else 9) and lv(t) <= 3",
        shows="hcp >= 8 and points >= 13 and len(x) >= (3 if major(x) else 4) and hcp <= 30",
        force="G", tag="CUE", suit="",
        says="a raise with game values"),
    row("CO2", "4x", "major(x) and len(x) >= 5 and 3 <= hcp <= 9",
        shows="len(x) >= 5 and 3 <= hcp <= 9", force="T", tag="R4M", says="preemptive"),
    row("CO3", "3x", f"{_SUPPORT} and 10 <= sp(x) <= 12",
        shows="len(x) >= (3 if major(x) else 4) and 10 <= points <= 12 and 5 <= hcp <= 12", force="I", tag="R3x",
        says="invitational raise"),
    row("CO4", "2x", f"major(x) and {_SUPPORT} and 5 <= sp(x) <= 9 and hcp >= 3",
        shows="len(x) >= (3 if major(x) else 4) and 3 <= hcp <= 9 and 5 <= points <= 9", tag="R2x",
        says="single raise"),
    *new_suit("CO5", "1n",
        "major(n) and has(n, unbid) and len(n) >= (5 if t == H else 4) and hcp >= 5 and lp >= 6"
        " and longest(n, unbid & MAJORS) and not (x == C and t == D and len(H) >= 4 and len(S) >= 4)",
        shows="len(n) >= (5 if t == H else 4) and points >= 6", tag="R1", says="natural", over="majors up"),
    row("CO6", "min n", "has(n, unbid) and lv(n) == 3 and n < t and len(n) >= 6 and good(n) and hcp >= 11",
        shows="hcp >= 11 and len(n) >= 6", force="G", tag="R21", over="down", says="natural, strong"),
    row("CO7", "X", f"{_NEGATIVE} and not (lp >= 10 and hcp >= 9 and some(5, unbid & MAJORS) and tlevel == 2)",
        force="1", tag="NEGX", says="takeout: the unbid majors"),
    row("CO4", "2x", f"not major(x) and {_SUPPORT} and 5 <= sp(x) <= 9 and hcp >= 3",
        shows="len(x) >= (3 if major(x) else 4) and 3 <= hcp <= 9 and 5 <= points <= 9", tag="R2x",
        says="single raise"),
    *new_suit("CO6", "2n", "has(n, unbid) and len(n) >= 5 and longest(n, unbid) and lp >= 10 and hcp >= 9",
        shows="hcp >= 9 and points >= 10 and len(n) >= 5", tag="R21", says="natural", over="down"),
    row("CO6", "3n", "has(n, unbid) and lv(n) == 3 and len(n) >= 5 and longest(n, unbid) and hcp >= 12 and lp >= 13",
        shows="hcp >= 11 and points >= 12 and len(n) >= 5", force="G", tag="R21", over="down", says="natural, strong"),
    row("CO9", "3NT", "13 <= hcp <= 18 and stop(t)", force="T", tag="R3N", says="to play"),
    row("CO9", "2NT", "11 <= hcp <= 12 and stop(t)", force="I", tag="R2Ni", says="invitational"),
    row("CO9", "1NT", "6 <= hcp <= 10 and stop(t)", tag="R1N", says="a stop"),
    row("CO12", "game x", "major(x) and lv(t) > 3 and len(x) >= 3 and sp(x) >= 13", force="T", tag="SIGN", says="game"),
    row("CO8", "X", "tlevel == 3 and hcp >= 10 and len(t) >= 3 or tlevel >= 4 and hcp >= 10",
        shows="hcp >= 9", tag="X_PEN", stands=True, says="values"),
    row("CO10", "min t", "hcp >= 13 and lv(t) <= 3", force="G", tag="CUE_NT", suit="", says="game values"),
    row("CO13", "X", "tlevel == 3 and hcp >= 12", force="1", tag="NEGX", says="values, no clear bid"),
    row("CO11", "P", shows="hcp <= 12", says="nothing to say"),
    when="rho_bid",
)

_OVER_DOUBLE = table(
    "opening doubled",
    "1M|1m",
    "TOX|TOXB",
    row("CD1", "2NT", "len(x) >= (5 if x == C else 4) and sp(x) >= 10 and hcp >= 7",
        shows="len(x) >= 4 and hcp >= 7 and points >= 10", force="1", tag="JORDAN", suit="", says="a good raise"),
    row("CD3", "4x", "major(x) and len(x) >= 5 and hcp <= 9", force="T", tag="R4M", says="preemptive"),
    row("CD2", "3x", "len(x) >= (4 if major(x) else 5 if x == D else 6) and 3 <= hcp <= 9",
        force="0", tag="PRE_R", says="preemptive"),
    *new_suit("CD4", "1n",
        "has(n, unbid) and len(n) >= 4 and hcp >= 6 and lp >= 6 and (hcp < 10 or len(n) >= 5)"
        " and longest(n, unbid & (ALL - below(x)))",
        shows="len(n) >= 4 and hcp >= 6", tag="R1", says="natural", over="up"),
    row("CD5", "XX", "hcp >= 10", force="1", tag="XX10", says="ten or more"),
    row("CD6", "2x", "len(x) >= (3 if major(x) else 5 if x == C else 4) and 5 <= sp(x) <= 9 and hcp >= 3",
        tag="R2x", says="single raise"),
    row("CD7", "jump n", "has(n, unbid) and lv(n) <= 2 and len(n) >= 6 and good(n) and 3 <= hcp <= 8",
        force="T", tag="WJS", over="down", says="weak, six cards"),
    row("CD8", "2n", "has(n, unbid) and lv(n) == 2 and (len(n) >= 6 or len(n) >= 5 and good(n)) and 6 <= hcp <= 9",
        force="0", tag="WNS", over="down", says="weak"),
    row("CD9", "1NT", "6 <= hcp <= 9 and len(x) <= 4", tag="R1N", says="some values"),
    row("CD10", "P", shows="hcp <= 9", says="weak"),
    when="rho_doubled",
)

_OVER_NOTRUMP = table(
    "opening overcalled in notrump",
    "1M|1m",
    "OC1N|OC1NB",
    row("CN1", "X", "hcp >= 9", tag="X_PEN", stands=True, says="penalty"),
    row("CN2", "2x", "len(x) >= (3 if major(x) else 5) and sp(x) >= 5 and 3 <= hcp <= 8",
            shows="hcp >= 3", tag="R2x", says="single raise"),
    row("CN2", "2n", "has(n, unbid) and (len(n) >= 6 or len(n) >= 5 and short) and 2 <= hcp <= 8",
        force="T", tag="WNS", over="down", says="weak"),
    row("CN3", "P", shows="hcp <= 8", says="weak"),
    when="rho_bid",
)

_OVER_TWO_SUITER = table(
    "their two-suiter",
    "1M|1m",
    "MICH|UNU",
    row("CM3", "4x", "major(x) and len(x) >= 5 and 3 <= hcp <= 9", force="T", tag="R4M", says="preemptive"),
    row("CM2", "min n", f"has(n, theirs) and lv(n) <= 3 and {_SUPPORT} and sp(x) >= 12 and hcp >= 8",
        shows="hcp >= 8 and points >= 12 and len(x) >= (3 if major(x) else 4)", force="G", tag="CUE", suit="",
        over="up", says="a raise with game values"),
    row("CM1", "X", "hcp >= 10", tag="X_VAL", stands=True, says="values"),
    row("CM3", "min x", f"{_SUPPORT} and lv(x) <= 3 and sp(x) >= (6 if lv(x) == 2 else 8)",
        shows="len(x) >= 3 and hcp <= 11 and hcp >= 3", tag="R2x", says="raise"),
    row("CM4", "P", shows="hcp <= 9", says="weak"),
    when="rho_bid",
)

_AFTER_WEAK = (
    table(
        "opener over a weak new suit",
        "1M|1m WNS|WJS",
        "TOX|TOXB",
        row("CD12", "P", "lp <= 17", says="no game"),
        when="rho_passed",
    ),
    table(
        "opener over a preemptive raise",
        "1M PRE_R",
        "TOX|TOXB",
        row("CD12", "4x", "fp(x) >= 18", force="T", tag="SIGN", says="game"),
        row("CD12", "P", shows="hcp <= 18", says="no game"),
        when="rho_passed",
    ),
    table(
        "opener when they run from the double of a two-suiter",
        "1M|1m X_VAL",
        "MICH|UNU +",
        row("CM5", "X", "tlevel <= 3 and hcp >= 14", shows="hcp >= 14", force="1", tag="TOXR", says="values"),
        when="rho_bid",
    ),
    table(
        "doubler of a two-suiter again",
        "1M|1m X_VAL P",
        "MICH|UNU +",
        row("CM5", "X", "last_seat and tlevel <= 3 and hcp >= 13",
            shows="hcp >= 13", force="1", tag="TOXR", says="values"),
        when="last_seat",
    ),
    table(
        "opener over responder's penalty double",
        "1M|1m X_PEN",
        "+",
        row("CN4", "P", stands=True, says="content"),
        when="rho_passed",
    ),
)

_VALUES_LATER = table(
    "doubler of a two-suiter over opener's suit",
    "1M|1m X_VAL COMP|NAT",
    "MICH|UNU +",
    row("CM6", "4p", "major(p) and len(p) >= 2 and hcp >= 13 and fit(p) >= 7", force="T", tag="SIGN", says="game"),
    row("CM6", "3NT", "hcp >= 13 and stopped(theirs)", force="T", tag="SIGN", says="game"),
    when="rho_passed",
)

_AFTER_JORDAN = table(
    "opener over the good raise",
    "1M|1m JORDAN",
    "*",
    row("CD11", "4x", "major(x) and fp(x) >= 15", force="T", tag="SIGN", says="accepts"),
    row("CD11", "3NT", "not major(x) and hcp >= 15", force="T", tag="SIGN", says="accepts"),
    row("CD11", "3x", tag="SIGN", force="T", says="declines"),
    when="rho_passed",
)

_AFTER_NEGATIVE = (
    table(
        "opener after the negative double",
        "1M|1m NEGX",
        "*",
        row("CR7", "P", "rho_passed and (len(t) >= 5 or len(t) >= 4 and honours(t) >= 3)", stands=True, says="penalty"),
        row("CR4", "min t", "hcp >= 19 and not stop(t) and lv(t) <= 3",
            force="G", tag="NEGCUE", suit="", says="strong"),
        row("CR2", "4n", "major(n) and has(n, unbid) and len(n) >= 4 and sp(n) >= 19",
            shows="len(n) >= 4 and points >= 19 and hcp >= 13 and len(n) <= 5",
            force="T", tag="SIGN", over="majors up", says="game"),
        row("CR2", "jump n", "major(n) and has(n, unbid) and len(n) >= 4 and sp(n) >= 16 and lv(n) <= 2",
            shows="len(n) >= 4 and 16 <= points <= 18 and 11 <= hcp <= 18 and len(n) <= 5",
            force="I", tag="OR_R3", over="majors up", says="invitational"),
        row("CR1", "min n", "major(n) and has(n, unbid) and len(n) >= 4 and lv(n) <= 3",
            shows="len(n) >= 4 and 11 <= points <= 15 and hcp <= 18 and len(n) <= 5",
            tag="OR_R2", over="majors up", says="four cards"),
        row("CR6", "min n",
            "not major(n) and has(n, unbid) and len(n) >= 4 and len(x) >= 5 and n > x and lp >= 16 and 2 <= lv(n) <= 3",
            shows="len(n) >= 4 and len(x) >= 5 and points >= 16 and hcp >= 13 and len(n) <= 6",
            force="1", tag="OR_REV", over="up", says="reverse"),
        row("CR5", "4x", "major(x) and lv(x) == 3 and len(x) >= 6 and lp >= 19",
            shows="hcp >= 14", force="T", tag="SIGN", says="game"),
        row("CR5", "3x", "len(x) >= 6 and lp >= 16",
            shows="16 <= points <= 21 and hcp >= 13", force="I", tag="OR_S3", says="six cards, invitational"),
        row("CR3", "3NT", "bal and hcp >= 18 and stop(t) and lv(NT) >= 2", force="T", tag="SIGN", says="game"),
        row("CR3", "2NT", "bal and hcp >= 18 and stop(t) and lv(NT) == 1",
            shows="18 <= hcp <= 19", force="I", tag="OR_2N", says="balanced 18-19"),
        row("CR3", "1NT", "bal and hcp <= 14 and stop(t)",
            shows="bal and 12 <= points <= 14", tag="OR_1N", says="balanced minimum"),
        row("CR6", "min n", "has(n, unbid) and len(n) >= 4 and len(x) >= 4 and (n < x or lv(n) == 1) and lv(n) <= 2",
            shows="len(n) >= 4 and 12 <= points <= 18", tag="OR_N2", over="up", says="second suit"),
        row("CR5", "min x", "len(x) >= 5 and lv(x) == 2",
            shows="len(x) >= 5 and 11 <= points <= 16", tag="OR_S2", says="natural"),
        row("CR3", "min NT", "stop(t) and lv(NT) <= 2 and hcp <= (14 if lv(NT) == 1 else 15)",
            shows="10 <= hcp <= 15", tag="OR_1N", says="a stop"),
        row("CR6", "min n", "has(n, unbid) and len(n) >= 4 and lv(n) == 3 and n < x",
            shows="len(n) >= 4 and points >= 12", tag="OR_N2", over="up", says="second suit"),
        row("CR1", "min n", "rho_passed and major(n) and has(n, unbid) and len(n) >= 3 and lv(n) <= 2",
            shows="len(n) >= 3 and 11 <= points <= 15 and hcp <= 18 and len(n) <= 5",
            tag="OR_R2", over="majors up", says="three cards"),
        row("CR5", "min x", "rho_passed and lv(x) <= 3",
            shows="len(x) >= 4 and points <= 16", tag="OR_S2", says="nothing better"),
        row("CR9", "X", "not rho_passed and hcp >= 17 and tlevel <= 3", force="1", tag="TOXR", says="strong"),
        row("B22", "P", "not rho_passed and lp <= 16", stands=True, says="minimum"),
    ),
    table(
        "negative doubler again",
        "1M|1m NEGX OR_R2|OR_S2|OR_N2|OR_1N",
        "*",
        row("CR8", "4p", "major(p) and len(p) >= 4 and sp(p) >= 13", force="T", tag="SIGN", says="game"),
        row("CR8", "4p", "major(p) and len(p) >= 3 and plen(p) >= 5 and sp(p) >= 13",
            force="T", tag="SIGN", says="game"),
        row("CR8", "3p", "major(p) and fit(p) >= 8 and sp(p) >= 11",
            shows="10 <= points <= 12", force="I", tag="RR_INV", says="invitational"),
        row("CR8", "3NT", "hcp >= 13 and stop(t)", force="T", tag="SIGN", says="game"),
        row("CR8", "min t", "hcp >= 13 and lv(t) <= 3", force="G", tag="CUE", suit="", says="game force"),
        row("CR8", "2NT", "10 <= hcp <= 12 and stop(t) and den != NT", force="I", tag="RR_INV", says="invitational"),
        row("CR8", "2NT", "11 <= hcp <= 12", force="I", tag="RR_INV", says="invitational"),
        row("CR8", "3p", "fit(p) >= 8 and len(p) >= 3 and 10 <= hcp <= 12",
            shows="10 <= points <= 12", force="I", tag="RR_INV", says="invitational"),
        row("CR8", "min n", "has(n, unbid) and len(n) >= 5 and hcp <= 10 and lv(n) <= 2",
            shows="len(n) >= 5 and hcp <= 10", force="T", tag="SIGN", over="down", says="own suit"),
        row("CR8", "P", shows="points <= 12", says="content"),
        when="rho_passed",
    ),
)

_RESPONDER_LATER = (
    table(
        "responder when opener could not bid",
        "1M|1m R1|R21 P",
        "+",
        row("CR11", "4o", "major(o) and (len(o) >= 7 and lp >= 13 or len(o) >= 6 and hcp >= 13)",
            force="T", tag="SIGN", says="game"),
        row("CR11", "4x", "major(x) and len(x) >= 3 and sp(x) >= 13", force="T", tag="SIGN", says="game"),
        row("CR11", "3NT", "hcp >= 13 and stopped(theirs)", force="T", tag="SIGN", says="game"),
        row("CR11", "X", "hcp >= 12 and tlevel <= 3 and doubled == 0",
            shows="hcp >= 11", force="1", tag="TOXR", says="values, no clear bid"),
        when="last_seat and tnatural and not ours",
    ),
    table(
        "redoubler again",
        "1M|1m XX10 P",
        "+",
        row("CD13", "4x", "major(x) and len(x) >= 3 and sp(x) >= 13", force="T", tag="SIGN", says="game"),
        row("CD13", "3x", "major(x) and len(x) >= 3 and lv(x) <= 3",
            shows="10 <= points <= 12", force="I", tag="RR_INV", says="invitational"),
        row("CD13", "3NT", "hcp >= 13 and stopped(theirs)", force="T", tag="SIGN", says="game"),
        row("CD13", "X", "tlevel <= 3 and doubled == 0", shows="hcp >= 10", force="1", tag="TOXR", says="values"),
        when="last_seat and tnatural and not ours",
    ),
    table(
        "opener over one notrump, they bid on",
        "1M|1m R1N",
        "+",
        row("CR12", "4x", "major(x) and len(x) >= 6 and lp >= 19", force="T", tag="SIGN", says="game"),
        row("CR12", "X", "hcp >= 17 and tlevel <= 3", force="1", tag="TOXR", says="strong"),
        when="rho_bid and tnatural",
    ),
)

_NEGATIVE_LATER = table(
    "negative doubler over their raise",
    "1M|1m NEGX P",
    "+",
    row("CR10", "X", "hcp >= 12 and tlevel <= 3 and last_seat", force="1", tag="TOXR", says="values, no clear bid"),
    row("CR10", "min n", "has(n, unbid) and len(n) >= 6 and hcp >= 9 and lv(n) <= 3", tag="NAT", over="down",
        says="own suit"),
    row("CR10", "P", shows="(hcp <= 12 if tlevel <= 3 else hcp >= 0)", says="no extra values"),
    when="last_seat and tnatural",
)

_REOPENER_AGAIN = table(
    "reopening doubler again",
    "1M|1m P|NEGX|R1N|R2x|R1 TOXR AT_MIN|NAT",
    "*",
    row("RO8", "4p", "major(p) and (len(p) >= 4 and hcp >= 18 or len(p) >= 3 and hcp >= 21)", force="T", tag="SIGN",
        says="game"),
    row("RO8", "4x", "major(x) and len(x) >= 6 and lp >= 19", force="T", tag="SIGN", says="game"),
    row("RO8", "3NT", "hcp >= 20 and stopped(theirs)", force="T", tag="SIGN", says="game"),
    row("RO8", "min p", "len(p) >= 4 and hcp >= 16 and lv(p) <= 3", shows="hcp <= 19", force="I", tag="NAT",
        says="raise, extra values"),
    row("RO8", "2NT", "hcp >= 18 and stopped(theirs)", shows="hcp <= 20", force="I", tag="NAT", says="extra values"),
    row("RO8", "P", says="content"),
    when="rho_passed",
)

_REOPENING = (
    table(
        "reopening after an overcall",
        "1M|1m P",
        _SUIT_OVERCALLS,
        row("RO3", "min NT", "bal and 18 <= hcp <= 19 and stop(t) and lv(NT) <= 2", tag="NAT", says="balanced 18-19"),
        row("RO1", "X",
            "tlevel <= 2 and len(t) <= 2 and hcp >= 11 and not (len(x) >= 6 and hcp < 15) and each(2, unbid)"
            " and some(3, unbid)",
            shows="hcp >= 11", force="1", tag="TOXR", says="takeout"),
        row("RO1", "X", "tlevel <= 3 and (hcp >= 17 and len(t) <= 4 or hcp >= 15 and len(t) <= 2 and tlevel == 3)",
            shows="hcp >= 11", force="1", tag="TOXR", says="takeout"),
        row("RO2", "min x", "len(x) >= 6 and lp >= (13 if lv(x) <= 2 else 16) and lv(x) <= 3",
            shows="len(x) >= 6 and 12 <= points <= 18", tag="NAT", says="six cards"),
        row("RO2", "2n", "has(n, unbid) and n < x and len(n) >= 4 and len(t) <= 2 and hcp >= 11",
            shows="10 <= hcp <= 18 and hcp >= 11 and len(n) <= 6", tag="OR_N2", over="up", says="second suit"),
        row("RO4", "P", shows="hcp <= 18", stands=True, says="content"),
        when="last_seat",
    ),
    table(
        "opener after two passes and a late bid",
        "1M|1m P",
        "+",
        row("RO7", "X", "hcp >= 15 and len(t) <= 2 and tlevel <= 3",
            shows="hcp >= 15", force="1", tag="TOXR", says="takeout"),
        row("RO7", "min x", "len(x) >= 6 and (lv(x) <= 2 or lp >= 16) and lv(x) <= 3",
            shows="len(x) >= 6", tag="NAT", says="six cards"),
        row("RO7", "P", says="content"),
        when="(rho_bid or last_seat) and tnatural",
    ),
    table(
        "responder to the reopening double",
        "1M|1m P|NEGX|R1N|R2x|R1|X_VAL TOXR",
        "*",
        row("RO5", "P", "len(t) >= 5 or len(t) >= 4 and honours(t) >= 3", stands=True, says="penalty"),
        row("RO6", "4x", "major(x) and tlevel >= 3 and len(x) >= 3 and sp(x) >= 9", force="T", tag="SIGN", says="game"),
        row("RO6", "4n",
            "major(n) and has(n, unbid) and len(n) >= 4 and sp(n) >= 10 and tlevel >= 3"
            " or major(n) and has(n, unbid) and len(n) >= 5 and sp(n) >= 9 and tlevel >= 3",
            force="T", tag="SIGN", over="down", says="game"),
        row("RO6", "4n", "major(n) and has(n, unbid) and len(n) >= 5 and sp(n) >= 12 and tlevel <= 2",
            force="T", tag="SIGN", over="down", says="game"),
        row("RO6", "3NT", "hcp >= 10 and stop(t)", force="T", tag="SIGN", says="game"),
        row("RO6", "2NT", "hcp >= 8 and stop(t) and lv(NT) == 2 and not some(4, unbid & MAJORS)",
            force="I", tag="ADV_2N", says="invitational"),
        row("RO6", "jump n", "has(n, unbid) and len(n) >= 5 and hcp >= 9 and lv(n) <= 2",
            shows="len(n) >= 5 and 9 <= hcp <= 12", force="I", tag="NAT", over="down", says="invitational"),
        row("RO6", "min n", "has(n, unbid) and longest(n, unbid) and len(n) >= 4 and len(n) >= len(x) + 2",
            shows="len(n) >= 4 and hcp <= 10", tag="AT_MIN", over="down", says="best suit"),
        row("RO6", "min x", "len(x) >= 3 or len(x) >= 2 and not some(4, unbid)",
            shows="len(x) >= 2 and hcp <= 10", tag="AT_MIN", says="preference"),
        row("RO6", "min n", "has(n, unbid) and longest(n, unbid)",
            shows="len(n) >= 3 and hcp <= 10", tag="AT_MIN", over="down", says="best suit"),
        when="rho_passed",
        complete=True,
    ),
)

TABLES: tuple[Table, ...] = (
    _OVER_OVERCALL,
    _OVER_DOUBLE,
    _OVER_NOTRUMP,
    _OVER_TWO_SUITER,
    *_AFTER_WEAK,
    _VALUES_LATER,
    _AFTER_JORDAN,
    *_AFTER_NEGATIVE,
    *_RESPONDER_LATER,
    _NEGATIVE_LATER,
    *_REOPENING,
    _REOPENER_AGAIN,
)
