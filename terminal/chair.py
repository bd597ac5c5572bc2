"""The person's side of the table: what is shown before a turn, what may be typed, and the answers to questions.

Everything shown comes from the view of the chair that the person sits in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import numpy as np

from agents.agreements import Said
from agents.reasons import Reasoned
from bridge import engine
from bridge.actions import DOUBLE, FIRST_BID, PASS, REDOUBLE
from bridge.calls import Call
from bridge.cards import Card, Suit
from bridge.deal import Hand
from bridge.diagram import auction, compass, diagram, result
from bridge.public import Phase, PublicRecord
from bridge.seats import N_SEATS, Seat
from bridge.view import View
from terminal.console import Console
from terminal.reading import read_call, read_card, read_number, shortened
from terminal.seating import Seating

CALL_HELP = """Type a call: a bid such as 1H, 3NT or 2♣; P or PASS; D, DBL or X to double; R, RDBL or XX to redouble."""
CARD_HELP = """Type the number of a card in the list, or the card itself: KH, 10C or SA."""
COMMANDS_HELP = """HINT     what a robot of this table would do in your place, and why
WHY      why the last robot did what it did; WHY 3 asks about the third call of the auction
AUCTION  every call with its meaning
TABLE    the table as you may see it
Q        leave; the session is kept"""
NOT_YET = "What a card was played for rests on cards that you may not see: ask again when the board is over."

Hint = Callable[[], Reasoned]


def ask_action(console: Console, view: View, seating: Seating, person: Seat, hint: Hint) -> int:
    """Show what the person needs for the turn, and ask until a legal action is typed.

    Raises:
        Leave: the person wants to go.
    """
    chair = _Chair(console, view, seating, person, hint)
    chair.show_turn()
    while True:
        line = console.ask(chair.prompt)
        if chair.answered(line):
            continue
        try:
            return chair.read(line)
        except ValueError as error:
            console.say(sentence(str(error)))


class _Chair:
    """One turn of the person's."""

    def __init__(self, console: Console, view: View, seating: Seating, person: Seat, hint: Hint) -> None:
        self.console = console
        self.view = view
        self.seating = seating
        self.person = person
        self.hint = hint
        self.legal = [Card(int(card)) for card in np.flatnonzero(view.legal_actions()[:PASS])]
        self.legal.sort(reverse=True)

    @property
    def in_auction(self) -> bool:
        return self.view.phase is Phase.AUCTION

    @property
    def prompt(self) -> str:
        if self.in_auction:
            return f"Your call ({self.view.seat.word}): "
        turn = self.view.turn
        return f"Your card from {turn.word if turn is not None else ''}: "

    def show_turn(self) -> None:
        """The hand and the auction, or the table and the cards that may be played."""
        view = self.view
        self.console.say()
        if self.in_auction:
            self.console.say(auction(view))
            self.console.say()
            self.console.say(f"Your hand  {hand_line(view.hand)}   {view.hand.hcp} HCP")
            self.console.say(f"You may call {legal_calls(view)}.")
            return
        self.console.say(compass(view, notes(self.person, view.seat)))
        self.console.say()
        self.console.say(result(view))
        self.console.say(card_list(self.legal))

    def read(self, line: str) -> int:
        """The action that a line means.

        Raises:
            ValueError: it means none, or one that is not legal now; the message says why.
        """
        action = read_call(line).action if self.in_auction else read_card(line, self.legal).index
        broken = engine.fault(self.view.record, action)
        if broken != engine.LEGAL:
            what = str(Call(action)) if action >= PASS else str(Card(action))
            raise ValueError(f"{what} is not possible: {engine.FAULTS[broken]}")
        return action

    def answered(self, line: str) -> bool:
        """Answer a question; false if the line is none."""
        word, _, rest = line.lower().partition(" ")
        if word in ("", "?", "help", "h"):
            self.console.say(CALL_HELP if self.in_auction else CARD_HELP)
            self.console.say(COMMANDS_HELP)
        elif word == "hint":
            self._give_hint()
        elif word == "why":
            self.console.say(self._why(rest.strip()))
        elif word == "auction":
            lines = [self._meaning(number) for number in range(1, len(self.view.calls) + 1)]
            self.console.say("\n".join([auction(self.view), "", *lines]))
        elif word == "table":
            self.console.say(diagram(self.view, notes(self.person, self.view.seat)))
        else:
            return False
        return True

    def _give_hint(self) -> None:
        action, reason = self.hint()
        what = str(Call(action)) if action >= PASS else str(Card(action))
        self.console.say(f"A robot in your place: {what}; {reason}.")

    def _why(self, target: str) -> str:
        """The meaning of a call as everybody at the table may know it; of a card nothing before the board is over."""
        calls = self.view.calls
        if not target and self.view.plays:
            return NOT_YET
        if not target:
            robots = [n for n in range(1, len(calls) + 1) if self._caller(n) is not self.person]
            return self._meaning(robots[-1]) if robots else "No robot has called yet."
        number = read_number(target)
        if number is None:
            return NOT_YET if self.view.plays else "Type WHY alone, or WHY and the number of a call."
        if 1 <= number <= len(calls):
            return self._meaning(number)
        return f"There is no call number {shortened(target)}: the auction has {len(calls)} so far."

    def _caller(self, number: int) -> Seat:
        return Seat((self.view.dealer + number - 1) % N_SEATS)

    def _meaning(self, number: int) -> str:
        return f"{number:2}. {meanings(self.view, self.seating, self.person)[number - 1]}"


