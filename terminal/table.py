"""One board with a person at the table: robots act on their views, the person at prompts, and all is announced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from agents.agreements import tell
from agents.reasons import Reasoned, decide, has_memory
from bridge.actions import PASS
from bridge.agent import Agent
from bridge.board import Board
from bridge.calls import Call, Contract
from bridge.cards import Card
from bridge.deal import Deal
from bridge.diagram import compass, frame
from bridge.game import Game
from bridge.notation.records import shortest_auction
from bridge.public import Phase
from bridge.rubber import Rubber
from bridge.seats import N_SEATS, Seat, Side
from terminal.boards import player_streams
from terminal.chair import ask_action, counted, notes
from terminal.console import Console
from terminal.session import Played, Session

Keep = Callable[[Session], None]


class Table:
    """Plays the session's board in progress to its end.

    Args:
        console: the person's.
        session: with a board in progress.
        keep: called after every action with the session as it then is.
    """

    def __init__(self, console: Console, session: Session, keep: Keep) -> None:
        if session.current is None:
            raise ValueError("the session has no board in progress")
        self.console = console
        self.session = session
        self._keep = keep
        self._played = session.current
        rubber = session.rubber() if session.mode == "rubber" else Rubber()
        self._part_scores = tuple(rubber.part_score(side) for side in Side)
        self._agreements = session.seating.agreements(session.seat)
        self._sit_down()

    def _sit_down(self) -> None:
        """Seat the robots at the board as far as it has been played."""
        self.game = self._played.game()
        self._chair = self.session.seat
        streams = player_streams(self.session.seed, self.session.number)
        self._robots = {seat: self._seated(seat, seat, streams[seat]) for seat in Seat}
        self._change_chairs()

    def _seated(self, seat: Seat, chair: Seat, stream: np.random.Generator) -> Agent:
        """The agent that the seating gives ``seat``, sitting in ``chair``; one that remembers has seen the board."""
        agent = self.session.seating.agent(seat, self._part_scores)
        agent.reset(chair, stream)
        tell([agent], self._agreements)
        if has_memory(agent):
            game = Game(self._played.board)
            for action in self._played.actions:
                if game.actor is chair:
                    agent.act(game.view(chair))
                game.act(action)
        return agent

    # --- the board ---------------------------------------------------------------------------------------------------

    def play(self) -> tuple[Session, Played]:
        """The session after the board, and the board.

        Raises:
            Leave: the person wants to go; the session was kept after the last action.
        """
        self._show_beginning()
        while (actor := self.game.actor) is not None:
            if actor is self._chair:
                self._act(self._asked(), "")
            else:
                self._act(*decide(self._robots[actor], self.game.view(actor)))
        return self.session, self._played

    def _show_beginning(self) -> None:
        view = self.game.view(self.session.seat)
        self.console.say(frame(view) if self.game.board.number is None else frame(self.game), style="bold")
        self.console.say()
        self.console.say(compass(view, notes(self.session.seat, self.session.seat)))
        if self._played.actions:
            calls, cards = counted(len(self.game.calls), "call"), counted(len(self.game.plays), "card")
            self.console.say(f"\nResumed after {calls} and {cards}.")
        if self.game.actor is not self._chair:
            self.console.say()

    def _asked(self) -> int:
        view = self.game.view(self._chair)
        return ask_action(self.console, view, self.session.seating, self.session.seat, self._hint)

    def _hint(self) -> Reasoned:
        """What an adviser does who sees what the person sees."""
        stream = player_streams(self.session.seed, self.session.number)[N_SEATS]
        adviser = self._seated(self.session.seat, self._chair, stream)
        return decide(adviser, self.game.view(self._chair))

    def _act(self, action: int, reason: str) -> None:
        """Do an action, keep it and announce it."""
        turn = self.game.turn
        self.game.act(action)
        self._played = self._played.with_action(action, reason)
        if turn is not None:
            self._announce(turn, action)
        if action >= PASS and self.game.phase is Phase.PLAY:
            self._after_the_auction()
        self.session = self.session.with_current(self._played)
        self._keep(self.session)

    # --- announcements -----------------------------------------------------------------------------------------------

    def _announce(self, seat: Seat, action: int) -> None:
        if action >= PASS:
            self.console.say(f"{seat.word:<5} {Call(action)}{self._alert(seat)}")
            return
        self.console.say(f"{seat.word} plays {Card(action)}")
        if len(self.game.plays) % N_SEATS == 0:
            self._announce_trick()

    def _alert(self, seat: Seat) -> str:
        """What an opponent must be told of an artificial call."""
        if seat is self.session.seat:
            return ""
        said = self._agreements.explain(self.game.calls, self.game.dealer, self.game.vulnerable)[-1]
        return f"  (artificial: {said.alert})" if said is not None and said.alert is not None else ""

    def _announce_trick(self) -> None:
        winner = self.game.leader
        if winner is None:
            return
        won = ", ".join(f"{side} {self.game.tricks_won(side)}" for side in Side)
        self.console.say(f"  trick {len(self.game.plays) // N_SEATS} to {winner.word}; {won}", style="dim")

    # --- when the auction is over ------------------------------------------------------------------------------------

    def _after_the_auction(self) -> None:
        contract = self.game.contract
        if contract is None:
            return
        self.console.say()
        self.console.say(f"Contract {contract}. {contract.opening_leader.word} leads.", style="bold")
        if contract.declarer is not self.session.seat.partner:
            return
        if self.session.when_dummy == "swap":
            self._swap_hands(contract)
        else:
            self.console.say(self._change_chairs())

    def _change_chairs(self) -> str:
        """Seat the person for the play if partner declares: in declarer's chair, or watching. Says what happened."""
        contract = self.game.contract
        person = self.session.seat
        if contract is None or contract.declarer is not person.partner:
            return ""
        if self.session.when_dummy == "watch":
            return f"{person.partner.word}, your partner, declares: you are dummy and watch."
        self._chair = contract.declarer
        declarer = contract.declarer.word
        return (
            f"{declarer}, your partner, declares: you take {declarer}'s chair and play both hands.\n"
            "No card changes place; your own hand is the dummy."
        )

    def _swap_hands(self, contract: Contract) -> None:
        """Exchange the person's hand with declarer's, so that the person declares from the own seat.

        The auction of the exchanged board is the shortest one to the contract: the real one would tell the robots
        of hands that are elsewhere now.
        """
        person = self.session.seat
        mine = replace(contract, declarer=person)
        board = _swapped(self.game.board, person)
        calls = shortest_auction(board.dealer, mine)
        self._played = Played(board, calls, ("",) * len(calls))
        self._sit_down()
        self.console.say(
            f"{person.partner.word}, your partner, declares: the two of you exchange your hands, and you declare from "
            f"{person.word}.\n{mine.opening_leader.word} leads instead; the robots know the contract, not the auction."
        )


def _swapped(board: Board, seat: Seat) -> Board:
    """The board with the hands of a seat and its partner exchanged."""
    other = {int(seat): int(seat.partner), int(seat.partner): int(seat)}
    return replace(board, deal=Deal(bytes(other.get(owner, owner) for owner in board.deal.owners)))
