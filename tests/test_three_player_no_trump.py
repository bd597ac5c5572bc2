"""The no-trump algorithm against a plain transcription of its listing, worked hands, and the printed tables."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.three_player.no_trump import highest_level, passes, sure_tricks_shares
from bridge.deal import Hand
from evaluation.three_player import no_trump_tables, success
from evaluation.three_player.command import main


def cards_of(text: str) -> np.ndarray:
    held = np.zeros((1, 52), dtype=np.uint8)
    held[0, [card.index for card in Hand.parse(text)]] = 1
    return held


def listing(held: np.ndarray, tricks: int, greater_or_equal: bool) -> bool:
    """Algorithm 1 line by line: rows are suits, columns ranks from the ace down."""
    spare = 13 - tricks
    rows = held.reshape(4, 13)[:, ::-1]
    ones = [row.sum() for row in rows]
    zeros = [13 if row.sum() == 0 else int(row.argmax()) for row in rows]
    if sum(zeros) > spare:
        return False
    if not all(one >= zero if greater_or_equal else one > zero for one, zero in zip(ones, zeros, strict=True)):
        return False
    count, remaining = 4, spare - sum(zeros)
    for row in rows:
        places = np.flatnonzero(row)
        for gap in np.diff(places) - 1:
            if gap <= remaining:
                count += 1
                remaining -= gap
    return bool(count >= tricks)


@given(
    seed=st.integers(0, 2**32 - 1),
    size=st.sampled_from([4, 13, 13, 26]),
    tricks=st.integers(1, 13),
    strong=st.floats(0, 1.5),
    reading=st.sampled_from(["listing", "prose"]),
)
def test_compiled_conditions_agree_with_the_listing(seed, size, tricks, strong, reading):
    rng = np.random.default_rng(seed)
    # High cards come more often than in a random hand, so that hands get past the first condition.
    order = rng.gumbel(size=52) + strong * np.tile(np.arange(13), 4) / 2
    held = np.zeros((1, 52), dtype=np.uint8)
    held[0, np.argsort(order)[-size:]] = 1
    assert passes(held, tricks, reading)[0] == listing(held[0], tricks, reading == "prose")


def test_missing_high_cards_beyond_what_may_be_lost_fail_condition_a():
    # Spades miss A K, the others one each: five places; 3NT may lose four.
    assert not passes(cards_of("QJT9.KQJ.KQJ.KQJ"), 9)[0]


def test_a_card_too_few_in_a_suit_fails_condition_b():
    # The club king alone does not outnumber the ace that it misses, unless equal is enough.
    hand = cards_of("AKQJ.AKQJ.AKQJ.K")
    assert not passes(hand, 7)[0]
    assert passes(hand, 7, "prose")[0]


def test_gaps_use_up_the_tricks_that_may_be_lost():
    # 2NT may lose five: club 5-2 takes two of them, and each A-Q one, so the four highest cards and four more count.
    # 3NT may lose four: only club 5-2 and two of the A-Q are covered, which makes seven of the nine.
    hand = cards_of("AQT8.AQ8.AQ8.A52")
    assert passes(hand, 8)[0]
    assert not passes(hand, 9)[0]


def test_highest_level_of_thirteen_tricks_from_the_top_is_seven():
    assert highest_level(cards_of("AKQ.AKQ.AKQ.AKQJ"))[0] == 7


def test_a_hand_that_passes_nowhere_has_level_zero():
    assert highest_level(cards_of("5432.432.432.432"))[0] == 0


@pytest.mark.parametrize(
    ("cards", "tricks", "reading", "message"),
    [
        (np.zeros(52), 7, "listing", "shape"),
        (np.zeros((1, 52)), 14, "listing", "14 tricks"),
        (np.zeros((1, 52)), 7, "both", "unknown"),
    ],
)
def test_what_makes_no_sense_is_refused(cards, tricks, reading, message):
    with pytest.raises(ValueError, match=message):
        passes(cards, tricks, reading)


def test_earlier_rule_enumerates_all_hands_with_four_aces():
    # Four aces: 48 choose 9 of 52 choose 13.
    assert float(sum(sure_tricks_shares())) == pytest.approx(0.0026410564, abs=1e-9)


@pytest.mark.parametrize(("tricks", "in_100_000"), [(7, 14.2), (8, 3.6), (9, 0.7)])
def test_earlier_rule_with_exactly_so_many_tricks(tricks, in_100_000):
    assert float(sure_tricks_shares()[tricks]) * 1e5 == pytest.approx(in_100_000, abs=0.05)


# --- the printed tables ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tables():
    return no_trump_tables.simulate(100_000, 3, seed=0)


@pytest.mark.parametrize("level", no_trump_tables.LEVELS)
def test_single_hands_pass_as_often_as_printed(tables, level):
    count, printed = sum(tables.single[level]), sum(no_trump_tables.PRINTED_SINGLE[level])
    assert abs(no_trump_tables.standard_errors_apart(count, 300_000, printed, 300_000)) < 3


@pytest.mark.parametrize("level", no_trump_tables.LEVELS)
def test_hands_with_partners_pass_as_often_as_printed(tables, level):
    count, printed = sum(tables.with_partner[level]), no_trump_tables.PRINTED_WITH_PARTNER[level]
    assert abs(no_trump_tables.standard_errors_apart(count, 300_000, printed, 100_000)) < 3


@pytest.mark.parametrize("level", no_trump_tables.LEVELS)
def test_single_hands_pass_as_often_as_printed_beside_the_pairs(tables, level):
    count, printed = sum(tables.single[level]), no_trump_tables.PRINTED_SINGLE_BESIDE[level]
    assert abs(no_trump_tables.standard_errors_apart(count, 300_000, printed, 100_000)) < 3


@pytest.mark.parametrize(("level", "percentage"), [(1, "0.0751"), (2, "0.0443"), (3, "0.0129")])
def test_report_names_the_printed_ratio_of_single_hands_to_pairs(level, percentage):
    """The source's table 4 prints 0.075, 0.044 and 0.013."""
    ratios = no_trump_tables.report(no_trump_tables.simulate(100, 1, seed=0)).split("Ratio of the two")[1]
    assert ratios.splitlines()[level].endswith(f"printed {percentage}")


