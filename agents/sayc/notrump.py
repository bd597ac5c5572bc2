"""Notrump openings and overcalls: Stayman, transfers, invitations, and their interference."""

from __future__ import annotations

from agents.sayc.rules import Rule, Table, row, table

# fmt: off
# A rule is a row: its id, its call and its test come first, whatever the line length of code would make of them.

_UNDISTURBED = "rho_passed or rho_doubled"
_FIVE_FOUR = "(len(S) == 5 and len(H) == 4 or len(S) == 4 and len(H) == 5)"
_NO_MAJOR = "len(S) <= 3 and len(H) <= 3"

_RESPONSES = table(
    "responses to one notrump",
    "1NT",
    "*",
    row("N11", "4C", "hcp >= 18 and some(6, ALL)",
            shows="hcp <= 25", force="1", tag="ASK_G", suit="", says="Gerber: how many aces?"),
    row("N9", "3n", "len(n) >= 6 and lp >= 16 and hcp >= 13",
            shows="hcp <= 25",
        force="G", tag="N3M", over="majors", says="slam interest"),
    row("N4", "2D",
        "len(H) >= 5 and (len(H) > len(S) or len(H) == 5 and len(S) == 5 and 6 <= hcp <= 9)"
        f" and not ({_FIVE_FOUR} and hcp >= 8)",
        shows="len(H) >= 5", force="1", tag="XF_H", suit="H", says="transfer: five hearts or more"),
    row("N5", "2H", f"len(S) >= 5 and len(S) >= len(H) and not ({_FIVE_FOUR} and hcp >= 8)",
        shows="len(S) >= 5", force="1", tag="XF_S", suit="S", says="transfer: five spades or more"),
    row("N1", "2C", "some(4, MAJORS) and hcp >= 8", shows="hcp >= 0", force="1", tag="STAY", suit="", says="Stayman"),
    row("N2", "2C", "hcp <= 7 and len(C) <= 1 and len(D) >= 4 and len(S) >= 3 and len(H) >= 3 and some(4, MAJORS)",
        shows="hcp >= 0", force="1", tag="STAY", suit="", says="Stayman, passing any answer"),
    row("N3", "2C", f"{_NO_MAJOR} and hcp >= 13 and lp >= 15 and (some(6, MINORS) or some(5, MINORS) and short)",
        shows="hcp >= 0", force="1", tag="STAY", suit="", says="Stayman on the way to a long minor"),
    row("N8", "3n", "len(n) >= 6 and tops(n) >= 2 and 5 <= hcp <= 7 and lp <= 9",
        shows="len(n) >= 6 and 5 <= hcp <= 7 and 7 <= points <= 9", force="I", tag="N3m", over="minors",
        says="a good six-card minor, invitational"),
    row("N6", "2S", "some(6, MINORS) and hcp <= 7 and lp <= 9",
        shows="hcp <= 7 and len(S) <= 4 and len(H) <= 4", force="1", tag="RELAY", suit="", says="bid 3♣"),
    row("NI1", "XX", f"rho_doubled and bal and {_NO_MAJOR} and hcp >= 8",
        shows="hcp <= 25", tag="XX", says="values"),
    row("N7", "2NT", f"{_NO_MAJOR} and lp == 9 and hcp >= 7", force="I", tag="N2N", says="invitational"),
    row("N10", "3NT", "lp >= 10 and hcp <= 15",
            shows="hcp >= 7 and len(S) <= 4 and len(H) <= 4", force="T", tag="N3N", says="to play"),
    row("N12", "4NT", "16 <= hcp <= 17",
        shows="len(S) <= 4 and len(H) <= 4",
        force="I", tag="Q4N", says="invites slam"),
    row("N13", "6NT", "18 <= hcp <= 21", force="T", tag="SIGN", says="to play"),
    row("N13", "7NT", "hcp >= 22",
            shows="hcp <= 25", force="T", tag="SIGN", says="to play"),
    row("NI1", "P", "rho_doubled and hcp <= 9", shows="len(S) <= 4 and len(H) <= 4", says="nothing to say"),
    row("N14", "P", shows="hcp <= 8 and len(S) <= 4 and len(H) <= 4", says="no game"),
    when=_UNDISTURBED,
)

