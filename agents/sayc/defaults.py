"""The default layer: guards, slam, game on known values, competition, and how strange calls are read.

``FIRST`` is asked before every table once the seat has made a call of its own; ``COMPETE`` by a hand about to pass;
``DEFAULT`` where no table has a call; ``READINGS`` gives a meaning to calls that the system itself never makes.
"""

from __future__ import annotations

from agents.sayc.rules import Rule, row

# fmt: off
# A rule is a row: its id, its call and its test come first, whatever the line length of code would make of them.

_SLAM_FIT = "(fit(n) >= 8 or n == g and fit(n) >= 7) and plen(n) >= 2 and len(n) >= 2"
_SLAM_VALUES = "aces >= (1 if major(n) else 2) and fp(n) + pcut >= (32 if major(n) else 33.5)"
_MAY_ASK = "ours and not asked and not asking and level <= 4 and not (level == 4 and den == NT)"

FIRST: tuple[Rule, ...] = (
    row("D3", "4NT", f"{_MAY_ASK} and (n == g or n == p and not agreed) and {_SLAM_FIT} and {_SLAM_VALUES}",
        shows="hcp >= 6", force="1", tag="ASK_BW", suit="", over="down", says="aces?"),
    row("D3", "6n",
        f"{_MAY_ASK} and n != g and n != p and major(n) and {_SLAM_FIT} and aces >= 1 and fp(n) + pcut >= 33",
        shows="hcp >= 8", force="T", tag="SIGN", over="down", says="slam"),
)

_LEVEL_VALUES = "(15 if lv(n) <= 2 else 17 if lv(n) == 3 else 18 if lv(n) == 4 else 20) + (2 if vul else 0)"

COMPETE: tuple[Rule, ...] = (
    row("D7", "min n",
        "not ours and level >= 1 and doubled == 0 and not silenced and lv(n) <= 5 and has(n, shown_by_us)"
        " and (plen(n) >= 4 or plen(n) >= 3 and len(n) >= 6) and fit(n) >= 8"
        " and (den == NT and lv(n) <= 3"
        " or den != NT)"
        " and (lv(n) <= fit(n) - 7 or lv(n) <= fit(n) - 6 and len(n) > mlen(n)"
        " or lv(n) <= fit(n) - 5 and len(n) > mlen(n) and fit(n) >= 9 and len(t) <= 1)"
        f" and fp(n) + pmin >= {_LEVEL_VALUES}",
        shows="len(n) >= 3", force="T", tag="COMP", over="down", says="competes on the length of the fit"),
)

_BELOW_GAME = "not (game and ours) and not asked"

_INVITED = (
    row("D2", "4n", f"{_BELOW_GAME} and invited and major(n) and fit(n) >= 8 and fp(n) + pmean >= 25.5",
        force="T", tag="SIGN", over="down", says="accepts"),
    row("D2", "3NT",
        f"{_BELOW_GAME} and invited and stopped(theirs) and (hcp + pmean >= 24.5 or hcp + 1 + pmean >= 24.5"
        " and some(6, ALL))",
        force="T", tag="SIGN", says="accepts"),
    row("D2", "5n", f"{_BELOW_GAME} and invited and not major(n) and fit(n) >= 8 and fp(n) + pmean >= 29",
        force="T", tag="SIGN", over="down", says="accepts"),
    row("D2", "P", "invited and ours and (den == NT or den == p and fit(p) >= 7 or den == g)", says="declines"),
    row("D2", "min n", "invited and ours and fit(n) >= 8 and lv(n) <= 3",
        force="T", tag="SIGN", over="down", says="declines"),
    row("D2", "4n", f"{_BELOW_GAME} and limited and not signed and major(n) and fit(n) >= 8 and fp(n) + pmean >= 26",
        force="T", tag="SIGN", over="down", says="game on known values"),
    row("D2", "3NT",
        f"{_BELOW_GAME} and limited and not signed and stopped(theirs) and hcp + pmean >= 25 and not agreed_major",
        force="T", tag="SIGN", says="game on known values"),
)

