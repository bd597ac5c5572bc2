"""Responder's second call after opener's rebid."""

from __future__ import annotations

from agents.sayc.rules import Rule, Table, row, table

# fmt: off
# A rule is a row: its id, its call and its test come first, whatever the line length of code would make of them.

# The fourth suit is artificial and forcing to game; it is the last resort of a hand with game values.
_FOURTH_SUIT = row("RR9", "min f", "lp >= 13 and hcp >= 11 and lv(f) <= 3",
    shows="points >= 13", force="G", tag="FSF", suit="", says="fourth suit, game force")


def _quantitative(invite: int) -> tuple[Rule, ...]:
    """4NT on two points from ``invite``, 6NT above."""
    return (
        row("RR3", "6NT", f"hcp >= {invite + 2}", force="T", tag="SIGN", says="slam"),
        row("RR3", "4NT", f"hcp >= {invite}", force="I", tag="Q4N", says="invites slam"),
    )


_OVER_NOTRUMP = table(
    "after opener's one notrump",
    "1M|1m R1 OR_1N",
    "*",
    *_quantitative(19),
    row("RR3", "4y", "len(y) >= 6 and fp(y) >= 14 and major(y)", force="T", tag="SIGN", says="six cards"),
    row("RR3", "4x", "major(x) and len(x) >= 3 and sp(x) >= 13", force="T", tag="SIGN", says="three-card support"),
    row("RR3", "min n",
        "len(n) >= 4 and len(y) >= 5 and has(n, unbid) and (n > y or lv(n) == 3) and lp >= 13 and hcp >= 11",
        shows="len(n) >= 4 and len(y) >= 5 and points >= 13", force="G", tag="RR_GF", over="up",
        says="second suit, reverse"),
    row("RR3", "jump n", "len(n) >= 4 and len(y) >= 5 and has(n, unbid) and n < y and lp >= 13 and hcp >= 11",
        shows="len(n) >= 4 and len(y) >= 5 and points >= 13", force="G", tag="RR_GF", over="up",
        says="second suit, strong"),
    row("RR3", "3NT", "hcp >= 13 or hcp >= 12 and lp >= 13",
        shows="12 <= hcp <= 18", force="T", tag="SIGN", says="game"),
    row("RR2", "3y", "len(y) >= 6 and lp >= 11",
        shows="len(y) >= 6 and 11 <= points <= 13", force="I", tag="RR_INV", says="six cards, invitational"),
    row("RR2", "3x", "not major(x) and len(x) >= 5 and not bal and lp >= 11",
        shows="len(x) >= 5 and 11 <= points <= 12", force="I", tag="RR_INV", says="support, invitational"),
    row("RR2", "2NT", "hcp >= 11", shows="11 <= hcp <= 12", force="I", tag="RR_INV", says="invitational"),
    row("RR1", "2y", "len(y) >= 6", shows="points <= 10", force="T", tag="SIGN", says="to play"),
    row("RR1", "2n", "len(y) >= 5 and len(n) >= 4 and n < y and has(n, unbid)",
        shows="len(y) >= 5 and len(n) >= 4 and points <= 10", tag="RR_W", over="up", says="weak, choice of suits"),
    row("RR1", "2y", "len(y) >= 5 and short",
        shows="points <= 10", force="T", tag="SIGN", says="to play"),
    row("RR1", "2x", "len(x) >= 5 or x == D and len(x) >= 4 and short",
        shows="len(x) >= 4 and points <= 10", force="T", tag="SIGN", says="to play"),
    row("RR1", "P", shows="hcp <= 10", says="content"),
    when="rho_passed",
)

