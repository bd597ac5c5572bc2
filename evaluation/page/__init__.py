"""A tournament as one page of HTML that needs nothing beside it: no network, no other file.

``chapters`` are its statistics, made from the same :class:`~evaluation.summary.Summary` as the text; ``plots`` their
pictures; ``viewer`` gives the boards as data, which ``page.js`` shows, and ``page.css`` is what all looks like.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from evaluation.page import chapters
from evaluation.page.markup import Markup, element, joined, paragraphs, text
from evaluation.page.viewer import as_script, largest_swings, viewer_data
from evaluation.provenance import versions
from evaluation.report import setting_lines, shortened_lines, title_of
from evaluation.results import Results
from evaluation.summary import Summary
from evaluation.worker import PlayedBoard

BOARDS_SHOWN = 100
"""Boards that a page shows in full unless it is told otherwise."""

_NEEDS_SCRIPT = "The list of boards needs JavaScript; all else on this page does not."
_THE_OTHERS = (
    "Every board at every table is in tables.csv, tables.pbn, tables.lin and results.sqlite beside this page; "
    "page_boards sets how many are shown here."
)


def page(
    summary: Summary,
    results: Results,
    boards: Iterable[PlayedBoard],
    *,
    shown: int = BOARDS_SHOWN,
    solve: bool = False,
) -> str:
    """The page, as text.

    Args:
        summary: of the tournament.
        results: the same, board by board.
        boards: the boards with their calls and cards, in order, as ``Store.boards`` gives them.
        shown: how many boards, those with the largest swings, stand on the page with hands, auctions and play.
        solve: whether to solve boards on the page whose double-dummy table is not known, about 0.3 s each.
    """
    title = title_of(summary.plan)
    numbers = largest_swings(results, shown)
    chapters_ = [
        ("Standings", "standings", chapters.standings(summary)),
        ("Cross table", "cross-table", chapters.cross_table(summary)),
        ("Contests", "contests", _contests(summary, results)),
        ("Contracts", "contracts", chapters.contracts(summary)),
        ("Par", "par", chapters.par(summary)),
        ("Boards", "boards", _viewer(summary, len(numbers))),
    ]
    links = (element("a", name, href=f"#{key}") for name, key, _ in chapters_)
    body = joined(
        [
            element("header", element("h1", title), paragraphs(setting_lines(summary))),
            element("nav", *links, aria_label="chapters"),
            element(
                "main", *(element("section", element("h2", name), content, id=key) for name, key, content in chapters_)
            ),
            element("footer", paragraphs(shortened_lines(summary.plan)), element("p", _origin(summary))),
            Markup(f'<script type="application/json" id="data">{_data(results, boards, numbers, solve)}</script>'),
            Markup(f"<script>{_file('page.js')}</script>"),
        ]
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{text(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        # Some browsers ask for an icon of their own accord; this one is empty and asks nobody.
        f'<link rel="icon" href="data:,"><style>{_file("page.css")}</style></head>\n<body>\n{body}\n</body></html>\n'
    )


def _contests(summary: Summary, results: Results) -> Markup:
    return joined(chapters.contest_chapter(summary, results, number) for number in range(len(summary.contests)))


def _viewer(summary: Summary, shown: int) -> Markup:
    """Which boards there are, and the place for them."""
    which = f"All {shown} boards."
    if shown < summary.boards:
        which = f"The {shown} of {summary.boards} boards with the largest swings. {_THE_OTHERS}"
    return joined(
        [
            element("p", which),
            # The script puts the boards in its place.
            element("div", element("p", _NEEDS_SCRIPT), id="viewer"),
        ]
    )


def _data(results: Results, boards: Iterable[PlayedBoard], numbers: list[int], solve: bool) -> str:
    return as_script(viewer_data(results, boards, numbers, solve))


def _origin(summary: Summary) -> str:
    return f"seed {summary.plan.seed}; {', '.join(' '.join(item) for item in versions().items())}"


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
