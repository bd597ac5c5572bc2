"""Random records of boards, played by the rules, for the tests of both notations."""

import numpy as np
from hypothesis import strategies as st

from bridge.board import Board
from bridge.deal import Deal
from bridge.game import Game
from bridge.notation import Comment, Record
from bridge.public import Phase
from bridge.seats import Seat, Vulnerability

# Letters, marks that one notation or the other gives a meaning, and characters outside ISO 8859-1.
characters = st.sampled_from('aZ0 |,%"\\{};[]=!?$^*-#:&%7C25æÿ\xa0♠€')
texts = st.text(characters, min_size=1, max_size=12).map(str.strip).filter(lambda text: text not in ("", "?"))
own_values = st.text(characters, max_size=12)
seat_words = [seat.word for seat in Seat]
standard_names = st.sampled_from([*seat_words, "Event", "Site", "Date", "Stage", "HomeTeam", "VisitTeam", "Lin_st"])
own_names = st.from_regex(r"X[a-z]{1,4}", fullmatch=True)
scorings = st.sampled_from(["IMP", "MP", "BAM", "Rubber"])


def play_on(game, rng, n_cards):
    """Calls, mostly passes, to the end of the auction, and up to ``n_cards`` cards."""
    while game.phase is Phase.AUCTION or (game.phase is Phase.PLAY and len(game.plays) < n_cards):
        legal = np.flatnonzero(game.legal_actions())
        passes = game.phase is Phase.AUCTION and len(game.calls) < 60 and rng.random() < 0.6
        game.act(int(legal[0] if passes else rng.choice(legal)))


@st.composite
def boards(draw, rng):
    if draw(st.booleans()):
        return Board.random(draw(st.integers(1, 40)), rng)
    return Board(Deal.random(rng), draw(st.sampled_from(Seat)), draw(st.sampled_from(Vulnerability)))


@st.composite
def tags(draw):
    found = draw(st.dictionaries(standard_names, texts, max_size=4))
    found |= draw(st.dictionaries(own_names, own_values, max_size=2))
    if draw(st.booleans()):
        found["Room"] = draw(st.sampled_from(["Open", "Closed"]))
    if draw(st.booleans()):
        found["Scoring"] = draw(scorings)
    return found


@st.composite
def played_records(draw):
    """A record of a board that was passed out, played out, claimed or stopped, with all that people write beside it."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    game = Game(draw(boards(rng)))
    play_on(game, rng, draw(st.sampled_from([0, 1, 4, 7, 31, 52])))
    claim = None
    if game.contract is not None and game.phase is Phase.PLAY and draw(st.booleans()):
        won = game.declarer_tricks
        lost = game.tricks_won(game.contract.declarer.side.opponents)
        claim = draw(st.integers(won, 13 - lost))
    n_calls, n_cards = len(game.calls), len(game.plays)
    record = Record.from_game(
        game,
        tricks=claim,
        tags=draw(tags()),
        call_notes=draw(st.dictionaries(st.integers(0, n_calls - 1), texts, max_size=2)),
        alerts=draw(st.frozensets(st.integers(0, n_calls - 1), max_size=2)),
    )
    places = sorted(draw(st.lists(st.integers(0, n_calls + n_cards), max_size=3)))
    play_notes = draw(st.dictionaries(st.integers(0, n_cards - 1), texts, max_size=2)) if n_cards else {}
    return replaced(
        record,
        comments=tuple(Comment(place, draw(texts)) for place in places),
        play_notes=play_notes,
        irregular=draw(st.booleans()),
    )


def replaced(record, **changes):
    """The record with some fields changed."""
    fields = {name: getattr(record, name) for name in Record.__dataclass_fields__}
    return Record(**fields | changes)


def without_auction(record):
    """The record as a result sheet has it: the contract is known, but not how it came about."""
    n_calls = len(record.calls)
    comments = tuple(Comment(max(0, comment.after - n_calls), comment.text) for comment in record.comments)
    return replaced(record, calls=(), call_notes={}, alerts=frozenset(), comments=comments)
