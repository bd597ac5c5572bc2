"""The page's statistics: standings, cross table, contests with their plots, contracts, par."""

from __future__ import annotations

from evaluation.contracts import KINDS, any_declared
from evaluation.page import plots
from evaluation.page.markup import (
    Content,
    Markup,
    element,
    joined,
    minus,
    paragraphs,
    signed,
    span,
    table,
    with_interval,
)
from evaluation.report import verdict
from evaluation.results import Results
from evaluation.statistics import Estimate
from evaluation.summary import Contest, Standing, Summary

_MOST_FREQUENT = 8
_MOST_OPEN = 3
_LEVELS = range(1, 8)


def standings(summary: Summary) -> Markup:
    """The teams in order, with intervals and ratings."""
    heads = ["team", "IMPs per board", "rating"]
    optional = [("matchpoints, %", "matchpoints"), ("cross-IMPs", "cross_imps"), ("Butler", "butler")]
    known = [(head, field) for head, field in optional if getattr(summary.standings[0], field) is not None]
    rows: list[list[Content]] = []
    for standing in summary.standings:
        extra = [with_interval(getattr(standing, field)) for _, field in known]
        rows.append([standing.label, with_interval(standing.imps), minus(str(standing.rating)), *extra])
    return joined(
        [
            table([*heads, *(head for head, _ in known)], rows),
            element(
                "p",
                "Small figures are 95 % intervals. IMPs per board: the mean over the team's contests. "
                "Rating: openskill, mean ± standard deviation; every team starts at 25 ± 8.3.",
                class_="note",
            ),
            plots.whiskers(
                [(standing.label, standing.imps) for standing in summary.standings],
                "IMPs per board",
                "IMPs per board of every team with its 95 % interval",
            ),
        ]
    )


def cross_table(summary: Summary) -> Markup:
    """IMPs per board of every team against every other."""
    order = [standing.team for standing in summary.standings]
    labels = summary.plan.labels
    rows = [[labels[row], *(_against(summary, row, column) for column in order)] for row in order]
    note = "IMPs per board of the team in the row against the team in the column, with the 95 % interval. "
    return joined(
        [
            table(["", *(labels[team] for team in order)], rows),
            element("p", note, "Shaded: the interval leaves zero out.", class_="note"),
        ]
    )


def _against(summary: Summary, row: int, column: int) -> Content:
    for contest in summary.contests:
        if (contest.first, contest.second) == (row, column):
            return _cell(contest.imps)
        if (contest.first, contest.second) == (column, row):
            value = contest.imps
            return _cell(Estimate(-value.mean, value.standard_error, -value.high, -value.low, value.n))
    return ""


def _cell(value: Estimate) -> Markup:
    kind = ("ahead" if value.mean > 0 else "behind") if value.is_significant else "open"
    return element("span", with_interval(value), class_=f"cell {kind}")


def contest_chapter(summary: Summary, results: Results, number: int) -> Markup:
    """One contest; it is folded where there are many."""
    contest = summary.contests[number]
    first, second = summary.plan.labels[contest.first], summary.plan.labels[contest.second]
    imps = results.imps(number)
    figures = [plots.histogram(imps, contest.imps, f"IMPs per board, {first} against {second}")]
    if len(imps) > 1:
        figures.append(plots.running_mean(imps, f"running mean of the IMPs, {first} against {second}"))
    captions = [
        "Boards by IMPs; line and band: the mean and its 95 % interval.",
        "IMPs per board so far, with the 95 % interval of that number of boards alone.",
    ]
    body = joined(
        [
            paragraphs(f"{line}." for line in verdict(summary, contest)),
            _numbers(summary, contest),
            _figures(list(zip(captions, figures, strict=False))),
            element("h4", "Where the IMPs came from"),
            _swings(contest),
            _parts(contest),
        ]
    )
    heading = element("summary", element("h3", f"{first} against {second}"), element("span", _score_line(contest)))
    unfolded = {"open": "open"} if len(summary.contests) <= _MOST_OPEN or number == 0 else {}
    return element("details", heading, body, class_="contest", **unfolded)


def _score_line(contest: Contest) -> str:
    return f"{signed(contest.imps.mean)} IMPs per board, {span(contest.imps.low, contest.imps.high)}"


def _numbers(summary: Summary, contest: Contest) -> Markup:
    first, second = summary.plan.labels[contest.first], summary.plan.labels[contest.second]
    together = "both tables together" if summary.plan.compare == "both" else "one table each"
    rows: list[list[Content]] = [
        [f"raw score per board, {first} minus {second}, {together}", *_estimate_cells(contest.points)],
        ["IMPs per board", *_estimate_cells(contest.imps)],
    ]
    if contest.imps_bootstrap is not None:
        rows.append(["the same by bootstrap", "", "", span(*contest.imps_bootstrap)])
    if contest.imps.n > 1:
        rows.append(["the same, valid however often one looks", "", "", span(*contest.imps_sequence)])
    level = contest.imps.n - contest.won - contest.lost
    return joined(
        [
            table(["", "mean", "standard error", "95 % interval"], rows),
            element("p", f"{contest.won} boards won, {contest.lost} lost, {level} without a swing."),
        ]
    )


