import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.actions import index
from bridge.board import Board
from bridge.calls import Contract
from bridge.deal import Deal
from bridge.game import Game
from bridge.notation import double_dummy_table, with_double_dummy
from bridge.notation.lin import parse_lin, write_lin
from bridge.notation.pbn import Record, parse_pbn, read_pbn, write_pbn
from bridge.notation.records import shortest_auction
from bridge.public import Phase
from bridge.seats import Seat, Vulnerability

DATA = Path(__file__).parent / "data"
BAD = DATA / "bad_inputs"
FILES = sorted((DATA / "pbn").glob("*.pbn"))
EXPECTED = {row["file"]: row for row in map(json.loads, (BAD / "pbn.jsonl").read_text().splitlines())}

HANDS = "N:KJ52..QT843.Q852 97.QT986.95.AT73 AT84.AK2.AJ.KJ96 Q63.J7543.K762.4"
FRAME = f'[Board "2"]\n[Dealer "E"]\n[Vulnerable "NS"]\n[Deal "{HANDS}"]\n'


def bad(name):
    return read_pbn(next(BAD.glob(f"{name}_*.pbn")))


def only(file):
    assert len(file.records) == 1, [str(problem) for problem in file.problems]
    return file.records[0]


def auction_of(text, tags=""):
    return only(parse_pbn(f'{FRAME}{tags}[Auction "E"]\n{text}\n'))


def actions(text):
    return tuple(index(name) for name in text.split())


def is_unusual_frame(problem):
    # The files carry one vulnerability for every board number, which is reported and harmless.
    return "the tag counts" in problem.message


def messages(file):
    return " | ".join(map(str, file.problems))


# Every collected bad or tricky file


@pytest.mark.parametrize("name", sorted(name for name, row in EXPECTED.items() if row["expect"] == "accept"))
def test_good_file_loads(name):
    file = read_pbn(BAD / name)
    assert file.records
    assert not file.errors


@pytest.mark.parametrize("name", sorted(name for name, row in EXPECTED.items() if row["expect"] == "warn"))
def test_doubtful_file_is_reported_and_loads(name):
    file = read_pbn(BAD / name)
    assert file.problems
    assert not file.errors
    assert file.records or name == "030_empty.pbn"


# NUL bytes may also be left out and reported; that is what happens.
@pytest.mark.parametrize(
    "name", sorted(name for name, row in EXPECTED.items() if row["expect"] == "error" and not name.startswith("025"))
)
def test_wrong_board_is_left_out_and_reported(name):
    file = read_pbn(BAD / name)
    assert file.errors
    assert not file.records
    assert all("\n" not in str(problem) for problem in file.problems)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("001", "line 11, Deal: deal: C3 is in the hands of both North and East"),
        ("004", "North has 12 cards"),
        ("011", "has 3 suits"),
        ("014", "has 5 suits"),
        ("021", "line 10, Deal: the file ends before the deal"),
        ("022", "line 62, Play: the file ends inside 'C'"),
        ("024", "UTF-16"),
        ("025", "line 9: NUL bytes"),
        ("030", "no board in the file"),
        ("035", "7♠ is recorded, but the auction gives 6♠ by S"),
        ("036", "North is recorded, but the auction gives 6♠ by S"),
        ("037", "line 15, Result: result '14' is impossible"),
        ("038", "result '-2' is unknown"),
        ("039", "-170 for NS is recorded, but Law 77 gives -200"),
        ("041", "line 10, Vulnerable: vulnerability 'E' is unknown"),
        ("042", "seat 'Black' is unknown"),
        ("043", "the auction begins with East, but North is the dealer"),
        ("044", "South is recorded, but the auction gives 6♠ by N"),
        ("047", "call 2: East cannot do XX: there is no double to redouble"),
        ("048", "call 4: West cannot do X: the bid is doubled already"),
        ("049", "call 5: East cannot do 2H: the auction is over"),
        ("050", "call 5 (1C): the board is over"),
        ("051", "call '8NT' is unknown"),
        ("054", "call 5: East cannot do 2H"),
        ("055", "call '4C*' is unknown"),
        ("063", "card 1: West cannot do C2: the card is not in the hand"),
        ("066", "South is named to lead, but against 6♠ by S West leads"),
        ("067", "the columns are not by seat"),
        ("068", "S2 comes after all 52 cards"),
        ("070", "11 tricks are recorded, but declarer won 10"),
        ("071", "'0' is no board number"),
        ("072", "'17A' is no board number"),
        ("074", "North is given, but board 2 has East"),
        ("075", "a blank line stands inside the record"),
        ("076", "a second deal in one record (the first is on line 11)"),
        ("079", "irregular auction (^I)"),
        ("081", "line 5, West: control characters"),
        ("083", "AC stands for any call"),
    ],
)
def test_fault_is_named_with_its_line(name, message):
    assert message in messages(bad(name))


