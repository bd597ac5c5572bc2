"""A tournament as a text for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evaluation.contracts import KINDS, ContractCount, any_declared
from evaluation.plan import Plan
from evaluation.provenance import versions
from evaluation.statistics import Estimate
from evaluation.summary import WANTED_HALF_WIDTH, Contest, Standing, Summary
from evaluation.teams import short_names

_PLAY_IN_WORDS = {"cards": "cards played", "double_dummy": "double-dummy play"}
_MOST_FREQUENT = 8


def report(summary: Summary) -> str:
    """A tournament as text: standings, every contest with its intervals, swings, contracts, seed and versions."""
    title = title_of(summary.plan)
    lines = [title, "=" * len(title), *setting_lines(summary)]
    if len(summary.contests) > 1 or summary.plan.format == "pairs":
        lines += ["", *_standing_lines(summary)]
    for contest in summary.contests:
        lines += ["", *_contest_lines(summary, contest)]
    lines += [
        "",
        *_contract_lines(summary),
        "",
        *shortened_lines(summary.plan),
        f"seed {summary.plan.seed}; {_versions()}",
    ]
    return "\n".join(lines) + "\n"


def title_of(plan: Plan) -> str:
    """What was played, in one line."""
    labels = plan.labels
    if plan.format == "match":
        return f"Duplicate match: {labels[0]} against {labels[1]}"
    if plan.format == "gauntlet":
        return f"Gauntlet: {labels[0]} against {len(labels) - 1} baselines"
    word = "Round robin" if plan.format == "round_robin" else "Pairs field"
    return f"{word} of {len(labels)}: {', '.join(labels)}"


def setting_lines(summary: Summary) -> list[str]:
    """How it was played, in sentences."""
    plan = summary.plan
    lines = [f"{_count(summary.boards, 'board')} ({summary.source}), {_PLAY_IN_WORDS[plan.play]}."]
    if plan.compare == "both":
        lines.append("Each board is played at two tables with the teams exchanged.")
    else:
        role = "declares" if plan.compare == "declarer" else "defends"
        lines.append(f"Every team {role} the same contract of each board against {plan.opposition_label}.")
    if plan.play == "cards" and not plan.disclosure:
        lines.append("Nobody was told what calls mean: card players read all of them as SAYC-lite's.")
    return lines


def shortened_lines(plan: Plan) -> list[str]:
    """What the shortened names of teams and opposition stand for."""
    names = dict(zip(short_names(plan.teams), plan.teams, strict=True))
    if plan.opposition is not None:
        names[plan.opposition_label] = plan.opposition
    return [f"{short} is {team.name}" for short, team in names.items() if short != team.name]


def _versions() -> str:
    return ", ".join(f"{name} {version}" for name, version in versions().items())


def _standing_lines(summary: Summary) -> list[str]:
    columns = ["team", "IMPs/board", "95 % interval", "rating"]
    if summary.plan.format == "pairs":
        columns[1:1] = ["matchpoints", "95 % interval", "cross-IMPs", "Butler"]
    if any(standing.par_loss is not None for standing in summary.standings):
        columns.append("below par")
    rows = [_standing_cells(standing) for standing in summary.standings]
    return [
        *aligned([columns, *rows]),
        "IMPs/board: the mean over the team's contests; rating: openskill, mean and standard deviation",
    ]


def _standing_cells(standing: Standing) -> list[str]:
    cells = [standing.label, f"{standing.imps.mean:+.2f}", interval(standing.imps), str(standing.rating)]
    if standing.matchpoints is not None and standing.cross_imps is not None and standing.butler is not None:
        percent = standing.matchpoints
        cells[1:1] = [
            f"{percent.mean:.2f} %",
            f"{percent.low:.2f} to {percent.high:.2f}",
            f"{standing.cross_imps.mean:+.2f}",
            f"{standing.butler.mean:+.2f}",
        ]
    if standing.par_loss is not None:
        cells.append(f"{standing.par_loss.mean:+.2f}")
    return cells


def interval(value: Estimate, digits: int = 2) -> str:
    """The 95 % interval: ``"-0.10 to +1.20"``."""
    return f"{value.low:+.{digits}f} to {value.high:+.{digits}f}"


def _contest_lines(summary: Summary, contest: Contest) -> list[str]:
    first, second = summary.plan.labels[contest.first], summary.plan.labels[contest.second]
    together = "both tables together" if summary.plan.compare == "both" else "one table each"
    return [
        f"raw score per board  {contest.points}",
        f"                     {first} minus {second}, {together}",
        f"IMPs per board       {contest.imps}",
        "                     comparison of two tables",
        f"boards               {contest.won} won, {contest.lost} lost, "
        f"{contest.imps.n - contest.won - contest.lost} without a swing",
        *_swing_lines(contest),
        *_part_lines(contest),
        *verdict(summary, contest),
    ]


def _swing_lines(contest: Contest) -> list[str]:
    parts = [f"{swing.kind} {swing.net:+d} ({swing.boards})" for swing in contest.swings if swing.boards]
    return [f"net IMPs by kind     {', '.join(parts)}"]


def _part_lines(contest: Contest) -> list[str]:
    if not contest.parts:
        return []
    parts = ", ".join(f"{name} {value.mean:+.1f} ± {value.standard_error:.1f}" for name, value in contest.parts.items())
    return [f"points by part       {parts}"]


def verdict(summary: Summary, contest: Contest) -> list[str]:
    """Whether the boards decide between two teams, and how many a sharper answer takes."""
    first, second = summary.plan.labels[contest.first], summary.plan.labels[contest.second]
    needed = contest.boards_needed
    more = "" if needed is None else f"; about {needed:,} boards give ± {WANTED_HALF_WIDTH} IMPs"
    if contest.imps.n < 2:
        return ["warning: one board says nothing of the teams"]
    if contest.imps.standard_error == 0:
        return [
            "warning: all boards came out alike, no better team can be named, and a spread of zero does not tell how "
            f"many boards ± {WANTED_HALF_WIDTH} IMPs take"
        ]
    if contest.is_decided:
        better = first if contest.imps.mean > 0 else second
        return [f"{better} is better on these boards (95 % interval without zero){more}"]
    if abs(contest.imps.mean) < contest.imps.standard_error:
        return [f"warning: the error is larger than the difference, no better team can be named{more}"]
    return [f"the interval contains zero, no better team can be named{more}"]


def _contract_lines(summary: Summary) -> list[str]:
    ordered = sorted(summary.standings, key=lambda standing: standing.team)
    headings = [standing.label for standing in ordered]
    if len(ordered) == 2:
        # The place as well, as the lines above are told from the first team's side.
        headings = [f"{letter}: {label}" for letter, label in zip("AB", headings, strict=True)]
    counts = [standing.contracts for standing in ordered]
    passed_out = f"passed out            {summary.passed_out} of {summary.tables * summary.boards} tables"
    if not any_declared(counts):
        return [passed_out]
    rows = [["contracts declared by", *headings]]
    rows += [[kind, *(str(count.kinds[kind]) for count in counts)] for kind in KINDS]
    rows += [[title, *(str(getattr(count, title)) for count in counts)] for title in ("declared", "doubled", "made")]
    lines = aligned(rows)
    lines.append(passed_out)
    for heading, count in zip(headings, counts, strict=True):
        lines.append(f"most frequent, {heading}: {_frequent(count) or 'none'}")
    return lines


def _frequent(count: ContractCount) -> str:
    return ", ".join(f"{name} ({times})" for name, times in count.names.most_common(_MOST_FREQUENT))


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells as lines, the first column to the left and the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [_line(row, widths) for row in rows]


def _line(row: Sequence[str], widths: Iterable[int]) -> str:
    cells = [
        cell.rjust(width) if place else cell.ljust(width)
        for place, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def _count(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"
