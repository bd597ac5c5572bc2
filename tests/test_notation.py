"""Records of played boards: made from games, written and read in both notations, and readers that nothing breaks."""

from datetime import date
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played_records import characters, play_on, played_records, replaced, without_auction

from bridge.actions import index
from bridge.board import Board
from bridge.game import Game
from bridge.notation import (
    NotationError,
    Record,
    parse_lin,
    parse_pbn,
    read_records,
    viewer_url,
    write_lin,
    write_pbn,
    write_records,
)
from bridge.notation.encoding import decode, encode
from bridge.public import Phase
from bridge.seats import Seat

DATA = Path(__file__).parent / "data"
REAL_FILES = sorted([*(DATA / "pbn").glob("*.pbn"), *(DATA / "lin").glob("*.lin")])
NOTATIONS = pytest.mark.parametrize(("write", "parse"), [(write_pbn, parse_pbn), (write_lin, parse_lin)])


def played_game(n_cards, seed=1):
    rng = np.random.default_rng(seed)
    game = Game(Board.random(1, rng))
    for name in ("1N", "P", "3N", "P", "P", "P"):
        game.act(index(name))
    play_on(game, rng, n_cards)
    return game


# Records of games


def test_record_of_a_game_says_who_played_what_where_and_when():
    record = Record.from_game(
        played_game(52),
        players={Seat.N: "A", Seat.S: "B"},
        teams=("Home", "Away"),
        room="Closed",
        event="Cup",
        date=date(2026, 3, 9),
        scoring="IMP",
        tags={"Table": "7"},
    )
    assert record.tags == {
        **{"North": "A", "South": "B", "HomeTeam": "Home", "VisitTeam": "Away", "Room": "Closed"},
        **{"Event": "Cup", "Date": "2026.03.09", "Scoring": "IMP", "Table": "7"},
    }
    assert record.players == {Seat.N: "A", Seat.S: "B"}
    assert record.room == "Closed"


def test_record_of_a_played_out_game_has_its_tricks_and_score():
    game = played_game(52)
    record = Record.from_game(game)
    assert (record.tricks, record.score_ns) == (game.declarer_tricks, game.score_ns())
    assert record.is_complete


def test_record_of_a_claim_has_the_tricks_claimed():
    game = played_game(5)
    record = Record.from_game(game, tricks=9)
    assert (record.tricks, record.score_ns) == (9, game.score_ns_with(9))
    assert not record.is_complete


def test_record_of_a_claim_made_in_the_game_has_its_tricks():
    game = played_game(5)
    game.claim(9)
    assert Record.from_game(game).tricks == 9


def test_record_of_an_unfinished_game_has_no_result():
    record = Record.from_game(played_game(5))
    assert (record.tricks, record.score_ns) == (None, None)


def test_tricks_that_the_cards_exclude_are_refused():
    game = played_game(40)
    with pytest.raises(ValueError, match=r"14 tricks are given, but declarer has won \d+ and lost \d+ already"):
        Record.from_game(game, tricks=14)


def test_tricks_without_a_contract_are_refused():
    game = Game(Board.random(1, np.random.default_rng(1)))
    with pytest.raises(ValueError, match="no contract to win them in"):
        Record.from_game(game, tricks=7)


def test_equal_boards_at_different_places_of_a_file_are_equal_records():
    record = Record.from_game(played_game(52))
    one, other = parse_pbn(write_pbn([record, record])).records
    assert one.line != other.line
    assert one == other


# What is written is read back