_GAME_FLOOR = (
    row("D9", "4NT",
        "quiet and ours and den == NT and level == 3 and not asked and hcp + phmin >= 30 and hcp + phmax >= 34"
        " and phmax <= 22",
        force="I", tag="Q4N", says="invites slam"),
    row("D3", "6NT", "quiet and ours and not asked and not agreed and hcp + phmin >= 31",
        force="T", tag="SIGN", says="slam"),
    row("D4", "4n", f"{_BELOW_GAME} and major(n) and fit(n) >= 8 and fp(n) + pmin >= 26",
        shows="len(n) >= 2", force="T", tag="SIGN", over="down", says="game on known values"),
    row("D4", "min o", f"{_BELOW_GAME} and forced and lv(o) <= 3 and len(o) >= 6 and mlen(o) <= 5 and hcp + pmin >= 25",
        shows="len(o) >= 6", force="1", tag="NAT", says="six cards"),
    row("D4", "3NT", f"{_BELOW_GAME} and stopped(theirs) and hcp + pmin >= 25",
        shows="hcp >= 0", force="T", tag="SIGN", says="game on known values"),
    row("D4", "5n", f"{_BELOW_GAME} and not major(n) and fit(n) >= 8 and fp(n) + pmin >= 28",
        shows="len(n) >= 2", force="T", tag="SIGN", over="down", says="game on known values"),
    row("D4", "4n",
        f"{_BELOW_GAME} and not forced and major(n) and fit(n) >= 7 and plen(n) >= 2 and len(n) >= 2"
        " and fp(n) + pmin >= 26",
        shows="len(n) >= 2", force="T", tag="SIGN", over="down", says="game on known values"),
    row("D4", "3NT", f"{_BELOW_GAME} and not forced and hcp + pmin >= 26",
        shows="hcp >= 0", force="T", tag="SIGN", says="game on known values"),
)

_DOUBLES = (
    row("D5", "X",
        "last_seat and level <= 3 and doubled == 0 and pacted and not signed and den == t and hcp + phmin >= 24"
        " and hcp >= 10 and len(t) <= 3",
        shows="hcp >= 10", force="1", tag="TOXR", says="values, no clear bid"),
    row("D5", "X", "level >= 4 and hcp + phmin >= 24 and hcp >= 8",
        shows="hcp >= 8", force="0", tag="X_PEN", stands=True, says="their contract should fail"),
    row("D5", "X", "level == 3 and hcp + phmin >= 23 and len(t) >= 3 and hcp >= 9",
        shows="hcp >= 9", tag="X_PEN", stands=True, says="their contract should fail"),
    row("D5", "X", "den == t and len(t) >= 4 and honours(t) >= 3 and hcp + phmin >= 20",
        shows="len(t) >= 4", tag="X_PEN", stands=True, says="their contract should fail"),
)

_FORCED = (
    row("D6", "min p", "forced and fit(p) >= 8 and len(p) >= 2 and lv(p) <= (4 if major(p) else 3) and den != p",
        shows="len(p) >= 2", tag="NAT", says="support"),
    row("D6", "min p", "forced and len(p) >= 3 and lv(p) <= 4 and level < 4",
        shows="len(p) >= 3", tag="NAT", says="support"),
    row("D6", "min n", "forced and mlen(n) >= 3 and len(n) >= 6 and lv(n) <= 3",
        shows="len(n) >= 5", tag="NAT", over="down", says="a long suit"),
    row("D6", "min NT", "forced and stopped(theirs) and lv(NT) <= 3", shows="hcp >= 0", tag="NAT", says="stops"),
    row("D6", "min n", "forced and mlen(n) >= 3 and len(n) >= 6 and lv(n) == 4",
        shows="len(n) >= 5", tag="NAT", over="down", says="a long suit"),
    row("D6", "min n", "forced and plen(n) >= 4 and len(n) >= 2 and lv(n) <= 4",
        shows="len(n) >= 2", tag="PREF", over="down", says="preference"),
    row("D6", "min n", "forced and len(n) >= 4 and has(n, unbid) and lv(n) <= 4",
        shows="len(n) >= 4", tag="NAT", over="up", says="a suit"),
    row("D6", "min NT", "forced and lv(NT) <= 4", shows="hcp >= 0", tag="NAT", says="nothing better"),
)