_OVER_RAISE = (
    table(
        "after opener's raise of the major",
        "1M|1m R1 OR_R2",
        "*",
        row("RR4", "4NT", "major(y) and fp(y) >= 20", force="1", tag="ASK_BW", suit="", says="aces?"),
        row("RR4", "4y", "major(y) and fp(y) >= 13", force="T", tag="SIGN", says="game"),
        row("RR4", "3y", "major(y) and fp(y) >= 11",
            shows="11 <= points <= 12", force="I", tag="RR_INV", says="invitational"),
        row("RR4", "3NT", "not major(y) and hcp >= 13", force="T", tag="SIGN", says="game"),
        row("RR4", "2NT", "not major(y) and hcp >= 11", force="I", tag="RR_INV", says="invitational"),
        row("RR4", "P", shows="points <= 10", says="content"),
        when="rho_passed or rho_doubled",
    ),
    table(
        "after opener's higher raise",
        "1M|1m R1 OR_R3|OR_R4",
        "*",
        row("RR5", "4NT", "major(y) and fp(y) >= (17 if level == 3 else 14)",
            force="1", tag="ASK_BW", suit="", says="aces?"),
        row("RR5", "4y", "major(y) and fp(y) >= 8", force="T", tag="SIGN", says="game"),
        row("RR5", "3NT", "not major(y) and hcp >= 9", force="T", tag="SIGN", says="game"),
        row("RR5", "P", says="enough"),
        when="rho_passed",
    ),
)

_OVER_REBID = (
    table(
        "after opener rebids the suit",
        "1M|1m R1 OR_S2",
        "*",
        *_quantitative(18),
        row("RR6", "4x", "major(x) and len(x) >= 2 and fp(x) >= 13", force="T", tag="SIGN", says="game"),
        row("RR6", "3x", "major(x) and len(x) >= 2 and fp(x) >= 11", force="I", tag="RR_INV", says="invitational"),
        row("RR6", "4y", "major(y) and len(y) >= 6 and good(y) and fp(y) >= 14", force="T", tag="SIGN", says="game"),
        row("RR6", "3NT", "12 <= hcp <= 17 and stopped(unbid | theirs)", force="T", tag="SIGN", says="game"),
        row("RR6", "min n", "has(n, unbid) and len(n) >= 4 and (lv(n) == 2 and hcp >= 10 or hcp >= 12)",
            shows="len(n) >= 4 and hcp >= 10", force="1", tag="RR_F", over="up", says="new suit"),
        row("RR6", "3NT", "hcp >= 13", shows="12 <= hcp <= 17", force="T", tag="SIGN", says="game"),
        row("RR6", "3y", "len(y) >= 6 and lp >= 11", force="I", tag="RR_INV", says="six cards, invitational"),
        row("RR6", "2NT", "11 <= hcp <= 12", force="I", tag="RR_INV", says="invitational"),
        row("RR6", "3x", "not major(x) and len(x) >= 3 and lp >= 11",
            shows="11 <= points <= 12", force="I", tag="RR_INV", says="invitational"),
        row("RR6", "2y", "len(y) >= 6 and len(x) <= 1",
            shows="len(y) >= 6 and points <= 10", force="T", tag="SIGN", says="to play"),
        row("RR6", "P", shows="points <= 11", says="content"),
        when="rho_passed",
    ),
    table(
        "after opener's jump rebid",
        "1M|1m R1|R1N OR_S3",
        "*",
        *_quantitative(15),
        row("RR7", "4x", "major(x) and (len(x) >= 2 and hcp >= 6 or len(x) >= 1 and hcp >= 9)",
            force="T", tag="SIGN", says="game"),
        row("RR7", "4y", "y >= H and major(y) and len(y) >= 6 and good(y)", force="T", tag="SIGN", says="game"),
        row("RR7", "3y", "len(y) >= 5 and hcp >= 8", force="1", tag="RR_F", says="five cards"),
        row("RR7", "3NT", "hcp >= 8", force="T", tag="SIGN", says="game"),
        row("RR7", "P", says="enough"),
        when="rho_passed",
    ),
    table(
        "after opener's jump rebid over one notrump",
        "1M|1m R1N OR_S3",
        "*",
        row("RR7", "4x", "major(x) and len(x) >= 2 and hcp >= 6", force="T", tag="SIGN", says="game"),
        row("RR7", "3NT", "hcp >= 8", force="T", tag="SIGN", says="game"),
        row("RR7", "P", says="enough"),
        when="rho_passed",
    ),
)

