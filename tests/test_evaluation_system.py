"""What calls are measured to mean, on bidders whose meanings are known."""

from pathlib import Path

import numpy as np
import pytest

from agents.batched import make_batched
from agents.learned.system import CallMeaning, System, read_system, system_beside
from bridge.actions import PASS, index
from evaluation.system import measure
from evaluation.system_card import html_card, text_card


@pytest.fixture(scope="module")
def sayc() -> System:
    return measure("sayc", lambda n, rng: make_batched("sayc", n, rng), 6000, np.random.default_rng(1))


def meaning(system: System, auction: str) -> CallMeaning:
    found = system.meaning([index(call) for call in auction.split()])
    assert found is not None
    return found


def test_one_notrump_is_measured_as_a_balanced_hand_of_fifteen_to_seventeen(sayc: System) -> None:
    opening = meaning(sayc, "1N")
    assert opening.hcp[0] == 15
    assert opening.hcp[2] == 17
    assert opening.balanced > 0.9


def test_major_opening_is_measured_as_five_cards(sayc: System) -> None:
    assert meaning(sayc, "1S").lengths[3][0] == 5


def test_passes_before_the_opening_bid_do_not_matter(sayc: System) -> None:
    assert meaning(sayc, "P P 1S") == meaning(sayc, "1S")


def test_stayman_is_forcing_and_a_raise_to_game_is_not(sayc: System) -> None:
    assert meaning(sayc, "1N P 2C").forcing
    assert not meaning(sayc, "1N P 3N").forcing


def test_shares_of_the_calls_of_a_situation_add_up_to_no_more_than_one(sayc: System) -> None:
    for before in {found.before for found in sayc.meanings}:
        assert sum(found.share for found in sayc.after(before)) < 1.001


def test_all_opening_bids_and_boards_passed_out_are_all_boards(sayc: System) -> None:
    told = sum(found.share for found in sayc.after(()))
    assert 0.95 < told <= 1.001


def test_bidder_who_always_passes_has_one_call() -> None:
    system = measure("pass", lambda n, rng: make_batched("pass", n, rng), 200, np.random.default_rng(0))
    assert {found.action for found in system.meanings} == {PASS}


def test_auction_that_was_never_seen_has_no_meaning(sayc: System) -> None:
    assert sayc.meaning([index("7N")]) is None


def test_same_seed_measures_the_same() -> None:
    one, two = (
        measure("sayc", lambda n, rng: make_batched("sayc", n, rng), 300, np.random.default_rng(5), fewest=5)
        for _ in range(2)
    )
    assert one == two


def test_system_written_and_read_is_the_same(sayc: System) -> None:
    assert read_system(sayc.to_json()) == sayc


@pytest.mark.parametrize("text", ["[]", "{}", '{"agent": "x", "boards": 1, "meanings": [{}]}', "nonsense"])
def test_text_that_is_no_system_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_system(text)


def test_system_lies_beside_its_checkpoint() -> None:
    assert system_beside(Path("a/bidder.safetensors")) == Path("a/bidder.system.json")


def test_cards_tell_every_opening_bid(sayc: System) -> None:
    text, page = text_card(sayc), html_card(sayc)
    assert "15–17 HCP" in text
    assert "15–17 HCP" in page
    assert "Partner opened 1N" in text
    assert "<script" not in page
