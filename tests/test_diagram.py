"""The table as text."""

from __future__ import annotations

import numpy as np
from playing import names_to_actions, random_steps

from bridge.board import Board
from bridge.deal import Deal
from bridge.diagram import diagram
from bridge.game import Game
from bridge.seats import Seat
from envs.bridge_v0 import raw_env

_DEAL = Deal.parse("N:KJ52..QT843.Q852 97.QT986.95.AT73 AT84.AK2.AJ.KJ96 Q63.J7543.K762.4")


def _game(number: int, actions: str) -> Game:
    game = Game(Board.numbered(number, _DEAL))
    for action in names_to_actions(actions):
        game.act(action)
    return game


def test_open_table_during_the_auction():
    assert diagram(_game(3, "1S X")) == "\n".join(
        [
            "Board 3, dealer South, vulnerable EW",
            "",
            "                  North",
            "                  ♠ KJ52",
            "                  ♥ -",
            "                  ♦ QT843",
            "                  ♣ Q852",
            "",
            "West                               East",
            "♠ Q63                   N          ♠ 97",
            "♥ J7543           W           E    ♥ QT986",
            "♦ K762                  S          ♦ 95",
            "♣ 4                                ♣ AT73",
            "",
            "                  South",
            "                  ♠ AT84",
            "                  ♥ AK2",
            "                  ♦ AJ",
            "                  ♣ KJ96",
            "",
            "West  North East  South",
            "                  1♠",
            "X     ?",
            "",
            "North to call",
        ]
    )


def test_view_hides_hands_and_shows_dummy_after_the_lead():
    calls = "1D 1H 1S 2H 2S 3H 6S P P P"
    before = diagram(_game(1, calls).view(Seat.E))
    assert before.count("13 cards") == 3
    after = diagram(_game(1, calls + " H3").view(Seat.E))
    assert after.count("13 cards") == 1
    assert "12 cards" in after
    assert "North (dummy)\n                  ♠ KJ52" in after
    assert "Contract 6♠ by S, tricks NS 0, EW 0\nSouth, from dummy (North), to play" in after


def test_trick_in_progress_and_last_trick_are_shown():
    text = diagram(_game(1, "1D 1H 1S 2H 2S 3H 6S P P P H3 S2 H6 HK SK"))
    assert "Last trick W ♥3, N ♠2, E ♥6, S ♥K" in text
    assert "tricks NS 1, EW 0\nLast" in text
    assert "North, from" not in text
    assert text.count("♠K") == 1


def test_hand_of_one_suit_fits():
    suits = [".".join("AKQJT98765432" if place == suit else "" for place in range(4)) for suit in range(4)]
    text = diagram(Game(Board.numbered(1, Deal.parse("N:" + " ".join(suits)))))
    assert text.count("AKQJT98765432") == 4
    assert "♣ AKQJT98765432  " in text


def test_finished_board_shows_the_hands_as_they_were_dealt():
    table = raw_env()
    table.reset(options={"deal": _DEAL.pbn(), "board": 1, "calls": "1D 1H 1S 2H 2S 3H 6S P P P"})
    random_steps(table, np.random.default_rng(0))
    for text in (diagram(table.game), diagram(table.game.view(Seat.W))):
        assert all(spades in text for spades in ("♠ KJ52", "♠ 97", "♠ AT84", "♠ Q63"))


def test_passed_out_board_says_so():
    assert diagram(_game(1, "P P P P")).endswith("Passed out")
