"""Building players by name: what there is, what a composition does, and how bad names are refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import agents
from agents.pair import BidderWithCardPlayer
from bridge.actions import PASS, index
from bridge.agent import Agent, spawn_streams
from bridge.board import Board
from bridge.deal import Deal
from bridge.game import Game
from bridge.seats import Seat
from bridge.view import View


def game(calls: str = "", seed: int = 0) -> Game:
    table = Game(Board.numbered(1, Deal.random(np.random.default_rng(seed))))
    for call in calls.split():
        table.act(index(call))
    return table


class Lead:
    """An agent of a user's own: it takes an option and plays cards only."""

    def __init__(self, highest: bool = False) -> None:
        self.highest = highest

    def reset(self, seat: Seat, rng: np.random.Generator) -> None:
        pass

    def act(self, view: View) -> int:
        legal = np.flatnonzero(view.legal_actions())
        return int(legal[-1] if self.highest else legal[0])


class NoAgent:
    pass


@pytest.mark.parametrize("name", [*agents.NAMES, "sayc+heuristic", "pass+random", "test_agents_registry:Lead"])
def test_named_players_follow_the_protocol(name: str) -> None:
    assert isinstance(agents.make(name), Agent)


def played_out(name: str, table: Game) -> Game:
    players = [agents.make(name) for _ in Seat]
    for seat, player, stream in zip(Seat, players, spawn_streams(np.random.SeedSequence(0), 4), strict=True):
        player.reset(seat, stream)
    while table.actor is not None:
        table.act(players[table.actor].act(table.view(table.actor)))
    return table


def test_shipped_card_player_plays_whole_boards_and_bids_nothing() -> None:
    assert not agents.can_bid(agents.make("lstm_card_player"))
    assert len(played_out("sayc+lstm_card_player", game("1N P 3N P P P")).plays) == 52


def test_shipped_player_bids_and_plays_whole_boards() -> None:
    player = agents.make("lstm_player")
    assert agents.can_bid(player)
    assert agents.can_play(player)
    table = played_out("lstm_player", game(""))
    assert table.calls[-3:] == (PASS, PASS, PASS)
    assert len(table.plays) == 52


def test_every_call_of_make_gives_an_instance_of_its_own() -> None:
    assert agents.make("heuristic") is not agents.make("heuristic")


def test_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"'syac' is unknown.*nearest is sayc"):
        agents.make("syac")


@pytest.mark.parametrize("name", ["nowhere.safetensors", "no/such/folder", "nowhere.safetensors+heuristic"])
def test_missing_checkpoint_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"checkpoint no.* does not exist"):
        agents.make(name)


def test_damaged_checkpoint_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.safetensors"
    path.write_bytes(b"no weights")
    with pytest.raises(ValueError, match=r"bad\.safetensors") as refused:
        agents.make(path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("no_such_module:Player", "module no_such_module cannot be imported"),
        ("test_agents_registry:Nobody", "has no class Nobody"),
        ("test_agents_registry:NoAgent", "is no agent: it needs the methods reset"),
    ],
)
def test_bad_class_is_refused(name: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        agents.make(name)


def test_options_reach_a_users_own_class() -> None:
    player = agents.make("test_agents_registry:Lead", highest=True)
    assert getattr(player, "highest", None) is True
    with pytest.raises(ValueError, match="cannot be made from options"):
        agents.make("test_agents_registry:Lead", lowest=True)


@pytest.mark.parametrize(
    ("name", "bids", "plays"),
    [
        ("random", True, True),
        ("pass", True, False),
        ("sayc", True, False),
        ("heuristic", False, True),
        ("sayc+heuristic", True, True),
    ],
)
def test_what_players_do(name: str, bids: bool, plays: bool) -> None:
    player = agents.make(name)
    assert (agents.can_bid(player), agents.can_play(player)) == (bids, plays)


@pytest.mark.parametrize("name", ["pass", "sayc"])
def test_bidder_asked_for_a_card_says_that_it_only_bids(name: str) -> None:
    table = game("1N P P P")
    with pytest.raises(ValueError, match=f"{name} only bids: compose it with a card player"):
        agents.make(name).act(table.view(Seat.E))


def test_card_player_asked_for_a_call_says_that_it_only_plays_cards() -> None:
    with pytest.raises(ValueError, match="heuristic only plays cards: compose it with a bidder"):
        agents.make("heuristic").act(game().view(Seat.N))


@pytest.mark.parametrize(
    ("name", "fault"), [("heuristic+heuristic", "heuristic only plays cards"), ("sayc+pass", "pass only bids")]
)
def test_composition_in_the_wrong_order_is_refused(name: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        agents.make(name)


def test_composition_bids_with_one_and_plays_with_the_other() -> None:
    player = BidderWithCardPlayer(agents.make("pass"), Lead(highest=True))
    player.reset(Seat.E, np.random.default_rng(0))
    assert player.act(game("1N").view(Seat.E)) == PASS
    table = game("1N P P P")
    assert player.act(table.view(Seat.E)) == max(np.flatnonzero(table.legal_actions()))


def test_composition_gives_its_parts_different_streams() -> None:
    class Stream:
        def reset(self, seat: Seat, rng: np.random.Generator) -> None:
            self.rng = rng

        def act(self, view: View) -> int:
            return PASS

    bidder, card_player = Stream(), Stream()
    BidderWithCardPlayer(bidder, card_player).reset(Seat.N, np.random.default_rng(5))
    assert bidder.rng.random() != card_player.rng.random()


def test_streams_differ_and_do_not_lead_back_to_their_root() -> None:
    root = np.random.SeedSequence(2**70 + 12345)
    streams = spawn_streams(root, 4)
    assert len({stream.random() for stream in streams}) == 4
    for stream in streams:
        seed = stream.bit_generator.seed_seq
        assert seed.entropy != root.entropy  # type: ignore[attr-defined]
        assert seed.spawn_key == ()  # type: ignore[attr-defined]