_COMPETITIVE = (
    row("D7", "min n",
        "not ours and level >= 1 and doubled == 0 and not silenced and has(n, shown_by_us) and plen(n) >= 3"
        " and fit(n) >= 8 and lv(n) <= fit(n) - 6 and lv(n) <= 3 and len(n) > mlen(n) and fp(n) + pmin >= 13",
        shows="len(n) >= 2", force="T", tag="COMP", over="down", says="competes"),
    row("D7", "min n",
        "not ours and level >= 1 and doubled == 0 and not silenced and has(n, shown_by_us) and plen(n) >= 3"
        " and fit(n) >= 10 and lv(n) == 4 and len(n) > mlen(n) and fp(n) + pmin >= 16",
        shows="len(n) >= 2", force="T", tag="COMP", over="down", says="competes"),
    row("D7", "min o",
        "not ours and not silenced and (len(o) >= 6 and lp >= 13 and lv(o) == 2 or len(o) >= 7 and lp >= 14"
        " and lv(o) == 3) and len(o) > mlen(o)",
        shows="len(o) >= 6", force="T", tag="COMP", says="a long suit"),
    row("D7", "min o", "not ours and not silenced and len(o) >= 6 and lv(o) == 3 and hcp + phmin >= 22 and pacted",
        force="T", tag="COMP", says="a long suit and values"),
    row("D8", "P", shows="hcp >= 0", says="nothing to add"),
)

DEFAULT: tuple[Rule, ...] = (*_INVITED, *_GAME_FLOOR, *_DOUBLES, *_FORCED, *_COMPETITIVE)

STRANGE = "READ"
"""The id of readings: how a call is understood that no row of the system makes."""

_ANY_LEVEL = range(1, 8)

READINGS: tuple[Rule, ...] = (
    row(STRANGE, "X", "den != NT and level <= 4 and (level <= 3 or den <= 1) and not pacted",
        shows="hcp >= 10", force="1", tag="TOX", says="takeout"),
    row(STRANGE, "X", shows="hcp >= 8", tag="X_PEN", stands=True, says="penalty"),
    row(STRANGE, "XX", shows="hcp >= 8", tag="XX", says="values"),
    row(STRANGE, "4NT", "den == NT and ours", shows="hcp >= 10", force="I", tag="Q4N", says="invites slam"),
    row(STRANGE, "4NT", shows="hcp >= 10", force="1", tag="ASK_BW", suit="", says="aces?"),
    row(STRANGE, "5NT", "level <= 4 and not asked and not (den == NT and ours)",
        shows="hcp >= 10", force="1", tag="GSF", suit="", says="grand-slam force"),
    *(row(STRANGE, f"{level}NT", shows="hcp >= 6", tag="NAT", says="natural") for level in _ANY_LEVEL),
    *(
        row(STRANGE, f"{level}n", test, shows=shows, force=force, tag=tag, suit=suit, over="up", says=says)
        for level in _ANY_LEVEL
        for test, shows, force, tag, suit, says in (
            (f"quiet and mine and pacted and {level} <= 3 and lv(n) < {level} and (has(n, unbid) or mlen(n) >= 3)",
             "hcp >= 8 and len(n) >= (5 if mlen(n) >= 3 else 4)", "1", "NAT", None, "a jump: values"),
            ("has(n, theirs) and not has(n, shown_by_us)", "hcp >= 8", "1", "CUE", "", "forcing"),
            ("plen(n) >= 4", "len(n) >= 3", "0", "NAT", None, "support"),
            ("mlen(n) >= 3", "len(n) >= 5", "0", "NAT", None, "longer than shown"),
            ("1 > 0", "len(n) >= 4", "0", "NAT", None, "natural"),
        )
    ),
    row(STRANGE, "P", shows="hcp >= 0", says="strange"),
)
