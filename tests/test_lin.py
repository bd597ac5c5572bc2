import json
from pathlib import Path

import pytest

from bridge.actions import index
from bridge.notation import parse_lin, parse_pbn, read_lin, write_lin
from bridge.seats import Seat, Vulnerability

DATA = Path(__file__).parent / "data"
BAD = DATA / "bad_inputs"
EXPECTED = {row["file"]: row for row in map(json.loads, (BAD / "lin.jsonl").read_text().splitlines())}

HANDS = "S48TAH2KADJAC69JK,S36QH3457JD267KC4,S25JKHD348TQC258Q,S79H689TQD59CA37T"
FRAME = f"md|3{HANDS}|ah|Board 5|sv|n|"
CALLS = "mb|1D|mb|1H|mb|1S|mb|2H|mb|2S|mb|3H|mb|6S|mb|p|mb|p|mb|p|"
SIX_SPADES = f"pn|A,B,C,D|{FRAME}{CALLS}"


def bad(name):
    return read_lin(next(BAD.glob(f"{name}_*.lin")))


def real(name):
    return read_lin(next((DATA / "lin").glob(f"{name}_*.lin")))


def only(file):
    assert len(file.records) == 1, [str(problem) for problem in file.problems]
    return file.records[0]


def actions(text):
    return tuple(index(name) for name in text.split())


def messages(file):
    return " | ".join(map(str, file.problems))


# Every collected bad or tricky file


@pytest.mark.parametrize("name", sorted(name for name, row in EXPECTED.items() if row["expect"] == "accept"))
def test_good_file_loads(name):
    file = read_lin(BAD / name)
    assert file.records
    assert not file.errors


@pytest.mark.parametrize("name", sorted(name for name, row in EXPECTED.items() if row["expect"] == "warn"))
def test_doubtful_file_is_reported_and_loads(name):
    file = read_lin(BAD / name)
    assert file.problems
    assert not file.errors
    assert file.records or name == "127_empty.lin"


@pytest.mark.parametrize("name", sorted(name for name, row in EXPECTED.items() if row["expect"] == "error"))
def test_wrong_board_is_left_out_and_reported(name):
    file = read_lin(BAD / name)
    assert file.errors
    assert not file.records
    assert all("\n" not in str(problem) for problem in file.problems)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("101", "line 1, md: deal: South has 12 cards, not 13"),
        ("102", "C9 C6 are in the hands of both South and West"),
        ("103", "line 1, md: dealer '0' is unknown"),
        ("105", "line 1, md: the board has no deal"),
        ("106", "a hand is not known"),
        ("107", "line 1, mb: call 1: call '8N' is unknown"),
        ("108", "line 1, mb: call 3: South cannot do X: the last bid is the own side's"),
        ("109", "several calls in one field: read as p p 1N p 2N p 3N p p p"),
        ("111", "line 1, pc: card 1: West cannot do C2: the card is not in the hand"),
        ("112", "line 1, pc: the file ends inside 'pc|'"),
        ("117", "line 1, mc: 7 tricks are recorded, but declarer had won 8 and lost 2"),
        ("121", "line 1, sv: no vulnerability is given: board 1 has None"),
        ("122", "3 names: a seat has no name"),
        ("124", "line 5, md: the board has no deal: it is taken from the other room"),
        ("125", "no LIN fields"),
        ("127", "no board in the file"),
    ],
)
def test_fault_is_named_with_its_line(name, message):
    assert message in messages(bad(name))


@pytest.mark.parametrize("name", ["113", "115", "126"])
def test_board_in_another_dress_is_the_same_board(name):
    assert only(bad(name)) == only(bad("100"))


def test_lower_case_is_the_same_board():
    lower, usual = only(bad("114")), only(bad("100"))
    assert (lower.board, lower.calls, lower.plays) == (usual.board, usual.calls, usual.plays)


