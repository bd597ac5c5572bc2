"""What a person may type for a call and for a card."""

import pytest

from bridge.cards import Card
from terminal.reading import read_call, read_card, read_number

LEGAL = [Card.parse(name) for name in ("SA", "HK", "HT", "C2")]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        *[
            ("1H", "1♥"),
            ("1h", "1♥"),
            ("1 hearts", "1♥"),
            ("1heart", "1♥"),
            ("1♥", "1♥"),
            ("1♥\ufe0f", "1♥"),
            ("1♡", "1♥"),
        ],
        *[("3NT", "3NT"), ("3n", "3NT"), ("3 no trump", "3NT"), ("3 notrumps", "3NT"), ("3 No-Trump", "3NT")],
        *[("7c", "7♣"), ("7 clubs", "7♣"), ("2 DIAMONDS", "2♦"), ("4 spade", "4♠")],
        *[("P", "Pass"), ("pass", "Pass"), (" p ", "Pass")],
        *[("D", "X"), ("dbl", "X"), ("double", "X"), ("x", "X")],
        *[("R", "XX"), ("rdbl", "XX"), ("redouble", "XX"), ("xx", "XX")],
    ],
)
def test_spellings_of_calls(text: str, call: str) -> None:
    assert str(read_call(text)) == call


@pytest.mark.parametrize("text", ["Q" * 5000, "7" * 5000, "♠" * 5000])
def test_long_line_is_not_repeated_whole(text: str) -> None:
    for read in (read_call, lambda line: read_card(line, LEGAL)):
        with pytest.raises(ValueError, match=r"\.\.\.") as refused:
            read(text)
        assert len(str(refused.value)) < 160


@pytest.mark.parametrize(("text", "number"), [("3", 3), ("007", 7), ("٣", 3), ("", None), ("-1", None), ("1.0", None)])
def test_number_of_a_call_trick_or_card(text: str, number: int | None) -> None:
    assert read_number(text) == number


def test_number_of_thousands_of_digits_is_too_large_for_any_place() -> None:
    number = read_number("1" * 5000)
    assert number is not None
    assert number > 400


@pytest.mark.parametrize("text", ["8NT", "0C", "1", "H", "1X", "KH", "pas", "1HH", "!", "١H", "1hearst"])
def test_what_is_no_call_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="is no call: type a bid such as 1H") as refused:
        read_call(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        *[("1", "SA"), ("4", "C2"), ("02", "HK")],
        *[("AS", "SA"), ("SA", "SA"), ("as", "SA"), ("a♠", "SA"), ("♠ A", "SA"), ("♠\ufe0fA", "SA")],
        *[("10H", "HT"), ("TH", "HT"), ("H10", "HT"), ("♥T", "HT"), ("10 ♥", "HT")],
    ],
)
def test_spellings_of_cards(text: str, card: str) -> None:
    assert read_card(text, LEGAL).name == card


def test_card_outside_the_list_can_be_named_so_that_the_rules_may_say_what_is_wrong() -> None:
    assert read_card("KD", LEGAL).name == "DK"


@pytest.mark.parametrize("text", ["0", "5", "99999999999999999999", "-1"])
def test_place_outside_the_list_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no card number|is no card"):
        read_card(text, LEGAL)


@pytest.mark.parametrize("text", ["1H1", "KK", "HH", "1S", "A", "pass", "10", "²"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no card number 10|is no card: type a number of the list"):
        read_card(text, LEGAL)