_TWO_SUITS = (
    row("RR8", "4z", "major(z) and len(z) >= 4 and 13 <= sp(z) <= 18", force="T", tag="SIGN", says="game"),
    row("RR8", "4x", "major(x) and len(x) >= 3 and 13 <= sp(x) <= 16", force="T", tag="SIGN", says="game"),
    row("RR8", "4y", "major(y) and len(y) >= 6 and good(y) and 13 <= lp <= 17", force="T", tag="SIGN", says="game"),
    row("RR8", "3NT", "13 <= hcp <= 17 and stop(f)", force="T", tag="SIGN", says="game"),
    row("RR9", "1S", "x == C and y == D and z == H and len(S) >= 4 and hcp >= 6",
        shows="len(S) >= 4", force="1", tag="R1", says="natural"),
    row("RR9", "2S", "x == C and y == D and z == H and lp >= 13 and hcp >= 11",
        shows="points >= 13", force="G", tag="FSF", suit="", says="game force"),
    _FOURTH_SUIT,
    row("RR10", "3z", "major(z) and len(z) >= 4 and 10 <= sp(z) <= 12", force="I", tag="RR_INV", says="invitational"),
    row("RR10", "3x", "major(x) and len(x) >= 3 and 10 <= sp(x) <= 12", force="I", tag="RR_INV", says="invitational"),
    row("RR10", "3y", "len(y) >= 6 and lp >= 11",
        shows="len(y) >= 6 and 11 <= points <= 13", force="I", tag="RR_INV", says="invitational"),
    row("RR10", "2NT", "stop(f) and (hcp >= 11 or hcp >= 10 and level == 2)",
        shows="10 <= hcp <= 12", force="I", tag="RR_INV", says="invitational"),
    row("RR10", "3z", "not major(z) and len(z) >= 4 and lp >= 11",
        shows="len(z) >= 4 and 11 <= points <= 12", force="I", tag="RR_INV", says="invitational"),
    row("RR10", "3x", "not major(x) and len(x) >= 4 and lp >= 11",
        shows="len(x) >= 4 and 11 <= points <= 12", force="I", tag="RR_INV", says="invitational"),
    row("RR11", "2z", "major(z) and len(z) >= 4 and level == 1",
        shows="len(z) >= 4 and points <= 10", tag="SIGN", says="support, weak"),
    row("RR11", "P", "level == 2 and len(z) >= 4 and len(z) >= len(x) + 2", shows="points <= 10", says="content"),
    row("RR11", "2y", "len(y) >= 6", shows="len(y) >= 6 and points <= 10", force="T", tag="SIGN", says="to play"),
    row("RR11", "2x", "level == 1 and len(x) >= (3 if major(x) else 4) and not stop(f)",
        shows="points <= 12", tag="PREF", says="preference"),
    row("RR11", "1NT", shows="points <= 12", tag="W1N", says="weak"),
    row("RR11", "2x", "level == 2 and len(x) >= 2 and len(z) <= len(x) + 1",
        shows="points <= 12", tag="PREF", says="preference"),
    row("RR11", "P", shows="points <= 12", says="content"),
)

_REVERSE = table(
    "after a reverse",
    "1M|1m R1 OR_REV",
    "*",
    *_quantitative(15),
    row("RR12", "4z", "major(z) and len(z) >= 4 and hcp >= 7", force="T", tag="SIGN", says="game"),
    row("RR12", "3z", "major(z) and len(z) >= 4", tag="NAT", says="support, weak"),
    row("RR12", "3NT", "7 <= hcp <= 14 and stop(f)", force="T", tag="SIGN", says="game"),
    row("RR12", "4y", "major(y) and len(y) >= 6 and good(y) and hcp >= 7", force="T", tag="SIGN", says="game"),
    row("RR12", "3x", "len(x) >= 3 and hcp >= 8", force="G", tag="NAT", says="support, game force"),
    row("RR12", "2y", "len(y) >= 5", force="1", tag="RR_F", says="five cards"),
    row("RR12", "2NT", "hcp <= 7 and stop(f)", tag="RR_W", says="weak"),
    row("RR12", "3x", "len(x) >= 2", shows="hcp <= 8", tag="RR_W", says="weak"),
    row("RR12", "2NT", shows="hcp <= 8", tag="RR_W", says="weak"),
    when="rho_passed",
)