def test_board_of_the_lin_file_equals_that_of_the_pbn_file():
    record = only(bad("100"))
    text = (BAD / "023_bom.pbn").read_text(encoding="utf-8-sig")
    other = only(parse_pbn(text))
    assert record.board.deal == other.board.deal
    assert (record.calls, record.plays, record.tricks) == (other.calls, other.plays, other.tricks)


def test_several_calls_in_one_field_keep_their_alert():
    record = only(bad("109"))
    assert record.calls == actions("P P 1N P 2N P 3N P P P")
    assert record.alerts == {2}


def test_claim_less_than_the_tricks_won_gives_no_result():
    record = only(bad("117"))
    assert (record.tricks, record.score_ns) == (None, None)


def test_claim_in_the_middle_of_a_trick_gives_the_result():
    record = only(bad("118"))
    assert len(record.plays) % 4
    assert (record.tricks, record.score_ns) == (10, -200)


def test_three_names_leave_one_seat_without():
    assert only(bad("122")).players == {Seat.S: "A", Seat.W: "B", Seat.N: "C"}


def test_board_cut_in_the_play_keeps_the_cards_before():
    assert len(only(bad("112")).plays) == 48


# Real files


@pytest.mark.parametrize(("name", "boards"), [("002", 8), ("007", 1), ("010", 30), ("241", 1), ("242", 1)])
def test_every_board_of_a_real_file_loads_without_a_doubt(name, boards):
    file = real(name)
    assert len(file.records) == boards
    assert not file.problems


def test_vugraph_file_gives_event_teams_and_the_names_of_each_room():
    opened, closed = real("010").records[:2]
    for record in (opened, closed):
        assert record.tags["Event"] == "2010 USBF SF A"
        assert record.tags["Stage"] == "Segment 4 of 8"
        assert (record.tags["HomeTeam"], record.tags["HomeCarry"]) == ("Team9", "80")
        assert record.tags["Scoring"] == "IMP"
    assert (opened.room, closed.room) == ("Open", "Closed")
    assert opened.players[Seat.S] == "Player1"
    assert closed.players[Seat.S] == "Player5"


def test_results_at_the_head_of_a_real_match_agree_with_what_was_played():
    head = (DATA / "lin" / "010_bridge-bots_usbf_sf_14502.lin").read_text().split("|")
    results = head[head.index("\nrs") + 1]
    written = write_lin(real("010").records).split("\n")[1]
    assert written == f"rs|{results}|"


def test_result_of_a_board_that_was_stopped_stands_at_the_head():
    record = only(real("241"))
    assert record.tricks == 9
    assert len(record.plays) == 18


def test_remarks_keep_their_place():
    record = real("010").records[0]
    comment = record.comments[0]
    assert (comment.after, comment.text) == (2, "xxxxxxx: xx xxx")


def test_explanation_before_the_first_call_is_a_remark():
    record = only(real("242"))
    assert "xxxxxxxxxx: xxxxx xxx xxxxx!!!" in [comment.text for comment in record.comments if comment.after == 0]
    assert not record.call_notes


def test_alerts_and_explanations_belong_to_their_calls():
    record = real("002").records[2]
    assert record.calls[:3] == actions("1N P 2D")
    assert record.alerts == {2}
    assert record.call_notes[2] == "Jacoby transfer -- 5+ !H"


# Frame


@pytest.mark.parametrize(("digit", "dealer"), [(1, Seat.S), (2, Seat.W), (3, Seat.N), (4, Seat.E)])
def test_digit_before_the_hands_is_the_dealer_and_the_hands_stay(digit, dealer):
    record = only(parse_lin(f"md|{digit}{HANDS}|sv|o|"))
    assert record.board.dealer is dealer
    assert str(record.board.deal.hand(Seat.S)) == "AT84.AK2.AJ.KJ96"


def test_hand_left_out_holds_the_rest():
    three = HANDS.rpartition(",")[0]
    assert only(parse_lin(f"md|3{three}|sv|o|")).board.deal == only(parse_lin(f"md|3{HANDS}|sv|o|")).board.deal
    assert only(parse_lin(f"md|3{three},|sv|o|")).board.deal.is_complete