@NOTATIONS
@given(st.lists(played_records(), min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_written_records_are_read_back(write, parse, records):
    file = parse(write(records))
    assert not file.problems
    assert file.records == tuple(records)


@NOTATIONS
@given(played_records().map(without_auction))
@settings(max_examples=30, deadline=None)
def test_records_without_an_auction_are_read_back(write, parse, record):
    file = parse(write([record]))
    assert not file.problems
    assert file.records == (record,)


@given(st.lists(played_records().filter(lambda record: record.board.number), min_size=2, max_size=4), st.data())
@settings(max_examples=30, deadline=None)
def test_match_in_two_rooms_is_read_back_from_a_vugraph_file(records, data):
    rooms = [data.draw(st.sampled_from(["Open", "Closed"])) for _ in records]
    records = [
        replaced(record, tags={**record.tags, "Room": room, "Event": "Cup", "HomeTeam": "A|B", "VisitTeam": "C,D"})
        for record, room in zip(records, rooms, strict=True)
    ]
    text = write_lin(records)
    assert text.startswith("vg|Cup,")
    file = parse_lin(text)
    assert not file.problems
    assert file.records == tuple(records)


@NOTATIONS
def test_auction_that_was_not_finished_is_read_back(write, parse):
    game = Game(Board.random(1, np.random.default_rng(1)))
    game.act(index("1S"))
    game.act(index("P"))
    record = Record.from_game(game)
    assert parse(write([record])).records == (record,)


@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.name[:3])
@NOTATIONS
def test_boards_of_a_real_file_are_written_and_read_back_in_either_notation(write, parse, path):
    records = read_records(path).records
    text = write(records)
    again = parse(text)
    assert again.records == records
    assert write(again.records) == text


@pytest.mark.parametrize("suffix", [".pbn", ".lin"])
def test_file_is_written_and_read_back(tmp_path, suffix):
    record = Record.from_game(played_game(52), players={Seat.N: "Bjørn ♠"})
    path = tmp_path / f"board{suffix}"
    write_records(path, [record])
    assert read_records(path).records == (record,)


def test_file_without_a_telling_suffix_is_known_by_its_text(tmp_path):
    record = Record.from_game(played_game(52))
    for name, write in (("one.txt", write_pbn), ("two.txt", write_lin)):
        path = tmp_path / name
        path.write_text(write([record]))
        assert read_records(path).records == (record,)


def test_link_to_a_viewer_is_a_file_too(tmp_path):
    record = Record.from_game(played_game(52), tags={seat.word: seat.word for seat in Seat})
    path = tmp_path / "links.txt"
    path.write_text(viewer_url(record) + "\n" + viewer_url(record) + "\n")
    assert read_records(path).records == (record, record)


def test_other_formats_are_refused_by_name(tmp_path):
    path = tmp_path / "deals.dlm"
    path.write_text("[Document]\nStatus=Show\nBoard 01=bidgfp\n")
    with pytest.raises(NotationError, match=r"line 1: deals\.dlm is neither PBN nor LIN"):
        read_records(path)


def test_unknown_suffix_is_not_written(tmp_path):
    with pytest.raises(ValueError, match=r"deals\.txt is neither PBN nor LIN"):
        write_records(tmp_path / "deals.txt", [])
    assert not list(tmp_path.iterdir())


def test_file_that_cannot_be_written_whole_is_not_written(tmp_path):
    record = Record(Board.random(1, np.random.default_rng(1)), tags={"no name": ""})
    with pytest.raises(ValueError, match="tag name 'no name' is not allowed"):
        write_records(tmp_path / "board.lin", [record])
    assert not list(tmp_path.iterdir())


def test_byte_of_a_latin1_name_is_written_again(tmp_path):
    path = tmp_path / "names.pbn"
    record = Record.from_game(played_game(52))
    path.write_bytes(write_pbn([record]).encode().replace(b'[Site "?"]', b'[Site "Troms\xf8"]'))
    write_records(path, read_records(path).records)
    assert b"Troms\xf8" in path.read_bytes()


@given(st.text(st.one_of(characters, st.characters(exclude_categories=("Cs",))), max_size=30))
def test_encoded_text_is_decoded_again(text):
    text = text.removeprefix("\ufeff")
    assert decode(encode(text))[0] == text


# Strict reading


@NOTATIONS
def test_strict_reading_raises_the_first_error_with_line_and_tag(write, parse):
    records = [Record.from_game(played_game(52, seed)) for seed in (1, 2)]
    good, wrong = write(records[:1]), write(records[1:]).replace("A", "K", 1 if parse is parse_lin else 2)
    wrong = wrong.replace("% PBN 2.1\n% EXPORT\n", "\n")
    assert parse(good + wrong).records == tuple(records[:1])
    with pytest.raises(NotationError, match="line") as caught:
        parse(good + wrong, strict=True)
    assert caught.value.tag in ("Deal", "md")
    assert caught.value.line > 1


@NOTATIONS
def test_strict_reading_of_a_good_file_gives_it(write, parse):
    record = Record.from_game(played_game(52))
    assert parse(write([record]), strict=True).records == (record,)


# Links


def test_link_to_a_viewer_carries_the_board_percent_encoded():
    record = Record.from_game(played_game(52), tags={"North": "A&B #1|%"})
    url = viewer_url(record)
    address, _, lin = url.partition("?lin=")
    assert address == "https://www.bridgebase.com/tools/handviewer.html"
    assert not set(lin) & set("|&#, ")
    assert unquote(lin).startswith("pn|,,A&B #1%7C%,|st||md|")
    assert parse_lin(url).records == (record,)


# Damaged files


def small_parts():
    """The first boards of every real file, as bytes."""
    for path in REAL_FILES:
        data = path.read_bytes()
        if data:
            yield data[:3000]


PARTS = list(small_parts())
MARKS = rb"""
" [ ] { } ; % * # =1= ^R - \ | || md| |qx|o1| pn| mb| pc| |mc|3| |rs|,4SN=,| vg|,,,9,1| tg|Contract= an| nt| lin=
SA 1C X AP p 10 %7C http://x?lin= 99999999999999999999 [Board"7"] [Alerts"9"] [Play"W"] [Auction"N"] [Deal" [Note"1:
""".split()
scraps = st.sampled_from([*MARKS, b"\n\n", b"\0", b"\xff", b"\x1b", b'[Result "NS 3"]', b'[Alerts "0 x"]'])


@st.composite
def damaged(draw):
    """A real file with scraps inserted, stretches cut out or repeated, words exchanged and bytes flipped."""
    data = draw(st.sampled_from(PARTS))
    places = st.integers(0, len(data))
    for _ in range(draw(st.integers(1, 4))):
        start, other = draw(places), draw(places)
        length = draw(st.integers(0, 30))
        match draw(st.sampled_from(["insert", "cut", "truncate", "flip", "swap", "move"])):
            case "insert":
                data = data[:start] + draw(scraps) + data[start:]
            case "cut":
                data = data[:start] + data[start + length :]
            case "truncate":
                data = data[:start] + data[start : start + length]
            case "flip":
                data = data[:start] + bytes([draw(st.integers(0, 255))]) + data[start + 1 :]
            case "swap":
                words = data.split(b"|" if b"|" in data else b" ")
                one, two = start % len(words), other % len(words)
                words[one], words[two] = words[two], words[one]
                data = (b"|" if b"|" in data else b" ").join(words)
            case "move":
                data = data[:start] + data[other : other + length] + data[start:]
    return data


@NOTATIONS
@given(data=damaged())
@settings(max_examples=200, deadline=None)
def test_damaged_file_never_raises_and_what_loads_obeys_the_rules(write, parse, data):
    file = parse(data)
    for record in file.records:
        if record.board.deal.is_complete:
            game = record.replay()
            assert game.plays == record.plays
            assert game.contract == record.contract or game.phase is Phase.AUCTION
    assert parse(write(file.records)).records == file.records


@NOTATIONS
@given(data=damaged())
@settings(max_examples=60, deadline=None)
def test_strict_reading_of_a_damaged_file_raises_nothing_but_the_named_error(write, parse, data):
    errors = parse(data).errors
    if errors:
        with pytest.raises(NotationError) as caught:
            parse(data, strict=True)
        assert str(caught.value) == str(errors[0])
    else:
        assert parse(data, strict=True) == parse(data)


@NOTATIONS
@given(st.binary(max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_bytes_are_read_without_an_exception(write, parse, data):
    assert not parse(data).records


@NOTATIONS
@given(st.text(max_size=100))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_without_an_exception(write, parse, text):
    assert not parse(text).records
