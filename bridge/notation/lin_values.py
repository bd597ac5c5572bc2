"""The values of single LIN fields: escapes, hands, results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bridge.calls import Contract
from bridge.cards import Denomination
from bridge.deal import UNKNOWN, Deal
from bridge.seats import N_SEATS, Seat, Vulnerability

SEATS = (Seat.S, Seat.W, Seat.N, Seat.E)
"""The order of hands and names in LIN, which also numbers the dealer from 1."""

VULNERABLE = {"o": Vulnerability.NONE, "n": Vulnerability.NS, "e": Vulnerability.EW, "b": Vulnerability.BOTH}
"""Letters of the ``sv`` field."""

SCORING = {"I": "IMP", "P": "MP", "B": "BAM"}
"""Letters of the scoring in the ``vg`` field, and the words of PBN's Scoring tag."""

_SUITS = "SHDC"

# LIN has no escapes of its own. A bar would end its field and a comma its item of a list, so these are written as in an
# address, and so is a percent sign that would otherwise be read as one of them.
_ESCAPED = {"|": "%7C", ",": "%2C", "\n": "%0A", "%": "%25"}
_CHARACTERS = {code: character for character, code in _ESCAPED.items()}
_CODE = re.compile("|".join(_CHARACTERS), re.IGNORECASE)
_AMBIGUOUS = re.compile(r"%(?=7C|2C|0A|25)", re.IGNORECASE)

_RESULT = re.compile(r"([1-7])([CDHSN])T?(?:([NESW])(X{0,2})|(X{1,2})([NESW]))(=|[+-][0-9]{1,2})", re.IGNORECASE)


def escaped(text: str, characters: str = "|") -> str:
    """Text with ``characters`` written as codes."""
    text = _AMBIGUOUS.sub("%25", text)
    for character in characters:
        text = text.replace(character, _ESCAPED[character])
    return text


def unescaped(text: str) -> str:
    """The inverse of :func:`escaped`."""
    return _CODE.sub(lambda match: _CHARACTERS[match[0].upper()], text)


def joined(items: Iterable[str]) -> str:
    """Items of a list, separated by commas."""
    return ",".join(escaped(item, "|,") for item in items)


def split(value: str) -> list[str]:
    """The inverse of :func:`joined`, without blanks at either end of an item."""
    return [unescaped(item).strip() for item in value.split(",")]


def deal_text(deal: Deal, dealer: Seat) -> str:
    """The ``md`` field: the dealer's number, then S, W, N and E whoever deals; an unknown hand is empty."""
    return f"{SEATS.index(dealer) + 1}" + ",".join(_hand_text(deal, seat) for seat in SEATS)


def _hand_text(deal: Deal, seat: Seat) -> str:
    hand = deal.hand(seat)
    return (
        "".join(letter + suit for letter, suit in zip(_SUITS, str(hand).split("."), strict=True)) if len(hand) else ""
    )


def deal_value(text: str) -> Deal:
    """The hands of an ``md`` field, after the dealer's number: ``"S48TAH2KADJAC69JK,S36Q...,..."``.

    A fourth hand that is left out holds the cards that the three others do not. Two hands or more that are left out
    are not known.

    Raises:
        ValueError: a hand is not readable or has not thirteen cards, a card is there twice, or there is no hand at all.
    """
    hands = [hand.strip() for hand in text.split(",")]
    extra = [hand for hand in hands[N_SEATS:] if hand]
    if extra:
        raise ValueError(f"the deal has {len(hands)} hands: {extra[0]!r} is one too many")
    hands = (hands + [""] * N_SEATS)[:N_SEATS]
    if not any(hands):
        raise ValueError("the deal has no hands")
    deal = Deal.parse("S:" + " ".join(_dotted(hand) if hand else "-" for hand in hands))
    unknown = [seat for seat, hand in zip(SEATS, hands, strict=True) if not hand]
    if len(unknown) != 1:
        return deal
    return Deal(bytes(unknown[0] if owner == UNKNOWN else owner for owner in deal.owners))


def _dotted(hand: str) -> str:
    """``"S48TAH2KADJAC69JK"`` as ``"48TA.2KA.JA.69JK"``; suits may come in any order, and a void may be left out."""
    ranks = dict.fromkeys(_SUITS, "")
    suit = None
    for character in hand.upper():
        if character in ranks:
            suit = character
        elif suit is None:
            raise ValueError(f"hand {hand!r} begins with {character!r}, not with a suit S, H, D or C")
        elif character != " ":
            ranks[suit] += character
    return ".".join(ranks.values())


def result_text(contract: Contract | None, tricks: int) -> str:
    """An item of the ``rs`` field: ``"4SNx-1"`` for four spades doubled by North, down one; ``"PASS"``."""
    if contract is None:
        return "PASS"
    difference = tricks - contract.tricks_needed
    outcome = f"{difference:+d}" if difference else "="
    doubled = "x" * contract.doubled
    return f"{contract.level}{contract.denomination.letter}{contract.declarer}{doubled}{outcome}"


def result_value(text: str) -> tuple[Contract | None, int]:
    """The inverse of :func:`result_text`: the contract and declarer's tricks; no contract for ``"PASS"``.

    Raises:
        ValueError: the text is no result.
    """
    if text.upper() in ("PASS", "P"):
        return None, 0
    match = _RESULT.fullmatch(text)
    if match is None:
        raise ValueError(f"result {text!r} is unknown: write it as 4SN=, 3NEx-2 or PASS")
    doubled, declarer = match[4] or match[5] or "", match[3] or match[6]
    contract = Contract(int(match[1]), Denomination.parse(match[2]), len(doubled), Seat.parse(declarer))
    tricks = contract.tricks_needed + (0 if match[7] == "=" else int(match[7]))
    if not 0 <= tricks <= 13:
        raise ValueError(f"result {text!r} is impossible: it means {tricks} of 13 tricks")
    return contract, tricks


def names_value(seats: Sequence[Seat], names: Sequence[str]) -> dict[str, str]:
    """Names by the words of the seats, without empty ones."""
    return {seat.word: name for seat, name in zip(seats, names, strict=False) if name}