def test_other_boards_of_a_file_with_a_wrong_board_load():
    good = f'{FRAME}[Auction "E"]\nAP\n'
    wrong = good.replace("Q63", "QJ63")
    file = parse_pbn("\n".join([good, wrong, good]))
    assert [record.line for record in file.records] == [1, 15]
    assert [problem.line for problem in file.errors] == [11]


def test_board_cut_in_the_play_keeps_the_cards_before():
    record = bad("022").records[1]
    assert len(record.plays) == 16


def test_auction_tag_gives_the_seats():
    assert only(bad("043")).board.dealer is Seat.E


def test_tags_win_over_the_board_number():
    board = only(bad("074")).board
    assert (board.number, board.dealer, board.vulnerable) == (2, Seat.N, Vulnerability.NS)


def test_computed_score_is_kept():
    assert only(bad("039")).score_ns == -200


def test_play_wins_over_result():
    assert only(bad("070")).tricks == 10


def test_declarer_is_who_first_named_the_denomination():
    assert str(only(bad("059")).contract) == "4♥ by N"
    assert str(only(bad("060")).contract) == "4♥ by S"


def test_reopening_double_and_redouble_are_legal():
    assert str(only(bad("056")).contract) == "1♠x by N"
    assert str(only(bad("057")).contract) == "1♠xx by N"


def test_passed_out_board_scores_nothing():
    record = only(bad("061"))
    assert record.passed_out
    assert (record.contract, record.declarer, record.score_ns) == (None, None, 0)


def test_question_marks_are_unknown_values():
    record = only(bad("062"))
    assert (record.contract, record.tricks, record.score_ns) == (None, None, None)


def test_latin1_names_survive_a_round_trip():
    record = only(bad("026"))
    again = only(parse_pbn(write_pbn([record]).encode("latin-1")))
    names = [record.tags[seat.word] for seat in Seat]
    assert any(not name.isascii() for name in names)
    assert names == [again.tags[seat.word] for seat in Seat]


def test_ten_is_written_back_as_t():
    assert HANDS in write_pbn(bad("005").records)


def test_unknown_tags_are_kept_and_written_back():
    record = only(bad("015"))
    assert record.tags["FooBar"] == "kept?"
    assert '[FooBar "kept?"]' in write_pbn([record])


def test_hash_repeats_the_value_of_the_record_before():
    assert [record.tags["Event"] for record in bad("080").records] == ["Test", "Test"]


def test_incomplete_deal_loads_with_its_auction_and_cannot_be_played():
    record = only(bad("012"))
    assert record.contract is not None
    with pytest.raises(ValueError, match="incomplete"):
        record.replay()


def test_irregular_auction_is_flagged():
    assert only(bad("079")).irregular


def test_control_characters_are_left_out():
    assert only(bad("081")).tags["West"] == "P[2J1"


def test_thousands_of_boards_load():
    board = f'[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{HANDS}"]\n[Auction "N"]\n1D 1H 1S 2H\n2S AP\n'
    file = parse_pbn("\n".join(f'[Board "{number}"]\n{board}' for number in range(1, 1001)))
    assert len(file.records) == 1000


