"""Links that open a board in an online hand viewer."""

from __future__ import annotations

from urllib.parse import quote

from bridge.notation.lin_writer import board_lin
from bridge.notation.records import Record

_VIEWER = "https://www.bridgebase.com/tools/handviewer.html"


def viewer_url(record: Record) -> str:
    """The address that shows a record, its auction, play and result in the hand viewer of Bridge Base Online.

    The board travels in the address itself, as LIN; :func:`~bridge.notation.lin_reader.parse_lin` reads such addresses.
    """
    return f"{_VIEWER}?lin={quote(board_lin(record), safe='')}"
