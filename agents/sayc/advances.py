"""Answering partner's overcall or two-suiter, and that partner's next call."""

from __future__ import annotations

from agents.sayc.rules import Rule, Table, row, table

# fmt: off
# A rule is a row: its id, its call and its test come first, whatever the line length of code would make of them.

_OVERCALL = table(
    "advances of an overcall",
    "OC|OCB",
    "*",
    row("AD1", "min t",
        "len(x) >= 3 and hcp >= 8 and sp(x) >= (11 if level == 1 else 12) + (3 if phmin == 7 else 0) or hcp >= 16",
        shows="points >= 11", force="1", tag="CUE_OC", suit="", says="a good raise, or strong"),
    row("AD2", "4x", "major(x) and len(x) >= 5 and hcp <= 9 and (hcp >= 3 or short and not vul)",
        shows="len(x) >= 5 and hcp <= 9", force="T", tag="SIGN", says="preemptive"),
    row("AD2", "4x", "major(x) and len(x) >= 3 and sp(x) >= 13 and lv(t) > 3", force="T", tag="SIGN", says="game"),
    row("AD2", "4x",
        "major(x) and level == 3 and phmin >= 9 and (len(x) >= 3 and sp(x) >= 9 or len(x) >= 2 and hcp >= 10)",
        shows="len(x) >= 2", force="T", tag="SIGN", says="game opposite a three-level overcall"),
    row("AD2", "jump x", "len(x) >= 4 and 3 <= hcp <= 9 and lv(x) <= 2",
        shows="len(x) >= 4 and 3 <= hcp <= 9", tag="OC_JR", says="preemptive"),
    row("AD3", "min x", "len(x) >= 3 and hcp >= 3 and sp(x) >= (6 if lv(x) == 2 else 8) and lv(x) <= 3",
        shows="hcp <= 14 and 6 <= points <= (14 if phmin <= 7 or lv(t) > 3 else 11)", tag="OC_R", says="raise"),
    row("AD4", "min n",
        "has(n, unbid) and longest(n, unbid) and len(n) >= 5 and (lv(n) == 1 and hcp >= 8 or lv(n) == 2 and hcp >= 10"
        " or lv(n) == 3 and len(n) >= 6 and good(n) and hcp >= 11)",
        shows="len(n) >= 5 and 8 <= hcp <= 15", tag="ADV_N", over="down", says="constructive"),
    row("AD5", "3NT", "hcp >= 15 and stopped(theirs)", force="T", tag="SIGN", says="game"),
    row("AD5", "2NT", "12 <= hcp <= 14 and stopped(theirs)",
        shows="11 <= hcp <= 14", force="I", tag="ADV_2N", says="invitational"),
    row("AD5", "1NT", "8 <= hcp <= 11 and stopped(theirs)", tag="ADV_1N", says="a stop"),
    row("AD10", "5x", "not major(x) and lv(x) == 5 and phmin >= 11 and len(x) >= 2 and hcp >= 11", force="T",
        tag="SIGN", says="game"),
    row("AD7", "P", says="nothing to say"),
    when="tnatural",
)

_AFTER_CUE = (
    table(
        "overcaller over the cue",
        "OC|OCB CUE_OC",
        "*",
        row("AD8", "4x", "major(x) and lp >= 15", force="T", tag="SIGN", says="game"),
        row("AD8", "min n", "hcp >= 12 and has(n, unbid) and len(n) >= 4 and lv(n) <= 3",
            force="1", tag="NAT", over="up", says="second suit"),
        row("AD8", "2NT", "hcp >= 13 and stopped(theirs)", force="I", tag="NAT", says="extra values"),
        row("AD8", "jump x", "hcp >= 13 and lv(x) <= 2", force="I", tag="NAT", says="extra values"),
        row("AD8", "min x", shows="hcp <= 15", tag="OC_MIN", says="minimum"),
        when="not rho_bid",
    ),
    table(
        "cue-bidder over the minimum",
        "OC|OCB CUE_OC OC_MIN",
        "*",
        row("AD9", "4x", "major(x) and len(x) >= 3 and sp(x) >= 16", force="T", tag="SIGN", says="game"),
        row("AD9", "3NT", "hcp >= 16 and stopped(theirs)", force="T", tag="SIGN", says="game"),
        row("AD9", "3x", "level == 2 and len(x) >= 3 and sp(x) >= 14",
            shows="14 <= points <= 15", force="I", tag="NAT", says="invitational"),
        row("AD9", "P", says="content"),
        when="rho_passed",
    ),
)