_AFTER_RELAY = (
    table("relay answer", "* RELAY", "*", row("N6", "3C", tag="RELAY_C", suit="", says="as asked"), when=_UNDISTURBED),
    table(
        "relay: choice",
        "* RELAY RELAY_C",
        "*",
        row("N6", "3D", "len(D) >= 6", force="T", tag="SIGN", says="to play"),
        row("N6", "P", shows="len(C) >= 6", stands=True, says="clubs"),
        when="rho_passed",
    ),
)

_OPENER_TO_RESPONSES = (
    table(
        "over the notrump raise",
        "1NT|OC1N N2N",
        "*",
        row("N7", "3NT", "hcp >= 16", force="T", tag="SIGN", says="accepts"),
        row("N7", "P", shows="hcp <= 16", says="declines"),
        when="rho_passed",
    ),
    table(
        "over the invitational minor",
        "1NT N3m",
        "*",
        row("N8", "3NT", "hcp >= 16 and tops(p) >= 1", force="T", tag="SIGN", says="accepts"),
        row("N8", "P", says="declines"),
        when="rho_passed",
    ),
    table(
        "over the strong major",
        "1NT N3M",
        "*",
        row("N9", "4p", "len(p) >= 3 and fp(p) < 18", shows="len(p) >= 3", tag="NAT", says="support"),
        row("N9", "4NT", "len(p) >= 3 and hcp >= 17", force="1", tag="ASK_BW", suit="", says="aces?"),
        row("N9", "4p", "len(p) >= 3", tag="NAT", says="support"),
        row("N9", "3NT", shows="len(p) <= 2", tag="NAT", says="no support"),
        when="rho_passed",
    ),
)

_STAYMAN = (
    table(
        "Stayman answers",
        "* STAY",
        "*",
        row("S1", "min H", "len(H) >= 4", tag="ST_H", says="four hearts"),
        row("S1", "min S", "len(S) >= 4", shows="len(H) <= 3", tag="ST_S", says="four spades"),
        row("S1", "min D", shows="len(H) <= 3 and len(S) <= 3", tag="ST_D", suit="", says="no four-card major"),
        when="rho_passed",
    ),
    table(
        "Stayman doubled",
        "* STAY",
        "*",
        row("S9", "min H", "len(H) >= 4", tag="ST_H", says="four hearts"),
        row("S9", "min S", "len(S) >= 4", tag="ST_S", says="four spades"),
        row("S9", "XX", "len(C) >= 5 or len(C) >= 4 and tops(C) == 3", tag="XX", says="clubs"),
        row("S9", "P", shows="len(S) <= 3 and len(H) <= 3", stands=True, says="no major"),
        when="rho_doubled",
    ),
    table(
        "Stayman overcalled",
        "* STAY",
        "*",
        row("S10", "2n", "len(n) >= 4 and has(n, unbid)", tag="ST_M", over="majors up", says="four cards"),
        row("S10", "X", "len(t) >= 4", tag="X_PEN", stands=True, says="their suit"),
        row("S10", "P", stands=True, says="nothing to say"),
        when="rho_bid",
    ),
)


def _after_stayman(major: str, other: str) -> Table:
    """Responder's second call after opener showed a major."""
    rows = [
        row("S5", "4C", f"len({major}) >= 4 and sp({major}) >= 18",
            shows="hcp >= 13",
            force="1", tag="ASK_G", suit="", says="aces?"),
        row("S2", f"4{major}", f"len({major}) >= 4 and (hcp >= 10 or sp({major}) >= 11 and hcp >= 8)",
            force="T", tag="SIGN", says="the fit"),
        row("S2", f"3{major}", f"len({major}) >= 4 and hcp >= 8",
            shows="hcp <= 9", force="I", tag="ST_3M", says="the fit, invitational"),
        *_without_fit(f"len({other}) >= 4" if major == "H" else "hcp >= 0"),
    ]
    return table(f"after Stayman, {major}", f"1NT STAY ST_{major}", "*", *rows, when="rho_passed")


def _without_fit(shows: str) -> tuple[Rule, ...]:
    """Responder's calls when opener's answer is no fit; what they promise apart from strength."""
    return (
        row("S3", "6NT", "hcp >= 18", force="T", tag="SIGN", says="to play"),
        row("S5", "3n", f"{_NO_MAJOR} and hcp >= 13 and len(n) >= 5 and longest(n, MINORS)",
            force="G", tag="ST_3m", over="minors", says="slam try"),
        row("S3", "4NT", "16 <= hcp <= 17", force="I", tag="Q4N", says="invites slam"),
        row("S3", "3NT", "lp >= 10 and hcp >= 8",
            shows=f"8 <= hcp <= 15 and {shows}", force="0", tag="ST_3N", says="no fit"),
        row("S3", "2NT", "hcp >= 8",
            shows=f"8 <= hcp <= 9 and {shows}", force="I", tag="ST_2N", says="no fit, invitational"),
        row("S6", "P",
            shows="hcp <= 7 and len(C) <= 1 and len(D) >= 4 and 3 <= len(S) <= 4 and 3 <= len(H) <= 4",
            stands=True, says="as planned"),
    )


