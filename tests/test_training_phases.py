"""Training the play, and auction and play together: who acts, what is recorded, and what opponents do."""

from pathlib import Path

import numpy as np
import pytest
import torch

import agents
from agents.batched import make_batched
from agents.learned import NetworkSettings, PolicyNetwork, save_network
from agents.pimc import PimcCardPlayer
from bridge import observation
from bridge.actions import N_CARDS, PASS
from bridge.batch import Boards
from bridge.engine import NOBODY
from bridge.seats import N_SEATS, Seat
from bridge.solved import shipped_deals
from bridge.view import View
from training.hidden import HIDDEN_SIZE
from training.lineup import lineup
from training.phases import FULL, PHASES, PLAY, TrainedPhase, act_while
from training.players import whole_player, with_whole_players
from training.rollout import collect, draw_boards
from training.sequences import SequenceBatch
from training.settings import OpponentSettings, RewardSettings, TrainSettings

N = 24


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def bid_boards(n: int = N, seed: int = 0) -> Boards:
    """Boards whose auctions SAYC-lite has bid, a passed-out one first."""
    boards, _ = draw_boards(shipped_deals().part("train"), n, rng(seed))
    for _ in range(4):
        boards.act(np.array([0]), np.array([PASS]))
    act_while(Boards.in_auction, boards, make_batched("sayc", n, rng()))
    return boards


def network_for(phase: str) -> PolicyNetwork:
    torch.manual_seed(0)
    network = PolicyNetwork(NetworkSettings(phase=phase, encoder_size=16, memory_size=8))
    torch.nn.init.normal_(network.policy.weight)
    return network


class Recorded:
    """A rollout of a phase and its record, every sequence with its board and seat."""

    def __init__(self, phase: TrainedPhase, opponent: str | None = None, seed: int = 0, n: int = N) -> None:
        boards, _ = draw_boards(shipped_deals().part("train"), n, rng(seed))
        self.boards = boards if phase.bids else bid_boards(n, seed)
        agent = None if opponent is None else make_batched(opponent, n, rng())
        seating = lineup(n, [(agent, 1.0)], phase.acting(self.boards))
        generator = torch.Generator().manual_seed(seed)
        recorder = collect(network_for(phase.name), self.boards, seating, generator, phase=phase)
        self.lengths = recorder.lengths
        self.numbers, self.seats = np.nonzero(seating.learns)
        rewards = (1 + np.arange(len(self.lengths))).astype(np.float32)
        self.batch: SequenceBatch = recorder.finish(rewards, np.zeros((len(rewards), HIDDEN_SIZE), dtype=np.int8))
        self.declarers = self.boards.states["declarer"][self.numbers]

    def seen(self, piece: str, sequence: int) -> np.ndarray:
        """A piece of the observation at every turn of a sequence."""
        turns = int(self.lengths[sequence])
        return self.batch.observations[:turns, sequence, observation.SLICES[piece]].numpy()


@pytest.fixture(scope="module")
def play() -> Recorded:
    return Recorded(PLAY)


@pytest.fixture(scope="module")
def full() -> Recorded:
    return Recorded(FULL)


def test_every_card_of_every_contract_is_recorded_once(play: Recorded) -> None:
    contracts = play.boards.states["declarer"] != NOBODY
    assert contracts.sum() > N / 2
    assert bool(play.boards.are_over().all())
    assert play.lengths.sum() == N_CARDS * contracts.sum()


def test_declarer_plays_dummys_cards_too_and_defenders_their_own(play: Recorded) -> None:
    declaring = play.seats == play.declarers
    assert set(play.lengths[declaring]) == {26}
    assert set(play.lengths[~declaring]) == {13}


def test_dummy_never_acts_and_nobody_on_a_board_that_was_passed_out(play: Recorded) -> None:
    assert not ((play.declarers + 2) % N_SEATS == play.seats).any()
    assert 0 not in play.numbers


