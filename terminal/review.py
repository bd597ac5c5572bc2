"""After a board: the score line by line, all hands, and what may be asked now that everything is open."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from agents.agreements import tell
from bridge.analysis import Analysis, analyse
from bridge.calls import Call
from bridge.cards import Card
from bridge.diagram import diagram
from bridge.double_dummy import SolverError
from bridge.game import Game
from bridge.rubber import Rubber
from bridge.score_items import duplicate_items
from bridge.scoring import imps
from bridge.seats import N_SEATS, Seat, Side
from evaluation.table import TableResult, play_board
from terminal.boards import players_seed
from terminal.chair import counted, meanings, notes, sentence
from terminal.console import Console
from terminal.files import export
from terminal.reading import read_number, shortened
from terminal.session import Played, Session, path_named

_HELP = """Enter            go on
ANALYSIS         double dummy: what the cards could have brought, and what bidding and play cost
WHY 3            why the third call was made; WHY 5 W why West played as it did to trick 5
TABLE            all four hands again
EXPORT NAME.pbn  write the boards played so far, as PBN or, with NAME.lin, as LIN"""
_REPLAY_HELP = "REPLAY           the robots play this board at a second table, to compare"
_QUIT_HELP = "Q                leave; the session is kept"
_SIDE_WORDS = {Side.NS: "North-South", Side.EW: "East-West"}
_TRICK_CARD = re.compile(r"(\d{1,2})\s+([NESW])", re.IGNORECASE)


# --- scores ----------------------------------------------------------------------------------------------------------


def result_words(game: Game) -> str:
    """``"4♥ by S, made with 1 overtrick (11 tricks)"``."""
    contract, tricks = game.contract, game.declarer_tricks
    if contract is None or tricks is None:
        return "Passed out"
    over = tricks - contract.tricks_needed
    made = "made" if over == 0 else f"made with {counted(over, 'overtrick')}" if over > 0 else f"down {-over}"
    return f"{contract}, {made} ({counted(tricks, 'trick')})"


def raw_score_lines(game: Game) -> list[str]:
    """The Law 77 score of a board that is over, item by item."""
    contract, tricks = game.contract, game.declarer_tricks
    if contract is None or tricks is None:
        return ["Passed out: no score for either side"]
    side = contract.declarer.side
    items = duplicate_items(contract, game.vulnerable.includes(side), tricks)
    total = sum(item.points for item in items)
    return [result_words(game), *map(str, items), f"{total:+6}  raw score for {_SIDE_WORDS[side]}"]


def rubber_lines(game: Game, rubber: Rubber) -> list[str]:
    """What the last deal brought, and the scorecard."""
    entries = [f"  {entry}" for entry in rubber.entries_of(rubber.deals)]
    return [result_words(game), *(entries or ["  no score; the deal moves on"]), "", str(rubber)]


# --- the second table ------------------------------------------------------------------------------------------------


def second_table(session: Session, played: Played) -> TableResult:
    """The board as four robots play it."""
    robots = [session.seating.agent(seat) for seat in Seat]
    tell(robots, session.seating.agreements())
    number = session.number - 1
    return play_board(played.board, robots, players_seed(session.seed, number))


def comparison(first: Game, second: TableResult, side: Side) -> list[str]:
    """Both results from one side, and the difference in points and in IMPs."""
    sign = 1 if side is Side.NS else -1
    mine, theirs = sign * first.score_ns(), second.score(side)
    other = "passed out" if second.contract is None else f"{second.contract}, {second.declarer_tricks} tricks"
    return [
        f"Your table     {mine:+6}  {result_words(first)}",
        f"Second table   {theirs:+6}  {other}",
        f"Difference     {mine - theirs:+6}  for {_SIDE_WORDS[side]}: {int(imps(mine - theirs)):+} IMPs",
    ]


# --- double dummy ----------------------------------------------------------------------------------------------------


def analysis_lines(game: Game) -> list[str]:
    """The double-dummy analysis of a board that is over, with what bidding and play cost.

    Raises:
        SolverError: the solver is missing or reports a fault.
    """
    analysis = analyse(game.board, game.calls, game.plays)
    return [
        "Seen with all four hands, as nobody at the table could. A card that costs a trick",
        "here may have been right on what its player knew.",
        "",
        str(analysis),
        "",
        *_costs(game, analysis),
    ]


def _costs(game: Game, analysis: Analysis) -> list[str]:
    """The way from par to the score: the auction's part and the play's, in duplicate points."""
    contract = game.contract
    if contract is None:
        return [_cost("Passing the board out", analysis.par_ns)]
    tricks = int(analysis.table[contract.denomination, contract.declarer])
    expected = game.score_ns_with(tricks)
    lost = ", ".join(f"{_SIDE_WORDS[side]} {counted(analysis.lost(side), 'trick')}" for side in Side)
    return [
        f"{contract} takes {counted(tricks, 'trick')} double dummy: {expected:+} for North-South.",
        _cost("The auction, against par,", analysis.par_ns - expected),
        f"Tricks lost in the play: {lost}.",
        _cost("The play, all told,", expected - game.score_ns()),
    ]


def _cost(what: str, north_south_lost: int) -> str:
    if north_south_lost == 0:
        return f"{what} cost neither side anything."
    side = Side.NS if north_south_lost > 0 else Side.EW
    return f"{what} cost {_SIDE_WORDS[side]} {abs(north_south_lost)} points."


# --- why -------------------------------------------------------------------------------------------------------------


def reasons(session: Session, played: Played, game: Game, target: str) -> list[str]:
    """Why a call (``"3"``) or a card (``"5 W"``: trick and hand) was chosen, and what the call means to all."""
    if match := _TRICK_CARD.fullmatch(target):
        return [_reason_of_card(played, game, int(match[1]), Seat.parse(match[2]))]
    number = read_number(target)
    if number is None:
        return ["Type WHY and the number of a call, or WHY, the number of a trick and a seat: WHY 5 W."]
    if not 1 <= number <= len(game.calls):
        return [f"There is no call number {shortened(target)}: the auction has {len(game.calls)}."]
    action = game.calls[number - 1]
    seat = Seat((game.dealer + number - 1) % N_SEATS)
    reason = _said(f"{seat.word}'s {Call(action)}", played.reasons[number - 1])
    return [reason, f"To the table: {meanings(game, session.seating, session.seat)[number - 1]}"]


def _reason_of_card(played: Played, game: Game, trick: int, seat: Seat) -> str:
    first = (trick - 1) * N_SEATS
    cards = game.plays[first : first + N_SEATS] if trick > 0 else ()
    for place, card in enumerate(cards, first):
        if game.owner_of_played(card) is seat:
            return _said(f"{seat.word}'s {Card(card)}", played.reasons[len(game.calls) + place])
    return f"There is no trick {trick}: tricks are numbered 1 to {len(game.plays) // N_SEATS}."


def _said(what: str, words: str) -> str:
    return sentence(f"{what}: {words}" if words else f"{what} was not a robot's choice")


# --- the prompt ------------------------------------------------------------------------------------------------------


def review(console: Console, session: Session, played: Played, going_on: str) -> None:
    """Show the board, and answer questions about it until the person goes on.

    Raises:
        Leave: the person wants to go.
    """
    game = played.game()
    labels = notes(session.seat, session.seat)
    console.say(f"\n{diagram(game, labels)}\n")
    score = rubber_lines(game, session.rubber()) if session.mode == "rubber" else raw_score_lines(game)
    console.say("\n".join(score))
    answers: dict[str, Callable[[str], Sequence[str]]] = {
        "analysis": lambda _: _analysis(game),
        "why": lambda target: reasons(session, played, game, target),
        "table": lambda _: [diagram(game, labels)],
        "export": lambda name: [_exported(session, name)],
    }
    if session.mode == "practice":
        answers["replay"] = lambda _: comparison(game, second_table(session, played), session.seat.side)
    console.say(f"\nEnter {going_on}; {', '.join(answers)}, ? or Q.")
    while line := console.ask("> "):
        word, _, rest = line.partition(" ")
        if word.lower() in answers:
            console.say("\n".join(answers[word.lower()](rest.strip())))
        else:
            console.say("\n".join([_HELP, *([_REPLAY_HELP] if "replay" in answers else []), _QUIT_HELP]))


def _analysis(game: Game) -> Sequence[str]:
    try:
        return analysis_lines(game)
    except SolverError as error:
        return [f"No analysis: {error}."]


def _exported(session: Session, name: str) -> str:
    if not name:
        return "Type EXPORT and a file's name that ends in .pbn or .lin."
    try:
        export(session, path_named(name))
    except (OSError, ValueError) as error:
        return sentence(f"nothing was written: {error}")
    return f"{counted(len(session.finished), 'board')} written to {name}."