def sentence(text: str) -> str:
    """Text with a capital at its beginning and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:]}."


def counted(number: int, noun: str) -> str:
    """``"1 trick"``, ``"2 tricks"``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def notes(person: Seat, chair: Seat) -> dict[Seat, str]:
    """Whose seat is the person's."""
    return {chair: "you"} if chair is person else {chair: "you now", person: "your hand"}


def hand_line(hand: Hand) -> str:
    """``"♠ AK4  ♥ QJ2  ♦ T9  ♣ 87653"``."""
    return "  ".join(f"{suit} {hand.suit(suit) or '-'}" for suit in reversed(Suit))


def card_list(cards: Sequence[Card]) -> str:
    """Cards, sorted by suit, with their places from 1: a line for each suit."""
    places = enumerate(cards, 1)
    return "\n".join(
        "  ".join(f"{place} {card}" for place, card in suit) for _, suit in groupby(places, lambda item: item[1].suit)
    )


def legal_calls(view: View) -> str:
    """``"Pass, X, or a bid from 2♦ up"``."""
    legal = np.flatnonzero(view.legal_actions())
    calls = [str(Call(int(action))) for action in legal if action in (PASS, DOUBLE, REDOUBLE)]
    bids = [Call(int(action)) for action in legal if action >= FIRST_BID]
    if bids:
        calls.append(f"a bid from {bids[0]} up" if len(bids) > 1 else str(bids[0]))
    return calls[0] if len(calls) == 1 else f"{', '.join(calls[:-1])} or {calls[-1]}"


def meanings(record: PublicRecord, seating: Seating, person: Seat | None = None) -> list[str]:
    """A line for every call with what it means in its caller's own system; of a person's, as the robots read it."""
    said = seating.agreements(person).explain(record.calls, record.dealer, record.vulnerable)
    callers = [Seat((record.dealer + place) % N_SEATS) for place in range(len(said))]
    return [
        f"{seat} {Call(call)}: {_words(meaning, seating.name(seat), seat is person)}"
        for call, seat, meaning in zip(record.calls, callers, said, strict=True)
    ]


def _words(meaning: Said | None, caller: str, is_persons: bool) -> str:
    if is_persons:
        words = "no known meaning, since your partner discloses no system" if meaning is None else meaning.words
        return f"{words} [your call, as the robots read it]"
    return f"{caller} does not disclose what it means" if meaning is None else meaning.words
