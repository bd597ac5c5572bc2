"""The boards that the page shows in full, as JSON for its script: hands, auctions, cards, scores, links.

Strings of the JSON are shown as text, never read as HTML.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from bridge import double_dummy
from bridge.actions import N_CARDS
from bridge.calls import Call, Contract
from bridge.cards import Card
from bridge.deal import Hand
from bridge.game import Game
from bridge.notation import viewer_url
from bridge.seats import N_SEATS, Seat
from evaluation import field_scores
from evaluation.exports import record
from evaluation.page.markup import signed
from evaluation.plan import Plan
from evaluation.results import Results
from evaluation.swings import board_kind, contracts_compared
from evaluation.worker import PlayedBoard, PlayedTable


def largest_swings(results: Results, most: int) -> list[int]:
    """Numbers of the boards with the largest swings, at most so many, in the order of play.

    The contests take turns to name their largest, or those against the weakest team would take all places.
    """
    by_contest = [
        np.argsort(-np.abs(results.imps(contest)), kind="stable").tolist()
        for contest in range(len(results.plan.contests))
    ]
    named = dict.fromkeys(board for turn in zip(*by_contest, strict=True) for board in turn)
    return sorted(list(named)[:most])


def viewer_data(results: Results, boards: Iterable[PlayedBoard], shown: Sequence[int], solve: bool) -> dict[str, Any]:
    """What the page's script needs.

    Args:
        results: of the tournament.
        boards: its boards, in order; those that are not shown are passed over.
        shown: numbers of the boards to show.
        solve: whether to solve boards whose double-dummy table is not known, about 0.3 s each.
    """
    plan = results.plan
    wanted = set(shown)
    notes = _Notes(plan)
    percentages = field_scores.percentages(results.scores_ns) if plan.format == "pairs" else None
    told = [
        _board(results, place, board, notes, solve, None if percentages is None else percentages[place].tolist())
        for place, board in enumerate(boards)
        if place in wanted
    ]
    return {
        "labels": [plan.label(number) for number in range(len(plan.teams) + (plan.compare != "both"))],
        "contests": [list(pair) for pair in plan.contests],
        "exchanged": plan.compare == "both",
        "meanings": notes.texts,
        "boards": told,
    }


def as_script(data: dict[str, Any]) -> str:
    """JSON that can stand within a ``script`` element: nothing in it can end the element or begin a comment."""
    packed = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return packed.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


class _Notes:
    """Meanings of calls, every text kept once and told by its number."""

    def __init__(self, plan: Plan) -> None:
        self.texts: list[str] = []
        self._plan = plan
        self._numbers: dict[str, int] = {}

    def of(self, table: PlayedTable) -> list[int | None]:
        """The number of each call's meaning; None where nobody says it."""
        board = table.result.board
        said = self._plan.agreements((table.ns, table.ew)).explain(table.result.calls, board.dealer, board.vulnerable)
        return [self._number(call.words) if call is not None and call.tells else None for call in said]

    def _number(self, meaning: str) -> int:
        if meaning not in self._numbers:
            self._numbers[meaning] = len(self.texts)
            self.texts.append(meaning)
        return self._numbers[meaning]


def _board(
    results: Results, place: int, played: PlayedBoard, notes: _Notes, solve: bool, percentages: list[float] | None
) -> dict[str, Any]:
    frame, solved, par = played.item.board, played.item.table, played.par_ns
    if solved is None and solve:
        solved = double_dummy.tables(frame.deal.array()[np.newaxis])[0]
        par = double_dummy.par(solved, frame.dealer, frame.vulnerable)
    hands = [frame.deal.hand(seat) for seat in Seat]
    tables = [_table(results.plan, table, notes) for table in played.tables]
    for number, percent in enumerate(percentages or []):
        tables[number]["percent"] = round(percent, 1)
    return {
        "place": played.number + 1,
        "number": frame.number,
        "dealer": str(frame.dealer),
        "vulnerable": str(frame.vulnerable),
        "hands": list(map(str, hands)),
        "hcp": list(map(_hcp, hands)),
        "solved": None if solved is None else solved.tolist(),
        "par": None if par is None else f"{signed(par, 0)} for North-South" if par else "0",
        "contests": [_compared(results, contest, place, played) for contest in range(len(results.plan.contests))],
        "tables": tables,
    }


def _hcp(hand: Hand) -> int:
    return sum(max(0, card.rank - 10) for card in hand)


def _compared(results: Results, contest: int, place: int, played: PlayedBoard) -> dict[str, Any]:
    """The two tables of a contest, by their place in the list, and what lies between them."""
    sittings = [(table.ns, table.ew) for table in played.tables]
    return {
        "tables": [sittings.index(sitting) for sitting in results.plan.sittings_compared(sittings)[contest]],
        "kind": board_kind(*contracts_compared(results, contest, place)),
        "difference": int(results.differences(contest)[place]),
        "imps": int(results.imps(contest)[place]),
    }


def _table(plan: Plan, table: PlayedTable, notes: _Notes) -> dict[str, Any]:
    result = table.result
    told: dict[str, Any] = {
        "ns": table.ns,
        "ew": table.ew,
        "contract": None if result.contract is None else str(result.contract),
        "result": _result_words(result.contract, result.declarer_tricks),
        "score": result.score_ns,
        "calls": [str(Call(call)) for call in result.calls],
        "notes": notes.of(table),
        "url": viewer_url(record(plan, table)),
    }
    if result.plays:
        told |= {"plays": [str(Card(card)) for card in result.plays], "leaders": _leaders(table)}
    if result.plays and table.trace is not None:
        told["trace"] = list(table.trace)
    return told


def _result_words(contract: Contract | None, tricks: int | None) -> str:
    """``"+1"``, ``"="``, ``"−2"``; empty of a board that was passed out."""
    if contract is None or tricks is None:
        return ""
    over = tricks - contract.tricks_needed
    return signed(over, 0) if over else "="


def _leaders(table: PlayedTable) -> str:
    """The seats that led to the tricks, and who won the last one: ``"WNEE..."``."""
    game = Game(table.result.board)
    for call in table.result.calls:
        game.act(call)
    leaders = []
    for place, card in enumerate(table.result.plays):
        if place % N_SEATS == 0:
            leaders.append(game.leader)
        game.act(card)
    if len(table.result.plays) == N_CARDS:
        leaders.append(game.leader)
    return "".join(map(str, leaders))