_AFTER_NO_MAJOR = table(
    "after Stayman, no major",
    "1NT STAY ST_D",
    "*",
    row("S4", "3n", "len(n) >= 5 and lp >= 11 and hcp >= 9",
            shows="len(n) <= 6", force="G", tag="ST_3M5", over="majors", says="five cards"),
    row("S4", "2n", "len(n) >= 5 and hcp >= 8",
            shows="hcp <= 10 and len(n) <= 6 and (len(H) == 4 if n == S else len(S) == 4)",
        force="I", tag="ST_2M5", over="majors", says="five cards, invitational"),
    *_without_fit("hcp >= 0"),
    when="rho_passed",
)

_OPENER_AFTER_STAYMAN = (
    table(
        "Stayman, notrump invitation",
        "1NT STAY ST_H ST_2N",
        "*",
        row("S7", "4S", "len(S) >= 4 and hcp >= 16", force="T", tag="SIGN", says="the spade fit"),
        row("S7", "3S", "len(S) >= 4",
            shows="hcp <= 15", force="0", tag="NAT", says="the spade fit, minimum"),
        when="rho_passed",
    ),
    table(
        "Stayman, invitation",
        "1NT STAY ST_* ST_2N",
        "*",
        row("S7", "3NT", "hcp >= 16", force="T", tag="SIGN", says="accepts"),
        row("S7", "P", shows="hcp <= 15", says="declines"),
        when="rho_passed",
    ),
    table(
        "Stayman, three notrump",
        "1NT STAY ST_H ST_3N",
        "*",
        row("S7", "4S", "len(S) >= 4", force="T", tag="SIGN", says="the spade fit"),
        row("S7", "P", says="content"),
        when="rho_passed",
    ),
    table(
        "Stayman, raise",
        "1NT STAY ST_H|ST_S ST_3M",
        "*",
        row("S7", "4o", "hcp >= 16 or sp(o) >= 17", force="T", tag="SIGN", says="accepts"),
        row("S7", "P", shows="hcp <= 15", says="declines"),
        when="rho_passed",
    ),
    table(
        "Stayman, five-card major invitation",
        "1NT STAY ST_D ST_2M5",
        "*",
        row("S7", "4p", "hcp >= 16 and len(p) >= 3", force="T", tag="SIGN", says="accepts with support"),
        row("S7", "3NT", "hcp >= 16", force="T", tag="SIGN", says="accepts"),
        row("S7", "P", "len(p) >= 2", shows="hcp <= 15", says="declines"),
        when="rho_passed",
    ),
    table(
        "Stayman, five-card major",
        "* STAY ST_D ST_3M5",
        "*",
        row("S7", "4p", "len(p) >= 3", force="T", tag="SIGN", says="support"),
        row("S7", "3NT", shows="len(p) <= 2", force="0", tag="SIGN", says="no support"),
        when="rho_passed",
    ),
    table(
        "Stayman, long minor",
        "1NT STAY ST_* ST_3m",
        "*",
        row("S8", "4p", "len(p) >= 4 and hcp >= 16", force="G", tag="NAT", says="support"),
        row("S8", "3NT", tag="NAT", says="no slam"),
        when="rho_passed",
    ),
)


