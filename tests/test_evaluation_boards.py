"""Where the boards of a match come from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bridge import double_dummy
from bridge.actions import index
from bridge.agent import spawn_streams
from bridge.board import dealer_of, vulnerability_of
from bridge.deal import Deal
from bridge.notation import read_records, write_records
from bridge.solved import shipped_deals
from evaluation.boards import AGENTS_BRANCH, file_boards, random_boards, solved_boards

_DEAL = "N:AK4.QJ2.T9.87653 QJT.AK3.AK2.AKQJ 98.T987.QJ87.T92 76532.654.6543.4"
_OTHER = "N:76532.654.6543.4 AK4.QJ2.T9.87653 QJT.AK3.AK2.AKQJ 98.T987.QJ87.T92"


def record(number: int, deal: str, auction: str = "") -> str:
    tags = [f'[Board "{number}"]', '[Dealer "N"]', '[Vulnerable "None"]', f'[Deal "{deal}"]']
    if auction:
        tags += ['[Auction "N"]', auction]
    return "\n".join(tags) + "\n\n"


def test_random_boards_are_numbered_and_repeat_with_the_seed() -> None:
    boards = [item.board for item in random_boards(20, 7)]
    assert boards == [item.board for item in random_boards(20, 7)]
    assert boards != [item.board for item in random_boards(20, 8)]
    for number, board in enumerate(boards, start=1):
        assert (board.number, board.dealer, board.vulnerable) == (number, dealer_of(number), vulnerability_of(number))


def test_agents_streams_do_not_deal_the_boards() -> None:
    """Deals and agents hang on different branches of the seed: no stream of an agent deals the board it sits at."""
    for place, item in enumerate(random_boards(20, 7)):
        streams = spawn_streams(np.random.SeedSequence(7, spawn_key=(AGENTS_BRANCH, place)), 4)
        assert all(Deal.random(stream) != item.board.deal for stream in streams)


def test_a_longer_match_begins_with_the_same_random_boards() -> None:
    assert [item.board for item in random_boards(30, 7)][:20] == [item.board for item in random_boards(20, 7)]


def test_solved_boards_are_different_test_deals_with_their_tables() -> None:
    boards = solved_boards(200, 1)
    assert len({item.board.deal for item in boards}) == 200
    known = {row.tobytes() for row in shipped_deals().part("test").owners}
    assert all(item.board.deal.owners in known for item in boards)
    assert np.array_equal(boards[0].table, double_dummy.tables([boards[0].board.deal.array()])[0])


def test_solved_boards_repeat_with_the_seed() -> None:
    assert [item.board for item in solved_boards(5, 1)] == [item.board for item in solved_boards(5, 1)]
    assert [item.board for item in solved_boards(5, 1)] != [item.board for item in solved_boards(5, 2)]


@pytest.mark.parametrize("source", [random_boards, solved_boards])
def test_a_match_without_boards_is_refused(source: type) -> None:
    with pytest.raises(ValueError, match="at least one"):
        source(0, 1)


def test_more_boards_than_solved_deals_are_refused() -> None:
    with pytest.raises(ValueError, match="different deals"):
        solved_boards(10**6, 1)


def test_file_boards_keep_frame_and_auction(tmp_path: Path) -> None:
    path = tmp_path / "two.pbn"
    path.write_text(record(1, _DEAL, "Pass 1NT Pass 3NT AP") + record(2, _OTHER), encoding="ascii")
    boards = file_boards(path, 10)
    assert [item.board.number for item in boards] == [1, 2]
    assert boards[0].calls == tuple(index(name) for name in ["P", "1N", "P", "3N", "P", "P", "P"])
    assert boards[1].calls is None
    assert len(file_boards(path, 1)) == 1
    assert [item.board.number for item in file_boards(path, 10, with_auctions=True)] == [1]


def test_lin_file_is_read_like_a_pbn_file(tmp_path: Path) -> None:
    pbn, lin = tmp_path / "two.pbn", tmp_path / "two.lin"
    pbn.write_text(record(1, _DEAL, "Pass 1NT Pass 3NT AP") + record(2, _OTHER), encoding="ascii")
    write_records(lin, read_records(pbn).records)
    boards = [(item.board, item.calls) for item in file_boards(lin, 10)]
    assert boards == [(item.board, item.calls) for item in file_boards(pbn, 10)]


def test_a_board_played_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "match.pbn"
    path.write_text(record(1, _DEAL) * 2, encoding="ascii")
    assert len(file_boards(path, 10)) == 1


def test_a_bad_record_is_left_out_with_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "bad.pbn"
    path.write_text(record(1, _DEAL) + record(2, _OTHER.replace("AK4", "AK5")), encoding="ascii")
    assert [item.board.number for item in file_boards(path, 10)] == [1]
    assert "records left out: 1" in caplog.text


def test_a_file_without_complete_boards_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.pbn"
    path.write_text(record(1, "N:AK4.QJ2.T9.87653 - - -"), encoding="ascii")
    with pytest.raises(ValueError, match=r"none\.pbn holds no board with a complete deal"):
        file_boards(path, 10)