def test_declarers_turns_hold_the_cards_of_his_own_hand_and_of_dummys(play: Recorded) -> None:
    owners = play.boards.states["owner"]
    for sequence in np.flatnonzero(play.seats == play.declarers)[:5]:
        cards = play.batch.actions[:26, sequence].numpy()
        board, declarer = play.numbers[sequence], play.declarers[sequence]
        sides = [declarer, (declarer + 2) % N_SEATS]
        assert sorted(cards) == sorted(np.flatnonzero(np.isin(owners[board], sides)))


def test_reward_of_the_play_goes_to_the_last_card_of_each_seat(play: Recorded) -> None:
    turns, sequences = np.nonzero(play.batch.rewards.numpy())
    assert sorted(sequences) == list(range(len(play.lengths)))
    assert np.array_equal(turns, play.lengths[sequences] - 1)


def test_auction_is_part_of_what_a_card_player_sees(play: Recorded) -> None:
    assert all(play.seen("bid", sequence)[0].sum() == 1 for sequence in range(10))
    assert all(play.seen("declarer", sequence)[0].sum() == 1 for sequence in range(10))


def test_one_agent_bids_and_then_plays_on_the_same_clock(full: Recorded) -> None:
    states = full.boards.states
    assert full.lengths.sum() == states["n_calls"].sum() + states["n_plays"].sum()
    for sequence in range(20):
        in_play = full.seen("phase", sequence)[:, 1]
        assert in_play.tolist() == sorted(in_play)
        actions = full.batch.actions[: len(in_play), sequence].numpy()
        assert np.array_equal(actions < N_CARDS, in_play == 1)


@pytest.mark.parametrize("opponent", ["heuristic", "pimc_train", "random", "sayc+heuristic"])
def test_learner_plays_one_side_against_a_card_player(opponent: str) -> None:
    recorded = Recorded(PLAY, opponent, n=4)
    assert bool(recorded.boards.are_over().all())
    assert set(recorded.seats[recorded.numbers == 2] % 2) <= {0}
    assert set(recorded.seats[recorded.numbers == 3] % 2) <= {1}


def test_same_seed_plays_the_same_cards_and_another_does_not() -> None:
    first, second, other = (Recorded(PLAY, "heuristic", seed).boards.states["plays"] for seed in (3, 3, 4))
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)


def with_defenders_exchanged(boards: Boards) -> Boards:
    """The same boards with the unplayed cards of the two defenders exchanged, which declarer cannot see."""
    other = boards.copy()
    lho = (boards.states["declarer"][:, np.newaxis] + 1) % N_SEATS
    rho = (lho + 2) % N_SEATS
    owner, held = boards.states["owner"], boards.states["played_at"] == 0
    other.states["owner"] = np.where(held & ((owner == lho) | (owner == rho)), lho + rho - owner, owner)
    return other


@pytest.mark.parametrize("name", ["heuristic", "pimc_train", "play"])
def test_no_card_player_in_a_batch_sees_a_hidden_hand(name: str, tmp_path: Path) -> None:
    if name == "play":
        save_network(network_for("play"), tmp_path / "play.safetensors", {})
        name = str(tmp_path / "play.safetensors")
    boards = bid_boards(8)
    rows = np.flatnonzero(PLAY.goes_on(boards))
    boards.act(rows, make_batched("heuristic", 8, rng()).act(boards, rows, boards.actors()[rows]))
    declarers = boards.actors()[rows]  # the second card is dummy's
    others = with_defenders_exchanged(boards)
    assert not np.array_equal(boards.states["owner"][rows], others.states["owner"][rows])
    answers = [make_batched(name, 8, rng()).act(each, rows, declarers).tolist() for each in (boards, others)]
    assert answers[0] == answers[1]


