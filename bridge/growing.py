"""Files of records that take long to make: they grow chunk by chunk, and go on where an interruption left them.

A file ``more.npy`` grows as ``more.npy.part`` and takes its name when the last chunk is there. Every chunk is made from
its own number alone, so a run that was stopped makes the same file as one that was not.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MakeChunk = Callable[[int, int], NDArray[np.void]]
"""Makes chunk number ``i`` of so many records."""

_HEADER_VERSION = (1, 0)


def grow(
    path: Path, dtype: np.dtype[np.void], sizes: tuple[int, int], tag: str, make: MakeChunk, jobs: int = 1
) -> Iterator[int]:
    """Make a ``.npy`` file of records; yields how many are done after each chunk.

    Args:
        path: the file; beside it grows ``path`` with ``.part``, which a later call takes up.
        dtype: of a record.
        sizes: records in all, and in a chunk; the last chunk may be smaller.
        tag: what the records were made from, for example ``seed 7``: tells two files of one size apart.
        make: must return records of ``dtype``; with several jobs it is called in other processes.
        jobs: processes; -1 is one a core.

    Raises:
        ValueError: the part that is there belongs to records of another number, kind or tag.
    """
    count, chunk = sizes
    part = path.with_name(f"{path.name}.part")
    header = _header(dtype, count, tag)
    done = _chunks_done(part, header, chunk * dtype.itemsize)
    with part.open("r+b" if part.exists() else "w+b") as file:
        file.truncate(len(header) + done * chunk * dtype.itemsize)  # the rest of a chunk that was not whole
        file.seek(0)
        file.write(header)
        file.seek(0, os.SEEK_END)
        rest = [(number, min(chunk, count - number * chunk)) for number in range(done, math.ceil(count / chunk))]
        for number, records in zip((number for number, _ in rest), _made(make, rest, jobs), strict=True):
            file.write(records.tobytes())
            file.flush()
            yield min((number + 1) * chunk, count)
        os.fsync(file.fileno())
    part.replace(path)


def _header(dtype: np.dtype[np.void], count: int, tag: str) -> bytes:
    """A NumPy header; readers skip the comment at its end, which tells two files apart."""
    text = repr({"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": (count,)}) + f" # {tag}"
    size = math.ceil((10 + len(text) + 1) / 64) * 64
    body = text.ljust(size - 11) + "\n"
    return b"\x93NUMPY" + bytes(_HEADER_VERSION) + len(body).to_bytes(2, "little") + body.encode("latin1")


def _chunks_done(part: Path, header: bytes, chunk_bytes: int) -> int:
    if not part.exists():
        return 0
    with part.open("rb") as file:
        begun = file.read(len(header))
    if begun and begun != header[: len(begun)]:
        raise ValueError(f"{part} belongs to another count or seed: delete it, or name another file")
    return max(0, part.stat().st_size - len(header)) // chunk_bytes


def _made(make: MakeChunk, rest: list[tuple[int, int]], jobs: int) -> Iterator[NDArray[np.void]]:
    if jobs == 1:
        yield from (make(number, size) for number, size in rest)
        return
    import joblib  # slow to import, and only this function needs it

    parallel = joblib.Parallel(n_jobs=jobs, return_as="generator")
    yield from parallel(joblib.delayed(make)(number, size) for number, size in rest)
