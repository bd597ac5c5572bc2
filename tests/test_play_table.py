"""A person at the table: whole boards in every role, questions, garbage, leaving, and nothing hidden shown."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from terminal_play import (
    AFTER_A_BOARD,
    NORTH_DECLARES,
    ONE_SPADE,
    QUIET,
    WEST_DECLARES,
    FollowingHints,
    check_transcript,
    plain,
    sitting,
    then,
    typing,
)

from agents.learned.checkpoint import save_network
from agents.learned.network import NetworkSettings, PolicyNetwork
from agents.learned.system import CallMeaning, System, system_beside
from bridge.actions import PASS
from bridge.cards import Card, Suit
from bridge.seats import Seat
from terminal.boards import board_of
from terminal.chair import card_list
from terminal.session import Played, read
from terminal.settings import PlaySettings


def played(folder: Path) -> Played:
    return read(folder / "session.json").finished[0]


# --- whole boards ----------------------------------------------------------------------------------------------------


def test_whole_board_as_declarer(tmp_path: Path) -> None:
    person = sitting(plain("4S"), tmp_path, **QUIET)
    assert "Contract 4♠ by S. West leads." in person.transcript
    assert person.prompts.count("Your card from South: ") == 13
    assert person.prompts.count("Your card from North: ") == 13
    assert "raw score for North-South" in person.transcript


def test_whole_board_as_defender(tmp_path: Path) -> None:
    person = sitting(plain(), tmp_path, **WEST_DECLARES)
    assert "Contract 1♠ by W. North leads." in person.transcript
    assert person.prompts.count("Your card from South: ") == 13
    assert "Your card from North: " not in person.prompts


def test_when_partner_declares_the_person_moves_to_the_chair_and_no_card_changes_place(tmp_path: Path) -> None:
    person = sitting(plain(), tmp_path, **NORTH_DECLARES)
    assert "you take North's chair and play both hands" in person.transcript
    assert "North (you now)" in person.transcript
    assert "South (your hand, dummy)" in person.transcript
    assert person.prompts.count("Your card from North: ") == 13
    assert played(tmp_path).board == board_of(PlaySettings(), 7, 1)


def test_when_partner_declares_the_person_may_watch(tmp_path: Path) -> None:
    person = sitting(plain(), tmp_path, when_dummy="watch", **NORTH_DECLARES)
    assert "you are dummy and watch" in person.transcript
    assert not [prompt for prompt in person.prompts if prompt.startswith("Your card")]
    assert "Contract 1♠ by N" in person.transcript


def test_when_partner_declares_the_hands_may_be_swapped(tmp_path: Path) -> None:
    person = sitting(plain(), tmp_path, when_dummy="swap", **NORTH_DECLARES)
    assert "West leads instead" in person.transcript
    before, after = board_of(PlaySettings(), 7, 1).deal, played(tmp_path)
    assert after.board.deal.hand(Seat.S) == before.hand(Seat.N)
    assert after.board.deal.hand(Seat.N) == before.hand(Seat.S)
    assert after.board.deal.hand(Seat.E) == before.hand(Seat.E)
    assert str(after.game().contract) == "1♠ by S"


def test_person_may_sit_anywhere(tmp_path: Path) -> None:
    seats = dict.fromkeys(("north", "east", "south"), "terminal_play:Quiet")
    person = sitting(plain("1S"), tmp_path, seat="W", **seats)
    assert "West (you)" in person.transcript
    assert person.prompts.count("Your card from West: ") == 13
    assert person.prompts.count("Your card from East: ") == 13


def test_passed_out_board_scores_nothing(tmp_path: Path) -> None:
    person = sitting(plain(), tmp_path, **QUIET)
    assert "Passed out: no score for either side" in person.transcript


def test_boards_are_numbered_and_give_dealer_and_vulnerability(tmp_path: Path) -> None:
    person = sitting(plain(boards=3), tmp_path, board=4, **QUIET)
    banners = [line for line in person.transcript.splitlines() if re.fullmatch(r"Board \d+, dealer .*", line)]
    assert list(dict.fromkeys(banners)) == [
        "Board 4, dealer West, vulnerable Both",
        "Board 5, dealer North, vulnerable NS",
        "Board 6, dealer East, vulnerable EW",
    ]


def test_lone_table_has_no_imps(tmp_path: Path) -> None:
    assert "IMP" not in sitting(plain("4S"), tmp_path, **QUIET).transcript


def test_level_is_disclosed(tmp_path: Path) -> None:
    shown = sitting(typing([]), tmp_path, level="expert").transcript
    assert "level expert: up to 64 possible deals, solved double dummy, 180 ms a card" in shown


# --- questions -------------------------------------------------------------------------------------------------------

# North opens one notrump; South, with four spades and ten points, asks for a major.
STAYMAN = "N:K542.AQ3.KQ4.K32 J98.K64.J98.Q654 AQ73.J85.A52.T87 T6.T972.T763.AJ9"


def opens_spades(path: Path, spades: tuple[int, int, int] = (5, 5, 7)) -> str:
    """A checkpoint whose first call is one spade on every hand, with a measured system beside it."""
    network = PolicyNetwork(NetworkSettings(kind="mlp", encoder_size=8, memory_size=8))
    with torch.no_grad():
        network.policy.weight.zero_()
        network.policy.bias.zero_()
        network.policy.bias[ONE_SPADE - network.first_action] = 9.0
        network.policy.bias[PASS - network.first_action] = 5.0
    save_network(network, path, {})
    meaning = CallMeaning((), ONE_SPADE, 60, 0.1, (12, 14, 17), (*((2, 3, 4),) * 3, spades), 0.2, 0.5)
    system_beside(path).write_text(System("bidder", 100, (meaning,)).to_json(), encoding="utf-8")
    return str(path)


def at_the_first_call(tmp_path: Path, *lines: str, **settings: object) -> str:
    """What is shown when these lines are typed at South's first call, after North's notrump and East's pass."""
    return sitting(typing(lines), tmp_path, deal=STAYMAN, **settings).transcript


