"""Faults that users of other bridge programs reported, and inputs no environment should swallow, as small cases."""

from __future__ import annotations

import numpy as np
import pytest
from playing import is_over, legal, names_to_actions, random_steps, step_all

from bridge.calls import Contract
from bridge.deal import Deal
from bridge.game import IllegalActionError, final_contract
from bridge.scoring import raw_score
from bridge.seats import Seat, Vulnerability
from envs.actions import index
from envs.bridge_v0 import AGENTS, ILLEGAL_SCORE, env, raw_env
from envs.observations import SLICES

_SLAM = {
    "deal": "N:KJ52..QT843.Q852 97.QT986.95.AT73 AT84.AK2.AJ.KJ96 Q63.J7543.K762.4",
    "dealer": "N",
    "vulnerable": "NS",
    "calls": "1D 1H 1S 2H 2S 3H 6S P P P",
}


def _table(**options) -> raw_env:
    table = raw_env()
    table.reset(seed=0, options=options)
    return table


# --- auction ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        ("1S X 2S P P P", "2♠ by N"),
        ("1S X XX P P P", "1♠xx by N"),
        ("1S X P P 2H P P P", "2♥ by N"),
        ("1S X P 2H P P P", "2♥ by W"),
    ],
)
def test_new_bid_clears_double_and_redouble(calls, contract):
    """bridgescape#1."""
    assert str(final_contract(Seat.N, names_to_actions(calls))) == contract


@pytest.mark.parametrize("dealer", Seat)
def test_seats_of_calls_and_declarer_follow_the_dealer(dealer):
    """TricksterBots#80."""
    table = _table(dealer=str(dealer))
    for place, call in enumerate(names_to_actions("1C P 1H P 2H P P P")):
        assert table.agent_selection == AGENTS[(dealer + place) % 4]
        table.step(call)
    assert table.game.contract.declarer is dealer.partner


# --- play ------------------------------------------------------------------------------------------------------------


def test_opening_lead_comes_from_the_hand_left_of_declarer():
    """ben#96."""
    table = _table(dealer="W", calls="1N P P P")
    rng = np.random.default_rng(0)
    for step in range(4):
        seat = Seat((Seat.N + step) % 4)
        assert table.game.turn is seat
        (card,) = random_steps(table, rng, 1)
        assert table.game.board.deal.owners[card] == seat
        assert table.game.owner_of_played(card) is seat


def test_ace_of_another_suit_does_not_win_the_trick():
    """TricksterBots#129: hearts are trumps; C4 (E), SA (S), CQ (W), C2 (N): West wins."""
    table = _table(
        deal="N:87.T97.JT9.98652 32.AK3.A32.AK743 AQJT654.865.Q87. K9.QJ42.K654.QJT",
        dealer="N",
        calls="1H P P P",
    )
    assert table.game.turn is Seat.E
    step_all(table, "C4 SA CQ C2")
    assert table.game.turn is Seat.W
    assert table.game.tricks_won(Seat.W.side) == 1


# --- scoring ---------------------------------------------------------------------------------------------------------


def test_contract_without_declarer_is_refused_and_never_loses_its_double():
    """redeal#28."""
    for text in ("7NX", "7NTX"):
        with pytest.raises(ValueError, match="names no declarer"):
            Contract.parse(text)
    assert Contract.parse("7NXN").doubled == 1
    assert Contract.parse("7NTXX by N").doubled == 2


@pytest.mark.parametrize(("level", "score"), [(4, 790), (3, 930), (2, 1070), (1, 760)])
def test_doubled_overtricks_count_two_hundred_when_vulnerable(level, score):
    """A forum's question on doubled games: vulnerable, doubled, ten tricks in hearts."""
    contract = Contract.parse(f"{level}HX by N")
    assert raw_score(contract, Vulnerability.NS, 10) == score


def test_score_comes_from_tricks_won_or_from_the_solver_and_from_the_same_contract():
    """open_spiel#244."""
    results = {}
    for play in ("cards", "double_dummy"):
        table = raw_env(play=play)
        table.reset(options=_SLAM)
        random_steps(table, np.random.default_rng(3))
        won = table.game.declarer_tricks
        results[play] = table.infos["player_0"]
        assert results[play]["declarer_tricks"] == won
        assert results[play]["raw_score"] == raw_score(table.game.contract, table.game.vulnerable, won)
    assert results["cards"]["contract"] == results["double_dummy"]["contract"] == "6♠ by S"
    assert results["cards"]["raw_score"] != results["double_dummy"]["raw_score"]


# --- observation -----------------------------------------------------------------------------------------------------


def test_bid_is_encoded_at_the_relative_seat_of_its_bidder():
    """open_spiel#1619: East deals and opens; South sees the bid at its right, as West does when North deals."""
    deal = Deal.random(np.random.default_rng(0))
    turned = Deal(bytes((owner + 3) % 4 for owner in deal.owners))
    east = _table(deal=deal.pbn(), dealer="E", vulnerable="None", calls="1C")
    north = _table(deal=turned.pbn(), dealer="N", vulnerable="None", calls="1C")
    souths, easts = east.observe("player_2")["observation"], north.observe("player_1")["observation"]
    assert (souths == easts).all()
    assert souths[SLICES["bids"]].reshape(35, 4)[0].tolist() == [0, 0, 0, 1]
    wests = north.observe("player_3")["observation"]
    assert wests[SLICES["bids"]].reshape(35, 4)[0].tolist() == [0, 1, 0, 0]


