"""Portable Bridge Notation (PBN 2.1): read and write files of boards.

``read_pbn`` and ``parse_pbn`` give the good boards and a list of problems; ``write_pbn`` is their inverse. Suffixes
(``!``, ``?``) and numeric marks (``$13``) are not kept; every tag, table, note and comment is.
"""

from bridge.notation.pbn_reader import parse_pbn, read_pbn
from bridge.notation.pbn_writer import write_pbn
from bridge.notation.problems import Problem
from bridge.notation.records import Record, RecordFile

__all__ = ["read_pbn", "parse_pbn", "write_pbn", "Record", "RecordFile", "Problem"]
