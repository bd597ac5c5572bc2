"""What a board pays: raw score, or points and IMPs against another result on the same board."""

import numpy as np
import pytest

from agents.batched import make_batched
from bridge import double_dummy
from bridge.actions import index
from bridge.batch import Boards
from bridge.scoring import imps
from bridge.solved import shipped_deals
from training.phases import AUCTION, FULL, PLAY, TrainedPhase, act_while
from training.rewards import PlayedBoards, references_ns, rewards_ns
from training.settings import RewardSettings

OWNERS, TABLES = shipped_deals().part("train").at(np.arange(4))


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def paid(settings: RewardSettings, boards: PlayedBoards) -> list[float]:
    points: list[float] = rewards_ns(settings, boards.scores_ns(), references_ns(settings, boards, rng())).tolist()
    return points


def after(calls: str, boards: Boards | None = None) -> PlayedBoards:
    """The first board after an auction."""
    boards = boards or Boards(OWNERS[:1], [0], [0])
    start = boards.copy()
    for call in calls.split():
        boards.act(np.array([0]), np.array([index(call)]))
    return PlayedBoards(AUCTION, start, boards, TABLES[: len(boards)])


def played_by(name: str, phase: TrainedPhase) -> PlayedBoards:
    """All boards, bid by SAYC-lite where the phase has no auction, and acted out by one agent."""
    boards = Boards(OWNERS, [0, 1, 2, 3], [0, 1, 2, 3])
    if not phase.bids:
        act_while(Boards.in_auction, boards, make_batched("sayc", 4, rng()))
    start = boards.copy()
    act_while(phase.goes_on, boards, make_batched(name, 4, rng()))
    return PlayedBoards(phase, start, boards, TABLES)


def test_raw_reward_is_the_scaled_score() -> None:
    boards = after("1N P P P")
    assert paid(RewardSettings("raw", scale=100.0), boards)[0] * 100 == boards.scores_ns()[0]


def test_imps_against_an_agent_compare_with_its_result_on_the_same_board() -> None:
    boards = after("7N P P P")
    other = Boards(OWNERS[:1], [0], [0])
    act_while(Boards.in_auction, other, make_batched("sayc", 1, rng()))
    difference = boards.scores_ns() - other.double_dummy_scores_ns(TABLES[:1])
    assert paid(RewardSettings("imps", "sayc", 1.0), boards) == imps(difference).tolist()
    assert paid(RewardSettings("points", "sayc", 1.0), boards) == difference.tolist()


@pytest.mark.parametrize(
    ("name", "phase"),
    [("sayc", AUCTION), ("heuristic", PLAY), ("sayc+heuristic", FULL)],
    ids=["auction", "play", "full"],
)
def test_reference_against_itself_is_paid_nothing(name: str, phase: TrainedPhase) -> None:
    assert paid(RewardSettings("imps", name, 1.0), played_by(name, phase)) == [0, 0, 0, 0]


def test_par_pays_nothing_to_a_side_that_reaches_it() -> None:
    par = double_dummy.par(TABLES[0], 0, 0)
    assert paid(RewardSettings("imps", "par", 1.0), after("P P P P")) == [imps(-par)]


def test_card_play_is_scored_by_the_tricks_that_were_won() -> None:
    boards = played_by("random", PLAY)
    assert boards.scores_ns().tolist() == boards.end.won_scores_ns().tolist()
    assert boards.scores_ns().tolist() != boards.contract_scores_ns().tolist()


def test_play_is_paid_against_the_double_dummy_result_of_the_same_contract() -> None:
    boards = played_by("heuristic", PLAY)
    difference = boards.end.won_scores_ns() - boards.end.double_dummy_scores_ns(TABLES)
    assert difference.any()
    assert paid(RewardSettings("imps", "contract", 1.0), boards) == imps(difference).tolist()
    assert paid(RewardSettings("points", "contract", 1.0), boards) == difference.tolist()


def test_a_reference_leaves_the_boards_as_they_were_played() -> None:
    boards = played_by("random", PLAY)
    before = boards.end.states.copy()
    paid(RewardSettings("imps", "heuristic", 1.0), boards)
    assert np.array_equal(before, boards.end.states)