def test_heuristic_in_a_batch_plays_as_it_does_alone() -> None:
    boards = bid_boards()
    batch = make_batched("heuristic", N, rng())
    alone = agents.make("heuristic")
    rows = np.flatnonzero(PLAY.goes_on(boards))
    while len(rows):
        seats = boards.actors()[rows]
        cards = batch.act(boards, rows, seats)
        views = [View(boards.states[row], Seat(seat)) for row, seat in zip(rows, seats, strict=True)]
        assert cards.tolist() == [alone.act(view) for view in views]
        boards.act(rows, cards)
        rows = np.flatnonzero(PLAY.goes_on(boards))


def test_pimc_in_a_batch_is_the_player_of_the_level_for_training() -> None:
    boards = bid_boards(4)
    rows = np.flatnonzero(PLAY.goes_on(boards))
    seats = boards.actors()[rows]
    cards = make_batched("pimc_train", 4, rng()).act(boards, rows, seats)
    player = agents.make("pimc_train")
    assert isinstance(player, PimcCardPlayer)
    views = [View(boards.states[row], Seat(seat)) for row, seat in zip(rows, seats, strict=True)]
    for seat, view, card in zip(seats, views, cards, strict=True):
        player.reset(Seat(seat), rng())  # the opening lead is made by rule, whatever the stream
        assert player.act(view) == card


def test_card_playing_checkpoint_as_opponent_plays_like_the_checkpoint_as_agent(tmp_path: Path) -> None:
    path = str(tmp_path / "play.safetensors")
    save_network(network_for("play"), Path(path), {})
    boards = bid_boards(4)
    opponent = make_batched(f"sayc+{path}", 4, rng())
    players = [[agents.make(path) for _ in Seat] for _ in range(4)]
    rows = np.flatnonzero(PLAY.goes_on(boards))
    while len(rows):
        seats = boards.actors()[rows]
        cards = opponent.act(boards, rows, seats)
        for row, seat, card in zip(rows, seats, cards, strict=True):
            assert players[row][seat].act(View(boards.states[row], Seat(seat))) == card
        boards.act(rows, cards)
        rows = np.flatnonzero(PLAY.goes_on(boards))


@pytest.mark.parametrize(
    ("name", "phase", "whole"),
    [
        ("sayc", "auction", "sayc"),
        ("sayc", "play", "sayc+heuristic"),
        ("sayc", "full", "sayc+heuristic"),
        ("heuristic", "play", "heuristic"),
        ("heuristic", "full", "sayc+heuristic"),
        ("pimc_train", "full", "sayc+pimc_train"),
        ("random", "full", "random"),
        ("pass+pimc_train", "full", "pass+pimc_train"),
    ],
)
def test_opponent_of_one_phase_is_completed_for_both(name: str, phase: str, whole: str) -> None:
    assert whole_player(name, PHASES[phase]) == whole


def test_card_player_is_refused_as_an_opponent_in_the_auction() -> None:
    with pytest.raises(ValueError, match="heuristic does not bid: name a bidder"):
        whole_player("heuristic", PHASES["auction"])


def test_card_player_is_refused_as_the_bidder_of_contracts() -> None:
    with pytest.raises(ValueError, match="bidder=heuristic does not bid"):
        with_whole_players(TrainSettings(bidder="heuristic"), PLAY)


@pytest.mark.parametrize("phase", ["auction", "full"])
def test_reward_against_ones_own_contract_is_refused_where_the_learner_bids(phase: str) -> None:
    settings = TrainSettings(reward=RewardSettings("imps", "contract", 5.0))
    with pytest.raises(ValueError, match=r"reward\.against=contract pays for the play of a given contract"):
        with_whole_players(settings, PHASES[phase])


def test_seats_of_self_and_past_selves_are_left_to_the_learner() -> None:
    settings = TrainSettings(opponent=OpponentSettings(["self", "past", "sayc"], [1.0, 1.0, 1.0]))
    assert with_whole_players(settings, FULL).opponent.names == ["self", "past", "sayc+heuristic"]
