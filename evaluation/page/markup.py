"""Pieces of HTML. Whatever is text is escaped here; ``Markup`` is what has been."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from evaluation.statistics import Estimate


class Markup(str):
    """HTML that is ready to stand in a page."""

    __slots__ = ()


Content = str | Markup


def text(content: Content) -> Markup:
    """Content as HTML: text is escaped, markup stays as it is."""
    return content if isinstance(content, Markup) else Markup(escape(content))


def element(name: str, *contents: Content, **attributes: str) -> Markup:
    """An element; a trailing underscore of an attribute's name is dropped and others become hyphens."""
    given = "".join(
        f' {key.removesuffix("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items()
    )
    return Markup(f"<{name}{given}>{''.join(map(text, contents))}</{name}>")


def joined(parts: Iterable[Markup]) -> Markup:
    """Markup in a row, a line each."""
    return Markup("\n".join(parts))


def paragraphs(lines: Iterable[Content]) -> Markup:
    """A paragraph for each line."""
    return joined(element("p", line) for line in lines)


def table(heads: Sequence[Content], rows: Iterable[Sequence[Content]], caption: Content = "") -> Markup:
    """A table whose first column heads its rows; on a narrow screen it scrolls by itself."""
    title = element("caption", caption) if caption else Markup()
    head = element("tr", *(element("th", cell, scope="col") if cell else element("td") for cell in heads))
    body = joined(element("tr", *_cells(row)) for row in rows)
    return element("div", element("table", title, element("thead", head), element("tbody", body)), class_="wide")


def _cells(row: Sequence[Content]) -> list[Markup]:
    return [element("th", row[0], scope="row"), *(element("td", cell) for cell in row[1:])]


def minus(number: str) -> str:
    """A number as text with the minus sign in place of the hyphen."""
    return number.replace("-", "−")


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign, minus as the minus sign: ``"−0.25"``; a whole zero has none."""
    return minus(f"{value:+.{digits}f}") if value or digits else "0"


def span(low: float, high: float, digits: int = 2) -> str:
    """An interval: ``"−0.10 to +1.20"``; of no known ends ``"not known"``."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return "not known"
    return f"{signed(low, digits)} to {signed(high, digits)}"


def with_interval(value: Estimate, digits: int = 2) -> Markup:
    """A mean with its 95 % interval on a line below."""
    return Markup(f"{signed(value.mean, digits)}{element('small', span(value.low, value.high, digits))}")
