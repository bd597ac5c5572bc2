"""The rules once more, read from the history alone and written as plainly as can be, to hold the engine against.

Only tests use it. It shares no code with ``bridge.engine`` but the numbers of actions.
"""

from __future__ import annotations

PASS, DOUBLE, REDOUBLE, FIRST_BID = 52, 53, 54, 55


class Reference:
    """One board: who acts, what is legal, who declares, who wins each trick."""

    def __init__(self, owners: list[int], dealer: int) -> None:
        self.hands = [[card for card in range(52) if owners[card] == seat] for seat in range(4)]
        self.dealer = dealer
        self.calls: list[int] = []
        self.trick: list[tuple[int, int]] = []
        self.tricks = [0, 0]
        self.declarer: int | None = None
        self.turn = dealer
        self.playing = False
        self.over = False

    def actor(self) -> int:
        if self.playing and self.declarer is not None and self.turn == (self.declarer + 2) % 4:
            return self.declarer
        return self.turn

    def legal(self) -> list[int]:
        if self.over:
            return []
        return self._legal_cards() if self.playing else self._legal_calls()

    def act(self, action: int) -> None:
        if self.playing:
            self._play(action)
        else:
            self._call(action)

    def _last_other_than_pass(self) -> tuple[int | None, int | None]:
        for place in range(len(self.calls) - 1, -1, -1):
            if self.calls[place] != PASS:
                return self.calls[place], (self.dealer + place) % 4
        return None, None

    def _legal_calls(self) -> list[int]:
        bids = [call for call in self.calls if call >= FIRST_BID]
        legal = [PASS]
        last, who = self._last_other_than_pass()
        if last is not None and (who - self.turn) % 2 == 1:
            if last >= FIRST_BID:
                legal.append(DOUBLE)
            if last == DOUBLE:
                legal.append(REDOUBLE)
        return legal + list(range(bids[-1] + 1 if bids else FIRST_BID, 90))

    def _call(self, call: int) -> None:
        self.calls.append(call)
        self.turn = (self.turn + 1) % 4
        if len(self.calls) < 4 or self.calls[-3:] != [PASS] * 3:
            return
        bids = [(place, bid) for place, bid in enumerate(self.calls) if bid >= FIRST_BID]
        if not bids:
            self.over = self.calls == [PASS] * 4
            return
        last_place, last_bid = bids[-1]
        same = [place for place, bid in bids if bid % 5 == last_bid % 5 and (place - last_place) % 2 == 0]
        self.declarer = (self.dealer + same[0]) % 4
        self.trump = last_bid % 5  # 55 is divisible by five: 0-3 are the suits, 4 is no trump
        self.playing = True
        self.turn = (self.declarer + 1) % 4

    def _legal_cards(self) -> list[int]:
        hand = self.hands[self.turn]
        if not self.trick:
            return hand
        led = self.trick[0][1] // 13
        return [card for card in hand if card // 13 == led] or hand

    def _play(self, card: int) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % 4
        if len(self.trick) < 4:
            return
        led = self.trick[0][1] // 13
        trumps = [play for play in self.trick if play[1] // 13 == self.trump]
        best = trumps or [play for play in self.trick if play[1] // 13 == led]
        self.turn = max(best, key=lambda play: play[1])[0]
        self.tricks[self.turn % 2] += 1
        self.trick = []
        self.over = not any(self.hands)
