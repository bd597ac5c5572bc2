"""Lessons: expert plays and labelled boards, played again as each seat could see them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from test_training_learner import FULL_SETTINGS, PLAY_SETTINGS, SETTINGS, learner, run_for, weights

from agents.batched import make_batched
from bridge import double_dummy, observation
from bridge.actions import FIRST_BID, N_ACTIONS, N_CARDS
from bridge.batch import Boards
from bridge.observation import SIZE
from bridge.solved import in_part
from training import losses
from training.expert_plays import NO_CARD, ExpertPlays, shipped_plays
from training.labelling import LABELLED
from training.labels import STEPS_AN_IMP, UNLABELLED
from training.learner import Learner
from training.lessons import ExpertLessons, LabelledLessons, Lessons, _imaged, source_of, studied
from training.phases import FULL, PLAY, act_while
from training.sequences import NOTHING_TO_COPY
from training.settings import AlgorithmSettings, LessonSettings, TrainSettings


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.fixture(scope="module")
def plays() -> ExpertPlays:
    return shipped_plays()[np.arange(0, 64_000, 400)]


@pytest.fixture(scope="module")
def lessons(plays: ExpertPlays) -> Lessons:
    return ExpertLessons(plays, "sayc", images=True).draw(40, rng())


# --- expert plays -----------------------------------------------------------------------------------------------------


def test_shipped_records_are_those_with_cards() -> None:
    assert len(shipped_plays()) == 64_818
    assert (shipped_plays().plays[:, 0] != NO_CARD).all()


def test_saved_plays_are_read_as_they_were(tmp_path: Path, plays: ExpertPlays) -> None:
    plays.save(tmp_path / "plays.npz")
    read = ExpertPlays.load(tmp_path / "plays.npz")
    assert all(np.array_equal(getattr(read, name), getattr(plays, name)) for name in ExpertPlays.__slots__)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut"])
def test_damaged_plays_are_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "plays.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"^expert plays: .*cannot be read.*install it again$"):
        ExpertPlays.load(path)


def test_card_is_sound_where_it_costs_no_trick_double_dummy(plays: ExpertPlays) -> None:
    for row in range(6):
        cards = plays.plays[row][plays.plays[row] != NO_CARD]
        steps = np.diff(
            double_dummy.trace(
                plays.owners[row], int(plays.denominations[row]), int(plays.declarers[row]), cards
            ).astype(int)
        )
        assert (plays.sound[row, : len(cards)] == (steps == 0)).all()


def test_parts_of_the_records_follow_from_their_deals(plays: ExpertPlays) -> None:
    parts = [plays.part(name) for name in ("train", "validation", "test")]
    assert sum(len(part) for part in parts) == len(plays)
    assert in_part(parts[2].owners, "test").all()


def test_lessons_are_of_training_deals_alone() -> None:
    source = source_of("experts", "sayc", images=False)
    drawn = source.draw(200, rng())
    assert in_part(drawn.boards.states["owner"].astype(np.uint8), "train").all()


def test_image_of_a_record_takes_as_many_double_dummy_tricks(plays: ExpertPlays) -> None:
    image = _imaged(plays[np.arange(4)], rng(1))
    assert not np.array_equal(image.owners, plays.owners[:4])
    for row in range(4):
        contract = int(image.denominations[row]), int(image.declarers[row])
        assert double_dummy.tricks(image.owners[row], *contract) == plays.tricks[row]


# --- auctions and replay ----------------------------------------------------------------------------------------------


def test_auction_leads_to_the_recorded_denomination_and_declarer(plays: ExpertPlays) -> None:
    drawn = ExpertLessons(plays, "sayc", images=False).draw(40, rng())
    studied(drawn, PLAY, SIZE, 0)
    chosen = rng().integers(len(plays), size=40)
    assert (drawn.boards.states["declarer"] == plays.declarers[chosen]).all()
    assert ((drawn.boards.states["bid"] - FIRST_BID) % 5 == plays.denominations[chosen]).all()
    calls = (drawn.calls >= FIRST_BID).sum(axis=1)
    assert 0.1 < (calls > 1).mean() < 0.9


def test_single_bids_are_of_levels_that_make_and_of_levels_that_do_not(plays: ExpertPlays) -> None:
    drawn = ExpertLessons(plays, "pass", images=False).draw(200, rng())
    assert ((drawn.calls >= FIRST_BID).sum(axis=1) == 1).all()
    studied(drawn, PLAY, SIZE, 0)
    chosen = rng().integers(len(plays), size=200)
    levels = (drawn.boards.states["bid"].astype(int) - FIRST_BID) // 5 + 1
    made = levels + 6 <= plays.tricks[chosen]
    assert 0.5 < made.mean() < 0.9


def test_sequence_shows_what_its_seat_saw(plays: ExpertPlays) -> None:
    drawn = ExpertLessons(plays, "sayc", images=True).draw(8, rng(2))
    batch = studied(replace(drawn, boards=drawn.boards.copy()), PLAY, SIZE, 0)
    boards, clock = drawn.boards, np.zeros((8, 4), np.int64)
    for turn in range(drawn.calls.shape[1]):
        rows = np.flatnonzero(drawn.calls[:, turn] >= 0)
        boards.act(rows, drawn.calls[rows, turn])
    for turn in range(N_CARDS):
        for row in np.flatnonzero(drawn.plays[:, turn] != NO_CARD).tolist():
            seat, card = int(boards.actors()[row]), int(drawn.plays[row, turn])
            seen = boards.view(row, seat).observation()
            place = clock[row, seat], row * 4 + seat
            assert np.array_equal(batch.observations[place].numpy(), seen["observation"])
            expected = card if drawn.cards_copied[row, turn] else NOTHING_TO_COPY
            assert batch.actions[place] == expected
            clock[row, seat] += 1
            boards.act(np.array([row]), np.array([card]))
    assert (batch.valid.sum(dim=0).numpy() == clock.reshape(-1)).all()


def test_card_that_cost_a_trick_is_not_copied(lessons: Lessons) -> None:
    played = lessons.plays != NO_CARD
    assert not lessons.cards_copied[~played].any()
    assert 0.01 < 1 - lessons.cards_copied[played].mean() < 0.1


def test_auctions_teach_the_calls_of_the_bidder_to_a_network_that_bids() -> None:
    drawn = source_of("auctions", "sayc", images=True).draw(12, rng())
    bid = drawn.boards.copy()
    act_while(Boards.in_auction, bid, make_batched("sayc", 12, rng()))
    batch = studied(drawn, FULL, SIZE, 0)
    assert int(batch.valid.sum()) == bid.states["n_calls"].sum()
    first = batch.actions[0].reshape(-1, 4)[np.arange(12), bid.states["dealer"].astype(np.int64)]
    assert (first.numpy() == bid.states["calls"][:, 0]).all()


def test_whole_boards_show_the_auction_of_a_record_without_teaching_it(plays: ExpertPlays) -> None:
    drawn = ExpertLessons(plays, "sayc", images=False).draw(12, rng())
    n_calls = (drawn.calls >= 0).sum()
    batch = studied(drawn, FULL, SIZE, 0)
    in_auction = batch.observations[..., observation.SLICES["phase"].start] == 1
    assert in_auction.sum() == n_calls
    assert (batch.actions[in_auction] == NOTHING_TO_COPY).all()


# --- labelled boards --------------------------------------------------------------------------------------------------


@pytest.fixture
def labelled(tmp_path: Path, plays: ExpertPlays) -> Path:
    """A file of two played boards with a label at the first turn of the second: its third card is the best."""
    whole = plays[np.flatnonzero((plays.plays != NO_CARD).all(axis=1))[:2]]
    drawn = ExpertLessons(whole, "sayc", images=False)
    lesson = drawn.draw(2, rng(4))
    boards = lesson.boards.copy()
    studied(replace(lesson, boards=boards), PLAY, SIZE, 0)
    records = np.zeros(2, LABELLED)
    records["board"], records["costs"] = boards.states, UNLABELLED
    records["costs"][:, 0] = 40
    records["costs"][:, 0, 2] = 0
    np.save(tmp_path / "labels.npy", records)
    return tmp_path / "labels.npy"


def test_labels_stand_at_the_legal_cards_from_low_to_high(labelled: Path) -> None:
    batch = studied(LabelledLessons(labelled).draw(3, rng()), PLAY, SIZE, 0)
    leads = (batch.costs[0] != UNLABELLED).any(dim=1).nonzero().squeeze(1)
    assert len(leads) == 3
    for sequence in leads.tolist():
        legal = batch.masks[0, sequence, :N_CARDS].nonzero().squeeze(1)
        assert (batch.costs[0, sequence] != UNLABELLED).nonzero().squeeze(1).tolist() == legal.tolist()
        assert batch.costs[0, sequence].argmin() == legal[2]
    assert (batch.actions == NOTHING_TO_COPY)[batch.valid].all()


def test_folder_of_labelled_boards_is_read_as_one(labelled: Path) -> None:
    (labelled.parent / "more.npy").write_bytes(labelled.read_bytes())
    assert len(LabelledLessons(labelled.parent).draw(50, rng()).boards) == 50


def test_labelled_boards_that_come_to_a_folder_are_taken_up(labelled: Path) -> None:
    lessons = LabelledLessons(labelled.parent)
    records = np.load(labelled)
    records["board"]["dealer"] = 3 - records["board"]["dealer"]
    np.save(labelled.parent / "more.npy", records)
    dealers = lessons.draw(60, rng()).boards.states["dealer"]
    assert set(dealers.tolist()) == set(records["board"]["dealer"]) | set(3 - records["board"]["dealer"])


@pytest.mark.parametrize("name", ["missing.npy", "text.npy", "empty"])
def test_lessons_that_cannot_be_read_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "text.npy").write_text("no boards")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match=r"^lessons: "):
        LabelledLessons(tmp_path / name)


# --- learning ---------------------------------------------------------------------------------------------------------


def test_loss_of_a_lesson_agrees_with_the_hand_calculation() -> None:
    """Three turns: one card to copy, one with labels, one that teaches nothing; four cards, two legal by label."""
    logits = torch.log(torch.tensor([[0.5, 0.25, 0.125, 0.125], [0.25, 0.75, 1e-30, 1e-30], [0.25] * 4]))
    costs = torch.full((3, 4), UNLABELLED, dtype=torch.uint8)
    costs[1, :2] = torch.tensor([0, 2 * STEPS_AN_IMP])
    learnt = losses.lesson_loss(logits, torch.tensor([1, -1, -1]), costs, label_coef=3.0)
    # One card is thought to cost ln 3 / 1.5 IMPs less than the other and costs 2 more: both are as far off the mean.
    off = (2 + np.log(3) / losses.LOGITS_AN_IMP) / 2
    assert float(learnt.loss) == pytest.approx((np.log(4) + 3.0 * 2 * off**2) / 2, rel=1e-5)
    assert (learnt.agreement, learnt.imps_lost) == (0.0, 2.0)


def taking_lessons(names: list[str], **train: object) -> TrainSettings:
    algorithm = AlgorithmSettings(
        algorithm="lessons", total_timesteps=4000, num_envs=16, num_minibatches=2, update_epochs=1, learning_rate=3e-3
    )
    lessons = LessonSettings(names, [1.0] * len(names))
    return replace(PLAY_SETTINGS, train=replace(algorithm, **train), lessons=lessons)  # type: ignore[arg-type]


def test_learner_loses_less_by_the_labels_after_some_lessons(tmp_path: Path, labelled: Path) -> None:
    metrics = list(learner(tmp_path / "run", taking_lessons([str(labelled)], num_envs=48)).train())
    assert metrics[-1]["charts/imps_lost"] < 0.5 * metrics[0]["charts/imps_lost"]


def test_learner_loses_less_by_playouts_after_some_lessons(tmp_path: Path) -> None:
    metrics = list(learner(tmp_path, taking_lessons(["playouts"], total_timesteps=20_000, num_envs=32)).train())
    lost = [step["charts/imps_lost"] for step in metrics]
    assert np.mean(lost[-5:]) < 0.9 * np.mean(lost[:5])


def test_network_for_the_whole_board_learns_cards_from_boards_that_it_bids_itself(tmp_path: Path) -> None:
    settings = taking_lessons(["playouts"], num_envs=16)
    whole = learner(tmp_path, replace(FULL_SETTINGS, train=settings.train, lessons=settings.lessons))
    metrics = whole.iterate()
    assert metrics["charts/learner_turns"] > 16 * 4
    assert metrics["charts/imps_lost"] > 0


def logits(each: Learner) -> torch.Tensor:
    torch.manual_seed(0)
    observations = torch.randint(2, (5, SIZE), dtype=torch.int8)
    return each.network(observations, torch.ones(5, N_ACTIONS, dtype=torch.int8), [5])[0]


def test_policy_is_sharpened_when_what_pays_follows_lessons(tmp_path: Path) -> None:
    settings = taking_lessons(["experts"], algorithm="ppo", imitation_timesteps=1, total_timesteps=5000)
    run = learner(tmp_path, replace(settings, train=replace(settings.train, critic_iterations=9, sharpen=3.0)))
    run.iterate()
    before = logits(run)
    run.iterate()
    torch.testing.assert_close(logits(run), 3.0 * before)


@pytest.mark.parametrize(
    ("train", "factor"),
    [
        ({"algorithm": "lessons"}, 3.0),
        ({"algorithm": "ppo", "imitation_timesteps": 4000}, 3.0),  # stopped before PPO began
        ({"algorithm": "ppo", "imitation_timesteps": 0}, 1.0),
    ],
)
def test_network_is_sharpened_if_the_run_that_made_it_took_lessons_last(
    tmp_path: Path, train: dict[str, object], factor: float
) -> None:
    earlier = learner(tmp_path / "one", taking_lessons(["experts"], **train))
    run_for(1, earlier)
    earlier.save()
    before = logits(earlier)
    train = replace(PLAY_SETTINGS.train, sharpen=3.0)
    for init in ("one", "one/agent.safetensors"):
        later = learner(
            tmp_path / init.replace("/", "-"), replace(PLAY_SETTINGS, train=train, init=str(tmp_path / init))
        )
        torch.testing.assert_close(logits(later), factor * before)
    again = learner(tmp_path / "again", replace(taking_lessons(["experts"]), init=str(tmp_path / "one")))
    torch.testing.assert_close(logits(again), before)


@pytest.mark.parametrize("encoder", ["flat", "suits"])
def test_sharpening_leaves_calls_as_they_are(tmp_path: Path, encoder: str) -> None:
    network = replace(FULL_SETTINGS.network, encoder=encoder)
    whole = learner(tmp_path, replace(FULL_SETTINGS, network=network))
    before = logits(whole)
    whole.network.sharpen_cards(2.0)
    torch.testing.assert_close(logits(whole)[:, :N_CARDS], 2.0 * before[:, :N_CARDS])
    torch.testing.assert_close(logits(whole)[:, N_CARDS:], before[:, N_CARDS:])


def test_playouts_of_boards_that_are_passed_out_teach_nothing(tmp_path: Path) -> None:
    settings = replace(taking_lessons(["playouts", "experts"]), bidder="pass")
    metrics = learner(tmp_path, settings).iterate()
    assert np.isnan(metrics["charts/imps_lost"])
    assert metrics["charts/learner_turns"] > 0


def test_learner_agrees_with_experts_more_after_some_lessons(tmp_path: Path) -> None:
    metrics = list(learner(tmp_path, taking_lessons(["experts"], total_timesteps=20_000, num_envs=48)).train())
    assert metrics[-1]["losses/policy_loss"] < metrics[0]["losses/policy_loss"]


def test_resumed_lessons_go_on_as_if_nothing_had_happened(tmp_path: Path, labelled: Path) -> None:
    settings = replace(
        taking_lessons(
            ["playouts", "experts", str(labelled)], algorithm="ppo", imitation_timesteps=1500, total_timesteps=3000
        ),
        checkpoint_every=1,
    )
    whole = learner(tmp_path / "whole", settings)
    run_for(1000, whole)
    run_for(2, learner(tmp_path / "stopped", settings))
    resumed = learner(tmp_path / "stopped", settings)
    resumed.load()
    run_for(1000, resumed)
    assert resumed.global_step == whole.global_step
    assert all(torch.equal(value, weights(resumed)[name]) for name, value in weights(whole).items())


@pytest.mark.parametrize("encoder", ["flat", "suits"])
def test_network_for_the_whole_board_begins_with_a_card_players_cards(tmp_path: Path, encoder: str) -> None:
    play, full = (
        replace(settings, network=replace(settings.network, encoder=encoder))
        for settings in (PLAY_SETTINGS, FULL_SETTINGS)
    )
    player = learner(tmp_path / "cards", play)
    player.save()
    whole = learner(tmp_path / "whole", replace(full, init=str(tmp_path / "cards" / "agent.safetensors")))
    torch.testing.assert_close(logits(whole)[:, :N_CARDS], logits(player))


def test_lessons_of_a_bidder_are_refused(tmp_path: Path) -> None:
    settings = taking_lessons(["experts"])
    bidder = replace(SETTINGS, train=settings.train, lessons=settings.lessons)
    with pytest.raises(ValueError, match="lessons teach the play of the cards"):
        learner(tmp_path / "bidder", bidder)
    with pytest.raises(ValueError, match="name some"):
        learner(tmp_path / "none", replace(settings, lessons=LessonSettings()))


def test_no_observation_of_a_lesson_shows_a_hidden_hand(plays: ExpertPlays) -> None:
    """Exchange the hands of declarer's opponents at the start: before the lead declarer's side sees the same."""
    drawn = ExpertLessons(plays, "sayc", images=False).draw(6, rng(3))
    boards = drawn.boards.copy()
    for turn in range(drawn.calls.shape[1]):
        rows = np.flatnonzero(drawn.calls[:, turn] >= 0)
        boards.act(rows, drawn.calls[rows, turn])
    declarers = boards.states["declarer"].astype(np.int64)
    others = Boards(boards.states["owner"].astype(np.uint8), boards.states["dealer"], boards.states["vulnerable"])
    others.states[:] = boards.states
    for row, declarer in enumerate(declarers.tolist()):
        owner = others.states["owner"][row]
        left, right = owner == (declarer + 1) % 4, owner == (declarer + 3) % 4
        owner[left], owner[right] = (declarer + 3) % 4, (declarer + 1) % 4
    rows = np.arange(6)
    hand = observation.SLICES["hand"]
    one, two = boards.observe(rows, declarers)[0], others.observe(rows, declarers)[0]
    assert np.array_equal(one, two)
    assert not np.array_equal(
        boards.observe(rows, (declarers + 1) % 4)[0][:, hand], others.observe(rows, (declarers + 1) % 4)[0][:, hand]
    )