_WEAK_JUMP = table(
    "advances of a weak jump overcall",
    "WJO|WJO3|WJO4",
    "*",
    row("W1", "2NT", "level == 2 and (hcp >= 15 or len(x) >= 3 and sp(x) >= 15 and hcp >= 13)",
        shows="hcp >= 13", force="1", tag="ASK_F", suit="", says="feature?"),
    row("AD6", "4x",
        "major(x) and level <= 3 and (len(x) >= 4 and hcp <= 14 or len(x) >= 3 and fp(x) >= 15 or len(x) >= 2"
        " and hcp >= 17)",
        shows="len(x) >= 2", force="T", tag="SIGN", says="to play"),
    row("AD6", "3NT", "hcp >= 16 and stopped(theirs) and (not major(x) or len(x) <= 2)",
        force="T", tag="SIGN", says="game"),
    row("AD6", "3x", "len(x) >= 3 and hcp <= 14", force="T", tag="SIGN", says="to play"),
    row("AD6", "4x", "not major(x) and len(x) >= 4 and hcp <= 11 and lv(x) == 4",
        force="T", tag="SIGN", says="preemptive"),
    row("AD6", "P", says="no game"),
)

_NOTRUMP = table(
    "advances of a notrump overcall",
    "OC1N|OC1NB",
    "*",
    row("AN1", "2C", "hcp >= (8 if phmin >= 12 else 11) and some(4, MAJORS) and not some(5, MAJORS)",
        shows="hcp >= 8", force="1", tag="STAY", suit="", says="Stayman"),
    row("AN2", "4n", "len(n) >= 6 and fp(n) >= (9 if phmin >= 12 else 12) and has(n, unbid)",
        shows="len(n) >= 6", force="T", tag="SIGN", over="majors", says="game"),
    row("AN2", "3n", "len(n) >= 5 and hcp >= (9 if phmin >= 12 else 12) and has(n, unbid)",
        force="G", tag="ST_3M5", over="majors", says="five cards, game force"),
    row("AN2", "2n",
        "n != C and len(n) >= 5 and hcp <= (7 if phmin >= 12 else 10) and has(n, unbid) and longest(n, unbid)",
        force="T", tag="SIGN", over="down", says="to play"),
    row("AN3", "3NT", "lp >= (9 if phmin >= 12 else 13) and hcp >= 7", force="T", tag="SIGN", says="game"),
    row("AN3", "2NT", "lp >= (8 if phmin >= 12 else 11) and hcp >= 7",
        shows="hcp >= 7 and points <= 12", force="I", tag="N2N", says="invitational"),
    row("AN4", "P", says="content"),
    when="not rho_bid",
)

_NOTRUMP_LATER = (
    *(
        table(
            f"notrump overcall, Stayman, {major}",
            f"OC1N|OC1NB STAY ST_{major}",
            "*",
            row("AN1", f"4{major}", f"len({major}) >= 4 and sp({major}) + phmin >= 25",
                force="T", tag="SIGN", says="game"),
            row("AN1", f"3{major}", f"len({major}) >= 4", force="I", tag="ST_3M", says="invitational"),
            row("AN3", "3NT", "lp + phmin >= 24", force="0", tag="ST_3N", says="game"),
            row("AN3", "2NT", force="I", tag="N2N", says="invitational"),
            when="rho_passed",
        )
        for major in "HS"
    ),
    table(
        "notrump overcall, Stayman, no major",
        "OC1N|OC1NB STAY ST_D",
        "*",
        row("AN3", "3NT", "lp + phmin >= 24", force="T", tag="SIGN", says="game"),
        row("AN3", "2NT", force="I", tag="N2N", says="invitational"),
        when="rho_passed",
    ),
    table(
        "notrump overcall, five-card major",
        "OC1N|OC1NB ST_3M5",
        "*",
        row("AN2", "4p", "len(p) >= 3", force="T", tag="SIGN", says="support"),
        row("AN2", "3NT", force="T", tag="SIGN", says="no support"),
        when="rho_passed",
    ),
    table(
        "two-notrump overcall",
        "OC2N",
        "*",
        row("AN5", "4n", "len(n) >= 6 and fp(n) >= 8 and has(n, unbid)",
            force="T", tag="SIGN", over="majors", says="game"),
        row("AN5", "3n", "len(n) >= 5 and hcp >= 8 and has(n, unbid)",
            force="G", tag="ST_3M5", over="majors", says="five cards"),
        row("AN5", "3NT", "lp >= 9", force="T", tag="SIGN", says="game"),
        row("AN5", "P", says="no game"),
        when="rho_passed",
    ),
    table(
        "two-notrump overcall, five-card major",
        "OC2N ST_3M5",
        "*",
        row("AN5", "4p", "len(p) >= 3", force="T", tag="SIGN", says="support"),
        row("AN5", "3NT", force="T", tag="SIGN", says="no support"),
        when="rho_passed",
    ),
)

def _preference(higher: str, lower: str) -> tuple[Rule, ...]:
    """The longer of partner's two suits, the higher on ties, as cheaply as possible."""
    both = f"plen({higher}) >= 5 and plen({lower}) >= 5"
    return (
        row("AM5", f"min {higher}", f"{both} and len({higher}) >= len({lower})",
            shows="hcp <= 18", tag="AM_P", says="preference"),
        row("AM5", f"min {lower}", both, shows="hcp <= 18", tag="AM_P", says="preference"),
    )


