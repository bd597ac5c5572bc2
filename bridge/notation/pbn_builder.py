"""One PBN record from its tags and words, each call and card checked by the rules of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bridge import game as games
from bridge.actions import PASS
from bridge.calls import Call, Contract
from bridge.game import Game
from bridge.notation.moves import Actions, contract_if_passed
from bridge.notation.outcome import agreed_tricks, contract_differs
from bridge.notation.pbn_frame import first_call, read_board, read_value
from bridge.notation.pbn_groups import Group, table_lines
from bridge.notation.pbn_lexer import Word
from bridge.notation.pbn_sections import GAPS, read_auction, read_play, tokens
from bridge.notation.pbn_values import MANDATORY_TAGS, contract_text, result_text, score_text
from bridge.notation.problems import NotationError
from bridge.notation.records import ALERTS, IRREGULAR, Comment, Record, shortest_auction
from bridge.public import Phase
from bridge.scoring import raw_score_ns
from bridge.seats import Seat, Side

_ALWAYS_KNOWN = ("Dealer", "Vulnerable", "Deal", "Auction", "Play", ALERTS, IRREGULAR)


@dataclass(frozen=True, slots=True)
class _Recorded:
    """What the tags say of the contract."""

    bid: Call | None = None
    doubled: int = 0
    declarer: Seat | None = None
    passed_out: bool = False

    @property
    def contract(self) -> Contract | None:
        if self.bid is None or self.declarer is None:
            return None
        return Contract(self.bid.level, self.bid.denomination, self.doubled, self.declarer)


class Builder:
    """Makes one record, step by step; what is doubtful goes to the group's problems.

    Raises:
        NotationError: the board cannot be right.
    """

    def __init__(self, group: Group) -> None:
        self.group = group
        self.warn = group.warn
        auction_tokens = tokens(group.words.get("Auction", []))
        first_caller, self.auction_tokens = first_call(group, auction_tokens)
        self.play_tokens = tokens(group.words.get("Play", []))
        self.board = read_board(group, first_caller)
        self.irregular_tags = False
        self.recorded = self._recorded_contract()
        self.game = self._start()
        self.calls: tuple[int, ...] = ()

    def record(self) -> Record:
        """The record.

        Raises:
            NotationError: the board cannot be right.
        """
        auction = self._auction()
        self.calls = tuple(auction.actions)
        contract, passed_out = self._contract()
        play = self._play(contract)
        tricks = self._tricks(contract, play)
        group = self.group
        score_ns = self._score_ns(contract, passed_out, tricks)
        known = dict.fromkeys(_ALWAYS_KNOWN, True)
        known |= {"Board": self.board.number is not None, "Score": score_ns is not None}
        known |= dict.fromkeys(("Declarer", "Contract"), passed_out or contract is not None)
        known["Result"] = passed_out or tricks is not None
        return Record(
            board=self.board,
            calls=self.calls,
            plays=tuple(play.actions),
            contract=contract,
            passed_out=passed_out,
            tricks=tricks,
            score_ns=score_ns,
            tags=self._tags(known),
            sections=table_lines(group),
            call_notes=self._notes("Auction", auction),
            play_notes=self._notes("Play", play),
            irregular=auction.irregular or play.irregular or self.irregular_tags or group.value(IRREGULAR) is not None,
            alerts=self._alerts(),
            comments=self._comments(len(self.calls), len(play.actions)),
            problems=tuple(group.problems),
            line=group.line,
        )

    def _tags(self, known: Mapping[str, bool]) -> dict[str, str]:
        """The tags but those that a field of the record repeats, as ``known`` tells, or that say a value is unknown."""
        return {
            name: tag.value
            for name, tag in self.group.tags.items()
            if not known.get(name, False) and not (name in MANDATORY_TAGS and self.group.value(name) is None)
        }

    def _alerts(self) -> frozenset[int]:
        text = self.group.value(ALERTS) or ""
        alerts = frozenset(int(word) - 1 for word in text.split() if re.fullmatch("[0-9]{1,3}", word))
        if len(alerts) != len(text.split()) or not all(0 <= alert < len(self.calls) for alert in alerts):
            self.warn(self.group.line_of(ALERTS), ALERTS, f"{text!r} does not number calls: left out")
            return frozenset()
        return alerts

    def _comments(self, n_calls: int, n_cards: int) -> tuple[Comment, ...]:
        """Remarks by the calls and cards before them."""
        group = self.group
        comments = []
        for section, words_before, text in group.remarks:
            words = group.words.get(section, [])
            cells = _n_cells(words[:words_before])
            # What ends a section comes after all of it, however many passes AP stands for.
            is_end = cells == _n_cells(words)
            in_auction = n_calls if is_end else min(cells, n_calls)
            in_play = n_cards if is_end else min(cells, n_cards)
            after = {"": 0, "Auction": in_auction, "Play": n_calls + in_play}[section]
            comments.append(Comment(after, text))
        return tuple(comments)

    # Auction and contract

    def _recorded_contract(self) -> _Recorded:
        declarer_text = self.group.value("Declarer") or ""
        self.irregular_tags = declarer_text.startswith("^")
        if self.irregular_tags:
            self.warn(self.group.line_of("Declarer"), "Declarer", f"{declarer_text}: an irregular auction")
        declarer = read_value(self.group, "Declarer", lambda text: Seat.parse(text.removeprefix("^")))
        bid = read_value(self.group, "Contract", contract_text)
        if bid is None:
            return _Recorded(declarer=declarer)
        if bid[0] is None:
            return _Recorded(passed_out=True)
        return _Recorded(bid[0], bid[1], declarer)

    def _start(self) -> Game:
        """The board before the first call; other hands stand in where some are not known."""
        if self.board.deal.is_complete:
            return Game(self.board)
        return games.auction(self.board.dealer, self.board.vulnerable, ())

    def _auction(self) -> Actions:
        read = read_auction(self.game, self.auction_tokens, self.warn)
        if read.actions and self.game.phase is Phase.AUCTION:
            self._finish_auction(read)
        return read

    def _finish_auction(self, read: Actions) -> None:
        """Add the passes that a record leaves out, where they lead to the contract that it names."""
        line = self.group.line_of("Auction")
        contract = self.recorded.contract
        if contract is None or contract_if_passed(self.game, read.actions) != contract:
            self.warn(line, "Auction", "the auction is not complete")
            return
        self.warn(line, "Auction", "the last passes are not written: added, as they give the contract named")
        while self.game.phase is Phase.AUCTION:
            self.game.act(PASS)
            read.actions.append(PASS)

    def _contract(self) -> tuple[Contract | None, bool]:
        """The contract, and whether the board was passed out: by the auction if it is complete, else by the tags."""
        recorded = self.recorded
        if not self.calls or self.game.phase is Phase.AUCTION:
            return recorded.contract, recorded.passed_out
        contract = self.game.contract
        if contract is None:
            if recorded.bid is not None:
                self._disagrees("Contract", str(recorded.bid), None)
            return None, True
        doubled = "x" * recorded.doubled
        if recorded.passed_out:
            self._disagrees("Contract", "Pass", contract)
        elif recorded.bid and (recorded.bid, recorded.doubled) != (contract.bid, contract.doubled):
            self._disagrees("Contract", f"{recorded.bid}{doubled}", contract)
        if recorded.declarer not in (None, contract.declarer):
            self._disagrees("Declarer", recorded.declarer.word, contract)
        return contract, False

    def _disagrees(self, tag: str, recorded: str, found: Contract | None) -> None:
        self.warn(self.group.line_of(tag), tag, contract_differs(recorded, found))

    # Play, tricks and score

    def _play(self, contract: Contract | None) -> Actions:
        if not any(token.text not in GAPS and token.text != "*" for token in self.play_tokens):
            return Actions()
        doubt = self._no_play(contract)
        if doubt is not None or contract is None:
            self.warn(self.group.line_of("Play"), "Play", f"{doubt}: the cards are left out")
            return Actions()
        try:
            return self._checked_play(contract)
        except NotationError as error:
            if self.recorded.contract in (None, contract):
                raise
            # Auction and tags disagree on who plays what, so the fault may lie there and the board may be right.
            self.warn(error.line, "Play", f"the cards do not fit the auction ({error.reason}): they are left out")
            return Actions()

    def _no_play(self, contract: Contract | None) -> str | None:
        if not self.board.deal.is_complete:
            return "a hand is not known"
        if contract is None:
            return "there is no contract to play"
        if self.calls and self.game.phase is Phase.AUCTION:
            return "the auction is not complete"
        return None

    def _checked_play(self, contract: Contract) -> Actions:
        line = self.group.line_of("Play")
        first = read_value(self.group, "Play", Seat.parse)
        if first is None:
            raise NotationError(line, "Play", "the tag names no opening leader")
        if first is not contract.opening_leader:
            leader = contract.opening_leader.word
            raise NotationError(line, "Play", f"{first.word} is named to lead, but against {contract} {leader} leads")
        calls = self.calls or shortest_auction(self.board.dealer, contract)

        def before_lead() -> Game:
            self.game = Game(self.board)
            for call in calls:
                self.game.act(call)
            return self.game

        return read_play(before_lead, first, self.play_tokens, self.warn)

    def _tricks(self, contract: Contract | None, play: Actions) -> int | None:
        tricks, doubt = agreed_tricks(self.game, len(play.actions), self._result(contract))
        if doubt is not None:
            self.warn(self.group.line_of("Result"), "Result", doubt)
        return tricks

    def _result(self, contract: Contract | None) -> int | None:
        by_side = read_value(self.group, "Result", result_text)
        if not by_side or contract is None:
            return None
        side = contract.declarer.side
        if None in by_side:
            return by_side[None]
        return by_side[side] if side in by_side else 13 - by_side[side.opponents]

    def _score_ns(self, contract: Contract | None, passed_out: bool, tricks: int | None) -> int | None:
        recorded = self._recorded_score_ns(contract)
        if not passed_out and (contract is None or tricks is None):
            return recorded
        computed = raw_score_ns(contract, self.board.vulnerable, tricks or 0)
        if recorded not in (None, computed) and not (self.group.value("Scoring") or "").startswith("Rubber"):
            message = f"{recorded:+d} for NS is recorded, but Law 77 gives {computed:+d}: the Law counts"
            self.warn(self.group.line_of("Score"), "Score", message)
        return computed

    def _recorded_score_ns(self, contract: Contract | None) -> int | None:
        text = self.group.value("Score")
        if text is None:
            return None
        try:
            side, points = score_text(text)
        except ValueError as error:
            self.warn(self.group.line_of("Score"), "Score", str(error))
            return None
        if side is None and contract is not None:
            side = contract.declarer.side
        if side is None:
            return 0 if points == 0 else None
        return points if side is Side.NS else -points

    def _notes(self, section: str, read: Actions) -> dict[int, str]:
        texts = self.group.notes[section]
        used = {index: texts[number] for index, number in read.notes.items() if number in texts}
        missing = sorted(set(read.notes.values()) - texts.keys())
        if missing:
            self.warn(self.group.line_of(section), section, f"there is no note {', '.join(missing)}")
        unused = sorted(texts.keys() - set(read.notes.values()))
        if unused and read.actions:
            self.warn(
                self.group.line_of(section), section, f"note {', '.join(unused)} explains nothing and is left out"
            )
        return used


def _n_cells(words: Sequence[Word]) -> int:
    """How many calls or cards some words hold, without the gaps for the seats before the dealer."""
    cells = [token.text for token in tokens(words)]
    lead = next((step for step, text in enumerate(cells) if text not in GAPS), len(cells))
    return len(cells) - lead
