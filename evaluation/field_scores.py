"""A field of results on one board: matchpoints, cross-IMPs and Butler.

All are comparisons: they need at least two results, and say how North-South did against the other North-South pairs.
East-West's are the negatives, and of matchpoints what is missing from the top. An adjusted score stands outside the
comparison: leave it out, as the results that it replaces would have been.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bridge.scoring import imps

Floats = npt.NDArray[np.float64]

_LEAST_FOR_TRIMMING = 3


def matchpoints(scores_ns: npt.ArrayLike) -> Floats:
    """Law 78 A: two points for every result that is lower, one for every equal one.

    Args:
        scores_ns: raw scores for North-South, ``(..., results)``.

    Returns:
        Matchpoints of the same shape; the top is ``2 * (results - 1)``.

    Raises:
        ValueError: there are fewer than two results.
    """
    scores = _field(scores_ns)
    own, others = scores[..., :, np.newaxis], scores[..., np.newaxis, :]
    # Every result ties with itself, which is no comparison.
    return np.asarray((2.0 * (own > others) + (own == others)).sum(axis=-1) - 1)


def percentages(scores_ns: npt.ArrayLike) -> Floats:
    """Matchpoints as a share of the top, in per cent.

    Raises:
        ValueError: there are fewer than two results.
    """
    points = matchpoints(scores_ns)
    return np.asarray(100 * points / (2 * (points.shape[-1] - 1)))


def cross_imps(scores_ns: npt.ArrayLike) -> Floats:
    """The mean IMPs of each result against every other one, same shape as ``scores_ns``.

    Raises:
        ValueError: there are fewer than two results.
    """
    scores = _field(scores_ns)
    against = imps(scores[..., :, np.newaxis] - scores[..., np.newaxis, :])
    return np.asarray(against.sum(axis=-1) / (scores.shape[-1] - 1))


def datum(scores_ns: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Butler's datum: the mean without the highest and the lowest result, to the nearest ten, halves away from zero.

    With two results nothing is left out.

    Args:
        scores_ns: raw scores for North-South, ``(..., results)``.

    Returns:
        One datum for each field, ``(...)``.

    Raises:
        ValueError: there are fewer than two results.
    """
    scores = np.sort(_field(scores_ns), axis=-1)
    counted = scores[..., 1:-1] if scores.shape[-1] >= _LEAST_FOR_TRIMMING else scores
    total, tens = counted.sum(axis=-1), 10 * counted.shape[-1]
    return np.asarray(np.sign(total) * ((2 * np.abs(total) + tens) // (2 * tens)) * 10)


def butler(scores_ns: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Each result in IMPs against the datum, same shape as ``scores_ns``.

    Raises:
        ValueError: there are fewer than two results.
    """
    scores = _field(scores_ns)
    return imps(scores - datum(scores)[..., np.newaxis])


def _field(scores_ns: npt.ArrayLike) -> npt.NDArray[np.int64]:
    scores = np.asarray(scores_ns, dtype=np.int64)
    if scores.ndim == 0 or scores.shape[-1] < 2:
        raise ValueError("a comparison needs at least two results on the board")
    return scores