def after_the_board(tmp_path: Path, *lines: str) -> str:
    """What is shown after these lines are typed at the prompt after a board that real robots have played."""
    shown = sitting(then(FollowingHints(), *lines), tmp_path, deal=STAYMAN).transcript.partition("\n> ")[2]
    return shown.removeprefix(f"{lines[0]}\n")


def test_hint_names_the_rule(tmp_path: Path) -> None:
    shown = at_the_first_call(tmp_path, "hint")
    assert re.search(r"A robot in your place: 2♣; .* \(SAYC-lite rule N\d+\)\.\n", shown)


def test_hint_of_a_searching_level_gives_the_score_of_each_card(tmp_path: Path) -> None:
    questions = typing(["hint"])

    def answer(prompt: str, transcript: str) -> str:
        return (
            questions(prompt, transcript) if prompt.startswith("Your card") else "4S" if "4♠" not in transcript else "p"
        )

    shown = sitting(answer, tmp_path, level="normal", north="pass", east="pass", west="pass").transcript
    hint = re.search(r"A robot in your place: (.\w); average score for the side over \d+ possible deals (.*)", shown)
    assert hint is not None
    scores = re.findall(r"([♠♥♦♣]\w) ([+-]\d+)", hint[2])
    assert hint[2].startswith("(playout, level normal): ")
    assert [int(score) for _, score in scores] == sorted((int(score) for _, score in scores), reverse=True)
    best = [card for card, score in scores if score == scores[0][1]]
    assert hint[1] in best


def test_why_explains_the_last_robots_call(tmp_path: Path) -> None:
    assert at_the_first_call(tmp_path, "why").rpartition("why\n")[2].startswith(" 2. E Pass: ")


def test_why_explains_a_call_by_its_number(tmp_path: Path) -> None:
    assert at_the_first_call(tmp_path, "why 1").rpartition("why 1\n")[2].startswith(" 1. N 1NT: 15-17 HCP")


def test_why_of_a_call_that_was_not_made_says_how_many_there_are(tmp_path: Path) -> None:
    assert "There is no call number 9: the auction has 2 so far." in at_the_first_call(tmp_path, "why 9")


