"""One record from the fields of a LIN board, each call and card checked by the rules of the game."""

from __future__ import annotations

from collections.abc import Mapping

from bridge import game as games
from bridge.board import Board
from bridge.calls import Contract
from bridge.game import Game
from bridge.notation.lin_frame import read_board, read_own_tags, read_tags
from bridge.notation.lin_groups import BoardFields
from bridge.notation.lin_script import ALL_PASS, Script, read_script
from bridge.notation.moves import Actions, Token, all_pass, contract_if_passed, make_call, play_card
from bridge.notation.outcome import agreed_tricks, contract_differs
from bridge.notation.pbn_lexer import is_table
from bridge.notation.pbn_values import score_text
from bridge.notation.records import IRREGULAR, Comment, Record, shortest_auction
from bridge.public import Phase
from bridge.scoring import raw_score_ns
from bridge.seats import Side


class LinBuilder:
    """Makes one record, step by step; what is doubtful goes to the part's problems.

    Raises:
        NotationError: the board cannot be right.
    """

    def __init__(self, part: BoardFields, played_before: Mapping[int, Board]) -> None:
        self.part = part
        self.board = read_board(part, played_before)
        self.tags = read_tags(part, self.board) | read_own_tags(part)
        self.script: Script = read_script(part.fields, part.warn)
        self.contract: Contract | None = None
        self.passed_out = False
        if self.board.deal.is_complete:
            self.game = Game(self.board)
        else:
            self.game = games.auction(self.board.dealer, self.board.vulnerable, ())

    def record(self) -> Record:
        """The record.

        Raises:
            NotationError: the board cannot be right.
        """
        in_head = self.part.result()
        self._take_recorded_contract(in_head)
        auction = self._auction()
        self._take_auction(auction, in_head)
        play = self._play(bool(auction.actions))
        tricks = self._tricks(play, in_head)
        score_ns = self._score_ns(tricks)
        irregular = self.tags.pop(IRREGULAR, None) is not None
        return Record(
            board=self.board,
            calls=tuple(auction.actions),
            plays=tuple(play.actions),
            contract=self.contract,
            passed_out=self.passed_out,
            tricks=tricks,
            score_ns=score_ns,
            sections=self._sections(),
            tags=self.tags,
            call_notes=auction.notes,
            play_notes=play.notes,
            irregular=irregular,
            alerts=frozenset(index for index in self.script.alerts if index < len(auction.actions)),
            comments=self._comments(len(auction.actions), len(play.actions)),
            problems=tuple(self.part.problems),
            line=self.part.line,
        )

    # Auction and contract

    def _take_recorded_contract(self, in_head: tuple[Contract | None, int] | None) -> None:
        """The contract that is written apart from the auction; it counts where the auction is not known."""
        text = self.tags.get("Contract")
        if text is None and in_head is not None:
            self.contract, self.passed_out = in_head[0], in_head[0] is None
        elif text == "Pass":
            self.passed_out = True
        elif text is not None:
            try:
                self.contract = Contract.parse(text)
            except ValueError:
                return  # it stays a tag
        self.tags.pop("Contract", None)

    def _auction(self) -> Actions:
        read = Actions()
        for token in self.script.calls:
            if token.text == ALL_PASS and self.game.phase is Phase.AUCTION:
                all_pass(self.game, read, token)
            else:
                make_call(self.game, read, token, "mb")
        if read.actions and self.game.phase is Phase.AUCTION:
            self._finish_auction(read)
        return read

    def _finish_auction(self, read: Actions) -> None:
        """Add the passes that a record leaves out, where cards or a result show that they were made."""
        line = self.script.calls[-1].line
        reached = contract_if_passed(self.game, read.actions)
        is_played = bool(self.script.cards or self.script.claim)
        if reached is None or not (reached == self.contract or (is_played and self.contract is None)):
            self.part.warn(line, "mb", "the auction is not complete")
            return
        self.part.warn(line, "mb", f"the last passes are not written: added, as {reached} was played")
        all_pass(self.game, read, Token("P", line))

    def _take_auction(self, auction: Actions, in_head: tuple[Contract | None, int] | None) -> None:
        if not auction.actions or self.game.phase is Phase.AUCTION:
            return
        found = self.game.contract
        if in_head is not None and in_head[0] != found and self.part.match.results is not None:
            recorded = "Pass" if in_head[0] is None else str(in_head[0])
            self.part.warn(self.part.match.results.line, "rs", contract_differs(recorded, found))
        self.contract, self.passed_out = found, found is None

    # Play, tricks and score

    def _play(self, has_auction: bool) -> Actions:
        read = Actions()
        if not self.script.cards:
            return read
        doubt = self._no_play(has_auction)
        if doubt is not None or self.contract is None:
            self.part.warn(self.script.cards[0].line, "pc", f"{doubt}: the cards are left out")
            return read
        if not has_auction:
            for call in shortest_auction(self.board.dealer, self.contract):
                self.game.act(call)
        for token in self.script.cards:
            play_card(self.game, read, token, "pc")
        return read

    def _no_play(self, has_auction: bool) -> str | None:
        if not self.board.deal.is_complete:
            return "a hand is not known"
        if self.contract is None:
            return "there is no contract to play"
        if has_auction and self.game.phase is Phase.AUCTION:
            return "the auction is not complete"
        return None

    def _tricks(self, play: Actions, in_head: tuple[Contract | None, int] | None) -> int | None:
        """Declarer's tricks by the play if it is complete, else by the claim, else by the head of the match."""
        claim = self.script.claim
        claimed = None if claim is None else int(claim.value)
        if claim is not None and self.contract is None:
            self.part.warn(claim.line, "mc", "a claim without a contract: left out")
            return None
        if self.contract is None:
            return None
        tricks, doubt = agreed_tricks(self.game, len(play.actions), claimed)
        if claim is not None and doubt is not None:
            self.part.warn(claim.line, "mc", doubt)
        results = self.part.match.results
        if in_head is None or in_head[0] != self.contract or results is None:
            return tricks
        if tricks is None:
            tricks, doubt = agreed_tricks(self.game, len(play.actions), in_head[1])
        elif tricks != in_head[1]:
            doubt = f"{in_head[1]} tricks are recorded, but {tricks} were won or claimed: these count"
        else:
            doubt = None
        if doubt is not None:
            self.part.warn(results.line, "rs", doubt)
        return tricks

    def _score_ns(self, tricks: int | None) -> int | None:
        if self.passed_out or (self.contract is not None and tricks is not None):
            return raw_score_ns(self.contract, self.board.vulnerable, tricks or 0)
        try:
            side, points = score_text(self.tags.get("Score", ""))
        except ValueError:
            return None
        if side is None:
            return None
        del self.tags["Score"]
        return points if side is Side.NS else -points

    def _sections(self) -> dict[str, tuple[str, ...]]:
        sections = {}
        for name, value in self.tags.items():
            header, *lines = value.split("\n")
            if is_table(name) and lines:
                self.tags[name] = header
                sections[name] = tuple(lines)
        return sections

    def _comments(self, n_calls: int, n_cards: int) -> tuple[Comment, ...]:
        return tuple(
            Comment(min(calls, n_calls) if not cards else n_calls + min(cards, n_cards), text)
            for calls, cards, text in self.script.remarks
        )
