"""Plots as inline SVG.

Every plot is an image with a title and a description for those who do not see it; what it shows stands in a table or a
sentence beside it too. Shades differ in lightness, so that they print, and no two things are told apart by hue alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import numpy.typing as npt

from evaluation.page.markup import Markup, minus
from evaluation.statistics import Estimate, estimate

Ints = npt.NDArray[np.int64]

_WIDTH, _HEIGHT = 460, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 14, 34
_ROW = 30
_LABELS = 190
_CURVE_POINTS = 120
_FEWEST_OF_A_CURVE = 10
"""Boards before a running mean is drawn: the interval of fewer would fill the plot."""


@dataclass(frozen=True, slots=True)
class _Axis:
    """From values to places."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self, most: int = 7) -> list[float]:
        """Round values within the axis."""
        rough = (self.high - self.low) / most
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
        first = math.ceil(self.low / step)
        return [round(step * place, 10) for place in range(first, math.floor(self.high / step) + 1)]


def histogram(imps: Ints, mean: Estimate, title: str) -> Markup:
    """How many boards brought how many IMPs, with the mean and its interval."""
    most = max(1, int(np.abs(imps).max()))
    values, counts = np.unique(imps, return_counts=True)
    x = _Axis(-most - 0.5, most + 0.5, _LEFT, _WIDTH - _RIGHT)
    y = _Axis(0, int(counts.max()), _HEIGHT - _BOTTOM, _TOP)
    width = max(1.0, x(1) - x(0) - 1)
    bars = [
        _rectangle(
            x(value) - width / 2, y(count), width, y(0) - y(count), "gain" if value > 0 else "loss" * (value < 0)
        )
        for value, count in zip(values.tolist(), counts.tolist(), strict=True)
    ]
    marks = [_line(x(mean.mean), _TOP, x(mean.mean), y(0), "mean")]
    if math.isfinite(mean.low):
        marks.append(_rectangle(x(mean.low), _TOP, max(1.0, x(mean.high) - x(mean.low)), y(0) - _TOP, "interval"))
    whole = [tick for tick in y.ticks(5) if tick == int(tick)]
    body = [*_left_axis(y, whole), *marks[1:], *bars, marks[0], *_bottom_axis(x, x.ticks(), "IMPs on a board")]
    told = f"{len(imps)} boards, {int((imps == 0).sum())} of them without a swing; mean {mean}"
    return _image(title, told, _WIDTH, _HEIGHT, body)


def running_mean(imps: Ints, title: str) -> Markup:
    """The mean over the boards so far, with its 95 % t interval at each number of boards taken by itself."""
    first = min(_FEWEST_OF_A_CURVE, len(imps))
    at = sorted(set(np.linspace(first, len(imps), _CURVE_POINTS, dtype=int).tolist()))
    values = [estimate(imps[:n].tolist()) for n in at]
    ends = [end for value in values for end in (value.low, value.high)]
    x = _Axis(at[0], max(at[-1], at[0] + 1), _LEFT, _WIDTH - _RIGHT)
    y = _Axis(min(0.0, *ends), max(0.0, *ends) + 1e-9, _HEIGHT - _BOTTOM, _TOP)
    band = [(x(n), y(value.high)) for n, value in zip(at, values, strict=True)]
    band += [(x(n), y(value.low)) for n, value in reversed(list(zip(at, values, strict=True)))]
    curve = [(x(n), y(value.mean)) for n, value in zip(at, values, strict=True)]
    body = [
        *_left_axis(y, y.ticks(5)),
        f'<polygon class="interval" points="{_points(band)}"/>',
        _line(_LEFT, y(0), _WIDTH - _RIGHT, y(0), "zero"),
        f'<polyline class="mean" points="{_points(curve)}"/>',
        *_bottom_axis(x, [tick for tick in x.ticks() if tick == int(tick)], "boards played"),
    ]
    return _image(title, f"after {len(imps)} boards {values[-1]}", _WIDTH, _HEIGHT, body)


