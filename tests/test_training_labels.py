"""Labels of cards: made from what a seat may know, in IMPs, and nothing of the deal leaks into label or input."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from card_play import exchanged, positions_at_the_table

from bridge.actions import N_ACTIONS, index
from bridge.board import Board
from bridge.deal import Deal
from bridge.game import Game
from bridge.seats import Seat, Vulnerability
from bridge.view import View
from training import labelling
from training.labelling import LABELLED, labelled_chunk
from training.labels import EFFORTS, STEPS_AN_IMP, UNLABELLED, Effort, costs_of

PLAN = labelling.Labelling("sayc", ("heuristic", "random"), 0.1, seed=3)


def cost_by_card(view: View) -> dict[int, float]:
    """The label of each legal card, in IMPs."""
    costs = costs_of([view], np.random.default_rng(0))[0]
    cards = np.flatnonzero(view.legal_actions())
    assert (costs[len(cards) :] == UNLABELLED).all()
    return {int(card): float(cost) / STEPS_AN_IMP for card, cost in zip(cards, costs, strict=False)}


def views_before_and_after(seed: int, n: int, first_turn: int) -> list[tuple[View, View]]:
    """Positions as the player on turn sees them, and again with the hidden cards dealt anew."""
    rng = np.random.default_rng(seed)
    pairs: list[tuple[View, View]] = []
    for turn, game in enumerate(positions_at_the_table(seed)):
        if len(game.plays) >= first_turn and turn % 5 == 0:
            assert game.actor is not None
            pairs.append((game.view(game.actor), exchanged(game, rng)))
        if len(pairs) == n:
            break
    return pairs


def test_label_and_input_do_not_depend_on_the_hidden_cards() -> None:
    """Exchange cards that the seat cannot see: what it learns from and what it reads stay the same."""
    for before, after in views_before_and_after(seed=5, n=40, first_turn=8):
        labels = [costs_of([view], np.random.default_rng(1)) for view in (before, after)]
        assert np.array_equal(*labels)
        inputs = [view.observation() for view in (before, after)]
        assert all(np.array_equal(inputs[0][name], inputs[1][name]) for name in inputs[0])


def test_labels_of_a_batch_of_worlds_differ_from_the_real_deals_own_costs() -> None:
    """Were a label the real deal's, some card of every position would cost nothing at all."""
    pairs = views_before_and_after(seed=6, n=40, first_turn=12)
    least = [min(cost_by_card(view).values()) for view, _ in pairs]
    assert max(least) > 0


def ending(cards: str) -> Game:
    """Four tricks from the end of 3NT by South, who has all the rest but must not block: North-South have won nine."""
    game = Game(
        Board(
            Deal.parse("N:AKQJ.AKQ.A32.432 T98.JT98.K54.T98 765.765.QJT.AKQJ 432.432.9876.765"),
            Seat.S,
            Vulnerability.NONE,
        )
    )
    for action in f"3N P P P {cards}".split():
        game.act(index(action))
    return game


def test_card_that_gives_up_a_sure_trick_costs_imps() -> None:
    """West leads; dummy holds the ace and small ones over it: each label is at least nothing and at most 24 IMPs."""
    game = ending("S2")
    assert game.actor is Seat.S
    costs = cost_by_card(game.view(Seat.S))
    assert set(costs) == {index(card) for card in ("SA", "SK", "SQ", "SJ")}
    assert len({round(cost, 3) for cost in costs.values()}) == 1  # touching cards are worth the same


def test_every_legal_card_has_a_label_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.labels.EFFORTS", (Effort(0, 0.0, 1), Effort(40, 1.0, 4)))
    records = labelled_chunk(PLAN, 0, 4)
    labelled = (records["costs"] != UNLABELLED).sum(axis=2)
    assert labelled[:, 40:].any()
    assert not labelled[:, :40].any()
    assert labelled.max() <= 3


def test_efforts_begin_with_the_lead_and_rise() -> None:
    starts = [effort.from_card for effort in EFFORTS]
    assert starts == sorted(starts)
    assert starts[0] == 0


def test_interrupted_labelling_goes_on_to_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.labels.EFFORTS", (Effort(0, 0.0, 1), Effort(40, 1.0, 4)))
    monkeypatch.setattr(labelling, "_CHUNK", 2)

    def made(name: str) -> bytes:
        arguments = ["--boards", "5", "--seed", "3", "--out", str(tmp_path / name)]
        assert labelling.main(arguments) == 0
        return (tmp_path / name).read_bytes()

    whole = made("whole.npy")
    part = tmp_path / "more.npy.part"
    part.write_bytes(whole[: len(whole) - LABELLED.itemsize - 7])
    assert made("more.npy") == whole
    records = np.load(tmp_path / "more.npy")
    assert records.dtype == LABELLED
    assert (records["board"]["n_plays"] % 52 == 0).all()


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--boards", "0"], "use --boards 1 or more"),
        (["--players", "sayk"], "'sayk' is unknown"),
        (["--bidder", "heuristic"], "does not bid"),
        (["--out", "labels.txt"], "give the file the suffix .npy"),
    ],
)
def test_labelling_that_cannot_be_done_ends_in_one_line(
    arguments: list[str], fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert labelling.main(["--out", str(tmp_path / "labels.npy"), *arguments]) == 2
    message = capsys.readouterr().err
    assert fault in message
    assert message.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_random_cards_of_a_labelling_are_legal() -> None:
    boards = labelling.draw_boards(labelling.shipped_deals().part("train"), 3, np.random.default_rng(0))[0]
    rows, seats = np.arange(3), boards.actors()
    masks = boards.observe(rows, seats, 0)[1]
    drawn = labelling._with_slips(boards, rows, seats, np.full(3, -1), 1.0, np.random.default_rng(0))
    assert drawn.max() < N_ACTIONS
    assert (masks[rows, drawn] == 1).all()
