"""Show SAYC-lite auctions with the meaning of every call. See ``python play.py --help``."""

from pathlib import Path

from settings import run
from terminal.bidding import show_auctions
from terminal.settings import PlaySettings

EXAMPLES = """
python play.py mode=bid
python play.py mode=bid boards=4 seed=7
python play.py 'deal="N:KQ432.96.QT2.AK4 AT9.5432.K74.T83 J765.AK.953.J652 8.QJT87.AJ86.Q97"' vulnerable=Both
"""

if __name__ == "__main__":
    run(show_auctions, PlaySettings, Path(__file__).parent / "configs" / "play.yaml", EXAMPLES)
