"""LIN, the notation of Bridge Base Online: read and write hand records, vugraph files and links to a hand viewer.

``read_lin`` and ``parse_lin`` give the good boards and a list of problems; ``write_lin`` is their inverse.
"""

from bridge.notation.lin_reader import parse_lin, read_lin
from bridge.notation.lin_writer import write_lin
from bridge.notation.viewer import viewer_url

__all__ = ["read_lin", "parse_lin", "write_lin", "viewer_url"]