def _estimate_cells(value: Estimate) -> list[Content]:
    error = f"{value.standard_error:.2f}" if value.n > 1 else "not known"
    return [signed(value.mean), error, span(value.low, value.high)]


def _figures(drawn: list[tuple[str, Markup]]) -> Markup:
    figures = [element("figure", svg, element("figcaption", caption)) for caption, svg in drawn]
    return element("div", *figures, class_="figures")


def _swings(contest: Contest) -> Markup:
    there = [swing for swing in contest.swings if swing.boards]
    rows = [
        [swing.kind, str(swing.boards), str(swing.won), str(swing.lost), signed(swing.net, 0)]
        for swing in contest.swings
    ]
    bars = plots.won_and_lost(
        [(swing.kind, swing.won, swing.lost) for swing in there], "IMPs won and lost by kind of board"
    )
    counted = table(["kind of board", "boards", "IMPs won", "IMPs lost", "net"], rows)
    return element("div", counted, element("figure", bars), class_="figures")


def _parts(contest: Contest) -> Markup:
    if not contest.parts:
        return Markup()
    rows = list(contest.parts.items())
    drawn = plots.whiskers(rows, "points per board", "points per board by part of the game")
    counted = table(
        ["part of the game", "points per board", "95 % interval"],
        [[name, signed(value.mean, 1), span(value.low, value.high, 1)] for name, value in rows],
    )
    return joined(
        [
            element("div", counted, element("figure", drawn), class_="figures"),
            element(
                "p",
                "Bidding: what the contracts are worth double dummy. Lead, declarer, defence: what the cards changed.",
                class_="note",
            ),
        ]
    )


def contracts(summary: Summary) -> Markup:
    """What the teams declared."""
    ordered = sorted(summary.standings, key=lambda standing: standing.team)
    passed_out = element("p", f"Passed out: {summary.passed_out} of {summary.tables * summary.boards} tables.")
    if not any_declared(standing.contracts for standing in ordered):
        return joined([element("p", "No team declared a contract."), passed_out])
    rows = [_contract_row(standing) for standing in ordered]
    by_level = [_by_level(standing) for standing in ordered]
    figures = [
        (standing.label, plots.levels(counts, f"levels of the contracts declared by {standing.label}"))
        for standing, counts in zip(ordered, by_level, strict=True)
    ]
    return joined(
        [
            table(["declared by", "contracts", *KINDS, "doubled", "made", "most frequent"], rows),
            passed_out,
            _figures(figures),
        ]
    )


def _contract_row(standing: Standing) -> list[Content]:
    count = standing.contracts
    frequent = ", ".join(f"{name} ({times})" for name, times in count.names.most_common(_MOST_FREQUENT))
    made = f"{count.made} ({count.made / count.declared:.0%})" if count.declared else "0"
    kinds = [str(count.kinds[kind]) for kind in KINDS]
    return [
        standing.label,
        str(count.declared),
        *kinds,
        str(count.doubled),
        made,
        element("span", frequent, class_="list"),
    ]


def _by_level(standing: Standing) -> list[int]:
    names = standing.contracts.names
    return [sum(times for name, times in names.items() if name.startswith(str(level))) for level in _LEVELS]


def par(summary: Summary) -> Markup:
    """How far below par the teams stayed, and the tricks that their cards cost."""
    ordered = sorted(summary.standings, key=lambda standing: standing.team)
    losses = [(standing.label, standing.par_loss) for standing in ordered]
    known = [(label, loss) for label, loss in losses if loss is not None]
    parts: list[Markup] = []
    if known:
        rows = [[label, with_interval(loss)] for label, loss in known]
        parts += [
            table(["", "IMPs below par per table"], rows),
            plots.whiskers(known, "IMPs below par per table", "IMPs below par of every team with the 95 % interval"),
            element(
                "p",
                "Par is the result of the best contracts for both sides with all hands seen. What one side of a table "
                "loses to par the other wins, so that a weak opponent can bring a loss below zero.",
                class_="note",
            ),
        ]
    else:
        parts.append(element("p", "Par is not known of all boards."))
    if any(standing.tricks_lost for standing in ordered):
        columns = list(ordered[0].tricks_lost)
        lost = [[standing.label, *(_tricks(standing.tricks_lost[name]) for name in columns)] for standing in ordered]
        parts.append(table(["double-dummy tricks lost per table", *columns], lost))
    return joined(parts)


def _tricks(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