# Real files


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name[:3])
def test_records_of_real_file_replay(path):
    for record in read_pbn(path).records:
        if record.board.deal.is_complete:
            game = record.replay()
            assert game.plays == record.plays
            assert game.contract == record.contract or game.phase is Phase.AUCTION


@pytest.mark.parametrize(
    ("number", "boards"),
    [("001", 2), ("003", 2), ("006", 1), ("008", 3), ("009", 4), ("015", 2), ("024", 3), ("031", 32), ("043", 21)],
)
def test_every_board_of_real_file_loads(number, boards):
    path = next(path for path in FILES if path.name.startswith(number))
    file = read_pbn(path)
    assert len(file.records) == boards
    assert not file.errors


def test_real_boards_equal_an_independent_reading():
    rows = [json.loads(line) for line in (DATA / "boards.jsonl").read_text().splitlines()]
    records = [record for path in FILES for record in read_pbn(path).records]
    read = {(str(record.board.deal), record.calls, record.plays, record.tricks, record.score_ns) for record in records}
    independent = {
        (str(Deal.parse(row["deal"])), actions(row["calls"]), actions(row["cards"]), row["tricks"], row["score_ns"])
        for row in rows
    }
    assert len(independent & read) == 12


# Auctions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1C Pass 1NT AP", "1C P 1N P P P"),
        ("1c p 1n X xx ap", "1C P 1N X XX P P P"),
        ("1C =1= ! Pass? $13 {comment} 1NT!!=2= Pass ; comment\nPass\nPass", "1C P 1N P P P"),
        ("AP", "P P P P"),
        ("1♠ Dbl Rdbl AP", "1S X XX P P P"),
        ("1C Pass *", "1C P"),
        ("1C Pass +", "1C P"),
    ],
)
def test_auction_is_read(text, expected):
    assert auction_of(text).calls == actions(expected)


def test_dashes_before_the_dealer_are_no_calls():
    record = only(parse_pbn(f'{FRAME}[Auction "N"]\n- 1C AP\n'))
    assert record.calls == actions("1C P P P")
    assert not record.problems


def test_passes_left_out_at_the_end_are_added_for_the_contract_named():
    record = auction_of("1C Pass 1NT", '[Declarer "W"]\n[Contract "1NT"]\n')
    assert record.calls == actions("1C P 1N P P P")
    assert "added" in str(record.problems[0])


def test_insufficient_bid_is_refused():
    file = parse_pbn(f'{FRAME}[Auction "E"]\n1H 1C\n')
    assert "call 2: South cannot do 1C: the bid does not outrank the last bid" in messages(file)


def test_notes_are_joined_to_calls():
    record = auction_of('1C =1= Pass 1NT =2= AP\n[Note "1:strong"]\n[Note "2: 8-10, no major"]')
    assert record.call_notes == {0: "strong", 2: "8-10, no major"}


def test_alerted_calls_are_written_by_number():
    record = auction_of("1C Pass 1NT AP", '[Alerts "1 3"]\n')
    assert record.alerts == {0, 2}
    assert '[Alerts "1 3"]' in write_pbn([record])


@pytest.mark.parametrize("text", ["0", "9", "x", "1 1"])
def test_alert_of_no_call_is_reported(text):
    file = parse_pbn(f'{FRAME}[Alerts "{text}"]\n[Auction "E"]\n1C AP\n')
    assert not only(file).alerts
    assert "line 5, Alerts" in messages(file)


# Comments


def comments_of(record):
    return [(comment.after, comment.text) for comment in record.comments]


def test_comments_keep_their_place():
    text = f'{{before}}\n{FRAME}; tags\n[Auction "E"]\nPass {{a\nb}} 2C Pass 2S Pass 6S AP ; end\n'
    play = '[Play "E"]\n{lead} HQ {one} HK H3 D3 {trick}\nS7 SA\n* {stop}\n'
    assert comments_of(only(parse_pbn(text + play))) == [
        *[(0, "before"), (0, "tags"), (1, "a b"), (9, "end")],
        *[(9, "lead"), (10, "one"), (13, "trick"), (14, "stop")],
    ]


