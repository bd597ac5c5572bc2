"""Checkpoints: what is written, what is refused, and the agent that comes out."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

import agents
from agents.learned import CheckpointError, LearnedAgent, NetworkSettings, PolicyNetwork, load_network, save_network
from bridge.actions import FIRST_BID, PASS
from bridge.agent import OutOfRoleError
from bridge.board import Board
from bridge.game import Game
from bridge.observation import LAYOUT
from bridge.public import Phase
from bridge.seats import Seat
from bridge.view import View
from evaluation.table import play_board


@pytest.fixture
def network() -> PolicyNetwork:
    torch.manual_seed(0)
    network = PolicyNetwork(NetworkSettings(encoder_size=16, memory_size=8))
    # Decided opinions, so that an illegal favourite would show.
    torch.nn.init.normal_(network.policy.weight, std=3.0)
    return network


@pytest.fixture
def checkpoint(network: PolicyNetwork, tmp_path: Path) -> Path:
    path = tmp_path / "agent.safetensors"
    save_network(network, path, {"global_step": int(np.int64(7)), "seed": 1})
    return path


def test_checkpoint_gives_the_network_back(network: PolicyNetwork, checkpoint: Path) -> None:
    loaded, origin = load_network(checkpoint)
    assert loaded.settings == network.settings
    assert origin == {"global_step": 7, "seed": 1}
    for name, weights in network.state_dict().items():
        assert torch.equal(loaded.state_dict()[name], weights)


def test_saving_leaves_no_other_file(checkpoint: Path) -> None:
    assert [path.name for path in checkpoint.parent.iterdir()] == [checkpoint.name]


def test_missing_checkpoint_is_named(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"nothing\.safetensors does not exist"):
        load_network(tmp_path / "nothing.safetensors")


@pytest.mark.parametrize("damage", [b"", b"garbage" * 100, "cut"])
def test_corrupt_checkpoint_is_refused_in_one_line(checkpoint: Path, damage: bytes | str) -> None:
    data = checkpoint.read_bytes()
    checkpoint.write_bytes(data[: len(data) // 2] if isinstance(damage, str) else damage)
    with pytest.raises(CheckpointError) as error:
        load_network(checkpoint)
    assert "\n" not in str(error.value)
    assert checkpoint.name in str(error.value)


def test_pickled_file_is_never_loaded(tmp_path: Path) -> None:
    path = tmp_path / "pickled.safetensors"
    torch.save({"weights": torch.zeros(1)}, path)
    with pytest.raises(CheckpointError, match="cannot be read"):
        load_network(path)


def test_weights_without_description_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bare.safetensors"
    save_file({"weights": torch.zeros(1)}, path)
    with pytest.raises(CheckpointError, match="is not of format"):
        load_network(path)


def rewritten(checkpoint: Path, **changed: str | None) -> None:
    """Write a checkpoint again with other metadata; None leaves an entry out."""
    with safe_open(checkpoint, framework="pt") as file:
        metadata = file.metadata() | changed
        weights = {name: file.get_tensor(name) for name in list(file.keys())}
    save_file(weights, checkpoint, {name: value for name, value in metadata.items() if value is not None})


def test_weights_that_do_not_fit_their_description_are_refused(network: PolicyNetwork, checkpoint: Path) -> None:
    rewritten(checkpoint, network=json.dumps(asdict(network.settings) | {"memory_size": 9}))
    with pytest.raises(CheckpointError, match="does not fit its description"):
        load_network(checkpoint)


@pytest.mark.parametrize(
    ("layout", "fault"),
    [
        (LAYOUT.replace("turn:4 dealer:4", "dealer:4 turn:4"), "it reads dealer:4 where turn:4 stands now"),
        (LAYOUT.replace("bid:35", "bid:36"), "it reads bid:36 where bid:35 stands now"),
        (LAYOUT.removesuffix(" tricks:2"), "it reads nothing where tricks:2 stands now"),
        (f"{LAYOUT} claims:4", "it reads claims:4 where nothing stands now"),
    ],
)
def test_checkpoint_for_another_layout_of_observations_is_refused(checkpoint: Path, layout: str, fault: str) -> None:
    assert layout != LAYOUT
    rewritten(checkpoint, observation=layout)
    with pytest.raises(CheckpointError, match=fault) as error:
        load_network(checkpoint)
    assert "\n" not in str(error.value)


def test_checkpoint_that_does_not_tell_its_layout_is_refused(checkpoint: Path) -> None:
    rewritten(checkpoint, observation=None)
    with pytest.raises(CheckpointError, match="it reads nothing where"):
        load_network(checkpoint)


def test_agent_of_a_checkpoint_makes_only_legal_calls_on_100_boards(checkpoint: Path) -> None:
    players = [agents.make(str(checkpoint)) for _ in Seat]
    rng = np.random.default_rng(0)
    for number in range(1, 101):
        game = Game(Board.random(number, rng))
        for seat, player in zip(Seat, players, strict=True):
            player.reset(seat, rng)
        while game.phase is Phase.AUCTION:
            assert game.actor is not None
            game.act(players[game.actor].act(game.view(game.actor)))


def test_drawing_agent_depends_on_its_stream_alone(network: PolicyNetwork) -> None:
    board = Board.random(1, np.random.default_rng(0))

    def first_calls(seed: int) -> list[int]:
        agent = LearnedAgent(network, greedy=False)
        calls = []
        for step in range(20):
            agent.reset(Seat.N, np.random.default_rng([seed, step]))
            calls.append(agent.act(Game(board).view(Seat.N)))
        return calls

    assert first_calls(1) == first_calls(1)
    assert first_calls(1) != first_calls(2)


def test_agent_forgets_the_last_board_on_reset(network: PolicyNetwork) -> None:
    agent = LearnedAgent(network)
    view = Game(Board.random(1, np.random.default_rng(0))).view(Seat.N)
    agent.reset(Seat.N, np.random.default_rng(0))
    agent.act(view)
    remembered = agent._memory
    agent.act(view)
    assert not torch.equal(agent._memory.hidden, remembered.hidden)
    agent.reset(Seat.N, np.random.default_rng(0))
    agent.act(view)
    assert torch.equal(agent._memory.hidden, remembered.hidden)


def checkpoint_of(phase: str, folder: Path) -> str:
    torch.manual_seed(0)
    network = PolicyNetwork(NetworkSettings(phase=phase, encoder_size=16, memory_size=8))
    torch.nn.init.normal_(network.policy.weight, std=3.0)
    path = folder / f"{phase}.safetensors"
    save_network(network, path, {})
    return str(path)


@pytest.mark.parametrize(
    ("phase", "bids", "plays"), [("auction", True, False), ("play", False, True), ("full", True, True)]
)
def test_checkpoint_does_what_it_was_trained_for(phase: str, bids: bool, plays: bool, tmp_path: Path) -> None:
    agent = agents.make(checkpoint_of(phase, tmp_path))
    assert (agents.can_bid(agent), agents.can_play(agent)) == (bids, plays)


def test_bidding_network_says_that_it_plays_no_cards(tmp_path: Path) -> None:
    with pytest.raises(OutOfRoleError, match=r"^this checkpoint only bids: compose it with a card player.*$"):
        agents.make(checkpoint_of("auction", tmp_path)).act(opening_lead())


def test_card_playing_network_says_that_it_does_not_bid(tmp_path: Path) -> None:
    dealer = Game(Board.random(1, np.random.default_rng(0))).view(Seat.N)
    with pytest.raises(OutOfRoleError, match=r"^this checkpoint only plays cards: compose it with a bidder.*$"):
        agents.make(checkpoint_of("play", tmp_path)).act(dealer)


def opening_lead() -> View:
    """The view of the leader against one club."""
    game = Game(Board.random(1, np.random.default_rng(0)))
    for call in (FIRST_BID, PASS, PASS, PASS):
        game.act(call)
    return game.view(Seat.E)


@pytest.mark.parametrize("name", ["sayc+{play}", "{auction}+{play}", "{auction}+heuristic", "{full}", "{full}+{play}"])
def test_checkpoints_play_whole_boards_alone_or_in_compositions(name: str, tmp_path: Path) -> None:
    paths = {phase: checkpoint_of(phase, tmp_path) for phase in ("auction", "play", "full")}
    players = [agents.make(name.format(**paths)) for _ in Seat]
    result = play_board(Board.random(1, np.random.default_rng(2)), players, np.random.SeedSequence(0))
    assert result.contract is None or len(result.plays) == 52
