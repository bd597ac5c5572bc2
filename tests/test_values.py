"""Seats, cards, calls, contracts, hands, deals and boards parse and print table notation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import actions
from bridge.board import Board, dealer_of, vulnerability_of
from bridge.calls import Call, Contract
from bridge.cards import Card, Denomination
from bridge.deal import Deal, Hand
from bridge.seats import Seat, Side, Vulnerability

deals = st.integers(0, 2**32 - 1).map(lambda seed: Deal.random(np.random.default_rng(seed)))
contracts = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Denomination), st.integers(0, 2), st.sampled_from(Seat)
)


def test_seats_go_clockwise() -> None:
    assert [seat.lho for seat in Seat] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert Seat.N.partner is Seat.S
    assert Seat.W.rho is Seat.S
    assert Seat.W.side is Side.EW


@pytest.mark.parametrize(("text", "value"), [("None", 0), ("-", 0), ("Love", 0), ("N-S", 1), ("ew", 2), ("All", 3)])
def test_vulnerability_reads_pbn_synonyms(text: str, value: int) -> None:
    assert Vulnerability.parse(text) == value


@pytest.mark.parametrize("text", ["", "X", "Northeast", "1"])
def test_unknown_seat_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="use N, E, S or W"):
        Seat.parse(text)


def test_board_numbers_give_the_wbf_cycle() -> None:
    vulnerable = " ".join(str(vulnerability_of(number)) for number in range(1, 17))
    assert vulnerable == "None NS EW Both NS EW Both None EW Both None NS Both None NS EW"
    assert "".join(str(dealer_of(number)) for number in range(1, 9)) == "NESWNESW"


def test_board_seventeen_repeats_board_one() -> None:
    assert (dealer_of(17), vulnerability_of(17)) == (dealer_of(1), vulnerability_of(1))


def test_board_zero_does_not_exist() -> None:
    with pytest.raises(ValueError, match="numbered from 1"):
        dealer_of(0)


@pytest.mark.parametrize("action", range(actions.N_ACTIONS))
def test_action_names_and_numbers_are_inverse(action: int) -> None:
    assert actions.index(actions.name(action)) == action


@pytest.mark.parametrize(("name", "number"), [("P", 52), ("X", 53), ("XX", 54), ("1C", 55), ("7N", 89), ("7NT", 89)])
def test_calls_are_numbered_as_documented(name: str, number: int) -> None:
    assert actions.index(name) == number


@pytest.mark.parametrize(("name", "number"), [("C2", 0), ("CA", 12), ("D2", 13), ("SA", 51)])
def test_cards_are_numbered_as_documented(name: str, number: int) -> None:
    assert actions.index(name) == number


def test_unknown_action_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="nearest is"):
        actions.index("8NT")


@pytest.mark.parametrize("index", range(52))
def test_card_text_round_trips(index: int) -> None:
    card = Card(index)
    assert Card.parse(str(card)) == card
    assert Card.parse(card.name) == card


@pytest.mark.parametrize(("text", "name"), [("♠A", "SA"), ("d10", "DT"), ("hT", "HT"), ("♡2", "H2")])
def test_card_is_read_as_people_write_it(text: str, name: str) -> None:
    assert Card.parse(text).name == name


@pytest.mark.parametrize("text", ["A", "SX", "S11", "AS", ""])
def test_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="unknown"):
        Card.parse(text)


@pytest.mark.parametrize("action", range(actions.PASS, actions.N_ACTIONS))
def test_call_text_round_trips(action: int) -> None:
    call = Call(action)
    assert Call.parse(str(call)) == call
    assert Call.parse(call.name) == call


@pytest.mark.parametrize("text", ["8C", "0N", "1", "PX", "1Z", "4C*"])
def test_text_that_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="unknown"):
        Call.parse(text)


def test_pass_is_a_call_and_not_a_bid() -> None:
    with pytest.raises(ValueError, match="not a bid"):
        _ = Call.parse("P").level


@given(contracts)
def test_contract_text_round_trips(contract: Contract) -> None:
    assert Contract.parse(str(contract)) == contract


@given(contracts)
def test_doubling_mark_is_never_dropped(contract: Contract) -> None:
    compact = f"{contract.level}{contract.denomination.letter}{'X' * contract.doubled}{contract.declarer}"
    assert Contract.parse(compact) == contract


@pytest.mark.parametrize("text", ["7NX", "7NTX", "4S", "4SXX"])
def test_contract_without_declarer_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="names no declarer"):
        Contract.parse(text)


@given(deals, st.sampled_from(Seat))
def test_deal_text_round_trips_from_any_seat(deal: Deal, first: Seat) -> None:
    assert Deal.parse(deal.pbn(first)) == deal


@given(deals)
def test_hand_text_round_trips(deal: Deal) -> None:
    for seat in Seat:
        assert Hand.parse(str(deal.hand(seat))) == deal.hand(seat)


@given(deals)
def test_deal_has_thirteen_cards_a_seat(deal: Deal) -> None:
    assert [len(deal.hand(seat)) for seat in Seat] == [13] * 4


def test_hands_are_read_clockwise_from_the_seat_named() -> None:
    south_first = Deal.parse("S:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    assert south_first.hand(Seat.S).suit(Card.parse("SA").suit) == "AKQJT98765432"
    assert Card.parse("CA") in south_first.hand(Seat.E)


def test_ten_may_be_written_with_digits() -> None:
    assert Hand.parse("A10.102.Q10.108") == Hand.parse("AT.T2.QT.T8")


GOOD = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("N:", "", "names no first seat"),
        ("N:", "Q:", "seat 'Q' is unknown"),
        ("QJ6.", "QJ.", "North has 12 cards"),
        ("QJ6.K652", "QJ8.K652", "S8 is in the hands of both North and East; no hand has S6"),
        ("QJ6.K652", "QJQ.K652", "holds SQ twice"),
        ("QJ6.K652", "QJ6K652", "has 3 suits"),
        ("T98 873", "T98. 873", "has 5 suits"),
        ("QJ6.", "QJ1.", "'1' is no rank"),
        ("QJ6.", "SQJ6.", "without suit letters"),
        (" AT942.AQ4.32.KJ3", "", "deal has 3 hands"),
    ],
)
def test_bad_deal_is_refused_with_the_reason(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(ValueError, match=message) as error:
        Deal.parse(GOOD.replace(old, new, 1))
    assert "\n" not in str(error.value)


def test_hand_of_fourteen_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="North has 14 cards"):
        Deal.parse("N:QJ6.K652.J85.T987 - - -")


def test_hand_that_was_not_recorded_stays_unknown() -> None:
    deal = Deal.parse("N:QJ6.K652.J85.T98 - K5.T83.KQ9.A7652 -")
    assert not deal.is_complete
    assert str(deal) == "N:QJ6.K652.J85.T98 - K5.T83.KQ9.A7652 -"


@given(deals, st.sampled_from(Seat), st.sampled_from(Vulnerability), st.none() | st.integers(1, 999))
def test_board_text_round_trips(deal: Deal, dealer: Seat, vulnerable: Vulnerability, number: int | None) -> None:
    board = Board(deal, dealer, vulnerable, number)
    assert Board.parse(str(board)) == board


def test_same_seed_deals_the_same_cards() -> None:
    one, two, other = (Deal.random(np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert one == two
    assert one != other