def _transfer(major: str) -> tuple[Table, ...]:
    """Opener's answer to a transfer and responder's second call."""
    good = "honours(t) >= 3 and len(t) >= 4"
    mine = f"len({major})"
    five_five = "len(S) >= 5 and len(H) >= 5"
    if major == "S":
        second = row("X6", "3H", f"{five_five} and hcp >= 9", force="G", tag="X_2ND", says="five-five")
    else:
        second = row("X6", "2S", f"{five_five} and 6 <= hcp <= 9",
            shows="len(S) <= 5 and len(H) <= 5", force="I", tag="X_2S", says="five-five")
    return (
        table(
            f"transfer to {major}",
            f"* XF_{major}",
            "*",
            row("X1", f"3{major}", f"level == 2 and hcp >= 17 and {mine} >= 4",
                tag="SUPER", says="maximum, four cards"),
            row("X1", f"min {major}", "rho_passed", tag="XACC", suit="", says="as asked"),
            row("X2", f"min {major}", f"rho_doubled and {mine} >= 3", tag="XACC", suit="", says="three cards"),
            row("X2", "P", "rho_doubled", shows=f"{mine} <= 2", stands=True, says="two cards"),
            row("X3", f"min {major}", f"rho_bid and ({mine} >= 4 or {mine} == 3 and (lv({major}) == 2 or hcp >= 16))",
                shows=f"{mine} >= 3", tag="XACC", suit="", says="support"),
            row("X3", "X", f"rho_bid and {good}", tag="X_PEN", stands=True, says="their suit"),
            row("X3", "P", "rho_bid", stands=True, says="nothing to add"),
        ),
        table(
            f"after the super-accept, {major}",
            f"1NT XF_{major} SUPER",
            "*",
            row("X4", f"4{major}", f"fp({major}) >= 6",
            shows="hcp >= 3", force="T", tag="SIGN", says="game"),
            row("X4", "P", says="no game"),
            when="rho_passed",
        ),
        table(
            f"after the transfer to {major}",
            f"1NT XF_{major} XACC|P",
            "*",
            second,
            row("X6", "3n",
                f"{mine} == 5 and len(n) >= 4 and longest(n, MINORS) and (hcp >= 10 and short or hcp >= 14)",
                force="G", tag="X_2ND", over="minors", says="second suit"),
            row("X5", f"4{major}", f"{mine} >= 6 and fp({major}) >= 11",
                shows=f"{mine} >= 6 and 11 <= points <= 17 and 4 <= hcp <= 15",
                force="T", tag="SIGN", says="six cards, game"),
            row("X5", f"3{major}", f"{mine} >= 6 and fp({major}) >= 9",
                shows=f"{mine} >= 6 and 9 <= points <= 10 and 5 <= hcp <= 9",
                force="I", tag="X_3M", says="six cards, invitational"),
            row("X5", "P", f"{mine} >= 6 and den == {major}", shows="hcp <= 9", says="six cards, weak"),
            row("X5", "6NT", "hcp >= 18", shows=f"{mine} <= 5", force="T", tag="SIGN", says="to play"),
            row("X5", "4NT", "16 <= hcp <= 17", shows=f"{mine} <= 5", force="I", tag="Q4N", says="invites slam"),
            row("X5", "3NT", "lp >= 10 and hcp >= 9 or lp >= 11",
                shows=f"9 <= hcp <= 15 and lp >= 10 and {mine} <= 5",
                force="0", tag="X_3N", says="five cards, choice of games"),
            row("X5", "2NT", "hcp >= 8",
                shows=f"8 <= hcp <= 9 and {mine} <= 5",
                force="I", tag="X_2N", says="five cards, invitational"),
            row("X7", "P", f"den == {major}", shows="hcp <= 9", says="weak"),
            when="rho_passed",
        ),
        table(
            f"opener after the transfer to {major}",
            f"1NT XF_{major} XACC X_2N",
            "*",
            row("X8", f"4{major}", f"{mine} >= 3 and hcp >= 16", force="T", tag="SIGN", says="accepts with support"),
            row("X8", f"3{major}", f"{mine} >= 3",
            shows="hcp <= 15", force="0", tag="NAT", says="support, minimum"),
            row("X8", "3NT", "hcp >= 16", shows=f"{mine} <= 2", force="T", tag="SIGN", says="accepts"),
            row("X8", "P", says="declines"),
            when="rho_passed",
        ),
        table(
            f"opener after six {major}",
            f"1NT XF_{major} XACC X_3M",
            "*",
            row("X8", f"4{major}", f"hcp >= 16 or {mine} >= 4", force="T", tag="SIGN", says="accepts"),
            row("X8", "P", says="declines"),
            when="rho_passed",
        ),
        table(
            f"opener: choice of games with {major}",
            f"* XF_{major} XACC X_3N",
            "*",
            row("X8", f"4{major}", f"{mine} >= 3", force="T", tag="SIGN", says="the fit"),
            row("X8", "P", says="notrump"),
            when="rho_passed",
        ),
        table(
            f"opener over a second suit after {major}",
            f"1NT XF_{major} XACC X_2ND",
            "*",
            row("X10", f"3{major}", f"{mine} >= 3 and hcp >= 17", force="G", tag="NAT", says="support, maximum"),
            row("X10", f"4{major}", f"{mine} >= 3", tag="SIGN", says="support"),
            row("X10", "4p", "len(p) >= 4 and hcp >= 16", force="G", tag="NAT", says="support for the second suit"),
            row("X10", "3NT", shows=f"{mine} <= 2", tag="NAT", says="no fit"),
            when="rho_passed",
        ),
    )


