import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import double_dummy, solved
from bridge.deal import Deal
from bridge.solved import SolvedDeals, shipped_deals
from bridge.symmetry import SUIT_ORDERS, permuted_owners, permuted_tables, symmetry_key

seeds = st.integers(0, 2**32 - 1)
turns = st.integers(0, 3)
suit_orders = st.sampled_from(SUIT_ORDERS.tolist())
PARTS = ("train", "validation", "test")


def random_owners(seed, n=1):
    return solved.random_owners(np.random.default_rng(seed), n)


def test_hundred_thousand_deals_are_shipped():
    deals = shipped_deals()
    assert len(deals) == 100_000
    assert deals.owners.shape == (100_000, 52)
    assert deals.tricks.shape == (100_000, 5, 4)


def test_shipped_deals_are_read_once():
    assert shipped_deals() is shipped_deals()


def test_parts_have_their_sizes():
    sizes = {part: len(shipped_deals().part(part)) for part in PARTS}
    assert sum(sizes.values()) == 100_000
    assert sizes["test"] >= 10_000
    assert 3_500 < sizes["validation"] < 4_500


def test_no_image_of_a_deal_is_in_another_part():
    keys = [np.unique(symmetry_key(shipped_deals().part(part).owners)) for part in PARTS]
    assert all(len(np.intersect1d(a, b)) == 0 for a, b in itertools.combinations(keys, 2))


def test_unknown_part_is_refused():
    with pytest.raises(ValueError, match="part 'dev' is unknown"):
        shipped_deals().part("dev")


def test_shipped_tables_are_what_the_solver_finds():
    owners, tricks = shipped_deals().at([0, 1, 4_242, 50_000, 77_777, 99_999])
    assert np.array_equal(double_dummy.tables(owners), tricks)


def test_drawn_images_are_what_the_solver_finds():
    owners, tricks = shipped_deals().draw(np.random.default_rng(3), 6)
    assert np.array_equal(double_dummy.tables(owners), tricks)


def test_same_seed_draws_the_same_deals():
    draws = [shipped_deals().draw(np.random.default_rng(5), 10) for _ in range(2)]
    assert np.array_equal(draws[0][0], draws[1][0])
    assert np.array_equal(draws[0][1], draws[1][1])


def test_fixed_draw_repeats_no_deal():
    owners, _ = shipped_deals().part("test").draw_fixed(np.random.default_rng(0), 5_000)
    assert len(np.unique(owners, axis=0)) == 5_000


def test_fixed_draw_of_too_many_deals_is_refused():
    with pytest.raises(ValueError, match="100001 different deals"):
        shipped_deals().draw_fixed(np.random.default_rng(0), 100_001)


def test_random_deals_are_complete_deals():
    assert all(Deal.from_owners(owners).is_complete for owners in random_owners(1, 20))


@given(seeds)
def test_packing_loses_nothing(seed):
    rng = np.random.default_rng(seed)
    owners = random_owners(seed, 3)
    tricks = rng.integers(14, size=(3, 5, 4), dtype=np.uint8)
    deals = SolvedDeals.of(owners, tricks)
    assert np.array_equal(deals.owners, owners)
    assert np.array_equal(deals.tricks, tricks)


@given(seeds, turns, suit_orders)
def test_symmetry_key_is_the_same_for_every_image(seed, turn, suits):
    owners = random_owners(seed)
    assert symmetry_key(permuted_owners(owners, turn, suits)) == symmetry_key(owners)


def test_all_images_of_a_deal_are_different_deals_of_one_part():
    owners = random_owners(9)
    images = np.concatenate([permuted_owners(owners, turn, suits) for turn in range(4) for suits in SUIT_ORDERS])
    assert len(np.unique(images, axis=0)) == 96
    assert len(np.unique(symmetry_key(images))) == 1


def test_different_deals_have_different_keys():
    assert len(np.unique(symmetry_key(shipped_deals().owners))) == 100_000


@given(seeds, turns, suit_orders)
@settings(max_examples=20)
def test_image_moves_every_card_by_turn_and_suit(seed, turn, suits):
    owners = random_owners(seed)
    image = permuted_owners(owners, turn, suits)
    for card in range(52):
        suit, rank = divmod(card, 13)
        assert image[0, 13 * suits[suit] + rank] == (owners[0, card] + turn) % 4


@given(seeds, turns, suit_orders)
@settings(max_examples=20)
def test_table_moves_with_seats_and_suits(seed, turn, suits):
    table = np.random.default_rng(seed).integers(14, size=(1, 5, 4), dtype=np.uint8)
    image = permuted_tables(table, turn, suits)
    for denomination, seat in itertools.product(range(5), range(4)):
        moved = suits[denomination] if denomination < 4 else 4
        assert image[0, moved, (seat + turn) % 4] == table[0, denomination, seat]


def test_saved_file_loads_again(tmp_path):
    path = tmp_path / "some.npz"
    owners, tricks = shipped_deals().at(range(5))
    SolvedDeals.of(owners, tricks).save(path)
    assert np.array_equal(SolvedDeals.load(path).tricks, tricks)
    assert [file.name for file in tmp_path.iterdir()] == ["some.npz"]


def test_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"there is no file .*none\.npz"):
        SolvedDeals.load(tmp_path / "none.npz")


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut"])
def test_damaged_file_is_refused_in_one_line(tmp_path, content):
    path = tmp_path / "bad.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"bad\.npz cannot be read") as caught:
        SolvedDeals.load(path)
    assert "\n" not in str(caught.value)


def test_file_cut_short_is_refused(tmp_path):
    path = tmp_path / "cut.npz"
    SolvedDeals.of(random_owners(0, 50), np.zeros((50, 5, 4))).save(path)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(ValueError, match="cannot be read"):
        SolvedDeals.load(path)


def test_file_of_other_arrays_is_refused(tmp_path):
    np.savez(tmp_path / "other.npz", owners=np.zeros((3, 4)), tricks=np.zeros((3, 4)))
    with pytest.raises(ValueError, match="owners are float64"):
        SolvedDeals.load(tmp_path / "other.npz")


def test_file_with_fourteen_cards_in_a_hand_is_refused(tmp_path):
    owners = random_owners(0)
    owners[0, np.flatnonzero(owners[0] == 1)[0]] = 0
    SolvedDeals.of(owners, np.zeros((1, 5, 4))).save(tmp_path / "fourteen.npz")
    with pytest.raises(ValueError, match="thirteen cards"):
        SolvedDeals.load(tmp_path / "fourteen.npz")