def whiskers(rows: Sequence[tuple[str, Estimate]], unit: str, title: str) -> Markup:
    """A mean with its 95 % interval for each row, one below the other."""
    known = [end for _, value in rows for end in (value.low, value.high, value.mean) if math.isfinite(end)]
    low, high = min(0.0, *known), max(0.0, *known)
    margin = 0.06 * (high - low) or 1.0
    x = _Axis(low - margin, high + margin, _LABELS, _WIDTH - _RIGHT)
    height = _ROW * len(rows) + _BOTTOM
    body = [_line(x(0), 0, x(0), height - _BOTTOM, "zero")]
    for place, (label, value) in enumerate(rows):
        y = _ROW * (place + 0.5)
        body.append(_label(label, y))
        if math.isfinite(value.low):
            body.append(_line(x(value.low), y, x(value.high), y, "whisker"))
        body.append(f'<circle class="dot" cx="{x(value.mean)}" cy="{y}" r="5"/>')
    body += _bottom_axis(x, x.ticks(5), unit, height)
    told = "; ".join(f"{label}: {value}" for label, value in rows)
    return _image(title, told, _WIDTH, height, body)


def won_and_lost(rows: Sequence[tuple[str, int, int]], title: str) -> Markup:
    """IMPs won to the right of zero and lost to the left, for each row."""
    most = max(1, *(max(won, lost) for _, won, lost in rows))
    x = _Axis(-1.08 * most, 1.08 * most, _LABELS - 70, _WIDTH - _RIGHT)
    height = _ROW * len(rows) + _BOTTOM
    body = []
    for place, (label, won, lost) in enumerate(rows):
        top = _ROW * place + 5
        body.append(_label(label, top + 10, _LABELS - 78))
        body.append(_rectangle(x(-lost), top, x(0) - x(-lost), _ROW - 10, "loss"))
        body.append(_rectangle(x(0), top, x(won) - x(0), _ROW - 10, "gain"))
    body += [_line(x(0), 0, x(0), height - _BOTTOM, "zero"), *_bottom_axis(x, x.ticks(6), "IMPs lost, won", height)]
    told = "; ".join(f"{label}: {won} won, {lost} lost" for label, won, lost in rows)
    return _image(title, told, _WIDTH, height, body)


def levels(counts: Sequence[int], title: str) -> Markup:
    """How many contracts at each level from one to seven."""
    width, height = 220, 140
    x = _Axis(0.5, 7.5, 34, width - 6)
    y = _Axis(0, max(1, *counts), height - _BOTTOM, _TOP)
    body = _left_axis(y, [tick for tick in y.ticks(4) if tick == int(tick)], 34, width - 6)
    for level, count in enumerate(counts, start=1):
        body.append(_rectangle(x(level) - 10, y(count), 20, y(0) - y(count), "gain"))
    body += _bottom_axis(x, list(range(1, 8)), "level", height)
    told = ", ".join(f"{count} at level {level}" for level, count in enumerate(counts, start=1))
    return _image(title, told, width, height, body)


def _image(title: str, told: str, width: float, height: float, body: Sequence[str]) -> Markup:
    return Markup(
        f'<svg role="img" viewBox="0 0 {width} {height}" width="{width}"><title>{escape(title)}</title>'
        f"<desc>{escape(told)}</desc>{''.join(body)}</svg>"
    )


def _left_axis(y: _Axis, ticks: Sequence[float], left: float = _LEFT, right: float = _WIDTH - _RIGHT) -> list[str]:
    drawn = []
    for tick in ticks:
        drawn.append(_line(left, y(tick), right, y(tick), "grid"))
        drawn.append(_words(left - 6, y(tick) + 4, _number(tick), "end"))
    return drawn


def _bottom_axis(x: _Axis, ticks: Sequence[float], unit: str, height: float = _HEIGHT) -> list[str]:
    base = height - _BOTTOM
    drawn = [_line(x.start, base, x.end, base, "axis")]
    for tick in ticks:
        drawn += [_line(x(tick), base, x(tick), base + 4, "axis"), _words(x(tick), base + 16, _number(tick), "middle")]
    return [*drawn, _words((x.start + x.end) / 2, base + 30, unit, "middle")]


def _number(value: float) -> str:
    return minus(f"{value:g}")


def _label(label: str, y: float, right: float = _LABELS - 8) -> str:
    most = int(right / 7)
    short = label if len(label) <= most else "…" + label[1 - most :]
    return _words(right, y + 4, short, "end")


def _words(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'


def _rectangle(x: float, y: float, width: float, height: float, kind: str) -> str:
    return (
        f'<rect class="{kind or "even"}" x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{height:.1f}"/>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