def test_five_hands_are_refused():
    assert "one too many" in messages(parse_lin(f"md|3{HANDS},SA|sv|o|"))


@pytest.mark.parametrize(
    ("letter", "vulnerable"),
    [("o", "None"), ("0", "None"), ("-", "None"), ("n", "NS"), ("E", "EW"), ("b", "Both")],
)
def test_vulnerability_is_read(letter, vulnerable):
    assert only(parse_lin(f"md|3{HANDS}|sv|{letter}|")).board.vulnerable is Vulnerability.parse(vulnerable)


def test_unknown_vulnerability_is_refused():
    assert "line 1, sv: vulnerability 'x' is unknown" in messages(parse_lin(f"md|3{HANDS}|sv|x|"))


def test_vulnerability_that_cannot_be_known_is_refused():
    assert "neither vulnerability nor number" in messages(parse_lin(f"md|3{HANDS}|"))


def test_dealer_left_out_is_that_of_the_number():
    file = parse_lin(f"ah|Board 6|md|{HANDS}|sv|e|")
    assert only(file).board.dealer is Seat.E
    assert "no dealer is given: board 6 has East" in messages(file)


def test_dealer_that_cannot_be_known_is_refused():
    assert "no dealer is given: begin with 1" in messages(parse_lin(f"md|{HANDS}|sv|o|"))


def test_heading_that_is_no_number_is_kept():
    record = only(parse_lin(f"ah|The famous hand|md|3{HANDS}|sv|o|"))
    assert record.board.number is None
    assert record.tags["Lin_ah"] == "The famous hand"


# Auction, play and claim


def test_passes_left_out_are_added_where_cards_follow():
    short = SIX_SPADES.removesuffix("mb|p|mb|p|mb|p|")
    file = parse_lin(f"{short}pc|H3|")
    assert str(only(file).contract) == "6♠ by S"
    assert "the last passes are not written: added" in messages(file)


def test_auction_that_just_stops_is_not_complete():
    file = parse_lin(f"{FRAME}mb|1D|mb|p|")
    assert only(file).contract is None
    assert "the auction is not complete" in messages(file)


def test_insufficient_bid_is_refused():
    file = parse_lin(f"{FRAME}mb|1H|mb|1C|")
    assert "call 2: East cannot do 1C: the bid does not outrank the last bid" in messages(file)


def test_call_after_the_auction_is_refused():
    assert "call 11" in messages(parse_lin(f"{SIX_SPADES}mb|7S|"))


def test_revoke_is_refused():
    file = parse_lin(f"{FRAME}mb|1N|mb|p|mb|p|mb|p|pc|D9|pc|C6|")
    assert "line 1, pc: card 2: South cannot do C6: the hand must follow suit" in messages(file)


def test_card_played_twice_is_refused():
    assert "card 5" in messages(parse_lin(f"{SIX_SPADES}pc|H3|pc|D3|pc|HQ|pc|HA|pc|HA|"))


def test_fifty_third_card_is_refused():
    text = (BAD / "100_control_good.lin").read_text()
    assert "card 53" in messages(parse_lin(text + "pc|S2|"))


def test_several_cards_in_one_field_are_played_in_order():
    file = parse_lin(f"{SIX_SPADES}pc|H3D3HQHA|")
    assert only(file).plays == actions("H3 D3 HQ HA")
    assert "several cards in one field" in messages(file)


def test_cards_without_a_contract_are_left_out():
    file = parse_lin(f"{FRAME}pc|H3|")
    assert not only(file).plays
    assert "there is no contract to play: the cards are left out" in messages(file)


@pytest.mark.parametrize("claim", ["14", "-1", "all"])
def test_claim_of_no_number_of_tricks_is_left_out(claim):
    file = parse_lin(f"{SIX_SPADES}mc|{claim}|")
    assert only(file).tricks is None
    assert "is no number of tricks" in messages(file)


