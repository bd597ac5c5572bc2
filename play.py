"""Play bridge at the terminal, or watch robots bid and play. See ``python play.py --help``."""

from pathlib import Path

from settings import run
from terminal.settings import PlaySettings

CONFIG = Path(__file__).parent / "configs" / "play.yaml"

EXAMPLES = """
python play.py
python play.py level=expert seat=N
python play.py mode=rubber
python play.py mode=rubber resume=always
python play.py mode=auto seed=7
python play.py mode=auto boards=4 north=runs/first/agent.safetensors south=runs/first/agent.safetensors
python play.py mode=bid boards=4 seed=7
python play.py mode=bid 'deal="N:KQ432.96.QT2.AK4 AT9.5432.K74.T83 J765.AK.953.J652 8.QJT87.AJ86.Q97"' vulnerable=Both
"""


def main(settings: PlaySettings) -> None:
    """Do what the mode says; each mode loads only what it needs."""
    if settings.mode == "bid":
        from terminal.auctions import show_auctions

        show_auctions(settings)
    elif settings.mode == "auto":
        from terminal.watch import watch

        watch(settings)
    else:
        from terminal.sitting import sit_down

        sit_down(settings)


if __name__ == "__main__":
    run(main, PlaySettings, CONFIG, EXAMPLES)
