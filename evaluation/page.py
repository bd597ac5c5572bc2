"""A tournament as one page of HTML that needs nothing beside it.

The page is made from the same :class:`~evaluation.summary.Summary` as the text; what it shows of single boards comes
from ``Store.boards``.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from evaluation.provenance import versions
from evaluation.report import interval, setting_lines, title_of, verdict
from evaluation.summary import Contest, Standing, Summary

_STYLE = """
body { font-family: sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border-bottom: 1px solid #ccc; padding: 0.3em 0.8em; text-align: right; }
th:first-child, td:first-child { text-align: left; }
"""


def page(summary: Summary) -> str:
    """The page, as text."""
    title = escape(title_of(summary.plan))
    body = [
        f"<h1>{title}</h1>",
        *(f"<p>{escape(line)}</p>" for line in setting_lines(summary)),
        "<h2>Standings</h2>",
        _standings(summary),
        "<h2>Cross table</h2>",
        "<p>IMPs per board of the team in the row against the team in the column, with the 95 % interval.</p>",
        _cross_table(summary),
        "<h2>Contests</h2>",
        *(_contest(summary, contest) for contest in summary.contests),
        f"<p>seed {summary.plan.seed}; {escape(', '.join(' '.join(item) for item in versions().items()))}</p>",
    ]
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _standings(summary: Summary) -> str:
    heads = ["team", "IMPs/board", "95 % interval", "rating", "matchpoints", "cross-IMPs", "Butler", "IMPs below par"]
    return _table(heads, [_standing(standing) for standing in summary.standings])


def _standing(standing: Standing) -> list[str]:
    optional = (standing.matchpoints, standing.cross_imps, standing.butler, standing.par_loss)
    cells = ["" if value is None else f"{value.mean:.2f} ± {value.standard_error:.2f}" for value in optional]
    return [standing.label, f"{standing.imps.mean:+.2f}", interval(standing.imps), str(standing.rating), *cells]


def _cross_table(summary: Summary) -> str:
    order = [standing.team for standing in summary.standings]
    labels = summary.plan.labels
    cells = {(contest.first, contest.second): contest for contest in summary.contests}
    rows = []
    for row in order:
        against = []
        for column in order:
            if contest := cells.get((row, column)):
                against.append(f"{contest.imps.mean:+.2f} ({interval(contest.imps)})")
            elif contest := cells.get((column, row)):
                low, high = -contest.imps.high, -contest.imps.low
                against.append(f"{-contest.imps.mean:+.2f} ({low:+.2f} to {high:+.2f})")
            else:
                against.append("")
        rows.append([labels[row], *against])
    return _table(["", *(labels[team] for team in order)], rows)


def _contest(summary: Summary, contest: Contest) -> str:
    first, second = summary.plan.labels[contest.first], summary.plan.labels[contest.second]
    rows = [
        [swing.kind, str(swing.boards), str(swing.won), str(swing.lost), f"{swing.net:+d}"] for swing in contest.swings
    ]
    parts = [[name, str(value)] for name, value in contest.parts.items()]
    return "\n".join(
        [
            f"<h3>{escape(first)} against {escape(second)}</h3>",
            f"<p>raw score per board {escape(str(contest.points))}<br>IMPs per board {escape(str(contest.imps))}<br>"
            + "<br>".join(escape(line) for line in verdict(summary, contest))
            + "</p>",
            _table(["boards with a", "boards", "IMPs won", "IMPs lost", "net"], rows),
            _table(["part of the game", "points per board"], parts) if parts else "",
        ]
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>\n{body}</table>"
