"""Records of played boards as text: PBN and LIN, in and out."""

from bridge.notation.double_dummy_table import double_dummy_table, with_double_dummy
from bridge.notation.files import read_records, write_records
from bridge.notation.lin import parse_lin, read_lin, viewer_url, write_lin
from bridge.notation.pbn import parse_pbn, read_pbn, write_pbn
from bridge.notation.problems import NotationError, Problem
from bridge.notation.records import Comment, Record, RecordFile, Room

__all__ = [
    "Record",
    "Comment",
    "Room",
    "RecordFile",
    "Problem",
    "NotationError",
    "read_records",
    "write_records",
    "read_pbn",
    "parse_pbn",
    "write_pbn",
    "read_lin",
    "parse_lin",
    "write_lin",
    "viewer_url",
    "double_dummy_table",
    "with_double_dummy",
]