_TWO_SUITERS = (
    table(
        "advances of Michaels over a minor",
        "MICH",
        "1m *",
        row("AM2", "4n",
            "major(n) and longest(n, MAJORS) and len(n) >= 3 and (sp(n) >= 13 and len(n) >= 4 or len(n) >= 5"
            " and hcp >= 4 or sp(n) >= 15)",
            shows="len(n) >= 3", force="T", tag="SIGN", over="majors", says="game"),
        row("AM2", "3n", "major(n) and longest(n, MAJORS) and len(n) >= 4 and 9 <= sp(n) <= 12",
            force="I", tag="AM_J", over="majors", says="invitational"),
        row("AM2", "2NT", "level == 2 and len(H) <= 2 and len(S) <= 2 and 10 <= hcp <= 14", tag="NAT", says="natural"),
        row("AM1", "min H", "len(H) >= len(S) and lv(H) <= 3", shows="hcp <= 12", tag="AM_P", says="preference"),
        row("AM1", "min S", "lv(S) <= 3", shows="hcp <= 12", tag="AM_P", says="preference"),
        when="not rho_bid",
    ),
    table(
        "advances of Michaels over a major",
        "MICH",
        "1M|W2 *",
        row("AM2", "4S", "t == H and len(S) >= 3 and (sp(S) >= 13 or len(S) >= 5 and hcp >= 4)",
            force="T", tag="SIGN", says="game"),
        row("AM2", "4H", "t == S and len(H) >= 3 and (sp(H) >= 13 or len(H) >= 5 and hcp >= 4)",
            force="T", tag="SIGN", says="game"),
        row("AM2", "3S", "t == H and len(S) >= 4 and 9 <= sp(S)", force="I", tag="AM_J", says="invitational"),
        row("AM2", "jump H", "t == S and len(H) >= 4 and 9 <= sp(H) and lv(H) == 3",
            force="I", tag="AM_J", says="invitational"),
        row("AM1", "min S", "t == H and len(S) >= 3", shows="hcp <= 12", tag="AM_P", says="preference"),
        row("AM1", "min H", "t == S and len(H) >= 3", shows="hcp <= 12", tag="AM_P", says="preference"),
        row("AM4", "4C", "level == 3", shows="hcp >= 0", tag="ASK_4", suit="", says="clubs, or bid your minor"),
        row("AM4", "2NT", force="1", tag="ASK_m", suit="", says="which minor?"),
        row("AM1", "min S", "t == H", tag="AM_P", says="preference"),
        row("AM1", "min H", "t == S", tag="AM_P", says="preference"),
        when="not rho_bid",
    ),
    table(
        "Michaels: the minor",
        "MICH ASK_m",
        "*",
        row("AM4", "3n", "len(n) >= 5", tag="AM_R", over="minors", says="the minor"),
        row("AM4", "3n", "longest(n, MINORS)", tag="AM_R", over="minors", says="the minor"),
        when="rho_passed",
    ),
    table(
        "Michaels: the minor at the four level",
        "MICH ASK_4",
        "*",
        row("AM4", "4D", "len(D) >= 5", tag="AM_R", says="the minor"),
        row("AM4", "P", stands=True, says="clubs"),
        when="rho_passed",
    ),
    table(
        "Michaels: content with the minor",
        "MICH ASK_m AM_R",
        "*",
        row("AM4", "P", says="content"),
        when="rho_passed",
    ),
    table(
        "advances of the unusual notrump",
        "UNU",
        "*",
        row("AM5", "game n", "plen(n) >= 5 and len(n) >= 4 and sp(n) >= 14",
            force="T", tag="SIGN", over="down", says="game"),
        row("AM5", "jump n", "plen(n) >= 5 and len(n) >= 5 and hcp <= 12 and lv(n) <= 3",
            force="T", tag="SIGN", over="up", says="preemptive"),
        *_preference("H", "C"),
        *_preference("H", "D"),
        *_preference("D", "C"),
        when="not rho_bid",
    ),
    table(
        "two-suiter again",
        "MICH|UNU AM_P|AM_J",
        "*",
        row("AM6", "4p", "major(p) and fp(p) >= (20 if level == 2 else 17)", force="T", tag="SIGN", says="game"),
        row("AM6", "min p", "fp(p) >= 17 and lv(p) <= 3",
            shows="17 <= points <= 20", force="I", tag="NAT", says="extra values"),
        row("AM6", "P", says="content"),
        when="rho_passed",
    ),
)

TABLES: tuple[Table, ...] = (
    _OVERCALL,
    *_AFTER_CUE,
    _WEAK_JUMP,
    _NOTRUMP,
    *_NOTRUMP_LATER,
    *_TWO_SUITERS,
)