def test_comments_before_a_blank_line_belong_to_the_next_board():
    first, second = parse_pbn(f"{FRAME}\n{{about the next}}\n\n{FRAME}").records
    assert comments_of(first) == []
    assert comments_of(second) == [(0, "about the next")]


def test_brace_in_a_comment_survives_a_round_trip():
    record = auction_of("1C ; a } brace\nAP")
    assert comments_of(record) == [(1, "a } brace")]
    assert only(parse_pbn(write_pbn([record]))) == record


# Play

SIX_SPADES = '[Auction "E"]\nPass 2C Pass 2S Pass 6S AP\n'


def test_order_of_play_follows_from_who_wins():
    text = f'{FRAME}{SIX_SPADES}[Play "E"]\nHQ HK H3 D3\nS7 SA S3 S2\n- S4 S6 *\n'
    record = only(parse_pbn(text))
    assert record.plays == actions("HQ HK H3 D3 SA S3 S2 S7 S4 S6")


def test_revoke_is_refused():
    file = parse_pbn(f'{FRAME}{SIX_SPADES}[Play "E"]\nHQ C6 H3 D3\n')
    assert "card 2: South cannot do C6: the hand must follow suit" in messages(file)


def test_play_without_auction_is_checked_by_the_contract():
    tags = '[Declarer "N"]\n[Contract "6SX"]\n[Result "10"]\n'
    record = only(parse_pbn(f'{FRAME}{tags}[Play "E"]\nHQ HK H3 D3\n*\n'))
    assert len(record.plays) == 4
    assert str(record.replay().contract) == "6♠x by N"
    assert record.score_ns == -500


def test_result_that_the_play_forbids_is_reported():
    tags = '[Declarer "N"]\n[Contract "6S"]\n[Result "0"]\n'
    assert "declarer had won 1" in messages(parse_pbn(f'{FRAME}{tags}[Play "E"]\nHQ HK H3 D3\n*\n'))


def test_irregular_play_ends_the_cards_before_its_trick():
    record = only(parse_pbn(f'{FRAME}{SIX_SPADES}[Play "E"]\nHQ HK H3 D3\nS7 ^R C6 S3 S2\n'))
    assert len(record.plays) == 4
    assert record.irregular


# Tags, values, comments


@pytest.mark.parametrize(
    ("result", "tricks"),
    [("10", 10), ("^10", 10), ("EW 10", 10), ("NS 3", 10), ("NS 3 EW 10", 10), ("?", None), ("", None)],
)
def test_result_is_read(result, tricks):
    assert auction_of("1C AP", f'[Result "{result}"]\n').tricks == tricks


@pytest.mark.parametrize("score", ["EW 130", "NS -130", "NS -130 EW 130", "130", "+130"])
def test_score_in_any_form_agrees_with_the_law(score):
    record = auction_of("1C AP", f'[Result "10"]\n[Score "{score}"]\n')
    assert record.score_ns == -130
    assert not record.problems


@pytest.mark.parametrize(("tag", "value"), [("Contract", "5Hearts"), ("Declarer", "White"), ("Result", "NS 9 EW 2")])
def test_wrong_value_is_refused(tag, value):
    assert parse_pbn(f'{FRAME}[{tag} "{value}"]\n').errors[0].tag == tag


def test_dealer_and_vulnerability_follow_from_the_board_number():
    record = only(parse_pbn(f'[Board "7"]\n[Deal "{HANDS}"]\n'))
    assert (record.board.dealer, record.board.vulnerable) == (Seat.S, Vulnerability.BOTH)


def test_board_without_dealer_and_number_is_left_out():
    assert "names no dealer" in messages(parse_pbn(f'[Deal "{HANDS}"]\n'))


def test_blank_line_in_a_comment_ends_no_record():
    assert auction_of('1C {\n\n[Deal "nonsense"]\n\n} AP').calls == actions("1C P P P")


