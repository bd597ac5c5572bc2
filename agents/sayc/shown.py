"""What calls have shown about a hand: a box of ranges that every further call narrows."""

from __future__ import annotations

from operator import gt
from typing import NamedTuple

Range = tuple[int, int]
Lengths = tuple[int, int, int, int]

MAX_HCP = 37
MAX_POINTS = 50
MAX_LENGTH = 13
_SHAPE_POINTS = 6
_LENGTH_POINTS = 2
_HCP_IN_DEAL = 40
_MOST_SHAPE = 13
# Hardly a hand counts more for its shape.
_USUAL_SHAPE = 7


class Shown(NamedTuple):
    """Ranges, both ends included: HCP 0-37, points (HCP and shape) 0-50, suit lengths C D H S 0-13."""

    hcp: Range = (0, MAX_HCP)
    points: Range = (0, MAX_POINTS)
    shortest: Lengths = (0, 0, 0, 0)
    longest: Lengths = (13, 13, 13, 13)

    @property
    def is_empty(self) -> bool:
        """Whether no hand fits."""
        return self.hcp[0] > self.hcp[1] or self.points[0] > self.points[1] or any(map(gt, self.shortest, self.longest))

    @property
    def holds_a_hand(self) -> bool:
        """Whether some hand of thirteen cards fits."""
        return not self.is_empty and sum(self.shortest) <= MAX_LENGTH <= sum(self.longest)

    def meet(self, other: Shown) -> Shown:
        """The hands in both boxes; the result may be empty."""
        if self is ANYTHING:
            return other
        return Shown(
            _meet(self.hcp, other.hcp),
            _meet(self.points, other.points),
            tuple(map(max, self.shortest, other.shortest)),  # type: ignore[arg-type]
            tuple(map(min, self.longest, other.longest)),  # type: ignore[arg-type]
        )

    def hull(self, other: Shown) -> Shown:
        """The smallest box around both; an empty box adds nothing."""
        if self.is_empty:
            return other
        if other.is_empty:
            return self
        return Shown(
            _hull(self.hcp, other.hcp),
            _hull(self.points, other.points),
            tuple(map(min, self.shortest, other.shortest)),  # type: ignore[arg-type]
            tuple(map(max, self.longest, other.longest)),  # type: ignore[arg-type]
        )

    def narrowed(self, news: Shown) -> Shown:
        """This box after a further call. Where the two contradict each other, the later call is believed."""
        if news is ANYTHING:
            return self
        hcp = _believe(self.hcp, news.hcp)
        points = _believe(self.points, news.points)
        shortest = tuple(map(max, self.shortest, news.shortest))
        longest = tuple(map(min, self.longest, news.longest))
        if any(map(gt, shortest, longest)):
            lengths = [_believe(*pair) for pair in zip(_ranges(self), _ranges(news), strict=True)]
            shortest, longest = (tuple(ends) for ends in zip(*lengths, strict=True))
        return Shown(hcp, points, shortest, longest).consistent()  # type: ignore[arg-type]

    def consistent(self) -> Shown:
        """HCP and points tied together: points are never fewer than HCP, nor more than shape can add."""
        hcp, points = self.hcp, self.points
        low = max(points[0], hcp[0])
        even = min(self.shortest) >= 2 and max(self.longest) <= 6
        high = max(low, min(points[1], hcp[1] + (0 if even else _LENGTH_POINTS)))
        hcp_low = min(max(hcp[0], low - _SHAPE_POINTS), hcp[1])
        hcp_high = max(hcp_low, min(hcp[1], high))
        return Shown((hcp_low, hcp_high), (low, high), self.shortest, self.longest)


def _ranges(shown: Shown) -> list[Range]:
    return list(zip(shown.shortest, shown.longest, strict=True))


def _meet(a: Range, b: Range) -> Range:
    return a[0] if a[0] > b[0] else b[0], a[1] if a[1] < b[1] else b[1]


def _hull(a: Range, b: Range) -> Range:
    return min(a[0], b[0]), max(a[1], b[1])


def _believe(old: Range, new: Range) -> Range:
    both = _meet(old, new)
    return both if both[0] <= both[1] else new


ANYTHING = Shown()
NOTHING = Shown(hcp=(1, 0))
BALANCED = Shown(shortest=(2, 2, 2, 2), longest=(5, 5, 5, 5))
SEMI_BALANCED = Shown(shortest=(2, 2, 2, 2), longest=(6, 6, 6, 6))


def at_suit(suit: int, low: int, high: int) -> Shown:
    """A box that bounds one suit's length."""
    shortest, longest = [0, 0, 0, 0], [MAX_LENGTH] * 4
    shortest[suit], longest[suit] = low, high
    return Shown(shortest=tuple(shortest), longest=tuple(longest))  # type: ignore[arg-type]


def tied(boxes: list[Shown]) -> list[Shown]:
    """The boxes of the four hands of one deal, each narrowed by the others: 13 cards in every hand and suit, 40 HCP.

    A box that contradicts the others is left as it is.
    """
    hcp = _share(_HCP_IN_DEAL, [box.hcp for box in boxes])
    lengths = [_share(MAX_LENGTH, _ranges(box)) for box in boxes]
    for suit in range(len(lengths[0])):
        for hand, ends in zip(lengths, _share(MAX_LENGTH, [hand[suit] for hand in lengths]), strict=True):
            hand[suit] = ends
    lengths = [_share(MAX_LENGTH, hand) for hand in lengths]
    return [_tied(*parts) for parts in zip(boxes, hcp, lengths, strict=True)]


def _tied(box: Shown, hcp: Range, lengths: list[Range]) -> Shown:
    shortest, longest = zip(*lengths, strict=True)
    points = max(box.points[0], hcp[0]), max(min(box.points[1], hcp[1] + _MOST_SHAPE), box.points[0], hcp[0])
    low = max(hcp[0], min(points[0] - _USUAL_SHAPE, hcp[1]))
    together = Shown((low, min(hcp[1], points[1])), points, shortest, longest)
    return box if together.is_empty else together


def _share(total: int, parts: list[Range]) -> list[Range]:
    """Ranges of parts that make up a total, each narrowed by the others; as they were where they cannot make it up."""
    low, high = sum([part[0] for part in parts]), sum([part[1] for part in parts])
    if not low <= total <= high:
        return parts
    return [(max(a, total - (high - b)), min(b, total - (low - a))) for a, b in parts]