_STRONG_NOTRUMP = table(
    "after opener's jump to two notrump",
    "1M|1m R1 OR_2N",
    "*",
    *_quantitative(13),
    row("RR13", "4y", "major(y) and len(y) >= 6 and hcp <= 11", force="T", tag="SIGN", says="game"),
    row("RR13", "3y", "len(y) >= 5 and major(y) and hcp >= 5", force="G", tag="RR_F", says="five cards"),
    row("RR13", "3S", "y == H and len(S) >= 4 and hcp >= 6", force="G", tag="RR_F", says="four spades"),
    row("RR13", "3NT", "hcp >= 6", force="T", tag="SIGN", says="game"),
    row("RR13", "P", says="bare minimum"),
    when="rho_passed",
)

_AFTER_TWO_OVER_ONE = (
    row("RR14", "4x", "major(x) and len(x) >= 3 and 12 <= sp(x) <= 16", force="T", tag="SIGN", says="game"),
    row("RR14", "3x", "major(x) and len(x) >= 3 and sp(x) >= 17 and level == 2",
        force="G", tag="RR_GF", says="support, strong"),
    row("RR14", "4z", "z >= H and major(z) and len(z) >= 4 and 12 <= sp(z) <= 16", force="T", tag="SIGN", says="game"),
    row("RR14", "4x", "major(x) and len(x) >= 2 and mlen(x) + plen(x) >= 6 and plen(x) >= 6 and hcp >= 11",
        force="T", tag="SIGN", says="game"),
    row("RR15", "3NT", "13 <= hcp <= 17 and stopped(unbid | theirs)", force="T", tag="SIGN", says="game"),
    row("RR15", "3y", "len(y) >= 6 and lp <= 13",
        shows="len(y) >= 6 and 10 <= points <= 13", force="I", tag="RR_INV", says="six cards, invitational"),
    row("RR18", "min f", "hcp >= 13 and lv(f) <= 3", force="G", tag="FSF", suit="", says="fourth suit"),
    row("RR18", "min n", "not second and hcp >= 13 and has(n, unbid) and lv(n) <= 3",
        shows="hcp >= 13", force="G", tag="FSF", suit="", over="up", says="an unbid suit, game force"),
    row("RR15", "3NT", "hcp >= 13", shows="13 <= hcp <= 17", force="T", tag="SIGN", says="game"),
    row("RR15", "3z", "z < H and len(z) >= 4 and hcp <= 12", force="I", tag="RR_INV", says="support, invitational"),
    row("RR15", "2x", "major(x) and len(x) == 2 and 10 <= hcp <= 12 and level == 2 and second",
        shows="len(x) == 2 and 9 <= hcp <= 12", tag="PREF", says="preference"),
    row("RR15", "3x", "major(x) and len(x) >= 3",
        shows="len(x) >= 3 and 10 <= points <= 12", force="I", tag="RR_INV", says="support, invitational"),
    row("RR15", "2NT", "hcp <= 12", shows="9 <= hcp <= 12", force="I", tag="RR_INV", says="invitational"),
)