def test_comment_never_closed_swallows_no_board():
    file = parse_pbn(f"{{ open\n{FRAME}\n{FRAME}")
    assert len(file.records) == 2
    assert "never closed" in messages(file)


def test_escapes_in_values_are_resolved():
    record = only(parse_pbn(FRAME + r'[Event "A \"B\" C:\\D"]' + "\n"))
    assert record.tags["Event"] == r'A "B" C:\D'


def test_value_is_handed_on_after_two_hashes():
    file = parse_pbn(f'[Event "##Cup"]\n{FRAME}\n{FRAME}\n[Event "Final"]\n{FRAME}\n{FRAME}')
    assert [record.tags.get("Event") for record in file.records] == ["Cup", "Cup", "Final", None]


def test_second_table_may_leave_out_the_deal():
    tables = f'[North "A"]\n{FRAME}[Auction "E"]\nAP\n\n[North "B"]\n[Auction "E"]\n1C AP\n'
    records = parse_pbn(tables).records
    assert records[1].board == records[0].board
    assert "taken from the record before" in str(records[1].problems[0])


def test_deal_of_a_wrong_board_is_not_handed_on():
    wrong = FRAME.replace("Q63", "QJ63")
    assert not parse_pbn(f'[North "A"]\n{wrong}\n[North "B"]\n[Auction "E"]\n1C AP\n').records


def test_table_lines_are_kept():
    table = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT  7\nN  S 10\n'
    record = only(parse_pbn(FRAME + table))
    assert record.sections == {"OptimumResultTable": ("N NT 7", "N S 10")}
    assert table in write_pbn([record])


def with_table(tricks):
    return with_double_dummy(only(parse_pbn(FRAME)), np.reshape(tricks, (5, 4)))


TRICKS = st.lists(st.integers(0, 13), min_size=20, max_size=20)


@given(TRICKS)
def test_double_dummy_table_goes_out_and_comes_back(tricks):
    record = with_table(tricks)
    for back in (only(parse_pbn(write_pbn([record]))), only(parse_lin(write_lin([record])))):
        assert back == record
        assert double_dummy_table(back).ravel().tolist() == tricks


def test_double_dummy_table_has_a_row_for_every_declarer_and_denomination():
    text = write_pbn([with_table(range(20, 0, -1))])
    first, *rows = text.partition("[OptimumResultTable ")[2].splitlines()
    assert first == r'"Declarer;Denomination\2R;Result\2R"]'
    # By denomination from clubs up and by declarer from North on, the table counts down from 20.
    assert rows[:6] == ["N NT  4", "N  S  8", "N  H 12", "N  D 16", "N  C 20", "E NT  3"]
    assert len(rows) == 20


def test_record_without_a_double_dummy_table_has_none():
    assert double_dummy_table(only(parse_pbn(FRAME))) is None


@pytest.mark.parametrize(
    ("row", "words"),
    [("N NT 7", "19 of 20 rows are missing"), ("N NT 14", "0 to 13"), ("N X 7", "no row"), ("N NT", "no row")],
)
def test_double_dummy_table_that_cannot_be_read_is_refused(row, words):
    record = only(parse_pbn(f'{FRAME}[OptimumResultTable "Declarer;Denomination;Result"]\n{row}\n'))
    with pytest.raises(ValueError, match=words):
        double_dummy_table(record)


def test_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_pbn(tmp_path / "none.pbn")


def test_tag_name_with_a_blank_is_not_written():
    board = Board.random(1, np.random.default_rng(0))
    with pytest.raises(ValueError, match="tag name 'My tag' is not allowed"):
        write_pbn([Record(board, tags={"My tag": "x"})])


def test_shortest_auction_gives_the_contract():
    contract = Contract.parse("4Sxx by W")
    game = Game(Board.random(1, np.random.default_rng(0)))
    for call in shortest_auction(Seat.N, contract):
        game.act(call)
    assert game.contract == contract