def test_why_says_nothing_of_a_card_before_the_board_is_over(tmp_path: Path) -> None:
    asked = typing(["why"])

    def answer(prompt: str, transcript: str) -> str:
        return "p" if prompt.startswith("Your call") else asked(prompt, transcript)

    shown = sitting(answer, tmp_path, **WEST_DECLARES).transcript
    assert "rests on cards that you may not see: ask again when the board is over" in shown


def test_auction_lists_every_call_with_its_meaning(tmp_path: Path) -> None:
    shown = at_the_first_call(tmp_path, "auction").rpartition("auction\n")[2]
    assert len(re.findall(r"^ \d\. [NESW] \w+: ", shown, re.MULTILINE)) == 2


def test_artificial_calls_are_announced(tmp_path: Path) -> None:
    shown = sitting(plain(), tmp_path, deal=STAYMAN, seat="E").transcript
    assert "South 2♣  (artificial: Stayman)" in shown


def test_help_lists_what_may_be_typed(tmp_path: Path) -> None:
    shown = at_the_first_call(tmp_path, "?")
    for word in ("HINT", "WHY", "AUCTION", "TABLE", "Q "):
        assert word in shown


def test_call_of_a_robot_without_a_system_has_no_meaning(tmp_path: Path) -> None:
    shown = at_the_first_call(tmp_path, "auction", north="pass")
    assert " 1. N Pass: pass+pimc_easy does not disclose what it means\n" in shown


def test_call_of_a_learned_robot_means_what_it_was_measured_to_mean(tmp_path: Path) -> None:
    north = opens_spades(tmp_path / "bidder.safetensors")
    shown = at_the_first_call(tmp_path, "why 1", north=north)
    assert shown.rpartition("why 1\n")[2].startswith(" 1. N 1♠: 12–17 HCP, ♠ 5–7\n")


def test_why_after_the_board_tells_what_a_learned_robots_call_was_measured_to_mean(tmp_path: Path) -> None:
    north = opens_spades(tmp_path / "bidder.safetensors")
    shown = sitting(then(plain(), "why 1"), tmp_path, deal=STAYMAN, **QUIET | {"north": north}).transcript
    assert "To the table: N 1♠: 12–17 HCP, ♠ 5–7\n" in shown


def test_artificial_call_of_a_learned_robot_is_announced(tmp_path: Path) -> None:
    north = opens_spades(tmp_path / "bidder.safetensors", spades=(0, 1, 3))
    shown = sitting(typing([]), tmp_path, deal=STAYMAN, **QUIET | {"north": north}).transcript
    assert "North 1♠  (artificial: 12–17 HCP, ♠ at most 3)" in shown


def test_persons_calls_are_read_by_the_system_of_the_partner(tmp_path: Path) -> None:
    shown = at_the_first_call(tmp_path, "1S", "auction", north="pass", east="pass", west="pass", dealer="S")
    assert (
        "S 1♠: no known meaning, since your partner discloses no system [your call, as the robots read it]\n" in shown
    )


def test_why_after_the_board_gives_the_rule_of_a_card(tmp_path: Path) -> None:
    assert re.match(r"West's [♠♥♦♣]\w: rule of thumb: \w.*\.\n", after_the_board(tmp_path, "why 1 w"))


def test_why_after_the_board_gives_the_rule_of_a_call(tmp_path: Path) -> None:
    assert re.match(r"North's 1NT: .* \(SAYC-lite rule O\d+\)\.\n", after_the_board(tmp_path, "why 1"))


def test_why_of_ones_own_card_is_not_a_robots_business(tmp_path: Path) -> None:
    assert "was not a robot's choice" in after_the_board(tmp_path, "why 1 s")


def test_why_of_what_never_happened_is_explained(tmp_path: Path) -> None:
    targets = ["14 w", "0 w", "99", "0", "x", "", "1 2", "-1 w"]
    shown = sitting(then(plain("4S"), *(f"why {target}" for target in targets)), tmp_path, **QUIET).transcript
    answers = re.findall(r"^> why.*\n(There is no |Type WHY and the number)", shown, re.MULTILINE)
    assert len(answers) == len(targets)