def test_claim_on_a_passed_out_board_is_left_out():
    file = parse_lin(f"{FRAME}mb|p|mb|p|mb|p|mb|p|mc|7|")
    assert only(file).passed_out
    assert "a claim without a contract" in messages(file)


def test_contract_at_the_head_stands_in_for_an_auction():
    text = f"vg|Cup,1,I,5,5,X,0,Y,0|rs|4SNx-1,PASS|pn|A,B,C,D|qx|o5|{FRAME}qx|c5|"
    opened, closed = parse_lin(text).records
    assert (str(opened.contract), opened.tricks, opened.score_ns) == ("4♠x by N", 9, -200)
    assert (closed.passed_out, closed.score_ns) == (True, 0)


def test_result_at_the_head_that_the_claim_contradicts_is_reported():
    file = parse_lin(f"vg|Cup,1,I,5,5,X,0,Y,0|rs|6SS-1,|qx|o5|{SIX_SPADES}mc|12|")
    assert only(file).tricks == 12
    assert "line 1, rs: 11 tricks are recorded, but 12 were won or claimed: these count" in messages(file)


@pytest.mark.parametrize("text", ["8SN=", "4S=", "4SN", "1SN+9", "7NN-14"])
def test_impossible_result_at_the_head_is_reported(text):
    file = parse_lin(f"vg|Cup,1,I,5,5,X,0,Y,0|rs|{text},|qx|o5|{SIX_SPADES}")
    assert only(file).tricks is None
    assert any(problem.tag == "rs" for problem in file.problems)


# Fields


def test_fields_of_unknown_meaning_are_kept_and_written_again():
    record = only(parse_lin(f"zz|kept?|{SIX_SPADES}"))
    assert record.tags["Lin_zz"] == "kept?"
    assert "zz|kept?|" in write_lin([record])


def test_text_between_fields_is_left_out_with_its_line():
    file = parse_lin(f"a remark\n{SIX_SPADES}\nand | another|\n{SIX_SPADES}")
    assert len(file.records) == 2
    assert "line 1: 'a remark pn|' is no field" in messages(file)


def test_bar_that_is_missing_costs_its_board_only():
    file = parse_lin(f"{SIX_SPADES}\n{SIX_SPADES.replace('mb|1S|', 'mb1S|')}\n{SIX_SPADES}")
    assert [record.line for record in file.records] == [1, 3]
    assert [problem.line for problem in file.errors] == [2]


def test_names_before_the_first_board_hold_for_a_whole_match():
    text = f"pn|A,B,C,D,E,F,G,H|pg||qx|o5|{FRAME}qx|c5|{FRAME}qx|o6|md|4{HANDS}|sv|e|"
    names = [record.players[Seat.N] for record in parse_lin(text).records]
    assert names == ["C", "G", "C"]


def test_deal_of_a_wrong_board_is_not_shared_with_the_other_room():
    wrong = FRAME.replace("S48T", "S48")
    assert not parse_lin(f"qx|o5|{FRAME}qx|o5|{wrong}qx|c5|mb|p|mb|p|mb|p|mb|p|").records[1:]


def test_own_tag_that_is_not_readable_is_left_out():
    file = parse_lin(f"{SIX_SPADES}tg|no equals sign|")
    assert "is not written as Name=value" in messages(file)
    assert only(file).players


def test_address_in_a_remark_is_no_board():
    record = only(parse_lin(f"{SIX_SPADES}nt|see http://x?lin=pn%7CA%7C|"))
    assert record.comments[0].text == "see http://x?lin=pn|A|"
    assert record.players[Seat.S] == "A"


def test_control_characters_are_left_out():
    file = parse_lin(f"pn|\x1b[2JA,B,C,D|{FRAME}")
    assert only(file).players[Seat.S] == "[2JA"
    assert "control characters" in messages(file)


def test_bar_and_comma_in_a_name_survive_a_round_trip():
    record = only(parse_lin(f"pn|A%2CB,C%7CD,,|{FRAME}"))
    assert record.players == {Seat.S: "A,B", Seat.W: "C|D"}
    assert only(parse_lin(write_lin([record]))) == record
