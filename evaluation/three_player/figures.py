"""The figures of the no-trump algorithm as images. They need matplotlib: ``pip install bridge-arena[figures]``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from bridge.files import written_whole
from evaluation.three_player.no_trump_tables import LEVELS, NoTrumpTables

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BARS = "no_trump_bars.png"
BOX_PLOT = "no_trump_box_plot.png"

_DPI = 150
_SIZE = (6.4, 4.0)


def write_figures(tables: NoTrumpTables, folder: Path) -> list[Path]:
    """Write the average of the simulations as bars and the counts by type of hand as a box plot; returns the files.

    Raises:
        ValueError: matplotlib is not installed.
    """
    paths = []
    for name, draw in ((BARS, _draw_bars), (BOX_PLOT, _draw_box_plot)):
        figure = _figure()
        draw(figure.add_subplot(), tables)
        with written_whole(folder / name) as temporary:
            figure.savefig(temporary, dpi=_DPI)
        paths.append(folder / name)
    return paths


def require_matplotlib() -> None:
    """Say early that figures cannot be drawn.

    Raises:
        ValueError: matplotlib is not installed.
    """
    _figure()


def _figure() -> Figure:
    try:
        # Figures are made without pyplot, so no display is looked for and nothing is kept open.
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ValueError("figures need matplotlib: install the extra bridge-arena[figures], or --no-figures") from error
    return Figure(figsize=_SIZE, layout="constrained")


def _draw_bars(axes: Any, tables: NoTrumpTables) -> None:
    labels = [f"{level}NT" for level in LEVELS]
    estimates = [tables.single_share(level) for level in LEVELS]
    yes = [estimate.mean * tables.deals for estimate in estimates]
    errors = [
        [(estimate.mean - estimate.low) * tables.deals for estimate in estimates],
        [(estimate.high - estimate.mean) * tables.deals for estimate in estimates],
    ]
    places = range(len(LEVELS))
    passed = axes.bar([place - 0.2 for place in places], yes, 0.4, yerr=errors, capsize=4, label="Yes")
    failed = axes.bar([place + 0.2 for place in places], [tables.deals - count for count in yes], 0.4, label="No")
    for bars in (passed, failed):
        axes.bar_label(bars, fmt="{:,.0f}", padding=3)
    axes.set_xticks(list(places), labels)
    axes.set_ylabel(f"hands of {tables.deals:,}")
    axes.set_ylim(0, tables.deals * 1.15)
    axes.set_title(f"The no-trump algorithm, average of {len(tables.single[1])} simulations")
    axes.legend()


def _draw_box_plot(axes: Any, tables: NoTrumpTables) -> None:
    single = [count for level in LEVELS for count in tables.single[level]]
    with_partner = [count for level in LEVELS for count in tables.with_partner[level]]
    axes.boxplot([single, with_partner], tick_labels=["Single hand", "With partner"])
    axes.set_ylabel(f"passes for 1, 2 and 3NT of {tables.deals:,}")
    axes.set_title("Counts by type of hand")