def test_analysis_is_labelled_and_accounts_for_the_whole_way_from_par_to_the_score(tmp_path: Path) -> None:
    shown = sitting(then(plain("4S"), "analysis"), tmp_path, **QUIET).transcript.partition("> analysis\n")[2]
    assert shown.startswith("Seen with all four hands, as nobody at the table could.")
    assert "Tricks lost in the play: North-South " in shown

    def cost(words: str) -> int:
        found = re.search(rf"{words} cost (?:(North-South|East-West) (\d+) points|neither)", shown)
        assert found is not None
        return 0 if found[2] is None else int(found[2]) * (1 if found[1] == "North-South" else -1)

    par = re.search(r"par for North-South ([+-]\d+)", shown)
    assert par is not None
    score = played(tmp_path).game().score_ns()
    assert int(par[1]) - cost("The auction, against par,") - cost("The play, all told,") == score


def test_replay_by_the_robots_compares_two_tables_in_imps(tmp_path: Path) -> None:
    # Following the hints of the same robots, the person has done what they do.
    assert "Difference         +0  for North-South: +0 IMPs" in after_the_board(tmp_path, "replay")


def test_difference_in_imps_is_from_the_persons_side(tmp_path: Path) -> None:
    shown = sitting(then(plain("7NT"), "replay"), tmp_path, **QUIET, south="pass").transcript
    mine, theirs = (int(points) for points in re.findall(r"^(?:Your|Second) table +([+-]\d+)", shown, re.MULTILINE))
    assert theirs == 0
    assert re.search(rf"^Difference +{mine:+}  for North-South: -\d+ IMPs$", shown, re.MULTILINE)


def test_replay_is_not_offered_at_rubber_bridge(tmp_path: Path) -> None:
    person = sitting(plain(), tmp_path, mode="rubber", **QUIET)
    assert "Enter for the next deal; analysis, why, table, export, ? or Q." in person.transcript


def test_cards_are_listed_a_line_for_each_suit() -> None:
    cards = [Card.parse(name) for name in ("SA", "S2", "DK", "CT")]
    assert card_list(cards) == "1 ♠A  2 ♠2\n3 ♦K\n4 ♣T"


# --- garbage ---------------------------------------------------------------------------------------------------------

GARBAGE = [
    "8NT",
    "KH KH",
    "\x1b[A",
    "♠",
    "1" * 500,
    "%s{0}[red]",
    "why why",
    "hint?",
    "-1",
    "é\u0000",
    f"why {'1' * 5000}",
]


@pytest.mark.parametrize("kind", ["Your call", "Your card", AFTER_A_BOARD])
def test_garbage_is_explained_and_asked_again(tmp_path: Path, kind: str) -> None:
    garbage, board = iter(GARBAGE), plain("4S")

    def answer(prompt: str, transcript: str) -> str:
        return next(garbage, "q") if prompt.startswith(kind) else board(prompt, transcript)

    person = sitting(answer, tmp_path, **QUIET)
    asked = [prompt for prompt in person.prompts if prompt.startswith(kind)]
    assert len(asked) == len(GARBAGE) + 1
    assert "Traceback" not in person.transcript
    assert "Goodbye" in person.transcript


def test_insufficient_bid_is_refused_with_the_rule(tmp_path: Path) -> None:
    assert "1♣ is not possible: " in at_the_first_call(tmp_path, "1C")


def test_revoke_is_refused_with_the_rule(tmp_path: Path) -> None:
    board, pack = plain(), iter(card.name for card in map(Card, range(52)))

    def answer(prompt: str, transcript: str) -> str:
        return next(pack, "q") if prompt.startswith("Your card") else board(prompt, transcript)

    assert "is not possible: the hand must follow suit" in sitting(answer, tmp_path, **WEST_DECLARES).transcript


# --- leaving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["Q", "quit", " QUIT ", "exit"])
def test_words_for_leaving(tmp_path: Path, word: str) -> None:
    assert sitting(typing([word]), tmp_path, **QUIET).prompts == ["Your call (South): "]


