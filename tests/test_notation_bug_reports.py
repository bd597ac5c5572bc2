"""Faults that users of other bridge programs reported in files of boards, as small cases."""

import pytest

from bridge.notation import parse_lin, parse_pbn, write_lin, write_pbn
from bridge.seats import Seat

HANDS = "AT84.AK2.AJ.KJ96 Q63.J7543.K762.4 KJ52..QT843.Q852 97.QT986.95.AT73"
FRAME = f'[Board "1"]\n[Dealer "S"]\n[Vulnerable "None"]\n[Deal "S:{HANDS}"]\n'
MD = "1S48TAH2KADJAC69JK,S36QH3457JD267KC4,S25JKHD348TQC258Q,"


def only(file):
    assert len(file.records) == 1, [str(problem) for problem in file.problems]
    return file.records[0]


def test_first_hand_of_a_deal_is_that_of_the_seat_named():
    assert str(only(parse_pbn(FRAME)).board.deal.hand(Seat.S)) == "AT84.AK2.AJ.KJ96"


def test_hands_turned_against_the_auction_are_reported_as_play_that_does_not_fit():
    text = FRAME + '[Auction "S"]\n1C AP\n[Play "W"]\nDA\n*\n'
    assert "line 8, Play: card 1: West cannot do DA: the card is not in the hand" in str(parse_pbn(text).errors[0])


def test_question_marks_are_unknown_values_and_written_as_such():
    record = only(parse_pbn(FRAME + '[Declarer "?"]\n[Contract "?"]\n[Result "?"]\n'))
    assert (record.declarer, record.contract, record.tricks) == (None, None, None)
    text = write_pbn([record])
    assert all(f'[{name} "?"]' in text for name in ("Declarer", "Contract", "Result"))


def test_suit_letters_in_a_deal_are_refused_with_the_reason():
    text = FRAME.replace("AT84.AK2.AJ.KJ96", "SAT84.HAK2.DAJ.CKJ96")
    assert "without suit letters" in str(parse_pbn(text).errors[0])


@pytest.mark.parametrize("hand", [".AKQ6.T873.Q9862", "AKQ6..T873.Q9862", "AKQ6.T873.Q9862."])
def test_void_is_read_in_any_suit(hand):
    record = only(parse_pbn(f'[Board "1"]\n[Deal "S:{hand} - - -"]\n'))
    assert str(record.board.deal.hand(Seat.S)) == hand


@pytest.mark.parametrize("dealer", Seat)
def test_hands_of_lin_begin_with_south_whoever_deals(dealer):
    record = only(parse_pbn(FRAME.replace('[Board "1"]\n', "").replace('Dealer "S"', f'Dealer "{dealer}"')))
    md = write_lin([record]).partition("md|")[2].partition("|")[0]
    assert md[0] == {"S": "1", "W": "2", "N": "3", "E": "4"}[str(dealer)]
    assert md[1:].startswith("SAT84HAK2DAJCKJ96,SQ63HJ7543DK762C4,SKJ52HDQT843CQ852,")


def test_boards_of_lin_begin_at_their_fields_not_at_lines():
    board = f"pn|A,B,C,D|md|{MD}|\nsv|o|\nmb|1C|\nmb|p|mb|p|\nmb|p|pg||\npc|H3|pg||\n"
    assert [len(record.plays) for record in parse_lin(board + board).records] == [1, 1]


def test_utf16_file_holds_boards_and_no_garbage():
    assert only(parse_pbn(FRAME.encode("utf-16"))).board == only(parse_pbn(FRAME)).board


def test_room_marker_that_differs_from_the_board_number_is_kept_and_reported():
    file = parse_lin(f"qx|o26|pn|A,B,C,D|ah|Board 27|md|{MD}|sv|o|")
    record = only(file)
    assert (record.board.number, record.tags["VugraphBoard"]) == (27, "26")
    assert record.board.dealer is Seat.S
    assert "line 1, qx: o26 is marked, but the board is named 27, which counts" in map(str, file.problems)
    assert write_lin([record]).splitlines()[-1].startswith("qx|o26|")


def test_byte_outside_ascii_in_a_name_stops_nothing():
    text = FRAME.encode() + b'[North "Bj\xf8rn"]\n'
    assert only(parse_pbn(text)).players == {Seat.N: "Bjørn"}