_FIVE_FIVE_TRY = table(
    "opener over the five-five try",
    "1NT XF_H XACC X_2S",
    "*",
    row("X9", "4S", "hcp >= 16 and len(S) > len(H)", force="T", tag="SIGN", says="accepts"),
    row("X9", "4H", "hcp >= 16", force="T", tag="SIGN", says="accepts"),
    row("X9", "3H", "len(H) > len(S)", force="0", tag="SIGN", says="declines"),
    row("X9", "P", says="declines"),
    when="rho_passed",
)

# Over a strong balanced hand: game needs 25 and slam 33 between the two.
_GAME = "lp + phmin >= 25"
_SLAM = "lp + phmin >= 33"

_STRONG_ROWS = (
    row("T5", "4C", "level == 2 and some(6, ALL) and hcp + phmin >= 32",
        force="1", tag="ASK_G", suit="", says="aces?"),
    row("T2", "min D", f"len(H) >= 5 and len(H) > len(S) and not ({_FIVE_FOUR} and {_GAME})",
        shows="len(H) >= 5", force="1", tag="XF_H", suit="H", says="transfer"),
    row("T2", "min H", f"len(S) >= 5 and not ({_FIVE_FOUR} and {_GAME})",
        shows="len(S) >= 5", force="1", tag="XF_S", suit="S", says="transfer"),
    row("T1", "min C", "some(4, MAJORS) and lp + phmin >= (24 if level == 2 else 25)",
        shows="hcp >= (2 if level == 2 else 0)", force="1", tag="STAY", suit="", says="Stayman"),
    row("T4", "7NT", "hcp + phmin >= 37", force="T", tag="SIGN", says="to play"),
    row("T4", "6NT", "hcp + phmin >= 33", force="T", tag="SIGN", says="to play"),
    row("T4", "4NT", "level <= 3 and hcp + phmin >= 31", force="I", tag="Q4N", says="invites slam"),
    row("T3", "3NT", _GAME,
            shows="hcp + phmin >= 23 and hcp <= 11", force="T", tag="SIGN", says="to play"),
    row("T6", "P", shows="hcp <= 5", says="no game"),
)


def _strong_stayman(major: str) -> Table:
    fit = f"len({major}) >= 4"
    return table(
        f"strong notrump, Stayman, {major}",
        f"* 2NT|3NT|C2N|C3N STAY ST_{major}",
        "*",
        row("T7", f"6{major}", f"{fit} and sp({major}) + phmin >= 34", force="T", tag="SIGN", says="slam"),
        row("T7", f"4{major}", fit, force="T", tag="SIGN", says="the fit"),
        row("T7", "6NT", "hcp + phmin >= 33", force="T", tag="SIGN", says="slam"),
        row("T7", "4NT", "level == 3 and hcp + phmin >= 31", force="I", tag="Q4N", says="invites slam"),
        row("T7", "3NT", shows="hcp <= 11 and len(S) >= 4" if major == "H" else "hcp <= 11", tag="ST_3N",
            says="no fit"),
        row("T7", "P", says="no fit"),
        when="rho_passed",
    )