@pytest.mark.parametrize("kind", ["Your call", "Your card", AFTER_A_BOARD, "Go on"])
def test_q_leaves_at_every_prompt(tmp_path: Path, kind: str) -> None:
    sitting(typing(["q"]), tmp_path, **QUIET)
    board = plain("4S")

    def answer(prompt: str, transcript: str) -> str:
        if prompt.startswith(kind):
            return "q"
        return "y" if prompt.startswith("Go on") else board(prompt, transcript)

    person = sitting(answer, tmp_path, **QUIET)
    assert person.prompts[-1].startswith(kind)
    assert "Goodbye" in person.transcript.splitlines()[-2] + person.transcript.splitlines()[-1]


def test_end_of_input_leaves(tmp_path: Path) -> None:
    assert "Goodbye." in sitting(typing([]), tmp_path).transcript


def test_interrupt_keeps_the_session_and_goes_on_to_the_shell(tmp_path: Path) -> None:
    def interrupt(prompt: str, transcript: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sitting(interrupt, tmp_path, **QUIET)
    assert read(tmp_path / "session.json").current is not None


# --- nothing hidden --------------------------------------------------------------------------------------------------

_CARDS = re.compile(r"([♠♥♦♣]) ?([AKQJT2-9]+)(?![\w])")
_BIDS = re.compile(r"\b[1-7][♠♥♦♣]")


def cards_named(text: str) -> set[Card]:
    """Every card that a text names: ``♠A``, or a whole suit as in a diagram, ``♠ AK4``."""
    text = _BIDS.sub("", text)
    return {
        Card.parse(f"{Suit('♣♦♥♠'.index(symbol)).letter}{rank}")
        for symbol, ranks in _CARDS.findall(text)
        for rank in ranks
    }


def visible(played: Played, chair: Seat, person: Seat) -> set[Card]:
    """What somebody who has sat in these chairs may have seen."""
    game = played.game()
    seen = {Card(card) for card in game.plays}
    deal = played.board.deal
    hands = {person}
    if game.dummy_is_faced and game.dummy is not None:
        hands |= {game.dummy, chair}
    return seen.union(*(deal.hand(seat).cards for seat in hands))


@pytest.mark.parametrize("seed", [4, 10, 11, 18, 20])
@pytest.mark.parametrize("asks", [("hint", "why", "auction", "table", "?"), ()])
def test_at_no_prompt_has_a_hidden_card_been_shown(tmp_path: Path, seed: int, asks: tuple[str, ...]) -> None:
    hints = FollowingHints()
    questions: Iterator[str] = iter(())
    checked = 0

    def answer(prompt: str, transcript: str) -> str:
        nonlocal questions, checked
        if prompt == AFTER_A_BOARD:
            return "q"
        current = read(tmp_path / "session.json").current if (tmp_path / "session.json").exists() else None
        if current is not None:
            contract = current.game().contract
            moved = contract is not None and contract.declarer is Seat.N
            assert cards_named(transcript) <= visible(current, Seat.N if moved else Seat.S, Seat.S)
            checked += 1
        line = next(questions, None)
        if line is None:
            line = hints(prompt, transcript)
            questions = iter(asks if line == "hint" else ())
        return line

    sitting(answer, tmp_path, seed=seed)
    assert checked > 13


def test_cards_in_a_text_are_found() -> None:
    assert cards_named("♠ AK4  ♥ -  West plays ♦T, 2♥ and 4♠x by S: 5+ ♠, 4 ♥") == {
        Card.parse(name) for name in ("SA", "SK", "S4", "DT")
    }


def test_transcript_of_a_board_is_as_recorded(tmp_path: Path) -> None:
    left = iter(["?", "2C", "4S", "auction", "table"])
    board = then(plain(), "analysis", "replay", "why 3", "?")

    def answer(prompt: str, transcript: str) -> str:
        return next(left, None) or board(prompt, transcript)

    check_transcript(sitting(answer, tmp_path, **QUIET, south="terminal_play:Opens"), "practice", tmp_path)
