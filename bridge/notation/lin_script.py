"""What happened on a board as LIN tells it: calls, cards, notes, remarks and the claim, before any rule is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from bridge.calls import Call
from bridge.cards import Card
from bridge.notation.lin_lexer import Field
from bridge.notation.lin_values import unescaped
from bridge.notation.moves import Token, is_readable
from bridge.notation.problems import Warn

ALL_PASS = "AP"

_CALL = re.compile(
    r"(?P<call>[1-7]\s*(?:NT|[CDHSN])|PASS|AP|RDBL|DBL|XX|[PDRX])(?P<marks>[!?]*)|(?P<gap>[-\s]+)|(?P<other>.)",
    re.IGNORECASE,
)
_CARD = re.compile(r"[CDHS♣♦♥♠](?:10|[2-9TJQKA])", re.IGNORECASE)


@dataclass(slots=True)
class Script:
    """Calls and cards in order, with what was said of them."""

    calls: list[Token] = field(default_factory=list)
    cards: list[Token] = field(default_factory=list)
    alerts: set[int] = field(default_factory=set)
    remarks: list[tuple[int, int, str]] = field(default_factory=list)
    """Numbers of calls and cards before the remark, and its text."""
    claim: Field | None = None


def read_script(fields: Iterable[Field], warn: Warn) -> Script:
    """The script of a board's fields. Words that are no calls or cards stay in it, for the rules to refuse."""
    script = Script()
    for item in fields:
        if item.key == "mb":
            _add_calls(script, item, warn)
        elif item.key == "pc":
            _add_cards(script, item, warn)
        elif item.key == "an":
            _add_note(script, item)
        elif item.key == "nt" and item.value:
            script.remarks.append((len(script.calls), len(script.cards), unescaped(item.value)))
        elif item.key == "mc":
            _add_claim(script, item, warn)
    return script


def _add_calls(script: Script, item: Field, warn: Warn) -> None:
    calls = list(_CALL.finditer(item.value))
    if any(match["other"] for match in calls):
        token = Token(item.value, item.line, item.cut)
        if item.cut and not is_readable(token, Call.parse):
            warn(item.line, "mb", _cut(item))
        else:
            script.calls.append(token)
        return
    found = [match for match in calls if match["call"]]
    if not found:
        warn(item.line, "mb", f"{item.value!r} names no call: left out")
    if len(found) > 1:
        warn(item.line, "mb", f"several calls in one field: read as {' '.join(match['call'] for match in found)}")
    for match in found:
        if "!" in match["marks"]:
            script.alerts.add(len(script.calls))
        script.calls.append(Token(match["call"].replace(" ", "").upper(), item.line, item.cut))


def _add_cards(script: Script, item: Field, warn: Warn) -> None:
    cards = _CARD.findall(item.value)
    token = Token(item.value, item.line, item.cut)
    if len(cards) > 1 and not _CARD.sub("", item.value).strip(" ,-"):
        warn(item.line, "pc", f"several cards in one field: read as {' '.join(cards)}")
        script.cards += [Token(card, item.line) for card in cards]
    elif item.cut and not is_readable(token, Card.parse):
        warn(item.line, "pc", _cut(item))
    elif item.value:
        script.cards.append(token)


def _cut(item: Field) -> str:
    return f"the file ends inside {item.key + '|' + item.value!r}, which is left out"


def _add_note(script: Script, item: Field) -> None:
    """An explanation belongs to the call or card before; before the first call it is a remark."""
    text = unescaped(item.value)
    made = script.cards or script.calls
    if not text:
        return
    if not made:
        script.remarks.append((0, 0, text))
    else:
        made[-1].note = text if made[-1].note is None else f"{made[-1].note} {text}"


def _add_claim(script: Script, item: Field, warn: Warn) -> None:
    if script.claim is not None:
        warn(item.line, "mc", "there is a claim already: the first one counts")
    elif not re.fullmatch(r"[0-9]|1[0-3]", item.value):
        warn(item.line, "mc", f"{item.value!r} is no number of tricks, 0..13: left out")
    else:
        script.claim = item