_STRONG_LATER = (
    table(
        "strong notrump, Stayman, no major",
        "* 2NT|3NT|C2N|C3N STAY ST_D",
        "*",
        row("T7", "3n", "len(n) >= 5",
            shows="len(n) <= 5", force="G", tag="ST_3M5", over="majors", says="five cards"),
        row("T7", "6NT", "hcp + phmin >= 33", force="T", tag="SIGN", says="slam"),
        row("T7", "4NT", "level == 3 and hcp + phmin >= 31", force="I", tag="Q4N", says="invites slam"),
        row("T7", "min NT", "level < 4", shows="hcp <= 11", force="T", tag="SIGN", says="to play"),
        row("T7", "4NT", force="T", tag="SIGN", says="to play"),
        when="rho_passed",
    ),
    table(
        "strong notrump, four spades behind the hearts",
        "* STAY ST_H ST_3N",
        "*",
        row("T9", "4S", "len(S) >= 4", force="T", tag="SIGN", says="the spade fit"),
        row("T9", "P", says="content"),
        when="rho_passed",
    ),
    table(
        "strong notrump, after the transfer",
        "* 2NT|3NT|C2N|C3N XF_* XACC",
        "*",
        row("T8", "6o", "len(o) >= 6 and fp(o) + phmin >= 33", force="T", tag="SIGN", says="slam"),
        row("T8", "4o", "len(o) >= 6",
            shows="hcp <= 14", force="T", tag="SIGN", says="six cards"),
        row("T8", "6NT", "hcp + phmin >= 33", force="T", tag="SIGN", says="slam"),
        row("T8", "4NT", "level == 3 and hcp + phmin >= 31",
            shows="len(o) <= 5",
            force="I", tag="Q4N", says="invites slam"),
        row("T8", "3NT", _GAME,
            shows="hcp <= 11", force="0", tag="X_3N", says="five cards"),
        row("T8", "P", says="weak"),
        when="rho_passed",
    ),
)

_INTERFERENCE = (
    table(
        "opener over the weak suit",
        "1NT NI_W",
        "*",
        row("NI8", "3p", "major(p) and len(p) >= 4 and hcp >= 16", force="I", tag="NAT", says="maximum, four trumps"),
        row("NI8", "P", says="content"),
        when="rho_passed",
    ),
    table(
        "one notrump overcalled",
        "1NT",
        "+",
        row("NI2", "2n", "len(n) >= 5 and 4 <= hcp <= 9 and has(n, unbid)",
            force="T", tag="NI_W", over="down", says="to play"),
        row("NI4", "3n", "len(n) >= 5 and hcp >= 10 and has(n, unbid)",
            force="G", tag="NI_GF", over="majors", says="five cards, game"),
        row("NI5", "X", "hcp >= 8 and len(t) >= 4", tag="X_PEN", stands=True, says="penalty"),
        row("NI3", "3t", "hcp >= 10 and some(4, unbid & MAJORS)",
            force="G", tag="CUE_NT", suit="", says="asks for a four-card major"),
        row("NI7", "3NT", "lp >= 10 and stop(t)",
            shows="8 <= hcp <= 17", force="T", tag="SIGN", says="to play"),
        row("NI4", "3n", "len(n) >= 6 and hcp >= 10 and has(n, unbid)",
            force="G", tag="NI_GF", over="minors", says="natural, game"),
        row("NI7", "2NT", "8 <= hcp <= 9 and stop(t)", force="I", tag="N2N", says="invitational"),
        row("NI5", "X", "hcp >= 10", tag="X_PEN", stands=True, says="values"),
        row("NI6", "P", shows="hcp <= 9", says="nothing to say"),
        when="rho_bid and tnatural",
    ),
    table(
        "one notrump, an artificial overcall",
        "1NT",
        "+",
        row("NI5", "X", "hcp >= 8", tag="X_PEN", stands=True, says="values"),
        row("NI6", "P", says="nothing to say"),
        when="rho_bid and not tnatural",
    ),
    table(
        "opener over the cue",
        "1NT CUE_NT",
        "*",
        row("NI3", "min n", "len(n) >= 4 and has(n, unbid)", force="G", tag="NAT", over="majors up", says="four cards"),
        row("NI3", "3NT", tag="NAT", says="no four-card major"),
        when="rho_passed",
    ),
    table(
        "opener over the forcing suit",
        "1NT NI_GF",
        "*",
        row("NI4", "4p", "len(p) >= 3 and major(p)", force="T", tag="SIGN", says="support"),
        row("NI4", "3NT", tag="NAT", says="no support"),
        when="rho_passed",
    ),
)

TABLES: tuple[Table, ...] = (
    _RESPONSES,
    *_AFTER_RELAY,
    *_OPENER_TO_RESPONSES,
    *_STAYMAN,
    _after_stayman("H", "S"),
    _after_stayman("S", "H"),
    _AFTER_NO_MAJOR,
    *_OPENER_AFTER_STAYMAN,
    *_transfer("H"),
    *_transfer("S"),
    _FIVE_FIVE_TRY,
    table("responses to a strong notrump", "* 2NT|3NT|C2N|C3N", "*", *_STRONG_ROWS, when="rho_passed or rho_doubled"),
    *(_strong_stayman(major) for major in "HS"),
    *_STRONG_LATER,
    *_INTERFERENCE,
)
