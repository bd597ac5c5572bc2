"""Tournaments of any number of teams: who meets whom, what must cancel, and what the results may not depend on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
import torch

from agents.agreements import SAYC, Agreements
from agents.disclosure import disclosure_of
from agents.learned import LearnedAgent, NetworkSettings, PolicyNetwork, save_network
from agents.learned.fixed_batch import FixedBatchBidder
from agents.learned.system import System, system_beside
from agents.passing import AlwaysPass
from agents.random_agent import RandomAgent
from bridge.actions import FIRST_BID, PASS
from bridge.batch import Boards
from bridge.seats import Seat, Side
from evaluation.auctions import CHUNK
from evaluation.boards import (
    BENCHMARKS,
    MatchBoard,
    benchmark_boards,
    digest_of,
    random_boards,
    solved_boards,
)
from evaluation.formats import Format, contests
from evaluation.plan import Plan, plan_of
from evaluation.results import Results, read_results
from evaluation.sequential import Until
from evaluation.session import open_session
from evaluation.settings import TournamentSettings
from evaluation.store import IN_MEMORY, Store, StoreError
from evaluation.summary import summarise
from evaluation.table import play_board
from evaluation.teams import Team, labels_of
from evaluation.tournament import play_tournament, shares_of

BOARDS = solved_boards(24, 5)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> str:
    torch.manual_seed(0)
    network = PolicyNetwork(NetworkSettings(encoder_size=32, memory_size=16))
    # Near to indifferent: a rounding error would be enough for another call.
    path = tmp_path_factory.mktemp("net") / "agent.safetensors"
    save_network(network, path, {})
    return str(path)


def played(plan: Plan, boards: Sequence[MatchBoard], **options: int) -> Results:
    with Store(IN_MEMORY) as store:
        for _ in play_tournament(plan, boards, store, **options):
            pass
        return read_results(plan, store)


# --- formats ---------------------------------------------------------------------------------------------------------


def test_everybody_meets_everybody_in_a_round_robin() -> None:
    assert contests("round_robin", 4) == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def test_a_gauntlet_is_run_by_the_first_team() -> None:
    assert contests("gauntlet", 4) == ((0, 1), (0, 2), (0, 3))


@pytest.mark.parametrize(("form", "n"), [("match", 3), ("match", 1), ("round_robin", 1), ("pairs", 2), ("gauntlet", 1)])
def test_a_format_refuses_too_few_or_too_many_teams(form: Format, n: int) -> None:
    with pytest.raises(ValueError, match=f"format={form} needs"):
        contests(form, n)


def test_every_contest_of_a_round_robin_is_the_match_of_its_teams() -> None:
    names = ["sayc", "pass", "random"]
    whole = played(plan_of(names, form="round_robin", seed=3), BOARDS)
    for number, (one, two) in enumerate(whole.plan.contests):
        match = played(plan_of([names[one], names[two]], seed=3), BOARDS)
        assert whole.differences(number).tolist() == match.differences(0).tolist()


def test_a_pairs_field_compares_all_results_of_a_board() -> None:
    plan = plan_of(["sayc", "pass", "random"], form="pairs")
    results = played(plan, BOARDS)
    summary = summarise(results, [], "")
    shares = [standing.matchpoints.mean for standing in summary.standings if standing.matchpoints is not None]
    assert sum(shares) == pytest.approx(150)  # half the top for each of three pairs
    assert sum(standing.cross_imps.mean for standing in summary.standings if standing.cross_imps) == pytest.approx(0)
    assert shares == sorted(shares, reverse=True)


def test_teams_of_the_same_name_are_told_apart() -> None:
    assert plan_of(["pass", "sayc", "pass"], form="round_robin").labels == ("pass #1", "sayc", "pass #2")


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["/x/runs/first/agent.safetensors", "sayc"], ("first", "sayc")),
        (["runs/first/agent.safetensors", "runs/first/untrained.safetensors"], ("first", "untrained")),
        (["x/first/agent.safetensors+heuristic", "x/first/agent.safetensors"], ("first+heuristic", "first")),
        (["a/first/agent.safetensors", "b/first/agent.safetensors", "b/last"], ("a/first", "b/first", "last")),
        (["runs/v1.5", "runs/sayc", "sayc"], ("v1.5", "runs/sayc", "sayc")),
        (["runs/first", "runs/first/agent.safetensors"], ("runs/first", "runs/first/agent.safetensors")),
        (["runs/first", "runs/first"], ("first #1", "first #2")),
        (["lstm_bidder", "module.of:Own"], ("lstm_bidder", "module.of:Own")),
    ],
)
def test_checkpoints_are_called_by_as_little_of_their_paths_as_tells_them_apart(
    names: list[str], labels: tuple[str, ...]
) -> None:
    assert labels_of([Team(name) for name in names]) == labels


def test_label_of_a_users_own_agent_is_no_path() -> None:
    assert labels_of([Team("mine/agent.safetensors", maker=AlwaysPass)]) == ("mine/agent.safetensors",)


# --- what must cancel ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "play"),
    [
        ("random", "double_dummy"),
        ("sayc", "double_dummy"),
        ("checkpoint", "double_dummy"),
        ("sayc+random", "cards"),
        ("random", "cards"),
        ("checkpoint+heuristic", "cards"),
    ],
)
def test_a_team_against_itself_comes_out_at_zero_on_every_board(name: str, play: str, checkpoint: str) -> None:
    team = name.replace("checkpoint", checkpoint)
    results = played(plan_of([team, team], play="cards" if play == "cards" else "double_dummy"), BOARDS[:8])
    assert results.differences(0).tolist() == [0] * 8


def test_pimc_without_a_clock_against_itself_comes_out_at_zero_on_every_board() -> None:
    team = Team("sayc+pimc_hard", {"budget": None})
    results = played(plan_of([team, team], play="cards"), BOARDS[:1])
    assert results.differences(0).tolist() == [0]


@pytest.mark.parametrize("one", ["sayc", "random", "checkpoint"])
def test_exchanging_the_teams_negates_every_board(one: str, checkpoint: str) -> None:
    names = [one.replace("checkpoint", checkpoint), "pass"]
    there = played(plan_of(names, seed=2), BOARDS).differences(0)
    back = played(plan_of(names[::-1], seed=2), BOARDS).differences(0)
    assert there.any()
    assert there.tolist() == (-back).tolist()


# --- what the results may not depend on ------------------------------------------------------------------------------


def test_batches_of_auctions_are_the_auctions_of_the_table() -> None:
    plan = plan_of(["sayc", "random"], seed=4)
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, BOARDS, store))
        boards = list(store.boards())
    for board in boards:
        for table in board.tables:
            teams = [plan.teams[(table.ns, table.ew)[seat.side]] for seat in Seat]
            seed = np.random.SeedSequence(4, spawn_key=(1, board.number))
            alone = play_board(board.item.board, [team.make() for team in teams], seed, play="double_dummy")
            assert alone.calls == table.result.calls


def test_a_composed_bidder_bids_in_a_batch_as_it_does_at_the_table() -> None:
    plan = plan_of(["random+heuristic", "sayc+heuristic"], play="cards", seed=4)
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, BOARDS[:2], store))
        boards = list(store.boards())
    for board in boards:
        for table in board.tables:
            teams = [plan.teams[(table.ns, table.ew)[seat.side]] for seat in Seat]
            seed = np.random.SeedSequence(4, spawn_key=(1, board.number))
            alone = play_board(board.item.board, [team.make() for team in teams], seed, play="cards")
            assert (alone.calls, alone.plays) == (table.result.calls, table.result.plays)


def test_a_learned_bidder_sees_the_same_bits_whatever_is_at_the_other_tables(checkpoint: str) -> None:
    seen: list[torch.Tensor] = []

    class Recording(LearnedAgent):
        def act_batch(self, observations, masks, memory):  # type: ignore[no-untyped-def]
            actions, after = super().act_batch(observations, masks, memory)
            seen.append(torch.cat([part[5] for part in after]))
            return actions, after

    torch.manual_seed(0)
    agent = Recording(PolicyNetwork(NetworkSettings(encoder_size=32, memory_size=16)))
    for boards, first in ((BOARDS[:8], 0), (BOARDS[5:7], 5), (BOARDS[5:6], 5)):
        started = Boards(
            np.stack([item.board.deal.array() for item in boards]),
            [int(item.board.dealer) for item in boards],
            [int(item.board.vulnerable) for item in boards],
        )
        rows = np.arange(len(boards))
        FixedBatchBidder(agent, CHUNK, first).act(started, rows, started.actors())
    assert torch.equal(seen[0], seen[1])
    assert torch.equal(seen[0], seen[2])


def test_an_agent_that_draws_its_calls_does_not_bid_in_batches() -> None:
    agent = LearnedAgent(PolicyNetwork(NetworkSettings(encoder_size=8, memory_size=8)), greedy=False)
    with pytest.raises(ValueError, match="greedy=True"):
        FixedBatchBidder(agent, CHUNK)


def test_shares_are_parts_of_a_batch() -> None:
    plan = plan_of(["sayc", "pass"])
    for n in (1, 7, 24, 64, 1000):
        for share in shares_of(plan, random_boards(n, 0)):
            assert share[0][0] // CHUNK == share[-1][0] // CHUNK


def test_results_do_not_depend_on_the_number_of_jobs() -> None:
    plan = plan_of(["sayc", "random", "pass"], form="round_robin", seed=1)
    one, two = played(plan, BOARDS, jobs=1), played(plan, BOARDS, jobs=2)
    assert one.scores_ns.tolist() == two.scores_ns.tolist()


def test_ray_plays_as_one_process_does() -> None:
    pytest.importorskip("ray")
    plan = plan_of(["sayc", "random"], seed=1)
    with Store(IN_MEMORY) as here, Store(IN_MEMORY) as there:
        list(play_tournament(plan, BOARDS, here))
        list(play_tournament(plan, BOARDS, there, executor="ray"))
        assert [board.tables for board in there.boards()] == [board.tables for board in here.boards()]


# --- one role --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["declarer", "defence"])
def test_one_role_is_compared_in_the_same_contracts(role: str) -> None:
    plan = plan_of(
        ["heuristic", "random", "heuristic"],
        form="round_robin",
        play="cards",
        bidder="sayc",
        compare="declarer" if role == "declarer" else "defence",
        opposition="random",
    )
    results = played(plan, BOARDS[:8])
    house = len(plan.teams)
    for board, contracts in enumerate(results.contracts):
        assert len(set(contracts)) == 1
        contract = contracts[0]
        assert contract is not None
        side = contract.declarer.side if role == "declarer" else contract.declarer.side.opponents
        own = results.ns if side is Side.NS else results.ew
        other = results.ew if side is Side.NS else results.ns
        assert own[board].tolist() == [0, 1, 2]
        assert other[board].tolist() == [house] * 3
    assert results.differences(plan.contests.index((0, 2))).tolist() == [0] * 8
    assert results.differences(0).any()


def test_comparing_one_role_needs_the_same_auctions() -> None:
    with pytest.raises(ValueError, match="auctions=sayc"):
        plan_of(["sayc+heuristic", "sayc+random"], play="cards", compare="declarer")


# --- stopping early --------------------------------------------------------------------------------------------------


def test_a_tournament_stops_when_its_interval_is_narrow_enough() -> None:
    plan = plan_of(["sayc", "pass"])
    boards = solved_boards(1000, 0)
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, boards, store, until=Until(half_width=1.0)))
        results = read_results(plan, store)
    assert CHUNK <= len(results) < 1000
    assert len(results) % CHUNK == 0


def test_where_a_tournament_stops_does_not_depend_on_the_number_of_jobs() -> None:
    plan = plan_of(["sayc", "pass"])
    boards = solved_boards(512, 0)
    counts = []
    for jobs in (1, 2):
        with Store(IN_MEMORY) as store:
            list(play_tournament(plan, boards, store, jobs=jobs, until=Until(decided=True)))
            counts.append(sorted(store.finished()))
    assert counts[0] == counts[1]
    assert len(counts[0]) < 512


def test_equal_teams_play_every_board() -> None:
    plan = plan_of(["pass", "pass"])
    with Store(IN_MEMORY) as store:
        list(play_tournament(plan, solved_boards(256, 0), store, until=Until(half_width=1.0, decided=True)))
        assert len(store.finished()) == 256


# --- boards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["test-100", "test-1000"])
def test_a_benchmark_is_the_same_for_everybody(name: str) -> None:
    boards = benchmark_boards(name)
    assert len(boards) == int(name.removeprefix("test-"))
    assert digest_of(boards) == BENCHMARKS[name]
    assert [item.board.number for item in boards] == list(range(1, len(boards) + 1))


def test_a_benchmark_of_other_deals_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BENCHMARKS, "test-100", BENCHMARKS["test-1000"])
    with pytest.raises(ValueError, match="not the ones it was made of"):
        benchmark_boards("test-100")


def test_the_digest_of_boards_changes_with_any_of_them() -> None:
    assert digest_of(BOARDS) != digest_of([*BOARDS[1:], BOARDS[0]])


# --- the store -------------------------------------------------------------------------------------------------------


def test_a_store_gives_back_what_was_played(tmp_path: Path) -> None:
    plan = plan_of(["sayc+heuristic", "random"], play="cards", analysis=True)
    with Store(tmp_path / "results.sqlite") as store, Store(IN_MEMORY) as memory:
        list(play_tournament(plan, BOARDS[:2], store))
        list(play_tournament(plan, BOARDS[:2], memory))
        first = [board.tables for board in store.boards()]
        assert first == [board.tables for board in memory.boards()]
    with Store(tmp_path / "results.sqlite") as store:
        again = list(store.boards())
    assert [board.tables for board in again] == first
    assert np.array_equal(again[0].item.table, BOARDS[0].table)


def test_two_processes_cannot_play_one_tournament(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with Store(path) as store:
        store.put({"a": 1})
        with pytest.raises(ValueError, match="another process plays it"):
            Store(path)


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    path.write_bytes(b"not a database, but long enough to be taken for one" * 20)
    with pytest.raises(ValueError, match="holds no results"):
        Store(path)


def test_a_store_that_cannot_grow_says_so_and_keeps_what_it_has(tmp_path: Path) -> None:
    plan = plan_of(["pass", "random"])
    path = tmp_path / "results.sqlite"
    with Store(path) as store:
        # A limit of pages is to SQLite what a full disk is.
        store._db.execute(f"PRAGMA max_page_count = {store._db.execute('PRAGMA page_count').fetchone()[0] + 2}")
        with pytest.raises(StoreError, match=r"results\.sqlite cannot be read or written: database or disk is full"):
            list(play_tournament(plan, solved_boards(256, 1), store))
        kept = len(store.finished())
    with Store(path) as store:
        assert 0 < len(store.finished()) == kept == len(list(store.boards()))


def test_a_damaged_store_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with Store(path) as store:
        list(play_tournament(plan_of(["pass", "random"]), BOARDS, store))
    content = bytearray(path.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    path.write_bytes(content)
    with Store(path) as store, pytest.raises(StoreError, match=r"results\.sqlite cannot be read or written"):
        list(store.boards())


# --- going on --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names", [{"auctions": "NET"}, {"auctions": "sayc", "compare": "declarer", "opposition": "NET+heuristic"}]
)
def test_a_checkpoint_that_changed_is_refused_whatever_its_part(
    names: dict[str, str], checkpoint: str, tmp_path: Path
) -> None:
    net = tmp_path / "net.safetensors"
    net.write_bytes(Path(checkpoint).read_bytes())
    given = {name: value.replace("NET", str(net)) for name, value in names.items()}
    settings = TournamentSettings(
        team_a="heuristic", team_b="random", play="cards", boards=2, output=str(tmp_path / "out"), **given
    )
    open_session(settings)[1].close()
    torch.manual_seed(1)
    save_network(PolicyNetwork(NetworkSettings(encoder_size=32, memory_size=16)), net, {})
    with pytest.raises(ValueError, match=r"the checkpoints of .* are not what they were"):
        open_session(TournamentSettings(resume=str(tmp_path / "out")))


@pytest.fixture
def told(checkpoint: str, tmp_path: Path) -> str:
    """A learned bidder whose system lies beside it."""
    net = tmp_path / "net.safetensors"
    net.write_bytes(Path(checkpoint).read_bytes())
    system_beside(net).write_text(System("net", 1, ()).to_json(), encoding="utf-8")
    return str(net)


@pytest.mark.parametrize(("play", "refused"), [("cards", True), ("double_dummy", False)])
def test_a_measured_system_that_changed_is_refused_where_players_are_told_it(
    play: str, refused: bool, told: str, tmp_path: Path
) -> None:
    begun = TournamentSettings(team_a=told, team_b="pass", play=play, boards=2, output=str(tmp_path / "out"))
    open_session(begun)[1].close()
    system_beside(Path(told)).write_text(System("net", 2, ()).to_json(), encoding="utf-8")
    resumed = TournamentSettings(resume=str(tmp_path / "out"))
    with pytest.raises(ValueError, match="are not what they were") if refused else nullcontext():
        open_session(resumed)[1].close()


# --- what the players are told ---------------------------------------------------------------------------------------


class Listening(RandomAgent):
    """Remembers what it is told."""

    heard: ClassVar[list[Agreements]] = []

    def be_told(self, agreements: Agreements) -> None:
        self.heard.append(agreements)


@pytest.fixture
def heard() -> list[Agreements]:
    Listening.heard.clear()
    return Listening.heard


def test_everybody_is_told_what_both_sides_disclose(heard: list[Agreements], told: str) -> None:
    played(plan_of([Team("all ears", maker=Listening), f"{told}+heuristic"], play="cards"), BOARDS[:1])
    disclosed = disclosure_of(told)
    assert disclosed is not None
    assert set(heard) == {Agreements.of_sides(None, disclosed), Agreements.of_sides(disclosed, None)}


def test_nobody_is_told_anything_without_disclosure(heard: list[Agreements]) -> None:
    played(plan_of([Team("all ears", maker=Listening), "sayc+heuristic"], play="cards", disclosure=False), BOARDS[:1])
    assert heard == []


def test_given_auctions_mean_what_their_bidder_discloses(heard: list[Agreements]) -> None:
    played(plan_of([Team("all ears", maker=Listening), "heuristic"], play="cards", bidder="sayc"), BOARDS[:1])
    assert set(heard) == {Agreements.of_sides(SAYC, SAYC)}


def test_nothing_is_said_of_recorded_auctions(heard: list[Agreements]) -> None:
    boards = [replace(BOARDS[0], calls=(FIRST_BID, PASS, PASS, PASS))]
    played(plan_of([Team("all ears", maker=Listening), "heuristic"], play="cards", recorded_auctions=True), boards)
    assert heard == []


def test_card_players_told_that_all_play_sayc_play_as_if_nobody_had_told_them() -> None:
    teams = [Team(f"sayc+pimc_{level}", {"budget": None}) for level in ("train", "easy")]
    results = [played(plan_of(teams, play="cards", disclosure=told), BOARDS[:2]).scores_ns for told in (True, False)]
    assert results[0].tolist() == results[1].tolist()


def test_a_tournament_of_other_settings_is_refused(tmp_path: Path) -> None:
    settings = TournamentSettings(team_a="pass", team_b="random", boards=2, output=str(tmp_path / "out"))
    _, store = open_session(settings)
    with store:
        store.put({"settings": store.get("settings") | {"bidding_box": True}})
    with pytest.raises(ValueError, match="settings of another version"):
        open_session(TournamentSettings(resume=str(tmp_path / "out")))


def test_recorded_auctions_need_a_file(tmp_path: Path) -> None:
    settings = TournamentSettings(
        team_a="heuristic", play="cards", auctions="recorded", source="test-100", output=str(tmp_path / "out")
    )
    with pytest.raises(ValueError, match="source='test-100' is none: give a PBN or LIN file"):
        open_session(settings)
    assert not (tmp_path / "out").exists()


def test_a_store_may_be_closed_while_somebody_still_reads() -> None:
    store = Store(IN_MEMORY)
    list(play_tournament(plan_of(["pass", "random"]), BOARDS, store))
    scores = store.scores()
    next(scores)
    store.close()
    scores.close()