def test_prose_reading_does_not_give_the_printed_tables():
    tables = no_trump_tables.simulate(20_000, 1, seed=0, reading="prose")
    apart = no_trump_tables.standard_errors_apart(tables.single[1][0], 20_000, 17_796, 300_000)
    assert apart > 10


def test_a_seed_gives_the_same_tables():
    assert no_trump_tables.simulate(500, 2, seed=3) == no_trump_tables.simulate(500, 2, seed=3)


def test_simulations_of_one_seed_differ():
    first, second = no_trump_tables.simulate(5000, 2, seed=3).single[1]
    assert first != second


def test_command_writes_report_figures_and_numbers(tmp_path, capsys):
    assert main(["tables", "--deals", "200", "--repetitions", "2", "--out", str(tmp_path)]) == 0
    assert "printed 0.05932" in capsys.readouterr().out
    written = json.loads((tmp_path / "tables.json").read_text(encoding="utf-8"))
    assert len(written["levels"]["1"]["single"]["counts"]) == 2
    for image in ("no_trump_bars.png", "no_trump_box_plot.png"):
        assert (tmp_path / image).read_bytes().startswith(b"\x89PNG")


def test_command_says_in_one_line_why_it_cannot_write(tmp_path, capsys):
    (tmp_path / "taken").write_text("")
    assert main(["tables", "--deals", "10", "--no-figures", "--out", str(tmp_path / "taken")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# --- what the bids are worth -----------------------------------------------------------------------------------------


def test_equally_often_takes_the_strongest_and_a_share_of_the_limit():
    weights = success.equally_often(np.array([[1.0, 3.0], [2.0, 2.0]]), 2)
    assert weights.tolist() == [[0.0, 1.0], [0.5, 0.5]]


def test_rules_of_one_level_bid_equally_often():
    results = success.measure(_some_deals())
    own = {result.rule: result.bids for result in results if result.level == 1}
    assert own["high card points"] == pytest.approx(own["algorithm, own hand"])


def test_any_hand_makes_one_no_trump_as_often_as_the_solver_says():
    deals = _some_deals()
    results = success.measure(deals)
    made = next(result.made for result in results if (result.rule, result.level) == ("any hand", 1))
    assert made.mean == pytest.approx((deals.tricks[:, 4] >= 7).mean())


def _some_deals():
    from bridge.solved import SolvedDeals, shipped_deals

    deals = shipped_deals()
    return SolvedDeals(deals.packed_owners[:20_000], deals.packed_tricks[:20_000])
