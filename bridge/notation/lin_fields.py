"""The fields of LIN that this project reads and writes.

=======  ===================================================================================================
``vg``   a match: event, segment, scoring, first and last board, home team, its carry-over, visitors, theirs
``rs``   its results, two a board, open room first: ``4SN=,3NEx-2,PASS``
``qx``   the room and number of a board: ``o12``, ``c12``; a board begins
``pn``   names of South, West, North, East; of eight, the last four sit in the closed room
``md``   dealer (1 S, 2 W, 3 N, 4 E) and the hands of South, West, North and East
``ah``   ``Board 12``
``sv``   vulnerable: ``o`` none, ``n`` NS, ``e`` EW, ``b`` both
``mb``   a call; ``!`` after it means that it was alerted
``an``   an explanation of the call or card before
``pc``   a card, in the order of play
``mc``   a claim: declarer's tricks in all
``nt``   a remark
``pg``   a page ends: nothing for a record
``tg``   ``Name=value``, this project's own: what LIN has no field for. Other programs skip it
=======  ===================================================================================================
"""

from __future__ import annotations

OWN_TAG = "tg"

OWN_FIELDS = "Lin_"
"""How the tag of a field without a PBN name begins: ``Lin_st`` is the field ``st``."""

KNOWN_FIELDS = frozenset({"vg", "rs", "qx", "pn", "md", "sv", "mb", "an", "pc", "mc", "nt", "pg", OWN_TAG})
"""Fields that a record has a place for, so that they are not kept as tags."""

MATCH_TAGS = ("Event", "Stage", "HomeTeam", "HomeCarry", "VisitTeam", "VisitCarry")
"""What the ``vg`` field says besides scoring and board numbers, by the names of tags."""

ROOMS = {"o": "Open", "c": "Closed"}
"""Letters of the ``qx`` field."""

ROOM_NUMBER = "VugraphBoard"
"""The tag of a board number in the ``qx`` field that differs from that of the board."""