def test_unseen_cards_are_those_of_the_hands_that_the_seat_does_not_see():
    """rlcard#276: as North, with East dummy."""
    table = _table(dealer="W", calls="1N P P P")
    deal = table.game.board.deal

    def unseen() -> set[int]:
        vector = table.observe("player_0")["observation"]
        seen = vector[SLICES["hand"]] | vector[SLICES["dummy_hand"]] | (vector[SLICES["played_in"]] > 0)
        return set(np.flatnonzero(seen == 0))

    assert unseen() == {card for card in range(52) if deal.owners[card] != Seat.N}
    random_steps(table, np.random.default_rng(0), 1)
    assert unseen() == {card for card in range(52) if deal.owners[card] in (Seat.S, Seat.W)}


# --- environment -----------------------------------------------------------------------------------------------------


def test_an_agent_that_obeys_its_view_never_acts_illegally():
    """PettingZoo#863: the mask of the view is the mask of the environment, in auction and play."""
    table, rng = raw_env(), np.random.default_rng(0)
    for seed in range(100):
        table.reset(seed=seed)
        while not is_over(table):
            table.step(rng.choice(legal(table.view(table.agent_selection).legal_actions())))


def test_board_after_an_illegal_move_is_like_a_fresh_one():
    """PettingZoo#1176."""

    def transcript(table):
        rng, seen = np.random.default_rng(0), []
        table.reset(seed=5)
        for agent in table.agent_iter():
            observation, reward, over, cut, info = table.last()
            action = None if over else int(rng.choice(legal(observation["action_mask"])))
            seen.append((agent, observation["observation"].tobytes(), reward, over, cut, info, action))
            table.step(action)
        return seen

    used = env()
    used.reset(seed=4)
    used.step(index("XX"))
    while used.agents:
        used.step(None)
    assert transcript(used) == transcript(env())


def test_no_agent_is_stepped_after_it_left():
    """PettingZoo#652: after an end by an illegal move, and after an ordinary end, each agent leaves once."""
    for first_action in ("X", "P"):
        table = env(play="double_dummy")
        table.reset(seed=1)
        table.step(index(first_action))
        left = []
        for agent in table.agent_iter():
            over = table.terminations[agent]
            assert agent not in left
            if over:
                left.append(agent)
            table.step(None if over else index("P"))
        assert sorted(left) == list(AGENTS)


def test_seed_of_reset_is_not_ignored():
    """PettingZoo#1223."""
    table = raw_env()
    boards = []
    for seed in (1, 1, None, None, 2):
        table.reset(seed=seed)
        boards.append(str(table.game.board))
    assert boards[0] == boards[1]
    assert len(set(boards)) == 4


# --- bad inputs ------------------------------------------------------------------------------------------------------


def test_masked_action_raises_raw_and_penalises_the_offender_wrapped():
    table = _table(dealer="N")
    before = table.game.state.tobytes()
    with pytest.raises(IllegalActionError, match="North cannot do X: there is no bid to double"):
        table.step(index("X"))
    assert table.game.state.tobytes() == before
    wrapped = env()
    wrapped.reset(seed=0, options={"dealer": "N"})
    wrapped.step(index("X"))
    assert wrapped.rewards == {"player_0": ILLEGAL_SCORE, "player_1": 0, "player_2": 0, "player_3": 0}


@pytest.mark.parametrize(("make", "error"), [(env, AssertionError), (raw_env, Exception)])
def test_step_before_reset_says_that_reset_is_needed(make, error):
    with pytest.raises(error, match=r"reset\(\)"):
        make().step(52)


@pytest.mark.parametrize("make", [env, raw_env])
def test_only_none_is_valid_for_an_agent_whose_board_is_over(make):
    table = make()
    table.reset(seed=0, options={"calls": "P P P P"})
    with pytest.raises(ValueError, match="only valid action is None"):
        table.step(0)


@pytest.mark.parametrize("seed", ["abc", -1, 2**70, 1.0])
@pytest.mark.parametrize("make", [env, raw_env])
def test_bad_seed_is_a_clear_error_and_the_environment_stays_usable(make, seed):
    table = make()
    table.reset(seed=1)
    before = table.unwrapped.game.board
    with pytest.raises(ValueError, match=r"a seed is an integer from 0 to 2\*\*64 - 1"):
        table.reset(seed=seed)
    assert table.unwrapped.game.board == before
    table.step(index("P"))
    table.reset(seed=1)
    assert table.unwrapped.game.board == before


def test_card_out_of_turn_is_refused():
    """The hand after the leader tries to lead."""
    table = _table(**_SLAM)
    with pytest.raises(IllegalActionError, match="West cannot do D3: the card is not in the hand that is to play"):
        table.step(index("D3"))


def test_declarer_plays_from_dummy_and_sees_dummys_cards_in_its_mask():
    table = _table(**_SLAM)
    step_all(table, "H3")
    assert table.agent_selection == AGENTS[Seat.S]
    dummy = {card.index for card in table.game.board.deal.hand(Seat.N)}
    assert set(legal(table.observe(table.agent_selection)["action_mask"])) == dummy
    step_all(table, "D3")
    assert table.game.owner_of_played(index("D3")) is Seat.N
