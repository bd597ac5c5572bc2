"""Rubber bridge: below and above the line, games, vulnerability, bonuses, totals, the scorecard."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.calls import Contract
from bridge.cards import Denomination
from bridge.deal import Deal
from bridge.rubber import Entry, Honours, Rubber, honours_in
from bridge.scoring import raw_score
from bridge.seats import Seat, Side, Vulnerability

EXAMPLES = {
    case["id"]: case
    for case in map(json.loads, (Path(__file__).parent / "data" / "rubber_examples.jsonl").read_text().splitlines())
}


def after(*deals: str, rubber: Rubber | None = None) -> Rubber:
    """A rubber after deals written ``"4H S 11"``: contract, declarer, tricks; ``"-"`` is passed out."""
    rubber = Rubber() if rubber is None else rubber
    for deal in deals:
        if deal == "-":
            rubber = rubber.passed_out()
            continue
        contract, declarer, tricks = deal.split()
        rubber = rubber.scored(Contract.parse(f"{contract} by {declarer}"), int(tricks))
    return rubber


def points(rubber: Rubber, deal: int, side: Side, below: bool) -> int:
    return sum(
        entry.points
        for entry in rubber.entries_of(deal)
        if entry.side is side and entry.below is below and not entry.reason.startswith("rubber")
    )


def rubber_bonus(rubber: Rubber) -> dict[str, Any] | None:
    found = [entry for entry in rubber.entries if entry.reason.startswith("rubber")]
    return {"side": str(found[0].side), "points": found[0].points} if found else None


def scored(rubber: Rubber, deal: dict[str, Any]) -> Rubber:
    """A deal of the examples; where they name a side or "a major", any of them will do."""
    declarer = deal.get("declarer", deal.get("side", "")[:1])
    text = deal["contract"].replace("M", "S") + "x" * deal["doubled"]
    return rubber.scored(Contract.parse(f"{text} by {declarer}"), deal["tricks"])


def test_game_with_an_overtrick_and_a_down_trick_give_200_to_0() -> None:
    rubber = after("4H S 11", "2S E 7")
    assert (rubber.total(Side.NS), rubber.total(Side.EW)) == (200, 0)
    assert rubber.above(Side.NS) == 80
    assert rubber.part_score(Side.NS) == 0
    assert rubber.games_won(Side.NS) == 1
    assert not rubber.is_over


@pytest.mark.parametrize("name", ["RB1", "RB2"])
def test_every_deal_of_a_worked_rubber_goes_where_the_example_says(name: str) -> None:
    rubber = Rubber()
    for number, (deal, expected) in enumerate(
        zip(EXAMPLES[name]["deals"], EXAMPLES[name]["expected"]["after_deal"], strict=True), 1
    ):
        rubber = scored(rubber, deal)
        for side in Side:
            for place in ("below", "above"):
                assert points(rubber, number, side, place == "below") == expected.get(f"{side}_{place}", 0)


def test_rubber_of_three_games_ends_as_in_the_example() -> None:
    expected = EXAMPLES["RB1"]["expected"]
    rubber = Rubber()
    for deal in EXAMPLES["RB1"]["deals"]:
        rubber = scored(rubber, deal)
    assert (rubber.total(Side.NS), rubber.total(Side.EW)) == (expected["NS_total"], expected["EW_total"])
    assert rubber_bonus(rubber) == expected["rubber_bonus"]
    # North-South won the rubber and lost on points.
    assert rubber.winner is Side.NS


def test_running_totals_before_a_rubber_bonus() -> None:
    rubber = Rubber()
    for deal in EXAMPLES["RB2"]["deals"]:
        rubber = scored(rubber, deal)
    expected = EXAMPLES["RB2"]["expected"]["running_totals_before_any_rubber_bonus"]
    assert {str(side): rubber.total(side) for side in Side} == expected
    assert rubber_bonus(rubber) is None


def test_part_scores_add_up_to_the_game_that_ends_a_rubber() -> None:
    case = EXAMPLES["RB4"]
    state = {Side[name]: numbers for name, numbers in case["state"].items()}
    entries = [Entry(1, Side.NS, state[Side.NS]["below_won"], True, "a game")]
    for side in Side:
        entries.append(Entry(2, side, state[side]["below"], True, "part-score"))
        entries.append(Entry(2, side, state[side]["above"], False, "above"))
    rubber = scored(Rubber(deals=2, entries=tuple(entries)), case["deals"][0])
    assert (rubber.total(Side.NS), rubber.total(Side.EW)) == (
        case["expected"]["NS_total"],
        case["expected"]["EW_total"],
    )
    assert rubber_bonus(rubber) == case["expected"]["rubber_bonus"]


def test_part_score_completes_a_game_and_makes_the_side_vulnerable() -> None:
    rubber = after("2H N 8")
    assert rubber.part_score(Side.NS) == 60
    rubber = after("2H S 8", rubber=rubber)
    assert rubber.games_won(Side.NS) == 1
    assert rubber.vulnerable is Vulnerability.NS


def test_a_game_cuts_off_the_other_sides_part_score() -> None:
    rubber = after("2S E 8", "3NT N 9")
    assert rubber.part_score(Side.EW) == 0
    assert after("2H W 8", rubber=rubber).games_won(Side.EW) == 0


def test_part_score_that_was_cut_off_still_counts_in_the_total() -> None:
    assert after("2S E 8", "3NT N 9").total(Side.EW) == 60


def test_overtricks_do_not_count_towards_game() -> None:
    assert after("3H N 13").games_won(Side.NS) == 0


def test_doubled_part_score_can_be_a_game() -> None:
    assert after("2Hx N 8").games_won(Side.NS) == 1


def test_vulnerability_has_nothing_to_do_with_the_number_of_the_deal() -> None:
    rubber = after("-", "-", "-", "-")
    assert (rubber.deals, rubber.vulnerable) == (4, Vulnerability.NONE)


def test_passed_out_deal_scores_nothing_and_the_deal_moves_on() -> None:
    rubber = after("-")
    assert (rubber.entries, rubber.dealer) == ((), Seat.E)


@pytest.mark.parametrize(
    ("deals", "bonus"),
    [(("4S N 10", "3NT S 9"), 700), (("4S N 10", "4H E 10", "5C N 11"), 500)],
)
def test_rubber_bonus_depends_on_the_losers_games(deals: tuple[str, ...], bonus: int) -> None:
    assert rubber_bonus(after(*deals)) == {"side": "NS", "points": bonus}


@pytest.mark.parametrize(("contract", "tricks", "above"), [("6S", 12, 500), ("7S", 13, 1000)])
def test_slam_bonus_is_the_small_or_the_grand_one_never_both(contract: str, tricks: int, above: int) -> None:
    assert after(f"{contract} N {tricks}").above(Side.NS) == above


def test_slam_bonus_of_a_vulnerable_side_is_higher() -> None:
    rubber = after("4S N 10", "6S N 12")
    assert points(rubber, 2, Side.NS, below=False) == 750


@pytest.mark.parametrize(("doubled", "insult"), [("x", 50), ("xx", 100)])
def test_insult_bonus_is_above_the_line(doubled: str, insult: int) -> None:
    assert after(f"1C{doubled} N 7").above(Side.NS) == insult


def test_undertricks_go_above_the_line_of_the_defenders() -> None:
    rubber = after("4Sx N 6")
    assert (rubber.above(Side.EW), rubber.total(Side.NS)) == (800, 0)


def test_no_deal_follows_the_end_of_a_rubber() -> None:
    over = after("4S N 10", "4S N 10")
    with pytest.raises(ValueError, match="rubber is over"):
        over.passed_out()


def test_fourteen_tricks_are_refused() -> None:
    with pytest.raises(ValueError, match="14 tricks"):
        after("4S N 14")


# --- honours ---------------------------------------------------------------------------------------------------------

FIVE_SPADES = Deal.parse("N:AKQJT.432.432.32 987.AKQ.AKQ.9876 65.JT987.JT987.5 432.65.65.AKQJT4")


@pytest.mark.parametrize(
    ("denomination", "held"),
    [
        (Denomination.S, Honours(Side.NS, 150)),
        (Denomination.C, Honours(Side.EW, 150)),
        (Denomination.H, None),
        (Denomination.NT, None),
    ],
)
def test_five_trump_honours_in_one_hand(denomination: Denomination, held: Honours | None) -> None:
    assert honours_in(FIVE_SPADES, denomination) == held


def test_four_trump_honours_in_one_hand_are_worth_100() -> None:
    deal = Deal.parse("N:AKQJ9.432.432.32 T87.AKQ.AKQ.9876 65.JT987.JT987.5 432.65.65.AKQJT4")
    assert honours_in(deal, Denomination.S) == Honours(Side.NS, 100)


def test_four_aces_count_at_no_trump_only() -> None:
    deal = Deal.parse("N:A432.A32.A32.A32 KQJ.KQJ.KQJ.KQJ9 T98.T98.T98.T876 765.7654.7654.54")
    assert honours_in(deal, Denomination.NT) == Honours(Side.NS, 150)
    assert honours_in(deal, Denomination.S) is None


def test_honours_go_above_the_line_of_whoever_holds_them() -> None:
    rubber = Rubber().scored(Contract.parse("4S by N"), 10, Honours(Side.EW, 100))
    assert rubber.above(Side.EW) == 100


# --- totals ----------------------------------------------------------------------------------------------------------

CONTRACTS = st.builds(
    Contract, st.integers(1, 7), st.sampled_from(Denomination), st.integers(0, 2), st.sampled_from(Seat)
)
DEALS = st.lists(st.none() | st.tuples(CONTRACTS, st.integers(0, 13)), max_size=20)


@given(DEALS)
def test_totals_equal_an_independent_sum(deals: list[tuple[Contract, int] | None]) -> None:
    """Duplicate scores without the bonus for game or part-score, and a race to two games kept by hand."""
    rubber, totals, below, games = Rubber(), [0, 0], [0, 0], [0, 0]
    for deal in deals:
        if deal is None:
            rubber = rubber.passed_out()
            continue
        contract, tricks = deal
        side = contract.declarer.side
        vulnerable = games[side] > 0
        score = raw_score(contract, Vulnerability(3 if vulnerable else 0), tricks)
        if score > 0:
            per_trick = 20 if contract.denomination < Denomination.H else 30
            first = 10 if contract.denomination is Denomination.NT else 0
            trick_score = (contract.level * per_trick + first) * 2**contract.doubled
            totals[side] += score - ((500 if vulnerable else 300) if trick_score >= 100 else 50)
            below[side] += trick_score
            if below[side] >= 100:
                games[side] += 1
                below = [0, 0]
        else:
            totals[side.opponents] -= score
        rubber = rubber.scored(contract, tricks)
        if 2 in games:
            totals[games.index(2)] += 700 if 0 in games else 500
            break
    assert [rubber.total(side) for side in Side] == totals
    assert [rubber.part_score(side) for side in Side] == below
    assert [rubber.games_won(side) for side in Side] == games


# --- the scorecard ---------------------------------------------------------------------------------------------------


def test_scorecard_has_a_line_between_above_and_below_and_under_every_game() -> None:
    assert str(after("4H S 11", "2S E 7", "2S W 8")) == "\n".join(
        [
            "       NS |        EW",
            "       50 |          ",
            "       30 |          ",
            "==========+==========",
            "      120 |          ",
            "----------+---------- game to NS",
            "          |        60",
            "==========+==========",
            "      200 |        60  total",
            "games 1-0, vulnerable NS, West deals next",
        ]
    )


def test_scorecard_of_a_finished_rubber_names_the_winner() -> None:
    assert str(after("4S N 10", "3NT S 9")).splitlines()[-1] == "games 2-0, rubber to NS"


def test_scorecard_of_a_new_rubber_is_empty() -> None:
    assert str(Rubber()).splitlines()[-1] == "games 0-0, vulnerable None, North deals next"
