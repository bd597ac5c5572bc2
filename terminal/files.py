"""Played boards as files for other programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bridge.notation import Record, write_records
from bridge.seats import N_SEATS, Seat
from terminal.session import Played, Session

_EVENTS = {"practice": "Duplicate practice", "rubber": "Rubber bridge"}


def export(session: Session, path: Path) -> None:
    """Write the boards that are over, in the notation that the file's ending names: PBN or LIN.

    Raises:
        ValueError: the ending names no notation.
        OSError: the file cannot be written.
    """
    write_records(path, records(session))


def records(session: Session) -> list[Record]:
    """The boards that are over, numbered from the session's first; artificial calls of the robots are alerted."""
    return [_record(session, played, number) for number, played in enumerate(session.finished, session.first)]


def _record(session: Session, played: Played, number: int) -> Record:
    game = replace(played, board=replace(played.board, number=number)).game()
    agreements = session.seating.agreements(session.seat)
    alerts = {
        place: said.alert
        for place, said in enumerate(agreements.explain(game.calls, game.dealer, game.vulnerable))
        if said is not None and said.alert is not None and (game.dealer + place) % N_SEATS != session.seat
    }
    record = Record.from_game(
        game,
        players={seat: session.seating.name(seat) for seat in Seat} | {session.seat: "You"},
        event=f"{_EVENTS[session.mode]}, seed {session.seed}",
        scoring="Rubber" if session.mode == "rubber" else None,
        call_notes=alerts,
        alerts=frozenset(alerts),
    )
    # What a deal scores at rubber bridge depends on the rubber, and no tag can say it.
    return replace(record, score_ns=None) if session.mode == "rubber" else record