_TABLES_TWO_OVER_ONE = (
    table(
        "after the two-over-one, opener at the two level",
        "1M|1m R21 OR2_S|OR2_N",
        "*",
        *_AFTER_TWO_OVER_ONE,
        when="rho_passed",
        complete=True,
    ),
    table(
        "after the two-over-one, minimum notrump",
        "1M|1m R21 OR2_2N",
        "*",
        *_quantitative(18),
        row("RR15", "4x", "major(x) and len(x) >= 3 and sp(x) >= 12", force="T", tag="SIGN", says="game"),
        row("RR15", "3x", "major(x) and len(x) >= 3", force="I", tag="RR_INV", says="three cards, invitational"),
        row("RR15", "3NT", "hcp >= 11", force="T", tag="SIGN", says="game"),
        row("RR15", "P", shows="hcp <= 10", says="declines"),
        when="rho_passed",
    ),
    table(
        "after the two-over-one, support",
        "1M R21 OR2_R",
        "*",
        row("RR16", "4H", "y == H and fp(H) >= 12 and level == 3", force="T", tag="SIGN", says="game"),
        row("RR16", "P", "y == H", says="enough"),
        row("RR16", "4x", "major(x) and len(x) >= 3 and sp(x) >= 11", force="T", tag="SIGN", says="game"),
        row("RR16", "3NT", "hcp >= 11 and not major(y)", force="T", tag="SIGN", says="game"),
        row("RR16", "P", says="enough"),
        when="rho_passed",
    ),
    table(
        "after the two-over-one, opener strong",
        "1M|1m R21 OR2_J|OR2_H|OR2_R4",
        "*",
        *_quantitative(18),
        row("RR17", "4x", "major(x) and (len(x) >= 3 or len(x) >= 2 and plen(x) >= 6) and sp(x) <= 16",
            force="T", tag="SIGN", says="game"),
        row("RR17", "4z", "z >= H and len(z) >= 4", force="T", tag="SIGN", says="game"),
        row("RR17", "3NT", "stopped(unbid)", tag="NAT", says="game"),
        when="rho_passed",
    ),
)

_AFTER_ONE_NOTRUMP = (
    table(
        "one-notrump bidder over a second suit",
        "1M|1m R1N OR_N2",
        "*",
        row("RR19", "2n", "len(n) >= 6 and has(n, unbid)",
            shows="len(n) >= 6 and hcp <= 10", force="T", tag="SIGN", over="up", says="to play"),
        row("RR19", "3p", "len(p) >= 5 and lp >= 10 or len(p) >= 4 and lp >= 9 and major(p)",
            shows="len(p) >= 4 and 9 <= points <= 11", force="I", tag="RR_INV", says="invitational"),
        row("RR19", "2NT", "hcp >= 9 and len(x) <= 2 and stopped(unbid)",
            shows="9 <= hcp <= 10", force="I", tag="RR_INV", says="invitational") ,
        row("RR19", "2x", "len(x) >= 2 and (major(x) or len(x) > len(p))",
            shows="hcp <= 12", tag="PREF", says="preference"),
        row("RR19", "P", shows="hcp <= 10", says="content"),
        when="rho_passed",
    ),
    table(
        "one-notrump bidder over an invitation",
        "1M|1m R1N OR_2Ni",
        "*",
        row("RR19", "3NT", "hcp >= 8", force="T", tag="SIGN", says="accepts"),
        row("RR19", "P", says="declines"),
        when="rho_passed",
    ),
    table(
        "one-notrump bidder over the rebid",
        "1M|1m R1N OR_S2",
        "*",
        row("RR19", "P", shows="hcp <= 10", says="content"),
        when="rho_passed",
    ),
)

_FOURTH_SUIT_BIDDER = table(
    "fourth-suit bidder again",
    "1M|1m R1|R21 OR_*|OR2_* FSF ?",
    "*",
    row("F5", "4y", "y >= H and fit(y) >= 8", force="T", tag="SIGN", says="game"),
    row("F5", "4x", "x >= H and fit(x) >= 8", force="T", tag="SIGN", says="game"),
    row("F5", "4z", "z >= H and fit(z) >= 8", force="T", tag="SIGN", says="game"),
    row("F5", "4x", "x >= H and len(x) >= 2 and den == x and not stopped(unbid)", force="T", tag="SIGN", says="game"),
    row("F6", "min p", "den == p and den < H and len(p) >= 3 and not stopped(unbid) and level == 3",
        force="1", tag="NAT", says="no stop"),
    row("F6", "3NT", force="T", tag="SIGN", says="game"),
    when="rho_passed and not game",
)

TABLES: tuple[Table, ...] = (
    _OVER_NOTRUMP,
    *_OVER_RAISE,
    *_OVER_REBID,
    table("after opener's second suit", "1M|1m R1 OR_N1|OR_N2", "*", *_TWO_SUITS, when="rho_passed"),
    _REVERSE,
    _STRONG_NOTRUMP,
    *_TABLES_TWO_OVER_ONE,
    *_AFTER_ONE_NOTRUMP,
    _FOURTH_SUIT_BIDDER,
)
